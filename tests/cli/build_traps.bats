#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# What builds of real projects do: they write elsewhere, fill the disk, make their sources, need a
# path, have parts in other repositories.
load common

# two_commits: a repository of two commits; its program is a script that reports 10 and 12 ms.
two_commits() {
	export GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org
	export GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.org TMPDIR=$TEST_DIR/tmp
	mkdir -p "$TMPDIR"
	git init -q -b main project && cd project || return 1
	cat >prog.in <<-'SH'
		#!/bin/sh
		echo assay 1 >>"$ASSAY_REPORT"
		echo "iteration @SPEED@ ms" >>"$ASSAY_REPORT"
	SH
	echo 10 >speed
	printf '%s\n' /prog /data >.gitignore
	git add . && git commit -q -m one
	echo 12 >speed && git commit -q -a -m two
}

# What makes the program of its source, at $1.
makes() {
	echo "sed \"s/@SPEED@/\$(cat speed)/\" prog.in >$1.new && chmod +x $1.new && mv $1.new $1"
}

# finds PERCENT COMMAND...: its result says so much more time, and nothing stays behind.
finds() {
	local percent=$1
	shift
	COLUMNS=200 "$ASSAY" diff "$@" >"$TEST_DIR/out" 2>"$TEST_DIR/err" || { cat "$TEST_DIR/err"; return 1; }
	grep -q " takes $percent % more time than " "$TEST_DIR/out" || { cat "$TEST_DIR/out"; return 1; }
	[ -z "$(ls "$TMPDIR")" ]
}

@test "what is built outside of a version's folder is built for one version after the other" {
	two_commits
	there=$TEST_DIR/there
	mkdir "$there"
	finds 20 HEAD~1 HEAD -r 4 --randomize none --artifact "$there/prog" \
		--build "echo begin >>'$there/log'; $(makes "$there/prog"); sleep 0.2; echo end >>'$there/log'" -- "$there/prog"
	[ "$(head -n 4 "$there/log" | tr '\n' ' ')" = 'begin end begin end ' ]
}

@test "a build that only works at one path is brought there by its command" {
	two_commits
	there=$TEST_DIR/there
	finds 20 HEAD~1 HEAD -r 4 --randomize none --artifact "$there/prog" \
		--build "rm -rf '$there' && cp -r . '$there' && cd '$there' && [ \"\$PWD\" = '$there' ] && $(makes prog)" -- "$there/prog"
	status=0
	"$ASSAY" diff HEAD~1 HEAD -r 4 --randomize none --build "[ \"\$PWD\" = '$there' ] && $(makes prog)" -- ./prog >out 2>err || status=$?
	[ "$status" = 5 ]
	grep -q "^assay: the build of 'HEAD~1 " err || grep -q 'HEAD~1' err || { cat err; false; }
}

@test "sources that the build makes are made of each version's own, and in each build" {
	two_commits
	echo 'printf %s\\n "iteration $(cat speed) ms" >made.inc; echo >>"$1"' >generate.sh
	git add . && git commit -q -m generated
	echo 15 >speed && git commit -q -a -m three
	: >"$TEST_DIR/made"
	finds 25 HEAD~1 HEAD -r 4 --randomize none --build "[ ! -e made.inc ] && sh generate.sh '$TEST_DIR/made' && { head -n 2 prog.in; echo 'echo \"'\$(cat made.inc)'\" >>\"\$ASSAY_REPORT\"'; } >prog && chmod +x prog" -- ./prog
	[ "$(wc -l <"$TEST_DIR/made")" = 3 ]
}

@test "data that no revision has is carried, whatever a build does to it" {
	two_commits
	mkdir data && echo 30 >data/large
	finds 20 HEAD~1 HEAD -r 4 --randomize none --carry data \
		--build "[ \"\$(cat data/large)\" = 30 ] && $(makes prog) && echo 31 >data/large" -- ./prog
	[ "$(cat data/large)" = 30 ]
}

# bats test_tags=long
@test "a submodule of a submodule is there in every build, however the last one has left it" {
	two_commits
	for name in inner outer; do
		git init -q -b main "../$name" && echo 10 >"../$name/file" && git -C "../$name" add . &&
			git -C "../$name" commit -q -m "$name"
	done
	git -C ../outer -c protocol.file.allow=always submodule --quiet add "$PWD/../inner" inner
	git -C ../outer commit -q -m inner
	git -c protocol.file.allow=always submodule --quiet add "$PWD/../outer" outer
	git -c protocol.file.allow=always submodule --quiet update --init --recursive
	git commit -q -m outer
	echo 15 >outer/inner/file && git -C outer/inner commit -q -a -m faster
	git -C outer commit -q -a -m faster && git commit -q -a -m faster
	finds 50 HEAD~1 HEAD -r 4 --randomize none \
		--build "sed \"s/@SPEED@/\$(cat outer/inner/file)/\" prog.in >prog && chmod +x prog && echo 1 >outer/inner/file && echo >outer/inner/more" -- ./prog
}

@test "a partial clone is measured when its parts are there, and refused while some lack" {
	two_commits
	git config uploadpack.allowFilter true
	git clone -q --filter=blob:none "file://$PWD" ../partial && cd ../partial
	status=0
	"$ASSAY" diff HEAD~1 HEAD -r 4 --randomize none --build "$(makes prog)" -- ./prog >out 2>err || status=$?
	[ "$status" = 6 ] || { cat out err; false; }
	grep -q '^assay: cannot put a revision into a folder' err
	[ -z "$(ls "$TMPDIR")" ]
	git checkout -q HEAD~1 && git checkout -q main # which brings what they lack
	finds 20 HEAD~1 HEAD -r 4 --randomize none --build "$(makes prog)" -- ./prog
}

