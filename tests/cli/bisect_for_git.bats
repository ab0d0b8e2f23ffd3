#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# assay bisect --for-git: the command of git bisect run.
bats_require_minimum_version 1.5.0
load common
load planted
stderr=

# git bisect run, as far as it goes
by_git() {
	git bisect run "$ASSAY" bisect --for-git --seed 5 --build 'sh make.sh' -- ./prog
}

# bats test_tags=long
@test "git bisect run ends at the commit that was planted, and all is measured when it asks first" {
	planted 12x100 9x104
	git bisect start --first-parent HEAD HEAD~20 >/dev/null
	by_git >../out
	grep -q "^$(git rev-parse main~8) is the first '*bad'* commit" ../out
	[ "$(grep -c '^  found    ' ../out)" = 1 ]
	[ "$(grep -c '^  to git   .* is \(good\|bad\): the change is that of' ../out)" -ge 3 ]
	measured=$("$ASSAY" list --all --json | jq '.results | length')
	# begun anew it is measured anew: what was found then is not taken for it
	git bisect reset >/dev/null 2>&1
	git bisect start --first-parent HEAD HEAD~20 >/dev/null
	by_git >../out
	grep -q "^$(git rev-parse main~8) is the first '*bad'* commit" ../out
	[ "$("$ASSAY" list --all --json | jq '.results | length')" -gt "$measured" ]
}

# bats test_tags=long
@test "steps that were taken by hand before are the ends that are measured" {
	planted 6x100 6x104
	git bisect start --first-parent main main~11 >/dev/null
	git bisect good main~7 >/dev/null
	by_git >../out
	grep -q "^$(git rev-parse main~5) is the first '*bad'* commit" ../out
	grep -q '^  bisect   7 commits behind ' ../out
}

# bats test_tags=long
@test "a commit of a branch beside the line is skipped, and the merge is found" {
	planted 5x100
	git checkout -q -b side
	for k in 1 2; do echo "$k" >side && git add . && git commit -q -m "side $k"; done
	git checkout -q main
	git merge -q --no-ff --no-commit side
	echo 104 >speed && echo 6 >number && git add . && git commit -q -m merge
	for k in 7 8 9; do echo $k >number && git add . && git commit -q -m "number $k"; done
	git bisect start main main~7 >/dev/null
	by_git >../out || true
	grep -q "neither good nor bad" ../out
	grep -q "$(git rev-parse main~3)" ../out
}

# stopped WORDS: git bisect run has stopped, by a status that is no answer, and these words were said
stopped() {
	grep -q 'exit code 255\|255 from' ../out
	grep -q "$1" ../out
	[ -n "$(git bisect log)" ]
}

@test "where nothing is found, and for every mistake, git stops where it is" {
	planted 8x100
	scripts
	git bisect start --first-parent HEAD HEAD~7 >/dev/null
	git bisect run "$ASSAY" bisect --for-git --seed 5 -- ./prog >../out 2>&1 || true
	stopped 'no commit was found; git bisect stops here'
	git bisect run "$ASSAY" bisect --for-git --nope -- ./prog >../out 2>&1 || true
	stopped 'nope'
	git bisect run "$ASSAY" bisect --for-git HEAD~3 HEAD -- ./prog >../out 2>&1 || true
	stopped 'git bisect knows the ends'
	run -255 --separate-stderr "$ASSAY" bisect --for-git
	[[ $stderr == *'needs a command to measure'* ]]
	git bisect reset >/dev/null 2>&1
	run -255 --separate-stderr "$ASSAY" bisect --for-git -- ./prog
	[[ $stderr == *'no git bisect is going on here; begin with git bisect start BAD GOOD'* ]]
	git bisect start >/dev/null && git bisect bad >/dev/null
	run -255 --separate-stderr "$ASSAY" bisect --for-git -- ./prog
	[[ $stderr == *'does not know a good and a bad commit yet'* ]]
}
