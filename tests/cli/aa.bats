#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Error rates of each way of comparing, on the units of a stored result.
load common

# measure N: executions of a program whose starts matter as much as its iterations.
measure() {
	"$ASSAY" run --style none -r "$1" --iterations 10 -n prog --seed 7 \
		"$TARGET execution=0.02 iteration=0.02 seed=3"
}

rate() { # DETECTOR GROUP SHIFT
	jq --arg d "$1" --argjson g "$2" --argjson s "$3" \
		'(.detectors | index($d)) as $i | .cells[] | select(.group == $g and .shift == $s) | .rates[$i]' out
}

@test "one execution judged by its iterations is nearly always wrong, ten seldom" {
	measure 40
	"$ASSAY" aa --json >out
	"$SCHEMA_CHECK" "$SCHEMA" out
	jq -e '.units == 40 and .unit == "execution" and .below == "iteration"' out
	[ "$(rate welch 1 0 | jq '. > 0.4')" = true ]
	[ "$(rate welch 10 0 | jq '. < 0.08')" = true ]
	[ "$(rate nonoverlap 10 0 | jq '. < 0.03')" = true ]
	[ "$(rate welch 20 0.05 | jq '. > 0.9')" = true ]
}

@test "the same result gives the same rates, whenever it is asked" {
	measure 20
	"$ASSAY" aa >one
	"$ASSAY" aa @last >two
	cmp one two
}

@test "the screen names the ways, what was promised, and how many units a change takes" {
	measure 40
	run "$ASSAY" aa --change 5%
	[ "$status" -eq 0 ]
	[[ $output == *"prog   time of 40 executions, experiment 1"* ]]
	[[ $output == *"5 % is what was"*"promised, at most."* ]]
	[[ $output == *"Welch   Fieller-Welch   Fieller   non-overlap"*"Jain   Mann-Whitney"* ]]
	[[ $output == *"In 80 % of cases Welch finds a change of 5 % with "*" executions on each side."* ]]
}

@test "builds are the units where a program was built more than once" {
	"$ASSAY" run --style none --builds 6 -r 3 --iterations 4 -n prog --artifact ./built \
		--build "$TARGET build built" './built build=0.02 execution=0.01 iteration=0.01'
	"$ASSAY" aa --json >out
	jq -e '.units == 6 and .unit == "build" and .below == "execution"' out
	[ "$(rate mann-whitney 3 0)" = null ]
}

@test "too few units, too large groups and other nonsense are refused with words" {
	measure 1
	assay_fails 6 "cannot draw groups from 'prog': it has 1 unit at the top, and two groups of 2 need 4; measure it with -r 40" aa
	measure 3
	assay_fails 6 "cannot draw groups from 'prog': it has 3 units at the top, and two groups of 2 need 4; measure it with -r 40" aa
	measure 10
	assay_fails 6 "cannot draw groups of 6 from 'prog': it has 10 units at the top, so 5 are the most; measure it with more" \
		aa --group 6
	"$ASSAY" aa --group 6 --independent >out
	assay_fails 2 "cannot use '0%' for --change: expected up to 7 percentages above 0 %, such as 1%,2%,5%" \
		aa --change 0%
	assay_fails 2 "cannot use '10' for --resamples: expected a whole number from 100 to 10000000" \
		aa --resamples 10
	assay_fails 2 "cannot draw from 2 results at once: name one, as in assay aa @last" aa 1 2
	assay_fails 2 "cannot use 'joy' for --criterion: expected a metric of that result (assay show --verbose)" \
		aa --criterion joy
}

