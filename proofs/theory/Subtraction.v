(* Subtraction sets: remove s tokens from a heap, s a member of a finite set S of positive numbers.

     [sub_is_code]           the values are those of the code with digits 3 at S and 0 elsewhere;
     [take_window]           for codes with digits 0 and 3 only, one repeated window of k = (last digit) values proves a
                             period, from heap 0 on if need be (docs/certificate-format.md);
     [subtraction_window]    the same for the subtraction set itself, k = max S.

   In the subtraction game an emptied heap stays, as a heap of 0; in the code it vanishes. No axioms. *)
Require Import List Arith NArith Lia Bool.
From Sprague.theory Require Import Game Codes Periodicity.
Import ListNotations.

(* the options of a heap of n: one heap of n - s *)
Definition sub_opts (S : list nat) (n : nat) : list (list nat) :=
  map (fun s => [n - s]) (filter (fun s => (1 <=? s) && (s <=? n)) S).

Lemma sub_opts_In S n o : In o (sub_opts S n) <-> exists s, In s S /\ 1 <= s <= n /\ o = [n - s].
Proof.
  unfold sub_opts. rewrite in_map_iff. split.
  - intros (s & <- & H). apply filter_In in H. rewrite andb_true_iff, !Nat.leb_le in H. exists s; intuition.
  - intros (s & Hs & L & ->). exists s; split; auto. apply filter_In. rewrite andb_true_iff, !Nat.leb_le. auto.
Qed.

Lemma sub_opts_dec S : forall n o, In o (sub_opts S n) -> weight (fun n => n) o < n.
Proof.
  intros n o H. apply sub_opts_In in H. destruct H as (s & _ & L & ->). unfold weight; simpl. lia.
Qed.

(* the nim-value of a heap of n *)
Definition sub_value (S : list nat) (n : nat) : N := G (sub_opts S) (fun n => n) n.

Lemma sub_value_eq S n : sub_value S n = mex (map (fun o => xors (map (sub_value S) o)) (sub_opts S n)).
Proof. unfold sub_value at 1. rewrite G_eq; [reflexivity|apply sub_opts_dec]. Qed.

Theorem sub_lost S p : Loses (sub_opts S) p <-> xors (map (sub_value S) p) = 0%N.
Proof. apply sprague_grundy, sub_opts_dec. Qed.

(* ---------- codes with digits 0 and 3 only ---------- *)
Definition takes_only (c : list N) : Prop := nth 0 c 0%N = 0%N /\ forall t, nth t c 0%N = 0%N \/ nth t c 0%N = 3%N.

Lemma takes_only_wf c : takes_only c -> wf c.
Proof. intros [Z _]. unfold wf. rewrite Z. auto. Qed.

(* the values that such a code reaches from n *)
Lemma take_options c : takes_only c -> forall n v,
  In v (map (fun o => xors (map (value c) o)) (opts c n)) <->
  exists t, 1 <= t <= n /\ nth t c 0%N = 3%N /\ v = value c (n - t).
Proof.
  intros T n v. pose proof (takes_only_wf c T) as W. destruct T as [Z T]. rewrite in_map_iff. split.
  - intros (o & <- & Ho). apply opts_In in Ho. destruct Ho as (t & j & Ht & Hn & Hj & A & L & P & S).
    destruct (T t) as [E|E]; [rewrite E in A; unfold allows in A; rewrite N.bits_0 in A; discriminate|].
    assert (t <> 0) by (intros ->; congruence). exists t; split; [lia|]. split; auto.
    rewrite E in A. destruct j as [|[|[|[|j]]]]; [| |discriminate|discriminate|lia].
    + destruct o; [|discriminate]. simpl in *. rewrite <- S. symmetry. now apply value_0.
    + destruct o as [|x [|]]; try discriminate. simpl in *. rewrite N.lxor_0_r. f_equal; lia.
  - intros (t & L & E & ->).
    assert (t < length c).
    { destruct (le_lt_dec (length c) t) as [G|]; auto. rewrite nth_overflow in E by auto. discriminate. }
    destruct (Nat.eq_dec n t) as [->|D].
    + exists []. split; [simpl; rewrite Nat.sub_diag; symmetry; now apply value_0|].
      apply opts_In. exists t, 0. rewrite E. repeat split; auto; try lia; [easy|simpl; lia].
    + exists [n - t]. split; [simpl; now rewrite N.lxor_0_r|].
      apply opts_In. exists t, 1. rewrite E. repeat split; auto; try lia; [|simpl; lia].
      intros x [<-|[]]; lia.
Qed.

Theorem take_window c k p n0 : takes_only c -> (forall t, nth t c 0%N <> 0%N -> t <= k) ->
  (forall x, n0 <= x < n0 + k -> value c (x + p) = value c x) -> Period (value c) p n0.
