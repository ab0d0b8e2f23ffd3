#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# assay check: what is measured now, or kept, against a baseline; gates and the exit status.
load common

# A program whose n-th execution reports a time near that in the file NAME.ms; fails without the file.
setup() {
	eval "$(sed -n '/^setup()/,/^}/p' "$BATS_TEST_DIRNAME/common.bash" | sed '1s/.*/common_setup() {/')"
	common_setup
	script bench <<-'END'
		n=$(cat "$1.n" 2>/dev/null || echo 0)
		echo $((n + 1)) >"$1.n"
		ms=$(cat "$1.ms") || exit 7
		printf 'assay 1\niteration %s ms\nexecution heap %s B\n' \
			"$(awk "BEGIN { print $ms * (1 + ($n * 7 % 5 - 2) / 2000) }")" "${ms}000" >>"$ASSAY_REPORT"
	END
	echo 10 >fft.ms
	echo 20 >sort.ms
	cat >assay.yaml <<-'END'
		suite: mono
		runs: 8
		warmup: 0
		benchmarks:
		  fft: {execute: ./bench fft}
		  sort: {execute: ./bench sort, fail-if: slower by 5%}
	END
}

keep() { # LABEL
	"$ASSAY" run --style none --label "$1"
}

# A screen as one line.
flat() {
	tr -s ' \n' ' ' <out
}

# ends STATUS ARGUMENT...: assay check ends with it; its screen is in out.
ends() {
	local want=$1 status=0
	shift
	"$ASSAY" check "$@" >out 2>err || status=$?
	if [ "$status" != "$want" ]; then
		echo "assay check $*: wanted $want, got $status"
		cat out err
		return 1
	fi
}

in_git() {
	export GIT_CONFIG_GLOBAL=/dev/null GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org \
		GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.org
	printf '*.n\n' >.gitignore
	git init -q -b main . && git add . && git commit -qm one
}

@test "a label: the newest result of each benchmark that bears it, and the gate of the suite" {
	echo 99 >fft.ms && keep main
	echo 10 >fft.ms && keep main
	noise_profile time
	ends 0 --baseline main
	flat | grep -q 'mono: now against main, measured '
	flat | grep -q '2 without a difference, of 2 benchmarks'
	flat | grep -q '2 comparisons, 95 % for all of them together (Holm)'
	flat | grep -q 'overall .*x (.*), 2 benchmarks of 2 programs: .* for this suite, beyond these sessions'
	flat | grep -q 'gate passed: 1 of 1'
	echo 22 >sort.ms
	ends 1 --baseline label:main --adjust bh
	flat | grep -q '1 worse, 1 without a difference, of 2 benchmarks'
	flat | grep -Eq 'worse sort: takes (9.9|10.)[0-9]* % more time'
	flat | grep -q '(Benjamini-Hochberg)'
	flat | grep -q 'gate slower by 5%: failed by sort'
}

# bats test_tags=long
@test "without a noise profile there is no verdict, which is a failure only with --require-decision" {
	keep main
	echo 30 >sort.ms
	ends 0 --baseline main
	flat | grep -q '2 undecided, of 2 benchmarks'
	flat | grep -q 'gate slower by 5%: undecided by sort: .* because there is no verdict'
	flat | grep -q 'they differ, or the sessions do'
	flat | grep -q 'no noise profile of this command on this machine, in this environment (assay aa COMMAND makes one)'
	flat | grep -q 'next assay check --baseline rev:REVISION, or assay diff measures both in the same rounds'
	flat | grep -q 'or assay aa COMMAND, for each of them, in 6 sessions: then results of different sessions can be compared'
	absent -q 'would decide' out
	ends 3 --baseline main --require-decision
}

