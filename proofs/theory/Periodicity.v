(* Periods of take-and-break codes, proved (docs/periodicity.md).

     [periodicity]       the theorem of Guy and Smith, for moves that leave at most m heaps: a finite window proves a
                         period forever;
     [least_period]      what refutes all smaller periods and preperiods (docs/certificate-format.md, minimality);
     [law_of_play]       a period of the values is a statement about play: heaps of x + p and of x may be put for each
                         other in every position. [least_law_of_play] says the same of the least period.

   No axioms. *)
Require Import List Arith NArith Lia Bool.
From Sprague.theory Require Import Game Codes.
Import ListNotations.

(* G(x+p) = G(x) for all x >= n0 *)
Definition Period (g : nat -> N) (p n0 : nat) : Prop := forall x, n0 <= x -> g (x + p) = g x.

(* k: no digit after d_k; m >= 1: no digit leaves more than m heaps *)
Definition reach (c : list N) (k m : nat) : Prop :=
  1 <= m /\ forall t j, j < 4 -> allows (nth t c 0%N) j = true -> t <= k /\ j <= m.

(* ---------- the theorem for m parts ---------- *)
(* of at most m heaps with m*b tokens in all, one has at least b *)
Lemma big_heap l m b : length l <= m -> 0 < m -> 0 < b -> m * b <= list_sum l -> exists x, In x l /\ b <= x.
Proof.
  revert m; induction l as [|a l IH]; intros m L M B Su; simpl in *; [nia|].
  destruct (le_lt_dec b a) as [H|H]; [exists a; auto|].
  destruct m as [|m]; [lia|]. destruct m as [|m].
  - destruct l; simpl in *; lia.
  - destruct (IH (S m)) as (x & Hx & Hb); try lia. exists x; auto.
Qed.

