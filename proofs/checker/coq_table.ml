(* A certificate of a least period as a Coq file: the term that checker/Table.v checks in the kernel. *)

let bits_needed (certificate : Certificate.t) upto =
  let largest = ref 1 in
  for x = 0 to upto - 1 do
    largest := max !largest (Claim.value certificate x)
  done;
  let rec bits n = if n = 0 then 0 else 1 + bits (n lsr 1) in
  bits !largest

let write out (certificate : Certificate.t) =
  match certificate.law with
  | Certificate.Periodic { period; preperiod; minimal = true }
    when period < certificate.length && preperiod < certificate.length - period ->
      let digits = Claim.digits_of_rule certificate.rule in
      let stored = preperiod + period in
      let width = bits_needed certificate stored in
      let per = 62 / width in
      let put format = Printf.fprintf out format in
      let cons show item rest = Printf.sprintf "(cons %s %s)" (show item) rest in
      let list show items = List.fold_right (cons show) items "nil" in
      let split { Fast.bits; parity; rare } = Printf.sprintf "(Split %s %b %b)" (list string_of_int bits) parity rare in
      put "(* Written by sprague-coq-check --table from a certificate of %s. Nothing in it is believed. *)\n"
        certificate.rule;
      put "From Coq Require Import List NArith Uint63 PArray.\n";
      put "From Sprague.checker Require Import Fast Table.\n";
      put "Local Open Scope uint63_scope.\n\n";
      put "Definition table : table := Table\n  %s\n  %d %d %d\n  %s\n  %d\n  [|"
        (list (fun d -> Printf.sprintf "%d%%N" d) digits)
        period preperiod certificate.length
        (list split (Claim.splits_of certificate))
        width;
      for word = 0 to ((stored + per - 1) / per) - 1 do
        let packed = ref 0 in
        for i = min stored ((word + 1) * per) - 1 downto word * per do
          packed := (!packed lsl width) lor Claim.value certificate i
        done;
        put "%s%d" (if word = 0 then "" else if word mod 6 = 0 then ";\n    " else "; ") !packed
      done;
      put "\n  | 0 : int |].\n"
  | _ -> Claim.refuse "a table is written for a periodic law that is claimed to be least"
