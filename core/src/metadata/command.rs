//! Commands: batches of records that are applied together or not at all. They are a format for ever, so
//! each record has a schema with versions (`core/schemas/highwater`), modelled on Kafka's own metadata
//! records.

use alloc::vec::Vec;

use bytes::Bytes;

use crate::ids::{BrokerId, MetaIndex, ProposalId};
use crate::wire::generated::{
    BrokerChangeRecord, BrokerRecord, ClusterRecord, CommandHeader, ConfigRecord,
    PartitionChangeRecord, PartitionRecord, ProducerIdsRecord, RemoveTopicRecord, TopicRecord,
};
use crate::wire::{Message, Reader, WireError, Writer};

/// A batch of records, committed at one index.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Command {
    /// Its name: a command that was committed twice is applied once.
    pub id: ProposalId,
    /// Term of the controller that decided it: refused by `apply` if a later term has begun.
    pub term: u64,
    /// The image that it was decided on: refused by `apply` on any other, for what was true there need not be true here.
    /// `None` for a command that holds on any.
    pub base: Option<MetaIndex>,
    /// What it changes.
    pub records: Vec<Record>,
}

/// One change to the image.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[allow(
    missing_docs,
    reason = "the records are documented where they are generated"
)]
pub enum Record {
    Cluster(ClusterRecord),
    Broker(BrokerRecord),
    Topic(TopicRecord),
    Partition(PartitionRecord),
    PartitionChange(PartitionChangeRecord),
    RemoveTopic(RemoveTopicRecord),
    Config(ConfigRecord),
    ProducerIds(ProducerIdsRecord),
    BrokerChange(BrokerChangeRecord),
}

/// Version in which records are written.
const VERSION: i16 = 0;

impl Record {
    /// The number that names the kind of record, for ever.
    fn kind(&self) -> i16 {
        match self {
            Self::Cluster(_) => 0,
            Self::Broker(_) => 1,
            Self::Topic(_) => 2,
            Self::Partition(_) => 3,
            Self::PartitionChange(_) => 4,
            Self::RemoveTopic(_) => 5,
            Self::Config(_) => 6,
            Self::ProducerIds(_) => 7,
            Self::BrokerChange(_) => 8,
        }
    }

    fn encode(&self, w: &mut Writer) -> Result<(), WireError> {
        w.i16(self.kind());
        w.i16(VERSION);
        match self {
            Self::Cluster(record) => record.encode(w, VERSION),
            Self::Broker(record) => record.encode(w, VERSION),
            Self::Topic(record) => record.encode(w, VERSION),
            Self::Partition(record) => record.encode(w, VERSION),
            Self::PartitionChange(record) => record.encode(w, VERSION),
            Self::RemoveTopic(record) => record.encode(w, VERSION),
            Self::Config(record) => record.encode(w, VERSION),
            Self::ProducerIds(record) => record.encode(w, VERSION),
            Self::BrokerChange(record) => record.encode(w, VERSION),
        }
    }

    fn decode(r: &mut Reader) -> Result<Self, WireError> {
        let (kind, version) = (r.i16()?, r.i16()?);
        Ok(match kind {
            0 => Self::Cluster(Message::decode(r, version)?),
            1 => Self::Broker(Message::decode(r, version)?),
            2 => Self::Topic(Message::decode(r, version)?),
            3 => Self::Partition(Message::decode(r, version)?),
            4 => Self::PartitionChange(Message::decode(r, version)?),
            5 => Self::RemoveTopic(Message::decode(r, version)?),
            6 => Self::Config(Message::decode(r, version)?),
            7 => Self::ProducerIds(Message::decode(r, version)?),
            8 => Self::BrokerChange(Message::decode(r, version)?),
            _ => return Err(WireError::UnknownKind(kind)),
        })
    }
}

impl Command {
    /// The command's bytes in the metadata log.
    ///
    /// # Errors
    /// If a string is too long for the format.
    pub fn encode(&self) -> Result<Bytes, WireError> {
        let mut w = Writer::new();
        w.i16(VERSION);
        let header = CommandHeader {
            broker_id: self.id.broker.0,
            boot: self.id.boot as i64,
            sequence: self.id.seq as i64,
            term: self.term as i64,
            record_count: self.records.len() as i32,
            base: self.base.map_or(-1, |base| base.0 as i64),
            ..CommandHeader::default()
        };
        header.encode(&mut w, VERSION)?;
        for record in &self.records {
            record.encode(&mut w)?;
        }
        Ok(w.into_parts().0)
    }

    /// Reads a command back.
    ///
    /// # Errors
    /// If the bytes are malformed, or were written by a later version.
    pub fn decode(bytes: Bytes) -> Result<Self, WireError> {
        let budget = bytes.len().saturating_mul(64).saturating_add(4096);
        let mut r = Reader::new(bytes, budget);
        let version = r.i16()?;
        let header = CommandHeader::decode(&mut r, version)?;
        let mut records = Vec::new();
        for _ in 0..header.record_count {
            records.push(Record::decode(&mut r)?);
        }
        let id = ProposalId {
            broker: BrokerId(header.broker_id),
            boot: header.boot as u64,
            seq: header.sequence as u64,
        };
        Ok(Self {
            id,
            term: header.term as u64,
            base: u64::try_from(header.base).ok().map(MetaIndex),
            records,
        })
    }
}
