#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# The workflow files of docs/ci.md and the action of this repository.
load common

ROOT=$BATS_TEST_DIRNAME/../..

# with_yaml ARGUMENT...: Python that has yaml.
with_yaml() {
	local python
	for python in /usr/bin/python3 python3; do
		if "$python" -c 'import yaml' 2>/dev/null; then
			"$python" "$@"
			return
		fi
	done
	skip "no Python here has yaml"
}

# scripts_of_ci: takes the scripts out into ./scripts.
scripts_of_ci() {
	mkdir -p scripts
	with_yaml "$ROOT/tests/support/ci_scripts.py" "$DOCS/ci.md" "$ROOT/action.yml" scripts
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

@test "actionlint has nothing to say of the workflows" {
	command -v actionlint >/dev/null || skip "no actionlint"
	scripts_of_ci
	actionlint scripts/*.yml
}

@test "every option of assay that they name is one" {
	"$ASSAY" help --json >help.json
	grep -ohE -e '(^|[ `(])--[a-z][a-z-]+' "$DOCS/ci.md" "$ROOT/action.yml" | grep -oE -e '--[a-z-]+' | sort -u >named
	# Of other programs, of tools/ci-comment, and of assay itself.
	printf '%s\n' --workflow-run --no-install-recommends --depth --branch --no-tags --no-rebuild --pull >others
	jq -r '.. | objects | select(has("name")) | "--" + .name' help.json | sort -u >options
	diff /dev/null <(grep -vxFf options named | grep -vxFf others)
}
