//! Known-wrong behaviour, to show that the checks can fail. Compiled in under `cfg(mutant)` only; one
//! static, set by the driver, chooses at most one mutant, and with none chosen the build behaves as the
//! one that ships.

/// A fault that history taught. Each names the entry of the catalogue of real bugs that it comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u32)]
pub enum Mutant {
    /// The canary: a produce is acknowledged before it is appended anywhere.
    AckBeforeAppend = 1,
    /// L02 (NATS JetStream #7564): acknowledged once written, before the sync.
    L02AckBeforeFlush = 2,
    /// L08 (KAFKA-10432): recovery forgets epoch 0.
    L08RecoveryForgetsEpochZero = 3,
    /// Recovery keeps a torn tail: it believes the length field and skips the checksum.
    L17RecoveryBelievesLengths = 4,
    /// P02 (KAFKA-5494): only the last batch of a producer is remembered.
    P02RememberOneBatch = 5,
    /// P08 (librdkafka before 1.9.0): any sequence number not above the last counts as a duplicate.
    P08DuplicateByLastSequence = 6,
    /// L09 (fsyncgate): a failed sync is tried again over the same pages.
    L09RetryFailedSync = 7,
    /// L06 (KAFKA-16541): a file is replaced without syncing its directory.
    L06NoDirectorySync = 8,
    /// A coordinator answers before it has read its log (kop #1289): whoever asks begins at an old offset.
    AnswerWhileLoading = 9,
    /// An offset commit is acknowledged before its record is committed.
    CommitBeforeHighWatermark = 10,
    /// L01 (KAFKA-10533), in a partition: the high watermark follows what followers have written, not what they have
    /// synced.
    HighWatermarkByWritten = 11,
    /// I11 (KAFKA-12686): the high watermark ignores replicas that an unanswered request may have let into the in-sync
    /// set.
    HighWatermarkByCommittedIsr = 12,
    /// I01 (KIP-106): a leader is elected from outside the in-sync set.
    ElectOutOfSync = 13,
    /// The controller grants an in-sync set that was asked for before another change: without the partition epoch of
    /// KIP-497, a late request undoes what was decided meanwhile.
    AnyPartitionEpoch = 14,
    /// R01 (KIP-101, KAFKA-1211): whoever begins to follow cuts its log at its own high watermark, which trails what is
    /// committed.
    TruncateToHighWatermark = 15,
    /// R05 (hachikuji's Kip320FirstTry): a leader believes what a follower says of a log that parts from its own.
    BelieveDivergedFollower = 16,
    /// F07 (openraft ee460f37), of votes: a voter answers before its vote is stored, and may vote twice in a term.
    F07VoteBeforeStore = 17,
    /// F07 (openraft ee460f37), of entries: a voter acknowledges entries of the metadata log before they are stored.
    F07EntryBeforeStore = 18,
    /// F05 (KAFKA-10527): a restarted voter leads on in its old term, without what it had not stored.
    F05RestoreLeader = 19,
    /// A new leader of the quorum decides as controller before it has applied what its predecessors committed.
    ActiveBeforeCaughtUp = 20,
    /// A leader whose disk fails hands over to any replica that is alive, in sync or not (KIP-106 once more).
    HandOverOutOfSync = 21,
    /// Recovery takes any bad batch above the recovery point for a torn tail, and a log that ends early for a short one,
    /// though the log had noted that more was committed and synced.
    RecoveryForgetsCommitted = 22,
    /// A broker that was killed and came back leads on, whatever its disk lost, although others are in sync (KIP-966).
    RestartedLeadsOn = 23,
    /// A broker whose disk was replaced is elected as the last of the in-sync set, with an empty log.
    EmptyDiskLeads = 24,
    /// What a read of an earlier reign brings is taken for the reign's own: a coordinator answers before it has read its
    /// log.
    LoadOfAnEarlierReign = 25,
    /// KAFKA-14616: what a starting broker is told of the past is hosted, too: a topic that is gone takes the folder of its
    /// successor.
    HostHistory = 26,
    /// A topic's deletion removes whatever lies in the folder of its name, be it its successor's.
    RemoveByName = 27,
    /// A checkpoint that waits when its log is removed is written all the same: into a successor's folder.
    LateCheckpoint = 28,
    /// KAFKA-2000: a topic is deleted, and where groups were in it is kept: its successor is read from the middle.
    OffsetsOutliveTopics = 29,
    /// An append that found no room is forgotten, and the log goes on with the next: its place in the file is a hole, and
    /// counts as stored.
    GoOnAfterLack = 30,
    /// A damaged log is set aside and begun anew although its broker counts as in sync: it may be elected with nothing.
    RefillInSync = 31,
    /// A follower whose fetch was lost does not fetch from that leader again.
    LostFetchRests = 32,
    /// A request for an in-sync set whose answer was lost is not made again.
    LostInSyncForgotten = 33,
    /// An offset commit of any generation is taken: of a member that was fenced, too.
    CommitOfAnyGeneration = 34,
    /// A broker that is let in by a heartbeat from before its fence has no session: if it dies then, nobody notices.
    LetInWithoutSession = 35,
    /// A leader whose session must be over goes on answering, for as long as nobody tells it that another leads.
    DeposedAnswers = 36,
    /// A producer that is older than a topic goes on with whatever comes first, as in Kafka: what was refused a moment
    /// before comes too late.
    StrangersGoOn = 37,
}

