//! Batches of records whose values say who sent them.

use bytes::Bytes;
use highwater_core::Offset;
use highwater_core::invariant::history::Value;
use highwater_core::records::build::{NewRecord, Producer, batch};
use highwater_core::records::check_stored;
use highwater_core::records::read::Records;

use crate::draw;

/// A batch of the records `numbers` of `value_of`, padded with up to `pad` bytes each.
pub(crate) fn build(values: &[Value], pad: u64, by: Producer, wall_ms: i64) -> Bytes {
    let records: Vec<NewRecord> = values
        .iter()
        .map(|value| {
            let mut bytes = Vec::with_capacity(16);
            bytes.extend_from_slice(&value.producer.to_be_bytes());
            bytes.extend_from_slice(&value.number.to_be_bytes());
            let pad = draw::skewed(pad) as usize;
            bytes.resize(16 + pad, value.number as u8);
            NewRecord {
                key: None,
                value: Some(bytes.into()),
                timestamp: wall_ms,
            }
        })
        .collect();
    batch(&records, by).bytes().clone()
}

/// The records of the whole batches in `bytes`; a last one that is cut short is left out, as Kafka's clients do.
///
/// # Errors
/// What is wrong with the first batch that is not intact.
pub(crate) fn read(mut bytes: Bytes) -> Result<Vec<(Offset, Value)>, String> {
    let mut records = Vec::new();
    while let Some(len) = whole(&bytes) {
        let one = bytes.split_to(len.min(bytes.len()));
        let Some(batch) = check_stored(&one) else {
            return Err(format!("a batch of {len} bytes is not intact"));
        };
        let base = batch.header().base_offset;
        for record in Records::of(&batch) {
            let record = record.map_err(|_| format!("the batch at {base} is malformed"))?;
            let value = record.value.and_then(|value| parse(&value));
            let value =
                value.ok_or_else(|| format!("{} is not a record of ours", record.offset))?;
            records.push((record.offset, value));
        }
    }
    Ok(records)
}

/// The length of the batch at the start of `bytes`, if all of it is there.
fn whole(bytes: &Bytes) -> Option<usize> {
    let len = i32::from_be_bytes(bytes.get(8..12)?.try_into().ok()?);
    // A length that makes no sense is left to the check.
    let len = usize::try_from(len).unwrap_or(0) + 12;
    (len <= bytes.len()).then_some(len)
}

fn parse(value: &[u8]) -> Option<Value> {
    let number = |at: usize| Some(u64::from_be_bytes(value.get(at..at + 8)?.try_into().ok()?));
    Some(Value {
        producer: number(0)?,
        number: number(8)?,
    })
}
