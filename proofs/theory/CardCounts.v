(* How many suits of n cards have the value g (docs/cards.md, section 5).

     [count_all_from]   Lemma 3: the strings whose value is at least x and has the parity of x;
     [suits_counted]    Theorem 2: for 0 <= g < n, n >= 2, m = g / 2 and c = g - m,
                          a_g(n) = C(n-m-1, c) + sum over w >= c of C(n-m-2, w) + [g = 0];
     [suits_beyond]     a_g(n) = 0 for g >= n, g >= 1;
     [suits_even], [suits_odd]   the same from three sequences that cost O(1) a value.

   No axioms. *)
Require Import List Arith NArith Lia Bool.
From Sprague.theory Require Import Game GapRule Cardinality.
Import ListNotations.
Local Open Scope N_scope.

(* all strings of n bits *)
Fixpoint strings (n : nat) : list (list bool) :=
  match n with O => [[]] | S n => map (cons false) (strings n) ++ map (cons true) (strings n) end.

Lemma strings_In n s : In s (strings n) <-> length s = n.
Proof.
  revert s; induction n as [|n IH]; intros s; simpl.
  - split; [intros [<-|[]]; auto|]. destruct s; [auto|discriminate].
  - rewrite in_app_iff, !in_map_iff. split.
    + intros [(r & <- & H)|(r & <- & H)]; apply IH in H; simpl; auto.
    + destruct s as [|[|] s]; [discriminate|right|left]; exists s; split; auto; apply IH; simpl in *; lia.
Qed.

Lemma strings_NoDup n : NoDup (strings n).
Proof.
  induction n as [|n IH]; simpl; [repeat constructor; auto|]. apply NoDup_disjoint.
  - apply FinFun.Injective_map_NoDup; auto. intros x y E; now inversion E.
  - apply FinFun.Injective_map_NoDup; auto. intros x y E; now inversion E.
  - intros x H H'. apply in_map_iff in H, H'. destruct H as (r & <- & _), H' as (r' & E & _). discriminate.
Qed.

Lemma count_strings_S f n : count f (strings (S n)) =
  count (fun s => f (false :: s)) (strings n) + count (fun s => f (true :: s)) (strings n).
Proof. simpl. now rewrite count_app, !count_map. Qed.

(* ---------- binomial coefficients and two sums of them ---------- *)

(* C(a, z) *)
Fixpoint binom (a z : nat) : N :=
  match a, z with
  | O, O => 1
  | O, S _ => 0
  | S a, O => binom a 0
  | S a, S z => binom a (S z) + binom a z
  end.

(* the sum of C(a, z) over all z >= c *)
Fixpoint upper (a c : nat) : N :=
  match a, c with
  | O, O => 1
  | O, S _ => 0
  | S a, O => 2 * upper a 0
  | S a, S c => upper a (S c) + upper a c
  end.

(* the sum of C(a, z) over z = c, c+2, c+4, ... *)
Fixpoint upper2 (a c : nat) : N :=
  match a, c with
  | O, O => 1
  | O, S _ => 0
  | S a, O => upper2 a 0 + upper2 a 1
  | S a, S c => upper2 a (S c) + upper2 a c
  end.

Lemma binom_0 a : binom a 0 = 1.
Proof. induction a; auto. Qed.

Lemma upper_step a : forall c, upper a c = binom a c + upper a (S c).
Proof.
  induction a as [|a IH]; intros [|c]; cbn [upper binom]; auto.
  - pose proof (IH 0%nat). pose proof (IH 1%nat). lia.
  - pose proof (IH (S c)). pose proof (IH c). lia.
Qed.

Lemma upper2_step a : forall c, upper2 a c = binom a c + upper2 a (S (S c)).
Proof.
  induction a as [|a IH]; intros [|c]; cbn [upper2 binom]; auto.
  - pose proof (IH 0%nat). pose proof (IH 1%nat). lia.
  - pose proof (IH (S c)). pose proof (IH c). lia.
Qed.

