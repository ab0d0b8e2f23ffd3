#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds that go wrong: what is said, what goes on, and what is left.
load common
# what five executions have not shown
unseen="5 runs can miss what happens in every second one: -r 30 would show what happens in 1 of 10, and -r 100 in 1 of 33"

# built JQ: what jq says of the builds of the first command.
built() {
	"$ASSAY" show --json @last | jq -c ".subjects[0].tree.builds | $1"
}

# nothing_left: the folder for reports and builds is empty.
nothing_left() {
	[ -z "$(ls -A "$TMPDIR")" ] || { ls -AR "$TMPDIR"; return 1; }
}

# room: a folder for reports and builds of this test's own.
room() {
	export TMPDIR=$TEST_DIR/room
	mkdir -p "$TMPDIR"
}

@test "the first build fails: its status and its last words, and nothing is measured" {
	assay_fails_showing 5 "the build 'echo no rule >&2; exit 2' failed: it ended with exit status 2; nothing was measured" \
		"  | no rule" run --build 'echo no rule >&2; exit 2' ./prog
	assay_fails 5 "the build 'exit 2' failed: it ended with exit status 2; nothing was measured" \
		run --build 'exit 2' ./prog
	assay_fails 5 "the build 'kill -9 \$\$' failed: it was killed by signal 9 (Killed), as the system does when memory runs out; nothing was measured" \
		run --build 'kill -9 $$' ./prog
}

# It fails for the builds whose numbers are given.
fails_for() {
	script build <<-SH
		echo >>count
		case " $* " in *" \$(wc -l <count) "*) echo "bad luck \$(wc -l <count)"; exit 3 ;; esac
		exec $TARGET build prog
	SH
}

@test "some builds fail: the rest goes on, they are counted and shown, exit status 5" {
	fails_for 2 5
	assay_runs 5 failed "2 of 6 builds failed: 2 exit status 3; they are not in the result; the last output:
| bad luck 5" run --builds 6 -r 2 --iterations 2 --build ./build './prog build=0.05'
	[ "$(built .ending)" = '["ok","failed","ok","ok","failed","ok"]' ]
	[ "$(built .code)" = '[0,3,0,0,3,0]' ]
	"$ASSAY" show --json @last | jq -e '.subjects[0].summaries[0].n == 4'
}

