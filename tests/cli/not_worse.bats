#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# --fail-unless: what is to be shown not to be worse.
load common

# ends STATUS ARGUMENT...: the exit status of assay.
ends() {
	local want=$1 status=0
	shift
	"$ASSAY" "$@" >out 2>err || status=$?
	[ "$status" = "$want" ] || { echo "status $status"; cat out err; return 1; }
}

# gates STATUS ARGUMENT...: the end of the screen, from the first gate on.
gates() {
	ends "$@"
	sed -n '/^  gate/,$p' out
}

# times FILE NS: a program that reports iterations of about NS.
times() {
	script "$1" <<-SH
		n=\$((\$(cat $1.n 2>/dev/null) + 1))
		echo "\$n" >$1.n
		echo "assay 1
		iteration \$(($2 + n % 3)) ns" >>"\$ASSAY_REPORT"
	SH
}

@test "shown where no part of the interval lies beyond the margin, by its upper end" {
	rounds_table 20 a=10 b=10.02 >t.csv
	diff - <(gates 0 compare --fail-unless 'not slower by 1%' t.csv) <<'END'
  gate     not slower by 1%: shown, b against a: at most 0.705 % more time
           (97.5 %)
END
	rounds_table 20 a=10 b=9.5 >t.csv
	gates 0 compare --fail-unless 'not slower by 1%' t.csv >got
	grep -Eq 'shown, b against a: at least 4\.[0-9]+ % less time' <(tr -s ' \n' ' ' <got)
}

@test "not shown is status 3 without --require-decision, and says how many rounds would show it" {
	rounds_table 20 a=10 b=10.02 >t.csv
	diff - <(gates 3 compare --fail-unless 'not slower by 0.3%' t.csv) <<'END'
  gate     not slower by 0.3%: not shown, b against a:
           0.3 % less .. 0.7 % more time, 95 %; 386 rounds would show it if
           there is no difference (--runs 386)
END
}

@test "worse is status 1, and worse than what is not shown" {
	rounds_table 20 a=10 b=10.5 >t.csv
	diff - <(gates 1 compare --fail-unless 'not slower by 1%' t.csv) <<'END'
  gate     not slower by 1%: worse, b against a: 4.5 .. 5.5 % more time, 95 %
END
	rounds_table 20 a=10 b=10.5 c=10.02 >t.csv
	gates 1 compare --fail-unless 'not slower by 0.1%' t.csv >got
	grep -q 'worse, b against a' got
	grep -q 'not shown, c against a' got
}

@test "few rounds show nothing" {
	rounds_table 4 a=10 b=10 >t.csv
	gates 3 compare --fail-unless 'not slower by 100%' t.csv >got
	grep -q 'not slower by 100%: not shown' got
}

@test "several are shown together at 97.5 % each, though rows are wider for their number" {
	rounds_table 20 a=10 b=10.02 c=10.01 >t.csv
	diff - <(gates 0 compare --fail-unless 'not slower by 1%' t.csv) <<'END'
  gate     not slower by 1%: shown, b against a: at most 0.800 % more time
           (98.75 %)
  gate     not slower by 1%: shown, c against a: at most 0.499 % more time
           (98.75 %)
  gate     none of the 2 is worse by more than its limit (97.5 %, together; the
           rows above are at 97.5 %)
END
	diff - <(gates 0 compare --fail-unless 'not faster by 0.75%' t.csv) <<'END'
  gate     not faster by 0.75%: shown, b against a: at most 0.350 % less time
           (98.75 %)
  gate     not faster by 0.75%: shown, c against a: at most 0.662 % less time
           (97.5 %)
  gate     none of the 2 is worse by more than its limit (97.5 %, together; the
           rows above are at 97.5 %)
END
	gates 3 compare --fail-unless 'not slower by 0.5%' t.csv | grep -q 'gate     not shown for all 2 that they are worse by no more'
}

@test "with --fail-if beside it, both are one family, and the joint sentence is of what is to be shown" {
	rounds_table 20 a=10 b=10.5 >t.csv
	gates 1 compare --fail-if 'slower by 3%' --fail-unless 'not faster by 6%' t.csv >got
	grep -q 'slower by 3%: failed, b against a: 4.4 .. 5.6 % more time, 97.5 %' got
	grep -q 'not faster by 6%: shown' got
}

