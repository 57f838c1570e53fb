(* Tuples with xor 0, counted by the xor transform (docs/xor-transform.md).

   Let L be a list of values v < 2^k, each with a weight w. [tuples L s y] is the sum, over all s-tuples of members of
   L whose values have the xor y, of the products of their weights; a(g) is the sum of the weights of the members of
   value g. [power_sum] is the sum over the 2^k characters of the s-th power of the character's sum over a, as a
   recursion: the characters of k+1 bits are those of k bits, once with the two halves of a added, once with them
   subtracted.

     [power_sum_right]   2^k tuples L s 0 = power_sum k a s;
     [lists_counted]     the same for lists of s objects whose values have the xor 0.

   No axioms. *)
Require Import List Arith NArith ZArith Lia Bool Btauto.
From Sprague.theory Require Import Game Xor Cardinality.
Import ListNotations.
Local Open Scope Z_scope.

Definition sum (l : list Z) : Z := fold_right Z.add 0 l.

Fixpoint tuples (L : list (N * Z)) (s : nat) (y : N) : Z :=
  match s with
  | O => if N.eqb y 0 then 1 else 0
  | S s => sum (map (fun e => snd e * tuples L s (N.lxor y (fst e))) L)
  end.

(* a(g) *)
Definition weight_of (L : list (N * Z)) (g : N) : Z := sum (map (fun e => if N.eqb (fst e) g then snd e else 0) L).

Fixpoint power_sum (k : nat) (a : N -> Z) (s : nat) : Z :=
  match k with
  | O => a 0%N ^ Z.of_nat s
  | S k => power_sum k (fun g => a g + a (2 ^ N.of_nat k + g)%N) s +
           power_sum k (fun g => a g - a (2 ^ N.of_nat k + g)%N) s
  end.

(* ---------- bit k and the bits below it ---------- *)

Definition low (k : nat) (v : N) : N := N.land v (N.ones (N.of_nat k)).
Definition sign (k : nat) (v : N) : Z := if N.testbit v (N.of_nat k) then -1 else 1.

Lemma low_lxor k u v : low k (N.lxor u v) = N.lxor (low k u) (low k v).
Proof.
  unfold low. apply N.bits_inj; intros i. rewrite !N.lxor_spec, !N.land_spec, N.lxor_spec. btauto.
Qed.

Lemma sign_lxor k u v : sign k (N.lxor u v) = sign k u * sign k v.
Proof. unfold sign. rewrite N.lxor_spec. now destruct (N.testbit u _), (N.testbit v _). Qed.

Lemma two_halves k v : (v < 2 ^ N.of_nat (S k))%N ->
  (v < 2 ^ N.of_nat k)%N /\ low k v = v /\ N.testbit v (N.of_nat k) = false \/
  (exists u, v = 2 ^ N.of_nat k + u /\ u < 2 ^ N.of_nat k /\ low k v = u)%N /\ N.testbit v (N.of_nat k) = true.
Proof.
  intros H. rewrite Nat2N.inj_succ, N.pow_succ_r' in H. unfold low. rewrite N.land_ones, N.testbit_eqb.
  set (P := (2 ^ N.of_nat k)%N) in *. assert (P0 : P <> 0%N) by (apply N.pow_nonzero; lia). clearbody P.
  destruct (N.lt_ge_cases v P) as [L|L].
  - left. rewrite N.mod_small, N.div_small by auto. auto.
  - right. replace v with (v - P + 1 * P)%N by lia. rewrite N.mod_add, N.div_add, N.mod_small, N.div_small by lia.
    split; [|reflexivity]. exists (v - P)%N. repeat split; lia.
Qed.

Definition plus_half (k : nat) (L : list (N * Z)) := map (fun e => (low k (fst e), snd e)) L.
Definition minus_half (k : nat) (L : list (N * Z)) := map (fun e => (low k (fst e), sign k (fst e) * snd e)) L.

Definition below (k : nat) (L : list (N * Z)) : Prop := forall e, In e L -> (fst e < 2 ^ N.of_nat k)%N.

