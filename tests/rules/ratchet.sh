#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The house gets smaller: what tools/house counts and tools/entered measures is at most what tests/rules/ratchet
# says. ASSAY_BUILD is the build folder (default: build).
. "$(dirname "$0")/rule.sh"

held=tests/rules/ratchet
[ -f "$held" ] || held=/dev/null
tools=$rules/../../tools
if "$tools/house" --counts "$(pwd)" >"$rule_tmp/counts" 2>"$found"; then
	: >"$found"
fi
verdict "src/ is counted"
assay=${ASSAY_BUILD:-build}/src/cli/assay
if ! grep -q '^run ' "$held"; then
	: # a tree of which only the code is counted
elif ! command -v valgrind >/dev/null; then
	skip "what is done is followed through the code" "there is no valgrind"
else
	if "$tools/entered" "$assay" >>"$rule_tmp/counts" 2>"$found"; then
		: >"$found"
	fi
	verdict "what is done is followed through the code"
fi

# Each line of the file: NAME AT-MOST # why it was raised the last time. What work enters varies a little with what
# the machine does meanwhile.
compare() {
	awk -v how="$1" '
		FILENAME == ARGV[1] { sub(/#.*/, ""); if (NF >= 2) held[$1] = $2; next }
		!($1 in held) { next }
		{ slack = $1 ~ /^(run|diff|import|page)$/ ? int(held[$1] / 30) : 0 }
		how == "above" && $2 > held[$1] + slack { print $1 " is " $2 ", and tests/rules/ratchet says at most " held[$1] }
		how == "below" && $2 < held[$1] - slack { print $1 " is " $2 ", and tests/rules/ratchet says " held[$1] }
	' "$held" "$rule_tmp/counts"
}
compare above >"$found"
verdict "nothing has grown: what must grow says why in tests/rules/ratchet"
compare below | remarks "fallen, to be held from now on"

finish
