//! Every route, asked as the pages ask it. Numbers are those of `sprague::ask`, or counted here in another
//! way.

mod common;

use axum::body::Body;
use common::{ask, get, request, send, site};
use serde_json::{Value, json};
use sprague::Work;
use sprague::rules::Piece;
use sprague::values::Reference;

#[tokio::test]
async fn every_page_is_the_shell() {
    let site = site();
    let shell = get(&site, "/").await;
    assert_eq!(shell.status, 200);
    assert!(shell.header("content-type").starts_with("text/html"));
    for page in [
        "/game/0.77",
        "/game/split:3%2Funequal",
        "/game/split:3/unequal",
        "/sheets",
        "/play/kayles",
        "/play/kayles/3+7+12",
        "/play/cards/2,5%2F9",
        "/count",
        "/compare?rules=0.77,0.137",
        "/about",
    ] {
        let got = get(&site, page).await;
        assert_eq!((got.status.as_u16(), &got.body), (200, &shell.body), "{page}");
    }
    let got = get(&site, "/nowhere").await;
    assert_eq!((got.status.as_u16(), &got.body), (404, &shell.body));
    assert_eq!(get(&site, "/api/nowhere").await.problem(), (404, "address".into()));
    let own = get(&site, "/assets/index.html").await;
    assert_eq!((own.status.as_u16(), &own.body), (200, &shell.body));
}

#[tokio::test]
async fn a_file_that_the_browser_has_is_not_sent_again() {
    let site = site();
    let tag = get(&site, "/assets/index.html").await.header("etag").to_string();
    assert!(tag.len() > 20);
    let again = request("GET", "/assets/index.html").header("if-none-match", &tag);
    let got = send(&site, again.body(Body::empty()).unwrap()).await;
    assert_eq!((got.status.as_u16(), got.body.len()), (304, 0));
    let other = request("GET", "/assets/index.html").header("if-none-match", "\"0\"");
    assert_eq!(send(&site, other.body(Body::empty()).unwrap()).await.status, 200);
}

#[tokio::test]
async fn answers_are_those_of_the_library() {
    let site = site();
    for question in [
        r#"{"ask":"law","rule":"kayles"}"#,
        r#"{"ask":"values","rule":"0.07","to":"50","from":"3"}"#,
        r#"{"ask":"value","rule":"cut","sizes":["5x3","7x10^30"]}"#,
        r#"{"ask":"moves","rule":"nim","position":"10^18+5+5"}"#,
        r#"{"ask":"explain","rule":"kayles","position":"3+7+12"}"#,
        r#"{"ask":"count","count":"wins","rule":"0.07","to":"10^100"}"#,
        r#"{"ask":"euler","problem":306}"#,
    ] {
        let known = serde_json::from_str(question).unwrap();
        let mut known =
            serde_json::to_value(sprague::ask::answer(&known, &Work::quiet()).unwrap().answer()).unwrap();
        // Once computed, once remembered.
        for _ in 0..2 {
            let got = ask(&site, question).await;
            assert_eq!((got.status.as_u16(), got.header("content-type")), (200, "application/json"));
            let mut answer = got.json();
            (answer["seconds"], known["seconds"]) = (Value::Null, Value::Null);
            assert_eq!(answer, known);
        }
    }
}

