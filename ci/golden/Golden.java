// Kafka's own message classes as a judge of our codec. Needs the jars of a Kafka broker:
//
//   highwater-codegen sample | java -cp JARS Golden.java check
//   highwater-codegen sample | java -cp JARS Golden.java cross > FILE
//   CROSSINGS=FILE cargo test -p highwater-codegen --test crossing -- --ignored
//   java -cp JARS Golden.java print > core/tests/golden/kafka-4.4.0.txt
//   highwater-codegen sample --seeds 1 | java -cp JARS Golden.java defaults \
//       > core/tests/golden/kafka-4.4.0-defaults.txt
//
// `check` decodes and encodes each line of `name version hex`, and reports what does not come back
// the same. `cross` decodes each line and encodes it in every version, to see where a value must be
// refused, dropped or defaulted; the test compares with what we do. `print` writes lines for the
// instances that are filled in below, by hand. `defaults` writes an instance of defaults for each
// name and version that it reads.

import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.ApiVersionsRequestData;
import org.apache.kafka.common.message.ApiVersionsResponseData;
import org.apache.kafka.common.message.DeleteGroupsRequestData;
import org.apache.kafka.common.message.DeleteGroupsResponseData;
import org.apache.kafka.common.message.DescribeLogDirsRequestData;
import org.apache.kafka.common.message.DescribeLogDirsResponseData;
import org.apache.kafka.common.message.EndTxnMarker;
import org.apache.kafka.common.message.FetchRequestData;
import org.apache.kafka.common.message.FetchResponseData;
import org.apache.kafka.common.message.InitProducerIdRequestData;
import org.apache.kafka.common.message.InitProducerIdResponseData;
import org.apache.kafka.common.message.LeaderChangeMessage;
import org.apache.kafka.common.message.ListOffsetsRequestData;
import org.apache.kafka.common.message.ListOffsetsResponseData;
import org.apache.kafka.common.message.OffsetCommitRequestData;
import org.apache.kafka.common.message.OffsetCommitResponseData;
import org.apache.kafka.common.message.OffsetFetchRequestData;
import org.apache.kafka.common.message.OffsetFetchResponseData;
import org.apache.kafka.common.message.RequestHeaderData;
import org.apache.kafka.common.message.TxnOffsetCommitRequestData;
import org.apache.kafka.common.message.TxnOffsetCommitResponseData;
import org.apache.kafka.common.message.VotersRecord;
import org.apache.kafka.common.message.WriteTxnMarkersRequestData;
import org.apache.kafka.common.message.WriteTxnMarkersResponseData;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.Message;
import org.apache.kafka.common.protocol.MessageUtil;
import org.apache.kafka.common.protocol.Readable;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.coordinator.group.generated.ConsumerGroupCurrentMemberAssignmentValue;
import org.apache.kafka.coordinator.group.generated.ConsumerGroupMemberMetadataValue;
import org.apache.kafka.coordinator.group.generated.GroupMetadataValue;
import org.apache.kafka.coordinator.group.generated.OffsetCommitKey;
import org.apache.kafka.coordinator.group.generated.OffsetCommitValue;
import org.apache.kafka.coordinator.transaction.generated.TransactionLogValue;

public class Golden {
    static final String[] PACKAGES = {
        "org.apache.kafka.common.message.",
        "org.apache.kafka.coordinator.group.generated.",
        "org.apache.kafka.coordinator.share.generated.",
        "org.apache.kafka.coordinator.transaction.generated.",
        "org.apache.kafka.server.log.remote.metadata.storage.generated.",
        "org.apache.kafka.storage.internals.log.generated.",
        "org.apache.kafka.server.log.internals.generated.",
        "org.apache.kafka.raft.generated.",
    };

    static final Map<String, Constructor<?>> CONSTRUCTORS = new HashMap<>();