Lemma shift_heap (c : list N) (l r : list nat) (b b' : nat) :
  value c b = value c b' ->
  xors (map (value c) (l ++ b :: r)) = xors (map (value c) (l ++ b' :: r)).
Proof. intros E; rewrite !map_app, !xors_app; simpl; now rewrite E. Qed.

Lemma In_swap (l r : list nat) (b b' : nat) : 0 < b' ->
  (forall x, In x (l ++ b :: r) -> 0 < x) -> (forall x, In x (l ++ b' :: r) -> 0 < x).
Proof.
  intros B H x Hx. apply in_app_or in Hx.
  destruct Hx as [Hx|[<-|Hx]]; auto; apply H; apply in_or_app; simpl; auto.
Qed.

(* the option o, with one heap b of it replaced by b', is an option of x' *)
Lemma swap_heap c t j l b r b' x' : t < length c -> t <= x' -> j < 4 -> allows (nth t c 0%N) j = true ->
  length (l ++ b :: r) = j -> (forall x, In x (l ++ b :: r) -> 0 < x) -> 0 < b' ->
  list_sum (l ++ b' :: r) = x' - t -> In (l ++ b' :: r) (opts c x').
Proof.
  intros. apply opts_In; exists t, j; repeat split; auto.
  - subst j; rewrite !app_length; reflexivity.
  - eapply In_swap; eauto.
Qed.

Theorem periodicity (c : list N) (k m p n0 : nat) :
  wf c -> reach c k m -> 1 <= n0 ->
  (forall x, n0 <= x < m * n0 + (m - 1) * p + k -> value c (x + p) = value c x) ->
  forall x, n0 <= x -> value c (x + p) = value c x.
Proof.
  intros W [M R] N0 Win x. induction x as [x IH] using lt_wf_ind; intros Hx.
  destruct (le_lt_dec (m * n0 + (m - 1) * p + k) x) as [Hbig|]; [|apply Win; lia].
  assert (Mp : m * p = (m - 1) * p + p) by nia.
  rewrite (value_eq c W (x + p)), (value_eq c W x). apply mex_ext; intros v. rewrite !in_map_iff; split.
  - intros (o & <- & Ho). pose proof Ho as Ho'. apply opts_In in Ho.
    destruct Ho as (t & j & Ht & Hn & Hj & A & L & P & S). destruct (R t j Hj A) as [Rt Rj].
    destruct (big_heap o m (n0 + p)) as (b & Hb & Bb); try lia.
    apply in_split in Hb; destruct Hb as (l & r & ->).
    assert (Ho2 : In (l ++ (b - p) :: r) (opts c x)).
    { apply swap_heap with (t := t) (j := j) (b := b); auto; try lia.
      rewrite list_sum_app in *; simpl in *; lia. }
    exists (l ++ (b - p) :: r); split; auto.
    apply shift_heap. assert (b - p < x) by (eapply heap_smaller; eauto; apply in_elt).
    rewrite <- (IH (b - p)) by lia. f_equal; lia.
  - intros (o & <- & Ho). pose proof Ho as Ho'. apply opts_In in Ho.
    destruct Ho as (t & j & Ht & Hn & Hj & A & L & P & S). destruct (R t j Hj A) as [Rt Rj].
    destruct (big_heap o m n0) as (b & Hb & Bb); try lia.
    apply in_split in Hb; destruct Hb as (l & r & ->).
    exists (l ++ (b + p) :: r); split.
    + apply shift_heap. apply IH; [|lia]. eapply heap_smaller; eauto; apply in_elt.
    + apply swap_heap with (t := t) (j := j) (b := b); auto; try lia.
      rewrite list_sum_app in *; simpl in *; lia.
Qed.

(* A preperiod of 0 is stated when heap 0 fits as well: the theorem itself needs n0 >= 1. *)
Corollary periodicity_0 (c : list N) (k m p n0 : nat) :
  wf c -> reach c k m ->
  (forall x, n0 <= x < m * Nat.max n0 1 + (m - 1) * p + k -> value c (x + p) = value c x) ->
  (n0 = 0 -> value c p = value c 0) ->
  Period (value c) p n0.
Proof.
  intros W R Win Z x Hx. destruct (Nat.eq_dec x 0) as [->|D].
  - simpl. apply Z. lia.
  - apply periodicity with (k := k) (m := m) (n0 := Nat.max n0 1); auto; try lia.
    intros y Hy. apply Win. lia.
Qed.

(* m*(n1+p) + k values hold the whole window *)
Lemma window_enough m n1 p k : 1 <= m -> m * n1 + (m - 1) * p + k + p = m * (n1 + p) + k.
Proof. nia. Qed.

(* ---------- least period, least preperiod ---------- *)
(* p is the least period and n0 the least preperiod: any other period, from wherever it holds, is a multiple of p and
   holds from n0 or later on *)
Definition LeastPeriod (g : nat -> N) (p n0 : nat) : Prop :=
  0 < p /\ Period g p n0 /\ forall q m, 0 < q -> Period g q m -> Nat.divide p q /\ n0 <= m.

Lemma Period_mul g p n0 : Period g p n0 -> forall i x, n0 <= x -> g (x + i * p) = g x.
Proof.
  intros H; induction i as [|i IH]; intros x Hx; simpl; [f_equal; lia|].
  rewrite (Nat.add_comm p), Nat.add_assoc, H by lia. now apply IH.
Qed.

(* the greatest common divisor of two periods is one, from the smaller preperiod on *)
Lemma Period_gcd g p n0 q m : 0 < p -> 0 < q -> Period g p n0 -> Period g q m -> Period g (Nat.gcd p q) n0.
Proof.
  intros P Q Hp Hq x Hx. destruct (Nat.gcd_bezout_pos q p) as (a & b & E); auto.
  rewrite (Nat.gcd_comm q p) in E.
  rewrite <- (Period_mul g p n0 Hp (b + m) (x + Nat.gcd p q)) by lia.
  rewrite <- (Period_mul g p n0 Hp m x) by auto.
  replace (x + Nat.gcd p q + (b + m) * p) with (x + m * p + a * q) by nia.
  apply Period_mul with m; auto; nia.
Qed.

(* a period holds from wherever a multiple of it holds, if it holds at all *)
Lemma Period_sooner g p n0 q m : 0 < q -> Nat.divide p q -> Period g p n0 -> Period g q m -> Period g p m.
Proof.
  intros Q [k K] Hp Hq x Hx.
  rewrite <- (Period_mul g q m Hq n0 (x + p)), <- (Period_mul g q m Hq n0 x) by lia.
  replace (x + p + n0 * q) with (x + n0 * q + p) by lia. apply Hp. nia.
Qed.

Theorem least_period g p n0 : 0 < p -> Period g p n0 ->
  (forall d, 0 < d < p -> Nat.divide d p -> exists x, n0 <= x /\ g (x + d) <> g x) ->
  (n0 = 0 \/ g (n0 - 1 + p) <> g (n0 - 1)) ->
  LeastPeriod g p n0.
Proof.
  intros P Hp D N. split; [|split]; auto. intros q m Q Hq.
  assert (Dq : Nat.divide p q).
  { pose proof (Period_gcd g p n0 q m P Q Hp Hq) as Hd. set (d := Nat.gcd p q) in *.
    assert (Dp : Nat.divide d p) by apply Nat.gcd_divide_l. assert (d <= p) by (apply Nat.divide_pos_le; auto).
    destruct (Nat.eq_dec d p) as [E|E]; [rewrite <- E; apply Nat.gcd_divide_r|].
    assert (0 < d). { destruct Dp as [i I]. destruct d; [lia|lia]. }
    destruct (D d) as (x & Hx & Hn); auto; [lia|]. elim Hn. now apply Hd. }
  split; auto. destruct (le_lt_dec n0 m) as [|L]; auto. exfalso.
  pose proof (Period_sooner g p n0 q m Q Dq Hp Hq) as Hs. destruct N as [->|N]; [lia|].
  apply N, Hs. lia.
Qed.

(* It is enough to refute p / q for the primes q that divide p: the form of docs/certificate-format.md. *)
Definition is_prime (q : nat) : Prop := 1 < q /\ forall d, Nat.divide d q -> d = 1 \/ d = q.

Lemma prime_divisor n : 1 < n -> exists q, is_prime q /\ Nat.divide q n.
Proof.
  induction n as [n IH] using lt_wf_ind; intros N.
  destruct (existsb (fun d => n mod d =? 0) (seq 2 (n - 2))) eqn:E.
  - apply existsb_exists in E. destruct E as (d & Hd & E). apply in_seq in Hd. apply Nat.eqb_eq in E.
    apply Nat.mod_divide in E; [|lia]. destruct (IH d) as (q & Q & Dq); try lia.
    exists q; split; auto. now apply Nat.divide_trans with d.
  - exists n; split; [|apply Nat.divide_refl]. split; auto. intros d Dd.
    pose proof (Nat.divide_pos_le d n ltac:(lia) Dd).
    destruct (Nat.eq_dec d 1) as [|D1]; auto. destruct (Nat.eq_dec d n) as [|Dn]; auto.
    assert (d <> 0) by (destruct Dd as [i I]; intros ->; lia).
    assert (T : existsb (fun d => n mod d =? 0) (seq 2 (n - 2)) = true); [|congruence].
    apply existsb_exists. exists d; split; [apply in_seq; lia|]. apply Nat.eqb_eq, Nat.mod_divide; auto.
Qed.

Theorem least_period_primes g p n0 : 0 < p -> Period g p n0 ->
  (forall q, is_prime q -> Nat.divide q p -> exists x, n0 <= x /\ g (x + p / q) <> g x) ->
  (n0 = 0 \/ g (n0 - 1 + p) <> g (n0 - 1)) ->
  LeastPeriod g p n0.
Proof.
  intros P Hp D N. apply least_period; auto. intros d Hd [i I].
  destruct (prime_divisor i) as (q & Q & [e E]); [nia|].
  destruct (D q Q) as (x & Hx & Hn); [exists (e * d); nia|].
  assert (Eq : p / q = e * d). { destruct Q. symmetry. apply Nat.div_unique with 0; nia. }
  rewrite Eq in Hn.
  (* if d were a period at every y >= n0, so would be its multiple p / q *)
  assert (F : forall j, (exists y, n0 <= y /\ g (y + d) <> g y) \/ g (x + j * d) = g x).
  { induction j as [|j [IH|IH]]; [right; f_equal; lia|auto|].
    destruct (N.eq_dec (g (x + j * d + d)) (g (x + j * d))) as [Y|Y]; [|left; exists (x + j * d); split; auto; lia].
    right. rewrite <- IH, <- Y. f_equal; lia. }
  destruct (F e) as [|C]; auto. contradiction.
Qed.

(* ---------- the same about play ---------- *)
Definition PeriodOfPlay (c : list N) (p n0 : nat) : Prop :=
  forall x, n0 <= x -> Interchangeable (opts c) (x + p) x.

Definition LeastPeriodOfPlay (c : list N) (p n0 : nat) : Prop :=
  0 < p /\ PeriodOfPlay c p n0 /\ forall q m, 0 < q -> PeriodOfPlay c q m -> Nat.divide p q /\ n0 <= m.

Theorem law_of_play c p n0 : wf c -> Period (value c) p n0 <-> PeriodOfPlay c p n0.
Proof. intros W; split; intros H x Hx; apply heaps_interchangeable; auto. Qed.

Theorem least_law_of_play c p n0 : wf c -> LeastPeriod (value c) p n0 <-> LeastPeriodOfPlay c p n0.
Proof.
  intros W. split; intros (P & H & L); split; auto; split; try (apply law_of_play; auto); intros q m Q Hq;
    apply L; auto; now apply law_of_play.
Qed.

(* ---------- the reach of a code, computed ---------- *)
(* the most heaps a move leaves, at least 1 *)
Definition most_parts (c : list N) : nat :=
  if existsb (fun d => allows d 3) c then 3 else if existsb (fun d => allows d 2) c then 2 else 1.

(* the last digit that allows a move; 0 if there is none *)
Definition moves_at (d : N) : bool := existsb (allows d) (seq 0 4).
Fixpoint last_digit (c : list N) : nat :=
  match c with
  | [] => 0
  | _ :: c' => if existsb moves_at c' then S (last_digit c') else 0
  end.

Lemma last_digit_spec c : forall t, moves_at (nth t c 0%N) = true -> t <= last_digit c.
Proof.
  induction c as [|d c IH]; intros t H.
  - destruct t; discriminate.
  - destruct t as [|t]; [lia|]. simpl in *. destruct (existsb moves_at c) eqn:E.
    + specialize (IH t H). lia.
    + exfalso. assert (existsb moves_at c = true); [|congruence]. apply existsb_exists.
      exists (nth t c 0%N); split; auto. destruct (le_lt_dec (length c) t) as [L|L]; [|now apply nth_In].
      rewrite nth_overflow in H by auto. discriminate.
Qed.

Lemma allows_In c t j : allows (nth t c 0%N) j = true -> In (nth t c 0%N) c.
Proof.
  intros A. destruct (le_lt_dec (length c) t) as [L|L]; [|now apply nth_In].
  rewrite nth_overflow in A by auto. unfold allows in A. rewrite N.bits_0 in A. discriminate.
Qed.

Theorem reach_computed c : reach c (last_digit c) (most_parts c).
Proof.
  split.
  - unfold most_parts. destruct (existsb _ c); [lia|]. destruct (existsb _ c); lia.
  - intros t j Hj A. split.
    + apply last_digit_spec. unfold moves_at. apply existsb_exists. exists j; split; auto. apply in_seq; lia.
    + pose proof (allows_In c t j A) as Hin.
      assert (B : forall i, i = j -> existsb (fun d => allows d i) c = true).
      { intros i ->. apply existsb_exists. exists (nth t c 0%N); auto. }
      unfold most_parts. destruct j as [|[|[|[|j]]]]; [| | | |lia].
      * destruct (existsb _ c); [lia|]. destruct (existsb _ c); lia.
      * destruct (existsb _ c); [lia|]. destruct (existsb _ c); lia.
      * rewrite (B 2) by auto. destruct (existsb _ c); lia.
      * rewrite (B 3) by auto. lia.
Qed.
