#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Ctrl-C at a terminal, and the other ways to be told to end. stop.bats has the signals by themselves.
load common

# It presses Ctrl-C in its execution 3, and would go on for long.
presses() {
	script press <<-'SH'
		[ "$HYPERFINE_ITERATION" != 3 ] || { echo $$ >pids; printf '\003' >keys; exec sleep 1000; }
		exec sleep 0.02
	SH
}

@test "Ctrl-C once: the honest interval so far, exit status 130, the result kept, no child left" {
	presses
	status=0
	on_terminal 80 "$ASSAY" run -v -r 9 ./press || status=$?
	[ "$status" = 130 ]
	seen >out
	grep -qE '^\./press +3 executions in .*, after 1 warm-up$' out
	# On a busy machine they are seconds, or the interval is so wide that this is said.
	rows time | grep -qE '95 % (if executions are independent|for runs like these [0-9]+) .* … .* m?s( \((t|mixture), 2 df\))?, for this session[ ;]'
	[ "$(rows note)" = "stopped by you after 3 executions; the intervals are of what was measured until then" ]
	none_lives pids
	"$ASSAY" list | grep -q '^ 1 .*\./press .*   stopped$'
	"$ASSAY" show -v | grep -q 'stopped by you after 3 executions'
}

@test "Ctrl-C twice: it leaves at once, what was measured is in the list, no child left" {
	presses
	status=0
	on_terminal 80 "$ASSAY" run -v -r 9 -c 'echo $$ >>pids; printf "\003" >keys; sleep 1000' ./press || status=$?
	[ "$status" = 130 ]
	[ "$(seen | tail -n 1)" = "assay: stopped by you, twice: assay run --resume goes on with what was measured" ]
	[ "$(wc -l <pids)" = 2 ]
	none_lives pids
	"$ASSAY" list | grep -q '^ 1 .*\./press .*   interrupted$'
}

@test "Ctrl-C before anything was measured" {
	status=0
	on_terminal 80 "$ASSAY" run -v -r 9 'echo $$ >pids; printf "\003" >keys; exec sleep 1000' || status=$?
	[ "$status" = 130 ]
	[ "$(seen | tail -n 1)" = "assay: stopped by you before anything was measured" ]
	none_lives pids
	on_terminal 80 "$ASSAY" run -v -s 'echo $$ >pids; printf "\003" >keys; exec sleep 1000' true || status=$?
	[ "$(seen | tail -n 1)" = "assay: stopped by you before anything was measured" ]
	none_lives pids
}

@test "Ctrl-C in a command that ignores it" {
	script press <<-'SH'
		trap '' INT TERM
		[ "$HYPERFINE_ITERATION" != 3 ] || { echo $$ >pids; printf '\003' >keys; while :; do sleep 0.1; done; }
	SH
	status=0
	on_terminal 80 "$ASSAY" run -v -r 9 ./press || status=$?
	[ "$status" = 130 ]
	seen | grep -q 'stopped by you after 3 executions'
	none_lives pids
}

@test "several commands: what is compared are the rounds that were complete" {
	presses
	status=0
	on_terminal 80 "$ASSAY" run -v -r 9 ./press 'sleep 0.01' || status=$?
	[ "$status" = 130 ]
	seen >out
	[ "$(rows note | grep stopped)" = "stopped by you after 3 rounds; the intervals are of what was measured until then" ]
	"$ASSAY" show --json | jq -e '.comparisons[] | select(.metric == "wall").n == 3'
}

# signalled SIGNAL: assay run gets it in execution 3.
signalled() {
	script press <<-SH
		[ "\$HYPERFINE_ITERATION" != 3 ] || { echo \$\$ >pids; kill -$1 \$(cat pid); exec sleep 1000; }
	SH
	status=0
	# What is ignored where this is started, as by nohup, stays ignored.
	env --default-signal=HUP,INT,TERM sh -c 'echo $$ >pid; exec "$0" run -v -r 9 ./press' "$ASSAY" >out 2>err || status=$?
}

@test "SIGTERM and SIGHUP are as Ctrl-C" {
	for signal in TERM HUP; do
		signalled $signal
		[ "$status" = 130 ]
		[ "$(rows note | grep stopped)" = "stopped by you after 3 executions; the intervals are of what was measured until then" ]
		none_lives pids
	done
	[ "$("$ASSAY" list | grep -c stopped)" = 2 ]
}

