#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# docs/methods.md names every function of the statistics, but for those of methods.ignore, which are no
# methods; and what it names is there, in the file it says.
. "$(dirname "$0")/rule.sh"

page=docs/methods.md
ignore=tests/rules/methods.ignore
public=$rule_tmp/public
[ -f "$page" ] || page=/dev/null
[ -f "$ignore" ] || ignore=/dev/null

# Functions that headers of the statistics declare, with their headers.
c_files src/stat/dist src/stat/core src/papers | grep '\.h$' | while read -r header; do
	awk -f "$rules/strip.awk" "$header" | grep -Eo '\bas_[a-z0-9_]+\(' | sort -u |
		sed "s|(\$| $header|"
done >"$public"

sed 's/[[:space:]]*#.*//; /^$/d' "$ignore" | sort >"$rule_tmp/ignored"
while read -r name header; do
	grep -Eq "\b$name\b" "$page" || grep -qx "$name" "$rule_tmp/ignored" ||
		echo "$header: docs/methods.md does not say what $name answers, from whom it is, and when not to use it"
done <"$public" >"$found"
verdict "every method of the statistics is in docs/methods.md"

grep -Eo '`[a-z_/0-9]+\.[ch]:as_[a-z0-9_]+' "$page" | tr -d '`' | sort -u | while IFS=: read -r file name; do
	[ -f "src/$file" ] || { echo "docs/methods.md: there is no src/$file"; continue; }
	grep -Eq "^[a-z].*\b$name\(" "src/$file" ||
		echo "docs/methods.md: src/$file does not define $name"
done >"$found"
verdict "what docs/methods.md names is where it says"

while read -r name; do
	grep -q "^$name " "$public" || echo "tests/rules/methods.ignore: there is no $name"
	grep -Eq "\b$name\b" "$page" && echo "tests/rules/methods.ignore: $name is in docs/methods.md"
done <"$rule_tmp/ignored" >"$found"
verdict "methods.ignore has what is there and no method"

finish
