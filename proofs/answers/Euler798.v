(* Project Euler 798, card stacking.

   A deck has s suits of n cards; some cards lie visible on the table at the start. A move puts a card from the rest of
   the deck on a visible card of the same suit and of a smaller number, and replaces it. A player who cannot move loses.
   C(n, s) is the number of starts that the first player loses. Then C(10^7, 10^7) = 132996198 modulo 10^9 + 7.
   The only axioms are those of primitive integers. *)
Require Import List Arith NArith ZArith Lia Bool Uint63.
From Sprague.theory Require Import Game Cardinality Cards.
From Sprague.checker Require Import CardSums.
Local Open Scope Z_scope.

(* C(n, s) has the residue r modulo 10^9 + 7 *)
Definition C_mod (n s : nat) (r : Z) : Prop :=
  exists c, number_of (lost_deal n s) c /\ Z.of_N c mod 1000000007 = r.

Lemma C_from_program n s k q m r i : (3 <= n < 2 ^ 27)%N -> (n <= 2 ^ N.of_nat (S k))%N -> (k <= 26)%nat ->
  to_Z q = Z.of_N n - 2 -> to_Z m = 2 ^ Z.of_nat k ->
  deals_mod q k m s = Some r -> (2 ^ Z.of_nat (S k) * i) mod P = 1 ->
  C_mod (N.to_nat n) (Pos.to_nat s) ((to_Z r * i) mod P).
Proof. exact (lost_deals_mod n s k q m r i). Qed.

(* the examples of the problem: C(3, 2) = 26, C(13, 4) = 540318329 modulo 10^9 + 7 *)
Theorem example_3_2 : C_mod 3 2 26.
Proof. apply (C_from_program 3 2 1 1 2 104 250000002); try reflexivity; lia. Qed.
Theorem example_13_4 : C_mod 13 4 540318329.
Proof. apply (C_from_program 13 4 3 11 8 645093208 562500004); try reflexivity; lia. Qed.

(* 2^24 C(10^7, 10^7) modulo 10^9 + 7 *)
Lemma computed : deals_mod 9999998 23 8388608 10000000 = Some 925405633%uint63.
Proof. vm_cast_no_check (eq_refl (Some 925405633%uint63)). Qed.

Theorem euler_798 : C_mod (N.to_nat 10000000) (N.to_nat 10000000) 132996198.
Proof.
  apply (C_from_program 10000000 10000000 23 9999998 8388608 925405633 716740196);
    [lia|vm_compute; discriminate|lia|reflexivity|reflexivity|exact computed|reflexivity].
Qed.

Print Assumptions euler_798.
