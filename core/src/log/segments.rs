//! The segment table: which file holds which offsets, and a sparse index into each.

use alloc::vec::Vec;

use crate::ids::Offset;
use crate::records::Header;

/// Bytes between two index entries, as in Kafka (`index.interval.bytes`).
const INDEX_INTERVAL: u64 = 4096;

/// The same in a segment that is no longer written to, where consumers read long stretches.
const SEALED_INDEX_INTERVAL: u64 = 64 * 1024;

/// A batch boundary in a segment.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct IndexEntry {
    /// Base offset of the batch that begins here.
    pub offset: Offset,
    /// Its position in the file.
    pub position: u64,
    /// Greatest timestamp of all batches of the segment before this one, in milliseconds.
    pub max_timestamp_before: i64,
}

/// One segment file.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Segment {
    /// Offset of its first record, which names the file.
    pub base: Offset,
    /// Offset after its last record.
    pub end: Offset,
    /// Bytes in it.
    pub size: u64,
    /// Greatest timestamp in it, in milliseconds; -1 if it is empty.
    pub max_timestamp: i64,
    index: Vec<IndexEntry>,
    since_index: u64,
    /// Base offset and position of every batch from the last index entry but one on, as far as they are known: consumers
    /// who wait for more wait here, and want to know exactly how much there is.
    recent: Vec<(Offset, u64)>,
}

impl Segment {
    /// An empty segment.
    pub fn new(base: Offset) -> Self {
        Self {
            base,
            end: base,
            size: 0,
            max_timestamp: -1,
            index: Vec::new(),
            since_index: 0,
            recent: Vec::new(),
        }
    }

    /// Takes in a batch at the end; returns its position.
    pub fn push(&mut self, header: &Header) -> u64 {
        let position = self.size;
        if self.size == 0 || self.since_index >= INDEX_INTERVAL {
            self.index.push(IndexEntry {
                offset: header.base_offset,
                position,
                max_timestamp_before: self.max_timestamp,
            });
            self.since_index = 0;
            let kept = self.index.iter().rev().nth(1);
            let from = kept.map_or(0, |entry| entry.position);
            self.recent.retain(|&(_, position)| position >= from);
        }
        self.recent.push((header.base_offset, position));
        self.size += u64::from(header.len);
        self.since_index += u64::from(header.len);
        self.end = header.end_offset();
        self.max_timestamp = self.max_timestamp.max(header.max_timestamp);
        position
    }

    /// A segment from a checkpoint.
    pub fn restore(
        base: Offset,
        end: Offset,
        size: u64,
        max_timestamp: i64,
        index: Vec<IndexEntry>,
    ) -> Self {
        let since_index = index
            .last()
            .map_or(size, |entry| size.saturating_sub(entry.position));
        Self {
            base,
            end,
            size,
            max_timestamp,
            index,
            since_index,
            recent: Vec::new(),
        }
    }

    /// Its sparse index, in order.
    pub fn index(&self) -> impl Iterator<Item = &IndexEntry> + '_ {
        self.index.iter()
    }

    /// Cuts the segment at the last index entry at or below `offset`.
    fn cut_to_index(&mut self, offset: Offset) {
        let at = self.index.partition_point(|entry| entry.offset <= offset);
        let cut = at.checked_sub(1).map(|at| self.index[at]);
        let cut = cut.unwrap_or(IndexEntry {
            offset: self.base,
            position: 0,
            max_timestamp_before: -1,
        });
        self.index.truncate(at.saturating_sub(1));
        self.recent = Vec::new();
        self.end = cut.offset;
        self.size = cut.position;
        self.max_timestamp = cut.max_timestamp_before;
        self.since_index = self
            .index
            .last()
            .map_or(self.size, |entry| self.size - entry.position);
    }

    /// Keeps every entry at least `interval` bytes from the one before.
    fn thin(&mut self, interval: u64) {
        let mut kept: Option<u64> = None;
        self.index.retain(|entry| {
            let keep = kept.is_none_or(|last| entry.position - last >= interval);
            if keep {
                kept = Some(entry.position);
            }
            keep
        });
        self.index.shrink_to_fit();
        self.recent = Vec::new();
    }

    /// Position of the last batch that is known to begin at or before `offset`.
    fn floor(&self, offset: Offset) -> u64 {
        let at = self.recent.partition_point(|&(base, _)| base <= offset);
        if let Some(&(_, position)) = self.recent[..at].last() {
            return position;
        }
        let at = self.index.partition_point(|entry| entry.offset <= offset);
        self.index[..at].last().map_or(0, |entry| entry.position)
    }

    /// Where `offset` is in the file: exactly so near the end, and else to the index's interval.
    fn position(&self, offset: Offset) -> u64 {
        if offset >= self.end {
            self.size
        } else {
            self.floor(offset)
        }
    }

    /// The last index entry at or before `position`.
    fn floor_position(&self, position: u64) -> Option<&IndexEntry> {
        let at = self
            .index
            .partition_point(|entry| entry.position <= position);
        self.index[..at].last()
    }

    /// An entry from which a record with a timestamp of at least `timestamp` is not far, if the segment
    /// has one.
    pub fn near_timestamp(&self, timestamp: i64) -> Option<&IndexEntry> {
        if self.max_timestamp < timestamp {
            return None;
        }
        let at = self
            .index
            .partition_point(|entry| entry.max_timestamp_before < timestamp);
        self.index[..at].last()
    }
}

