//! Known-wrong behaviour, to show that the checks can fail. Compiled in under `cfg(mutant)` only; one
//! static, set by the driver, chooses at most one mutant, and with none chosen the build behaves as the
//! one that ships.

/// Declares the mutants once, and lists them.
macro_rules! mutants {
    ($($(#[$doc:meta])+ $name:ident = $number:literal,)+) => {
        /// A fault that history taught. Each names the entry of the catalogue of real bugs that it comes from.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[repr(u32)]
        pub enum Mutant {
            $($(#[$doc])+ $name = $number,)+
        }

        impl Mutant {
            /// Every mutant.
            pub const ALL: &[Self] = &[$(Self::$name),+];
        }
    };
}

mutants! {
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
    /// A broker that fell silent is fenced by one proposal: if that is refused, or lost, it leads on though it is dead.
    FenceOnce = 50,
    /// What a leader was refused stays what it wants: no other request for an in-sync set is made.
    RefusedInSyncStays = 51,
    /// What was asked of a controller that fell silent is waited for, although another is active.
    WaitForFormerController = 52,
    /// A leader takes the in-sync set that it asks for as granted as soon as the request has left (before KIP-497).
    OwnWishGranted = 53,
    /// A command is applied to any image, though what it was decided on was refused.
    AnyBase = 54,
    /// Members are told what is theirs before it is committed: after a crash others are told the same of the same
    /// generation.
    SyncBeforeCommit = 55,
    /// A coordinator reads one piece of its log, and takes itself for loaded.
    LoadOneChunk = 56,
    /// KAFKA-15583: the high watermark moves though the in-sync set is smaller than `min.insync.replicas`.
    HighWatermarkBelowMinIsr = 57,
    /// KAFKA-14617 (KIP-903): the controller lets a broker into an in-sync set for what an earlier run of it held.
    AnyBrokerEpoch = 58,
    /// KAFKA-7128: a follower is let into the in-sync set before it has reached the beginning of the leader's epoch.
    InSyncBelowEpochStart = 59,
    /// A group is called together again, and whoever waits for its assignment is not told: it waits for ever.
    SyncsForgotten = 60,
    /// R03 (KIP-279): a leader that never saw the epoch of a follower's last record agrees to all that the follower
    /// has.
    R03AgreeOnUnknownEpoch = 106,
    /// R04 (KIP-320): whoever fetches under an older epoch, or a later one, is answered all the same.
    R04UnfencedFetch = 61,
    /// R08 (KAFKA-7415): a leader notes its epoch with its first record only.
    R08NoEpochOfSilentLeader = 63,
    /// R15 (KAFKA-10706): whoever begins to follow keeps the epoch in which it led and wrote nothing.
    R15KeepEmptyEpoch = 65,
    /// R21 (Redpanda #3003): who leads no more acknowledges what waits to be committed.
    R21AckOnStepDown = 66,
    /// R24 (KIP-207): a new leader tells its high watermark as the end before it knows what was committed.
    R24EndBeforeKnown = 67,
    /// I05 (KIP-841): a broker that is fenced is let into the in-sync set.
    I05FencedInSync = 69,
    /// A follower that writes and does not sync is never late.
    LagByWritten = 70,
    /// What was on its way to the disk when a log was cut counts for what is written after the cut.
    GenerationNotRaised = 71,
    /// A log is cut below its checkpoint, and the checkpoint stays.
    SpanIgnored = 72,
    /// A snapshot that a running broker is given changes nothing that it leads or follows.
    RestoredIgnored = 73,
    /// A batch that lies across two pieces of what recovery reads is taken for a torn tail.
    StraddleIsTorn = 74,
    /// A follower does not take over the leader's high watermark.
    FollowerForgetsHw = 77,
    /// A retry is answered before what it repeats is committed.
    DuplicateAckedAtOnce = 78,
    /// A produce to several partitions is answered once the first is committed.
    ParkAnySlot = 79,
    /// What a run of a follower said counts for the next run, which may have lost it.
    StaleProgressCounts = 80,
    /// P (KAFKA-14402's kind): a producer that the log does not know may begin at any sequence number: a gap is taken
    /// in.
    P05AnySequenceOfUnknown = 81,
    /// A produce with acks=all waits for the leader's disk alone.
    AckAtLeader = 82,
    /// A leader is elected that is in sync, but not alive.
    ElectFenced = 83,
    /// Who is fenced stays in the in-sync sets that others are in.
    FencedStaysInSync = 84,
    /// G: a member of a group that is not heard of any more stays a member.
    SessionOfMemberNeverEnds = 85,
    /// G: a coordinator that has read its log waits for ever for members that are gone.
    NoSessionsAfterLoad = 86,
    /// G: members are not told that their group rebalances.
    HeartbeatHidesRebalance = 87,
    /// G08 (KIP-345): the process that another with its instance id has replaced goes on as a member.
    StaticMemberNotFenced = 88,
    /// G: a rebalance does not raise the generation.
    SameGeneration = 89,
    /// G: an offset commit of who is not a member is taken.
    CommitOfAnybody = 90,
    /// G03: who does not join a rebalance in time stays a member.
    DeadMemberKept = 91,
    /// G: a coordinator that reads its log takes a deleted group, or offset, for one that is there.
    GroupGoneIgnored = 92,
    /// G: of two commits that a coordinator reads back the earlier counts.
    CommitForgetsLater = 93,
    /// P: a batch of an epoch of its producer that is over is taken in.
    FormerEpochTaken = 105,
    /// A lookup by time begins with the segment after the one that has it.
    TimeInLaterSegment = 107,
    /// The refusal of an in-sync set that a leader wants no more is taken for one of the set that it wants now: nobody asks
    /// for that, and nothing is committed until the partition changes.
    RefusalOfAnotherWish = 108,
    /// Two brokers give out the same producer ids.
    SameProducerIds = 94,
    /// What idempotent producers wrote above a cut is remembered.
    CutForgetsNoProducer = 95,
    /// I11's kind: a refused request is taken for one that was never granted.
    MaybeInSyncForgotten = 96,
    /// Who waits for a coordinator that moves on is never answered.
    WaitersForgotten = 97,
    /// A snapshot of the metadata takes everybody for alive.
    SnapshotForgetsFence = 98,
    /// A snapshot of the metadata begins producer ids anew.
    SnapshotForgetsProducerIds = 99,
    /// A broker that is heard of again leads nothing that is left without a leader.
    UnfencedNeverLeads = 100,
    /// I13 (KAFKA-1096): what a deposed controller proposed is applied.
    AnyTerm = 101,
    /// A broker that stops in an orderly way hands nothing over, and goes.
    NoHandOver = 102,
    /// A partition that a leader refused once is not fetched again.
    RefusedFetchRests = 103,
    /// A new controller lets a killed broker in before it knows who else lives.
    UnheardCount = 104,
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
