(* Take-and-break codes d0.d1d2...: the game, its values, and how it ends.

   Bit j of the digit d_t, 0 <= j <= 3, allows to remove t tokens from a heap and to leave the rest as exactly j
   non-empty heaps. Octal codes have j <= 2. The digit d0 removes nothing, so it may only break a heap: [wf]. A code is
   the list of its digits, d0 first: 0.07 is [0; 0; 7], Kayles 0.77 is [0; 7; 7].

     [opts_In]       the options of a heap are what the code says, and nothing else;
     [value_eq]      the value of a heap is the mex of its options' values;
     [heaps_lost]    heaps are lost for the player to move iff the xor of their values is 0.

   No axioms. *)
Require Import List Arith NArith Lia Bool.
From Sprague.theory Require Import Game.
Import ListNotations.

(* all lists of j positive numbers with sum s *)
Fixpoint parts (j s : nat) : list (list nat) :=
  match j with
  | O => if s =? 0 then [[]] else []
  | S i => flat_map (fun a => map (cons a) (parts i (s - a))) (seq 1 s)
  end.

(* bit j of a digit *)
Definition allows (d : N) (j : nat) : bool := N.testbit d (N.of_nat j).

(* what a heap of n may become when t tokens are removed under digit d *)
Definition take (n t : nat) (d : N) : list (list nat) :=
  if t <=? n then flat_map (fun j => if allows d j then parts j (n - t) else []) (seq 0 4) else [].

(* the options of a heap of n under the code c *)
Definition opts (c : list N) (n : nat) : list (list nat) :=
  flat_map (fun t => take n t (nth t c 0%N)) (seq 0 (length c)).

(* d0 may break a heap but neither leave it whole nor remove it *)
Definition wf (c : list N) : Prop := allows (nth 0 c 0%N) 0 = false /\ allows (nth 0 c 0%N) 1 = false.

(* A move removes a token or breaks a heap. Either lowers the sum of 2n - 1 over all heaps. *)
Definition size (n : nat) : nat := 2 * n - 1.

Lemma parts_In j : forall s l,
  In l (parts j s) <-> length l = j /\ (forall x, In x l -> 0 < x) /\ list_sum l = s.
Proof.
  induction j as [|j IH]; intros s l; simpl.
  - destruct (Nat.eqb_spec s 0) as [->|D]; simpl.
    + split.
      * intros [<-|[]]; simpl; auto. repeat split; auto. easy.
      * intros [E _]; destruct l; [auto|discriminate].
    + split; [easy|]. intros (E & _ & S); destruct l; simpl in *; [lia|discriminate].
  - rewrite in_flat_map; split.
    + intros (a & Ha & H). apply in_seq in Ha. apply in_map_iff in H. destruct H as (r & <- & H).
      apply IH in H; destruct H as (L & P & S). simpl. repeat split; [lia| |].
      * intros x [<-|Hx]; [lia|auto].
      * lia.
    + intros (L & P & S); destruct l as [|a r]; [discriminate|]. simpl in *.
      pose proof (P a (or_introl eq_refl)). exists a; split; [apply in_seq; lia|].
      apply in_map; apply IH. repeat split; auto; lia.
Qed.

(* the rule, in the words of docs/certificate-format.md *)
Lemma opts_In c n o : In o (opts c n) <->
  exists t j, t < length c /\ t <= n /\ j < 4 /\ allows (nth t c 0%N) j = true /\
    length o = j /\ (forall x, In x o -> 0 < x) /\ list_sum o = n - t.
Proof.
  unfold opts, take; rewrite in_flat_map; split.
  - intros (t & Ht & H). apply in_seq in Ht. destruct (Nat.leb_spec t n) as [Hn|]; [|easy].
    apply in_flat_map in H; destruct H as (j & Hj & H). apply in_seq in Hj.
    destruct (allows (nth t c 0%N) j) eqn:E; [|easy]. apply parts_In in H.
    exists t, j; intuition lia.
  - intros (t & j & Ht & Hn & Hj & E & H). exists t; split; [apply in_seq; lia|].
    apply Nat.leb_le in Hn; rewrite Hn. apply in_flat_map; exists j; split; [apply in_seq; lia|].
    rewrite E; now apply parts_In.
