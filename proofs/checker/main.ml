(* sprague-coq-check FILE…: VERIFIED, or NOT VERIFIED with the reason, by the checker that Coq proved sound. *)

let usage =
  "Check certificates of octal codes and subtraction sets, with a checker extracted from its proof of soundness.\n\n\
   usage: sprague-coq-check [--steps N] FILE…    check, as sprague-check does\n\
  \       sprague-coq-check --table FILE         write the certificate as a Coq file, for proofs/answers\n\n\
  \  FILE       a certificate, - for standard input\n\
  \  --steps N  give up after N reads of values (1000000000000)\n\n\
   exit: 0 all verified, 1 some not verified, 2 some unreadable, bad usage or output that cannot be written"

let read name =
  if name = "-" then begin
    set_binary_mode_in stdin true;
    Certificate.read stdin
  end
  else
    let channel = open_in_bin name in
    Fun.protect ~finally:(fun () -> close_in channel) (fun () -> Certificate.read channel)

(* Write something, all of it at once; the exit code is that of the verdict, unless it is a success that was not written. *)
let written verdict write =
  try
    write ();
    flush stdout;
    verdict
  with Sys_error reason ->
    Printf.eprintf "sprague-coq-check: cannot write: %s\n" reason;
    if verdict = 0 then 2 else verdict

(* The exit code of an action on a file, which gives what is to be written. *)
let attempt name prefix action =
  match action (read name) with
  | write -> written 0 write
  | exception Claim.Not_verified reason ->
      written 1 (fun () -> Printf.printf "%sNOT VERIFIED: %s\n" prefix reason)
  | exception (Certificate.Bad reason | Rule.Bad reason | Sys_error reason) ->
      Printf.eprintf "sprague-coq-check: %s: cannot be read: %s\n" name reason;
      2

let check steps files =
  let several = List.length files > 1 in
  let one name =
    let prefix = if several then name ^ ": " else "" in
    attempt name prefix (fun certificate ->
        let known = Claim.check ~steps certificate in
        fun () -> Printf.printf "%sVERIFIED: %s\n" prefix known)
  in
  exit (List.fold_left (fun worst name -> max worst (one name)) 0 files)

(* A table is written as it is made. *)
let table certificate =
  match Coq_table.write stdout certificate with
  | () -> fun () -> ()
  | exception Sys_error reason -> fun () -> raise (Sys_error reason)

let bad_usage () =
  prerr_endline usage;
  exit 2

let is_file name = name = "-" || (name <> "" && name.[0] <> '-')

let () =
  match List.tl (Array.to_list Sys.argv) with
  | [ "--help" ] -> exit (written 0 (fun () -> print_endline usage))
  | [ "--table"; name ] -> exit (attempt name "" table)
  | "--steps" :: steps :: (_ :: _ as files) when List.for_all is_file files -> (
      match int_of_string_opt ("0u" ^ steps) with Some steps -> check steps files | None -> bad_usage ())
  | _ :: _ as files when List.for_all is_file files -> check 1_000_000_000_000 files
  | _ -> bad_usage ()
