//! The first ring: cheap, about what was just touched, on in production. A node that breaks one stops:
//! unavailable rather than wrong.

use crate::park::Park;
use crate::replica::Partition;

/// STRUCT: the ends of a log are in order, and nobody waits for what is already reached.
pub(crate) fn partition(partition: &Partition, park: &Park) {
    let Some(log) = partition.log() else {
        return;
    };
    let (start, flushed, written, end) = (log.start(), log.flushed(), log.written(), log.end());
    let hw = partition.hw();
    assert!(
        start <= flushed && flushed <= written && written <= end && hw <= end,
        "{}: start {start}, flushed {flushed}, written {written}, hw {hw}, end {end} are out of order",
        partition.folder()
    );
    let waits_for = park.first_committed(partition.id);
    assert!(
        waits_for.is_none_or(|mark| mark > hw),
        "{}: a reply waits for {waits_for:?}, but the high watermark is {hw}",
        partition.folder()
    );
}
