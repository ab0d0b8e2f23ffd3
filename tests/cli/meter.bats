# SPDX-License-Identifier: GPL-3.0-or-later
# Energy by an external meter: --meter.
load common

# A meter of constant power: each line that was due since it last looked, so that no load of the machine
# keeps one from an execution. Its pids go to the file pids.
constant_meter() {
	cat >meter.py <<-'END'
		import os, sys, time
		with open("pids", "a") as pids:
		    print(os.getpid(), file=pids)
		t = time.monotonic()
		while not os.path.exists("stop"):
		    now = time.monotonic()
		    while t <= now:
		        print(f"{t:.6f} {sys.argv[1]}")
		        t += 0.002
		    sys.stdout.flush()
		    time.sleep(0.005)
	END
}

# value JSON-METRIC SUBJECT: the mean of that metric of a subject in the file json.
value() {
	jq -r --arg m "$1" --argjson s "$2" '[.subjects[$s].summaries[] | select(.metric == $m)][0].mean' json
}

# is_about X Y: within a millionth.
is_about() {
	awk -v x="$1" -v y="$2" 'BEGIN { d = x / y - 1; exit !(d < 1e-6 && d > -1e-6) }'
}

# says METER ROW: what is said of energy_meter with that meter.
says() {
	assay_runs 0 metric "energy_meter: not available: --meter '$1': $2" run -r 2 --meter "$1" true
}

# ends: waits until the meters have ended.
ends() {
	for _ in $(seq 1000); do
		none_lives pids >/dev/null && return
		sleep 0.01
	done
	none_lives pids
}

@test "of constant power the energy is watts times seconds, and idle stands beside" {
	constant_meter
	"$ASSAY" run -v -r 3 --meter 'python3 meter.py 250' 'sleep 0.1' >out
	[ "$(rows metric)" = "energy_meter: by the meter, a line every 2 ms; 250 W at idle, before the first execution" ]
	grep -q 'energy meter' out
	"$ASSAY" show --json >json
	wall=$(value wall 0)
	is_about "$(value energy_meter 0)" "$(awk -v ns="$wall" 'BEGIN { printf "%.12g", ns * 250e-9 }')"
	is_about "$(value energy_meter.idle 0)" "$(value energy_meter 0)"
	[ "$(jq -r '.metrics[] | select(.name == "energy_meter") | .unit + " " + .better + " " + .level' json)" = "J less execution" ]
	ends
}

# bats test_tags=long
@test "the energy of a meter is a criterion and can be gated" {
	constant_meter
	status=0
	"$ASSAY" run -r 6 --meter 'python3 meter.py 100' --criterion energy-meter --fail-if 'energy_meter more by 3%' \
		'sleep 0.05' 'sleep 0.5' >out || status=$?
	[ "$status" -eq 1 ]
	grep -q 'energy meter .* J' out
	grep -q 'sleep 0.5 has .* energy meter' out
}

@test "a plan starts the meter only where energy is the criterion" {
	constant_meter
	"$ASSAY" plan --meter 'echo >begun; exec python3 meter.py 100' 'sleep 0.1' >out
	[ ! -e begun ]
	[ "$(grep -c 'takes a meter' out)" -eq 0 ]
	"$ASSAY" plan --meter 'echo >begun; exec python3 meter.py 100' --criterion energy-meter 'sleep 0.1' >out
	[ -e begun ]
}

@test "a suite is measured with a meter, too" {
	constant_meter
	printf 'suite: one\nbenchmarks:\n  a:\n    execute: "sleep 0.1"\n    runs: 2\n    metrics: [energy_meter]\n' >assay.yaml
	"$ASSAY" run -v --meter 'python3 meter.py 100' >out
	grep -Eq 'energy meter [0-9.]+ J' out
	"$ASSAY" run -v >out
	grep -q 'energy_meter: not available: it takes a meter (--meter CMD)' out
}

@test "executions after the meter has stopped have no value, and those before have" {
	constant_meter
	script once <<-'END'
		sleep 0.1
		echo >>times
		[ "$(wc -l <times)" -lt 4 ] || : >stop
	END
	"$ASSAY" run -v -w 0 -r 6 --meter 'python3 meter.py 100' ./once >out
	[ "$(rows metric)" = "energy_meter: by the meter, a line every 2 ms; 100 W at idle, before the first execution; missing in some executions: it has ended" ]
	"$ASSAY" show --json >json
	n=$(jq '[.subjects[0].summaries[] | select(.metric == "energy_meter")][0].n' json)
	[ "$n" -ge 3 ] && [ "$n" -le 4 ]
	is_about 100 "$(jq '[.subjects[0].summaries[] | select(.metric == "energy_meter" or .metric == "energy_meter.idle").mean] | 100 * .[0] / .[1]' json)"
}

@test "an execution that is too short for the meter has no value" {
	cat >slow.py <<-'END'
		import time
		t = time.monotonic() - 2
		while True:
		    time.sleep(max(0, t - time.monotonic()))
		    print(t, 100, flush=True)
		    t += 0.25
	END
	"$ASSAY" run -v -r 3 --meter 'python3 slow.py' true >out
	[ "$(rows metric | sed 's/.*missing/missing/')" = "missing in some executions: they are too short for it: fewer than 10 lines fell into them, one every 250 ms" ]
	[ "$(grep -c 'energy meter ' out)" -eq 0 ]
}

