(* The gap rule as it is usually told (Lemma 1 of docs/cards.md).

   Let g_1, ..., g_k be the numbers of zeros after each 1 and before the next. If no gap is even, the value is the sum
   of all. Else let g_r be the first even gap, S = g_1 + ... + g_r and T = g_{r+1} + ... + g_k: the value is S + T if
   T <= r, and S + r - ((T - r) mod 2) if not. Theorem [gap_value_right]. No axioms. *)
Require Import List Arith NArith Lia Bool.
From Sprague.theory Require Import Game GapRule.
Import ListNotations.

Definition string_of_gaps (gs : list nat) : list bool := flat_map (fun g => true :: repeat false g) gs.

(* after r gaps with the sum s, all odd *)
Fixpoint gap_value_from (r s : nat) (gs : list nat) : nat :=
  match gs with
  | [] => s
  | g :: rest => if Nat.even g then let r := r + 1 in let s := s + g in let t := list_sum rest in
                   if t <=? r then s + t else s + r - (t - r) mod 2
                 else gap_value_from (r + 1) (s + g) rest
  end.

Definition gap_value (gs : list nat) : nat := gap_value_from 0 0 gs.

(* every string is given by its leading zeros and its gaps *)
Lemma gaps_exist s : exists z gs, s = repeat false z ++ string_of_gaps gs.
Proof.
  induction s as [|b s (z & gs & ->)]; [exists 0, []; auto|]. destruct b.
  - exists 0, (z :: gs). reflexivity.
  - exists (S z), gs. reflexivity.
Qed.

Lemma zeros_repeat g : zeros (repeat false g) = g.
Proof. induction g as [|g IH]; auto. simpl repeat. rewrite zeros_cons, IH. reflexivity. Qed.

Lemma zeros_gaps gs : zeros (string_of_gaps gs) = list_sum gs.
Proof.
  induction gs as [|g gs IH]; auto. cbn [string_of_gaps flat_map]. fold (string_of_gaps gs).
  rewrite zeros_app, zeros_cons, zeros_repeat, IH. reflexivity.
Qed.

Lemma cell_repeat g d : nth d (repeat false g) false = false.
Proof. revert d; induction g as [|g IH]; intros [|d]; simpl; auto. Qed.

(* a 1 and its gap, after a string u *)
Lemma cell_gap u g v d : length u < d < length u + 1 + g -> nth d (u ++ (true :: repeat false g) ++ v) false = false.
Proof.
  intros H. rewrite app_nth2 by lia. rewrite app_nth1 by (simpl; rewrite repeat_length; lia).
  replace (d - length u) with (S (d - length u - 1)) by lia. apply cell_repeat.
Qed.

Lemma gap_value_from_right gs : forall u r s o, zeros u = s -> length u = s + r -> length u = 2 * o ->
  (forall k, 2 * k + 1 < length u -> nth (2 * k + 1) u false = false) ->
  is_value_at 0 (u ++ string_of_gaps gs) (gap_value_from r s gs).
Proof.
  induction gs as [|g gs IH]; intros u r s o Z L E C; cbn [gap_value_from].
  - rewrite app_nil_r. exists 0. split; [lia|]. split; [|now left]. intros k Hk. cbn [plus]. apply C. lia.
  - cbn [string_of_gaps flat_map]. fold (string_of_gaps gs).
    assert (C' : forall k, 2 * k + 1 < length u + 1 + g ->
      nth (2 * k + 1) (u ++ (true :: repeat false g) ++ string_of_gaps gs) false = false).
    { intros k Hk. destruct (Nat.lt_ge_cases (2 * k + 1) (length u)).
      - rewrite app_nth1 by auto. now apply C.
      - apply cell_gap. lia. }
    destruct (Nat.even g) eqn:Ev.
    + (* the first even gap *)
      apply Nat.even_spec in Ev. destruct Ev as (e & Hg). cbv zeta.
      assert (Z' : zeros (u ++ (true :: repeat false g) ++ string_of_gaps gs) = s + g + list_sum gs).
      { rewrite !zeros_app, zeros_cons, zeros_repeat, zeros_gaps. lia. }
      destruct (Nat.leb_spec (list_sum gs) (r + 1)) as [T|T].
      * exists 0. split; [lia|]. split; [|now left]. intros k Hk. apply C'. lia.
      * set (x := list_sum gs - (r + 1)) in *. pose proof (Nat.div_mod x 2). pose proof (Nat.mod_upper_bound x 2).
        exists (x / 2 + x mod 2). split; [|split].
        -- lia.
        -- intros k Hk. apply C'. lia.
        -- right. exists (o + e). split; [lia|]. cbn [plus].
           replace (2 * (o + e) + 1) with (length u + (1 + g)) by lia.
           rewrite app_nth2 by lia. rewrite app_nth2 by (simpl; rewrite repeat_length; lia).
           replace (length u + (1 + g) - length u - length (true :: repeat false g)) with 0
             by (simpl; rewrite repeat_length; lia).
           destruct gs as [|g' gs]; [simpl in T; lia|reflexivity].
    + assert (O : Nat.odd g = true) by (unfold Nat.odd; now rewrite Ev).
      apply Nat.odd_spec in O. destruct O as (e & Hg). rewrite app_assoc. apply (IH _ _ _ (o + e + 1)).
      * rewrite zeros_app, zeros_cons, zeros_repeat. lia.
      * rewrite app_length. simpl. rewrite repeat_length. lia.
      * rewrite app_length. simpl. rewrite repeat_length. lia.
      * intros k Hk. rewrite app_length in Hk. simpl in Hk. rewrite repeat_length in Hk.
        specialize (C' k ltac:(lia)). rewrite app_assoc, app_nth1 in C'; auto.
        rewrite app_length. simpl. rewrite repeat_length. lia.
Qed.

Theorem gap_value_right g gs : rule (string_of_gaps (g :: gs)) = gap_value (g :: gs).
Proof.
  set (s := string_of_gaps (g :: gs)). assert (F : first_one 0 s) by (split; [reflexivity|intros; lia]).
  apply (is_value_unique s); exists 0; split; auto.
  - apply rule_first. reflexivity.
  - apply (gap_value_from_right (g :: gs) [] 0 0 0); auto. intros [|k]; auto.
Qed.

(* the value of a suit, by its gaps *)
Corollary value_by_gaps z g gs :
  G string_opts (@length bool) (repeat false z ++ string_of_gaps (g :: gs)) = N.of_nat (gap_value (g :: gs)).
Proof.
  rewrite gap_rule. f_equal. rewrite <- gap_value_right. induction z as [|z IH]; [reflexivity|exact IH].
Qed.