@test "gating on the minimum costs more false alarms than on the mean, and a tolerance takes them away" {
	measure 60
	"$ASSAY" aa --json --estimator all --resamples 500 --group 10 >out
	"$SCHEMA_CHECK" "$SCHEMA" out
	jq -e '.estimators == ["mean", "median", "q1", "min", "trimmed", "geomean", "hl"] and .tolerance == 0.01' out
	jq -e '[.gating[] | select(.shift == 0 and .group == 10)][0] | .rates[3] > 2 * .rates[0] and .rates[0] > 0.1 and .smallest[3] > .smallest[0]' out
	"$ASSAY" aa --json --estimator mean --estimator min --tolerance 10% --resamples 500 --group 10 --change 20% >out
	jq -e '.estimators == ["mean", "min"] and .gating[0].rates[0] == 0 and .gating[1].rates[0] == 1' out
	"$ASSAY" aa --estimator min --resamples 200 --group 5 >out
	tr -s '\n ' ' ' <out | grep -q 'False alarms of gating on one number a side: how often their ratio is more than 1 % away from 1 (--tolerance). Each execution counts as that number of its iterations.'
	[ "$(grep -cE '^  on each side +minimum$' out)" -eq 2 ]
	tr -s '\n ' ' ' <out | grep -qE 'So with 5 executions on each side Welch is wrong in [0-9.]+ % of cases, a gate on the minimum in [0-9.]+ %\.'
	"$ASSAY" aa --resamples 200 --group 5 >out
	[ "$(grep -c minimum out)" -eq 0 ]
	assay_fails 2 "cannot use 'max' for --estimator: expected one of mean, median, q1, min, trimmed, geomean, hl, all" aa --estimator max
	assay_fails 2 "--estimator is for drawing from a result: measure first, then assay aa --estimator ... @last" \
		aa -r 5 --estimator min true
}

# One program, each execution of which has luck of its own, and a machine that may drift.
program() {
	cat >prog <<'END'
#!/bin/sh
n=$(cat n 2>/dev/null || echo 0)
echo $((n + 1)) >n
exec "$TARGET" seed="$n" "$@"
END
	chmod +x prog
}

way() { # WAY MEMBER
	jq --arg w "$1" --arg m "$2" '.ways[] | select(.way == $w) | .[$m]' out
}

# bats test_tags=long
@test "a command is compared with itself, in the same rounds and in sequence" {
	program
	"$ASSAY" aa --json -r 40 -w 0 --iterations 1 --seed 3 './prog execution=0.01' >out
	"$SCHEMA_CHECK" "$SCHEMA" out
	jq -e '.command == "./prog execution=0.01" and .group == 10 and (.sessions | length) == 1' out
	jq -e '.sessions[0].units == 40 and .unit.sd > 0.007 and .unit.sd < 0.014' out
	[ "$(way rounds comparisons)" = 4 ]
	[ "$(way sequence comparisons)" = 4 ]
	[ "$(way sessions differ)" = null ]
	"$ASSAY" list --json | jq -e '[.results[].n] == [80, 40]'
}

# bats test_tags=long
@test "a drifting machine makes false alarms in sequence, and in the same rounds no more than were promised" {
	program
	"$ASSAY" aa --json -r 100 -w 0 --iterations 1 --seed 1 './prog execution=0.01 drift=0.4' >out
	[ "$(way sequence alarms)" -ge 8 ]
	[ "$(way rounds alarms)" -le 2 ]
	[ "$(way sequence wider | jq '. > 5')" = true ]
	jq -e '.sessions[0].rounds.lo < 1.01 and .sessions[0].rounds.hi > 0.99 and .sessions[0].sequence.lo > 1.2' out
	jq -e '.round.sd > 5 * .unit.sd' out
}

# bats test_tags=long
@test "the screen says how often, by how much, from where on, and where it is kept" {
	program
	"$ASSAY" aa -r 40 -w 0 --iterations 1 --seed 3 -n prog './prog execution=0.01' >out
	grep -q '^prog   against itself: 40 rounds of both, then 80 executions in sequence$' out
	grep -qE '^  compared +false alarms +ratio +by luck +seen from$' out
	grep -qE '^  same rounds +[0-4] of 4 \([0-9]+..[0-9]+ %\) ' out
	grep -qE '^  across sessions +- +- +- +-$' out
	[[ $(rows kept) == "experiments 1 and 2, and in the noise profile of this machine, which has 1 session" ]]
	[[ $(rows next) == "the same command in another session"* ]]
	[[ $(rows width) == "in sequence an interval has to be "*" times as wide as in the same rounds" ]]
	"$ASSAY" store >out
	[[ $(rows kept) == *"1 noise profile"* ]]
	"$ASSAY" store verify | grep -q 'all sound'
}

