#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# A repository may be anybody's: looking at its version starts nothing of what it brings, whatever
# way there is in. Each way sets a trap that leaves the file $SPRUNG.
load common

setup_file() {
	export GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org
	export GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.org TZ=UTC
}

# A repository in `clone` with two commits, and the trap as a command: $trap.
repository() {
	export SPRUNG=$TEST_DIR/sprung
	script "$TEST_DIR/spring" <<-'SH'
		touch "$SPRUNG"
	SH
	trap=$TEST_DIR/spring
	git init -q -b main clone && cd clone || return 1
	echo '* filter=evil diff=evil merge=evil' >.gitattributes
	echo one >file && git add . && git commit -q -m one
	echo two >file && git commit -q -a -m two
}

# Files look changed, so that git reads them.
stale() {
	days=$((${days:-0} + 1))
	find . -name .git -prune -o -type f -exec touch -d "2020-01-01 + $days days" {} +
}

# git itself falls into it: the trap is one.
armed() {
	stale
	"$@" >/dev/null 2>&1 </dev/null || true
	[ -e "$SPRUNG" ] || { echo "no trap: $*"; return 1; }
	rm -f "$SPRUNG"
}

# What looks at versions: measuring, histories, and diff of revisions and of the working tree.
harmless() {
	local words
	for words in "run -r 2 true" "history" "diff --dry-run HEAD~1 HEAD -- true" "diff -r 2 HEAD~1 -- true" "diff -r 2 HEAD~1 HEAD -- true"; do
		stale
		# shellcheck disable=SC2086
		"$ASSAY" $words >"$TEST_DIR/said" 2>&1 </dev/null || true
		[ ! -e "$SPRUNG" ] || { echo "assay $words"; cat "$TEST_DIR/said"; return 1; }
	done
}

# looks_bare NAME: a folder as a clone brings it, which git takes for a bare repository.
looks_bare() {
	mkdir -p "$1"/objects "$1"/refs
	echo 'ref: refs/heads/main' >"$1/HEAD"
	git config --file "$1/config" core.repositoryformatversion 0
	git config --file "$1/config" core.worktree "$PWD"
}

@test "a folder that looks like a bare repository, with a file system monitor" {
	repository
	looks_bare data
	git config --file data/config core.fsmonitor "$trap"
	cp .git/index data/
	cd data
	armed git -c safe.bareRepository=all status
	harmless
}

@test "a folder that looks like a bare repository, with a filter" {
	repository
	looks_bare data
	git config --file data/config filter.evil.clean "$trap"
	cp .git/index data/ && cp -r .git/objects .git/refs data/
	cd data
	(cd .. && stale)
	armed git -c safe.bareRepository=all status
	harmless
	[ "$("$ASSAY" show --json @last | jq -r '.subjects[0].version.commit // "none"')" = none ]
}

@test "a bare repository is compared where it is the user's own, and refused inside of another" {
	repository
	git clone -q --bare . ../own.git && git clone -q --bare . inside.git
	(cd ../own.git && "$ASSAY" diff --dry-run -r 2 HEAD~1 HEAD -- true >/dev/null)
	cd inside.git
	run "$ASSAY" diff --dry-run -r 2 HEAD~1 HEAD -- true
	[ "$status" -eq 2 ]
	[[ $output == "assay: cannot use '$PWD' as a repository: it is a bare one inside of another, as a clone may bring it; if it is yours, name it in GIT_DIR" ]]
}

# bats test_tags=long
@test "filters of the repository's own settings, by all of their names" {
	repository
	for kind in clean process; do
		git config "filter.evil.$kind" "$trap"
		armed git status
		harmless
		git config --unset "filter.evil.$kind"
	done
	git config filter.evil.smudge "$trap"
	armed git checkout-index -f --prefix="$TEST_DIR/out/" --all
	harmless
}

# bats test_tags=long
@test "filters whose names are signs, that are included, and of one working tree" {
	repository
	echo '* filter=a=b.c' >.gitattributes
	git config --file .git/config 'filter.a=b.c.clean' "$trap"
	armed git status
	harmless
	git config --unset 'filter.a=b.c.clean'
	git config --file .git/more 'filter.a=b.c.clean' "$trap"
	git config include.path more
	armed git status
	harmless
	git config --unset include.path
	git config extensions.worktreeConfig true
	git config --worktree 'filter.a=b.c.process' "$trap"
	armed git status
	harmless
}

@test "filters of the user's own settings are used, and those of the repository refuse to be left out" {
	repository
	git config --global filter.evil.smudge "sed s/one/mine/"
	git config filter.evil.smudge "$trap"
	"$ASSAY" diff -r 2 HEAD~1 HEAD -- sh -c 'grep -q mine file || grep -q two file' >/dev/null
	[ ! -e "$SPRUNG" ]
	git config --global --unset filter.evil.smudge
	run "$ASSAY" diff -r 2 HEAD~1 HEAD -- true
	[ "$status" -ne 0 ]
	[[ $output == *"without the filters that the repository's own settings name, which assay does not run"* ]]
	[ ! -e "$SPRUNG" ]
}

