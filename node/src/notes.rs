//! What the core notes, for people: the log on stderr.

use highwater_core::{Fault, Lack, Note};
use tracing::{error, info, warn};

pub(crate) fn write(note: &Note) {
    match note {
        Note::Registered { broker_epoch } => info!(broker_epoch, "registered"),
        Note::LeaderStarted {
            topic_id,
            folder,
            epoch,
            end,
        } => {
            tracing::debug!(%topic_id, folder, epoch, end, "leads")
        }
        Note::LogOpened {
            folder,
            start,
            end,
            cut_bytes: 0,
            ..
        } => {
            tracing::debug!(folder, start, end, "log is open");
        }
        Note::LogOpened {
            folder,
            start,
            end,
            cut_bytes,
            ..
        } => {
            warn!(
                folder,
                start,
                end,
                cut_bytes,
                "log is open; a torn tail, which no checkpoint vouches for, was cut"
            );
        }
        Note::LogFailed {
            folder,
            fault: Fault::Io,
            ..
        } => {
            error!(
                folder,
                "the log's disk failed: the partition is offline until the node restarts"
            );
        }
        Note::LogFailed {
            folder,
            fault: Fault::Damaged { segment, position },
            ..
        } => {
            error!(
                folder,
                segment,
                position,
                "data that was synced is damaged: the partition stays offline here until others are in sync without it"
            );
        }
        Note::LogFailed {
            folder,
            fault: Fault::Diverged { leader_end, hw },
            ..
        } => {
            error!(
                folder,
                leader_end,
                hw,
                "the leader lacks what is known here to be committed: one of the two logs has lost data, and this \
                 one is kept as it is; the partition stays offline here"
            );
        }
        Note::LogRefilled { folder, .. } => warn!(
            folder,
            "others have all that this damaged log held: it is fetched anew from them"
        ),
        Note::LogSuspended { folder, lack, .. } => warn!(
            folder,
            lack = what(*lack),
            "the partition takes in nothing for now: what is appended is refused, and others lead if they can"
        ),
        Note::LogResumed { folder, .. } => info!(folder, "the partition takes in records again"),
        Note::LogTruncated {
            folder, from, to, ..
        } => info!(
            folder,
            from, to, "the log's end was cut where it parts from the leader's"
        ),
        Note::BrokerFenced { broker } => {
            warn!(%broker, "a broker was not heard of: others lead in its place");
        }
        Note::DataLost { broker } => error!(
            %broker,
            "the broker came back with another data folder, and nobody is known to have all that it held: some \
             partitions have no leader; bring its old data folder back, or delete their topics"
        ),
        Note::RegistrationRefused { code } => warn!(
            code,
            "the controller refuses this broker: is its id in use by another one?"
        ),
        Note::TopicCreated { name, partitions } => {
            info!(topic = name.as_str(), partitions, "topic created")
        }
        Note::TopicRemoved { name } => info!(topic = name.as_str(), "topic removed"),
        Note::CommandRefused { proposal } => warn!(?proposal, "a command was void"),
    }
}

/// What a log lacks, and what helps.
fn what(lack: Lack) -> &'static str {
    match lack {
        Lack::Room => "room on the disk",
        Lack::Descriptors => "file descriptors: raise the hard limit of open files (ulimit -Hn)",
        Lack::Sync => "a sync that ends: the disk is slow, or hangs",
    }
}
