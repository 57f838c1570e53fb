(* sprague-coq-check FILE…: VERIFIED, or NOT VERIFIED with the reason, by the checker that Coq proved sound. *)

let usage =
  "Check certificates of octal codes and subtraction sets, with a checker extracted from its proof of soundness.\n\n\
   usage: sprague-coq-check [--steps N] FILE…    check, as sprague-check does\n\
  \       sprague-coq-check --table FILE         write the certificate as a Coq file, for proofs/answers\n\n\
  \  FILE       a certificate, - for standard input\n\
  \  --steps N  give up after so many looks at values (1000000000000)\n\n\
   exit: 0 all verified, 1 some not verified, 2 some unreadable, or bad usage"

let read name =
  if name = "-" then begin
    set_binary_mode_in stdin true;
    Certificate.read stdin
  end
  else
    let channel = open_in_bin name in
    Fun.protect ~finally:(fun () -> close_in channel) (fun () -> Certificate.read channel)

(* The exit code of an action on a file. *)
let attempt name prefix action =
  let unreadable reason =
    Printf.eprintf "sprague-coq-check: %s: cannot be read: %s\n" name reason;
    2
  in
  try
    action (read name);
    0
  with
  | Claim.Not_verified reason ->
      Printf.printf "%sNOT VERIFIED: %s\n" prefix reason;
      1
  | Certificate.Bad reason | Rule.Bad reason | Sys_error reason -> unreadable reason

let check steps files =
  let several = List.length files > 1 in
  let one name =
    let prefix = if several then name ^ ": " else "" in
    attempt name prefix (fun certificate -> Printf.printf "%sVERIFIED: %s\n%!" prefix (Claim.check ~steps certificate))
  in
  exit (List.fold_left (fun worst name -> max worst (one name)) 0 files)

let bad_usage () =
  prerr_endline usage;
  exit 2

let is_file name = name = "-" || (name <> "" && name.[0] <> '-')

let () =
  match List.tl (Array.to_list Sys.argv) with
  | [ "--help" ] -> print_endline usage
  | [ "--table"; name ] -> exit (attempt name "" (Coq_table.write stdout))
  | "--steps" :: steps :: (_ :: _ as files) when List.for_all is_file files -> (
      match int_of_string_opt ("0u" ^ steps) with Some steps -> check steps files | None -> bad_usage ())
  | _ :: _ as files when List.for_all is_file files -> check 1_000_000_000_000 files
  | _ -> bad_usage ()