# bats test_tags=long
@test "another session is added to the profile, the same one is replaced" {
	program
	for mean in 1e6 1e6; do
		"$ASSAY" aa --json -r 12 -w 0 --iterations 1 -n a "./prog execution=0.01 mean=$mean" >out
	done
	jq -e '.sessions | length == 1' out
	an_hour_passes
	echo 1000 >n
	"$ASSAY" aa --json -r 12 -w 0 --iterations 1 -n a './prog execution=0.01 mean=1e6' >out
	"$SCHEMA_CHECK" "$SCHEMA" out
	jq -e '(.sessions | length) == 2 and .session.df == 1' out
	[ "$(way sessions differ | jq '. > 0')" = true ]
	[ "$(way sessions df)" = 1 ]
	an_hour_passes
	"$ASSAY" aa -r 12 -w 0 --iterations 1 './prog execution=0.01 mean=1e6' >out
	grep -qE '^  across sessions +[0-9.]+ % expected ' out
	[[ $(rows varies) == *"between sessions (3 of them"* ]]
	[ -z "$(rows next)" ]
}

# bats test_tags=long
@test "a short look in the same session does not take the place of a longer one, and says so" {
	program
	"$ASSAY" aa --json -r 40 -w 0 --iterations 1 -n a './prog execution=0.01 mean=1e6' >long
	"$ASSAY" aa -r 5 -w 0 --iterations 1 -n a './prog execution=0.01 mean=1e6' >out
	[[ $(rows kept) == *"; this session stays there as an earlier measurement of more has it" ]]
	"$ASSAY" aa --json -r 5 -w 0 --iterations 1 -n a './prog execution=0.01 mean=1e6' >short
	diff <(jq '.sessions' long) <(jq '.sessions' short)
	# One of as many takes its place.
	"$ASSAY" aa -r 40 -w 0 --iterations 1 -n a './prog execution=0.01 mean=1e6' >out
	[[ $(rows kept) != *"earlier measurement"* ]]
}

@test "copying a whole store takes its profiles along, pruning its experiments leaves them" {
	"$ASSAY" aa --style none -r 3 -w 0 true
	"$ASSAY" store copy new.db | grep -qF "copied 2 experiments and 1 noise profile to 'new.db'"
	"$ASSAY" store copy some.db @last | grep -qF "copied 1 experiment to 'some.db'"
	"$ASSAY" store prune --keep 0 >out
	"$ASSAY" store verify | grep -q 'all sound'
	"$ASSAY" store >out
	[[ $(rows kept) == *"1 noise profile"* ]]
	"$ASSAY" store --store new.db >out
	[[ $(rows kept) == *"1 noise profile"* ]]
}

@test "builds are compared as builds" {
	"$ASSAY" aa --json -r 3 --builds 4 --iterations 2 -n prog --artifact ./built \
		--build "$TARGET build built" './built build=0.02 execution=0.01 iteration=0.01' >out
	"$SCHEMA_CHECK" "$SCHEMA" out
	jq -e '.group == 4 and .round.sd == null and .unit.df == 6 and .build_command != null' out
	[ "$(way rounds comparisons)" = 1 ]
	[ "$(way sequence comparisons)" = 1 ]
	[ "$(way sequence df)" = 1 ]
}

# bats test_tags=long
@test "builds in sequence are all of one side, then all of the other, with seeds of their own" {
	script prog <<-'END'
		n=$(cat n 2>/dev/null || echo 0)
		echo $((n + 1)) >n
		exec "$1" mean="$((1000000 + 10000 * n))" build=0.001 execution=0.001
	END
	"$ASSAY" aa --seed 7 -r 4 -w 0 --builds 5 --iterations 1 --artifact ./built --build "$TARGET build built" \
		-n prog './prog ./built' >out
	head -n 1 out | grep -qx 'prog   against itself: 5 builds of both, then 5 builds of each in sequence'
	grep -qE '^  same rounds +0 of 1 ' out
	grep -qE '^  in sequence +1 of 1 ' out
	[[ $(rows kept) == "experiments 1 and 2, and in the noise profile"* ]]
	"$ASSAY" show --json 2 >out
	jq -e '.plan.design == "sequential" and (.subjects | length) == 2' out
	jq -e '.subjects | (.[0].tree.executions.order | max) < (.[1].tree.executions.order | min)' out
	[ "$({ "$ASSAY" show --json 1; cat out; } | jq '.subjects[].tree.builds.seed[]' | sort -u | wc -l)" -eq 20 ]
}

