(* Paper cutting: the game, its recurrence, the tail theorem and the number of winning first cuts.

   A w x h sheet of grid paper is cut at an inner grid point (i, j) both ways, into four sheets i x j, (w-i) x j,
   i x (h-j) and (w-i) x (h-j). A player who cannot cut loses. This file is about play and about all heights at once;
   CuttingRows.v computes rows on machine integers, Euler933.v runs it. No axioms. *)
Require Import List Arith NArith ZArith Lia Bool.
From Sprague.theory Require Import Game Ranges.
Import ListNotations.
Open Scope Z_scope.

(* ---------- the game ---------- *)
Definition sheet : Set := (Z * Z)%type.   (* width, height *)

Definition cut (w h i j : Z) : list sheet := [(i, j); (w - i, j); (i, h - j); (w - i, h - j)].

(* all moves: the inner grid points 1 <= i < w, 1 <= j < h *)
Definition opts (s : sheet) : list (list sheet) :=
  let '(w, h) := s in flat_map (fun i => map (cut w h i) (range 1 (h - 1))) (range 1 (w - 1)).

(* the number of inner grid points; a cut makes it smaller *)
Definition size (s : sheet) : nat := Z.to_nat ((fst s - 1) * (snd s - 1)).

Lemma opts_In w h o : In o (opts (w, h)) <-> exists i j, 1 <= i < w /\ 1 <= j < h /\ o = cut w h i j.
Proof.
  unfold opts; rewrite in_flat_map; split.
  - intros (i & Hi & H). apply in_map_iff in H. destruct H as (j & <- & Hj).
    apply range_In in Hi; apply range_In in Hj. exists i, j; repeat split; lia.
  - intros (i & j & Hi & Hj & ->). exists i; split; [apply range_In; lia|].
    apply in_map, range_In; lia.
Qed.

