(* Laws of misère play of take-and-break codes, proved (docs/misere.md, Theorem 3).

     [misere_period]   a finite (Q, P, image) whose hypotheses hold for the heaps of a window, and whose images repeat,
                       gives the outcome of every sum of heaps of any size.

   No axioms. *)
Require Import List Arith NArith Lia Bool Wf_nat.
From Sprague.theory Require Import Game Codes Periodicity Misere.
Import ListNotations.

(* a move lowers the weight *)
Lemma options_dec c : wf c -> forall X Y, In Y (options nat (opts c) X) -> weight size Y < weight size X.
Proof.
  intros W. induction X as [|h X IH]; intros Y HY; simpl in HY; [easy|].
  apply in_app_or in HY. destruct HY as [H|H]; apply in_map_iff in H.
  - destruct H as (o & <- & Ho). rewrite weight_app. apply (opts_dec c W) in Ho.
    change (weight size (h :: X)) with (size h + weight size X). lia.
  - destruct H as (Y' & <- & H). apply IH in H.
    change (weight size (h :: Y')) with (size h + weight size Y').
    change (weight size (h :: X)) with (size h + weight size X). lia.
Qed.

Lemma play_ends c : wf c -> well_founded (fun Y X => In Y (options nat (opts c) X)).
Proof.
  intros W. apply well_founded_lt_compat with (f := weight size). intros Y X. now apply options_dec.
Qed.

Section Period.

Variable c : list N.
Variables k m p n0 : nat.
Hypothesis W : wf c.
Hypothesis R : reach c k m.
Hypothesis N0 : 1 <= n0.
Hypothesis P0 : 1 <= p.

Variable Q : Type.
Variable mul : Q -> Q -> Q.
Variable one : Q.
Variable P : Q -> bool.
Variable image : nat -> Q.
Hypothesis mul_comm : forall x y, mul x y = mul y x.
Hypothesis mul_assoc : forall x y z, mul x (mul y z) = mul (mul x y) z.
Hypothesis one_mul : forall x, mul one x = x.

(* the images repeat, by the way they are continued *)
Hypothesis repeats : forall x, n0 <= x -> image (x + p) = image x.

Notation product := (Phi nat Q mul one image).
Notation like := (alike nat (opts c) Q mul one image).

Lemma product_app X Y : product (X ++ Y) = mul (product X) (product Y).
Proof. apply Phi_app; auto. Qed.

Lemma shifted l r b b' : image b = image b' -> product (l ++ b :: r) = product (l ++ b' :: r).
Proof. intros E. rewrite !product_app. simpl. now rewrite E. Qed.

Lemma like_itself h : like h h.
Proof. repeat split; auto; intros o Ho; exists o; auto. Qed.

Lemma like_like a b d : like a b -> like b d -> like a d.
Proof.
  intros (I1 & S1 & F1 & B1) (I2 & S2 & F2 & B2). repeat split.
  - congruence.
  - intros E. apply S1, S2, E.
  - intros E. apply S2, S1, E.
  - intros o Ho. destruct (F1 o Ho) as (o' & Ho' & <-). apply F2, Ho'.
  - intros o Ho. destruct (B2 o Ho) as (o' & Ho' & <-). apply B1, Ho'.
Qed.

(* beyond the window a heap is like the one a period before *)
Lemma like_before x : m * n0 + (m - 1) * p + k <= x -> like (x + p) x.
Proof.
  intros Hx. destruct R as [M Rk]. assert (Mp : m * p = (m - 1) * p + p) by nia. assert (n0 <= x) by nia.
  assert (F : forall o, In o (opts c (x + p)) -> exists o', In o' (opts c x) /\ product o' = product o).
  { intros o Ho. pose proof Ho as Ho'. apply opts_In in Ho.
    destruct Ho as (t & j & Ht & Hn & Hj & A & L & Po & S). destruct (Rk t j Hj A) as [Rt Rj].
    destruct (big_heap o m (n0 + p)) as (b & Hb & Bb); try lia.
    apply in_split in Hb; destruct Hb as (l & r & ->).
    exists (l ++ (b - p) :: r); split.
    - apply swap_heap with (t := t) (j := j) (b := b); auto; try lia.
      rewrite list_sum_app in *; simpl in *; lia.
    - apply shifted. rewrite <- (repeats (b - p)) by lia. f_equal; lia. }
  assert (B : forall o, In o (opts c x) -> exists o', In o' (opts c (x + p)) /\ product o' = product o).
  { intros o Ho. pose proof Ho as Ho'. apply opts_In in Ho.
    destruct Ho as (t & j & Ht & Hn & Hj & A & L & Po & S). destruct (Rk t j Hj A) as [Rt Rj].
    destruct (big_heap o m n0) as (b & Hb & Bb); try lia.
    apply in_split in Hb; destruct Hb as (l & r & ->).
    exists (l ++ (b + p) :: r); split.
    - apply swap_heap with (t := t) (j := j) (b := b); auto; try lia.
      rewrite list_sum_app in *; simpl in *; lia.
    - apply shifted. now apply repeats. }
  repeat split; auto.
  - now rewrite repeats.
  - intros E. destruct (opts c (x + p)) as [|o rest] eqn:Eo; auto.
    destruct (F o) as (o' & Ho' & _); [now left|]. now rewrite E in Ho'.
  - intros E. destruct (opts c x) as [|o rest] eqn:Eo; auto.
    destruct (B o) as (o' & Ho' & _); [now left|]. now rewrite E in Ho'.
Qed.

(* the heaps of the window *)
Definition window (h : nat) : Prop := h < m * (n0 + p) + k.

Lemma like_one_of_them h : exists h', window h' /\ like h h'.
Proof.
  induction h as [h IH] using lt_wf_ind.
  destruct (le_lt_dec (m * (n0 + p) + k) h) as [Hbig|Hsmall].
  - destruct R as [M _]. assert (Mp : m * (n0 + p) = m * n0 + (m - 1) * p + p) by nia.
    destruct (IH (h - p)) as (h' & Hw & Hl); [lia|].
    exists h'; split; auto. apply like_like with (h - p); auto.
    replace h with (h - p + p) at 1 by lia. apply like_before. lia.
  - exists h; split; [exact Hsmall|apply like_itself].
Qed.

Theorem misere_period :
  P one = false ->
  (forall h, window h -> opts c h = [] -> image h = one) ->
  (forall h o z, window h -> In o (opts c h) ->
    P (mul (product o) z) = true -> P (mul (image h) z) = false) ->
  (forall x h, window h -> opts c h <> [] ->
    U nat (opts c) Q mul one P image window x (mul (image h) one) ->
    D nat (opts c) Q mul one P image h (mul x one) -> False) ->
  forall X, lost nat (opts c) X <-> P (product X) = true.
Proof.
  intros One Stuck Local None X.
  apply (lost_iff nat (opts c) (play_ends c W) Q mul one P image mul_comm mul_assoc one_mul One window);
    auto using like_one_of_them.
Qed.

End Period.
