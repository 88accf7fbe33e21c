//! The generated code is what the notation says.

use std::path::Path;

use highwater_codegen::{notation, rust};

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

#[test]
fn checked_in_code_is_what_the_notation_says() {
    rust::check(root()).unwrap();
}

#[test]
fn notation_survives_printing() {
    for message in rust::load(root()).unwrap() {
        let text = notation::print(&message);
        let again = notation::parse(&text).unwrap();
        assert_eq!(again.len(), 1);
        assert_eq!(format!("{:?}", again[0]), format!("{message:?}"));
    }
}

#[test]
fn nonsense_is_refused_by_line() {
    for (text, line) in [
        ("request", 1),
        ("request A, versions 0\n   X: int8 0", 2),
        ("request A, versions 0\n  X: int9 0", 2),
        ("request A, versions 0\n  X: int8 0, optional", 2),
        ("request A, versions 0\n  X: int8 0\n    Y: int8 0", 2),
        ("# fine\n\nstruct A 0", 3),
    ] {
        let error = notation::parse(text).unwrap_err();
        assert!(
            error.starts_with(&format!("line {line}: ")),
            "{text}: {error}"
        );
    }
}
