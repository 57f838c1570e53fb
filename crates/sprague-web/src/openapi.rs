//! `GET /api/openapi.json`: the routes for machines. The paths in `openapi.json` are written by hand; its
//! components are the schemas of the types, which a test generates.

use crate::{Problem, Site};
use axum::body::Bytes;
use axum::extract::State;
use axum::response::Response;
use std::sync::Arc;

const DESCRIPTION: &str = include_str!("../openapi.json");

/// The description.
pub(crate) async fn openapi(State(site): State<Arc<Site>>) -> Result<Response, Problem> {
    site.outbox.json(Bytes::from_static(DESCRIPTION.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::DESCRIPTION;
    use schemars::generate::SchemaSettings;
    use serde_json::{Value, json};
    use sprague::ask::{Answer, Question};
    use sprague_routes::{Progress, bodies};

    /// The schemas of everything that is sent and taken.
    fn components() -> Value {
        let settings = SchemaSettings::draft2020_12().for_serialize();
        let mut generator = settings
            .with(|settings| settings.definitions_path = "/components/schemas".into())
            .into_generator();
        macro_rules! add {
            ($($type:ty),*) => {$( generator.subschema_for::<$type>(); )*};
        }
        add!(Question, Answer, Progress, bodies::Problem, bodies::ProblemEvent, bodies::About);
        add!(bodies::Rules, bodies::Rule, bodies::Cousins, bodies::Problems, bodies::Verdict);
        add!(bodies::Board, bodies::Turn, bodies::Snippets, bodies::Census);
        json!({"schemas": generator.take_definitions(true)})
    }

    /// The committed file has the schemas of the types and this version; SPRAGUE_UPDATE=1 writes them.
    #[test]
    fn the_components_are_those_of_the_types() {
        let mut described: Value = serde_json::from_str(DESCRIPTION).unwrap();
        described["info"]["version"] = env!("CARGO_PKG_VERSION").into();
        described["components"] = components();
        if std::env::var_os("SPRAGUE_UPDATE").is_some() {
            let text = serde_json::to_string_pretty(&described).unwrap() + "\n";
            std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.json"), text).unwrap();
            return;
        }
        let committed: Value = serde_json::from_str(DESCRIPTION).unwrap();
        let line = "openapi.json does not have the schemas of the types; SPRAGUE_UPDATE=1 writes them";
        assert!(described == committed, "{line}");
    }
}
