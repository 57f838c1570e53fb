(* The fast checker: octal codes and subtraction sets, on machine integers.

   It never solves. For each heap n it asks, of values that are given: is the value of n absent from its options, is
   every smaller number present? Absence uses the split lemma where a split applies (theory/Split.v), so it costs as
   many steps as there are rare positions; presence ends at witnesses. This file only defines the checker; Sound.v
   proves what it says ([check_law_sound]). It runs in the kernel (vm_compute) and, extracted, as an OCaml program.

   Fuel: Coq wants to see that loops end. Every statement holds for every fuel; too little makes the checker say no. *)
Require Import List Arith NArith ZArith Bool Uint63.
From Sprague.theory Require Import Codes Periodicity Subtraction.
From Sprague.checker Require Import Integers.
Import ListNotations.
Open Scope uint63_scope.

(* sizes stay below 2^40, so that sums of a few of them do not wrap around *)
Definition limit : int := 1099511627776.

(* A division of positions: the bits of a mask, whether the parity of positions counts, which class is called rare. *)
Record split := Split { bits : list int; parity : bool; rare : bool }.

(* splits with the rare positions met so far *)
Definition rares := list (split * list int).

Section Checker.
Variable get : int -> int.        (* the claimed values *)
Variable fuel : nat.

(* whether value v at position x is odd *)
Definition odd_bits (l : list int) (v : int) : bool := fold_right (fun b odd => xorb (bit v b) odd) false l.
Definition is_odd_at (k : split) (v x : int) : bool := xorb (odd_bits (bits k) v) (parity k && negb (is_even x)).

(* ---------- absence ---------- *)
(* no r of the list, r < s, has get r xor get (s - r) = v *)
Fixpoint absent_list (s v : int) (l : list int) : bool :=
  match l with
  | [] => true
  | r :: l => if r <? s then (if get r lxor get (s - r) =? v then false else absent_list s v l)
              else absent_list s v l
  end.

(* no r, a <= r <= s/2, has *)
Fixpoint absent_all (f : nat) (a s v : int) : bool :=
  match f with
  | O => false
  | S f => if s <? a + a then true
           else if get a lxor get (s - a) =? v then false else absent_all f (a + 1) s v
  end.

(* no pair of sum s has the value v: by the first split under which v is odd at s, or by looking at all pairs *)
Fixpoint absent_pair (s v : int) (R : rares) : bool :=
  match R with
  | [] => absent_all fuel 1 s v
  | (k, l) :: R => if is_odd_at k v s then absent_list s v l else absent_pair s v R
  end.

Section Code.
Variable T0 T1 T2 : list int.     (* the t whose digit leaves 0, 1, 2 heaps *)

Definition absent (n v : int) (R : rares) : bool :=
  forallb (fun t => if t =? n then negb (v =? 0) else true) T0 &&
  forallb (fun t => if t <? n then negb (get (n - t) =? v) else true) T1 &&
  forallb (fun t => if t <? n then absent_pair (n - t) v R else true) T2.

(* ---------- presence ---------- *)
(* A set of numbers off, off + 1, ..., off + 62 is one word; bits from other numbers fall out. *)
Definition mark (off x S : int) : int := S lor (1 << (x - off)).

Fixpoint mark_list (s off full : int) (l : list int) (S : int) : int :=
  match l with
  | [] => S
  | r :: l => if S land full =? full then S
              else mark_list s off full l (if r <? s then mark off (get r lxor get (s - r)) S else S)
  end.

Fixpoint mark_all (f : nat) (a s off full S : int) : int :=
  match f with
  | O => S
  | Datatypes.S f => if S land full =? full then S
           else if s <=? a then S
           else mark_all f (a + 1) s off full (mark off (get a lxor get (s - a)) S)
  end.

(* all numbers of the word [full], counted from off, are among the options of n *)
Definition present_word (n off full : int) (R : rares) : bool :=
  let S := fold_left (fun S t => if t =? n then mark off 0 S else S) T0 0 in
  let S := fold_left (fun S t => if t <? n then mark off (get (n - t)) S else S) T1 S in
  let lists t S := fold_left (fun S (kl : split * list int) => mark_list (n - t) off full (snd kl) S) R S in
  let S := fold_left (fun S t => if t <? n then lists t S else S) T2 S in
  let S := fold_left (fun S t => if t <? n then mark_all fuel 1 (n - t) off full S else S) T2 S in
  S land full =? full.

Definition ones (k : int) : int := (1 << k) - 1.

(* all numbers from off to v - 1 are, 62 at a time *)
Fixpoint present (f : nat) (n v off : int) (R : rares) : bool :=
  match f with
  | O => false
  | S f => if v <=? off then true
           else if present_word n off (ones (if 62 <? v - off then 62 else v - off)) R
                then present f n v (off + 62) R else false
  end.

(* ---------- heaps 1, 2, ... ---------- *)
Definition check_heap (n : int) (R : rares) : bool :=
  let v := get n in
  if v <? 65536 then if absent n v R then present 1100 n v 0 R else false else false.

