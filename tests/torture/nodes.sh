#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What measures on many machines is killed, and goes on: nodes.sh COUNT [FIRST]. A real Slurm of three nodes
# on this machine. For each number from FIRST on, two nodes measure a program, and at an instant drawn from
# the number one of these gets KILL: a slurmd, slurmctld, all of a node, the assay of a node, the head, or
# the head and slurmctld. Daemons are started again, a head that was killed is gone on with. Then
#   - the head says that it went well, and two machines or more have all of their rounds;
#   - no value is in the store twice, and each was measured by somebody;
#   - no job, no process and, unless a machine was lost, no folder is left.
# TAP on standard output. Needs ASSAY and root; without Slurm it is skipped.
set -u
count=$1 first=${2:-1}
tools=$(cd "$(dirname "$0")/../../tools" && pwd)
if ! command -v slurmctld >/dev/null || [ "$(id -u)" != 0 ]; then
	echo '1..0 # SKIP no Slurm, or not root'
	exit 0
fi
top=$(mktemp -d "${TMPDIR:-/tmp}/assay-nodes-XXXXXX")
chmod 755 "$top" # for the socket of munged
export HOME=$top/home LC_ALL=C.UTF-8 NO_COLOR='' SLURM_CONF=$top/slurm/slurm.conf
unset ASSAY_STORE XDG_DATA_HOME TMPDIR
trap '"$tools/slurm" down "$top/slurm"; cd /; rm -rf "$top"' EXIT
mkdir "$HOME" "$top/here" "$top/slurm"
cd "$top/here" || exit 1
"$tools/slurm" up "$top/slurm" 3 || exit 1
mkfifo "$top/never"

# A unit: its value is an instant, which no other has.
cat >unit <<'END'
#!/bin/sh
now=$(($(date +%s%N) % 1000000000000000))
echo "$now" >>"$BEGUN"
sleep 0.1
echo "value=$now"
END
chmod +x unit
export BEGUN=$top/begun

rounds=5

measure() {
	exec "$ASSAY" run --on slurm --machines 2 -r $rounds -w 0 --metric 'v=value=([0-9]+):x' --criterion v \
		--store "$top/store.db" ./unit
}

# A pause of so many milliseconds, without a process.
pause() { read -rt "$(printf '%d.%03d' $(($1 / 1000)) $(($1 % 1000)))" <>"$top/never"; }

# ours WORD: processes of these runs whose command line has the word.
ours() {
	grep -lsz "^HOME=$HOME\$" /proc/[0-9]*/environ | while read -r file; do
		cat "${file%/environ}/cmdline" 2>/dev/null | tr '\0' ' ' | grep -qF -- "$1" && echo "${file//[^0-9]/}"
	done
}

strike() { [ $# = 0 ] || kill -KILL "$@" 2>/dev/null; }

slurmd() { taskset -c $((($1 - 1) % $(nproc))) slurmd -f "$SLURM_CONF" -N "n$1"; }

# A daemon that was killed leaves its file of its number.
kill_slurmd() { strike "$(cat "$top/slurm/run/slurmd-n$1.pid")"; }

kill_slurmctld() {
	strike "$(cat "$top/slurm/run/slurmctld.pid")"
	pause $((RANDOM % 500))
	slurmctld -f "$SLURM_CONF"
}

# All three are idle again. What slurmctld has forgotten the end of is taken from it.
settle() {
	local i
	scancel --quiet -u root 2>/dev/null
	for ((i = 0; i < 200; i++)); do
		[ "$(sinfo -h -o %D -t idle 2>/dev/null)" = 3 ] && return 0
		[ $((i % 10)) != 9 ] || scontrol update nodename=n[1-3] state=resume 2>/dev/null
		pause 100
	done
	sinfo -N -l
	return 1
}

# act PID: what is killed. Said for the log.
act() {
	local node=$((1 + RANDOM % 3))
	case $((RANDOM % 6)) in
	0)
		echo "slurmd of n$node"
		kill_slurmd $node
		slurmd $node
		;;
	1)
		echo "slurmctld"
		kill_slurmctld
		;;
	2)
		echo "all of n$node"
		kill_slurmd $node
		# shellcheck disable=SC2046 # several
		strike $(ours ".json n$node ") $(ours "/unit")
		slurmd $node
		;;
	3)
		echo "the assay of n$node"
		# shellcheck disable=SC2046 # several
		strike $(ours ".json n$node ")
		;;
	4)
		echo "the head"
		strike "$1"
		;;
	5)
		echo "the head and slurmctld"
		strike "$1"
		kill_slurmctld
		;;
	esac
}

