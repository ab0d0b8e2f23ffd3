#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Files of one tool as those of another.
load common

FOREIGN=$BATS_TEST_DIRNAME/../data/foreign

@test "runs of pyperf become repetitions of Google, and lines of Go" {
	"$ASSAY" convert "$FOREIGN/pyperf_one.json" --to google google.json 2>notes
	[ "$(jq '.benchmarks | length' google.json)" = 2 ]
	grep -q "^assay: note: google.json: left out, because Google Benchmark's JSON has no place for it: " notes
	grep -q "iterations of executions" notes
	"$ASSAY" convert google.json out.bench 2>/dev/null
	[ "$(grep -c '^Benchmark' out.bench)" = 2 ]
	"$ASSAY" show ./out.bench
}

@test "a result is written for other tools, and read back by them" {
	"$ASSAY" run --style none -r 3 -n 'a|b' 'sleep 0.001'
	for to in json csv jsonl hyperfine google pyperf go bmf gab; do
		"$ASSAY" convert @last "x.$to" --to "$to" 2>/dev/null
		"$ASSAY" show --format "$to" --json "./x.$to" | jq -e '.subjects[0]' >/dev/null
	done
	"$ASSAY" convert @last x.prom 2>/dev/null
	[ "$(tail -n 1 x.prom)" = "# EOF" ]
	"$ASSAY" convert @last x.tex 2>/dev/null
	grep -qF '\texttt{a\textbar{}b}' x.tex
	"$ASSAY" convert @last y.jsonl 2>/dev/null
	[ "$(jq -s 'map(select(.metric == "wall" and .role == "measured")) | length' y.jsonl)" = 3 ]
}

@test "a file that is there stays as it is, but with --overwrite" {
	echo mine >out.csv
	run "$ASSAY" convert "$FOREIGN/pyperf_one.json" out.csv
	[ "$status" = 2 ]
	[ "$output" = "assay: cannot convert into 'out.csv': it is there already; name another file, or take --overwrite" ]
	[ "$(cat out.csv)" = mine ]
	"$ASSAY" convert "$FOREIGN/pyperf_one.json" out.csv --overwrite 2>/dev/null
	[ "$(head -c 7 out.csv)" = subject ]
}

@test "units that differ in one file are each what they say, and those of no one metric are refused" {
	printf '%s\n' execution,value,unit 1,1,ms 2,2000,us 3,0.003,s >mixed.csv
	"$ASSAY" convert mixed.csv - --to csv 2>/dev/null | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "value") c = i } NR > 1 { print $c }' >values
	[ "$(tr '\n' ' ' <values)" = '1000000 2000000 3000000 ' ]
	cat >google.json <<-'END'
		{"context":{"date":"2026-01-01T00:00:00+00:00"},"benchmarks":[
		{"name":"a","run_name":"a","run_type":"iteration","iterations":1,"real_time":1.5,"cpu_time":1,"time_unit":"ms"},
		{"name":"a","run_name":"a","run_type":"iteration","iterations":1,"real_time":1600,"cpu_time":1,"time_unit":"us"},
		{"name":"b","run_name":"b","run_type":"iteration","iterations":1,"real_time":7,"cpu_time":1,"time_unit":"s"}]}
	END
	"$ASSAY" show google.json >out 2>/dev/null
	grep -q '^  a   1.55 ms   values 1.50 .. 1.60 ms ' out
	grep -q '^  b   7.00 s ' out
	printf '%s\n' name,execution,value,unit a,1,1,ms a,2,5,MB >apart.csv
	run ! --separate-stderr "$ASSAY" show apart.csv
	# shellcheck disable=SC2154 # of run
	grep -q "^assay: cannot read 'apart.csv', line 3, column 7: the metric time is in ns and its like, not in 'MB'" <<<"$stderr"
}