@test "run: programs are to be shown not to be slower, and a suite says so for a benchmark" {
	times a 100000
	times b 100000
	times c 120000
	ends 0 run -r 8 --fail-unless 'not slower by 1%' ./a ./b
	grep -q 'not slower by 1%: shown, ./b against ./a: ' out
	ends 1 run -r 8 --fail-unless 'not slower by 1%' ./a ./c
	cat >assay.yaml <<-'END'
		benchmarks:
		  ab:
		    execute: './{which}'
		    parameters: {which: [a, c]}
		    runs: 8
		    fail-unless: not slower by 1%
	END
	ends 1 run
	grep -q 'not slower by 1%: worse' out
	sed -i 's/not slower by 1%/not slower by 30%/' assay.yaml
	ends 0 run
	sed -i 's/not slower by 30%/slower by 30%/' assay.yaml
	ends 2 run
	grep -q "cannot use 'slower by 30%' for --fail-unless" err
}

# bats test_tags=long
@test "diff and check: versions, in JUnit, Markdown and annotations" {
	git init -q r && cd r
	git config user.name t && git config user.email t@example.org
	cat >bench.sh <<-'END'
		n=$(($(cat "$HOME/n" 2>/dev/null) + 1))
		echo "$n" >"$HOME/n"
		echo "assay 1
		iteration $((100000 + n % 7 * 10)) ns" >>"$ASSAY_REPORT"
	END
	git add . && git commit -qm one
	ends 0 diff HEAD --fail-unless 'not slower by 1%' --ci junit=j.xml -r 6 -w 0 -- sh bench.sh
	grep -q 'not slower by 1%: shown' out
	sed -i 's/100000/103000/' bench.sh
	ends 1 check --baseline HEAD --fail-unless 'not slower by 1%' --ci junit=j.xml --ci markdown=m.md -r 6 -w 0 -- sh bench.sh
	grep -q 'not slower by 1%: worse' out
	grep -q '<failure type="regression"' j.xml
	grep -q 'not slower by 1%` worse' m.md
	sed -i 's/103000/100000/' bench.sh
	echo 12 >"$HOME/n"
	ends 3 diff HEAD --seed 2 --fail-unless 'not slower by 0.001%' --ci junit=j.xml --ci github=g.txt -r 6 -w 0 -- sh bench.sh
	grep -q '<failure type="not shown"' j.xml
	grep -q '^::error' out
}

@test "on a second metric: worse of either is status 1, and what is shown of both is said of both" {
	rounds_table 20 a=10 b=10.02 >t.csv
	awk -F, -v OFS=, '{ print } NR > 1 { $4 = "size"; $5 = ($1 == "b" ? 103 : 100) + $2 % 5 / 100; $6 = "MB"; print }' t.csv >two.csv
	ends 1 compare --json --fail-unless 'not slower by 1%' --fail-unless 'size not more by 1%' two.csv
	jq -e '[.gates[] | [.metric, .state]] == [["time", "shown"], ["size", "worse"]] and .joint.shown == false' out
	ends 0 compare --json --fail-unless 'not slower by 1%' --fail-unless 'size not more by 5%' two.csv
	jq -e '.joint == {gates: 2, shown: true, confidence: 0.975, confidence_each: 0.975}' out
}

@test "several gates that are to fail are one family, whichever metric they are of" {
	rounds_table 20 a=10 b=10.5 >t.csv
	awk -F, -v OFS=, '{ print } NR > 1 { $4 = "size"; $5 = ($1 == "b" ? 103 : 100) + $2 % 5 / 100; $6 = "MB"; print }' t.csv >two.csv
	gates 1 compare --fail-if 'slower by 3%' --fail-if 'size more by 10%' two.csv >got
	grep -q 'slower by 3%: failed, b against a: 4.4 .. 5.6 % more time, 97.5 %' got
	grep -q 'size more by 10%: passed, b against a: .* more size, 97.5 %' <(tr -s ' \n' ' ' <got)
	gates 1 compare --fail-if 'slower by 3%' two.csv | grep -q 'more time, 95 %'
}

# bats test_tags=long
@test "what was interrupted goes on towards what is to be shown, and JUnit has the joint sentence of benchmarks" {
	times a 100000
	echo 30 >nth
	script b <<-SH
		echo >>count
		[ "\$(wc -l <count)" != "\$(cat nth)" ] || kill -KILL "\$(cat pid)"
		exec ./a
	SH
	# shellcheck disable=SC2016
	sh -c 'echo $$ >pid && exec "$0" "$@"' "$ASSAY" run -r 40 --fail-unless 'not slower by 1%' ./a ./b >out 2>err || true
	rm -f count
	ends 0 run --resume
	grep -q 'not slower by 1%: shown, ./b against ./a: ' out
	git init -q r && cd r
	git config user.name t && git config user.email t@example.org
	cat >assay.yaml <<-'END'
		runs: 8
		fail-unless: not slower by 1%
		benchmarks:
		  one: {execute: sh bench.sh}
		  two: {execute: sh bench.sh}
	END
	cat >bench.sh <<-'END'
		n=$(($(cat "$HOME/n" 2>/dev/null) + 1))
		echo "$n" >"$HOME/n"
		echo "assay 1
		iteration $((100000 + n % 7 * 10)) ns" >>"$ASSAY_REPORT"
	END
	git add . && git commit -qm one
	ends 0 check --baseline HEAD --ci junit=j.xml --ci markdown=m.md --ci github=g.txt -w 0
	rows gate | grep -q 'none of the 2 is worse by more than its limit (97.5 %, together; the rows above are at 97.5 %)'
	grep -q 'none of the 2 is worse by more than its limit' j.xml
	grep -q 'none of the 2 is worse by more than its limit' m.md
	grep -q '^::notice .*; none of the 2 is worse by more than its limit' out
	sed -i 's/100000/103000/' bench.sh
	ends 1 check --baseline HEAD --ci junit=j.xml --ci markdown=m.md --ci github=g.txt -w 0
	grep -q 'not shown for all 2 that they are worse by no more than their limits' j.xml
	grep -q 'not shown for all 2 that they are worse by no more than their limits' m.md
	grep -q '^::error .*; not shown for all 2 that they are worse by no more than their limits' out
	[ "$(grep -c '^::error .*not slower by 1%.* worse' out)" = 2 ]
}

