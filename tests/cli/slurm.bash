# SPDX-License-Identifier: GPL-3.0-or-later
# A real Slurm of three nodes on this machine, for a file of tests: $CLUSTER is its folder.
# shellcheck shell=bash

slurm_up() {
	command -v slurmctld >/dev/null && [ "$(id -u)" = 0 ] || return 0
	export CLUSTER
	CLUSTER=$(mktemp -d)
	"$BATS_TEST_DIRNAME/../../tools/slurm" up "$CLUSTER" 3
	export SLURM_CONF=$CLUSTER/slurm.conf
}

slurm_down() {
	[ -n "${CLUSTER-}" ] || return 0
	"$BATS_TEST_DIRNAME/../../tools/slurm" down "$CLUSTER"
	rm -rf "$CLUSTER"
}

needs_slurm() {
	[ -n "${CLUSTER-}" ] || skip "no Slurm, or not root"
}

# wait_for N: N lines are in the file `begun`.
wait_for() {
	for ((i = 0; i < 600; i++)); do
		[ -e begun ] && [ "$(wc -l <begun)" -ge "$1" ] && return 0
		sleep 0.05
	done
	return 1
}

fleet_folders() {
	find . -maxdepth 1 -name '.assay-fleet-*' | wc -l
}
