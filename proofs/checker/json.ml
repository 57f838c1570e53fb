(* JSON (RFC 8259), strictly: what a header may hold, and no more. Integers stay strings of digits, as they may be
   larger than a machine integer; fractions, exponents and signs are refused, as no field has them. *)

exception Bad of string

type t =
  | Null
  | Bool of bool
  | Integer of string
  | Text of string
  | List of t list
  | Object of (string * t) list

let bad reason = raise (Bad reason)

let add_utf8 buffer code =
  if code < 0x110000 && Uchar.is_valid code then Buffer.add_utf_8_uchar buffer (Uchar.of_int code)
  else bad "no such character"

let valid_utf8 s =
  let n = String.length s in
  let tail i = i < n && Char.code s.[i] land 0xc0 = 0x80 in
  let rec go i =
    i >= n
    ||
    let c = Char.code s.[i] in
    let second i low high = i < n && Char.code s.[i] >= low && Char.code s.[i] <= high in
    if c < 0x80 then go (i + 1)
    else if c >= 0xc2 && c <= 0xdf then tail (i + 1) && go (i + 2)
    else if c land 0xf0 = 0xe0 then
      let low, high = if c = 0xe0 then (0xa0, 0xbf) else if c = 0xed then (0x80, 0x9f) else (0x80, 0xbf) in
      second (i + 1) low high && tail (i + 2) && go (i + 3)
    else if c >= 0xf0 && c <= 0xf4 then
      let low, high = if c = 0xf0 then (0x90, 0xbf) else if c = 0xf4 then (0x80, 0x8f) else (0x80, 0xbf) in
      second (i + 1) low high && tail (i + 2) && tail (i + 3) && go (i + 4)
    else false
  in
  go 0

let parse s =
  if not (valid_utf8 s) then bad "not UTF-8";
  let n = String.length s in
  let at = ref 0 in
  let peek () = if !at < n then s.[!at] else '\000' in
  let expect c = if !at < n && s.[!at] = c then incr at else bad (Printf.sprintf "expected `%c` at byte %d" c !at) in
  let rec space () =
    match peek () with
    | (' ' | '\t' | '\n' | '\r') when !at < n ->
        incr at;
        space ()
    | _ -> ()
  in
  let word w value =
    if !at + String.length w <= n && String.sub s !at (String.length w) = w then begin
      at := !at + String.length w;
      value
    end
    else bad (Printf.sprintf "expected a value at byte %d" !at)
  in
  let hex4 () =
    if !at + 4 > n then bad "an escape ends too early";
    let digits = String.sub s !at 4 in
    let hex = function '0' .. '9' | 'a' .. 'f' | 'A' .. 'F' -> true | _ -> false in
    if not (String.for_all hex digits) then bad "an escape needs four hexadecimal digits";
    at := !at + 4;
    int_of_string ("0x" ^ digits)
  in
  let text () =
    expect '"';
    let buffer = Buffer.create 32 in
    let rec go () =
      if !at >= n then bad "a string without an end";
      let c = s.[!at] in
      incr at;
      match c with
      | '"' -> Buffer.contents buffer
      | '\\' ->
          let c = peek () in
          incr at;
          (match c with
          | '"' | '\\' | '/' -> Buffer.add_char buffer c
          | 'b' -> Buffer.add_char buffer '\b'
          | 'f' -> Buffer.add_char buffer '\012'
          | 'n' -> Buffer.add_char buffer '\n'
          | 'r' -> Buffer.add_char buffer '\r'
          | 't' -> Buffer.add_char buffer '\t'
          | 'u' ->
              let high = hex4 () in
              if high >= 0xd800 && high < 0xdc00 then begin
                expect '\\';
                expect 'u';
                let low = hex4 () in
                if low < 0xdc00 || low > 0xdfff then bad "half a character";
                add_utf8 buffer (0x10000 + ((high - 0xd800) lsl 10) + (low - 0xdc00))
              end
              else add_utf8 buffer high
          | _ -> bad "no such escape");
          go ()
      | c when c < ' ' -> bad "a control character in a string"
      | c ->
          Buffer.add_char buffer c;
          go ()
    in
    go ()
  in
  let integer () =
    let start = !at in
    while match peek () with '0' .. '9' -> true | _ -> false do incr at done;
    let digits = String.sub s start (!at - start) in
    if String.length digits > 1 && digits.[0] = '0' then bad "a number with a leading zero";
    (match peek () with '.' | 'e' | 'E' -> bad "a number that is no plain integer" | _ -> ());
    Integer digits
  in
  let rec value depth =
    if depth > 100 then bad "nested too deeply";
    space ();
    let v =
      match peek () with
      | '"' -> Text (text ())
      | '{' ->
          incr at;
          Object (items '}' (fun () ->
              space ();
              let name = text () in
              space ();
              expect ':';
              (name, value (depth + 1))))
      | '[' ->
          incr at;
          List (items ']' (fun () -> value (depth + 1)))
      | '0' .. '9' -> integer ()
      | 't' -> word "true" (Bool true)
      | 'f' -> word "false" (Bool false)
      | _ -> word "null" Null
    in
    space ();
    v
  and items : 'a. char -> (unit -> 'a) -> 'a list =
   fun close item ->
    space ();
    if peek () = close then begin
      incr at;
      []
    end
    else
      let rec more found =
        let found = item () :: found in
        space ();
        if peek () = ',' then begin
          incr at;
          more found
        end
        else begin
          expect close;
          List.rev found
        end
      in
      more []
  in
  let v = value 0 in
  if !at < n then bad (Printf.sprintf "more after the end, at byte %d" !at);
  v
