(* Rows of paper cutting, and D(W,H), on machine integers; CuttingCells.v has the single sheet.

   A row is found as a table: past the last entry and the last rare height its value does not change any more (theorem
   settled); walking back from there finds tau. The rows 1..w-1 are kept in a list, from which the splits of width w
   are made. Each split also gives its number of winning cuts, a polynomial in H, from a histogram. *)
Require Import List Arith NArith ZArith Lia Bool Uint63 PArray.
From Sprague.theory Require Import Game Ranges Cutting.
From Sprague.checker Require Import CuttingCells.
Import ListNotations.
Open Scope uint63_scope.
Open Scope array_scope.

(* ---------- the tail of a row ---------- *)
(* The least odious value that never enters, if all values below it enter; and the height of the last of these. *)
Fixpoint tail_value (fuel : nat) (e : array int) (v last : int) : option (int * int) :=
  match fuel with
  | O => None
  | S k => if e.[v] =? never then (if odious v then Some (v, last) else None)
           else tail_value k e (v + 1) (max last e.[v])
  end.

Definition odd_N (n : N) : bool := odious (ofN n).

Section Tail.
Variable sp : list split.
Variable e : array int.
Hypothesis sp_ok : forall a, In a sp -> split_ok a.
Hypothesis e_ok : entries_ok sp e.

Lemma tail_value_sound fuel : forall v last m h, tail_value fuel e v last = Some (m, h) ->
  (to_Z v + Z.of_nat fuel <= 256)%Z ->
  (forall u, (to_Z u < to_Z v)%Z -> enters sp u (to_Z last)) ->
  odious m = true /\ e.[m] = never /\ (to_Z m < 256)%Z /\ forall u, (to_Z u < to_Z m)%Z -> enters sp u (to_Z h).
Proof.
  induction fuel as [|k IH]; intros v last m h; cbn [tail_value]; [easy|]. intros E B Low.
  destruct (eqbP e.[v] never) as [N|N].
  - destruct (odious v) eqn:O; [|easy]. injection E as <- <-. apply to_Z_inj in N. repeat split; auto. lia.
  - assert (V1 : to_Z (v + 1) = (to_Z v + 1)%Z) by (apply (succ_Z v 256); change (to_Z 256) with 256%Z; lia).
    apply (IH _ _ _ _ E); [lia|]. intros u Hu. rewrite max_Z.
    assert (K : exists x, enters sp u x /\ (x <= Z.max (to_Z last) (to_Z e.[v]))%Z).
    { destruct (Z.eq_dec (to_Z u) (to_Z v)) as [D|D].
      - apply to_Z_inj in D; subst u. exists (to_Z e.[v]). split; [|lia]. destruct e_ok as [[_ S] _].
        destruct (S v ltac:(lia)) as [Q|Q]; auto. elim N. now rewrite Q.
      - exists (to_Z last). split; [apply Low|]; lia. }
    destruct K as (x & (a & t & Ha & Ht & Hx & Q) & L). exists a, t. repeat split; auto. lia.
Qed.

(* from the last entry and the last rare height on *)
Theorem tail_sound m last h0 : tail_value 256 e 0 0 = Some (m, last) -> (to_Z last <= to_Z h0)%Z ->
  (forall a, In a sp -> (to_Z (rare_end a) <= to_Z h0)%Z) ->
  forall h, (to_Z h0 <= h)%Z -> mex_of (fun a => In a sp) seq_of h (tn m).
Proof.
  intros E L R. apply tail_value_sound in E; [|change (to_Z 0) with 0%Z; lia|].
  2: { intros u Hu. change (to_Z 0) with 0%Z in Hu. pose proof (nonneg u). lia. }
  destruct E as (O & N & M & En).
  apply (settled _ _ seq_of odd_N) with (tau := fun a => to_Z (tau (seqn a))) (al := fun a => tn (alpha (seqn a))).
  - intros a s t. unfold seq_of, odd_N.
    destruct (look_tn (seqn a) s) as [x ->]. destruct (look_tn (seqn a) t) as [y ->].
    rewrite <- tn_lxor, !ofN_tn. apply odious_lxor.
  - intros a _. apply look_tail.
  - unfold odd_N. now rewrite ofN_tn.
  - intros a p Ha Hp X. destruct (sp_ok a Ha) as (Ta & R1 & R2). unfold table_ok in Ta.
    unfold seq_of, odd_N in *. assert (Hp' : (0 <= p < 2 ^ 63)%Z) by lia. pose proof (to_Z_of_Z p Hp') as Zp.
    rewrite look_read in * by auto. rewrite !ofN_tn in X. apply R1 in X; [|lia].
    destruct (R2 _ X) as [_ P]. rewrite Zp in P. specialize (R a Ha). split; [lia|].
    rewrite <- tn_lxor. intros Q. apply tn_inj in Q. destruct e_ok as [_ H].
    specialize (H a (of_Z p) Ha ltac:(lia)). unfold has_entry in H. rewrite Q in H. specialize (H M).
    rewrite N, Zp in H. change (to_Z never) with 9223372036854775807%Z in H. lia.
  - intros u Hu. assert (Bu : (Z.of_N u < 2 ^ 63)%Z) by (unfold tn in Hu; pose proof (below m); lia).
    destruct (En (ofN u)) as (a & t & Ha & Ht & Hx & Q).
    { unfold ofN. rewrite to_Z_of_Z by lia. unfold tn in Hu. lia. }
    rewrite tn_ofN in Q by auto. exists a, t.
    destruct (sp_ok a Ha) as (Ta & _). unfold table_ok in Ta. repeat split; auto; lia.
