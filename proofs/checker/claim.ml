(* From a certificate to the question that the proved checker answers, and its verdict in words. The checker itself is
   fast.ml, extracted from Fast.v; Sound.v proves what its answer [Verified] means. *)

exception Not_verified of string

let refuse reason = raise (Not_verified reason)

(* ---------- numbers of Coq ---------- *)

let rec positive x =
  if x = 1 then Fast.XH else if x land 1 = 1 then Fast.XI (positive (x lsr 1)) else Fast.XO (positive (x lsr 1))

let n_of_int x = if x = 0 then Fast.N0 else Fast.Npos (positive x)

(* Decimal digits, from 1 to 10000 of them; the conversion is Coq's. *)
let n_of_digits digits =
  let plain = String.length digits >= 1 && String.length digits <= 10_000 in
  if not (plain && String.for_all (function '0' .. '9' -> true | _ -> false) digits) then
    raise (Certificate.Bad "a number has to be 1 to 10000 decimal digits");
  let digit c rest =
    match c with
    | '0' -> Fast.D0 rest
    | '1' -> Fast.D1 rest
    | '2' -> Fast.D2 rest
    | '3' -> Fast.D3 rest
    | '4' -> Fast.D4 rest
    | '5' -> Fast.D5 rest
    | '6' -> Fast.D6 rest
    | '7' -> Fast.D7 rest
    | '8' -> Fast.D8 rest
    | _ -> Fast.D9 rest
  in
  Fast.N.of_uint (String.fold_right digit digits Fast.Nil)

let digits_of_n n =
  let buffer = Buffer.create 20 in
  let rec go = function
    | Fast.Nil -> ()
    | Fast.D0 rest -> put '0' rest
    | Fast.D1 rest -> put '1' rest
    | Fast.D2 rest -> put '2' rest
    | Fast.D3 rest -> put '3' rest
    | Fast.D4 rest -> put '4' rest
    | Fast.D5 rest -> put '5' rest
    | Fast.D6 rest -> put '6' rest
    | Fast.D7 rest -> put '7' rest
    | Fast.D8 rest -> put '8' rest
    | Fast.D9 rest -> put '9' rest
  and put c rest =
    Buffer.add_char buffer c;
    go rest
  in
  go (Fast.N.to_uint n);
  Buffer.contents buffer

(* Every theorem holds for every fuel; a run that ends has used finitely much of this. *)
let rec fuel = Fast.S fuel

(* ---------- what is claimed ---------- *)

(* Digits of a code, or of a subtraction set: 3 at its members. *)
let digits_of_rule text =
  match Rule.parse text with
  | Rule.Code digits -> digits
  | Rule.Subtraction set when List.exists (fun t -> t >= Rule.most_digits) set ->
      refuse (Printf.sprintf "only subtraction sets of numbers below %d are checked here" Rule.most_digits)
  | Rule.Subtraction set ->
      let last = List.fold_left max 0 set in
      List.init (last + 1) (fun t -> if List.mem t set then 3 else 0)
  | Rule.Other ->
      let reason = Printf.sprintf "only octal codes of at most %d digits and subtraction sets are checked here" in
      refuse (reason Rule.most_digits)

let value (certificate : Certificate.t) x =
  if x >= 0 && x < certificate.length then Bytes.get_uint16_le certificate.values (2 * x) else 0

let popcount x =
  let rec go x n = if x = 0 then n else go (x land (x - 1)) (n + 1) in
  go x 0

(* Both classes of each split that have few positions, fewest first. A choice of splits is a matter of time only. *)
let splits_of (certificate : Certificate.t) =
  let odd { Certificate.mask; parity } x =
    (popcount (value certificate x land mask) + if parity then x else 0) land 1 = 1
  in
  let size split rare =
    let n = ref 0 in
    for x = 1 to certificate.length - 1 do
      if odd split x = rare then incr n
    done;
    !n
  in
  let bits mask = List.filter (fun b -> (mask lsr b) land 1 = 1) (List.init 16 Fun.id) in
  let both split = List.map (fun rare -> (size split rare, split, rare)) [ false; true ] in
  List.concat_map both certificate.splits
  |> List.filter (fun (size, _, _) -> size <= certificate.length / 8)
  |> List.sort (fun (a, _, _) (b, _, _) -> compare a b)
  |> List.map (fun (_, { Certificate.mask; parity }, rare) -> { Fast.bits = bits mask; parity; rare })

(* ---------- verdicts ---------- *)

let say (certificate : Certificate.t) period verdict =
  match verdict with
  | Fast.Verified -> ()
  | Fast.Bad_rule -> refuse "only codes that leave at most two heaps are checked here"
  | Fast.Period_zero -> refuse "the period is 0"
  | Fast.Too_few ->
      refuse (Printf.sprintf "%d values are too few for this period and preperiod" certificate.length)
  | Fast.Period_fails x -> refuse (Printf.sprintf "the period %d fails, at n = %d" period (x + period))
  | Fast.Preperiod_not_least -> refuse "the preperiod is not minimal"
  | Fast.Period_not_least -> refuse "the period is not minimal"
  | Fast.Wrong_value n -> refuse (Printf.sprintf "the value is not the mex of its options, at n = %d" n)

(* The answer, if the certificate claims one, and how to say it. *)
let check_count (certificate : Certificate.t) wins =
  match certificate.count with
  | None -> ""
  | Some { question = Certificate.Other_question _; _ } -> refuse "of counts only wins are checked here"
  | Some { question = Certificate.Wins upto; modulus; answer } -> (
      match wins (n_of_digits upto) with
      | None -> refuse (Printf.sprintf "wins up to %s need a law, or more values" upto)
      | Some counted ->
          let counted, tail =
            match modulus with
            | None -> (counted, "")
            | Some m ->
                let modulus = n_of_digits m in
                if modulus = Fast.N0 then refuse "the modulus is 0";
                (Fast.N.modulo counted modulus, " mod " ^ m)
          in
          if not (Fast.N.eqb counted (n_of_digits answer)) then
            refuse (Printf.sprintf "the count is %s%s, not %s" (digits_of_n counted) tail answer);
          Printf.sprintf "; heaps up to %s that the first player wins: %s%s" upto answer tail)

(* What is known once the certificate is verified, in the words of sprague-check. *)
let check ~steps (certificate : Certificate.t) =
  let subtraction = match Rule.parse certificate.rule with Rule.Subtraction _ -> true | _ -> false in
  let code = List.map n_of_int (digits_of_rule certificate.rule) in
  if certificate.length = 0 then refuse "there are no values";
  let left = ref steps in
  let get x =
    decr left;
    if !left < 0 then refuse (Printf.sprintf "the check reads more than %d values, the limit in force" steps);
    value certificate x
  in
  let theorem = if subtraction then "subtraction-window" else "take-and-break-period" in
  let law, wins =
    match certificate.law with
    | Certificate.Table when certificate.theorem = "definition" ->
        let splits = splits_of certificate in
        say certificate 0 (Fast.check_table get fuel splits code certificate.length);
        ( Printf.sprintf "heaps 0 to %d as stated" (certificate.length - 1),
          Fast.table_wins get fuel certificate.length )
    | Certificate.Periodic { period; preperiod; minimal } when certificate.theorem = theorem ->
        let splits = splits_of certificate in
        say certificate period (Fast.check_law get fuel splits code period preperiod minimal certificate.length);
        let said =
          if minimal then Printf.sprintf "period %d, preperiod %d, both least, for all heaps" period preperiod
          else Printf.sprintf "G(n + %d) = G(n) for all n ≥ %d" period preperiod
        in
        ( said,
          Fast.law_wins get fuel period preperiod )
    | Certificate.Other_law _ -> refuse "only tables and periods are checked here"
    | _ -> refuse "this law, or theorem, is not one for this rule"
  in
  Printf.sprintf "nim-values of %s: %s%s" certificate.rule law (check_count certificate wins)
