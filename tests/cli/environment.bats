#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# assay help environment: every variable that is read or set stands there.
load common

@test "every variable that assay reads stands in assay help environment" {
	"$ASSAY" help environment >help
	cd "$BATS_TEST_DIRNAME/../.." || return
	read_ones=$(grep -rhoE '(getenv|variable)\("[A-Z_0-9]+"\)|\.variable = "[A-Z_0-9]+"' src --include='*.c' | grep -oE '"[A-Z_0-9]+"' | tr -d '"' | sort -u)
	[ "$(wc -l <<<"$read_ones")" -ge 15 ]
	missing=
	for name in $read_ones; do
		grep -qE "(^|[ ,])$name([ ,]|$)" "$TEST_DIR/here/help" || missing+=" $name"
	done
	[ -z "$missing" ] || { echo "not in assay help environment:$missing" && false; }
}

@test "every variable that assay sets for programs stands in assay help environment" {
	"$ASSAY" help environment >help
	cd "$BATS_TEST_DIRNAME/../.." || return
	missing=
	for name in $(grep -rhoE '"(ASSAY|HYPERFINE)_[A-Z_]+=' src/run src/plan --include='*.c' | tr -d '"=' | grep -v '^ASSAY_CCACHE_' | sort -u); do
		grep -qE "(^|[ ,])$name([ ,]|$)" "$TEST_DIR/here/help" || missing+=" $name"
	done
	[ -z "$missing" ] || { echo "not in assay help environment:$missing" && false; }
}
