#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# assay diff: two revisions of a git tree, built and measured side by side.
load common

# A repository `repo` with a program whose executions take what `slow` in its source says, drawn by
# the test program; two commits on main, and one on a branch.
repository() {
	export GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org
	export GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.org
	export GIT_AUTHOR_DATE='1700000000 +0000' GIT_COMMITTER_DATE='1700000000 +0000' TZ=UTC
	git init -q -b main repo && cd repo || return 1
	echo '/prog' >.gitignore
	echo base >words
	printf 'prog: words\n\t%s build prog && cat words >>prog.words; cp words prog.read\n' "$TARGET" >Makefile
	echo prog.words >>.gitignore && echo prog.read >>.gitignore
	git add . && git commit -q -m one
	echo two >>words && git commit -q -a -m two
}

# A build whose program is a script that reports what the file `speed` says, and a few nanoseconds: what never
# varies is judged as what a coarse clock reads.
build='{ echo "#!/bin/sh"; echo "echo assay 1 >>\$ASSAY_REPORT; echo iteration $(cut -d\  -f1 speed).0000\$((\$\$ % 90 + 10)) ms >>\$ASSAY_REPORT"; } >prog; chmod +x prog'

reporting() {
	repository
	echo '10 ms' >speed && git add speed && git commit -q -m speed
}

number() {
	"$ASSAY" show --json @last | python3 -c "import json, sys
r = json.load(sys.stdin)
print($1)"
}

@test "a change in the working tree is found, and nothing in the repository is touched" {
	reporting
	echo '12 ms' >speed
	find .git -type f ! -path './.git/objects/*' -exec md5sum {} + | sort >../before
	"$ASSAY" diff -r 6 --build "$build" -- ./prog >../out
	grep -q 'working tree takes \(20.0\|19.9\)[0-9]* % more time than HEAD (' ../out
	find .git -type f ! -path './.git/objects/*' -exec md5sum {} + | sort >../after
	cmp ../before ../after
	[ "$(git status --porcelain)" = ' M speed' ]
	[ "$(git worktree list | wc -l)" = 1 ]
}

# bats test_tags=long
@test "versions are kept with what was measured" {
	reporting
	echo '12 ms' >speed
	"$ASSAY" diff HEAD -r 6 --build "$build" -- ./prog >../out
	[ "$(number "r['subjects'][0]['version']['commit']")" = "$(git rev-parse HEAD)" ]
	[ "$(number "r['subjects'][0]['version']['parents']")" = "$(git rev-parse HEAD~1)" ]
	[ "$(number "r['subjects'][0]['version']['changes']")" = none ]
	[ "$(number "r['subjects'][0]['version']['date']")" = 2023-11-14T22:13:20.000000000Z ]
	[ "$(number "r['subjects'][1]['version']['changes']")" = some ]
	[ "$(number "r['subjects'][1]['version']['branch']")" = main ]
	[ "$(number "r['subjects'][1]['name']")" = 'working tree' ]
	"$ASSAY" export @last ../x.json
	"$ASSAY" export ../x.json ../y.json
	cmp ../x.json ../y.json
	grep -q '"project": *"repo"' ../x.json
}

@test "what is said before the work names both versions" {
	reporting
	echo '12 ms' >speed
	"$ASSAY" diff HEAD~1 -r 6 --build "$build || cp Makefile prog" -- sh ./prog >../out || true
	[ "$(sed -n 1p ../out)" = "  base     HEAD~1   commit $(git rev-parse --short=9 HEAD~1) of 2023-11-14" ]
	[ "$(sed -n 2p ../out)" = "  head     working tree   branch main   commit $(git rev-parse --short=9 HEAD) of 2023-11-14" ]
	[ "$(sed -n 3p ../out)" = "           with uncommitted changes" ]
}