@test "gates that contradict each other are refused before anything is measured" {
	assay_fails 2 "cannot use 'slower by 1%' for --fail-if beside 'time not slower by 3%' for --fail-unless: what lies between their limits would fail the one and be shown for the other; leave one out" \
		run --fail-if 'slower by 1%' --fail-unless 'time not slower by 3%' 'touch measured' true
	ends 0 compare --fail-if 'slower by 3%' --fail-unless 'not slower by 1%' <(rounds_table 20 a=10 b=10)
	printf 'fail-if: slower by 1%%\nfail-unless: not slower by 3%%\nbenchmarks:\n  a: {execute: touch measured}\n' >assay.yaml
	ends 2 run
	grep -q 'what lies between their limits' err
	[ ! -e measured ]
}

@test "JSON says shown, worse or not shown, and the joint sentence" {
	rounds_table 20 a=10 b=10.02 c=10.5 >t.csv
	ends 1 compare --json --fail-unless 'not slower by 1%' t.csv
	"$SCHEMA_CHECK" "$SCHEMA" out
	jq -e '[.gates[].state] == ["shown", "worse"] and
		.joint == {gates: 2, shown: false, confidence: 0.975, confidence_each: 0.975}' out
	rounds_table 20 a=10 b=10.02 >t.csv
	ends 3 compare --json --fail-unless 'not slower by 0.3%' t.csv
	jq -e '.gates[0].state == "not_shown" and .gates[0].needed == 386 and .joint == null' out
}

@test "what cannot be shown, or be read, is refused before anything is measured" {
	assay_fails 2 "cannot use 'not slower by 0%' for --fail-unless: expected a margin above 0%, such as 'not slower by 1%': that two equal programs differ by nothing at all cannot be shown" \
		run --fail-unless 'not slower by 0%' 'touch measured' true
	assay_fails 2 "cannot use 'slower by 1%' for --fail-unless: expected [METRIC] not slower, faster, more or less, then by and a percentage, such as 'not slower by 1%' or 'peak_memory not more by 10%'" \
		run --fail-unless 'slower by 1%' 'touch measured' true
	assay_fails 2 "cannot use --fail-unless with one command: a gate compares commands, so give two or more" \
		run --fail-unless 'not slower by 1%' 'touch measured'
	assay_fails 2 "cannot use 'peak_memory not slower by 3%' for --fail-unless: peak_memory is no time; say more in place of slower" \
		run --fail-unless 'peak_memory not slower by 3%' 'touch measured' true
	[ ! -e measured ]
}

@test "a diff with both gates undecided: each says what it lacks, at the confidence they share, and the status is 3" {
	local status=0
	cp "$TARGET" prog
	git init -q project && cd project
	git config user.email a@example.org && git config user.name a
	for seed in 1 2; do
		printf '#!/bin/sh\nexec %s/here/prog execution=0.05 seed=%d\n' "$TEST_DIR" "$seed" >bench.sh
		chmod +x bench.sh
		git add . && git commit -qm "$seed"
	done
	"$ASSAY" diff HEAD~1 HEAD -r 10 --fail-if 'slower by 1%' --fail-unless 'not slower by 1%' -- ./bench.sh >out || status=$?
	[ "$status" = 3 ]
	[ "$(rows gate | wc -l)" = 2 ]
	rows gate | grep -qE '^slower by 1%: undecided, .* 97\.5 %; .* about [0-9]+ rounds in a new run would decide it \(--runs [0-9]+\)$'
	rows gate | grep -qE '^not slower by 1%: not shown, .* 97\.5 %; [0-9]+ rounds would show it if there is no difference \(--runs [0-9]+\)$'
}
