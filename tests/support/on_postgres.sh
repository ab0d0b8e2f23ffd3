#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# on_postgres.sh POSTGRES PROGRAM...: runs programs of tests as cmocka.sh does, one after the other, with a server of their own
# in TEST_POSTGRES, where their stores are (tests/unit/store/on.c).
set -u -o pipefail
here=$(dirname "$0")
dir=$(mktemp -d /tmp/assay-postgres-XXXXXX)
chmod 755 "$dir"
trap '"$1" down "$dir/server" >/dev/null 2>&1; rm -rf "$dir"' EXIT
TEST_POSTGRES=$("$1" up "$dir/server") || {
	[ $? = 77 ] || exit 1
	echo "1..0 # SKIP PostgreSQL is not installed"
	exit 0
}
export TEST_POSTGRES
# Tests of what only a file has (of_files_alone) are none of a server's; the others are counted without them.
"$here/cmocka.sh" "$2" | awk '
	/^1\.\./ || / # SKIP it cannot be tried here$/ { next }
	/^(not )?ok [0-9]+ / { sub(/ok [0-9]+ /, "ok " ++n " ") }
	{ print; fflush() }
	END { print "1.." n + 0 }'
