#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# examples/latency: a server, started anew for each execution, and a client that sends when requests are due.

setup() {
	cd "$BATS_TEST_TMPDIR" || return 1
	unset ASSAY_STORE XDG_DATA_HOME
	export HOME=$BATS_TEST_TMPDIR REQUESTS=600 RATE=20000
	measure=$BATS_TEST_DIRNAME/../../examples/latency/measure.sh
}

@test "p99 of a server is measured over executions, each with a server of its own" {
	"$ASSAY" run -v -r 6 -w 0 --criterion latency:p99 "$measure" >out
	grep -q 'latency:p99 ' out
	[ "$("$ASSAY" show --json | jq -c '.subjects[0].tree.iterations.values.latency | length, (map(. > 0) | all)' | xargs)" = '3600 true' ]
}

@test "a load generator that dies in the middle is said" {
	run "$ASSAY" run -r 6 -w 0 --criterion latency:p99 "$measure 1000 300"
	[ "$status" -eq 5 ]
	[[ "$output" = *"failed: it ended with exit status 137"* ]] || { echo "$output"; false; }
}

@test "a client that cannot send for all the answers that it has not read reads them, and both end" {
	export REQUESTS=4000 RATE=100000000
	export ASSAY_REPORT=$BATS_TEST_TMPDIR/report
	timeout 120 "$measure" 20000
	grep -qa '^values latency 4000 ' "$ASSAY_REPORT"*
}
