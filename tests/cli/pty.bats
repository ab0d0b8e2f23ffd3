#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# What appears on a terminal: the progress line, colours, widths.
load common

@test "progress is shown while it is measured, and gone afterwards" {
	on_terminal 80 "$ASSAY" run -r 2 'sleep 0.7'
	shown | grep -qE '^warm-up  0\.[0-9] s  sleep 0\.7$'
	shown | grep -qE '^░{10}  0/2  [0-9]\.[0-9] s  sleep 0\.7$'
	shown | grep -qE '^█{5}░{5}  1/2  [0-9.]+ m?s preliminary  [0-9]\.[0-9] s, [0-9]\.[0-9] s left  sleep 0\.7$'
	[[ "$(seen | head -n 1)" == "sleep 0.7   2 runs: 7"*", 7"*" ms"* ]]
	seen | absent -E 'warm-up  |preliminary|left'
}

# bats test_tags=long
@test "progress names the command that runs, with its own mean" {
	on_terminal 80 "$ASSAY" run -r 2 -n slow -n quick 'sleep 1.2' 'sleep 0.3'
	shown | grep preliminary >lines
	grep -qE '  slow$' lines
	absent -E ' ms .*  slow$|  (1\.[2-9]|[2-9]).* s preliminary .*  quick$' lines
	shown | absent -E '[3-9]/2'
	shown | grep ' 2/2 ' >over || true
	absent -v ' 0\.0 s left ' over
}

@test "colour, unless NO_COLOR is set" {
	on_terminal 80 "$ASSAY" run -r 2 'sleep 0.3'
	grep -q $'\e\\[1m' terminal
	NO_COLOR=1 on_terminal 80 "$ASSAY" run -r 2 'sleep 0.3'
	absent $'\e\\[[0-9;]*m' terminal
	shown | grep -q '^warm-up  0\.[0-9] s  sleep 0\.3$'
	NO_COLOR=1 on_terminal 80 "$ASSAY" run --style color -r 2 'sleep 0.3'
	grep -q $'\e\\[1m' terminal
	shown | absent '^warm-up  '
}

@test "a dumb terminal gets lines and nothing else" {
	TERM=dumb on_terminal 80 "$ASSAY" run -r 2 'sleep 0.3'
	absent $'\e' terminal
	[ "$(tr -dc '\r' <terminal | wc -c)" = "$(wc -l <terminal)" ]
	seen | grep -qE '^sleep 0\.3 +2 runs: 3[0-9.]+, 3[0-9.]+ ms'
	on_terminal 80 "$ASSAY" run --style basic -r 2 'sleep 0.3'
	absent $'\e' terminal
	on_terminal 80 "$ASSAY" run --style none -r 2 'sleep 0.3'
	[ ! -s terminal ]
}

# bats test_tags=long
@test "nothing is wider than a narrow terminal" {
	for columns in 30 40 60; do
		on_terminal $columns "$ASSAY" run -r 6 'sleep 0.1' 'sh -c "sleep 0.1; exit 0"'
		[ "$(shown | wc -L)" -le $columns ] || shown | awk -v n=$columns 'length > n'
		shown | grep -q '^warm-up  0\.[0-9] s'
		seen | grep -q '^  sleep 0\.1'
	done
}

@test "where the locale is not UTF-8, ASCII" {
	LC_ALL=C on_terminal 80 "$ASSAY" run -r 2 'sleep 0.3'
	LC_ALL=C absent -P '[\x80-\xff]' terminal
	shown | grep -qE '^[-#.]*  *0/2  0\.[0-9] s  sleep 0\.3$'
}

@test "where standard error is no terminal, no progress; where output is none, plain text" {
	on_terminal 80 sh -c '"$0" run -r 2 "sleep 0.3" 2>err' "$ASSAY"
	[ ! -s err ]
	shown | absent '^warm-up  '
	on_terminal 80 sh -c '"$0" run -r 3 "sleep 0.3" | cat' "$ASSAY"
	absent $'\e' terminal
	seen | grep -qE ' ms \([0-9.]+ \.\. [0-9.]+ ms;'
}

@test "output of the commands on the terminal is not drawn over" {
	on_terminal 80 "$ASSAY" run -v --show-output -r 2 'echo this is seen; sleep 0.3'
	[ "$(shown | grep -c '^this is seen$')" = 3 ]
	shown | absent '^warm-up  '
}

@test "while it is built, which build of how many" {
	script build <<-SH
		sleep 0.3
		exec $TARGET build prog
	SH
	on_terminal 80 "$ASSAY" run --builds 4 -r 2 --iterations 2 --build ./build './prog build=0.05'
	shown | grep -qE '^build 1/4  building  0\.[0-9] s  \./prog'
	shown | grep -qE '^build 4/4  building  [0-9.]+ s, [0-9.]+ s left  \./prog'
	seen | absent 'building'
}

# A shell without address space randomisation, which is a finding; some containers forbid that.
@test "on a terminal a run says what disturbs, with the cure, and on a pipe it does not" {
	if ! setarch -R true 2>/dev/null; then
		"$ASSAY" run -v -r 3 true >out
		absent -q '^  machine ' out
		return
	fi
	on_terminal 400 setarch -R "$ASSAY" run -r 3 true
	seen | grep -qE '^  machine +.*\baslr\b.* disturbs? measurements here.*assay doctor'
	setarch -R "$ASSAY" run -v -r 3 true >out
	absent -q '^  machine ' out
	on_terminal 400 setarch -R "$ASSAY" run -r 3 --style none true
	[ -z "$(seen | grep machine)" ]
}
