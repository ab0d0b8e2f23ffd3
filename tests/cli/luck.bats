#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# What is left to luck is drawn: layouts of builds, addresses and environments of executions; by the
# seed, and proven by what came out.
load common

# built JQ: what jq says of the builds of the first command.
built() {
	"$ASSAY" show --json @last | jq -c ".subjects[0].tree.builds | $1"
}

# source: a program of two functions, whose text and order the compiler's words can change.
source() {
	cat >one.c <<-'C'
		int one(int x) { return x * 3 + 1; }
	C
	cat >two.c <<-'C'
		int two(int x) { return x * 5 + 2; }
	C
	cat >prog.c <<-'C'
		int one(int), two(int);
		#ifndef SEED
		#define SEED "none"
		#endif
		const char seed[] = SEED;
		int main(int argc, char **argv) { (void)argv; return one(argc) + two(argc) == 0; }
	C
}

@test "a build runs in the user's folder, by /bin/sh, and is told its seed, its folder and the flags" {
	"$ASSAY" run -v --seed 3 --builds 2 -r 2 --randomize layout --build "pwd >where; echo \$0 >shell; env >told.\$ASSAY_SEED
		touch \$ASSAY_BUILD_DIR/mine; $TARGET build prog" ./prog >out
	[ "$(cat where)" = "$PWD" ]
	[ "$(cat shell)" = /bin/sh ]
	for told in told.*; do
		grep -qE '^ASSAY_SEED=[0-9]{20}$' "$told"
		grep -qx 'ASSAY_CFLAGS=-ffunction-sections -fdata-sections' "$told"
		grep -qE '^ASSAY_LDFLAGS=/.*/layout/pad-[0-9a-f]{16}\.o( -|$)' "$told"
		grep -qE '^PATH=/.*/assay/wrappers-[0-9a-f]*:' "$told"
		[ ! -e "$(sed -n 's/^ASSAY_BUILD_DIR=//p' "$told")" ]
	done
	[ "$(ls told.* | wc -l)" = 2 ]
	"$ASSAY" run -v --builds 2 -r 2 --build "env >told; $TARGET build prog" ./prog >out
	absent -E '^ASSAY_(C|LD)FLAGS=|^PATH=.*/assay/wrappers-' told
	grep -qE '^ASSAY_SEED=' told
}

# bats test_tags=long
@test "the paths of all builds of all commands are of one length, and so are what else they are told" {
	script build <<-'SH'
		printf '#!/bin/sh\n# %s\necho "$0" >>"%s/paths"; env >>"%s/environments"\n' $ASSAY_SEED "$PWD" "$PWD" >$1
		chmod +x $1
	SH
	"$ASSAY" run -v --builds 11 -r 2 --randomize none --build './build prog' ./prog --build './build shop' ./shop >out
	[ "$(sort -u paths | wc -l)" = 22 ]
	[ "$(awk '{ print length }' paths | sort -u | wc -l)" = 1 ]
	[ "$(grep '^ASSAY_REPORT=' environments | awk '{ print length }' | sort -u | wc -l)" = 1 ]
}

# bats test_tags=long
@test "a build id does not make builds different, and a seed in a text does, which is data" {
	source
	"$ASSAY" run -v --builds 5 -r 5 --build 'cc -Wl,--build-id=uuid -o prog prog.c one.c two.c' ./prog >out
	[ "$(rows note | head -n 1)" = "rebuilding gave the same program each time, so the luck of its layout is not covered; --randomize layout would" ]
	[ "$(built '.hash | unique | length')" = 2 ]
	[ "$(built '.layout_hash | unique | length')" = 1 ]
	[ "$(built '.code_hash | unique | length')" = 1 ]
	"$ASSAY" run -v --builds 5 -r 5 --build 'cc -DSEED="\"$ASSAY_SEED\"" -o prog prog.c one.c two.c' ./prog >out
	[ "$(built '.layout_hash | unique | length')" = 1 ]
	[ "$(built '.code_hash | unique | length')" = 5 ]
}

# bats test_tags=long
@test "another order of the functions makes builds different" {
	source
	"$ASSAY" run -v --seed 1 --builds 5 -r 2 --build 'case $ASSAY_SEED in *[02468]) order="one.c two.c" ;; *) order="two.c one.c" ;; esac
		cc -o prog prog.c $order' ./prog >out
	[ "$(built '.layout_hash | unique | length')" = 2 ]
	[ "$(rows builds)" = "2 different ones among 5 builds" ]
}