    static Constructor<?> constructor(String name) throws NoSuchMethodException {
        for (String prefix : PACKAGES) {
            for (String suffix : new String[] {"", "Data"}) {
                try {
                    return Class.forName(prefix + name + suffix)
                        .getConstructor(Readable.class, short.class);
                } catch (ClassNotFoundException e) {
                    continue;
                }
            }
        }
        return null;
    }

    static String hex(Message message, short version) {
        ByteBuffer bytes = MessageUtil.toByteBufferAccessor(message, version).buffer();
        String hex = HexFormat.of().formatHex(bytes.array(), 0, bytes.limit());
        return hex.isEmpty() ? "-" : hex;
    }

    static void check() throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        int good = 0;
        Map<String, Integer> bad = new TreeMap<>();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.split(" ");
            if (!CONSTRUCTORS.containsKey(words[0])) {
                CONSTRUCTORS.put(words[0], constructor(words[0]));
            }
            Constructor<?> constructor = CONSTRUCTORS.get(words[0]);
            String problem = null;
            if (constructor == null) {
                problem = words[0] + ": no such class";
            } else {
                short version = Short.parseShort(words[1]);
                byte[] bytes = words[2].equals("-") ? new byte[0] : HexFormat.of().parseHex(words[2]);
                try {
                    ByteBufferAccessor in1 = new ByteBufferAccessor(ByteBuffer.wrap(bytes));
                    Message message = (Message) constructor.newInstance(in1, version);
                    if (in1.remaining() != 0) {
                        problem = words[0] + " " + version + ": trailing bytes";
                    } else if (!hex(message, version).equals(words[2])) {
                        problem = words[0] + " " + version + ": differs";
                    }
                } catch (InvocationTargetException e) {
                    problem = words[0] + " " + version + ": " + e.getCause();
                } catch (RuntimeException e) {
                    problem = words[0] + " " + version + ": " + e;
                }
            }
            if (problem == null) {
                good++;
            } else {
                bad.merge(problem, 1, Integer::sum);
            }
        }
        bad.forEach((problem, times) -> System.out.println(times + " x " + problem));
        System.out.println(good + " good");
        System.exit(bad.isEmpty() ? 0 : 1);
    }

    static void cross() throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        PrintStream out = new PrintStream(new BufferedOutputStream(System.out));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.split(" ");
            byte[] bytes = words[2].equals("-") ? new byte[0] : HexFormat.of().parseHex(words[2]);
            Message message = (Message) constructor(words[0]).newInstance(
                new ByteBufferAccessor(ByteBuffer.wrap(bytes)), Short.parseShort(words[1]));
            int last = message.highestSupportedVersion();
            for (int version = message.lowestSupportedVersion(); version <= last; version++) {
                String hex;
                try {
                    hex = hex(message, (short) version);
                } catch (RuntimeException e) {
                    hex = "!";
                }
                out.println(line + " " + version + " " + hex);
            }
        }
        out.flush();
    }

    static void defaults() throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.split(" ");
            Class<?> type = constructor(words[0]).getDeclaringClass();
            Message message = (Message) type.getConstructor().newInstance();
            String hex = hex(message, Short.parseShort(words[1]));
            System.out.println(words[0] + " " + words[1] + " " + hex);
        }
    }

    static void line(Message message, int version) {
        String name = message.getClass().getSimpleName().replaceFirst("Data$", "");
        System.out.println(name + " " + version + " " + hex(message, (short) version));
    }

    static final Uuid TOPIC = Uuid.fromString("LRmXxmvKQJmSx2Y5Zc4f7A");

    static void print() {
        offsets();
        transactions();
        reading();
        cluster();
        controlRecords();
        coordinatorRecords();
    }

    static void offsets() {
        line(new OffsetCommitRequestData()
            .setGroupId("group").setGenerationIdOrMemberEpoch(7).setMemberId("member")
            .setTopics(List.of(new OffsetCommitRequestData.OffsetCommitRequestTopic()
                .setTopicId(TOPIC)
                .setPartitions(List.of(
                    new OffsetCommitRequestData.OffsetCommitRequestPartition()
                        .setPartitionIndex(3).setCommittedOffset(1L << 40)
                        .setCommittedLeaderEpoch(5).setCommittedMetadata(null),
                    new OffsetCommitRequestData.OffsetCommitRequestPartition()
                        .setPartitionIndex(4).setCommittedOffset(0)
                        .setCommittedMetadata("meta"))))), 10);
        line(new OffsetCommitResponseData()
            .setThrottleTimeMs(9)
            .setTopics(List.of(new OffsetCommitResponseData.OffsetCommitResponseTopic()
                .setTopicId(TOPIC)
                .setPartitions(List.of(
                    new OffsetCommitResponseData.OffsetCommitResponsePartition()
                        .setPartitionIndex(3).setErrorCode((short) 100))))), 10);
        line(new OffsetFetchRequestData()
            .setRequireStable(true)
            .setGroups(List.of(
                new OffsetFetchRequestData.OffsetFetchRequestGroup()
                    .setGroupId("all").setTopics(null),
                new OffsetFetchRequestData.OffsetFetchRequestGroup()
                    .setGroupId("some").setMemberId("member").setMemberEpoch(2)
                    .setTopics(List.of(new OffsetFetchRequestData.OffsetFetchRequestTopics()
                        .setTopicId(TOPIC).setPartitionIndexes(List.of(0, 1, 2)))))), 10);
        line(new OffsetFetchResponseData()
            .setGroups(List.of(new OffsetFetchResponseData.OffsetFetchResponseGroup()
                .setGroupId("some").setErrorCode((short) 25)
                .setTopics(List.of(new OffsetFetchResponseData.OffsetFetchResponseTopics()
                    .setTopicId(TOPIC)
                    .setPartitions(List.of(
                        new OffsetFetchResponseData.OffsetFetchResponsePartitions()
                            .setPartitionIndex(1).setCommittedOffset(-1)
                            .setMetadata(null))))))), 10);
        line(new DeleteGroupsRequestData().setGroupsNames(List.of("a", "b")), 3);
        DeleteGroupsResponseData.DeletableGroupResultCollection results =
            new DeleteGroupsResponseData.DeletableGroupResultCollection();
        results.add(new DeleteGroupsResponseData.DeletableGroupResult().setGroupId("a"));
        results.add(new DeleteGroupsResponseData.DeletableGroupResult()
            .setGroupId("b").setErrorCode((short) 68).setErrorMessage("not empty"));
        line(new DeleteGroupsResponseData().setResults(results), 3);
    }

    static void transactions() {
        line(new TxnOffsetCommitRequestData()
            .setTransactionalId("txn").setGroupId("group").setProducerId(4000)
            .setProducerEpoch((short) 2).setGenerationIdOrMemberEpoch(8).setMemberId("member")
            .setGroupInstanceId("instance")
            .setTopics(List.of(new TxnOffsetCommitRequestData.TxnOffsetCommitRequestTopic()
                .setTopicId(TOPIC)
                .setPartitions(List.of(
                    new TxnOffsetCommitRequestData.TxnOffsetCommitRequestPartition()
                        .setPartitionIndex(1).setCommittedOffset(77)
                        .setCommittedMetadata(""))))), 6);
        line(new TxnOffsetCommitResponseData()
            .setTopics(List.of(new TxnOffsetCommitResponseData.TxnOffsetCommitResponseTopic()
                .setTopicId(TOPIC)
                .setPartitions(List.of(
                    new TxnOffsetCommitResponseData.TxnOffsetCommitResponsePartition()
                        .setPartitionIndex(1).setErrorCode((short) 120))))), 6);
        line(new WriteTxnMarkersRequestData()
            .setMarkers(List.of(new WriteTxnMarkersRequestData.WritableTxnMarker()
                .setProducerId(4000).setProducerEpoch((short) 2).setTransactionResult(true)
                .setCoordinatorEpoch(6).setTransactionVersion((byte) 2)
                .setTopics(List.of(new WriteTxnMarkersRequestData.WritableTxnMarkerTopic()
                    .setName("topic").setPartitionIndexes(List.of(0, 9)))))), 2);
        line(new WriteTxnMarkersResponseData()
            .setMarkers(List.of(new WriteTxnMarkersResponseData.WritableTxnMarkerResult()
                .setProducerId(4000)
                .setTopics(List.of(
                    new WriteTxnMarkersResponseData.WritableTxnMarkerTopicResult()
                        .setName("topic")
                        .setPartitions(List.of(
                            new WriteTxnMarkersResponseData.WritableTxnMarkerPartitionResult()
                                .setPartitionIndex(9).setErrorCode((short) 3))))))), 2);
        line(new InitProducerIdRequestData()
            .setTransactionalId("txn").setTransactionTimeoutMs(60000).setEnable2Pc(true)
            .setKeepPreparedTxn(true), 6);
        line(new InitProducerIdResponseData()
            .setProducerId(4000).setProducerEpoch((short) 2)
            .setOngoingTxnProducerId(3999).setOngoingTxnProducerEpoch((short) 1), 6);
    }

    static void reading() {
        line(new FetchRequestData()
            .setClusterId("cluster").setMaxWaitMs(500).setMinBytes(1).setMaxBytes(1 << 20)
            .setIsolationLevel((byte) 1).setSessionId(11).setSessionEpoch(12).setRackId("rack")
            .setReplicaState(new FetchRequestData.ReplicaState()
                .setReplicaId(2).setReplicaEpoch(33))
            .setTopics(List.of(new FetchRequestData.FetchTopic()
                .setTopicId(TOPIC)
                .setPartitions(List.of(
                    new FetchRequestData.FetchPartition()
                        .setPartition(0).setCurrentLeaderEpoch(4).setFetchOffset(100)
                        .setLastFetchedEpoch(3).setLogStartOffset(10)
                        .setPartitionMaxBytes(65536).setReplicaDirectoryId(TOPIC)
                        .setHighWatermark(99),
                    new FetchRequestData.FetchPartition()
                        .setPartition(1).setPartitionMaxBytes(65536)))))
            .setForgottenTopicsData(List.of(new FetchRequestData.ForgottenTopic()
                .setTopicId(TOPIC).setPartitions(List.of(5)))), 18);
        FetchResponseData.NodeEndpointCollection endpoints =
            new FetchResponseData.NodeEndpointCollection();
        endpoints.add(new FetchResponseData.NodeEndpoint()
            .setNodeId(2).setHost("host").setPort(9092));
        line(new FetchResponseData()
            .setThrottleTimeMs(1).setSessionId(11).setNodeEndpoints(endpoints)
            .setResponses(List.of(new FetchResponseData.FetchableTopicResponse()
                .setTopicId(TOPIC)
                .setPartitions(List.of(
                    new FetchResponseData.PartitionData()
                        .setPartitionIndex(0).setHighWatermark(99).setLastStableOffset(98)
                        .setLogStartOffset(10).setPreferredReadReplica(3)
                        .setAbortedTransactions(List.of(
                            new FetchResponseData.AbortedTransaction()
                                .setProducerId(4000).setFirstOffset(42)))
                        .setRecords(MemoryRecords.readableRecords(
                            ByteBuffer.wrap(new byte[] {1, 2, 3}))),
                    new FetchResponseData.PartitionData()
                        .setPartitionIndex(1).setErrorCode((short) 6).setAbortedTransactions(null)
                        .setDivergingEpoch(new FetchResponseData.EpochEndOffset()
                            .setEpoch(3).setEndOffset(50))
                        .setCurrentLeader(new FetchResponseData.LeaderIdAndEpoch()
                            .setLeaderId(2).setLeaderEpoch(5))
                        .setSnapshotId(new FetchResponseData.SnapshotId()
                            .setEndOffset(40).setEpoch(2)))))), 18);
        line(new ListOffsetsRequestData()
            .setReplicaId(-1).setIsolationLevel((byte) 1).setTimeoutMs(30000)
            .setTopics(List.of(new ListOffsetsRequestData.ListOffsetsTopic()
                .setName("topic")
                .setPartitions(List.of(new ListOffsetsRequestData.ListOffsetsPartition()
                    .setPartitionIndex(2).setCurrentLeaderEpoch(6).setTimestamp(-6))))), 11);
        line(new ListOffsetsResponseData()
            .setTopics(List.of(new ListOffsetsResponseData.ListOffsetsTopicResponse()
                .setName("topic")
                .setPartitions(List.of(new ListOffsetsResponseData.ListOffsetsPartitionResponse()
                    .setPartitionIndex(2).setTimestamp(1700000000000L).setOffset(12)
                    .setLeaderEpoch(6))))), 11);
    }

    static void cluster() {
        line(new ApiVersionsRequestData()
            .setClientSoftwareName("client").setClientSoftwareVersion("1.0")
            .setClusterId("cluster").setNodeId(3), 5);
        line(new ApiVersionsRequestData()
            .setClientSoftwareName("client").setClientSoftwareVersion("1.0"), 5);
        ApiVersionsResponseData.ApiVersionCollection keys =
            new ApiVersionsResponseData.ApiVersionCollection();
        keys.add(new ApiVersionsResponseData.ApiVersion()
            .setApiKey((short) 18).setMinVersion((short) 0).setMaxVersion((short) 5));
        ApiVersionsResponseData.SupportedFeatureKeyCollection features =
            new ApiVersionsResponseData.SupportedFeatureKeyCollection();
        features.add(new ApiVersionsResponseData.SupportedFeatureKey()
            .setName("group.version").setMinVersion((short) 0).setMaxVersion((short) 1));
        line(new ApiVersionsResponseData()
            .setErrorCode((short) 35).setApiKeys(keys).setThrottleTimeMs(2)
            .setSupportedFeatures(features).setFinalizedFeaturesEpoch(81)
            .setZkMigrationReady(true), 5);
        line(new DescribeLogDirsResponseData()
            .setResults(List.of(new DescribeLogDirsResponseData.DescribeLogDirsResult()
                .setLogDir("/data").setTotalBytes(1L << 41).setUsableBytes(1L << 40)
                .setIsCordoned(true)
                .setTopics(List.of(new DescribeLogDirsResponseData.DescribeLogDirsTopic()
                    .setName("topic")
                    .setPartitions(List.of(
                        new DescribeLogDirsResponseData.DescribeLogDirsPartition()
                            .setPartitionIndex(1).setPartitionSize(4096)
                            .setIsFutureKey(true))))))), 5);
        line(new DescribeLogDirsRequestData().setTopics(null), 5);
        line(new RequestHeaderData()
            .setRequestApiKey((short) 18).setRequestApiVersion((short) 5).setCorrelationId(1)
            .setClientId("id"), 2);
        line(new RequestHeaderData()
            .setRequestApiKey((short) 1).setRequestApiVersion((short) 11).setCorrelationId(2)
            .setClientId(null), 1);
    }

    static void controlRecords() {
        line(new LeaderChangeMessage()
            .setVersion((short) 1).setLeaderId(2)
            .setVoters(List.of(
                new LeaderChangeMessage.Voter().setVoterId(2).setVoterDirectoryId(TOPIC)))
            .setGrantingVoters(List.of(new LeaderChangeMessage.Voter().setVoterId(3))), 1);
        line(new EndTxnMarker().setCoordinatorEpoch(6), 0);
        VotersRecord.EndpointCollection endpoints = new VotersRecord.EndpointCollection();
        endpoints.add(new VotersRecord.Endpoint()
            .setName("CONTROLLER").setHost("host").setPort(60000));
        line(new VotersRecord()
            .setVersion((short) 0)
            .setVoters(List.of(new VotersRecord.Voter()
                .setVoterId(2).setVoterDirectoryId(TOPIC).setEndpoints(endpoints)
                .setKRaftVersionFeature(new VotersRecord.KRaftVersionFeature()
                    .setMinSupportedVersion((short) 0).setMaxSupportedVersion((short) 1)))), 0);
    }

    static void coordinatorRecords() {
        line(new OffsetCommitKey().setGroup("group").setTopic("topic").setPartition(3), 0);
        line(new OffsetCommitValue()
            .setOffset(1000).setLeaderEpoch(5).setMetadata("meta")
            .setCommitTimestamp(1700000000000L).setTopicId(TOPIC), 4);
        line(new GroupMetadataValue()
            .setProtocolType("consumer").setGeneration(7).setProtocol("range").setLeader(null)
            .setCurrentStateTimestamp(1700000000000L)
            .setMembers(List.of(new GroupMetadataValue.MemberMetadata()
                .setMemberId("member").setGroupInstanceId("instance").setClientId("client")
                .setClientHost("/10.0.0.1").setRebalanceTimeout(300000).setSessionTimeout(45000)
                .setSubscription(new byte[] {0, 1}).setAssignment(new byte[] {2}))), 3);
        ConsumerGroupMemberMetadataValue member = new ConsumerGroupMemberMetadataValue()
            .setInstanceId(null).setRackId(null).setClientId("client").setClientHost("host")
            .setSubscribedTopicNames(List.of("topic")).setSubscribedTopicRegex(null)
            .setRebalanceTimeoutMs(1000).setServerAssignor(null);
        line(member.duplicate().setClassicMemberMetadata(null), 0);
        line(member, 0);
        line(member.duplicate().setClassicMemberMetadata(
            new ConsumerGroupMemberMetadataValue.ClassicMemberMetadata()
                .setSessionTimeoutMs(45000)
                .setSupportedProtocols(List.of(
                    new ConsumerGroupMemberMetadataValue.ClassicProtocol()
                        .setName("range").setMetadata(new byte[] {1, 2})))), 0);
        line(new ConsumerGroupCurrentMemberAssignmentValue()
            .setMemberEpoch(5).setPreviousMemberEpoch(4).setState((byte) 1)
            .setAssignedPartitions(List.of(
                new ConsumerGroupCurrentMemberAssignmentValue.TopicPartitions()
                    .setTopicId(TOPIC).setPartitions(List.of(0, 1))
                    .setAssignmentEpochs(List.of(3, 5)),
                new ConsumerGroupCurrentMemberAssignmentValue.TopicPartitions()
                    .setTopicId(TOPIC).setAssignmentEpochs(null))), 0);
        line(new TransactionLogValue()
            .setProducerId(4000).setPreviousProducerId(3999).setNextProducerId(4001)
            .setProducerEpoch((short) 2).setNextProducerEpoch((short) 0)
            .setTransactionTimeoutMs(60000).setTransactionStatus((byte) 1)
            .setTransactionLastUpdateTimestampMs(1700000000001L)
            .setTransactionStartTimestampMs(1700000000000L)
            .setClientTransactionVersion((short) 2)
            .setTransactionPartitions(List.of(new TransactionLogValue.PartitionsSchema()
                .setTopic("topic").setPartitionIds(List.of(0, 4)))), 1);
    }

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "check" -> check();
            case "cross" -> cross();
            case "print" -> print();
            case "defaults" -> defaults();
            default -> throw new IllegalArgumentException(args[0]);
        }
    }
}
