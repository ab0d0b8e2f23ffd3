#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# tools/ci-comment against a server on this machine that stands in for a forge.

setup() {
	cd "$BATS_TEST_TMPDIR"
	command -v curl >/dev/null || skip "no curl"
	command -v jq >/dev/null || skip "no jq"
	comment=$BATS_TEST_DIRNAME/../../tools/ci-comment
	echo '{"comments": [], "pulls": []}' >state
	mkfifo life
	python3 "$BATS_TEST_DIRNAME/../support/forge.py" state <life 3>&- &
	forge=$!
	exec 8>life
	for _ in $(seq 300); do
		[ -e state.port ] && break
		sleep 0.1
	done
	export GITHUB_API_URL GITHUB_REPOSITORY=owner/name GITHUB_TOKEN=secret GITHUB_REF=refs/pull/12/merge
	GITHUB_API_URL=http://127.0.0.1:$(cat state.port)
	unset GITLAB_TOKEN CI_API_V4_URL http_proxy all_proxy
	printf '%s\n' '<!-- assay: suite -->' '### first' >report.md
}

teardown() {
	exec 8>&-
	[ -z "${forge:-}" ] || wait "$forge"
}

# says STATUS TEXT ARGUMENT...: what ci-comment says on either stream.
says() {
	local want=$1 text=$2
	shift 2
	run "$comment" "$@"
	[ "$status" -eq "$want" ] && [ "$output" = "$text" ] || { echo "$status: $output"; return 1; }
}

# state FILTER: of the forge.
state() {
	jq -r "$1" state
}

@test "the first run adds a comment, the second edits it" {
	says 0 "ci-comment: added a comment" report.md
	printf '%s\n' '<!-- assay: suite -->' '### second' >report.md
	says 0 "ci-comment: edited the comment 101" report.md
	[ "$(state '.comments | length')" -eq 1 ]
	[ "$(state '.comments[0].body')" = "$(cat report.md)" ]
	[ "$(state '.comments[0].pull')" -eq 12 ]
}

@test "another suite has a comment of its own, and so has another pull request" {
	says 0 "ci-comment: added a comment" report.md
	printf '%s\n' '<!-- assay: other -->' '### other' >other.md
	says 0 "ci-comment: added a comment" other.md
	says 0 "ci-comment: added a comment" --pull 13 report.md
	[ "$(state '[.comments[].pull] | join(" ")')" = "12 12 13" ]
}

@test "comments of others that have the mark, or quote it, are left alone" {
	jq -n '{pulls: [], comments: [
		{id: 1, pull: 12, user: "mallory", body: "<!-- assay: suite -->\nmine"},
		{id: 2, pull: 12, user: "github-actions[bot]", body: "> <!-- assay: suite -->\nquoted"},
		{id: 3, pull: 12, user: "github-actions[bot]", body: "text\n<!-- assay: suite -->"}]}' >state
	says 0 "ci-comment: added a comment" report.md
	[ "$(state '.comments | length')" -eq 4 ]
	COMMENT_AUTHOR=mallory says 0 "ci-comment: edited the comment 1" report.md
}

@test "a comment with the line ends of a browser is found, on any page" {
	jq -n '{pulls: [], comments: ([range(250) | {id: (. + 1), pull: 12, user: "somebody", body: "hello"}] +
		[{id: 999, pull: 12, user: "github-actions[bot]", body: "<!-- assay: suite -->\r\n### old"}])}' >state
	says 0 "ci-comment: edited the comment 999" report.md
	[ "$(grep -c '^GET /repos/owner/name/issues/12/comments$' state.log)" -eq 3 ]
}

@test "GitLab: notes of the token's user" {
	jq -n '{pulls: [], comments: [{id: 5, pull: 3, user: 99, body: "<!-- assay: suite -->"}]}' >state
	export CI_API_V4_URL=$GITHUB_API_URL CI_PROJECT_ID=7 CI_MERGE_REQUEST_IID=3 GITLAB_TOKEN=secret
	unset GITHUB_TOKEN GITHUB_REF
	says 0 "ci-comment: added a comment" report.md
	says 0 "ci-comment: edited the comment 6" report.md
	[ "$(tail -n 1 state.log)" = 'PUT /projects/7/merge_requests/3/notes/6' ]
}