/// Where an appended batch goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Placement {
    /// Offset of its first record.
    pub base_offset: Offset,
    /// Base offset of the segment.
    pub segment: Offset,
    /// Position in the segment file.
    pub position: u64,
    /// The segment is new: it has to be created first.
    pub rolled: bool,
}

/// All segments of a log, oldest first; the last is the active one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Segments(Vec<Segment>);

impl Segments {
    /// A log with one empty segment at `base`.
    pub fn starting_at(base: Offset) -> Self {
        Self(alloc::vec![Segment::new(base)])
    }

    /// A table of existing segments.
    ///
    /// # Panics
    /// If there is none.
    pub fn from_parts(parts: Vec<Segment>) -> Self {
        assert!(!parts.is_empty(), "a log has at least one segment");
        Self(parts)
    }

    /// Oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &Segment> + '_ {
        self.0.iter()
    }

    /// The segment that is appended to.
    pub fn active(&self) -> &Segment {
        self.0.last().expect("a log has at least one segment")
    }

    /// Offset after the last record.
    pub fn end(&self) -> Offset {
        self.active().end
    }

    /// Appends a batch whose base offset is set, in a new segment if it would take the active one past
    /// `roll_bytes`.
    pub fn append(&mut self, header: &Header, roll_bytes: u32) -> Placement {
        let active = self.active();
        let rolled = active.size > 0 && active.size + u64::from(header.len) > u64::from(roll_bytes);
        if rolled {
            self.0
                .last_mut()
                .expect("a log has at least one segment")
                .thin(SEALED_INDEX_INTERVAL);
            self.0.push(Segment::new(header.base_offset));
        }
        let active = self.0.last_mut().expect("a log has at least one segment");
        let position = active.push(header);
        Placement {
            base_offset: header.base_offset,
            segment: active.base,
            position,
            rolled,
        }
    }

    /// The segment that holds `offset`, or the first one.
    fn holding(&self, offset: Offset) -> &Segment {
        let at = self.0.partition_point(|segment| segment.base <= offset);
        &self.0[at.saturating_sub(1)]
    }

    /// For a read from `from` to `limit` of `max_bytes`: segment, near, jump and bound of the plan.
    pub(super) fn locate(
        &self,
        from: Offset,
        limit: Offset,
        max_bytes: u32,
    ) -> (Offset, u64, u64, u64) {
        let segment = self.holding(from);
        let near = segment.floor(from);
        let affordable = near + u64::from(max_bytes);
        let jump = if limit >= segment.end && affordable >= segment.size {
            segment.size
        } else {
            let by_offset = segment.floor(limit);
            let by_size = segment
                .floor_position(affordable)
                .map_or(0, |entry| entry.position);
            by_offset.min(by_size)
        };
        (segment.base, near, jump, segment.size)
    }

    /// How many bytes lie from `from` to `limit`: exactly near the end, and else to the index's interval. 0 only if there are
    /// none.
    pub fn bytes_between(&self, from: Offset, limit: Offset) -> u64 {
        if from >= limit {
            return 0;
        }
        let mut bytes = 0;
        let at = self
            .0
            .partition_point(|segment| segment.base <= from)
            .saturating_sub(1);
        for segment in &self.0[at..] {
            if segment.base >= limit {
                break;
            }
            bytes += segment.position(limit) - segment.position(from);
        }
        bytes.max(1)
    }

    /// The table up to the last batch boundary that the sparse index knows at or below `flushed`, and that
    /// boundary.
    pub fn up_to(&self, flushed: Offset) -> (Offset, Vec<Segment>) {
        let mut kept: Vec<Segment> = self
            .0
            .iter()
            .filter(|s| s.base <= flushed)
            .cloned()
            .collect();
        let Some(last) = kept.last_mut() else {
            return (self.0[0].base, Vec::new());
        };
        if flushed < last.end {
            last.cut_to_index(flushed);
        }
        (last.end, kept)
    }
}