@test "under nohup a hangup ends nothing" {
	script press <<<'[ "$HYPERFINE_ITERATION" != 3 ] || kill -HUP $(cat pid)'
	nohup sh -c 'echo $$ >pid; exec "$0" run -v -r 9 ./press' "$ASSAY" >out 2>err
	grep -qE '^\./press +9 executions in ' out
}

# Wait for something that is bound to happen.
eventually() {
	for _ in $(seq 600); do
		! "$@" 2>/dev/null || return 0
		sleep 0.05
	done
	return 1
}

is_gone() {
	! kill -0 "$1" 2>/dev/null
}

@test "a terminal that is closed: the result is kept, no child left" {
	script press <<-'SH'
		[ "$HYPERFINE_ITERATION" != 3 ] || { echo $$ >pids; exec sleep 1000; }
	SH
	# Under nohup, which make check may be, a closed terminal would end nothing for 1000 s.
	on_terminal 80 env --default-signal=HUP sh -c 'echo $$ >pid; exec "$0" run -v -r 9 ./press' "$ASSAY" 3>&- &
	eventually test -s pids
	kill -KILL "$(ps -o ppid= -p "$(cat pid)")"
	eventually is_gone "$(cat pid)"
	none_lives pids
	"$ASSAY" list | grep -q '^ 1 .*\./press .*   stopped$'
}

@test "when assay itself is killed, its children end" {
	sh -c 'echo $$ >pid; exec "$0" run "echo \$\$ >>pids; exec sleep 1000"' "$ASSAY" >out 2>err &
	eventually test -s pids
	kill -KILL "$(cat pid)"
	eventually is_gone "$(cat pids)"
}

@test "Ctrl-Z and going on afterwards lose nothing" {
	script press <<<'[ "$HYPERFINE_ITERATION" != 1 ] || { kill -TSTP $(cat pid); sleep 0.3; kill -CONT $(cat pid); }'
	sh -c 'echo $$ >pid; exec "$0" run -v -r 5 ./press' "$ASSAY" >out
	grep -qE '^\./press +5 executions in ' out
}

@test "a program that wants to read from the terminal does not stop for ever" {
	status=0
	on_terminal 80 "$ASSAY" run -v 'read answer </dev/tty' || status=$?
	[ "$status" = 5 ]
	[ "$(seen | tail -n 1)" = "assay: 'read answer </dev/tty' failed: it wanted to use the terminal, which nothing that is measured can; give it its input with --input, or let it not ask" ]
	on_terminal 80 "$ASSAY" run -v -p 'stty -echo </dev/tty' true || status=$?
	[ "$(seen | tail -n 1)" = "assay: the --prepare command 'stty -echo </dev/tty' failed: it wanted to use the terminal, which nothing that assay starts can; let it not ask (before sudo, run sudo -v)" ]
	script later <<<'[ ! -e begun ] || read answer </dev/tty; touch begun'
	on_terminal 80 "$ASSAY" run -v -r 2 ./later || status=$?
	seen >out
	[ "$(rows failed)" = "all 4 executions failed: 4 wanted to use the terminal" ]
}

# concluding SIGNAL...: assay run whose measuring has ended and whose result waits for a store that another
# program has locked, and which gets these signals then; its status is that of the end.
concluding() {
	rm -rf s.db* locked ended
	"$ASSAY" run --store s.db -r 1 -w 0 true >/dev/null
	python3 - "$@" <<-'PY'
		import os, signal, sqlite3, subprocess, sys, time
		def children(pid):
		    return open("/proc/%d/task/%d/children" % (pid, pid)).read().split()
		def stat(pid):
		    return open("/proc/%d/stat" % pid).read().rsplit(")", 1)[1].split()
		wait = "echo >>ran; while [ ! -e locked ]; do sleep 0.05; done"
		run = subprocess.Popen([os.environ["ASSAY"], "run", "--store", "s.db", "-r", "2", "-w", "0", wait],
		    stdout=open("out", "w"), stderr=open("err", "w"),
		    preexec_fn=lambda: [signal.signal(s, signal.SIG_DFL) for s in (signal.SIGINT, signal.SIGTERM)])
		while not os.path.exists("ran"):
		    time.sleep(0.01)
		db = sqlite3.connect("s.db", isolation_level=None)
		db.execute("BEGIN EXCLUSIVE")
		open("locked", "w")
		while open("ran").read().count("\n") < 2:
		    time.sleep(0.01)
		# it has been measured, all its programs have ended, and it waits
		while run.poll() is None and (children(run.pid) or stat(run.pid)[0] != "S"):
		    time.sleep(0.01)
		for name in sys.argv[1:]:
		    run.send_signal(getattr(signal, "SIG" + name))
		    time.sleep(0.01)
		# as the lock is held until it has ended, it ended by the signal and not by going on
		code = run.wait()
		db.execute("ROLLBACK")
		open("ended", "w").write(str(code))
	PY
}