# bats test_tags=long
@test "the noise profile of another command is shown, and gives no verdict" {
	keep main
	noise_profile time './other 10'
	echo 30 >sort.ms
	ends 0 --baseline main
	flat | grep -q '2 undecided, of 2 benchmarks'
	flat | grep -q 'gate slower by 5%: undecided by sort: .* because there is no verdict'
	flat | grep -q "sessions of ./other 10 differ by 0.[0-9]* % (sd, 8 sessions); of this command nothing is known"
	ends 3 --baseline main --require-decision
	noise_profile time './bench sort'
	ends 1 --baseline main
	flat | grep -q '1 worse, 1 undecided, of 2 benchmarks'
	flat | grep -q 'gate slower by 5%: failed by sort'
}

# bats test_tags=long
@test "gates of the command line hold for all in place of those of the suite, on any metric" {
	keep main
	noise_profile time
	noise_profile heap
	echo 22 >sort.ms
	ends 0 --baseline main --fail-if 'slower by 20%'
	ends 1 --baseline main --fail-if 'slower by 20%' --fail-if 'heap more by 5%'
	flat | grep -q 'gate heap more by 5%: failed by sort'
	[ "$(flat | grep -c 'slower by 5%')" -eq 0 ]
}

@test "without any gate nothing is a failure, and that is said with an example" {
	sed -i 's/, fail-if.*}/}/' assay.yaml
	keep main
	noise_profile time
	echo 30 >sort.ms
	ends 0 --baseline main
	flat | grep -q "gate no gate is set, so nothing here is a failure: --fail-if 'slower by 3%'"
}

# bats test_tags=long
@test "a benchmark the baseline lacks is new, one it alone has is gone, with the name it may have now" {
	sed 's/fft:/transform:/' assay.yaml >old.yaml
	"$ASSAY" run --style none --label main -f old.yaml
	noise_profile time
	sed 's/fft:/transforms:/' assay.yaml >new.yaml
	ends 0 --baseline main -f new.yaml
	flat | grep -q '1 gone, 1 new'
	flat | grep -q "gone transform: .*perhaps it is called 'transforms' now"
	# A choice of benchmarks makes none of the others gone.
	ends 0 --baseline main -f new.yaml --only transforms
	flat | grep -q '1 new, of 1 benchmark'
	[ "$(flat | grep -c gone)" -eq 0 ]
	ends 0 --baseline main -f new.yaml --only transforms --fail-if 'slower by 3%'
	flat | grep -q 'gate no gate was judged, because nothing has a result in both'
}

@test "what failed in the baseline alone is told of the baseline, in words without bytes of the layout" {
	jq -n '{command: "a", mean: 2, times: [1.9, 2, 2.1], exit_codes: [0, 0, 0]} as $a | {results: [$a]}' >few.json
	jq '.results[0].exit_codes = [1, 1, 1]' few.json >failed.json
	ends 0 few.json --baseline failed.json
	flat | grep -q 'mended a: in the base: all 3 executions failed: 3 exit status 1'
}

# bats test_tags=long
@test "newly failing is told apart from slower, and is status 5" {
	keep main
	noise_profile time
	rm fft.ms
	echo 30 >sort.ms
	ends 5 --baseline main
	flat | grep -q '1 newly failing, 1 worse, of 2 benchmarks'
	flat | grep -q "broken fft: 'fft' failed: it ended with exit status 7"
	# A gate is there, even if what it is about has no result.
	echo 10 >fft.ms
	mv sort.ms away
	ends 5 --baseline main
	[ "$(flat | grep -c 'there is no gate')" -eq 0 ]
	mv away sort.ms
	rm fft.ms
	ends 5 --baseline main
	# In the order of the suite.
	flat | grep -Eq "now against main, .* fft 'fft' failed: .* sort 20.000 to "
}