(* n joins the rare positions of the splits that call it rare *)
Definition note (n : int) (R : rares) : rares :=
  map (fun kl : split * list int =>
         if Bool.eqb (is_odd_at (fst kl) (get n) n) (rare (fst kl)) then (fst kl, n :: snd kl) else kl) R.

(* the first heap whose value is not verified *)
Fixpoint first_wrong (f : nat) (n len : int) (R : rares) : option int :=
  match f with
  | O => Some n
  | S f => if len <=? n then None
           else if check_heap n R then first_wrong f (n + 1) len (note n R) else Some n
  end.
End Code.

(* the t whose digit leaves j heaps *)
Definition leaving (c : list N) (j : nat) : list int :=
  map I (filter (fun t => allows (nth t c 0%N) j) (seq 0 (length c))).

(* a code the checker can read: not too long, a first digit that only breaks, at most two heaps left *)
Definition octal (c : list N) : bool := (length c <=? 1000)%nat && wfb c && (most_parts c <=? 2)%nat.

(* the first wrong value among those of heaps 0, ..., len - 1 *)
Definition check_values (splits : list split) (c : list N) (len : int) : option int :=
  if negb (len <? limit) then Some 0
  else if negb (get 0 =? 0) then Some 0
  else first_wrong (leaving c 0) (leaving c 1) (leaving c 2) fuel 1 len (map (fun k => (k, [])) splits).

(* ---------- laws ---------- *)
(* the first x, n0 <= x < e, with get (x + p) <> get x *)
Fixpoint first_break (f : nat) (x p e : int) : option int :=
  match f with
  | O => Some x
  | S f => if e <=? x then None else if get (x + p) =? get x then first_break f (x + 1) p e else Some x
  end.

(* some x, n0 <= x < e, has get (x + d) <> get x *)
Fixpoint refuted (f : nat) (x d e : int) : bool :=
  match f with
  | O => false
  | S f => if e <=? x then false else if get (x + d) =? get x then refuted f (x + 1) d e else true
  end.

(* every divisor of p from d on, p itself left out, is refuted as a period *)
Fixpoint divisors_refuted (f : nat) (d p n0 : int) : bool :=
  match f with
  | O => false
  | S f => if p <=? d then true
           else if (if p mod d =? 0 then refuted fuel n0 d (n0 + p - d) else true)
                then divisors_refuted f (d + 1) p n0 else false
  end.

(* the number of values that the periodicity theorem needs *)
Definition window (c : list N) (p n0 : int) : int :=
  if takes_onlyb c && (1 <=? last_digit c)%nat then n0 + p + I (last_digit c)
  else (if (most_parts c =? 1)%nat then 1 else 2) * ((if n0 =? 0 then 1 else n0) + p) + I (last_digit c).

Inductive verdict :=
  | verified
  | bad_rule                    (* the rule is none of those that are checked here *)
  | period_zero
  | too_few                     (* values, for this period and preperiod *)
  | period_fails (x : int)      (* G(x + p) <> G(x) *)
  | preperiod_not_least
  | period_not_least
  | wrong_value (n : int).      (* of heap n *)

Definition check_table (splits : list split) (c : list N) (len : int) : verdict :=
  if negb (octal c) then bad_rule
  else match check_values splits c len with Some n => wrong_value n | None => verified end.

Definition check_law (splits : list split) (c : list N) (p n0 : int) (minimal : bool) (len : int) : verdict :=
  if negb (octal c) then bad_rule
  else if p =? 0 then period_zero
  else if negb ((n0 <? limit) && (p <? limit) && (len <? limit)) then too_few
  else if negb ((n0 + p <? len) && (window c p n0 <=? len)) then too_few
  else match first_break fuel n0 p (len - p) with
  | Some x => period_fails x
  | None =>
    if minimal && negb (n0 =? 0) && (get (n0 - 1 + p) =? get (n0 - 1)) then preperiod_not_least
    else if minimal && negb (divisors_refuted fuel 1 p n0) then period_not_least
    else match check_values splits c len with Some n => wrong_value n | None => verified end
  end.

(* ---------- wins ---------- *)
(* w + the number of x, a <= x < e, with get x <> 0 *)
Fixpoint count_won (f : nat) (a e : int) (w : N) : option N :=
  match f with
  | O => None
  | S f => if e <=? a then Some w else count_won f (a + 1) e (if get a =? 0 then w else N.succ w)
  end.

(* heaps of 1, ..., n tokens that the first player wins, from a table *)
Definition table_wins (len : int) (n : N) : option N :=
  if (n <? tn len)%N then count_won fuel 0 (ofN n + 1) 0 else None.

(* and from a law: below n0, in one period, and in the rest of one *)
Definition law_wins (p n0 : int) (n : N) : option N :=
  let m := N.succ n in
  if (m <=? tn n0)%N then count_won fuel 0 (ofN m) 0
  else let q := ((m - tn n0) / tn p)%N in
       let r := ofN ((m - tn n0) mod tn p) in
       match count_won fuel 0 n0 0, count_won fuel n0 (n0 + p) 0, count_won fuel n0 (n0 + r) 0 with
       | Some a, Some b, Some c => Some (a + q * b + c)%N
       | _, _, _ => None
       end.
End Checker.
