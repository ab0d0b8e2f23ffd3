#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# assay diff in repositories of every kind: each works, or is refused with the reason.
load common

# a repository of two commits whose program is compiled, with a compiler that the wrapper stands for
compiled() {
	export GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org
	export GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.org
	git init -q -b main made && cd made || return 1
	printf 'int f(int x) { return x * 3; }\nint g(int x) { return x ^ 7; }\nint main(void) { return f(0) + g(7); }\n' >prog.c
	git add . && git commit -q -m one
	sed -i 's/x \* 3/x * 5/' prog.c && git commit -q -a -m two
}

@test "layouts are drawn of both versions, unless that is left out, and then the base alone is built twice" {
	compiled
	"$ASSAY" diff HEAD~1 HEAD --seed 3 -r 2 --builds 3 --build "echo >>$PWD/../count; cc -o prog prog.c" -- ./prog >../out
	"$ASSAY" show --json @last | jq -e '.plan.builds_state == "differ" and .plan.builds == 3' ||
		{ "$ASSAY" show --json @last | jq .plan; false; }
	rm ../count
	"$ASSAY" diff HEAD~1 HEAD -r 4 --randomize none --build "echo >>$PWD/../count; cc -o prog prog.c" -- ./prog >../out
	[ "$(wc -l <../count)" = 3 ]
	absent 'one build only' ../out
	[ "$("$ASSAY" show --json @last | jq .plan.builds)" = 1 ]
}

@test "what has no compiler for its layout is built without, and that is no error" {
	compiled
	mkdir ../few
	for tool in sh cat cp git chmod; do
		ln -s "$(command -v $tool)" ../few
	done
	PATH=$PWD/../few "$ASSAY" diff HEAD~1 HEAD -r 4 --build '{ echo "#!/bin/sh"; cat prog.c >/dev/null; echo ": $ASSAY_SEED"; } >prog; chmod +x prog' -- ./prog >../out
}

# A repository `origin` with two commits on main; its program reports what the file `speed` says.
repository() {
	export GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org
	export GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.org
	export GIT_AUTHOR_DATE='1700000000 +0000' GIT_COMMITTER_DATE='1700000000 +0000' TZ=UTC
	export TMPDIR=$TEST_DIR/tmp
	mkdir -p "$TMPDIR"
	git init -q -b main origin && cd origin || return 1
	script prog <<-'SH'
		echo assay 1 >>"$ASSAY_REPORT"
		echo "iteration $(cat speed 2>/dev/null || cat lib/speed) ms" >>"$ASSAY_REPORT"
	SH
	echo 10 >speed
	git add . && git commit -q -m one
	echo 11 >speed && git commit -q -a -m two
}

# finds PERCENT ARGUMENT...: diff with these revisions finds so much, and leaves nothing behind.
finds() {
	local percent=$1
	shift
	COLUMNS=200 "$ASSAY" diff "$@" -r 4 -- ./prog >"$TEST_DIR/out"
	grep -q " takes $percent % more time than " "$TEST_DIR/out" || { cat "$TEST_DIR/out"; return 1; }
	[ -z "$(ls "$TMPDIR")" ]
}

# refuses WORDS ARGUMENT...: exit status 2, a sentence with these words, nothing behind.
refuses() {
	local words=$1
	shift
	run "$ASSAY" diff "$@" -r 3 -- ./prog
	[ "$status" -eq 2 ]
	[[ $output == "assay: "*"$words"* ]] || { echo "$output"; return 1; }
	[ -z "$(ls "$TMPDIR")" ]
}

@test "a detached head" {
	repository
	git checkout -q HEAD~1
	refuses 'there is nothing to compare: HEAD ('
	echo 12 >speed
	finds 20
}

@test "a linked worktree, and a folder below it" {
	repository
	git worktree add -q ../linked HEAD~1
	cd ../linked
	echo 12 >speed
	finds 20
	mkdir sub && cp prog speed sub && git add . && git commit -q -m sub && echo 24 >sub/speed
	cd sub
	finds 100 HEAD
	[ "$(git worktree list | wc -l)" = 2 ]
}

@test "a bare repository compares two revisions, and has no working tree to take" {
	repository
	git clone -q --bare . ../bare.git && cd ../bare.git
	finds 10 main~1 main
	refuses 'it is a bare repository and has none; name two revisions, as in assay diff main~1 main' main~1
	refuses "cannot carry 'x': a bare repository has no working tree to take it from" main~1 main --carry x
}

@test "a shallow clone says what would bring the rest" {
	repository
	git clone -q --depth 1 "file://$PWD" ../shallow && cd ../shallow
	refuses 'it names no commit; this clone is shallow: git fetch --unshallow brings the rest' HEAD~1
	echo 22 >speed
	finds 100
}

# bats test_tags=long
@test "a submodule is filled from the user's own, and one that is not there is named" {
	repository
	git init -q ../lib && (cd ../lib && echo 10 >speed && git add . && git commit -q -m lib &&
		echo 15 >speed && git commit -q -a -m faster)
	git rm -q speed
	git -c protocol.file.allow=always submodule add -q "$PWD/../lib" lib
	git -C lib checkout -q HEAD~1 && git add lib && git commit -q -m 'with the library'
	git -C lib checkout -q main 2>/dev/null || git -C lib checkout -q master
	finds 50
	git add lib && git commit -q -m 'new library'
	finds 50 HEAD~1 HEAD
	git clone -q . ../without && cd ../without
	refuses "cannot put the submodule 'lib' into a folder: it is not checked out in '$PWD'; git submodule update --init brings it" HEAD~1 HEAD
}

