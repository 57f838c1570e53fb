(* The fast checker is sound: what it says of a code is true of play.

     [check_law_sound]     a law that is [verified] holds: the values, the period for all heaps, and, if claimed, that
                           period and preperiod are least;
     [check_table_sound]   a table that is [verified] holds the values of its heaps;
     [law_wins_sound], [table_wins_sound]   counts of won heaps.

   For every table, every list of splits, every fuel. The only axioms are the specifications of Coq's machine integers
   (Uint63), which Print Assumptions lists. *)
Require Import List Arith NArith ZArith Lia Bool Uint63.
From Sprague.theory Require Import Game Codes Periodicity Subtraction Counts.
From Sprague.theory Require Split.
From Sprague.checker Require Import Integers Fast.
Import ListNotations.
Open Scope uint63_scope.
Open Scope nat_scope.

(* ---------- the class of a value ---------- *)
Definition chi (l : list int) (v : N) : bool := fold_right (fun b odd => xorb (N.testbit v (tn b)) odd) false l.

Lemma chi_lxor l x y : chi l (N.lxor x y) = xorb (chi l x) (chi l y).
Proof.
  unfold chi. induction l as [|b l IH]; simpl; auto. rewrite IH, N.lxor_spec.
  generalize (fold_right (fun b odd => xorb (N.testbit x (tn b)) odd) false l) as A.
  generalize (fold_right (fun b odd => xorb (N.testbit y (tn b)) odd) false l) as B.
  intros B A. destruct (N.testbit x (tn b)), (N.testbit y (tn b)), A, B; reflexivity.
Qed.

Definition odd_at (k : split) (v : N) (x : nat) : bool := Split.odd_at (chi (bits k)) (parity k) v x.

Lemma is_odd_at_spec k v x : is_odd_at k v x = odd_at k (tn v) (nt x).
Proof.
  unfold is_odd_at, odd_at, Split.odd_at. rewrite even_nt, negb_involutive. f_equal.
  unfold odd_bits, chi. induction (bits k) as [|b l IH]; simpl; auto. now rewrite IH, bit_tn.
Qed.

Section Sound.
Variable get : int -> int.
Variable fuel : nat.

(* the table, as a sequence *)
Definition V (n : nat) : N := tn (get (I n)).
Definition VV (o : list nat) : N := xors (map V o).

Lemma V_nt x : V (nt x) = tn (get x).
Proof. unfold V. now rewrite I_nt. Qed.

Lemma pair_value r s : nt r <= nt s ->
  tn (get r lxor get (s - r))%uint63 = N.lxor (V (nt r)) (V (nt s - nt r)).
Proof. intros H. now rewrite tn_lxor, V_nt, <- nt_sub, V_nt. Qed.

(* ---------- absence ---------- *)
Lemma absent_list_sound s v l : absent_list get s v l = true ->
  forall r, In r l -> nt r < nt s -> N.lxor (V (nt r)) (V (nt s - nt r)) <> tn v.
Proof.
  induction l as [|q l IH]; simpl; [easy|]. intros H r [->|Hr] L.
  - destruct (nt_lt r s) as [_|]; [|contradiction]. rewrite <- pair_value by lia. intros E. apply tn_inj in E.
    rewrite E, eqb_refl in H. discriminate.
  - apply IH; auto. destruct (q <? s)%uint63; auto. destruct (_ =? v)%uint63; [discriminate|auto].
Qed.

Lemma absent_all_sound s v : small (nt s) -> forall f a, absent_all get f a s v = true ->
  forall r, nt a <= r -> 2 * r <= nt s -> N.lxor (V r) (V (nt s - r)) <> tn v.
Proof.
  unfold small. intros B. induction f as [|f IH]; intros a; cbn [absent_all]; [easy|]. intros H r L L2.
  assert (E2 : nt (a + a)%uint63 = nt a + nt a) by (apply nt_add; lia).
  destruct (nt_lt s (a + a)%uint63) as [C|C]; [lia|].
  destruct (nt_eq (get a lxor get (s - a))%uint63 v) as [|D]; [discriminate|].
  destruct (Nat.eq_dec (nt a) r) as [<-|E].
  - rewrite <- pair_value by lia. intros E. apply D. now apply tn_inj in E; rewrite E.
  - apply (IH (a + 1)%uint63); auto. rewrite nt_succ; unfold small; lia.
Qed.

(* the list of a split has all rare positions below n, and positive numbers only *)
Definition lists_rare (n : nat) (kl : split * list int) : Prop :=
  (forall a, 0 < a < n -> odd_at (fst kl) (V a) a = rare (fst kl) -> In (I a) (snd kl)) /\
  (forall r, In r (snd kl) -> 0 < nt r).

Lemma absent_pair_sound s v n R : small (nt s) -> nt s <= n -> Forall (lists_rare n) R ->
  absent_pair get fuel s v R = true ->
  forall a b, 0 < a -> 0 < b -> a + b = nt s -> N.lxor (V a) (V b) <> tn v.
