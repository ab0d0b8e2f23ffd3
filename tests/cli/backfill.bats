#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# assay backfill: versions of a git tree measured afresh, for their history.
bats_require_minimum_version 1.5.0
load common
load planted
stderr=

backfill() {
	"$ASSAY" backfill "$@" -r 3 --builds 1 --seed 5 --build 'sh make.sh' -- ./prog
}

# bats test_tags=long
@test "a planted change is found in the versions, and what does not build or run is left out and named" {
	planted 100 100 100 broken 100 100 100 100 110 110 dead 110 110 110 110
	before=$(git status --porcelain | wc -l)
	backfill HEAD~14.. >../out
	grep -q '^  skipped  [0-9a-f]*  number 4: it does not build$' ../out
	grep -q '^  skipped  [0-9a-f]*  number 11: it does not run$' ../out
	grep -q '^  series   13 versions of ./prog measured in 1 session; ' ../out
	[ "$(git status --porcelain | wc -l)" = "$before" ]
	"$ASSAY" history >../out
	grep -q 'number 9$' ../out
	[ "$("$ASSAY" history --json | jq '[(.series[0].versions | length), (.series[0].changes | length)] | join(" ")' -r)" = '13 1' ]
}

# bats test_tags=long
@test "nothing is found where nothing was planted" {
	planted 100 100 100 100 100 100 100 100 100 100
	backfill HEAD~9..HEAD >../out
	[ "$("$ASSAY" history --json | jq '.series[0].changes | length')" = 0 ]
}

# bats test_tags=long
@test "each second commit is measured, and the oldest, in sessions that all have the newest" {
	# shellcheck disable=SC2046 # words are wanted
	planted $(yes 100 | head -n 40)
	backfill HEAD~39.. --every 2 >../out
	grep -q '^  series   21 versions, from ' ../out
	grep -q '21 versions of ./prog measured in 2 sessions' ../out
	newest=$(git rev-parse HEAD)
	for id in 1 2; do
		"$ASSAY" show --json "$id" | jq -r '.subjects[].version.commit' >../commits
		grep -q "$newest" ../commits
		[ "$(wc -l <../commits)" = 11 ]
	done
}

# bats test_tags=long
@test "what a session does to all of its versions is no part of their history" {
	planted 100 100 100 100 100 100 100 100 100 100 100 100 100 100 100 100 100 100
	export STATE=$PWD/..
	# what the second session builds takes a tenth more, whatever the version
	"$ASSAY" backfill HEAD~17.. -r 3 --builds 1 --seed 5 --build 'echo x >>$STATE/builds; sh make.sh
		[ $(wc -l <$STATE/builds) -le 9 ] || sed -i "s/iteration 100/iteration 110/" prog' -- ./prog >../out
	grep -q '18 versions of ./prog measured in 2 sessions' ../out
	[ "$(wc -l <../builds)" = 19 ]
	"$ASSAY" history --json >../out
	[ "$(jq '.series[0].versions | [length, ([.[].mean] | max < 102e6), (last | .results)] | join(" ")' -r ../out)" = '18 true 1' ]
	[ "$(jq '.series[0].changes | length' ../out)" = 0 ]
}

# bats test_tags=long
@test "what was killed is gone on with, and nothing is measured twice" {
	planted 100 100 100 100 100 100
	sh -c 'echo $$ >../pid && exec "$@"' sh "$ASSAY" backfill HEAD~5.. -r 4 --builds 1 --seed 5 --build 'sh make.sh' \
		--prepare 'echo x >>'"$PWD"'/../runs; [ $(wc -l <'"$PWD"'/../runs) != 9 ] || kill -KILL $(cat '"$PWD"'/../pid)' \
		-- ./prog >../out 2>&1 || true
	[ "$(wc -l <../runs)" -ge 9 ]
	rm ../pid
	"$ASSAY" run --resume >../out
	grep -q '6 versions of ./prog measured in 1 session' ../out
	# six warm-ups and 24 executions; the one that was under way is done again
	[ "$(wc -l <../runs)" -le 31 ]
	[ "$("$ASSAY" history --json | jq '.series[0].versions | length')" = 6 ]
}

# bats test_tags=long
@test "of a series that is watched only what is new is measured, beside what was the newest" {
	planted 8x100
	"$ASSAY" backfill HEAD~7..HEAD~2 --watch -r 3 --builds 1 --build 'sh make.sh' -- ./prog >../out
	grep -q '^  series   6 versions of ./prog measured' ../out
	"$ASSAY" backfill HEAD~7.. --watch -r 3 --builds 1 --build 'sh make.sh' -- ./prog >../out
	grep -q "^  series   3 versions, from $(git rev-parse --short=9 HEAD~2) to $(git rev-parse --short=9 HEAD), in" ../out
	"$ASSAY" backfill HEAD~7.. --watch -r 3 --builds 1 --build 'sh make.sh' -- ./prog >../out
	grep -q "^  series   no version is newer than $(git rev-parse --short=9 HEAD)  number 8, of which ./prog is" ../out
	[ "$("$ASSAY" history --json | jq -c '[(.series[0].versions | length), (.series[0].changes | length)]')" = '[8,0]' ]
	# another command, or another build, is new
	"$ASSAY" backfill HEAD~2.. --watch -r 3 --builds 1 --build 'sh ./make.sh' -- ./prog >../out
	grep -q '^  series   3 versions of ./prog measured' ../out
}