@test "the same program is said to be the same, and is not measured" {
	repository
	echo 'a comment' >>words
	"$ASSAY" diff --build "cp $TARGET prog" -- ./prog >../out
	[ "$(tail -n 2 ../out | tr '\n' ' ')" = "No difference: the build makes the same program of HEAD ($(git rev-parse --short=9 HEAD)) and working tree, so there was nothing to measure " ]
	run "$ASSAY" list
	[[ $output != *prog* ]]
	"$ASSAY" diff --json --build "cp $TARGET prog" -- ./prog >../out
	"$SCHEMA_CHECK" "$SCHEMA" ../out
	[ "$(jq -c '.benchmarks[0] | [.kind, .head.state, .sections]' ../out)" = '["identical","same",null]' ]
}

# bats test_tags=long
@test "programs that differ only in a table of constants are measured, and in the id of a build are not" {
	repository
	printf 'const int table[] = {1, 2, 3}; int main(int n, char **v) { (void)v; return table[n] != 2; }\n' >prog.c
	git add prog.c && git commit -q -m table
	sed -i 's/1, 2, 3/1, 2, 4/' prog.c
	"$ASSAY" diff -r 3 --builds 1 --build 'gcc -o prog prog.c' -- ./prog >../out
	absent 'the same program' ../out
	git checkout -q prog.c
	echo -Wl,--build-id=uuid >words
	"$ASSAY" diff --build 'gcc $(grep -s build-id words) -Wl,--build-id=uuid -o prog prog.c' -- ./prog >../out
	[[ "$(tail -n 3 ../out | tr '\n' ' ' | tr -s ' ')" == *"so there was nothing to measure (their files differ in .note.gnu.build-id, which is no part of what runs) " ]]
	"$ASSAY" diff --json --build 'gcc $(grep -s build-id words) -Wl,--build-id=uuid -o prog prog.c' -- ./prog >../out
	"$SCHEMA_CHECK" "$SCHEMA" ../out
	[ "$(jq -c '.benchmarks[0] | [.kind, .sections]' ../out)" = '["identical",".note.gnu.build-id"]' ]
}

# bats test_tags=long
@test "a library that the build makes tells two versions apart" {
	repository
	printf 'int answer(void); int main(void) { return answer() != 2 && answer() != 3; }\n' >prog.c
	printf 'static const int table[] = {1, 2}; int answer(void) { return table[1]; }\n' >lib.c
	git add prog.c lib.c && git commit -q -m library
	build='gcc -shared -fPIC -o libanswer.so lib.c && gcc -o prog prog.c -L. -lanswer "-Wl,-rpath,$PWD"'
	echo more >>words
	"$ASSAY" diff --build "$build" -- ./prog >../out
	grep -q 'the same program' ../out
	sed -i 's/1, 2/1, 3/' lib.c
	"$ASSAY" diff -r 3 --builds 1 --build "$build" -- ./prog >../out
	absent 'the same program' ../out
}

@test "the same program is measured where a file that the command names differs" {
	repository
	echo 10 >data && git add data && git commit -q -m data
	echo 12 >data
	build='echo "echo assay 1 >>\$ASSAY_REPORT; echo iteration \$(cat \$1).0000\$((\$\$ % 90 + 10)) ms >>\$ASSAY_REPORT" >prog'
	"$ASSAY" diff -r 6 --builds 1 --build "$build" --artifact prog -- sh prog data >../out
	grep -q '^working tree takes \(20.0\|19.9\)[0-9]* % more time than HEAD (' ../out
	"$ASSAY" diff -r 6 --builds 1 --build "$build" --artifact prog -- sh prog words >../out
	grep -q '^No difference: the build makes the same program of ' ../out
}