# bats test_tags=long
@test "a file system monitor, and hooks of all names" {
	repository
	git config core.fsmonitor "$trap"
	armed git status
	harmless
	git config --unset core.fsmonitor
	for hook in post-index-change post-checkout pre-auto-gc fsmonitor-watchman reference-transaction post-rewrite pre-commit; do
		cp "$trap" ".git/hooks/$hook"
	done
	armed git checkout -q HEAD~1
	git checkout -q main
	rm -f "$SPRUNG"
	harmless
	rm .git/hooks/* && mkdir hooks && cp "$trap" hooks/post-index-change
	git config core.hooksPath hooks
	harmless
}

# bats test_tags=long
@test "a submodule with a filter of its own" {
	repository
	git init -q ../lib && (cd ../lib && echo '* filter=sub' >.gitattributes && echo x >x && git add . && git commit -q -m lib)
	git -c protocol.file.allow=always submodule --quiet add ../lib lib && git commit -q -m lib
	git -C lib config filter.sub.clean "$trap"
	armed git status
	harmless
	# What is changed in it is seen all the same.
	git -C lib config --unset filter.sub.clean
	"$ASSAY" run -r 2 true >/dev/null
	[ "$("$ASSAY" show --json @last | jq -r '.subjects[0].version.changes')" = none ]
	echo y >lib/x
	"$ASSAY" run -r 2 true >/dev/null
	[ "$("$ASSAY" show --json @last | jq -r '.subjects[0].version.changes')" = some ]
}

# bats test_tags=long
@test "programs that show differences, texts and pages" {
	repository
	git config diff.external "$trap"
	git config diff.evil.textconv "$trap"
	git config diff.evil.command "$trap"
	git config core.pager "$trap"
	git config pager.status "$trap"
	git config pager.log "$trap"
	git config core.editor "$trap"
	armed git -c core.pager=cat diff HEAD~1
	harmless
	GIT_EXTERNAL_DIFF=$trap GIT_PAGER=$trap GIT_EDITOR=$trap GIT_TRACE=$SPRUNG harmless
}

@test "a signature that is to be verified" {
	repository
	printf 'tree %s\nauthor a <a@example.org> 1700000000 +0000\ncommitter a <a@example.org> 1700000000 +0000\ngpgsig -----BEGIN PGP SIGNATURE-----\n x\n -----END PGP SIGNATURE-----\n\nsigned\n' \
		"$(git rev-parse 'HEAD^{tree}')" >commit
	git update-ref HEAD "$(git hash-object -t commit -w commit)"
	rm commit
	git config log.showSignature true
	git config gpg.program "$trap"
	armed git log -1
	harmless
}

# bats test_tags=long
@test "a partial clone, whose missing parts would be brought by a command" {
	repository
	git config core.repositoryformatversion 1
	git config extensions.partialClone origin
	git config remote.origin.url "ext::$trap"
	git config remote.origin.promisor true
	git config protocol.ext.allow always
	git config protocol.allow always
	blob=$(git rev-parse HEAD:file)
	rm -f ".git/objects/${blob:0:2}/${blob:2}"
	armed git cat-file -p "$blob"
	harmless
	git config remote.origin.url ssh://host/x
	git config core.sshCommand "$trap"
	armed git cat-file -p "$blob"
	harmless
	GIT_SSH_COMMAND=$trap GIT_ASKPASS=$trap harmless
	git config --unset core.sshCommand
	git config remote.origin.vcs evil
	mkdir ../bin && cp "$trap" ../bin/git-remote-evil
	PATH=$TEST_DIR/here/bin:$PATH harmless
}

# bats test_tags=long
@test "an alias is not what is run, nor a git of the current folder" {
	repository
	for word in status log rev-parse config add ls-files checkout-index read-tree clean; do
		git config "alias.$word" "!$trap"
	done
	harmless
	cp "$trap" git
	(PATH=:$PATH harmless)
	(PATH=.:$PATH harmless)
}

# draw N: a number below N.
draw() {
	seed=$(((seed * 1103515245 + 12345) & 0x7fffffff))
	drawn=$(((seed >> 12) % $1))
}

# bats test_tags=long
@test "repositories that are drawn at random, from all of these" {
	settings=(core.fsmonitor core.hooksPath core.pager core.editor core.sshCommand core.askPass core.gitProxy
		core.alternateRefsCommand diff.external diff.evil.textconv diff.evil.command merge.evil.driver gpg.program
		gpg.ssh.program credential.helper filter.evil.clean filter.evil.smudge filter.evil.process 'filter.a=b.clean'
		'filter.%s .process' 'filter.x.y.smudge' sequence.editor uploadpack.packObjectsHook remote.origin.uploadpack
		remote.origin.proxy pager.status alias.status init.templateDir trailer.x.command interactive.diffFilter
		submodule.lib.update)
	names=(evil 'a=b' x.y)
	repository
	for seed in {1..12}; do
		rm -rf ../drawn && cp -r . ../drawn && cd ../drawn
		case $((seed % 3)) in 0) looks_bare bare && cp -r .git/objects .git/index .git/refs bare && into=bare/config ;; *) into=.git/config ;; esac
		for _ in 1 2 3 4 5 6; do
			draw ${#settings[@]}
			git config --file "$into" "${settings[drawn]}" "$trap"
			draw ${#names[@]}
			echo "* filter=${names[drawn]} diff=${names[drawn]}" >>.gitattributes
		done
		git config --file "$into" filter.evil.required true
		[ "$into" = .git/config ] || cd bare
		seed_of=$seed
		harmless || { echo "seed $seed_of"; cat "$TEST_DIR/drawn/$into"; return 1; }
		seed=$seed_of
		cd "$TEST_DIR/here/clone"
	done
}
