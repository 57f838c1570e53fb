(* One sheet of paper cutting on machine integers: the method of docs/cutting.md, "One row, by parity", and its proof.

   The rows narrower than w are known: each split of width w is a table with a constant tail. The value at height h is
   found from three sources of values that are reached:
   - entries: a(t) + alpha (nim-sum) is reached at every height from t + tau on, once for the whole row;
   - rare heights, which reach every odious value that has not entered;
   - columns: the cuts at j = 1, 2, ... of all splits, as long as the least value not found is evil.
   If the least value not found is odious, or no column is left, it is the value. *)
Require Import List Arith NArith ZArith Lia Bool Uint63 PArray.
From Sprague.theory Require Import Game Ranges Cutting.
Import ListNotations.
Open Scope uint63_scope.
Open Scope array_scope.

(* ---------- machine integers ---------- *)
Definition tn (x : int) : N := Z.to_N (to_Z x).
Definition ofN (n : N) : int := of_Z (Z.of_N n).

Lemma nonneg x : (0 <= to_Z x)%Z.
Proof. apply to_Z_bounded. Qed.

Lemma below x : (to_Z x < 2 ^ 63)%Z.
Proof. apply to_Z_bounded. Qed.

Lemma tn_inj x y : tn x = tn y -> x = y.
Proof. unfold tn; intros H. apply to_Z_inj. pose proof (nonneg x). pose proof (nonneg y). lia. Qed.

Lemma tn_lxor x y : tn (x lxor y) = N.lxor (tn x) (tn y).
Proof.
  unfold tn. rewrite lxor_spec'. pose proof (nonneg x). pose proof (nonneg y).
  destruct (to_Z x) as [|a|a], (to_Z y) as [|b|b]; try lia; try reflexivity.
  simpl. destruct (Pos.lxor a b); reflexivity.
Qed.

Lemma to_Z_of_Z z : (0 <= z < 2 ^ 63)%Z -> to_Z (of_Z z) = z.
Proof. intros H. rewrite of_Z_spec. apply Z.mod_small. exact H. Qed.

Lemma ofN_tn x : ofN (tn x) = x.
Proof. unfold ofN, tn. rewrite Z2N.id by apply nonneg. apply of_to_Z. Qed.

Lemma tn_ofN n : (Z.of_N n < 2 ^ 63)%Z -> tn (ofN n) = n.
Proof. intros H. unfold tn, ofN. rewrite to_Z_of_Z by lia. apply N2Z.id. Qed.

Lemma add_Z x y : (to_Z x + to_Z y < 2 ^ 63)%Z -> to_Z (x + y) = (to_Z x + to_Z y)%Z.
Proof.
  intros H. rewrite add_spec. apply Z.mod_small. split; [|exact H]. pose proof (nonneg x). pose proof (nonneg y). lia.
Qed.

Lemma succ_Z x y : (to_Z x < to_Z y)%Z -> to_Z (x + 1) = (to_Z x + 1)%Z.
Proof. intros H. pose proof (below y). apply add_Z. change (to_Z 1) with 1%Z. lia. Qed.

Lemma sub_Z x y : (to_Z y <= to_Z x)%Z -> to_Z (x - y) = (to_Z x - to_Z y)%Z.
Proof.
  intros H. rewrite sub_spec. apply Z.mod_small. pose proof (nonneg y). pose proof (below x).
  change wB with (2 ^ 63)%Z. lia.
Qed.

Definition max (x y : int) : int := if x <? y then y else x.

Lemma max_Z x y : to_Z (max x y) = Z.max (to_Z x) (to_Z y).
Proof. unfold max. destruct (ltbP x y); lia. Qed.

(* fuel of loops over heights *)
Definition F : nat := Eval vm_compute in N.to_nat 20000.
Global Opaque F.

(* ---------- parity ---------- *)
(* Is the number of ones odd? So for values below 2^16; what is used is that it is linear. *)
Definition fold (k x : int) : int := x lxor (x >> k).
Definition odious (x : int) : bool := bit (fold 1 (fold 2 (fold 4 (fold 8 x)))) 0.

