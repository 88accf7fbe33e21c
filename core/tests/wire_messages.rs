//! What holds of messages beyond their bytes: versions, defaults, nulls, external records, headers.

use bytes::{Bytes, BytesMut};
use highwater_core::wire::generated::fetch_request::{FetchPartition, FetchTopic};
use highwater_core::wire::generated::fetch_response::{FetchableTopicResponse, PartitionData};
use highwater_core::wire::generated::offset_fetch_request::OffsetFetchRequestGroup;
use highwater_core::wire::generated::produce_request::{PartitionProduceData, TopicProduceData};
use highwater_core::wire::generated::{
    ApiVersionsRequest, FetchRequest, FetchResponse, InitProducerIdRequest, InitProducerIdResponse,
    MetadataRequest, OffsetCommitKey, OffsetFetchRequest, ProduceRequest, RequestHeader,
};
use highwater_core::wire::{Message, Reader, Records, Request, Str, WireError, Writer, frame};

fn encode<M: Message>(message: &M, version: i16) -> Result<Bytes, WireError> {
    let mut w = Writer::new();
    message.encode(&mut w, version)?;
    Ok(w.into_parts().0)
}

fn decode<M: Message>(bytes: &Bytes, version: i16) -> Result<M, WireError> {
    let mut r = Reader::new(bytes.clone(), 10_000);
    let message = M::decode(&mut r, version)?;
    r.finish()?;
    Ok(message)
}

#[test]
fn versions_out_of_range_are_refused() {
    let wrong = WireError::Version {
        message: "FetchRequest",
        version: 3,
    };
    assert_eq!(encode(&FetchRequest::default(), 3), Err(wrong));
    assert_eq!(decode::<FetchRequest>(&Bytes::new(), 3), Err(wrong));
    assert_eq!(wrong.to_string(), "FetchRequest has no version 3");
}

#[test]
fn values_that_a_version_lacks_are_refused_or_dropped() {
    // Not ignorable: refused.
    let group = OffsetFetchRequestGroup {
        group_id: Str::from("g"),
        ..Default::default()
    };
    let request = OffsetFetchRequest {
        groups: vec![group],
        ..Default::default()
    };
    let field = "OffsetFetchRequest.groups";
    assert_eq!(
        encode(&request, 7),
        Err(WireError::Unsupported { field, version: 7 })
    );
    assert!(encode(&request, 8).is_ok());
    let request = OffsetFetchRequest {
        require_stable: true,
        ..Default::default()
    };
    let field = "OffsetFetchRequest.require_stable";
    assert_eq!(
        encode(&request, 6),
        Err(WireError::Unsupported { field, version: 6 })
    );
    // Ignorable: dropped.
    let request = FetchRequest {
        rack_id: Str::from("rack"),
        ..Default::default()
    };
    assert_eq!(
        decode::<FetchRequest>(&encode(&request, 10).unwrap(), 10)
            .unwrap()
            .rack_id,
        ""
    );
    assert_eq!(
        decode::<FetchRequest>(&encode(&request, 11).unwrap(), 11).unwrap(),
        request
    );
}

#[test]
fn nulls_are_refused_where_a_version_allows_none() {
    let request = OffsetFetchRequest {
        topics: None,
        ..Default::default()
    };
    let field = "OffsetFetchRequest.topics";
    assert_eq!(encode(&request, 1), Err(WireError::Null { field }));
    assert_eq!(
        decode::<OffsetFetchRequest>(&encode(&request, 2).unwrap(), 2).unwrap(),
        request
    );
    let null = Bytes::from_static(b"\0\x01g\xff\xff\xff\xff");
    assert_eq!(
        decode::<OffsetFetchRequest>(&null, 1),
        Err(WireError::UnexpectedNull)
    );
    assert_eq!(decode::<OffsetFetchRequest>(&null, 2).unwrap().topics, None);
    assert_eq!(MetadataRequest::default().topics, Some(vec![]));
}

#[test]
fn our_own_field_rides_along_in_flexible_fetches() {
    let partition = FetchPartition {
        flushed_end: 77,
        ..Default::default()
    };
    let topic = FetchTopic {
        partitions: vec![partition],
        ..Default::default()
    };
    let request = FetchRequest {
        topics: vec![topic],
        ..Default::default()
    };
    for version in 12..=FetchRequest::MAX_VERSION {
        let bytes = encode(&request, version).unwrap();
        assert_eq!(decode::<FetchRequest>(&bytes, version).unwrap(), request);
    }
    let field = "FetchPartition.flushed_end";
    assert_eq!(
        encode(&request, 11),
        Err(WireError::Unsupported { field, version: 11 })
    );
}

#[test]
fn a_tagged_field_that_lies_about_its_size_is_refused() {
    let request = FetchRequest {
        cluster_id: Some(Str::from("abc")),
        ..Default::default()
    };
    let bytes = encode(&request, 13).unwrap();
    let [.., 1, 0, 4, 4, b'a', b'b', b'c'] = bytes[..] else {
        panic!("{bytes:x?}")
    };
    let size = bytes.len() - 5;
    for (lie, error) in [(3, WireError::Truncated), (5, WireError::TagSize)] {
        let mut bytes = BytesMut::from(&bytes[..]);
        bytes[size] = lie;
        assert_eq!(decode::<FetchRequest>(&bytes.freeze(), 13), Err(error));
    }
    let mut longer = BytesMut::from(&bytes[..]);
    longer[size] = 5;
    longer.extend_from_slice(b"d");
    assert_eq!(
        decode::<FetchRequest>(&longer.freeze(), 13),
        Err(WireError::TagSize)
    );
}

