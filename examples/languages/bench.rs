// SPDX-License-Identifier: GPL-3.0-or-later
//! Two benchmarks in Rust: rustc -O bench.rs && assay run ./bench
mod assay_report;

fn main() {
    let numbers: Vec<u32> = (0..1000).map(|i| i * 7919 % 1000).collect();
    let few = numbers[..10].to_vec();
    let mut bench = assay_report::Benchmarks::new();

    bench.add("quick", move || assay_report::keep(&few).iter().sum::<u32>());
    bench.add("sort/1000", move || {
        let mut copy = numbers.clone();
        copy.sort_unstable();
        copy
    });
    bench.run();
}
