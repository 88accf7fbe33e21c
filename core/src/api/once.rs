//! What a request names more than once is answered once: a small request must not ask for an answer of any size.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

use crate::wire::generated::FetchRequest;
use crate::wire::generated::list_offsets_request::ListOffsetsTopic;
use crate::wire::{Str, Uuid};

/// The items whose keys did not come before, in their order.
pub(super) fn once<T, K: Ord>(
    items: impl IntoIterator<Item = T>,
    key: impl Fn(&T) -> K,
) -> impl Iterator<Item = T> {
    let mut seen = BTreeSet::new();
    items.into_iter().filter(move |item| seen.insert(key(item)))
}

/// Takes out the partitions that a fetch names again.
pub(super) fn fetch_once(request: &mut FetchRequest) {
    let mut seen: BTreeMap<(Str, Uuid), BTreeSet<i32>> = BTreeMap::new();
    for topic in &mut request.topics {
        let seen = seen
            .entry((topic.topic.clone(), topic.topic_id))
            .or_default();
        topic
            .partitions
            .retain(|asked| seen.insert(asked.partition));
    }
    request.topics.retain(|topic| !topic.partitions.is_empty());
}

/// The partitions of a ListOffsets that it names more than once: as in Kafka each of them is refused.
pub(super) fn repeated(topics: &[ListOffsetsTopic]) -> BTreeSet<(&Str, i32)> {
    let mut seen = BTreeSet::new();
    let rows = topics.iter().flat_map(|topic| {
        let rows = topic.partitions.iter();
        rows.map(|asked| (&topic.name, asked.partition_index))
    });
    let again: Vec<(&Str, i32)> = rows.filter(|row| !seen.insert(*row)).collect();
    again.into_iter().collect()
}
