(* Card stacking as a game of cards (docs/cards.md, sections 1 and 6).

   A suit is a list of cards, lowest first; each is visible, unused or covered. A move puts a higher unused card on a
   visible card: the unused card becomes visible, the visible one is covered. A deal is a list of suits. A player
   who cannot move loses.

     [suit_moves_In]        the rule of the game in words;
     [suit_value_right]     the value of a suit is that of its string, by the gap rule;
     [deal_lost]            the player to move loses iff the xor of these values is 0;
     [lost_deals_counted]   2^k times the number of lost deals of s suits is the sum over characters of s-th powers.

   No axioms. *)
Require Import List Arith NArith ZArith Lia Bool.
From Sprague.theory Require Import Game GapRule Cardinality CardCounts XorTransform.
Import ListNotations.

Inductive card := Visible | Unused | Covered.

(* all ways to make an unused card visible *)
Fixpoint puts (s : list card) : list (list card) :=
  match s with
  | [] => []
  | c :: r => (match c with Unused => [Visible :: r] | _ => [] end) ++ map (cons c) (puts r)
  end.

(* the moves of a suit, lowest card first: a higher unused card covers a visible one and becomes visible *)
Fixpoint suit_moves (s : list card) : list (list card) :=
  match s with
  | [] => []
  | c :: r => (match c with Visible => map (cons Covered) (puts r) | _ => [] end) ++ map (cons c) (suit_moves r)
  end.

Definition suit_opts (s : list card) : list (list (list card)) := map (fun t => [t]) (suit_moves s).

Lemma puts_In s t : In t (puts s) <-> exists B C, s = B ++ Unused :: C /\ t = B ++ Visible :: C.
Proof.
  revert t; induction s as [|b s IH]; intros t; simpl.
  - split; [easy|]. intros (B & C & E & _); destruct B; discriminate.
  - rewrite in_app_iff, in_map_iff. split.
    + intros [H|(u & <- & H)].
      * destruct b; try easy. destruct H as [<-|[]]. exists [], s; auto.
      * apply IH in H. destruct H as (B & C & -> & ->). exists (b :: B), C; auto.
    + intros (B & C & E & ->). destruct B as [|c B]; simpl in E; inversion E; subst.
      * left; simpl; auto.
      * right. exists (B ++ Visible :: C). split; auto. apply IH. exists B, C; auto.
Qed.

(* the rule of the game in words *)
Theorem suit_moves_In s t : In t (suit_moves s) <->
  exists A B C, s = A ++ Visible :: B ++ Unused :: C /\ t = A ++ Covered :: B ++ Visible :: C.
Proof.
  revert t; induction s as [|b s IH]; intros t; simpl.
  - split; [easy|]. intros (A & B & C & E & _); destruct A; discriminate.
  - rewrite in_app_iff, in_map_iff. split.
    + intros [H|(u & <- & H)].
      * destruct b; try easy. apply in_map_iff in H. destruct H as (u & <- & H).
        apply puts_In in H. destruct H as (B & C & -> & ->). exists [], B, C; auto.
      * apply IH in H. destruct H as (A & B & C & -> & ->). exists (b :: A), B, C; auto.
    + intros (A & B & C & E & ->). destruct A as [|c A]; simpl in E; inversion E; subst.
      * left. apply (in_map (cons Covered)), puts_In. exists B, C; auto.
      * right. exists (A ++ Covered :: B ++ Visible :: C). split; auto. apply IH. exists A, B, C; auto.
Qed.

(* covered cards are left out *)
Definition bits (s : list card) : list bool :=
  flat_map (fun c => match c with Visible => [true] | Unused => [false] | Covered => [] end) s.

Lemma puts_bits s : map bits (puts s) = raises (bits s).
Proof.
  induction s as [|c s IH]; auto. destruct c; simpl; rewrite map_map, <- IH, ?map_map; reflexivity.
Qed.

Lemma suit_moves_bits s : map bits (suit_moves s) = string_moves (bits s).
Proof.
  induction s as [|c s IH]; auto.
  destruct c; simpl; rewrite ?map_app, !map_map, <- IH, <- ?puts_bits, ?map_map; reflexivity.
Qed.

Lemma suit_opts_end s o : In o (suit_opts s) -> weight (fun s => length (bits s)) o < length (bits s).
Proof.
  unfold suit_opts. rewrite in_map_iff. intros (t & <- & H).
  assert (M : In (bits t) (string_moves (bits s))) by (rewrite <- suit_moves_bits; now apply in_map).
  apply string_moves_end in M. unfold weight; simpl. lia.
Qed.

Definition suit_value (s : list card) : N := G suit_opts (fun s => length (bits s)) s.

