#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Includes go the way src/LAYERS says, and only cli/ writes to the terminal, and in a user's program
# the one file of harness/ that shows its table.
. "$(dirname "$0")/rule.sh"

c_files src | xargs awk -f "$rules/layers.awk" src/LAYERS >"$found"
verdict "no include goes against src/LAYERS"

# A name in src/LAYERS without a folder is a folder that is still to come; one with files counts.
code src | awk -F '\t' '
	$1 ~ /^src\/cli\// || $1 == "src/harness/shown/harness_say.c" { next }
	$3 ~ /^[ \t]*#[ \t]*include/ && $3 !~ /<err\.h>/ { next }
	$3 ~ /(^|[^A-Za-z0-9_])(stdout|stderr)([^A-Za-z0-9_]|$)/ ||
	$3 ~ /(^|[^A-Za-z0-9_])v?(printf|wprintf)[ \t]*\(/ ||
	$3 ~ /(^|[^A-Za-z0-9_])(puts|putchar|perror|psignal|warnx?|errx?|error)[ \t]*\(/ ||
	$3 ~ /<err\.h>/ { print $1 ":" $2 ": " $3 }' >"$found"
verdict "only cli/ writes to the terminal"

finish
