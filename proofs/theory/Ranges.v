(* Ranges lo..hi of integers, sums over them, and the number of objects with a property. No axioms. *)
Require Import List Arith ZArith Lia FinFun.
Import ListNotations.
Open Scope Z_scope.

(* lo, lo+1, ..., hi; empty if hi < lo *)
Definition range (lo hi : Z) : list Z := map (fun k => lo + Z.of_nat k) (seq 0 (Z.to_nat (hi - lo + 1))).

Definition sum (l : list Z) (f : Z -> Z) : Z := fold_right (fun x s => f x + s) 0 l.

Lemma range_In lo hi x : In x (range lo hi) <-> lo <= x <= hi.
Proof.
  unfold range; rewrite in_map_iff; split.
  - intros (k & <- & H); apply in_seq in H; lia.
  - intros H; exists (Z.to_nat (x - lo)); split; [lia|apply in_seq; lia].
Qed.

Lemma range_NoDup lo hi : NoDup (range lo hi).
Proof. apply FinFun.Injective_map_NoDup; [intros x y; lia|apply seq_NoDup]. Qed.

Lemma range_empty lo hi : hi < lo -> range lo hi = [].
Proof. intros H; unfold range. now replace (Z.to_nat (hi - lo + 1)) with 0%nat by lia. Qed.

Lemma range_snoc lo hi : lo <= hi + 1 -> range lo (hi + 1) = range lo hi ++ [hi + 1].
Proof.
  intros H; unfold range. replace (Z.to_nat (hi + 1 - lo + 1)) with (S (Z.to_nat (hi - lo + 1))) by lia.
  rewrite seq_S, map_app. simpl. do 2 f_equal. lia.
Qed.

Lemma range_cons lo hi : lo <= hi -> range lo hi = lo :: range (lo + 1) hi.
Proof.
  intros H; unfold range. replace (Z.to_nat (hi - lo + 1)) with (S (Z.to_nat (hi - (lo + 1) + 1))) by lia.
  simpl. f_equal; [lia|]. rewrite <- seq_shift, map_map. apply map_ext; intros k; lia.
Qed.

Lemma sum_app l l' f : sum (l ++ l') f = sum l f + sum l' f.
Proof. induction l as [|a l IH]; simpl; [|rewrite IH]; lia. Qed.

Lemma sum_ext l f g : (forall x, In x l -> f x = g x) -> sum l f = sum l g.
Proof.
  induction l as [|a l IH]; intros H; simpl; [easy|].
  rewrite H, IH by (intros; apply H || idtac; simpl; auto). easy.
Qed.

Lemma sum_add l f g : sum l (fun x => f x + g x) = sum l f + sum l g.
Proof. induction l as [|a l IH]; simpl; [|rewrite IH]; lia. Qed.

Lemma sum_sub l f g : sum l (fun x => f x - g x) = sum l f - sum l g.
Proof. induction l as [|a l IH]; simpl; [|rewrite IH]; lia. Qed.

Lemma sum_const lo hi c : lo <= hi + 1 -> sum (range lo hi) (fun _ => c) = c * (hi - lo + 1).
Proof.
  intros H. replace (hi - lo + 1) with (Z.of_nat (length (range lo hi))).
  - induction (range lo hi) as [|a l IH]; cbn [sum fold_right length]; [|fold (sum l (fun _ => c)); rewrite IH]; lia.
  - unfold range. rewrite map_length, seq_length. lia.
Qed.

Lemma sum_mul l c f : sum l (fun x => c * f x) = c * sum l f.
Proof. induction l as [|a l IH]; simpl; [|rewrite IH]; lia. Qed.

Lemma sum_zero l : sum l (fun _ => 0) = 0.
Proof. induction l as [|a l IH]; simpl; lia. Qed.

Lemma sum_swap l l' (f : Z -> Z -> Z) : sum l (fun x => sum l' (f x)) = sum l' (fun y => sum l (fun x => f x y)).
Proof.
  induction l as [|a l IH]; simpl; [now rewrite sum_zero|]. now rewrite IH, sum_add.
Qed.

Lemma sum_empty lo hi f : hi < lo -> sum (range lo hi) f = 0.
Proof. intros H; now rewrite range_empty. Qed.

Lemma sum_snoc lo hi f : lo <= hi + 1 -> sum (range lo (hi + 1)) f = sum (range lo hi) f + f (hi + 1).
Proof. intros H; rewrite range_snoc, sum_app by auto. simpl; lia. Qed.

Lemma sum_split lo mid hi f : lo <= mid + 1 -> mid <= hi ->
  sum (range lo hi) f = sum (range lo mid) f + sum (range (mid + 1) hi) f.
Proof.
  intros H1 H2. replace hi with (mid + Z.of_nat (Z.to_nat (hi - mid))) by lia.
  induction (Z.to_nat (hi - mid)) as [|k IH].
  - replace (mid + Z.of_nat 0) with mid by lia. rewrite (sum_empty (mid + 1)) by lia. lia.
  - replace (mid + Z.of_nat (S k)) with (mid + Z.of_nat k + 1) by lia. rewrite !sum_snoc by lia. lia.
