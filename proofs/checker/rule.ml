(* The notation of rules, read as docs/certificate-format.md says. *)

exception Bad of string

type t =
  | Code of int list  (** digits d0, d1, …; not more than [most_digits] *)
  | Subtraction of int list  (** in ascending order *)
  | Other  (** a rule of the format that is not checked here *)

let bad text reason =
  let shown = if String.length text > 40 then String.sub text 0 40 else text in
  raise (Bad (Printf.sprintf "rule `%s`: %s" (String.escaped shown) reason))

(* At most 15 digits. *)
let number digits =
  let plain = String.length digits >= 1 && String.length digits <= 15 in
  let digit = function '0' .. '9' -> true | _ -> false in
  if plain && String.for_all digit digits then Some (int_of_string ("0u" ^ digits)) else None

let ascending text list =
  let rec check found last = function
    | [] -> List.rev found
    | digits :: rest -> (
        match number digits with
        | Some n when n > last -> check (n :: found) n rest
        | _ -> bad text "expected numbers from 1 on in ascending order, as in sub:1,3,4")
  in
  check [] 0 (String.split_on_char ',' list)

let most_digits = 1000

let hex c =
  match c with
  | '0' .. '9' -> Some (Char.code c - Char.code '0')
  | 'a' .. 'f' -> Some (Char.code c - Char.code 'a' + 10)
  | 'A' .. 'F' -> Some (Char.code c - Char.code 'A' + 10)
  | _ -> None

let code text =
  let wrong () = bad text "not a rule that can be checked" in
  match String.index_opt text '.' with
  | None -> wrong ()
  | Some point ->
      let before = String.sub text 0 point in
      let after = String.sub text (point + 1) (String.length text - point - 1) in
      let before = if before = "" then "0" else before in
      if String.length before > 1 || after = "" then wrong ();
      let all = before ^ after in
      if not (String.for_all (fun c -> hex c <> None) all) then wrong ();
      let digit i = Option.get (hex all.[i]) in
      if digit 0 land 3 <> 0 then bad text "the digit before the point may only break: 0, 4, 8 or C";
      if String.length all > most_digits then Other else Code (List.init (String.length all) digit)

let ends_with tail text =
  let n = String.length tail and m = String.length text in
  m >= n && String.sub text (m - n) n = tail

let parse text =
  match String.index_opt text ':' with
  | Some colon -> (
      let rest = String.sub text (colon + 1) (String.length text - colon - 1) in
      match String.sub text 0 colon with
      | "sub" -> Subtraction (ascending text rest)
      | "allbut" ->
          ignore (ascending text rest);
          Other
      | "split" -> (
          match number rest with
          | Some k when k >= 2 -> Other
          | _ -> bad text "expected a number of parts from 2 on, as in split:3")
      | _ -> bad text "not a rule that can be checked")
  | None when text = "cut" || text = "cards" -> Other
  | None when ends_with "..." text || ends_with "]" text -> bad text "codes that go on forever cannot be checked"
  | None -> code text
