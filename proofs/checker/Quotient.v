(* A plain checker of misère quotients with a period, for take-and-break codes (docs/misere.md): on lists, slow, and
   without any axiom. Good for some dozens of elements.

     [quotient_sound]     a sum of heaps of any size is lost iff its image is a lost element;
     [quotient_reduced]   two sums may be put for each other in every position iff they have the same image;
     [quotient_order]     there are exactly as many sums that differ in play as the quotient has elements;
     [quotient_period]    period and preperiod of single heaps in play, both least.

   Rows of products, words and pairs are written down by [found] and [pairs]; nothing rests on how they were made. *)
Require Import List Arith NArith Lia Bool Eqdep_dec.
From Sprague.theory Require Import Game Codes Periodicity Misere MiserePeriod.
Import ListNotations.

(* ---------- statements about play ---------- *)
(* the player who cannot move wins *)
Definition Lost (c : list N) (X : list nat) : Prop := lost nat (opts c) X.

(* X may be put for Y in every position without changing who wins *)
Definition Equivalent (c : list N) (X Y : list nat) : Prop := forall Z, Lost c (X ++ Z) <-> Lost c (Y ++ Z).

(* of all sums exactly k differ in play *)
Definition OrderOfPlay (c : list N) (k : nat) : Prop :=
  exists L, length L = k /\ NoDup L /\ (forall X, exists Y, In Y L /\ Equivalent c X Y) /\
    (forall X Y, In X L -> In Y L -> Equivalent c X Y -> X = Y).

Definition PeriodOfMisere (c : list N) (p n0 : nat) : Prop := forall x, n0 <= x -> Equivalent c [x + p] [x].

Definition LeastPeriodOfMisere (c : list N) (p n0 : nat) : Prop :=
  0 < p /\ PeriodOfMisere c p n0 /\ forall r m, 0 < r -> PeriodOfMisere c r m -> Nat.divide p r /\ n0 <= m.

(* ---------- what is claimed ---------- *)
(* Elements are numbers, 0 is the identity. *)
Record quotient := {
  rows : list (list nat);   (* row x: the products of x with 0, 1, ... *)
  losses : list bool;       (* whether an element is lost *)
  images : list nat;        (* of the heaps below preperiod + period *)
  words : list (list nat);  (* for each element, a sum of heaps with this image *)
  period : nat;
  preperiod : nat }.

Section Check.

Variable q : quotient.

Definition order : nat := length (rows q).
Definition all (f : nat -> bool) : bool := forallb f (seq 0 order).
Definition times (x y : nat) : nat := nth y (nth x (rows q) []) 0.
Definition is_lost (x : nat) : bool := nth x (losses q) false.
Definition image (h : nat) : nat :=
  nth (if h <? preperiod q then h else preperiod q + (h - preperiod q) mod period q) (images q) 0.
Definition product (X : list nat) : nat := fold_right (fun h x => times (image h) x) 0 X.

Definition check_monoid : bool :=
  (0 <? order) && forallb (forallb (fun x => x <? order)) (rows q) && forallb (fun x => x <? order) (images q) &&
  all (fun y => times 0 y =? y) &&
  all (fun x => all (fun y => (times x y =? times y x) && all (fun z => times x (times y z) =? times (times x y) z))).

(* x the image of a heap, E those of its options: the elements beside which the heap counts as won, but by no move *)
Definition unwon (x : nat) (E : list nat) (z : nat) : bool :=
  negb (is_lost (times x z)) && forallb (fun e => negb (is_lost (times e z))) E.
Definition undecided (x : nat) (E : list nat) : list bool := map (unwon x E) (seq 0 order).
Definition related (V : list (list bool)) (x z : nat) : bool := nth z (nth x V []) false.

Definition check_local (x : nat) (E : list nat) : bool :=
  all (fun z => negb (is_lost (times x z)) || forallb (fun e => negb (is_lost (times e z))) E).
