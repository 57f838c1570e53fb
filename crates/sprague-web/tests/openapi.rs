//! The description of the routes: well formed, complete, and true of real answers.

mod common;

use axum::body::Body;
use common::{Got, get, request, send, site};
use serde_json::{Value, json};
use std::collections::BTreeSet;

async fn description() -> Value {
    get(&site(), "/api/openapi.json").await.json()
}

#[tokio::test]
async fn it_is_openapi_3_1() {
    let all = description().await;
    assert!(all["openapi"].as_str().unwrap().starts_with("3.1."));
    assert_eq!(all["info"]["version"], env!("CARGO_PKG_VERSION"));
    assert!(all["info"]["title"].is_string());
    let mut ids = BTreeSet::new();
    for (path, methods) in all["paths"].as_object().unwrap() {
        assert!(path.starts_with('/'));
        for (method, operation) in methods.as_object().unwrap() {
            assert!(["get", "post"].contains(&method.as_str()), "{path} {method}");
            assert!(ids.insert(operation["operationId"].as_str().unwrap().to_string()), "{path} {method}");
            assert!(operation["summary"].is_string());
            assert_eq!(method == "post", operation.get("requestBody").is_some(), "{path}");
            for response in ["200", "default"] {
                let response = &operation["responses"][response];
                assert!(response["description"].is_string(), "{path}");
                assert!(response["content"].as_object().is_some_and(|content| !content.is_empty()), "{path}");
            }
            let parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
            let in_path: BTreeSet<&str> = parameters
                .iter()
                .filter(|parameter| parameter["in"] == "path")
                .map(|parameter| parameter["name"].as_str().unwrap())
                .collect();
            let named: BTreeSet<&str> =
                path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}')).collect();
            assert_eq!(in_path, named, "{path}");
            for parameter in &parameters {
                assert!(parameter["schema"].is_object() && parameter["description"].is_string());
                assert!(parameter["in"] != "path" || parameter["required"] == true);
            }
        }
    }
    let text = all.to_string();
    for reference in text.split("\"$ref\":\"").skip(1).map(|rest| rest.split('"').next().unwrap()) {
        let pointer = reference.strip_prefix('#').unwrap();
        assert!(all.pointer(pointer).is_some(), "{reference} points at nothing");
    }
}

/// The routes of the router and those of the description are the same.
#[tokio::test]
async fn every_route_is_described() {
    let all = description().await;
    let source = include_str!("../src/lib.rs");
    let routed: BTreeSet<(String, String)> = source
        .split(".route(\"")
        .skip(1)
        .filter_map(|rest| {
            let (path, rest) = rest.split_once('"')?;
            let method = if rest.trim_start_matches([',', ' ']).starts_with("post") { "post" } else { "get" };
            path.starts_with("/api").then(|| (path.to_string(), method.to_string()))
        })
        .collect();
    let described: BTreeSet<(String, String)> = all["paths"]
        .as_object()
        .unwrap()
        .iter()
        .flat_map(|(path, methods)| {
            methods.as_object().unwrap().keys().map(move |method| (path.clone(), method.clone()))
        })
        .collect();
    assert!(routed.len() > 10);
    assert_eq!(routed, described);
    // And they answer: never with "no such address" or "another method".
    for (path, method) in &described {
        let path = path.replace("{rule}", "0.77").replace("{file}", "0.77.bin");
        let asked = request(&method.to_uppercase(), &path).body(Body::empty()).unwrap();
        let status = send(&site(), asked).await.status.as_u16();
        assert!(![404, 405, 500].contains(&status), "{method} {path}: {status}");
    }
}

/// The schema of a response of a route, with everything it refers to beside it.
fn validator(all: &Value, path: &str, method: &str, response: &str) -> jsonschema::Validator {
    let name = format!("/paths/{}/{method}/responses/{response}", path.replace('~', "~0").replace('/', "~1"));
    let schema = &all.pointer(&name).unwrap()["content"]["application/json"]["schema"];
    jsonschema::validator_for(&json!({"components": all["components"], "allOf": [schema]})).unwrap()
}