Qed.

Lemma weight_size l : (forall x, In x l -> 0 < x) -> weight size l + length l = 2 * list_sum l.
Proof.
  unfold weight, size; induction l as [|a l IH]; intros P; simpl; [lia|].
  pose proof (P a (or_introl eq_refl)). simpl in IH. rewrite <- Nat.add_assoc.
  specialize (IH (fun x H => P x (or_intror H))). lia.
Qed.

(* play ends *)
Lemma opts_dec c : wf c -> forall n o, In o (opts c n) -> weight size o < size n.
Proof.
  intros [W0 W1] n o H. apply opts_In in H.
  destruct H as (t & j & Ht & Hn & Hj & E & L & P & S).
  pose proof (weight_size o P). change (size n) with (2 * n - 1).
  destruct t as [|t]; [|lia]. destruct j as [|[|j]]; [congruence|congruence|].
  assert (0 < n); [|lia]. destruct o; simpl in *; [discriminate|].
  pose proof (P n0 (or_introl eq_refl)); lia.
Qed.

Lemma heap_smaller c n o b : wf c -> In o (opts c n) -> In b o -> b < n.
Proof.
  intros W Ho Hb. pose proof (opts_dec c W n o Ho) as H. pose proof (weight_In size _ _ Hb) as H'.
  change (size n) with (2 * n - 1) in H. change (size b) with (2 * b - 1) in H'. lia.
Qed.

(* the nim-value of a heap of n *)
Definition value (c : list N) (n : nat) : N := G (opts c) size n.

Theorem value_eq c : wf c -> forall n, value c n = mex (map (fun o => xors (map (value c) o)) (opts c n)).
Proof. intros W n; unfold value at 1; rewrite G_eq; [reflexivity|now apply opts_dec]. Qed.

Theorem value_0 c : wf c -> value c 0 = 0%N.
Proof.
  intros W. rewrite value_eq by auto. replace (opts c 0) with (@nil (list nat)); [reflexivity|].
  destruct (opts c 0) as [|o l] eqn:E; auto.
  assert (H : In o (opts c 0)) by (rewrite E; simpl; auto). apply opts_dec in H; auto.
  change (size 0) with 0 in H. lia.
Qed.

Theorem heaps_lost c : wf c -> forall p, Loses (opts c) p <-> xors (map (value c) p) = 0%N.
Proof. intros W p; apply sprague_grundy; now apply opts_dec. Qed.

Theorem heaps_won c : wf c -> forall p, Wins (opts c) p <-> xors (map (value c) p) <> 0%N.
Proof. intros W p; apply sprague_grundy_wins with (w := size); now apply opts_dec. Qed.

Theorem heap_won c : wf c -> forall n, Wins (opts c) [n] <-> value c n <> 0%N.
Proof. intros W n; apply single_wins; now apply opts_dec. Qed.

(* heaps of n and n' may be put for each other, whatever other heaps there are, iff their values are equal *)
Theorem heaps_interchangeable c : wf c -> forall n n', Interchangeable (opts c) n n' <-> value c n = value c n'.
Proof. intros W n n'; apply interchangeable_iff; now apply opts_dec. Qed.

(* a table that satisfies the mex recursion up to a length is right up to that length *)
Theorem values_right c (T : nat -> N) len : wf c ->
  (forall n, n < len -> is_mex (T n) (map (fun o => xors (map T o)) (opts c n))) ->
  forall n, n < len -> value c n = T n.
Proof.
  intros W H. unfold value. apply (table_right (opts c) size (opts_dec c W) (fun n => n < len)); auto.
  intros a o b Ha Ho Hb. pose proof (heap_smaller _ _ _ _ W Ho Hb). lia.
Qed.

(* whether d0 only breaks, as a computation *)
Definition wfb (c : list N) : bool := negb (allows (nth 0 c 0%N) 0) && negb (allows (nth 0 c 0%N) 1).
Lemma wfb_wf c : wfb c = true -> wf c.
Proof. unfold wfb, wf. rewrite andb_true_iff, !negb_true_iff. auto. Qed.
