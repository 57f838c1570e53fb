(* Wins: how many heaps of 1, ..., n tokens the first player wins (docs/counting.md), read off a period.

     [number_of]        exactly v numbers have a property;
     [count_periodic]   what a periodic property counts to: what is below n0, whole periods, and the rest of one;
     [wins_counted]     the count of won heaps of a code, from its values below n0 + p.

   No axioms. *)
Require Import List Arith NArith Lia Bool.
From Sprague.theory Require Import Game Codes Periodicity.
Import ListNotations.

(* exactly v numbers have the property *)
Definition number_of (P : nat -> Prop) (v : N) : Prop :=
  exists l, NoDup l /\ (forall n, In n l <-> P n) /\ N.of_nat (length l) = v.

(* the numbers below n that f holds of *)
Definition below (f : nat -> bool) (n : nat) : nat := length (filter f (seq 0 n)).

Lemma below_add f a b : below f (a + b) = below f a + length (filter f (seq a b)).
Proof. unfold below. now rewrite seq_app, filter_app, app_length. Qed.

Lemma filter_shift f n : forall a a', (forall i, i < n -> f (a' + i) = f (a + i)) ->
  length (filter f (seq a' n)) = length (filter f (seq a n)).
Proof.
  induction n as [|n IH]; intros a a' H; simpl; auto.
  pose proof (H 0 ltac:(lia)) as H0. rewrite !Nat.add_0_r in H0. rewrite H0.
  assert (L : length (filter f (seq (S a') n)) = length (filter f (seq (S a) n))).
  { apply IH. intros i Hi. specialize (H (S i) ltac:(lia)).
    now replace (S a' + i) with (a' + S i) by lia; replace (S a + i) with (a + S i) by lia. }
  destruct (f a); simpl; now rewrite L.
Qed.

Theorem count_periodic f p n0 : 0 < p -> (forall x, n0 <= x -> f (x + p) = f x) ->
  forall n, n0 <= n ->
  below f n = below f n0 + (n - n0) / p * (below f (n0 + p) - below f n0)
              + (below f (n0 + (n - n0) mod p) - below f n0).
Proof.
  intros P H n Hn. set (q := (n - n0) / p). set (r := (n - n0) mod p).
  assert (E : n = n0 + q * p + r) by (pose proof (Nat.div_mod (n - n0) p); unfold q, r; lia).
  assert (F : forall i x, n0 <= x -> f (x + i * p) = f x).
  { induction i as [|i IH]; intros x Hx; simpl; [f_equal; lia|].
    replace (x + (p + i * p)) with (x + i * p + p) by lia. rewrite H by lia. now apply IH. }
  assert (Sh : forall i m, length (filter f (seq (n0 + i * p) m)) = length (filter f (seq n0 m))).
  { intros i m. apply filter_shift. intros j _.
    replace (n0 + i * p + j) with (n0 + j + i * p) by lia. apply F; lia. }
  assert (Q : forall i, below f (n0 + i * p) = below f n0 + i * length (filter f (seq n0 p))).
  { induction i as [|i IH]; simpl; [rewrite !Nat.add_0_r; auto|].
    replace (n0 + (p + i * p)) with (n0 + i * p + p) by lia. rewrite below_add, IH, Sh. lia. }
  rewrite E at 1. rewrite (below_add f (n0 + q * p) r), Q, Sh, (below_add f n0 p), (below_add f n0 r).
  rewrite !(Nat.add_comm (below f n0) (length _)), !Nat.add_sub. lia.
Qed.

(* ---------- won heaps ---------- *)
(* The number of won heaps up to n, from the number w(x) of won heaps below x, for x <= n0 + p. *)
Definition wins_upto (w : N -> N) (p n0 n : N) : N :=
  let n := N.succ n in
  if (n <=? n0)%N then w n
  else (w n0 + (n - n0) / p * (w (n0 + p) - w n0) + (w (n0 + (n - n0) mod p) - w n0))%N.

(* heaps of 1, ..., n tokens won by the player to move *)
Definition won_heap (c : list N) (n : N) (x : nat) : Prop := 1 <= x <= N.to_nat n /\ Wins (opts c) [x].

Definition is_won (c : list N) (x : nat) : bool := negb (N.eqb (value c x) 0).

Lemma wins_below c n : wf c -> number_of (won_heap c n) (N.of_nat (below (is_won c) (S (N.to_nat n)))).
Proof.
  intros W. exists (filter (is_won c) (seq 0 (S (N.to_nat n)))). split; [apply NoDup_filter, seq_NoDup|]. split; auto.
  intros x. unfold won_heap. rewrite filter_In, in_seq, heap_won by auto. unfold is_won.
  rewrite negb_true_iff, N.eqb_neq. split; [|intros [L V]; split; auto; lia].
  intros [L V]. split; auto. destruct x; [|lia]. now rewrite value_0 in V.
Qed.

Theorem wins_counted c p n0 w n : wf c -> (0 < p)%N -> Period (value c) (N.to_nat p) (N.to_nat n0) ->
  (forall x, (x <= n0 + p)%N -> w x = N.of_nat (below (is_won c) (N.to_nat x))) ->
  number_of (won_heap c n) (wins_upto w p n0 n).
Proof.
  intros W P H Hw.
  replace (wins_upto w p n0 n) with (N.of_nat (below (is_won c) (S (N.to_nat n)))); [now apply wins_below|].
  set (f := is_won c) in *. unfold wins_upto. rewrite <- N2Nat.inj_succ. set (m := N.succ n).
  destruct (N.leb_spec m n0) as [L|L]; [symmetry; apply Hw; lia|].
  rewrite !Hw by (try (pose proof (N.mod_lt (m - n0) p); lia); lia).
  rewrite (count_periodic f (N.to_nat p) (N.to_nat n0)); [|lia| |lia].
  - rewrite !N2Nat.inj_add, !N2Nat.inj_mod, !N2Nat.inj_sub.
    rewrite !Nat2N.inj_add, Nat2N.inj_mul, !Nat2N.inj_sub.
    replace (N.of_nat ((N.to_nat m - N.to_nat n0) / N.to_nat p)) with ((m - n0) / p)%N; auto.
    rewrite <- N2Nat.inj_sub, <- N2Nat.inj_div. symmetry; apply N2Nat.id.
  - intros x Hx. unfold f, is_won. now rewrite H.
Qed.