# bats test_tags=long
@test "what was measured is in the journal, so that SIGTERM and Ctrl-C twice end what is done with it at once" {
	for signals in TERM "INT INT"; do
		rm -f ran
		concluding $signals
		[ "$signals" = TERM ] && [ "$(cat ended)" = -15 ] || [ "$(cat ended)" = -2 ]
		[ ! -s out ]
		# and the next start keeps it
		"$ASSAY" list --store s.db >list 2>&1
		"$ASSAY" run --store s.db -r 1 -w 0 true >/dev/null 2>&1
		"$ASSAY" list --store s.db >list 2>&1
		grep -q 'ran' list
	done
}

# reviewing SIGNALS ARGUMENT...: assay whose measuring has ended and whose screen waits for a reader, as the last program
# that it measured has filled the pipe; it gets these signals then, and `ended` is how it ended.
reviewing() {
	rm -f ended screen
	mkfifo screen
	SCREEN=$PWD/screen python3 - "$@" <<-'PY'
		import os, signal, subprocess, sys, time
		write = {"x86_64": "1", "aarch64": "64"}[os.uname().machine] # the number of that call
		def writes(pid): # to its standard output, and waits
		    try:
		        return open("/proc/%d/syscall" % pid).read().split()[:2] == [write, "0x1"]
		    except OSError:
		        return False
		reader = os.open("screen", os.O_RDWR) # which does not read
		run = subprocess.Popen([os.environ["ASSAY"]] + sys.argv[2:], stdout=os.open("screen", os.O_WRONLY), stderr=open("err", "w"),
		    preexec_fn=lambda: [signal.signal(s, signal.SIG_DFL) for s in (signal.SIGINT, signal.SIGTERM)])
		while run.poll() is None and not writes(run.pid):
		    time.sleep(0.01)
		for name in sys.argv[1].split():
		    run.send_signal(getattr(signal, "SIG" + name))
		    time.sleep(0.01)
		# where it only counted the signals it goes on now, as what it writes is read, and ends as it ever does
		os.set_blocking(reader, False)
		while run.poll() is None:
		    try:
		        os.read(reader, 65536)
		    except BlockingIOError:
		        time.sleep(0.01)
		open("ended", "w").write(str(run.returncode))
	PY
}

# bats test_tags=long
@test "while screens of a suite, of diff or of check are made SIGTERM and Ctrl-C twice end assay at once" {
	export GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org ASSAY
	export GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.org
	script bench <<-'SH'
		echo assay 1 >>"$ASSAY_REPORT"
		echo "iteration $(cat speed).$((${#HYPERFINE_ITERATION} % 3)) ms" >>"$ASSAY_REPORT"
		[ -z "$SCREEN" ] || python3 -c '
		import os
		pipe = os.open(os.environ["SCREEN"], os.O_WRONLY | os.O_NONBLOCK)
		try:
		    while True:
		        os.write(pipe, b"x")
		except BlockingIOError:
		    pass
		'
	SH
	sed -i 's/^\t*//' bench
	printf 'suite: mono\nruns: 2\nwarmup: 0\nbenchmarks:\n  one: {execute: ./bench}\n' >assay.yaml
	echo 10 >speed
	git init -q -b main . && git add bench assay.yaml speed && git commit -q -m one
	"$ASSAY" run --label main >/dev/null
	echo 11 >speed
	for signals in TERM "INT INT"; do
		for verb in run 'check --baseline label:main --json' 'diff --json'; do
			# shellcheck disable=SC2086
			reviewing "$signals" $verb
			[ "$signals" = TERM ] && [ "$(cat ended)" = -15 ] || [ "$(cat ended)" = -2 ] ||
				{ echo "$verb, $signals: $(cat ended err)"; false; }
		done
	done
	# what was measured is kept
	[ "$("$ASSAY" list | grep -c '^ *[0-9]')" = 7 ]
}
