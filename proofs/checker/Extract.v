(* The fast checker as an OCaml program. Machine integers become OCaml's (uint63.ml), booleans, options, lists and pairs
   OCaml's own; everything else is as Coq has it. *)
Require Import Extraction ExtrOcamlBasic ExtrOCamlInt63.
Require Import NArith DecimalN.
From Sprague.checker Require Import Fast.

Extraction Language OCaml.
Extraction "checker/fast.ml" check_table check_law table_wins law_wins N.of_uint N.to_uint N.modulo N.eqb.
