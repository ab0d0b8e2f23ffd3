#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# tools/fields: what docs/ says of kept structs is what their tables say.

setup() {
	ROOT=$BATS_TEST_DIRNAME/../..
	cd "$BATS_TEST_TMPDIR" || return 1
}

@test "schemas and tables of docs/ are those of src/model/fields" {
	"$ROOT/tools/fields" "$GENERATE" --check
}

@test "a member that docs/ does not have is told, and written" {
	mkdir docs tools
	cp "$ROOT"/docs/assay-*.schema.json "$ROOT/docs/formats.md" "$ROOT/docs/suite.md" docs
	cp "$ROOT/tools/fields" tools
	sed -i '/dimension_reused/d' docs/formats.md
	run tools/fields "$GENERATE" --check
	[ "$status" -eq 1 ]
	[ "$output" = "docs/formats.md: is not what the tables of src/model say; run tools/fields $GENERATE" ]
	tools/fields "$GENERATE"
	diff docs/formats.md "$ROOT/docs/formats.md"
}
