#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# The store as a thing to look after.
load common

# shown STORE: what a store shows of its experiments, in the words of tests/data/store/README.md.
shown() {
	"$ASSAY" list --store "$1" --all --json | jq -c '.results[] |
		[.id, .uuid, .label, .started, .session, .outcome, .first_subject, .metric, .mean, .lo, .hi, .n]'
	for i in 1 2 3 4 5 6; do
		"$ASSAY" show --store "$1" --json $i | jq -c '.experiment.command_line, .plan.seed,
			(.subjects[] | [.name, .command, .executable_hash, .tree])'
	done
}

@test "a store of each earlier version shows what it showed, before and after it is brought up to date" {
	for old in "$BATS_TEST_DIRNAME"/../data/store/schema-*.db; do
		cp "$old" s.db
		shown s.db >before
		cmp "${old%.db}.shown" before
		cmp "$old" s.db
		"$ASSAY" run --style none -r 1 --store s.db true
		shown s.db | tail -n +2 >after
		cmp "${old%.db}.shown" after
	done
}