@test "what cannot be compared with itself is refused with words" {
	assay_fails 2 "cannot measure A against A with 2 executions of each: at least 3 are needed, and 200 say more; raise -r" \
		aa -r 2 true
	assay_fails 2 "cannot measure 2 commands against themselves at once: give one of them" aa -r 5 true false
	assay_fails 2 "cannot compare 6 executions a side of 5: lower --group, or raise -r" aa -r 5 --group 6 true
	assay_fails 2 "cannot use --group with builds: all of them are one comparison in each way; leave it out, or draw groups of them with assay aa --group N @last" \
		aa --group 3 --build make ./prog
	assay_fails 2 "--change is for drawing from a result: measure first, then assay aa --change ... @last" \
		aa -r 5 --change 3% true
	assay_fails 2 "assay aa with these options needs a command to measure, such as assay aa -r 200 'sleep 0.01'" aa -r 5
	assay_fails 2 "cannot measure '@last': it names a result; leave out the options of measuring to draw from it, or give the command" \
		aa -r 5 @last
	assay_fails 5 "'false' failed: it ended with exit status 1; if that is fine, say so with --ignore-failure=1" aa false
	assay_fails 5 "cannot run 'nosuch': there is no such program in PATH; check the spelling, or give its path" aa nosuch
	[ "$("$ASSAY" list --json | jq '.results | length')" = 0 ]
}

@test "what is stopped is shown and kept, but is no part of the profile" {
	cat >prog <<'END'
#!/bin/sh
n=$(cat n 2>/dev/null || echo 0)
echo $((n + 1)) >n
[ "$n" != 20 ] || kill -INT "$(cat pid)"
END
	chmod +x prog
	sh -c 'echo $$ >pid; exec "$0" aa -r 50 -w 0 ./prog' "$ASSAY" >out || status=$?
	[ "$status" -eq 130 ]
	grep -q '^./prog   against itself: 10 rounds of both, stopped by you$' out # on a busy machine below the plan
	[[ $(rows kept) == "experiment 1, in no noise profile, as it was stopped" ]]
	"$ASSAY" store >out
	[ "$(grep -c profile out)" -eq 0 ]
}

# signalled SIGNAL N ARGUMENT...: assay, which gets that signal when ./deadly runs for the Nth time.
signalled() {
	local signal=$1 n=$2
	shift 2
	script deadly <<-END
		echo >>count
		if [ "\$(wc -l <count)" = $n ]; then
			kill -$signal "\$(cat pid)"
			[ $signal != KILL ] || sleep 5
		fi
	END
	rm -f count
	status=0
	sh -c 'echo $$ >pid && exec "$0" "$@"' "$ASSAY" "$@" >out 2>err || status=$?
}

@test "killed in the same rounds: what was measured is an interrupted experiment that says what it is" {
	signalled KILL 10 aa -r 8 --store s.db ./deadly
	[ "$status" -eq 137 ]
	"$ASSAY" list --store s.db >out
	grep -qE '^ 1 .* \./deadly and 1 more .* interrupted$' out
	"$ASSAY" show -v --store s.db >out
	grep -q '^./deadly (1) *[34] executions, [0-9.]* [a-zµ]* together' out
	rows note | grep -qE '^interrupted after [34] rounds; the intervals are of what was measured until then; it is the first half of assay aa \(same rounds\) and enters no noise profile \(assay run --resume goes on\)$'
	# Its rounds go on, the sequence follows, and both are in the profile.
	executed=$(wc -l <count)
	"$ASSAY" run -v --resume=1 --store s.db >out
	head -n 1 out | grep -qx './deadly   against itself: 8 rounds of both, then 16 executions in sequence'
	[[ $(rows kept) == "experiments 1 and 2, and in the noise profile of this machine, which has 1 session" ]]
	# 2 warm-ups and 16 in rounds, of which one was killed, and 1 and 16 in sequence.
	[ "$(wc -l <count)" = 36 ]
	[ "$executed" = 10 ]
	[ ! -e s.db.journals ]
	assay_fails 2 "cannot resume: no interrupted run has left a journal beside 's.db'; assay list shows what is kept" \
		run -v --resume --store s.db
}