@test "both are built and run at one path, each build from the files of its revision alone" {
	repository
	echo changed >words
	export SEEN=$PWD/..
	"$ASSAY" diff -r 3 --builds 4 --artifact prog --build 'pwd >>$SEEN/places
		echo "$(ls -A | tr "\n" " ")" >>$SEEN/files; touch rest # at once: builds are side by side
		{ echo "#!/bin/sh"; sed "s/^/: /" words; echo ": $ASSAY_SEED"; } >prog; chmod +x prog' \
		-- sh -c 'pwd >>$SEEN/places; cat words >>$SEEN/said; "$0"' ./prog >../out
	[ "$(sort -u ../places | wc -l)" = 1 ]
	[ "$(sort -u ../files)" = '.git .gitignore Makefile words ' ]
	grep -q changed ../said
	grep -q base ../said
	[ ! -e "$(head -n 1 ../places)" ]
}

@test "two revisions can be named, and a folder below the root is measured in" {
	reporting
	mkdir sub && echo '10 ms' >sub/speed && git add . && git commit -q -m sub
	echo '11 ms' >sub/speed && git commit -q -a -m slower
	cd sub
	"$ASSAY" diff HEAD~1 main -r 6 --build "$build" -- ./prog >../out
	grep -q "^main ([0-9a-f]*) takes \(10.0\|9.9\)[0-9]* % more time than HEAD~1 (" ../out
}

@test "with --json both versions, the comparison and the gates are one document" {
	reporting
	echo '12 ms' >speed
	run "$ASSAY" diff --json -r 6 --fail-if 'slower by 3%' --build "$build" -- ./prog
	[ "$status" -eq 1 ]
	echo "$output" >../out
	"$SCHEMA_CHECK" "$SCHEMA" ../out
	[ "$(jq -c '[.benchmarks[0] | .name, .kind, (.comparison.ratio | . * 1000 | round), .gates[0].state]' ../out)" = '["./prog","worse",1200,"failed"]' ]
	[ "$(jq -r .versions.base.version.commit ../out)" = "$(git rev-parse HEAD)" ]
	[ "$(jq -r .versions.head.label ../out)" = 'working tree' ]
	[ "$(jq .exit ../out)" = 1 ]
}

# bats test_tags=long
@test "a gate ends with its exit status" {
	reporting
	echo '12 ms' >speed
	run "$ASSAY" diff -r 6 --fail-if 'slower by 3%' --build "$build" -- ./prog
	[ "$status" -eq 1 ]
	[[ $output == *'slower by 3%: failed'* ]]
	echo '9 ms' >speed
	"$ASSAY" diff -r 6 --fail-if 'slower by 3%' --build "$build" -- ./prog >../out
}

@test "what is not built is measured as it is in each revision" {
	repository
	script tool <<-'EOF'
		echo assay 1 >>"$ASSAY_REPORT"; echo iteration 10.0000$(($$ % 90 + 10)) ms >>"$ASSAY_REPORT"
	EOF
	git add tool && git commit -q -m tool
	sed -i 's/ 10\./ 15./' tool
	"$ASSAY" diff -r 6 -- ./tool >../out
	grep -q '^working tree takes \(50.0\|49.9\)[0-9]* % more time than HEAD (' ../out
}

@test "a revision that does not build is named" {
	repository
	echo broken >words
	run "$ASSAY" diff --build '! grep -q broken words && { date; cat words; } >prog; test -e prog' -- ./prog
	[ "$status" -eq 5 ]
	[[ $output == *"of 'working tree' failed: it ended with exit status 1; nothing was measured"* ]]
}

