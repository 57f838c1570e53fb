(* Lost deals modulo 10^9 + 7, on machine integers (docs/cards.md, sections 5 and 6).

   The numbers a_g(n) are the leaves of a perfect binary tree, two at a time, computed from the highest g down to 0 by
   the three sequences of CardCounts; a division is a multiplication by a number that is checked to be the inverse, so
   nothing rests on 10^9 + 7 being prime. The sum over characters follows the recursion [power_sum] of XorTransform on
   that tree. Sums are reduced at the leaves alone: entries of a tree that was halved j times are below 2^j (10^9 + 7).
   Cost: n/2 powers for the inverses, 2^k powers and k 2^k additions for the sum; for n = 10^7, k = 24 this is a minute
   and 2 GB.

     [values_tree_right]      the tree holds the numbers a_g(n);
     [tree_power_sum_right]   the sum over characters;
     [lost_deals_mod]         what the program computes is the number of lost deals.

   The axioms are the specifications of primitive integers. *)
Require Import List Arith NArith ZArith Lia Bool Uint63 Setoid Morphisms.
From Sprague.theory Require Import Game Cardinality GapRule CardCounts XorTransform Cards.
Import ListNotations.
Local Open Scope uint63_scope.

(* ---------- the program ---------- *)

Definition p : int := 1000000007.

Definition mulm (x y : int) : int := x * y mod p.

(* x^e acc^(2^length), e in binary with the highest digit first *)
Fixpoint powm (e : list bool) (x acc : int) : int :=
  match e with [] => acc | b :: e => powm e x (let q := mulm acc acc in if b then mulm q x else q) end.

Fixpoint digits (x : positive) (acc : list bool) : list bool :=
  match x with xH => true :: acc | xO x => digits x (false :: acc) | xI x => digits x (true :: acc) end.

Inductive tree := Pair (x y : int) | Node (l r : tree).

Fixpoint tree_add (t u : tree) : tree :=
  match t, u with
  | Pair x y, Pair x' y' => Pair (x + x') (y + y')
  | Node l r, Node l' r' => Node (tree_add l l') (tree_add r r')
  | _, _ => t
  end.

(* b is a multiple of p above all entries *)
Fixpoint tree_sub (b : int) (t u : tree) : tree :=
  match t, u with
  | Pair x y, Pair x' y' => Pair (x + (b - x')) (y + (b - y'))
  | Node l r, Node l' r' => Node (tree_sub b l l') (tree_sub b r r')
  | _, _ => t
  end.

Fixpoint tree_power_sum (k : nat) (b : int) (e : list bool) (t : tree) : int :=
  match k, t with
  | S k, Node l r => (tree_power_sum k (2 * b) e (tree_add l r) + tree_power_sum k (2 * b) e (tree_sub b l r)) mod p
  | _, Pair x y => (powm e ((x + y) mod p) 1 + powm e ((x + (b - y)) mod p) 1) mod p
  | _, _ => 0
  end.

(* beta_m, alpha_m, upsilon_m; sound is false as soon as a division failed *)
Record state := State { at_m : int; be : int; al : int; up : int; sound : bool }.

Definition p_minus_2 : list bool := Eval vm_compute in digits 1000000005 [].

(* beta_m and alpha_m from alpha_{m+1}, with q = n - 2 *)
Definition divide (q m al1 : int) : int * int * bool :=
  if 2 * m <? q then
    let d := q - 2 * m in
    let c := mulm d (d + 1) in
    let i := powm p_minus_2 c 1 in
    let be0 := mulm (mulm al1 (q - m)) (mulm i (d + 1)) in
    (be0, mulm (mulm be0 m) (mulm i d), mulm i c =? 1)
  else if 2 * m =? q then (1, m, true)
  else if 2 * m =? q + 1 then (0, 1, true)
  else (0, 0, true).

