(* Partitions of n by the xor of the values of their parts (docs/partitions.md).

   A partition of n is a list of positive numbers, largest first, with sum n; it is read as a sum of heaps, the heap a
   having the value v(a). The table follows the recursion
     c(a, s, x) = c(a-1, s, x) + c(a, s-a, x xor v(a)),
   c(a, s, x) being the number of partitions of s into parts <= a with xor x. For fixed a and s the numbers c(a, s, x)
   are the leaves of a perfect binary tree, so that a shift of x by xor exchanges subtrees. Cost: n^2/2 sums of trees
   of 2^d leaves, if all values are below 2^d.

     [distribution_right]     leaf x of the last tree is the number of partitions of n with xor x;
     [all_partitions_right]   the case of no values counts all partitions;
     [xor_nonzero_counted]    how many partitions of n have an xor other than 0.

   No axioms. *)
Require Import List Arith NArith Lia Bool Sorted.
From Sprague.theory Require Import Game Xor Cardinality.
Import ListNotations.

(* ---------- partitions ---------- *)

(* p is a partition of n: largest part first *)
Definition is_partition (n : nat) (p : list nat) : Prop :=
  StronglySorted ge p /\ Forall (fun a => 1 <= a) p /\ list_sum p = n.

Lemma partition_part n p a : is_partition n p -> In a p -> 1 <= a <= n.
Proof.
  intros (_ & P & S) H. rewrite Forall_forall in P. split; [auto|]. subst n. clear P.
  induction p as [|b p IH]; [easy|]. change (list_sum (b :: p)) with (b + list_sum p).
  destruct H as [->|H]; [lia|]. specialize (IH H). lia.
Qed.

(* all partitions of s into parts <= a; the fuel f is enough if it is at least a + s *)
Fixpoint parts (f a s : nat) : list (list nat) :=
  match f, a with
  | _, O => if s =? 0 then [[]] else []
  | O, S _ => []
  | S f, S a' => parts f a' s ++ if a <=? s then map (cons a) (parts f a (s - a)) else []
  end.

Lemma parts_In : forall f a s p, a + s <= f ->
  In p (parts f a s) <-> is_partition s p /\ Forall (fun b => b <= a) p.
Proof.
  assert (Z : forall s p, In p (if s =? 0 then [[]] else []) <-> is_partition s p /\ Forall (fun b => b <= 0) p).
  { intros s p. unfold is_partition. destruct (Nat.eqb_spec s 0) as [->|E]; simpl; split.
    - intros [<-|[]]. repeat split; constructor.
    - intros ((_ & P & _) & Q). destruct p as [|b p]; auto. inversion P; inversion Q; subst; lia.
    - easy.
    - intros ((_ & P & S) & Q). destruct p as [|b p]; [simpl in S; lia|]. inversion P; inversion Q; subst; lia. }
  induction f as [|f IH]; intros a s p F; (destruct a as [|a]; [apply Z|]); [lia|].
  cbn [parts]. rewrite in_app_iff, IH by lia. unfold is_partition. split.
  - intros [((O & P & S) & Q)|H].
    + repeat split; auto. revert Q; apply Forall_impl; lia.
    + destruct (Nat.leb_spec (S a) s) as [L|L]; [|easy]. apply in_map_iff in H. destruct H as (q & <- & H).
      apply IH in H; [|lia]. destruct H as ((O & P & E) & Q). repeat split; try constructor; auto; simpl; lia.
  - intros ((O & P & E) & Q). destruct p as [|b p].
    + left; repeat split; auto.
    + inversion O; inversion P; inversion Q; subst.
      change (list_sum (b :: p)) with (b + list_sum p) in *.
      destruct (Nat.eq_dec b (S a)) as [->|D].
      * right. destruct (Nat.leb_spec (S a) (S a + list_sum p)) as [L|L]; [|lia].
        apply in_map, IH; [lia|]. repeat split; auto; lia.
      * left. repeat split; auto. constructor; [lia|].
        apply Forall_forall; intros x Hx. rewrite Forall_forall in H2. specialize (H2 x Hx). lia.
Qed.

