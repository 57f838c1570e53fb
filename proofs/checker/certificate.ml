(* The reader of certificate files (docs/certificate-format.md): bytes in, claim out. It refuses what the format does
   not know. Of what it passes on only the rule and the claim matter; the values are checked, whatever they are. *)

exception Bad of string

let bad reason = raise (Bad reason)

type law =
  | Table
  | Periodic of { period : int; preperiod : int; minimal : bool }
  | Other_law of string

type question = Wins of string | Other_question of string
type count = { question : question; modulus : string option; answer : string }
type split = { mask : int; parity : bool }

type t = {
  rule : string;
  law : law;
  theorem : string;
  count : count option;
  splits : split list;
  length : int;
  values : Bytes.t;  (** two bytes each, low byte first *)
}

let most_values = 1 lsl 24
let longest_header = 1 lsl 20

(* ---------- the header ---------- *)

(* The fields of an object, each at most once, and no others than these. *)
let fields what known = function
  | Json.Object all ->
      let rec check = function
        | [] -> ()
        | (name, _) :: rest ->
            let quoted = String.escaped name in
            if not (List.mem name known) then bad (Printf.sprintf "unknown field `%s` in %s" quoted what);
            if List.mem_assoc name rest then bad (Printf.sprintf "field `%s` twice in %s" name what);
            check rest
      in
      check all;
      fun name -> List.assoc_opt name all
  | _ -> bad (what ^ " has to be an object")

let need what name = function Some value -> value | None -> bad (Printf.sprintf "%s has no field `%s`" what name)

let text what = function Json.Text s -> s | _ -> bad (what ^ " has to be a string")
let flag what = function Json.Bool b -> b | _ -> bad (what ^ " has to be true or false")

(* An integer below 2^64. From 2^60 on it stands for 2^60, which is more than anything that is checked here. *)
let integer what = function
  | Json.Integer digits ->
      let largest = "18446744073709551615" in
      let length = String.length digits in
      if length > 20 || (length = 20 && digits > largest) then bad (what ^ " is 2^64 or more");
      let huge = 1 lsl 60 in
      if length > 18 then huge else min huge (int_of_string digits)
  | _ -> bad (what ^ " has to be an integer")

let kind_of what object_ = match object_ with
  | Json.Object all -> text (what ^ ".kind") (need what "kind" (List.assoc_opt "kind" all))
  | _ -> bad (what ^ " has to be an object")

let law_of json =
  let field known name = need "law" name (fields "law" ("kind" :: known) json name) in
  match kind_of "law" json with
  | "table" ->
      let _only_kind : string -> Json.t option = fields "law" [ "kind" ] json in
      Table
  | "periodic" ->
      let field = field [ "period"; "preperiod"; "minimal" ] in
      Periodic
        {
          period = integer "period" (field "period");
          preperiod = integer "preperiod" (field "preperiod");
          minimal = flag "minimal" (field "minimal");
        }
  | ("arithmetic-periodic" | "closed-form" | "tails" | "card-formula") as other -> Other_law other
  | other -> bad ("no such law: " ^ String.escaped other)

let question_of json =
  match kind_of "question" json with
  | "wins" -> Wins (text "upto" (need "question" "upto" (fields "question" [ "kind"; "upto" ] json "upto")))
  | ("moves" | "partitions" | "scatterstone-wins" | "card-tuples") as other -> Other_question other
  | other -> bad ("no such question: " ^ String.escaped other)

let count_of json =
  let field = fields "count" [ "question"; "modulus"; "answer" ] json in
  {
    question = question_of (need "count" "question" (field "question"));
    modulus = (match field "modulus" with None | Some Json.Null -> None | Some m -> Some (text "modulus" m));
    answer = text "answer" (need "count" "answer" (field "answer"));
  }

let split_of json =
  let field = fields "a split" [ "mask"; "parity" ] json in
  let mask = integer "mask" (need "a split" "mask" (field "mask")) in
  if mask >= 1 lsl 16 then bad "a mask has 16 bits";
  { mask; parity = flag "parity" (need "a split" "parity" (field "parity")) }

let theorems =
  [ "definition"; "take-and-break-period"; "subtraction-window"; "all-but-state"; "split-closed-form"; "cut-tails";
    "card-formula" ]

type packing = { count : int; bytes : int; delta : int; packed : int }

