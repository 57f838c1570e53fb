(* Project Euler 933, paper cutting: D(123, 1234567).

   D counts the winning first cuts of all sheets 2 <= w <= 123, 2 <= h <= 1234567. The rows 1..122 are computed and
   proved in the kernel, and with them D(123, H) as a polynomial for all H >= 6030. *)
Require Import ZArith Lia.
From Sprague.theory Require Import Game Ranges Cutting.
From Sprague.checker Require Import CuttingCells CuttingRows.
Open Scope Z_scope.

(* The examples of the problem: C(5,3) straight from the recurrence, D(12,123) from the rows. *)
Example C_5_3 : C 5 3 = 4.
Proof. rewrite C_sum. vm_compute. reflexivity. Qed.

Definition twice_D_12 : option poly := Eval vm_compute in solve 12.

Example D_12_123 : D 12 123 = 327398.
Proof.
  assert (E : solve 12 = twice_D_12) by (vm_cast_no_check (eq_refl twice_D_12)). unfold twice_D_12 in E.
  destruct (solve_sound 12 _ ltac:(lia) E) as (_ & A & _). specialize (A 123 ltac:(cbn; lia)).
  unfold eval in A. cbn [c2 c1 c0] in A. lia.
Qed.

Definition twice_D_123 : poly := {| c2 := 7503; c1 := -16832295; c0 := 12509227496; from := 6030; excess := 16 |}.

Lemma rows_123 : solve 123 = Some twice_D_123.
Proof. vm_cast_no_check (eq_refl (Some twice_D_123)). Qed.

Theorem D_123 H : 6030 <= H -> D 123 H = (7503 * H * H - 16832295 * H + 12509227496) / 2.
Proof.
  intros HH. destruct (solve_sound 123 twice_D_123 ltac:(lia) rows_123) as (_ & A & _). specialize (A H HH).
  unfold eval in A. cbn [c2 c1 c0 twice_D_123] in A.
  replace (7503 * H * H - 16832295 * H + 12509227496) with (D 123 H * 2) by lia. symmetry. now apply Z.div_mul.
Qed.

(* The polynomial does not hold one step earlier: there it is too large by 8. *)
Theorem D_123_sharp : D 123 6029 = (7503 * 6029 * 6029 - 16832295 * 6029 + 12509227496) / 2 - 8.
Proof.
  destruct (solve_sound 123 twice_D_123 ltac:(lia) rows_123) as (_ & _ & A).
  unfold eval in A. cbn [c2 c1 c0 from excess twice_D_123] in A. change (6030 - 1) with 6029 in A.
  replace ((7503 * 6029 * 6029 - 16832295 * 6029 + 12509227496) / 2) with 91876337482 by reflexivity. lia.
Qed.

Theorem euler_933 : D 123 1234567 = 5707485980743099.
Proof. rewrite D_123 by lia. reflexivity. Qed.

(* The same, with nothing but play: the number of cuts that leave a position lost for the player to move. *)
Theorem euler_933_play : number_of (fun '(w, (h, (i, j))) =>
  2 <= w <= 123 /\ 2 <= h <= 1234567 /\ 1 <= i < w /\ 1 <= j < h /\ Loses opts (cut w h i j)) 5707485980743099.
Proof. rewrite <- euler_933. apply D_counts. Qed.

Print Assumptions euler_933_play.