Lemma parts_NoDup : forall f a s, a + s <= f -> NoDup (parts f a s).
Proof.
  assert (Z : forall s, NoDup (if s =? 0 then [@nil nat] else [])).
  { intros s; destruct (s =? 0); repeat constructor; simpl; tauto. }
  induction f as [|f IH]; intros a s F; (destruct a as [|a]; [apply Z|]); [lia|].
  cbn [parts].
  apply NoDup_disjoint.
  - apply IH; lia.
  - destruct (Nat.leb_spec (S a) s); [|constructor].
    apply FinFun.Injective_map_NoDup; [|apply IH; lia]. intros x y E; now inversion E.
  - intros p Hp Hq. apply parts_In in Hp; [|lia]. destruct Hp as (_ & Q).
    destruct (S a <=? s); [|easy]. apply in_map_iff in Hq. destruct Hq as (q & <- & _).
    inversion Q; lia.
Qed.

Definition partitions (n : nat) : list (list nat) := parts (n + n) n n.

Lemma partitions_In n p : In p (partitions n) <-> is_partition n p.
Proof.
  unfold partitions. rewrite parts_In by lia. split; [tauto|]. intros H; split; auto.
  apply Forall_forall. intros a Ha. now apply (partition_part n p).
Qed.

Lemma partitions_NoDup n : NoDup (partitions n).
Proof. apply parts_NoDup; lia. Qed.

(* ---------- trees of 2^d numbers, the index read from its lowest bit ---------- *)

Inductive tree := Leaf (v : N) | Node (l r : tree).

Fixpoint get (t : tree) (x : N) : N :=
  match t with Leaf v => v | Node l r => get (if N.odd x then r else l) (N.div2 x) end.

Fixpoint perfect (d : nat) (t : tree) : Prop :=
  match d, t with O, Leaf _ => True | S d, Node l r => perfect d l /\ perfect d r | _, _ => False end.

Fixpoint zero (d : nat) : tree := match d with O => Leaf 0 | S d => Node (zero d) (zero d) end.
Fixpoint unit (d : nat) : tree := match d with O => Leaf 1 | S d => Node (unit d) (zero d) end.

(* t + u, the index of u shifted by xor with g *)
Fixpoint add_shifted (g : N) (t u : tree) : tree :=
  match t, u with
  | Leaf v, Leaf w => Leaf (v + w)
  | Node l r, Node l' r' => let h := N.div2 g in
      if N.odd g then Node (add_shifted h l r') (add_shifted h r l')
      else Node (add_shifted h l l') (add_shifted h r r')
  | _, _ => t
  end.

Lemma zero_perfect d : perfect d (zero d).
Proof. induction d; simpl; auto. Qed.
Lemma zero_get d : forall x, get (zero d) x = 0%N.
Proof. induction d as [|d IH]; intros x; simpl; auto. destruct (N.odd x); apply IH. Qed.
Lemma unit_perfect d : perfect d (unit d).
Proof. induction d; simpl; auto using zero_perfect. Qed.
Lemma unit_get d : forall x, (x < 2 ^ N.of_nat d)%N -> get (unit d) x = if N.eqb 0 x then 1%N else 0%N.
Proof.
  induction d as [|d IH]; intros x H.
  - simpl in *. now replace x with 0%N by lia.
  - rewrite Nat2N.inj_succ, N.pow_succ_r' in H. pose proof (N.div2_odd x) as E. simpl.
    destruct (N.odd x).
    + rewrite zero_get. now destruct x.
    + cbn [N.b2n] in E. rewrite IH by lia. generalize dependent (N.div2 x); intros h E. 
      destruct (N.eqb_spec 0 h), x; auto; lia.
Qed.

Lemma add_shifted_perfect d : forall g t u, perfect d t -> perfect d u -> perfect d (add_shifted g t u).
Proof.
  induction d as [|d IH]; intros g [v|l r] [w|l' r']; simpl; try tauto.
  intros [] []; destruct (N.odd g); split; auto.
Qed.
Lemma add_shifted_get d : forall g t u x, perfect d t -> perfect d u ->
  get (add_shifted g t u) x = (get t x + get u (N.lxor x g))%N.
Proof.
  induction d as [|d IH]; intros g [v|l r] [w|l' r'] x; simpl; try tauto.
  intros [] []. rewrite Nxor_bit0, Nxor_div2.
  destruct (N.odd g); simpl; destruct (N.odd x); simpl; apply IH; auto.
Qed.

(* ---------- the table ---------- *)

