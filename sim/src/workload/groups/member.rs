//! A member of a group: it joins, learns what is its own, and reads, processes and commits that, until it is told of
//! a rebalance. Its reactions are those of a correct consumer.

use std::collections::BTreeMap;
use std::time::Duration;

use highwater_core::invariant::delivery::Tenure;
use highwater_core::wire::Str;
use highwater_core::{ErrorCode, Offset};
use highwater_io_sim::clock;

use super::assign;
use super::book::Book;
use crate::client::groups::{Membership, Told};
use crate::draw;
use crate::plan::GroupPlan;
use crate::workload::Signal;
use crate::workload::consumer::Consumer;

/// Answers "not the coordinator" in a row after which somebody looks at the node.
const LOST_PATIENCE: u32 = 20;

/// Why a member cannot go on as it did.
#[derive(Debug)]
enum Trouble {
    /// The connection or the coordinator is lost, for now.
    Lost,
    /// The group rebalances.
    Rejoin,
    /// The member is not one of the group any more, or must not be: it joins as another.
    Anew,
    /// Something that must not happen, and that the world knows of.
    Broken,
}

/// What is the same for all members that sit in a place one after the other.
#[derive(Clone, Debug)]
pub(super) struct Seat {
    pub(super) number: u64,
    pub(super) partitions: i32,
    /// Whether members sleep for longer than they should, now and then.
    pub(super) awake: Signal,
}

/// The member.
#[derive(Debug)]
pub(super) struct Member {
    seat: Seat,
    book: Book,
    consumer: Consumer,
    me: Membership,
    /// The `group.instance.id`, if the versions that are spoken allow it.
    instance: Option<Str>,
    /// What is to be committed, by partition.
    processed: BTreeMap<i32, Offset>,
    heartbeat: Duration,
    next_heartbeat: Duration,
    lost: u32,
}

impl Member {
    pub(super) fn new(
        seat: Seat,
        book: Book,
        consumer: Consumer,
        plan: &GroupPlan,
        instance: Option<Str>,
    ) -> Self {
        let me = Membership {
            group: book.name.clone(),
            session_ms: plan.session_ms,
            rebalance_ms: plan.rebalance_ms,
            ..Membership::default()
        };
        Self {
            seat,
            book,
            consumer,
            me,
            instance,
            processed: BTreeMap::new(),
            // A member that learns of a rebalance after its end is out, for ever and ever.
            heartbeat: Duration::from_millis(draw::pick(&[100, 500, 2_000]))
                .min(Duration::from_millis(plan.rebalance_ms as u64 / 4)),
            next_heartbeat: Duration::ZERO,
            lost: 0,
        }
    }

    /// Is a member until told to leave.
    pub(super) async fn run(&mut self, leave: &Signal) {
        while !leave.is_told() {
            let Err(trouble) = self.one_generation(leave).await else {
                break;
            };
            self.note(format_args!(
                "{trouble:?} in generation {}",
                self.me.generation
            ));
            self.book.unseated(self.seat.number);
            if matches!(trouble, Trouble::Anew) {
                self.me.id = Str::default();
            }
            if !matches!(trouble, Trouble::Rejoin) {
                clock::sleep(draw::ms(1..300)).await;
            }
        }
        self.book.unseated(self.seat.number);
        if !self.me.id.is_empty() {
            let left = self.consumer.client.leave_group(&self.me).await;
            self.note(format_args!("leaves: {left:?}"));
        }
    }

    async fn one_generation(&mut self, leave: &Signal) -> Result<(), Trouble> {
        self.find().await?;
        let floor = self.book.generation();
        let own = self.join().await?;
        self.note(format_args!(
            "owns {own:?} in generation {}",
            self.me.generation
        ));
        let owner = self.me.instance.as_ref().unwrap_or(&self.me.id).to_string();
        let tenure = Tenure {
            generation: self.me.generation,
            floor,
            owner,
            partitions: own.clone(),
        };
        self.processed.clear();
        self.begin(&own).await?;
        // Those that have not begun are not settled yet.
        self.book.assigned(self.seat.number, tenure);
        while !leave.is_told() {
            self.beat().await?;
            if let Err(trouble) = self.work().await {
                // Whoever has lost a connection is still a member.
                if !matches!(trouble, Trouble::Lost) {
                    return Err(trouble);
                }
                clock::sleep(draw::ms(1..200)).await;
                self.find().await.or_else(still_member)?;
            }
        }
        self.commit().await.map(drop)
    }

