(* A certificate as a Coq term, and the theorem it proves once it is checked.

   The table is written by `sprague-coq-check --table`: values packed into words, up to preperiod + period; from there
   on they are read off the period. Nothing rests on how it is packed: [check] checks whatever [lookup] gives. *)
From Coq Require Import List NArith ZArith Uint63 PArray Bool.
From Sprague.theory Require Import Game Codes Periodicity Counts.
From Sprague.checker Require Import Integers Fast Sound.
Local Open Scope uint63_scope.

Record table := Table {
  code : list N;              (* the digits of the code, d0 first *)
  period : int;
  preperiod : int;
  length : int;               (* how many values are checked *)
  splits : list split;
  width : int;                (* bits of a value *)
  words : array int           (* 62 / width values in each, lowest bits first *)
}.

Definition stored (t : table) : int := preperiod t + period t.

Fixpoint unpack_from (f : nat) (i : int) (t : table) (per : int) (a : array int) : array int :=
  match f with
  | O => a
  | S f => if stored t <=? i then a
           else unpack_from f (i + 1) t per
                  a.[i <- (((words t).[i / per] >> (width t * (i mod per))) land ((1 << width t) - 1))]
  end.

Definition unpack (t : table) : array int :=
  unpack_from (N.to_nat (tn (stored t))) 0 t (62 / width t) (make (stored t) 0).

Definition lookup (t : table) (a : array int) (x : int) : int :=
  if x <? stored t then a.[x] else a.[preperiod t + (x - preperiod t) mod period t].

Definition fuel (t : table) : nat := N.to_nat (tn (length t) + 2).

Definition check (t : table) : bool :=
  let a := unpack t in
  match check_law (lookup t a) (fuel t) (splits t) (code t) (period t) (preperiod t) true (length t) with
  | verified => true
  | _ => false
  end.

Theorem check_sound t : check t = true ->
  LeastPeriodOfPlay (code t) (N.to_nat (tn (period t))) (N.to_nat (tn (preperiod t))).
Proof.
  unfold check. cbv zeta. destruct (check_law _ _ _ _ _ _ _ _) eqn:C; try discriminate. intros _.
  apply check_law_sound in C. rewrite !nt_tn. now apply C.
Qed.