Qed.
End Tail.

(* ---------- rows and splits ---------- *)
Definition is_row (w : Z) (r : table) : Prop := table_ok r /\ forall h, (1 <= h)%Z -> value w h = look r h.

Definition is_split (w i : Z) (a : split) : Prop := split_ok a /\ forall t, (1 <= t)%Z -> seq_of a t = side w i t.

(* splits i, i+1, ..., w/2 of width w *)
Fixpoint halves (w i : Z) (sp : list split) : Prop :=
  match sp with
  | [] => (w < 2 * i)%Z
  | a :: sp => (2 * i <= w)%Z /\ is_split w i a /\ halves w (i + 1) sp
  end.

Lemma halves_In w sp : forall i, (1 <= i)%Z -> halves w i sp ->
  (forall a, In a sp -> exists k, (1 <= k < w)%Z /\ is_split w k a) /\
  (forall k, (i <= k)%Z -> (2 * k <= w)%Z -> exists a, In a sp /\ is_split w k a).
Proof.
  induction sp as [|a sp IH]; intros i Hi; cbn [halves].
  - intros H; split; [easy|]. intros; lia.
  - intros (L & A & H). destruct (IH (i + 1)%Z ltac:(lia) H) as [H1 H2]. split.
    + intros b [<-|Hb]; auto. exists i. split; auto. lia.
    + intros k Hk Hw. destruct (Z.eq_dec k i) as [->|D]; [exists a; simpl; auto|].
      destruct (H2 k) as (b & Hb & Sb); try lia. exists b; simpl; auto.
Qed.

(* the list of splits has the options of the sheet *)
Lemma halves_reached w sp : halves w 1 sp -> forall h v,
  reached (fun a => In a sp) seq_of h v <-> reached (fun i => 1 <= i < w)%Z (side w) h v.
Proof.
  intros H h v. destruct (halves_In w sp 1 ltac:(lia) H) as [H1 H2]. split.
  - intros (a & j & Ha & Hj & ->). destruct (H1 a Ha) as (k & Hk & _ & E). exists k, j. rewrite !E by lia. auto.
  - intros (i & j & Hi & Hj & ->). destruct (Z.le_gt_cases (2 * i) w) as [L|L].
    + destruct (H2 i) as (a & Ha & _ & E); try lia. exists a, j. rewrite !E by lia. auto.
    + destruct (H2 (w - i)%Z) as (a & Ha & _ & E); try lia. exists a, j. rewrite !E, !side_sym by lia. auto.
Qed.

Lemma halves_value w sp h v : halves w 1 sp -> mex_of (fun a => In a sp) seq_of h v -> value w h = v.
Proof.
  intros H [A B]. apply value_unique. split; [now rewrite <- halves_reached by eauto|].
  intros u Hu. apply (halves_reached w sp H). auto.
Qed.

Lemma halves_ok w sp : halves w 1 sp -> forall a, In a sp -> split_ok a.
Proof.
  intros H a Ha. destruct (halves_In w sp 1 ltac:(lia) H) as [H1 _]. destruct (H1 a Ha) as (k & _ & S). apply S.
Qed.

(* ---------- one row ---------- *)
Fixpoint back (fuel : nat) (sp : list split) (e : array int) (h m : int) : option int :=
  match fuel with
  | O => None
  | S k => if h <=? 1 then None else
           match cell sp e (h - 1) with
           | None => None
           | Some v => if v =? m then back k sp e (h - 1) m else Some h
           end
  end.

Definition row (sp : list split) : option table :=
  match entries sp (make 256 never) with
  | None => None
  | Some e =>
      match tail_value 256 e 0 0 with
      | None => None
      | Some (m, last) =>
          match back F sp e (fold_left (fun x a => max x (rare_end a)) sp last) m with
          | None => None
          | Some T => tabulate (fun h => if h =? 0 then Some 0 else cell sp e h) T m
          end
      end
  end.

Lemma back_sound w sp e m fuel : halves w 1 sp -> entries_ok sp e -> forall h T, back fuel sp e h m = Some T ->
  (forall y, (to_Z h <= y)%Z -> value w y = tn m) -> forall y, (to_Z T <= y)%Z -> value w y = tn m.