@test "a meter that is none says why, and the rest goes on" {
	says false 'it has ended without a line'
	says 'echo no watts today' "it printed 'no watts today' and no line SECONDS WATTS, the seconds of CLOCK_MONOTONIC, and has ended"
	says yes 'it printed over 20000 lines within a second; a hundred lines are plenty'
	says 'no-such-meter 2>/dev/null' 'it has ended without a line'
}

@test "a meter whose times are of another clock is not believed" {
	"$ASSAY" run -v -r 2 --meter 'echo 0.1 5; sleep 100' true >out
	rows metric | grep -Eq "^energy_meter: not available: --meter 'echo 0.1 5; sleep 100': its first line is of 0.100 s when CLOCK_MONOTONIC was at [0-9.]+ s: its times are of another clock$"
	"$ASSAY" run -v -r 2 --meter 'date "+%s 5"; sleep 100' true >out
	rows metric | grep -Eq ": it printed [0-9.]+ s when CLOCK_MONOTONIC was at [0-9.]+ s: its times are of another clock, CLOCK_REALTIME probably$"
}

# bats test_tags=long
@test "a meter that says nothing is not waited for, and is ended" {
	says 'echo $$ >pids; exec sleep 1000' 'it printed nothing within 5 s; one that buffers its lines has to flush each (stdbuf -oL)'
	ends
}

@test "garbage between the lines of a meter is left out, and said" {
	constant_meter
	"$ASSAY" run -v -r 2 --meter '(echo "# rack 7"; exec python3 meter.py 100) 2>&1' 'sleep 0.1' >out
	[ "$(rows metric)" = "energy_meter: by the meter, a line every 2 ms; 100 W at idle, before the first execution; lines that are no SECONDS WATTS were left out, the first '# rack 7'" ]
	grep -q 'energy meter [0-9.]* J' out
}

@test "a meter that is none ends it where its energy is the criterion" {
	assay_fails 2 "cannot use 'energy_meter' as the criterion: it is not available here: --meter 'false': it has ended without a line" \
		run --criterion energy_meter --meter false true
	assay_fails 2 "cannot use 'energy_meter' as the criterion: it is not available here: it takes a meter (--meter CMD)" \
		run --criterion energy_meter true
}

# bats test_tags=long
@test "iterations that say when they end have an energy, and those of a counter are refused" {
	constant_meter
	cat >iterate.py <<-'END'
		import os, sys, time
		with open(os.environ["ASSAY_REPORT"], "a") as report:
		    print("assay 1", file=report)
		    for i in range(3):
		        begin = time.monotonic_ns()
		        time.sleep(0.05)
		        end = time.monotonic_ns()
		        print(f"iteration {end - begin} ns", f"t={end}" if len(sys.argv) == 1 else "", file=report)
	END
	"$ASSAY" run -v -w 0 -r 2 --meter 'python3 meter.py 100' --criterion energy_meter:iteration 'python3 iterate.py' >out
	"$ASSAY" show --json >json
	is_about "$(value energy_meter:iteration 0)" "$(awk -v ns="$(value time 0)" 'BEGIN { printf "%.12g", ns * 100e-9 }')"
	assay_runs 0 metric "energy_meter: by the meter, a line every 2 ms; 100 W at idle, before the first execution
energy_meter:iteration: by the meter; missing in some iterations: the program does not say when they end (t= in its report)" \
		run -w 0 -r 2 --meter 'python3 meter.py 100' --metric energy-meter:iteration 'python3 iterate.py silent'
	assay_fails 2 "cannot read energy_package of iterations: its counter moves in steps of a millisecond, and reading it while the program runs would disturb what is measured; leave :iteration out, or use a meter (--meter CMD and energy_meter:iteration)" \
		run --metric energy-package:iteration true
}

# Of each way in which assay can end the meter is ended with it.
# bats test_tags=long
@test "the meter is ended by Ctrl-C, by a command that fails and when assay is killed" {
	constant_meter
	"$ASSAY" run -v --meter 'python3 meter.py 100' false >out 2>&1 || true
	ends
	for signal in INT TERM KILL; do
		rm -f pids
		"$ASSAY" run -v --meter 'python3 meter.py 100' -r 1 'touch begun; sleep 1000' >out 2>&1 &
		pid=$!
		for _ in $(seq 2000); do
			[ ! -e begun ] || break
			sleep 0.01
		done
		[ -e begun ]
		rm begun
		kill "-$signal" "$pid"
		wait "$pid" || true
		ends
	done
}

# bats test_tags=long
@test "what was measured with a meter is gone on with by one" {
	constant_meter
	"$ASSAY" run -v --meter 'python3 meter.py 100' -w 0 -r 8 'sleep 0.1; echo >>times' >out 2>&1 &
	pid=$!
	for _ in $(seq 2000); do
		[ "$(cat times 2>/dev/null | wc -l)" -lt 4 ] || break
		sleep 0.01
	done
	kill -KILL "$pid"
	wait "$pid" || true
	ends
	"$ASSAY" run -v --resume >out
	"$ASSAY" show --json >json
	[ "$(jq '[.subjects[0].summaries[] | select(.metric == "energy_meter")][0].n' json)" -eq 8 ]
	is_about "$(value energy_meter 0)" "$(awk -v ns="$(value wall 0)" 'BEGIN { printf "%.12g", ns * 100e-9 }')"
}