@test "bad input is refused with a sentence" {
	assay_fails 2 'assay diff needs a command to measure, after --, such as assay diff --build make -- ./bench, or a suite in ./assay.yaml (assay help suite)' diff
	assay_fails 2 "cannot compare more than two revisions: 'c' is the third; the command to measure stands after --" diff a b c -- ./x
	assay_fails 2 "assay diff has no option '-L'; assay diff --help lists those it has" diff -L a 1,2 -- ./x
	run "$ASSAY" diff -- ./x
	[ "$status" -eq 2 ]
	[[ $output == *"is in no git repository that can be used; git says: "* ]]
	repository
	commit=$(git rev-parse --short=9 HEAD)
	assay_fails 2 "cannot find the revision 'nope;touch x' in '$PWD': it names no commit" diff 'nope;touch x' -- ./x
	assay_fails 2 "there is nothing to compare: main ($commit) and HEAD ($commit) have the same files; change something, or name other revisions" diff main HEAD -- ./x
	assay_fails 2 "cannot find the revision 'HEAD~1..HEAD' in '$PWD': it names no commit; give the two ends of a range as two words, as in assay diff A B" \
		diff HEAD~1..HEAD -- ./x
	# nothing tells how it is built
	git clone -q . ../other
	git -C ../other rm -q Makefile && git -C ../other commit -q -m gone
	echo more >>../other/words && git -C ../other commit -q -a -m more
	run bash -c 'cd ../other && exec "$0" diff HEAD~1 HEAD -- ./prog' "$ASSAY"
	[ "$status" -eq 5 ]
	[[ $output == *"cannot run './prog': no such file in this version, which has what git keeps; --build makes it, or --carry brings it" ]]
	run env PATH=/nowhere "$ASSAY" diff -- ./x
	[ "$status" -eq 2 ]
	[ "$output" = 'assay: cannot look for versions of the program: there is no git in PATH; install git' ]
	[ ! -e x ]
}

# bats test_tags=long
@test "nothing is left in the temporary folder, also where it was interrupted" {
	repository
	mkdir ../tmp
	export TMPDIR=$PWD/../tmp
	echo x >>words
	"$ASSAY" diff -r 3 --build "$TARGET build prog; cat words >>prog.words" -- ./prog >/dev/null
	[ -z "$(ls ../tmp)" ]
	timeout -s INT 2 "$ASSAY" diff --build "$TARGET build prog; sleep 9" -- ./prog >/dev/null 2>&1 || true
	[ -z "$(ls ../tmp)" ]
}

@test "what git ignores and a build needs is carried into both, and is there anew for each build" {
	repository
	printf 'data/\n*.conf\nlink\nlast\n' >>.gitignore && git commit -q -a -m ignored
	mkdir -p data/deep && echo 1 >data/deep/a && echo 2 >data/b && echo 3 >own.conf && ln -s data/b link
	touch -d 2001-02-03 own.conf && chmod 640 own.conf
	echo changed >words
	export SEEN=$PWD/../seen
	"$ASSAY" diff -r 3 --builds 3 --carry 'da*' --carry own.conf --carry link --carry data/b --build '
		seen=$(cat data/deep/a data/b own.conf | tr "\n" " "
			stat -c "%a %Y" own.conf; readlink link; cat link; ls last 2>&1 >/dev/null | wc -l)
		printf "%s\n" "$seen" >>$SEEN # at once: builds are side by side
		echo spoilt >>data/b; rm own.conf; touch last
		{ echo "#!/bin/sh"; sed "s/^/: /" words; echo ": $ASSAY_SEED"; } >prog; chmod +x prog' -- ./prog >../out
	sort -u ../seen | diff - <(printf '1\n1 2 3 640 %s\n2\ndata/b\n' "$(stat -c %Y own.conf)" | sort -u) ||
		{ cat ../seen; false; }
	[ "$(cat data/b)" = 2 ]
}

# bats test_tags=long
@test "what cannot be carried is refused with the reason" {
	repository
	echo changed >words && echo x >../outside && ln -s .. up
	assay_fails 2 "cannot carry '../outside': expected a file, a folder or a pattern below the folder where assay is started, without '..' and '.git'" diff --carry ../outside -- ./x
	assay_fails 2 "cannot carry '.git/config': expected a file, a folder or a pattern below the folder where assay is started, without '..' and '.git'" diff --carry .git/config -- ./x
	assay_fails 2 "cannot carry 'none*': there is no such file in '$PWD'" diff --carry 'none*' -- ./x
	assay_fails 2 "cannot carry 'words': git has it among the files of a version; only what git ignores is carried" diff --carry words -- ./x
	run "$ASSAY" diff --carry up/outside -- ./x
	[ "$status" -eq 2 ]
	[[ $output == *"cannot carry 'up/outside': it lies in '"*"', outside of the repository '$PWD'"* ]]
	mkfifo pipe
	run "$ASSAY" diff --carry pipe -- ./x
	[[ $output == *'is neither a file, a folder nor a symbolic link'* ]]
}

