#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Counts of 0, of 10^12 and beyond, that are no counts, and that contradict each other.
load common

count_options=(--runs --min-runs --max-runs --warmup --iterations --drop --stage1)

# The least that an option takes.
least_of() {
	case $1 in
	--warmup | --drop) echo 0 ;;
	--stage1) echo 2 ;;
	*) echo 1 ;;
	esac
}

@test "a count of 0 where at least 1 is needed" {
	for option in "${count_options[@]}"; do
		[ "$(least_of "$option")" != 0 ] || continue
		assay_fails 2 "cannot use '0' for $option: expected a whole number from $(least_of "$option") to 100000000" \
			run "$option" 0 'touch ran'
	done
	[ ! -e ran ]
}

# bats test_tags=long
@test "a count of 10^12, of 10^30, below 0, with a fraction, and no count" {
	for option in "${count_options[@]}"; do
		for count in 1000000000000 1000000000000000000000000000000 -1 2.5 1e3 0x10 '3 ' ten ''; do
			assay_fails 2 "cannot use '$count' for $option: expected a whole number from $(least_of "$option") to 100000000" \
				run "$option=$count" 'touch ran'
		done
	done
	[ ! -e ran ]
}

@test "0 warm-ups and 1 execution are counts" {
	assay_runs 0 warning "1 run is too few for an interval; use 5 or more (-r 5)" run -w 0 -r 1 true
}

@test "counts that contradict each other" {
	assay_fails 2 "cannot measure at least 5 and at most 2 executions: --min-runs must not be above --max-runs" \
		run -m 5 -M 2 'touch ran'
	assay_fails 2 "--runs and --min-runs cannot be combined: --runs is an exact number; leave one out" \
		run -r 5 -m 2 'touch ran'
	assay_fails 2 "--runs and --max-runs cannot be combined: --runs is an exact number; leave one out" \
		run -r 5 -M 9 'touch ran'
	assay_fails 2 "--runs was given twice, and only one can count: leave one out" run -r 5 -r 6 'touch ran'
	assay_fails 2 "cannot drop 5 of 5 iterations: nothing would be left; raise --iterations" \
		run --iterations 5 --drop 5 'touch ran'
	assay_fails 2 "cannot drop 20 of 20 iterations: nothing would be left; raise --iterations" run --drop 20 'touch ran'
	[ ! -e ran ]
}

@test "a range of shares, not of numbers" {
	assay_fails 2 "cannot use '0%' for --precision: expected a percentage above 0% and below 100%, such as 1%" \
		run --precision 0% 'touch ran'
	assay_fails 2 "cannot use '1' for --precision: expected a percentage above 0% and below 100%, such as 1%" \
		run --precision 1 'touch ran'
	assay_fails 2 "cannot use '100%' for --confidence: expected a percentage from 50% to below 100%, such as 95%" \
		run --confidence 100% 'touch ran'
	assay_fails 2 "cannot use 'nan%' for --tolerance: expected a percentage from 0% to below 100%, such as 1%" \
		run --tolerance nan% 'touch ran'
	[ ! -e ran ]
}

@test "times without a unit, of 0 and beyond all use" {
	for option in --budget --timeout; do
		for time in 0 0s 5 -5s nans 1e30h 1000000000000h forever ''; do
			assay_fails 2 "cannot use '$time' for $option: expected a time above 0 with its unit, such as 500ms, 30s, 20m or 2h" \
				run "$option=$time" 'touch ran'
		done
	done
	[ ! -e ran ]
}

@test "numbers of other options" {
	assay_fails 2 "cannot use '-1' for --seed: expected a whole number from 0 to 9223372036854775807" \
		run --seed -1 'touch ran'
	assay_fails 2 "cannot use '256' for --ignore-failure: expected exit statuses from 0 to 255 with commas between, such as 1,2, or all-non-zero" \
		run -i=256 'touch ran'
	assay_fails 2 "cannot use '0' for --limit: expected a whole number from 1 to 1000000000" list --limit 0
	[ ! -e ran ]
}