Lemma odious_lxor x y : odious (x lxor y) = xorb (odious x) (odious y).
Proof.
  assert (R : forall x y k, (x lxor y) >> k = (x >> k) lxor (y >> k)).
  { clear. intros x y k. apply bit_ext; intros n. rewrite lxor_spec, !bit_lsr, lxor_spec.
    destruct (n <=? k + n)%uint63; reflexivity. }
  assert (Q : forall k x y, fold k (x lxor y) = fold k x lxor fold k y).
  { clear - R. intros k x y. unfold fold. rewrite R. apply tn_inj. rewrite !tn_lxor, !N.lxor_assoc. f_equal.
    rewrite <- !N.lxor_assoc. f_equal. apply N.lxor_comm. }
  unfold odious. rewrite !Q. apply lxor_spec.
Qed.

(* ---------- tables ---------- *)
(* A sequence given by cells before tau, and constant, alpha, from tau on. *)
Record table := { cells : array int; tau : int; alpha : int }.
Definition read (a : table) (t : int) : int := if t <? tau a then (cells a).[t] else alpha a.

Definition table_ok (a : table) : Prop := (1 <= to_Z (tau a) < 10000000)%Z.

(* the sequence, for all heights *)
Definition look (a : table) (t : Z) : N := if (t <? to_Z (tau a))%Z then tn (cells a).[of_Z t] else tn (alpha a).

Lemma read_look a x : tn (read a x) = look a (to_Z x).
Proof.
  unfold read, look. rewrite of_to_Z. destruct (ltbP x (tau a)) as [H|H];
  destruct (Z.ltb_spec (to_Z x) (to_Z (tau a))); auto; lia.
Qed.

Lemma look_read a t : (0 <= t < 2 ^ 63)%Z -> look a t = tn (read a (of_Z t)).
Proof. intros H. now rewrite read_look, to_Z_of_Z. Qed.

Lemma look_tn a t : exists x, look a t = tn x.
Proof. unfold look. destruct (t <? to_Z (tau a))%Z; eauto. Qed.

Lemma look_tail a : constant_from (to_Z (tau a)) (tn (alpha a)) (look a).
Proof. intros t Ht. unfold look. destruct (Z.ltb_spec t (to_Z (tau a))); auto; lia. Qed.

Fixpoint fill (fuel : nat) (x n : int) (f : int -> option int) (acc : array int) : option (array int) :=
  match fuel with
  | O => None
  | S k => if n <=? x then Some acc else
           match f x with None => None | Some v => fill k (x + 1) n f acc.[x <- v] end
  end.

Definition tabulate (f : int -> option int) (n last : int) : option table :=
  if (0 <? n) && (n <=? max_length) then
    match fill F 0 n f (make n 0) with
    | None => None
    | Some c => Some {| cells := c; tau := n; alpha := last |}
    end
  else None.

Lemma fill_sound n f fuel : forall x acc c, fill fuel x n f acc = Some c ->
  (to_Z n <= to_Z (PArray.length acc))%Z ->
  (forall y, (to_Z y < to_Z x)%Z -> c.[y] = acc.[y]) /\
  (forall y, (to_Z x <= to_Z y < to_Z n)%Z -> f y = Some c.[y]).
Proof.
  induction fuel as [|k IH]; intros x acc c; cbn [fill]; [easy|]. intros E L.
  destruct (lebP n x) as [C|C].
  - injection E as <-. split; auto. intros; lia.
  - destruct (f x) as [v|] eqn:Fx; [|discriminate].
    assert (X1 : to_Z (x + 1) = (to_Z x + 1)%Z) by (apply (succ_Z x n); lia).
    destruct (IH _ _ _ E) as (A2 & A3); [now rewrite length_set|]. split.
    + intros y Hy. rewrite A2 by lia. apply get_set_other. intros ->; lia.
    + intros y Hy. destruct (Z.eq_dec (to_Z x) (to_Z y)) as [Q|Q].
      * apply to_Z_inj in Q; subst y. rewrite A2 by lia. rewrite get_set_same; auto. apply ltb_spec. lia.
      * apply A3; lia.
Qed.

Lemma tabulate_sound f n last a : tabulate f n last = Some a ->
  table_ok a /\ tau a = n /\ alpha a = last /\ forall y, (to_Z y < to_Z n)%Z -> f y = Some (cells a).[y].
