#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Nothing is left for later, and words are spelt.
. "$(dirname "$0")/rule.sh"

later='TODO|FIXME|XXX|HACK|TBD|[Pp]laceholder|[Nn]o[t]( yet)? implemented|[Uu]nimplemented'
sources | grep -E '^(src|include|bench|examples|tools)/|^[^/]*$|/meson\.build$' |
	xargs grep -nIE "(^|[^A-Za-z])($later)([^A-Za-z]|$)" >"$found" 2>&1
verdict "nothing is left for later"

if command -v codespell >/dev/null; then
	sources | grep -Ev '^(LICENSES|tests/golden)/' |
		xargs codespell --ignore-words="$rules/words.ignore" >"$found" 2>&1
	verdict "words are spelt as codespell knows them"
else
	skip "words are spelt as codespell knows them" "codespell is not installed"
fi

finish