@test "commands and options that do not fit each other in number" {
	assay_fails 2 "--command-name was given 2 times for 1 command: give at most one for each" run -n a -n b 'touch ran'
	assay_fails 2 "--prepare was given 2 times for 3 commands: give it once for all, or once for each" \
		run -p a -p b 'touch ran' 'touch ran' 'touch ran'
	[ ! -e ran ]
}

@test "what --max-runs cut says what the target needs by all that was measured, not by the first stage" {
	script noisier <<-'END'
		n=$(($(cat n 2>/dev/null || echo 0) + 1))
		echo $n >n
		by=$((n <= 11 ? 1 : 20))
		echo "rate $((100 + (n % 2 ? by : -by)))"
	END
	"$ASSAY" run -v -w 0 --stage1 10 --precision 0.3% --max-runs 30 --metric 'rate=rate ([0-9]+):1/s' --criterion rate \
		./noisier >out
	cat out
	needs=$(tr '\n' ' ' <out | grep -oE 'of the about +[0-9]+' | grep -oE '[0-9]+$')
	[ "$needs" -gt 5000 ]
}

@test "a stage 2 that --max-runs or a budget cut stays two stages, for each metric, ratio and gate" {
	"$ASSAY" run --seed 7 --stage1 6 --precision 0.01% --max-runs 12 --iterations 1 --verbose \
		"$TARGET execution=0.05 seed=1" "$TARGET execution=0.05 seed=2" >out
	grep -qx '  two stages 6 rounds first, then 6 more; the interval is the wider of two' out
	rows note | grep -q '^target missed: .* reached, '
	for means in '' --ratio=means --difference; do
		"$ASSAY" show --json $means @last >result.json
		"$SCHEMA_CHECK" "$SCHEMA" result.json >/dev/null
		jq -e '.plan.stopping == "two_stage" and .plan.outcome == "max" and .plan.wanted > 12
			and (.comparisons[0] | .interval.two_stage and .p >= .p_single_stage)
			and ([.subjects[].summaries[] | select(.n == 12).interval | select(.df > 0).method] | all(. != "t"))' \
			result.json
	done
}

@test "a stage 1 of which less than two are left makes no two stages, and that is said" {
	script late <<-'END'
		n=$(($(cat n 2>/dev/null || echo 0) + 1))
		echo $n >n
		[ "$n" -gt 6 ] || [ "$n" -eq 1 ] || exit 3
		echo "rate $((1000 + n * 7 % 5))"
	END
	status=0
	"$ASSAY" run -v -w 0 --stage1 6 --precision 0.001% --max-runs 12 --metric 'rate=rate ([0-9]+):1/s' --criterion rate \
		./late >out || status=$?
	[ "$status" -eq 5 ]
	cat out
	tr -s ' \n' '  ' <out | grep -q 'warning stage 1 left too little: 1 of its 6 rounds has a value, so that the interval is by all rounds alone '
	"$ASSAY" show --json | jq -e '.subjects[0].summaries[] | select(.metric == "rate") | .n == 6 and .interval.method != "two_stage"'
}

# bats test_tags=long
@test "a target that two stages miss although nothing cut them is named with what it would take" {
	script spreads <<-'END'
		n=$(($(cat n.$1 2>/dev/null || echo 0) + 1))
		echo $n >n.$1
		[ $1 = a ] && by=0 || by=$((n <= 6 ? 10 : n <= 30 ? 20 : 60))
		echo "rate $((1000 + (n % 2 ? by : -by)))"
	END
	"$ASSAY" run -v -w 0 --stage1 6 --precision 0.5% --budget 10m --metric 'rate=rate ([0-9]+):1/s' --criterion rate \
		'./spreads a' './spreads b' >out
	rows note | grep -q '^target not met: .* 1.0 %, not .* 0.5 %; about 318 more rounds would'
}