Proof.
  unfold tabulate. destruct (ltbP 0 n) as [P|]; [|discriminate]. destruct (lebP n max_length) as [B|]; [|discriminate].
  cbn [andb]. destruct (fill F 0 n f (make n 0)) as [c|] eqn:E; [|discriminate].
  intros Q; inversion Q; subst; clear Q; unfold table_ok; cbn [tau alpha cells].
  change (to_Z 0) with 0%Z in P. apply fill_sound in E.
  - split; [change (to_Z max_length) with 4194303%Z in B; lia|]. split; [auto|]. split; [auto|].
    intros y Hy. apply E. change (to_Z 0) with 0%Z. pose proof (nonneg y). lia.
  - rewrite length_make. apply leb_spec in B. rewrite B. lia.
Qed.

(* ---------- splits ---------- *)
(* A split: its sequence, its rare heights, and a height from which these have only partners in the tail. *)
Record split := { seqn : table; rare : list int; rare_end : int }.

Definition seq_of (a : split) : Z -> N := look (seqn a).

Definition split_ok (a : split) : Prop := table_ok (seqn a) /\
  (forall p, (1 <= to_Z p < to_Z (tau (seqn a)))%Z ->
     xorb (odious (read (seqn a) p)) (odious (alpha (seqn a))) = true -> In p (rare a)) /\
  (forall p, In p (rare a) -> (1 <= to_Z p < to_Z (tau (seqn a)))%Z /\
     (to_Z p + to_Z (tau (seqn a)) <= to_Z (rare_end a))%Z).

(* ---------- entries ---------- *)
Definition never : int := max_int.

(* e.[v]: the least height t + tau of a split with a(t) + alpha = v *)
Fixpoint enter (fuel : nat) (t : int) (a : table) (e : array int) : option (array int) :=
  match fuel with
  | O => None
  | S k => if tau a <? t then Some e else
           let v := read a t lxor alpha a in
           enter k (t + 1) a (if t + tau a <? e.[v] then e.[v <- t + tau a] else e)
  end.

Fixpoint entries (sp : list split) (e : array int) : option (array int) :=
  match sp with
  | [] => Some e
  | a :: sp => match enter F 1 (seqn a) e with None => None | Some e => entries sp e end
  end.

Section Entries.
Variable sp : list split.
Hypothesis sp_ok : forall a, In a sp -> split_ok a.

(* v has entered at height x: it is reached from there on *)
Definition enters (v : int) (x : Z) : Prop := exists a t, In a sp /\ (1 <= t)%Z /\
  (t + to_Z (tau (seqn a)) <= x)%Z /\ tn v = N.lxor (seq_of a t) (tn (alpha (seqn a))).

Definition entries_sound (e : array int) : Prop := PArray.length e = 256 /\
  forall v, (to_Z v < 256)%Z -> e.[v] = never \/ enters v (to_Z e.[v]).

Definition has_entry (e : array int) (a : table) (t : int) : Prop :=
  let v := read a t lxor alpha a in (to_Z v < 256)%Z -> (to_Z e.[v] <= to_Z t + to_Z (tau a))%Z.

Definition earlier (e' e : array int) : Prop := forall v, (to_Z v < 256)%Z -> (to_Z e'.[v] <= to_Z e.[v])%Z.

Lemma enter_sound a fuel : In a sp -> forall t e e', enter fuel t (seqn a) e = Some e' -> (1 <= to_Z t)%Z ->
  entries_sound e -> entries_sound e' /\ earlier e' e /\
  forall k, (to_Z t <= to_Z k <= to_Z (tau (seqn a)))%Z -> has_entry e' (seqn a) k.
