//! Consumer groups: seats that one member after the other takes, and an observer that asks where the group is.

mod assign;
mod book;
mod member;

use std::collections::BTreeMap;
use std::time::Duration;

use highwater_core::wire::Str;
use highwater_io_sim::clock;

pub(crate) use book::Book;
use member::{Member, Seat};

use super::Signal;
use super::consumer::Consumer;
use crate::client::Client;
use crate::draw;
use crate::plan::GroupPlan;

/// When a group's members do what.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stages {
    /// Faults are over: whoever sits in a seat stays.
    pub(crate) finish: Signal,
    /// Nobody produces any more.
    pub(crate) drain: Signal,
    /// The group has come to its end.
    over: Signal,
}

impl Stages {
    pub(crate) fn new(finish: &Signal, drain: &Signal) -> Self {
        Self {
            finish: finish.clone(),
            drain: drain.clone(),
            over: Signal::default(),
        }
    }
}

/// Has one member after the other in a seat, each with a client of its own, until the group has come to its end.
pub(crate) async fn sit(
    number: u64,
    partitions: i32,
    plan: GroupPlan,
    book: Book,
    stages: Stages,
    client: impl Fn() -> Client,
) {
    let is_static = draw::percent(plan.static_percent);
    let instance = is_static.then(|| Str::from(format!("{}-{number}", book.name)));
    let seat = Seat {
        number,
        partitions,
        awake: stages.finish.clone(),
    };
    clock::sleep(draw::ms(0..plan.life_ms)).await;
    while !stages.over.is_told() {
        let consumer = Consumer::new(client(), 0);
        let mut member = Member::new(
            seat.clone(),
            book.clone(),
            consumer,
            &plan,
            instance.clone(),
        );
        let leave = Signal::default();
        let life = draw::ms(plan.life_ms / 4..plan.life_ms * 2);
        let dies = draw::percent(50);
        tokio::select! {
            biased;
            () = member.run(&leave) => {}
            () = end_of_life(&stages, life, dies, &leave) => {
                book.world.note(format_args!("{} seat {number}: the member dies", book.name));
                book.unseated(number);
            }
        }
        clock::sleep(draw::ms(1..500)).await;
    }
}

/// Resolves when a member's life is over, if it dies; one that leaves is told to instead. After the faults members
/// stay until the group has come to its end.
async fn end_of_life(stages: &Stages, life: Duration, dies: bool, leave: &Signal) {
    tokio::select! {
        biased;
        () = stages.over.told() => {}
        () = clock::sleep(life) => {}
    }
    if stages.finish.is_told() {
        stages.over.told().await;
    } else if dies {
        return;
    }
    leave.tell();
    std::future::pending().await
}

/// Asks again and again where the group is, and brings it to its end: all members in one generation, and all that
/// was produced committed.
pub(crate) async fn observe(
    mut client: Client,
    partitions: i32,
    seats: u64,
    book: Book,
    stages: Stages,
) {
    let all: Vec<i32> = (0..partitions).collect();
    let pause_ms = draw::pick(&[5, 50, 500]);
    let group = book.name.clone();
    let mut found = false;
    loop {
        if !found {
            found = matches!(client.find_coordinator(&group).await, Ok(Ok(())));
        }
        let drained = stages.drain.is_told();
        let settled = drained && book.is_stable(seats);
        let floors = book.floors();
        let told = client.committed(&group, &all).await;
        book.world
            .note(format_args!("{} observes {told:?}", client.name));
        found &= matches!(told, Ok(Ok(_)));
        if let Ok(Ok(offsets)) = told {
            book.told(&floors, &offsets);
            if settled && reached(&mut client, &offsets).await {
                stages.over.tell();
                return;
            }
        }
        clock::sleep(draw::ms(1..pause_ms + 1)).await;
    }
}

/// True if all partitions end at `offsets`.
async fn reached(client: &mut Client, offsets: &BTreeMap<i32, i64>) -> bool {
    for (&partition, &offset) in offsets {
        let Ok(Ok(end)) = client.end(partition).await else {
            return false;
        };
        if offset.max(0) != end {
            return false;
        }
    }
    true
}
