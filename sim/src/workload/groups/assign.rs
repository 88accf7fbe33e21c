//! What members of a group tell each other by way of the coordinator: subscriptions and assignments.

use bytes::Bytes;
use highwater_core::wire::generated::consumer_protocol_assignment::TopicPartition;
use highwater_core::wire::generated::join_group_request::JoinGroupRequestProtocol;
use highwater_core::wire::generated::join_group_response::JoinGroupResponseMember;
use highwater_core::wire::generated::sync_group_request::SyncGroupRequestAssignment;
use highwater_core::wire::generated::{ConsumerProtocolAssignment, ConsumerProtocolSubscription};
use highwater_core::wire::{Message, Reader, Str, Writer};

use crate::world::TOPIC;

/// The version of what members tell each other, which precedes it.
const VERSION: i16 = 0;

/// The name of the one assignor.
const ASSIGNOR: &str = "roundrobin";

/// Bytes that a decoded message may take.
const BUDGET: usize = 1 << 20;

fn encode(message: &impl Message) -> Bytes {
    let mut w = Writer::new();
    w.i16(VERSION);
    message
        .encode(&mut w, VERSION)
        .expect("version 0 has all that is said");
    w.into_parts().0
}

fn decode<M: Message>(bytes: &Bytes) -> Option<M> {
    let reader = &mut Reader::new(bytes.clone(), BUDGET);
    let version = reader.i16().ok()?;
    M::decode(reader, version).ok()
}

/// What a member proposes.
pub(super) fn protocol() -> JoinGroupRequestProtocol {
    JoinGroupRequestProtocol {
        name: ASSIGNOR.into(),
        metadata: encode(&ConsumerProtocolSubscription {
            topics: vec![TOPIC.into()],
            ..ConsumerProtocolSubscription::default()
        }),
    }
}

/// Deals the partitions out, beginning with another member in each generation so that they move.
///
/// # Errors
/// The member whose subscription did not come through.
pub(super) fn deal(
    members: &[JoinGroupResponseMember],
    generation: i32,
    partitions: i32,
) -> Result<Vec<SyncGroupRequestAssignment>, Str> {
    let mut hands: Vec<(Str, Vec<i32>)> = Vec::new();
    for member in members {
        let subscription: Option<ConsumerProtocolSubscription> = decode(&member.metadata);
        if subscription.is_none_or(|told| told.topics != [Str::from(TOPIC)]) {
            return Err(member.member_id.clone());
        }
        hands.push((member.member_id.clone(), Vec::new()));
    }
    let count = hands.len().max(1);
    for partition in 0..partitions {
        if let Some((_, hand)) = hands.get_mut((partition + generation) as usize % count) {
            hand.push(partition);
        }
    }
    let assignments = hands.into_iter().map(|(member_id, partitions)| {
        let topic = TopicPartition {
            topic: TOPIC.into(),
            partitions,
        };
        SyncGroupRequestAssignment {
            member_id,
            assignment: encode(&ConsumerProtocolAssignment {
                assigned_partitions: vec![topic],
                user_data: None,
            }),
        }
    });
    Ok(assignments.collect())
}

/// The partitions of an assignment; none if it is empty, and `None` if it makes no sense.
pub(super) fn partitions(assignment: &Bytes) -> Option<Vec<i32>> {
    if assignment.is_empty() {
        return Some(Vec::new());
    }
    let told: ConsumerProtocolAssignment = decode(assignment)?;
    let topics = told.assigned_partitions.into_iter();
    Some(topics.flat_map(|topic| topic.partitions).collect())
}
