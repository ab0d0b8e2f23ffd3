#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# The workflow files of docs/ci.md and the action of this repository.
load common

ROOT=$BATS_TEST_DIRNAME/../..

# scripts_of_ci: takes the scripts out into ./scripts.
scripts_of_ci() {
	mkdir -p scripts
	python_with yaml
	"$PYTHON" "$ROOT/tests/support/ci_scripts.py" "$DOCS/ci.md" "$ROOT/action.yml" "$ROOT/templates/diff.yml" scripts
}

@test "the workflows and the action are well formed, with the least permissions and no expression in a script" {
	scripts_of_ci >said
	cat said
	[ ! -s said ]
	ls scripts
	[ "$(ls scripts/*.sh | wc -l)" -ge 8 ]
}

@test "shellcheck has nothing to say of their scripts" {
	command -v shellcheck >/dev/null || skip "no shellcheck"
	scripts_of_ci
	shellcheck --severity=warning scripts/*.sh
}

@test "every option of assay that they name is one" {
	"$ASSAY" help --json >help.json
	grep -ohE -e '(^|[ `(])--[a-z][a-z-]+' "$DOCS/ci.md" "$ROOT/action.yml" "$ROOT/templates/diff.yml" | grep -oE -e '--[a-z-]+' | sort -u >named
	# Of other programs, of tools/ci-comment, and of assay itself.
	printf '%s\n' --fail --silent --show-error --location --output --strip-components --check --hook-type --workflow-run --no-install-recommends --depth --branch --no-tags --no-rebuild --pull >others
	jq -r '.. | objects | select(has("name")) | "--" + .name' help.json | sort -u >options
	diff /dev/null <(grep -vxFf options named | grep -vxFf others)
}

# merged CHANGE: a repository in which a branch, on which CHANGE was done, is merged into main, as a forge
# checks out a pull request; make copies the benchmark to ./bench. assay is in the PATH.
merged() {
	scripts_of_ci
	mkdir repository bin
	ln -s "$ASSAY" bin/assay
	PATH=$PWD/bin:$PATH
	cd repository
	git init -q -b main .
	git config user.email nobody@example.org
	git config user.name nobody
	printf '#!/bin/sh\nexit 0\n' >bench.sh
	printf 'bench: bench.sh\n\tcp bench.sh bench && chmod +x bench\n' >Makefile
	echo bench >.gitignore
	git add -A && git commit -qm base
	git update-ref refs/remotes/origin/main HEAD
	git checkout -qb topic
	eval "$1"
	git add -A && git commit -qm topic
	git checkout -q main
	git merge -q --no-ff -m merge topic
	export GITHUB_STEP_SUMMARY=$TEST_DIR/summary GITHUB_OUTPUT=$TEST_DIR/outputs RUNNER_TEMP=$TEST_DIR/temporary
	mkdir "$RUNNER_TEMP"
	touch "$GITHUB_STEP_SUMMARY" "$GITHUB_OUTPUT"
}

# step STATUS SCRIPT: one of the scripts, in the repository.
step() {
	local status=0
	"../scripts/$2" >../out 2>../err || status=$?
	[ "$status" -eq "$1" ] || { echo "status $status"; cat ../out ../err; return 1; }
}

# bats test_tags=long
@test "the steps of the action measure, and pass what became of it on" {
	merged 'echo word >README'
	export BASE=HEAD^1 HEAD=HEAD BUILD=make COMMAND=./bench ARGUMENTS=$'--fail-if\nslower by 3%\n'
	step 0 action-5.sh
	[ "$(cat "$GITHUB_OUTPUT")" = "status=0
report=$RUNNER_TEMP/assay.md" ]
	grep -q '^### ✅ no difference: both versions build to the same program$' "$GITHUB_STEP_SUMMARY"
	cmp "$GITHUB_STEP_SUMMARY" "$RUNNER_TEMP/assay.md"
	STATUS=0 step 0 action-7.sh
	STATUS=5 step 5 action-7.sh
	[ -z "$(git status --porcelain)" ]
}

# bats test_tags=long
@test "the action takes the tarball of the release that it is of, and builds of any other commit" {
	merged 'echo word >README'
	local name
	name=assay-1.2.3-linux-$(uname -m)
	mkdir -p "release/v1.2.3/$name/bin"
	printf '#!/bin/sh\necho assay 1.2.3\n' >"release/v1.2.3/$name/bin/assay"
	chmod +x "release/v1.2.3/$name/bin/assay"
	(cd release/v1.2.3 && tar -czf "$name.tar.gz" "$name" && sha256sum "$name.tar.gz" >"$name.tar.gz.sha256")
	export ACTION_PATH=$ROOT RELEASES=file://$PWD/release GITHUB_PATH=$TEST_DIR/path
	REF=v1.2.3 step 0 action-1.sh
	[ "$(cat "$GITHUB_OUTPUT")" = installed=true ]
	[ "$("$(cat "$GITHUB_PATH")/assay")" = "assay 1.2.3" ]
	REF=main step 0 action-1.sh
	[ "$(tail -n 1 "$GITHUB_OUTPUT")" = installed=false ]
	REF=v1.2.4 step 0 action-1.sh
	[ "$(tail -n 1 "$GITHUB_OUTPUT")" = installed=false ]
}

# bats test_tags=long
@test "the job of the component measures, and ends as assay does" {
	merged "printf '#!/bin/sh\nexit 3\n' >bench.sh"
	export CI_MERGE_REQUEST_DIFF_BASE_SHA ASSAY_BUILD=make ASSAY_BENCH=./bench ASSAY_ARGUMENTS=$'--builds\n1\n-r\n3\n--fail-if\nslower by 3%\n'
	CI_MERGE_REQUEST_DIFF_BASE_SHA=$(git rev-parse HEAD^1)
	step 5 diff.yml-assay-script.sh
	grep -q '^### ❌ `./bench` newly fails$' assay.md
	[ -s assay-junit.xml ] && [ -s assay-metrics.txt ]
}

# bats test_tags=long
@test "a benchmark that fails in the pull request is in every report, and the status is 5" {
	merged "printf '#!/bin/sh\necho on fire\nexit 3\n' >bench.sh"
	export BASE=HEAD^1 HEAD=HEAD BUILD=make COMMAND=./bench ARGUMENTS=$'--builds\n1\n-r\n3'
	step 0 action-5.sh
	grep -q '^status=5$' "$GITHUB_OUTPUT"
	grep -q '^### ❌ `./bench` newly fails$' "$RUNNER_TEMP/assay.md"
	grep -q 'on fire' "$RUNNER_TEMP/assay.md"
	grep -q '^::error title=\./bench%3A newly fails::' ../out
	[ "$(grep -c slower "$RUNNER_TEMP/assay.md")" -eq 0 ]
}

# bats test_tags=long
@test "the scripts for GitLab, Jenkins and a plain workflow do what they are there for" {
	merged 'echo word >README'
	unset GITLAB_TOKEN CHANGE_TARGET
	CI_MERGE_REQUEST_DIFF_BASE_SHA=$(git rev-parse HEAD^1) step 0 gitlab-ci.yml-assay-script.sh
	grep -q 'tests="1" failures="0" errors="0"' assay-junit.xml
	[ "$(tail -n 1 assay-metrics.txt)" = '# EOF' ]
	[ "$(head -n 1 assay.md)" = '<!-- assay: ./bench -->' ]
	rm assay*
	step 0 Jenkinsfile-1.sh
	[ -s assay-junit.xml ] && [ -s assay.md ]
	rm assay*
	step 0 assay-plain.yml-assay-2.sh
	[ -s assay-junit.xml ] && [ -s "$GITHUB_STEP_SUMMARY" ]
	if command -v xmllint >/dev/null; then
		xmllint --noout --schema "$ROOT/tests/data/ci/junit.xsd" assay-junit.xml
	fi
}
