(* Kayles, 0.77, in misère play: a player knocks down one pin or two neighbouring ones; the player who cannot move wins.
   The quotient has 40 elements; the images of rows have period 12 and preperiod 71, both least.

   The numbers below are those of the certificate that `sprague law kayles --misere --save FILE` writes. Nothing rests
   on how they were found: the checker verifies them. *)
From Coq Require Import List Arith NArith Lia Bool.
From Sprague.theory Require Import Codes Misere.
From Sprague.checker Require Import Quotient.
Import ListNotations.

Definition kayles : list N := [0; 7; 7]%N.

(* For some rows of pins, what the elements 0, 1, ... become beside them. *)
Definition actions : list (nat * list nat) := [
  (1,
   [1; 0; 3; 2; 5; 4; 7; 6; 9; 8; 11; 10; 13; 12; 15; 14; 17; 16; 19; 18; 21; 20; 23; 22; 25; 24; 27; 26; 29; 28; 31;
    30; 33; 32; 35; 34; 37; 36; 39; 38]);
  (2,
   [2; 3; 4; 5; 2; 3; 8; 9; 10; 11; 8; 9; 2; 3; 8; 9; 2; 3; 8; 9; 2; 3; 8; 9; 3; 2; 9; 8; 9; 8; 3; 2; 34; 35; 32; 33;
    38; 39; 36; 37]);
  (5,
   [6; 7; 8; 9; 10; 11; 12; 13; 2; 3; 4; 5; 6; 7; 4; 5; 10; 11; 4; 5; 10; 11; 4; 5; 11; 10; 5; 4; 5; 4; 11; 10; 36;
    37; 38; 39; 32; 33; 34; 35]);
  (9,
   [14; 15; 8; 9; 10; 11; 4; 5; 2; 3; 4; 5; 10; 11; 16; 17; 14; 15; 20; 21; 22; 23; 20; 21; 26; 27; 24; 25; 30; 31;
    28; 29; 36; 37; 38; 39; 32; 33; 34; 35]);
  (12,
   [18; 19; 8; 9; 10; 11; 4; 5; 2; 3; 4; 5; 10; 11; 20; 21; 22; 23; 20; 21; 22; 23; 20; 21; 28; 29; 30; 31; 30; 31;
    28; 29; 36; 37; 38; 39; 32; 33; 34; 35]);
  (25,
   [24; 25; 3; 2; 5; 4; 11; 10; 9; 8; 11; 10; 5; 4; 26; 27; 24; 25; 28; 29; 30; 31; 28; 29; 4; 5; 10; 11; 10; 11; 4;
    5; 33; 32; 35; 34; 37; 36; 39; 38]);
  (27,
   [32; 33; 34; 35; 32; 33; 36; 37; 38; 39; 36; 37; 32; 33; 36; 37; 32; 33; 36; 37; 32; 33; 36; 37; 33; 32; 37; 36;
    37; 36; 33; 32; 4; 5; 2; 3; 10; 11; 8; 9])].

(* The lost elements, and the images of 0, 1, ..., 82 pins. *)
Definition lost_elements : list nat := [1; 4; 7; 13; 14; 17; 18; 21; 27].
Definition images_of_rows : list nat :=
  [0; 1; 2; 3; 1; 6; 3; 2; 5; 14; 2; 8; 18; 5; 2; 9; 5; 22; 3; 2; 21; 10; 8; 9; 10; 24; 2; 32; 11; 10; 9; 2; 5; 32; 8;
   9; 10; 5; 2; 3; 5; 10; 9; 2; 5; 32; 2; 9; 10; 5; 2; 32; 5; 10; 9; 2; 5; 10; 2; 9; 10; 5; 2; 32; 5; 10; 9; 2; 5;
   32; 8; 9; 10; 5; 2; 32; 5; 10; 9; 2; 5; 32; 2].

Definition quotient_of_kayles : quotient := Eval vm_compute in make actions lost_elements images_of_rows 12 71.
Definition pairs_of_kayles : list (list bool) := Eval vm_compute in pairs quotient_of_kayles kayles.

Lemma checked : check quotient_of_kayles kayles pairs_of_kayles = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma checked_reduced : check_reduced quotient_of_kayles = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma checked_least : check_least quotient_of_kayles = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(* Who wins, for any number of rows of any length: the product of the rows' images says it. *)
Theorem misere_kayles X : Lost kayles X <-> is_lost quotient_of_kayles (product quotient_of_kayles X) = true.
Proof. exact (quotient_sound _ _ _ checked X). Qed.

(* Of all positions exactly 40 differ in play. *)
Theorem order_0_77 : OrderOfPlay kayles 40.
Proof. exact (quotient_order _ _ _ checked checked_reduced). Qed.

(* Rows of x + 12 and of x pins may be put for each other in every position, for all x from 71 on; and every other
   period is a multiple of 12 and holds from 71 or later on. *)
Theorem period_0_77 : LeastPeriodOfMisere kayles 12 71.
Proof. exact (quotient_period _ _ _ checked checked_reduced checked_least). Qed.

(* A single row is lost for the player to move iff it has 1, 4, 9, 12 or 20 pins. *)
Theorem lost_rows n : Lost kayles [n] <-> In n [1; 4; 9; 12; 20].
Proof.
  rewrite misere_kayles, (single _ _ _ checked). set (q := quotient_of_kayles).
  assert (E : forall n, n < 83 -> is_lost q (image q n) = existsb (Nat.eqb n) [1; 4; 9; 12; 20]).
  { intros m Hm. assert (A : forallb (fun m => Bool.eqb (is_lost q (image q m)) (existsb (Nat.eqb m) [1; 4; 9; 12; 20]))
      (seq 0 83) = true) by (vm_compute; reflexivity).
    rewrite forallb_forall in A. apply eqb_true_iff, A, in_seq. lia. }
  assert (F : is_lost q (image q n) = existsb (Nat.eqb n) [1; 4; 9; 12; 20]).
  { destruct (Nat.lt_ge_cases n 83) as [H|H]; [now apply E|].
    assert (L : existsb (Nat.eqb n) [1; 4; 9; 12; 20] = false).
    { apply not_true_is_false. intros T. apply existsb_exists in T. destruct T as (m & Hm & Em).
      apply Nat.eqb_eq in Em. subst m. simpl in Hm. lia. }
    rewrite L. pose proof (Nat.mod_upper_bound (n - 71) 12 ltac:(lia)) as B.
    replace (image q n) with (image q (71 + (n - 71) mod 12)).
    - rewrite E by lia. apply not_true_is_false. intros T. apply existsb_exists in T. destruct T as (m & Hm & Em).
      apply Nat.eqb_eq in Em. simpl in Hm. lia.
    - unfold image. change (preperiod q) with 71. change (period q) with 12.
      destruct (Nat.ltb_spec (71 + (n - 71) mod 12) 71); [lia|]. destruct (Nat.ltb_spec n 71); [lia|].
      replace (71 + (n - 71) mod 12 - 71) with ((n - 71) mod 12) by lia. now rewrite Nat.mod_mod by lia. }
  rewrite F, existsb_exists. split.
  - intros (m & Hm & Em). apply Nat.eqb_eq in Em. now subst.
  - intros H. exists n. split; auto. apply Nat.eqb_refl.
Qed.

Print Assumptions misere_kayles.
Print Assumptions order_0_77.
Print Assumptions period_0_77.
Print Assumptions lost_rows.
