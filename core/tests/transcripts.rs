//! Golden transcripts of the group protocol: each file in `transcripts/` is what clients ask (`>`) and what they are
//! answered (`<`). To accept a changed answer, run with `UPDATE=1` and read the difference.

mod alone;

use std::collections::BTreeMap;
use std::fmt::Write;

use alone::Alone;
use bytes::Bytes;
use highwater_core::api::{Body, Reply, Response};
use highwater_core::wire::Str;
use highwater_core::wire::generated::join_group_request::JoinGroupRequestProtocol;
use highwater_core::wire::generated::leave_group_request::MemberIdentity;
use highwater_core::wire::generated::offset_commit_request::{
    OffsetCommitRequestPartition, OffsetCommitRequestTopic,
};
use highwater_core::wire::generated::offset_fetch_request::OffsetFetchRequestTopic;
use highwater_core::wire::generated::sync_group_request::SyncGroupRequestAssignment;
use highwater_core::wire::generated::{
    DescribeGroupsRequest, FindCoordinatorRequest, HeartbeatRequest, JoinGroupRequest,
    LeaveGroupRequest, OffsetCommitRequest, OffsetFetchRequest, SyncGroupRequest,
};
use highwater_core::{ReqId, TimerId};

const GROUP: Str = Str::from_static("g");

/// A transcript that is being played: clients by name, and the member ids that they were given.
struct Play {
    alone: Alone,
    members: BTreeMap<String, Str>,
    generations: BTreeMap<String, i32>,
    /// Who waits for which answer.
    asked: BTreeMap<ReqId, String>,
}

/// The words of a line after its verb: bare ones, and `key=value`.
struct Words<'a> {
    name: &'a str,
    settings: BTreeMap<&'a str, &'a str>,
}

impl<'a> Words<'a> {
    fn of(words: &[&'a str]) -> Self {
        let settings = words
            .iter()
            .filter_map(|word| word.split_once('='))
            .collect();
        Self {
            name: words.first().copied().unwrap_or(""),
            settings,
        }
    }

    fn number<T: std::str::FromStr>(&self, key: &str, or: T) -> T {
        self.settings
            .get(key)
            .and_then(|value| value.parse().ok())
            .unwrap_or(or)
    }

    fn text(&self, key: &str) -> Option<Str> {
        self.settings.get(key).map(|value| Str::from(*value))
    }
}

impl Play {
    fn new() -> Self {
        let mut alone = Alone::with(|config| {
            config.offsets_partitions = 1;
            config.group_initial_rebalance_delay_ms = 0;
        });
        let find = FindCoordinatorRequest {
            key: GROUP,
            ..FindCoordinatorRequest::default()
        };
        alone.ask(1, Body::FindCoordinator(find));
        Self {
            alone,
            members: BTreeMap::new(),
            generations: BTreeMap::new(),
            asked: BTreeMap::new(),
        }
    }

    fn line(&mut self, line: &str) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (verb, rest) = words.split_first().expect("a line says something");
        let words = Words::of(rest);
        let name = words.name;
        let (version, body) = match *verb {
            "join" => self.join(&words),
            "sync" => self.sync(&words),
            "heartbeat" => self.heartbeat(&words),
            "leave" => self.leave(&words),
            "commit" => self.commit(&words),
            "fetch" => (5, Body::OffsetFetch(fetch())),
            "describe" => {
                let request = DescribeGroupsRequest {
                    groups: vec![GROUP],
                    ..DescribeGroupsRequest::default()
                };
                (5, Body::DescribeGroups(request))
            }
            "slow" => return self.alone.slow = true,
            "flush" => return self.alone.flush(),
            "fire" => return self.fire(name),
            other => panic!("there is no verb '{other}'"),
        };
        let id = self.alone.send(version, body);
        self.asked.insert(id, name.to_owned());
    }

    fn member(&self, name: &str) -> Str {
        self.members.get(name).cloned().unwrap_or_default()
    }

    fn generation(&self, words: &Words) -> i32 {
        words.number(
            "generation",
            self.generations.get(words.name).copied().unwrap_or(-1),
        )
    }

