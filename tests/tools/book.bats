#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# The book: commands in it are commands of assay, and tools/site makes pages of it.

bats_require_minimum_version 1.5.0

setup() {
	cd "$BATS_TEST_DIRNAME/../.." || return
}

@test "every option that a document gives to a verb is one of that verb" {
	run tests/support/doc_options.py "$ASSAY" README.md CONTRIBUTING.md docs/*.md
	[ "$status" = 0 ]
	[ "${#lines[@]}" = 1 ] || { echo "$output"; false; }
	[ "${output%% *}" -gt 200 ]
	echo 'say `assay run --exactness 1%`, or assay show -v' >"$BATS_TEST_TMPDIR/page.md"
	run tests/support/doc_options.py "$ASSAY" "$BATS_TEST_TMPDIR/page.md"
	grep -q 'page.md:1: assay run has no --exactness' <<<"$output"
}

# The tree as far as tools/site reads it.
copy() {
	mkdir -p "$BATS_TEST_TMPDIR/tree/tools" "$BATS_TEST_TMPDIR/tree/packaging"
	cp -R docs clients README.md CONTRIBUTING.md CHANGELOG.md "$BATS_TEST_TMPDIR/tree"
	mkdir "$BATS_TEST_TMPDIR/tree/examples"
	cp -R examples/languages "$BATS_TEST_TMPDIR/tree/examples"
	cp tools/site "$BATS_TEST_TMPDIR/tree/tools"
	cp -R packaging/site "$BATS_TEST_TMPDIR/tree/packaging"
	cd "$BATS_TEST_TMPDIR/tree" || return
}

@test "the site has a page for each document, search, schemas, and asks nobody else for anything" {
	command -v mkdocs >/dev/null || skip "no mkdocs"
	copy
	tools/site out
	for page in docs/*.md; do
		name=${page##*/}
		[ -s "out/${name%.md}.html" ]
	done
	grep -q 'Did my change matter' out/index.html
	grep -q 'pictures/same-twice.svg' out/index.html
	jq -e '.docs | length > 100' out/search/search_index.json
	[ -s out/assay-output.schema.json ]
	# A page that is opened as a file may not fetch it: then a script has it.
	grep -q 'search/offline.js' out/index.html
	cat >"$BATS_TEST_TMPDIR/read.mjs" <<-'END'
		import { readFileSync } from 'node:fs'
		globalThis.window = {}
		globalThis.URL = { createObjectURL: blob => blob }
		globalThis.Blob = class { constructor(parts) { this.text = parts.join('') } }
		eval(readFileSync('out/search/offline.js', 'utf8'))
		const { worker, index } = window.__search
		new Function(worker.text) // it is a script
		console.log((await index).docs.length)
	END
	[ "$(node "$BATS_TEST_TMPDIR/read.mjs")" = "$(jq '.docs | length' out/search/search_index.json)" ]
	# What a reader copies is there, and linked.
	cmp clients/assay_report.rs out/clients/assay_report.rs
	grep -q 'href="clients/assay_report.rs"' out/reporter.html
	grep -q 'href="examples/languages/Bench.java"' out/reporter.html
	run ! grep -lE '(src|href)="(https?:)?//[^"]*\.(js|css|woff2?)"' out/*.html
}

@test "a document in no group, and a link that leads nowhere, are refused" {
	command -v mkdocs >/dev/null || skip "no mkdocs"
	copy
	echo '# Lost' >docs/lost.md
	run tools/site out
	[ "$status" = 1 ]
	grep -q 'docs/lost.md is in no group' <<<"$output"
	echo 'See [that](nowhere.md).' >>docs/diff.md
	rm docs/lost.md
	run tools/site out
	[ "$status" = 1 ]
	grep -q 'nowhere.md' <<<"$output"
}

@test "the ten pictures are drawn anew by their tool, and each stands in its page with words for who cannot see it" {
	mkdir "$BATS_TEST_TMPDIR/drawn"
	tools/ten-pictures "$ASSAY" "$BATS_TEST_TMPDIR/drawn"
	for number in {1..10}; do
		grep -q "srcset=\"pictures/ten-$number-dark.svg\"><img alt=\"[^\"]\{20,\}\" src=\"pictures/ten-$number.svg\"" docs/ten-pictures.md
		for picture in "ten-$number.svg" "ten-$number-dark.svg"; do
			diff <(grep -o '<text>[^<]*' "$BATS_TEST_TMPDIR/drawn/$picture") <(grep -o '<text>[^<]*' "docs/pictures/$picture")
		done
	done
}

@test "each question's page, and that on two versions, shows what its commands print" {
	for page in docs/ask-*.md docs/diff.md; do
		run tools/readme --look --page "$page"
		[ "$status" = 0 ] || { echo "$page: $output"; false; }
		[ "$(grep -c '^ok' <<<"$output")" -ge 2 ] || { echo "$page has no command"; false; }
	done
}