Section Distribution.
Variable v : nat -> N.        (* the value of a part *)
Variable d : nat.             (* all values are below 2^d *)

Definition has_xor (x : N) (p : list nat) : bool := N.eqb (xors (map v p)) x.

(* c(a, s, x) *)
Definition c (a s : nat) (x : N) : N := count (has_xor x) (parts (a + s) a s).

Lemma parts_fuel : forall f f' a s, a + s <= f -> a + s <= f' -> parts f a s = parts f' a s.
Proof.
  induction f as [|f IH]; intros f' a s F F'.
  - destruct f'; destruct a; auto; lia.
  - destruct f' as [|f']; (destruct a as [|a]; [auto|]); [lia|]. cbn [parts].
    f_equal; [apply IH; lia|]. destruct (Nat.leb_spec (S a) s); auto. f_equal. apply IH; lia.
Qed.

Lemma c_0 s x : c 0 s x = if s =? 0 then (if N.eqb 0 x then 1 else 0)%N else 0%N.
Proof.
  unfold c. simpl. replace (parts s 0 s) with (if s =? 0 then [@nil nat] else []) by now destruct s.
  destruct (s =? 0); auto. unfold count, has_xor; simpl. now destruct x.
Qed.

Lemma c_S a s x : c (S a) s x = (c a s x + if (S a <=? s)%nat then c (S a) (s - S a) (N.lxor x (v (S a))) else 0)%N.
Proof.
  unfold c at 1. simpl plus. cbn [parts]. rewrite count_app. f_equal.
  destruct (Nat.leb_spec (S a) s) as [L|L]; auto.
  rewrite count_map. unfold c. rewrite (parts_fuel (a + s) (S a + (s - S a))) by lia.
  apply count_ext. intros p. unfold has_xor. simpl map. unfold xors at 1; cbn [fold_right]; fold (xors (map v p)).
  apply lxor_move.
Qed.

(* t holds the numbers c(a, s, x) for x < 2^d *)
Definition holds (a s : nat) (t : tree) : Prop :=
  perfect d t /\ forall x, (x < 2 ^ N.of_nat d)%N -> get t x = c a s x.

(* a row holds the trees of s = 0, 1, ..., n *)
Definition row_0 (n : nat) : list tree := unit d :: repeat (zero d) n.