#[tokio::test]
async fn real_answers_fit_it() {
    let (site, all) = (site(), description().await);
    let fits = |path: &str, method: &str, got: &Got| {
        let response = if got.status == 200 { "200" } else { "default" };
        let json = got.json();
        let validator = validator(&all, path, method, response);
        let faults: Vec<String> = validator.iter_errors(&json).map(|fault| fault.to_string()).collect();
        assert!(faults.is_empty(), "{path}: {faults:?}\n{json}");
        // The schema can fail: an object with a key too many is refused.
        let mut stranger = json;
        stranger["stranger"] = 1.into();
        assert!(path == "/api/openapi.json" || !validator.is_valid(&stranger), "{path}");
    };
    for (path, address) in [
        ("/api/about", "/api/about"),
        ("/api/rules", "/api/rules?q=kayles"),
        ("/api/rules", "/api/rules?first=x"),
        ("/api/rule/{rule}", "/api/rule/0.77"),
        ("/api/rule/{rule}", "/api/rule/cards"),
        ("/api/rule/{rule}", "/api/rule/kales"),
        ("/api/rule/{rule}", "/api/rule/wythoff"),
        ("/api/census", "/api/census"),
        ("/api/snippets/{rule}", "/api/snippets/0.77?law=true&certificate=true"),
        ("/api/snippets/{rule}", "/api/snippets/tree"),
        ("/api/snippets/{rule}", "/api/snippets/0.77?law=perhaps"),
        ("/api/cousins/{rule}", "/api/cousins/0.137"),
        ("/api/cousins/{rule}", "/api/cousins/cut"),
        ("/api/euler", "/api/euler"),
        ("/api/values/{file}", "/api/values/0.77.json?to=9"),
        ("/api/values/{file}", "/api/values/0.77.bin"),
        ("/api/play/board", "/api/play/board?rule=cut&position=3x4&values=true"),
        ("/api/play/board", "/api/play/board?rule=tree"),
        ("/api/play/reply", "/api/play/reply?rule=kayles&level=medium"),
        ("/api/play/hint", "/api/play/hint?rule=nim&position=2+2"),
        ("/api/openapi.json", "/api/openapi.json"),
    ] {
        fits(path, "get", &get(&site, address).await);
    }
    for question in [
        r#"{"ask":"law","rule":"kayles"}"#,
        r#"{"ask":"law","rule":"nim"}"#,
        r#"{"ask":"law","rule":"cut","to":"6"}"#,
        r#"{"ask":"law","rule":"cards"}"#,
        r#"{"ask":"values","rule":"cut","to":"3x3"}"#,
        r#"{"ask":"values","rule":"0.6","to":"2000","digest":true}"#,
        r#"{"ask":"value","rule":"kayles","sizes":["10^40"]}"#,
        r#"{"ask":"moves","rule":"kayles","position":"3+7+12","all":true}"#,
        r#"{"ask":"explain","rule":"kayles","position":"3+7+12"}"#,
        r#"{"ask":"count","count":"histogram","rule":"kayles","to":"10^9"}"#,
        r#"{"ask":"count","count":"zeros","rule":"cut","to":"4x4"}"#,
        r#"{"ask":"count","count":"partition-table","rule":"nim","of":"9"}"#,
        r#"{"ask":"count","count":"tuples","rule":"kayles","to":"100","heaps":"5"}"#,
        r#"{"ask":"euler","problem":306}"#,
        r#"{"ask":"dance"}"#,
    ] {
        fits("/api/ask", "post", &common::ask(&site, question).await);
        let asked = request("POST", "/api/snippets").header("content-type", "application/json");
        fits("/api/snippets", "post", &send(&site, asked.body(Body::from(question)).unwrap()).await);
    }
    for body in ["sprague", ""] {
        let upload = request("POST", "/api/check").header("content-type", "application/octet-stream");
        fits("/api/check", "post", &send(&site, upload.body(Body::from(body)).unwrap()).await);
    }
}
