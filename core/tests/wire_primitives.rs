//! Strings, ids, varints and lengths, by hand and at random.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use bytes::Bytes;
use highwater_core::wire::{Float64, Reader, Str, Uuid, WireError, Writer};
use proptest::prelude::*;

fn reader(bytes: &[u8]) -> Reader {
    Reader::new(Bytes::copy_from_slice(bytes), 1000)
}

fn hash(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

fn written(write: impl FnOnce(&mut Writer)) -> Bytes {
    let mut w = Writer::new();
    write(&mut w);
    w.into_parts().0
}

#[test]
fn maps_of_strings_can_be_asked_with_a_str() {
    let map = BTreeMap::from([(Str::from("a"), 1), (Str::from_static("é"), 2)]);
    assert_eq!(
        (map.get("a"), map.get("é"), map.get("")),
        (Some(&1), Some(&2), None)
    );
}

#[test]
fn strings_must_be_utf8() {
    assert_eq!(
        Str::from_utf8(Bytes::from_static(&[0xff])),
        Err(WireError::Utf8)
    );
    assert_eq!(
        reader(&[0, 2, b'a', 0x80]).string(false),
        Err(WireError::Utf8)
    );
    assert_eq!(reader(&[3, b'a', 0x80]).string(true), Err(WireError::Utf8));
}

#[test]
fn strings_share_their_frame_until_detached() {
    let frame = Bytes::from(vec![0, 2, b'o', b'k']);
    let base = frame.as_ptr();
    let text = Reader::new(frame, 0).string(false).unwrap();
    assert_eq!(text.as_bytes().as_ptr(), base.wrapping_add(2));
    let copy = text.detach();
    assert_eq!((&copy, copy.as_str()), (&text, "ok"));
    assert_ne!(copy.as_bytes().as_ptr(), text.as_bytes().as_ptr());
}

#[test]
fn ids_are_spelled_as_kafka_does() {
    let one = Uuid([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
    assert_eq!(one.to_string(), "AAAAAAAAAAAAAAAAAAAAAQ");
    assert_eq!(Uuid::ZERO.to_string(), "AAAAAAAAAAAAAAAAAAAAAA");
    assert_eq!(Uuid([0xff; 16]).to_string(), "_____________________w");
    assert_eq!(Uuid::parse("AAAAAAAAAAAAAAAAAAAAAQ"), Some(one));
    // Spare bits, padding, a foreign digit, too short, not ASCII.
    for text in [
        "AAAAAAAAAAAAAAAAAAAAAB",
        "AAAAAAAAAAAAAAAAAAAAA=",
        "AAAAAAAAAAAAAAAAAAAA+A",
    ] {
        assert_eq!(Uuid::parse(text), None);
    }
    assert_eq!(Uuid::parse("AAAAAAAAAAAAAAAAAAAAA"), None);
    assert_eq!(Uuid::parse("ééééééééééé"), None);
}

#[test]
fn doubles_compare_by_their_bits() {
    assert_eq!(Float64::from(1.5).value(), 1.5);
    assert_eq!(Float64::from(f64::NAN), Float64::from(f64::NAN));
    assert_ne!(Float64::from(0.0), Float64::from(-0.0));
}

#[test]
fn varints_fit_32_bits() {
    for (bytes, value) in [
        (&[0u8][..], 0),
        (&[0x7f], 127),
        (&[0x80, 1], 128),
        (&[0x80, 0], 0),
        (&[0xff, 0xff, 0xff, 0xff, 0x0f], u32::MAX),
    ] {
        assert_eq!(reader(bytes).varint(), Ok(value));
    }
    assert_eq!(
        reader(&[0xff, 0xff, 0xff, 0xff, 0x10]).varint(),
        Err(WireError::Varint)
    );
    assert_eq!(
        reader(&[0x80, 0x80, 0x80, 0x80, 0x80, 0]).varint(),
        Err(WireError::Varint)
    );
    assert_eq!(reader(&[0x80, 0x80]).varint(), Err(WireError::Truncated));
}

#[test]
fn lengths_are_not_believed() {
    assert_eq!(
        reader(&[0xff, 0xff]).string(false),
        Err(WireError::UnexpectedNull)
    );
    assert_eq!(
        reader(&[0xff, 0xfe, 0]).string(false),
        Err(WireError::Length)
    );
    assert_eq!(reader(&[0, 5, 0]).string(false), Err(WireError::Truncated));
    assert_eq!(reader(&[0xff; 4]).opt_bytes(false), Ok(None));
    assert_eq!(
        reader(&[0x80, 0, 0, 0]).opt_bytes(false),
        Err(WireError::Length)
    );
    assert_eq!(
        reader(&[0x7f, 0xff, 0xff, 0xff]).bytes(false),
        Err(WireError::Truncated)
    );
    let most = [0xff, 0xff, 0xff, 0xff, 0x0f];
    assert_eq!(reader(&most).string(true), Err(WireError::Length));
    assert_eq!(reader(&most).bytes(true), Err(WireError::Truncated));
    assert_eq!(reader(&most).array::<i32>(true, 0), Err(WireError::Length));
}

#[test]
fn arrays_fit_what_is_left_and_the_budget() {
    // Two elements of four bytes, of which the last lacks one.
    let bytes = [0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0];
    assert_eq!(
        reader(&bytes).array::<i32>(false, 0),
        Err(WireError::Length)
    );
    let bytes = [3, 0, 0, 0, 1, 0, 0, 0, 2];
    let mut r = Reader::new(Bytes::copy_from_slice(&bytes), 8);
    assert_eq!(r.array::<i32>(true, 0), Ok(vec![1, 2]));
    assert_eq!((r.budget(), r.remaining(), r.is_empty()), (0, 0, true));
    let mut r = Reader::new(Bytes::copy_from_slice(&bytes), 7);
    assert_eq!(r.array::<i32>(true, 0), Err(WireError::Budget));
    // A string takes a byte on the wire, and more than that in memory.
    let bytes = [9, 1, 1, 1, 1, 1, 1, 1, 1];
    let mut r = Reader::new(Bytes::copy_from_slice(&bytes), 8 * size_of::<Str>());
    assert_eq!(r.strings(true).unwrap().len(), 8);
    assert_eq!(r.budget(), 0);
    let mut r = Reader::new(Bytes::copy_from_slice(&bytes), 8 * size_of::<Str>() - 1);
    assert_eq!(r.strings(true), Err(WireError::Budget));
}

#[test]
fn long_strings_are_not_written() {
    let longest = Str::from("x".repeat(32767));
    let longer = Str::from("x".repeat(32768));
    for flexible in [false, true] {
        let mut w = Writer::new();
        assert_eq!(w.string(flexible, &longer), Err(WireError::TooLong));
        assert!(w.is_empty());
        w.string(flexible, &longest).unwrap();
        let mut r = reader(&w.into_parts().0);
        assert_eq!(r.string(flexible).unwrap(), longest);
    }
}

#[test]
fn a_length_can_be_filled_in_later() {
    let bytes = written(|w| {
        w.i32(0);
        w.raw(b"abc");
        let len = w.len() as i32 - 4;
        w.patch_i32(0, len);
    });
    assert_eq!(bytes[..], *b"\0\0\0\x03abc");
}

#[test]
fn tags_keep_to_their_size() {
    // Two tagged fields: 5 of two bytes, 6 of none.
    let bytes = [2, 5, 2, 0xaa, 0xbb, 6, 0, 0x77];
    let mut r = reader(&bytes);
    let mut tags = r.tags().unwrap();
    assert_eq!(r.tag(&mut tags), Ok(Some(5)));
    assert_eq!((r.remaining(), r.i32()), (2, Err(WireError::Truncated)));
    assert_eq!(r.i16(), Ok(0xaabb_u16 as i16));
    assert_eq!(r.tag(&mut tags), Ok(Some(6)));
    assert_eq!(r.remaining(), 0);
    assert_eq!(r.tag(&mut tags), Ok(None));
    assert_eq!((r.remaining(), r.finish()), (1, Err(WireError::Trailing)));
    // Not read to its end.
    let mut r = reader(&bytes);
    let mut tags = r.tags().unwrap();
    r.tag(&mut tags).unwrap();
    r.i8().unwrap();
    assert_eq!(r.tag(&mut tags), Err(WireError::TagSize));
    // Larger than what is left, and more of them than there are.
    assert_eq!(
        reader(&[1, 5, 3, 0, 0]).skip_tags(),
        Err(WireError::TagSize)
    );
    assert_eq!(
        reader(&[3, 5, 0, 6, 0]).skip_tags(),
        Err(WireError::Truncated)
    );
    assert_eq!(reader(&bytes).skip_tags(), Ok(()));
}

#[test]
fn tags_of_any_size_nest() {
    for size in [0usize, 1, 100, 127, 128, 16383, 16384] {
        let bytes = written(|w| {
            let outer = w.open_tags();
            let tag = w.open_tag(&outer, 9001);
            let inner = w.open_tags();
            let inside = w.open_tag(&inner, 1);
            w.raw(&vec![7; size]);
            w.close_tag(inside).unwrap();
            w.close_tag(tag).unwrap();
            w.i8(42);
        });
        let mut r = reader(&bytes);
        let mut outer = r.tags().unwrap();
        assert_eq!(r.tag(&mut outer), Ok(Some(9001)));
        let mut inner = r.tags().unwrap();
        assert_eq!(r.tag(&mut inner), Ok(Some(1)));
        assert_eq!(r.take(size).unwrap(), vec![7; size]);
        assert_eq!(r.tag(&mut inner), Ok(None));
        assert_eq!(r.tag(&mut outer), Ok(None));
        assert_eq!((r.i8(), r.is_empty()), (Ok(42), true));
    }
}

proptest! {
    #[test]
    fn str_hashes_and_orders_like_str(a: String, b: String) {
        let (x, y) = (Str::from(a.as_str()), Str::from(b.clone()));
        prop_assert_eq!(hash(&x), hash(a.as_str()));
        prop_assert_eq!(x.cmp(&y), a.cmp(&b));
        prop_assert_eq!(x == y, a == b);
        prop_assert!(x == a.as_str() && x.as_str() == a && *x == *a);
        prop_assert_eq!(x.to_string(), &a[..]);
        prop_assert_eq!(format!("{x:?}"), format!("{a:?}"));
    }

    #[test]
    fn ids_come_back(id: [u8; 16]) {
        let text = Uuid(id).to_string();
        prop_assert_eq!(text.len(), 22);
        prop_assert_eq!(Uuid::parse(&text), Some(Uuid(id)));
    }

    #[test]
    fn ids_have_one_spelling(text in "[A-Za-z0-9_-]{22}") {
        if let Some(id) = Uuid::parse(&text) {
            prop_assert_eq!(id.to_string(), text);
        }
    }

    #[test]
    fn numbers_come_back(a: i8, b: i16, c: u16, d: i32, e: u32, f: i64, g: u64, h: u32) {
        let bytes = written(|w| {
            w.i8(a);
            w.i16(b);
            w.u16(c);
            w.i32(d);
            w.u32(e);
            w.i64(f);
            w.f64(Float64(g));
            w.varint(h);
            w.bool(true);
        });
        let mut r = reader(&bytes);
        prop_assert_eq!((r.i8(), r.i16(), r.u16()), (Ok(a), Ok(b), Ok(c)));
        prop_assert_eq!((r.i32(), r.u32(), r.i64()), (Ok(d), Ok(e), Ok(f)));
        prop_assert_eq!((r.f64(), r.varint(), r.bool()), (Ok(Float64(g)), Ok(h), Ok(true)));
        prop_assert!(r.is_empty());
    }

    #[test]
    fn texts_come_back(texts: Option<Vec<String>>, bytes: Option<Vec<u8>>, flexible: bool) {
        let texts = texts.map(|t| t.into_iter().map(Str::from).collect::<Vec<_>>());
        let bytes = bytes.map(Bytes::from);
        let encoded = written(|w| {
            w.opt_strings(flexible, texts.as_deref()).unwrap();
            w.opt_bytes(flexible, bytes.as_ref()).unwrap();
        });
        let mut r = Reader::new(encoded, 1 << 20);
        prop_assert_eq!(r.opt_strings(flexible), Ok(texts));
        prop_assert_eq!(r.opt_bytes(flexible), Ok(bytes));
        prop_assert!(r.is_empty());
    }

    #[test]
    fn tags_in_noise_never_panic(noise: Vec<u8>) {
        let _ = reader(&noise).skip_tags();
    }
}
