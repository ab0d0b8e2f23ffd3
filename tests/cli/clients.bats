#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# The files of clients/: the reporter protocol in many languages, by the programs of examples/languages. Those of
# languages that are not here are left out by tests/cli/meson.build, which reads the first word of a test's name.
HOME_BEFORE=$HOME
load common

CLIENTS=$BATS_TEST_DIRNAME/../../clients

# holds PROGRAM...: it speaks the protocol to the letter, and assay measures its benchmarks apart.
holds() {
	rm -f list report
	ASSAY_LIST=$PWD/list "$@" >out
	[ "$(cat list)" = "assay 1
benchmark quick
benchmark sort/1000" ]
	[ ! -s out ]
	ASSAY_REPORT=$PWD/report ASSAY_BENCHMARK=sort/1000 ASSAY_ITERATIONS=3 "$@" >out
	[ "$(head -n 1 report)" = "assay 1" ]
	[ "$(grep -Ec '^iteration [0-9.e+-]+ ns( n=[0-9]+)?( t=[0-9]+)? benchmark=sort/1000$' report)" -eq 3 ]
	[ "$(wc -l <report)" -eq 4 ]
	[ ! -s out ]
	"$ASSAY" run -v -r 2 --iterations 3 "$(printf '%q ' "$@")" >out
	[ "$("$ASSAY" show --json | jq -c '[.subjects[].name]')" = '["quick","sort/1000"]' ]
	grep -q '2 executions x 3 iterations' out
	env -u ASSAY_REPORT "$@" >out
	grep -q quick out
}

# example FILE...: those of examples/languages, beside the client that is named first.
example() {
	cp "$CLIENTS/$1" .
	[ $# -eq 1 ] || (cd "$CLIENTS/../examples/languages" && cp "${@:2}" "$TEST_DIR/here")
}

# refused WORDS COMMAND...: a name of two words is refused with these words.
refused() {
	run "${@:2}"
	[ "$status" -ne 0 ]
	[[ $output == *"$1"* ]]
}

# bats test_tags=long
@test "Python" {
	example assay_report.py bench.py
	holds ./bench.py
	refused 'needs a name of its own' python3 -c 'import assay_report as a; a.benchmark(lambda: 0, name="a b")'
}

# bats test_tags=long
@test "JavaScript" {
	example assay_report.mjs bench.mjs
	holds node bench.mjs
	echo 'import { benchmark } from "./assay_report.mjs"; benchmark("a b", () => 0);' >bad.mjs
	refused 'needs a name of its own' node bad.mjs
}

# bats test_tags=long
@test "shell" {
	example assay_report.sh bench.sh
	holds ./bench.sh
	script bench.sh <<-'END'
		. ./assay_report.sh
		assay_benchmark fails false
	END
	assay_fails 5 "'fails' failed: it reported: false has failed" run ./bench.sh
}

# bats test_tags=long
@test "Rust" {
	example assay_report.rs bench.rs
	HOME=$HOME_BEFORE rustc --edition 2021 -O -D warnings bench.rs
	holds ./bench
	sed 's|"sort/1000"|"quick"|' bench.rs >two.rs
	HOME=$HOME_BEFORE rustc --edition 2021 -O two.rs
	refused 'the benchmark "quick" needs a name of its own' ./two
}

# bats test_tags=long
@test "Go" {
	example assay_report.go bench.go
	export GO111MODULE=off GOFLAGS=-p=1
	go vet bench.go assay_report.go
	[ -z "$(gofmt -l .)" ]
	go build -o bench bench.go assay_report.go
	holds ./bench
	sed 's|"sort/1000"|"quick"|' bench.go >two.go
	refused 'the benchmark "quick" needs a name of its own' go run two.go assay_report.go
}

# bats test_tags=long
@test "Java" {
	example AssayReport.java Bench.java
	javac -Xlint:all -Werror -d classes Bench.java AssayReport.java
	holds java -cp classes Bench
	# An archive is looked into, too; what it is called says nothing.
	python3 -m zipfile -c all classes/*
	[ "$("$ASSAY" run --list 'java -cp all Bench')" = "quick
sort/1000" ]
	assay_fails 2 "cannot list the benchmarks of 'java -cp . Bench': it tells of none (assay help reporter)" run --list 'java -cp . Bench'
	sed 's|"sort/1000"|"quick"|' Bench.java >Two.java
	refused "the benchmark 'quick' needs a name of its own" java -cp classes Two.java
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

# bats test_tags=long
@test "Python: many values at once" {
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

# bats test_tags=long
@test "JavaScript: many values at once" {
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

@test "shell: many values at once" {
	cp "$CLIENTS/assay_report.sh" .
	script client.sh <<-'END'
		. ./assay_report.sh
		awk 'BEGIN { for (i = 0; i < 600; i++) printf "%s%s", 1000 + i / 2, i % 7 ? " " : "\n" }' >"$0.$$"
		assay_values latency ns "$0.$$"
		rm "$0.$$"
	END
	keeps ./client.sh
}

# bats test_tags=long
@test "Rust: many values at once" {
	example assay_report.rs
	cat >client.rs <<-'END'
		mod assay_report;
		fn main() {
		    let mut values = assay_report::Values::new("latency", "ns");
		    for i in 0..600 {
		        values.add(1000.0 + f64::from(i) / 2.0);
		        if i == 299 {
		            values.report().unwrap();
		        }
		    }
		    values.report().unwrap();
		}
	END
	HOME=$HOME_BEFORE rustc --edition 2021 client.rs
	keeps ./client
	sed 's/"ns"/"n s"/' client.rs >bad.rs
	HOME=$HOME_BEFORE rustc --edition 2021 bad.rs
	refused 'it takes one word' ./bad
}

@test "Go: many values at once" {
	example assay_report.go
	export GO111MODULE=off GOFLAGS=-p=1
	cat >client.go <<-'END'
		package main

		func main() {
			values := assayNewValues("latency", "ns")
			for i := 0; i < 600; i++ {
				values.add(1000 + float64(i)/2)
				if i == 299 {
					values.report()
				}
			}
			values.report()
		}
	END
	go build -o client client.go assay_report.go
	keeps ./client
	sed 's/"ns"/"n s"/' client.go >bad.go
	refused 'it takes one word' go run bad.go assay_report.go
}

# bats test_tags=long
@test "Java: many values at once" {
	example AssayReport.java
	cat >Client.java <<-'END'
		class Client {
			public static void main(String[] arguments) {
				AssayReport.Values values = new AssayReport.Values("latency", arguments.length > 0 ? "n s" : "ns");
				for (int i = 0; i < 600; i++) {
					values.add(1000 + i / 2.0);
					if (i == 299)
						values.report();
				}
				values.report();
			}
		}
	END
	javac -d classes Client.java AssayReport.java
	keeps java -cp classes Client
	refused 'it takes one word' java -cp classes Client bad
}
