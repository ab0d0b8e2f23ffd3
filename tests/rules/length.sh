#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Functions aim at 40 lines and end at 60; files aim at 400 and end at 500; code of src and include ends at column 100.
# Tables (.def) and reference data (tests/golden) may be as long as they are.
. "$(dirname "$0")/rule.sh"

code src include bench examples tests | awk -f "$rules/length.awk" | sort -t "$(printf '\t')" -k4,4nr >"$rule_tmp/functions"
over() {
	awk -F '\t' -v low="$1" -v high="$2" \
		'$4 > low && $4 <= high { print $1 ":" $2 ": " $3 "() has " $4 " lines" }' "$rule_tmp/functions"
}
over 60 1000000 >"$found"
verdict "no function has more than 60 lines"
over 40 60 | remarks "above 40"

sources | grep -E '\.([ch]|sh|bash|bats|awk|py|exp)$|^tools/' | grep -v '^tests/golden/' |
	xargs awk '{ n[FILENAME]++ } END { for (f in n) if (n[f] > 400) print n[f] "\t" f }' | sort -nr >"$rule_tmp/long"
awk -F '\t' '$1 > 500 { print $2 " has " $1 " lines" }' "$rule_tmp/long" >"$found"
verdict "no file has more than 500 lines"
awk -F '\t' '$1 <= 500 { print $2 " has " $1 " lines" }' "$rule_tmp/long" | remarks "above 400"

# Bytes that go on with a character of UTF-8 take no column; comments may be wider, where they are lists.
c_files src include | xargs awk '{
	line = $0
	gsub(/[\200-\277]/, "", line)
	if (line ~ /^[\t ]*\*/)
		next
	sub(/[\t ]*\/\*.*/, "", line)
	n = split(line, part, "\t")
	columns = 0
	for (i = 1; i < n; i++)
		columns += length(part[i]) + 8 - (columns + length(part[i])) % 8
	if (columns + length(part[n]) > 100)
		print FILENAME ":" FNR ": " columns + length(part[n]) " columns"
}' >"$found"
verdict "no code of src and include is wider than 100 columns"

finish