@test "a baseline that does not exist: status 2, and what is near" {
	keep nightly
	assay_fails 2 "cannot find the baseline 'nigthly': it is no revision, no label and no number of a result, and no file; did you mean 'nightly'?" \
		check --baseline nigthly
	assay_fails 2 "cannot find the baseline 'main': it is no revision, no label and no number of a result, and no file; there are the labels nightly" \
		check --baseline main
	assay_fails 2 "cannot find the baseline 'nigthly': no result bears that label; did you mean 'nightly'?" \
		check --baseline label:nigthly
	run "$ASSAY" check --baseline ./nothing.assay
	[ "$status" -eq 2 ]
	assay_fails 2 "cannot find the commit 'main': it is no revision of the repository here, and no beginning of a commit's name" \
		check --baseline stored:main
	run "$ASSAY" check --baseline stored:1234567
	[ "$status" -eq 2 ]
	[[ $output == *"nothing is kept of that commit in "* ]]
	[ "$("$ASSAY" list --json | jq '.results | length')" -eq 2 ] # nothing was measured
}

# bats test_tags=long
@test "a word that is a label and a revision is refused with both spelled out" {
	in_git
	keep main
	assay_fails 2 "cannot tell which baseline 'main' is: it is a revision and a label; say rev:main or label:main" \
		check --baseline main
	ends 0 --baseline label:main
	flat | grep -q 'now against main'
}

# bats test_tags=long
@test "what is kept of a commit, but not what was measured with changes" {
	in_git
	keep clean
	noise_profile time
	echo 30 >sort.ms
	"$ASSAY" run --style none # with a change
	ends 1 --baseline stored:HEAD
	flat | grep -q "now against HEAD ($(git rev-parse --short=9 HEAD))"
	flat | grep -q 'sort: takes .* more time'
	git commit -qam two
	echo 10 >sort.ms
	"$ASSAY" run --style none
	run "$ASSAY" check --baseline "stored:$(git rev-parse HEAD)"
	[ "$status" -eq 2 ]
	[[ $output == *"what is kept of that commit was measured with changes that were not committed"* ]]
}

# bats test_tags=long
@test "a result, a file of it, a file of data, and another store are baselines, too" {
	"$ASSAY" run --style none --only sort --export sort.assay
	"$ASSAY" export 1 sort.json
	"$ASSAY" export 1 sort.csv
	"$ASSAY" run --style none
	noise_profile time
	echo 22 >sort.ms
	for baseline in 1 id:1 sort.assay file:sort.assay sort.json; do
		ends 1 --baseline "$baseline" --only sort
		flat | grep -q '1 worse, of 1 benchmark'
	done
	ends 0 --baseline sort.csv --only sort --across
	flat | grep -q '1 undecided, of 1 benchmark'
	cp -r "$HOME/.local/share/assay" elsewhere
	echo 10 >sort.ms
	ends 0 --baseline ./elsewhere
	flat | grep -q 'now against ./elsewhere'
	flat | grep -q '1 better, 1 without a difference, of 2 benchmarks'
	ends 0 --baseline elsewhere/assay.db
}

# bats test_tags=long
@test "a result against a baseline: nothing is measured" {
	keep main
	echo 22 >sort.ms
	keep branch
	noise_profile time
	rm fft.n
	ends 1 branch --baseline main --fail-if 'slower by 5%'
	flat | grep -q 'branch against main'
	flat | grep -q '1 worse, 1 without a difference, of 2 benchmarks'
	[ ! -e fft.n ]
	ends 0 branch --baseline main --tolerance 15%
	flat | grep -q '2 without a difference'
	ends 0 label:branch --baseline id:1
	assay_fails 2 "cannot check 'branch' without a result to compare it with: add --baseline RESULT; a command to measure stands after --" \
		check branch
	in_git
	assay_fails 2 "cannot take the revision 'HEAD' for a baseline: nothing is measured here; stored:HEAD is what is kept of that commit" \
		check branch --baseline HEAD
}