Definition check_steps (V : list (list bool)) (x : nat) (D : list bool) : bool :=
  all (fun y => all (fun z =>
    negb (related V y (times x z) && nth (times y z) D false) || (negb (z =? 0) && related V (times y x) z))).

Variable c : list N.

Definition after (h : nat) : list nat := nodup Nat.eq_dec (map product (opts c h)).
Definition check_heap (V : list (list bool)) (h : nat) : bool :=
  match opts c h with
  | [] => image h =? 0
  | _ => let E := after h in check_local (image h) E && check_steps V (image h) (undecided (image h) E)
  end.

(* the heaps of the periodicity theorem *)
Definition heaps : nat := most_parts c * (preperiod q + period q) + last_digit c.

Definition check (V : list (list bool)) : bool :=
  wfb c && (1 <=? preperiod q) && (1 <=? period q) && negb (is_lost 0) && check_monoid &&
  all (fun z => is_lost z || related V 0 z) && forallb (check_heap V) (seq 0 heaps).

(* every element is the image of a sum, and no two have the same row *)
Definition check_reduced : bool :=
  all (fun x => product (nth x (words q) []) =? x) &&
  all (fun x => all (fun y => (x =? y) || negb (all (fun z => Bool.eqb (is_lost (times x z)) (is_lost (times y z)))))).

(* every proper divisor of the period is refuted, and so is a smaller preperiod *)
Definition check_least : bool :=
  let p := period q in
  let breaks d x := negb (image (x + d) =? image x) in
  forallb (fun d => negb (p mod d =? 0) || existsb (breaks d) (seq (preperiod q) p)) (seq 1 (p - 1)) &&
  breaks p (preperiod q - 1).

(* ---------- soundness ---------- *)
Lemma all_spec f x : all f = true -> x < order -> f x = true.
Proof. unfold all. rewrite forallb_forall. intros H L. apply H, in_seq. lia. Qed.

Section Monoid.

Hypothesis M : check_monoid = true.

Lemma monoid_parts :
  0 < order /\ (forall x y, times x y < order) /\ (forall h, image h < order) /\
  (forall y, y < order -> times 0 y = y) /\
  (forall x y, x < order -> y < order -> times x y = times y x) /\
  (forall x y z, x < order -> y < order -> z < order -> times x (times y z) = times (times x y) z).
Proof.
  unfold check_monoid in M. rewrite !andb_true_iff, Nat.ltb_lt in M.
  destruct M as [[[[O R] I] One] Laws]. rewrite forallb_forall in R, I.
  split; [exact O|]. split; [|split; [|split; [|split]]].
  - intros x y. unfold times.
    destruct (nth_in_or_default x (rows q) []) as [Hr| ->]; [|destruct y; exact O].
    destruct (nth_in_or_default y (nth x (rows q) []) 0) as [Hx| ->]; [|exact O].
    specialize (R _ Hr). rewrite forallb_forall in R. now apply Nat.ltb_lt, R.
  - intros h. unfold image.
    match goal with |- nth ?i _ _ < _ => destruct (nth_in_or_default i (images q) 0) as [Hi| ->] end; [|exact O].
    now apply Nat.ltb_lt, I.
  - intros y Hy. apply Nat.eqb_eq. exact (all_spec _ y One Hy).
  - intros x y Hx Hy. pose proof (all_spec _ x Laws Hx) as L. simpl in L.
    pose proof (all_spec _ y L Hy) as E. simpl in E. apply andb_true_iff in E. now apply Nat.eqb_eq.
  - intros x y z Hx Hy Hz. pose proof (all_spec _ x Laws Hx) as L. simpl in L.
    pose proof (all_spec _ y L Hy) as E. simpl in E. apply andb_true_iff in E. destruct E as [_ E].
    pose proof (all_spec _ z E Hz) as F. simpl in F. now apply Nat.eqb_eq.
Qed.

Definition element : Type := {x : nat | (x <? order) = true}.
Definition val (a : element) : nat := proj1_sig a.

