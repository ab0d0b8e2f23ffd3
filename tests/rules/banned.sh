#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Calls that a program of ours does not make, each with what to use instead.
. "$(dirname "$0")/rule.sh"

cat >"$rule_tmp/banned" <<'LIST'
strcpy memcpy with a length, or as_arena_strdup
strcat as_text_add
strncpy memcpy with a length, or as_arena_strndup
strncat as_text_add
stpcpy as_text_add
sprintf snprintf or as_text_addf
vsprintf vsnprintf or as_text_vaddf
gets getline
scanf as_parse_*
sscanf as_parse_*
fscanf as_parse_*
strtok strchr or strcspn: strtok has a hidden state
atoi as_parse_i64
atol as_parse_i64
atoll as_parse_i64
atof as_parse_double
strtof as_parse_double
strtold as_parse_double
gettimeofday as_clock_now: the time of day is set back and forth
rand the seeded generator of stat/dist
srand the seeded generator of stat/dist
random the seeded generator of stat/dist
drand48 the seeded generator of stat/dist
system spawn/
popen spawn/
setlocale nothing: numbers are written and read in the C locale
signal sigaction
localtime localtime_r
gmtime gmtime_r
ctime strftime
asctime strftime
alloca an arena
setjmp a status
longjmp a status
sigsetjmp a status
siglongjmp a status
mktemp mkstemp or mkdtemp
tmpnam mkstemp
tempnam mkstemp
usleep clock_nanosleep
LIST

code src include | awk -F '\t' '
	NR == FNR {
		word = $0; sub(/ .*/, "", word); instead[word] = substr($0, length(word) + 2); next
	}
	{
		rest = $3
		while (match(rest, /[A-Za-z_][A-Za-z0-9_]*[ ]*\(/)) {
			name = substr(rest, RSTART, RLENGTH)
			before = substr(rest, 1, RSTART - 1)
			rest = substr(rest, RSTART + RLENGTH)
			sub(/[ ]*\($/, "", name)
			if (before ~ /(\.|->|[0-9])$/)
				continue
			if (name in instead)
				print $1 ":" $2 ": " name "(): use " instead[name]
		}
	}' "$rule_tmp/banned" - >"$found"
verdict "no banned call is made"

code src include | awk -F '\t' '$1 != "src/base/num.c" && $3 ~ /(^|[^A-Za-z0-9_])strtod[ ]*\(/ {
	print $1 ":" $2 ": strtod() takes \"nan\", blanks and hexadecimal: use as_parse_double" }' >"$found"
verdict "strtod is called in one place"

finish
