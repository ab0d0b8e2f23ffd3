#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# assay bisect: which commit changed it.
bats_require_minimum_version 1.5.0
load common
load planted
stderr=

bisect() {
	"$ASSAY" bisect "$@" --seed 5 --build 'sh make.sh' -- ./prog
}

# found FILE: the subject of the first commit found
found() {
	jq -r '.found[0] as $f | .commits[$f.first].subject' "$@"
}

# bats test_tags=long
@test "the commit that was planted is found, with its size, and what it touched" {
	planted 12x100 9x104
	before=$(git status --porcelain | wc -l)
	bisect HEAD~20 HEAD >../out
	grep -q '^  found    [0-9a-f]\{9\}  number 13: [34][0-9.]* % more time (.* more) than' ../out
	grep -q '^  sure     .* by [0-9]* rounds of both ends' ../out
	grep -q '^  touched  number, speed$' ../out
	grep -q '^  next     assay diff ' ../out
	[ "$(git status --porcelain | wc -l)" = "$before" ]
}

# bats test_tags=long
@test "a commit that made it faster is found as well, and the document says all of it" {
	planted 5x104 9x100
	bisect HEAD~13 HEAD --json >../out
	"$SCHEMA_CHECK" "$SCHEMA" ../out
	[ "$(jq -r '[.schema, .outcome, (.commits | length), (.touched | join(" "))] | join(" ")' ../out)" = \
		'assay-bisect-1 found 14 number speed' ]
	[ "$(found ../out)" = 'number 6' ]
	[ "$(jq '.found[0].change.hi < 1 and .ends.hi < 1 and .found[0].probability > 0.95' ../out)" = true ]
}

# bats test_tags=long
@test "what an alert suspects is bisected by its number" {
	planted 12x100 12x104
	"$ASSAY" backfill HEAD~23.. --every 4 -r 3 --builds 1 --build 'sh make.sh' -- ./prog >/dev/null
	"$ASSAY" alerts --json >../out
	[ "$(jq -r '.alerts[0] | .state, .id' ../out | xargs)" = 'suspected 1' ]
	bisect --alert 1 --json >../out
	[ "$(found ../out)" = 'number 13' ]
	[ "$(jq '.commits | length' ../out)" -lt 12 ]
	run -2 --separate-stderr "$ASSAY" bisect --alert 7 -- ./prog
	[[ $stderr == *"there is no alert 7"* ]]
	run -2 --separate-stderr "$ASSAY" bisect --alert 1 HEAD~3 HEAD -- ./prog
	[[ $stderr == *"--alert NUM and the command after --"* ]]
}

# bats test_tags=long
@test "nothing is found where the ends do not differ, and the exit status says so" {
	planted 6x100
	scripts
	run -3 "$ASSAY" bisect HEAD~5 HEAD --seed 5 -- ./prog
	[[ $output == *'found    nothing, because the ends are not shown to differ'* ]]
	[[ $output == *'next     more executions in a round (-r) tell more'* ]]
	# Each round of it is kept: not in the way of what else is.
	steps=$("$ASSAY" list --all --json | jq '.results | length')
	[ "$steps" -ge 2 ]
	[ "$("$ASSAY" list)" = "$steps steps of assay bisect are not shown: --all" ]
	"$ASSAY" run -r 2 -w 0 -n beside true >../out
	"$ASSAY" list >../out
	[ "$(grep -c beside ../out)" = 1 ]
	[ "$(grep -c './prog' ../out)" = 0 ]
	[ "$(tail -n 1 ../out)" = "$steps steps of assay bisect are not shown: --all" ]
	[ "$("$ASSAY" list --all | grep -c './prog')" = "$steps" ]
}

# bats test_tags=long
@test "a commit that does not build or run is left out, and named" {
	planted 8x100 broken 100 dead 100 8x104
	bisect HEAD~19 HEAD >../out
	grep -q '^  found    [0-9a-f]*  number 13: ' ../out
	planted_bad=$(git rev-parse --short=9 HEAD~11)
	run grep -c "^  skipped  $planted_bad" ../out
	[ "$output" -le 1 ]
}

# bats test_tags=long
@test "commits that nothing between tells apart are named together" {
	planted 6x100 broken broken 104 6x104
	bisect HEAD~14 HEAD --json >../out
	[ "$(jq -c '.found[0] | [.first, .last]' ../out)" = '[6,8]' ]
	[ "$(jq '[.commits[] | select(.fate == "not built")] | length' ../out)" = 2 ]
}

