(* Four facts about the xor of numbers. No axioms. *)
Require Import NArith Lia.
Local Open Scope N_scope.

Lemma lxor_le_add a b : N.lxor a b <= a + b.
Proof.
  destruct a as [|a], b as [|b]; simpl; try lia.
  revert b; induction a as [a IH|a IH|]; intros [b|b|]; simpl; try lia; try specialize (IH b);
    try destruct (Pos.lxor a b); simpl in *; lia.
Qed.

Lemma lxor_below d a b : a < 2 ^ d -> b < 2 ^ d -> N.lxor a b < 2 ^ d.
Proof.
  intros A B. assert (P : 2 ^ d <> 0) by (apply N.pow_nonzero; lia).
  apply N.div_small in A. apply N.div_small in B. rewrite <- N.shiftr_div_pow2 in A, B.
  assert (C : N.shiftr (N.lxor a b) d = 0) by (rewrite N.shiftr_lxor, A, B; reflexivity).
  rewrite N.shiftr_div_pow2 in C. now apply N.div_small_iff in C.
Qed.

Lemma lxor_twice a b : N.lxor a (N.lxor b b) = a.
Proof. now rewrite N.lxor_nilpotent, N.lxor_0_r. Qed.

(* a term may be moved to the other side of an equation *)
Lemma lxor_move a x y : N.eqb (N.lxor a x) y = N.eqb x (N.lxor y a).
Proof.
  destruct (N.eqb_spec x (N.lxor y a)) as [->|D].
  - apply N.eqb_eq. now rewrite (N.lxor_comm y), <- N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_l.
  - apply N.eqb_neq. intros <-. apply D. now rewrite (N.lxor_comm a), N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_r.
Qed.