Proof.
  intros Hs He. induction fuel as [|k IH]; intros h T; cbn [back]; [easy|].
  destruct (lebP h 1) as [|C]; [easy|]. change (to_Z 1) with 1%Z in C.
  assert (E1 : to_Z (h - 1) = (to_Z h - 1)%Z) by (apply sub_Z; change (to_Z 1) with 1%Z; lia).
  destruct (cell sp e (h - 1)) as [v|] eqn:E; [|easy].
  destruct (eqbP v m) as [Q|Q].
  - apply to_Z_inj in Q; subst v. intros B H. apply (IH (h - 1) T B). intros y Hy.
    destruct (Z.eq_dec y (to_Z h - 1)) as [->|D]; [|apply H; lia].
    rewrite <- E1. apply halves_value with sp; auto. apply cell_sound with e; auto; [now apply halves_ok with w|lia].
  - intros B H. now injection B as <-.
Qed.

Lemma last_rare sp : forall x, let y := fold_left (fun x a => max x (rare_end a)) sp x in
  (to_Z x <= to_Z y)%Z /\ forall a, In a sp -> (to_Z (rare_end a) <= to_Z y)%Z.
Proof.
  induction sp as [|b sp IH]; intros x; cbv zeta; simpl; [split; [lia|easy]|].
  destruct (IH (max x (rare_end b))) as [A B]. rewrite max_Z in A. split; [lia|].
  intros a [<-|Ha]; [lia|now apply B].
Qed.

Theorem row_sound w sp r : halves w 1 sp -> row sp = Some r -> is_row w r.
Proof.
  intros Hs. unfold row. pose proof (halves_ok w sp Hs) as Ok.
  destruct (entries sp (make 256 never)) as [e|] eqn:En; [|easy]. apply entries_right in En; auto.
  destruct (tail_value 256 e 0 0) as [[m last]|] eqn:Tv; [|easy].
  destruct (last_rare sp last) as [L1 L2]. set (h0 := fold_left (fun x a => max x (rare_end a)) sp last) in *.
  destruct (back F sp e h0 m) as [T|] eqn:Ba; [|easy]. intros Ta. apply tabulate_sound in Ta.
  destruct Ta as (Tr & E1 & E2 & E3). split; auto. intros h Hh.
  destruct (Z.lt_ge_cases h (to_Z (tau r))) as [L|L].
  - unfold table_ok in Tr. unfold look. destruct (Z.ltb_spec h (to_Z (tau r))); [|lia].
    assert (Zh : to_Z (of_Z h) = h) by (apply to_Z_of_Z; lia).
    specialize (E3 (of_Z h)). rewrite <- E1, Zh in E3. specialize (E3 L). cbv beta in E3.
    destruct (eqbP (of_Z h) 0) as [Q|Q]; [rewrite Zh in Q; change (to_Z 0) with 0%Z in Q; lia|].
    rewrite <- Zh at 1. apply halves_value with sp; auto. apply cell_sound with e; auto. lia.
  - rewrite look_tail, E2 by auto. rewrite E1 in L.
    apply (back_sound w sp e m F Hs En h0 T Ba); auto. intros y Hy. apply halves_value with sp; auto.
    now apply tail_sound with e last h0.
Qed.

(* ---------- splits made from rows ---------- *)
Fixpoint rare_from (fuel : nat) (t : int) (a : table) : option (list int) :=
  match fuel with
  | O => None
  | S k => if tau a <=? t then Some [] else
           match rare_from k (t + 1) a with
           | None => None
           | Some l => Some (if xorb (odious (read a t)) (odious (alpha a)) then t :: l else l)
           end
  end.

Definition make_split (r s : table) : option split :=
  match tabulate (fun t => Some (read r t lxor read s t)) (max (tau r) (tau s)) (alpha r lxor alpha s) with
  | None => None
  | Some a => match rare_from F 1 a with
              | None => None
              | Some l => Some {| seqn := a; rare := l; rare_end := tau a + fold_left max l 0 |}
              end
  end.

Lemma rare_sound a fuel : table_ok a -> forall t l, rare_from fuel t a = Some l -> (1 <= to_Z t)%Z ->
  (forall p, (to_Z t <= to_Z p < to_Z (tau a))%Z -> xorb (odious (read a p)) (odious (alpha a)) = true -> In p l) /\
  (forall p, In p l -> (1 <= to_Z p < to_Z (tau a))%Z).
