//! One connection of a client: requests out, answers matched to them by their correlation ids.

use std::collections::VecDeque;
use std::fmt::Display;
use std::io::{self, ErrorKind};
use std::marker::PhantomData;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use highwater_core::wire::generated::{RequestHeader, ResponseHeader};
use highwater_core::wire::{Message, Reader, Request, Str, Writer, frame};
use highwater_io_sim::{net, task};
use madsim::time::timeout;
use tokio::sync::oneshot;

/// Bytes of decoded structures that an answer may make: generous, for the broker is not hostile.
const BUDGET: usize = 64 << 20;

/// Answers that are still to come, in the order of their requests.
type Expected = Arc<Mutex<VecDeque<(i32, oneshot::Sender<Bytes>)>>>;

/// An open connection.
#[derive(Debug)]
pub(crate) struct Connection {
    writer: net::Writer,
    expected: Expected,
    reading: task::Handle,
    client_id: Str,
    next: i32,
}

/// A request that was sent.
#[derive(Debug)]
pub(crate) struct Pending<R> {
    version: i16,
    answer: oneshot::Receiver<Bytes>,
    request: PhantomData<fn() -> R>,
}

impl Connection {
    /// Connects to `address`, giving up after `limit`.
    pub(crate) async fn open(address: &str, client_id: &str, limit: Duration) -> io::Result<Self> {
        let (reader, writer) = timeout(limit, net::connect(address))
            .await
            .map_err(|_| late())??;
        let expected = Expected::default();
        let reading = task::spawn(read_answers(reader, Arc::clone(&expected)));
        Ok(Self {
            writer,
            expected,
            reading,
            client_id: client_id.into(),
            next: 0,
        })
    }

    /// Sends a request. If that takes longer than `limit`, or fails, the connection is of no more use.
    pub(crate) async fn send<R: Request>(
        &mut self,
        request: &R,
        version: i16,
        limit: Duration,
    ) -> io::Result<Pending<R>> {
        let (tell, answer) = oneshot::channel();
        lock(&self.expected).push_back((self.next, tell));
        self.post(request, version, limit).await?;
        Ok(Pending {
            version,
            answer,
            request: PhantomData,
        })
    }

    /// Sends a request that is not answered.
    pub(crate) async fn post<R: Request>(
        &mut self,
        request: &R,
        version: i16,
        limit: Duration,
    ) -> io::Result<()> {
        let correlation_id = self.next;
        self.next += 1;
        let bytes = encode(request, version, correlation_id, &self.client_id)?;
        timeout(limit, self.writer.write_all(&bytes, false))
            .await
            .map_err(|_| late())?
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.reading.abort();
    }
}

impl<R: Request> Pending<R> {
    /// The answer, if it comes within `limit`. An answer that is malformed is `InvalidData`: the broker's bug.
    pub(crate) async fn answer(self, limit: Duration) -> io::Result<R::Response> {
        let frame = timeout(limit, self.answer)
            .await
            .map_err(|_| late())?
            .map_err(|_| io::Error::from(ErrorKind::ConnectionReset))?;
        let reader = &mut Reader::new(frame, BUDGET);
        let decoded = (|| {
            let header_version =
                frame::response_header_version(R::API_KEY, self.version).unwrap_or(0);
            ResponseHeader::decode(reader, header_version)?;
            let response = R::Response::decode(reader, self.version)?;
            reader.finish()?;
            Ok(response)
        })();
        decoded.map_err(|error: highwater_core::wire::WireError| {
            invalid(format_args!(
                "{} version {}: {error}",
                R::Response::NAME,
                self.version
            ))
        })
    }
}

fn encode<R: Request>(
    request: &R,
    version: i16,
    correlation_id: i32,
    client_id: &Str,
) -> io::Result<Bytes> {
    let mut w = Writer::with_capacity(256);
    w.i32(0);
    let header = RequestHeader {
        request_api_key: R::API_KEY,
        request_api_version: version,
        correlation_id,
        client_id: Some(client_id.clone()),
        ..RequestHeader::default()
    };
    let header_version = frame::request_header_version(R::API_KEY, version).unwrap_or(1);
    header
        .encode(&mut w, header_version)
        .and_then(|()| request.encode(&mut w, version))
        .map_err(|error| invalid(format_args!("{} version {version}: {error}", R::NAME)))?;
    let len = i32::try_from(w.len() - 4).map_err(io::Error::other)?;
    w.patch_i32(0, len);
    Ok(w.into_parts().0)
}

/// Reads frames until the connection ends. Dropping what is expected tells those who wait.
async fn read_answers(mut reader: net::Reader, expected: Expected) {
    let mut buffer = BytesMut::new();
    loop {
        while buffer.len() < 4 || buffer.len() < 4 + length(&buffer) {
            buffer.reserve(64 * 1024);
            if !matches!(reader.read(&mut buffer).await, Ok(1..)) {
                lock(&expected).clear();
                return;
            }
        }
        let len = length(&buffer);
        let frame = buffer.split_to(4 + len).freeze().slice(4..);
        let correlation_id = frame
            .get(..4)
            .map(|id| i32::from_be_bytes(id.try_into().expect("4 bytes")));
        let Some((id, tell)) = lock(&expected).pop_front() else {
            panic!("an answer came to no request: {correlation_id:?}");
        };
        assert_eq!(
            Some(id),
            correlation_id,
            "answers come in the order of their requests"
        );
        // Whoever has given up waiting has dropped the other end.
        let _ = tell.send(frame);
    }
}

fn length(buffer: &BytesMut) -> usize {
    let len = i32::from_be_bytes(buffer[..4].try_into().expect("4 bytes"));
    usize::try_from(len).expect("the length of an answer is not negative")
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn late() -> io::Error {
    ErrorKind::TimedOut.into()
}

fn invalid(why: impl Display) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, why.to_string())
}
