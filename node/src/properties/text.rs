//! The text of a properties file, as Java reads it (java.util.Properties).

use super::Pairs;

/// The pairs of a file. Of a key that is there twice the last one counts, as in Java; that is a warning if they differ.
pub(super) fn parse(text: &str, warnings: &mut Vec<String>) -> Pairs {
    let mut pairs = Pairs::new();
    // What some editors put before everything else.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let mut line = line.trim().to_owned();
        if line.is_empty() || line.starts_with(['#', '!']) {
            continue;
        }
        while goes_on(&line) {
            line.pop();
            line.push_str(lines.next().unwrap_or_default().trim());
        }
        let (key, value) = split(&line);
        let (key, value) = (unescaped(key), unescaped(value).trim().to_owned());
        if let Some(before) = pairs.insert(key.clone(), value.clone())
            && before != value
        {
            warnings.push(format!(
                "'{key}' is set twice: '{before}' is overruled by '{value}'"
            ));
        }
    }
    pairs
}

/// A line goes on in the next one if it ends in a backslash that is not itself escaped.
fn goes_on(line: &str) -> bool {
    let backslashes = line.len() - line.trim_end_matches('\\').len();
    backslashes % 2 == 1
}

/// A key ends at the first `=`, `:` or white space that is not escaped.
fn split(line: &str) -> (&str, &str) {
    let mut escaped = false;
    let end = line.find(|c: char| {
        let ends = !escaped && (c == '=' || c == ':' || c.is_whitespace());
        escaped = !escaped && c == '\\';
        ends
    });
    let (key, rest) = line.split_at(end.unwrap_or(line.len()));
    let rest = rest.trim_start();
    (key, rest.strip_prefix(['=', ':']).unwrap_or(rest))
}

fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        match chars.next() {
            Some('t') => out.push('\t'),
            Some('n') => out.push('\n'),
            Some('r') => out.push('\r'),
            Some('f') => out.push('\u{c}'),
            Some('u') => {
                let digits: String = chars.by_ref().take(4).collect();
                let code = u32::from_str_radix(&digits, 16).ok();
                out.push(code.and_then(char::from_u32).unwrap_or('\u{fffd}'));
            }
            Some(other) => out.push(other),
            None => {}
        }
    }
    out
}