@test "killed in sequence: the first half is whole, the second is interrupted, and neither is in the profile" {
	signalled KILL 28 aa -r 8 --store s.db ./deadly
	[ "$status" -eq 137 ]
	[ "$("$ASSAY" list --store s.db --json | jq '.results | length')" = 2 ]
	"$ASSAY" show --store s.db --json 1 | jq -e '.plan | .outcome == "complete" and .done == 8'
	"$ASSAY" show -v --store s.db 2 >out
	rows note | grep -qE '^interrupted after [678] executions; the intervals are of what was measured until then; it is the second half of assay aa \(in sequence\) and enters no noise profile \(assay run --resume goes on\)$'
	"$ASSAY" store --store s.db >out
	[ "$(grep -c profile out)" -eq 0 ]
	# The first half is not measured again, and keeps its values.
	"$ASSAY" show --store s.db --json 1 | jq '[.subjects[].tree.executions.values]' >before
	"$ASSAY" run -v --resume --store s.db >out
	head -n 1 out | grep -qx './deadly   against itself: 8 rounds of both, then 16 executions in sequence'
	"$ASSAY" show --store s.db --json 1 | jq '[.subjects[].tree.executions.values]' >after
	diff before after
	[ "$(wc -l <count)" = 36 ]
	[ ! -e s.db.journals ]
}