Proof.
  unfold small. intros B L. induction R as [|[k l] R IH]; intros HR H; simpl in H.
  - intros a b A B' E. pose proof (absent_all_sound s v B fuel 1%uint63 H) as Q. rewrite nt_1 in Q.
    destruct (le_lt_dec (2 * a) (nt s)) as [C|C].
    + replace b with (nt s - a) by lia. apply Q; lia.
    + rewrite N.lxor_comm. replace a with (nt s - b) by lia. apply Q; lia.
  - inversion HR as [|x y [Full _] HR' E1]; subst. rewrite is_odd_at_spec in H.
    destruct (odd_at k (tn v) (nt s)) eqn:O; [|now apply IH].
    apply Split.absent_by_rare with (chi := chi (bits k)) (parity := parity k) (rho := rare k); auto.
    + apply chi_lxor.
    + intros r Hr Kr. simpl in Full. assert (Sr : small r) by (unfold small; lia).
      rewrite <- (nt_I r Sr). apply absent_list_sound with l; auto.
      * apply Full; [lia|exact Kr].
      * rewrite nt_I; auto. lia.
Qed.

(* ---------- periods ---------- *)
Lemma V_add x p : small (nt x + nt p) -> V (nt x + nt p) = tn (get (x + p)%uint63).
Proof. unfold small. intros H. rewrite <- V_nt, nt_add; auto. lia. Qed.

Lemma first_break_sound p e : small (nt e + nt p) -> forall f x, first_break get f x p e = None ->
  forall y, nt x <= y < nt e -> V (y + nt p) = V y.
Proof.
  unfold small. intros B. induction f as [|f IH]; intros x; simpl; [discriminate|]. intros H y Hy.
  destruct (nt_le e x) as [C|C]; [lia|]. destruct (nt_eq (get (x + p)%uint63) (get x)) as [E|]; [|discriminate].
  destruct (Nat.eq_dec (nt x) y) as [<-|D].
  - rewrite V_add, V_nt by (unfold small; lia). f_equal. now apply nt_inj.
  - apply (IH (x + 1)%uint63); auto. rewrite nt_succ; unfold small; lia.
Qed.

Lemma refuted_sound d e : small (nt e + nt d) -> forall f x, refuted get f x d e = true ->
  exists y, nt x <= y < nt e /\ V (y + nt d) <> V y.
Proof.
  unfold small. intros B. induction f as [|f IH]; intros x; simpl; [discriminate|]. intros H.
  destruct (nt_le e x) as [C|C]; [discriminate|]. destruct (nt_eq (get (x + d)%uint63) (get x)) as [E|E].
  - apply IH in H. destruct H as (y & Hy & N). exists y. split; auto. rewrite nt_succ in Hy by (unfold small; lia). lia.
  - exists (nt x). split; [lia|]. rewrite V_add, V_nt by (unfold small; lia).
    intros F. apply E. now apply tn_inj in F; rewrite F.
Qed.

Lemma divisors_refuted_sound p n0 : small (nt n0 + nt p) -> forall f d, divisors_refuted get fuel f d p n0 = true ->
  forall i, 0 < i -> nt d <= i < nt p -> Nat.divide i (nt p) ->
  exists x, nt n0 <= x /\ x + i < nt n0 + nt p /\ V (x + i) <> V x.
Proof.
  unfold small. intros B. induction f as [|f IH]; intros d; simpl; [discriminate|]. intros H i Pi Hi Di.
  destruct (nt_le p d) as [C|C]; [lia|].
  assert (Sd : small (nt d)) by (unfold small; lia).
  destruct (Nat.eq_dec (nt d) i) as [<-|D].
  - destruct (nt_eq (p mod d)%uint63 0) as [_|M].
    + destruct (refuted get fuel n0 d (n0 + p - d)%uint63) eqn:Rf; [|discriminate].
      assert (Ee : nt (n0 + p - d)%uint63 = nt n0 + nt p - nt d).
      { rewrite nt_sub; rewrite nt_add; lia. }
      apply refuted_sound in Rf; [|unfold small; lia]. destruct Rf as (x & Hx & N). exists x. repeat split; auto; lia.
    + exfalso. apply M. rewrite nt_mod by lia. apply Nat.mod_divide in Di; [|lia]. now rewrite Di.
  - apply (IH (d + 1)%uint63); auto; [|rewrite nt_succ by auto; lia].
    destruct (if (p mod d =? 0)%uint63 then _ else true); [exact H|discriminate].
Qed.
(* ---------- one heap of a code ---------- *)
Variable c : list N.
Hypothesis short : length c <= 1000.
Hypothesis W : wf c.
Hypothesis no3 : forall t, allows (nth t c 0%N) 3 = false.

Lemma leaving_In j t : In t (leaving c j) <-> nt t < length c /\ allows (nth (nt t) c 0%N) j = true.
Proof.
  unfold leaving. rewrite in_map_iff. split.
  - intros (x & <- & H). apply filter_In in H. destruct H as [H A]. apply in_seq in H.
    rewrite nt_I by (unfold small; lia). split; [lia|exact A].
  - intros [H A]. exists (nt t). split; [apply I_nt|]. apply filter_In. split; [apply in_seq; lia|exact A].
Qed.

Lemma leaving_I j t : t < length c -> allows (nth t c 0%N) j = true -> In (I t) (leaving c j).
Proof. intros H A. apply leaving_In. rewrite nt_I by (unfold small; lia). auto. Qed.

Section OneHeap.
Variable n : int.
Variable R : rares.
Hypothesis n_small : small (nt n).
Hypothesis n_pos : 0 < nt n.
Hypothesis R_ok : Forall (lists_rare (nt n)) R.

(* v is the value of an option of n *)
Definition Reached (v : N) : Prop := In v (map VV (opts c (nt n))).

Lemma absent_sound v : absent get fuel (leaving c 0) (leaving c 1) (leaving c 2) n v R = true -> ~ Reached (tn v).
Proof.
  unfold absent. rewrite !andb_true_iff, !forallb_forall. intros [[A0 A1] A2] H.
  apply in_map_iff in H. destruct H as (o & E & Ho). apply opts_In in Ho.
  destruct Ho as (t & j & Ht & Hn & Hj & A & L & P & S).
  assert (Nt : nt (I t) = t) by (apply nt_I; unfold small; lia).
  pose proof (leaving_I j t Ht A) as Hin.
  destruct j as [|[|[|[|j]]]]; [| | |rewrite no3 in A; discriminate|lia].
  - destruct o; [|discriminate]. simpl in S. apply A0 in Hin.
    destruct (nt_eq (I t) n) as [_|D]; [|lia].
    destruct (nt_eq v 0) as [|D]; [discriminate|]. apply D. rewrite <- (nt_tn v), <- E. reflexivity.
  - destruct o as [|x [|]]; try discriminate. simpl in S. apply A1 in Hin.
    pose proof (P x (or_introl eq_refl)). destruct (nt_lt (I t) n) as [Lt|]; [|lia].
    destruct (nt_eq (get (n - I t)%uint63) v) as [|D]; [discriminate|]. apply D. f_equal.
    apply tn_inj. rewrite <- E, <- V_nt, nt_sub, Nt by lia. unfold VV; simpl. rewrite N.lxor_0_r. f_equal. lia.
  - destruct o as [|x [|y [|]]]; try discriminate. simpl in S. apply A2 in Hin.
    pose proof (P x (or_introl eq_refl)). pose proof (P y (or_intror (or_introl eq_refl))).
    destruct (nt_lt (I t) n) as [Lt|]; [|lia].
    assert (Es : nt (n - I t)%uint63 = nt n - t) by (rewrite nt_sub, Nt; lia).
    unfold VV in E; simpl in E. rewrite N.lxor_0_r in E. revert E.
    apply absent_pair_sound with (s := (n - I t)%uint63) (n := nt n) (R := R); auto.
    + unfold small in *. rewrite Es. lia.
    + rewrite Es. lia.
    + rewrite Es. lia.
Qed.

(* ---------- presence ---------- *)
Lemma reached_0 t : In t (leaving c 0) -> nt t = nt n -> Reached (tn 0).
Proof.
  intros Ht E. apply leaving_In in Ht. destruct Ht as [L A]. apply in_map_iff. exists []. split; [reflexivity|].
  apply opts_In. exists (nt t), 0. repeat split; auto; try lia; [easy|simpl; lia].
Qed.
Lemma reached_1 t : In t (leaving c 1) -> nt t < nt n -> Reached (tn (get (n - t)%uint63)).
Proof.
  intros Ht Lt. apply leaving_In in Ht. destruct Ht as [L A]. apply in_map_iff. exists [nt n - nt t]. split.
  - unfold VV; simpl. rewrite N.lxor_0_r, <- nt_sub by lia. apply V_nt.
  - apply opts_In. exists (nt t), 1. repeat split; auto; try lia; [|simpl; lia]. intros x [<-|[]]. lia.
Qed.
Lemma reached_2 t a : In t (leaving c 2) -> nt t < nt n -> 0 < nt a < nt (n - t)%uint63 ->
  Reached (tn (get a lxor get (n - t - a))%uint63).
Proof.
  intros Ht Lt La. apply leaving_In in Ht. destruct Ht as [L A]. rewrite nt_sub in La by lia. apply in_map_iff.
  exists [nt a; nt n - nt t - nt a]. split.
  - rewrite pair_value, nt_sub by (rewrite ?nt_sub by lia; lia). unfold VV; simpl. now rewrite N.lxor_0_r.
  - apply opts_In. exists (nt t), 2. repeat split; auto; try lia; [|simpl; lia]. intros x [<-|[<-|[]]]; lia.
Qed.

(* a word holds reached values only *)
Definition Marked (off S : int) : Prop := forall u, bit S u = true -> Reached (tn (off + u)%uint63).

Lemma Marked_0 off : Marked off 0.
Proof. intros u H. rewrite bit_0 in H. discriminate. Qed.

Lemma Marked_mark off x S : Reached (tn x) -> Marked off S -> Marked off (mark off x S).
Proof.
  intros Rx H u B. unfold mark in B. rewrite lor_spec in B. apply orb_true_iff in B. destruct B as [B|B]; auto.
  rewrite bit_lsl, bit_1 in B.
  destruct ((u <? x - off) || (digits <=? u))%uint63; [discriminate|]. apply eqb_correct in B.
  apply sub_0_eq in B. now rewrite B, add_sub_cancel.
Qed.

Lemma Marked_list t off full l : In t (leaving c 2) -> nt t < nt n -> (forall r, In r l -> 0 < nt r) ->
  forall S, Marked off S -> Marked off (mark_list get (n - t)%uint63 off full l S).
Proof.
  intros Ht Lt. induction l as [|r l IH]; intros P S H; simpl; auto.
  destruct (S land full =? full)%uint63; auto.
  apply IH; [intros; apply P; simpl; auto|]. destruct (nt_lt r (n - t)%uint63) as [C|C]; auto.
  apply Marked_mark; auto. apply reached_2; auto. split; auto. apply P; simpl; auto.
Qed.

Lemma Marked_all t off full : In t (leaving c 2) -> nt t < nt n ->
  forall f a S, 0 < nt a -> Marked off S -> Marked off (mark_all get f a (n - t)%uint63 off full S).
Proof.
  intros Ht Lt. induction f as [|f IH]; intros a S Pa H; simpl; auto.
  destruct (S land full =? full)%uint63; auto. destruct (nt_le (n - t)%uint63 a) as [C|C]; auto.
  assert (La : nt a < nt (n - t)%uint63) by lia. rewrite nt_sub in La by lia.
  apply IH.
  - unfold small in n_small. rewrite nt_succ; unfold small; lia.
  - apply Marked_mark; auto. apply reached_2; auto. lia.
Qed.

Lemma Marked_fold (A : Type) off (g : int -> A -> int) l :
  (forall S t, In t l -> Marked off S -> Marked off (g S t)) ->
  forall S, Marked off S -> Marked off (fold_left g l S).
Proof.
  induction l as [|t l IH]; intros Hg S H; simpl; auto.
  apply IH; [intros; apply Hg; simpl; auto|]. apply Hg; simpl; auto.
Qed.

Lemma present_word_sound off full :
  present_word get fuel (leaving c 0) (leaving c 1) (leaving c 2) n off full R = true ->
  forall u, bit full u = true -> Reached (tn (off + u)%uint63).
Proof.
  unfold present_word. cbv zeta. intros H u B. apply eqb_correct in H.
  match type of H with (?S land full)%uint63 = full => assert (M : Marked off S) end.
  { apply Marked_fold.
    { intros S t Ht M. destruct (nt_lt t n); auto. apply Marked_all; auto. }
    apply Marked_fold.
    { intros S t Ht M. destruct (nt_lt t n); auto. apply Marked_fold; auto.
      intros S' kl Hkl M'. apply Marked_list; auto. rewrite Forall_forall in R_ok. apply (R_ok kl Hkl). }
    apply Marked_fold.
    { intros S t Ht M. destruct (nt_lt t n); auto. apply Marked_mark; auto. now apply reached_1. }
    apply Marked_fold; [|apply Marked_0].
    intros S t Ht M. destruct (nt_eq t n) as [E|]; auto. apply Marked_mark; auto. now apply reached_0 with t. }
  apply M. rewrite <- H, land_spec in B. apply andb_true_iff in B; apply B.
Qed.

Lemma ones_bit k u : nt k <= 62 -> nt u < nt k -> bit (ones k) u = true.
Proof.
  intros Hk Hu. rewrite bitE. unfold ones. rewrite !nt_Z in *. pose proof (nt_Z k) as Zk.
  assert (E : to_Z (1 << k)%uint63 = (2 ^ Z.of_nat (nt k))%Z).
  { rewrite lsl_spec, Zk. change (to_Z 1) with 1%Z. rewrite Z.mul_1_l. apply Z.mod_small.
    split; [apply Z.pow_nonneg; lia|]. change wB with (2 ^ 63)%Z. apply Z.pow_lt_mono_r; lia. }
  assert (0 < 2 ^ Z.of_nat (nt k))%Z by (apply Z.pow_pos_nonneg; lia).
  assert (2 ^ Z.of_nat (nt k) <= 2 ^ 62)%Z by (apply Z.pow_le_mono_r; lia).
  rewrite <- nt_Z, sub_spec, E. change (to_Z 1) with 1%Z. rewrite Z.mod_small.
  - rewrite Z.sub_1_r, <- Z.ones_equiv. apply Z.ones_spec_low. lia.
  - change wB with (2 ^ 63)%Z. lia.
Qed.

Lemma present_sound v : (Z.of_nat (nt v) < 65536)%Z -> forall f off, (Z.of_nat (nt off) < 70000)%Z ->
  present get fuel (leaving c 0) (leaving c 1) (leaving c 2) f n v off R = true ->
  forall u, nt off <= nt u < nt v -> Reached (tn u).
Proof.
  intros Bv. induction f as [|f IH]; intros off Bo; simpl; [easy|]. intros H u Hu.
  destruct (nt_le v off) as [C|C]; [lia|].
  destruct (present_word _ _ _ _ _ n off _ R) eqn:P; [|discriminate].
  assert (N62 : nt 62 = 62) by reflexivity. assert (Lo : nt off <= nt v) by lia.
  destruct (le_lt_dec (nt off + 62) (nt u)) as [D|D].
  - assert (E : nt (off + 62)%uint63 = nt off + 62) by (rewrite nt_add; lia).
    apply (IH (off + 62)%uint63); auto; rewrite E; lia.
  - pose proof (present_word_sound off _ P (u - off)%uint63) as Q.
    rewrite add_sub_cancel in Q. apply Q.
    destruct (nt_lt 62 (v - off)%uint63) as [E|E]; rewrite nt_sub, N62 in E by auto; apply ones_bit;
      rewrite ?N62, ?nt_sub by lia; lia.
Qed.

Lemma check_heap_sound : check_heap get fuel (leaving c 0) (leaving c 1) (leaving c 2) n R = true ->
  is_mex (V (nt n)) (map VV (opts c (nt n))).
Proof.
  unfold check_heap. cbv zeta. rewrite V_nt. destruct (get n <? 65536)%uint63 eqn:B; [|easy].
  apply ltb_spec in B. rewrite nt_Z in B. change (to_Z 65536) with 65536%Z in B.
  destruct (absent _ _ _ _ _ n (get n) R) eqn:A; [|easy]. intros P. split; [now apply absent_sound|].
  intros u Hu. rewrite tn_nt in Hu.
  assert (Nu : nt (ofN u) = N.to_nat u) by (apply nt_ofN; lia).
  pose proof (present_sound (get n) B 1100 0%uint63 ltac:(reflexivity) P (ofN u)) as Q. rewrite Nu in Q.
  unfold Reached in Q. rewrite tn_nt, Nu, N2Nat.id in Q. apply Q. change (nt 0) with 0. lia.
Qed.
End OneHeap.

(* ---------- all heaps ---------- *)
Lemma note_ok n R : small (nt n) -> 0 < nt n -> Forall (lists_rare (nt n)) R ->
  Forall (lists_rare (S (nt n))) (note get n R).
Proof.
  intros Sn Pn H. unfold note. rewrite Forall_map. apply Forall_forall. intros [k l] Hkl.
  rewrite Forall_forall in H. destruct (H _ Hkl) as [Full Pos]. simpl in *. rewrite is_odd_at_spec, <- V_nt.
  destruct (Bool.eqb (odd_at k (V (nt n)) (nt n)) (rare k)) eqn:E; split; simpl; auto.
  - intros a Ha Ka. destruct (Nat.eq_dec a (nt n)) as [->|D]; [left; symmetry; apply I_nt|right; apply Full; auto; lia].
  - intros r [<-|Hr]; auto.
  - intros a Ha Ka. apply Full; auto. destruct (Nat.eq_dec a (nt n)) as [->|D]; [|lia].
    rewrite Ka, eqb_reflx in E. discriminate.
Qed.

Lemma first_wrong_sound len : small (nt len) -> forall f n R, 0 < nt n -> Forall (lists_rare (nt n)) R ->
  first_wrong get fuel (leaving c 0) (leaving c 1) (leaving c 2) f n len R = None ->
  forall x, nt n <= x < nt len -> is_mex (V x) (map VV (opts c x)).
Proof.
  unfold small. intros B. induction f as [|f IH]; intros n R Pn HR; simpl; [easy|]. intros H x Hx.
  destruct (nt_le len n) as [C|C]; [lia|]. destruct (check_heap _ _ _ _ _ n R) eqn:E; [|discriminate].
  assert (Sn : small (nt n)) by (unfold small; lia).
  destruct (Nat.eq_dec (nt n) x) as [<-|D].
  - now apply check_heap_sound with R.
  - apply (IH (n + 1)%uint63 (note get n R)); auto; rewrite nt_succ by auto; try lia. now apply note_ok.
Qed.

Theorem check_values_sound splits len : check_values get fuel splits c len = None ->
  small (nt len) /\ forall n, n < nt len -> value c n = V n.
Proof.
  unfold check_values. destruct (len <? limit)%uint63 eqn:B; simpl; [|easy].
  destruct (nt_eq (get 0) 0) as [E0|]; simpl; [|easy]. intros H.
  assert (Sl : small (nt len)).
  { apply ltb_spec in B. rewrite nt_Z in B. exact B. }
  split; auto. apply values_right; auto. intros n Hn. destruct n as [|n].
  - (* the empty heap has no option *)
    replace (V 0) with 0%N by (unfold V; change (I 0) with 0%uint63; now apply nt_inj in E0; rewrite E0).
    split; [|intros u Hu; lia]. intros Q. apply in_map_iff in Q. destruct Q as (o & _ & Ho).
    pose proof (opts_dec c W 0 o Ho) as D. change (Codes.size 0) with 0 in D. lia.
  - eapply (first_wrong_sound len Sl fuel 1%uint63) in H; [exact H| | |]; rewrite ?nt_1; try lia.
    apply Forall_map, Forall_forall. intros k _. split; simpl; [intros a Ha; lia|easy].
Qed.

End Sound.

(* ---------- what the checker says ---------- *)
Lemma octal_ok c : octal c = true ->
  length c <= 1000 /\ wf c /\ (forall t, allows (nth t c 0%N) 3 = false) /\ most_parts c <= 2.
Proof.
  unfold octal. rewrite !andb_true_iff, !Nat.leb_le. intros [[L Wb] M]. repeat split; auto; try now apply wfb_wf.
  intros t. destruct (allows (nth t c 0%N) 3) eqn:A; auto. destruct (reach_computed c) as [_ R].
  destruct (R t 3) as [_ R3]; auto. lia.
Qed.

Lemma last_digit_length c : last_digit c <= length c.
Proof. induction c as [|d c IH]; simpl; auto. destruct (existsb moves_at c); lia. Qed.

Theorem check_table_sound get fuel splits c len :
  check_table get fuel splits c len = verified ->
  wf c /\ small (nt len) /\ forall n, n < nt len -> value c n = tn (get (I n)).
Proof.
  unfold check_table. destruct (octal c) eqn:O; simpl; [|discriminate].
  destruct (check_values get fuel splits c len) eqn:C; [discriminate|]. intros _.
  apply octal_ok in O. destruct O as (L & W & N3 & _). split; auto.
  now apply (check_values_sound get fuel c L W N3 splits len).
Qed.

(* what the window gives, in the two cases of the theorem of periods *)
Lemma window_sound c p n0 len (W : wf c) : most_parts c <= 2 -> length c <= 1000 ->
  small (nt n0) -> small (nt p) -> small (nt len) -> nt n0 + nt p < nt len -> nt (window c p n0) <= nt len ->
  (forall x, nt n0 <= x -> x + nt p < nt len -> value c (x + nt p) = value c x) ->
  Period (value c) (nt p) (nt n0).
Proof.
  unfold small. intros M L Sn Sp Sl Lt Win H. pose proof (last_digit_length c) as Lk.
  assert (Nk : nt (I (last_digit c)) = last_digit c) by (apply nt_I; unfold small; lia).
  unfold window in Win. destruct (takes_onlyb c && (1 <=? last_digit c)) eqn:T.
  - apply andb_true_iff in T. destruct T as [T _]. apply takes_onlyb_ok in T.
    assert (Ea : nt (n0 + p)%uint63 = nt n0 + nt p) by (apply nt_add; lia).
    rewrite nt_add, Ea, Nk in Win by (rewrite Ea, Nk; lia).
    apply take_window with (k := last_digit c); auto.
    + intros t Ht. apply last_digit_spec. destruct T as [_ T]. destruct (T t) as [E|E]; [contradiction|]. now rewrite E.
    + intros x Hx. apply H; lia.
  - set (n1 := (if (n0 =? 0)%uint63 then 1%uint63 else n0)) in *.
    assert (N1 : nt n1 = Nat.max (nt n0) 1).
    { unfold n1. destruct (nt_eq n0 0) as [E|E]; change (nt 0) with 0 in E; rewrite ?nt_1; lia. }
    assert (Ea : nt (n1 + p)%uint63 = nt n1 + nt p) by (apply nt_add; lia).
    pose proof (reach_computed c) as R. assert (M1 : 1 <= most_parts c) by apply R.
    set (m := (if most_parts c =? 1 then 1%uint63 else 2%uint63)) in *.
    assert (Em : nt m = most_parts c).
    { unfold m. destruct (Nat.eqb_spec (most_parts c) 1) as [->|]; [reflexivity|]. change (nt 2) with 2. lia. }
    assert (Eb : nt (m * (n1 + p))%uint63 = nt m * (nt n1 + nt p)).
    { unfold nt at 1. rewrite mul_spec, !nt_Z, Ea, <- Nat2Z.inj_mul, Z.mod_small; [apply Nat2Z.id|].
      change wB with 9223372036854775808%Z. rewrite Em, N1. nia. }
    rewrite nt_add, Eb, Nk, Em, N1 in Win by (rewrite Eb, Nk, Em, N1; nia).
    pose proof (window_enough (most_parts c) (Nat.max (nt n0) 1) (nt p) (last_digit c) M1) as We.
    apply periodicity_0 with (k := last_digit c) (m := most_parts c); auto.
    + intros x Hx. apply H; lia.
    + intros E. apply (H 0); lia.
Qed.

(* The law that a certificate claims, once it is verified: a statement about play. *)
Theorem check_law_sound get fuel splits c p n0 minimal len :
  check_law get fuel splits c p n0 minimal len = verified ->
  wf c /\ small (nt len) /\ (forall n, n < nt len -> value c n = tn (get (I n))) /\ nt n0 + nt p < nt len /\
  0 < nt p /\ PeriodOfPlay c (nt p) (nt n0) /\
  (minimal = true -> LeastPeriodOfPlay c (nt p) (nt n0)).
Proof.
  unfold check_law. destruct (octal c) eqn:O; simpl; [|discriminate].
  apply octal_ok in O. destruct O as (L & W & N3 & M).
  destruct (nt_eq p 0) as [|P]; [discriminate|]. change (nt 0) with 0 in P.
  destruct (n0 <? limit)%uint63 eqn:S0; simpl; [|discriminate].
  destruct (p <? limit)%uint63 eqn:Sp; simpl; [|discriminate].
  destruct (len <? limit)%uint63 eqn:Sl; simpl; [|discriminate].
  apply ltb_spec in S0, Sp, Sl. rewrite nt_Z in S0, Sp, Sl. change (to_Z limit) with 1099511627776%Z in S0, Sp, Sl.
  assert (Ea : nt (n0 + p)%uint63 = nt n0 + nt p) by (apply nt_add; lia).
  destruct (nt_lt (n0 + p)%uint63 len) as [Lt|]; simpl; [|discriminate]. rewrite Ea in Lt.
  destruct (nt_le (window c p n0) len) as [Win|]; simpl; [|discriminate].
  destruct (first_break get fuel n0 p (len - p)%uint63) eqn:B; [discriminate|].
  destruct (minimal && negb (n0 =? 0)%uint63 && (get (n0 - 1 + p) =? get (n0 - 1))%uint63) eqn:Pre; [discriminate|].
  destruct (minimal && negb (divisors_refuted get fuel fuel 1 p n0)) eqn:Div; [discriminate|].
  destruct (check_values get fuel splits c len) eqn:C; [discriminate|]. intros _.
  destruct (check_values_sound get fuel c L W N3 splits len C) as [_ Val].
  assert (Ed : nt (len - p)%uint63 = nt len - nt p) by (apply nt_sub; lia).
  pose proof (first_break_sound get p (len - p)%uint63) as FB. rewrite Ed in FB.
  specialize (FB ltac:(unfold small; lia) fuel n0 B).
  assert (H : Period (value c) (nt p) (nt n0)).
  { apply window_sound with (len := len); auto. intros x Hx Hl. rewrite !Val by lia. apply FB. lia. }
  split; [exact W|]. split; [exact Sl|]. split; [exact Val|]. split; [exact Lt|]. split; [lia|].
  split; [now apply law_of_play|].
  intros ->. simpl in Pre, Div. apply negb_false_iff in Div.
  pose proof (divisors_refuted_sound get fuel p n0 ltac:(unfold small; lia) fuel 1%uint63 Div) as D.
  rewrite nt_1 in D. apply least_law_of_play; auto. apply least_period; auto; [lia| |].
  - intros d Hd Dd. destruct (D d ltac:(lia) ltac:(lia) Dd) as (x & Hx & Hl & N). exists x. split; [exact Hx|].
    rewrite !Val by lia. exact N.
  - destruct (Nat.eq_dec (nt n0) 0) as [|N0]; auto. right. change 0 with (nt 0) in N0.
    destruct (nt_eq n0 0) as [|_]; [contradiction|]. simpl in Pre. change (nt 0) with 0 in N0.
    assert (E1 : nt (n0 - 1)%uint63 = nt n0 - 1) by (pose proof nt_1; rewrite nt_sub; lia).
    rewrite !Val by lia. fold (V get (nt n0 - 1 + nt p)). fold (V get (nt n0 - 1)). rewrite <- E1.
    rewrite V_add, V_nt by (unfold small; lia). intros E. apply tn_inj in E. rewrite E, eqb_refl in Pre. discriminate.
Qed.

(* ---------- wins ---------- *)
Lemma count_won_sound get c len : small (nt len) -> (forall n, n < nt len -> value c n = tn (get (I n))) ->
  forall f a e w v, nt a <= nt e <= nt len -> count_won get f a e w = Some v ->
  v = (w + N.of_nat (below (is_won c) (nt e) - below (is_won c) (nt a)))%N.
Proof.
  intros Sl Val. unfold small in Sl. induction f as [|f IH]; intros a e w v L; simpl; [discriminate|].
  destruct (nt_le e a) as [C|C].
  - intros E. inversion E; subst. replace (nt e) with (nt a) by lia. rewrite Nat.sub_diag. simpl. lia.
  - assert (Sa : nt (a + 1)%uint63 = S (nt a)) by (apply nt_succ; unfold small; lia).
    intros E. apply IH in E; [|lia]. rewrite Sa in E.
    assert (Bs : below (is_won c) (S (nt a)) = below (is_won c) (nt a) + (if (get a =? 0)%uint63 then 0 else 1)).
    { replace (S (nt a)) with (nt a + 1) by lia. rewrite below_add. f_equal. simpl. unfold is_won.
      rewrite Val by lia. rewrite I_nt. destruct (nt_eq (get a) 0) as [Z|Z].
      - apply nt_inj in Z. now rewrite Z.
      - assert (D : tn (get a) <> 0%N). { intros D. apply Z. rewrite <- nt_tn, D. reflexivity. }
        apply N.eqb_neq in D. now rewrite D. }
    assert (Mono : below (is_won c) (S (nt a)) <= below (is_won c) (nt e)).
    { replace (nt e) with (S (nt a) + (nt e - S (nt a))) by lia. rewrite below_add. lia. }
    rewrite E. destruct (get a =? 0)%uint63; lia.
Qed.

Theorem table_wins_sound get fuel splits c len n v :
  check_table get fuel splits c len = verified -> table_wins get fuel len n = Some v ->
  number_of (won_heap c n) v.
Proof.
  intros C H. apply check_table_sound in C. destruct C as (W & Sl & Val). unfold table_wins in H.
  destruct (N.ltb_spec n (tn len)) as [L|]; [|discriminate]. rewrite tn_nt in L.
  pose proof Sl as Sl'. unfold small in Sl'.
  assert (En : nt (ofN n) = N.to_nat n) by (apply nt_ofN; lia).
  assert (Es : nt (ofN n + 1)%uint63 = S (N.to_nat n)) by (rewrite nt_succ, En; unfold small; rewrite ?En; lia).
  apply (count_won_sound get c len Sl Val) in H; [|change (nt 0) with 0; lia].
  rewrite Es in H. change (nt 0) with 0 in H. change (below (is_won c) 0) with 0 in H.
  rewrite Nat.sub_0_r, N.add_0_l in H.
  subst v. now apply wins_below.
Qed.

Theorem law_wins_sound get fuel splits c p n0 minimal len n v :
  check_law get fuel splits c p n0 minimal len = verified -> law_wins get fuel p n0 n = Some v ->
  number_of (won_heap c n) v.
Proof.
  intros C H. apply check_law_sound in C. destruct C as (W & Sl & Val & Lt & P & Per & _).
  apply law_of_play in Per; auto. pose proof Sl as Sl'. unfold small in Sl'.
  pose proof (count_won_sound get c len Sl Val) as CW.
  set (w := fun x : N => N.of_nat (below (is_won c) (N.to_nat x))).
  assert (E : v = wins_upto w (tn p) (tn n0) n).
  { unfold law_wins in H. unfold wins_upto. set (m := N.succ n) in *.
    destruct (N.leb_spec m (tn n0)) as [L|L]; rewrite tn_nt in L.
    - assert (Em : nt (ofN m) = N.to_nat m) by (apply nt_ofN; lia).
      apply CW in H; [|change (nt 0) with 0; lia]. rewrite Em in H. change (nt 0) with 0 in H.
      change (below (is_won c) 0) with 0 in H. rewrite Nat.sub_0_r in H. exact H.
    - set (r := ((m - tn n0) mod tn p)%N) in *.
      assert (Lr : (r < tn p)%N) by (apply N.mod_lt; rewrite tn_nt; lia). rewrite tn_nt in Lr.
      assert (Er : nt (ofN r) = N.to_nat r) by (apply nt_ofN; lia).
      assert (Ep : nt (n0 + p)%uint63 = nt n0 + nt p) by (apply nt_add; lia).
      assert (Eq : nt (n0 + ofN r)%uint63 = nt n0 + N.to_nat r) by (rewrite nt_add, Er; rewrite ?Er; lia).
      destruct (count_won get fuel 0 n0 0) eqn:C0; [|discriminate].
      destruct (count_won get fuel n0 (n0 + p) 0) eqn:C1; [|discriminate].
      destruct (count_won get fuel n0 (n0 + ofN r) 0) eqn:C2; [|discriminate].
      apply CW in C0; [|change (nt 0) with 0; lia]. apply CW in C1; [|lia]. apply CW in C2; [|lia].
      inversion H; subst v. rewrite C0, C1, C2, Ep, Eq. change (nt 0) with 0. change (below (is_won c) 0) with 0.
      rewrite Nat.sub_0_r, !N.add_0_l. unfold w. rewrite !N2Nat.inj_add, !nt_tn, !Nat2N.inj_sub. reflexivity. }
  rewrite E. apply wins_counted; auto; rewrite ?tn_nt, ?Nat2N.id; auto; lia.
Qed.

Print Assumptions check_law_sound.