Lemma upper2_upper a : forall c, upper2 a c + upper2 a (S c) = upper a c.
Proof.
  induction a as [|a IH]; intros [|c]; cbn [upper2 upper]; auto.
  - pose proof (IH 0%nat). lia.
  - pose proof (IH (S c)). pose proof (IH c). lia.
Qed.

Lemma binom_above a : forall z, (a < z)%nat -> binom a z = 0.
Proof.
  induction a as [|a IH]; intros [|z] H; simpl; auto; try lia. rewrite !IH by lia. reflexivity.
Qed.

Lemma upper_above a : forall c, (a < c)%nat -> upper a c = 0.
Proof.
  induction a as [|a IH]; intros [|c] H; cbn [upper]; auto; try lia. rewrite !IH by lia. reflexivity.
Qed.

Lemma upper2_above a : forall c, (a < c)%nat -> upper2 a c = 0.
Proof.
  induction a as [|a IH]; intros [|c] H; cbn [upper2]; auto; try lia. rewrite !IH by lia. reflexivity.
Qed.

(* ---------- strings by zeros ---------- *)

(* z >= c, and z has the parity of c *)
Definition from (c z : nat) : bool := (c <=? z)%nat && Nat.even (z - c).

Lemma from_S c z : from (S c) (S z) = from c z.
Proof. reflexivity. Qed.

Lemma from_0_S z : from 0 (S z) = from 1 z.
Proof.
  unfold from. destruct z; auto. simpl. now rewrite Nat.sub_0_r.
Qed.

Lemma count_from a : forall c, count (fun r => from c (zeros r)) (strings a) = upper2 a c.
Proof.
  induction a as [|a IH]; intros c; [now destruct c|]. rewrite count_strings_S. destruct c as [|c]; cbn [upper2].
  - rewrite <- !IH, N.add_comm. f_equal. apply count_ext. intros r. rewrite zeros_cons. apply from_0_S.
  - rewrite <- !IH, N.add_comm. f_equal.
Qed.

(* cells 0, 2, ..., 2m-2 are zeros *)
Fixpoint clear (m : nat) (r : list bool) : bool :=
  match m with O => true | S m => negb (nth 0 r false) && clear m (tl (tl r)) end.

Lemma nth_tl {A} (d : A) i r : nth i (tl r) d = nth (S i) r d.
Proof. destruct r; simpl; auto. now destruct i. Qed.

Lemma clear_spec m : forall r, clear m r = true <-> forall k, (k < m)%nat -> nth (2 * k) r false = false.
Proof.
  induction m as [|m IH]; intros r; cbn [clear].
  - split; auto. intros; lia.
  - rewrite andb_true_iff, negb_true_iff, IH. split.
    + intros [A B] [|k] Hk; auto. specialize (B k ltac:(lia)). rewrite !nth_tl in B.
      now replace (2 * S k)%nat with (S (S (2 * k))) by lia.
    + intros H. split; [apply (H 0%nat); lia|]. intros k Hk. rewrite !nth_tl.
      specialize (H (S k) ltac:(lia)). now replace (2 * S k)%nat with (S (S (2 * k))) in H by lia.
Qed.

