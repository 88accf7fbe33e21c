//! InitProducerId: a producer id for an idempotent producer (KIP-98). Ids come in blocks from the metadata
//! log, so that no two brokers give out the same.

use alloc::boxed::Box;

use crate::api::{Body, Client, Reply, Request, Response};
use crate::error::ErrorCode;
use crate::ids::ReqId;
use crate::node::Node;
use crate::output::{Outbox, Output};
use crate::park::{Then, Until};
use crate::time::Now;
use crate::wire::generated::{InitProducerIdRequest, InitProducerIdResponse};

/// The longest that a request waits for a block.
const BLOCK_WAIT_MS: i32 = 5_000;

impl Node {
    pub(crate) fn init_producer_id(
        &mut self,
        now: Now,
        id: ReqId,
        version: i16,
        request: InitProducerIdRequest,
        out: &mut Outbox,
    ) {
        if request.transactional_id.is_some() {
            let response = InitProducerIdResponse {
                error_code: ErrorCode::UnsupportedVersion.code(),
                producer_epoch: -1,
                ..InitProducerIdResponse::default()
            };
            out.push(Output::Reply(
                id,
                Reply::Body(Response::InitProducerId(response)),
            ));
            return;
        }
        let (next, end) = self.producer_ids;
        if next < end {
            self.producer_ids.0 += 1;
            let response = InitProducerIdResponse {
                producer_id: next,
                ..InitProducerIdResponse::default()
            };
            out.push(Output::Reply(
                id,
                Reply::Body(Response::InitProducerId(response)),
            ));
            return;
        }
        let then = Then::Again {
            request: Box::new(Request {
                version,
                client: Client::default(),
                body: Body::InitProducerId(request),
            }),
            otherwise: Some(no_producer_id()),
        };
        self.park_until(now, id, Until::ProducerIds, BLOCK_WAIT_MS, then);
        self.want_producer_ids(now, out);
    }
}

/// The answer when no block came in time: the client tries again.
fn no_producer_id() -> Response {
    Response::InitProducerId(InitProducerIdResponse {
        error_code: ErrorCode::CoordinatorLoadInProgress.code(),
        producer_epoch: -1,
        ..InitProducerIdResponse::default()
    })
}
