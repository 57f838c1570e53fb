(* Scatterstone: the games split:K and their values (docs/closed-forms.md).

   Components are heaps of n >= 1 stones. A move divides one heap into j non-empty heaps, 2 <= j <= K.

     [splits_In]          the rule in words;
     [scatterstone_won]   a position is won iff the xor of its values is not 0;
     [value_split_2]      split:2 has the values (n-1) mod 2;
     [value_split_4]      split:K has the values n-1, for every K >= 4;
     [table_split_3]      split:3 has no known law: a table is right if it passes a check against the mex recursion.

   No axioms. *)
Require Import List Arith NArith Lia Bool MSetPositive.
From Sprague.theory Require Import Game Xor.
Import ListNotations.

(* ---------- the rule ---------- *)

(* all lists of j positive numbers with sum n *)
Fixpoint compositions (j n : nat) : list (list nat) :=
  match j with
  | O => if n =? 0 then [[]] else []
  | S j => flat_map (fun a => map (cons a) (compositions j (n - a))) (seq 1 n)
  end.

(* the moves of one heap *)
Definition splits (K n : nat) : list (list nat) :=
  flat_map (fun j => compositions j n) (seq 2 (K - 1)).

Lemma compositions_In j : forall n o, In o (compositions j n) <->
  length o = j /\ Forall (fun a => 1 <= a) o /\ list_sum o = n.
Proof.
  induction j as [|j IH]; intros n o; simpl.
  - destruct (Nat.eqb_spec n 0) as [->|E]; simpl; split.
    + intros [<-|[]]; auto.
    + intros (L & _ & _); destruct o; [auto|discriminate].
    + easy.
    + intros (L & _ & S); destruct o; [simpl in S; lia|discriminate].
  - rewrite in_flat_map; split.
    + intros (a & Ha & Ho). apply in_seq in Ha. apply in_map_iff in Ho. destruct Ho as (q & <- & Hq).
      apply IH in Hq. destruct Hq as (L & P & S). simpl. rewrite S. repeat split; [lia| |lia].
      constructor; auto; lia.
    + intros (L & P & S). destruct o as [|a o]; [discriminate|]. inversion P; subst. simpl in *.
      exists a; split; [apply in_seq; lia|]. apply in_map, IH. repeat split; auto; lia.
Qed.

(* the rule in words: a list of heaps is a move from n if it has 2 to K heaps, none empty, and n stones *)
Theorem splits_In K n o : 2 <= K ->
  In o (splits K n) <-> 2 <= length o <= K /\ Forall (fun a => 1 <= a) o /\ list_sum o = n.
Proof.
  intros HK. unfold splits. rewrite in_flat_map. setoid_rewrite compositions_In. setoid_rewrite in_seq. split.
  - intros (j & Hj & <- & P & S). repeat split; auto; lia.
  - intros (L & P & S). exists (length o). repeat split; auto; lia.
Qed.

(* play ends: the number of stones less the number of heaps goes down *)
Definition depth (n : nat) : nat := n - 1.

Lemma weight_depth o : Forall (fun a => 1 <= a) o -> weight depth o + length o = list_sum o.
Proof.
  unfold weight, depth. induction 1 as [|a o Ha _ IH]; simpl; auto. lia.
Qed.

Lemma splits_end K : 2 <= K -> forall n o, In o (splits K n) -> weight depth o < depth n.
Proof.
  intros HK n o Ho. apply splits_In in Ho; auto. destruct Ho as (L & P & S).
  apply weight_depth in P. unfold depth at 2. lia.
Qed.

(* the value of a heap of n in split:K *)
Definition value (K n : nat) : N := G (splits K) depth n.

Theorem scatterstone_won K p : 2 <= K -> Wins (splits K) p <-> xors (map (value K) p) <> 0%N.
Proof. intros HK. exact (sprague_grundy_wins _ _ (splits_end K HK) p). Qed.

Lemma splits_parts K n o a : 2 <= K -> In o (splits K n) -> In a o -> 1 <= a /\ a < n.
Proof.
  intros HK Ho Ha. pose proof (splits_end K HK n o Ho) as D. apply splits_In in Ho; auto.
  destruct Ho as (_ & P & _). rewrite Forall_forall in P. specialize (P a Ha).
  pose proof (weight_In depth _ _ Ha). unfold depth in *. lia.
Qed.

(* ---------- split:2 ---------- *)

Definition parity (n : nat) : N := if Nat.odd n then 1%N else 0%N.

