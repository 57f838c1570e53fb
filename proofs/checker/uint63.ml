(* Machine integers of 63 bits, unsigned, as Coq's library Uint63 specifies them: OCaml's own int, with comparisons and
   division that do not look at the sign. The names are those that Coq's ExtrOCamlInt63 writes. *)

type t = int

let () = if Sys.int_size <> 63 then failwith "a 64-bit machine is needed"

let of_int (x : int) : t = x
let add (x : t) (y : t) : t = x + y
let sub (x : t) (y : t) : t = x - y
let mul (x : t) (y : t) : t = x * y
let l_and (x : t) (y : t) : t = x land y
let l_or (x : t) (y : t) : t = x lor y
let l_xor (x : t) (y : t) : t = x lxor y

(* OCaml leaves shifts by more than the size of a word open; in Coq they give 0 *)
let l_sl (x : t) (y : t) : t = if y >= 0 && y < 63 then x lsl y else 0
let l_sr (x : t) (y : t) : t = if y >= 0 && y < 63 then x lsr y else 0
let equal (x : t) (y : t) : bool = x = y
let lt (x : t) (y : t) : bool = x lxor min_int < y lxor min_int
let le (x : t) (y : t) : bool = x lxor min_int <= y lxor min_int

(* unsigned; modulo 0 a number is itself, as in Coq *)
let rem (x : t) (y : t) : t =
  if y = 0 then x
  else if x >= 0 && y > 0 then x mod y
  else if y < 0 then (if lt x y then x else x - y)
  else
    (* x >= 2^62, y < 2^62: halve, divide, correct *)
    let r = x - (((x lsr 1) / y) lsl 1) * y in
    if lt r y then r else r - y
