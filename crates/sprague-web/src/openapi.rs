//! `GET /api/openapi.json`: the routes for machines. `openapi.json` describes them; questions and answers are those of
//! docs/answer.schema.json.

use crate::exchange::json_response;
use axum::body::Bytes;
use axum::response::Response;
use serde_json::Value;
use std::sync::OnceLock;

const ROUTES: &str = include_str!("../openapi.json");
/// A link to docs/answer.schema.json, so that the package has it too.
const ANSWERS: &str = include_str!("../answer.schema.json");

/// The description.
pub(crate) async fn openapi() -> Response {
    static TEXT: OnceLock<Bytes> = OnceLock::new();
    json_response(TEXT.get_or_init(|| description().to_string().into()).clone())
}

/// Both files in one.
fn description() -> Value {
    let read = |text| serde_json::from_str::<Value>(text).expect("a file of this crate, read by its tests");
    let (mut all, mut answer) = (read(ROUTES), read(ANSWERS));
    refer(&mut answer);
    let question = answer["$defs"]["question"].take();
    for key in ["$schema", "$defs"] {
        answer.as_object_mut().map(|answer| answer.remove(key));
    }
    all["info"]["version"] = env!("CARGO_PKG_VERSION").into();
    all["components"]["schemas"]["Answer"] = answer;
    all["components"]["schemas"]["Question"] = question;
    all
}

/// Definitions of the schema become components of the description.
fn refer(value: &mut Value) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                match member {
                    Value::String(text) if name == "$ref" => {
                        *text = text.replace("#/$defs/question", "#/components/schemas/Question");
                    }
                    member => refer(member),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(refer),
        _ => {}
    }
}
