#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What tools/house measures and a rule holds, but for what house.ignore names: lines of KIND and NAME, and
# after # why. ASSAY_BUILD is the build folder (default: build).
. "$(dirname "$0")/rule.sh"

ignore=tests/rules/house.ignore
[ -f "$ignore" ] || ignore=/dev/null
sed 's/[[:space:]]*#.*//; /^$/d' "$ignore" >"$rule_tmp/ignored"
"$rules/../../tools/house" --rule "$(pwd)" >"$rule_tmp/house" 2>"$found"
verdict "the tree is built, so that calls can be read"

# of KIND: findings of the kind that house.ignore does not name.
of() {
	awk -F '\t' -v kind="$1" '
		FILENAME == ARGV[1] { split($0, w, " "); known[w[1] " " w[2]] = 1; next }
		$1 == kind && !((kind " " $2) in known) { print $3 }' "$rule_tmp/ignored" "$rule_tmp/house" >"$found"
}

of tag
verdict "a tag of a structure stands once in src/"
of file
verdict "a file name stands once in src/"
of function
verdict "a function that others see is defined once in src/"
of dead
verdict "what a file shows is called from another, and not by tests alone"

# What is mended needs no exception any more.
cut -f 1,2 "$rule_tmp/house" | tr '\t' ' ' >"$rule_tmp/there"
grep -vxF -f "$rule_tmp/there" "$rule_tmp/ignored" | remarks "mended, and still in house.ignore"

finish