    fn join(&self, words: &Words) -> (i16, Body) {
        let protocols = words.settings.get("protocols").copied().unwrap_or("range");
        let protocol = |name: &str| JoinGroupRequestProtocol {
            name: Str::from(name),
            metadata: Bytes::copy_from_slice(
                words.settings.get("topics").unwrap_or(&"t").as_bytes(),
            ),
            ..JoinGroupRequestProtocol::default()
        };
        let request = JoinGroupRequest {
            group_id: GROUP,
            session_timeout_ms: words.number("session", 10_000),
            rebalance_timeout_ms: 60_000,
            member_id: if words.settings.contains_key("new") {
                Str::default()
            } else {
                self.member(words.name)
            },
            group_instance_id: words.text("instance"),
            protocol_type: Str::from_static("consumer"),
            protocols: protocols.split(',').map(protocol).collect(),
            ..JoinGroupRequest::default()
        };
        (words.number("version", 5), Body::JoinGroup(request))
    }

    fn sync(&self, words: &Words) -> (i16, Body) {
        let given = words.settings.iter().filter_map(|(name, value)| {
            let assignment = Bytes::copy_from_slice(value.as_bytes());
            let member_id = self.members.get(*name)?.clone();
            Some(SyncGroupRequestAssignment {
                member_id,
                assignment,
                ..SyncGroupRequestAssignment::default()
            })
        });
        let request = SyncGroupRequest {
            group_id: GROUP,
            generation_id: self.generation(words),
            member_id: self.member(words.name),
            group_instance_id: words.text("instance"),
            assignments: given.collect(),
            ..SyncGroupRequest::default()
        };
        (3, Body::SyncGroup(request))
    }

    fn heartbeat(&self, words: &Words) -> (i16, Body) {
        let request = HeartbeatRequest {
            group_id: GROUP,
            generation_id: self.generation(words),
            member_id: self.member(words.name),
            group_instance_id: words.text("instance"),
            ..HeartbeatRequest::default()
        };
        (3, Body::Heartbeat(request))
    }

    fn leave(&self, words: &Words) -> (i16, Body) {
        let member = MemberIdentity {
            member_id: if words.settings.contains_key("instance") {
                Str::default()
            } else {
                self.member(words.name)
            },
            group_instance_id: words.text("instance"),
            ..MemberIdentity::default()
        };
        (
            3,
            Body::LeaveGroup(LeaveGroupRequest {
                group_id: GROUP,
                members: vec![member],
                ..Default::default()
            }),
        )
    }

    fn commit(&self, words: &Words) -> (i16, Body) {
        let partition = OffsetCommitRequestPartition {
            partition_index: words.number("partition", 0),
            committed_offset: words.number("offset", 0),
            ..OffsetCommitRequestPartition::default()
        };
        let topic = OffsetCommitRequestTopic {
            name: Str::from_static("t"),
            partitions: vec![partition],
            ..OffsetCommitRequestTopic::default()
        };
        let request = OffsetCommitRequest {
            group_id: GROUP,
            generation_id_or_member_epoch: self.generation(words),
            member_id: self.member(words.name),
            group_instance_id: words.text("instance"),
            topics: vec![topic],
            ..OffsetCommitRequest::default()
        };
        (7, Body::OffsetCommit(request))
    }

    /// Fires a timer: `session:NAME`, `rebalance` or `sync`.
    fn fire(&mut self, which: &str) {
        let wanted = |timer: &TimerId| match (timer, which.split_once(':')) {
            (TimerId::Session { member, .. }, Some(("session", name))) => {
                self.members.get(name) == Some(member)
            }
            (TimerId::Rebalance { .. }, None) => which == "rebalance",
            (TimerId::Sync { .. }, None) => which == "sync",
            _ => false,
        };
        let timer = self.alone.node.armed().find(wanted);
        self.alone
            .fire(timer.unwrap_or_else(|| panic!("the timer '{which}' is not armed")));
    }

