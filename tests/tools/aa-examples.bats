#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# tools/aa: programs of examples/ against themselves.

setup() {
	aa=$BATS_TEST_DIRNAME/../../tools/aa
	export TMPDIR=$BATS_TEST_TMPDIR HOME=$BATS_TEST_TMPDIR
}

@test "four programs are measured, and each rate has its error" {
	"$aa" -r 3 "$ASSAY" >out
	for name in fft interpreter words gzip; do
		[ "$(grep -cE "^\| $name \| (same rounds|in sequence) \| [01] of 1: .* ± .* \(.* … .*\) \|" out)" -eq 2 ]
	done
	[ "$(grep -cE '^\| all \| .* of 4: .* ± .* %' out)" -eq 2 ]
	grep -q "^\$ assay aa -r 3 --seed 1 -n fft './fft'$" out
	grep -qx '\$ assay aa --estimator all --change 5% @last' out
	grep -q '^So with 2 executions on each side Welch is wrong in .* a gate on' out
	grep -qx "\$ assay run -v -r 3 --seed 1 './fft' './fft --allocate'" out
	grep -q '^noise profile of this machine, .*: identical programs differ by up to' out
}

@test "what it cannot do anything with is answered by how it is used" {
	run "$aa" --nonsense
	[ "$status" -eq 1 ]
	[[ $output == "tools/aa ["* ]]
	run "$aa" -r 2
	[ "$status" -eq 1 ]
	run "$aa" ./nosuch
	[ "$status" -eq 1 ]
	[[ $output == "tools/aa: there is no "*"/nosuch; say make first" ]]
}