impl Mutant {
    /// Every mutant.
    pub const ALL: [Self; 37] = [
        Self::AckBeforeAppend,
        Self::L02AckBeforeFlush,
        Self::L08RecoveryForgetsEpochZero,
        Self::L17RecoveryBelievesLengths,
        Self::P02RememberOneBatch,
        Self::P08DuplicateByLastSequence,
        Self::L09RetryFailedSync,
        Self::L06NoDirectorySync,
        Self::AnswerWhileLoading,
        Self::CommitBeforeHighWatermark,
        Self::HighWatermarkByWritten,
        Self::HighWatermarkByCommittedIsr,
        Self::ElectOutOfSync,
        Self::AnyPartitionEpoch,
        Self::TruncateToHighWatermark,
        Self::BelieveDivergedFollower,
        Self::F07VoteBeforeStore,
        Self::F07EntryBeforeStore,
        Self::F05RestoreLeader,
        Self::ActiveBeforeCaughtUp,
        Self::HandOverOutOfSync,
        Self::RecoveryForgetsCommitted,
        Self::RestartedLeadsOn,
        Self::EmptyDiskLeads,
        Self::LoadOfAnEarlierReign,
        Self::HostHistory,
        Self::RemoveByName,
        Self::LateCheckpoint,
        Self::OffsetsOutliveTopics,
        Self::GoOnAfterLack,
        Self::RefillInSync,
        Self::LostFetchRests,
        Self::LostInSyncForgotten,
        Self::CommitOfAnyGeneration,
        Self::LetInWithoutSession,
        Self::DeposedAnswers,
        Self::StrangersGoOn,
    ];
}

#[cfg(mutant)]
static SELECTED: core::sync::atomic::AtomicU32 = core::sync::atomic::AtomicU32::new(0);

/// Chooses the mutant that is alive, or none.
#[cfg(mutant)]
pub fn select(mutant: Option<Mutant>) {
    SELECTED.store(
        mutant.map_or(0, |mutant| mutant as u32),
        core::sync::atomic::Ordering::Relaxed,
    );
}

/// True if `mutant` is alive. In a build without `cfg(mutant)` it is constantly false.
#[inline(always)]
pub fn is(mutant: Mutant) -> bool {
    #[cfg(mutant)]
    {
        SELECTED.load(core::sync::atomic::Ordering::Relaxed) == mutant as u32
    }
    #[cfg(not(mutant))]
    {
        let _ = mutant;
        false
    }
}