# bats test_tags=long
@test "of two culprits one is named at least, and it is said that something lies elsewhere" {
	planted 7x100 7x104 7x109
	scripts
	"$ASSAY" bisect HEAD~20 HEAD --seed 5 --json -- ./prog >../out
	case $(found ../out) in
	'script 8' | 'script 15') ;;
	*) false ;;
	esac
	[ "$(jq '(.found | length) == 2 or .found[0].elsewhere.lo > 1' ../out)" = true ]
}

# bats test_tags=long
@test "a script that is not built is bisected by single executions" {
	planted 4x100 5x104
	scripts
	"$ASSAY" bisect HEAD~8 HEAD --seed 5 --json -- ./prog >../out
	[ "$(found ../out)" = 'script 5' ]
}

# bats test_tags=long
@test "what a bisection measures is no part of a history" {
	planted 6x100 6x104
	bisect HEAD~11 HEAD >../out
	"$ASSAY" history >../out
	grep -q 'no benchmark has a history here yet' ../out
}

# bats test_tags=long
@test "a bisection that was killed is gone on with, and nothing is measured twice" {
	planted 12x100 9x104
	sh -c 'echo $$ >../pid && exec "$@"' sh "$ASSAY" bisect HEAD~20 HEAD --json --seed 5 --build 'sh make.sh' \
		--prepare 'echo x >>'"$PWD"'/../runs; [ $(wc -l <'"$PWD"'/../runs) != 120 ] || kill -KILL $(cat '"$PWD"'/../pid)' \
		-- ./prog >../out 2>&1 || true
	rm ../pid
	"$ASSAY" run --resume >../out
	[ "$(found ../out)" = 'number 13' ]
	# of an experiment that was under way what was not recorded is done again, with its warm-ups
	warmups=$(("$(jq '.rounds * 2 + .candidates' ../out)" + 2 * 5))
	[ "$(wc -l <../runs)" -le $(($(jq .executions ../out) + warmups + 4)) ]
}

# killed_at N PREPARE ARGUMENT...: a bisection, killed before execution N, each of which PREPARE comes before.
killed_at() {
	local nth=$1 before=$2
	shift 2
	rm -f ../runs
	sh -c 'echo $$ >../pid && exec "$@"' sh "$ASSAY" bisect HEAD~20 HEAD --json --seed 5 --build 'sh make.sh' \
		--prepare "$before"'; echo x >>'"$PWD"'/../runs; [ $(wc -l <'"$PWD"'/../runs) != '"$nth"' ] || kill -KILL $(cat '"$PWD"'/../pid)' \
		"$@" -- ./prog >../out 2>&1 || true
	rm ../pid
}

# bats test_tags=long
@test "a bisection with a budget that was killed is gone on with in what is left of it" {
	planted 12x100 9x104
	killed_at 120 : --budget 1h
	"$ASSAY" run --resume >../out
	[ "$(found ../out)" = 'number 13' ]
	run -2 --separate-stderr "$ASSAY" run --resume
	[[ $stderr == *'no interrupted run has left a journal'* ]]
}

# bats test_tags=long
@test "a bisection whose budget was over when it was killed leaves no journal of its step once it is gone on with" {
	planted 12x100 9x104
	killed_at 50 : --budget 1h
	sed -i 's/3600000000000/1000/g' "$(find "$TEST_DIR" -name '*.campaign')" # it was the budget of then
	run -3 "$ASSAY" run --resume
	journals=$(find "$TEST_DIR" -name '*.journal*' -o -name '*.campaign')
	[ -z "$journals" ]
	run -2 --separate-stderr "$ASSAY" run --resume
	[[ $stderr == *'no interrupted run has left a journal'* ]]
	[ "$("$ASSAY" list --all --json | jq '[.results[] | select(.outcome == "interrupted")] | length')" = 1 ]
}

# bats test_tags=long
@test "a step whose bisection is no longer known is kept, and nobody is told to go on with it" {
	planted 12x100 9x104
	killed_at 30 :
	campaign=$(find "$TEST_DIR" -name '*.campaign')
	[ -n "$campaign" ]
	rm "$campaign"
	run -2 --separate-stderr "$ASSAY" run --resume
	[[ $stderr == *'no interrupted run has left a journal'* ]]
	[ "$("$ASSAY" list --all --json | jq '[.results[] | select(.outcome == "interrupted")] | length')" = 1 ]
}

