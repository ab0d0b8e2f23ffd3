#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# tools/page where there is no node, or no page is wanted (-Dpage=disabled).

TOOLS=$BATS_TEST_DIRNAME/../../tools

setup() {
	cd "$BATS_TEST_TMPDIR" || return 1
}

# What a program sees that was built with that header: how many bytes of script and style there are.
bytes() {
	cat >seen.c <<-'END'
		#include <stdio.h>
		#include "page_bundle.h"

		int main(void)
		{
			printf("%zu %zu %zu\n", sizeof page_script - 1, sizeof page_style - 1, sizeof page_hash - 1);
			return 0;
		}
	END
	cc -I. -o seen seen.c && ./seen
}

@test "switched off, there is a header without a page, and nothing is said or fetched" {
	mkdir empty
	PATH=$PATH "$TOOLS/page" /does/not/exist /does/not/exist disabled empty folder page_bundle.h >said 2>&1
	[ ! -s said ]
	[ ! -e folder ]
	[ "$(bytes)" = '0 0 0' ]
}

@test "without node or npm it builds as well, and says what is missing" {
	"$TOOLS/page" '' '' auto web folder page_bundle.h >said 2>&1
	[ "$(<said)" = "tools/page: assay is built without its report page: there is no node or no npm; tools/setup page installs them" ]
	[ "$(bytes)" = '0 0 0' ]
}

@test "where the page is asked for, being without it is an error, and no header is left" {
	status=0
	"$TOOLS/page" '' '' enabled web folder page_bundle.h >said 2>&1 || status=$?
	[ "$status" -eq 1 ]
	[ "$(<said)" = "tools/page: there is no node or no npm; tools/setup page installs them" ]
	[ ! -e page_bundle.h ]
}
