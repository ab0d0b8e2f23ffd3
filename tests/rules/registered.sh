#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A source that no meson.build names is not compiled, and a test that none names is not run: both
# look as if all were well. ASSAY_BUILD is the build folder (default: build).
. "$(dirname "$0")/rule.sh"

build=${ASSAY_BUILD:-build}

# files FOLDER PATTERN
files() {
	[ ! -d "$1" ] || find "$1" -type f -name "$2" | sort
}

# unknown_to FILE TEXT: reads names; says TEXT of those that FILE, which Meson wrote, does not hold.
unknown_to() {
	while read -r name; do
		grep -qF "/$name\"" "$build/$1" || echo "$name: $2"
	done
}

files src '*.c' | unknown_to compile_commands.json 'no meson.build compiles it' >"$found"
verdict "every source is compiled"

{
	files tests '*.c' | unknown_to compile_commands.json 'no meson.build compiles it'
	{ files tests '*.bats'; files tests '*.test.mjs'; files tests/rules '*.sh' | grep -v '/rule\.sh$'; } |
		unknown_to meson-info/intro-tests.json 'no meson.build runs it'
} >"$found"
verdict "every test is run"

finish