Theorem value_split_2 n : 1 <= n -> value 2 n = parity (n - 1).
Proof.
  revert n. apply table_right with (T := fun n => parity (n - 1)); [apply splits_end; lia| |].
  - intros n o b Hn Ho Hb. apply splits_parts with (a := b) in Ho; auto; lia.
  - intros n Hn. set (v := fun o => xors (map (fun k => parity (k - 1)) o)).
    assert (E : forall o, In o (splits 2 n) -> 2 <= n /\ v o = parity n).
    { intros o Ho. apply splits_In in Ho; auto. destruct Ho as (L & P & S).
      destruct o as [|a [|b [|c o]]]; simpl in L; try lia.
      inversion P as [|x y Ha P']; subst. inversion P' as [|x y Hb _]; subst. simpl. split; [lia|].
      unfold v; simpl. rewrite N.lxor_0_r. unfold parity.
      destruct a as [|a]; [lia|]; destruct b as [|b]; [lia|].
      replace (S a + (S b + 0)) with (S (S (a + b))) by lia. simpl Nat.sub. rewrite !Nat.sub_0_r.
      change (Nat.odd (S (S (a + b)))) with (Nat.odd (a + b)).
      rewrite Nat.odd_add. now destruct (Nat.odd a), (Nat.odd b). }
    assert (F : 2 <= n -> In (parity n) (map v (splits 2 n))).
    { intros H. assert (I : In [1; n - 1] (splits 2 n)).
      { apply splits_In; auto. simpl. repeat split; try lia. repeat constructor; lia. }
      destruct (E _ I) as [_ <-]. now apply in_map. }
    assert (Q : parity (n - 1) = if Nat.odd n then 0%N else 1%N).
    { destruct n as [|n]; [lia|]. simpl. rewrite Nat.sub_0_r. unfold parity.
      rewrite Nat.odd_succ. unfold Nat.odd. now destruct (Nat.even n). }
    rewrite Q. unfold parity in *. split.
    + intros I. apply in_map_iff in I. destruct I as (o & I & Ho).
      destruct (E _ Ho) as [_ E']. destruct (Nat.odd n); congruence.
    + intros u Hu. destruct (Nat.odd n) eqn:O; [lia|]. replace u with 0%N by lia. apply F.
      destruct n as [|[|n]]; [lia|discriminate|lia].
Qed.

(* ---------- split:K for K >= 4 ---------- *)

(* the xor of the values a_i - 1 is at most their sum *)
Lemma xors_le_depth o : (xors (map (fun n => N.of_nat (n - 1)) o) <= N.of_nat (weight depth o))%N.
Proof.
  induction o as [|a o IH]; simpl; [lia|].
  change (weight depth (a :: o)) with ((a - 1) + weight depth o).
  pose proof (lxor_le_add (N.of_nat (a - 1)) (xors (map (fun n => N.of_nat (n - 1)) o))).
  unfold xors in *. lia.
Qed.

Theorem value_split_4 K n : 4 <= K -> 1 <= n -> value K n = N.of_nat (n - 1).
Proof.
  intros HK. revert n. apply table_right with (T := fun n => N.of_nat (n - 1)); [apply splits_end; lia| |].
  - intros n o b Hn Ho Hb. apply splits_parts with (a := b) in Ho; auto; lia.
  - intros n Hn. set (v := fun o => xors (map (fun k => N.of_nat (k - 1)) o)). split.
    + intros I. apply in_map_iff in I. destruct I as (o & E & Ho). apply splits_end in Ho; [|lia].
      unfold depth at 2 in Ho. pose proof (xors_le_depth o). unfold v in E. lia.
    + (* the heaps of docs/closed-forms.md: u+1 and 1; or u+1, e+1, e+1; or u+1, 1, e+1, e+1 *)
      intros u Hu.
      assert (R : forall o, 2 <= length o <= 4 -> Forall (fun a => 1 <= a) o -> list_sum o = n -> v o = u ->
        In u (map v (splits K n))).
      { intros o L P S <-. apply in_map, splits_In; repeat split; auto; lia. }
      remember (N.to_nat u) as k eqn:Ek. assert (Eu : N.of_nat (k + 1 - 1) = u) by lia.
      destruct (Nat.eq_dec (k + 2) n) as [D|D];
        [|destruct (Nat.Even_or_Odd (n - 2 - k)) as [[e D']|[e D']]].
      * apply (R [k + 1; 1]); simpl; try lia; [repeat constructor; lia|].
        unfold v; simpl map. rewrite Eu. simpl. now rewrite N.lxor_0_r.
      * apply (R [k + 1; 1; e; e]); simpl; try lia; [repeat constructor; lia|].
        unfold v; simpl map. rewrite Eu. simpl. rewrite N.lxor_0_r. apply lxor_twice.
      * apply (R [k + 1; e + 1; e + 1]); simpl; try lia; [repeat constructor; lia|].
        unfold v; simpl map. rewrite Eu. simpl. rewrite N.lxor_0_r. apply lxor_twice.
Qed.

(* ---------- split:3, by a table ---------- *)

Section Table.
Variable T : nat -> N.

(* y xor the values of all ways to divide s into two heaps, the smaller first *)
Definition pairs (s : nat) (y : N) : list N :=
  map (fun a => N.lxor y (N.lxor (T a) (T (s - a)))) (seq 1 (s / 2)).

(* the values of all moves of split:3 from n, each at least once *)
Definition options3 (n : nat) : list N :=
  pairs n 0 ++ flat_map (fun b => pairs (n - b) (T b)) (seq 1 (n - 2)).

Lemma pairs_In s y x : In x (pairs s y) <->
  exists a b, 1 <= a /\ 1 <= b /\ a + b = s /\ x = N.lxor y (N.lxor (T a) (T b)).
Proof.
  unfold pairs. rewrite in_map_iff. pose proof (Nat.div_mod s 2). pose proof (Nat.mod_upper_bound s 2). split.
  - intros (a & <- & Ha). apply in_seq in Ha. exists a, (s - a). repeat split; lia.
  - intros (a & b & Ha & Hb & S & ->). destruct (Nat.le_ge_cases a b).
    + exists a. replace (s - a) with b by lia. split; auto. apply in_seq; lia.
    + exists b. replace (s - b) with a by lia. rewrite (N.lxor_comm (T b)). split; auto. apply in_seq; lia.
Qed.

Lemma options3_In n x : In x (options3 n) <-> In x (map (fun o => xors (map T o)) (splits 3 n)).
Proof.
  unfold options3. rewrite in_app_iff, in_flat_map, in_map_iff. setoid_rewrite pairs_In. split.
  - intros [(a & b & Ha & Hb & S & ->)|(c & Hc & a & b & Ha & Hb & S & ->)].
    + exists [a; b]. split; [simpl; now rewrite N.lxor_0_r|].
      apply splits_In; auto. simpl; repeat split; try lia. repeat constructor; lia.
    + apply in_seq in Hc. exists [c; a; b]. split; [simpl; now rewrite N.lxor_0_r|].
      apply splits_In; auto. simpl; repeat split; try lia. repeat constructor; lia.
  - intros (o & <- & Ho). apply splits_In in Ho; auto. destruct Ho as (L & P & S). rewrite Forall_forall in P.
    destruct o as [|a [|b [|c [|d o]]]]; simpl in L; try lia; simpl in S.
    + left. exists a, b. assert (1 <= a) by (apply P; simpl; auto). assert (1 <= b) by (apply P; simpl; auto).
      repeat split; auto; try lia. simpl. now rewrite N.lxor_0_r.
    + right. assert (1 <= a) by (apply P; simpl; auto). assert (1 <= b) by (apply P; simpl; auto).
      assert (1 <= c) by (apply P; simpl; auto).
      exists a. split; [apply in_seq; lia|]. exists b, c. repeat split; auto; try lia.
      simpl. now rewrite N.lxor_0_r.
Qed.

(* the values of the moves as a set, so that it takes few steps to see whether a value is there *)
Definition values_set (l : list N) : PositiveSet.t :=
  fold_right (fun x s => PositiveSet.add (N.succ_pos x) s) PositiveSet.empty l.

Definition in_set (s : PositiveSet.t) (x : N) : bool := PositiveSet.mem (N.succ_pos x) s.

Lemma in_set_In l x : in_set (values_set l) x = true <-> In x l.
Proof.
  unfold in_set. change (PositiveSet.mem (N.succ_pos x) (values_set l) = true) with
    (PositiveSet.In (N.succ_pos x) (values_set l)).
  induction l as [|y l IH]; cbn [values_set fold_right In].
  - split; [intros H; now apply PositiveSet.empty_spec in H|easy].
  - fold (values_set l). rewrite PositiveSet.add_spec, IH. split; intros [H|H]; auto; left.
    + apply (f_equal Pos.pred_N) in H. now rewrite !N.pos_pred_succ in H.
    + now subst.
Qed.

(* the table is right up to n if each of its values is the mex of the options under the table *)
Definition check3 (n : nat) : bool :=
  forallb (fun a => let s := values_set (options3 a) in
    negb (in_set s (T a)) && forallb (in_set s) (Nseq (N.to_nat (T a)))) (seq 1 n).

Theorem table_split_3 n : check3 n = true -> forall a, 1 <= a <= n -> value 3 a = T a.
Proof.
  intros C. apply table_right; [apply splits_end; lia| |].
  - intros a o b Ha Ho Hb. apply splits_parts with (a := b) in Ho; auto; lia.
  - intros a Ha. unfold check3 in C. rewrite forallb_forall in C.
    assert (I : In a (seq 1 n)) by (apply in_seq; lia). specialize (C a I). cbv zeta in C.
    apply andb_true_iff in C. destruct C as [C D]. apply negb_true_iff in C. rewrite forallb_forall in D. split.
    + rewrite <- options3_In, <- in_set_In. congruence.
    + intros u Hu. rewrite <- options3_In, <- in_set_In. apply D.
      unfold Nseq. apply in_map_iff. exists (N.to_nat u). rewrite in_seq. lia.
Qed.
End Table.

(* a candidate for the table, which need not be trusted: entry a is the value of a heap of a, entry 0 is not used *)
Fixpoint least_outside (fuel : nat) (u : N) (s : PositiveSet.t) : N :=
  match fuel with O => u | S f => if in_set s u then least_outside f (N.succ u) s else u end.

Fixpoint build3 (k : nat) (t : list N) : list N :=
  match k with
  | O => t
  | S k => let n := length t in
           build3 k (t ++ [least_outside n 0 (values_set (options3 (fun a => nth a t 0%N) n))])
  end.
