#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Code of src and include ends at column 100.
. "$(dirname "$0")/rule.sh"

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
