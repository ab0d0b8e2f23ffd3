#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Manual pages and help, which are made from the same tables.
load common

verbs() {
	"$ASSAY" help --json | jq -r '.commands[].name'
}

@test "every verb has a page, and no page has a fault" {
	command -v mandoc >/dev/null || skip "mandoc is not installed"
	for page in assay $(verbs | sed 's/^/assay-/'); do
		mandoc -Tlint "$MANUAL/$page.1"
	done
}

@test "the pages show what was written, whatever its characters" {
	command -v mandoc >/dev/null || skip "mandoc is not installed"
	mandoc -Tutf8 "$MANUAL/assay-run.1" | col -b | tr -s '\n\t ' ' ' >page
	grep -qF -- "-w, --warmup NUM Unmeasured executions of each command before the first round. Default: 1." page
	grep -qF "by commas (\\, is a comma), in place of {VAR}" page
	grep -qF "as narrow as ± PERCENT" page
	grep -qF "assay run --precision 0.5% --budget 2m ./bench" page
	mandoc -Tutf8 "$MANUAL/assay.1" | col -b >page
	grep -qF "  printf 'iteration %s ms\\n' 12.3 >>\"\$ASSAY_REPORT\"" page
}

@test "the page of the library has what its header promises and the options of its programs" {
	local page=$MANUAL/../harness/assay.3 source=$BATS_TEST_DIRNAME/../..
	! command -v mandoc >/dev/null || mandoc -Tlint "$page"
	sed 's/\\f[A-Z]//g; s/\\-/-/g; s/\\//g' "$page" >text
	sed '/--- Not for you/q' "$source/include/assay.h" | grep -Eo '^#define (ASSAY|assay)_[A-Za-z_]+|^ASSAY_API .*\bassay_[a-z_]+\(' |
		grep -Eo '(ASSAY|assay)_[A-Za-z_]+\(?$' | tr -d '(' | sort -u | grep -vx ASSAY_API | grep -vx ASSAY_H >names
	[ "$(wc -l <names)" -gt 25 ]
	grep -o '{"--[a-z]*"' "$source/src/harness/program/harness_options.c" | tr -d '{"' >>names
	[ "$(grep -c -- ^-- names)" -gt 5 ]
	while read -r name; do
		grep -qF -e "$name" text || { echo "no $name"; return 1; }
	done <names
	for section in NAME SYNOPSIS OPTIONS ENVIRONMENT 'EXIT STATUS' EXAMPLES 'SEE ALSO'; do
		grep -qx ".SH $section" text
	done
}

# bats test_tags=long
@test "every option of a verb is in its help and in its page" {
	"$ASSAY" help --json >all.json
	for verb in $(verbs); do
		"$ASSAY" "$verb" --help >help
		"$ASSAY" help "$verb" | cmp - help
		sed 's/\\f[A-Z]//g; s/\\//g' "$MANUAL/assay-$verb.1" >page
		jq -r --arg v "$verb" '.commands[] | select(.name == $v) | .options[]
			| select(.name != "min-benchmarking-time") | .name // empty | "--" + .' all.json | sort -u >names
		[ -s names ]
		for text in help page; do
			[ -z "$(comm -23 names <(grep -oE -- '--[a-z0-9]+(-[a-z0-9]+)*' $text | sort -u) | tee missing)" ] ||
				{ cat missing && false; }
		done
	done
}

# bats test_tags=long
@test "help stays within the width of the terminal" {
	for columns in 40 66 80 100; do
		for subject in "" $(verbs) exit results environment hyperfine; do
			# shellcheck disable=SC2086 # no word for none
			COLUMNS=$columns "$ASSAY" help $subject >help
			# Lines that are shown as they are (examples, tables) may be longer.
			[ "$(grep -v '^  ' help | wc -L)" -le "$columns" ] || { echo "$subject at $columns"; false; }
		done
	done
}

@test "every topic is found by each of its names" {
	for topic in exit status reporter protocol results naming environment hyperfine; do
		"$ASSAY" help "$topic" >help
		[ -s help ]
	done
	"$ASSAY" help >help
	grep -q "  reporter  " help
}
