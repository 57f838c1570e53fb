(* Project Euler 629, scatterstone Nim.

   The heaps of a partition of n are divided in turn, each move dividing one heap into at least 2 and at most k
   non-empty heaps; a player who cannot move loses. f(n, k) is the number of partitions of n that the first player wins, and
   g(n) = f(n, 2) + ... + f(n, n). Then g(200) = 626616617 modulo 10^9 + 7. No axioms. *)
Require Import List Arith NArith Lia Bool.
From Sprague.theory Require Import Game Cardinality Scatterstone Partitions.
Import ListNotations.

(* f(n, k) = w: exactly w partitions of n are won by the player to move if heaps are divided into at most k *)
Definition f_is (n k : nat) (w : N) : Prop :=
  number_of (fun p => is_partition n p /\ Wins (splits k) p) w.

(* g(n) = w *)
Definition g_is (n : nat) (w : N) : Prop :=
  exists f, (forall k, 2 <= k <= n -> f_is n k (f k)) /\ w = fold_right N.add 0%N (map f (seq 2 (n - 1))).

(* the words above determine the number *)
Lemma g_unique n u w : g_is n u -> g_is n w -> u = w.
Proof.
  intros (f & F & ->) (h & H & ->). f_equal. apply map_ext_in. intros k Hk. apply in_seq in Hk.
  apply (number_of_unique _ _ _ (F k ltac:(lia)) (H k ltac:(lia))).
Qed.

(* ---------- from values to counts ---------- *)

Lemma f_from_values n k d (v : nat -> N) : 2 <= k ->
  (forall a, 1 <= a <= n -> value k a = v a) ->
  (forall a, 1 <= a <= n -> (v a < 2 ^ N.of_nat d)%N) ->
  f_is n k (all_partitions n - xor_zero v d n).
Proof.
  intros K E V. eapply number_of_ext; [|apply (xor_nonzero_counted v d n V)]. intros p. cbv beta.
  rewrite scatterstone_won by auto.
  assert (Q : is_partition n p -> map (value k) p = map v p).
  { intros P. apply map_ext_in. intros a Ha. apply E. now apply (partition_part n p). }
  split; intros [P X]; split; auto; rewrite (Q P) in *; auto.
Qed.

Section Answer.
Variables n d : nat.               (* the number of stones, at most 2^d *)
Variable t : list N.               (* the values of split:3; entry 0 is not used *)
Let v3 a := nth a t 0%N.
Definition table_good : bool :=
  check3 v3 n && forallb (fun x => N.ltb x (2 ^ N.of_nat d)) t && N.leb (N.of_nat n) (2 ^ N.of_nat d).

Definition f_2 : N := all_partitions n - xor_zero (fun a => parity (a - 1)) 1 n.
Definition f_3 : N := all_partitions n - xor_zero v3 d n.
Definition f_4 : N := all_partitions n - xor_zero (fun a => N.of_nat (a - 1)) d n.

Hypothesis good : table_good = true.

Lemma f_2_right : f_is n 2 f_2.
Proof.
  apply f_from_values; auto.
  - intros a A. now apply value_split_2.
  - intros a _. unfold parity. destruct (Nat.odd (a - 1)); reflexivity.
Qed.

Lemma f_3_right : f_is n 3 f_3.
Proof.
  unfold table_good in good. rewrite !andb_true_iff in good. destruct good as ((C & B) & _).
  rewrite forallb_forall in B. apply f_from_values; auto.
  - intros a A. now apply (table_split_3 v3 n).
  - intros a A. unfold v3. destruct (nth_in_or_default a t 0%N) as [I|E].
    + now apply N.ltb_lt, B.
    + rewrite E. apply N.neq_0_lt_0, N.pow_nonzero; lia.
Qed.

Lemma f_4_right k : 4 <= k -> f_is n k f_4.
Proof.
  unfold table_good in good. rewrite !andb_true_iff in good. destruct good as (_ & D). apply N.leb_le in D.
  intros K. apply f_from_values; [lia| |].
  - intros a A. apply value_split_4; lia.
  - intros a A. lia.
Qed.

Theorem g_right : 3 <= n -> g_is n (f_2 + f_3 + N.of_nat (n - 3) * f_4).
Proof.
  intros H. set (f := fun k => match k with 2 => f_2 | 3 => f_3 | _ => f_4 end). exists f. split.
  - intros k K. destruct k as [|[|[|[|k]]]]; try lia; [apply f_2_right|apply f_3_right|apply f_4_right; lia].
  - replace (n - 1) with (S (S (n - 3))) by lia. cbn [seq map fold_right f]. rewrite <- N.add_assoc. do 2 f_equal.
    assert (X : forall m s, 4 <= s -> (N.of_nat m * f_4 = fold_right N.add 0 (map f (seq s m)))%N).
    { induction m as [|m IH]; intros s Hs; auto. cbn [seq map fold_right]. rewrite <- IH by lia.
      destruct s as [|[|[|[|s]]]]; try lia. cbn [f]. lia. }
    now apply X.
Qed.
End Answer.

(* ---------- the numbers ---------- *)

(* the example of the problem: g(7) = 66, g(10) = 291 *)
Theorem example_7 : g_is 7 66.
Proof. exact (g_right 7 3 (build3 7 [0%N]) eq_refl ltac:(lia)). Qed.
Theorem example_10 : g_is 10 291.
Proof. exact (g_right 10 4 (build3 10 [0%N]) eq_refl ltac:(lia)). Qed.

Definition table : list N := Eval vm_compute in build3 200 [0%N].

Lemma table_checked : table_good 200 8 table = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(* f(200, 2), f(200, 3) and f(200, k) for k >= 4, out of 3972999029388 partitions *)
Lemma computed_2 : f_2 200 = 1986499358230%N.
Proof. vm_cast_no_check (eq_refl 1986499358230%N). Qed.
Lemma computed_3 : f_3 200 8 table = 3835141991842%N.
Proof. vm_cast_no_check (eq_refl 3835141991842%N). Qed.
Lemma computed_4 : f_4 200 8 = 3898644622759%N.
Proof. vm_cast_no_check (eq_refl 3898644622759%N). Qed.

Theorem f_200_2 : f_is 200 2 1986499358230.
Proof. exact (eq_ind _ (f_is 200 2) (f_2_right 200) _ computed_2). Qed.
Theorem f_200_3 : f_is 200 3 3835141991842.
Proof. exact (eq_ind _ (f_is 200 3) (f_3_right 200 8 table table_checked) _ computed_3). Qed.
Theorem f_200_4 k : 4 <= k -> f_is 200 k 3898644622759.
Proof. intros K. exact (eq_ind _ (f_is 200 k) (f_4_right 200 8 table table_checked k K) _ computed_4). Qed.

(* g(200) itself *)
Theorem g_200 : g_is 200 773854632033595.
Proof.
  exists (fun k => match k with 2 => 1986499358230%N | 3 => 3835141991842%N | _ => 3898644622759%N end). split.
  - intros k K. destruct k as [|[|[|[|k]]]]; try lia; [apply f_200_2|apply f_200_3|apply f_200_4; lia].
  - vm_compute. reflexivity.
Qed.

Theorem euler_629 : exists g, g_is 200 g /\ (g mod 1000000007 = 626616617)%N.
Proof. exists 773854632033595%N. split; [exact g_200|reflexivity]. Qed.

Print Assumptions euler_629.