@test "all builds but the first fail: one is measured, and that is said" {
	fails_for 2 3 4
	assay_runs 5 note "one build only: another may be faster or slower, and several (--builds) show by how much
$unseen" \
		run --seed 3 --builds 4 -r 5 --iterations 2 --build ./build './prog execution=0.05'
	[ "$(rows failed)" = "3 of 4 builds failed: 3 exit status 3; they are not in the result; the last output:
| bad luck 4" ]
}

@test "a build never ends: it is ended after --build-timeout, with all it started" {
	assay_fails_showing 5 "the build 'echo begun; sleep 1000 & echo \$! >pids; wait' failed: it ran longer than --build-timeout 200ms and was ended; nothing was measured" \
		"  | begun" run --build-timeout 0.2s --build 'echo begun; sleep 1000 & echo $! >pids; wait' ./prog
	none_lives pids
}

@test "a later build never ends: the rest goes on" {
	script build <<-SH
		echo >>count
		[ \$(wc -l <count) != 3 ] || exec sleep 1000
		exec $TARGET build prog
	SH
	assay_runs 5 failed "1 of 4 builds failed: 1 over the time limit (--build-timeout); it is not in the result" \
		run --builds 4 -r 2 --iterations 2 --build-timeout 2s --build ./build './prog build=0.05'
}

@test "a build needs a terminal: it is ended, and that is said" {
	status=0
	on_terminal 80 "$ASSAY" run --build 'read answer </dev/tty' ./prog || status=$?
	[ "$status" = 5 ]
	[ "$(seen | tail -n 1)" = "assay: the build 'read answer </dev/tty' failed: it wanted to use the terminal, which nothing that assay starts can; let it not ask" ]
}

@test "a build makes what is not a file" {
	assay_fails 5 "cannot keep 'prog' of the build: it is a directory; name the files in it that are needed, each with --artifact" \
		run --build 'mkdir prog' ./prog
	rmdir prog
	assay_fails 5 "cannot keep 'prog' of the build: it is a symbolic link to 'nowhere', which leads to no file; name the file itself with --artifact" \
		run --build 'ln -s nowhere prog' ./prog
	rm prog
	assay_fails 5 "cannot keep 'prog' of the build: it is not a file but a device, a pipe or a socket" \
		run --build 'mkfifo prog' ./prog
	rm prog
	assay_fails 5 "cannot keep 'prog' of the build: it is empty; did the build stop half-way?" \
		run --build ': >prog' ./prog
	assay_fails 5 "cannot keep 'prog' of the build: the build has removed it; name what it makes with --artifact" \
		run --build 'rm -f prog' ./prog
	assay_fails 5 "cannot keep 'prog' of the build: there is no such file in '$PWD' after it; name what it makes with --artifact" \
		run --build true ./prog
}

@test "an artifact that the command does not name is refused: all builds would be executed as one" {
	words="it does not name that file, so that every execution would use the build made last; hand it the file as a word of its own"
	script run <<<'./prog'
	assay_fails 2 "cannot measure the builds of 'prog' by the command './run': $words" \
		run --build "$TARGET build prog" --artifact prog ./run
	assay_fails 2 "cannot measure the builds of 'prog' by the command 'sh -c './prog x'': $words" \
		run --build "$TARGET build prog" --artifact ./prog "sh -c './prog x'"
	assay_fails 2 "cannot measure the builds of 'og' by the command './prog | cat og.txt': $words" \
		run --build "$TARGET build og" --artifact og './prog | cat og.txt'
	[ ! -e prog ]
	script run <<<'"$1" build=0.05'
	"$ASSAY" run --builds 3 -r 2 --iterations 2 --build "$TARGET build prog" --artifact prog './run ./prog' >out
	[ "$(built '.hash | unique | length')" = 3 ]
}

@test "a symbolic link to a file is followed: what is measured is a copy of the file" {
	"$ASSAY" run --builds 3 -r 2 --iterations 2 --build "$TARGET build real; ln -sf real prog" './prog build=0.05' >out
	[ "$(built '.hash | unique | length')" = 3 ]
	[ -L prog ]
}

@test "a build writes outside its folder: an artifact there is kept as any other" {
	"$ASSAY" run -v --builds 3 -r 2 --iterations 2 --build "$TARGET build ../beside" '../beside build=0.05' >out
	[ "$(built '.hash | unique | length')" = 3 ]
	[ -z "$(rows warning | grep -v standard)" ]
}

@test "a program elsewhere, by its whole path: measured in place, and that is said" {
	"$ASSAY" run -v --builds 3 -r 2 --iterations 2 --build "$TARGET build $TEST_DIR/beside" "$TEST_DIR/beside build=0.05" >out
	[ "$(rows warning | head -n 1)" = "built in place, so that builds could not share rounds: what looks like a difference between builds may be the machine's drift; --artifact names the files to keep of each build" ]
	grep -q '^    build or time ' out
}

@test "an artifact that is larger than the disk: nothing of it is copied" {
	room
	size=$(($(df --output=avail -B 1 . | tail -n 1) + 1000000000))
	truncate -s $size sparse || skip "no file here can be larger than the disk"
	status=0
	"$ASSAY" run --build 'rm -f prog; ln sparse prog' ./prog >out 2>err || status=$?
	[ "$status" = 6 ] || { cat out err; false; }
	grep -qE "^assay: cannot keep the copy of '$PWD/prog' in '$TMPDIR/assay-[^/]*/s000/copies/b0000': that takes [0-9.]+ [GT]B, and of the [0-9.]+ [GT]B that are free there 67\.1 MB have to stay: No space left on device; make room, name a larger disk in TMPDIR, or ask for fewer builds$" err
	[ ! -s out ]
	nothing_left
}

@test "no room for the builds that are to come: it is said after the first" {
	room
	own=-rm
	[ "$(id -u)" != 0 ] || own=-m # root in a changed root may not have users of its own
	unshare $own true 2>/dev/null || skip "no disk of a few bytes can be made here"
	status=0
	unshare $own sh -c 'mount -t tmpfs -o size=100m none "$TMPDIR" && exec "$0" "$@"' \
		"$ASSAY" run --builds 9 --build "echo >>count; $TARGET build prog; head -c 8000000 /dev/zero >>prog" ./prog >out 2>err || status=$?
	[ "$status" = 6 ] || { cat out err; false; }
	grep -qE "^assay: cannot keep [1-8] more builds? of 'prog' in '.*/copies': that takes [0-9.]+ MB, and of the [0-9.]+ MB that are free there 67\.1 MB have to stay: No space left on device; make room, " err
	[ "$(wc -l <count)" -lt 9 ]
}

@test "a copy that may not be written: an error, and nothing is left" {
	room
	"$TARGET" build large
	head -c 2000000 /dev/zero >>large
	status=0
	(ulimit -f 1000; exec "$ASSAY" run --build 'rm -f prog; ln large prog' ./prog) >out 2>err || status=$?
	[ "$status" = 6 ] || { cat out err; false; }
	[[ "$(cat err)" == "assay: cannot write the copy '$TMPDIR/assay-"*"/s000/copies/b0000/prog': File too large" ]]
	nothing_left
}

@test "no compiler in PATH" {
	mkdir few
	for tool in sh cat cp; do
		ln -s "$(command -v $tool)" few
	done
	PATH=$PWD/few assay_fails 2 "cannot randomise the layout: PATH has no compiler (cc, gcc, clang, c++, g++, clang++, or go from 1.22 on); install one, or leave out --randomize layout" \
		run --randomize layout --build 'cc -o prog prog.c' ./prog
	status=0
	PATH=$PWD/few "$ASSAY" run --build 'cc -o prog prog.c' ./prog 2>err || status=$?
	[ "$status" = 5 ]
	grep -q '^  | .*cc: not found$' err
}

@test "what make found up to date is measured as one build, and that is said" {
	printf 'prog:\n\t%s build prog\n' "$TARGET" >Makefile
	assay_runs 0 note "the build found everything up to date and left the program as it was, so it is measured as one build; a command that always builds (make -B) would show how much the luck of a build matters
$unseen" \
		run --seed 3 -r 5 --iterations 2 --build 'make prog' './prog build=0.05'
	"$ASSAY" run --builds 3 -r 2 --iterations 2 --build 'make -B prog' './prog build=0.05' >out
	absent 'up to date' out
}

@test "a program that makes another number of iterations each time" {
	script bench <<-'SH'
		echo >>"$OLDPWD/count"
		n=$(($(wc -l <"$OLDPWD/count") % 3 + 2))
		printf 'assay 1\n' >>"$ASSAY_REPORT"
		while [ $n -gt 0 ]; do echo "iteration $((100 + n)) us" >>"$ASSAY_REPORT"; n=$((n - 1)); done
	SH
	export OLDPWD=$PWD
	"$ASSAY" run -v --budget 60s --build '{ cat bench; echo "# $ASSAY_SEED"; } >prog; chmod +x prog' ./prog >out
	[ "$(rows levels)" = "the program makes 2 to 4 iterations of its own (20 were asked for), none dropped as warm-up (--drop 0)" ]
	grep -qE '^ +[0-9]+ builds x [0-9]+ executions x 2 \.\. 4 iterations in |^\./prog +[0-9]+ builds x [0-9]+ executions x 2 \.\. 4 iterations in ' out
}

@test "--builds 1: no level of builds, and the interval is of that one only" {
	assay_runs 0 note "one build only: another may be faster or slower, and several (--builds) show by how much
$unseen" \
		run --seed 3 --builds 1 -r 5 --iterations 2 --build "$TARGET build prog" './prog execution=0.05'
	grep -q 'for this one build only' <<<"$(tr -s ' \n' ' ' <out)"
	assay_fails 2 "cannot use '0' for --builds: expected a whole number from 1 to 10000" \
		run --builds 0 --build true ./prog
}

@test "identical builds: two are made, they count as one, and the screen says what would help" {
	assay_runs 0 note "rebuilding gave the same program each time, so the luck of its layout is not covered; --randomize layout would
$unseen" \
		run --seed 3 --builds 9 -r 5 --iterations 2 --build "echo >>count; cp $TARGET prog" './prog execution=0.05'
	[ "$(wc -l <count)" = 2 ]
	[ "$(built .role)" = '["measured","surplus"]' ]
}

@test "a folder for builds with a long path is used; one that is too long is refused" {
	TMPDIR=$TEST_DIR/$(printf 'long/%.0s' $(seq 40))
	export TMPDIR
	mkdir -p "$TMPDIR"
	"$ASSAY" run --builds 2 -r 2 --iterations 2 --build "$TARGET build prog; pwd -P >where; echo \$ASSAY_BUILD_DIR >where" ./prog >out
	[[ "$(cat where)" == "$TMPDIR/assay-"*/s000/work ]]
	[ -z "$(ls -A "$TMPDIR")" ]
	TMPDIR=/tmp/$(printf 'x%.0s' $(seq 1100)) assay_fails 2 \
		"cannot use TMPDIR for reports and builds: its path has 1105 bytes, and at most 1000 will do; name a shorter one" run true
}

@test "builds are given once for all commands, or once for each" {
	assay_fails 2 "--build was given 3 times for 2 commands: give it once for all, or once for each" \
		run --build a --build b --build c true false
}
