(* The gap rule of card stacking (docs/cards.md, sections 1 to 4).

   A suit without its covered cards is a string of bits, lowest card first: 1 (true) for a visible card, 0 (false) for
   an unused one. A move deletes a 1 and turns a later 0 into a 1. Cell d is at distance d from the first 1, N is the
   number of zeros after it, L the least odd d such that cell d holds a 1.

     [string_moves_In]   the moves in words;
     [no_option]         Lemma 2: no move keeps the value;
     [lemma_A]           what a move of the first 1 reaches;
     [lemma_B]           what a move of a later 1 reaches;
     [gap_rule]          Theorem 1: a string has the value [rule], the largest number of the parity of N that is at
                         most min(N, L). Leading zeros do not matter.

   No axioms. *)
Require Import List Arith NArith Lia Bool.
From Sprague.theory Require Import Game.
Import ListNotations.

(* ---------- the game on strings of bits ---------- *)

(* all ways to turn a 0 into a 1 *)
Fixpoint raises (s : list bool) : list (list bool) :=
  match s with
  | [] => []
  | b :: r => (if b then [] else [true :: r]) ++ map (cons b) (raises r)
  end.

(* all ways to delete a 1 and to turn a later 0 into a 1 *)
Fixpoint string_moves (s : list bool) : list (list bool) :=
  match s with
  | [] => []
  | b :: r => (if b then raises r else []) ++ map (cons b) (string_moves r)
  end.

Lemma raises_In s t : In t (raises s) <-> exists B C, s = B ++ false :: C /\ t = B ++ true :: C.
Proof.
  revert t; induction s as [|b s IH]; intros t; simpl.
  - split; [easy|]. intros (B & C & E & _); destruct B; discriminate.
  - rewrite in_app_iff, in_map_iff. split.
    + intros [H|(u & <- & H)].
      * destruct b; [easy|]. destruct H as [<-|[]]. exists [], s; auto.
      * apply IH in H. destruct H as (B & C & -> & ->). exists (b :: B), C; auto.
    + intros (B & C & E & ->). destruct B as [|c B]; simpl in E; inversion E; subst.
      * left; simpl; auto.
      * right. exists (B ++ true :: C). split; auto. apply IH. exists B, C; auto.
Qed.

Lemma string_moves_In s t : In t (string_moves s) <->
  exists A B C, s = A ++ true :: B ++ false :: C /\ t = A ++ B ++ true :: C.
Proof.
  revert t; induction s as [|b s IH]; intros t; simpl.
  - split; [easy|]. intros (A & B & C & E & _); destruct A; discriminate.
  - rewrite in_app_iff, in_map_iff. split.
    + intros [H|(u & <- & H)].
      * destruct b; [|easy]. apply raises_In in H. destruct H as (B & C & -> & ->). exists [], B, C; auto.
      * apply IH in H. destruct H as (A & B & C & -> & ->). exists (b :: A), B, C; auto.
    + intros (A & B & C & E & ->). destruct A as [|c A]; simpl in E; inversion E; subst.
      * left. apply raises_In. exists B, C; auto.
      * right. exists (A ++ B ++ true :: C). split; auto. apply IH. exists A, B, C; auto.
Qed.

Definition string_opts (s : list bool) : list (list (list bool)) := map (fun t => [t]) (string_moves s).

Lemma string_moves_end s t : In t (string_moves s) -> length t + 1 = length s.
Proof.
  rewrite string_moves_In. intros (A & B & C & -> & ->). rewrite !app_length. simpl. rewrite !app_length. simpl. lia.
Qed.

Lemma string_opts_end s o : In o (string_opts s) -> weight (@length bool) o < length s.
Proof.
  unfold string_opts. rewrite in_map_iff. intros (t & <- & H). apply string_moves_end in H.
  unfold weight; simpl. lia.
Qed.

(* ---------- cells, zeros ---------- *)

Notation cell s d := (nth d s false).      (* beyond the end there are no ones *)

Definition zeros (s : list bool) : nat := length (filter negb s).

Lemma zeros_app s t : zeros (s ++ t) = zeros s + zeros t.
Proof. unfold zeros. now rewrite filter_app, app_length. Qed.

Lemma zeros_cons b s : zeros (b :: s) = (if b then 0 else 1) + zeros s.
Proof. unfold zeros; now destruct b. Qed.

Lemma zeros_length s : zeros s <= length s.
Proof. induction s as [|b s IH]; [auto|]. rewrite zeros_cons. simpl. destruct b; lia. Qed.

Lemma cell_inside s d : cell s d = true -> d < length s.
Proof. intros H. destruct (Nat.lt_ge_cases d (length s)); auto. now rewrite nth_overflow in H. Qed.

(* all zeros lie before cell m *)
Lemma zeros_before s : forall m, (forall i, m <= i < length s -> cell s i = true) -> zeros s <= m.
Proof.
  induction s as [|b s IH]; intros m H; [unfold zeros; simpl; lia|]. rewrite zeros_cons. simpl in H.
  destruct m as [|m].
  - pose proof (H 0 ltac:(lia)) as E. simpl in E. subst b. apply IH. intros i Hi. apply (H (S i)). lia.
  - assert (zeros s <= m); [|destruct b; lia]. apply IH. intros i Hi. apply (H (S i)). lia.