# bats test_tags=long
@test "the same program is measured if that is asked for, and said to be an A/A check" {
	repository
	echo '7 ms' >same
	cat >prog.sh <<-'SH'
		#!/bin/sh
		echo assay 1 >>"$ASSAY_REPORT"; echo iteration 7 ms >>"$ASSAY_REPORT"
	SH
	git add . && git commit -q -m three && echo 'a comment' >>words
	"$ASSAY" diff -r 4 --measure-identical --build 'cp prog.sh prog; chmod +x prog' -- ./prog >../out
	grep -q 'no difference: equal values' ../out
	grep -q '^An A/A check: the build makes the same program of HEAD (' ../out
	"$ASSAY" diff --json -r 4 --measure-identical --build 'cp prog.sh prog; chmod +x prog' -- ./prog >../out
	[ "$(jq -c '.benchmarks[0] | [.kind, .same_program]' ../out)" = '["same",true]' ]
}

@test "set-up and clean-up run in the folder of either version, after its build" {
	repository
	echo changed >words
	export SEEN=$PWD/../seen
	"$ASSAY" diff -r 3 --setup 'cat words >input; echo setup $(tail -n 1 words) >>$SEEN' \
		--cleanup 'echo cleanup $(tail -n 1 words) >>$SEEN' \
		--build '{ echo "#!/bin/sh"; sed "s/^/: /" words; echo "cmp input words"; } >prog; chmod +x prog' -- ./prog >../out
	sort ../seen | uniq -c | sed 's/^ *//' >../counts
	# the base is built a second time, to see whether builds differ
	printf '1 cleanup changed\n1 cleanup two\n1 setup changed\n2 setup two\n' | diff - ../counts
	rm ../seen
	"$ASSAY" diff -r 3 --setup 'cat words >input' -- cmp input words >../out
}

# bats test_tags=long
@test "a script of a version's own is measured with what its build makes beside it" {
	repository
	script run.sh <<-'SH'
		. ./built
		echo assay 1 >>"$ASSAY_REPORT"; echo "iteration $v.0000$(($$ % 90 + 10)) ms" >>"$ASSAY_REPORT"
	SH
	echo built >>.gitignore && echo 10 >speed && git add . && git commit -q -m script
	echo 12 >speed
	for command in './run.sh' 'sh run.sh' "sh -c './run.sh'"; do
		eval "\"\$ASSAY\" diff -r 2 --build 'echo v=\$(cat speed) >built' -- $command" >../out
		grep -q '^working tree takes \(20.0\|19.9\)[0-9]* % more time than HEAD (' ../out
		grep -q 'built in place' ../out
	done
}

@test "a temporary folder without room is told as that, and not as a folder without a repository" {
	git init -q repo
	cd repo
	git -c user.name=a -c user.email=a@b commit -q --allow-empty -m one
	git -c user.name=a -c user.email=a@b commit -q --allow-empty -m two
	# Room for folders, and none for a byte of what git answers.
	on_small_disk 1m sh -c 'cat /dev/zero >disk/filler 2>/dev/null; TMPDIR=$PWD/disk exec "$0" diff HEAD~1 HEAD -r 1 --store ../s.db -- true >../out 2>../err' "$ASSAY" || status=$?
	[ "$status" != 0 ]
	grep -qE "^assay: cannot write what git answers to '.*/disk/assay-[0-9a-f]*/.*': No space left on device; free some space, or set TMPDIR to a folder that has some$" ../err
}
