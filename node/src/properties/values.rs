//! Values: numbers within the ranges that Kafka checks, and words for yes and no.

use std::ops::RangeInclusive;

use super::{Pairs, error};
use crate::settings::SettingsError;

/// Kafka's INT from 0 on.
pub(super) const NATURAL: RangeInclusive<i64> = 0..=i32::MAX as i64;

/// Kafka's INT from 1 on.
pub(super) const POSITIVE: RangeInclusive<i64> = 1..=i32::MAX as i64;

/// Reads a number, if it is there.
pub(super) fn number<T: TryFrom<i64>>(
    pairs: &Pairs,
    key: &str,
    range: RangeInclusive<i64>,
    into: &mut T,
) -> Result<(), SettingsError> {
    let Some(value) = pairs.get(key) else {
        return Ok(());
    };
    let number = value.parse().ok().filter(|number| range.contains(number));
    match number.and_then(|number| T::try_from(number).ok()) {
        Some(number) => *into = number,
        None => return error(format!("{key}={value}: must be {}", wanted(&range))),
    }
    Ok(())
}

fn wanted(range: &RangeInclusive<i64>) -> String {
    let (least, most) = (*range.start(), *range.end());
    match (least, most) {
        (i64::MIN, _) => "a whole number".to_owned(),
        (_, i64::MAX) => format!("a whole number, at least {least}"),
        _ => format!("a whole number from {least} to {most}"),
    }
}

/// Reads `true` or `false`, in any case, if it is there.
pub(super) fn boolean(pairs: &Pairs, key: &str, into: &mut bool) -> Result<(), SettingsError> {
    match pairs.get(key) {
        None => Ok(()),
        Some(value) if value.eq_ignore_ascii_case("true") => {
            *into = true;
            Ok(())
        }
        Some(value) if value.eq_ignore_ascii_case("false") => {
            *into = false;
            Ok(())
        }
        Some(value) => error(format!("{key}={value}: must be true or false")),
    }
}
