//! Whole nodes on simulated machines, and what a client asks of them.
#![allow(dead_code, reason = "each test file uses its part")]

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use highwater::Settings;
use highwater_core::records::build::{NewRecord, Producer, batch};
use highwater_core::wire::generated::create_topics_request::CreatableTopic;
use highwater_core::wire::generated::fetch_request::{FetchPartition, FetchTopic};
use highwater_core::wire::generated::metadata_request::MetadataRequestTopic;
use highwater_core::wire::generated::metadata_response::MetadataResponsePartition;
use highwater_core::wire::generated::produce_request::{PartitionProduceData, TopicProduceData};
use highwater_core::wire::generated::{
    CreateTopicsRequest, FetchRequest, MetadataRequest, ProduceRequest, RequestHeader,
    ResponseHeader,
};
use highwater_core::wire::{Message, Reader, Records, Request, Writer, frame};
use highwater_io_sim::fault::{self, DiskKnobs};
use highwater_io_sim::net;
use madsim::runtime::{Handle, NodeHandle, Runtime};
use madsim::time::{Instant, sleep, timeout};

/// The longest that a test waits for anything.
const PATIENCE: Duration = Duration::from_secs(60);

/// The longest that a client waits for an answer.
const ANSWER: Duration = Duration::from_secs(10);

/// The one topic.
pub(crate) const TOPIC: &str = "t";

/// Nodes, by their place from 0 on, and a client's machine.
pub(crate) struct World {
    nodes: Vec<NodeHandle>,
    client: NodeHandle,
    ended: Ended,
}

/// How nodes have ended by themselves.
type Ended = Arc<Mutex<BTreeMap<usize, Result<(), String>>>>;

/// Runs `test` in a world of `nodes` nodes.
pub(crate) fn run<F: Future<Output = ()>>(
    seed: u64,
    nodes: usize,
    change: fn(&mut Settings),
    test: impl FnOnce(World) -> F,
) {
    let mut config = madsim::Config::default();
    config.net.packet_loss_rate = 0.0;
    Runtime::with_seed_and_config(seed, config).block_on(async {
        let ended = Ended::default();
        let machines = (0..nodes).map(|index| machine(index, nodes, change, ended.clone()));
        let nodes = machines.collect();
        let handle = Handle::current();
        let client = handle
            .create_node()
            .name("client")
            .ip(IpAddr::from([10, 0, 1, 1]));
        let client = client.build();
        let world = World {
            nodes,
            client,
            ended,
        };
        test(world).await;
        fault::finish().await;
    });
}

fn host(index: usize) -> String {
    format!("10.0.0.{}", index + 1)
}

fn machine(index: usize, nodes: usize, change: fn(&mut Settings), ended: Ended) -> NodeHandle {
    let mut settings = Settings::new("/data".into(), &format!("{}:9092", host(index)));
    settings.node_id = index as i32;
    settings.deep_checks = true;
    settings.replication_factor = nodes as i16;
    settings.min_insync_replicas = nodes.min(2) as i32;
    if nodes > 1 {
        let brokers = |index: usize| format!("{}:9093", host(index));
        settings.voters = (0..nodes).map(|id| (id as i32, brokers(id))).collect();
        settings.brokers_listen = Some(brokers(index));
    }
    change(&mut settings);
    let life = move || {
        let (settings, ended) = (settings.clone(), ended.clone());
        async move {
            let end = highwater::run(settings, |_| {}).await;
            let end = end.map_err(|error| error.to_string());
            ended.lock().expect("nobody panics").insert(index, end);
        }
    };
    let ip: IpAddr = host(index).parse().expect("an address");
    let handle = Handle::current();
    let machine = handle.create_node();
    machine.name(host(index)).ip(ip).init(life).build()
}

impl World {
    /// Changes the disk of a node.
    pub(crate) fn disk(&self, node: usize, change: impl FnOnce(&mut DiskKnobs)) {
        let id = self.nodes[node].id();
        let mut knobs = fault::disk(id);
        change(&mut knobs);
        fault::set_disk(id, knobs);
    }

    /// Damages the first record of the topic's partition on the disk of a node.
    pub(crate) fn rot(&self, node: usize) {
        let segment = format!("/data/{TOPIC}-0/{:020}.log", 0);
        fault::flip_bits(self.nodes[node].id(), Path::new(&segment), 70, 0xff).expect("a byte");
    }

    /// Tells a node to stop.
    pub(crate) fn terminate(&self, node: usize) {
        fault::terminate(self.nodes[node].id());
    }

    /// How a node has ended by itself.
    pub(crate) fn ended(&self, node: usize) -> Option<Result<(), String>> {
        let ended = self.ended.lock().expect("nobody panics");
        ended.get(&node).cloned()
    }

    /// Kills a node.
    pub(crate) fn kill(&self, node: usize) {
        fault::kill(self.nodes[node].id());
    }

    /// The names in the data folder of a node.
    pub(crate) async fn folders(&self, node: usize) -> Vec<String> {
        let list = async { highwater_io_sim::disk::list(Path::new("/data")).await };
        // A machine that was started again has another handle.
        let machine = Handle::current().get_node(self.nodes[node].id());
        let machine = machine.expect("the machine is up");
        let entries = machine.spawn(list).await.expect("it stays up");
        let entries = entries.expect("a folder").into_iter();
        entries.map(|entry| entry.name).collect()
    }

    /// Kills a node, and starts it again.
    pub(crate) fn restart(&self, node: usize) {
        fault::restart(self.nodes[node].id());
    }

