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

# of KIND: findings of the kind that house.ignore does not name; of a circle each file must be named.
of() {
	awk -F '\t' -v kind="$1" '
		FILENAME == ARGV[1] { split($0, w, " "); known[w[1] " " w[2]] = 1; next }
		$1 == kind {
			all = 1
			for (n = split($2, name, " "); n; n--)
				all = all && ((kind " " name[n]) in known)
			if (!all)
				print $3
		}' "$rule_tmp/ignored" "$rule_tmp/house" >"$found"
}

of members
verdict "no structure has more than 25 members"
of parameters
verdict "no function takes more than 6 parameters"
of tag
verdict "a tag of a structure stands once in src/"
of file
verdict "a file name stands once in src/"
of function
verdict "a function that others see is defined once in src/"
of dead
verdict "what a file shows is called from another, and not by tests alone"
of circle
verdict "files of a layer do not call each other in circles"
of verb
verdict "a function that takes, fills, adds, finds, keeps, puts, collects, gathers or chooses says what"
of flat
verdict "a folder with more than 26 files has folders by topic"

# What is mended needs no exception any more.
cut -f 1,2 "$rule_tmp/house" | awk '{ for (i = 2; i <= NF; i++) print $1, $i }' >"$rule_tmp/there"
grep -vxF -f "$rule_tmp/there" "$rule_tmp/ignored" | remarks "mended, and still in house.ignore"

finish