fn response(records: impl Fn(u32) -> Option<Records>) -> FetchResponse {
    let partitions = (0..4).map(|index| PartitionData {
        partition_index: index as i32,
        records: records(index),
        ..Default::default()
    });
    let topic = FetchableTopicResponse {
        partitions: partitions.collect(),
        ..Default::default()
    };
    FetchResponse {
        responses: vec![topic],
        ..Default::default()
    }
}

#[test]
fn external_records_leave_gaps() {
    let content = |index: u32| Bytes::from(vec![index as u8; 100 * index as usize]);
    let inline = response(|index| (index > 0).then(|| Records::Inline(content(index))));
    let external = response(|index| match index {
        0 => None,
        1 => Some(Records::Inline(content(1))),
        token => Some(Records::External {
            token,
            len: 100 * token,
        }),
    });
    for version in FetchResponse::MIN_VERSION..=FetchResponse::MAX_VERSION {
        let whole = encode(&inline, version).unwrap();
        let mut w = Writer::with_capacity(64);
        external.encode(&mut w, version).unwrap();
        assert_eq!(w.len(), whole.len());
        let (bytes, gaps) = w.into_parts();
        assert_eq!(
            gaps.iter()
                .map(|gap| (gap.token, gap.len))
                .collect::<Vec<_>>(),
            [(2, 200), (3, 300)]
        );
        let mut spliced = BytesMut::new();
        let mut at = 0;
        for gap in gaps {
            spliced.extend_from_slice(&bytes[at..gap.at]);
            spliced.extend_from_slice(&content(gap.token));
            at = gap.at;
        }
        spliced.extend_from_slice(&bytes[at..]);
        assert_eq!(spliced, whole);
        assert_eq!(decode::<FetchResponse>(&whole, version).unwrap(), inline);
    }
}

#[test]
fn records_come_as_slices_of_the_frame() {
    let records = Records::Inline(Bytes::from_static(&[9; 50]));
    let partition = PartitionProduceData {
        index: 1,
        records: Some(records),
    };
    let topic = TopicProduceData {
        partition_data: vec![partition],
        ..Default::default()
    };
    let request = ProduceRequest {
        topic_data: vec![topic],
        ..Default::default()
    };
    let bytes = encode(&request, 9).unwrap();
    let decoded: ProduceRequest = decode(&bytes, 9).unwrap();
    assert_eq!(decoded, request);
    let Some(Records::Inline(slice)) = &decoded.topic_data[0].partition_data[0].records else {
        panic!()
    };
    assert!(bytes.as_ptr_range().contains(&slice.as_ptr()));
}

#[test]
fn a_count_cannot_claim_more_than_the_frame_holds() {
    // Throttle time, error, session, then 2^31 - 1 topics, in the last old and first new version.
    let mut old = vec![0; 10];
    old.extend([0x7f, 0xff, 0xff, 0xff, 0, 0, 0, 0]);
    assert_eq!(
        decode::<FetchResponse>(&Bytes::from(old), 11),
        Err(WireError::Length)
    );
    let mut new = vec![0; 10];
    new.extend([0xff, 0xff, 0xff, 0xff, 0x07, 0, 0]);
    assert_eq!(
        decode::<FetchResponse>(&Bytes::from(new), 12),
        Err(WireError::Length)
    );
}

#[test]
fn headers_follow_from_key_and_version() {
    assert_eq!(
        frame::request_header_version(FetchRequest::API_KEY, 11),
        Some(1)
    );
    assert_eq!(
        frame::request_header_version(FetchRequest::API_KEY, 12),
        Some(2)
    );
    assert_eq!(
        frame::response_header_version(FetchRequest::API_KEY, 11),
        Some(0)
    );
    assert_eq!(
        frame::response_header_version(FetchRequest::API_KEY, 12),
        Some(1)
    );
    let api_versions = ApiVersionsRequest::API_KEY;
    assert_eq!(frame::request_header_version(api_versions, 2), Some(1));
    assert_eq!(frame::request_header_version(api_versions, 3), Some(2));
    assert_eq!(frame::request_header_version(api_versions, 99), Some(2));
    assert_eq!(frame::response_header_version(api_versions, 99), Some(0));
    // SaslHandshake never became flexible; ControlledShutdown is gone.
    assert_eq!(frame::request_header_version(17, 1), Some(1));
    assert_eq!(frame::request_header_version(7, 0), None);
    assert_eq!(frame::response_header_version(-1, 0), None);
}

#[test]
fn the_client_id_keeps_its_old_length() {
    let header = RequestHeader {
        client_id: Some(Str::from("id")),
        ..Default::default()
    };
    assert_eq!(encode(&header, 2).unwrap()[8..], *b"\0\x02id\0");
}

#[test]
fn the_table_of_apis_is_sorted_and_true() {
    assert!(frame::apis().is_sorted_by_key(|api| api.key));
    for api in frame::apis() {
        assert_eq!(frame::api(api.key), Some(api));
    }
    let produce = frame::api(0).unwrap();
    assert_eq!((produce.name, produce.min, produce.max), ("Produce", 3, 13));
    assert_eq!(produce.flexible_from, Some(9));
    let unstable: Vec<_> = frame::apis()
        .iter()
        .filter(|api| api.unstable_latest)
        .collect();
    assert_eq!(
        unstable.iter().map(|api| api.name).collect::<Vec<_>>(),
        ["InitProducerId"]
    );
    const { assert!(InitProducerIdRequest::UNSTABLE_LATEST) };
    const { assert!(InitProducerIdResponse::UNSTABLE_LATEST) };
    assert_eq!(OffsetCommitKey::RECORD_KEY, 1);
    fn name<R: Request>() -> &'static str {
        R::Response::NAME
    }
    assert_eq!(name::<ProduceRequest>(), "ProduceResponse");
}
