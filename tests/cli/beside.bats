#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# --beside: what the tool that wrote a file says of it, below what assay says.
load common
bats_require_minimum_version 1.5.0

foreign=$BATS_TEST_DIRNAME/../data/foreign
peers=$BATS_TEST_DIRNAME/../data/peers

# said ARGUMENT...: what the tool says on the screen of assay with these.
said() {
	"$ASSAY" "$@" --beside >out
	sed -n '/by its own rule/,$p' out
}

@test "hyperfine's mean and deviation of single runs, with why assay says less" {
	diff - <(said show "$peers/hyperfine.json") <<'END'
what hyperfine says of the same values by its own rule, for information: mean
  +- standard deviation of all runs
                     hyperfine           assay
    sleep 0.010    20 +- 13 ms   16 ms +- 78 %   12 values
    sleep 0.0104   23 +- 11 ms   21 ms +- 40 %   12 values
  of two, hyperfine: ratio of means, standard deviations carried through; it has
    no test
    sleep 0.0104 against sleep 0.010
        hyperfine         1.16 +- 0.93 times
        assay             no verdict; measured: 1.3 times as long
                          (0.77 .. 2.2 times, 95 %, 12 executions each)
  why they differ: its +- says how far single runs lie apart, which more runs do
    not make smaller; assay's says how far the mean may be off, which more runs
    do make smaller
END
}

@test "the ratio is the one that hyperfine printed" {
	grep -q '1.16 ± 0.93 times faster' "$peers/hyperfine.out"
	said show "$peers/hyperfine.json" | grep -q 'hyperfine  *1.16 +- 0.93 times'
}

@test "runs that failed are counted as hyperfine counts them" {
	jq '.results[0].exit_codes = [1] + .results[0].exit_codes[1:]' "$peers/hyperfine.json" >f.json
	"$ASSAY" show f.json --beside --json | jq -c '.beside.subjects[] | [.n, .n_failed]' >got
	diff - got <<<$'[12,1]\n[12,0]'
	[ "$(jq '.results[0].mean * 1e9 | round' f.json)" = \
		"$("$ASSAY" show f.json --beside --json | jq '.beside.subjects[0].centre | round')" ]
}

@test "what pyperf calls significant is said, and what it hides" {
	"$ASSAY" compare "$foreign/pyperf_several.json" "$peers/pyperf_2.json" --beside --json |
		jq -r '.beside.comparisons[] | .word' >got
	diff - got <<<$'slower\nnot significant\nnot significant'
	grep -q 'hidden because not significant (2): sum(10), sum(1000)' "$peers/pyperf_compare_to.out"
	said compare "$foreign/pyperf_several.json" "$peers/pyperf_2.json" |
		grep -q 'pyperf  *"slower", 0.8 % more time, t = -2.88 against 2.12'
}

@test "the intervals of Criterion.rs are those of its estimates" {
	"$ASSAY" show "$peers/criterion_linear.json" --beside --json | jq '.beside.subjects[0].centre' >got
	jq .slope.point_estimate "$peers/criterion_linear_estimates.json" >want
	jq -n --slurpfile a got --slurpfile b want '($a[0] / $b[0] - 1) | fabs < 1e-9' | grep -q true
}

@test "the errors of JMH are those in its file" {
	"$ASSAY" show "$foreign/jmh_sort.json" --beside --json |
		jq '.beside.subjects[] | select(.n > 0) | .spread | round' >got
	jq '.[] | .primaryMetric | .scoreError * if .scoreUnit == "us/op" then 1e3 else 1e6 end | round' \
		"$foreign/jmh_sort.json" >want
	[ -s want ]
	diff want got
}

@test "what decides is the same with and without it" {
	for f in "$peers/hyperfine.json" "$foreign/pyperf_several.json" "$foreign/google_repetitions.txt"; do
		"$ASSAY" show --json "$f" | jq 'del(.beside)' >plain
		"$ASSAY" show --json --beside "$f" | jq 'del(.beside)' >beside
		diff plain beside
	done
}

@test "each format of a tool whose rule is known has its answer" {
	for f in "$peers/hyperfine.json" "$foreign"/{pyperf_one.json,pyperf_one.json.gz} \
		"$foreign"/{google_repetitions.txt,google_repetitions.csv,google_means.json} \
		"$foreign"/{go_test.jsonl,criterion_sample.json,criterion_raw.csv,constructed_cargo_criterion.jsonl} \
		"$foreign"/{jmh_sort.json,jmh_sort.csv,constructed_benchmarktools.json,asv_samples.json}; do
		"$ASSAY" show "$f" --beside --json >out.json
		jq -e '.beside.subjects | length > 0' out.json >/dev/null || { echo "$f: no answer"; return 1; }
		"$SCHEMA_CHECK" "$SCHEMA" out.json
	done
}

@test "a file that was kept in the store is still of its tool" {
	"$ASSAY" import --store s.db "$peers/hyperfine.json"
	"$ASSAY" show --store s.db --beside @last | grep -q '^what hyperfine says'
}

@test "one tool's rule is not put on another tool's values" {
	"$ASSAY" compare "$peers/hyperfine.json" "$foreign/pyperf_one.json" --beside --json >out.json || true
	jq -e '.beside.comparisons | all(.tool == null and .refused != null)' out.json
}

@test "--beside of what no known tool wrote says which tools are known" {
	rounds_table 6 a=10 >t.csv
	run -2 "$ASSAY" show t.csv --beside
	[ "$output" = "assay: cannot say what another tool says beside 't.csv': assay measured it, or it is a table; --beside knows the rules of hyperfine, pyperf, Google Benchmark, benchstat, Criterion.rs, JMH, BenchmarkTools and asv" ]
	run -2 "$ASSAY" show "$foreign/mitata.json" --beside
	[[ "$output" == *": mitata wrote it; --beside knows"* ]]
}
