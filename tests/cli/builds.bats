#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds as a level: what they are given, what becomes of what they make, when they are one.
load common

# number JSON-PATH: of the last result
number() {
	"$ASSAY" show --json @last | python3 -c "import json, sys
r = json.load(sys.stdin)
print($1)"
}

@test "builds of different seeds are a level of the tree, and every build is in every round" {
	"$ASSAY" run --seed 7 --builds 4 -r 3 --iterations 2 --build "$TARGET build prog" \
		'./prog build=0.05 execution=0.01'
	[ "$(number "r['subjects'][0]['summaries'][0]['n']")" = 4 ]
	[ "$(number "len(r['subjects'][0]['summaries'][0]['levels'])")" = 3 ]
}

@test "builds that come out the same are one, and the level is merged" {
	"$ASSAY" run -r 4 --iterations 2 --build "cp $TARGET prog" './prog execution=0.01'
	[ "$(number "r['subjects'][0]['summaries'][0]['n']")" = 4 ]
}

@test "the same seed gives the same builds and the same result" {
	for i in 1 2; do
		"$ASSAY" run --seed 11 --builds 3 -r 2 --iterations 3 --build "$TARGET build prog" \
			'./prog build=0.05 execution=0.01'
		number "r['subjects'][0]['summaries'][0]['mean']" >mean$i
	done
	cmp mean1 mean2
}

@test "a build is told its seed, and nothing of it remains" {
	mkdir tmp
	export TMPDIR=$PWD/tmp # others may be measuring in the common one
	"$ASSAY" run -v --builds 3 -r 2 --build 'echo $ASSAY_SEED >>seeds; test -d "$ASSAY_BUILD_DIR"; '"$TARGET build prog" \
		./prog
	[ "$(sort -u seeds | wc -l)" = 3 ]
	[ -z "$(ls tmp)" ]
}

@test "builds without an artifact are measured in place" {
	"$ASSAY" run -v --builds 2 -r 3 --build "$TARGET build prog" "sh -c './prog build=0.05'" >out
	[ "$(number "r['subjects'][0]['summaries'][0]['n']")" = 2 ]
}

@test "builds in place that a budget does not pay for are one, and that is said; more is made where it pays" {
	"$ASSAY" run --budget 1ms --build 'sleep 0.3; echo made >>made' 'sleep 0.01' >out
	[ "$(wc -l <made)" = 1 ]
	tr -s ' \n' ' ' <out | grep -qE 'plan: one build: a budget of [^:]* is too short for 5 and their rounds; --budget [0-9]+s would do'
	[ "$(number "r['plan']['builds']")" = 1 ]
	rm made
	"$ASSAY" run --budget 10m --build 'echo made >>made' 'sleep 0.01' >out
	[ "$(wc -l <made)" = 5 ]
	rm made
	"$ASSAY" run --budget 1ms --builds 3 --build 'echo made >>made' 'sleep 0.01' >out
	[ "$(wc -l <made)" = 3 ]
}

@test "a plan is printed and nothing is kept" {
	run "$ASSAY" plan --build "$TARGET build prog" './prog build=0.05 execution=0.01'
	[ "$status" -eq 0 ]
	[[ $output == plan:*build* ]]
	[[ $output != *result* ]]
	run "$ASSAY" list
	[[ $output != *prog* ]]
}

# bats test_tags=long
@test "a plan is made from ten builds, and from five where ten do not fit into the budget" {
	"$ASSAY" run -v --precision 90% --build "$TARGET build prog" './prog build=0.05 execution=0.01' >out
	[ "$(number "r['plan']['builds']")" = 10 ]
	[ "$(grep -c 'uncommon kind of build' out)" -eq 0 ]
	"$ASSAY" run -v --precision 90% --budget 7s --build "sleep 1; $TARGET build prog" \
		'./prog build=0.05 execution=0.01' >out
	[ "$(number "r['plan']['builds']")" = 5 ]
	tr -s ' \n' ' ' <out | grep -qF '5 builds: an uncommon kind of build may not have been seen; if three in ten'
}

# bats test_tags=long
@test "a budget that ten builds fit into has ten, whatever one costs" {
	"$ASSAY" run --precision 90% --budget 6s --build "sleep 0.2; $TARGET build prog" \
		'./prog build=0.05 execution=0.01' >out
	[ "$(number "r['plan']['builds']")" = 10 ]
	"$ASSAY" run --precision 1% --seed 5 --build "$TARGET build prog" \
		'./prog build=0.02 execution=0.01' >out
	[ "$(number "r['plan']['builds']")" -gt 10 ]
	[ "$(number "r['subjects'][0]['summaries'][0]['interval']['method']")" = two_stage ]
	"$ASSAY" run -v --builds 12 --seed 5 -r 2 --build "$TARGET build prog" './prog build=0.01' >out
	[ "$(number "r['subjects'][0]['summaries'][0]['interval']['method']")" = signed_ranks ]
}

@test "options of builds without a build are an error" {
	assay_fails 2 "cannot vary builds without building: give the command that builds with --build" \
		run --builds 3 true
}

# bats test_tags=long
@test "layout randomisation of an unchanged Makefile gives builds of different layout" {
	cp -r "$BATS_TEST_DIRNAME/../../examples/fft" fft
	cd fft
	"$ASSAY" run -v --builds 3 -r 2 --iterations 2 --randomize layout --build 'make -B fft' ./fft
	[ "$(number "r['subjects'][0]['summaries'][0]['n']")" = 3 ]
	"$ASSAY" run --builds 3 -r 2 --iterations 2 --build 'make -B fft' ./fft
	[ "$(number "r['subjects'][0]['summaries'][0]['n']")" = 2 ]
}
