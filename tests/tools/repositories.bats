#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# bench/repositories.py: repositories whose commits change what they say, and bench/diff_proof.py,
# which judges what assay diff makes of them.

setup_file() {
	export BENCH=$BATS_TEST_DIRNAME/../../bench FOLDER=$BATS_FILE_TMPDIR/made
	unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE
	"$BENCH/repositories.py" "$FOLDER" 3 5 >/dev/null
}

# of COMMIT NAME: what work.h of that commit defines NAME to.
of() {
	git show "$1:work.h" | sed -n "s/^#define $2 //p"
}

@test "a seed gives the same commits everywhere" {
	"$BENCH/repositories.py" "$BATS_TEST_TMPDIR/again" 3 >/dev/null
	cmp "$FOLDER/3.json" "$BATS_TEST_TMPDIR/again/3.json"
	[ "$(git -C "$FOLDER/3" rev-list --all | sort)" = "$(git -C "$BATS_TEST_TMPDIR/again/3" rev-list --all | sort)" ]
}

@test "what is planted is exactly that" {
	for seed in 3 5; do
		cd "$FOLDER/$seed"
		for kind in same moved unbuilt failing slower-2 slower-5 hungrier-5 hungrier-10; do
			time=100 memory=100
			case $kind in
			slower-*) time=$((100 + ${kind#*-})) ;;
			hungrier-*) memory=$((100 + ${kind#*-})) ;;
			esac
			echo "$seed $kind"
			[ "$(($(of $kind ROUNDS) * 100))" -eq "$(($(of $kind~1 ROUNDS) * time))" ]
			[ "$(($(of $kind BYTES) * 100))" -eq "$(($(of $kind~1 BYTES) * memory))" ]
		done
	done
}

@test "the programs build, work and fail as is said" {
	cd "$FOLDER/5"
	for kind in same moved; do
		git checkout -q "$kind~1" && make -s && ./bench >before && objcopy -O binary -j .text bench text.before
		git checkout -q "$kind" && make -s && ./bench | cmp - before
		objcopy -O binary -j .text bench text.after
		if [ "$kind" = same ]; then
			cmp text.before text.after
		fi
	done
	[ "$(./bench memory)" -gt 0 ]
	git checkout -q unbuilt
	run make -s
	[ "$status" -ne 0 ]
	git checkout -q failing
	make -s
	run ./bench
	[ "$status" -ne 0 ]
}

@test "the power of a comparison is that of the noncentral t distribution" {
	python3 - <<-'END'
		import math, os, sys
		sys.path.insert(0, os.environ['BENCH'])
		import diff_proof as d
		for df, t in ((1, 12.7062047), (4, 2.7764451), (10, 2.2281389), (30, 2.0422725)):
		    assert abs(d.critical(df) - t) < 2e-4 * t, (df, d.critical(df))
		row = {'lo': math.exp(-0.022281389), 'hi': math.exp(0.022281389), 'df': 10}
		assert abs(d.standard_error(row) - 0.01) < 1e-5
		# R: pt(qt(0.975, 10), 10, ncp, lower.tail = FALSE)
		for ratio, p in ((0, 0.025), (0.02, 0.43955206), (0.05, 0.99411094)):
		    assert abs(d.power(row, math.exp(ratio)) - p) < 1e-5, (ratio, d.power(row, math.exp(ratio)))
	END
}