Lemma clear_zeros m : forall r, clear m r = true -> (2 * m <= length r)%nat -> (m <= zeros r)%nat.
Proof.
  induction m as [|m IH]; intros r C L; [lia|].
  destruct r as [|b [|b' r]]; simpl in L; try lia. cbn [clear nth tl] in C.
  apply andb_true_iff in C. destruct C as [B C]. apply negb_true_iff in B. subst b.
  specialize (IH r C ltac:(lia)). rewrite !zeros_cons. destruct b'; lia.
Qed.

Lemma from_from_S c z : (c <= z)%nat -> from c (S z) = from (S c) z.
Proof.
  intros H. unfold from. rewrite (proj2 (Nat.leb_le c (S z))) by lia. rewrite Nat.sub_succ_l by lia.
  destruct (Nat.leb_spec (S c) z) as [L|L].
  - replace (z - c)%nat with (S (z - S c)) by lia. reflexivity.
  - replace (z - c)%nat with 0%nat by lia. reflexivity.
Qed.

(* of 2m + a cells, m are zeros; the other m + a are free *)
Lemma count_clear m : forall a c,
  count (fun r => clear m r && from (m + c) (zeros r)) (strings (2 * m + a)) = upper2 (m + a) c.
Proof.
  induction m as [|m IH]; intros a c; [apply count_from|].
  replace (2 * S m + a)%nat with (S (S (2 * m + a))) by lia. rewrite count_strings_S.
  replace (count (fun s => clear (S m) (true :: s) && _) _) with 0 by (symmetry; apply count_none; reflexivity).
  rewrite N.add_0_r, count_strings_S, N.add_comm.
  assert (E1 : count (fun s => clear (S m) (false :: true :: s) && from (S m + c) (zeros (false :: true :: s)))
    (strings (2 * m + a)) = upper2 (m + a) c).
  { rewrite <- IH. apply count_ext. reflexivity. }
  assert (E2 : count (fun s => clear (S m) (false :: false :: s) && from (S m + c) (zeros (false :: false :: s)))
    (strings (2 * m + a)) = match c with O => upper2 (m + a) 1 | S c => upper2 (m + a) c end).
  { destruct c as [|c]; rewrite <- IH.
    - apply count_ext_in. intros r Hr. apply strings_In in Hr. rewrite !zeros_cons.
      cbn [clear nth tl negb andb]. destruct (clear m r) eqn:C; auto. simpl andb.
      change (S m + 0)%nat with (S (m + 0)). change (1 + (1 + zeros r))%nat with (S (S (zeros r))).
      rewrite from_S, Nat.add_0_r, Nat.add_1_r. apply from_from_S. apply clear_zeros; auto. lia.
    - apply count_ext. intros r. rewrite !zeros_cons.
      replace (S m + S c)%nat with (S (S (m + c))) by lia. reflexivity. }
  cbv beta. rewrite E1, E2. cbn [plus upper2]. destruct c; reflexivity.
Qed.

(* ---------- strings that start with a 1 ---------- *)

(* the value is at least x and has its parity iff N does, and cells 1, 3, ... below x are zeros *)
Lemma rule_from r x : from x (rule (true :: r)) = clear (x / 2) r && from x (zeros r).
Proof.
  destruct (rule_first (true :: r) eq_refl) as (j & Z & C & D). set (f := rule (true :: r)) in *. clearbody f.
  cbn [plus] in *. rewrite zeros_cons in Z. simpl plus in Z.
  assert (C' : forall k, (2 * k + 1 < f)%nat -> nth (2 * k) r false = false).
  { intros k Hk. specialize (C k Hk). now rewrite Nat.add_1_r in C. }
  pose proof (Nat.div_mod x 2 ltac:(lia)) as X. pose proof (Nat.mod_upper_bound x 2 ltac:(lia)) as X'.
  set (m := (x / 2)%nat) in *. clearbody m.
  apply eq_true_iff_eq. unfold from. rewrite !andb_true_iff, !Nat.leb_le, !Nat.even_spec, clear_spec. split.
  - intros (L & u & E). repeat split; [|lia|exists (u + j)%nat; lia]. intros k Hk. apply C'. lia.
  - intros (K & L & u & E). assert (x <= f)%nat.
    { destruct (Nat.le_gt_cases x f) as [G|G]; auto. exfalso. destruct D as [D|(k & Hk & O)]; [lia|].
      rewrite Nat.add_1_r in O. cbn [nth] in O. rewrite K in O; [discriminate|lia]. }
    split; auto. exists (u - j)%nat. lia.
Qed.

Lemma count_rule_from l x :
  count (fun r => from x (rule (true :: r))) (strings l) = upper2 (l - x / 2) (x - x / 2).
Proof.
  pose proof (Nat.div_mod x 2 ltac:(lia)) as X. pose proof (Nat.mod_upper_bound x 2 ltac:(lia)) as X'.
  rewrite (count_ext _ _ _ (fun r => rule_from r x)).
  set (m := (x / 2)%nat) in *. clearbody m.
  destruct (Nat.le_gt_cases (2 * m) l) as [L|L].
  - pose proof (count_clear m (l - 2 * m) (x - m)) as E.
    replace (2 * m + (l - 2 * m))%nat with l in E by lia. replace (m + (l - 2 * m))%nat with (l - m)%nat in E by lia.
    now replace (m + (x - m))%nat with x in E by lia.
  - rewrite upper2_above by lia. apply count_none. intros r Hr. apply strings_In in Hr.
    apply andb_false_iff. right. unfold from. apply andb_false_iff. left. apply Nat.leb_gt.
    pose proof (zeros_length r). lia.
Qed.

(* ---------- all strings ---------- *)

Lemma count_all_from n x : count (fun s => from x (rule s)) (strings n) =
  upper2 (n - x / 2) (S (x - x / 2)) + (if (x =? 0)%nat then 1 else 0).
Proof.
  pose proof (Nat.div_mod x 2 ltac:(lia)) as X. pose proof (Nat.mod_upper_bound x 2 ltac:(lia)) as X'.
  induction n as [|n IH].
  - simpl. now destruct x.
  - rewrite count_strings_S, count_rule_from. cbn [rule]. rewrite IH.
    set (m := (x / 2)%nat) in *. clearbody m. destruct (Nat.le_gt_cases m n) as [L|L].
    + rewrite Nat.sub_succ_l by auto. cbn [upper2]. lia.
    + rewrite !upper2_above by lia. lia.
Qed.

(* a_g(n): how many suits of n cards, each visible or unused at the start, have the value g *)
Definition suits_of_value (n g : nat) : N := count (fun s => (rule s =? g)%nat) (strings n).

Lemma from_split g v : from g v = xorb (v =? g)%nat (from (g + 2) v) /\ ((v =? g)%nat && from (g + 2) v = false).
Proof.
  unfold from. destruct (Nat.eqb_spec v g) as [->|D].
  - rewrite Nat.leb_refl, Nat.sub_diag. rewrite (proj2 (Nat.leb_gt (g + 2) g)) by lia. auto.
  - split; [|reflexivity]. rewrite xorb_false_l.
    destruct (Nat.leb_spec g v), (Nat.leb_spec (g + 2) v); try lia; auto; cbn [andb].
    + replace (v - g)%nat with (S (S (v - (g + 2)))) by lia. reflexivity.
    + replace (v - g)%nat with 1%nat by lia. reflexivity.
Qed.

Lemma half_add_2 g : ((g + 2) / 2 = S (g / 2))%nat.
Proof. change 2%nat with (1 * 2)%nat at 1. rewrite Nat.div_add by lia. lia. Qed.

(* Theorem 2 of docs/cards.md *)
Theorem suits_counted n g : (2 <= n)%nat -> (g < n)%nat ->
  let m := (g / 2)%nat in let c := (g - m)%nat in
  suits_of_value n g = binom (n - m - 1) c + upper (n - m - 2) c + (if (g =? 0)%nat then 1 else 0).
Proof.
  intros Hn Hg. cbv zeta.
  pose proof (Nat.div_mod g 2 ltac:(lia)) as X. pose proof (Nat.mod_upper_bound g 2 ltac:(lia)) as X'.
  pose proof (count_all_from n g) as A. pose proof (count_all_from n (g + 2)) as B.
  rewrite half_add_2 in B. rewrite (count_split _ (fun s => (rule s =? g)%nat) (fun s => from (g + 2) (rule s))) in A
    by (intros; apply from_split).
  fold (suits_of_value n g) in A. rewrite B in A. clear B.
  rewrite (proj2 (Nat.eqb_neq (g + 2) 0)) in A by lia.
  set (m := (g / 2)%nat) in *. clearbody m.
  replace (n - m)%nat with (S (S (n - m - 2))) in A by lia.
  replace (n - S m)%nat with (S (n - m - 2)) in A by lia.
  replace (n - m - 1)%nat with (S (n - m - 2)) by lia.
  replace (g + 2 - S m)%nat with (S (g - m)) in A by lia.
  set (x := (n - m - 2)%nat) in *. set (c := (g - m)%nat) in *.
  change (upper2 (S (S x)) (S c)) with (upper2 (S x) (S c) + upper2 (S x) c) in A.
  rewrite (upper2_step (S x) c) in A.
  change (upper2 (S x) (S c)) with (upper2 x (S c) + upper2 x c) in A.
  pose proof (upper2_upper x c). lia.
Qed.

Theorem suits_beyond n g : (n <= g)%nat -> (1 <= g)%nat -> suits_of_value n g = 0.
Proof.
  intros H H1. pose proof (count_all_from n g) as A.
  pose proof (Nat.div_mod g 2 ltac:(lia)) as X. pose proof (Nat.mod_upper_bound g 2 ltac:(lia)) as X'.
  rewrite (count_split _ (fun s => (rule s =? g)%nat) (fun s => from (g + 2) (rule s))) in A
    by (intros; apply from_split).
  fold (suits_of_value n g) in A. rewrite (proj2 (Nat.eqb_neq g 0)), upper2_above in A by lia. lia.
Qed.

(* ---------- the numbers a_{2m} and a_{2m+1} from three sequences ---------- *)

(* with q = n - 2: beta_m = C(q-m, m), alpha_m = C(q-m, m-1), upsilon_m = the sum of C(q-m, w) over w > m *)
Definition beta (q m : nat) : N := binom (q - m) m.
Definition alpha (q m : nat) : N := match m with O => 0 | S m' => binom (q - m) m' end.
Definition upsilon (q m : nat) : N := upper (q - m) (S m).

Lemma upsilon_step q m : (1 <= q)%nat -> upsilon q m = 2 * upsilon q (S m) + 2 * beta q (S m) + alpha q (S m).
Proof.
  intros H. unfold upsilon, beta, alpha. destruct (Nat.lt_ge_cases m q) as [L|L].
  - replace (q - m)%nat with (S (q - S m)) by lia. cbn [upper].
    rewrite (upper_step (q - S m) m), (upper_step (q - S m) (S m)). lia.
  - rewrite !upper_above, !binom_above by lia. reflexivity.
Qed.

Theorem suits_even q m : (1 <= q)%nat ->
  suits_of_value (q + 2) (2 * m) = 2 * beta q m + alpha q m + upsilon q m + (if (m =? 0)%nat then 1 else 0).
Proof.
  intros H. unfold upsilon, beta, alpha. destruct (Nat.lt_ge_cases (2 * m) (q + 2)) as [L|L].
  - rewrite suits_counted by lia. rewrite (Nat.mul_comm 2 m), Nat.div_mul by lia.
    replace (m * 2 - m)%nat with m by lia. replace (q + 2 - m - 1)%nat with (S (q - m)) by lia.
    replace (q + 2 - m - 2)%nat with (q - m)%nat by lia. rewrite (upper_step (q - m) m).
    destruct m as [|m]; [|cbn [binom]; simpl (_ =? 0)%nat; cbv iota; lia].
    simpl (_ =? 0)%nat. cbv iota. rewrite !binom_0. lia.
  - rewrite suits_beyond, upper_above by lia. destruct m as [|m]; [lia|]. rewrite !binom_above by lia. reflexivity.
Qed.

Theorem suits_odd q m : (1 <= q)%nat ->
  suits_of_value (q + 2) (2 * m + 1) = beta q (S m) + alpha q (S m) + beta q m + upsilon q m.
Proof.
  intros H. unfold upsilon, beta, alpha. destruct (Nat.lt_ge_cases (2 * m + 1) (q + 2)) as [L|L].
  - rewrite suits_counted by lia. replace ((2 * m + 1) / 2)%nat with m.
    2: { apply (Nat.div_unique _ 2 m 1); lia. }
    replace (2 * m + 1 - m)%nat with (S m) by lia. replace (q + 2 - m - 1)%nat with (S (q - m)) by lia.
    replace (q + 2 - m - 2)%nat with (q - m)%nat by lia. rewrite (proj2 (Nat.eqb_neq (2 * m + 1) 0)) by lia.
    cbn [binom]. replace (q - m)%nat with (S (q - S m)) at 1 by lia. cbn [binom]. lia.
  - rewrite suits_beyond, upper_above, !binom_above by lia. reflexivity.
Qed.

(* (b+1) C(a, b+1) = (a-b) C(a, b) *)
Lemma binom_absorb a : forall b, N.of_nat (S b) * binom a (S b) = N.of_nat (a - b) * binom a b.
Proof.
  induction a as [|a IH]; intros b; [simpl; lia|].
  destruct b as [|b]; cbn [binom].
  - pose proof (IH 0%nat) as E. rewrite binom_0 in *. lia.
  - pose proof (IH b) as E. pose proof (IH (S b)) as E'.
    destruct (Nat.lt_ge_cases b a) as [L|L]; [|rewrite !binom_above by lia; lia].
    replace (S a - S b)%nat with (a - b)%nat by lia.
    replace (N.of_nat (S (S b))) with (N.of_nat (S b) + 1) by lia.
    replace (N.of_nat (a - b)) with (N.of_nat (a - S b) + 1) in * by lia.
    replace (N.of_nat (S (S b))) with (N.of_nat (S b) + 1) in E' by lia.
    rewrite !N.mul_add_distr_l, !N.mul_add_distr_r in *. lia.
Qed.

(* (a+1-b) C(a+1, b) = (a+1) C(a, b) *)
Lemma binom_shrink a b : (b <= a)%nat -> N.of_nat (S a - b) * binom (S a) b = N.of_nat (S a) * binom a b.
Proof.
  intros H. destruct b as [|b]; [now rewrite !binom_0|].
  pose proof (binom_absorb a b) as E. cbn [binom].
  replace (S a - S b)%nat with (a - b)%nat by lia. rewrite N.mul_add_distr_l, <- E.
  replace (N.of_nat (S a)) with (N.of_nat (a - b) + N.of_nat (S b)) by lia. lia.
Qed.

Lemma beta_step q m : (2 * m < q)%nat -> N.of_nat (q - 2 * m) * beta q m = N.of_nat (q - m) * alpha q (S m).
Proof.
  intros H. unfold beta, alpha. replace (q - m)%nat with (S (q - S m)) by lia.
  rewrite <- (binom_shrink (q - S m) m) by lia. do 2 f_equal. lia.
Qed.

Lemma alpha_step q m : (2 * m <= q)%nat -> N.of_nat (q + 1 - 2 * m) * alpha q m = N.of_nat m * beta q m.
Proof.
  intros H. unfold beta, alpha. destruct m as [|m]; [lia|]. rewrite binom_absorb. do 2 f_equal. lia.
Qed.

Lemma binom_diag a : binom a a = 1.
Proof. induction a as [|a IH]; auto. cbn [binom]. rewrite binom_above by lia. exact IH. Qed.

Lemma beta_top q m : q = (2 * m)%nat -> beta q m = 1.
Proof. intros ->. unfold beta. replace (2 * m - m)%nat with m by lia. apply binom_diag. Qed.
Lemma beta_above q m : (q < 2 * m)%nat -> beta q m = 0.
Proof. intros H. unfold beta. destruct m; [lia|]. apply binom_above. lia. Qed.
Lemma alpha_top q m : (q + 1 = 2 * m)%nat -> alpha q m = 1.
Proof. intros H. unfold alpha. destruct m as [|m]; [lia|]. replace (q - S m)%nat with m by lia. apply binom_diag. Qed.
Lemma alpha_above q m : (1 <= q)%nat -> (q + 1 < 2 * m)%nat -> alpha q m = 0.
Proof. intros H1 H. unfold alpha. destruct m as [|m]; [lia|]. apply binom_above. lia. Qed.
Lemma upsilon_above q m : (q < 2 * m + 1)%nat -> upsilon q m = 0.
Proof. intros H. unfold upsilon. apply upper_above. lia. Qed.
