(* The sparse space of a code (docs/sparse-space.md, docs/certificate-format.md, Splits).

   Fix a mask, and choose whether the parity of a position counts. A value v at a position x is *odd* if
   popcount(v & mask) is odd, or popcount(v & mask) + x if parity counts. If a + b = s, then the value G(a) xor G(b) is
   odd at s iff exactly one of a, b is odd: [split_lemma]. So, to show that a value v that is odd at s is not reached by
   a pair of sum s, it is enough to pair each position of one class, the rare one, with its partner: [absent_by_rare].
   True for every mask, every sequence G, and whichever class is called rare. No axioms. *)
Require Import List Arith NArith Lia Bool.
From Sprague.theory Require Import Game.
Import ListNotations.

(* ---------- popcount modulo 2 ---------- *)
Fixpoint odd_popcount_pos (x : positive) : bool :=
  match x with
  | xH => true
  | xO y => odd_popcount_pos y
  | xI y => negb (odd_popcount_pos y)
  end.
Definition odd_popcount (x : N) : bool := match x with N0 => false | Npos x => odd_popcount_pos x end.

Lemma odd_popcount_double x : odd_popcount (Pos.Ndouble x) = odd_popcount x.
Proof. destruct x; reflexivity. Qed.
Lemma odd_popcount_succ_double x : odd_popcount (Pos.Nsucc_double x) = negb (odd_popcount x).
Proof. destruct x; reflexivity. Qed.

Theorem odd_popcount_lxor x y : odd_popcount (N.lxor x y) = xorb (odd_popcount x) (odd_popcount y).
Proof.
  destruct x as [|x], y as [|y]; try reflexivity;
    [simpl; now destruct odd_popcount_pos|simpl; now destruct odd_popcount_pos|]. simpl N.lxor. revert y.
  induction x as [x IH|x IH|]; intros [y|y|]; cbn [Pos.lxor odd_popcount odd_popcount_pos];
    rewrite ?odd_popcount_double, ?odd_popcount_succ_double, ?IH; cbn [odd_popcount odd_popcount_pos];
    try destruct (odd_popcount_pos x); try destruct (odd_popcount_pos y); reflexivity.
Qed.

(* the class of a value under a mask *)
Definition odd_masked (mask v : N) : bool := odd_popcount (N.land v mask).

Lemma odd_masked_lxor mask x y : odd_masked mask (N.lxor x y) = xorb (odd_masked mask x) (odd_masked mask y).
Proof.
  unfold odd_masked. rewrite <- odd_popcount_lxor. f_equal. apply N.bits_inj_iff; intros i.
  rewrite !N.lxor_spec, !N.land_spec, N.lxor_spec.
  destruct (N.testbit x i), (N.testbit y i), (N.testbit mask i); reflexivity.
Qed.

(* ---------- the split ---------- *)
Section Split.
Variable chi : N -> bool.       (* the class of a value: odd_masked of some mask *)
Hypothesis chi_lxor : forall x y, chi (N.lxor x y) = xorb (chi x) (chi y).
Variable parity : bool.         (* whether the parity of a position counts *)

(* whether a value at a position is odd *)
Definition odd_at (v : N) (x : nat) : bool := xorb (chi v) (parity && Nat.odd x).

Variable g : nat -> N.          (* any sequence *)

Theorem split_lemma a b s : a + b = s -> odd_at (N.lxor (g a) (g b)) s = xorb (odd_at (g a) a) (odd_at (g b) b).
Proof.
  intros <-. unfold odd_at. rewrite chi_lxor, Nat.odd_add.
  destruct (chi (g a)), (chi (g b)), parity, (Nat.odd a), (Nat.odd b); reflexivity.
Qed.

(* rho: the class that is called rare *)
Theorem absent_by_rare (rho : bool) (v : N) (s : nat) : odd_at v s = true ->
  (forall r, 0 < r < s -> odd_at (g r) r = rho -> N.lxor (g r) (g (s - r)) <> v) ->
  forall a b, 0 < a -> 0 < b -> a + b = s -> N.lxor (g a) (g b) <> v.
Proof.
  intros O H a b A B E V. pose proof (split_lemma a b s E) as L. rewrite V, O in L.
  destruct (bool_dec (odd_at (g a) a) rho) as [R|R].
  - apply (H a); [lia|auto|]. now replace (s - a) with b by lia.
  - apply (H b); [lia| |replace (s - b) with a by lia; now rewrite N.lxor_comm].
    destruct (odd_at (g a) a), (odd_at (g b) b), rho; auto; discriminate || (elim R; reflexivity).
Qed.
End Split.

(* the form in which docs/certificate-format.md states it *)
Corollary absent_by_rare_mask (mask : N) (parity rho : bool) (g : nat -> N) (v : N) (s : nat) :
  odd_at (odd_masked mask) parity v s = true ->
  (forall r, 0 < r < s -> odd_at (odd_masked mask) parity (g r) r = rho -> N.lxor (g r) (g (s - r)) <> v) ->
  forall a b, 0 < a -> 0 < b -> a + b = s -> N.lxor (g a) (g b) <> v.
Proof. apply absent_by_rare. apply odd_masked_lxor. Qed.