Proof.
  intros Ta. unfold table_ok in Ta. induction fuel as [|k IH]; intros t l; cbn [rare_from]; [easy|]. intros E Ht.
  destruct (lebP (tau a) t) as [C|C].
  - injection E as <-. split; [intros; lia|easy].
  - destruct (rare_from k (t + 1) a) as [l'|] eqn:R; [|easy].
    assert (T1 : to_Z (t + 1) = (to_Z t + 1)%Z) by (rewrite add_Z; change (to_Z 1) with 1%Z; lia).
    destruct (IH (t + 1) l' R) as [A B]; [lia|]. rewrite T1 in A. split.
    + intros p Hp X. destruct (Z.eq_dec (to_Z t) (to_Z p)) as [Q|Q].
      * apply to_Z_inj in Q; subst p. rewrite X in E. injection E as <-. simpl; auto.
      * assert (In p l') by (apply A; auto; lia). destruct (xorb _ _) in E; injection E as <-; simpl; auto.
    + intros p Hp. destruct (xorb _ _) in E; injection E as <-; auto. destruct Hp as [<-|Hp]; auto. lia.
Qed.

Lemma fold_max l : forall x b, (to_Z x <= b)%Z -> (forall p, In p l -> (to_Z p <= b)%Z) ->
  let y := fold_left max l x in (to_Z y <= b)%Z /\ (to_Z x <= to_Z y)%Z /\ forall p, In p l -> (to_Z p <= to_Z y)%Z.
Proof.
  induction l as [|q l IH]; intros x b Hx Hl; cbv zeta; simpl; [split; [lia|split; [lia|easy]]|].
  pose proof (Hl q (or_introl eq_refl)). destruct (IH (max x q) b) as (A & B & C).
  - rewrite max_Z. lia.
  - intros p Hp. apply Hl. simpl; auto.
  - rewrite max_Z in B. split; [lia|]. split; [lia|]. intros p [<-|Hp]; [lia|now apply C].
Qed.

Lemma make_split_sound w i r s a : is_row i r -> is_row (w - i) s -> make_split r s = Some a -> is_split w i a.
Proof.
  intros [Tr Hr] [Ts Hs]. unfold make_split. destruct (tabulate _ _ _) as [b|] eqn:E; [|easy].
  destruct (rare_from F 1 b) as [l|] eqn:R; [|easy]. intros Q; injection Q as <-.
  apply tabulate_sound in E. destruct E as (Tb & E1 & E2 & E3).
  assert (M : to_Z (tau b) = Z.max (to_Z (tau r)) (to_Z (tau s))).
  { rewrite E1. apply max_Z. }
  split.
  - apply rare_sound in R; auto; [|reflexivity]. change (to_Z 1) with 1%Z in R. destruct R as [R1 R2].
    unfold table_ok in Tb. unfold split_ok; cbn [seqn rare rare_end]. split; [exact Tb|]. split; [exact R1|].
    intros p Hp. split; [now apply R2|].
    destruct (fold_max l 0 (to_Z (tau b))) as (M1 & M2 & M3).
    { change (to_Z 0) with 0%Z. lia. }
    { intros q Hq. specialize (R2 q Hq). lia. }
    rewrite add_Z by lia. specialize (M3 p Hp). lia.
  - intros t Ht. unfold seq_of, side; cbn [seqn]. rewrite Hr, Hs by auto.
    destruct (Z.lt_ge_cases t (to_Z (tau b))) as [L|L].
    + unfold table_ok in Tb. assert (Zt : to_Z (of_Z t) = t) by (apply to_Z_of_Z; lia).
      unfold look at 1. destruct (Z.ltb_spec t (to_Z (tau b))); [|lia].
      specialize (E3 (of_Z t)). rewrite <- E1, Zt in E3. specialize (E3 L). cbv beta in E3. injection E3 as <-.
      now rewrite tn_lxor, !read_look, Zt.
    + rewrite !look_tail by lia. now rewrite E2, tn_lxor.
Qed.

Fixpoint make_splits (n : nat) (rows swor : list table) : option (list split) :=
  match n, rows, swor with
  | O, _, _ => Some []
  | S n, r :: rows, s :: swor =>
      match make_split s r, make_splits n rows swor with Some a, Some l => Some (a :: l) | _, _ => None end
  | _, _, _ => None
  end.

(* rows k, k-1, ... and k, k+1, ... *)
Fixpoint falling (k : Z) (rows : list table) : Prop :=
  match rows with [] => True | r :: rows => is_row k r /\ falling (k - 1) rows end.
Fixpoint rising (k : Z) (rows : list table) : Prop :=
  match rows with [] => True | r :: rows => is_row k r /\ rising (k + 1) rows end.

Lemma rising_snoc rows r : forall k, rising k rows -> is_row (k + Z.of_nat (List.length rows)) r ->
  rising k (rows ++ [r]).
Proof.
  induction rows as [|s rows IH]; intros k; cbn [rising app List.length].
  - intros _ H. split; auto. now replace (k + Z.of_nat 0)%Z with k in H by lia.
  - intros [A B] H. split; auto. apply IH; auto.
    now replace (k + 1 + Z.of_nat (List.length rows))%Z with (k + Z.of_nat (Datatypes.S (List.length rows)))%Z by lia.
Qed.

Lemma falling_rev rows : forall k, falling k rows -> Z.of_nat (List.length rows) = k -> rising 1 (rev rows).
Proof.
  induction rows as [|r rows IH]; intros k; cbn [falling rev List.length]; [easy|].
  intros [A B] L. apply rising_snoc; [apply (IH (k - 1)%Z); auto; lia|].
  rewrite rev_length. now replace (1 + Z.of_nat (List.length rows))%Z with k by lia.
Qed.

Lemma make_splits_sound w n : forall i rows swor sp, make_splits n rows swor = Some sp ->
  falling (w - i) rows -> rising i swor -> (i + Z.of_nat n = w / 2 + 1)%Z -> halves w i sp.
Proof.
  induction n as [|n IH]; intros i rows swor sp; cbn [make_splits].
  - intros E _ _ H. injection E as <-. cbn [halves]. Z.to_euclidean_division_equations. lia.
  - destruct rows as [|r rows]; [easy|]. destruct swor as [|s swor]; [easy|].
    destruct (make_split s r) as [a|] eqn:A; [|easy]. destruct (make_splits n rows swor) as [l|] eqn:L; [|easy].
    intros E; injection E as <-. cbn [falling rising halves]. intros [Fr Fl] [Rs Rl] H. split; [|split].
    + Z.to_euclidean_division_equations. lia.
    + apply make_split_sound with s r; auto.
    + apply (IH _ rows swor); auto; [|lia]. now replace (w - (i + 1))%Z with (w - i - 1)%Z by lia.
Qed.

(* ---------- counts ---------- *)
Lemma same_bounds x y : (0 <= same x y <= 1)%Z.
Proof. unfold same. destruct (N.eqb x y); lia. Qed.

Lemma square_bounds t n : (0 <= n)%Z -> (0 <= square t n <= n * n)%Z.
Proof.
  intros Hn. unfold square. apply sum_bounds; auto. intros k _.
  pose proof (sum_bounds 1 n (fun l => same (t k) (t l)) Hn (fun l _ => same_bounds _ _)). lia.
Qed.

Fixpoint histogram (fuel : nat) (x : int) (a : table) (c : array int) (q s : int) : option (array int * int * int) :=
  match fuel with
  | O => None
  | S k => if tau a <=? x then Some (c, q, s) else
           let v := read a x in
           if v <? 256 then
             let n := c.[v] in
             histogram k (x + 1) a c.[v <- n + 1] (q + (n + n + 1)) (if v =? alpha a then s + x else s)
           else None
  end.

(* c2 H^2 + c1 H + c0, which is twice a count for all H >= from, and by excess more than that at from - 1 *)
Record poly := { c2 : Z; c1 : Z; c0 : Z; from : Z; excess : Z }.

Definition eval (p : poly) (H : Z) : Z := (c2 p * (H * H) + c1 p * H + c0 p)%Z.

Definition agrees (p : poly) (f : Z -> Z) : Prop :=
  (1 <= from p /\ (forall H, from p <= H -> 2 * f H = eval p H) /\
   2 * f (from p - 1) = eval p (from p - 1) - excess p)%Z.

Definition zero : poly := {| c2 := 0; c1 := 0; c0 := 0; from := 1; excess := 0 |}.
Definition plus (p q : poly) : poly :=
  {| c2 := c2 p + c2 q; c1 := c1 p + c1 q; c0 := c0 p + c0 q; from := Z.max (from p) (from q);
     excess := if from p <? from q then excess q else if from q <? from p then excess p else excess p + excess q |}%Z.

(* pairs_tail of Cutting.v as a polynomial, with q, n, s from the histogram *)
Definition pairs_of (a : table) : option poly :=
  match histogram F 1 a (make 256 0) 0 0 with
  | None => None
  | Some (c, q, s) =>
      if alpha a <? 256 then
        let t := to_Z (tau a) in let n := to_Z c.[alpha a] in
        Some {| c2 := 1; c1 := 4 * n - 4 * t + 3;
                c0 := 2 * to_Z q + 4 * (n * (1 - t) - to_Z s) + (1 - 2 * t) * (2 - 2 * t);
                from := Z.max 1 (2 * t - 2);
                excess := if (tau a =? 1)%uint63 then 0 else 4 * (1 - same (look a (t - 1)) (look a t)) |}%Z
      else None
  end.

(* what the loop knows before height x *)
Definition counted (a : table) (x : Z) (c : array int) (q s : int) : Prop :=
  PArray.length c = 256 /\
  (forall v, (to_Z v < 256)%Z -> to_Z c.[v] = sum (range 1 (x - 1)) (fun k => same (look a k) (tn v))) /\
  to_Z q = square (look a) (x - 1) /\
  to_Z s = sum (range 1 (x - 1)) (fun k => k * same (look a k) (tn (alpha a)))%Z.

Lemma same_tn x y : same (tn x) (tn y) = if x =? y then 1%Z else 0%Z.
Proof.
  unfold same. destruct (eqbP x y) as [E|E]; destruct (N.eqb_spec (tn x) (tn y)) as [Q|Q]; auto.
  - apply to_Z_inj in E. subst. now elim Q.
  - apply tn_inj in Q. subst. now elim E.
Qed.

Lemma histogram_sound a fuel : table_ok a -> forall x c q s c' q' s', (1 <= to_Z x <= to_Z (tau a))%Z ->
  counted a (to_Z x) c q s -> histogram fuel x a c q s = Some (c', q', s') -> counted a (to_Z (tau a)) c' q' s'.
Proof.
  intros Ta. unfold table_ok in Ta. induction fuel as [|k IH]; intros x c q s c' q' s' Hx K; cbn [histogram]; [easy|].
  destruct (lebP (tau a) x) as [C|C].
  - intros E; injection E as <- <- <-. now replace (to_Z (tau a)) with (to_Z x) by lia.
  - cbv zeta. set (v := read a x). destruct (ltbP v 256) as [V|]; [|easy]. change (to_Z 256) with 256%Z in V.
    assert (X1 : to_Z (x + 1) = (to_Z x + 1)%Z) by (rewrite add_Z; change (to_Z 1) with 1%Z; lia).
    assert (Ev : look a (to_Z x) = tn v) by (unfold v; now rewrite read_look).
    apply IH; [lia|]. clear IH k. destruct K as (K1 & K2 & K3 & K4). rewrite X1. unfold counted.
    replace (to_Z x + 1 - 1)%Z with (to_Z x - 1 + 1)%Z by lia. set (n := (to_Z x - 1)%Z) in *.
    assert (Hn : (0 <= n < 1000000000)%Z) by (unfold n; lia). assert (En : look a (n + 1) = tn v).
    { rewrite <- Ev. f_equal. unfold n. lia. }
    assert (Bc : forall u, (to_Z u < 256)%Z -> (0 <= to_Z c.[u] <= n)%Z).
    { intros u Hu. rewrite K2 by auto.
      pose proof (sum_bounds 1 n (fun k => same (look a k) (tn u)) (proj1 Hn) (fun l _ => same_bounds _ _)). lia. }
    assert (N1 : to_Z (c.[v] + 1) = (to_Z c.[v] + 1)%Z).
    { specialize (Bc v V). rewrite add_Z; change (to_Z 1) with 1%Z; lia. }
    split; [now rewrite length_set|]. split; [|split].
    + intros u Hu. rewrite sum_snoc by lia. rewrite En, same_tn. destruct (eqbP v u) as [E|E].
      * apply to_Z_inj in E; subst u. rewrite get_set_same by (rewrite K1; apply ltb_spec; exact V).
        rewrite N1, K2; auto.
      * rewrite get_set_other by (intros ->; now elim E). rewrite K2 by auto. lia.
    + rewrite square_succ by lia. pose proof (square_bounds (look a) n ltac:(lia)) as Bq. specialize (Bc v V).
      assert (N2 : to_Z (c.[v] + c.[v] + 1) = (2 * to_Z c.[v] + 1)%Z).
      { rewrite add_Z; rewrite (add_Z c.[v]); change (to_Z 1) with 1%Z; lia. }
      rewrite add_Z; rewrite N2, K3; [|nia]. rewrite En, <- K2 by auto. lia.
    + rewrite sum_snoc by lia. rewrite En, same_tn.
      assert (Bs : (0 <= to_Z s <= n * n)%Z).
      { rewrite K4. apply sum_bounds; [lia|]. intros k Hk. pose proof (same_bounds (look a k) (tn (alpha a))). nia. }
      destruct (eqbP v (alpha a)) as [E|E]; [|lia]. rewrite add_Z; [unfold n in *; lia|].
      unfold n in *. nia.
Qed.

Lemma agrees_ext p f g : (forall H, f H = g H) -> agrees p f -> agrees p g.
Proof. intros E (A & B & X). split; [auto|]. split; [intros H HH|]; rewrite <- E; auto. Qed.

Lemma agrees_plus p q f g : agrees p f -> agrees q g -> agrees (plus p q) (fun H => f H + g H)%Z.
Proof.
  intros (A & B & X) (A' & B' & X'). unfold agrees, eval in *. cbn [plus c2 c1 c0 from excess]. split; [lia|]. split.
  - intros H HH. specialize (B H ltac:(lia)). specialize (B' H ltac:(lia)). lia.
  - destruct (Z.ltb_spec (from p) (from q)) as [L|L]; [|destruct (Z.ltb_spec (from q) (from p)) as [L'|L']].
    + rewrite Z.max_r by lia. specialize (B (from q - 1)%Z ltac:(lia)). lia.
    + rewrite Z.max_l by lia. specialize (B' (from p - 1)%Z ltac:(lia)). lia.
    + assert (Q : from p = from q) by lia. rewrite <- Q in X'. rewrite Z.max_l by lia. lia.
Qed.

(* where injection would compute too much *)
Lemma Some_inj (p q : poly) : Some p = Some q -> p = q.
Proof. congruence. Qed.

Theorem pairs_of_sound a p : table_ok a -> pairs_of a = Some p -> agrees p (pairs (look a)).
Proof.
  intros Ta. unfold pairs_of. destruct (histogram F 1 a (make 256 0) 0 0) as [[[c q] s]|] eqn:E; [|easy].
  destruct (ltbP (alpha a) 256) as [B|]; [|easy]. change (to_Z 256) with 256%Z in B.
  intros Q. apply Some_inj in Q. subst p. cbv zeta.
  apply histogram_sound in E; auto.
  - destruct E as (_ & K2 & K3 & K4). pose proof Ta as [T1 _].
    assert (Lt : look a (to_Z (tau a)) = tn (alpha a)) by (apply look_tail; lia). rewrite Lt.
    pose proof (pairs_tail (look a) (to_Z (tau a)) (tn (alpha a)) T1 (look_tail a)) as PT.
    pose proof (pairs_early (look a) (to_Z (tau a)) (tn (alpha a)) T1 (look_tail a)) as PE.
    rewrite K2, K3, K4 by auto. unfold number, heights in PT, PE. unfold agrees, eval; cbn [c2 c1 c0 from excess].
    set (n := sum _ (fun k => same (look a k) _)) in *. set (s' := sum _ (fun k => k * _)%Z) in *.
    set (t := to_Z (tau a)) in *. split; [lia|]. split.
    + intros H HH. rewrite (PT H) by lia. set (M := ((H - 2 * t + 1) * (H - 2 * t + 2))%Z).
      assert (EM : (M = 2 * (M / 2))%Z).
      { apply Z_div_exact_full_2; [lia|]. unfold M. replace (H - 2 * t + 2)%Z with (H - 2 * t + 1 + 1)%Z by lia.
        generalize (H - 2 * t + 1)%Z as x. intros x.
        rewrite Zmod_even, Z.even_mul, Z.even_add. now destruct (Z.even x). }
      assert (EM' : (M = H * H + (3 - 4 * t) * H + (1 - 2 * t) * (2 - 2 * t))%Z) by (unfold M; lia). lia.
    + destruct (eqbP (tau a) 1) as [T|T]; fold t in T; change (to_Z 1) with 1%Z in T.
      * unfold n, s'. rewrite T. change (1 - 1)%Z with 0%Z. unfold square, pairs. rewrite !sum_empty by lia. lia.
      * replace (Z.max 1 (2 * t - 2) - 1)%Z with (2 * t - 3)%Z by lia. rewrite PE by lia. lia.
  - unfold table_ok in Ta. change (to_Z 1) with 1%Z. lia.
  - change (to_Z 1) with 1%Z. unfold counted. change (1 - 1)%Z with 0%Z. repeat split.
    intros v _. rewrite get_make. reflexivity.
Qed.

Lemma pairs_ext t t' H : (forall x, (1 <= x)%Z -> t x = t' x) -> pairs t H = pairs t' H.
Proof.
  intros E. unfold pairs. apply sum_ext; intros h Hh. apply range_In in Hh. apply sum_ext; intros j Hj.
  apply range_In in Hj. rewrite !E by lia. reflexivity.
Qed.

Fixpoint sum_pairs (w i : Z) (sp : list split) : option poly :=
  match sp with
  | [] => Some zero
  | a :: sp => match pairs_of (seqn a), sum_pairs w (i + 1) sp with
               | Some p, Some q => Some (plus (if (2 * i =? w)%Z then p else plus p p) q)
               | _, _ => None
               end
  end.

(* splits i and w-i together *)
Lemma sum_pairs_sound w sp : forall i p, sum_pairs w i sp = Some p -> halves w i sp ->
  agrees p (fun H => sum (range i (w - i)) (fun k => pairs (side w k) H)).
Proof.
  induction sp as [|a sp IH]; intros i p; cbn [sum_pairs halves].
  - intros E L. injection E as <-. split; [cbn; lia|].
    split; [intros H _|]; rewrite sum_empty by lia; reflexivity.
  - destruct (pairs_of (seqn a)) as [q|] eqn:Q; [|easy]. destruct (sum_pairs w (i + 1) sp) as [r|] eqn:R; [|easy].
    intros E (L & (A1 & A2) & Hs). apply Some_inj in E. subst p.
    apply pairs_of_sound in Q; [|apply A1].
    assert (Q' : agrees q (pairs (side w i))) by (revert Q; apply agrees_ext; intros H; now apply pairs_ext).
    specialize (IH (i + 1)%Z r R Hs). destruct (Z.eqb_spec (2 * i) w) as [D|D].
    + generalize (agrees_plus _ _ _ _ Q' IH). apply agrees_ext. intros H. rewrite (sum_cons i) by lia.
      now rewrite (sum_empty (i + 1) (w - (i + 1))), (sum_empty (i + 1) (w - i)) by lia.
    + generalize (agrees_plus _ _ _ _ (agrees_plus _ _ _ _ Q' Q') IH). apply agrees_ext. intros H.
      rewrite (sum_cons i) by lia. replace (w - i)%Z with (w - (i + 1) + 1)%Z by lia. rewrite sum_snoc by lia.
      rewrite (pairs_ext (side w (w - (i + 1) + 1)) (side w i)); [lia|].
      intros x _. replace (w - (i + 1) + 1)%Z with (w - i)%Z by lia. apply side_sym.
Qed.

(* ---------- all widths ---------- *)
(* widths w, w+1, ..., n of them, from the rows w-1, ..., 1 *)
Fixpoint widths (n : nat) (w : Z) (rows : list table) (sum : poly) : option poly :=
  match n with
  | O => Some sum
  | S n =>
      match make_splits (Z.to_nat (w / 2)) rows (rev rows) with
      | None => None
      | Some sp =>
          match sum_pairs w 1 sp, n with
          | None, _ => None
          | Some p, O => Some (plus sum p)
          | Some p, S _ => match row sp with None => None | Some r => widths n (w + 1) (r :: rows) (plus sum p) end
          end
      end
  end.

Lemma widths_sound n : forall w rows acc d, (2 <= w)%Z -> widths n w rows acc = Some d ->
  falling (w - 1) rows -> Z.of_nat (List.length rows) = (w - 1)%Z ->
  agrees acc (D (w - 1)) -> agrees d (D (w - 1 + Z.of_nat n)).
Proof.
  induction n as [|n IH]; intros w rows acc d Hw; cbn [widths].
  - intros E _ _ A. injection E as <-. now replace (w - 1 + Z.of_nat 0)%Z with (w - 1)%Z by lia.
  - destruct (make_splits (Z.to_nat (w / 2)) rows (rev rows)) as [sp|] eqn:M; [|easy].
    destruct (sum_pairs w 1 sp) as [p|] eqn:P; [|easy]. intros E Fa L A.
    assert (Hs : halves w 1 sp).
    { apply make_splits_sound with (Z.to_nat (w / 2)) rows (rev rows); auto.
      - now apply falling_rev with (w - 1)%Z.
      - Z.to_euclidean_division_equations. lia. }
    assert (A' : agrees (plus acc p) (D w)).
    { generalize (agrees_plus _ _ _ _ A (sum_pairs_sound w sp 1 p P Hs)). apply agrees_ext. intros H.
      rewrite !D_pairs. pose proof (sum_snoc 2 (w - 1)) as S. replace (w - 1 + 1)%Z with w in S by lia.
      now rewrite S by lia. }
    destruct n as [|n].
    { apply Some_inj in E. subst d. now replace (w - 1 + Z.of_nat 1)%Z with w by lia. }
    destruct (row sp) as [r|] eqn:R; [|easy]. apply IH in E; [|lia| | |].
    + now replace (w - 1 + Z.of_nat (S (S n)))%Z with (w + 1 - 1 + Z.of_nat (S n))%Z by lia.
    + cbn [falling]. replace (w + 1 - 1)%Z with w by lia. split; auto. now apply row_sound with sp.
    + cbn [List.length]. lia.
    + now replace (w + 1 - 1)%Z with w by lia.
Qed.

Definition row_1 : table := {| cells := make 0 0; tau := 1; alpha := 0 |}.

Lemma row_1_right : is_row 1 row_1.
Proof.
  split; [unfold table_ok; cbn [row_1 tau]; change (to_Z 1) with 1%Z; lia|]. intros h Hh. rewrite value_row_1.
  rewrite look_tail; [reflexivity|]. exact Hh.
Qed.

(* twice D(W,.) as a polynomial, and from where on *)
Definition solve (W : Z) : option poly := widths (Z.to_nat (W - 1)) 2 [row_1] zero.

(* What the computation says is so. *)
Theorem solve_sound W p : (1 <= W)%Z -> solve W = Some p -> agrees p (D W).
Proof.
  intros W1 E. unfold solve in E. apply widths_sound in E; try lia; try reflexivity.
  - now replace (2 - 1 + Z.of_nat (Z.to_nat (W - 1)))%Z with W in E by lia.
  - cbn [falling]. split; auto. apply row_1_right.
  - split; [cbn; lia|]. unfold D. split; [intros H _|]; now rewrite sum_empty by lia.
Qed.