# The values of all results, and how many of them are whole.
read_store() {
	local id
	: >"$top/values"
	whole=0
	for id in $("$ASSAY" list --store "$top/store.db" --json | jq -r '.results[].id'); do
		"$ASSAY" show --store "$top/store.db" "$id" --json |
			jq -r '.subjects[].tree.executions.values.v[]? // empty' >"$top/own"
		cat "$top/own" >>"$top/values"
		[ "$(wc -l <"$top/own")" != $rounds ] || whole=$((whole + 1))
	done
}

# Whoever looks after the nodes gives one back that Slurm has drained, since slurmctld used a number twice, and
# ends a job that slurmctld takes for running and nobody waits for any more.
administer() {
	local job name
	while kill -0 "$1" 2>/dev/null; do
		pause 1000
		scontrol update nodename=n[1-3] state=resume
		squeue -h -t running -o '%i %j' | while read -r job name; do
			name=${name#assay-}
			[ -e ".assay-fleet-${name%-*}" ] || scancel --quiet "$job"
		done
	done
	wait "$1"
} 2>/dev/null

# Something is there to be gone on with: one that was killed before it had written down what it was asked has not begun.
begun() {
	compgen -G "$top/store.db.journals/*.campaign" >/dev/null && ! grep -q 'cannot resume: no interrupted run' "$top/out"
}

one() {
	local pid status=0 resumes=0
	rm -rf "$top/store.db"* .assay-fleet-*
	: >"$BEGUN"
	settle || { echo "nodes do not come back"; return 1; }
	(measure >"$top/out" 2>&1) &
	pid=$!
	pause $((RANDOM % 2000))
	act "$pid" >"$top/act" 2>&1
	administer "$pid" || status=$?
	while [ $resumes -lt 3 ]; do
		# Nodes that slurmctld has just begun to look for cannot be had yet.
		if [ "$status" -gt 128 ] || grep -qE 'cannot measure on|cannot resume: no interrupted run' "$top/out"; then
			resumes=$((resumes + 1))
		else
			break
		fi
		[ "$status" -gt 128 ] || settle
		status=0
		if begun; then
			"$ASSAY" run --resume --store "$top/store.db" >"$top/out" 2>&1 &
		else # it had not begun
			(measure >"$top/out" 2>&1) &
		fi
		administer $! || status=$?
	done
	[ "$status" = 0 ] || { echo "status $status"; cat "$top/act" "$top/out"; return 1; }
	read_store
	[ "$whole" -ge 2 ] || { echo "$whole machines are whole"; cat "$top/act" "$top/out"; return 1; }
	[ -z "$(sort "$top/values" | uniq -d)" ] || { echo "a value is there twice"; return 1; }
	[ -z "$(sort -u "$BEGUN" | comm -13 - <(sort -u "$top/values"))" ] || { echo "a value came from nowhere"; head -3 "$BEGUN" "$top/values"; return 1; }
	grep -q slurmctld "$top/act" || [ -z "$(squeue -h -t pending -o %i)" ] || { echo "a job is left"; squeue; return 1; }
	[ -z "$(ours ' node ')" ] || { echo "a process is left"; return 1; }
	grep -q ': lost' "$top/out" || ! compgen -G '.assay-fleet-*' >/dev/null || { echo "a folder is left"; return 1; }
}

echo "1..$count"
for ((i = first; i < first + count; i++)); do
	RANDOM=$i
	if one >"$top/why" 2>&1; then
		echo "ok $((i - first + 1)) instant $i: $(sed -n 1p "$top/act")"
	else
		echo "not ok $((i - first + 1)) instant $i: $(sed -n 1p "$top/act")"
		sed 's/^/# /' "$top/why"
	fi
done