# An unchanged Makefile's way of building it, with what is in $1 as well.
randomized() {
	"$ASSAY" run -v --seed "$1" --builds 3 -r 2 --randomize layout --build "cc -o prog prog.c one.c two.c $2" ./prog >out
}

# bats test_tags=long
@test "layouts are drawn by the seed, in a program that is stripped as well" {
	source
	randomized 5
	[ "$(built '.layout_hash | unique | length')" = 3 ]
	first=$(built '[.seed, .layout_hash, .code_hash]')
	order=$("$ASSAY" show --json @last | jq -c '.subjects[0].tree.executions | [.build, .order]')
	randomized 5
	[ "$(built '[.seed, .layout_hash, .code_hash]')" = "$first" ]
	[ "$("$ASSAY" show --json @last | jq -c '.subjects[0].tree.executions | [.build, .order]')" = "$order" ]
	randomized 6
	[ "$(built '[.seed, .layout_hash, .code_hash]')" != "$first" ]
	randomized 5 -s
	[ "$(built '.code_hash | unique | length')" = 3 ]
}

# bats test_tags=long
@test "the screen names what draws the layouts, and what only the GNU linker can do" {
	source
	randomized 5
	[[ $(rows builds) == "all 3 builds are different, their layout drawn at random: sections shuffled by mold "[0-9]* ]]
	mkdir few
	find /usr/bin/ /bin/ -maxdepth 1 ! -type d ! -name '*mold*' ! -name '*lld*' -exec ln -sf -t few {} +
	PATH=$PWD/few randomized 5
	[ "$(rows builds)" = "all 3 builds are different, their layout drawn at random: gaps of random size, in an order that stays: GNU ld cannot shuffle sections; mold or lld can" ]
	"$ASSAY" show -v >again
	grep -q 'gaps of random size' <<<"$(tr -s ' \n' ' ' <again)"
}

@test "a build that goes past the wrappers: the screen says that the layout did not change" {
	source
	assay_runs 0 warning "rebuilding gave the same program each time, so the luck of its layout is not covered; --randomize layout did not change the layout" \
		run --builds 3 -r 5 --randomize layout --build "$(command -v cc) -o prog prog.c one.c two.c" ./prog
}

@test "a layout that did not change is told where the data of builds differ" {
	source
	"$ASSAY" run -v --builds 3 -r 2 --randomize layout --build "$(command -v cc) "'-DSEED="\"$ASSAY_SEED\"" -o prog prog.c one.c two.c' ./prog >out
	[[ $(rows warning) == *"all 3 builds are different, but --randomize layout did not change the layout: the luck of the layout is not covered"* ]]
}

# personalities WORDS...: what the kernel is told of the addresses of four executions.
personalities() {
	"$ASSAY" run -v -w 0 -r 4 --show-output "$@" 'cat /proc/self/personality' | grep -E '^[0-9a-f]{8}$' | sort -u
}

@test "addresses are random unless that is left out, whatever assay was started with" {
	[ "$(personalities)" = 00000000 ]
	[ "$(personalities --randomize address)" = 00000000 ]
	[ "$(personalities --randomize none)" = 00040000 ]
	[ "$(personalities --randomize environment)" = 00040000 ]
	[ "$(setarch -R "$ASSAY" run -v -w 0 -r 1 --show-output 'cat /proc/self/personality' | head -n 1)" = 00000000 ]
}

# sizes WORDS...: the sizes of the environments of nine executions, a line each.
sizes() {
	"$ASSAY" run -v -w 0 -r 9 --show-output "$@" "sh -c 'env | wc -c'" | grep -E '^[0-9]+$'
}

@test "the size of the environment is drawn by the seed" {
	sizes --seed 4 >first
	[ "$(sort -u first | wc -l)" -gt 3 ]
	sizes --seed 4 | cmp first
	sizes --seed 5 >other
	[ "$(cat first)" != "$(cat other)" ]
	[ "$(sizes --randomize none | sort -u | wc -l)" = 1 ]
	[ "$(sizes --randomize address | sort -u | wc -l)" = 1 ]
	[ "$(sizes --randomize environment | sort -u | wc -l)" -gt 3 ]
	"$ASSAY" show --json @last | jq -e '.plan.randomize == ["environment"]'
}

@test "what cannot be randomised is named" {
	assay_fails 2 "cannot use 'luck' for --randomize: expected layout, address, environment or none, with commas between" \
		run --randomize luck true
}