# bats test_tags=long
@test "a command against a result of it is compared by name: another name is new, with the name it has there" {
	"$ASSAY" run --style none -r 8 -w 0 './bench sort'
	noise_profile time
	echo 22 >sort.ms
	ends 1 --baseline @last --fail-if 'slower by 5%' -r 8 -w 0 -- ./bench sort
	flat | grep -q './bench sort: now against @last'
	flat | grep -q 'kept as 2'
	# It is kept with what was typed, and can be extended as what assay run has measured.
	"$ASSAY" show --json 2 | jq -e '.experiment.command_line == "assay check --baseline @last --fail-if '"'slower by 5%'"' -r 8 -w 0 -- ./bench sort"'
	ends 0 --baseline 1 --fail-if 'slower by 5%' -r 8 -w 0 -n other -- './bench sort'
	flat | grep -q "new other: not there in the base; the base has './bench sort' alone, which is compared with what bears that name (-n)"
	[ "$(flat | grep -c verdict)" -eq 0 ]
	ends 0 --baseline 1 -r 3 -w 0 -- true
	flat | grep -q '1 new, of 1 benchmark'
	# So it is with results that are kept, as docs/check.md says of all.
	ends 0 @last --baseline 1
	flat | grep -q '1 new, 1 gone, of 2 benchmarks\|1 gone, 1 new, of 2 benchmarks'
	"$ASSAY" run --extend 2 -r 1 >out
	[ "$("$ASSAY" show --json @last | jq -r '.plan.done')" = 9 ]
}

@test "another environment is refused before anything is measured" {
	LD_LIBRARY_PATH=/nowhere keep main
	rm fft.n
	assay_fails 4 "cannot compare with 'main': it was measured in another environment than this (env.LD_LIBRARY_PATH is /nowhere in 'main' only); measure both versions here (--baseline rev:REVISION), or insist with --across" \
		check --baseline main
	[ ! -e fft.n ]
	ends 0 --baseline main --across
	flat | grep -q 'warning environments differ: env.LD_LIBRARY_PATH is /nowhere'
	flat | grep -q '2 undecided'
}

@test "two benchmarks of one name are refused" {
	"$ASSAY" run --style none -r 3 -w 0 -N -n sort -n sort true true
	assay_fails 2 "cannot compare '@last': two of its commands are called 'sort', so that it is not clear which is meant; measure them under names of their own (-n)" \
		check @last --baseline 1 || true
	keep main
	assay_fails 2 "cannot compare '1': two of its commands are called 'sort', so that it is not clear which is meant; measure them under names of their own (-n)" \
		check label:main --baseline 1
}

@test "JSON is a review, and so is that of no comparison" {
	keep main
	ends 0 --json --baseline main
	"$SCHEMA_CHECK" "$SCHEMA" out
	jq -e '.schema == "assay-review-1" and (.benchmarks | length) == 2' out
}

# bats test_tags=long
@test "--estimator stands beside the verdict with its false alarms, and gates are judged by it" {
	keep main
	noise_profile time
	echo 22 >sort.ms
	ends 1 --baseline main --estimator min --estimator q1
	flat | grep -Eq 'gate slower by 5%: failed by sort: minimum 19.98 to 21.98 ms, 10.0 % more time; identical programs are beyond 5 % in 0 % of 2000 draws \(4 of 8 units a side: rough\)'
	flat | grep -q 'beside sort: minimum 19.98 to 21.98 ms, .* beyond 1 % in 0 %'
	flat | grep -q 'sort: lower quartile '
	flat | grep -q 'each draw is of one session'
	ends 1 --baseline main --estimator min --json
	"$SCHEMA_CHECK" "$SCHEMA" out
	jq -e '.benchmarks[] | select(.name == "sort") | [.estimates[] | [.estimator, .gate, .limit, .rate]] ==
		[["min", null, 0.01, 0], ["min", "slower by 5%", 0.05, 0]]' out
	ends 1 --baseline main --estimator min
	flat | grep -Eq 'worse sort: takes (9.9|10.)[0-9]* % more time' # the mean's, as ever
	# Identical programs that are often beyond a limit cannot fail it.
	printf 'subject,execution,metric,value,unit\n' | tee old.csv >new.csv
	for n in 1 2 3 4 5 6 7 8; do
		echo "sort,$n,time,$((100 + n % 2 * 40)),ms" >>old.csv
		echo "sort,$n,time,$((160 + n % 2 * 40)),ms" >>new.csv
	done
	ends 0 new.csv --baseline old.csv --estimator min --fail-if 'slower by 5%'
	flat | grep -q 'gate slower by 5%: undecided by sort: minimum 100 to 160 ms'
	head -n 4 old.csv >few.csv
	run "$ASSAY" check new.csv --baseline few.csv --estimator min --fail-if 'slower by 5%'
	[ "$status" -eq 2 ]
	[[ $output == *"cannot judge 'slower by 5%' by the minimum: how often it would call identical programs different is not known, because the baseline has 3 units at the top, and 4 are needed to draw two groups; leave --estimator out, or measure the baseline with more" ]]
}