let packing_of json =
  let field = fields "values" [ "count"; "bytes"; "delta"; "packed" ] json in
  let number name = integer name (need "values" name (field name)) in
  let packing = { count = number "count"; bytes = number "bytes"; delta = number "delta"; packed = number "packed" } in
  if packing.count > most_values then bad (Printf.sprintf "more than %d values" most_values);
  if packing.bytes <> 1 && packing.bytes <> 2 then bad "`bytes` has to be 1 or 2";
  if packing.packed > (packing.count * 2) + (packing.count / 1000) + 1000 then
    bad "`packed` is longer than these values can need";
  packing

let header_of line =
  let json = try Json.parse line with Json.Bad reason -> bad ("bad header: " ^ reason) in
  (match json with
  | Json.Object all -> (
      match List.assoc_opt "version" all with
      | Some (Json.Integer "1") -> ()
      | _ -> bad "only version 1 of the format is known here")
  | _ -> bad "the header has to be an object");
  let known = [ "version"; "tool"; "rule"; "law"; "theorem"; "count"; "splits"; "values" ] in
  let field = fields "the header" known json in
  let field_needed name = need "the header" name (field name) in
  ignore (text "tool" (field_needed "tool"));
  let theorem = text "theorem" (field_needed "theorem") in
  if not (List.mem theorem theorems) then bad ("no such theorem: " ^ String.escaped theorem);
  let splits =
    match field "splits" with
    | None -> []
    | Some (Json.List splits) ->
        if List.length splits > 8 then bad "more than 8 splits";
        List.map split_of splits
    | Some _ -> bad "splits have to be a list"
  in
  let certificate =
    {
      rule = text "rule" (field_needed "rule");
      law = law_of (field_needed "law");
      theorem;
      count = (match field "count" with None | Some Json.Null -> None | Some count -> Some (count_of count));
      splits;
      length = 0;
      values = Bytes.empty;
    }
  in
  (certificate, packing_of (field_needed "values"))

(* ---------- the file ---------- *)

let crc_table =
  lazy
    (Array.init 256 (fun n ->
         let c = ref n in
         for _ = 1 to 8 do
           c := if !c land 1 = 1 then 0xedb88320 lxor (!c lsr 1) else !c lsr 1
         done;
         !c))

let crc32 parts =
  let table = Lazy.force crc_table in
  let byte crc c = table.((crc lxor Char.code c) land 0xff) lxor (crc lsr 8) in
  List.fold_left (String.fold_left byte) 0xffffffff parts lxor 0xffffffff

(* At most [most] bytes, without room for more than there are. *)
let read_up_to channel most =
  let buffer = Buffer.create 4096 in
  let chunk = Bytes.create 65536 in
  let rec go left =
    if left > 0 then
      match input channel chunk 0 (min left (Bytes.length chunk)) with
      | 0 -> ()
      | n ->
          Buffer.add_subbytes buffer chunk 0 n;
          go (left - n)
  in
  go most;
  Buffer.contents buffer

let read_line channel =
  let buffer = Buffer.create 1024 in
  let rec go () =
    if Buffer.length buffer >= longest_header then bad "the header is longer than a megabyte";
    match input_char channel with
    | '\n' -> Buffer.add_char buffer '\n'
    | c ->
        Buffer.add_char buffer c;
        go ()
    | exception End_of_file -> bad "truncated: the file ends inside the header"
  in
  go ();
  Buffer.contents buffer

let magic = "sprague-certificate\n"

let unpack packed { count; bytes; delta; _ } =
  let raw = try Inflate.inflate packed (count * bytes) with Inflate.Bad reason -> bad ("bad values: " ^ reason) in
  let values = Bytes.create (2 * count) in
  for i = 0 to count - 1 do
    let stored = if bytes = 1 then Bytes.get_uint8 raw i else Bytes.get_uint16_le raw (2 * i) in
    let earlier = if delta = 0 || i < delta then 0 else Bytes.get_uint16_le values (2 * (i - delta)) in
    Bytes.set_uint16_le values (2 * i) (stored lxor earlier)
  done;
  values

let read channel =
  if read_up_to channel (String.length magic) <> magic then
    bad "not a Sprague certificate (the first line has to be `sprague-certificate`)";
  let line = read_line channel in
  let certificate, packing = header_of line in
  let packed = read_up_to channel packing.packed in
  if String.length packed < packing.packed then bad "truncated: the file ends inside the packed values";
  let expected = Printf.sprintf "\nend %08x\n" (crc32 [ magic; line; packed ]) in
  let ending = read_up_to channel (String.length expected + 1) in
  if ending <> expected then bad "the end line, with the checksum of the file, is missing, wrong, or not the last";
  { certificate with length = packing.count; values = unpack packed packing }
