(* The octal code 0.16: period 149459, preperiod 105351, both least.

   The certificate certificates/0_16.cert, as the table tables/Table_0_16.v, is checked in the kernel by the fast
   checker. *)
From Coq Require Import List NArith.
From Sprague.theory Require Import Game Codes Periodicity.
From Sprague.checker Require Import Table.
From Sprague.answers.tables Require Table_0_16.
Import ListNotations.

Definition code_0_16 : list N := [0; 1; 6]%N.

Lemma checked : check Table_0_16.table = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(* Heaps of x + 149459 and of x may be put for each other in every position, for all x from 105351 on; and every
   other period is a multiple of this one and holds from there or later on. *)
Theorem law_0_16 : LeastPeriodOfPlay code_0_16 (N.to_nat 149459) (N.to_nat 105351).
Proof. exact (check_sound _ checked). Qed.

Print Assumptions law_0_16.
