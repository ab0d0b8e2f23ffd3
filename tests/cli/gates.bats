#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# --fail-if and --require-decision.
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

@test "failed only where the whole interval lies beyond the limit, with its size" {
	rounds_table 20 a=10 b=10.5 c=10.3 d=10 >t.csv
	diff - <(gates 1 compare --fail-if 'slower by 3%' --fail-if 'faster by 1 %' t.csv) <<'END'
  gate     slower by 3%: failed, b against a: 4.3 .. 5.7 % more time, 99.17 %
  gate     slower by 3%: undecided, c against a: 2.0 .. 4.2 % more time,
           99.17 %; if the difference is as large as it looks, about 805 rounds
           in a new run would decide it (--runs 805)
  gate     slower by 3%: passed, d against a: 0.4 % less .. 0.7 % more time,
           99.17 %
  gate     faster by 1 %: passed, b against a: 4.3 .. 5.7 % more time, 99.17 %
  gate     faster by 1 %: passed, c against a: 2.0 .. 4.2 % more time, 99.17 %
  gate     faster by 1 %: passed, d against a: 0.4 % less .. 0.7 % more time,
           99.17 %
END
}

@test "a gate beyond twice as much says of what it is so many times" {
	rounds_table 20 a=10 b=30 c=3 >t.csv
	gates 1 compare --fail-if 'slower by 3%' t.csv >got
	grep -Eq 'failed, b against a: (2\.9|3\.0)[0-9]* \.\. 3\.0[0-9]* times the time,' <(tr -s ' \n' ' ' <got)
	grep -Eq 'passed, c against a: 3\.[0-9]+ \.\. 3\.[0-9]+ times as fast,' <(tr -s ' \n' ' ' <got)
}

@test "a bound is not rounded onto the limit" {
	rounds_table 20 a=10 b=10.5 >t.csv
	diff - <(gates 1 compare --fail-if 'slower by 4.473%' t.csv) <<'END'
  gate     slower by 4.473%: failed, b against a: 4.474 .. 5.529 % more time,
           95 %
END
}

# judged LIMIT WORD STATUS TABLE: what becomes of --fail-if 'more by LIMIT' for values of a count.
judged() {
	local status=0
	"$ASSAY" compare --criterion ops --fail-if "more by $1" "$4" >out || status=$?
	[ "$status" -eq "$3" ]
	grep -q "gate     more by $1: $2, " out
}

@test "a change that lies on the limit is not beyond it, and where it varies decides no gate" {
	for r in $(seq 1 12); do
		printf '%s,%s,%s,ops,%s,count,less\n' a "$r" "$r" 100 b "$r" "$r" 110
	done | sed '1i subject,round,execution,metric,value,unit,better' >exact.csv
	judged 10% passed 0 exact.csv
	judged 9.999% failed 1 exact.csv
	"$ASSAY" compare --criterion ops --fail-unless 'not more by 10%' exact.csv | grep -q 'not more by 10%: shown, '
	for r in $(seq 1 12); do
		printf '%s,%s,%s,ops,%s,count,less\n' a "$r" "$r" 1000 b "$r" "$r" "$((1100 + (r % 2 ? 9 : -9)))"
	done | sed '1i subject,round,execution,metric,value,unit,better' >around.csv
	judged 10% undecided 0 around.csv
	status=0
	"$ASSAY" compare --criterion ops --fail-unless 'not more by 10%' around.csv >out || status=$?
	[ "$status" -eq 3 ]
	grep -q 'not more by 10%: not shown, ' out
}

@test "an undecided gate is 0, with --require-decision 3, and the screen says what would decide it" {
	rounds_table 20 a=10 b=10.5 >t.csv
	local screen
	screen=$(cat <<'END'
  gate     slower by 4.8%: undecided, b against a: 4.5 .. 5.5 % more time, 95 %;
           if the difference is as large as it looks, about 193 rounds in a new
           run would decide it (--runs 193)
END
)
	diff <(echo "$screen") <(gates 0 compare --fail-if 'slower by 4.8%' t.csv)
	diff <(echo "$screen") <(gates 3 compare --require-decision --fail-if 'slower by 4.8%' t.csv)
	ends 1 compare --require-decision --fail-if 'slower by 1%' --fail-if 'slower by 4.8%' t.csv
}

@test "without a gate, --require-decision is about the verdicts" {
	rounds_table 20 a=10 b=10.5 >t.csv
	ends 0 compare --require-decision t.csv
	rounds_table 6 a=10 b=10.05 >t.csv
	ends 3 compare --require-decision t.csv
	ends 0 compare t.csv
}

@test "without shared rounds a gate is undecided" {
	rounds_table 8 a=10 b=20 | cut -d, -f1,3- >t.csv
	diff - <(gates 0 compare --fail-if 'slower by 3%' t.csv) <<'END'
  gate     slower by 3%: undecided, b against a: 98.2 .. 101.0 % more time,
           95 %, because there is no verdict
END
	rounds_table 8 a=10 >a.csv
	rounds_table 8 a=20 >b.csv
	diff - <(gates 3 compare --require-decision --fail-if 'slower by 3%' a.csv b.csv) <<'END'
  gate     slower by 3%: undecided, b.csv against a.csv:
           1.988 .. 2.012 times the time, 95 %, because there is no verdict
END
}