Lemma val_inj a b : val a = val b -> a = b.
Proof.
  destruct a as [x Hx], b as [y Hy]. simpl. intros <-. f_equal. apply UIP_dec. apply bool_dec.
Qed.

Lemma val_lt a : val a < order.
Proof. destruct a as [x Hx]. now apply Nat.ltb_lt. Qed.

Lemma below x : x < order -> (x <? order) = true.
Proof. apply Nat.ltb_lt. Qed.

Definition mul (a b : element) : element :=
  exist _ (times (val a) (val b)) (below _ (proj1 (proj2 monoid_parts) (val a) (val b))).
Definition one : element := exist _ 0 (below _ (proj1 monoid_parts)).
Definition img (h : nat) : element := exist _ (image h) (below _ (proj1 (proj2 (proj2 monoid_parts)) h)).
Definition P (a : element) : bool := is_lost (val a).

Lemma mul_comm a b : mul a b = mul b a.
Proof. apply val_inj. simpl. apply monoid_parts; apply val_lt. Qed.

Lemma mul_assoc a b d : mul a (mul b d) = mul (mul a b) d.
Proof. apply val_inj. simpl. apply monoid_parts; apply val_lt. Qed.

Lemma one_mul a : mul one a = a.
Proof. apply val_inj. simpl. apply monoid_parts, val_lt. Qed.

Notation Image := (Phi nat element mul one img).

Lemma val_image X : val (Image X) = product X.
Proof. induction X as [|h X IH]; simpl; [reflexivity|]. now rewrite <- IH. Qed.

Lemma product_lt X : product X < order.
Proof. rewrite <- val_image. apply val_lt. Qed.

Lemma product_app X Y : product (X ++ Y) = times (product X) (product Y).
Proof.
  rewrite <- !val_image. rewrite (Phi_app nat element mul one img mul_assoc one_mul). reflexivity.
Qed.

Lemma image_repeats h : 1 <= period q -> preperiod q <= h -> image (h + period q) = image h.
Proof.
  intros P1 H. unfold image. destruct (Nat.ltb_spec h (preperiod q)); [lia|].
  destruct (Nat.ltb_spec (h + period q) (preperiod q)); [lia|]. f_equal. f_equal.
  replace (h + period q - preperiod q) with (h - preperiod q + 1 * period q) by lia.
  apply Nat.mod_add. lia.
Qed.

Variable V : list (list bool).
Hypothesis start : all (fun z => is_lost z || related V 0 z) = true.

Notation Related := (U nat (opts c) element mul one P img (fun h => h < heaps)).

