#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# assay bisect --on: every step is measured by three nodes of a real Slurm on this machine.
load common
load slurm
bats_require_minimum_version 1.5.0

setup_file() {
	slurm_up
}

teardown_file() {
	slurm_down
}

# history: twelve commits in ./p, of which the eighth and those after it report 6 % more; that before it does not
# build. What runs is in the file begun, and goes on where there is a file go.
history() {
	local k value
	mkdir p
	cd p
	git init -q -b main .
	for ((k = 1; k <= 12; k++)); do
		value=1000
		[ "$k" -lt 8 ] || value=1060
		cat >bench.sh <<-END
			#!/bin/sh
			# number $k
			echo "$k" >>$PWD/begun
			while [ ! -e $PWD/go ]; do sleep 0.05; done
			echo "value=\$(($value + \$\$ % 7))"
		END
		echo "bench: bench.sh; cp bench.sh bench && chmod +x bench$([ "$k" = 7 ] && echo ' && false')" >Makefile
		git add bench.sh Makefile
		git -c user.name=a -c user.email=a@b commit -qm "number $k"
	done
}

words=(bisect HEAD~11 HEAD --on slurm --seed 5 --metric 'v=value=([0-9]+):s' --criterion v --store ../s.db)

# doubled: how many of the results in the store are there twice.
doubled() {
	"$ASSAY" list --store ../s.db --json --limit 1000 | jq -r '.results[].uuid' | sort | uniq -d | wc -l
}

# bats test_tags=long
@test "the commit that changed it is found by three nodes, and one that does not build is left out" {
	needs_slurm
	history
	touch go
	"$ASSAY" "${words[@]}" --machines 3 --json --build 'make -B' -- ./bench >../out
	[ "$(jq -r '[.outcome, .commits[.found[0].last].subject, .metric] | join(", ")' ../out)" = 'found, number 8, v' ]
	[ "$(jq -c '[.found[0].first, .found[0].last, .commits[6].fate]' ../out)" = '[6,7,"not built"]' ]
	[ "$(jq '.found[0].change.lo > 1.05 and .found[0].change.hi < 1.07' ../out)" = true ]
	[ "$(fleet_folders)" = 0 ]
	[ "$(doubled)" = 0 ]
}

# bats test_tags=long
@test "a node that is lost in a step costs what it would have measured, and the bisection goes on" {
	needs_slurm
	history
	"$ASSAY" "${words[@]}" --machines 3 -- sh bench.sh >../out 2>../err 3>&- &
	local head=$!
	wait_for 3
	scancel "$(squeue -h -o '%i' | head -n 1)"
	for ((i = 0; i < 600; i++)); do # not before it is seen: what goes on would end as if nobody had asked
		! grep -q ': lost, ' ../out || break
		sleep 0.05
	done
	touch go
	wait "$head"
	[ "$(grep -c ': lost, it was cancelled' ../out)" = 1 ]
	[ "$(grep -c ': measured$' ../out)" = 0 ]
	grep -q '^  found  .*number 8: [56].* more v' ../out
	grep -q '^  sure  *it holds for these machines: in each step' ../out
}

# bats test_tags=long
@test "a bisection on machines that was killed is gone on with, and nothing is measured twice" {
	needs_slurm
	history
	"$ASSAY" "${words[@]}" --machines 3 -- sh bench.sh >../out 2>../err 3>&- &
	local head=$!
	wait_for 3
	kill -9 "$head"
	wait "$head" || true
	touch go
	"$ASSAY" run --resume --store ../s.db >../out
	grep -q '^  found  .*number 8: [56].* more v' ../out
	[ "$(doubled)" = 0 ]
	[ "$(fleet_folders)" = 0 ]
	[ -z "$(squeue -h -o %i)" ]
	# of each version a step has six executions on each machine, and one before them that is not counted
	[ "$(sort begun | uniq -c | awk '$1 % (3 * 7)' | wc -l)" = 0 ]
}

@test "a bisection on machines wants rounds by which a machine counts" {
	history
	assay_fails 2 "cannot bisect on machines with -r 5: a machine counts from 6 rounds on" \
		bisect HEAD~11 HEAD --on slurm -r 5 -- sh bench.sh
}