# fills MORE: four builds on a small disk, the third of which fills it, and then does MORE.
fills() {
	export TMPDIR=$PWD/disk
	status=0
	on_small_disk 90m bash -c '"$@"; status=$?; ls "$TMPDIR" >left; exit $status' - \
		"$ASSAY" run -v --builds 4 -r 2 --iterations 2 --build "echo >>count; $TARGET build prog; [ \$(wc -l <count) != 3 ] ||
		head -c 200000000 /dev/zero >\"\$ASSAY_BUILD_DIR/filled\" || { $1; exit 1; }" './prog build=0.05' >out 2>err || status=$?
	[ ! -s left ]
}

@test "a build that fills the disk for a while has failed, and the others are measured" {
	fills 'rm "$ASSAY_BUILD_DIR/filled"'
	[ "$status" = 5 ] || { cat out err; false; }
	grep -q 'No space left' out
	[ "$("$ASSAY" show --json @last | jq '[.subjects[0].tree.builds.ending[] | select(. == "ok")] | length')" = 3 ]
}

@test "a build that leaves the disk full ends the experiment with what to do" {
	fills :
	[ "$status" = 6 ] || { cat out err; false; }
	grep -q "^assay: cannot keep .* more builds of 'prog' in .* No space left on device; make room, name a larger disk in TMPDIR, or ask for fewer builds$" err
}

@test "a disk without room for the cache of objects: builds compile, and the experiment says why" {
	command -v ccache >/dev/null || skip "there is no ccache"
	echo 'int main(void) { return 0; }' >prog.c
	export XDG_CACHE_HOME=$PWD/disk
	on_small_disk 8m "$ASSAY" run --randomize layout --builds 2 -r 2 --build 'cc -c prog.c && cc -o prog prog.o' ./prog
	"$ASSAY" show --json @last | grep -q "none: the disk of '.*' is nearly full"
}

# bats test_tags=long
@test "that links compile is said" {
	echo 'int main(void) { return 0; }' >prog.c
	"$ASSAY" run -v --build-cache none --randomize layout --builds 2 -r 2 --build 'cc -O2 -flto -c prog.c && cc -O2 -flto -o prog prog.o' ./prog >out
	rows builds | grep -q '^link-time optimisation (-flto): each build compiles everything in its link'
	"$ASSAY" run -v --build-cache none --randomize layout --builds 2 -r 2 --build 'cc -O2 -c prog.c && cc -O2 -o prog prog.o' ./prog >out
	absent 'link-time' out
}

# large: two_commits, whose index is as large as that of 10^4 files: paths of 3000 bytes.
large() {
	two_commits
	local part folder=. i
	part=$(printf '%0200d' 0)
	for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14; do
		folder=$folder/$part
	done
	mkdir -p "$folder"
	for ((i = 0; i < 390; i++)); do
		echo "$i" >"$folder/$i"
	done
	DEEP=$folder/7 KEPT=$HOME/.cache/assay/trees
	git add . && git commit -q -m large
	echo 15 >speed
}

# kept SIDE FILE: its inode and its birth, in what was kept: a new file may have the number of an old one.
kept() {
	stat -c '%i %w' "$KEPT"/*/"$1/tree/$2"
}

# bats test_tags=long
@test "folders of a large repository stay for the next comparison, which writes only what differs" {
	large
	build="[ ! -e junk ] && [ \"\$(cat $DEEP)\" = 7 ] && echo 8 >$DEEP && touch junk && $(makes prog)"
	finds 25 HEAD -r 4 --randomize none --build "$build" -- ./prog
	untouched=$(kept base "${DEEP%7}100")
	[ -z "$(ls "$KEPT"/*/head/tree/junk 2>/dev/null)" ]
	git commit -q -a -m three && echo 30 >speed && rm "${DEEP%7}9"
	finds 100 HEAD -r 4 --randomize none --build "$build && if [ \$(cat speed) = 30 ]; then [ ! -e '${DEEP%7}9' ]; else [ -e '${DEEP%7}9' ]; fi" -- ./prog
	[ "$(cat "$KEPT"/*/base/tree/speed)" = 15 ]
	[ "$(kept base "${DEEP%7}100")" = "$untouched" ]
}

# bats test_tags=long
@test "what else decides how files are written makes the folders of a large repository anew" {
	large
	finds 25 HEAD -r 4 --randomize none --build "$(makes prog)" -- ./prog
	before=$(kept base "$DEEP")
	git config core.autocrlf true
	finds 25 HEAD -r 4 --randomize none --build "[ \"\$(head -c 3 $DEEP | od -An -c | tr -d ' ')\" = '7\\r\\n' ] && tr -d '\\r' <prog.in >prog.lf &&
		sed \"s/@SPEED@/\$(tr -d '\\r' <speed)/\" prog.lf >prog && chmod +x prog" -- ./prog
	[ "$(kept base "$DEEP")" != "$before" ]
	git config --unset core.autocrlf
	echo '7 text eol=crlf' >.gitattributes && git add . && git commit -q -m attributes && echo 30 >speed
	finds 100 HEAD -r 4 --randomize none --build "[ \"\$(head -c 3 $DEEP | od -An -c | tr -d ' ')\" = '7\\r\\n' ] && $(makes prog)" -- ./prog
}

# bats test_tags=long
@test "of a small repository, or without a cache, nothing is kept" {
	large
	finds 25 HEAD -r 4 --randomize none --build-cache none --build "$(makes prog)" -- ./prog
	[ ! -e "$KEPT" ]
	git rm -q -r "${DEEP%/*}" && git commit -q -m small
	echo 24 >speed
	finds 100 HEAD -r 4 --randomize none --build "$(makes prog)" -- ./prog
	[ ! -e "$KEPT" ]
}