# bats test_tags=long
@test "between what is measured five versions at a time are measured where the change may lie" {
	planted 33x100 32x104
	"$ASSAY" backfill HEAD~64.. --every 8 -r 3 --builds 1 --seed 5 --build 'sh make.sh' -- ./prog >../out
	grep -q '9 versions of ./prog measured in 1 session' ../out
	backfill HEAD~64.. --where uncertain >../out
	grep -q '^  series   [0-9]* versions in one session: the newest, and some in the gaps of the' ../out
	"$ASSAY" history --json >../json
	[ "$(jq '.series[0].versions | length' ../json)" = 14 ]
	# more of them between number 33 and 41, in which the step lies, than anywhere else
	[ "$(jq '[.series[0].versions[].subject | ltrimstr("number ") | tonumber | select(. > 33 and . < 41)] | length' ../json)" -ge 3 ]
	[ "$(jq -r '.series[0].changes | length' ../json)" = 1 ]
	backfill HEAD~64.. --where uncertain >../out
	[ "$("$ASSAY" history --json | jq '.series[0] | .versions[.changes[0].at].subject' -r)" = 'number 34' ]
	# and what it finds is a suspicion
	[ "$("$ASSAY" alerts --json | jq -r '.alerts[0].state')" = suspected ]
}

# bats test_tags=long
@test "where nothing is measured, or no gap is left, it is said so" {
	planted 10x100
	run -2 --separate-stderr backfill HEAD~9.. --where uncertain
	[[ $stderr == *"the store has 0 of its versions here, and it takes 6, spread over the range"* ]]
	backfill HEAD~9.. >../out
	backfill HEAD~9.. --where uncertain >../out
	grep -q '^  series   the history of ./prog has no gap left that is worth a measurement' ../out
	run -2 --separate-stderr backfill HEAD~9.. --where uncertain --every 2
	[[ $stderr == *'cannot take --every or --watch with --where'* ]]
}

# bats test_tags=long
@test "in place of a version that does not build its neighbour is measured" {
	planted 17x100 broken 16x100
	"$ASSAY" backfill HEAD~33.. --every 4 -r 3 --builds 1 --seed 5 --build 'sh make.sh' -- ./prog >../out
	backfill HEAD~33.. --where uncertain >../out
	grep -q '^  skipped  [0-9a-f]*  number 18: it does not build$' ../out
	"$ASSAY" history --json | jq -r '.series[0].versions[].subject' >../subjects
	absent '^number 18$' ../subjects
	grep -q '^number 1[79]$' ../subjects
}

refused() {
	run -2 --separate-stderr "$ASSAY" backfill "$@"
	[ -z "$output" ]
}

@test "ranges that cannot be measured are refused" {
	planted 100 100 100 100
	git checkout -q --orphan other && git commit -q -m other && git checkout -q main
	refused nope..HEAD -- ./prog
	[[ $stderr == *"cannot find the revision 'nope'"* ]]
	refused HEAD..HEAD~3 -- ./prog
	[[ $stderr == *"the first is not among the commits that led to the second"* ]]
	refused other..main -- ./prog
	[[ $stderr == *"the first is not among the commits that led to the second"* ]]
	refused HEAD~1.. -- ./prog
	[[ $stderr == *"cannot measure a series of 2 versions"* ]]
	refused HEAD~3 -- ./prog
	[[ $stderr == *"needs a range of revisions"* ]]
	refused HEAD~3...HEAD -- ./prog
	[[ $stderr == *"needs a range of revisions"* ]]
	refused HEAD~3..
	[[ $stderr == *"needs a command to measure"* ]]
	refused HEAD~3.. --export x.assay -- ./prog
	[[ $stderr == *"cannot take --export"* ]]
	refused --every 0 HEAD~3.. -- ./prog
	cd .. && mkdir elsewhere && cd elsewhere
	refused HEAD~3.. -- ./prog
	[[ $stderr == *"there is no repository of git"* ]]
}

@test "a shallow clone that lacks the older revision says so" {
	planted 100 100 100 100 100
	git tag old HEAD~4
	cd .. && git clone -q --depth 2 "file://$PWD/repo" shallow && cd shallow
	refused old.. -- ./prog
	[[ $stderr == *"cannot find the revision 'old'"* ]]
}

@test "where nothing builds it is said why" {
	planted broken broken broken broken
	run -5 --separate-stderr backfill HEAD~3..
	[[ $stderr == *"fewer than 3 of its versions build and run"* ]]
}
