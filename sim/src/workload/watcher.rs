//! A client that keeps asking where the partitions end.

use std::time::Duration;

use highwater_io_sim::clock;

use super::Signal;
use crate::client::Client;
use crate::draw;

/// Asks until told to finish. That ends do not go back is judged from what it was told.
pub(crate) async fn run(mut client: Client, partitions: i32, finish: &Signal) {
    let pause_ms = draw::pick(&[5, 50, 500]);
    while !finish.is_told() {
        let partition = draw::below(partitions as u64) as i32;
        let told = client.end(partition).await;
        client
            .world
            .note(format_args!("{} end of {partition}: {told:?}", client.name));
        clock::sleep(Duration::from_millis(draw::within(1..pause_ms + 1))).await;
    }
}