(* different grid points are different moves: the list of moves has no repetition *)
Lemma opts_NoDup s : NoDup (opts s).
Proof.
  destruct s as [w h]; unfold opts.
  assert (K : forall l, NoDup l -> NoDup (flat_map (fun i => map (cut w h i) (range 1 (h - 1))) l)).
  { induction l as [|i l IH]; intros H; simpl; [constructor|]. inversion H; subst.
    assert (N1 : NoDup (map (cut w h i) (range 1 (h - 1)))).
    { apply FinFun.Injective_map_NoDup; [|apply range_NoDup]. intros x y E; unfold cut in E; congruence. }
    revert N1. assert (dis : forall o, In o (map (cut w h i) (range 1 (h - 1))) ->
      ~ In o (flat_map (fun i => map (cut w h i) (range 1 (h - 1))) l)).
    { intros o Ho Ho'. apply in_map_iff in Ho. destruct Ho as (j & <- & _).
      apply in_flat_map in Ho'. destruct Ho' as (i' & Hi' & E). apply in_map_iff in E. destruct E as (j' & E & _).
      unfold cut in E. congruence. }
    revert dis. generalize (map (cut w h i) (range 1 (h - 1))) as m.
    induction m as [|o m IHm]; intros dis N1; simpl; auto.
    inversion N1; subst. constructor.
    - rewrite in_app_iff. intros [X|X]; [contradiction|]. apply (dis o); simpl; auto.
    - apply IHm; auto. intros o' Ho'; apply dis; simpl; auto. }
  apply K, range_NoDup.
Qed.

Lemma opts_dec s o : In o (opts s) -> (weight size o < size s)%nat.
Proof.
  destruct s as [w h]. rewrite opts_In; intros (i & j & Hi & Hj & ->).
  unfold weight, cut, size; simpl. nia.
Qed.

Definition value (w h : Z) : N := G opts size (w, h).

(* a_i of docs/cutting.md: the two sheets of height t on either side of the vertical cut i *)
Definition side (w i t : Z) : N := N.lxor (value i t) (value (w - i) t).

Lemma cut_value w h i j : GG opts size (cut w h i j) = N.lxor (side w i j) (side w i (h - j)).
Proof.
  unfold GG, cut, side, xors; simpl. unfold value. rewrite N.lxor_0_r. now rewrite !N.lxor_assoc.
Qed.

(* A cut is lost for the player to move, hence won for the one who made it, iff its two halves have equal values. *)
Theorem cut_lost w h i j : Loses opts (cut w h i j) <-> side w i j = side w i (h - j).
Proof.
  rewrite (sprague_grundy opts size opts_dec). fold (GG opts size (cut w h i j)). rewrite cut_value.
  split; [apply N.lxor_eq|intros ->; apply N.lxor_nilpotent].
Qed.

(* ---------- splits ---------- *)
(* The recurrence looks at a sheet as a family of splits: sequences a, of which a cut takes a(j) + a(h-j) (nim-sum).
   The family is indexed by 1 <= i < w here, by a list of tables in CuttingRows.v. *)
Section Splits.
Variable I : Type.
Variable split : I -> Prop.
Variable a : I -> Z -> N.

Definition reached (h : Z) (v : N) : Prop :=
  exists i j, split i /\ 1 <= j < h /\ v = N.lxor (a i j) (a i (h - j)).

Definition mex_of (h : Z) (v : N) : Prop := ~ reached h v /\ forall u, (u < v)%N -> reached h u.

Definition constant_from (tau : Z) (al : N) (f : Z -> N) : Prop := forall t, tau <= t -> f t = al.

(* Tail theorem: past 2 tau a split reaches 0 and the a(t) + alpha, t < tau, and nothing else. *)
Theorem reached_tail (tau : I -> Z) (al : I -> N) (B : Z) :
  (forall i, split i -> 1 <= tau i /\ 2 * tau i <= B /\ constant_from (tau i) (al i) (a i)) ->
  forall h h' v, B <= h -> B <= h' -> reached h v -> reached h' v.
Proof.
  intros K h h' v Hh Hh' (i & j & Hi & Hj & ->). destruct (K i Hi) as (T1 & TB & TC).
  destruct (Z.lt_ge_cases j (tau i)) as [L|L]; [|destruct (Z.lt_ge_cases (h - j) (tau i)) as [L'|L']].
  - exists i, j. repeat split; auto; try lia. now rewrite !(TC (_ - _)) by lia.
  - exists i, (h' - (h - j)). repeat split; auto; try lia.
    rewrite (TC j), (TC (h' - (h - j))) by lia. do 2 f_equal. lia.
  - exists i, (tau i). repeat split; auto; try lia. now rewrite !TC by lia.
Qed.

(* Parity: any function of values to {0,1} that is linear under nim-sum. Call t rare for a split if odd (a t) differs
   from odd alpha. An odd value is reached with exactly one rare side. *)
Variable odd : N -> bool.
Hypothesis odd_lxor : forall i s t, odd (N.lxor (a i s) (a i t)) = xorb (odd (a i s)) (odd (a i t)).

Lemma rare_side i h j b : odd (N.lxor (a i j) (a i (h - j))) = true ->
  xorb (odd (a i j)) b = true \/ xorb (odd (a i (h - j))) b = true.
Proof. rewrite odd_lxor. destruct (odd (a i j)), (odd (a i (h - j))), b; auto. Qed.

(* The smaller bound for the tail: an odd m is the mex at every height from h0 on, if
   - with the rare heights all partners are in the tail, and their cuts are not m;
   - each smaller value is a(t) + alpha with t + tau <= h0 for some split. *)
Theorem settled (tau : I -> Z) (al : I -> N) (h0 : Z) (m : N) :
  (forall i, split i -> constant_from (tau i) (al i) (a i)) ->
  odd m = true ->
  (forall i p, split i -> 1 <= p < tau i -> xorb (odd (a i p)) (odd (al i)) = true ->
     p + tau i <= h0 /\ N.lxor (a i p) (al i) <> m) ->
  (forall u, (u < m)%N -> exists i t, split i /\ 1 <= t /\ 1 <= tau i /\ t + tau i <= h0 /\
     u = N.lxor (a i t) (al i)) ->
  forall h, h0 <= h -> mex_of h m.
Proof.
  intros C Om R E h Hh. split.
  - intros (i & j & Hi & Hj & Em). pose proof (C i Hi) as Ci.
    assert (K : forall p, 1 <= p < h -> m = N.lxor (a i p) (a i (h - p)) ->
      xorb (odd (a i p)) (odd (al i)) = true -> False).
    { intros p Hp Ep Rp. destruct (Z.lt_ge_cases p (tau i)) as [L|L].
      - destruct (R i p Hi ltac:(lia) Rp) as [R1 R2]. apply R2. rewrite Ep. now rewrite (Ci (h - p)) by lia.
      - rewrite (Ci p L), xorb_nilpotent in Rp. discriminate. }
    destruct (rare_side i h j (odd (al i))) as [Q|Q]; [now rewrite <- Em|apply (K j); auto|].
    apply (K (h - j)); [lia| |auto]. replace (h - (h - j)) with j by lia. now rewrite N.lxor_comm.
  - intros u Hu. destruct (E u Hu) as (i & t & Hi & H1 & H2 & H3 & ->). exists i, t.
    repeat split; auto; try lia. now rewrite (C i Hi (h - t)) by lia.
Qed.
End Splits.

Arguments reached {I} split a h v.
Arguments mex_of {I} split a h v.

(* The recurrence. *)
Theorem value_mex w h : mex_of (fun i => 1 <= i < w) (side w) h (value w h).
Proof.
  assert (R : forall v, In v (map (GG opts size) (opts (w, h))) <-> reached (fun i => 1 <= i < w) (side w) h v).
  { intros v; rewrite in_map_iff; split.
    - intros (o & <- & Ho). apply opts_In in Ho. destruct Ho as (i & j & Hi & Hj & ->).
      exists i, j. rewrite cut_value. auto.
    - intros (i & j & Hi & Hj & ->). exists (cut w h i j). rewrite cut_value; split; auto.
      apply opts_In. exists i, j; auto. }
  pose proof (mex_opts opts size opts_dec (w, h)) as [A B]. fold (value w h) in *.
  split; [now rewrite <- R|]. intros u Hu; apply R; auto.
Qed.

Lemma value_unique w h v : mex_of (fun i => 1 <= i < w) (side w) h v -> value w h = v.
Proof.
  destruct (value_mex w h) as [A B]; intros [A' B'].
  destruct (N.lt_trichotomy (value w h) v) as [L|[L|L]]; auto; [elim A; auto|elim A'; auto].
Qed.

Lemma value_1 w : value w 1 = 0%N.
Proof. apply value_unique. split; [intros (i & j & _ & H & _); lia|intros u H; lia]. Qed.

Lemma value_row_1 h : value 1 h = 0%N.
Proof. apply value_unique. split; [intros (i & j & H & _); lia|intros u H; lia]. Qed.

Lemma side_sym w i t : side w (w - i) t = side w i t.
Proof. unfold side. replace (w - (w - i)) with i by lia. apply N.lxor_comm. Qed.

Lemma lxor_4 a b c d : N.lxor (N.lxor a b) (N.lxor c d) = N.lxor (N.lxor a c) (N.lxor b d).
Proof. rewrite !N.lxor_assoc. f_equal. rewrite <- !N.lxor_assoc. f_equal. apply N.lxor_comm. Qed.

(* A sheet may be turned. *)
Theorem value_sym w h : value w h = value h w.
Proof.
  assert (K : forall n w h, w + h < Z.of_nat n -> value w h = value h w); [|apply (K (Z.to_nat (w + h + 1))); lia].
  induction n as [|n IH]; intros x y L.
  - apply value_unique. destruct (value_mex y x) as [A B]. split; [intros (i & j & Hi & Hj & _); lia|].
    intros u Hu. destruct (B u Hu) as (i & j & Hi & Hj & _). lia.
  - assert (E : forall i j, 1 <= i < x -> 1 <= j < y ->
      N.lxor (side x i j) (side x i (y - j)) = N.lxor (side y j i) (side y j (x - i))).
    { intros i j Hi Hj. unfold side. rewrite (IH j i), (IH (y - j) i), (IH j (x - i)), (IH (y - j) (x - i)) by lia.
      apply lxor_4. }
    apply value_unique. destruct (value_mex y x) as [A B]. split.
    + intros (i & j & Hi & Hj & Q). apply A. exists j, i. rewrite Q, E; auto.
    + intros u Hu. destruct (B u Hu) as (j & i & Hj & Hi & Q). exists i, j. rewrite Q, E; auto.
Qed.

(* Every row is constant from some height on: explicitly from the largest 2 tau_i, ... *)
Theorem tail_bound w (tau : Z -> Z) (al : Z -> N) B :
  (forall i, 1 <= i < w -> 1 <= tau i /\ 2 * tau i <= B /\ constant_from (tau i) (al i) (side w i)) ->
  constant_from B (value w B) (value w).
Proof.
  intros K h Hh. apply value_unique. destruct (value_mex w B) as [A E]. split.
  - intros R; apply A. eapply reached_tail; eauto; lia.
  - intros u Hu. eapply reached_tail with (h := B); eauto; lia.
Qed.

(* ... and so, by induction on the width, for every row. *)
Theorem tail w : exists B, constant_from B (value w B) (value w).
Proof.
  assert (K : forall n w, w < Z.of_nat n -> exists B, constant_from B (value w B) (value w));
    [|apply (K (Z.to_nat (w + 1))); lia].
  induction n as [|n IH]; intros v Hv.
  - exists 0. apply tail_bound with (tau := fun _ => 0) (al := fun _ => 0%N). lia.
  - assert (M : forall k, exists B, 1 <= B /\
      forall i, i < Z.of_nat k -> i < v -> 1 <= i -> constant_from B (value i B) (value i)).
    { induction k as [|k (B & B1 & HB)]; [exists 1; split; lia|].
      destruct (Z.lt_ge_cases (Z.of_nat k) v) as [L|L].
      - destruct (IH (Z.of_nat k)) as (B' & HB'); [lia|]. exists (Z.max B B'). split; [lia|].
        intros i Hi Hv' H1. destruct (Z.eq_dec i (Z.of_nat k)) as [->|D].
        + intros t Ht. now rewrite (HB' t), (HB' (Z.max B B')) by lia.
        + specialize (HB i ltac:(lia) Hv' H1). intros t Ht. now rewrite (HB t), (HB (Z.max B B')) by lia.
      - exists B; split; auto. intros i _ Hv' H1. apply HB; lia. }
    destruct (M (Z.to_nat v)) as (B & B1 & HB). exists (2 * B).
    apply tail_bound with (tau := fun _ => B) (al := fun i => side v i B). intros i Hi. repeat split; try lia.
    intros t Ht. unfold side. rewrite (HB i), (HB (v - i)) by lia. easy.
Qed.

(* ---------- counts ---------- *)
Definition lost (p : list sheet) : bool := if outcome_dec opts size opts_dec p then true else false.

Lemma lost_Loses p : lost p = true <-> Loses opts p.
Proof.
  unfold lost. destruct (outcome_dec opts size opts_dec p) as [[_ L]|[_ W]]; split; auto; [discriminate|].
  intros L; elim (not_both size opts_dec W L).
Qed.

(* C(w,h): the winning first moves of a w x h sheet, that is its options that are lost for the player to move. *)
Definition C (w h : Z) : Z := Z.of_nat (length (filter lost (opts (w, h)))).

(* D(W,H): their number over all sheets 2 <= w <= W, 2 <= h <= H. *)
Definition D (W H : Z) : Z := sum (range 2 W) (fun w => sum (range 2 H) (fun h => C w h)).

(* What C counts, said with play alone. *)
Theorem C_counts w h : number_of (fun '(i, j) => 1 <= i < w /\ 1 <= j < h /\ Loses opts (cut w h i j)) (C w h).
Proof.
  set (point := fun o : list sheet => hd (0, 0) o).
  exists (map point (filter lost (opts (w, h)))). split; [|split].
  - assert (K : forall l, NoDup l -> (forall o, In o l -> In o (opts (w, h))) -> NoDup (map point l)).
    { induction l as [|o l IH]; intros N S; simpl; [constructor|]. inversion N; subst. constructor.
      - intros X. apply in_map_iff in X. destruct X as (o' & E & Ho').
        pose proof (S o (or_introl eq_refl)) as A1. pose proof (S o' (or_intror Ho')) as A2.
        apply opts_In in A1; apply opts_In in A2.
        destruct A1 as (i & j & _ & _ & ->). destruct A2 as (i' & j' & _ & _ & ->).
        simpl in E. inversion E; subst. contradiction.
      - apply IH; auto. intros; apply S; simpl; auto. }
    apply K; [apply NoDup_filter, opts_NoDup|]. intros o Ho; apply filter_In in Ho; apply Ho.
  - intros [i j]. rewrite in_map_iff. split.
    + intros (o & E & Ho). apply filter_In in Ho. destruct Ho as [Ho L]. apply lost_Loses in L.
      apply opts_In in Ho. destruct Ho as (i' & j' & Hi & Hj & ->). simpl in E; inversion E; subst; auto.
    + intros (Hi & Hj & L). exists (cut w h i j). split; [reflexivity|].
      apply filter_In; split; [apply opts_In; exists i, j; auto|now apply lost_Loses].
  - unfold C. now rewrite map_length.
Qed.

(* What D counts: the pairs of a sheet and a cut of it that wins. *)
Theorem D_counts W H : number_of (fun '(w, (h, (i, j))) =>
  2 <= w <= W /\ 2 <= h <= H /\ 1 <= i < w /\ 1 <= j < h /\ Loses opts (cut w h i j)) (D W H).
Proof.
  pose proof (number_of_sum _ _ 2 W (fun w => number_of_sum _ _ 2 H (fun h => C_counts w h))) as (l & N & E & L).
  exists l. split; [auto|split; auto]. intros [w [h [i j]]]. exact (E (w, (h, (i, j)))).
Qed.

(* 1 if x = y, else 0 *)
Definition same (x y : N) : Z := if N.eqb x y then 1 else 0.

Lemma C_sum w h : C w h =
  sum (range 1 (w - 1)) (fun i => sum (range 1 (h - 1)) (fun j => same (side w i j) (side w i (h - j)))).
Proof.
  unfold C, opts. induction (range 1 (w - 1)) as [|i l IH]; simpl; [easy|].
  rewrite filter_app, app_length, Nat2Z.inj_add, IH. f_equal. clear IH.
  induction (range 1 (h - 1)) as [|j m IH]; simpl; [easy|]. rewrite <- IH. unfold same.
  destruct (lost (cut w h i j)) eqn:E; destruct (N.eqb_spec (side w i j) (side w i (h - j))) as [Q|Q];
    cbn [length]; try lia.
  - elim Q. now apply cut_lost, lost_Loses.
  - apply cut_lost, lost_Loses in Q. congruence.
Qed.

Lemma C_sym w h : C w h = C h w.
Proof.
  rewrite !C_sum, sum_swap. apply sum_ext; intros j _. apply sum_ext; intros i _.
  assert (E : forall x y, same x y = if N.eqb (N.lxor x y) 0 then 1 else 0).
  { intros x y. unfold same. destruct (N.eqb_spec x y) as [->|Q]; [now rewrite N.lxor_nilpotent|].
    destruct (N.eqb_spec (N.lxor x y) 0) as [Q'|]; auto. now apply N.lxor_eq in Q'. }
  rewrite !E. unfold side.
  rewrite (value_sym j i), (value_sym (h - j) i), (value_sym j (w - i)), (value_sym (h - j) (w - i)).
  now rewrite lxor_4.
Qed.

Theorem D_sym W H : D W H = D H W.
Proof.
  unfold D. rewrite sum_swap. apply sum_ext; intros h _. apply sum_ext; intros w _. apply C_sym.
Qed.

(* pairs (k,l), k,l >= 1, k+l <= H, with t(k) = t(l), counted by their sum h *)
Definition pairs (t : Z -> N) (H : Z) : Z :=
  sum (range 2 H) (fun h => sum (range 1 (h - 1)) (fun j => same (t j) (t (h - j)))).

Theorem D_pairs W H : D W H = sum (range 2 W) (fun w => sum (range 1 (w - 1)) (fun i => pairs (side w i) H)).
Proof.
  unfold D. apply sum_ext; intros w _. unfold pairs. rewrite sum_swap.
  apply sum_ext; intros h _. apply C_sum.
Qed.

(* equal pairs in the square [1,x]^2 *)
Definition square (t : Z -> N) (x : Z) : Z := sum (range 1 x) (fun k => sum (range 1 x) (fun l => same (t k) (t l))).

Lemma same_sym x y : same x y = same y x.
Proof. unfold same. now rewrite N.eqb_sym. Qed.

Lemma same_refl x : same x x = 1.
Proof. unfold same. now rewrite N.eqb_refl. Qed.

(* a histogram counts them *)
Lemma square_succ t x : 0 <= x ->
  square t (x + 1) = square t x + 2 * sum (range 1 x) (fun l => same (t l) (t (x + 1))) + 1.
Proof.
  intros Hx. unfold square. rewrite sum_snoc by lia. rewrite sum_snoc, same_refl by lia.
  rewrite (sum_ext _ _ (fun k => sum (range 1 x) (fun l => same (t k) (t l)) + same (t k) (t (x + 1)))).
  - rewrite sum_add. rewrite (sum_ext _ (fun l => same (t (x + 1)) (t l)) (fun l => same (t l) (t (x + 1)))); [lia|].
    intros; apply same_sym.
  - intros k _. now rewrite sum_snoc by lia.
Qed.

(* the triangle k + l <= H, line by line *)
Lemma pairs_lines t H : 1 <= H ->
  pairs t H = sum (range 1 H) (fun k => sum (range 1 (H - k)) (fun l => same (t k) (t l))).
Proof.
  intros H1. unfold pairs. replace H with (1 + Z.of_nat (Z.to_nat (H - 1))) by lia.
  induction (Z.to_nat (H - 1)) as [|n IH].
  - simpl. reflexivity.
  - replace (1 + Z.of_nat (S n)) with (1 + Z.of_nat n + 1) by lia. set (K := 1 + Z.of_nat n) in *.
    assert (1 <= K) by lia. rewrite sum_snoc, IH by lia. rewrite (sum_snoc 1 K) by lia.
    rewrite (sum_empty 1 (K + 1 - (K + 1))) by lia. replace (K + 1 - 1) with K by lia.
    rewrite Z.add_0_r, <- sum_add. apply sum_ext; intros k Hk. apply range_In in Hk.
    replace (K + 1 - k) with (K - k + 1) by lia. rewrite sum_snoc by lia. do 3 f_equal; lia.
Qed.

Section Count.
Variable t : Z -> N.
Variable tau : Z.
Variable al : N.
Hypothesis tau_pos : 1 <= tau.
Hypothesis t_tail : constant_from tau al t.

(* n and s of docs/cutting.md: number and sum of the heights below tau that have the value of the tail *)
Definition number : Z := sum (range 1 (tau - 1)) (fun k => same (t k) al).
Definition heights : Z := sum (range 1 (tau - 1)) (fun k => k * same (t k) al).

Let f (l : Z) : Z := same al (t l).

Lemma sum_f x : tau - 1 <= x -> sum (range 1 x) f = number + (x - tau + 1).
Proof.
  intros Hx. rewrite (sum_split 1 (tau - 1)) by lia. f_equal.
  - apply sum_ext; intros; apply same_sym.
  - rewrite (sum_ext _ f (fun _ => 1)).
    + rewrite sum_const by lia. lia.
    + intros l Hl; apply range_In in Hl. unfold f. rewrite t_tail by lia. apply same_refl.
Qed.

Lemma sum_sum_f x : 0 <= x ->
  sum (range 0 x) (fun u => sum (range 1 u) f) = sum (range 1 x) (fun l => f l * (x + 1 - l)).
Proof.
  intros Hx. replace x with (Z.of_nat (Z.to_nat x)) by lia. generalize (Z.to_nat x) as n. clear Hx.
  induction n as [|n IH]; [reflexivity|].
  replace (Z.of_nat (S n)) with (Z.of_nat n + 1) by lia. rewrite sum_snoc, IH, !sum_snoc by lia.
  rewrite Z.add_assoc, <- sum_add. f_equal; [|lia]. apply sum_ext; intros; lia.
Qed.

Lemma sum_sum_f_tail x : tau - 1 <= x + 1 -> 0 <= x ->
  2 * sum (range 0 x) (fun u => sum (range 1 u) f) = 2 * (number * (x + 1) - heights) + (x - tau + 1) * (x - tau + 2).
Proof.
  intros H1 H0.
  assert (E : forall y, sum (range 1 (tau - 1)) (fun l => f l * (y - l)) = number * y - heights).
  { intros y. unfold number, heights. rewrite (Z.mul_comm _ y), <- sum_mul, <- sum_sub.
    apply sum_ext; intros l _. unfold f. rewrite same_sym. lia. }
  destruct (Z.eq_dec (x + 1) (tau - 1)) as [Q|Q].
  - rewrite sum_sum_f by auto. rewrite <- E, <- Q, sum_snoc by lia. replace (x - tau + 2) with 0 by lia. lia.
  - replace x with (tau - 1 + Z.of_nat (Z.to_nat (x - tau + 1))) in * by lia.
    generalize (Z.to_nat (x - tau + 1)) as n. clear Q H1 H0. induction n as [|n IH].
    + replace (tau - 1 + Z.of_nat 0) with (tau - 1) by lia. rewrite sum_sum_f, E by lia. lia.
    + replace (tau - 1 + Z.of_nat (S n)) with (tau - 1 + Z.of_nat n + 1) by lia.
      rewrite sum_snoc, Z.mul_add_distr_l, IH by lia. rewrite sum_f by lia. nia.
Qed.

(* The number of pairs as a quadratic polynomial in H. *)
Theorem pairs_tail H : 2 * tau - 2 <= H -> 1 <= H ->
  pairs t H = square t (tau - 1) + 2 * (number * (H - tau + 1) - heights) + (H - 2 * tau + 1) * (H - 2 * tau + 2) / 2.
Proof.
  intros HH H1. rewrite pairs_lines by auto. rewrite (sum_split 1 (tau - 1)) by lia.
  replace (tau - 1 + 1) with tau by lia.
  assert (L : sum (range 1 (tau - 1)) (fun k => sum (range 1 (H - k)) (fun l => same (t k) (t l))) =
              square t (tau - 1) + (number * (H - tau + 1) - heights)).
  { unfold square, number, heights. rewrite (Z.mul_comm _ (H - tau + 1)), <- sum_mul.
    rewrite <- sum_sub, <- sum_add. apply sum_ext; intros k Hk. apply range_In in Hk.
    rewrite (sum_split 1 (tau - 1)) by lia. f_equal.
    replace (tau - 1 + 1) with tau by lia.
    rewrite (sum_ext _ _ (fun _ => same (t k) al)).
    - rewrite sum_const by lia. lia.
    - intros l Hl; apply range_In in Hl. now rewrite (t_tail l) by lia. }
  assert (U : 2 * sum (range tau H) (fun k => sum (range 1 (H - k)) (fun l => same (t k) (t l))) =
              2 * (number * (H - tau + 1) - heights) + (H - 2 * tau + 1) * (H - 2 * tau + 2)).
  { destruct (Z.lt_ge_cases H tau) as [Q|Q].
    - rewrite sum_empty by lia.
      assert (H = tau - 1) by lia. assert (tau = 1 \/ tau = 2) as [T|T] by lia; [lia|].
      unfold number, heights. rewrite T. change (2 - 1) with 1. rewrite !sum_one.
      replace H with 1 by lia. lia.
    - rewrite sum_rev. rewrite (sum_ext _ _ (fun k => sum (range 1 (k - tau)) f)).
      + pose proof (sum_sum_f_tail (H - tau) ltac:(lia) ltac:(lia)) as K.
        replace (H - 2 * tau + 1) with (H - tau - tau + 1) by lia.
        replace (H - 2 * tau + 2) with (H - tau - tau + 2) by lia.
        rewrite <- K. f_equal. clear K. pose proof (sum_shift tau 0 (H - tau)) as K.
        replace (0 + tau) with tau in K by lia. replace (H - tau + tau) with H in K by lia. rewrite K.
        apply sum_ext; intros u _. now replace (u + tau - tau) with u by lia.
      + intros k Hk. apply range_In in Hk. replace (H - (tau + H - k)) with (k - tau) by lia.
        apply sum_ext; intros l _. unfold f. now rewrite t_tail by lia. }
  rewrite L.
  set (X := sum (range tau H) _) in *. set (M := (H - 2 * tau + 1) * (H - 2 * tau + 2)) in *.
  assert (EM : M = 2 * (X - (number * (H - tau + 1) - heights))) by lia.
  assert (EH : M / 2 = X - (number * (H - tau + 1) - heights)) by (rewrite EM, Z.mul_comm; apply Z.div_mul; lia).
  lia.
Qed.

(* One step earlier the polynomial is too large by 2 if tau is least, and still right if it is not. *)
Theorem pairs_early : 2 <= tau ->
  pairs t (2 * tau - 3) =
  square t (tau - 1) + 2 * (number * (tau - 2) - heights) + 1 - 2 * (1 - same (t (tau - 1)) al).
Proof.
  intros T2. pose proof (pairs_tail (2 * tau - 2) ltac:(lia) ltac:(lia)) as P.
  replace (2 * tau - 2 - tau + 1) with (tau - 1) in P by lia.
  replace ((2 * tau - 2 - 2 * tau + 1) * (2 * tau - 2 - 2 * tau + 2) / 2) with 0 in P
    by (replace (2 * tau - 2 - 2 * tau + 2) with 0 by lia; now rewrite Z.mul_0_r).
  unfold pairs in *. replace (2 * tau - 2) with (2 * tau - 3 + 1) in P by lia. rewrite sum_snoc in P by lia.
  replace (2 * tau - 3 + 1 - 1) with (2 * tau - 3) in P by lia.
  assert (N : number = sum (range 1 (tau - 2)) (fun k => same (t k) al) + same (t (tau - 1)) al).
  { unfold number. pose proof (sum_snoc 1 (tau - 2)) as S. replace (tau - 2 + 1) with (tau - 1) in S by lia.
    apply S. lia. }
  assert (L : sum (range 1 (2 * tau - 3)) (fun j => same (t j) (t (2 * tau - 3 + 1 - j))) =
              2 * (number - same (t (tau - 1)) al) + 1).
  { rewrite (sum_split 1 (tau - 2)), (sum_cons (tau - 2 + 1)) by lia.
    replace (2 * tau - 3 + 1 - (tau - 2 + 1)) with (tau - 2 + 1) by lia. rewrite same_refl.
    rewrite (sum_ext (range 1 (tau - 2)) _ (fun k => same (t k) al)).
    2: { intros k Hk. apply range_In in Hk. now rewrite (t_tail (2 * tau - 3 + 1 - k)) by lia. }
    replace (sum (range (tau - 2 + 1 + 1) (2 * tau - 3)) _)
      with (sum (range 1 (tau - 2)) (fun k => same (t k) al)); [lia|].
    rewrite sum_rev. pose proof (sum_shift (tau - 1) 1 (tau - 2)) as S.
    replace (1 + (tau - 1)) with (tau - 2 + 1 + 1) in S by lia.
    replace (tau - 2 + (tau - 1)) with (2 * tau - 3) in S by lia.
    rewrite S. apply sum_ext; intros k Hk. apply range_In in Hk. rewrite same_sym.
    rewrite (t_tail (k + (tau - 1))) by lia. do 2 f_equal. lia. }
  rewrite L in P. lia.
Qed.
End Count.
