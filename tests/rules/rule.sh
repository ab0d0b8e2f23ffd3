# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
# What the rules share; each sources this file. A rule is called as `rule.sh [TREE]`, looks at the
# tree (by default the one it lies in) and prints TAP. Its exit status is 1 if anything was found.

set -u
export LC_ALL=C
rules=$(cd "$(dirname "$0")" && pwd)
tree=${1:-$rules/../..}
cd "$tree" || exit 2

rule_count=0
rule_bad=0
rule_tmp=$(mktemp -d) || exit 2
found=$rule_tmp/found
trap 'rm -rf "$rule_tmp"' EXIT

# verdict NAME: the rule NAME holds if the file $found, written before, is empty; else each of its
# lines says what is against the rule.
verdict() {
	rule_count=$((rule_count + 1))
	if [ -s "$found" ]; then
		rule_bad=1
		echo "not ok $rule_count - $1"
		sed 's/^/# /' "$found"
	else
		echo "ok $rule_count - $1"
	fi
}

# skip NAME REASON
skip() {
	rule_count=$((rule_count + 1))
	echo "ok $rule_count - $1 # SKIP $2"
}

# remarks TITLE: reads lines that are worth knowing and break no rule.
remarks() {
	sed "s/^/# $1: /"
}

finish() {
	echo "1..$rule_count"
	exit "$rule_bad"
}

# c_files FOLDER...: the C sources and headers of those of the folders that exist.
c_files() {
	for folder; do
		[ -d "$folder" ] && find "$folder" -name '*.[ch]' -type f
	done | sort
}

# code FOLDER...: the code of these files without comments and strings, as strip.awk gives it.
code() {
	c_files "$@" >"$rule_tmp/files"
	[ -s "$rule_tmp/files" ] && xargs awk -f "$rules/strip.awk" <"$rule_tmp/files"
}

# sources: every file of ours that can carry a licence line or a forbidden word.
sources() {
	find . \( -name .git -o -name 'build*' -type d -o -name .assay \) -prune -o -type f -print |
		sed 's|^\./||' | sort
}
