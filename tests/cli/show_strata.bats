#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# show --estimators --by: estimates under little load and under much.

bats_require_minimum_version 1.5.0
load common

# values: 240 executions with their load, 60 to 140, the more the slower; of the last one it is not known.
values() {
	awk 'BEGIN {
		srand(7)
		print "execution,metric,value,unit"
		for (i = 1; i <= 240; i++) {
			load = 60 + int(80 * rand())
			slow = rand() < (load - 50) / 100 ? 100 * rand() : 0
			printf "%d,value,%.6g,\n", i, 312 + rand() + slow
			if (i < 240)
				printf "%d,load,%d,tasks\n", i, load
		}
	}'
}

# those FROM TO: the values of the executions of such a load, as a table of their own.
those() {
	awk -F, -v from="$1" -v to="$2" '
		$2 == "value" { v[$1] = $3 }
		$2 == "load" && $3 >= from && $3 < to { print ++n "," v[$1] }
		BEGIN { print "execution,value" }' loaded.csv
}

@test "each stratum says what its executions say alone, one on a border being in the upper one" {
	values >loaded.csv
	"$ASSAY" show --estimators --by load:80,90,125 --json loaded.csv >out
	"$SCHEMA_CHECK" "$SCHEMA" out
	jq -e '.by == "load" and .by_unknown == 1 and .executions == 240' out
	jq -e '[.strata[] | [.from, .to]] == [[null, 80], [80, 90], [90, 125], [125, null]]' out
	jq -e '([.strata[].executions] | add) == 239' out
	[ "$(grep -c ',load,90,' loaded.csv)" -gt 0 ]
	i=0
	for span in "0 80" "80 90" "90 125" "125 1000"; do
		# shellcheck disable=SC2086 # two numbers
		those $span >alone.csv
		"$ASSAY" show --estimators --json alone.csv >alone
		jq -se --argjson i $i '(.[0].strata[$i] | [.executions, .sizes, .sound, .estimators]) ==
			(.[1] | [.executions, .sizes, .sound, .estimators])' out alone
		i=$((i + 1))
	done
}

@test "the screen has a row a stratum for each estimator, and one of all executions" {
	values >loaded.csv
	COLUMNS=120 "$ASSAY" show --estimators --by load:80,90,125 loaded.csv >out
	grep -qx 'load below 80: [0-9]* executions' out
	grep -qx 'load not known: 1 execution, which only the rows "any" have' out
	[ "$(grep -c ' below 80 ' out)" -eq 14 ]
	[ "$(grep -cE '^ +any  ' out)" -eq 14 ]
	grep -qE '^ +load +k = 1 +5 +7 +11' out
	COLUMNS=160 "$ASSAY" show --estimators --by load:80 --sizes 2,4 loaded.csv >out
	grep -qE '^ +load +k = 2 +4$' out
}

@test "a stratum of few executions is counted, and has no row" {
	values >loaded.csv
	"$ASSAY" show --estimators --by load:62 loaded.csv >out
	tr -s '\n ' ' ' <out | grep -qE 'load below 62: [0-9]+ executions, too few for a row of its own'
	run ! grep -qE '^ .* below 62 ' out
	"$ASSAY" show --estimators --by load:62 --json loaded.csv | jq -e '.strata[0].estimators == []'
}

@test "without cuts executions are divided in quarters" {
	values >loaded.csv
	"$ASSAY" show --estimators --by load --json loaded.csv >out
	jq -e '(.strata | length) == 4 and ([.strata[].executions] | min) >= 50' out
	sed 's/load,[0-9]*/load,70/' loaded.csv >same.csv
	assay_fails 6 "cannot divide executions of 'same.csv' by load: it did not vary" show --estimators --by load same.csv
}

@test "what cannot be divided by is refused with a sentence" {
	values >loaded.csv
	assay_fails 2 "cannot use --by without --estimators, which it is of: give both" show --by load loaded.csv
	assay_fails 2 "cannot use '90,80' for --sizes: expected up to 10 numbers of executions, ascending, such as 1,5,11,17" \
		show --estimators --sizes 90,80 loaded.csv
	for cuts in '' 9,8 x 1,2,3,4,5,6,7,8; do
		assay_fails 2 "cannot use 'load:$cuts' for --by: expected a metric, and up to 7 ascending numbers that divide it, such as load:80,90,125" \
			show --estimators --by "load:$cuts" loaded.csv
	done
	assay_fails 2 "cannot divide executions by 'colour': the result has no such metric of executions; see assay show --json" \
		show --estimators --by colour loaded.csv
}

@test "user time that varies more than processor time as a whole points to cpu" {
	awk 'BEGIN {
		print "execution,metric,value,unit"
		for (i = 1; i <= 30; i++) {
			printf "%d,user,%d,ms\n%d,system,%d,ms\n", i, 90 + 10 * (i % 2), i, 10 - 10 * (i % 2)
			printf "%d,cpu,%.3f,ms\n", i, 100 + i % 3 / 10
		}
	}' >kinds.csv
	"$ASSAY" show --estimators --metric user kinds.csv >out
	tr -s '\n ' ' ' <out | grep -qE 'user varies by 5\.4 %, user and system time together by 0\.08 %: .* Use cpu, which is both'
	"$ASSAY" show --estimators --metric cpu kinds.csv >out
	run ! grep -q 'Use cpu' out
}