#[tokio::test]
async fn questions_that_have_no_answer() {
    let site = site();
    for (question, problem) in [
        ("", (400, "json")),
        ("{}", (400, "json")),
        (r#"{"ask":"law","rule":"kayles","colour":"red"}"#, (400, "json")),
        (r#"{"ask":"law","rule":"kales"}"#, (400, "notation")),
        (r#"{"ask":"law","rule":"cut","limit":"5"}"#, (400, "option")),
        (r#"{"ask":"euler","problem":305}"#, (400, "option")),
        (r#"{"ask":"value","rule":"grundy","sizes":["10^40"],"limit":"1000"}"#, (422, "no-law")),
        (r#"{"ask":"values","rule":"0.6","to":"10^15"}"#, (422, "memory")),
    ] {
        let got = ask(&site, question).await;
        assert_eq!(got.problem(), (problem.0, problem.1.to_string()), "{question} {:?}", got.body);
    }
}

fn cells(bytes: &[u8], width: usize) -> Vec<u64> {
    let cell = |cell: &[u8]| cell.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte));
    bytes.chunks_exact(width).map(cell).collect()
}

/// A value from the rule itself.
fn played(rule: &str, piece: &Piece) -> u64 {
    Reference::new(&rule.parse().unwrap()).value(piece).into()
}

#[tokio::test]
async fn values_in_cells() {
    let site = site();
    for (rule, canonical) in [("kayles", "0.77"), ("0.137", "0.137"), ("take:divisors", "take:divisors")] {
        // A long row first, then parts of it that are read off what is kept.
        for (query, from, to) in
            [("to=300", 0, 300), ("to=20", 0, 20), ("from=7&to=99", 7, 99), ("from=5&to=5", 5, 5)]
        {
            if rule == "take:divisors" && from == 0 {
                continue;
            }
            let got = get(&site, &format!("/api/values/{rule}.bin?{query}")).await;
            assert_eq!(got.status, 200, "{:?}", got.body);
            assert_eq!(got.header("sprague-rule"), canonical);
            assert_eq!(
                (got.header("sprague-cell"), got.header("sprague-from")),
                ("u8", from.to_string().as_str())
            );
            assert_eq!(got.header("sprague-shape"), (to - from + 1).to_string());
            let values = cells(&got.body, 1);
            let known: Vec<u64> = (from..=to).map(|n| played(rule, &Piece::heap(n))).collect();
            assert_eq!(values, known, "{rule} {query}");
            assert_eq!(got.header("sprague-largest"), known.iter().max().unwrap().to_string());
        }
    }
    let wide = get(&site, "/api/values/nim.bin?to=70000").await;
    assert_eq!((wide.header("sprague-cell"), wide.header("sprague-largest")), ("u32", "70000"));
    assert!(cells(&wide.body, 4).into_iter().eq(0..=70000));
    let part = get(&site, "/api/values/nim.bin?from=300&to=400").await;
    assert!(cells(&part.body, 4).into_iter().eq(300..=400));
    let sheets = get(&site, "/api/values/cut.bin?to=6x9").await;
    assert_eq!((sheets.header("sprague-shape"), sheets.header("sprague-from")), ("6x9", "1x1"));
    let known: Vec<u64> =
        (1..=6).flat_map(|w| (1..=9).map(move |h| played("cut", &Piece::sheet(w, h)))).collect();
    assert_eq!(cells(&sheets.body, 1), known);
    let far = get(&site, "/api/values/kayles.bin?from=10^40&to=10^40%2B11").await;
    assert_eq!(far.header("sprague-shape"), "12", "{:?}", far.body);
}

#[tokio::test]
async fn values_as_files() {
    let site = site();
    let bfile = get(&site, "/api/values/kayles.bfile?from=3&to=5").await;
    assert_eq!((bfile.status.as_u16(), &bfile.body[..]), (200, &b"3 3\n4 1\n5 4\n"[..]));
    assert_eq!(bfile.header("content-disposition"), "attachment; filename=\"b-0.77.txt\"");
    let csv = get(&site, "/api/values/cut.csv?to=2x2").await;
    assert_eq!(&csv.body[..], b"w,h,value\n1,1,0\n1,2,0\n2,1,0\n2,2,1\n");
    let json = get(&site, "/api/values/0.07.json?to=9").await.json();
    assert_eq!((&json["kind"], &json["values"]), (&json!("values"), &json!([0, 0, 1, 1, 2, 0, 3, 1, 1, 0])));
    let npy = get(&site, "/api/values/0.07.npy?to=9").await;
    assert!(npy.body.starts_with(b"\x93NUMPY") && npy.body.len() == 128 + 10);
    assert_eq!(&npy.body[128..], [0, 0, 1, 1, 2, 0, 3, 1, 1, 0]);
    assert_eq!(npy.header("content-disposition"), "attachment; filename=\"0.07.npy\"");
    for (address, problem) in [
        ("/api/values/0.07?to=9", (400, "query")),
        ("/api/values/0.07.bin", (400, "query")),
        ("/api/values/0.07.bin?to=9&colour=red", (400, "query")),
        ("/api/values/kales.bin?to=9", (400, "notation")),
        ("/api/values/0.07.bin?to=x", (400, "notation")),
        ("/api/values/0.07.bin?from=9&to=3", (400, "option")),
        ("/api/values/cut.bfile?to=3x3", (422, "unsupported")),
        ("/api/values/tree.bin?to=4", (422, "unsupported")),
        ("/api/values/0.07.bin?to=10^9", (422, "large")),
        ("/api/values/%ff.bin?to=3", (400, "query")),
    ] {
        let got = get(&site, address).await;
        assert_eq!(got.problem(), (problem.0, problem.1.to_string()), "{address}");
    }
}

#[tokio::test]
async fn a_certificate_goes_out_and_comes_back_to_be_checked() {
    let site = site();
    for (question, name) in [
        (r#"{"ask":"law","rule":"0.156"}"#, "0.156.cert"),
        (r#"{"ask":"law","rule":"cut","to":"9"}"#, "cut.cert"),
        (r#"{"ask":"count","count":"wins","rule":"sub:1,3,4","to":"10^30"}"#, "sub-1-3-4-count.cert"),
        (r#"{"ask":"euler","problem":306}"#, "euler-306.cert"),
    ] {
        let address = format!("/api/certificate?question={}", encode(question));
        let file = get(&site, &address).await;
        assert_eq!((file.status.as_u16(), file.header("content-type")), (200, "application/octet-stream"));
        assert_eq!(file.header("content-disposition"), format!("attachment; filename=\"{name}\""));
        assert_eq!(get(&site, &address).await.body, file.body);
        let verdict = check(&site, file.body.to_vec()).await.json();
        assert_eq!(verdict["status"], "verified", "{question} {verdict}");
        // The status says that it is verified; the line says what.
        let line = verdict["verdict"].as_str().unwrap();
        assert!(line.len() > 10 && !line.contains("VERIFIED"), "{line}");
    }
    let bad = check(&site, forged()).await.json();
    assert_eq!(bad["status"], "not verified");
    assert_eq!(check(&site, b"nonsense".to_vec()).await.problem(), (400, "certificate".into()));
    for (question, problem) in [
        (r#"{"ask":"law","rule":"grundy","limit":"1000"}"#, (422, "no-law")),
        (r#"{"ask":"values","rule":"kayles","to":"5"}"#, (400, "query")),
        ("nonsense", (400, "json")),
    ] {
        let got = get(&site, &format!("/api/certificate?question={}", encode(question))).await;
        assert_eq!(got.problem(), (problem.0, problem.1.to_string()), "{question}");
    }
}

/// A certificate of values that are not those of its rule.
fn forged() -> Vec<u8> {
    use sprague_certificate::{Certificate, Law, Theorem};
    let certificate = Certificate {
        tool: "unknown".into(),
        rule: "sub:1,2".into(),
        law: Law::Periodic { period: 3, preperiod: 0, minimal: true },
        theorem: Theorem::SubtractionWindow,
        count: None,
        splits: vec![],
        values: vec![0, 1, 2, 0, 2],
    };
    let mut file = Vec::new();
    certificate.write(&mut file).unwrap();
    file
}

async fn check(site: &std::sync::Arc<sprague_web::Site>, file: Vec<u8>) -> common::Got {
    let upload = request("POST", "/api/check").header("content-type", "application/octet-stream");
    send(site, upload.body(Body::from(file)).unwrap()).await
}

fn encode(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02x}")).collect()
}

#[tokio::test]
async fn rules_are_found_and_told() {
    let site = site();
    let all = get(&site, "/api/rules").await.json();
    assert!(all["rules"].as_array().unwrap().len() > 15 && all["notations"].as_array().unwrap().len() > 10);
    for (q, first) in [
        ("kayles", "0.77"),
        ("KAYL", "0.77"),
        ("0.123", "0.123"),
        ("Euler%20933", "cut"),
        ("unequal", "grundy"),
    ] {
        let found = get(&site, &format!("/api/rules?q={q}")).await.json();
        let rules: Vec<&str> =
            found["rules"].as_array().unwrap().iter().map(|rule| rule["rule"].as_str().unwrap()).collect();
        assert!(rules[..rules.len().min(3)].contains(&first), "{q}: {rules:?}");
    }
    let none = get(&site, "/api/rules?q=zzzzzz").await.json();
    assert_eq!(none["rules"], json!([]));
    assert_eq!(get(&site, "/api/rules?q=take&first=2").await.json()["rules"].as_array().unwrap().len(), 2);

    let rule = get(&site, "/api/rule/dawson").await.json();
    assert_eq!(
        (&rule["rule"], &rule["pieces"], &rule["least"]),
        (&json!("0.07"), &json!("heaps"), &json!("0"))
    );
    assert!(rule["names"].as_array().unwrap().iter().any(|name| name["name"] == "paper-strip"));
    assert_eq!((&rule["census"]["normal"], &rule["census"]["period"]), (&json!("0.137"), &json!(34)));
    assert_eq!(get(&site, "/api/rule/cut").await.json()["census"], Value::Null);
    for (rule, pieces, values) in [
        ("cut", "sheets", true),
        ("cards", "suits", true),
        ("tree", "trees", false),
        ("node-kayles", "graphs", false),
        ("graph:a%3Eb", "positions", false),
        ("moves:n-1;n%2F2", "heaps", true),
        ("wythoff", "pairs", true),
    ] {
        let told = get(&site, &format!("/api/rule/{rule}")).await.json();
        assert_eq!((&told["pieces"], &told["values"]), (&json!(pieces), &json!(values)), "{rule}");
        assert!(told["position"].is_string());
    }
    assert_eq!(get(&site, "/api/rule/split:3%2Funequal").await.json()["rule"], "split:3/unequal");
    assert_eq!(get(&site, "/api/rule/kales").await.problem(), (400, "notation".into()));

    let cousins = get(&site, "/api/cousins/0.137").await.json();
    let found = cousins["cousins"].as_array().unwrap();
    let dawson = found.iter().find(|cousin| cousin["rule"] == "0.07").unwrap();
    assert_eq!((&dawson["shift"], &dawson["status"]), (&json!(1), &json!("proved")));
    assert_eq!(get(&site, "/api/cousins/cut").await.problem(), (422, "unsupported".into()));

    let problems = get(&site, "/api/euler").await.json();
    let cutting =
        problems["problems"].as_array().unwrap().iter().find(|problem| problem["problem"] == 933).unwrap();
    assert_eq!(cutting["sizes"], json!([{"name": "w", "size": "123"}, {"name": "h", "size": "1234567"}]));
}

/// A game to its end: the page plays what a hint says, the engine answers as well as it can.
#[tokio::test]
async fn a_game_is_played_to_its_end() {
    let site = site();
    for (rule, position) in
        [("kayles", "3+7+12"), ("cut", "4x5+3x4"), ("cards", "2,5%2F9"), ("tree", "T5"), ("nim", "1+4+6")]
    {
        let board =
            get(&site, &format!("/api/play/board?rule={rule}&position={position}&values=true")).await.json();
        let won = board["value"] != "0";
        let mut position = board["position"].as_str().unwrap().to_string();
        let mut turns = 0;
        loop {
            let route = if (turns % 2 == 0) == won { "hint" } else { "reply" };
            let at = encode(&position);
            let board =
                get(&site, &format!("/api/play/board?rule={rule}&position={at}&values=true")).await.json();
            assert_eq!((board["value"] != "0"), (turns % 2 == 0) == won, "{rule} {position}");
            assert_eq!(board["over"].as_bool().unwrap(), board["moves"] == json!([]));
            if board["over"] == true {
                break;
            }
            let got = get(&site, &format!("/api/play/{route}?rule={rule}&position={at}")).await.json();
            let made = &got["move"];
            let listed =
                board["moves"].as_array().unwrap().iter().find(|mv| {
                    ["piece", "action", "leaves", "position"].iter().all(|key| mv[key] == made[key])
                });
            let listed = listed.unwrap_or_else(|| panic!("{rule} {position}: {made} is no move"));
            assert!(route == "reply" || listed["value"] == "0");
            position = made["position"].as_str().unwrap().to_string();
            turns += 1;
            assert!(turns < 100);
        }
        assert_eq!(turns % 2 == 1, won, "{rule}: the player who can win wins");
    }
}

#[tokio::test]
async fn levels_seeds_and_positions_without_a_move() {
    let site = site();
    let usual = get(&site, "/api/play/board?rule=kayles").await.json();
    assert_eq!((&usual["position"], &usual["over"]), (&json!("3+5+7"), &json!(false)));
    assert!(usual.get("value").is_none() && usual["moves"][0].get("value").is_none());
    let address = "/api/play/reply?rule=kayles&position=30+40&level=easy&seed=";
    let mut positions = std::collections::BTreeSet::new();
    for seed in 0..12 {
        let one = get(&site, &format!("{address}{seed}")).await.json();
        assert_eq!(one, get(&site, &format!("{address}{seed}")).await.json());
        positions.insert(one["move"]["position"].to_string());
    }
    assert!(positions.len() > 3, "{positions:?}");
    let nothing = get(&site, "/api/play/reply?rule=kayles&position=0").await.json();
    assert_eq!(nothing["move"], Value::Null);
    let lost = get(&site, "/api/play/hint?rule=nim&position=5+5").await.json();
    assert_eq!(lost["move"], Value::Null);
    for (address, problem) in [
        ("/api/play/board", (400, "query")),
        ("/api/play/board?rule=nim&position=x", (400, "notation")),
        ("/api/play/board?rule=nim&position=30000", (422, "unsupported")),
        ("/api/play/reply?rule=nim&level=divine", (400, "query")),
        ("/api/play/hint?rule=", (400, "notation")),
    ] {
        assert_eq!(get(&site, address).await.problem(), (problem.0, problem.1.to_string()), "{address}");
    }
}