@test "without main it is master, and before all what origin calls its HEAD" {
	repository
	git branch -q -m main master
	git checkout -q -b work HEAD~1 && echo 20 >speed
	finds 100
	git clone -q . ../clone && cd ../clone
	git checkout -q -b mine && git commit -q --allow-empty -m mine && echo 21 >speed
	git branch -q main HEAD~1
	COLUMNS=200 "$ASSAY" diff -r 3 -- ./prog >"$TEST_DIR/out"
	grep -q '^  base     merge base with origin/HEAD   commit ' "$TEST_DIR/out"
}

@test "no main branch at all, and no merge base" {
	repository
	git checkout -q --orphan alone && git commit -q -m alone && echo 12 >speed
	refuses 'HEAD and main of '
	refuses 'have no commit in common; name a revision, as in assay diff HEAD~1'
	git branch -q -D main
	refuses 'has no branch main, master, trunk or develop, and no origin; name a revision, as in assay diff HEAD~1'
	finds 9 HEAD
}

@test "revision names are names, whatever is in them" {
	repository
	git update-ref 'refs/heads/-q' HEAD~1
	git branch -q 'a;touch${IFS}x' HEAD~1
	git branch -q "it's\$(touch\${IFS}y)" HEAD~1
	finds 10 refs/heads/-q HEAD
	finds 10 'a;touch${IFS}x' HEAD
	finds 10 "it's\$(touch\${IFS}y)" HEAD
	[ ! -e x ] && [ ! -e y ]
	run "$ASSAY" diff -q -- ./prog
	[ "$status" -eq 2 ]
	refuses "cannot find the revision ':/nothing of it' in" ':/nothing of it'
	[ ! -e x ]
}

@test "a repository that belongs to somebody else is git's to refuse" {
	[ "$(id -u)" = 0 ] || skip 'only root can give a repository away'
	repository
	echo 12 >speed
	chown -R 12345 .
	refuses 'dubious ownership'
	git config --global --add safe.directory "$PWD"
	finds 9
}

@test "before the first commit there is nothing to compare with, and a merge has to be finished" {
	repository
	git checkout -q -b other HEAD~1 && echo 12 >speed && git commit -q -a -m three
	run git merge main
	refuses 'a merge in it is not finished; resolve its conflicts, or name a revision'
	git merge --abort
	git init -q -b main ../empty && cd ../empty && cp ../origin/prog ../origin/speed .
	refuses 'name a revision'
}

@test "what was killed is removed by the next assay" {
	repository
	echo 12 >speed
	script slow <<<'echo $$ >"$SEEN"; exec sleep 60'
	export SEEN=$TEST_DIR/seen
	"$ASSAY" diff -- sh -c "$PWD/slow" >/dev/null 2>&1 &
	pid=$!
	until [ -s "$SEEN" ]; do sleep 0.1; done
	kill -KILL $pid
	wait $pid || true
	[ -n "$(ls "$TMPDIR")" ]
	finds 9
	none_lives "$SEEN"
}

@test "a file that no revision has is named before more is built" {
	compiled
	echo data >data
	status=0
	"$ASSAY" diff HEAD~1 HEAD --build "echo >>$PWD/../count; { echo '#!/bin/sh'; echo 'cat \$1'; grep -n 'x \\*' prog.c | sed 's/^/# /'; } >prog; chmod +x prog" -- ./prog data >../out 2>../err || status=$?
	[ "$status" = 5 ]
	[ "$(head -n 1 ../err)" = "assay: 'HEAD~1 ($(git rev-parse --short=9 HEAD~1))' failed: data is not in that revision: commit it, carry it (--carry data), or name it by its full path" ]
	grep -q '^  | cat: data: No such file or directory$' ../err
	[ "$(wc -l <../count)" = 2 ]
	"$ASSAY" diff HEAD~1 HEAD -r 3 --carry data --build "{ echo '#!/bin/sh'; echo 'cat \$1'; grep -n 'x \\*' prog.c | sed 's/^/# /'; } >prog; chmod +x prog" -- ./prog data >../out
}

# bats test_tags=long
@test "what builds a project is found by its files, and said" {
	compiled
	printf 'prog: prog.c\n\tcc -o prog prog.c\n' >Makefile
	git add Makefile && git commit -q -m make && sed -i 's/x \* 5/x * 7/' prog.c
	"$ASSAY" diff HEAD -r 3 --randomize none -- ./prog >../out
	[ "$(head -n 1 ../out)" = "  build    make   --build for another" ]
	"$ASSAY" diff HEAD -r 2 --build auto --builds 2 -- ./prog >../out
	"$ASSAY" show --json @last | jq -e '.plan.builds == 2'
	git rm -q -f Makefile && git commit -q -m none && echo >>prog.c
	assay_fails 2 "cannot tell how working tree is built: it has no Makefile, CMakeLists.txt, meson.build, configure, Cargo.toml or go.mod; give the command with --build" \
		diff HEAD --build auto -- ./prog
	printf '#!/bin/sh\n:\n' >bench.sh && chmod +x bench.sh && git add . && git commit -q -m script
	echo 'prog:' >Makefile
	"$ASSAY" diff HEAD -r 3 -- ./bench.sh >../out
	absent 'build' ../out
}
