(* Coq's machine integers (63 bits, unsigned) as natural numbers: what the proof of the fast checker needs of them.

   [nt] and [tn] read an integer as a number, [I] and [ofN] write it. As long as sizes stay [small], below 2^40, sums
   and differences do not wrap around. The specifications come from Coq's library Uint63. *)
Require Import Arith NArith ZArith Lia Bool Uint63.
Open Scope uint63_scope.
Open Scope nat_scope.

Definition I (n : nat) : int := of_Z (Z.of_nat n).
Definition nt (x : int) : nat := Z.to_nat (to_Z x).
Definition tn (x : int) : N := Z.to_N (to_Z x).
Definition ofN (x : N) : int := of_Z (Z.of_N x).

Definition small (n : nat) : Prop := (Z.of_nat n < 1099511627776)%Z.

Lemma nt_Z x : to_Z x = Z.of_nat (nt x).
Proof. unfold nt. rewrite Z2Nat.id; auto. apply to_Z_bounded. Qed.
Lemma nt_inj x y : nt x = nt y -> x = y.
Proof. intros E. apply to_Z_inj. rewrite !nt_Z. now f_equal. Qed.
Lemma nt_bound x : (Z.of_nat (nt x) < 9223372036854775808)%Z.
Proof. rewrite <- nt_Z. apply to_Z_bounded. Qed.
Lemma I_nt x : I (nt x) = x.
Proof. unfold I. rewrite <- nt_Z. apply of_to_Z. Qed.
Lemma nt_I n : small n -> nt (I n) = n.
Proof.
  unfold small, nt, I. intros H. rewrite of_Z_spec, Z.mod_small; [apply Nat2Z.id|].
  change wB with 9223372036854775808%Z. lia.
Qed.
Lemma nt_tn x : N.to_nat (tn x) = nt x.
Proof. unfold nt, tn. apply Z_N_nat. Qed.
Lemma tn_nt x : tn x = N.of_nat (nt x).
Proof. rewrite <- nt_tn. symmetry. apply N2Nat.id. Qed.
Lemma tn_inj x y : tn x = tn y -> x = y.
Proof. rewrite !tn_nt. intros H. apply nt_inj. now apply Nat2N.inj. Qed.
Lemma nt_ofN x : (x < 4611686018427387904)%N -> nt (ofN x) = N.to_nat x.
Proof.
  intros H. unfold nt, ofN. rewrite of_Z_spec, Z.mod_small; [now rewrite <- Z_N_nat, N2Z.id|].
  change wB with 9223372036854775808%Z. lia.
Qed.
Lemma nt_lt x y : reflect (nt x < nt y) (x <? y)%uint63.
Proof. apply iff_reflect. rewrite ltb_spec, !nt_Z. lia. Qed.
Lemma nt_le x y : reflect (nt x <= nt y) (x <=? y)%uint63.
Proof. apply iff_reflect. rewrite leb_spec, !nt_Z. lia. Qed.
Lemma nt_eq x y : reflect (nt x = nt y) (x =? y)%uint63.
Proof.
  apply iff_reflect. split; intros E.
  - apply nt_inj in E. subst. apply eqb_refl.
  - apply eqb_correct in E. now subst.
Qed.
Lemma nt_add x y : (Z.of_nat (nt x + nt y) < 9223372036854775808)%Z -> nt (x + y)%uint63 = nt x + nt y.
Proof.
  intros H. unfold nt at 1. rewrite add_spec, !nt_Z, <- Nat2Z.inj_add, Z.mod_small; [apply Nat2Z.id|].
  change wB with 9223372036854775808%Z. lia.
Qed.
Lemma nt_sub x y : nt y <= nt x -> nt (x - y)%uint63 = nt x - nt y.
Proof.
  intros H. unfold nt at 1. rewrite sub_spec, !nt_Z, <- Nat2Z.inj_sub, Z.mod_small by
    (auto; pose proof (nt_bound x); change wB with 9223372036854775808%Z; lia). apply Nat2Z.id.
Qed.
(* additions and subtractions cancel, even if they wrap around *)
Lemma add_sub_cancel x y : (x + (y - x))%uint63 = y.
Proof.
  apply to_Z_inj. rewrite add_spec, sub_spec, Zplus_mod_idemp_r, Zplus_minus.
  apply Z.mod_small, to_Z_bounded.
Qed.
Lemma sub_0_eq x y : (x - y)%uint63 = 0%uint63 -> x = y.
Proof.
  intros E. rewrite <- (add_sub_cancel y x), E. apply to_Z_inj. rewrite add_spec. change (to_Z 0) with 0%Z.
  rewrite Z.add_0_r. apply Z.mod_small, to_Z_bounded.
Qed.
Lemma nt_1 : nt 1 = 1. Proof. reflexivity. Qed.
Lemma nt_succ x : small (nt x) -> nt (x + 1)%uint63 = S (nt x).
Proof. unfold small. intros H. pose proof nt_1. rewrite nt_add; lia. Qed.
Lemma nt_mod x y : nt y <> 0 -> nt (x mod y)%uint63 = nt x mod nt y.
Proof.
  intros H. unfold nt at 1. rewrite mod_spec, !nt_Z, <- Nat2Z.inj_mod. apply Nat2Z.id.
Qed.
Lemma tn_lxor x y : tn (x lxor y)%uint63 = N.lxor (tn x) (tn y).
Proof.
  unfold tn. rewrite lxor_spec'. pose proof (to_Z_bounded x). pose proof (to_Z_bounded y).
  destruct (to_Z x) as [|a|a], (to_Z y) as [|b|b]; try lia; try reflexivity.
  simpl. destruct (Pos.lxor a b); reflexivity.
Qed.
Lemma bit_tn x b : bit x b = N.testbit (tn x) (tn b).
Proof.
  rewrite bitE. unfold tn. pose proof (to_Z_bounded x). pose proof (to_Z_bounded b).
  rewrite <- Z.testbit_of_N, !Z2N.id by lia. reflexivity.
Qed.
Lemma even_nt x : is_even x = negb (Nat.odd (nt x)).
Proof.
  pose proof (is_even_spec x) as H. rewrite nt_Z in H. rewrite Nat.negb_odd.
  destruct (is_even x); symmetry.
  - apply Nat.even_spec. exists (nt x / 2). pose proof (Nat.div_mod (nt x) 2).
    change 2%Z with (Z.of_nat 2) in H. rewrite <- Nat2Z.inj_mod in H. lia.
  - rewrite <- Nat.negb_odd. apply negb_false_iff, Nat.odd_spec. exists (nt x / 2). pose proof (Nat.div_mod (nt x) 2).
    change 2%Z with (Z.of_nat 2) in H. rewrite <- Nat2Z.inj_mod in H. lia.
Qed.
