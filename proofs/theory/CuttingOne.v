(* Paper cutting with one straight cut: w x h becomes i x h and (w-i) x h, or w x j and w x (h-j).

   A move raises the number of sheets by one, and play ends at wh unit squares, so every play takes wh - 1 moves. Hence
   the value is 0 if w and h are odd, else 1, and in the second case every cut wins. No axioms. *)
Require Import List Arith NArith ZArith Lia Bool.
From Sprague.theory Require Import Game Ranges.
Import ListNotations.
Open Scope Z_scope.

Definition sheet : Set := (Z * Z)%type.   (* width, height *)

(* sheets have sides of at least 1 *)
Definition opts (s : sheet) : list (list sheet) :=
  let '(w, h) := s in
  if (1 <=? w) && (1 <=? h) then
    map (fun i => [(i, h); (w - i, h)]) (range 1 (w - 1)) ++ map (fun j => [(w, j); (w, h - j)]) (range 1 (h - 1))
  else [].

Definition good (s : sheet) : Prop := 1 <= fst s /\ 1 <= snd s.

(* the moves that are left *)
Definition size (s : sheet) : nat := Z.to_nat (fst s * snd s - 1).

Definition parity (s : sheet) : N := if Z.odd (fst s * snd s) then 0%N else 1%N.

Lemma opts_good w h : 1 <= w -> 1 <= h -> opts (w, h) =
  map (fun i => [(i, h); (w - i, h)]) (range 1 (w - 1)) ++ map (fun j => [(w, j); (w, h - j)]) (range 1 (h - 1)).
Proof. intros W H. unfold opts. apply Z.leb_le in W, H. now rewrite W, H. Qed.

Lemma opts_In w h o : In o (opts (w, h)) <-> 1 <= w /\ 1 <= h /\
  ((exists i, 1 <= i < w /\ o = [(i, h); (w - i, h)]) \/ (exists j, 1 <= j < h /\ o = [(w, j); (w, h - j)])).
Proof.
  destruct (Z.le_gt_cases 1 w) as [W|W]; [|unfold opts; rewrite (proj2 (Z.leb_gt 1 w) W); split; [easy|lia]].
  destruct (Z.le_gt_cases 1 h) as [H|H].
  2: { unfold opts. rewrite (proj2 (Z.leb_gt 1 h) H), andb_false_r. split; [easy|lia]. }
  rewrite opts_good, in_app_iff, !in_map_iff by auto. split.
  - intros K. split; [auto|]. split; [auto|].
    destruct K as [(i & <- & K)|(j & <- & K)]; apply range_In in K; [left; exists i|right; exists j]; split; auto; lia.
  - intros (_ & _ & [(i & K & ->)|(j & K & ->)]); [left; exists i|right; exists j]; split; auto; apply range_In; lia.
Qed.

Lemma opts_dec s o : In o (opts s) -> (weight size o < size s)%nat.
Proof.
  destruct s as [w h]. intros K. apply opts_In in K.
  destruct K as (W & H & [(i & Hi & ->)|(j & Hj & ->)]); unfold weight, size; simpl; nia.
Qed.

Lemma good_closed s o b : good s -> In o (opts s) -> In b o -> good b.
Proof.
  intros _ K Hb. destruct s as [w h]. apply opts_In in K.
  destruct K as (W & H & [(i & Hi & ->)|(j & Hj & ->)]); destruct Hb as [<-|[<-|[]]]; split; cbn [fst snd]; lia.
Qed.

(* a cut changes the parity *)
Lemma cut_parity s o : In o (opts s) -> xors (map parity o) = (1 - parity s)%N.
Proof.
  destruct s as [w h]. intros H. apply opts_In in H. unfold parity.
  destruct H as (_ & _ & [(i & Hi & ->)|(j & Hj & ->)]); cbn [map xors fold_right fst snd].
  - replace (w * h) with (i * h + (w - i) * h) by lia. rewrite Z.odd_add.
    destruct (Z.odd (i * h)), (Z.odd ((w - i) * h)); reflexivity.
  - replace (w * h) with (w * j + w * (h - j)) by lia. rewrite Z.odd_add.
    destruct (Z.odd (w * j)), (Z.odd (w * (h - j))); reflexivity.
