#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# The files of clients/: the reporter protocol in Python, JavaScript and shell.
load common

CLIENTS=$BATS_TEST_DIRNAME/../../clients

# holds PROGRAM...: it speaks the protocol to the letter, and assay measures its benchmarks apart.
holds() {
	rm -f list report
	ASSAY_LIST=$PWD/list "$@" >out
	[ "$(cat list)" = "assay 1
benchmark quick
benchmark slow/2" ]
	[ ! -s out ]
	ASSAY_REPORT=$PWD/report ASSAY_BENCHMARK=slow/2 ASSAY_ITERATIONS=3 "$@" >out
	[ "$(head -n 1 report)" = "assay 1" ]
	[ "$(grep -Ec '^iteration [0-9.e+-]+ ns( n=[0-9]+)?( t=[0-9]+)? benchmark=slow/2$' report)" -eq 3 ]
	[ "$(wc -l <report)" -eq 4 ]
	[ ! -s out ]
	"$ASSAY" run -v -r 2 --iterations 3 "$(printf '%q ' "$@")" >out
	[ "$("$ASSAY" show --json | jq -c '[.subjects[].name]')" = '["quick","slow/2"]' ]
	grep -q '2 executions x 3 iterations' out
	env -u ASSAY_REPORT "$@" >out
	grep -q quick out
}

@test "Python" {
	cp "$CLIENTS/assay_report.py" .
	cat >bench.py <<-'END'
		import assay_report

		@assay_report.benchmark
		def quick():
		    sum(range(10))

		@assay_report.benchmark(name="slow/2")
		def slow():
		    sorted(range(100))

		assay_report.main()
	END
	holds python3 bench.py
	run python3 -c 'import assay_report as a; a.benchmark(lambda: 0, name="a b")'
	[ "$status" -eq 1 ]
	[[ $output == *"needs a name of its own"* ]]
}

@test "JavaScript" {
	cp "$CLIENTS/assay_report.mjs" .
	cat >bench.mjs <<-'END'
		import { benchmark, main } from "./assay_report.mjs";

		benchmark("quick", () => [1, 2, 3].reverse());
		benchmark("slow/2", () => Array.from({ length: 100 }, (_, i) => i * 7 % 10).sort());
		main();
	END
	holds node bench.mjs
	echo 'import { benchmark } from "./assay_report.mjs"; benchmark("a b", () => 0);' >bad.mjs
	run node bad.mjs
	[ "$status" -eq 1 ]
	[[ $output == *"needs a name of its own"* ]]
}

@test "shell" {
	cp "$CLIENTS/assay_report.sh" .
	script bench.sh <<-'END'
		. ./assay_report.sh
		assay_benchmark quick true
		assay_benchmark slow/2 ls -l /
	END
	holds ./bench.sh
	script bench.sh <<-'END'
		. ./assay_report.sh
		assay_benchmark fails false
	END
	assay_fails 5 "'fails' failed: it reported: false has failed" run ./bench.sh
}

# keeps PROGRAM...: it reports many numbers at once, which are kept bit for bit and have quantiles.
keeps() {
	"$ASSAY" run -w 0 -r 6 --criterion latency:p90 "$(printf '%q ' "$@")" >out
	"$ASSAY" export @last out.csv
	[ "$(awk -F, '$4 == "latency" && $2 == 1 { print $5 }' out.csv | head -n 3 | tr '\n' ' ')" = "1000 1000.5 1001 " ]
	[ "$(awk -F, '$4 == "latency"' out.csv | wc -l)" -eq 3600 ]
	"$ASSAY" show --json | jq -e '.subjects[0].summaries[0] | .metric == "latency:p90" and .mean > 1200 and .mean < 1300'
	env -u ASSAY_REPORT "$@" >out
	[ ! -s out ]
}

@test "many values at once, in Python" {
	cp "$CLIENTS/assay_report.py" .
	cat >client.py <<-'END'
		import assay_report

		values = assay_report.Values("latency", "ns")
		for part in range(2):
		    for i in range(300):
		        values.add(1000 + (300 * part + i) / 2)
		    values.report()
	END
	keeps python3 client.py
	run python3 -c 'import assay_report as a; a.Values("a b", "ns")'
	[ "$status" -eq 1 ]
	[[ $output == *"it takes one word"* ]]
}

@test "many values at once, in JavaScript" {
	cp "$CLIENTS/assay_report.mjs" .
	cat >client.mjs <<-'END'
		import { Values } from "./assay_report.mjs";

		const values = new Values("latency", "ns");
		for (let i = 0; i < 600; i++) {
			values.add(1000 + i / 2);
			if (i === 299)
				values.report();
		}
		values.report();
	END
	keeps node client.mjs
	echo 'import { Values } from "./assay_report.mjs"; new Values("latency", "n s");' >bad.mjs
	run node bad.mjs
	[ "$status" -eq 1 ]
	[[ $output == *"it takes one word"* ]]
}

@test "many values at once, in shell" {
	cp "$CLIENTS/assay_report.sh" .
	script client.sh <<-'END'
		. ./assay_report.sh
		awk 'BEGIN { for (i = 0; i < 600; i++) printf "%s%s", 1000 + i / 2, i % 7 ? " " : "\n" }' >"$0.$$"
		assay_values latency ns "$0.$$"
		rm "$0.$$"
	END
	keeps ./client.sh
}
