(* Kayles, 0.77: a player knocks down one pin or two neighbouring ones. Period 12, preperiod 71, both least. *)
From Coq Require Import List Arith NArith.
From Sprague.theory Require Import Game Codes Periodicity.
From Sprague.checker Require Import Plain.
Import ListNotations.

Definition kayles : list N := [0; 7; 7]%N.
Definition table : list N := Eval vm_compute in build kayles 168 [].

Lemma checked : check_period kayles 12 71 table = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma checked_least : check_least 12 71 table = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(* Rows of x + 12 and of x pins may be put for each other in every position, for all x from 71 on; and every other
   period is a multiple of 12 and holds from 71 or later on. *)
Theorem law_0_77 : LeastPeriodOfPlay kayles 12 71.
Proof. exact (check_least_sound _ _ _ _ checked checked_least). Qed.

Print Assumptions law_0_77.
