//! A client that keeps asking where the partitions end, and where they have reached a time.

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
        let time = client.world.some_date().filter(|_| draw::percent(20));
        let told = match time {
            None if draw::percent(10) => client.start(partition).await,
            None => client.end(partition).await,
            Some(time) => {
                client
                    .find(partition, time + draw::below(3) as i64 - 1)
                    .await
            }
        };
        client.world.note(format_args!(
            "{} asks {partition} for {time:?}: {told:?}",
            client.name
        ));
        clock::sleep(Duration::from_millis(draw::within(1..pause_ms + 1))).await;
    }
}