Proof.
  intros T K Win x. induction x as [x IH] using lt_wf_ind; intros Hx.
  destruct (le_lt_dec (n0 + k) x) as [B|]; [|apply Win; lia]. pose proof (takes_only_wf c T) as W.
  rewrite (value_eq c W (x + p)), (value_eq c W x). apply mex_ext; intros v. rewrite !take_options by auto.
  assert (Kt : forall t, nth t c 0%N = 3%N -> t <= k) by (intros t E; apply K; rewrite E; discriminate).
  split; intros (t & L & E & ->); specialize (Kt t E); exists t; (split; [lia|]); split; auto.
  - replace (x + p - t) with (x - t + p) by lia. apply IH; lia.
  - replace (x + p - t) with (x - t + p) by lia. symmetry. apply IH; lia.
Qed.

(* ---------- subtraction sets as codes ---------- *)
Definition sub_code (S : list nat) : list N :=
  map (fun t => if existsb (Nat.eqb t) S then 3%N else 0%N) (seq 0 (1 + list_max S)).

Lemma sub_code_nth S t : nth t (sub_code S) 0%N = if existsb (Nat.eqb t) S then 3%N else 0%N.
Proof.
  unfold sub_code. destruct (le_lt_dec (1 + list_max S) t) as [L|L].
  - rewrite nth_overflow by (rewrite map_length, seq_length; auto).
    destruct (existsb (Nat.eqb t) S) eqn:E; auto. apply existsb_exists in E. destruct E as (s & Hs & E).
    apply Nat.eqb_eq in E; subst s. pose proof (list_max_le S (list_max S)) as [M _].
    specialize (M (le_n _)). rewrite Forall_forall in M. specialize (M t Hs). lia.
  - set (f := fun t => if existsb (Nat.eqb t) S then 3%N else 0%N).
    rewrite (nth_indep _ 0%N (f 0)) by (rewrite map_length, seq_length; auto).
    rewrite map_nth, seq_nth by auto. reflexivity.
Qed.

Lemma sub_code_3 S t : nth t (sub_code S) 0%N = 3%N <-> In t S.
Proof.
  rewrite sub_code_nth. destruct (existsb (Nat.eqb t) S) eqn:E; split; intros H; auto; try discriminate.
  - apply existsb_exists in E. destruct E as (s & Hs & E). apply Nat.eqb_eq in E. now subst s.
  - assert (T : existsb (Nat.eqb t) S = true); [|congruence].
    apply existsb_exists. exists t; split; auto. apply Nat.eqb_refl.
Qed.

Lemma sub_code_takes_only S : ~ In 0 S -> takes_only (sub_code S).
Proof.
  intros Z. assert (T : forall t, nth t (sub_code S) 0%N = 0%N \/ nth t (sub_code S) 0%N = 3%N).
  { intros t. rewrite sub_code_nth. destruct (existsb _ S); auto. }
  split; auto. destruct (T 0) as [E|E]; auto. now apply sub_code_3 in E.
Qed.

Theorem sub_is_code S : ~ In 0 S -> forall n, sub_value S n = value (sub_code S) n.
Proof.
  intros Z n. pose proof (sub_code_takes_only S Z) as T. pose proof (takes_only_wf _ T) as W.
  induction n as [n IH] using lt_wf_ind. rewrite sub_value_eq, (value_eq _ W).
  apply mex_ext; intros v. rewrite take_options by auto. rewrite in_map_iff. split.
  - intros (o & <- & Ho). apply sub_opts_In in Ho. destruct Ho as (s & Hs & L & ->).
    exists s. split; auto. split; [now apply sub_code_3|]. simpl. rewrite N.lxor_0_r. apply IH. lia.
  - intros (t & L & E & ->). apply sub_code_3 in E. exists [n - t]. split.
    + simpl. rewrite N.lxor_0_r. apply IH. lia.
    + apply sub_opts_In. exists t; auto.
Qed.

Theorem subtraction_window S k p n0 : ~ In 0 S -> (forall s, In s S -> s <= k) ->
  (forall x, n0 <= x < n0 + k -> sub_value S (x + p) = sub_value S x) -> Period (sub_value S) p n0.
Proof.
  intros Z K Win x Hx. rewrite !sub_is_code by auto. apply take_window with (k := k) (n0 := n0); auto.
  - now apply sub_code_takes_only.
  - intros t H. apply K. rewrite sub_code_nth in H. destruct (existsb _ S) eqn:E; [|congruence].
    apply sub_code_3. now rewrite sub_code_nth, E.
  - intros y Hy. rewrite <- !sub_is_code by auto. auto.
Qed.

(* whether a code has digits 0 and 3 only, computed *)
Definition takes_onlyb (c : list N) : bool :=
  N.eqb (nth 0 c 0%N) 0 && forallb (fun d => N.eqb d 0 || N.eqb d 3) c.

Lemma takes_onlyb_ok c : takes_onlyb c = true -> takes_only c.
Proof.
  unfold takes_onlyb, takes_only. rewrite andb_true_iff, N.eqb_eq, forallb_forall. intros [Z H]. split; auto.
  intros t. destruct (le_lt_dec (length c) t) as [L|L]; [left; now apply nth_overflow|].
  specialize (H _ (nth_In c 0%N L)). rewrite orb_true_iff, !N.eqb_eq in H. auto.
Qed.
