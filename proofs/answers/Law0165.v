(* The octal code 0.165: period 1550, preperiod 5181, both least.

   The certificate certificates/0_165.cert, as the table tables/Table_0_165.v, is checked in the kernel by the fast
   checker. *)
From Coq Require Import List NArith.
From Sprague.theory Require Import Game Codes Periodicity.
From Sprague.checker Require Import Table.
From Sprague.answers.tables Require Table_0_165.
Import ListNotations.

Definition code_0_165 : list N := [0; 1; 6; 5]%N.

Lemma checked : check Table_0_165.table = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(* Heaps of x + 1550 and of x may be put for each other in every position, for all x from 5181 on; and every
   other period is a multiple of this one and holds from there or later on. *)
Theorem law_0_165 : LeastPeriodOfPlay code_0_165 (N.to_nat 1550) (N.to_nat 5181).
Proof. exact (check_sound _ checked). Qed.

Print Assumptions law_0_165.
