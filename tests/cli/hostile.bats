#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Whatever bytes a name, a parameter, a label, a note, an option or a program's words are made of:
# nothing of them is acted upon by a terminal, on any screen, in any table, in any message.
load common

# All bytes but 0, in parts that hurt: escapes (blinking, a title, the cursor), C1 controls, bidirectional
# and invisible characters, marks piled up, half characters, blanks of all kinds, markup, formulas.
parts=($'\e[5m' $'\e]0;t\a' $'\e[2J' $'\e[1;1H' $'\x9b5m' $'\xc2\x9b5m' $'\xc2\x85' $'\u202e' $'\u2066' $'\u2069'
	$'\u200b' $'\u200d' $'\ufeff' $'\u2028' $'\u3164' $'\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301' $'e\u0301'
	$'\u20dd' $'\xe2\x82' $'\xff' $'\xc0\x80' $'\xf4\x90\x80\x80' $'\n' $'\t' $'\r' $'\b' $'\v' $'\f' $'\x7f' $'\x01' $'\x02'
	'大小' '🚀' 'a' ' ' '  ' '|' ',' ';' '"' "'" '`' '<b>' '&amp;' '\' '%s%n' '{x}' '=1+1' '--' '$HOME' '*' '_' '#' '[a](b)')

# hostile SEED: a name drawn of them, in $hostile; never empty.
hostile() {
	local i seed=$1
	hostile=n
	for ((i = 0; i < 6 + seed % 9; i++)); do
		seed=$(((seed * 1103515245 + 12345) & 0x7fffffff))
		hostile+=${parts[(seed >> 12) % ${#parts[@]}]}
	done
}

# all FILE...: they are harmless, and they are there.
all() {
	"$NEUTRAL_CHECK" "$@" || return 1
	for file in "$@"; do
		[ -s "$file" ] || { echo "$file is empty"; return 1; }
	done
}

# A terminal's colours and symbols, though it is a file.
full=(--style full)

@test "each part alone, as a name" {
	args=()
	for part in "${parts[@]}"; do
		args+=(-n "x$part" true)
	done
	"$ASSAY" run -r 1 -w 0 "${full[@]}" "${args[@]}" >out 2>err
	"$ASSAY" show "${full[@]}" -v >show
	"$ASSAY" show --json >json
	all out show json
	"$NEUTRAL_CHECK" err
}

@test "a difference is shown in assay's own colours" {
	"$ASSAY" run -r 6 "${full[@]}" "$TARGET iteration=0.01" "$TARGET iteration=0.01 effect=1" \
		"$TARGET iteration=0.01 effect=-0.5" >out
	grep -q $'\e\[1;31m' out
	grep -q $'\e\[1;32m' out
	all out
}

# bats test_tags=long
@test "every screen, table and file, with names, parameters, labels and notes of all parts" {
	for seed in 11 12 13 14; do
		hostile $seed
		first=$hostile
		hostile $((seed + 100))
		second=$hostile
		# What parameters and the shell have a meaning for is quoted there, and tested elsewhere.
		parameter=$(printf %s "$first" | tr -d '",{}&;|<>()*?[]#~=%$`\'"'")
		"$ASSAY" run -r 3 -w 0 "${full[@]}" -v --label "$first" -n "$first{p}$second" -L p "1,$parameter" \
			--export-markdown x.md --export-asciidoc x.adoc --export-orgmode x.org --export-csv x.csv \
			--export-json x.json --export x$seed.assay "true {p}" >run 2>run.err || { cat run.err; return 1; }
		"$ASSAY" run -r 2 -w 0 "${full[@]}" -n "$second" --label "$second$first" -- echo "$second" >run2
		"$ASSAY" run -r 2 -w 0 --style none -n "$second" -- echo "$second"
		"$ASSAY" store note @last "$second" >note
		"$ASSAY" store label @last "$second" >label
		"$ASSAY" show "${full[@]}" @last >show
		"$ASSAY" show "${full[@]}" -v "$first" >show.first
		"$ASSAY" show "${full[@]}" "$PWD/x$seed.assay" >show.file
		"$ASSAY" show --json "$first" >show.json
		"$ASSAY" export "$first" x.data.json >exported
		"$ASSAY" import --store imported.db x.data.json >imported
		"$ASSAY" show "${full[@]}" ./x.data.json >show.data
		COLUMNS=150 "$ASSAY" list "${full[@]}" -v >list
		"$ASSAY" list --json >list.json
		"$ASSAY" list --with-label "$second" >list.label
		"$ASSAY" compare "${full[@]}" -v "$second$first" "$second" >compare
		"$ASSAY" compare --json "$second$first" "$second" >compare.json
		"$ASSAY" plan -r 3 "${full[@]}" -n "$first" true >plan
		all run run2 note label show show.first show.file show.json list list.json list.label compare compare.json \
			plan imported show.data x.data.json x.md x.adoc x.org x.csv x.json
		"$NEUTRAL_CHECK" run.err exported
		"$SCHEMA_CHECK" "$SCHEMA" show.json list.json compare.json >checked || { cat checked; return 1; }
	done
	mkdir "$TEST_DIR/$first"
	"$ASSAY" store --store "$TEST_DIR/$first/s.db" >missing 2>&1 || true
	"$ASSAY" store copy "$TEST_DIR/$first/s.db" >copy
	"$ASSAY" store verify --store "$TEST_DIR/$first/s.db" >verify
	"$ASSAY" store --store "$TEST_DIR/$first/s.db" >store
	"$ASSAY" store prune --dry-run --keep 0 --labelled >prune
	all missing copy verify store prune
}

# bats test_tags=long
@test "every message, whatever was typed where" {
	for seed in 21 22 23; do
		hostile $seed
		n=0
		while read -r line; do
			# shellcheck disable=SC2086 # words
			set -- $line
			words=()
			for word; do
				words+=("${word//@@/$hostile}")
			done
			"$ASSAY" "${words[@]}" >"message.$n" 2>&1 || true
			n=$((n + 1))
		done <<'END'
@@
@@ run
run -r 1 --@@ true
run --runs @@ true
run -r 1 --style @@ true
run -r 1 --budget @@ true
run -r 1 --criterion @@ true
run -r 1 --combine @@ true
run -r 1 --randomize @@ true
run -r 1 --seed @@ true
run -r 1 -L @@ 1,2 true
run -r 1 -P x @@ 2 true
run -r 1 -N -- @@
run -r 1 -- ./@@
run -r 1 ./@@
run -r 1 --input /@@ true
run -r 1 --output ./no/@@ true
run -r 1 --export ./no/@@ true
run -r 1 --export-csv ./no/@@ true
run -r 1 --store ./no/@@/ true
run -r 1 -n @@ false
run -r 1 -n @@ --timeout 1ns true
run -r 1 --prepare @@ true
run -r 1 --setup @@ true
run -r 1 --shell @@ true
run -r 1 --build @@ ./x
run -r 1 --artifact @@ --build true ./x
show @@
show ./@@
show @last~@@
compare @@ @@
list --limit @@
list --with-label @@
list --store ./@@
plan @@ --runs @@
aa @@
help @@
store @@
store label @@ @@
store prune --keep @@
store prune --older-than @@
store copy /proc/no/@@ @@
export @@ @@
export @last ./none/@@
import ./@@
import @@
run --extend @@
run --resume=@@
store verify --@@
init @@
version @@
END
		[ $n -gt 40 ]
		all message.*
	done
}

@test "what programs say before they fail, and what they report" {
	for seed in 31 32 33; do
		hostile $seed
		printf '%s' "$hostile" >words
		script prog <<'END'
cat words >&2
printf 'assay 1\niteration 5 us\nvalue m 5 us\nfailed ' >>"$ASSAY_REPORT"
tr -d '\n' <words >>"$ASSAY_REPORT"
echo >>"$ASSAY_REPORT"
exit 3
END
		"$ASSAY" run -r 2 "${full[@]}" ./prog >out 2>&1 || true
		"$ASSAY" run -r 2 "${full[@]}" -i -n "$hostile" ./prog >out2 2>&1 || true
		"$ASSAY" show -v >show 2>&1 || true
		"$ASSAY" show --json >json 2>&1 || true
		all out out2 show json
	done
}

@test "a list stays aligned with names of any width" {
	for name in plain '大小比較' 'größe' '한국어 이름' $'e\u0301e\u0301' '🚀🚀' $'a\e[5mb'; do
		"$ASSAY" run --style none -r 2 -n "$name" --label "$name" true
	done
	COLUMNS=120 "$ASSAY" list >list
	awk '/^ *[0-9]/' list >rows
	[ "$(wc -l <rows)" = 7 ]
	# All end in the half-width, so all are as wide as the widest.
	while IFS= read -r row; do
		printf '%s\n' "${row%%±*}" | wc -L
	done <rows | sort -u >widths
	[ "$(wc -l <widths)" = 1 ] || { cat list widths; return 1; }
}
