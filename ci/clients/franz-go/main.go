// Produces to a partition and reads it back with franz-go, in the ways that its users do.
//
//	franz-go -brokers HOST:PORT -topic NAME [-codec zstd] [-acks all] [-idempotent=false] [-count 1000] [-from 0]
//	franz-go -brokers HOST:PORT -topic NAME -group NAME [-count 1000] [-from 0]
//
// It prints the offset that follows the last record it read, and ends with 1 and a reason if anything is not as it
// should be. With -from N it expects N records of an earlier run before its own. With -group it produces nothing: it
// reads as a member, expects the group to go on at -from, and commits what it read.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

var codecs = map[string]kgo.CompressionCodec{
	"none": kgo.NoCompression(), "gzip": kgo.GzipCompression(), "snappy": kgo.SnappyCompression(),
	"lz4": kgo.Lz4Compression(), "zstd": kgo.ZstdCompression(),
}

func main() {
	brokers := flag.String("brokers", "", "where to connect")
	topic := flag.String("topic", "", "an existing topic")
	codec := flag.String("codec", "none", "none, gzip, snappy, lz4 or zstd")
	acks := flag.String("acks", "all", "0, 1 or all; all but `all` need -idempotent=false")
	idempotent := flag.Bool("idempotent", true, "whether sequence numbers are sent")
	count := flag.Int("count", 1000, "records to produce")
	from := flag.Int64("from", 0, "where this run's records begin")
	group := flag.String("group", "", "read as a member of this group")
	flag.Parse()
	ctx, cancel := context.WithTimeout(context.Background(), 60*time.Second)
	defer cancel()
	if *group != "" {
		end, err := member(ctx, *brokers, *topic, *group, *count, *from)
		if err != nil {
			fail("group", err)
		}
		fmt.Println(end)
		return
	}
	if err := produce(ctx, *brokers, *topic, *codec, *acks, *idempotent, *count, *from); err != nil {
		fail("produce", err)
	}
	end, err := consume(ctx, *brokers, *topic, *count, *from)
	if err != nil {
		fail("consume", err)
	}
	fmt.Println(end)
}

func fail(what string, err error) {
	fmt.Fprintf(os.Stderr, "franz-go: %s: %v\n", what, err)
	os.Exit(1)
}

func value(n int64) string { return fmt.Sprintf("record %d", n) }

func produce(ctx context.Context, brokers, topic, codec, acks string, idempotent bool, count int, from int64) error {
	compression, known := codecs[codec]
	if !known {
		return fmt.Errorf("no codec %q", codec)
	}
	options := []kgo.Opt{
		kgo.SeedBrokers(brokers), kgo.ProducerBatchCompression(compression),
		kgo.RecordPartitioner(kgo.ManualPartitioner()),
	}
	required := map[string]kgo.Acks{"0": kgo.NoAck(), "1": kgo.LeaderAck(), "all": kgo.AllISRAcks()}
	options = append(options, kgo.RequiredAcks(required[acks]))
	if !idempotent {
		options = append(options, kgo.DisableIdempotentWrite())
	}
	client, err := kgo.NewClient(options...)
	if err != nil {
		return err
	}
	defer client.Close()
	records := make([]*kgo.Record, count)
	for n := range records {
		at := from + int64(n)
		records[n] = &kgo.Record{
			Topic: topic, Key: []byte(fmt.Sprint(at)), Value: []byte(value(at)),
			Headers: []kgo.RecordHeader{{Key: "codec", Value: []byte(codec)}},
		}
	}
	results := client.ProduceSync(ctx, records...)
	if err := results.FirstErr(); err != nil {
		return err
	}
	if acks == "0" {
		return nil
	}
	for n, result := range results {
		if result.Record.Offset != from+int64(n) {
			return fmt.Errorf("record %d was acknowledged with offset %d", from+int64(n), result.Record.Offset)
		}
	}
	return nil
}

func consume(ctx context.Context, brokers, topic string, count int, from int64) (int64, error) {
	client, err := kgo.NewClient(
		kgo.SeedBrokers(brokers),
		kgo.ConsumePartitions(map[string]map[int32]kgo.Offset{topic: {0: kgo.NewOffset().AtStart()}}),
	)
	if err != nil {
		return 0, err
	}
	defer client.Close()
	next, end := int64(0), from+int64(count)
	for next < end {
		fetches := client.PollFetches(ctx)
		if errs := fetches.Errors(); len(errs) > 0 {
			return next, fmt.Errorf("after %d records: %w", next, errs[0].Err)
		}
		for _, record := range fetches.Records() {
			if record.Offset != next || string(record.Value) != value(next) || string(record.Key) != fmt.Sprint(next) {
				return next, fmt.Errorf("at offset %d: got offset %d, key %q, value %q", next, record.Offset, record.Key, record.Value)
			}
			if len(record.Headers) != 1 || record.Headers[0].Key != "codec" {
				return next, fmt.Errorf("at offset %d: headers %v", next, record.Headers)
			}
			next++
		}
	}
	return next, nil
}

// member reads as a member of a group, which must go on at from, and commits.
func member(ctx context.Context, brokers, topic, group string, count int, from int64) (int64, error) {
	client, err := kgo.NewClient(
		kgo.SeedBrokers(brokers), kgo.ConsumerGroup(group), kgo.ConsumeTopics(topic), kgo.DisableAutoCommit(),
		kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()), kgo.SessionTimeout(10*time.Second),
	)
	if err != nil {
		return 0, err
	}
	defer client.Close()
	next, end := from, from+int64(count)
	var read []*kgo.Record
	for next < end {
		fetches := client.PollRecords(ctx, int(end-next))
		if errs := fetches.Errors(); len(errs) > 0 {
			return next, fmt.Errorf("at offset %d: %w", next, errs[0].Err)
		}
		for _, record := range fetches.Records() {
			if record.Offset != next {
				return next, fmt.Errorf("expected offset %d, got %d", next, record.Offset)
			}
			read = append(read, record)
			next++
		}
	}
	return next, client.CommitRecords(ctx, read...)
}