(* from m+1 to m; a_{2m} and a_{2m+1} *)
Definition step (q : int) (s : state) : tree * state :=
  let '(State m1 be1 al1 up1 ok) := s in
  let m := m1 - 1 in
  let up0 := (2 * up1 + 2 * be1 + al1) mod p in
  let '(be0, al0, ok') := divide q m al1 in
  (Pair ((2 * be0 + al0 + up0 + (if m =? 0 then 1 else 0)) mod p) ((be1 + al1 + be0 + up0) mod p),
   State m be0 al0 up0 (if ok' then ok else false)).

(* 2^k pairs, from the right to the left *)
Fixpoint values_tree (q : int) (k : nat) (s : state) : tree * state :=
  match k with
  | O => step q s
  | S k => let '(r, s1) := values_tree q k s in let '(l, s0) := values_tree q k s1 in (Node l r, s0)
  end.

(* the sum over characters for suits of q + 2 cards, or None if a division failed; m = 2^k *)
Definition deals_mod (q : int) (k : nat) (m : int) (s : positive) : option int :=
  let '(t, s0) := values_tree q k (State m 0 0 0 true) in
  if sound s0 then Some (tree_power_sum (S k) p (digits s []) t) else None.

(* ---------- residues ---------- *)

Local Open Scope Z_scope.
Definition P : Z := 1000000007.

Inductive cong (a b : Z) : Prop := Cong : a mod P = b mod P -> cong a b.

Local Instance cong_equiv : Equivalence cong.
Proof.
  split; [intros a; now constructor|intros a b []; constructor; auto|intros a b c [] []; constructor; congruence].
Qed.
Local Instance cong_add : Proper (cong ==> cong ==> cong) Z.add.
Proof. intros a a' [H] b b' [H']; constructor. rewrite Zplus_mod, H, H', <- Zplus_mod. reflexivity. Qed.
Local Instance cong_sub : Proper (cong ==> cong ==> cong) Z.sub.
Proof. intros a a' [H] b b' [H']; constructor. rewrite Zminus_mod, H, H', <- Zminus_mod. reflexivity. Qed.
Local Instance cong_mul : Proper (cong ==> cong ==> cong) Z.mul.
Proof. intros a a' [H] b b' [H']; constructor. rewrite Zmult_mod, H, H', <- Zmult_mod. reflexivity. Qed.

Lemma cong_mod a : cong (a mod P) a.
Proof. constructor. apply Zmod_mod. Qed.

Lemma P_pos : 0 < P.
Proof. reflexivity. Qed.

(* x is the residue of z *)
Definition is_res (x : int) (z : Z) : Prop := 0 <= to_Z x < P /\ cong (to_Z x) z.

Lemma res_mod x : is_res (x mod p)%uint63 (to_Z x).
Proof.
  unfold is_res. rewrite mod_spec. change (to_Z p) with P. split; [apply Z.mod_pos_bound, P_pos|apply cong_mod].
Qed.

Lemma add_small x y : to_Z x + to_Z y < wB -> to_Z (x + y)%uint63 = to_Z x + to_Z y.
Proof.
  intros H. rewrite add_spec. apply Z.mod_small. pose proof (to_Z_bounded x). pose proof (to_Z_bounded y). lia.
Qed.
Lemma sub_small x y : to_Z y <= to_Z x -> to_Z (x - y)%uint63 = to_Z x - to_Z y.
Proof.
  intros H. rewrite sub_spec. apply Z.mod_small. pose proof (to_Z_bounded x). pose proof (to_Z_bounded y). lia.
Qed.
Lemma mul_small x y : to_Z x * to_Z y < wB -> to_Z (x * y)%uint63 = to_Z x * to_Z y.
Proof.
  intros H. rewrite mul_spec. apply Z.mod_small. pose proof (to_Z_bounded x). pose proof (to_Z_bounded y). nia.
Qed.

Lemma wB_value : wB = 9223372036854775808.
Proof. reflexivity. Qed.

Lemma mulm_right x y z u : is_res x z -> 0 <= to_Z y <= 2 * P -> cong (to_Z y) u -> is_res (mulm x y) (z * u).
Proof.
  intros [B C] B' C'. unfold mulm. destruct (res_mod (x * y)%uint63) as [D E]. split; auto. rewrite E.
  rewrite mul_small by (unfold P in *; rewrite wB_value; nia). rewrite C, C'. reflexivity.
Qed.

Lemma mulm_res x y z u : is_res x z -> is_res y u -> is_res (mulm x y) (z * u).
Proof. intros X [B C]. apply mulm_right; auto. lia. Qed.

(* the number that digits e after v stand for *)
Fixpoint evaluate (e : list bool) (v : Z) : Z :=
  match e with [] => v | b :: e => evaluate e (2 * v + Z.b2z b) end.

Lemma evaluate_digits x : forall acc, evaluate (digits x acc) 0 = evaluate acc (Zpos x).
Proof. induction x as [x IH|x IH|]; intros acc; cbn [digits]; rewrite ?IH; reflexivity. Qed.

Lemma powm_right e x z : is_res x z -> forall acc v, 0 <= v -> is_res acc (z ^ v) ->
  is_res (powm e x acc) (z ^ evaluate e v).
Proof.
  intros [Bx Cx]. induction e as [|b e IH]; intros acc v V A; cbn [powm evaluate]; auto.
  pose proof A as [B C].
  assert (Q : is_res (mulm acc acc) (z ^ v * z ^ v)) by (apply mulm_right; auto; lia).
  apply IH; [destruct b; cbn [Z.b2z]; lia|]. destruct b; cbn [Z.b2z].
  - rewrite Z.pow_add_r, Z.pow_1_r by lia. replace (2 * v) with (v + v) by lia. rewrite Z.pow_add_r by lia.
    apply mulm_right; auto; lia.
  - rewrite Z.add_0_r. replace (2 * v) with (v + v) by lia. now rewrite Z.pow_add_r by lia.
Qed.

Lemma powm_bound e x : forall acc, 0 <= to_Z acc < P -> 0 <= to_Z (powm e x acc) < P.
Proof.
  induction e as [|b e IH]; intros acc A; cbn [powm]; auto. apply IH. destruct b; apply res_mod.
Qed.

Lemma one_res : is_res 1%uint63 1.
Proof. split; [vm_compute; split; congruence|reflexivity]. Qed.

Lemma power_right s x z : cong (to_Z x) z -> is_res (powm (digits s []) (x mod p)%uint63 1%uint63) (z ^ Zpos s).
Proof.
  intros C. change (Zpos s) with (evaluate [] (Zpos s)). rewrite <- evaluate_digits.
  apply powm_right; [|lia|rewrite Z.pow_0_r; apply one_res].
  destruct (res_mod x) as [B D]. split; auto. now rewrite D.
Qed.

(* ---------- trees ---------- *)

(* x is congruent to z, and below B *)
Definition near (B : Z) (x : int) (z : Z) : Prop := 0 <= to_Z x < B /\ cong (to_Z x) z.

(* the 2^k leaves of t are congruent to a(0), a(1), ... *)
Fixpoint rep (k : nat) (B : Z) (t : tree) (a : N -> Z) : Prop :=
  match k with
  | O => False
  | S k => match t with
           | Pair x y => k = O /\ near B x (a 0%N) /\ near B y (a 1%N)
           | Node l r => rep k B l a /\ rep k B r (fun g => a (2 ^ N.of_nat k + g)%N)
           end
  end.

Lemma rep_ext k B : forall t a b, (forall g, a g = b g) -> rep k B t a -> rep k B t b.
Proof.
  induction k as [|k IH]; intros [x y|l r] a b E; cbn [rep]; auto.
  - now rewrite !E.
  - intros [H H']. split; [now apply (IH l a)|]. apply (IH r _ _ (fun g => E _) H').
Qed.

Lemma tree_add_right k B : 2 * B <= wB -> forall t u a b, rep k B t a -> rep k B u b ->
  rep k (2 * B) (tree_add t u) (fun g => a g + b g).
Proof.
  intros W. induction k as [|k IH]; intros [x y|l r] [x' y'|l' r'] a b; cbn [rep tree_add]; try tauto.
  - intros (K & [Bx Cx] & [By Cy]) (_ & [Bx' Cx'] & [By' Cy']). unfold near. rewrite !add_small by lia.
    split; [auto|split; (split; [lia|])]; [now rewrite Cx, Cx'|now rewrite Cy, Cy'].
  - intros (-> & _) [H _]. destruct H.
  - intros [H _] (-> & _). destruct H.
  - intros [] []. split; apply IH; auto.
Qed.

Lemma tree_sub_right k B bnd : 2 * B <= wB -> to_Z bnd = B -> cong B 0 -> forall t u a b, rep k B t a -> rep k B u b ->
  rep k (2 * B) (tree_sub bnd t u) (fun g => a g - b g).
Proof.
  intros W E Z.
  assert (S : forall x x' z z', near B x z -> near B x' z' -> near (2 * B) (x + (bnd - x'))%uint63 (z - z')).
  { intros x x' z z' [Bx Cx] [Bx' Cx']. unfold near. rewrite add_small, sub_small by (rewrite ?sub_small; lia).
    split; [lia|]. rewrite E, Z, Cx, Cx'. replace (z + (0 - z')) with (z - z') by lia. reflexivity. }
  induction k as [|k IH]; intros [x y|l r] [x' y'|l' r'] a b; cbn [rep tree_sub]; try tauto.
  - intros (K & Hx & Hy) (_ & Hx' & Hy'). auto.
  - intros (-> & _) [H _]. destruct H.
  - intros [H _] (-> & _). destruct H.
  - intros [] []. split; apply IH; auto.
Qed.

Theorem tree_power_sum_right k s : forall bnd t a,
  0 < to_Z bnd -> to_Z bnd * 2 ^ Z.of_nat k <= wB -> cong (to_Z bnd) 0 -> rep k (to_Z bnd) t a ->
  is_res (tree_power_sum k bnd (digits s []) t) (power_sum k a (Pos.to_nat s)).
Proof.
  induction k as [|k IH]; intros bnd t a B0 W M R; [destruct R|].
  rewrite Nat2Z.inj_succ, Z.pow_succ_r in W by lia.
  assert (2 * to_Z bnd <= wB) by (pose proof (Z.pow_pos_nonneg 2 (Z.of_nat k)); nia).
  assert (A : forall x y z u, is_res x z -> is_res y u -> is_res ((x + y) mod p)%uint63 (z + u)).
  { intros x y z u [Bx Cx] [By Cy]. destruct (res_mod (x + y)%uint63) as [B C]. split; auto. rewrite C.
    rewrite add_small by (unfold P in *; rewrite wB_value; lia). now rewrite Cx, Cy. }
  destruct t as [x y|l r]; cbn [rep tree_power_sum] in *.
  - destruct R as (-> & [Bx Cx] & [By Cy]). cbn [power_sum]. rewrite !positive_nat_Z.
    change (2 ^ N.of_nat 0 + 0)%N with 1%N. apply A; apply power_right.
    + rewrite add_small by lia. now rewrite Cx, Cy.
    + rewrite add_small, sub_small by (rewrite ?sub_small; lia). rewrite M, Cx, Cy.
      replace (a 0%N + (0 - a 1%N)) with (a 0%N - a 1%N) by lia. reflexivity.
  - destruct R as [Rl Rr]. cbn [power_sum].
    assert (E : to_Z (2 * bnd)%uint63 = 2 * to_Z bnd).
    { destruct (Z.eq_dec (2 * to_Z bnd) wB) as [Q|Q].
      - exfalso. destruct k as [|k]; [destruct Rl|]. rewrite Nat2Z.inj_succ, Z.pow_succ_r in W by lia.
        pose proof (Z.pow_pos_nonneg 2 (Z.of_nat k)). nia.
      - rewrite mul_small; change (to_Z 2) with 2; lia. }
    apply A; apply IH; rewrite ?E; try lia.
    + rewrite M. reflexivity.
    + now apply tree_add_right.
    + rewrite M. reflexivity.
    + now apply tree_sub_right.
Qed.

(* ---------- the numbers a_g(n) ---------- *)

Lemma small_res x z : to_Z x = z -> 0 <= z < P -> is_res x z.
Proof. intros E H. split; rewrite E; [auto|reflexivity]. Qed.

(* divisions by D and by D+1, as multiplications by a number i with i D (D+1) = 1 *)
Lemma inverse_step al1 qm d i mi am1 Q D M bm am :
  is_res al1 am1 -> is_res qm Q -> is_res d D -> is_res (d + 1)%uint63 (D + 1) -> is_res mi M -> 0 <= to_Z i < P ->
  D * bm = Q * am1 -> (D + 1) * am = M * bm -> mulm i (mulm d (d + 1)) = 1%uint63 ->
  let b0 := mulm (mulm al1 qm) (mulm i (d + 1)) in is_res b0 bm /\ is_res (mulm (mulm b0 mi) (mulm i d)) am.
Proof.
  intros A1 Rq Rd Rd1 Rm Bi Hb Ha Ok. cbv zeta.
  assert (Ri : is_res i (to_Z i)) by (split; [auto|reflexivity]).
  assert (HI : cong (to_Z i * (D * (D + 1))) 1).
  { destruct (mulm_res _ _ _ _ Ri (mulm_res _ _ _ _ Rd Rd1)) as [_ X]. rewrite Ok in X. now rewrite <- X. }
  assert (X : is_res (mulm (mulm al1 qm) (mulm i (d + 1))) bm).
  { destruct (mulm_res _ _ _ _ (mulm_res _ _ _ _ A1 Rq) (mulm_res _ _ _ _ Ri Rd1)) as [BZ CZ].
    split; auto. rewrite CZ.
    replace (am1 * Q * (to_Z i * (D + 1))) with (bm * (to_Z i * (D * (D + 1)))).
    - rewrite HI, Z.mul_1_r. reflexivity.
    - rewrite (Z.mul_comm am1), <- Hb. ring. }
  split; auto.
  destruct (mulm_res _ _ _ _ (mulm_res _ _ _ _ X Rm) (mulm_res _ _ _ _ Ri Rd)) as [BZ CZ].
  split; auto. rewrite CZ. replace (bm * M * (to_Z i * D)) with (am * (to_Z i * (D * (D + 1)))).
  - rewrite HI, Z.mul_1_r. reflexivity.
  - rewrite (Z.mul_comm bm), <- Ha. ring.
Qed.

Section Values.
Variable n2 : nat.                (* n - 2 *)
Variable q : int.
Hypothesis n2_pos : (1 <= n2)%nat.
Hypothesis n2_small : Z.of_nat n2 < 2 ^ 27.
Hypothesis q_right : to_Z q = Z.of_nat n2.

Let b m : Z := Z.of_N (beta n2 m).
Let a m : Z := Z.of_N (alpha n2 m).
Let u m : Z := Z.of_N (upsilon n2 m).

(* the case 2m < n - 2: i is the inverse of d (d+1), d = n - 2 - 2m *)
Lemma divide_by_inverse m mi al1 i : (2 * m < n2)%nat -> to_Z mi = Z.of_nat m -> is_res al1 (a (S m)) ->
  0 <= to_Z i < P -> to_Z (2 * mi)%uint63 = 2 * Z.of_nat m ->
  let d := (q - 2 * mi)%uint63 in let b0 := mulm (mulm al1 (q - mi)) (mulm i (d + 1)) in
  mulm i (mulm d (d + 1)) = 1%uint63 -> is_res b0 (b m) /\ is_res (mulm (mulm b0 mi) (mulm i d)) (a m).
Proof.
  intros L Em A1 Bi E2. cbv zeta.
  assert (Ed : to_Z (q - 2 * mi)%uint63 = Z.of_nat (n2 - 2 * m)) by (rewrite sub_small; lia).
  apply (inverse_step al1 _ _ i mi (a (S m)) (Z.of_nat (n2 - m)) (Z.of_nat (n2 - 2 * m)) (Z.of_nat m) (b m) (a m));
    auto.
  - apply small_res; [rewrite sub_small|unfold P]; lia.
  - apply small_res; [auto|unfold P; lia].
  - apply small_res; [|unfold P; lia].
    rewrite add_small; change (to_Z 1) with 1; rewrite Ed; [auto|rewrite wB_value; lia].
  - apply small_res; [auto|unfold P; lia].
  - unfold b, a. pose proof (beta_step n2 m ltac:(lia)) as H. apply (f_equal Z.of_N) in H.
    now rewrite !N2Z.inj_mul, !nat_N_Z in H.
  - unfold b, a. pose proof (alpha_step n2 m ltac:(lia)) as H. apply (f_equal Z.of_N) in H.
    rewrite !N2Z.inj_mul, !nat_N_Z in H.
    now replace (Z.of_nat (n2 - 2 * m) + 1) with (Z.of_nat (n2 + 1 - 2 * m)) by lia.
Qed.

Opaque powm.

Lemma divide_right m mi al1 : Z.of_nat m < 2 ^ 27 -> to_Z mi = Z.of_nat m -> is_res al1 (a (S m)) ->
  let '(b0, a0, ok) := divide q mi al1 in ok = true -> is_res b0 (b m) /\ is_res a0 (a m).
Proof.
  intros Sm Em A1. unfold divide.
  assert (E2 : to_Z (2 * mi)%uint63 = 2 * Z.of_nat m).
  { rewrite mul_small; change (to_Z 2) with 2; rewrite Em; [auto|rewrite wB_value; lia]. }
  destruct (ltb_spec (2 * mi) q) as [L1 L2]. destruct (2 * mi <? q)%uint63.
  - specialize (L1 eq_refl). clear L2. rewrite E2, q_right in L1.
    intros Ok. apply eqb_spec in Ok.
    apply (divide_by_inverse m mi al1 _ ltac:(lia) Em A1 (powm_bound _ _ _ (proj1 one_res)) E2 Ok).
  - assert (L : Z.of_nat n2 <= 2 * Z.of_nat m).
    { destruct (Z.le_gt_cases (Z.of_nat n2) (2 * Z.of_nat m)); auto. rewrite E2, q_right in L2.
      specialize (L2 ltac:(lia)). discriminate. }
    clear L1 L2. unfold a, b.
    destruct (eqb_spec (2 * mi) q) as [F1 F2]. destruct (2 * mi =? q)%uint63.
    { specialize (F1 eq_refl). apply (f_equal to_Z) in F1. rewrite E2, q_right in F1.
      pose proof (alpha_step n2 m ltac:(lia)) as Ha. rewrite (beta_top n2 m) in * by lia.
      replace (alpha n2 m) with (N.of_nat m) by nia.
      intros _. split; [apply one_res|apply small_res; [lia|unfold P; lia]]. }
    assert (L' : n2 <> (2 * m)%nat).
    { intros E. assert (X : (2 * mi)%uint63 = q) by (apply to_Z_inj; lia). specialize (F2 X). discriminate. }
    clear F1 F2. rewrite (beta_above n2 m) by lia.
    assert (Eq1 : to_Z (q + 1)%uint63 = Z.of_nat n2 + 1).
    { rewrite add_small; change (to_Z 1) with 1; rewrite q_right; [auto|rewrite wB_value; lia]. }
    assert (Z0 : is_res 0%uint63 0) by (split; [vm_compute; split; congruence|reflexivity]).
    destruct (eqb_spec (2 * mi) (q + 1)) as [F1 F2]. destruct (2 * mi =? q + 1)%uint63.
    { specialize (F1 eq_refl). apply (f_equal to_Z) in F1. rewrite E2, Eq1 in F1.
      rewrite (alpha_top n2 m) by lia. intros _. split; [apply Z0|apply one_res]. }
    assert (L'' : (n2 + 1)%nat <> (2 * m)%nat).
    { intros E. assert (X : (2 * mi)%uint63 = (q + 1)%uint63) by (apply to_Z_inj; lia).
      specialize (F2 X). discriminate. }
    rewrite (alpha_above n2 m) by lia. intros _. split; apply Z0.
Qed.

Definition state_right (m : nat) (s : state) : Prop :=
  to_Z (at_m s) = Z.of_nat m /\ is_res (be s) (b m) /\ is_res (al s) (a m) /\ is_res (up s) (u m).

(* a_g(n) *)
Let A (g : nat) : Z := Z.of_N (suits_of_value (n2 + 2) g).

Lemma step_right m s t s' : Z.of_nat m < 2 ^ 27 -> step q s = (t, s') -> sound s' = true ->
  sound s = true /\
  (state_right (S m) s ->
   state_right m s' /\ exists x y, t = Pair x y /\ is_res x (A (2 * m)) /\ is_res y (A (2 * m + 1))).
Proof.
  intros Sm. destruct s as [m1 be1 al1 up1 ok]. unfold step.
  destruct (divide q (m1 - 1) al1) as [[b0 a0] ok'] eqn:Dv.
  intros E. inversion E; subst t s'; clear E. cbn [sound]. destruct ok'; [|discriminate]. intros Ok. split; auto.
  unfold state_right. cbn [at_m be al up]. intros (Em & Rb1 & Ra1 & Ru1).
  assert (Em' : to_Z (m1 - 1)%uint63 = Z.of_nat m).
  { rewrite sub_small; change (to_Z 1) with 1; lia. }
  pose proof (divide_right m (m1 - 1) al1 Sm Em' Ra1) as D. rewrite Dv in D.
  destruct (D eq_refl) as [Rb Ra]. clear D Dv.
  assert (W : wB = 9223372036854775808) by apply wB_value.
  assert (Ru : is_res ((2 * up1 + 2 * be1 + al1) mod p)%uint63 (u m)).
  { destruct (res_mod (2 * up1 + 2 * be1 + al1)%uint63) as [B C]. split; auto. rewrite C. clear B C.
    destruct Rb1 as [B1 C1], Ra1 as [B2 C2], Ru1 as [B3 C3]. unfold P in B1, B2, B3.
    assert (X : to_Z (2 * up1)%uint63 = 2 * to_Z up1) by (rewrite mul_small; change (to_Z 2) with 2; lia).
    assert (Y : to_Z (2 * be1)%uint63 = 2 * to_Z be1) by (rewrite mul_small; change (to_Z 2) with 2; lia).
    rewrite !add_small, X, Y by (rewrite ?add_small; lia). rewrite C1, C2, C3.
    unfold u, b, a. rewrite (upsilon_step n2 m) by auto.
    match goal with |- cong ?l ?r => replace r with l by lia end. reflexivity. }
  repeat split; auto; try apply Rb; try apply Ra; try apply Ru. clear Ru1.
  set (up0 := ((2 * up1 + 2 * be1 + al1) mod p)%uint63) in *. clearbody up0.
  destruct Rb1 as [B1 C1], Ra1 as [B2 C2], Ru as [B3 C3], Rb as [B4 C4], Ra as [B5 C5]. unfold P in B1, B2, B3, B4, B5.
  eexists; eexists; split; [reflexivity|split].
  - destruct (res_mod (2 * b0 + a0 + up0 + (if (m1 - 1 =? 0)%uint63 then 1 else 0))%uint63) as [B C].
    split; auto. rewrite C. clear B C.
    assert (M0 : to_Z (if (m1 - 1 =? 0)%uint63 then 1 else 0)%uint63 = if (m =? 0)%nat then 1 else 0).
    { destruct (eqb_spec (m1 - 1) 0) as [F1 F2]. destruct (m1 - 1 =? 0)%uint63.
      - specialize (F1 eq_refl). apply (f_equal to_Z) in F1. rewrite Em' in F1. change (to_Z 0) with 0 in F1.
        destruct (Nat.eqb_spec m 0); [reflexivity|lia].
      - destruct (Nat.eqb_spec m 0); [|reflexivity]. assert (X : (m1 - 1)%uint63 = 0%uint63)
          by (apply to_Z_inj; rewrite Em'; subst m; reflexivity). specialize (F2 X). discriminate. }
    assert (M1 : 0 <= to_Z (if (m1 - 1 =? 0)%uint63 then 1 else 0)%uint63 <= 1)
      by (rewrite M0; destruct (m =? 0)%nat; lia).
    assert (Y : to_Z (2 * b0)%uint63 = 2 * to_Z b0) by (rewrite mul_small; change (to_Z 2) with 2; lia).
    set (e := (if (m1 - 1 =? 0)%uint63 then 1 else 0)%uint63) in *. clearbody e.
    assert (Y1 : to_Z (2 * b0 + a0)%uint63 = 2 * to_Z b0 + to_Z a0) by (rewrite add_small; lia).
    assert (Y2 : to_Z (2 * b0 + a0 + up0)%uint63 = 2 * to_Z b0 + to_Z a0 + to_Z up0) by (rewrite add_small; lia).
    rewrite add_small, Y2, M0 by lia. rewrite C3, C4, C5.
    unfold A, u, b, a. rewrite (suits_even n2 m) by auto.
    match goal with |- cong ?l ?r => replace r with l by (destruct (m =? 0)%nat; lia) end. reflexivity.
  - destruct (res_mod (be1 + al1 + b0 + up0)%uint63) as [B C]. split; auto. rewrite C. clear B C.
    assert (Y1 : to_Z (be1 + al1)%uint63 = to_Z be1 + to_Z al1) by (rewrite add_small; lia).
    assert (Y2 : to_Z (be1 + al1 + b0)%uint63 = to_Z be1 + to_Z al1 + to_Z b0) by (rewrite add_small; lia).
    rewrite add_small, Y2 by lia. rewrite C1, C2, C3, C4.
    unfold A, u, b, a. rewrite (suits_odd n2 m) by auto.
    match goal with |- cong ?l ?r => replace r with l by lia end. reflexivity.
Qed.

Theorem values_tree_right k : forall m s t s', Z.of_nat (m + 2 ^ k) <= 2 ^ 27 ->
  values_tree q k s = (t, s') -> sound s' = true ->
  sound s = true /\
  (state_right (m + 2 ^ k) s -> state_right m s' /\ rep (S k) P t (fun g => A (2 * m + N.to_nat g))).
Proof.
  induction k as [|k IH]; intros m s t s' Sm E Ok; cbn [values_tree] in E.
  - change (2 ^ 0)%nat with 1%nat in *. destruct (step_right m s t s' ltac:(lia) E Ok) as [Ok' H]. split; auto.
    rewrite Nat.add_1_r. intros R. destruct (H R) as (R' & x & y & -> & X & Y). split; auto.
    cbn [rep]. split; auto. change (N.to_nat 0) with 0%nat. change (N.to_nat 1) with 1%nat.
    rewrite Nat.add_0_r. split; [apply X|apply Y].
  - destruct (values_tree q k s) as [r s1] eqn:E1. destruct (values_tree q k s1) as [l s0] eqn:E0.
    inversion E; subst t s'; clear E.
    assert (Pw : (2 ^ S k = 2 ^ k + 2 ^ k)%nat) by (simpl; lia). rewrite Pw in *.
    destruct (IH m s1 l s0 ltac:(lia) E0 Ok) as [Ok1 H0].
    destruct (IH (m + 2 ^ k)%nat s r s1 ltac:(lia) E1 Ok1) as [Ok2 H1]. split; auto.
    intros R. rewrite Nat.add_assoc in R. destruct (H1 R) as [R1 T1]. destruct (H0 R1) as [R0 T0]. split; auto.
    split; auto. eapply rep_ext; [|exact T1]. intros g. cbv beta. f_equal.
    rewrite N2Nat.inj_add, N2Nat.inj_pow, Nat2N.id. change (N.to_nat 2) with 2%nat.
    rewrite Pw. lia.
Qed.
End Values.

(* ---------- lost deals ---------- *)

Lemma start_right n2 k m : (1 <= n2)%nat -> to_Z m = 2 ^ Z.of_nat k -> (n2 + 2 <= 2 * 2 ^ k)%nat ->
  state_right n2 (0 + 2 ^ k) (State m 0 0 0 true).
Proof.
  intros H M L. unfold state_right. cbn [at_m be al up]. rewrite Nat.add_0_l.
  assert (Z0 : is_res 0%uint63 0) by (split; [vm_compute; split; congruence|reflexivity]).
  rewrite (beta_above n2), (alpha_above n2), (upsilon_above n2) by lia.
  split; [|split; [|split]]; try apply Z0. rewrite M, Nat2Z.inj_pow. reflexivity.
Qed.

(* the number of lost deals of s suits of n cards modulo P; i is the inverse of 2^(k+1), n <= 2^(k+1) *)
Theorem lost_deals_mod n s k q m r i :
  (3 <= n < 2 ^ 27)%N -> (n <= 2 ^ N.of_nat (S k))%N -> (k <= 26)%nat ->
  to_Z q = Z.of_N n - 2 -> to_Z m = 2 ^ Z.of_nat k ->
  deals_mod q k m s = Some r -> (2 ^ Z.of_nat (S k) * i) mod P = 1 ->
  exists c, number_of (lost_deal (N.to_nat n) (Pos.to_nat s)) c /\ Z.of_N c mod P = (to_Z r * i) mod P.
Proof.
  intros Hn Hk K Q M D I. set (n2 := N.to_nat (n - 2)).
  assert (En : N.to_nat n = (n2 + 2)%nat) by (unfold n2; lia).
  assert (H1 : (1 <= n2)%nat) by (unfold n2; lia).
  assert (H2 : Z.of_nat n2 < 2 ^ 27) by (unfold n2; lia).
  assert (H3 : to_Z q = Z.of_nat n2) by (unfold n2; lia).
  assert (H4 : (n2 + 2 <= 2 * 2 ^ k)%nat).
  { rewrite Nat2N.inj_succ, N.pow_succ_r' in Hk.
    assert (X : N.of_nat (2 ^ k) = (2 ^ N.of_nat k)%N) by apply Nat2N.inj_pow. lia. }
  assert (H5 : (N.of_nat (N.to_nat n) <= 2 ^ N.of_nat (S k))%N) by (rewrite N2Nat.id; auto).
  clearbody n2. rewrite En in *. clear Hn Hk En Q.
  destruct (lost_deals_counted (n2 + 2) (Pos.to_nat s) (S k) H5) as (c & C & E). exists c; split; auto. clear C H5.
  unfold deals_mod in D. destruct (values_tree q k (State m 0 0 0 true)) as [t s0] eqn:V.
  destruct (sound s0) eqn:Ok; [|discriminate]. injection D as <-.
  assert (B : Z.of_nat (0 + 2 ^ k) <= 2 ^ 27).
  { rewrite Nat.add_0_l, Nat2Z.inj_pow. change (Z.of_nat 2) with 2. apply Z.pow_le_mono_r; lia. }
  destruct (values_tree_right n2 q H1 H2 H3 k 0 _ _ _ B V Ok) as [_ T].
  destruct (T (start_right n2 k m H1 M H4)) as [_ R]. clear T V.
  assert (X : is_res (tree_power_sum (S k) p (digits s []) t)
    (power_sum (S k) (fun g => Z.of_N (suits_of_value (n2 + 2) (N.to_nat g))) (Pos.to_nat s))).
  { apply (tree_power_sum_right (S k) s p t _); auto.
    - reflexivity.
    - change (to_Z p) with 1000000007. rewrite wB_value.
      assert (2 ^ Z.of_nat (S k) <= 2 ^ 27) by (apply Z.pow_le_mono_r; lia). lia.
    - constructor. reflexivity. }
  destruct X as [_ X]. rewrite <- E in X.
  assert (F : cong (Z.of_N c) (to_Z (tree_power_sum (S k) p (digits s []) t) * i)); [|now destruct F].
  rewrite X. assert (I' : cong (2 ^ Z.of_nat (S k) * i) 1) by (constructor; rewrite I; reflexivity).
  replace (2 ^ Z.of_nat (S k) * Z.of_N c * i) with (Z.of_N c * (2 ^ Z.of_nat (S k) * i)) by ring.
  rewrite I'. rewrite Z.mul_1_r. reflexivity.
Qed.
