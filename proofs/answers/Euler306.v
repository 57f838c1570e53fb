(* Project Euler 306, the paper strip: two players in turn paint two adjacent white squares of a strip of n squares
   black; a player who cannot move loses. For how many n, 1 <= n <= 1 000 000, does the first player win?

   A strip is a heap of n; painting two squares removes 2 tokens and leaves 0, 1 or 2 heaps: octal code 0.07. *)
Require Import List Arith NArith.
From Sprague.theory Require Import Game Codes Periodicity Counts.
From Sprague.checker Require Import Plain.
Import ListNotations.

Definition dawson : list N := [0; 0; 7]%N.
Definition table : list N := Eval vm_compute in build dawson 176 [].

Lemma checked : check_period dawson 34 53 table = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma checked_least : check_least 34 53 table = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(* period 34, preperiod 53, both least *)
Theorem law_0_07 : LeastPeriodOfPlay dawson 34 53.
Proof. exact (check_least_sound _ _ _ _ checked checked_least). Qed.

Theorem wins_upto_5 : number_of (won_heap dawson 5) 3.
Proof. exact (plain_wins dawson 34 53 table 5 checked). Qed.

Theorem wins_upto_50 : number_of (won_heap dawson 50) 40.
Proof. exact (plain_wins dawson 34 53 table 50 checked). Qed.

Theorem euler_306 : number_of (fun n => 1 <= n <= N.to_nat 1000000 /\ Wins (opts dawson) [n]) 852938.
Proof. exact (plain_wins dawson 34 53 table 1000000 checked). Qed.

Print Assumptions law_0_07.
Print Assumptions euler_306.
