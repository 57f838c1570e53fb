//! `GET /docs/PAGE`: the documents of docs/, as pages. They are rendered by the server, so that they can be
//! read without scripts.

use crate::Problem;
use crate::{assets, mathematics};
use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use pulldown_cmark::{
    CodeBlockKind, CowStr, Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd, TextMergeStream, html,
};
use rust_embed::Embed;

/// A link to docs/, so that the package has them too.
#[derive(Embed)]
#[folder = "docs/"]
#[include = "*.md"]
struct Documents;

/// The index of all documents.
pub(crate) async fn index() -> Response {
    page(Path("README".to_string())).await
}

/// One document.
pub(crate) async fn page(Path(name): Path<String>) -> Response {
    let name = name.trim_end_matches(".md");
    let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_/.".contains(&byte));
    let file = Documents::get(&format!("{name}.md")).filter(|_| plain && !name.contains(".."));
    let Some(file) = file else {
        let line = "there is no such document; /docs lists them";
        return Problem::new(StatusCode::NOT_FOUND, "address", line).into_response();
    };
    let text = String::from_utf8_lossy(&file.data);
    let title = heading(&text).unwrap_or_else(|| name.to_string());
    let crumbs = format!("<p class=\"crumbs\"><a href=\"/docs\">Documents</a> › {}</p>\n", escaped(name));
    let crumbs = if name == "README" { String::new() } else { crumbs };
    assets::document(&title, &(crumbs + &rendered(&text, name)))
}

/// The address of a file of docs/ under /docs.
fn page_name(file: &str) -> Option<&str> {
    file.strip_suffix(".md").map(|name| if name == "README" { "" } else { name })
}

/// The first heading of a document.
fn heading(text: &str) -> Option<String> {
    text.lines().find_map(|line| line.strip_prefix("# ")).map(|title| title.replace('`', ""))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Where a link of a document leads here: other documents are pages, other files of the repository are
/// nowhere.
fn target(link: &str, own: &str) -> Option<String> {
    if link.starts_with('#') || link.contains("://") {
        return Some(link.to_string());
    }
    let (file, anchor) =
        link.split_once('#').map_or((link, String::new()), |(file, anchor)| (file, format!("#{anchor}")));
    let mut folders: Vec<&str> = own.split('/').collect();
    folders.pop();
    for part in file.split('/') {
        match part {
            ".." => {
                folders.pop()?;
            }
            "." | "" => {}
            part => folders.push(part),
        }
    }
    let path = folders.join("/");
    Documents::get(&path)?;
    Some(format!("/docs/{}{anchor}", page_name(&path)?).replace("/docs/#", "/docs#"))
}

/// The words of a heading as an address.
fn anchor(words: &str) -> String {
    let kept = words.to_lowercase();
    let kept = kept.chars().filter(|c| c.is_alphanumeric() || *c == ' ' || *c == '-');
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// A document as HTML. HTML inside of it is shown as text: nothing but this program's own files is trusted
/// with tags.
fn rendered(text: &str, name: &str) -> String {
    let options = Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES;
    let mut events = Vec::new();
    // In code and headings there is no mathematics; what an indented block says is a formula.
    let (mut verbatim, mut formula) = (false, false);
    let mut left_out = 0;
    for event in TextMergeStream::new(Parser::new_ext(text, options)) {
        match event {
            Event::Start(Tag::Link { dest_url, title, .. }) => match target(&dest_url, name) {
                Some(dest) => events.push(Event::Start(Tag::Link {
                    link_type: LinkType::Inline,
                    dest_url: dest.into(),
                    title,
                    id: CowStr::Borrowed(""),
                })),
                None => left_out += 1,
            },
            Event::End(TagEnd::Link) if left_out > 0 => left_out -= 1,
            Event::Html(html) | Event::InlineHtml(html) => events.push(Event::Text(html)),
            Event::Start(Tag::CodeBlock(CodeBlockKind::Indented)) => formula = true,
            Event::Text(text) if formula => events.push(Event::Html(mathematics::displayed(&text).into())),
            Event::End(TagEnd::CodeBlock) if formula => formula = false,
            Event::Start(Tag::CodeBlock(_) | Tag::Heading { .. }) => {
                verbatim = true;
                events.push(event);
            }
            Event::End(TagEnd::CodeBlock | TagEnd::Heading(_)) => {
                verbatim = false;
                events.push(event);
            }
            Event::Text(text) if !verbatim => {
                events.push(Event::InlineHtml(mathematics::in_sentence(&text).into()));
            }
            Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => {}
            event => events.push(event),
        }
    }
    anchors(&mut events);
    let mut out = String::new();
    html::push_html(&mut out, events.into_iter());
    out.replace(
        "<table>",
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Table\"><table>",
    )
    .replace("</table>", "</table></div>")
}

/// Gives every heading an address.
fn anchors(events: &mut [Event]) {
    for at in 0..events.len() {
        if !matches!(events[at], Event::Start(Tag::Heading { level, .. }) if level > HeadingLevel::H1) {
            continue;
        }
        let words: String = events[at..]
            .iter()
            .take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))))
            .filter_map(|event| match event {
                Event::Text(text) | Event::Code(text) => Some(text.as_ref()),
                _ => None,
            })
            .collect();
        if let Event::Start(Tag::Heading { id, .. }) = &mut events[at] {
            *id = Some(anchor(&words).into());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_between_documents_are_addresses() {
        assert_eq!(target("cutting.md#tails", "periodicity").as_deref(), Some("/docs/cutting#tails"));
        assert_eq!(target("../cards.md", "problems/798").as_deref(), Some("/docs/cards"));
        assert_eq!(target("../crates/sprague/src/lib.rs", "web"), None);
        assert_eq!(target("../../../etc/passwd", "problems/798"), None);
        assert_eq!(target("https://oeis.org", "web").as_deref(), Some("https://oeis.org"));
    }

    #[test]
    fn formulas_are_mathematics_and_tags_are_text() {
        let html = rendered("# A\n\n## B c\n\nUp to 10^18 and 2^(n-1), `10^4` <script>x</script>\n", "a");
        assert!(html.contains("10<sup>18</sup>") && html.contains("<msup><mn>2</mn>"), "{html}");
        assert!(html.contains("<code>10^4</code>") && !html.contains("<script>"), "{html}");
        assert!(html.contains("<h2 id=\"b-c\">"), "{html}");
    }

    /// No document links to a document that is not there.
    #[test]
    fn every_link_to_a_document_has_a_page() {
        for file in Documents::iter() {
            let name = file.trim_end_matches(".md").to_string();
            let text = String::from_utf8(Documents::get(&file).unwrap().data.into_owned()).unwrap();
            for event in Parser::new_ext(&text, Options::ENABLE_TABLES) {
                let Event::Start(Tag::Link { dest_url, .. }) = event else { continue };
                let inside =
                    dest_url.contains(".md") && !dest_url.contains("://") && !dest_url.contains("../../");
                let above = !name.contains('/') && dest_url.starts_with("../");
                if inside && !above {
                    assert!(target(&dest_url, &name).is_some(), "{file}: {dest_url}");
                }
            }
        }
    }
}
