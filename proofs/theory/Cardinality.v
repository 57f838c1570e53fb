(* How many things have a property.

     [number_of]          exactly v things have the property P: a list without repetitions holds them all;
     [number_of_unique]   there is one such v at most;
     [number_of_filter]   counting by a test, over a list.

   No axioms. *)
Require Import List Arith NArith Lia Bool.
Import ListNotations.

(* exactly v things have the property P *)
Definition number_of {A : Type} (P : A -> Prop) (v : N) : Prop :=
  exists l, NoDup l /\ (forall a, In a l <-> P a) /\ N.of_nat (length l) = v.

Theorem number_of_unique {A} (P : A -> Prop) u v : number_of P u -> number_of P v -> u = v.
Proof.
  intros (l & D & I & <-) (l' & D' & I' & <-). f_equal. apply Nat.le_antisymm; apply NoDup_incl_length; auto;
  intros a; [rewrite I, I'|rewrite I', I]; auto.
Qed.

Lemma number_of_ext {A} (P Q : A -> Prop) v : (forall a, P a <-> Q a) -> number_of P v -> number_of Q v.
Proof. intros E (l & D & I & L). exists l; repeat split; auto; rewrite <- E; apply I. Qed.

Definition count {A} (f : A -> bool) (l : list A) : N := N.of_nat (length (filter f l)).

Lemma count_app {A} (f : A -> bool) l l' : count f (l ++ l') = (count f l + count f l')%N.
Proof. unfold count. rewrite filter_app, app_length. lia. Qed.

Lemma count_map {A B} (h : A -> B) (f : B -> bool) l : count f (map h l) = count (fun a => f (h a)) l.
Proof.
  unfold count. f_equal. induction l as [|a l IH]; simpl; auto. destruct (f (h a)); simpl; now rewrite IH.
Qed.

Lemma count_ext {A} (f g : A -> bool) l : (forall a, f a = g a) -> count f l = count g l.
Proof. intros E. unfold count. now rewrite (filter_ext _ _ E). Qed.

Lemma count_negb {A} (f : A -> bool) l : (count f l + count (fun a => negb (f a)) l = N.of_nat (length l))%N.
Proof. unfold count. induction l as [|a l IH]; simpl; auto. destruct (f a); simpl length; lia. Qed.

Lemma number_of_filter {A} (P Q : A -> Prop) (f : A -> bool) l :
  NoDup l -> (forall a, In a l <-> P a) -> (forall a, P a -> f a = true <-> Q a) ->
  number_of (fun a => P a /\ Q a) (count f l).
Proof.
  intros D I F. exists (filter f l). split; [now apply NoDup_filter|split; [|reflexivity]].
  intros a. rewrite filter_In, I. split; intros [H K]; split; auto; now apply F.
Qed.

Lemma count_ext_in {A} (f g : A -> bool) l : (forall a, In a l -> f a = g a) -> count f l = count g l.
Proof. intros E. unfold count. now rewrite (filter_ext_in _ _ _ E). Qed.

Lemma count_none {A} (f : A -> bool) l : (forall a, In a l -> f a = false) -> count f l = 0%N.
Proof.
  intros E. rewrite (count_ext_in _ (fun _ => false)) by auto. unfold count.
  induction l as [|a l IH]; simpl in *; auto.
Qed.

(* the things with f are those with g and those with h *)
Lemma count_split {A} (f g h : A -> bool) l : (forall a, In a l -> f a = xorb (g a) (h a) /\ g a && h a = false) ->
  count f l = (count g l + count h l)%N.
Proof.
  unfold count. induction l as [|a l IH]; intros E; simpl; auto.
  destruct (E a (or_introl eq_refl)) as [X Y]. rewrite X.
  specialize (IH (fun b Hb => E b (or_intror Hb))).
  destruct (g a), (h a); try discriminate; cbn [xorb length]; lia.
Qed.

Lemma NoDup_disjoint {A} (l l' : list A) : NoDup l -> NoDup l' -> (forall x, In x l -> ~ In x l') -> NoDup (l ++ l').
Proof.
  induction l as [|x l IH]; simpl; auto. intros D D' X. inversion D; subst. constructor.
  - rewrite in_app_iff; intros [H|H]; [auto|]. apply (X x); auto.
  - apply IH; auto.
Qed.