Qed.

Lemma has_cut w h : 1 <= w -> 1 <= h -> Z.odd (w * h) = false -> exists o, In o (opts (w, h)).
Proof.
  intros W H O. destruct (Z.eq_dec w 1) as [->|D].
  - destruct (Z.eq_dec h 1) as [->|D']; [discriminate|]. eexists. apply opts_In. split; [auto|]. split; [auto|].
    right. exists 1. split; [lia|reflexivity].
  - eexists. apply opts_In. split; [auto|]. split; [auto|]. left. exists 1. split; [lia|reflexivity].
Qed.

(* The value of a sheet. *)
Theorem value_one w h : 1 <= w -> 1 <= h -> G opts size (w, h) = if Z.odd w && Z.odd h then 0%N else 1%N.
Proof.
  intros W H. rewrite <- Z.odd_mul. change (G opts size (w, h) = parity (w, h)).
  apply (table_right opts size opts_dec good parity); [exact good_closed| |split; auto].
  clear w h W H. intros [w h] [W H]. cbn [fst snd] in *. split.
  - intros Q. apply in_map_iff in Q. destruct Q as (o & E & Ho). rewrite cut_parity with (s := (w, h)) in E by auto.
    unfold parity in E. destruct (Z.odd _); discriminate.
  - intros u Hu. unfold parity in Hu. cbn [fst snd] in Hu. destruct (Z.odd (w * h)) eqn:O; [lia|].
    destruct (has_cut w h W H O) as [o Ho]. apply in_map_iff. exists o. split; auto.
    rewrite cut_parity with (s := (w, h)) by auto. unfold parity; cbn [fst snd]. rewrite O. lia.
Qed.

(* Who wins: every cut wins, or none does. *)
Theorem cut_lost_one w h o : 1 <= w -> 1 <= h -> In o (opts (w, h)) ->
  (Loses opts o <-> Z.odd w && Z.odd h = false).
Proof.
  intros W H Ho. rewrite (sprague_grundy opts size opts_dec).
  replace (map (G opts size) o) with (map parity o).
  - rewrite cut_parity with (s := (w, h)) by auto. unfold parity; cbn [fst snd]. rewrite Z.odd_mul.
    destruct (Z.odd w && Z.odd h); split; easy.
  - apply map_ext_in. intros [x y] Hb. destruct (good_closed (w, h) o (x, y) (conj W H) Ho Hb) as [X Y].
    cbn [fst snd] in *. rewrite value_one by auto. unfold parity; cbn [fst snd]. now rewrite Z.odd_mul.
Qed.

(* ---------- counts ---------- *)
(* the winning first cuts of a sheet, and of all sheets of at most W x H *)
Definition lost (p : list sheet) : bool := if outcome_dec opts size opts_dec p then true else false.
Definition C (w h : Z) : Z := Z.of_nat (length (filter lost (opts (w, h)))).
Definition D (W H : Z) : Z := sum (range 1 W) (fun w => sum (range 1 H) (fun h => C w h)).

Lemma lost_Loses p : lost p = true <-> Loses opts p.
Proof.
  unfold lost. destruct (outcome_dec opts size opts_dec p) as [[_ L]|[_ W]]; split; auto; [discriminate|].
  intros L; elim (not_both size opts_dec W L).
Qed.

Lemma C_one w h : 1 <= w -> 1 <= h -> C w h = if Z.odd w && Z.odd h then 0 else w + h - 2.
Proof.
  intros W H. unfold C. assert (L : Z.of_nat (length (opts (w, h))) = w + h - 2).
  { rewrite opts_good by auto. unfold range. rewrite app_length, !map_length, !seq_length. lia. }
  destruct (Z.odd w && Z.odd h) eqn:O.
  - replace (filter lost (opts (w, h))) with (@nil (list sheet)); [reflexivity|]. symmetry.
    assert (K : forall l, (forall o, In o l -> In o (opts (w, h))) -> filter lost l = []); [|apply K; auto].
    induction l as [|o l IH]; intros S; simpl; auto.
    destruct (lost o) eqn:E; [|apply IH; intros; apply S; simpl; auto].
    apply lost_Loses, (cut_lost_one w h) in E; auto; [congruence|]. apply S; simpl; auto.
  - rewrite <- L. do 2 f_equal.
    assert (K : forall l, (forall o, In o l -> In o (opts (w, h))) -> filter lost l = l); [|apply K; auto].
    induction l as [|o l IH]; intros S; simpl; auto. replace (lost o) with true.
    + f_equal. apply IH. intros; apply S; simpl; auto.
    + symmetry. apply lost_Loses, (cut_lost_one w h); auto. apply S; simpl; auto.
Qed.

(* from x to x + 1 the half (x + 1) / 2 grows if x + 1 is odd *)
Lemma steps x : (exists k, x = 2 * k /\ Z.odd (x + 1) = true /\ (x + 1) / 2 = k /\ (x + 1 + 1) / 2 = k + 1) \/
                (exists k, x = 2 * k + 1 /\ Z.odd (x + 1) = false /\ (x + 1) / 2 = k + 1 /\ (x + 1 + 1) / 2 = k + 1).
Proof.
  destruct (Z.Even_or_Odd x) as [[k ->]|[k ->]]; [left|right]; exists k; (split; [reflexivity|]);
    rewrite !Z.odd_add, Z.odd_mul; (split; [reflexivity|]); split; Z.to_euclidean_division_equations; lia.
Qed.

Lemma column_one w H : 0 <= H -> let q := (H + 1) / 2 in
  2 * sum (range 1 H) (fun h => if Z.odd w && Z.odd h then 0 else w + h - 2) =
  H * (2 * w + H - 3) - (if Z.odd w then 2 * q * (w + q - 2) else 0).
Proof.
  intros H0. replace H with (Z.of_nat (Z.to_nat H)) by lia. generalize (Z.to_nat H) as n. clear H H0.
  induction n as [|n IH]; cbv zeta in *.
  - rewrite sum_empty by lia. change ((Z.of_nat 0 + 1) / 2) with 0. destruct (Z.odd w); lia.
  - replace (Z.of_nat (S n)) with (Z.of_nat n + 1) by lia. rewrite sum_snoc, Z.mul_add_distr_l, IH by lia. clear IH.
    generalize (Z.of_nat n) as x; intros x. destruct (Z.odd w); [|cbn [andb]; lia]. cbn [andb].
    destruct (steps x) as [(k & -> & O & E1 & E2)|(k & -> & O & E1 & E2)]; rewrite O, E1, E2; lia.
Qed.

(* D_1 of docs/cutting.md: all cuts of all sheets, less those of the odd-by-odd sheets *)
Theorem D_one W H : 0 <= W -> 0 <= H -> let p := (W + 1) / 2 in let q := (H + 1) / 2 in
  D W H = W * H * (W + H - 2) / 2 - p * q * (p + q - 2).
Proof.
  intros W0 H0 p q. assert (K : 2 * D W H = W * H * (W + H - 2) - 2 * (p * q * (p + q - 2))).
  { unfold p. clear p. replace W with (Z.of_nat (Z.to_nat W)) by lia. generalize (Z.to_nat W) as n. clear W W0.
    induction n as [|n IH]; unfold D in *.
    - rewrite sum_empty by lia. change ((Z.of_nat 0 + 1) / 2) with 0. lia.
    - replace (Z.of_nat (S n)) with (Z.of_nat n + 1) by lia. rewrite sum_snoc, Z.mul_add_distr_l, IH by lia. clear IH.
      rewrite (sum_ext (range 1 H) _
        (fun h => if Z.odd (Z.of_nat n + 1) && Z.odd h then 0 else Z.of_nat n + 1 + h - 2)).
      2: { intros h Hh. apply range_In in Hh. apply C_one; lia. }
      rewrite (column_one (Z.of_nat n + 1) H H0). fold q. generalize (Z.of_nat n) as x; intros x.
      destruct (steps x) as [(k & -> & O & E1 & E2)|(k & -> & O & E1 & E2)]; rewrite O, E1, E2; lia. }
  set (P := p * q * (p + q - 2)) in *. replace (W * H * (W + H - 2)) with ((D W H + P) * 2) by lia.
  rewrite Z.div_mul by lia. lia.
Qed.
