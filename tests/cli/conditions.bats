#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Load as a factor (--pause, --parallel) and isolation (--cpu, --numa, --cpuset, --priority).
load common

# A processor that may be used here.
a_cpu() {
	awk '/^Cpus_allowed_list/ { n = split($2, a, /[-,]/); print a[n] }' /proc/self/status
}

# Wait for something that is bound to happen.
eventually() {
	for _ in $(seq 600); do
		! "$@" 2>/dev/null || return 0
		sleep 0.05
	done
	return 1
}

@test "executions run on the processors of --cpu, hooks where they would" {
	script where <<<'grep ^Cpus_allowed_list /proc/self/status >"$1"'
	cpu=$(a_cpu)
	"$ASSAY" run -v -r 2 --cpu "$cpu" --setup './where hook' './where execution' >out
	[ "$(cut -f 2 execution)" = "$cpu" ]
	[ "$(cut -f 2 hook)" = "$(awk '/^Cpus_allowed_list/ { print $2 }' /proc/self/status)" ]
	[ "$(rows isolated)" = "on processors $cpu" ]
	"$ASSAY" show --json | jq -e --arg cpu "$cpu" '
		any(.machine.facts[]; .name == "isolation.cpu" and .value == $cpu)'
}

@test "all processes of an execution have the nice value of --priority" {
	"$ASSAY" run -v -r 2 --priority 15 --output ./out -- sh -c 'nice; sh -c nice' >screen
	[ "$(cat out)" = "15
15" ]
	mv screen out
	[ "$(rows isolated)" = "with nice 15" ]
}

@test "a real-time priority where it may be had, else one sentence" {
	if "$ASSAY" run -v -r 2 --priority fifo:7 --output ./out 'cat /proc/self/stat' >screen 2>err; then
		[ "$(sed 's/.*) //' out | awk '{ print $38, $39 }')" = "7 1" ]
		mv screen out
		[ "$(rows isolated)" = "with fifo 7" ]
	else
		[[ $(cat err) == "assay: cannot run with the real-time priority 7 (--priority): "*"; run assay as root or with CAP_SYS_NICE, raise rtprio in /etc/security/limits.conf, or leave --priority out" ]]
	fi
}

@test "who is not root gets no nice value below his own" {
	if [ "$(id -u)" = 0 ]; then
		as_nobody true
		as_nobody "$PWD/bin/assay" run --priority -5 true >out 2>err || status=$?
	else
		"$ASSAY" run --priority -5 true >out 2>err || status=$?
	fi
	[ "$status" = 2 ]
	[[ $(cat err) == "assay: cannot run with the nice value -5 (--priority): Permission denied, since this user may not go below "*"; run assay as root or with CAP_SYS_NICE, raise nice in /etc/security/limits.conf, or give a higher value" ]]
}

@test "one node, with its processors and memory, or one sentence" {
	status=0
	"$ASSAY" run -v -r 2 --numa 0 --output ./out 'grep ^Cpus_allowed_list /proc/self/status' >screen 2>err || status=$?
	if [ "$status" = 0 ]; then
		[ "$(cut -f 2 out)" = "$(cat /sys/devices/system/node/node0/cpulist)" ]
		mv screen out
		[ "$(rows isolated)" = "on node 0, with memory of it alone" ]
	else
		grep -qE '^assay: cannot (run on|take memory from|run on the processors of) node 0 ' err
	fi
	assay_fails 2 "cannot run on node 63 (--numa): there is no /sys/devices/system/node/node63/cpulist; ls -d /sys/devices/system/node/node* shows what there is, and without any --cpu names processors" \
		run -v --numa 63 true
}

# Where groups with processors of their own are made, in the first version; nothing where none are.
cpusets() {
	local own
	own=$(awk -F: '$2 ~ /(^|,)cpuset(,|$)/ { print $3 }' /proc/self/cgroup)
	[ -d "/sys/fs/cgroup/cpuset$own" ] || own=
	[ ! -d "/sys/fs/cgroup/cpuset$own" ] || echo "/sys/fs/cgroup/cpuset$own"
}

@test "a cpuset is there while executions run and gone after them, or one sentence" {
	cpu=$(a_cpu) status=0
	"$ASSAY" run -v -r 2 --cpuset "$cpu" --output ./out 'grep -h -e ^Cpus_allowed_list -e :/.*assay- /proc/self/status /proc/self/cgroup' \
		>screen 2>err || status=$?
	if [ "$status" = 0 ]; then
		[ "$(awk '/^Cpus/ { print $2 }' out)" = "$cpu" ]
		group=$(sed -n 's/.*\(assay-[0-9]*-[0-9]*\)$/\1/p' out)
		[ -n "$group" ]
		[ -z "$(find /sys/fs/cgroup -name "$group" 2>/dev/null)" ]
		mv screen out
		[ "$(rows isolated)" = "in a cpuset of processors $cpu" ]
	else
		[ "$status" = 2 ]
		grep -q "^assay: cannot run in a cpuset of $cpu (--cpuset): .*; or use --cpu, which needs no right$" err
	fi
}

@test "a cpuset that a killed assay has left goes with the next" {
	folder=$(cpusets)
	stale=$folder/assay-999999999-0
	if [ -n "$folder" ] && mkdir "$stale" 2>/dev/null; then
		"$ASSAY" run -r 1 --cpuset "$(a_cpu)" true >out 2>err || { rmdir "$stale"; grep -q '^assay: cannot run in a cpuset' err; }
		[ ! -e "$stale" ]
	else
		status=0
		"$ASSAY" run -r 1 --cpuset 1023 true >out 2>err || status=$?
		[ "$status" = 2 ]
	fi
}

@test "processors that are not there are refused before anything is measured" {
	status=0
	"$ASSAY" run --cpu 1023 'touch measured' >out 2>err || status=$?
	[ "$status" = 2 ]
	[ "$(cat err)" = "assay: cannot run on processors 1023 (--cpu): not all of them can be had here, where assay may use $(awk '/^Cpus_allowed_list/ { print $2 }' /proc/self/status); name some of those" ]
	[ ! -e measured ]
}

@test "values that are none are refused" {
	assay_fails 2 "cannot use '5ms' for --pause: expected the shortest and the longest wait, up to 25m, such as 10ms..200ms or 0..1s" run --pause 5ms true
	assay_fails 2 "cannot use '2s..1s' for --pause: expected the shortest and the longest wait, up to 25m, such as 10ms..200ms or 0..1s" run --pause 2s..1s true
	assay_fails 2 "cannot use '0..0' for --pause: expected the shortest and the longest wait, up to 25m, such as 10ms..200ms or 0..1s" run --pause 0..0 true
	assay_fails 2 "cannot use '0..1h' for --pause: expected the shortest and the longest wait, up to 25m, such as 10ms..200ms or 0..1s" run --pause 0..1h true
	assay_fails 2 "cannot use '0' for --parallel: expected a whole number from 1 to 256" run --parallel 0 true
	assay_fails 2 "cannot use '2-1' for --cpu: expected numbers of processors from 0 to 1023, such as 2 or 0-3,6" run --cpu 2-1 true
	assay_fails 2 "cannot use 'x' for --cpuset: expected numbers of processors from 0 to 1023, such as 2 or 0-3,6" run --cpuset x true
	assay_fails 2 "cannot use 'fifo:100' for --priority: expected a nice value from -20 to 19, or fifo, or fifo:1 to fifo:99" run --priority fifo:100 true
	assay_fails 2 "cannot use 'high' for --priority: expected a nice value from -20 to 19, or fifo, or fifo:1 to fifo:99" run --priority high true
	assay_fails 2 "cannot use '64' for --numa: expected a whole number from 0 to 63" run --numa 64 true
}

# Mean of the waits of the newest result, in ns.
mean_wait() {
	"$ASSAY" show --json | jq '.. | objects | select(.metric? == "pause").mean'
}

@test "waits are within their limits, and follow from the seed" {
	for file in first second; do
		"$ASSAY" run -r 5 --seed 7 --pause 1ms..20ms true >out
		mean_wait >$file
	done
	diff first second
	rows load | grep -qx 'after a wait of 1ms..20ms drawn at random'
	jq -e '. >= 1e6 and . <= 2e7' first
}

@test "a resumed run waits as it would have" {
	script deadly <<-'EOF'
		case $ASSAY_REPORT in *load) exit 0 ;; esac # two at a time would miss the fourth
		echo >>count
		[ "$(wc -l <count)" != 4 ] || [ ! -s pid ] || { kill -KILL "$(cat pid)"; sleep 1000; }
	EOF
	status=0
	sh -c 'echo $$ >pid && exec "$0" run -r 6 --seed 3 --pause 1ms..20ms --parallel 2 --priority 10 ./deadly' "$ASSAY" >out 2>err || status=$?
	[ "$status" = 137 ]
	rm -f pid
	"$ASSAY" run --resume >out
	mean_wait >resumed
	jq -e '. >= 1e6 and . <= 2e7' resumed
	"$ASSAY" run -r 6 --seed 3 --pause 1ms..20ms --parallel 2 --priority 10 ./deadly >out
	mean_wait >whole
	diff resumed whole
	"$ASSAY" compare @last @last~1 >out # the same environment
}