Theorem suit_value_right s : suit_value s = N.of_nat (rule (bits s)).
Proof.
  apply (table_right suit_opts (fun s => length (bits s)) suit_opts_end (fun _ => True)
    (fun s => N.of_nat (rule (bits s)))); auto.
  intros t _. unfold suit_opts. rewrite map_map. cbn [map xors fold_right].
  rewrite (map_ext _ (fun u => N.of_nat (rule (bits u)))); [|intros u; apply N.lxor_0_r].
  rewrite <- (map_map bits (fun t => N.of_nat (rule t))), suit_moves_bits. apply rule_mex.
Qed.

(* a deal is a list of suits; the player to move loses iff the xor of the values by the rule is 0 *)
Theorem deal_lost p : Loses suit_opts p <-> xors (map (fun s => N.of_nat (rule (bits s))) p) = 0%N.
Proof.
  rewrite (sprague_grundy _ _ suit_opts_end p). fold suit_value.
  now rewrite (map_ext _ _ suit_value_right).
Qed.

(* ---------- the deals at the start ---------- *)

(* n cards, each visible or unused *)
Definition start_suit (n : nat) (s : list card) : Prop := length s = n /\ Forall (fun c => c <> Covered) s.

(* s suits of n cards each, lost for the player to move *)
Definition lost_deal (n s : nat) (d : list (list card)) : Prop :=
  length d = s /\ Forall (start_suit n) d /\ Loses suit_opts d.

Definition start_suits (n : nat) : list (list card) :=
  map (map (fun b : bool => if b then Visible else Unused)) (strings n).

Lemma bits_start u : bits (map (fun b : bool => if b then Visible else Unused) u) = u.
Proof. induction u as [|[|] u IH]; simpl; now rewrite ?IH. Qed.

Lemma start_suits_In n s : In s (start_suits n) <-> start_suit n s.
Proof.
  unfold start_suits, start_suit. rewrite in_map_iff. setoid_rewrite strings_In. split.
  - intros (u & <- & L). rewrite map_length. split; auto. apply Forall_forall. intros c H.
    apply in_map_iff in H. destruct H as ([|] & <- & _); discriminate.
  - intros (L & F). exists (map (fun c => match c with Visible => true | _ => false end) s).
    rewrite map_length, map_map. split; auto. rewrite <- (map_id s) at 2. apply map_ext_in.
    intros c Hc. rewrite Forall_forall in F. specialize (F c Hc). destruct c; congruence.
Qed.

Lemma start_suits_NoDup n : NoDup (start_suits n).
Proof.
  apply FinFun.Injective_map_NoDup; [|apply strings_NoDup]. intros x y E.
  rewrite <- (bits_start x), E. apply bits_start.
Qed.

(* 2^k times the number of lost deals of s suits of n cards, n <= 2^k *)
Theorem lost_deals_counted n s k : (N.of_nat n <= 2 ^ N.of_nat k)%N ->
  exists c, number_of (lost_deal n s) c /\
    (2 ^ Z.of_nat k * Z.of_N c = power_sum k (fun g => Z.of_N (suits_of_value n (N.to_nat g))) s)%Z.
Proof.
  intros K. set (v := fun u => N.of_nat (rule (bits u))).
  exists (count (fun d => N.eqb (xors (map v d)) 0) (lists (start_suits n) s)). split.
  - apply (number_of_ext (fun d => (length d = s /\ Forall (start_suit n) d) /\ Loses suit_opts d)).
    { intros d. unfold lost_deal. tauto. }
    apply number_of_filter.
    + apply lists_NoDup, start_suits_NoDup.
    + intros d. rewrite lists_In. rewrite !Forall_forall. now setoid_rewrite start_suits_In.
    + intros d _. rewrite deal_lost. apply N.eqb_eq.
  - rewrite lists_counted.
    + apply power_sum_ext. intros g _. f_equal. unfold start_suits, suits_of_value. rewrite count_map.
      apply count_ext. intros u. unfold v. rewrite bits_start.
      destruct (N.eqb_spec (N.of_nat (rule u)) g), (Nat.eqb_spec (rule u) (N.to_nat g)); auto; lia.
    + intros a Ha. unfold start_suits in Ha. apply in_map_iff in Ha. destruct Ha as (u & <- & Hu).
      unfold v. rewrite bits_start.
      destruct (Nat.eq_dec (rule u) 0) as [->|Z]; [apply N.neq_0_lt_0, N.pow_nonzero; lia|].
      destruct (Nat.lt_ge_cases (rule u) n) as [L|L]; [lia|exfalso].
      assert (F : suits_of_value n (rule u) = 0%N) by (apply suits_beyond; lia).
      unfold suits_of_value, count in F.
      assert (I : In u (filter (fun s => Nat.eqb (rule s) (rule u)) (strings n)))
        by (apply filter_In; split; auto; apply Nat.eqb_refl).
      destruct (filter _ _); [easy|discriminate].
Qed.
