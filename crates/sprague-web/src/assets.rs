//! The pages: one shell for all of them, and the files it loads. Debug builds read them from the disk.

use crate::Problem;
use axum::body::Body;
use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{Embed, EmbeddedFile};

#[derive(Embed)]
#[folder = "assets/"]
struct Assets;

/// The content type of a file by its ending; files with others are not served.
fn content_type(name: &str) -> Option<&'static str> {
    Some(match name.rsplit_once('.')?.1 {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "webmanifest" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => return None,
    })
}

/// A file by its name in assets/, if the name is a plain one: no `..`, no hidden file, nothing a disk could
/// read otherwise.
fn find(name: &str) -> Option<(EmbeddedFile, &'static str)> {
    let plain = |part: &str| {
        !part.is_empty()
            && !part.starts_with('.')
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
    };
    if !name.split('/').all(plain) {
        return None;
    }
    Some((Assets::get(name)?, content_type(name)?))
}

/// A file of the pages.
pub(crate) async fn file(Path(name): Path<String>, headers: HeaderMap) -> Response {
    match find(&name) {
        Some(found) => send(found, StatusCode::OK, &headers),
        None => Problem::new(StatusCode::NOT_FOUND, "address", "there is no such file").into_response(),
    }
}

/// The shell that every page is.
pub(crate) async fn shell(headers: HeaderMap) -> Response {
    page(StatusCode::OK, &headers)
}

/// Any other address: the shell, which says so; or a line, for programs.
pub(crate) async fn missing(uri: Uri, headers: HeaderMap) -> Response {
    if uri.path().starts_with("/api/") || uri.path() == "/api" {
        let line = "there is no such address; /api/openapi.json lists them";
        return Problem::new(StatusCode::NOT_FOUND, "address", line).into_response();
    }
    page(StatusCode::NOT_FOUND, &headers)
}

fn page(status: StatusCode, headers: &HeaderMap) -> Response {
    match find("index.html") {
        Some(found) => send(found, status, headers),
        None => {
            let line = "assets/index.html is missing";
            Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "address", line).into_response()
        }
    }
}

/// Where the content of a page goes in the shell.
const MAIN: (&str, &str) = ("<main id=\"main\" tabindex=\"-1\">", "</main>");

/// The shell with a document in it, which no script has to draw.
pub(crate) fn document(title: &str, body: &str) -> Response {
    let shell = find("index.html").map(|(file, _)| String::from_utf8_lossy(&file.data).into_owned());
    let parts = shell.as_deref().and_then(|shell| {
        let (before, rest) = shell.split_once(MAIN.0)?;
        Some((
            before.replacen("<title>Sprague</title>", &format!("<title>{title} · Sprague</title>"), 1),
            rest,
        ))
    });
    let Some((before, (_, after))) =
        parts.and_then(|(before, rest)| Some((before, rest.split_once(MAIN.1)?)))
    else {
        let line = "assets/index.html is missing, or has no main element";
        return Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "address", line).into_response();
    };
    let main =
        "<main id=\"main\" tabindex=\"-1\" data-document data-ready=\"yes\"><article class=\"document\">";
    let page = format!("{before}{main}\n{body}</article></main>{after}");
    let own = [(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")];
    (own, page).into_response()
}

/// A file with its checksum, or word that the browser has it.
fn send((file, kind): (EmbeddedFile, &'static str), status: StatusCode, headers: &HeaderMap) -> Response {
    let hash: String = file.metadata.sha256_hash()[..16].iter().map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{hash}\"");
    let known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let own = [
        (header::CONTENT_TYPE, kind.to_string()),
        (header::ETAG, tag),
        (header::CACHE_CONTROL, "no-cache".into()),
    ];
    if known && status == StatusCode::OK {
        return (StatusCode::NOT_MODIFIED, own).into_response();
    }
    (status, own, Body::from(file.data.into_owned())).into_response()
}