@test "memory of hyperfine's runs is read, and of another number than its times refused" {
	cat >memory.json <<-'END'
		{"results":[{"command":"a","memory_usage_byte":[1048576,2097152,null],"times":[0.1,0.2,0.15]},
		{"command":"b","times":[0.1,0.2]}]}
	END
	"$ASSAY" convert memory.json back.json --to hyperfine 2>/dev/null
	[ "$(jq -c '[.results[].memory_usage_byte]' back.json)" = '[[1048576,2097152,null],null]' ]
	"$ASSAY" show -v memory.json | grep -q 'max 200 ms   peak memory 2 MB$'
	echo '{"results":[{"command":"a","times":[0.1,0.2],"memory_usage_byte":[1]}]}' >few.json
	run ! --separate-stderr "$ASSAY" show few.json
	grep -q "results\[0\]: a result with 2 times and 1 sizes of memory: whose they are cannot be told" <<<"$stderr"
	echo '{"results":[{"command":"a","times":[0.1],"memory_usage_byte":[-1]}]}' >less.json
	run ! --separate-stderr "$ASSAY" show less.json
	grep -q 'results\[0\].memory_usage_byte\[0\]: less than no memory' <<<"$stderr"
}

@test "a format that is not known is refused with those there are" {
	run "$ASSAY" convert "$FOREIGN/pyperf_one.json" out --to pyperff
	[ "$status" = 2 ]
	[[ $output == "assay: cannot convert into a format called 'pyperff': --to takes json, csv, "* ]]
	run "$ASSAY" convert "$FOREIGN/pyperf_one.json" out.what
	[ "$status" = 2 ]
	[[ $output == *"a file whose name does not say its format, 'out.what'"* ]]
	run "$ASSAY" show --format nobody "$FOREIGN/pyperf_one.json"
	[ "$status" = 2 ]
	[[ $output == *"--format takes json, csv, jsonl, numbers"* ]]
	run "$ASSAY" show --format jmh "$FOREIGN/pyperf_one.json"
	[ "$status" = 6 ]
	[[ $output == "assay: cannot read "* ]]
}

@test "what is no time is not written as one" {
	run "$ASSAY" convert "$FOREIGN/iperf3.json" out.json --to pyperf
	[ "$status" = 2 ]
	[[ $output == *"it holds times alone"* ]]
	[ ! -e out.json ]
}

# bats test_tags=long
@test "a folder and a pipe without a word in it are refused by every reader, with their names" {
	local format
	mkdir folder
	mkfifo pipe
	run "$ASSAY" show --format unknown /dev/null
	for format in $(sed 's/.*--format takes //; s/[,;]/ /g' <<<"$output"); do
		run "$ASSAY" show --format "$format" ./folder
		[ "$status" -eq 6 ]
		[ "$output" = "assay: cannot read './folder': Is a directory" ]
		: >./pipe &
		run timeout 100 "$ASSAY" show --format "$format" ./pipe
		wait
		[ "$status" -eq 6 ]
		[[ "$output" = "assay: cannot read './pipe'"* ]] || { echo "$format: $output"; false; }
	done
	[ "$format" ]
	cat "$FOREIGN/pyperf_one.json" >pipe &
	"$ASSAY" show ./pipe >out && grep -q ' executions' out
	wait
}

# bats test_tags=long
@test "what unpacks to far more than it is refused, whatever it is packed with" {
	head -c 200000000 /dev/zero | gzip -1 >bomb.gz
	head -c 200000000 /dev/zero | bzip2 -1 >bomb.bz2
	local end format
	for end in gz bz2; do
		for format in pyperf hyperfine csv go time_v catch2 hlog; do
			run timeout 200 "$ASSAY" show --format "$format" "./bomb.$end"
			[ "$status" -eq 6 ]
			[[ "$output" = *"bomb.$end"* ]] || { echo "$format: $output"; false; }
		done
	done
}

# bats test_tags=long
@test "a file that never ends is refused by every reader, with its name" {
	local format
	run "$ASSAY" show --format unknown /dev/null
	for format in $(sed 's/.*--format takes //; s/[,;]/ /g' <<<"$output"); do
		run timeout 100 "$ASSAY" show --format "$format" /dev/zero
		[ "$status" -eq 6 ] || { echo "$format: $status $output"; false; }
		[[ "$output" = *"/dev/zero"* ]] || { echo "$format: $output"; false; }
	done
	[ "$format" ]
}
