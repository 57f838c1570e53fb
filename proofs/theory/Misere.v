(* Misère play: the outcome check by the pair relation U is sound (docs/misere.md, Theorem 1).

     [lost_iff]   X is lost iff its image is a lost element. The hypotheses are checked for some heaps only, and every
                  heap is like one of these: it has the same image, and its options have the same images. That is how a
                  law extends from the heaps of a window to all heaps;
     [not_both]   no position is lost and won.

   No axioms.

    A position is a list of heaps. A move replaces a heap by the heaps of one of its options. The player who cannot
    move wins. *)

Require Import List Bool.
Import ListNotations.

Section Misere.

Variable Heap : Type.

(** What each move in a heap leaves. *)
Variable opt : Heap -> list (list Heap).

Fixpoint options (X : list Heap) : list (list Heap) :=
  match X with
  | [] => []
  | h :: rest => map (fun o => o ++ rest) (opt h) ++ map (cons h) (options rest)
  end.

(** Play ends. *)
Hypothesis ends : well_founded (fun Y X => In Y (options X)).

Inductive lost : list Heap -> Prop :=
| Lost X : options X <> [] -> (forall Y, In Y (options X) -> won Y) -> lost X
with won : list Heap -> Prop :=
| Stuck X : options X = [] -> won X
| Wins X Y : In Y (options X) -> lost Y -> won X.

(** No position is both. *)
Theorem not_both X : lost X -> won X -> False.
Proof.
  induction X as [X IH] using (well_founded_induction ends).
  intros HL HW. destruct HL as [X some all]. destruct HW as [X none | X Y move HY].
  - contradiction.
  - exact (IH Y move HY (all Y move)).
Qed.

(** A commutative monoid Q, a set P of lost elements, an image of every heap. *)
Variable Q : Type.
Variable mul : Q -> Q -> Q.
Variable one : Q.
Variable P : Q -> bool.
Variable image : Heap -> Q.

Infix "*" := mul.
Hypothesis mul_comm : forall x y, x * y = y * x.
Hypothesis mul_assoc : forall x y z, x * (y * z) = (x * y) * z.
Hypothesis one_mul : forall x, one * x = x.

Fixpoint Phi (X : list Heap) : Q :=
  match X with
  | [] => one
  | h :: rest => image h * Phi rest
  end.

Lemma Phi_app X Y : Phi (X ++ Y) = Phi X * Phi Y.
Proof.
  induction X as [|h X IH]; simpl.
  - now rewrite one_mul.
  - now rewrite IH, mul_assoc.
Qed.

Hypothesis one_won : P one = false.

(** The heaps for which the hypotheses are checked. *)
Variable W : Heap -> Prop.

(** The same image, and options of the same images. *)
Definition alike (h k : Heap) : Prop :=
  image k = image h
  /\ (opt k = [] <-> opt h = [])
  /\ (forall o, In o (opt h) -> exists o', In o' (opt k) /\ Phi o' = Phi o)
  /\ (forall o, In o (opt k) -> exists o', In o' (opt h) /\ Phi o' = Phi o).

Hypothesis like_one : forall h, exists k, W k /\ alike h k.

Hypothesis stuck_image_W : forall h, W h -> opt h = [] -> image h = one.

(** (a) No lost sum has a lost option. *)
Hypothesis local_W :
  forall h o z, W h -> In o (opt h) -> P (Phi o * z) = true -> P (image h * z) = false.

(** h + z counts as won, but by no move in h. *)
Definition D (h : Heap) (z : Q) : Prop :=
  P (image h * z) = false /\ forall o, In o (opt h) -> P (Phi o * z) = false.

Inductive U : Q -> Q -> Prop :=
| Start z : P z = false -> U one z
| Step_W x h z : W h -> opt h <> [] -> U x (image h * z) -> D h (x * z) -> U (x * image h) z.

(** (b) No step produces a pair (x, 1). *)
Hypothesis no_pair_W :
  forall x h, W h -> opt h <> [] -> U x (image h * one) -> D h (x * one) -> False.

Lemma D_alike h k z : alike h k -> D h z -> D k z.
Proof.
  intros [same [_ [_ back]]] [counts moves]. split.
  - now rewrite same.
  - intros o Ho. destruct (back o Ho) as [o' [Ho' <-]]. now apply moves.
Qed.

Lemma stuck_image h : opt h = [] -> image h = one.
Proof.
  intro none. destruct (like_one h) as [k [HW [same [stuck _]]]].
  rewrite <- same. apply stuck_image_W; [exact HW|]. now apply stuck.
Qed.

Lemma local h o z : In o (opt h) -> P (Phi o * z) = true -> P (image h * z) = false.
Proof.
  intros Ho lostO. destruct (like_one h) as [k [HW [same [_ [forth _]]]]].
  destruct (forth o Ho) as [o' [Ho' eq]]. rewrite <- same.
  apply (local_W k o' z HW Ho'). now rewrite eq.
Qed.

Lemma Step x h z : opt h <> [] -> U x (image h * z) -> D h (x * z) -> U (x * image h) z.
Proof.
  intros some related HD. destruct (like_one h) as [k [HW like]].
  pose proof (D_alike h k _ like HD) as HDk. destruct like as [same [stuck _]].
  rewrite <- same. apply Step_W; [exact HW| | |exact HDk].
  - intro none. apply some. now apply stuck.
  - now rewrite same.
Qed.

