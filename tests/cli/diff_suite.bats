#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# assay diff with a suite: every benchmark in both versions, and what changed over all of them.
load common

# A repository whose programs report times made of the file `speed` and, with a second word, of noise
# that differs from round to round.
repository() {
	export GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org
	export GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.org
	export GIT_AUTHOR_DATE='1700000000 +0000' GIT_COMMITTER_DATE='1700000000 +0000' TZ=UTC
	git init -q -b main repo && cd repo || return 1
	script bench <<-'SH'
		i=${HYPERFINE_ITERATION#warmup-}
		[ -z "$2" ] || noise=$(((i * 7 + i / 3 + $(cat speed)) % 5 * $2))
		echo assay 1 >>"$ASSAY_REPORT"
		echo "iteration $(($(cat speed) * $1 + ${noise:-0})).$(((i * 7 + $(cat speed)) % 5)) us" >>"$ASSAY_REPORT"
	SH
	script flat <<-'SH'
		echo assay 1 >>"$ASSAY_REPORT"
		echo iteration 7 ms >>"$ASSAY_REPORT"
	SH
	echo 1000 >speed
	suite <<-'YAML'
		fft:
		  execute: ./bench {size}
		  parameters: {size: [1, 10]}
		flat:
		  execute: ./flat
	YAML
	git add . && git commit -q -m one
}

# suite: a suite of the benchmarks in standard input, six rounds of each.
suite() {
	{ printf 'suite: mono\nruns: 6\nbenchmarks:\n' && sed 's/^/  /'; } >assay.yaml
}

# kinds: name and kind of each row of the document `../out`.
kinds() {
	jq -r '.benchmarks[] | "\(.name): \(.kind)"' ../out
}

@test "every combination of parameters is compared with itself, and what changed comes first" {
	repository
	echo 1100 >speed
	"$ASSAY" diff >../out
	commit=$(git rev-parse --short=9 HEAD)
	sed -i 's/ in [0-9.]* m\{0,1\}s   / in TIME   /' ../out
	diff - ../out <<-END
		mono   2 benchmarks, 3 commands of assay.yaml
		  base     HEAD   commit $commit of 2023-11-14
		  head     working tree   branch main   commit $commit of 2023-11-14
		           with uncommitted changes

		  fft (size = 1)    1.00015 to 1.10015 ms   9.9985 % more time by itself
		                    6 rounds
		  fft (size = 10)   10.00015 to 11.00015 ms   9.99985 % more time by itself
		                    6 rounds
		  flat              7.00 to 7.00 ms   the same   6 rounds

		2 worse, 1 without a difference, of 3 commands
		  worse    fft (size = 10): takes 9.99985 % more time
		           (9.99955 .. 10.00003 % more, 98.33 %, 6 rounds)
		           fft (size = 1): takes 9.9985 % more time
		           (9.9955 .. 10.0003 % more, 98.33 %, 6 rounds)
		  rest     1 without a difference above 1 %
		  overall  1.065597x (1.065591 .. 1.065602), 3 benchmarks of 3 programs:
		           6.5597 % more time, 95 %, for this suite
		  basis    3 comparisons, 95 % for all of them together (Holm)

		3 commands in TIME   kept as 1 .. 3: assay show 3 tells all of one
	END
	COLUMNS=120 "$ASSAY" show 2 >../out
	grep -q '^fft (size = 10) of working tree takes 9.99985 % more time than fft (size = 10) of HEAD (' ../out || { cat ../out; false; }
}

# bats test_tags=long
@test "where benchmarks ask for different confidences, overall has the strictest of them" {
	repository
	echo 1100 >speed
	suite <<-'YAML'
		fft: {execute: ./bench 1}
		sure: {execute: ./bench 2, confidence: 99%}
	YAML
	"$ASSAY" diff >../out
	tr -s ' \n' '  ' <../out | grep -q ' more time, at 99 %, the strictest of the rows, for this suite '
	"$ASSAY" diff --json >../out
	jq -e '.overall | .strictest and .confidence == 0.99' ../out
}

@test "revisions are named, benchmarks chosen, and the suite is that of the working tree" {
	repository
	echo 500 >speed && git commit -q -a -m faster
	suite <<-'YAML'
		only-now:
		  execute: ./bench 3
		other:
		  execute: ./flat
	YAML
	"$ASSAY" diff --json --only only-now HEAD~1 HEAD >../out
	"$SCHEMA_CHECK" "$SCHEMA" ../out
	[ "$(kinds)" = 'only-now: better' ]
	[ "$(jq '.benchmarks[0].comparison.ratio | . * 1000 | round' ../out)" = 500 ]
	mv assay.yaml ../elsewhere.yaml
	"$ASSAY" diff --json -f ../elsewhere.yaml HEAD~1 >../out
	[ "$(kinds | tr '\n' ' ')" = 'only-now: better other: same ' ]
	"$ASSAY" diff --list -f ../elsewhere.yaml >../out
	grep -q only-now ../out
}

# bats test_tags=long
@test "p values and intervals are adjusted for the number of benchmarks" {
	repository
	suite <<-'YAML'
		a:
		  execute: ./bench 10 40
		b:
		  execute: ./bench 10 400
		c:
		  execute: ./bench 10 2000
		flat:
		  execute: ./flat
	YAML
	echo 1013 >speed
	"$ASSAY" diff --json >../out
	cat >../check.py <<-'PY'
		import json, sys
		r = json.load(open("../out"))
		rows = [b["comparison"] for b in r["benchmarks"]]
		p = sorted(c["p"] for c in rows if c["p"] is not None)
		alpha, n = 0.05, len(p)
		assert n == 3 and r["compared"] == 4
		def holm(x):
		    return min(1, max((n - i) * p[i] for i in range(p.index(x) + 1)))
		def bh(x):
		    return min(1, min(n / (i + 1) * p[i] for i in range(p.index(x), n)))
		how = holm if sys.argv[1] == "holm" else bh
		for c in rows:
		    if c["p"] is not None:
		        assert abs(c["p_adjusted"] - how(c["p"])) < 1e-12, c
		reports = sum(1 for x in p if bh(x) <= alpha)
		level = 1 - alpha / 4 if sys.argv[1] == "holm" else 1 - alpha * max(reports, 1) / n
		for c in rows:
		    assert abs(c["interval"]["confidence"] - level) < 1e-12, (c, level)
		assert r["adjusted_by"] == sys.argv[1]
	PY
	python3 ../check.py holm
	"$ASSAY" diff --json --adjust bh >../out
	python3 ../check.py bh
	"$SCHEMA_CHECK" "$SCHEMA" ../out
}

# bats test_tags=long
@test "gates are those of the suite, or of the command line, by the adjusted interval" {
	repository
	echo 'fail-if: slower by 5%' >>assay.yaml
	echo 1100 >speed
	run "$ASSAY" diff
	[ "$status" -eq 1 ]
	[ "$(grep -c 'slower by 5%: failed by fft' <<<"$output")" -eq 2 ]
	[[ $output == *'gate     passed: 1 of 3'* ]]
	"$ASSAY" diff --fail-if 'slower by 20%' >../out
	grep -q 'gate     passed: 3 of 3' ../out
	run "$ASSAY" diff --fail-if 'slower by x'
	[ "$status" -eq 2 ]
	run "$ASSAY" diff --only flat --fail-if 'nothing_such more by 1%'
	[ "$status" -eq 2 ]
	[[ $output == *"cannot use 'nothing_such more by 1%' for --fail-if: no such metric was read or reported; there are "* ]]
}

@test "a gate on another metric has its own comparison, adjusted likewise" {
	repository
	"$ASSAY" diff --json --fail-if 'minor_faults more by 900%' HEAD~0 --only flat --only fft -r 6 >../out ||
		echo 1001 >speed
	"$ASSAY" diff --json --fail-if 'minor_faults more by 900%' >../out
	[ "$(jq -c '[.benchmarks[].gates[0] | .metric, .state] | unique' ../out)" = '["minor_faults","passed"]' ]
}

@test "newly failing is told from failing in both, from working again and from new" {
	repository
	suite <<-'YAML'
		good:
		  execute: ./flat
		breaks:
		  execute: ./breaks
		mends:
		  execute: ./mends
		never:
		  execute: ./never
		fresh:
		  execute: ./fresh
		answer:
		  execute: ./flat
		  check: test ! -e wrong
	YAML
	script breaks <flat && script mends <<<'echo it never worked >&2; exit 3'
	script never <<<'exit 4'
	git add . && git commit -q -m two
	script breaks <<<'echo because of this >&2; exit 5'
	script mends <flat && script fresh <flat && touch wrong
	run "$ASSAY" diff --json
	[ "$status" -eq 5 ]
	echo "$output" >../out
	"$SCHEMA_CHECK" "$SCHEMA" ../out
	diff - <(kinds) <<-'END'
		good: same
		breaks: newly_failing
		mends: works_again
		never: failing
		fresh: new
		answer: newly_failing
	END
	[ "$(jq -r '.benchmarks[1].head.output' ../out)" = 'because of this' ]
	[ "$(jq -r '.benchmarks[1].base.summary.mean' ../out)" = 7000000 ]
	run "$ASSAY" diff
	[ "$status" -eq 5 ]
	[[ $output == *'2 newly failing, 1 failing in both, 1 working again, 1 new, 1 without a'* ]]
	[[ $output == *'           | because of this'* ]]
	[[ $output == *'fresh: not there in the base'* ]]
}

# bats test_tags=long
@test "a version that does not build is a row with the build's last words, and the rest goes on" {
	repository
	suite <<-'YAML'
		built:
		  build: ./build
		  artifacts: prog
		  execute: ./prog
		good:
		  execute: ./flat
	YAML
	script build <<<'cp flat prog; echo "# $0" >>prog'
	git add . && git commit -q -m two
	script build <<<'echo compiling; echo error: no such thing >&2; exit 1'
	run "$ASSAY" diff --json
	[ "$status" -eq 5 ]
	echo "$output" >../out
	[ "$(kinds | tr '\n' ' ')" = 'built: newly_failing good: same ' ]
	[ "$(jq -r '.benchmarks[0].head.state' ../out)" = not_built ]
	[[ $(jq -r '.benchmarks[0].head.output' ../out) == *'error: no such thing'* ]]
	git commit -q -a -m broken && git checkout -q HEAD~1 -- build
	run "$ASSAY" diff --json HEAD
	[ "$status" -eq 5 ]
	echo "$output" >../out
	[ "$(kinds | tr '\n' ' ')" = 'built: works_again good: same ' ]
}

@test "the same program in both is counted, and measured only if that is asked for" {
	repository
	suite <<-'YAML'
		built:
		  build: cp flat prog
		  artifacts: prog
		  execute: ./prog
	YAML
	echo 1001 >speed
	"$ASSAY" diff >../out
	grep -q '^1 the same program in both, of 1 benchmark$' ../out
	grep -q '^  rest     1 is the same program in both, not measured$' ../out
}

@test "a build begins with its version's files alone, also after a program that is not built has written there" {
	repository
	suite <<-'YAML'
		writes:
		  execute: ./flat
		  check: touch left-over
		built:
		  build: "[ ! -e left-over ] && cp flat prog"
		  artifacts: prog
		  execute: ./prog
	YAML
	git add . && git commit -q -m two
	echo ': changed' >>flat
	"$ASSAY" diff --builds 2 --randomize none --json >../out
	[ "$(kinds | tr '\n' ' ')" = 'writes: same built: same ' ]
}

@test "a suite names what it carries" {
	repository
	printf 'table
more
' >.gitignore
	suite <<-'YAML'
		a:
		  carry: [table, mo*]
		  execute: ./flat
		  check: cat table more >/dev/null
		b:
		  execute: ./flat
	YAML
	git add . && git commit -q -m two
	echo 1001 >speed && touch table more
	"$ASSAY" diff --json >../out
	[ "$(kinds | tr '\n' ' ')" = 'a: same b: same ' ]
	rm table
	assay_fails 2 "cannot carry 'table': there is no such file in '$PWD'" diff
	sed -i 's/mo\*/..\/x/' assay.yaml
	assay_fails 2 "assay.yaml:5:20: cannot carry '../x': expected a file, a folder or a pattern below the folder where assay is started, without '..' and '.git'" diff
}

@test "executions that fail on the way are no result" {
	repository
	suite <<-'YAML'
		flaky:
		  execute: ./flaky
	YAML
	script flaky <flat && git add . && git commit -q -m two
	script flaky <<<'[ "$HYPERFINE_ITERATION" != 3 ] || { echo the fourth >&2; exit 9; }; . ./flat'
	run "$ASSAY" diff
	[ "$status" -eq 5 ]
	[[ $output == *'1 newly failing, of 1 benchmark'* ]]
	[[ $output == *'  broken   flaky: 1 of 7 executions failed'* ]]
	[[ $output != *' 10.0 '* && $output != *'left out'* ]]
}

# bats test_tags=long
@test "an undecided row says what would decide it, and counts where a decision is required" {
	repository
	suite <<-'YAML'
		noisy:
		  execute: ./bench 10 2000
		flat:
		  execute: ./flat
	YAML
	echo 1013 >speed
	"$ASSAY" diff >../out
	tr -s ' \n' ' ' <../out >../flat
	grep -Eq '(in a new run would show it|show that it is below 1 %) \(--runs [0-9]+\)' ../flat
	run "$ASSAY" diff --require-decision
	[ "$status" -eq 3 ]
}

@test "the first Ctrl-C ends the benchmark that runs, and shows what there is" {
	repository
	suite <<-'YAML'
		flat:
		  execute: ./flat
		slow:
		  execute: ./slow
		never:
		  execute: ./flat
	YAML
	script slow <<<'touch "$SEEN"; exec sleep 60'
	export SEEN=$PWD/../seen TMPDIR=$PWD/../tmp
	mkdir ../tmp
	echo 1001 >speed
	"$ASSAY" diff >../out 2>../err &
	pid=$!
	until [ -e ../seen ]; do sleep 0.1; done
	kill -INT $pid
	status=0
	wait $pid || status=$?
	[ "$status" -eq 130 ]
	grep -q '^1 without a difference, of 1 benchmark$' ../out
	grep -q '2 not begun' ../out
	[ -z "$(ls ../tmp)" ]
}

@test "what a suite cannot do is refused before anything is measured" {
	repository
	echo 1001 >speed
	assay_fails 2 "cannot choose 'nope': no benchmark of assay.yaml is called so; assay run --list shows them" diff --only nope
	run "$ASSAY" diff --build make
	[ "$status" -eq 2 ]
	[[ $output == *'cannot take --build beside a suite'* ]]
	run "$ASSAY" diff --export x.assay
	[ "$status" -eq 2 ]
	[[ $output == *'cannot write 3 results into the file of --export'* ]]
	run "$ASSAY" diff --only flat -- ./flat
	[ "$status" -eq 2 ]
	[[ $output == *"cannot choose 'flat': './flat' tells of no benchmarks of its own"* ]]
}

# bats test_tags=long
@test "what a continuous integration shows is written of a suite, and of a single command that fails" {
	repository
	echo 1100 >speed
	"$ASSAY" diff --ci markdown=../a.md --ci junit=../a.xml >../out
	grep -q 'fft (size = 10)' ../a.md
	grep -q '<testcase' ../a.xml
	script flat <<<'exit 3'
	run "$ASSAY" diff --ci json=../a.json -r 3 -- ./flat
	[ "$status" -eq 5 ]
	[ "$(jq -r '.benchmarks[0] | .name, .kind, .base.state' ../a.json | tr '\n' ' ')" = './flat newly_failing measured ' ]
}
