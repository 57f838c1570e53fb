(* Raw DEFLATE (RFC 1951), decoded bit by bit with canonical Huffman codes. Nothing rests on it: whatever comes out is
   checked as the values of a certificate. *)

exception Bad of string

let bad reason = raise (Bad reason)

(* A code: how many symbols have each length, and the symbols in order of their codes. *)
type code = { counts : int array; symbols : int array }

let longest = 15

let code_of_lengths lengths =
  let counts = Array.make (longest + 1) 0 in
  Array.iter (fun l -> counts.(l) <- counts.(l) + 1) lengths;
  counts.(0) <- 0;
  let left = ref 1 in
  for l = 1 to longest do
    left := (2 * !left) - counts.(l);
    if !left < 0 then bad "more codes than lengths allow"
  done;
  let first = Array.make (longest + 2) 0 in
  for l = 1 to longest do
    first.(l + 1) <- first.(l) + counts.(l)
  done;
  let symbols = Array.make (Array.length lengths) 0 in
  Array.iteri
    (fun symbol l ->
      if l > 0 then begin
        symbols.(first.(l)) <- symbol;
        first.(l) <- first.(l) + 1
      end)
    lengths;
  { counts; symbols }

type input = { bytes : string; mutable at : int; mutable held : int; mutable bits : int }

let rec take input n =
  if input.bits >= n then begin
    let value = input.held land ((1 lsl n) - 1) in
    input.held <- input.held lsr n;
    input.bits <- input.bits - n;
    value
  end
  else if input.at >= String.length input.bytes then bad "the compressed stream ends too early"
  else begin
    input.held <- input.held lor (Char.code input.bytes.[input.at] lsl input.bits);
    input.at <- input.at + 1;
    input.bits <- input.bits + 8;
    take input n
  end

let symbol input { counts; symbols } =
  let rec go length code first index =
    if length > longest then bad "no such code";
    let code = code lor take input 1 in
    let count = counts.(length) in
    if code - count < first then symbols.(index + code - first)
    else go (length + 1) (code lsl 1) ((first + count) lsl 1) (index + count)
  in
  go 1 0 0 0

let length_base =
  [| 3; 4; 5; 6; 7; 8; 9; 10; 11; 13; 15; 17; 19; 23; 27; 31; 35; 43; 51; 59; 67; 83; 99; 115; 131; 163; 195; 227;
     258 |]

let length_extra = [| 0; 0; 0; 0; 0; 0; 0; 0; 1; 1; 1; 1; 2; 2; 2; 2; 3; 3; 3; 3; 4; 4; 4; 4; 5; 5; 5; 5; 0 |]

let distance_base =
  [| 1; 2; 3; 4; 5; 7; 9; 13; 17; 25; 33; 49; 65; 97; 129; 193; 257; 385; 513; 769; 1025; 1537; 2049; 3073; 4097; 6145;
     8193; 12289; 16385; 24577 |]

let distance_extra =
  [| 0; 0; 0; 0; 1; 1; 2; 2; 3; 3; 4; 4; 5; 5; 6; 6; 7; 7; 8; 8; 9; 9; 10; 10; 11; 11; 12; 12; 13; 13 |]

let fixed_lengths = Array.init 288 (fun i -> if i < 144 then 8 else if i < 256 then 9 else if i < 280 then 7 else 8)
let fixed = lazy (code_of_lengths fixed_lengths, code_of_lengths (Array.make 30 5))

(* The two codes of a block that brings its own. *)
let dynamic input =
  let literals = 257 + take input 5 in
  let distances = 1 + take input 5 in
  let used = 4 + take input 4 in
  if literals > 286 || distances > 30 then bad "too many codes";
  let order = [| 16; 17; 18; 0; 8; 7; 9; 6; 10; 5; 11; 4; 12; 3; 13; 2; 14; 1; 15 |] in
  let lengths = Array.make 19 0 in
  for i = 0 to used - 1 do
    lengths.(order.(i)) <- take input 3
  done;
  let code = code_of_lengths lengths in
  let all = Array.make (literals + distances) 0 in
  let rec fill i =
    let repeat n length =
      if i + n > Array.length all then bad "too many lengths";
      Array.fill all i n length;
      fill (i + n)
    in
    if i < Array.length all then
      match symbol input code with
      | 16 when i = 0 -> bad "no length to repeat"
      | 16 -> repeat (3 + take input 2) all.(i - 1)
      | 17 -> repeat (3 + take input 3) 0
      | 18 -> repeat (11 + take input 7) 0
      | length -> repeat 1 length
  in
  fill 0;
  if all.(256) = 0 then bad "no code for the end of a block";
  (code_of_lengths (Array.sub all 0 literals), code_of_lengths (Array.sub all literals distances))

(* [inflate bytes length]: exactly [length] bytes, from all of [bytes]. *)
let inflate bytes length =
  let input = { bytes; at = 0; held = 0; bits = 0 } in
  let out = Buffer.create 65536 in
  let room n = if Buffer.length out + n > length then bad "more bytes than the header says" in
  let rec block (literal, distance) =
    match symbol input literal with
    | 256 -> ()
    | byte when byte < 256 ->
        room 1;
        Buffer.add_char out (Char.chr byte);
        block (literal, distance)
    | copy ->
        if copy > 285 then bad "no such length";
        let n = length_base.(copy - 257) + take input length_extra.(copy - 257) in
        let d = symbol input distance in
        if d > 29 then bad "no such distance";
        let back = distance_base.(d) + take input distance_extra.(d) in
        if back > Buffer.length out then bad "a distance before the first byte";
        room n;
        for _ = 1 to n do
          Buffer.add_char out (Buffer.nth out (Buffer.length out - back))
        done;
        block (literal, distance)
  in
  let stored () =
    input.held <- 0;
    input.bits <- 0;
    let n = take input 16 in
    if take input 16 <> n lxor 0xffff then bad "a stored block of two lengths";
    if input.at + n > String.length bytes then bad "the compressed stream ends too early";
    room n;
    Buffer.add_substring out bytes input.at n;
    input.at <- input.at + n
  in
  let rec blocks () =
    let last = take input 1 = 1 in
    (match take input 2 with
    | 0 -> stored ()
    | 1 -> block (Lazy.force fixed)
    | 2 -> block (dynamic input)
    | _ -> bad "no such kind of block");
    if not last then blocks ()
  in
  blocks ();
  if Buffer.length out < length then bad "fewer bytes than the header says";
  if input.at < String.length bytes then bad "bytes after the end of the compressed stream";
  Buffer.to_bytes out
