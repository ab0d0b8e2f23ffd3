#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# tools/formats: what docs/formats.md says of each reader is what the reader does.

setup() {
	ROOT=$BATS_TEST_DIRNAME/../..
	mkdir -p "$BATS_TEST_TMPDIR/docs"
	cd "$BATS_TEST_TMPDIR" || return 1
	cp "$ROOT/docs/formats.md" docs
}

@test "every reader has a row, with what it makes of a file of its tool" {
	"$ROOT/tools/formats" "$ASSAY" --check
	[ "$(sed -n '/<!-- formats -->/,/<!-- end -->/p' docs/formats.md | grep -c '^| `')" -gt 50 ]
}

@test "a row that says something else is told, and written anew" {
	sed -i 's/^\(| `jmh` | jmh_sort.json | by it | 4 |\) 2 /\1 3 /' docs/formats.md
	run "$ROOT/tools/formats" "$ASSAY" --check
	[ "$status" -eq 1 ]
	[ "$output" = "docs/formats.md: is not what the readers do; run tools/formats $ASSAY" ]
	"$ROOT/tools/formats" "$ASSAY"
	diff docs/formats.md "$ROOT/docs/formats.md"
}

@test "a format that is written and has no row is told" {
	sed -i '/^| `openmetrics`/d' docs/formats.md
	run "$ROOT/tools/formats" "$ASSAY" --check
	[ "$status" -eq 1 ]
	[ "$output" = "docs/formats.md: has no row for --to openmetrics" ]
}