Qed.

Lemma zeros_before_one s : forall m p, (forall i, m <= i < length s -> cell s i = true) ->
  p < m -> cell s p = true -> zeros s + 1 <= m.
Proof.
  induction s as [|b s IH]; intros m p H P E; [now destruct p|]. rewrite zeros_cons. simpl in H.
  destruct m as [|m]; [lia|].
  assert (H' : forall i, m <= i < length s -> cell s i = true) by (intros i Hi; apply (H (S i)); lia).
  destruct p as [|p]; simpl in E.
  - subst b. pose proof (zeros_before s m H'). lia.
  - specialize (IH m p H' ltac:(lia) E). destruct b; lia.
Qed.

(* a run of zeros *)
Lemma zeros_run s : forall lo hi, hi <= length s -> (forall i, lo <= i < hi -> cell s i = false) -> hi - lo <= zeros s.
Proof.
  induction s as [|b s IH]; intros lo hi L H; simpl in L; [lia|]. rewrite zeros_cons.
  destruct hi as [|hi]; [lia|]. destruct lo as [|lo].
  - pose proof (H 0 ltac:(lia)) as E. simpl in E; subst b.
    specialize (IH 0 hi ltac:(lia)). assert (hi - 0 <= zeros s); [|lia]. apply IH. intros i Hi. apply (H (S i)). lia.
  - specialize (IH lo hi ltac:(lia)). assert (hi - lo <= zeros s); [|lia]. apply IH. intros i Hi. apply (H (S i)). lia.
Qed.

(* ---------- searching ---------- *)

Lemma least (P : nat -> bool) n : P n = true -> exists m, m <= n /\ P m = true /\ forall i, i < m -> P i = false.
Proof.
  revert n. assert (K : forall k n, n < k -> P n = true ->
    exists m, m <= n /\ P m = true /\ forall i, i < m -> P i = false).
  { induction k as [|k IH]; intros n Hn H; [lia|].
    destruct (existsb P (seq 0 n)) eqn:E.
    - apply existsb_exists in E. destruct E as (i & Hi & E). apply in_seq in Hi.
      destruct (IH i ltac:(lia) E) as (m & L & M). exists m; split; [lia|auto].
    - exists n. repeat split; auto. intros i Hi. destruct (P i) eqn:F; auto.
      assert (X : existsb P (seq 0 n) = true) by (apply existsb_exists; exists i; split; auto; apply in_seq; lia).
      congruence. }
  intros n; apply (K (S n)); lia.
Qed.

(* the last place before n, if there is one at p *)
Lemma last_before (P : nat -> bool) n p : p < n -> P p = true ->
  exists m, p <= m < n /\ P m = true /\ forall i, m < i < n -> P i = false.
Proof.
  intros L H. destruct (least (fun k => P (n - 1 - k)) (n - 1 - p)) as (k & K & E & M).
  { cbv beta. now replace (n - 1 - (n - 1 - p)) with p by lia. }
  exists (n - 1 - k). repeat split; try lia; auto. intros i Hi.
  rewrite <- (M (n - 1 - i)) by lia. f_equal. lia.
Qed.

(* ---------- the value, described ---------- *)

(* f is the largest number <= N, of the parity of N, such that no 1 stands at a distance d < f, d odd, from cell h;
   N is the number of zeros after cell h, all cells before h being zeros *)
Definition is_value_at (h : nat) (s : list bool) (f : nat) : Prop :=
  exists j, zeros s = h + f + 2 * j /\
    (forall k, 2 * k + 1 < f -> cell s (h + (2 * k + 1)) = false) /\
    (j = 0 \/ exists k, 2 * k + 1 < f + 2 /\ cell s (h + (2 * k + 1)) = true).

Definition first_one (h : nat) (s : list bool) : Prop := cell s h = true /\ forall i, i < h -> cell s i = false.

Definition is_value (s : list bool) (f : nat) : Prop := exists h, first_one h s /\ is_value_at h s f.

Lemma first_one_unique h h' s : first_one h s -> first_one h' s -> h = h'.
Proof.
  intros [A B] [A' B']. destruct (Nat.lt_trichotomy h h') as [L|[L|L]]; auto.
  - rewrite B' in A by auto; discriminate.
  - rewrite B in A' by auto; discriminate.
Qed.

Lemma is_value_unique s f f' : is_value s f -> is_value s f' -> f = f'.
Proof.
  intros (h & H & V) (h' & H' & V'). rewrite <- (first_one_unique _ _ _ H H') in V'. clear h' H'.
  assert (K : forall a b, is_value_at h s a -> is_value_at h s b -> a < b -> False).
  { intros a b (i & Za & Ca & Da) (j & Zb & Cb & Db) L. destruct Da as [->|(k & Lk & Ok)]; [lia|].
    rewrite Cb in Ok by lia. discriminate. }
  destruct (Nat.lt_trichotomy f f') as [L|[L|L]]; auto; exfalso; eauto.
Qed.

(* ---------- what a move does ---------- *)

(* t is s after the move a -> b: the 1 of cell a goes, the 0 of cell b becomes 1 *)
Definition moved (a b : nat) (s t : list bool) : Prop :=
  a < b < length s /\ cell s a = true /\ cell s b = false /\ zeros t + 1 = zeros s /\
  forall d, cell t d = if d <? a then cell s d else if S d =? b then true else cell s (S d).

Lemma moved_split A B C :
  moved (length A) (length A + 1 + length B) (A ++ true :: B ++ false :: C) (A ++ B ++ true :: C).
Proof.
  repeat split.
  - lia.
  - rewrite app_length. simpl. rewrite app_length. simpl. lia.
  - rewrite app_nth2, Nat.sub_diag by lia. reflexivity.
  - rewrite app_nth2 by lia. replace (length A + 1 + length B - length A) with (S (length B)) by lia.
    cbn [nth]. rewrite app_nth2, Nat.sub_diag by lia. reflexivity.
  - rewrite !zeros_app, !zeros_cons, !zeros_app, !zeros_cons. lia.
  - intros d. destruct (Nat.ltb_spec d (length A)) as [D|D].
    + now rewrite !app_nth1 by lia.
    + rewrite !(app_nth2 A) by lia. replace (S d - length A) with (S (d - length A)) by lia. cbn [nth].
      destruct (Nat.eqb_spec (S d) (length A + 1 + length B)) as [Q|Q].
      * rewrite app_nth2 by lia. replace (d - length A - length B) with 0 by lia. reflexivity.
      * destruct (Nat.lt_ge_cases (d - length A) (length B)).
        -- now rewrite !app_nth1 by lia.
        -- rewrite !(app_nth2 B) by lia.
           replace (d - length A - length B) with (S (d - length A - length B - 1)) by lia. reflexivity.
Qed.

Lemma move_is_moved s t : In t (string_moves s) -> exists a b, moved a b s t.
Proof.
  rewrite string_moves_In. intros (A & B & C & -> & ->). eexists; eexists; apply moved_split.
Qed.

Lemma move_exists s a b : a < b < length s -> cell s a = true -> cell s b = false ->
  exists t, In t (string_moves s) /\ moved a b s t.
Proof.
  intros L Ha Hb.
  destruct (nth_split s false (n := a)) as (A & R & E & LA); [lia|]. rewrite Ha in E.
  destruct (nth_split R false (n := b - a - 1)) as (B & C & E' & LB).
  { rewrite E, app_length in L. simpl in L. lia. }
  assert (X : nth (b - a - 1) R false = false).
  { rewrite E, app_nth2 in Hb by lia. replace (b - length A) with (S (b - a - 1)) in Hb by lia. exact Hb. }
  rewrite X in E'. rewrite E' in E.
  exists (A ++ B ++ true :: C). split; [apply string_moves_In; eauto|].
  pose proof (moved_split A B C) as M. rewrite <- E in M.
  replace (length A + 1 + length B) with b in M by lia. now rewrite LA in M.
Qed.

(* some move leads to the value v *)
Definition reaches (s : list bool) (v : nat) : Prop := exists t, In t (string_moves s) /\ is_value t v.

(* the first 1 moves; the new first 1 was in cell q *)
Lemma reach_first s b q v j : cell s 0 = true -> 1 <= b < length s -> cell s b = false ->
  1 <= q <= b -> (forall i, 1 <= i < q -> cell s i = false) -> (q = b \/ cell s q = true) ->
  zeros s = q + v + 2 * j ->
  (forall k, 2 * k + 1 < v -> cell s (q + (2 * k + 1)) = false /\ q + (2 * k + 1) <> b) ->
  (j = 0 \/ exists k, 2 * k + 1 < v + 2 /\ (cell s (q + (2 * k + 1)) = true \/ q + (2 * k + 1) = b)) ->
  reaches s v.
Proof.
  intros H0 Lb Hb Lq Hz Hq Z C D.
  destruct (move_exists s 0 b) as (t & M & _ & _ & _ & Zt & Ct); auto; try lia.
  assert (Ct' : forall d, cell t d = if S d =? b then true else cell s (S d)) by (intros d; now rewrite Ct).
  clear Ct; rename Ct' into Ct.
  exists t; split; auto. exists (q - 1). split; [split|exists j; repeat split].
  - rewrite Ct. replace (S (q - 1)) with q by lia. destruct (Nat.eqb_spec q b); auto. tauto.
  - intros i Hi. rewrite Ct. destruct (Nat.eqb_spec (S i) b); [lia|]. apply Hz; lia.
  - lia.
  - intros k Hk. rewrite Ct. replace (S (q - 1 + (2 * k + 1))) with (q + (2 * k + 1)) by lia.
    destruct (C k Hk). destruct (Nat.eqb_spec (q + (2 * k + 1)) b); [lia|auto].
  - destruct D as [D|(k & Hk & D)]; [now left|right]. exists k; split; auto.
    rewrite Ct. replace (S (q - 1 + (2 * k + 1))) with (q + (2 * k + 1)) by lia.
    destruct (Nat.eqb_spec (q + (2 * k + 1)) b); [auto|]. tauto.
Qed.

(* a later 1 moves *)
Lemma reach_later s a b v j : cell s 0 = true -> 1 <= a < b -> b < length s -> cell s a = true -> cell s b = false ->
  zeros s = 1 + v + 2 * j ->
  (forall k, 2 * k + 1 < v -> 2 * k + 1 < a -> cell s (2 * k + 1) = false) ->
  (forall k, 2 * k + 1 < v -> a <= 2 * k + 1 -> cell s (2 * k + 2) = false /\ 2 * k + 2 <> b) ->
  (j = 0 \/ exists k, 2 * k + 1 < v + 2 /\ (2 * k + 1 < a /\ cell s (2 * k + 1) = true \/
                     a <= 2 * k + 1 /\ (cell s (2 * k + 2) = true \/ 2 * k + 2 = b))) ->
  reaches s v.
Proof.
  intros H0 La Lb Ha Hb Z C1 C2 D.
  destruct (move_exists s a b) as (t & M & _ & _ & _ & Zt & Ct); auto; try lia.
  exists t; split; auto. exists 0. split; [split|exists j; repeat split]; try (intros; lia).
  - rewrite Ct. destruct (Nat.ltb_spec 0 a); [auto|lia].
  - intros k Hk. rewrite Ct. replace (S (0 + (2 * k + 1))) with (2 * k + 2) by lia.
    change (0 + (2 * k + 1)) with (2 * k + 1).
    destruct (Nat.ltb_spec (2 * k + 1) a); [now apply C1|].
    destruct (C2 k Hk); [lia|]. destruct (Nat.eqb_spec (2 * k + 2) b); [lia|auto].
  - destruct D as [D|(k & Hk & D)]; [now left|right]. exists k; split; auto.
    rewrite Ct. replace (S (0 + (2 * k + 1))) with (2 * k + 2) by lia. change (0 + (2 * k + 1)) with (2 * k + 1).
    destruct (Nat.ltb_spec (2 * k + 1) a); [destruct D as [[_ D]|[D _]]; [auto|lia]|].
    destruct (Nat.eqb_spec (2 * k + 2) b); [auto|]. destruct D as [[D _]|[_ [D|D]]]; [lia|auto|lia].
Qed.

(* ---------- no option has the value f (Lemma 2) ---------- *)

Lemma no_option s f t : cell s 0 = true -> is_value_at 0 s f -> In t (string_moves s) -> ~ is_value t f.
Proof.
  intros H0 (j & Z & C & D) M (h & (Hh & Bh) & (j' & Z' & C' & D')).
  apply move_is_moved in M. destruct M as (a & b & L & Ha & Hb & Zt & Ct).
  destruct a as [|a].
  - (* the first 1 moved, and q = h + 1 is even *)
    assert (Ct' : forall d, cell t d = if S d =? b then true else cell s (S d)) by (intros d; now rewrite Ct).
    clear Ct; rename Ct' into Ct. cbn [plus] in C, D.
    destruct D as [->|(k & Lk & Ok)]; [lia|].
    (* the 1 at the odd distance 2k+1 is too near now *)
    assert (E : forall d, 1 <= d -> cell s d = true -> cell t (d - 1) = true).
    { intros d Hd Od. rewrite Ct. replace (S (d - 1)) with d by lia. now destruct (d =? b). }
    specialize (E (2 * k + 1) ltac:(lia) Ok).
    assert (h <= 2 * k).
    { destruct (Nat.le_gt_cases h (2 * k)); auto. rewrite Bh in E by lia. discriminate. }
    assert (X : cell t (h + (2 * ((2 * k - h - 1) / 2) + 1)) = false).
    { apply C'. pose proof (Nat.div_mod (2 * k - h - 1) 2). lia. }
    replace (h + (2 * ((2 * k - h - 1) / 2) + 1)) with (2 * k + 1 - 1) in X; [congruence|].
    (* h is odd *)
    assert (Y : exists i, h = 2 * i + 1) by (exists (j - j' - 1); lia). destruct Y as (i & ->).
    replace (2 * k - (2 * i + 1) - 1) with ((k - i - 1) * 2) by lia. rewrite Nat.div_mul by lia. lia.
  - (* a later 1 moved: N changes its parity *)
    assert (h = 0); [|lia]. destruct h as [|h]; auto.
    specialize (Bh 0 ltac:(lia)). rewrite Ct in Bh. simpl in Bh. congruence.
Qed.

(* ---------- every smaller value is reached: the first 1 (Lemma A) ---------- *)

Lemma second_one s : (forall d, 1 <= d -> cell s d = false) \/
  exists p, 1 <= p /\ cell s p = true /\ forall i, 1 <= i < p -> cell s i = false.
Proof.
  destruct (existsb (fun d => cell s d) (seq 1 (length s))) eqn:E.
  - right. apply existsb_exists in E. destruct E as (d & Hd & E). apply in_seq in Hd.
    destruct (least (fun d => (1 <=? d) && cell s d) d) as (p & L & P & M).
    { apply andb_true_iff; split; [apply Nat.leb_le; lia|auto]. }
    apply andb_true_iff in P. destruct P as [P Q]. apply Nat.leb_le in P.
    exists p. repeat split; auto. intros i Hi. specialize (M i ltac:(lia)).
    apply andb_false_iff in M. destruct M as [M|M]; auto. apply Nat.leb_gt in M. lia.
  - left. intros d Hd. destruct (cell s d) eqn:C; auto. pose proof (cell_inside _ _ C).
    assert (X : existsb (fun d => cell s d) (seq 1 (length s)) = true); [|congruence].
    apply existsb_exists. exists d; split; auto. apply in_seq; lia.
Qed.

Lemma last_zero s m : cell s 0 = true -> 1 <= m <= zeros s ->
  exists b, m <= b < length s /\ cell s b = false /\ (forall i, b < i < length s -> cell s i = true) /\ zeros s <= b.
Proof.
  intros H0 Hm. destruct (existsb (fun i => negb (cell s i)) (seq m (length s - m))) eqn:E.
  - apply existsb_exists in E. destruct E as (z & Hz & E). apply in_seq in Hz.
    destruct (last_before (fun i => negb (cell s i)) (length s) z) as (b & L & P & M); [lia|auto|].
    exists b. apply negb_true_iff in P.
    assert (A : forall i, b < i < length s -> cell s i = true).
    { intros i Hi. apply negb_false_iff. apply M; lia. }
    repeat split; auto; try lia.
    assert (zeros s + 1 <= b + 1); [|lia]. apply zeros_before_one with (p := 0); auto; [|lia].
    intros i Hi. apply A; lia.
  - assert (zeros s + 1 <= m); [|lia]. apply zeros_before_one with (p := 0); auto; [|lia].
    intros i Hi. destruct (cell s i) eqn:C; auto.
    assert (X : existsb (fun i => negb (cell s i)) (seq m (length s - m)) = true); [|congruence].
    apply existsb_exists. exists i. split; [apply in_seq; lia|]. now rewrite C.
Qed.

(* F for the ones at distances of the parity e: e = 1 gives f, e = 0 the same with M in place of L *)
Definition class_value (e : nat) (s : list bool) (F : nat) : Prop :=
  exists j, zeros s = F + 2 * j /\
    (forall k, 0 < 2 * k + e < F -> cell s (2 * k + e) = false) /\
    (j = 0 \/ exists k, 0 < 2 * k + e < F + 2 /\ cell s (2 * k + e) = true).

Lemma lemma_A s e F t i : cell s 0 = true -> e <= 1 -> class_value e s F ->
  t < F -> F + e = t + 2 * i + 1 -> reaches s t.
Proof.
  intros H0 He (j & Z & C & D) Lt P.
  assert (Len : zeros s + 1 <= length s).
  { apply zeros_before_one with (p := 0); auto; [intros; lia|now apply cell_inside]. }
  (* A1: F - t is before the second 1 *)
  assert (A1 : (forall d, 1 <= d <= F - t -> cell s d = false) -> reaches s t).
  { intros Q. apply (reach_first s (F - t) (F - t) t j); auto; try lia.
    - apply Q; lia.
    - intros d Hd. apply Q; lia.
    - intros k Hk. split; [|lia]. replace (F - t + (2 * k + 1)) with (2 * (i + k + 1 - e) + e) by lia. apply C; lia.
    - destruct D as [D|(k & Lk & Ok)]; [now left|right].
      assert (F - t < 2 * k + e).
      { destruct (Nat.lt_ge_cases (F - t) (2 * k + e)); auto. rewrite Q in Ok by lia. discriminate. }
      exists (k + e - i - 1). split; [lia|left].
      now replace (F - t + (2 * (k + e - i - 1) + 1)) with (2 * k + e) by lia. }
  destruct (second_one s) as [N|(p & P1 & Op & Mp)]; [apply A1; intros; apply N; lia|].
  destruct (Nat.lt_ge_cases (F - t) p) as [L|L]; [apply A1; intros; apply Mp; lia|clear A1].
  (* p has the parity of F - t, not that of e *)
  assert (X : exists c, p + e = 2 * c + 1).
  { destruct (Nat.Even_or_Odd (p + e)) as [[c Hc]|[c Hc]]; [|eauto].
    assert (X : cell s (2 * (c - e) + e) = false) by (apply C; lia).
    replace (2 * (c - e) + e) with p in X by lia. congruence. }
  destruct X as (c & Hc).
  destruct (Nat.eq_dec (F - t) p) as [E|E].
  - (* A3: the last zero *)
    destruct (last_zero s p) as (b & Lb & Ob & Mb & Zb); auto; [lia|].
    assert (b <> p) by (intros ->; congruence).
    apply (reach_first s b p t j); auto; try lia.
    + intros k Hk. split; [|lia]. replace (p + (2 * k + 1)) with (2 * (c + k + 1 - e) + e) by lia. apply C; lia.
    + destruct D as [D|(k & Lk & Ok)]; [now left|right].
      assert (F <= 2 * k + e).
      { destruct (Nat.lt_ge_cases (2 * k + e) F); auto. rewrite C in Ok by lia. discriminate. }
      exists (k + e - c - 1). split; [lia|left].
      now replace (p + (2 * (k + e - c - 1) + 1)) with (2 * k + e) by lia.
  - (* A2 *)
    assert (T : exists u, t = 2 * u \/ t = 2 * u + 1).
    { destruct (Nat.Even_or_Odd t) as [[u Hu]|[u Hu]]; eauto. }
    destruct T as (u & Hu).
    assert (B : cell s (p + (2 * u + 1)) = false).
    { replace (p + (2 * u + 1)) with (2 * (c + u + 1 - e) + e) by lia. apply C; lia. }
    apply (reach_first s (p + (2 * u + 1)) p t (i - c + j)); auto; try lia.
    + intros k Hk. split; [|lia]. replace (p + (2 * k + 1)) with (2 * (c + k + 1 - e) + e) by lia. apply C; lia.
    + right. exists u. split; [lia|now right].
Qed.

(* F exists, and is at least any number that satisfies the first two conditions *)
Lemma class_value_exists e s : forall j F, zeros s = F + 2 * j ->
  (forall k, 0 < 2 * k + e < F -> cell s (2 * k + e) = false) ->
  exists F' i, F' = F + 2 * i /\ class_value e s F'.
Proof.
  induction j as [|j IH]; intros F Z C.
  - exists F, 0. split; [lia|]. exists 0; auto.
  - destruct (existsb (fun k => (0 <? 2 * k + e) && (2 * k + e <? F + 2) && cell s (2 * k + e)) (seq 0 (F + 2))) eqn:E.
    + apply existsb_exists in E. destruct E as (k & _ & E). rewrite !andb_true_iff, !Nat.ltb_lt in E.
      exists F, 0. split; [lia|]. exists (S j). repeat split; auto. right. exists k. tauto.
    + destruct (IH (F + 2)) as (F' & i & E' & V); [lia| |exists F', (S i); split; [lia|auto]].
      intros k Hk. destruct (cell s (2 * k + e)) eqn:O; auto.
      rewrite <- E. symmetry. apply existsb_exists. exists k. rewrite in_seq, !andb_true_iff, !Nat.ltb_lt.
      repeat split; auto; lia.
Qed.

Lemma reach_class s e F t i j : cell s 0 = true -> e <= 1 -> zeros s = F + 2 * j ->
  (forall k, 0 < 2 * k + e < F -> cell s (2 * k + e) = false) ->
  t < F -> F + e = t + 2 * i + 1 -> reaches s t.
Proof.
  intros H0 He Z C Lt P. destruct (class_value_exists e s j F Z C) as (F' & i' & E & V).
  apply (lemma_A s e F' t (i + i')); auto; lia.
Qed.

(* ---------- every smaller value is reached: a later 1 (Lemma B) ---------- *)

Lemma lemma_B s f t p j : cell s 0 = true -> is_value_at 0 s f ->
  1 <= p -> cell s (2 * p) = true -> (forall i, 1 <= i < 2 * p -> cell s i = false) ->
  zeros s = 1 + t + 2 * j -> 2 * p <= t < f -> reaches s t.
Proof.
  intros H0 (jf & Zf & C & D) P1 Op Mp Z Lt. cbn [plus] in C, D.
  assert (Len : zeros s + 1 <= length s).
  { apply zeros_before_one with (p := 0); auto; [intros; lia|now apply cell_inside]. }
  (* B1, B2: cell e = 2c is t+1 or t+2 *)
  assert (B12 : forall c, t < 2 * c <= t + 2 -> 2 * c <= f -> reaches s t).
  { intros c Hc Lc.
    destruct (last_before (fun i => cell s i) (2 * c) (2 * p)) as (a & La & Oa & Ma); [lia|auto|].
    assert (A : exists u, a = 2 * u).
    { destruct (Nat.Even_or_Odd a) as [[u Hu]|[u Hu]]; [eauto|]. rewrite Hu, C in Oa by lia. discriminate. }
    destruct A as (u & Hu).
    destruct (cell s (2 * c)) eqn:E.
    - apply (reach_later s a (a + 1) t j); auto; try lia.
      + apply Ma; lia.
      + intros k Hk Ha. apply C; lia.
      + intros k Hk Ha. split; [apply Ma; lia|lia].
      + right. exists (c - 1). split; [lia|]. right. split; [lia|left].
        now replace (2 * (c - 1) + 2) with (2 * c) by lia.
    - apply (reach_later s a (2 * c) t j); auto; try lia.
      + intros k Hk Ha. apply C; lia.
      + intros k Hk Ha. split; [apply Ma; lia|lia].
      + right. exists (c - 1). split; [lia|]. right. split; lia. }
  destruct (Nat.Even_or_Odd t) as [[u Hu]|[u Hu]]; [|apply (B12 (u + 1)); lia].
  destruct (Nat.eq_dec (t + 1) f) as [E|E]; [|apply (B12 (u + 1)); lia].
  destruct (Nat.eq_dec jf 0) as [->|J].
  - (* B3: f = N *)
    destruct (last_zero s (2 * p)) as (b & Lb & Ob & Mb & Zb); auto; [lia|].
    assert (b <> 2 * p) by (intros ->; congruence).
    assert (Zb' : zeros s + 1 <= b).
    { (* cells 0 and 2p are ones: look at the string without cell 0 *)
      destruct s as [|b0 r]; [discriminate|]. simpl in H0. subst b0. rewrite zeros_cons. simpl plus.
      apply zeros_before_one with (p := 2 * p - 1); [|lia|].
      - intros i Hi. apply (Mb (S i)). simpl; lia.
      - replace (2 * p) with (S (2 * p - 1)) in Op by lia. exact Op. }
    destruct (last_before (fun i => cell s i) b (2 * p)) as (a & La & Oa & Ma); [lia|auto|].
    apply (reach_later s a b t 0); auto; try lia.
    + intros k Hk Ha. apply C; lia.
    + intros k Hk Ha. split; [apply Ma; lia|lia].
  - (* B4: f = L < N *)
    destruct D as [D|(k & Lk & Ok)]; [lia|].
    assert (K : 2 * k + 1 = f).
    { destruct (Nat.lt_ge_cases (2 * k + 1) f) as [L|L]; [rewrite C in Ok by auto; discriminate|lia]. }
    destruct (last_zero s (f + 1)) as (z & Lz & Oz & _); auto; [lia|].
    destruct (least (fun i => (f <? i) && negb (cell s i)) z) as (b & Lb & Ob & Mb).
    { apply andb_true_iff; split; [apply Nat.ltb_lt; lia|now rewrite Oz]. }
    apply andb_true_iff in Ob. destruct Ob as [Ob1 Ob2]. apply Nat.ltb_lt in Ob1. apply negb_true_iff in Ob2.
    apply (reach_later s f b t j); auto; try lia.
    + now rewrite <- K.
    + right. exists k. split; [lia|]. right. split; [lia|].
      destruct (Nat.eq_dec (2 * k + 2) b) as [Q|Q]; [now right|left].
      specialize (Mb (2 * k + 2) ltac:(lia)). apply andb_false_iff in Mb.
      destruct Mb as [Mb|Mb]; [apply Nat.ltb_ge in Mb; lia|]. now apply negb_false_iff.
Qed.

(* ---------- both together ---------- *)

Lemma all_reached s f t : cell s 0 = true -> is_value_at 0 s f -> t < f -> reaches s t.
Proof.
  intros H0 V Lt. pose proof V as (j & Z & C & D). cbn [plus] in Z, C, D.
  destruct (Nat.Even_or_Odd (f - t)) as [[i Hi]|[i Hi]].
  - (* t has the parity of N *)
    apply (reach_class s 1 f t i j); auto; try lia. intros k Hk. apply C; lia.
  - destruct (second_one s) as [N|(p & P1 & Op & Mp)].
    + apply (reach_class s 0 f t i j); auto; try lia. intros k Hk. apply N; lia.
    + destruct (Nat.Even_or_Odd p) as [[c Hc]|[c Hc]].
      * assert (Q : p - 1 <= zeros s).
        { apply zeros_run with (lo := 1); auto. apply cell_inside in Op. lia. }
        destruct (Nat.lt_ge_cases t p) as [L|L].
        -- destruct (Nat.Even_or_Odd t) as [[u Hu]|[u Hu]].
           ++ (* t even, N odd *)
              apply (reach_class s 0 (p - 1) t (c - 1 - u) (i + j + u + 1 - c)); auto; try lia.
              intros k Hk. apply Mp; lia.
           ++ apply (reach_class s 0 p t (c - u - 1) (i + j + u + 1 - c)); auto; try lia.
        -- apply (lemma_B s f t c (i + j)); auto; try lia; rewrite <- ?Hc; auto.
      * (* p = L < M *)
        assert (f <= p).
        { destruct (Nat.le_gt_cases f p); auto. rewrite Hc, C in Op by lia. discriminate. }
        apply (reach_class s 0 f t i j); auto; try lia. intros k Hk.
        apply Mp; lia.
Qed.

(* ---------- the rule ---------- *)

(* the least odd distance of a 1 *)
Definition odd_one (s : list bool) : option nat := find (fun d => Nat.odd d && cell s d) (seq 1 (length s)).

(* the largest number <= x that has the parity of n *)
Definition to_parity (x n : nat) : nat := if Nat.even (n - x) then x else x - 1.

(* the value of a string: leading zeros are dropped *)
Fixpoint rule (s : list bool) : nat :=
  match s with
  | [] => 0
  | false :: r => rule r
  | true :: _ => let N := zeros s in to_parity (match odd_one s with Some L => Nat.min N L | None => N end) N
  end.

Lemma find_seq_least P : forall n m d, find P (seq m n) = Some d ->
  P d = true /\ m <= d /\ forall i, m <= i < d -> P i = false.
Proof.
  induction n as [|n IH]; intros m d; simpl; [easy|]. destruct (P m) eqn:E.
  - intros H; inversion H; subst. repeat split; auto. intros; lia.
  - intros H. destruct (IH _ _ H) as (A & B & C). repeat split; auto; [lia|].
    intros i Hi. destruct (Nat.eq_dec i m) as [->|D]; auto. apply C; lia.
Qed.

Lemma rule_first s : cell s 0 = true -> is_value_at 0 s (rule s).
Proof.
  intros H0. destruct s as [|b r]; [discriminate|]. simpl in H0. subst b.
  unfold rule. set (s := true :: r). unfold is_value_at. cbn [plus].
  destruct (odd_one s) as [L|] eqn:E; unfold odd_one in E.
  - apply find_seq_least in E. destruct E as (P & L1 & M). apply andb_true_iff in P. destruct P as [PO PL].
    apply Nat.odd_spec in PO. destruct PO as (l & Hl).
    assert (C : forall k, 2 * k + 1 < L -> cell s (2 * k + 1) = false).
    { intros k Hk. specialize (M (2 * k + 1) ltac:(lia)). apply andb_false_iff in M. destruct M as [M|M]; auto.
      assert (X : Nat.odd (2 * k + 1) = true) by (apply Nat.odd_spec; now exists k). congruence. }
    unfold to_parity. destruct (Nat.le_gt_cases (zeros s) L) as [Q|Q].
    + rewrite Nat.min_l, Nat.sub_diag by auto. simpl Nat.even. cbv iota.
      exists 0. repeat split; [lia|intros; apply C; lia|now left].
    + rewrite Nat.min_r by lia. destruct (Nat.even (zeros s - L)) eqn:E.
      * apply Nat.even_spec in E. destruct E as (u & Hu). exists u. repeat split; [lia|intros; apply C; lia|].
        right. exists l. split; [lia|]. now rewrite <- Hl.
      * assert (O : Nat.odd (zeros s - L) = true) by (unfold Nat.odd; now rewrite E).
        apply Nat.odd_spec in O. destruct O as (u & Hu). exists (u + 1). repeat split; [lia|intros; apply C; lia|].
        right. exists l. split; [lia|]. now rewrite <- Hl.
  - unfold to_parity. rewrite Nat.sub_diag. simpl Nat.even. cbv iota. exists 0. repeat split; [lia| |now left].
    intros k Hk. destruct (cell s (2 * k + 1)) eqn:O; auto. pose proof (cell_inside _ _ O).
    apply find_none with (x := 2 * k + 1) in E; [|apply in_seq; lia].
    assert (X : Nat.odd (2 * k + 1) = true) by (apply Nat.odd_spec; now exists k). now rewrite X, O in E.
Qed.

Lemma rule_right s d : cell s d = true -> is_value s (rule s).
Proof.
  revert d. induction s as [|b s IH]; intros d H; [now destruct d|]. destruct b.
  - exists 0. split; [split; [reflexivity|intros; lia]|]. now apply rule_first.
  - destruct d as [|d]; [discriminate|]. destruct (IH d H) as (h & (A & B) & (j & Z & C & D)).
    exists (S h). split; [split; [exact A|]|].
    + intros [|i] Hi; [reflexivity|]. apply (B i); lia.
    + exists j. repeat split; [rewrite zeros_cons; simpl rule; lia|exact C|exact D].
Qed.

Lemma rule_mex s : is_mex (N.of_nat (rule s)) (map (fun t => N.of_nat (rule t)) (string_moves s)).
Proof.
  induction s as [|b s IH]; [split; simpl; [easy|intros; lia]|]. destruct b.
  - set (u := true :: s). assert (H0 : cell u 0 = true) by reflexivity. clearbody u.
    assert (V : forall t, In t (string_moves u) -> is_value t (rule t)).
    { intros t M. apply move_is_moved in M. destruct M as (a & b & L & _ & _ & _ & Ct).
      apply (rule_right t (b - 1)). rewrite Ct. destruct (Nat.ltb_spec (b - 1) a); [lia|].
      destruct (Nat.eqb_spec (S (b - 1)) b); [auto|lia]. }
    split.
    + intros M. apply in_map_iff in M. destruct M as (t & E & M). apply Nat2N.inj in E.
      apply (no_option u (rule u) t H0 (rule_first u H0) M). rewrite <- E. auto.
    + intros v Lv. destruct (all_reached u (rule u) (N.to_nat v) H0 (rule_first u H0)) as (t & M & W); [lia|].
      apply in_map_iff. exists t. split; auto. rewrite (is_value_unique t _ _ (V t M) W). lia.
  - simpl. rewrite map_map. exact IH.
Qed.

(* the gap rule (Theorem 1 of docs/cards.md) *)
Theorem gap_rule s : G string_opts (@length bool) s = N.of_nat (rule s).
Proof.
  apply (table_right string_opts (@length bool) string_opts_end (fun _ => True) (fun s => N.of_nat (rule s))); auto.
  intros t _. unfold string_opts. rewrite map_map. cbn [map xors fold_right].
  rewrite (map_ext _ (fun u => N.of_nat (rule u))); [apply rule_mex|]. intros u. apply N.lxor_0_r.
Qed.
