#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Programs with several benchmarks that are built: built once for all of them (docs/reporter.md).
load common

# builder NAME BENCHMARK...: ./mk-NAME makes the program NAME with these benchmarks, which reports 3 iterations
# of the one it is asked for; its bytes are other ones for each seed. The file builds has a line for each
# build, starts one for each start: "list", or the benchmark and the build that ran. ASSAY is killed in the
# start whose number stands in the file nth.
builder() {
	local program=$1
	shift
	echo "$*" >"$program.names"
	cat >"$program.text" <<-'SH'
		me=${0##*/copies/}
		echo "${ASSAY_LIST:+list}$ASSAY_BENCHMARK ${me%%/*}" >>starts
		if [ -n "$ASSAY_LIST" ]; then
			{ echo assay 1; printf 'benchmark %s\n' $names; } >>"$ASSAY_LIST"
			exit
		fi
		if [ -s pid ] && [ "$(wc -l <starts)" = "$(cat nth)" ]; then
			kill -KILL "$(cat pid)"
			sleep 5
		fi
		us=$(printf '%s\n' $names | grep -nxF -e "$ASSAY_BENCHMARK" | cut -d: -f1)0
		for i in 1 2 3; do
			echo "iteration $us.$i us benchmark=$ASSAY_BENCHMARK"
		done | { echo assay 1; cat; } >>"$ASSAY_REPORT"
	SH
	script "mk-$program" <<-SH
		echo $program >>builds
		{ echo '#!/bin/sh'; echo "# \$ASSAY_SEED"; echo "names='\$(cat $program.names)'"; cat $program.text; } >$program
		chmod +x $program
	SH
}

subjects() {
	"$ASSAY" show --json "$@" | jq -c '[.subjects[].name]'
}

# Of each subject, one member of its builds.
builds() {
	"$ASSAY" show --json | jq -c "[.subjects[].tree.builds.$1]"
}

@test "a program is built once for all of its benchmarks, and each build executes each of them" {
	builder prog alpha beta gamma/1
	"$ASSAY" run --builds 3 -r 2 --build ./mk-prog ./prog >out
	[ "$(wc -l <builds)" -eq 3 ]
	[ "$(subjects)" = '["alpha","beta","gamma/1"]' ]
	# asked of each build, then a warm-up and two rounds
	[ "$(sort starts | uniq -c | awk '{print $1, $2, $3}' | tr '\n' ';')" = \
		"3 alpha b0000;3 alpha b0001;3 alpha b0002;3 beta b0000;3 beta b0001;3 beta b0002;3 gamma/1 b0000;3 gamma/1 b0001;3 gamma/1 b0002;1 list b0000;1 list b0001;1 list b0002;" ]
	for member in seed order hash; do
		[ "$(builds $member | jq -c 'unique | length')" -eq 1 ]
	done
	[ "$("$ASSAY" show --json | jq -c '[.subjects[].builds_of]')" = '[0,0,0]' ]
	[ "$("$ASSAY" show --json | jq -c '[.subjects[].summaries[0].n] | unique')" = '[3]' ]
	[ "$("$ASSAY" show --json | jq '.comparisons | length')" -eq 0 ]
}

@test "executions come in random order over builds and benchmarks" {
	builder prog a b c
	"$ASSAY" run --seed 1 --builds 2 -r 4 -w 0 --build ./mk-prog ./prog >out
	grep -v list starts | paste -d' ' - - - - - - >rounds
	[ "$(wc -l <rounds)" -eq 4 ]
	[ "$(sort -u rounds | wc -l)" -eq 4 ]
	while read -r round; do
		[ "$(xargs -n 2 <<<"$round" | sort | xargs)" = "a b0000 a b0001 b b0000 b b0001 c b0000 c b0001" ]
	done <rounds
}

@test "--only chooses of them, --list builds once to show them" {
	builder prog sort sort/2 copy
	"$ASSAY" run --builds 2 -r 2 --only 'sort*' --build ./mk-prog ./prog >out
	[ "$(subjects)" = '["sort","sort/2"]' ]
	rm prog builds starts
	[ "$("$ASSAY" run --list --build ./mk-prog ./prog | xargs)" = "sort sort/2 copy" ]
	[ "$(wc -l <builds)" -eq 1 ]
	[ "$(wc -l <starts)" -eq 1 ]
	assay_fails 2 "cannot choose 'sotr': no benchmark of './prog' is called so; did you mean 'sort'?" \
		run --builds 2 -r 2 --only sotr --build ./mk-prog ./prog
	"$ASSAY" run --builds 2 -r 2 --report none --build ./mk-prog ./prog >out 2>&1 || true
	[ "$(grep -c list starts)" -eq 2 ]
}

# bats test_tags=long
@test "two programs, each with builds of its own, are compared benchmark by benchmark" {
	builder old a b
	builder new a b c
	"$ASSAY" run --builds 3 -r 3 --build ./mk-old --build ./mk-new ./old ./new >out
	[ "$(sort builds | uniq -c | xargs)" = "3 new 3 old" ]
	[ "$(subjects)" = '["a of ./old","b of ./old","a of ./new","b of ./new","c of ./new"]' ]
	[ "$("$ASSAY" show --json | jq -c '[.subjects[].builds_of]')" = '[0,0,2,2,2]' ]
	[ "$("$ASSAY" show --json | jq -c '[.comparisons[] | select(.metric == "time") | [.reference, .subject]]')" = '[[0,2],[1,3]]' ]
}

# bats test_tags=long
@test "one command with two builds has benchmarks of two programs" {
	builder prog a b
	"$ASSAY" run --builds 3 -r 3 -L opt 1,2 --build './mk-prog {opt}' ./prog >out
	[ "$(subjects)" = '["a of ./prog (opt = 1)","b of ./prog (opt = 1)","a of ./prog (opt = 2)","b of ./prog (opt = 2)"]' ]
	[ "$("$ASSAY" show --json | jq '[.comparisons[] | select(.metric == "time")] | length')" -eq 2 ]
	[ "$(wc -l <builds)" -eq 6 ]
}

@test "builds with other benchmarks are refused, and which lacks which is said" {
	builder prog a b
	echo 'grep -c . builds | grep -q 2 && echo a c >prog.names; exit 0' >>mk-prog
	sed -i '2a grep -c . builds | grep -q 2 \&\& echo a c >prog.names' mk-prog
	assay_fails 5 "cannot measure the builds of './prog' together: build 2 lacks the benchmark 'b', which build 1 has; let all builds have the same ones, or choose those that all have with --only" \
		run --builds 3 -r 2 --build ./mk-prog ./prog
	echo a b >prog.names
	rm builds
	"$ASSAY" run --builds 3 -r 2 --only a --build ./mk-prog ./prog >out
	sed -i 's/a c >/a b c >/' mk-prog
	echo a b >prog.names
	rm builds
	assay_fails 5 "cannot measure the builds of './prog' together: build 1 lacks the benchmark 'c', which build 2 has; let all builds have the same ones, or choose those that all have with --only" \
		run --builds 3 -r 2 --build ./mk-prog ./prog
}

# bats test_tags=long
@test "what was killed is gone on with, without building what is there" {
	builder prog a b
	unset TMPDIR # copies lie beside the journal
	"$ASSAY" run --style none --seed 4 --builds 3 -r 4 --store whole.db --build ./mk-prog ./prog >out
	for nth in 7 16; do
		rm -f builds starts s.db
		echo $nth >nth
		run sh -c 'echo $$ >pid && exec "$0" "$@"' "$ASSAY" run --style none --seed 4 --builds 3 -r 4 \
			--store s.db --build ./mk-prog ./prog
		rm pid
		[ "$status" -eq 137 ]
		[ "$(wc -l <builds)" -eq 3 ]
		"$ASSAY" run --resume --style none --store s.db >out
		[ "$(wc -l <builds)" -eq 3 ]
		"$ASSAY" show --store s.db --json >after
		jq -e '.plan.outcome == "complete" and ([.subjects[].name] == ["a", "b"])' after
		rounds='[.subjects[].tree | [.builds.seed, .executions.build, .executions.round, .executions.role, .iterations.values.time]]'
		diff <("$ASSAY" show --store whole.db --json | jq -c "$rounds") <(jq -c "$rounds" after)
	done
}

# bats test_tags=long
@test "what is killed between the benchmarks of two programs is gone on with" {
	builder old a b
	builder new a c
	unset TMPDIR
	script mk <<-'SH'
		if [ -s pid ]; then kill -KILL "$(cat pid)"; sleep 5; fi
		exec ./mk-new
	SH
	run sh -c 'echo $$ >pid && exec "$0" "$@"' "$ASSAY" run --style none --builds 3 -r 2 --store s.db \
		--build ./mk-old --build ./mk ./old ./new
	rm pid
	[ "$status" -eq 137 ]
	"$ASSAY" run --resume --style none --store s.db >out
	[ "$(sort builds | uniq -c | xargs)" = "3 new 3 old" ]
	[ "$(subjects --store s.db)" = '["a of ./old","b of ./old","a of ./new","c of ./new"]' ]
}

@test "builds that cannot be kept side by side are shared as well" {
	builder prog a b c
	"$ASSAY" run --seed 3 --builds 2 -r 3 -w 0 --report assay --build ./mk-prog "./prog | cat" >out
	[ "$(wc -l <builds)" -eq 2 ]
	[ "$(subjects)" = '["a","b","c"]' ]
	[ "$("$ASSAY" show --json | jq -r .plan.builds_state)" != none ]
}

@test "a build that fails is one that failed of all benchmarks" {
	builder prog a b
	echo 'if [ "$(wc -l <builds)" -eq 4 ]; then echo no room >&2; exit 3; fi' >>mk-prog
	status=0
	"$ASSAY" run --builds 5 -r 2 --build ./mk-prog ./prog >out 2>err || status=$?
	[ "$status" -eq 5 ]
	[ "$(builds ending | jq -c 'unique')" = "$(builds ending | jq -c '[.[0]]')" ]
	[ "$("$ASSAY" show --json | jq -c '[.subjects[].tree.executions.build | max]')" = '[4,4]' ]
	"$ASSAY" export @last x.json
	"$ASSAY" show x.json >out
}

@test "a program without benchmarks of its own is measured as it was" {
	"$ASSAY" run --builds 2 -r 3 --iterations 2 --build "$TARGET build prog" './prog build=0.05' >out
	[ "$(subjects)" = '["./prog build=0.05"]' ]
	assay_fails 2 "cannot choose 'x': './prog' tells of no benchmarks of its own (assay help reporter), and there is no suite beside a command; leave --only out" \
		run --only x --build "$TARGET build prog" ./prog
}

# bats test_tags=long
@test "a plan is made for all of the benchmarks, whose builds cost once" {
	builder prog a b c
	"$ASSAY" plan --build ./mk-prog --cost build=10m --precision 50% ./prog >out
	grep -q '^plan: ' out
	run "$ASSAY" list
	[[ $output != *prog* ]]
}

# bats test_tags=long
@test "a suite's benchmark whose command has several is a subject for each, built or not" {
	builder prog a b
	sh ./mk-prog
	cat >assay.yaml <<-'END'
		suite: mono
		runs: 2
		benchmarks:
		  plain:
		    execute: ./prog
		  made:
		    build: ./mk-prog
		    builds: 3
		    execute: ./prog
		  other:
		    execute: "true"
	END
	rm -f builds
	"$ASSAY" run >out
	[ "$(wc -l <builds)" -eq 3 ]
	[ "$(subjects 1)" = '["a of plain","b of plain"]' ]
	[ "$(subjects 2)" = '["a of made","b of made"]' ]
	[ "$(subjects 3)" = '["other"]' ]
	[ "$("$ASSAY" show --json 2 | jq -c '[.subjects[].builds_of]')" = '[0,0]' ]
	grep -q '^ *a of made ' out
	"$ASSAY" run --only made --budget 1m >out
	[ "$(subjects)" = '["a of made","b of made"]' ]
	an_hour_passes
	"$ASSAY" run --extend @last >out
	[ "$(subjects)" = '["a of made","b of made"]' ]
	[ "$("$ASSAY" show --json | jq -c '[.subjects[].builds_of]')" = '[0,0]' ]
	"$ASSAY" plan --only plain >out
	grep -q '^plan: ' out
}

# bats test_tags=long
@test "a baseline of a program's benchmarks is checked benchmark by benchmark" {
	builder prog a b
	"$ASSAY" run --builds 3 -r 3 --label base --build ./mk-prog ./prog >out
	"$ASSAY" check --baseline base --builds 3 -r 3 --build ./mk-prog --json -- ./prog >doc
	[ "$(jq -c '[.benchmarks[].name]' doc)" = '["a","b"]' ]
	[ "$(jq '[.benchmarks[] | select(.kind == "new" or .kind == "gone")] | length' doc)" -eq 0 ]
}

# A repository in repo, in whose versions the program prog has other benchmarks: HEAD~1 a b old, HEAD a b new. What
# is built and started is noted in ../log.
repository() {
	mkdir repo && cd repo
	git init -q -b main .
	git config user.email me@example.org
	git config user.name me
	cat >text <<-'SH'
		[ -z "$ASSAY_LIST" ] || { { echo assay 1; printf 'benchmark %s\n' $names; } >>"$ASSAY_LIST"; exit; }
		echo "run $ASSAY_BENCHMARK" >>LOG
		[ "$ASSAY_BENCHMARK" != "$broken" ] || exit 4
		us=$((10 + $(printf '%s\n' $names | grep -nxF -e "$ASSAY_BENCHMARK" | cut -d: -f1)))
		{ echo assay 1; for i in 1 2 3; do echo "iteration $us.$i us"; done; } >>"$ASSAY_REPORT"
	SH
	sed -i "s,LOG,$PWD/../log," text
	script mk <<-SH
		echo build >>$PWD/../log
		{ echo '#!/bin/sh'; echo "# \$ASSAY_SEED"; cat names text; } >prog
		chmod +x prog
	SH
	echo "names='a b old'" >names
	git add -A && git commit -qm one
	echo "names='a b new'" >names
	git commit -qam two
}

# bats test_tags=long
@test "two versions of a program are each built once for all of their benchmarks" {
	repository
	"$ASSAY" diff --json --builds 3 -r 3 --build ./mk HEAD~1 HEAD -- ./prog >../doc
	[ "$(grep -c build ../log)" -eq 6 ]
	[ "$(jq -c '[.benchmarks[] | [.name, .kind]] | sort' ../doc | jq -c 'map(.[0])')" = '["a","b","new","old"]' ]
	[ "$(jq -r '.benchmarks[] | select(.name == "old") | .kind' ../doc)" = gone ]
	[ "$(jq -r '.benchmarks[] | select(.name == "new") | .kind' ../doc)" = new ]
	[ "$("$ASSAY" list --json | jq '.results | length')" -eq 1 ]
	"$ASSAY" diff --builds 3 -r 3 --only 'a*' --build ./mk HEAD~1 HEAD -- ./prog >../out
	grep -Eq '^ +a ' ../out
	[ "$(grep -Ec '^ +(b|old|new) ' ../out)" -eq 0 ]
}

# bats test_tags=long
@test "a benchmark that fails in one version leaves the others their verdicts" {
	repository
	sed -i "1i broken=b" names
	git commit -qam three
	status=0
	"$ASSAY" diff --json --builds 3 -r 3 --only a --only b --build ./mk HEAD~1 HEAD -- ./prog >../doc || status=$?
	[ "$status" -eq 5 ]
	[ "$(jq -r '.benchmarks[] | select(.name == "b") | .kind' ../doc)" = newly_failing ]
	[ "$(jq -r '.benchmarks[] | select(.name == "a") | .kind' ../doc)" != newly_failing ]
}

# bats test_tags=long
@test "a suite's program has a row for each of its benchmarks in both versions" {
	repository
	cat >assay.yaml <<-'END'
		suite: mono
		benchmarks:
		  mine: {build: ./mk, builds: 3, runs: 2, execute: ./prog}
		  other: {execute: "true", runs: 3}
	END
	"$ASSAY" diff --json HEAD~1 HEAD >../doc
	[ "$(grep -c build ../log)" -eq 6 ]
	[ "$(jq -c '[.benchmarks[].name] | sort' ../doc)" = '["a of mine","b of mine","new of mine","old of mine","other"]' ]
	"$ASSAY" diff HEAD~1 HEAD >../out
	grep -q 'a of mine' ../out
}