Proof.
  intros Ha. destruct (sp_ok a Ha) as (Ta & _). unfold table_ok in Ta.
  induction fuel as [|f IH]; intros t e e'; cbn [enter]; [easy|]. cbv zeta. intros E Ht He.
  destruct (ltbP (tau (seqn a)) t) as [C|C].
  - injection E as <-. split; [auto|]. split; [intros v _; lia|intros; lia].
  - set (v := read (seqn a) t lxor alpha (seqn a)) in *. set (x := t + tau (seqn a)) in *.
    assert (Zx : to_Z x = (to_Z t + to_Z (tau (seqn a)))%Z) by (apply add_Z; lia).
    assert (T1 : to_Z (t + 1) = (to_Z t + 1)%Z) by (apply add_Z; change (to_Z 1) with 1%Z; lia).
    set (e1 := if x <? e.[v] then e.[v <- x] else e) in *.
    assert (L1 : PArray.length e1 = 256) by (unfold e1; destruct (x <? e.[v]); rewrite ?length_set; apply He).
    assert (V1 : (to_Z v < 256)%Z -> (to_Z e1.[v] <= to_Z x)%Z).
    { intros Hv. unfold e1. destruct (ltbP x e.[v]); [|lia]. rewrite get_set_same; [lia|].
      apply ltb_spec. rewrite (proj1 He). exact Hv. }
    assert (O1 : forall u, (to_Z u < 256)%Z -> e1.[u] = e.[u] \/ u = v /\ e1.[u] = x /\ (to_Z x < to_Z e.[u])%Z).
    { intros u Hu. unfold e1. destruct (ltbP x e.[v]) as [Q|]; [|auto].
      destruct (Z.eq_dec (to_Z v) (to_Z u)) as [D|D].
      - apply to_Z_inj in D; subst u. right. split; [auto|]. split; [|auto]. apply get_set_same.
        apply ltb_spec. rewrite (proj1 He). exact Hu.
      - left. apply get_set_other. intros ->. now elim D. }
    assert (S1 : entries_sound e1).
    { split; [exact L1|]. intros u Hu. destruct (O1 u Hu) as [->|(-> & -> & _)]; [now apply He|]. right.
      exists a, (to_Z t). rewrite Zx. repeat split; auto; try lia.
      unfold v. now rewrite tn_lxor, read_look. }
    destruct (IH _ _ _ E ltac:(lia) S1) as (A1 & A2 & A3). split; [exact A1|]. split.
    + intros u Hu. specialize (A2 u Hu). destruct (O1 u Hu) as [Q|(_ & Q & R)]; rewrite Q in A2; lia.
    + intros k Hk. destruct (Z.eq_dec (to_Z t) (to_Z k)) as [D|D]; [|apply A3; lia].
      apply to_Z_inj in D; subst k. unfold has_entry. fold v. cbv zeta. intros Hv.
      specialize (A2 v Hv). specialize (V1 Hv). lia.
Qed.

Lemma entries_step l : (forall a, In a l -> In a sp) -> forall e e', entries l e = Some e' -> entries_sound e ->
  entries_sound e' /\ earlier e' e /\
  forall a k, In a l -> (1 <= to_Z k <= to_Z (tau (seqn a)))%Z -> has_entry e' (seqn a) k.