# event OWNER:BRANCH SHA: a workflow has ended.
event() {
	jq -n --arg owner "${1%%:*}" --arg branch "${1#*:}" --arg sha "$2" '{workflow_run: {head_sha: $sha,
		head_branch: $branch, head_repository: {owner: {login: $owner}}}}' >event.json
	export GITHUB_EVENT_PATH=$PWD/event.json
	unset GITHUB_REF
}

@test "after another workflow the event alone says which pull request it is" {
	jq -n '{comments: [], pulls: [{number: 40, label: "fork:a&b/#1", head: {sha: "old"}},
		{number: 41, label: "fork:a&b/#1", head: {sha: "abc"}}, {number: 42, label: "other:x", head: {sha: "abc"}}]}' >state
	event 'fork:a&b/#1' abc
	says 0 "ci-comment: added a comment" --workflow-run report.md
	[ "$(state '.comments[0].pull')" -eq 41 ]
	event fork:gone abc
	says 0 "ci-comment: no open pull request is at the commit abc any more; nothing is posted" --workflow-run report.md
}

@test "what somebody else's code wrote mentions nobody, and says whose it is" {
	jq -n '{comments: [], pulls: [{number: 41, label: "fork:x", head: {sha: "abc"}}]}' >state
	event fork:x abc
	printf '%s\n' '<!-- assay: suite -->' 'cc @octocat and me@example.org' >report.md
	says 0 "ci-comment: added a comment" --workflow-run report.md
	[ "$(state '.comments[0].body' | grep -c '@[a-z]')" -eq 0 ]
	state '.comments[0].body' | grep -q 'Written by a run of the code of this pull request'
}

@test "what is no report is not posted" {
	echo '### hello' >other.md
	says 1 "ci-comment: cannot post 'other.md': its first line is not the mark by which assay finds its comment; write it by --ci markdown" other.md
	printf '<!-- assay: a --> <script> -->\n' >other.md
	run "$comment" other.md
	[ "$status" -eq 1 ]
	ln -s report.md link.md
	says 1 "ci-comment: cannot read 'link.md': it is no regular file" link.md
	{ echo '<!-- assay: suite -->'; head -c 70000 /dev/zero | tr '\0' x; } >long.md
	says 1 "ci-comment: cannot post 'long.md': a comment has at most 65536 characters" long.md
	[ ! -e state.log ]
}

@test "a token that may not write, a wrong one and none are told apart" {
	GITHUB_TOKEN=wrong run "$comment" report.md
	[ "$status" -eq 1 ]
	[[ $output == "ci-comment: GET "*" was refused (401): Bad credentials; may the token write comments?" ]]
	echo '{"comments": [], "pulls": [], "refuse": 403}' >state
	run "$comment" report.md
	[[ $output == *"(403): Resource not accessible by integration; may the token write comments?" ]]
	unset GITHUB_TOKEN
	says 1 "ci-comment: has no token: set GITHUB_TOKEN, or GITLAB_TOKEN in a pipeline of GitLab" report.md
	GITHUB_TOKEN='a"b' says 1 "ci-comment: a token has characters that no token has" report.md
}

@test "without a pull request, or with a number that is none, nothing is asked" {
	unset GITHUB_REF
	says 1 "ci-comment: knows no pull request: this run is of none, so give --pull N" report.md
	says 1 "ci-comment: knows no pull request: this run is of none, so give --pull N" --pull 1/../2 report.md
	[ ! -e state.log ]
	run "$comment"
	[ "$status" -eq 2 ]
}

@test "the token is in no command line" {
	mkdir bin
	printf '#!/bin/sh\nprintf "%%s\\n" "$@" >>"%s/words"\nexec %s "$@"\n' "$PWD" "$(type -P curl)" >bin/curl
	chmod +x bin/curl
	PATH=$PWD/bin:$PATH says 0 "ci-comment: added a comment" report.md
	[ -s words ]
	[ "$(grep -c secret words)" -eq 0 ]
}