    async fn find(&mut self) -> Result<(), Trouble> {
        let group = self.me.group.clone();
        let found = self.consumer.client.find_coordinator(&group).await;
        self.take("find", found)
    }

    /// Joins, and returns what is this member's own.
    async fn join(&mut self) -> Result<Vec<i32>, Trouble> {
        let may_be_static = self.consumer.client.may_be_static();
        self.me.instance = self.instance.clone().filter(|_| may_be_static);
        let joined = self
            .consumer
            .client
            .join_group(&self.me, assign::protocol());
        let joined = joined.await.map_err(|_| Trouble::Lost)?;
        if joined.error_code == ErrorCode::MemberIdRequired.code() {
            self.me.id = joined.member_id;
            return Err(Trouble::Rejoin);
        }
        self.take("join", Ok(told(joined.error_code)))?;
        self.me.id = joined.member_id;
        self.me.generation = joined.generation_id;
        let leads = joined.leader == self.me.id && !joined.skip_assignment;
        let dealt = if leads {
            assign::deal(&joined.members, self.me.generation, self.seat.partitions)
        } else {
            Ok(Vec::new())
        };
        let Ok(assignments) = dealt else {
            return self.broken(
                "group-subscription",
                format!("{dealt:?} did not come through"),
            );
        };
        let synced = self.consumer.client.sync_group(&self.me, assignments).await;
        let synced = synced.map_err(|_| Trouble::Lost)?;
        self.take("sync", Ok(told(synced.error_code)))?;
        match assign::partitions(&synced.assignment) {
            Some(own) => Ok(own),
            None => self.broken("group-assignment", format!("{:?}", synced.assignment)),
        }
    }

    /// Asks where to begin.
    async fn begin(&mut self, own: &[i32]) -> Result<(), Trouble> {
        let group = self.me.group.clone();
        let floors = self.book.floors();
        let told = self.consumer.client.committed(&group, own).await;
        let starts = self.take("offsets", told)?;
        self.note(format_args!("begins at {starts:?}"));
        self.book.told(&floors, &starts);
        self.consumer.seek(&starts);
        Ok(())
    }

    /// Heartbeats, if it is time.
    async fn beat(&mut self) -> Result<(), Trouble> {
        if clock::mono() < self.next_heartbeat {
            return Ok(());
        }
        self.next_heartbeat = clock::mono() + self.heartbeat;
        let told = self.consumer.client.heartbeat(&self.me).await;
        let taken = self.take("heartbeat", told);
        if matches!(taken, Err(Trouble::Rejoin)) && self.book.commits_after() {
            // There is time for a last commit; only if it got lost is it in doubt.
            if let Err(Trouble::Anew) = self.commit().await {
                return Err(Trouble::Anew);
            }
        }
        if matches!(taken, Err(Trouble::Lost)) {
            // A member that owns nothing hears of another coordinator here only.
            return self.find().await.or_else(still_member);
        }
        taken
    }

    /// Reads, processes and commits, in the order of the kind of group that this is.
    async fn work(&mut self) -> Result<(), Trouble> {
        if self.consumer.is_idle() {
            clock::sleep(draw::ms(20..100)).await;
            return Ok(());
        }
        let max_bytes = draw::pick(&[1, 2_000, 1 << 20]);
        let fetched = self
            .consumer
            .fetch(draw::pick(&[0, 100]), 1, max_bytes)
            .await;
        let read = self.consumer.take_read();
        if fetched.is_err() {
            // Some partitions may have answered well: they do so again.
            self.consumer.seek_back(&read);
            return Err(Trouble::Lost);
        }
        clock::sleep(draw::ms(1..30)).await;
        if self.book.commits_after() {
            self.doze().await;
            self.process(&read);
            // Auto-commit does not follow each poll, either.
            if draw::percent(40) {
                self.commit().await?;
            }
            return Ok(());
        }
        self.processed = ends(&read);
        if let Err(trouble) = self.commit().await {
            self.consumer.seek_back(&read);
            return Err(trouble);
        }
        // The commit is this member's alone: whoever owns the partition meanwhile has begun behind it.
        self.doze().await;
        self.process(&read);
        self.processed.clear();
        Ok(())
    }

    /// Sleeps now and then, be it until all believe that it is dead.
    async fn doze(&self) {
        if !self.seat.awake.is_told() && draw::percent(2) {
            clock::sleep(draw::ms(100..12_000)).await;
        }
    }