Lemma below_plus k L : below (S k) L -> below k (plus_half k L).
Proof.
  intros B e H. apply in_map_iff in H. destruct H as (e' & <- & H). apply B in H. simpl.
  destruct (two_halves _ _ H) as [(A & -> & _)|((u & _ & A & ->) & _)]; auto.
Qed.

Lemma below_minus k L : below (S k) L -> below k (minus_half k L).
Proof.
  intros B e H. apply in_map_iff in H. destruct H as (e' & <- & H). apply B in H. simpl.
  destruct (two_halves _ _ H) as [(A & -> & _)|((u & _ & A & ->) & _)]; auto.
Qed.

(* ---------- the two halves ---------- *)

Lemma sum_add {A} (f g : A -> Z) l : sum (map f l) + sum (map g l) = sum (map (fun a => f a + g a) l).
Proof. induction l; simpl; lia. Qed.

Lemma sum_mul {A} c (f : A -> Z) l : c * sum (map f l) = sum (map (fun a => c * f a) l).
Proof. induction l; simpl; lia. Qed.

Lemma sum_ext {A} (f g : A -> Z) l : (forall a, In a l -> f a = g a) -> sum (map f l) = sum (map g l).
Proof. intros E. now rewrite (map_ext_in _ _ _ E). Qed.

Lemma tuples_halves k L : below (S k) L -> forall s y, (y < 2 ^ N.of_nat (S k))%N ->
  tuples (plus_half k L) s (low k y) + sign k y * tuples (minus_half k L) s (low k y) = 2 * tuples L s y.
Proof.
  intros B. induction s as [|s IH]; intros y Hy; cbn [tuples].
  - unfold sign. destruct (two_halves _ _ Hy) as [(A & -> & ->)|((u & -> & A & ->) & ->)].
    + destruct (N.eqb y 0); lia.
    + destruct (N.eqb_spec (2 ^ N.of_nat k + u) 0) as [E|E]; [|destruct (N.eqb u 0); lia].
      assert (2 ^ N.of_nat k <> 0)%N by (apply N.pow_nonzero; lia). lia.
  - unfold plus_half at 2, minus_half at 2. rewrite !map_map, !sum_mul, sum_add. apply sum_ext.
    intros e He. cbn [fst snd]. rewrite <- low_lxor.
    specialize (IH (N.lxor y (fst e)) (lxor_below _ _ _ Hy (B e He))). rewrite sign_lxor in IH.
    set (p := tuples (plus_half k L) s _) in *. set (q := tuples (minus_half k L) s _) in *.
    set (t := tuples L s _) in *.
    transitivity (snd e * (p + sign k y * sign k (fst e) * q)); [ring|rewrite IH; ring].
Qed.

Lemma weight_plus k L g : below (S k) L -> (g < 2 ^ N.of_nat k)%N ->
  weight_of (plus_half k L) g = weight_of L g + weight_of L (2 ^ N.of_nat k + g).
Proof.
  intros B Hg. unfold weight_of, plus_half. rewrite map_map, sum_add. apply sum_ext. intros e He. cbn [fst snd].
  destruct (two_halves _ _ (B e He)) as [(A & -> & _)|((u & -> & A & ->) & _)].
  - destruct (N.eqb_spec (fst e) g), (N.eqb_spec (fst e) (2 ^ N.of_nat k + g)); lia.
  - destruct (N.eqb_spec u g), (N.eqb_spec (2 ^ N.of_nat k + u) g),
      (N.eqb_spec (2 ^ N.of_nat k + u) (2 ^ N.of_nat k + g)); lia.
Qed.

Lemma weight_minus k L g : below (S k) L -> (g < 2 ^ N.of_nat k)%N ->
  weight_of (minus_half k L) g = weight_of L g - weight_of L (2 ^ N.of_nat k + g).
Proof.
  intros B Hg. rewrite <- Z.add_opp_r, Z.opp_eq_mul_m1, Z.mul_comm.
  unfold weight_of, minus_half. rewrite sum_mul, map_map, sum_add. apply sum_ext. intros e He. cbn [fst snd].
  unfold sign. destruct (two_halves _ _ (B e He)) as [(A & -> & ->)|((u & -> & A & ->) & ->)].
  - destruct (N.eqb_spec (fst e) g), (N.eqb_spec (fst e) (2 ^ N.of_nat k + g)); lia.
  - destruct (N.eqb_spec u g), (N.eqb_spec (2 ^ N.of_nat k + u) g),
      (N.eqb_spec (2 ^ N.of_nat k + u) (2 ^ N.of_nat k + g)); lia.
Qed.

Lemma power_sum_ext k s : forall a b, (forall g, (g < 2 ^ N.of_nat k)%N -> a g = b g) ->
  power_sum k a s = power_sum k b s.
Proof.
  induction k as [|k IH]; intros a b E; cbn [power_sum].
  - rewrite E; [reflexivity|]. simpl. lia.
  - rewrite Nat2N.inj_succ, N.pow_succ_r' in E.
    f_equal; apply IH; intros g Hg; rewrite !E by lia; reflexivity.
Qed.

Theorem power_sum_right k s : forall L, below k L ->
  power_sum k (weight_of L) s = 2 ^ Z.of_nat k * tuples L s 0.
Proof.
  induction k as [|k IH]; intros L B.
  - cbn [power_sum]. change (2 ^ Z.of_nat 0) with 1. rewrite Z.mul_1_l.
    induction s as [|s IHs]; [reflexivity|]. rewrite Nat2Z.inj_succ, Z.pow_succ_r, IHs by lia. cbn [tuples].
    unfold weight_of. rewrite Z.mul_comm, sum_mul. apply sum_ext. intros e He.
    specialize (B e He). simpl in B. replace (fst e) with 0%N by lia. rewrite N.lxor_0_r. simpl N.eqb. cbv iota. lia.
  - cbn [power_sum].
    pose proof (IH _ (below_plus _ _ B)) as I. pose proof (IH _ (below_minus _ _ B)) as J.
    rewrite (power_sum_ext k s _ _ (fun g Hg => weight_plus k L g B Hg)) in I.
    rewrite (power_sum_ext k s _ _ (fun g Hg => weight_minus k L g B Hg)) in J. rewrite I, J.
    pose proof (tuples_halves k L B s 0) as H. rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia.
    assert (P : (0 < 2 ^ N.of_nat (S k))%N) by (apply N.neq_0_lt_0, N.pow_nonzero; lia).
    specialize (H P). change (low k 0) with 0%N in H.
    replace (sign k 0) with 1 in H by (unfold sign; now rewrite N.bits_0).
    rewrite <- Z.mul_add_distr_l. replace (tuples (plus_half k L) s 0 + _) with (2 * tuples L s 0) by lia. ring.
Qed.

(* ---------- lists of objects, each with a value ---------- *)

(* all lists of s members of l *)
Fixpoint lists {A} (l : list A) (s : nat) : list (list A) :=
  match s with O => [[]] | S s => flat_map (fun a => map (cons a) (lists l s)) l end.

Lemma lists_In {A} (l : list A) s : forall p, In p (lists l s) <-> length p = s /\ Forall (fun a => In a l) p.
Proof.
  induction s as [|s IH]; intros p; simpl.
  - split; [intros [<-|[]]; auto|]. intros [L _]. destruct p; [auto|discriminate].
  - rewrite in_flat_map. split.
    + intros (a & Ha & H). apply in_map_iff in H. destruct H as (q & <- & H). apply IH in H. destruct H as [L F].
      simpl; split; auto.
    + intros [L F]. destruct p as [|a p]; [discriminate|]. inversion F; subst. exists a; split; auto.
      apply in_map, IH. auto.
Qed.

Lemma lists_NoDup {A} (l : list A) s : NoDup l -> NoDup (lists l s).
Proof.
  intros D. induction s as [|s IH]; simpl; [repeat constructor; auto|].
  generalize dependent (lists l s). intros q Q. induction D as [|a r N D IH]; simpl; [constructor|].
  apply NoDup_disjoint; auto.
  - apply FinFun.Injective_map_NoDup; auto. intros x y E; now inversion E.
  - intros x Hx Hy. apply in_map_iff in Hx. destruct Hx as (x' & <- & _).
    apply in_flat_map in Hy. destruct Hy as (b & Hb & Hy). apply in_map_iff in Hy. destruct Hy as (y' & E & _).
    inversion E; subst. auto.
Qed.

Lemma count_flat_map {A B} (f : B -> bool) (h : A -> list B) l :
  Z.of_N (count f (flat_map h l)) = sum (map (fun a => Z.of_N (count f (h a))) l).
Proof. induction l as [|a l IH]; simpl; auto. rewrite count_app. lia. Qed.

(* the objects of l, each of weight 1 *)
Definition weighted {A} (v : A -> N) (l : list A) : list (N * Z) := map (fun a => (v a, 1)) l.

Lemma tuples_count {A} (v : A -> N) l s : forall y,
  tuples (weighted v l) s y = Z.of_N (count (fun p => N.eqb (xors (map v p)) y) (lists l s)).
Proof.
  induction s as [|s IH]; intros y; cbn [tuples lists].
  - unfold count. simpl. now destruct y.
  - rewrite count_flat_map. unfold weighted at 2. rewrite map_map. apply sum_ext. intros a _. cbn [fst snd].
    rewrite IH, Z.mul_1_l, count_map. f_equal. apply count_ext. intros p. simpl map.
    unfold xors at 2; cbn [fold_right]; fold (xors (map v p)).
    symmetry. apply lxor_move.
Qed.

Lemma weight_count {A} (v : A -> N) l g : weight_of (weighted v l) g = Z.of_N (count (fun a => N.eqb (v a) g) l).
Proof.
  unfold weight_of, weighted. rewrite map_map. cbn [fst snd]. unfold count.
  induction l as [|a l IH]; simpl; auto. rewrite IH. destruct (N.eqb (v a) g); simpl length; lia.
Qed.

(* 2^k times the number of lists of s objects with xor 0 *)
Theorem lists_counted {A} (v : A -> N) l k s : (forall a, In a l -> (v a < 2 ^ N.of_nat k)%N) ->
  2 ^ Z.of_nat k * Z.of_N (count (fun p => N.eqb (xors (map v p)) 0) (lists l s)) =
  power_sum k (fun g => Z.of_N (count (fun a => N.eqb (v a) g) l)) s.
Proof.
  intros B. rewrite <- tuples_count, <- power_sum_right.
  - apply power_sum_ext. intros g _. apply weight_count.
  - intros e He. apply in_map_iff in He. destruct He as (a & <- & Ha). now apply B.
Qed.
