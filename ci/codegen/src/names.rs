//! From Kafka's names to Rust's.

/// Words that cannot name a field.
const KEYWORDS: [&str; 12] = [
    "type", "match", "move", "ref", "mod", "use", "fn", "impl", "where", "loop", "in", "as",
];

/// A name in snake case, as modules have it.
pub fn snake(name: &str) -> String {
    // One word, though its capitals say otherwise.
    let name = name.replace("KRaft", "Kraft");
    let chars: Vec<char> = name.chars().collect();
    let mut out = String::with_capacity(name.len() + 8);
    for (at, c) in chars.iter().enumerate() {
        if c.is_ascii_uppercase() && at > 0 {
            let before = chars[at - 1];
            let after = chars.get(at + 1).copied().unwrap_or('A');
            if !before.is_ascii_uppercase() || after.is_ascii_lowercase() {
                out.push('_');
            }
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}

/// The name of a field.
pub fn field(name: &str) -> String {
    let mut name = snake(name);
    if KEYWORDS.contains(&name.as_str()) {
        name.push('_');
    }
    name
}
