#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# tools/installed: what a shell has to be told after make install.

setup() {
	cd "$BATS_TEST_DIRNAME/../.." || return
	export XDG_CACHE_HOME=$BATS_TEST_TMPDIR
}

@test "what is installed for one user alone is told how a shell and pkg-config find it" {
	there="$BATS_TEST_TMPDIR/my own"
	mkdir -p "$there/lib/triplet/pkgconfig"
	touch "$there/lib/triplet/pkgconfig/assay.pc"
	run tools/installed "$there/"
	[ "$status" = 0 ]
	eval "$(grep '^  export ' <<<"$output")"
	[ "${PATH%%:*}" = "$there/bin" ]
	[ "$PKG_CONFIG_PATH" = "$there/lib/triplet/pkgconfig" ]
	[ "$LD_LIBRARY_PATH" = "$there/lib/triplet" ]
}

@test "in /usr/local there is nothing to tell, and a folder without assay is refused" {
	run tools/installed /usr/local
	[ "$status" = 0 ] && [ -z "$output" ]
	run tools/installed "$BATS_TEST_TMPDIR/none"
	[ "$status" = 1 ]
	[ "$output" = "tools/installed: nothing is installed in $BATS_TEST_TMPDIR/none" ]
}