Qed.

Lemma sum_cons lo hi f : lo <= hi -> sum (range lo hi) f = f lo + sum (range (lo + 1) hi) f.
Proof. intros H; now rewrite range_cons. Qed.

Lemma sum_one x f : sum (range x x) f = f x.
Proof. rewrite sum_cons, sum_empty by lia. lia. Qed.

Lemma sum_shift c lo hi f : sum (range (lo + c) (hi + c)) f = sum (range lo hi) (fun x => f (x + c)).
Proof.
  unfold range. replace (hi + c - (lo + c) + 1) with (hi - lo + 1) by lia.
  induction (seq 0 (Z.to_nat (hi - lo + 1))) as [|k l IH]; simpl; [easy|]. rewrite IH. do 2 f_equal; lia.
Qed.

(* a sum backwards *)
Lemma sum_rev lo hi f : sum (range lo hi) f = sum (range lo hi) (fun x => f (lo + hi - x)).
Proof.
  destruct (Z.lt_ge_cases hi lo) as [E|E]; [now rewrite !sum_empty|].
  replace hi with (lo + Z.of_nat (Z.to_nat (hi - lo))) by lia.
  generalize (Z.to_nat (hi - lo)) as n; intros n; clear E. revert f; induction n as [|n IH]; intros f.
  - replace (lo + Z.of_nat 0) with lo by lia. rewrite !sum_one. f_equal; lia.
  - replace (lo + Z.of_nat (S n)) with (lo + Z.of_nat n + 1) by lia.
    rewrite sum_cons, sum_shift, IH, sum_snoc, Z.add_comm by lia. f_equal; [|f_equal; lia].
    apply sum_ext; intros x _. f_equal; lia.
Qed.

Lemma sum_bounds c n f : 0 <= n -> (forall k, 1 <= k <= n -> 0 <= f k <= c) -> 0 <= sum (range 1 n) f <= c * n.
Proof.
  intros Hn. replace n with (Z.of_nat (Z.to_nat n)) by lia. generalize (Z.to_nat n) as m. clear n Hn.
  induction m as [|m IH]; intros H; [rewrite sum_empty; lia|].
  replace (Z.of_nat (S m)) with (Z.of_nat m + 1) in * by lia. rewrite sum_snoc by lia.
  pose proof (H (Z.of_nat m + 1) ltac:(lia)). assert (0 <= sum (range 1 (Z.of_nat m)) f <= c * Z.of_nat m); [|lia].
  apply IH. intros k Hk. apply H. lia.
Qed.

(* ---------- how many ---------- *)
(* exactly n objects have the property P *)
Definition number_of {X : Type} (P : X -> Prop) (n : Z) : Prop :=
  exists l, NoDup l /\ (forall x, In x l <-> P x) /\ Z.of_nat (length l) = n.

(* Counts add up. *)
Lemma number_of_sum {X : Type} (P : Z -> X -> Prop) (f : Z -> Z) lo hi :
  (forall x, number_of (P x) (f x)) -> number_of (fun '(x, y) => lo <= x <= hi /\ P x y) (sum (range lo hi) f).
Proof.
  intros H. assert (K : forall l, NoDup l -> number_of (fun '(x, y) => In x l /\ P x y) (sum l f)).
  { induction l as [|a l IH]; intros N; [exists []; repeat split; [constructor|easy|intros; destruct x; easy]|].
    inversion N as [|? ? Na Nl]; subst. destruct (IH Nl) as (m & Nm & Em & Lm). destruct (H a) as (k & Nk & Ek & Lk).
    exists (map (pair a) k ++ m). split; [|split].
    - assert (Dis : forall z, In z (map (pair a) k) -> ~ In z m).
      { intros z Hz Hm. apply in_map_iff in Hz. destruct Hz as (y & <- & _). apply Em in Hm. now destruct Hm. }
      assert (N1 : NoDup (map (pair a) k)) by (apply FinFun.Injective_map_NoDup; auto; intros y y' E; congruence).
      revert Dis N1. generalize (map (pair a) k) as q. induction q as [|z q IHq]; intros Dis N1; simpl; auto.
      inversion N1; subst. constructor.
      + rewrite in_app_iff. intros [Q|Q]; [contradiction|]. apply (Dis z); simpl; auto.
      + apply IHq; auto. intros z' Hz'. apply Dis; simpl; auto.
    - intros [x y]. rewrite in_app_iff, in_map_iff, (Em (x, y)). simpl. split.
      + intros [(y' & E & Hy)|[Hx Hy]]; [inversion E; subst; split; auto; now apply Ek|auto].
      + intros [[<-|Hx] Hy]; [left; exists y; split; auto; now apply Ek|auto].
    - rewrite app_length, map_length, Nat2Z.inj_add, Lm, Lk. reflexivity. }
  destruct (K (range lo hi) (range_NoDup lo hi)) as (l & N & E & L). exists l. split; [auto|split; auto].
  intros [x y]. rewrite (E (x, y)), range_In. reflexivity.
Qed.