    /// Asks a node over a connection of its own; `None` if there is no answer.
    async fn call<R>(&self, node: usize, request: &R, version: i16) -> Option<R::Response>
    where
        R: Request<Response: Send> + Clone + Send + Sync + 'static,
    {
        let request = request.clone();
        let asks = async move { timeout(ANSWER, exchange(node, &request, version)).await };
        self.client.spawn(asks).await.ok()?.ok()?.ok()
    }

    /// Creates the topic, of one partition, once the nodes are there.
    pub(crate) async fn create(&self) {
        self.create_of(1).await;
    }

    /// Creates the topic, of so many partitions, once the nodes are there.
    pub(crate) async fn create_of(&self, partitions: i32) {
        let topic = CreatableTopic {
            name: TOPIC.into(),
            num_partitions: partitions,
            replication_factor: self.nodes.len() as i16,
            ..CreatableTopic::default()
        };
        let request = CreateTopicsRequest {
            topics: vec![topic],
            timeout_ms: 5_000,
            ..CreateTopicsRequest::default()
        };
        until("the topic is created", async || {
            // A node that has just come may not know of the others.
            let answer = self.call(0, &request, 7).await;
            let code = answer.map(|answer| answer.topics[0].error_code);
            matches!(code, Some(0 | 36))
        })
        .await;
    }

    /// The partition, as a node sees it.
    pub(crate) async fn partition(&self, node: usize) -> Option<MetadataResponsePartition> {
        let topic = MetadataRequestTopic {
            name: Some(TOPIC.into()),
            ..MetadataRequestTopic::default()
        };
        let request = MetadataRequest {
            topics: Some(vec![topic]),
            ..MetadataRequest::default()
        };
        let answer = self.call(node, &request, 9).await?;
        answer.topics.first()?.partitions.first().cloned()
    }

    /// Who leads the partition, as a node sees it.
    pub(crate) async fn leader(&self, node: usize) -> Option<usize> {
        usize::try_from(self.partition(node).await?.leader_id).ok()
    }

    /// Produces a record to whom a node takes for the leader, with acks=all: the error code.
    pub(crate) async fn produce(&self, node: usize) -> Option<i16> {
        let leader = self.leader(node).await?;
        self.produce_to(leader, 0).await
    }

    /// Produces a record to a partition's leader.
    pub(crate) async fn produce_to(&self, leader: usize, index: i32) -> Option<i16> {
        let record = NewRecord {
            value: Some(Bytes::from_static(b"some value, some value, some value")),
            ..NewRecord::default()
        };
        let bytes = batch(&[record], Producer::NONE).placed(0, -1);
        let partition = PartitionProduceData {
            index,
            records: Some(Records::Inline(bytes)),
            ..PartitionProduceData::default()
        };
        let topic = TopicProduceData {
            name: TOPIC.into(),
            partition_data: vec![partition],
            ..TopicProduceData::default()
        };
        let request = ProduceRequest {
            acks: -1,
            timeout_ms: 5_000,
            topic_data: vec![topic],
            ..ProduceRequest::default()
        };
        let answer = self.call(leader, &request, 9).await?;
        Some(answer.responses[0].partition_responses[0].error_code)
    }

    /// Fetches from the beginning from whom a node takes for the leader: the error code, the high watermark, and whether
    /// there was anything.
    pub(crate) async fn fetch(&self, node: usize) -> Option<(i16, i64, bool)> {
        let leader = self.leader(node).await?;
        let partition = FetchPartition {
            partition_max_bytes: 1 << 20,
            ..FetchPartition::default()
        };
        let topic = FetchTopic {
            topic: TOPIC.into(),
            partitions: vec![partition],
            ..FetchTopic::default()
        };
        let request = FetchRequest {
            max_bytes: 1 << 20,
            topics: vec![topic],
            ..FetchRequest::default()
        };
        let answer = self.call(leader, &request, 11).await?;
        let row = &answer.responses[0].partitions[0];
        let any = matches!(&row.records, Some(Records::Inline(bytes)) if !bytes.is_empty());
        Some((row.error_code, row.high_watermark, any))
    }
}

/// Waits until something is so, and says how long it took.
pub(crate) async fn until(what: &str, mut is_so: impl AsyncFnMut() -> bool) -> Duration {
    let begin = Instant::now();
    while !is_so().await {
        assert!(begin.elapsed() < PATIENCE, "never: {what}");
        sleep(Duration::from_millis(20)).await;
    }
    begin.elapsed()
}

async fn exchange<R: Request>(
    node: usize,
    request: &R,
    version: i16,
) -> std::io::Result<R::Response> {
    let (mut reader, mut writer) = net::connect(&format!("{}:9092", host(node))).await?;
    let mut w = Writer::with_capacity(256);
    w.i32(0);
    let header = RequestHeader {
        request_api_key: R::API_KEY,
        request_api_version: version,
        ..RequestHeader::default()
    };
    let header_version = frame::request_header_version(R::API_KEY, version).expect("an API");
    header.encode(&mut w, header_version).expect("a header");
    request.encode(&mut w, version).expect("a request");
    w.patch_i32(0, w.len() as i32 - 4);
    writer.write_all(&w.into_parts().0, false).await?;
    let mut buffer = BytesMut::new();
    let whole = |buffer: &BytesMut| {
        let len = buffer.first_chunk().map(|len| i32::from_be_bytes(*len));
        len.is_some_and(|len| buffer.len() >= 4 + len as usize)
    };
    while !whole(&buffer) {
        buffer.reserve(64 << 10);
        if reader.read(&mut buffer).await? == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
    }
    let reader = &mut Reader::new(buffer.freeze().slice(4..), 64 << 20);
    let header_version = frame::response_header_version(R::API_KEY, version).expect("an API");
    ResponseHeader::decode(reader, header_version).expect("a header");
    Ok(R::Response::decode(reader, version).expect("an answer"))
}
