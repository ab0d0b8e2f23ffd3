// SPDX-License-Identifier: MIT
//! Benchmarks in Rust for `assay run` (docs/reporter.md). Copy this file beside yours; it needs the standard
//! library alone, on Linux.
//!
//! ```
//! mod assay_report;
//!
//! fn main() {
//!     let mut bench = assay_report::Benchmarks::new();
//!     bench.add("sorting", || { let mut v = data(); v.sort(); v });
//!     bench.run();
//! }
//! ```
//!
//! `assay run ./bench` makes every benchmark a subject of its own. Without assay, a table is printed.

#![allow(dead_code)] // not every program needs all of it

use std::env::var_os;
use std::fs::OpenOptions;
use std::io::{Result, Write};
use std::os::raw::{c_int, c_long};
use std::path::PathBuf;

const ENOUGH_NS: i64 = 1_000_000; // calls are timed together until they take this long

#[repr(C)]
struct Timespec {
    seconds: c_long,
    nanoseconds: c_long,
}

extern "C" {
    fn clock_gettime(clock: c_int, time: *mut Timespec) -> c_int;
}

/// `CLOCK_MONOTONIC` in ns, which assay reads, too.
pub fn now() -> i64 {
    let mut t = Timespec { seconds: 0, nanoseconds: 0 };
    // SAFETY: the C library, with which every program of the standard library is linked, fills t.
    unsafe { clock_gettime(1, &mut t) };
    i64::from(t.seconds) * 1_000_000_000 + i64::from(t.nanoseconds)
}

/// Makes the compiler believe that x is used, so that it is computed.
pub fn keep<T>(x: T) -> T {
    // SAFETY: x is read once and never dropped here, so that there is one owner still.
    unsafe {
        let same = std::ptr::read_volatile(&x);
        std::mem::forget(x);
        same
    }
}

fn check_word(word: &str, what: &str) {
    let bad = |c: char| c.is_whitespace() || c.is_control();
    assert!(!word.is_empty() && word.len() < 1000 && !word.contains(bad), "{:?} is no {}: it takes one word", word, what);
}

fn append(path: &PathBuf, bytes: &[u8]) -> Result<()> {
    OpenOptions::new().append(true).create(true).open(path)?.write_all(bytes)
}

/// Each line with one write.
fn append_lines(path: &PathBuf, lines: &[String]) {
    for line in lines {
        append(path, format!("{}\n", line).as_bytes())
            .unwrap_or_else(|why| panic!("cannot write {}: {}", path.display(), why));
    }
}

/// How long so many calls took, and when they ended.
type Timed = Box<dyn FnMut(u64) -> (i64, i64)>;

/// The benchmarks of a program.
#[derive(Default)]
pub struct Benchmarks {
    list: Vec<(String, Timed)>,
}

impl Benchmarks {
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a function, or a closure that owns what it works on, by a name, which is one word. What it returns is
    /// kept, so that it is computed.
    pub fn add<T>(&mut self, name: &str, mut run: impl FnMut() -> T + 'static) {
        check_word(name, "name");
        assert!(self.list.iter().all(|(other, _)| other != name), "the benchmark {:?} needs a name of its own", name);
        let timed = move |n: u64| {
            let start = now();
            for _ in 0..n {
                keep(run());
            }
            let end = now();
            (end - start, end)
        };
        self.list.push((name.to_string(), Box::new(timed)));
    }

    /// Lists the benchmarks, reports one to assay, or prints a table of all.
    pub fn run(&mut self) {
        let version = "assay 1".to_string();
        if let Some(list) = var_os("ASSAY_LIST") {
            let names = self.list.iter().map(|(name, _)| format!("benchmark {}", name));
            append_lines(&list.into(), &std::iter::once(version).chain(names).collect::<Vec<_>>());
            return;
        }
        let wanted = var_os("ASSAY_BENCHMARK");
        let iterations = var_os("ASSAY_ITERATIONS").and_then(|n| n.to_str()?.parse().ok()).unwrap_or(20);
        for (name, timed) in &mut self.list {
            if wanted.as_ref().map_or(false, |w| w != name.as_str()) {
                continue;
            }
            let mut n = 1;
            while n < 1 << 30 && timed(n).0 < ENOUGH_NS {
                n *= 2;
            }
            let times: Vec<(f64, i64)> = (0..iterations)
                .map(|_| timed(n))
                .map(|(ns, end)| (ns as f64 / n as f64, end))
                .collect();
            if let Some(report) = var_os("ASSAY_REPORT") {
                let lines = times.iter().map(|(ns, end)| format!("iteration {} ns n={} t={} benchmark={}", ns, n, end, name));
                append_lines(&report.into(), &std::iter::once(version.clone()).chain(lines).collect::<Vec<_>>());
            } else {
                let least = times.iter().fold(f64::INFINITY, |least, (ns, _)| least.min(*ns));
                println!("{}: min {:.4} ns, in this process", name, least);
            }
        }
    }
}

/// Many numbers of one metric, such as the latencies of a load generator: kept while it measures, and reported
/// when that is over. `assay run --criterion latency:p99 ./client` takes them.
///
/// ```
/// let mut latencies = assay_report::Values::new("latency", "ns");
/// latencies.add(ns); // some ns each
/// latencies.report()?;
/// ```
pub struct Values {
    name: String,
    unit: String,
    list: Vec<f64>,
}

impl Values {
    pub fn new(name: &str, unit: &str) -> Self {
        check_word(name, "name");
        check_word(unit, "unit");
        Values { name: name.to_string(), unit: unit.to_string(), list: Vec::with_capacity(1 << 16) }
    }

    pub fn add(&mut self, value: f64) {
        self.list.push(value);
    }

    /// Appends them to the report where assay asks for one, and forgets them.
    pub fn report(&mut self) -> Result<()> {
        let list = std::mem::take(&mut self.list);
        let mut path = match var_os("ASSAY_REPORT") {
            Some(path) if !list.is_empty() => path,
            _ => return Ok(()),
        };
        path.push(format!(".{}", std::process::id()));
        let path = PathBuf::from(path);
        let version = if path.exists() { "" } else { "assay 1\n" };
        let mut bytes = format!("{}values {} {} {} as float64\n", version, self.name, list.len(), self.unit).into_bytes();
        bytes.extend(list.iter().flat_map(|x| x.to_le_bytes()));
        bytes.push(b'\n');
        append(&path, &bytes)
    }
}
