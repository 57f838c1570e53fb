(* A plain checker of tables and periods, on lists: short, slow, and without any axiom. Good for some hundred values.

     [check_table_sound]     every value of the table is the value of its heap;
     [check_period_sound]    the period holds forever;
     [check_least_sound]     period and preperiod are least;
     [plain_wins]            the count of won heaps.

   The tables are written down by [build]; nothing rests on how they were made. *)
Require Import List Arith NArith Lia Bool.
From Sprague.theory Require Import Game Codes Periodicity Counts.
Import ListNotations.

Definition get (tab : list N) (n : nat) : N := nth n tab 0%N.

Definition mex_of_options (c tab : list N) (n : nat) : N := mex (map (fun o => xors (map (get tab) o)) (opts c n)).

Definition check_table (c : list N) (tab : list N) : bool :=
  forallb (fun n => N.eqb (get tab n) (mex_of_options c tab n)) (seq 0 (length tab)).

Theorem check_table_sound c tab : wf c -> check_table c tab = true ->
  forall n, n < length tab -> value c n = get tab n.
Proof.
  intros W H. apply values_right; auto. intros n Hn. unfold check_table in H. rewrite forallb_forall in H.
  specialize (H n). rewrite in_seq in H. specialize (H (conj (Nat.le_0_l _) Hn)).
  apply N.eqb_eq in H. rewrite H. apply mex_spec.
Qed.

(* the table with one more value *)
Fixpoint build (c : list N) (k : nat) (tab : list N) : list N :=
  match k with
  | O => tab
  | S k => build c k (tab ++ [mex_of_options c tab (length tab)])
  end.

(* the number of values that the periodicity theorem needs *)
Definition window (c : list N) (p n0 : nat) : nat := most_parts c * (Nat.max n0 1 + p) + last_digit c.

Definition check_period (c : list N) (p n0 : nat) (tab : list N) : bool :=
  wfb c && (1 <=? p) && (n0 + p <? length tab) && (window c p n0 <=? length tab) && check_table c tab &&
  forallb (fun x => N.eqb (get tab (x + p)) (get tab x)) (seq n0 (length tab - p - n0)).

Theorem check_period_sound c p n0 tab : check_period c p n0 tab = true ->
  wf c /\ 0 < p /\ n0 + p < length tab /\ (forall n, n < length tab -> value c n = get tab n) /\
  Period (value c) p n0.
Proof.
  unfold check_period, window. rewrite !andb_true_iff, Nat.ltb_lt, !Nat.leb_le, forallb_forall.
  intros (((((W & P) & Hs) & L) & T) & E). apply wfb_wf in W. pose proof (reach_computed c) as R.
  pose proof (check_table_sound _ _ W T) as V. assert (M : 1 <= most_parts c) by apply R.
  pose proof (window_enough (most_parts c) (Nat.max n0 1) p (last_digit c) M) as Wn.
  assert (B : forall x, n0 <= x -> x + p < length tab -> value c (x + p) = value c x).
  { intros x Hx Hl. rewrite !V by lia. apply N.eqb_eq, E, in_seq. lia. }
  repeat split; try apply W; auto. apply periodicity_0 with (k := last_digit c) (m := most_parts c); auto.
  - intros x Hx. apply B; lia.
  - intros ->. apply (B 0); lia.
Qed.

(* every proper divisor of p is refuted, and the preperiod below n0 *)
Definition check_least (p n0 : nat) (tab : list N) : bool :=
  let breaks d x := negb (N.eqb (get tab (x + d)) (get tab x)) in
  forallb (fun d => negb (p mod d =? 0) || existsb (breaks d) (seq n0 (p - d))) (seq 1 (p - 1)) &&
  ((n0 =? 0) || negb (N.eqb (get tab (n0 - 1 + p)) (get tab (n0 - 1)))).

Theorem check_least_sound c p n0 tab : check_period c p n0 tab = true -> check_least p n0 tab = true ->
  LeastPeriodOfPlay c p n0.
Proof.
  intros C. apply check_period_sound in C. destruct C as (W & P & L & V & H).
  unfold check_least. rewrite andb_true_iff, forallb_forall, orb_true_iff, Nat.eqb_eq. intros [D N].
  apply least_law_of_play; auto. apply least_period; auto.
  - intros d Hd Dd. specialize (D d). rewrite in_seq in D. specialize (D ltac:(lia)).
    apply Nat.mod_divide in Dd; [|lia]. rewrite Dd in D. simpl in D. apply existsb_exists in D.
    destruct D as (x & Hx & E). apply in_seq in Hx. exists x. split; [lia|].
    rewrite !V by lia. now apply negb_true_iff, N.eqb_neq in E.
  - destruct N as [N|N]; auto. destruct (Nat.eq_dec n0 0); auto. right.
    rewrite !V by lia. now apply negb_true_iff, N.eqb_neq in N.
Qed.

(* won heaps below x *)
Definition won_below (tab : list N) (x : N) : N :=
  N.of_nat (length (filter (fun v => negb (N.eqb v 0)) (firstn (N.to_nat x) tab))).

Lemma firstn_S tab : forall n, n < length tab -> firstn (S n) tab = firstn n tab ++ [get tab n].
Proof.
  induction tab as [|a tab IH]; intros n Hn; simpl in *; [lia|]. destruct n as [|n]; auto.
  change (a :: firstn (S n) tab = a :: firstn n tab ++ [get tab n]). f_equal. apply IH. lia.
Qed.

Lemma won_below_right c tab : (forall n, n < length tab -> value c n = get tab n) ->
  forall x, N.to_nat x <= length tab -> won_below tab x = N.of_nat (below (is_won c) (N.to_nat x)).
Proof.
  intros V x. unfold won_below. generalize (N.to_nat x) as n. intros n Hn. f_equal. unfold below.
  induction n as [|n IH]; auto. rewrite firstn_S, seq_S, !filter_app, !app_length, <- IH by lia. f_equal.
  unfold is_won. simpl. rewrite V by lia. now destruct (get tab n =? 0)%N.
Qed.

Theorem plain_wins c p n0 tab n : check_period c (N.to_nat p) (N.to_nat n0) tab = true ->
  number_of (won_heap c n) (wins_upto (won_below tab) p n0 n).
Proof.
  intros C. apply check_period_sound in C. destruct C as (W & P & L & V & H).
  apply wins_counted; auto; [lia|]. intros x Hx. apply won_below_right; auto. lia.
Qed.