@test "what CI shows is written of a check, too" {
	keep main
	noise_profile time
	echo 22 >sort.ms
	ends 1 --baseline main --ci markdown=check.md --ci junit=check.xml
	grep -q '`sort`' check.md
	grep -q '<testsuite' check.xml
}

# bats test_tags=long
@test "a revision is measured in the same rounds, as assay diff does" {
	cat >bench.sh <<-'END'
		printf 'assay 1\niteration %s.0000%s ms\n' "$(cat speed)" $(($$ % 90 + 10)) >>"$ASSAY_REPORT"
	END
	echo 10 >speed
	in_git
	echo 12 >speed
	ends 1 --baseline HEAD --fail-if 'slower by 5%' -r 6 -w 0 -- sh bench.sh
	flat | grep -q 'gate slower by 5%: failed'
	ends 1 --fail-if 'slower by 5%' -r 6 -w 0 -- sh bench.sh
	ends 1 --fail-if 'slower by 5%' -r 6 -w 0 -- 'sh bench.sh' # one word is a command line
	ends 1 --baseline rev:HEAD --fail-if 'slower by 5%' --estimator median -r 8 -w 0 -- sh bench.sh
	flat | grep -q 'gate slower by 5%: failed by sh bench.sh: median 10.00 to 12.00 ms, 20.0 % more time'
	printf 'benchmarks:\n  speed: {execute: sh bench.sh, runs: 6, warmup: 0, fail-if: slower by 5%%}\n' >assay.yaml
	git add . && git commit -qm suite && echo 14 >speed
	ends 1 --baseline HEAD~1
	flat | grep -q 'speed: takes \(40.0\|39.9\)[0-9]* % more time'
}

@test "a plan of a check is that of what it would measure" {
	keep main
	ends 0 --baseline main --dry-run
	flat | grep -q 'plan: 8 executions'
	[ "$("$ASSAY" list --json | jq '.results | length')" -eq 2 ]
}

@test "words that cannot be checked are refused" {
	assay_fails 2 "cannot check several results at once: 'b' is the second; the command to measure stands after --" \
		check a b --baseline c
	assay_fails 2 "cannot check the result 'a' and measure './bench': leave one out" check a --baseline c -- ./bench
	assay_fails 2 "cannot take --file or --only beside the command './bench': they are about the suite; leave one out" \
		check --only sort -- ./bench
	assay_fails 2 "assay check measures anew: use assay run for --extend and --resume, and assay check RESULT for what comes of it" \
		check --extend @last
	assay_fails 2 "cannot take --reference with assay check, which compares with the baseline: name that with --baseline, or use assay run" \
		check --reference ./bench
	rm assay.yaml
	assay_fails 2 "assay check needs something to measure: a suite in ./assay.yaml (assay help suite), a command after --, or a RESULT" \
		check --baseline main
}