@test "Ctrl-C ends a wait at once" {
	sh -c 'echo $$ >pid; exec "$0" run --pause 20m..20m "touch warm"' "$ASSAY" >out 2>err &
	eventually test -e warm
	sleep 0.2
	kill -INT "$(cat pid)"
	status=0
	wait $! || status=$?
	[ "$status" = 130 ]
	[ "$(cat err)" = "assay: stopped by you before anything was measured" ]
}

@test "a budget counts the waits" {
	"$ASSAY" run -v --budget 1s --pause 200ms..200ms true >out
	grep -qE '^true +[2-5] executions' out
}

@test "copies are load, and what they report and write goes nowhere" {
	script one <<-'EOF'
		echo "said by $$"
		printf 'assay 1\niteration 1 ms\niteration 2 ms\n' >>"$ASSAY_REPORT"
		case $ASSAY_REPORT in *load) echo $$ >>pids ;; *) until [ "$(wc -l <pids)" -ge 3 ]; do sleep 0.01; done ;; esac
	EOF
	"$ASSAY" run -v -r 3 --parallel 4 --output ./said ./one >out
	[ "$(rows load)" = "with 3 copies of the command running beside each execution" ]
	[ "$(wc -l <said)" = 1 ]
	[ -z "$(rows warning | grep copies)" ]
	"$ASSAY" show --json | jq -e '.. | objects | select(.metric? == "time") | .mean == 1.5e6' | grep -q true
	none_lives pids
}

