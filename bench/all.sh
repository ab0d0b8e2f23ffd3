#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# All benches, one after the other; about 15 minutes. Best on a machine that does nothing else.
#
# usage: bench/all.sh [BUILD]     BUILD is a build directory
set -eu
build=${1:-build}
cd "$(dirname "$0")/.."
bench/program.sh "$build"
bench/start.sh "$build"
bench/spawn.sh "$build"
bench/overhead "$build"
bench/journal.sh "$build"
"$build/bench/bench_tree"
bench/harness/run.py "$build"
"$build/bench/bench_format"
bench/readers.sh "$build"
bench/draws.sh "$build"
"$build/bench/bench_verdicts"
bench/builds.sh "$build"
bench/diff.sh "$build"
bench/monorepo.sh "$build"
bench/store.sh "$build"
bench/serve.sh "$build"
bench/history.sh "$build"
bench/append.sh "$build"
bench/suite.sh "$build"
bench/memory.sh "$build"
bench/coming.sh "$build"
