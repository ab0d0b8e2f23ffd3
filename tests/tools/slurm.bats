#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# tools/slurm: a real Slurm of three nodes on this machine, and nothing left behind.

setup() {
	slurm=$BATS_TEST_DIRNAME/../../tools/slurm
	folder=$(mktemp -d)
}

teardown() {
	[ ! -e "$folder/slurm.conf" ] || "$slurm" down "$folder"
	rm -rf "$folder"
}

@test "three nodes come up, run a job each, and go" {
	command -v slurmctld >/dev/null && [ "$(id -u)" = 0 ] || skip "no Slurm, or not root"
	"$slurm" up "$folder"
	export SLURM_CONF=$folder/slurm.conf
	# shellcheck disable=SC2016 # of the node
	[ "$(srun -N3 sh -c 'echo $SLURMD_NODENAME' | sort | tr '\n' ' ')" = 'n1 n2 n3 ' ]
	pids=$(cat "$folder"/run/*.pid)
	"$slurm" down "$folder"
	rm "$folder/slurm.conf"
	for pid in $pids; do
		! grep -qE '^State:[[:space:]]*[^Z[:space:]]' "/proc/$pid/status" 2>/dev/null || return 1
	done
}

@test "what it cannot do anything with is answered by how it is used" {
	run "$slurm" up
	[ "$status" -eq 1 ]
	[ "$output" = "tools/slurm up FOLDER [NODES] | down FOLDER" ]
	run "$slurm" sideways "$folder"
	[ "$status" -eq 1 ]
	run "$slurm" up relative
	[ "$status" -eq 1 ]
}