@test "killed when the profile was kept and its ledger was not gone: the session is in the profile once" {
	mkdir kept
	script saving <<-'SH'
		cp s.db.journals/*.campaign kept/
	SH
	"$ASSAY" aa -r 3 -w 0 --store s.db ./saving >out
	[ ! -e s.db.journals ]
	mkdir s.db.journals
	cp kept/*.campaign s.db.journals/
	"$ASSAY" run -v --resume --store s.db >out
	[[ $(rows kept) == "experiments 1 and 2, and in the noise profile of this machine, which has 1 session" ]]
	[ "$("$ASSAY" list --store s.db --json | jq '.results | length')" = 2 ]
}

@test "told to end twice: it leaves at once, and says where what was measured is" {
	signalled INT 6 aa -r 8 --store s.db -c 'kill -INT $(cat pid); sleep 100' ./deadly
	[ "$status" -eq 130 ]
	[ "$(cat err)" = "assay: stopped by you, twice: assay run --resume goes on with what was measured" ]
	"$ASSAY" list --store s.db >out
	grep -qE '^ 1 .* interrupted$' out
}

@test "stopped early in sequence: the rounds are shown, and nothing is said of the sequence" {
	signalled INT 23 aa -r 8 --store s.db ./deadly
	[ "$status" -eq 130 ]
	head -n 2 out | tr -s '\n ' ' ' | grep -qE '^./deadly against itself: 8 rounds of both, then [1-9] executions in sequence, stopped by you $'
	grep -qE '^  same rounds +[01] of 1 ' out
	grep -qE '^  in sequence +- +- +- +-$' out
	[[ $(rows kept) == "experiments 1 and 2, in no noise profile, as it was stopped" ]]
	[ ! -s err ]
}

@test "no journal is left, and a store that fails leaves the answer on the screen and each half in a file" {
	"$ASSAY" aa --style none -r 3 -w 0 --store s.db true
	[ ! -e s.db.journals ]
	status=0
	"$ASSAY" aa -r 3 -w 0 --store s.db -c 'rm -f s.db' true >out 2>err || status=$?
	[ "$status" -eq 6 ]
	head -n 1 out | grep -qx 'true   against itself: 3 rounds of both, then 6 executions in sequence'
	[ "$(grep -o 'the experiment is kept in ./assay-[0-9a-f]*.assay instead' err | sort -u | wc -l)" -eq 2 ]
	grep -q "; and cannot keep a noise profile in 's.db': " err
	for file in assay-*.assay; do
		"$ASSAY" show -v "./$file"
	done >out
	[ "$(grep -cE '^true( \(1\))? +[36] executions(,| in) ' out)" -eq 2 ]
}

@test "executions that fail are left out, and counted against the exit status" {
	cat >prog <<'END'
#!/bin/sh
n=$(cat n 2>/dev/null || echo 0)
echo $((n + 1)) >n
[ $((n % 4)) -ne 3 ]
END
	chmod +x prog
	run "$ASSAY" aa -r 20 -w 0 ./prog
	[ "$status" -eq 5 ]
	[[ $output == *" rounds of both, then "*" executions in sequence"* ]]
}

@test "a criterion that is zero has no ratio" {
	cat >zero <<'END'
#!/bin/sh
printf 'assay 1\nexecution nothing 0 items\n' >>"$ASSAY_REPORT"
END
	chmod +x zero
	run "$ASSAY" aa -r 3 -w 0 --criterion nothing ./zero
	[ "$status" -eq 6 ]
	[[ $output == *"cannot measure A against A by nothing: an execution has 0 items, and there is no ratio of that; name another --criterion"* ]]
}

@test "a name of a result is a result, words after -- are a command" {
	"$ASSAY" run --style none -r 4 --label sleep true
	"$ASSAY" aa sleep >out
	grep -q 'true   time of 4 executions, experiment 1' out
	"$ASSAY" aa -r 3 -w 0 -- true >out
	grep -q '^true   against itself: 3 rounds of both' out
	cp "$(type -P true)" here
	"$ASSAY" aa -w 0 -M 3 ./here >out
	grep -q '^./here   against itself' out
	printf 'level,value\n' >data.csv
	run "$ASSAY" aa ./data.csv
	[ "$status" -eq 6 ]
}

# behind_store SQL: change the store behind its back.
behind_store() {
	python3 -c "import sqlite3, sys
store = sqlite3.connect(sys.argv[1])
store.execute(sys.argv[2])
store.commit()" "$HOME/.local/share/assay/assay.db" "$1"
}

# bats test_tags=long
@test "a comparison cites the noise profile of this machine, and no other" {
	program
	pair() {
		"$ASSAY" run -r 6 -w 0 --iterations 1 "$@" './prog execution=0.01' './prog execution=0.01 effect=0.2' |
			tr -s '\n ' ' '
	}
	[[ $(pair) != *"noise profile"* ]]
	[[ $(pair -v) == *"no noise profile of this command on this machine, in this environment (assay aa COMMAND makes one) " ]]
	"$ASSAY" aa --style none -r 12 -w 0 --iterations 1 './prog execution=0.01'
	[[ $(pair -v) == *"noise profile of this machine, 20"*": identical programs differ by up to "*" % in the same session ("*" comparison"*" of 10 executions a side) " ]]
	"$ASSAY" show -v @last | tr -s '\n ' ' ' | grep -q 'identical programs differ by up to'
	"$ASSAY" show --json @last >out
	"$SCHEMA_CHECK" "$SCHEMA" out
	jq -e '.noise_profile | .schema == "assay-noise-1" and .command == "./prog execution=0.01" and .group == 10' out
	# Without a comparison there is nothing that it says.
	"$ASSAY" run --json -r 2 -w 0 --iterations 1 './prog execution=0.01' >out
	"$SCHEMA_CHECK" "$SCHEMA" out
	jq -e '.noise_profile == null' out
	an_hour_passes
	"$ASSAY" aa --style none -r 12 -w 0 --iterations 1 './prog execution=0.01'
	[[ $(pair -v) == *" % in the same session, "*" % across sessions ("*" comparisons of 10 executions a side) " ]]
	behind_store "UPDATE noise_profiles SET command = './other'"
	[[ $(pair) != *"identical programs"* ]]
	"$ASSAY" show --json @last | jq -e '.noise_profile == null and .noise_profile_refused == null'
	behind_store "UPDATE noise_profiles SET machine_id = 'other', host = 'elsewhere'"
	"$ASSAY" show --json @last | jq -e '.noise_profile == null'
	[[ $(pair) != *"identical programs"* ]]
	[[ $(pair -v) == *"; 1 profile is of another, such as elsewhere, and is not used " ]]
}

@test "a damaged profile is named by what would cite it, and hides no result" {
	"$ASSAY" aa --style none -r 3 -w 0 true
	"$ASSAY" run --style none -r 6 -w 0 true 'true a'
	behind_store "UPDATE noise_sessions SET unit_sd = -1"
	"$ASSAY" show -v @last | tr -s '\n ' ' ' >out
	grep -q 'min ' out
	grep -q "cannot read the noise profiles in '.*': a session of it has a number that cannot be, so the file is damaged there" out
	"$ASSAY" show --json @last | jq -e '.noise_profile == null and (.noise_profile_refused | test("so the file is damaged there"))'
	run "$ASSAY" store verify
	[ "$status" -eq 6 ]
	[[ $output == *"a session of it has a number that cannot be"* ]]
}