    fn process(&mut self, read: &BTreeMap<i32, Vec<Offset>>) {
        for (&partition, offsets) in read {
            self.book.processed(partition, offsets.iter().copied());
        }
        self.processed.extend(ends(read));
    }

    /// Commits what is to be committed. A commit whose answer does not come is in doubt: it may take effect at any
    /// time, unless the member gives its name up.
    async fn commit(&mut self) -> Result<(), Trouble> {
        if self.processed.is_empty() {
            return Ok(());
        }
        if draw::percent(5) {
            self.commit_as_zombie().await;
        }
        let told = self.consumer.client.commit(&self.me, &self.processed).await;
        self.note(format_args!("commits {:?}: {told:?}", self.processed));
        if told.is_err() {
            return Err(Trouble::Anew);
        }
        self.take("commit", told)?;
        self.book.acked(&self.processed);
        self.processed.clear();
        Ok(())
    }

    /// Commits as it would if it had slept through the last rebalance: somebody else may own what it owned then.
    async fn commit_as_zombie(&mut self) {
        let asleep = Membership {
            generation: self.me.generation - 1,
            ..self.me.clone()
        };
        let told = self.consumer.client.commit(&asleep, &self.processed).await;
        self.note(format_args!("commits as a zombie: {told:?}"));
        if let Ok(Ok(())) = told {
            let (name, generation) = (&self.book.name, asleep.generation);
            let what =
                format!("group {name} took a commit of generation {generation}, which has ended");
            self.book.world.violate("fencing", what);
        }
    }

    /// Takes an answer in: what to do about one that is a refusal.
    fn take<T>(&mut self, what: &str, told: Told<T>) -> Result<T, Trouble> {
        let code = match told {
            Ok(Ok(value)) => {
                self.lost = 0;
                return Ok(value);
            }
            Ok(Err(code)) => code,
            Err(error) => {
                self.note(format_args!("{what}: {error}"));
                return Err(Trouble::Lost);
            }
        };
        self.note(format_args!("{what}: code {code}"));
        let is = |codes: &[ErrorCode]| codes.iter().any(|one| one.code() == code);
        if is(&[
            ErrorCode::CoordinatorLoadInProgress,
            ErrorCode::CoordinatorNotAvailable,
            ErrorCode::NotCoordinator,
            // The coordinator has not heard of the topic yet.
            ErrorCode::UnknownTopicId,
            ErrorCode::UnknownTopicOrPartition,
        ]) {
            self.lost += 1;
            if self.lost.is_multiple_of(LOST_PATIENCE) {
                let coordinator = self.consumer.client.coordinator();
                self.consumer.client.world.went_offline(&coordinator);
            }
            return Err(Trouble::Lost);
        }
        if is(&[ErrorCode::RebalanceInProgress]) {
            return Err(Trouble::Rejoin);
        }
        if is(&[
            ErrorCode::IllegalGeneration,
            ErrorCode::UnknownMemberId,
            ErrorCode::FencedInstanceId,
        ]) {
            return Err(Trouble::Anew);
        }
        self.broken(
            "group-refused",
            format!("{what} was refused with code {code}"),
        )
    }

    fn broken<T>(&self, property: &'static str, what: String) -> Result<T, Trouble> {
        let name = &self.consumer.client.name;
        self.book.world.violate(property, format!("{name}: {what}"));
        Err(Trouble::Broken)
    }

    fn note(&self, what: std::fmt::Arguments<'_>) {
        let name = &self.consumer.client.name;
        self.book.world.note(format_args!("{name} {what}"));
    }
}

/// A member that has lost its connection goes on as one.
fn still_member(trouble: Trouble) -> Result<(), Trouble> {
    match trouble {
        Trouble::Lost => Ok(()),
        other => Err(other),
    }
}

fn told(code: i16) -> Result<(), i16> {
    if code == ErrorCode::None.code() {
        Ok(())
    } else {
        Err(code)
    }
}

/// Where to go on behind what was read.
fn ends(read: &BTreeMap<i32, Vec<Offset>>) -> BTreeMap<i32, Offset> {
    let end = |offsets: &Vec<Offset>| offsets.last().map(|last| last + 1);
    read.iter()
        .filter_map(|(&partition, offsets)| Some((partition, end(offsets)?)))
        .collect()
}
