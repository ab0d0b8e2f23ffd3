#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# assay import FOLDER: what tools spread over a folder, and what a folder may hold beside it.
load common
bats_require_minimum_version 1.5.0

setup_file() {
	export FOREIGN="$BATS_TEST_DIRNAME/../data/foreign"
}

# criterion FOLDER NAME: what Criterion.rs writes of one benchmark.
criterion() {
	local run
	for run in base new; do
		mkdir -p "$1/$run"
		cp "$FOREIGN/criterion_sample.json" "$1/$run/sample.json"
		jq -n --arg name "$2" '{group_id: "fib", full_id: $name, title: $name}' >"$1/$run/benchmark.json"
		echo '{"mean":{"point_estimate":1.5,"standard_error":0.1}}' >"$1/$run/estimates.json"
		echo '[1,2,3,4]' >"$1/$run/tukey.json"
	done
}

@test "of a folder of Criterion.rs each benchmark is kept once, by its own name" {
	criterion target/criterion/fib/20 'fib/fib 20'
	run "$ASSAY" import target/criterion
	[ "$status" = 0 ]
	[ "${lines[0]}" = "target/criterion: 2 files of results; 6 others are left alone" ]
	[ "${lines[1]}" = "     2  samples of Criterion.rs" ]
	[ "${lines[2]}" = "target/criterion/fib/20/base/sample.json: kept as experiment 1" ]
	[ "${lines[3]}" = "target/criterion/fib/20/new/sample.json: is in the store already, as experiment 1" ]
	[ "$("$ASSAY" list --json | jq -r '.results[].first_subject')" = 'fib/fib 20' ]
	"$ASSAY" show target/criterion/fib/20/new/sample.json | grep -q '^fib/fib 20 '
}

@test "samples of Criterion.rs beside its raw.csv, which has their names, are not kept twice" {
	criterion target/criterion/fib/20 'fib/fib 20'
	cp "$FOREIGN/criterion_raw.csv" target/criterion/fib/20/new/raw.csv
	run "$ASSAY" import target/criterion/fib/20/new
	[ "${lines[0]}" = "target/criterion/fib/20/new: 1 file of results; 4 others are left alone" ]
	[ "${lines[1]}" = "     1  raw.csv of Criterion.rs" ]
	[ "${lines[3]}" = "target/criterion/fib/20/new/raw.csv: not used of it: throughput_num, throughput_type" ]
	[ "${#lines[@]}" = 4 ]
}

@test "a name beside samples that is hostile, too long or no text is shown as text or left alone" {
	criterion crit $'\e[31mred\u202e'
	"$ASSAY" import crit >/dev/null
	"$ASSAY" list >listed
	run ! grep -q $'\e' listed
	for name in '{"full_id":7}' '{"full_id":"' '[' "{\"full_id\":\"$(printf '%02000d' 7)\"}" '{"full_id":""}'; do
		echo "$name" >crit/new/benchmark.json
		"$ASSAY" show crit/new/sample.json | grep -q '^benchmark '
	done
	ln -sf /dev/zero crit/new/benchmark.json
	"$ASSAY" show crit/new/sample.json | grep -q '^benchmark '
}

@test "the results of asv, commit by commit, are a history after one import" {
	mkdir -p results/rig
	cp "$FOREIGN/asv_samples.json" results/rig/one-env.json
	cp "$FOREIGN/asv_medians.json" results/rig/two-env.json
	echo '{"arch":"x86_64","machine":"rig","version":1}' >results/rig/machine.json
	echo '{"version":2}' >results/benchmarks.json
	run --separate-stderr "$ASSAY" import results
	[ "$status" = 0 ]
	[ "${lines[0]}" = "results: 2 files of results; 2 others are left alone" ]
	[ "$("$ASSAY" list --json | jq '.results | length')" = 2 ]
}

@test "what nothing was made of is said, once for all files that leave the same" {
	mkdir -p results/rig
	for k in a b c; do
		jq --arg k "$k" '.commit_hash = ($k * 40)' "$FOREIGN/asv_samples.json" 2>/dev/null >"results/rig/$k.json" ||
			sed "s/\"commit_hash\": \"[0-9a-f]*\"/\"commit_hash\": \"$(printf "%040d" 0 | tr 0 "$k")\"/" "$FOREIGN/asv_samples.json" >"results/rig/$k.json"
	done
	run --separate-stderr "$ASSAY" import results
	[ "${lines[-1]}" = "results/rig/a.json and 2 others: not used of them: version, started_at, duration, stats_ci_99_a, stats_ci_99_b, stats_q_25, stats_q_75, stats_repeat, profile, env_name, python, durations, version" ]
	cp "$FOREIGN/pyperf_one.json" .
	said="not used of it: benchmarks[].runs[].metadata.calibrate_loops, benchmarks[].runs[].metadata.duration, benchmarks[].runs[].metadata.uptime, version"
	[ "$("$ASSAY" import pyperf_one.json | tail -n 1)" = "pyperf_one.json: $said" ]
	run --separate-stderr "$ASSAY" show -v pyperf_one.json
	# shellcheck disable=SC2154 # of run
	grep -qxF "assay: note: pyperf_one.json: $said" <<<"$stderr"
	run --separate-stderr "$ASSAY" convert pyperf_one.json x.csv
	grep -qxF "assay: note: pyperf_one.json: $said" <<<"$stderr"
	run --separate-stderr "$ASSAY" show pyperf_one.json
	[ "$stderr" = "" ]
}