@test "one execution at a time is no load" {
	"$ASSAY" run -r 2 --parallel 1 true >out
	[ -z "$(rows load)" ]
}

@test "copies that fail are said" {
	script one <<<'case $ASSAY_REPORT in *load) echo >>failed; exit 3 ;; *) until [ -s failed ]; do sleep 0.01; done; sleep 0.1 ;; esac'
	"$ASSAY" run -r 2 --parallel 2 ./one >out
	rows warning | grep -qx 'some copies ended with an error, so that the load was less than asked for at times'
	"$ASSAY" run -r 2 --parallel 2 -i ./one >out
	[ -z "$(rows warning | grep copies)" ]
}

@test "no copy is left when assay is killed, or stopped twice" {
	for signal in KILL INT; do
		rm -f pids
		sh -c 'echo $$ >pid; exec "$0" run --parallel 3 "echo \$\$ >>pids; exec sleep 1000"' "$ASSAY" >out 2>err &
		eventually sh -c '[ "$(wc -l <pids)" = 3 ]'
		kill -$signal "$(cat pid)"
		[ $signal = KILL ] || kill -$signal "$(cat pid)" 2>/dev/null || true # the first may have been enough
		wait $! || true
		eventually none_lives pids
	done
}

@test "results of other load or isolation are not compared, but across" {
	"$ASSAY" run -r 6 --label alone true >out
	"$ASSAY" run -r 6 --label loaded --parallel 2 --priority 3 true >out
	assay_fails 4 "cannot compare 'loaded' with 'alone': they were measured in different environments (load.parallel is 2 in 'loaded' only, isolation.priority is nice 3 in 'loaded' only); measure both in one assay run, or insist with --across" \
		compare alone loaded
	"$ASSAY" compare --across alone loaded >out
}

@test "an extension has the load and the isolation of what it extends" {
	"$ASSAY" run -v -r 3 --parallel 2 --priority 9 --pause 1ms..2ms true >out
	"$ASSAY" run -v --extend @last -r 3 >out
	grep -qE '^true +6 executions' out
	[ "$(rows isolated)" = "with nice 9" ]
	rows load | grep -q 'with 1 copy of the command'
}

@test "a program that changes its own file while it is measured is told, one that is only touched is not" {
	script self <<-'EOF'
		echo "# $$" >>"$0"
	EOF
	"$ASSAY" run -v -r 3 --store s.db ./self >out
	rows warning | grep -qx 'the file of ./self changed while it was measured: its runs may be of different programs'
	"$ASSAY" show --store s.db >out
	grep -q 'a program changed while it was measured' out
	script touched <<-'EOF'
		touch "$0"
	EOF
	"$ASSAY" run -v -r 3 --store s.db ./touched >out
	! grep -q 'changed while it was measured' out
}