    /// What was answered since the last line, in order of the requests.
    fn answers(&mut self) -> String {
        let mut replies = std::mem::take(&mut self.alone.replies);
        replies.sort_by_key(|(id, _)| *id);
        // Everyone learns of new members before they are named.
        for (id, reply) in &replies {
            let (Some(name), Reply::Body(Response::JoinGroup(join))) = (self.asked.get(id), reply)
            else {
                continue;
            };
            if !join.member_id.is_empty() {
                self.members.insert(name.clone(), join.member_id.clone());
            }
            if join.error_code == 0 {
                self.generations.insert(name.clone(), join.generation_id);
            }
        }
        let mut text = String::new();
        for (id, reply) in replies {
            let Some(name) = self.asked.remove(&id) else {
                continue;
            };
            let Reply::Body(response) = reply else {
                panic!("a group's answer has a body");
            };
            let shown = self.show(&response);
            writeln!(text, "< {name}: {shown}").expect("a string takes it");
        }
        text
    }

    /// A member's name, from its id.
    fn name(&self, id: &Str) -> String {
        let found = self.members.iter().find(|(_, member)| *member == id);
        found.map_or_else(|| "?".to_owned(), |(name, _)| name.clone())
    }

    fn show(&self, response: &Response) -> String {
        match response {
            Response::JoinGroup(join) if join.error_code != 0 => {
                format!("error {}", join.error_code)
            }
            Response::JoinGroup(join) => {
                let members: Vec<String> = join
                    .members
                    .iter()
                    .map(|member| self.name(&member.member_id))
                    .collect();
                let protocol = join.protocol_name.as_deref().unwrap_or("-");
                let (generation, leader) = (join.generation_id, self.name(&join.leader));
                format!(
                    "generation {generation}, {protocol}, led by {leader}, members [{}]",
                    members.join(" ")
                )
            }
            Response::SyncGroup(sync) if sync.error_code != 0 => {
                format!("error {}", sync.error_code)
            }
            Response::SyncGroup(sync) => {
                format!("assigned '{}'", String::from_utf8_lossy(&sync.assignment))
            }
            Response::Heartbeat(heartbeat) => format!("error {}", heartbeat.error_code),
            Response::LeaveGroup(leave) => {
                let codes: Vec<i16> = leave
                    .members
                    .iter()
                    .map(|member| member.error_code)
                    .collect();
                format!("error {}, each {codes:?}", leave.error_code)
            }
            Response::OffsetCommit(commit) => {
                format!("error {}", commit.topics[0].partitions[0].error_code)
            }
            Response::OffsetFetch(fetch) => {
                let row = &fetch.topics[0].partitions[0];
                format!(
                    "offset {}, error {}",
                    row.committed_offset, fetch.error_code
                )
            }
            Response::DescribeGroups(described) => {
                let group = &described.groups[0];
                let members: Vec<String> = group
                    .members
                    .iter()
                    .map(|member| self.name(&member.member_id))
                    .collect();
                format!("{}, members [{}]", group.group_state, members.join(" "))
            }
            other => format!("{other:?}"),
        }
    }
}

fn fetch() -> OffsetFetchRequest {
    let topic = OffsetFetchRequestTopic {
        name: Str::from_static("t"),
        partition_indexes: vec![0],
        ..OffsetFetchRequestTopic::default()
    };
    OffsetFetchRequest {
        group_id: GROUP,
        topics: Some(vec![topic]),
        ..OffsetFetchRequest::default()
    }
}

/// Plays a transcript: its comments and questions as they are, its answers as they come.
fn play(transcript: &str) -> String {
    let mut play = Play::new();
    let mut text = String::new();
    for line in transcript.lines().filter(|line| !line.starts_with('<')) {
        writeln!(text, "{line}").expect("a string takes it");
        if let Some(asked) = line.strip_prefix("> ") {
            play.line(asked);
            text += &play.answers();
        }
    }
    text
}

#[test]
fn transcripts_are_played_as_written() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/transcripts");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the folder")
        .flatten()
        .map(|file| file.path())
        .collect();
    files.sort();
    assert!(files.len() >= 5, "where are the transcripts?");
    for file in files {
        let written = std::fs::read_to_string(&file).expect("a transcript");
        let played = play(&written);
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&file, played).expect("a transcript");
        } else {
            assert_eq!(played, written, "{}", file.display());
        }
    }
}