Proof.
  induction l as [|a l IH]; intros Hl e e'; cbn [entries].
  - intros E He. injection E as <-. split; [auto|]. split; [intros v _; lia|easy].
  - destruct (enter F 1 (seqn a) e) as [e1|] eqn:En; [|easy]. intros E He.
    destruct (enter_sound a F (Hl a (or_introl eq_refl)) 1 e e1 En ltac:(reflexivity) He) as (A1 & A2 & A3).
    destruct (IH (fun b Hb => Hl b (or_intror Hb)) e1 e' E A1) as (B1 & B2 & B3). split; [exact B1|]. split.
    + intros v Hv. specialize (A2 v Hv). specialize (B2 v Hv). lia.
    + intros b k [<-|Hb] Hk; [|now apply B3]. specialize (A3 k Hk). unfold has_entry in *. cbv zeta in *.
      intros Hv. specialize (A3 Hv). specialize (B2 _ Hv). lia.
Qed.

Definition entries_ok (e : array int) : Prop := entries_sound e /\
  forall a k, In a sp -> (1 <= to_Z k <= to_Z (tau (seqn a)))%Z -> has_entry e (seqn a) k.

Lemma entries_right e : entries sp (make 256 never) = Some e -> entries_ok e.
Proof.
  intros E. apply entries_step in E; auto; [split; apply E|]. split; [reflexivity|]. intros v _. left. apply get_make.
Qed.
End Entries.

(* ---------- sets of values below 256 ---------- *)
Section Fold.
Variables M X : Type.
Variable g : M -> X -> M.

Lemma fold_keeps (P : M -> Prop) l : (forall m a, In a l -> P m -> P (g m a)) -> forall m, P m -> P (fold_left g l m).
Proof.
  induction l as [|b l IH]; intros H m Hm; simpl; auto. apply IH; [intros; apply H; simpl; auto|].
  apply H; simpl; auto.
Qed.

Lemma fold_has (L Q : M -> Prop) a l : (forall m b, L m -> L (g m b)) -> (forall m b, L m -> Q m -> Q (g m b)) ->
  In a l -> (forall m, L m -> Q (g m a)) -> forall m, L m -> Q (fold_left g l m).
Proof.
  intros HL HQ. induction l as [|b l IH]; intros Ha Hg m Hm; [easy|]. simpl.
  destruct Ha as [->|Ha]; [|now apply IH; auto].
  apply (fold_keeps (fun m => L m /\ Q m)); auto. intros m' b _ [H1 H2]; auto.
Qed.
End Fold.

Definition full (m : array bool) : Prop := PArray.length m = 256.
Definition holds (v : int) (m : array bool) : Prop := (to_Z v < 256)%Z -> m.[v] = true.
Definition only (P : int -> Prop) (m : array bool) : Prop := forall v, (to_Z v < 256)%Z -> m.[v] = true -> P v.

Lemma full_set m c : full m -> full m.[c <- true].
Proof. unfold full. now rewrite length_set. Qed.

Lemma holds_new c m : full m -> holds c m.[c <- true].
Proof. intros L H. apply get_set_same. rewrite L. apply ltb_spec, H. Qed.

Lemma holds_set v c m : full m -> holds v m -> holds v m.[c <- true].
Proof.
  intros L H. destruct (Z.eq_dec (to_Z c) (to_Z v)) as [D|D].
  - apply to_Z_inj in D; subst. now apply holds_new.
  - intros Hv. rewrite get_set_other; [auto|]. intros ->. now elim D.
Qed.

Lemma only_set (P : int -> Prop) c m : P c -> only P m -> only P m.[c <- true].
Proof.
  intros Hc H v Hv. destruct (Z.eq_dec (to_Z c) (to_Z v)) as [D|D].
  - apply to_Z_inj in D; now subst.
  - rewrite get_set_other; [auto|]. intros ->. now elim D.
Qed.

(* ---------- one cell ---------- *)
Section Cell.
Variable sp : list split.
Variable e : array int.
Variable h : int.

Definition cut_at (a : table) (j : int) : int := read a j lxor read a (h - j).

Definition column (j : int) (m : array bool) : array bool :=
  fold_left (fun m a => m.[cut_at (seqn a) j <- true]) sp m.

Definition rares (m : array bool) : array bool :=
  fold_left (fun m a => if rare_end a <=? h then m else
    fold_left (fun m p => if p <? h then m.[cut_at (seqn a) p <- true] else m) (rare a) m) sp m.

Definition present (m : array bool) (v : int) : bool := if e.[v] <=? h then true else m.[v].

(* all odious cuts, and the columns before j, are in m or have entered; all values below v are reached *)
Fixpoint least (fuel : nat) (v j : int) (m : array bool) : option int :=
  match fuel with
  | O => None
  | S k => if 256 <=? v then None
           else if present m v then least k (v + 1) j m
           else if odious v then Some v
           else if h <? j + j then Some v
           else least k v (j + 1) (column j m)
  end.

Definition cell : option int := if h <? 1000000000 then least F 0 1 (rares (make 256 false)) else None.

Hypothesis sp_ok : forall a, In a sp -> split_ok a.
Hypothesis e_ok : entries_ok sp e.
Hypothesis h_small : (1 <= to_Z h < 1000000000)%Z.

Definition Reached (v : int) : Prop := reached (fun a => In a sp) seq_of (to_Z h) (tn v).

Lemma cut_at_tn a j : (to_Z j <= to_Z h)%Z -> tn (cut_at a j) = N.lxor (look a (to_Z j)) (look a (to_Z h - to_Z j)).
Proof. intros H. unfold cut_at. now rewrite tn_lxor, !read_look, sub_Z. Qed.

Lemma cut_reached a j : In a sp -> (1 <= to_Z j < to_Z h)%Z -> Reached (cut_at (seqn a) j).
Proof. intros Ha Hj. exists a, (to_Z j). repeat split; auto; try lia. apply cut_at_tn; lia. Qed.

Lemma reached_cut v : Reached v -> exists a j, In a sp /\ (1 <= to_Z j < to_Z h)%Z /\ v = cut_at (seqn a) j.
Proof.
  intros (a & j & Ha & Hj & E). exists a, (of_Z j). rewrite to_Z_of_Z by lia. repeat split; auto; try lia.
  apply tn_inj. rewrite E, cut_at_tn; rewrite to_Z_of_Z by lia; [reflexivity|lia].
Qed.

Lemma cut_at_sym a j : (to_Z j <= to_Z h)%Z -> cut_at a (h - j) = cut_at a j.
Proof.
  intros H. apply tn_inj. pose proof (nonneg j). rewrite !cut_at_tn; rewrite ?sub_Z; try lia.
  replace (to_Z h - (to_Z h - to_Z j))%Z with (to_Z j) by lia. apply N.lxor_comm.
Qed.

(* an odious cut has a rare side *)
Lemma odious_cut a j : In a sp -> (1 <= to_Z j < to_Z h)%Z -> odious (cut_at (seqn a) j) = true ->
  exists p, In p (rare a) /\ (to_Z p < to_Z h)%Z /\ cut_at (seqn a) p = cut_at (seqn a) j.
Proof.
  intros Ha Hj O. destruct (sp_ok a Ha) as (_ & R & _).
  assert (K : forall p, (1 <= to_Z p)%Z ->
    xorb (odious (read (seqn a) p)) (odious (alpha (seqn a))) = true -> In p (rare a)).
  { intros p Hp X. apply R; auto. split; auto. destruct (Z.lt_ge_cases (to_Z p) (to_Z (tau (seqn a)))) as [L|L]; auto.
    unfold read in X. destruct (ltbP p (tau (seqn a))) as [|]; [lia|]. rewrite xorb_nilpotent in X. discriminate. }
  unfold cut_at in O. rewrite odious_lxor in O.
  destruct (xorb (odious (read (seqn a) j)) (odious (alpha (seqn a)))) eqn:X.
  - exists j. repeat split; try lia. apply K; auto; lia.
  - exists (h - j). assert (E : to_Z (h - j) = (to_Z h - to_Z j)%Z) by (apply sub_Z; lia).
    repeat split; try lia; [|apply cut_at_sym; lia]. apply K; [lia|].
    destruct (odious (read (seqn a) j)), (odious (read (seqn a) (h - j))), (odious (alpha (seqn a))); auto.
Qed.

(* a rare height whose partner is in the tail *)
Lemma rare_entered a p : In a sp -> In p (rare a) -> (to_Z (rare_end a) <= to_Z h)%Z ->
  (to_Z (cut_at (seqn a) p) < 256)%Z -> (to_Z e.[cut_at (seqn a) p] <= to_Z h)%Z.
Proof.
  intros Ha Hp L. destruct (sp_ok a Ha) as (Ta & _ & R). unfold table_ok in Ta. destruct (R p Hp) as [P1 P2].
  replace (cut_at (seqn a) p) with (read (seqn a) p lxor alpha (seqn a)).
  - intros Hv. destruct e_ok as [_ H]. specialize (H a p Ha ltac:(lia)). unfold has_entry in H. specialize (H Hv). lia.
  - apply tn_inj. rewrite tn_lxor, read_look, cut_at_tn by lia. f_equal. rewrite look_tail; auto. lia.
Qed.

Lemma entered_reached v : (to_Z v < 256)%Z -> (to_Z e.[v] <= to_Z h)%Z -> Reached v.
Proof.
  intros Hv L. destruct e_ok as [[_ S] _]. destruct (S v Hv) as [Q|(a & t & Ha & Ht & Hx & Q)].
  - rewrite Q in L. change (to_Z never) with 9223372036854775807%Z in L. lia.
  - destruct (sp_ok a Ha) as (Ta & _). unfold table_ok in Ta. exists a, t. repeat split; auto; try lia.
    rewrite Q. f_equal. symmetry. apply look_tail. lia.
Qed.

Lemma present_reached m v : only Reached m -> (to_Z v < 256)%Z -> present m v = true -> Reached v.
Proof.
  intros Hm Hv. unfold present. destruct (lebP e.[v] h) as [L|L]; [intros _; now apply entered_reached|now apply Hm].
Qed.

Lemma column_right j m : full m -> only Reached m -> (1 <= to_Z j < to_Z h)%Z ->
  full (column j m) /\ only Reached (column j m) /\ (forall v, holds v m -> holds v (column j m)) /\
  forall a, In a sp -> holds (cut_at (seqn a) j) (column j m).
Proof.
  intros Fm Om Hj. unfold column.
  set (g := fun (m : array bool) (a : split) => m.[cut_at (seqn a) j <- true]).
  assert (K : forall v, holds v m -> full (fold_left g sp m) /\ holds v (fold_left g sp m)).
  { intros v Hv. apply (fold_keeps _ _ g (fun m => full m /\ holds v m)); auto.
    intros m' a _ [H1 H2]. split; [now apply full_set|now apply holds_set]. }
  repeat split.
  - apply (fold_keeps _ _ g full); auto. intros; now apply full_set.
  - apply (fold_keeps _ _ g (only Reached)); auto. intros; apply only_set; auto. now apply cut_reached.
  - intros v Hv. now apply K.
  - intros a Ha. apply (fold_has _ _ g full (holds (cut_at (seqn a) j)) a); auto; unfold g; intros.
    + now apply full_set.
    + now apply holds_set.
    + now apply holds_new.
Qed.

Lemma rares_right : let m := rares (make 256 false) in
  full m /\ only Reached m /\
  forall v, Reached v -> odious v = true -> (to_Z v < 256)%Z -> present m v = true.
Proof.
  intros m. set (g1 := fun a (m : array bool) p => if p <? h then m.[cut_at (seqn a) p <- true] else m).
  set (g := fun m a => if rare_end a <=? h then m else fold_left (g1 a) (rare a) m).
  assert (E : m = fold_left g sp (make 256 false)) by reflexivity.
  assert (F1 : forall a m p, full m -> full (g1 a m p)).
  { intros a m' p H; unfold g1; destruct (p <? h); auto using full_set. }
  assert (H1 : forall v a m p, full m -> holds v m -> holds v (g1 a m p)).
  { intros v a m' p L H; unfold g1; destruct (p <? h); auto using holds_set. }
  assert (F2 : forall m a, full m -> full (g m a)).
  { intros m' a H. unfold g. destruct (rare_end a <=? h); auto. apply (fold_keeps _ _ (g1 a) full); auto. }
  assert (H2 : forall v m a, full m -> holds v m -> holds v (g m a)).
  { intros v m' a L H. unfold g. destruct (rare_end a <=? h); auto.
    apply (fold_keeps _ _ (g1 a) (fun m => full m /\ holds v m)); auto. intros m1 p _ [A B]; auto. }
  rewrite E. repeat split.
  - apply (fold_keeps _ _ g full); auto. reflexivity.
  - apply (fold_keeps _ _ g (only Reached)).
    + intros m' a Ha H. unfold g. destruct (rare_end a <=? h); auto.
      apply (fold_keeps _ _ (g1 a) (only Reached)); auto.
      intros m1 p Hp Hm. unfold g1. destruct (ltbP p h) as [L|]; auto. apply only_set; auto. apply cut_reached; auto.
      destruct (sp_ok a Ha) as (_ & _ & R). specialize (R p Hp). lia.
    + intros v _ H. rewrite get_make in H. discriminate.
  - intros v Rv O Hv. apply reached_cut in Rv. destruct Rv as (a & j & Ha & Hj & ->).
    destruct (odious_cut a j Ha Hj O) as (p & Hp & L & Q). rewrite <- Q in *. unfold present.
    destruct (lebP e.[cut_at (seqn a) p] h) as [|N]; auto.
    apply (fold_has _ _ g full (holds (cut_at (seqn a) p)) a); auto; [|reflexivity].
    intros m' Fm. unfold g. destruct (lebP (rare_end a) h) as [D|D]; [elim N; now apply rare_entered|].
    apply (fold_has _ _ (g1 a) full (holds (cut_at (seqn a) p)) p); auto.
    intros m1 Fm1. unfold g1. destruct (ltbP p h); [|lia]. now apply holds_new.
Qed.

Lemma least_sound fuel : forall v j m r, least fuel v j m = Some r -> (1 <= to_Z j <= to_Z h)%Z ->
  full m -> only Reached m ->
  (forall x, Reached x -> odious x = true -> (to_Z x < 256)%Z -> present m x = true) ->
  (forall a k, In a sp -> (1 <= to_Z k < to_Z j)%Z -> holds (cut_at (seqn a) k) m) ->
  (forall u, (to_Z u < to_Z v)%Z -> Reached u) ->
  ~ Reached r /\ forall u, (to_Z u < to_Z r)%Z -> Reached u.
Proof.
  induction fuel as [|f IH]; intros v j m r; cbn [least]; [easy|]. intros E Hj Fm Om Odd Col Low.
  destruct (lebP 256 v) as [|V]; [easy|]. assert (V' : (to_Z v < 256)%Z) by (change (to_Z 256) with 256%Z in V; lia).
  destruct (present m v) eqn:P.
  { apply (IH _ _ _ _ E); auto. intros u Hu. rewrite (succ_Z v 256) in Hu by exact V'.
    destruct (Z.eq_dec (to_Z u) (to_Z v)) as [D|D]; [|apply Low; lia].
    apply to_Z_inj in D; subst u. now apply present_reached with m. }
  destruct (odious v) eqn:O.
  { injection E as <-. split; auto. intros R. rewrite (Odd v R O V') in P. discriminate. }
  assert (J2 : to_Z (j + j) = (to_Z j + to_Z j)%Z) by (apply add_Z; lia).
  destruct (ltbP h (j + j)) as [C|C].
  { injection E as <-. split; auto. intros R. apply reached_cut in R. destruct R as (a & k & Ha & Hk & Q).
    assert (K : forall k, (1 <= to_Z k < to_Z j)%Z -> v = cut_at (seqn a) k -> False).
    { intros i Hi Qi. specialize (Col a i Ha Hi). rewrite <- Qi in Col. specialize (Col V').
      unfold present in P. rewrite Col in P. destruct (e.[v] <=? h); discriminate. }
    destruct (Z.lt_ge_cases (to_Z k) (to_Z j)) as [L|L]; [apply (K k); auto; lia|].
    assert (E' : to_Z (h - k) = (to_Z h - to_Z k)%Z) by (apply sub_Z; lia).
    apply (K (h - k)); [lia|]. rewrite cut_at_sym by lia. exact Q. }
  assert (J1 : to_Z (j + 1) = (to_Z j + 1)%Z) by (apply add_Z; change (to_Z 1) with 1%Z; lia).
  destruct (column_right j m Fm Om ltac:(lia)) as (A1 & A2 & A3 & A4).
  apply (IH _ _ _ _ E); auto; [lia| |].
  - intros x Rx Ox Hx. specialize (Odd x Rx Ox Hx). unfold present in *. destruct (e.[x] <=? h); auto.
    apply A3; auto. intros _. exact Odd.
  - intros a k Ha Hk. destruct (Z.eq_dec (to_Z k) (to_Z j)) as [D|D].
    + apply to_Z_inj in D; subst k. now apply A4.
    + apply A3, Col; auto. lia.
Qed.
End Cell.

Theorem cell_sound sp e h v : (forall a, In a sp -> split_ok a) -> entries_ok sp e -> (1 <= to_Z h)%Z ->
  cell sp e h = Some v -> mex_of (fun a => In a sp) seq_of (to_Z h) (tn v).
Proof.
  intros Hs He Hh. unfold cell. destruct (ltbP h 1000000000) as [B|]; [|easy].
  change (to_Z 1000000000) with 1000000000%Z in B. intros E.
  destruct (rares_right sp e h Hs He ltac:(lia)) as (A1 & A2 & A3).
  destruct (least_sound sp e h Hs He ltac:(lia) F 0 1 _ v E) as [N L]; auto.
  - change (to_Z 1) with 1%Z. lia.
  - change (to_Z 1) with 1%Z. intros; lia.
  - change (to_Z 0) with 0%Z. intros u Hu. pose proof (nonneg u). lia.
  - split; auto. intros u Hu. unfold tn in Hu. pose proof (below v). assert (Bu : (Z.of_N u < 2 ^ 63)%Z) by lia.
    rewrite <- (tn_ofN u Bu). apply L. unfold ofN. rewrite to_Z_of_Z; lia.
Qed.