@test "files that are read side by side are kept in the order of their names, and what is odd in many is said once" {
	mkdir -p results
	for i in $(seq 10 49); do
		jq --arg id "$(printf '%040x' "$i")" ".commit_hash = \$id | .date += $i * 1000" "$FOREIGN/asv_medians.json" >"results/$i-env.json"
	done
	echo '{' >results/30-env.json
	run --separate-stderr "$ASSAY" import results results/30-env.json
	[ "$status" = 6 ]
	[ "$(grep -c ': kept as experiment ' <<<"$output")" = 39 ]
	[ "$(sed -n 's/.*\/\(..\)-env.json: kept as experiment \([0-9]*\)/\1 \2/p' <<<"$output" |
		awk '{ print $1 - ($1 > 30) - 9 == $2 }' | sort -u)" = 1 ]
	[ "$(grep -c "^assay: cannot read 'results/30-env.json'" <<<"$stderr")" = 1 ]
	[ "$(grep -c '^assay: note: results/10-env.json and 38 others: it has no single values of ' <<<"$stderr")" = 1 ]
	[ "$(grep -c '^assay: note: ' <<<"$stderr")" = 1 ]
	[ "$("$ASSAY" list --all --json | jq '.results | length')" = 39 ]
}

@test "of a file whose last version cannot be analysed nothing is kept, and of the others everything" {
	printf '%s\n' version,date,execution,value,unit v1,2026-01-01,1,1,s v1,2026-01-01,2,2,s v2,2026-01-02,1,-3,s v2,2026-01-02,2,1,s >bad.csv
	printf '%s\n' version,date,execution,value,unit v1,2026-01-01,1,1,s v2,2026-01-02,1,3,s >good.csv
	run ! --separate-stderr "$ASSAY" import bad.csv good.csv
	[ "$(grep -c '^good.csv: kept as ' <<<"$output")" = 2 ]
	run ! grep -q '^bad.csv' <<<"$output"
	grep -q "^assay: cannot .*bad.csv" <<<"$stderr"
	[ "$("$ASSAY" list --all --json | jq '.results | length')" = 2 ]
}

@test "a folder of all tools' files is taken whole, and each file is what it is by itself" {
	cp -R "$FOREIGN" all
	rm all/nanobench_quote.json all/perf_interval.csv # which are refused
	[ "$("$ASSAY" import all 2>/dev/null | grep -c 'kept as experiment')" -ge 60 ]
	run --separate-stderr "$ASSAY" import all
	[ "$status" = 0 ]
	[ "$(grep -c 'is in the store already' <<<"$output")" -ge 60 ]
	run ! grep -q 'kept as' <<<"$output"
}

@test "links, pipes, .git and columns of numbers in a folder are left alone" {
	mkdir -p all/.git
	cp "$FOREIGN/pyperf_one.json" all/.git/
	cp "$FOREIGN/pyperf_one.json" all/one.json
	ln -s / all/root
	ln -s one.json all/again.json
	mkfifo all/pipe
	echo 5 >all/five.txt
	run --separate-stderr "$ASSAY" import all
	[ "$status" = 0 ]
	[ "${lines[0]}" = "all: 1 file of results; 1 other is left alone; links, pipes and devices (3) are not followed" ]
	[[ ${lines[3]} == "all/one.json: not used of it: "* ]]
	[ "${#lines[@]}" = 4 ]
}

@test "a folder without a result is refused, and a broken file in it is named while the others are kept" {
	mkdir none all
	echo hello >none/readme
	assay_fails 6 "cannot import 'none': none of its 1 files is a result that assay knows (docs/formats.md); name a file to have it read all the same" import none
	cp "$FOREIGN/pyperf_one.json" all/a.json
	head -c 900 "$FOREIGN/pyperf_one.json" >all/b.json
	cp "$FOREIGN/catch2.xml" all/c.xml
	run "$ASSAY" import all
	[ "$status" = 6 ]
	[[ $output == *"cannot read 'all/b.json'"* ]]
	[[ $output == *"cannot import 1 of 3 files, as was said; the others are in the store"* ]]
	[ "$("$ASSAY" list --json | jq '.results | length')" = 2 ]
}

# objects N: objects of one long name each, one after another without a comma, as code that was made small has them.
objects() {
	local i
	printf '{"k":{'
	for ((i = 0; i < $1; i++)); do
		printf '{"%090d":{"b":1}}' "$i"
	done
}

@test "a file of objects without commas is refused as of no known format" {
	objects 50 >overflow.json
	for verb in show import compare history; do
		run "$ASSAY" "$verb" overflow.json
		[ "$status" = 6 ] || { echo "$verb: $status $output"; return 1; }
		[[ $output == *"cannot "*"'overflow.json': it is of no format that is known here"* ]]
	done
	run --separate-stderr "$ASSAY" show - <overflow.json
	[ "$status" = 6 ]
}

@test "JavaScript in a folder is left alone" {
	mkdir js
	objects 50 >js/bundle.min.js
	printf '!function(e){var t={"a":{"b":1}}{"c":[[{"d":{}}{"e":"%0500d"}]]};' 1 >js/axe.min.js
	objects 2000 >>js/axe.min.js
	cp "$FOREIGN/hyperfine_params.json" js/times.json
	run "$ASSAY" import js
	[ "$status" = 0 ]
	[ "${lines[0]}" = "js: 1 file of results; 2 others are left alone" ]
}