Lemma nth_undecided x E z : z < order -> nth z (undecided x E) false = unwon x E z.
Proof.
  intros H. unfold undecided. rewrite nth_indep with (d' := unwon x E 0).
  - rewrite map_nth, seq_nth; auto.
  - now rewrite map_length, seq_length.
Qed.

(* the options' images, each once *)
Lemma after_all h f : forallb f (after h) = true <-> forall o, In o (opts c h) -> f (product o) = true.
Proof.
  unfold after. rewrite forallb_forall. split; intros H.
  - intros o Ho. apply H, nodup_In, in_map, Ho.
  - intros x Hx. apply nodup_In, in_map_iff in Hx. destruct Hx as (o & <- & Ho). now apply H.
Qed.

Hypothesis checked : forall h, h < heaps -> check_heap V h = true.

Lemma checked_moving h : h < heaps -> opts c h <> [] ->
  check_local (image h) (after h) = true /\ check_steps V (image h) (undecided (image h) (after h)) = true.
Proof.
  intros H N. specialize (checked h H). unfold check_heap in checked.
  destruct (opts c h); [contradiction|]. now apply andb_true_iff.
Qed.

Lemma unwon_after h z : D nat (opts c) element mul one P img h z -> unwon (image h) (after h) (val z) = true.
Proof.
  intros [counts moves]. unfold unwon. rewrite andb_true_iff. split.
  - unfold P in counts. simpl in counts. now rewrite counts.
  - apply after_all. intros o Ho. specialize (moves o Ho). unfold P in moves. simpl in moves.
    fold (val (Image o)) in moves. rewrite val_image in moves. now rewrite moves.
Qed.

(* a step of U is one of the pairs, and no step ends in 1 *)
Lemma step_related x h z : h < heaps -> opts c h <> [] ->
  related V (val x) (val (mul (img h) z)) = true -> D nat (opts c) element mul one P img h (mul x z) ->
  val z <> 0 /\ related V (val (mul x (img h))) (val z) = true.
Proof.
  intros H N R Hd. destruct (checked_moving h H N) as [_ S].
  pose proof (all_spec _ (val x) S (val_lt x)) as Sx. simpl in Sx.
  pose proof (all_spec _ (val z) Sx (val_lt z)) as Sz. simpl in Sz.
  apply unwon_after in Hd. simpl in R, Hd. rewrite R in Sz.
  rewrite nth_undecided in Sz by apply monoid_parts. rewrite Hd in Sz. simpl in Sz.
  apply andb_true_iff in Sz. destruct Sz as [Z E]. split; [|exact E].
  apply negb_true_iff, Nat.eqb_neq in Z. exact Z.
Qed.

Lemma U_related x z : Related x z -> related V (val x) (val z) = true.
Proof.
  induction 1 as [z won | x h z H N _ IH Hd].
  - pose proof (all_spec _ (val z) start (val_lt z)) as S. simpl in S. unfold P in won. now rewrite won in S.
  - now apply step_related.
Qed.

Hypothesis W : wfb c = true.
Hypothesis N0 : 1 <= preperiod q.
Hypothesis P0 : 1 <= period q.
Hypothesis one_won : is_lost 0 = false.

Lemma outcomes_right X : Lost c X <-> is_lost (product X) = true.
Proof.
  rewrite <- val_image. unfold Lost. change (is_lost (val (Image X))) with (P (Image X)). revert X.
  apply misere_period with (k := last_digit c) (m := most_parts c) (p := period q) (n0 := preperiod q);
    auto using mul_comm, mul_assoc, one_mul, reach_computed.
  - now apply wfb_wf.
  - intros x Hx. apply val_inj. simpl. now apply image_repeats.
  - intros h H none. apply val_inj. simpl. specialize (checked h H). unfold check_heap in checked.
    rewrite none in checked. now apply Nat.eqb_eq.
  - intros h o z H Ho lostO. assert (N : opts c h <> []) by (intros E; now rewrite E in Ho).
    destruct (checked_moving h H N) as [L _].
    pose proof (all_spec _ (val z) L (val_lt z)) as Lz. simpl in Lz.
    unfold P in *. simpl in *. fold (val (Image o)) in lostO. rewrite val_image in lostO.
    destruct (is_lost (times (image h) (val z))); auto. simpl in Lz. rewrite after_all in Lz.
    specialize (Lz o Ho). now rewrite lostO in Lz.
  - intros x h H N R Hd. apply U_related in R. now destruct (step_related x h one H N R Hd) as [Z _].
Qed.

End Monoid.

Section Sound.

Variable V : list (list bool).
Hypothesis C : check V = true.

Lemma check_parts :
  wfb c = true /\ 1 <= preperiod q /\ 1 <= period q /\ is_lost 0 = false /\ check_monoid = true /\
  all (fun z => is_lost z || related V 0 z) = true /\ (forall h, h < heaps -> check_heap V h = true).
Proof.
  pose proof C as H. unfold check in H. rewrite !andb_true_iff, !Nat.leb_le, negb_true_iff, forallb_forall in H.
  destruct H as ((((((H1 & H2) & H3) & H4) & H5) & H6) & H7). repeat split; auto.
  intros h Hh. apply H7, in_seq. lia.
Qed.

Theorem quotient_sound X : Lost c X <-> is_lost (product X) = true.
Proof. destruct check_parts as (H1 & H2 & H3 & H4 & H5 & H6 & H7). now apply outcomes_right with V. Qed.

Lemma sum_app X Y : product (X ++ Y) = times (product X) (product Y).
Proof. apply product_app, check_parts. Qed.

Lemma sum_lt X : product X < order.
Proof. apply product_lt, check_parts. Qed.

Hypothesis R : check_reduced = true.

Lemma word_spec x : x < order -> product (nth x (words q) []) = x.
Proof.
  intros H. pose proof R as E. unfold check_reduced in E. apply andb_true_iff in E. destruct E as [E _].
  apply Nat.eqb_eq. exact (all_spec _ x E H).
Qed.

Theorem quotient_reduced X Y : Equivalent c X Y <-> product X = product Y.
Proof.
  split.
  - intros E. pose proof R as D. unfold check_reduced in D. apply andb_true_iff in D. destruct D as [_ D].
    pose proof (all_spec _ _ D (sum_lt X)) as Dx. simpl in Dx.
    pose proof (all_spec _ _ Dx (sum_lt Y)) as Dy. simpl in Dy.
    destruct (Nat.eqb_spec (product X) (product Y)) as [|N]; auto. simpl in Dy. apply negb_true_iff in Dy.
    assert (A : all (fun z => Bool.eqb (is_lost (times (product X) z)) (is_lost (times (product Y) z))) = true);
      [|congruence].
    apply forallb_forall. intros z Hz. apply in_seq in Hz. rewrite eqb_true_iff.
    specialize (E (nth z (words q) [])). rewrite !quotient_sound, !sum_app, word_spec in E by lia.
    destruct (is_lost (times (product X) z)), (is_lost (times (product Y) z)); auto.
    + symmetry. now apply E.
    + now apply E.
  - intros E Z. rewrite !quotient_sound, !sum_app. now rewrite E.
Qed.

Theorem quotient_order : OrderOfPlay c order.
Proof.
  exists (map (fun x => nth x (words q) []) (seq 0 order)). split; [|split; [|split]].
  - now rewrite map_length, seq_length.
  - apply NoDup_nth with (d := []). rewrite map_length, seq_length. intros i j Hi Hj E.
    assert (G : forall i, i < order -> nth i (map (fun x => nth x (words q) []) (seq 0 order)) [] = nth i (words q) []).
    { intros k Hk. rewrite nth_indep with (d' := nth 0 (words q) []) by now rewrite map_length, seq_length.
      rewrite (map_nth (fun x => nth x (words q) []) (seq 0 order) 0). rewrite seq_nth; auto. }
    rewrite !G in E by auto. rewrite <- (word_spec i), <- (word_spec j), E; auto.
  - intros X. exists (nth (product X) (words q) []). split.
    + apply in_map_iff. exists (product X). split; auto. apply in_seq. pose proof (sum_lt X). lia.
    + apply quotient_reduced. symmetry. apply word_spec, sum_lt.
  - intros X Y HX HY E. apply in_map_iff in HX, HY.
    destruct HX as (x & <- & Hx), HY as (y & <- & Hy). apply in_seq in Hx, Hy.
    apply quotient_reduced in E. rewrite !word_spec in E by lia. now rewrite E.
Qed.

(* the same about single heaps *)
Lemma single h : product [h] = image h.
Proof.
  destruct check_parts as (_ & _ & _ & _ & M & _). simpl.
  destruct (monoid_parts M) as (O & _ & I & One & Comm & _). rewrite Comm by auto. now apply One.
Qed.

Lemma periods_agree p n0 : Period (fun h => N.of_nat (image h)) p n0 <-> PeriodOfMisere c p n0.
Proof.
  split; intros H x Hx; specialize (H x Hx).
  - apply quotient_reduced. rewrite !single. now apply Nat2N.inj.
  - apply quotient_reduced in H. rewrite !single in H. now f_equal.
Qed.

Theorem quotient_period : check_least = true -> LeastPeriodOfMisere c (period q) (preperiod q).
Proof.
  intros L. destruct check_parts as (_ & N0 & P0 & _ & M & _).
  unfold check_least in L. rewrite andb_true_iff, forallb_forall in L. destruct L as [Dv N].
  assert (Lp : LeastPeriod (fun h => N.of_nat (image h)) (period q) (preperiod q)).
  { apply least_period.
    - lia.
    - intros x Hx. f_equal. now apply image_repeats.
    - intros d Hd Dd. specialize (Dv d). rewrite in_seq in Dv. specialize (Dv ltac:(lia)).
      apply Nat.mod_divide in Dd; [|lia]. rewrite Dd in Dv. simpl in Dv. apply existsb_exists in Dv.
      destruct Dv as (x & Hx & E). apply in_seq in Hx. exists x. split; [lia|].
      apply negb_true_iff, Nat.eqb_neq in E. intros F. now apply E, Nat2N.inj.
    - right. apply negb_true_iff, Nat.eqb_neq in N. intros F. now apply N, Nat2N.inj. }
  destruct Lp as (P & H & A). split; [exact P|]. split; [now apply periods_agree|].
  intros r m Hr Hp. apply A; auto. now apply periods_agree.
Qed.

End Sound.

End Check.

(* ---------- writing it down ---------- *)
(* From the actions of some heaps: every element with its row and a sum that has it as its image. *)
Definition add_found (act : nat * list nat) (known : list (nat * (list nat * list nat))) :=
  fold_left (fun known e =>
    let y := nth (fst e) (snd act) 0 in
    if existsb (fun k => fst k =? y) known then known
    else known ++ [(y, (map (fun z => nth z (snd act) 0) (fst (snd e)), fst act :: snd (snd e)))]) known known.

Fixpoint found (rounds : nat) (acts : list (nat * list nat)) (known : list (nat * (list nat * list nat))) :=
  match rounds with
  | O => known
  | S r => found r acts (fold_left (fun known act => add_found act known) acts known)
  end.

Definition make (acts : list (nat * list nat)) (lost_ones imgs : list nat) (p n0 : nat) : quotient :=
  let n := length (snd (hd (0, []) acts)) in
  let known := found n acts [(0, (seq 0 n, []))] in
  let of x := snd (hd (0, ([], [])) (filter (fun k => fst k =? x) known)) in
  {| rows := map (fun x => fst (of x)) (seq 0 n);
     losses := map (fun x => existsb (Nat.eqb x) lost_ones) (seq 0 n);
     images := imgs;
     words := map (fun x => snd (of x)) (seq 0 n);
     period := p; preperiod := n0 |}.

(* The pairs of U, heap by heap. *)
Fixpoint set_nth {A} (l : list A) (i : nat) (a : A) : list A :=
  match l, i with
  | [], _ => []
  | _ :: l, O => a :: l
  | b :: l, S i => b :: set_nth l i a
  end.

Definition insert (V : list (list bool)) (x z : nat) := set_nth V x (set_nth (nth x V []) z true).

Definition one_more (q : quotient) (x : nat) (D : list bool) (V : list (list bool)) :=
  fold_left (fun s y => fold_left (fun s z =>
    let V := snd s in
    if related V y (times q x z) then
      if nth (times q y z) D false then
        if related V (times q y x) z then s else (true, insert V (times q y x) z)
      else s
    else s) (seq 0 (order q)) s) (seq 0 (order q)) (false, V).

Fixpoint copies (fuel : nat) (q : quotient) (x : nat) (D : list bool) (V : list (list bool)) :=
  match fuel with
  | O => V
  | S f => let s := one_more q x D V in if fst s then copies f q x D (snd s) else V
  end.

Definition pairs (q : quotient) (c : list N) : list (list bool) :=
  let n := order q in
  let nothing := repeat (repeat false n) n in
  let start := set_nth nothing 0 (map (fun z => negb (is_lost q z)) (seq 0 n)) in
  fold_left (fun V h =>
    match opts c h with
    | [] => V
    | _ => copies n q (image q h) (undecided q (image q h) (after q c h)) V
    end) (seq 0 (heaps q c)) start.
