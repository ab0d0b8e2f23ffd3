#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Every header compiles alone, twice in a row, as C17 with the project's warnings, and no two have
# the same guard. ASSAY_CC and ASSAY_CFLAGS come from Meson.
. "$(dirname "$0")/rule.sh"

cc=${ASSAY_CC:-cc}
cc=${cc#ccache } # nothing is made that could be kept
flags=${ASSAY_CFLAGS:--Wall -Wextra -Wpedantic}

tree=$(pwd)

# That of Google Benchmark's name is C++, which tests/harness/cplusplus.bats compiles.
c_files src include | grep '\.h$' | grep -v '^include/assay-google/' >"$rule_tmp/headers"
: >"$found"
while read -r header; do
	path=${header#src/}
	path=${path#include/}
	printf '#include "%s"\n#include "%s"\n' "$path" "$path" >"$rule_tmp/alone.c"
	# shellcheck disable=SC2086 # both are lists of words
	(cd "$rule_tmp" && $cc -std=c17 -D_GNU_SOURCE $flags -Werror -I"$tree/src" -I"$tree/include" \
		-fsyntax-only alone.c) >"$rule_tmp/words" 2>&1 ||
		{ echo "$header:"; grep -v '^In file' "$rule_tmp/words"; } >>"$found"
done <"$rule_tmp/headers"
verdict "every header compiles alone"

: >"$found"
while read -r header; do
	guard=$(sed -n 's/^#ifndef \([A-Z0-9_]*\)$/\1/p;/^#ifndef/q' "$header")
	case $guard in
	'') echo "$header: has no include guard" >>"$found" ;;
	*) echo "$guard $header" ;;
	esac
done <"$rule_tmp/headers" | sort >"$rule_tmp/guards"
awk '$1 == last { print $2 ": has the guard of " file ", " $1 } { last = $1; file = $2 }' \
	"$rule_tmp/guards" >>"$found"
verdict "every header has a guard of its own"

finish