(* from the row of a - 1 to that of a = b + 1; the trees for s-1, ..., 0 are done *)
Fixpoint row_step (b : nat) (g : N) (old done : list tree) : list tree :=
  match old with
  | [] => rev done
  | t :: old => let t' := match nth_error done b with Some u => add_shifted g t u | None => t end in
                row_step b g old (t' :: done)
  end.

Fixpoint row (n a : nat) : list tree :=
  match a with O => row_0 n | S b => row_step b (v a) (row n b) [] end.

Lemma row_step_right a : (v (S a) < 2 ^ N.of_nat d)%N -> forall old done,
  (forall i t, nth_error old i = Some t -> holds a (length done + i) t) ->
  (forall i t, nth_error done i = Some t -> holds (S a) (length done - 1 - i) t) ->
  let r := row_step a (v (S a)) old done in
  length r = length done + length old /\ forall i t, nth_error r i = Some t -> holds (S a) i t.
Proof.
  intros V. induction old as [|t old IH]; intros done HO HD; cbn [row_step].
  - rewrite rev_length. split; [simpl; lia|]. intros i t H.
    assert (I : i < length done).
    { rewrite <- rev_length. apply nth_error_Some. congruence. }
    assert (E : nth_error done (length done - 1 - i) = Some t).
    { apply nth_error_nth with (d := zero d) in H. rewrite rev_nth in H by auto. rewrite <- H.
      replace (length done - 1 - i) with (length done - S i) by lia. apply nth_error_nth'. lia. }
    apply HD in E. now replace (length done - 1 - (length done - 1 - i)) with i in E by lia.
  - set (t' := match nth_error done a with Some u => _ | None => t end).
    assert (H : holds (S a) (length done) t').
    { pose proof (HO 0 t eq_refl) as [P Q]. rewrite Nat.add_0_r in Q. unfold t'.
      destruct (nth_error done a) as [u|] eqn:E.
      - assert (L : a < length done) by (apply nth_error_Some; congruence).
        apply HD in E. destruct E as [P' Q']. split; [now apply add_shifted_perfect|].
        intros x X. rewrite (add_shifted_get d) by auto. rewrite Q, Q' by auto using lxor_below.
        rewrite (c_S a (length done) x). destruct (Nat.leb_spec (S a) (length done)); [|lia].
        now replace (length done - 1 - a) with (length done - S a) by lia.
      - apply nth_error_None in E. split; auto. intros x X. rewrite Q, c_S by auto.
        destruct (Nat.leb_spec (S a) (length done)); [lia|]. now rewrite N.add_0_r. }
    specialize (IH (t' :: done)). cbn [length] in *.
    replace (length done + S (length old)) with (S (length done) + length old) by lia. apply IH.
    + intros i u Hu. specialize (HO (S i) u Hu). now replace (S (length done) + i) with (length done + S i) by lia.
    + intros [|i] u Hu; simpl in Hu.
      * inversion Hu; subst u. now replace (S (length done) - 1 - 0) with (length done) by lia.
      * apply HD in Hu. now replace (S (length done) - 1 - S i) with (length done - 1 - i) by lia.
Qed.

Lemma row_right n a : (forall b, 1 <= b <= a -> (v b < 2 ^ N.of_nat d)%N) ->
  length (row n a) = S n /\ forall i t, nth_error (row n a) i = Some t -> holds a i t.
Proof.
  induction a as [|a IH]; intros V.
  - split; [simpl; now rewrite repeat_length|]. intros [|i] t H; simpl in H.
    + inversion H; subst. split; [apply unit_perfect|]. intros x X. rewrite c_0. now apply unit_get.
    + apply nth_error_In, repeat_spec in H. subst. split; [apply zero_perfect|].
      intros x X. rewrite c_0. apply zero_get.
  - destruct IH as [L H]; [intros; apply V; lia|]. cbn [row].
    destruct (row_step_right a) with (old := row n a) (done := @nil tree) as [L' H'].
    + apply V; lia.
    + intros i t E. now apply H in E.
    + intros [|i] t E; discriminate.
    + split; auto. rewrite L', L. reflexivity.
Qed.

(* the distribution: leaf x is the number of partitions of n with xor x *)
Definition distribution (n : nat) : tree := nth n (row n n) (Leaf 0).

Theorem distribution_right n x : (forall a, 1 <= a <= n -> (v a < 2 ^ N.of_nat d)%N) -> (x < 2 ^ N.of_nat d)%N ->
  get (distribution n) x = count (has_xor x) (partitions n).
Proof.
  intros V X. destruct (row_right n n V) as [L H].
  assert (E : nth_error (row n n) n = Some (distribution n)) by (apply nth_error_nth'; lia).
  apply H in E. destruct E as [_ E]. now apply E.
Qed.

End Distribution.

(* the number of all partitions is the case of no values at all *)
Definition all_partitions (n : nat) : N := get (distribution (fun _ => 0%N) 0 n) 0.

Theorem all_partitions_right n : all_partitions n = N.of_nat (length (partitions n)).
Proof.
  unfold all_partitions. rewrite distribution_right by (intros; simpl; lia). unfold count. f_equal.
  rewrite (filter_ext _ (fun _ => true)).
  - induction (partitions n); simpl; auto.
  - intros p. unfold has_xor. apply N.eqb_eq. induction p as [|a p IH]; simpl; auto.
Qed.

(* partitions of n with xor 0, and with another xor *)
Definition xor_zero (v : nat -> N) (d n : nat) : N := get (distribution v d n) 0.

Theorem xor_nonzero_counted (v : nat -> N) (d n : nat) : (forall a, 1 <= a <= n -> (v a < 2 ^ N.of_nat d)%N) ->
  number_of (fun p => is_partition n p /\ xors (map v p) <> 0%N) (all_partitions n - xor_zero v d n).
Proof.
  intros V. rewrite all_partitions_right. unfold xor_zero.
  rewrite distribution_right by (auto; apply N.neq_0_lt_0, N.pow_nonzero; lia).
  rewrite <- (count_negb (has_xor v 0)).
  replace (_ - _)%N with (count (fun p => negb (has_xor v 0 p)) (partitions n)) by lia.
  apply number_of_filter; [apply partitions_NoDup|apply partitions_In|].
  intros p _. unfold has_xor. rewrite negb_true_iff. apply N.eqb_neq.
Qed.
