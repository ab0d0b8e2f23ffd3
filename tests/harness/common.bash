# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2034,SC2153,SC2154 # bats and the files that load it
# What tests of libassay from outside share: `load common`.

setup() {
	cd "$BATS_TEST_TMPDIR" || return 1
	unset ASSAY_REPORT ASSAY_ITERATIONS ASSAY_WARMUP
	export HOME=$BATS_TEST_TMPDIR
	here=$BATS_TEST_DIRNAME
	include=$BATS_TEST_DIRNAME/../../include
	warnings='-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror'
	sanitize=
	[ "$SANITIZE" = none ] || sanitize=-fsanitize=$SANITIZE
}

# loop_of ASSEMBLY: the instructions from the target of the first conditional jump that goes back, to it.
loop_of() {
	awk '
		/^[ \t]*\.[a-z]/ && !/^\.L[A-Za-z0-9_]*:/ { next }
		/^\.L[A-Za-z0-9_]*:/ { label = $1; sub(/:.*/, "", label); at[label] = n; next }
		/^[ \t]+[a-z]/ {
			line[n++] = $1 " " $2
			if (($1 == "jne" || $1 == "b.ne") && ($2 in at)) {
				for (i = at[$2]; i < n; i++)
					print line[i]
				exit
			}
		}' "$1"
}

# runs PROGRAM: its benchmarks can be listed, and run.
runs() {
	run "$1" --time 1ms
	[ "$status" -eq 0 ]
	[[ "$output" = *"inside this process only"* ]]
}
