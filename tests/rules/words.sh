#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Nothing is left for later, and words are spelt.
. "$(dirname "$0")/rule.sh"

later='TODO|FIXME|XXX|HACK|TBD|[Pp]laceholder|[Nn]o[t]( yet)? implemented|[Uu]nimplemented'
sources | grep -E '^(src|include|bench|examples|tools)/|^[^/]*$|/meson\.build$' |
	xargs grep -nIE "(^|[^A-Za-z])($later)([^A-Za-z]|$)" >"$found" 2>&1
verdict "nothing is left for later"

sources | grep '\.md$' | while read -r file; do
	grep -oE '\]\([^)#]+' "$file" | sed 's/^](//' | grep -v '^[a-z]*:' | while read -r link; do
		[ -e "$(dirname "$file")/$link" ] || echo "$file: there is no $link"
	done
done >"$found"
verdict "every link of a document leads somewhere"

if command -v codespell >/dev/null; then
	sources | grep -Ev '^(LICENSES|tests/golden|tests/freeze|tests/fuzz/corpus)/' |
		xargs codespell --ignore-words="$rules/words.ignore" >"$found" 2>&1
	verdict "words are spelt as codespell knows them"
else
	skip "words are spelt as codespell knows them" "codespell is not installed"
fi

finish
