#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# tools/abi: programs that were linked with an earlier libassay go on with this one.

bats_require_minimum_version 1.5.0

setup() {
	cd "$BATS_TEST_DIRNAME/../.." || return
	[ "$(uname -m)" = x86_64 ] || skip "what was kept is of x86_64"
}

@test "what programs linked with libassay rely on is as it was" {
	tools/abi "$LIBASSAY"
}

@test "functions that are gone, or take other arguments, are named" {
	sed 's/double items_per_operation/float items_per_operation/' include/assay.h >"$BATS_TEST_TMPDIR/assay.h"
	run ! cmp -s include/assay.h "$BATS_TEST_TMPDIR/assay.h"
	cat >"$BATS_TEST_TMPDIR/x.c" <<-'END'
		#include "assay.h"
		void assay_items(struct assay_state *state, float n) { (void)state; (void)n; }
	END
	cc -std=c17 -g -fPIC -shared -Wl,-soname,libassay.so.0 -o "$BATS_TEST_TMPDIR/x.so" "$BATS_TEST_TMPDIR/x.c"
	run tools/abi "$BATS_TEST_TMPDIR/x.so"
	[ "$status" -eq 4 ]
	[[ "$output" = *assay_bytes* ]]
	[[ "$output" = *assay_items*float* ]]
}
