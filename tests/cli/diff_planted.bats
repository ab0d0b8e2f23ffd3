#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# assay diff on revisions whose difference is known: the program of every build is the test program
# (tests/target), which draws its times from a tree of variances and reports them, so that all follows
# from the seeds and nothing depends on the machine. docs/diff-proof.md has the same over real builds.
load common

# commit TAG SETTINGS LAYOUT
commit() {
	echo "$2" >settings
	echo "$3" >layout
	git add . && git commit -q --allow-empty -m "$1" && git tag "$1"
}

# A repository whose program is made of `settings` and `layout`: the luck of a build follows from its
# seed and from the latter, as that of a real one follows from where its functions lie.
repository() {
	export GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org
	export GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.org
	export GIT_AUTHOR_DATE='1700000000 +0000' GIT_COMMITTER_DATE='1700000000 +0000' TZ=UTC
	git init -q -b main repo && cd repo || return 1
	echo '/prog' >.gitignore
	cat >make.sh <<-'END'
		. ./settings${1:+-$1} || exit
		luck=$(echo "$ASSAY_SEED $1 $(cat layout)" | cksum | cut -d ' ' -f 1)
		{
			echo '#!/bin/sh'
			echo "$first"
			echo "exec $TARGET seed=$luck mean=1e7 build=0.01 execution=0.01 iteration=0.02 effect=$effect"
		} >prog
		chmod +x prog
	END
	commit begin 'effect=0' one
}

diff_of() {
	"$ASSAY" diff "$1" "$2" --builds 8 -r 4 --iterations 3 --build 'sh make.sh' "${@:3}" -- ./prog
}

# planted BASE HEAD TRUTH SEED: the verdict, and whether the interval holds the true ratio.
planted() {
	diff_of "$1" "$2" --json --seed "$4" | jq -r --argjson truth "$3" '
		.benchmarks[0].comparison |
		"\(.verdict) \(.interval.lo <= $truth and $truth <= .interval.hi)"'
}

# bats test_tags=long
@test "planted changes of 5 and 20 % are found, and none where none is planted" {
	repository
	commit moved 'effect=0' two
	commit five 'effect=0.05' three
	commit twenty 'effect=0.26' four
	for seed in 1 2 3; do
		planted begin moved 1 "$seed" >>../moved
		planted moved five 1.05 "$seed" >>../five
		planted five twenty 1.2 "$seed" >>../twenty
	done
	[ "$(cut -d ' ' -f 1 ../moved ../five ../twenty | uniq -c | tr -s ' \n' ' ')" = ' 3 undecided 6 slower ' ]
	# Nine intervals of 95 %: the seeds are those of the first run, and one of them misses.
	[ "$(cat ../moved ../five ../twenty | grep -c true)" -ge 7 ]
}

# bats test_tags=long
@test "of a suite each benchmark is judged by what is planted in it" {
	repository
	cat >assay.yaml <<-'END'
		builds: 8
		runs: 4
		iterations: 3
		build: sh make.sh {of}
		benchmarks:
		  all:
		    execute: ./prog
		    parameters: {of: [none, five, twenty, faster, unbuilt, failing]}
	END
	for of in none five twenty faster unbuilt failing; do
		echo effect=0 >settings-$of
	done
	commit base '' one
	echo effect=0.05 >settings-five
	echo effect=0.2 >settings-twenty
	echo effect=-0.05 >settings-faster
	echo exit 7 >settings-unbuilt
	echo 'first="exit 3"' >settings-failing
	commit head '' two
	run "$ASSAY" diff base head --json --seed 1
	[ "$status" -eq 5 ]
	jq -r '.benchmarks[] | .kind' <<<"$output" | tr '\n' ' ' >../kinds
	[ "$(cat ../kinds)" = 'undecided worse worse better newly_failing newly_failing ' ]
}

# bats test_tags=long
@test "a planted change the other way is found, and a gate on slower lets it pass" {
	repository
	commit faster 'effect=-0.05' two
	diff_of begin faster --seed 1 --fail-if 'slower by 1%' >../out
	grep -q '^faster ([0-9a-f]*) takes [4-6]\.[0-9] % less time than begin (' ../out
	grep -q 'slower by 1%: passed' ../out
	run diff_of faster begin --seed 1 --fail-if 'slower by 1%'
	[ "$status" -eq 1 ]
	[[ $output == *'slower by 1%: failed'* ]]
}

@test "a commit that changes only what is not built is the same program" {
	repository
	echo 'what it is for' >README
	commit described 'effect=0' one
	diff_of begin described >../out
	[[ $(tail -n 2 ../out | tr '\n' ' ') == 'No difference: the build makes the same program of begin ('*'so there was nothing to measure ' ]]
}

@test "a commit that does not build is told as such, as base and as head" {
	repository
	commit unbuilt 'echo settings: no such thing >&2; exit 7' two
	for pair in 'begin unbuilt' 'unbuilt begin'; do
		# shellcheck disable=SC2086
		run diff_of $pair
		[ "$status" -eq 5 ]
		[[ $output == *"the build 'sh make.sh' of 'unbuilt ("*")' failed: it ended with exit status 7; nothing was measured"* ]]
		[[ $output == *'  | settings: no such thing'* ]]
	done
}

@test "a commit whose program fails is told as such, as base and as head" {
	repository
	commit failing 'effect=0; first="echo no answer >&2; exit 3"' two
	for pair in 'begin failing' 'failing begin'; do
		# shellcheck disable=SC2086
		run diff_of $pair
		[ "$status" -eq 5 ]
		[[ $output == *"assay: 'failing ("*")' failed: it ended with exit status 3"* ]]
		[[ $output == *'  | no answer'* ]]
	done
}
