//! From an answer to bytes on the socket. Record bytes go from the file to the socket without passing here.

use std::io;

use bytes::{Bytes, BytesMut};
use highwater_core::api::{FetchReply, Response};
use highwater_core::log::ReadPlan;
use highwater_core::records::{Range, Step, Walk};
use highwater_core::wire::generated::{FetchResponse, ResponseHeader};
use highwater_core::wire::{Message, Records, Writer, frame};

use crate::conn::Pending;
use crate::io::disk::File;
use crate::logs::InUse;
use crate::outlet::Outlet;

/// Up to this many record bytes are copied into the reply: cheaper than further system calls.
const COPIED: u64 = 16 * 1024;

/// What a shard answers.
#[derive(Debug)]
pub(crate) enum Answer {
    /// A response.
    Body(Response),
    /// A fetch: the file of each plan is open, and may not be cut if another broker is to get it.
    Fetch(FetchReply, Vec<File>, Vec<InUse>),
    /// Nothing is to be sent.
    Nothing,
}

/// Sends the answer to `request`.
pub(crate) async fn send(writer: &mut Outlet, request: &Pending, answer: Answer) -> io::Result<()> {
    match answer {
        Answer::Nothing => Ok(()),
        Answer::Body(response) => {
            let (bytes, _) = encode(request, |w, version| response.encode(w, version))?;
            writer.write_all(&bytes, false).await
        }
        Answer::Fetch(reply, files, _in_use) => send_fetch(writer, request, reply, &files).await,
    }
}

async fn send_fetch(
    writer: &mut Outlet,
    request: &Pending,
    reply: FetchReply,
    files: &[File],
) -> io::Result<()> {
    let ranges = resolve(&reply.plans, files, reply.max_bytes).await?;
    let mut response = reply.response;
    set_lengths(&mut response, &ranges);
    let (bytes, gaps) = encode(request, |w, version| response.encode(w, version))?;
    let records: u64 = ranges.iter().map(Range::len).sum();
    if records <= COPIED {
        let mut whole = BytesMut::with_capacity(bytes.len() + records as usize);
        let mut from = 0;
        for gap in &gaps {
            whole.extend_from_slice(&bytes[from..gap.at]);
            from = gap.at;
            let range = ranges[gap.token as usize];
            let read = files[gap.token as usize]
                .read_at(range.start, range.len() as usize)
                .await?;
            if read.len() as u64 != range.len() {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            whole.extend_from_slice(&read);
        }
        whole.extend_from_slice(&bytes[from..]);
        return writer.write_all(&whole, false).await;
    }
    let mut from = 0;
    for gap in &gaps {
        writer.write_all(&bytes[from..gap.at], true).await?;
        from = gap.at;
        let range = ranges[gap.token as usize];
        writer
            .send_file(&files[gap.token as usize], range.start, range.len())
            .await?;
    }
    writer.write_all(&bytes[from..], false).await
}

/// Encodes length, response header and body.
fn encode(
    request: &Pending,
    body: impl FnOnce(&mut Writer, i16) -> Result<(), highwater_core::wire::WireError>,
) -> io::Result<(Bytes, Vec<highwater_core::wire::Gap>)> {
    let mut w = Writer::with_capacity(256);
    w.i32(0);
    let header = ResponseHeader {
        correlation_id: request.correlation_id,
        ..ResponseHeader::default()
    };
    let header_version = frame::response_header_version(request.key, request.version).unwrap_or(0);
    let encoded = header
        .encode(&mut w, header_version)
        .and_then(|()| body(&mut w, request.version));
    // A response that its own version cannot express is a bug here, not the client's fault.
    encoded.map_err(|error| {
        io::Error::other(format!(
            "api {} version {}: {error}",
            request.key, request.version
        ))
    })?;
    let len = i32::try_from(w.len() - 4).map_err(io::Error::other)?;
    w.patch_i32(0, len);
    Ok(w.into_parts())
}

/// Walks the plans to exact ranges, together at most `max_bytes` but for a first batch of any size.
async fn resolve(plans: &[ReadPlan], files: &[File], max_bytes: u32) -> io::Result<Vec<Range>> {
    let mut left = max_bytes;
    let mut nothing_yet = true;
    let mut ranges = Vec::with_capacity(plans.len());
    for (plan, file) in plans.iter().zip(files) {
        let mut plan = plan.clone();
        plan.at_least_one &= nothing_yet;
        let max_bytes = plan.max_bytes.min(left);
        let range = walk(Walk::new(plan, max_bytes), file).await?;
        left = left.saturating_sub(u32::try_from(range.len()).unwrap_or(u32::MAX));
        nothing_yet &= range.is_empty();
        ranges.push(range);
    }
    Ok(ranges)
}

/// Feeds a walk from a file.
pub(crate) async fn walk(mut walk: Walk, file: &File) -> io::Result<Range> {
    loop {
        match walk.step() {
            Step::Done(range) => return Ok(range),
            Step::Read { position, len } => walk.feed(&file.read_at(position, len).await?),
        }
    }
}

fn set_lengths(response: &mut FetchResponse, ranges: &[Range]) {
    for partition in response
        .responses
        .iter_mut()
        .flat_map(|topic| &mut topic.partitions)
    {
        if let Some(Records::External { token, len }) = &mut partition.records {
            *len = ranges[*token as usize].len() as u32;
        }
    }
}