Lemma no_pair x h : opt h <> [] -> U x (image h * one) -> D h (x * one) -> False.
Proof.
  intros some related HD. destruct (like_one h) as [k [HW like]].
  pose proof (D_alike h k _ like HD) as HDk. destruct like as [same [stuck _]].
  apply (no_pair_W x k HW); [| |exact HDk].
  - intro none. apply some. now apply stuck.
  - now rewrite same.
Qed.

(** X + z counts as won, but no move in X wins it. *)
Definition unwon (X : list Heap) (z : Q) : Prop :=
  P (Phi X * z) = false /\ forall Y, In Y (options X) -> P (Phi Y * z) = false.

Lemma unwon_rest h X z : unwon (h :: X) z -> unwon X (image h * z).
Proof.
  intros [counts moves]. split.
  - rewrite mul_assoc, (mul_comm (Phi X)). exact counts.
  - intros Y HY. rewrite mul_assoc, (mul_comm (Phi Y)).
    apply (moves (h :: Y)). simpl. apply in_or_app. right. now apply in_map.
Qed.

Lemma unwon_heap h X z : unwon (h :: X) z -> D h (Phi X * z).
Proof.
  intros [counts moves]. split.
  - rewrite mul_assoc. exact counts.
  - intros o Ho. rewrite mul_assoc, <- Phi_app.
    apply moves. simpl. apply in_or_app. left. now apply (in_map (fun o => o ++ X)).
Qed.

Lemma unwon_related X : forall z, unwon X z -> U (Phi X) z.
Proof.
  induction X as [|h X IH]; intros z HX; simpl.
  - apply Start. destruct HX as [counts _]. simpl in counts. now rewrite one_mul in counts.
  - pose proof (IH _ (unwon_rest h X z HX)) as related.
    destruct (opt h) eqn:moves.
    + rewrite (stuck_image h moves), one_mul in *. exact related.
    + rewrite mul_comm. apply Step.
      * now rewrite moves.
      * exact related.
      * now apply unwon_heap.
Qed.

Lemma none_unwon X : options X <> [] -> unwon X one -> False.
Proof.
  induction X as [|h X IH]; intros some HX.
  - now apply some.
  - destruct (opt h) eqn:moves.
    + apply IH.
      * intro none. apply some. simpl. now rewrite moves, none.
      * pose proof (unwon_rest h X one HX) as rest.
        now rewrite (stuck_image h moves), one_mul in rest.
    + apply (no_pair (Phi X) h).
      * now rewrite moves.
      * apply unwon_related. now apply unwon_rest.
      * now apply unwon_heap.
Qed.

Lemma mul_one x : x * one = x.
Proof. now rewrite mul_comm, one_mul. Qed.

Lemma stuck_sum X : options X = [] -> Phi X = one.
Proof.
  induction X as [|h X IH]; intro none; simpl; [reflexivity|].
  simpl in none. apply app_eq_nil in none. destruct none as [here there].
  apply map_eq_nil in here. apply map_eq_nil in there.
  rewrite (stuck_image h here), one_mul. now apply IH.
Qed.

(** An option of a lost sum, beside anything, is not lost. *)
Lemma local_sum X : forall Y z, In Y (options X) -> P (Phi X * z) = true -> P (Phi Y * z) = false.
Proof.
  induction X as [|h X IH]; intros Y z HY HP; simpl in *; [contradiction|].
  apply in_app_or in HY. destruct HY as [here | there].
  - apply in_map_iff in here. destruct here as [o [<- Ho]].
    destruct (P (Phi (o ++ X) * z)) eqn:option; [|reflexivity].
    rewrite Phi_app, <- mul_assoc in option.
    rewrite <- mul_assoc in HP.
    now rewrite (local h o (Phi X * z) Ho option) in HP.
  - apply in_map_iff in there. destruct there as [Y' [<- HY']]. simpl.
    rewrite (mul_comm (image h)), <- mul_assoc in HP.
    rewrite (mul_comm (image h)), <- mul_assoc.
    now apply IH.
Qed.

(** All outcomes are right. *)
Theorem outcomes X : (P (Phi X) = true -> lost X) /\ (P (Phi X) = false -> won X).
Proof.
  induction X as [X IH] using (well_founded_induction ends). split; intro HP.
  - apply Lost.
    + intro none. rewrite (stuck_sum X none), one_won in HP. discriminate.
    + intros Y HY. apply (IH Y HY).
      rewrite <- (mul_one (Phi Y)). apply (local_sum X); [exact HY|]. now rewrite mul_one.
  - assert (options X = [] \/ options X <> []) as [none | moves]
      by (destruct (options X); [now left | right; discriminate]); [now apply Stuck|].
    destruct (existsb (fun Y => P (Phi Y)) (options X)) eqn:some.
    + apply existsb_exists in some. destruct some as [Y [HY lostY]].
      apply (Wins X Y HY). now apply (IH Y HY).
    + exfalso. apply (none_unwon X moves).
      split; [now rewrite mul_one|]. intros Y HY. rewrite mul_one.
      destruct (P (Phi Y)) eqn:HPY; [|reflexivity].
      assert (existsb (fun Y => P (Phi Y)) (options X) = true) as yes
        by (apply existsb_exists; now exists Y).
      rewrite yes in some. discriminate.
Qed.

(** A sum is lost iff its image is. *)
Theorem lost_iff X : lost X <-> P (Phi X) = true.
Proof.
  destruct (outcomes X) as [yes no]. split; [|exact yes].
  intro HL. destruct (P (Phi X)) eqn:HP; [reflexivity|].
  exfalso. exact (not_both X HL (no eq_refl)).
Qed.

End Misere.