@test "revisions that cannot be bisected are refused with what to do" {
	planted 100 100 100
	run -2 --separate-stderr bisect HEAD HEAD~2
	[[ $stderr == *"cannot bisect from 'HEAD' to 'HEAD~2': the good one is not among"* ]]
	run -2 --separate-stderr bisect HEAD~1 HEAD
	[[ $stderr == *"no commit lies between 'HEAD~1' and 'HEAD'; assay diff says"* ]]
	run -2 --separate-stderr bisect nothing HEAD
	[[ $stderr == *"nothing"* ]]
	run -2 --separate-stderr bisect HEAD~2
	[[ $stderr == *'needs a good and a bad revision before --'* ]]
	git checkout -q --orphan other && git commit -q -m other && git checkout -q main
	run -2 --separate-stderr bisect other HEAD
	[[ $stderr == *"cannot bisect from 'other' to 'HEAD': the good one is not among"* ]]
	git tag old HEAD~2
	git clone -q --depth 2 "file://$PWD" ../shallow && cd ../shallow
	run -2 --separate-stderr bisect old HEAD
	[[ $stderr == *"cannot find the revision 'old'"* ]]
	cd /tmp
	run -2 --separate-stderr bisect HEAD~2 HEAD
	[[ $stderr == *'no repository of git'* ]]
}

@test "what the rule of a bisection does not ask for is refused" {
	planted 100 100 100
	run -2 --separate-stderr bisect HEAD~2 HEAD --confidence 99%
	[[ $stderr == *'cannot take --confidence with assay bisect'* ]]
	run -2 --separate-stderr bisect HEAD~2 HEAD --extend 1
	[[ $stderr == *'cannot take --extend with assay bisect'* ]]
}

# bats test_tags=long
@test "the benchmark of a suite is bisected, and two of them are refused" {
	planted 5x100 4x104
	cat >assay.yaml <<-'YAML'
		suite: mono
		build: sh make.sh
		runs: 50
		benchmarks:
		  slow:
		    execute: ./prog
		  flat:
		    execute: ./prog --flat
	YAML
	"$ASSAY" bisect HEAD~8 HEAD --only slow --seed 5 --json >../out
	[ "$(found ../out)" = 'number 6' ]
	[ "$(jq -r .command ../out)" = slow ]
	[ "$(jq '.executions < 300' ../out)" = true ]
	run -2 --separate-stderr "$ASSAY" bisect HEAD~8 HEAD
	[[ $stderr == *'cannot measure 2 benchmarks with 2 commands over versions at once: name one'* ]]
	"$ASSAY" backfill HEAD~8.. --only slow -r 3 --builds 1 >../out
	grep -q '9 versions of slow measured' ../out
}

# bats test_tags=long
@test "what never varies is refused, and git's own bisection named for it" {
	planted 3x100 3x104
	for k in 5 4 3 2 1 0; do
		git checkout -q "HEAD~$k" && printf '#!/bin/sh\necho assay 1 >>"$ASSAY_REPORT"\necho "iteration %s ms" >>"$ASSAY_REPORT"\n' \
			"$(cat speed)" >"../prog$k"
		git checkout -q main
	done
	git checkout -q -b scripts && git rm -q --cached .gitignore && rm .gitignore
	for k in 5 4 3 2 1 0; do
		cp "../prog$k" prog && chmod +x prog && git add . && git commit -q --allow-empty -m "script $k"
	done
	run -2 --separate-stderr "$ASSAY" bisect HEAD~5 HEAD -- ./prog
	[[ $stderr == *'cannot weigh versions whose values never vary'*'git bisect run'* ]]
}

# bats test_tags=long
@test "a commit that is the program before it is no culprit" {
	planted 4x100 3x104
	# the program does not know of which commit it is: all of one speed are the same
	sed -i '/as of commit/d' make.sh
	git add make.sh && git commit -q --amend --no-edit
	"$ASSAY" bisect HEAD~6 HEAD --seed 5 --json --build "sh $PWD/make.sh" -- ./prog >../out
	[ "$(found ../out)" = 'number 5' ]
	[ "$(jq '[.commits[] | select(.fate == "same as before") | .probability] | add // 0' ../out)" = 0 ]
}

# bats test_tags=long
@test "on a noisy machine a row of -v that says the same again is not said again" {
	planted 6x1000 6x1060
	echo 0 >../noise
	# every tenth execution takes 30 % more, by a hash of its number
	"$ASSAY" bisect HEAD~11 HEAD -v --seed 3 --build 'sh make.sh' --prepare "read -r k <$PWD/../noise; k=\$((k + 1))
		echo \$k >$PWD/../noise; x=\$((k * 2654435761 & 0xffffffff)); x=\$(((x ^ x >> 15) * 2246822519 & 0xffffffff))
		[ \$((x % 10)) -gt 0 ] && echo \$((100 + x % 5)) >$PWD/../factor || echo \$((130 + x % 7)) >$PWD/../factor" \
		-- ./prog >../out
	[ "$(grep -c '^  likely' ../out)" -gt 9 ]
	[ -z "$(uniq -d ../out)" ]
}