@test "values that do not vary are decided by their size" {
	{
		echo subject,round,execution,metric,value,unit
		for r in 1 2 3 4 5 6; do
			printf 'a,%d,%d,size,1000,kB\nb,%d,%d,size,1100,kB\n' $r $r $r $r
		done
	} >t.csv
	diff - <(gates 1 compare --fail-if 'more by 5%' --fail-if 'size more by 10%' t.csv) <<'END'
  gate     more by 5%: failed, b against a: uses 10.0 % more size, always by the
           same amount
  gate     size more by 10%: passed, b against a: uses 10.0 % more size, always
           by the same amount
END
}

@test "of many comparisons those that failed are named, the others counted" {
	rounds_table 10 a=10 b=10 c=10.01 d=10.02 e=11 f=10 >t.csv
	diff - <(gates 1 compare --fail-if 'slower by 3%' t.csv) <<'END'
  gate     slower by 3%: failed, e against a: 9.1 .. 10.5 % more time, 99 %
  gate     slower by 3%: passed by 4 of 5 comparisons
END
}

@test "a gate that cannot be read is refused with what was probably meant, before anything is measured" {
	local expected="expected [METRIC] slower, faster, more or less, then by and a percentage, such as 'slower by 3%' or 'peak_memory more by 10%'"
	local bad meant quoted
	while IFS='|' read -r bad meant; do
		quoted="; did you mean '$meant'?"
		assay_fails 2 "cannot use '$bad' for --fail-if: $expected${meant:+$quoted}" \
			run --fail-if "$bad" 'touch measured' true
	done <<-'END'
		slowr by 3%|slower by 3%
		slower 5%|slower by 5%
		slower than 5 %|slower by 5%
		slower by 7|slower by 7%
		2.5%|slower by 2.5%
		peak_memory by 10%|peak_memory more by 10%
		slower by -3%|slower by 3%
		slower by nan%|slower by 3%
		slower by 3% or so, I think|
		ugly|
	END
	assay_fails 2 "cannot use 'less by 100%' for --fail-if: expected less than 100%, since nothing can be less by more than that" \
		run --fail-if 'less by 100%' 'touch measured' true
	assay_fails 2 "cannot use 'peak_memory slower by 3%' for --fail-if: peak_memory is no time; say more in place of slower" \
		run --fail-if 'peak_memory slower by 3%' 'touch measured' true
	assay_fails 2 "cannot use --fail-if with one command: a gate compares commands, so give two or more" \
		run --fail-if 'slower by 3%' 'touch measured'
	[ ! -e measured ]
}

@test "a metric that nothing reports is said, and the result is kept" {
	ends 2 run --style none -r 3 --fail-if 'hits less by 3%' true true
	[[ $(cat err) == "assay: cannot use 'hits less by 3%' for --fail-if: no such metric was read or reported; there are wall, user, "* ]]
	"$ASSAY" show @last >out
}

@test "run: a gate that fails is exit status 1, a benchmark that fails 5 all the same" {
	# reports NAME NS: a program whose iteration takes about NS; its fourth execution fails if it is told to.
	reports() {
		script "$1" <<-SH
			n=\$((\$(cat $1.n 2>/dev/null) + 1))
			echo "\$n" >$1.n
			echo "assay 1
			iteration \$(($2 + n % 3)) ns" >>"\$ASSAY_REPORT"
			[ "\$n \$1" != '4 fail' ]
		SH
	}
	reports a 1000
	reports b 1100
	ends 1 run -r 8 --fail-if 'slower by 3%' ./a ./b
	grep -q 'slower by 3%: failed, ./b against ./a: ' out
	rm ./*.n
	ends 5 run -r 8 --fail-if 'slower by 3%' ./a './b fail'
	tr -s ' \n' ' ' <out | grep -q 'slower by 3%: failed, ./b fail against ./a: '
}

@test "JSON has what became of each gate" {
	rounds_table 20 a=10 b=10.5 >t.csv
	ends 1 compare --json --fail-if 'slower by 3%' --fail-if 'less by 1%' t.csv
	"$SCHEMA_CHECK" "$SCHEMA" out
	jq -e '[.gates[] | [.gate, .metric, .subject, .reference, .limit, .state, .needed]] ==
		[["slower by 3%", "time", 1, 0, 0.03, "failed", 0], ["less by 1%", "time", 1, 0, -0.01, "passed", 0]]' out
}

@test "an exit status lets an answer be seen: what is measured later is a second look" {
	"$ASSAY" run --style none -r 6 --fail-if 'slower by 300%' true true || true
	"$ASSAY" run --style none -r 6 --extend @last
	"$ASSAY" show --json @last >out
	jq -e .experiment.second_look out
}
