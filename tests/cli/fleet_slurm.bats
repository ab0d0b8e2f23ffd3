#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# assay run --on: the same request on many machines, by a real Slurm of three nodes on this one, and by
# an ssh that stays here.
load common
load slurm
bats_require_minimum_version 1.5.0

setup_file() {
	slurm_up
}

teardown_file() {
	slurm_down
}

# A program that has begun and goes on until there is a file `go`.
waiting() {
	script slow <<'END'
echo "$$" >>begun
while [ ! -e "$PWD/go" ]; do sleep 0.05; done
END
}

@test "three nodes measure all commands, and nothing is left but their results" {
	needs_slurm
	"$ASSAY" run --on slurm --machines 3 -r 6 -n old -n new 'sleep 0.01' 'sleep 0.02' >out
	[ "$(grep -cE '^  n[123]: measured$' out)" = 3 ]
	grep -q '3 machines like these' out
	[ "$("$ASSAY" list --json | jq '.results | length')" = 3 ]
	[ "$(fleet_folders)" = 0 ]
	"$ASSAY" fleet --json 1 2 3 >json
	[ "$(jq -c '.rows[1].each | map([.machine, .rounds]) | sort' json)" = '[["n1",6],["n2",6],["n3",6]]' ]
}

# A repository whose program writes how long it took, 1000 at first and 1100 now, and which file of its own
# it found.
two_versions() {
	git init -q .
	cat >bench.sh <<'END'
#!/bin/sh
echo "value=$((1000 + $$ % 7))"
END
	cat >Makefile <<'END'
bench: bench.sh
	cp bench.sh bench
	chmod +x bench
	echo built >>"$(BUILT)"
END
	echo words >data
	git add -A
	git -c user.name=a -c user.email=a@b commit -qm one
	sed -i 's/1000/1100/' bench.sh
	export BUILT=$PWD/../built
	rm -f "$BUILT"
}

# bats test_tags=long
@test "two versions are built once, sent to three nodes and compared there" {
	needs_slurm
	mkdir p
	cd p
	two_versions
	run -1 "$ASSAY" diff --on slurm --machines 3 -r 6 --build 'make -B' --metric 'v=value=([0-9]+):s' \
		--criterion v --fail-if 'slower by 3%' --store ../s.db -- ./bench
	[[ $output =~ takes\ (9\.[6-9]|10) ]]
	[[ $output == *"3 machines like these"* ]]
	[[ $output == *"slower by 3%: failed"* ]]
	[ "$(wc -l <"$BUILT")" = 2 ]
	[ "$(fleet_folders)" = 0 ]
	run -1 "$ASSAY" diff --json --on slurm -r 6 --build 'make -B' --metric 'v=value=([0-9]+):s' \
		--criterion v --fail-if 'slower by 3%' --store ../s.db -- ./bench
	[ "$(jq -r '.benchmarks[0].kind' <<<"$output")" = worse ]
	[ "$("$ASSAY" list --store ../s.db --json | jq '.results | length')" = 6 ]
}

@test "versions that are not built are measured with the files of each" {
	needs_slurm
	mkdir p
	cd p
	two_versions
	run -0 "$ASSAY" diff --on slurm -r 6 --metric 'v=value=([0-9]+):s' --criterion v --store ../s.db \
		-- sh -c 'cat data >/dev/null && sh bench.sh'
	[[ $output =~ takes\ (9\.[6-9]|10) ]]
	[ "$(fleet_folders)" = 0 ]
}

@test "a node's job that is ended in the middle is said to be lost, and another node takes its place" {
	needs_slurm
	waiting
	"$ASSAY" run --on slurm:bench --machines 2 -r 3 -w 0 ./slow >out 2>err 3>&- &
	local head=$!
	wait_for 2
	scancel "$(squeue -h -o '%i' | head -n 1)"
	wait_for 3
	touch go
	wait "$head"
	[ "$(grep -c ': measured$' out)" = 2 ]
	[ "$(grep -c ': lost, it was cancelled' out)" = 1 ]
	[ "$(grep -cE '^  n[123]: measured$' out)" = 2 ]
}

@test "Ctrl-C ends the jobs and keeps what came" {
	needs_slurm
	waiting
	"$ASSAY" run --on slurm -r 4 -w 0 ./slow >out 2>err 3>&- &
	local head=$! status=0
	wait_for 3
	kill -TERM "$head"
	wait "$head" || status=$?
	[ "$status" != 0 ]
	[ -z "$(squeue -h -t running,pending -o %i)" ]
}

# bats test_tags=long
@test "the benchmarks of a suite are measured by machines, and compared there" {
	needs_slurm
	mkdir p
	cd p
	two_versions
	cat >assay.yaml <<'END'
benchmarks:
  one:
    execute: sh bench.sh
  two:
    execute: sh bench.sh {n}
    parameters: {n: [1, 2]}
END
	run -0 "$ASSAY" run --on slurm -r 6 --metric 'v=value=([0-9]+):s' --criterion v --store ../s.db
	[ "$(grep -cE '^  (one|two) .* 3 machines$' <<<"$output")" = 3 ]
	run -1 "$ASSAY" check --on slurm -r 6 --metric 'v=value=([0-9]+):s' --criterion v --store ../s.db \
		--fail-if 'slower by 3%'
	[ "$(grep -cE '^  (one|two) .* 3 machines$' <<<"$output")" = 3 ]
	[[ $output == *"3 worse"* ]]
}

@test "versions are measured for their history, all of a session on each machine" {
	needs_slurm
	mkdir p
	cd p
	two_versions
	git -c user.name=a -c user.email=a@b commit -qam two
	git -c user.name=a -c user.email=a@b commit -q --allow-empty -m three
	"$ASSAY" history --measure HEAD~2..HEAD --on slurm -r 6 --metric 'v=value=([0-9]+):s' --criterion v \
		--store ../s.db -- sh bench.sh
	[ "$("$ASSAY" list --store ../s.db --json | jq '.results | length')" = 3 ]
	[ "$(fleet_folders)" = 0 ]
}

# killed_head: killed when two machines have begun.
killed_head() {
	waiting
	"$ASSAY" run --on slurm --machines 2 -r 3 -w 0 ./slow >out 2>err 3>&- &
	local head=$!
	wait_for 2
	kill -9 "$head"
	wait "$head" || true
}

@test "a head that was killed finds its jobs again, and nothing is measured twice" {
	needs_slurm
	killed_head
	[ "$("$ASSAY" list | tail -n 1)" = '1 measurement on many machines did not end: assay run --resume goes on with it' ]
	touch go
	"$ASSAY" run --resume >out
	[ "$("$ASSAY" list | grep -c 'did not end')" = 0 ]
	[ "$(grep -c ': measured$' out)" = 2 ]
	[ "$(wc -l <begun)" = 6 ]
	[ "$("$ASSAY" list --json | jq '.results | length')" = 2 ]
	[ "$(fleet_folders)" = 0 ]
}

@test "a job whose number the head did not live to write down is found by its name" {
	needs_slurm
	killed_head
	sed -i '/^job/d' .assay-fleet-*/jobs
	touch go
	"$ASSAY" run --resume >out
	[ "$(grep -c ': measured$' out)" = 2 ]
	[ "$(wc -l <begun)" = 6 ]
}

@test "a job that was never started is started by who goes on" {
	needs_slurm
	killed_head
	echo 'asked 2 n3' >"$(echo .assay-fleet-*)/more"
	cat .assay-fleet-*/more >>"$(echo .assay-fleet-*/jobs)"
	touch go
	"$ASSAY" run --resume >out
	[ "$(grep -c ': measured$' out)" = 3 ]
	[ "$(wc -l <begun)" = 9 ]
}

# slurm_says STATE: commands of a Slurm of two nodes, whose jobs never run, and which says this of them.
slurm_says() {
	mkdir -p bin
	script bin/sinfo <<<'printf "idle n1\\nidle n2\\n"'
	script bin/sbatch <<<'echo 7'
	script bin/scancel <<<':'
	script bin/squeue <<<"echo '$1'"
	PATH=$PWD/bin:$PATH
}

# bats test_tags=long
@test "a job that Slurm has ended is lost with the reason, whatever squeue warns of" {
	slurm_says ''
	for state in 'TIMEOUT TimeLimit' 'squeue: warning: a key is old\nTIMEOUT TimeLimit' \
		'NODE_FAIL None' 'DEFROSTED None\nPREEMPTED None'; do
		script bin/squeue <<<"printf '$state\n'"
		case $state in
		*TIMEOUT*) why='its time limit has ended it; a partition with a longer one is needed' ;;
		NODE_FAIL*) why='its node has failed' ;;
		*) why='another job has taken its node' ;;
		esac
		run -5 "$ASSAY" run --on slurm -r 3 true
		[[ $output == *"n1: lost, $why"* ]]
	done
}

# bats test_tags=long
@test "a job that is cancelled before anything of it was written is started once more" {
	slurm_says 'CANCELLED None'
	script bin/sbatch <<<'echo x >>asked; echo 7'
	run -5 "$ASSAY" run --on slurm -r 3 true
	[[ $output == *"n1: lost, it was cancelled"* ]]
	[ "$(wc -l <asked)" = 4 ]
}

# bats test_tags=long
@test "a job that is ended before its first execution leaves nothing that stands against the others" {
	needs_slurm
	waiting
	script says <<<'./slow; echo value=7'
	"$ASSAY" run --on slurm --machines 2 -r 6 -w 0 --metric 'v=value=([0-9]+):s' --criterion v \
		./says >out 2>err 3>&- &
	local head=$!
	wait_for 2
	pkill -KILL -f "$PWD/.assay-fleet-.*json n1 "
	wait_for 3
	touch go
	wait "$head"
	[ "$(grep -c ': measured$' out)" = 2 ]
	[ "$("$ASSAY" list --json | jq '.results | length')" = 2 ]
}

# bats test_tags=long
@test "a manager that does not answer while a job is handed over is asked again, and has no job twice" {
	slurm_says ''
	script bin/sbatch <<'END'
echo x >>asked
[ "$(wc -l <asked)" != 1 ] || { echo 'sbatch: error: Zero Bytes were transmitted or received' >&2; exit 1; }
echo 7
END
	# it is silent once, then it has the first job, and both have ended without a result
	script bin/squeue <<'END'
case "$*" in
*-n*) echo x >>found; [ "$(wc -l <found)" != 1 ] || exit 1; echo 6 ;;
*) echo TIMEOUT ;;
esac
END
	run -5 "$ASSAY" run --on slurm -r 3 true
	[[ $output == *"n1: lost, its time limit"* ]]
	[ "$(wc -l <asked)" = 2 ]
	[ "$(wc -l <found)" = 2 ]
}

@test "what another version of Slurm, or one that refuses an account, says is passed on" {
	slurm_says ''
	script bin/sbatch <<<'echo "Submitted batch job 7"'
	run -6 "$ASSAY" run --on slurm -r 3 true
	[ "$output" = "assay: cannot start a job on n1: slurm says: Submitted batch job 7" ]
	script bin/sbatch <<<'echo "sbatch: error: Batch job submission failed: Invalid account or account/partition combination specified" >&2; exit 1'
	run -6 "$ASSAY" run --on slurm -r 3 true
	[[ $output == "assay: cannot start a job on n1: slurm says: sbatch: error:"*"Invalid account or account/partition combination specified" ]]
	[ "$(fleet_folders)" = 0 ]
}

@test "what cannot be had on many machines yet is refused" {
	"$ASSAY" run -r 3 true >/dev/null
	assay_fails 2 "cannot check on many machines against '@last', which is kept: name a revision with --baseline, and each machine measures both" \
		check --on slurm -r 3 --baseline @last -- true
	assay_fails 2 "cannot take --export beside --on: each machine has a result of its own, which is in the store" \
		run --on slurm -r 3 --export x.assay true
	assay_fails 2 "cannot measure several builds of a program on many machines: leave --builds and --randomize out, and each is built once, as its compiler lays it out" \
		run --on slurm -r 3 --builds 5 --build make ./bench
	echo '{}' >r
	assay_fails 4 "cannot measure for assay 0.0.0: this machine has assay $("$ASSAY" --version | sed -n '1s/^assay //p'); put the same one on every machine" \
		node r out.json n1 "$(printf '%032d' 7)" 0.0.0
}

# An ssh whose hosts are a process of this test, so that what they start is no child of assay's. The disk of the host
# $FULL is full when a file has $BLOCKS half kilobytes.
hosts() {
	export HOSTS
	HOSTS=$(mktemp -d "$PWD/asked-XXXXXX")
	mkdir -p bin
	script bin/ssh <<'END'
while [ "$1" != -- ]; do shift; done
at=$HOSTS/$$
{
	[ "$2" != "${FULL-}" ] || echo "trap '' XFSZ; ulimit -f $BLOCKS"
	printf '%s' "$3"
} >"$at.new"
mv "$at.new" "$at.ask"
while [ ! -e "$at.status" ]; do sleep 0.02; done
cat "$at.said"
exit "$(cat "$at.status")"
END
	(
		while [ -d "$HOSTS" ]; do
			for f in "$HOSTS"/*.ask; do
				[ -e "$f" ] || continue
				mv "$f" "${f%.ask}.is"
				sh "${f%.ask}.is" >"${f%.ask}.said" 2>&1
				echo $? >"${f%.ask}.new"
				mv "${f%.ask}.new" "${f%.ask}.status"
			done
			sleep 0.02
		done
	) 3>&- &
	PATH=$PWD/bin:$PATH
}

@test "hosts by ssh measure the same" {
	hosts
	"$ASSAY" run --on ssh:alpha,beta -r 6 'sleep 0.01' >out
	rm -rf "$HOSTS"
	[ "$(grep -cE '^  (alpha|beta): measured$' out)" = 2 ]
	[ "$("$ASSAY" fleet --json 1 2 | jq -c '.rows[0].each | map(.machine) | sort')" = '["alpha","beta"]' ]
	[ "$(fleet_folders)" = 0 ]
}

# bats test_tags=long
@test "a machine whose disk is full is lost with that reason, and what it had written counts once if it is enough" {
	export FULL=beta BLOCKS
	for BLOCKS in 4 64; do
		hosts
		"$ASSAY" run --on ssh:alpha,beta,gamma -r 300 --store "$BLOCKS.db" true >out || [ $? = 5 ]
		rm -rf "$HOSTS"
		[ "$(grep -cE '^  (alpha|gamma): measured$' out)" = 2 ]
		[ "$(grep -c "beta: lost, its job has ended without a result: assay: cannot write the result to '.*': File too large" out)" = 1 ]
		"$ASSAY" list --store "$BLOCKS.db" --json >"$BLOCKS.json"
		[ "$(jq '[.results[].uuid] | length - (unique | length)' "$BLOCKS.json")" = 0 ]
		[ "$(jq -c '[.results[] | select(.n == 300) | .host] | sort' "$BLOCKS.json")" = '["alpha","gamma"]' ]
	done
	# nothing of it; and a third of the rounds or more, which end where the disk did
	[ "$(jq '[.results[] | select(.host == "beta")] | length' 4.json)" = 0 ]
	[ "$(jq -c '[.results[] | select(.host == "beta") | .outcome, .n >= 100]' 64.json)" = '["interrupted",true]' ]
	grep -q '^  beta ' out # which its noise may keep from counting
}

@test "a host that cannot be reached is refused, with what ssh says" {
	mkdir bin
	script bin/ssh <<'END'
echo 'ssh: no route to host' >&2
exit 255
END
	PATH=$PWD/bin:$PATH run "$ASSAY" run --on ssh:alpha,beta -r 6 true
	[ "$status" -eq 6 ]
	[ "$output" = "assay: cannot start a job on alpha: ssh says: ssh: no route to host" ]
	[ "$(fleet_folders)" = 0 ]
}

# bats test_tags=long
@test "a machine without assay, or without the folder, is lost with its words" {
	mkdir bin
	script bin/ssh <<'END'
while [ "$1" != -- ]; do shift; done
case $3 in
*setsid*)
	for folder in "$PWD"/.assay-fleet-*; do
		echo 'assay: cannot be found' >"$folder/0000.log"
	done
	echo 999999
	;;
*) exit 1 ;;
esac
END
	PATH=$PWD/bin:$PATH run "$ASSAY" run --on ssh:alpha,beta -r 6 true
	[ "$status" -eq 5 ]
	[[ $output == *"alpha: lost, its job has ended without a result: assay: cannot be found"* ]]
	[[ $output == *"0 of 2 gave a result"* ]]
}

@test "what cannot be measured on many machines is refused" {
	assay_fails 2 "cannot measure on many machines without a number of rounds, the same for each: say it with -r 20" \
		run --on ssh:a,b true
	assay_fails 2 "cannot measure on 'moon': say slurm, slurm:PARTITION, or ssh:HOST,HOST" run --on moon -r 3 true
	assay_fails 2 "cannot measure on '-x': that is no name of a host" run --on ssh:-x -r 3 true
	assay_fails 2 "cannot measure on many machines where only one can be had: it takes two or more; name others with --on, or leave it out" run --on ssh:a -r 3 true
	assay_fails 2 "cannot measure on 3 machines: 2 can be had; ask for fewer (--machines), or name others with --on" \
		run --on ssh:a,b --machines 3 -r 3 true
	assay_fails 2 "assay node takes a request, the file of its result, and the name of this machine, but was given 1 word; assay run --on calls it" \
		node r
	mkdir bin
	PATH=$PWD/bin run "$ASSAY" run --on slurm -r 3 true
	[ "$status" -eq 6 ]
	[[ $output == *"cannot measure on Slurm: sinfo does not answer"* ]]
}

@test "a partition that is not there, or more nodes than there are, is refused" {
	needs_slurm
	assay_fails 2 "cannot measure on partition 'nope': it has no node that is up; sinfo shows those there are" \
		run --on slurm:nope -r 3 true
	assay_fails 2 "cannot measure on 9 machines: 3 can be had; ask for fewer (--machines), or name others with --on" \
		run --on slurm --machines 9 -r 3 true
}

@test "a request that is started twice is measured once, and one that is no request is refused" {
	echo '{"assay_request": 1, "commands": [{"command": "true"}], "amount": {"runs": 2}}' >r
	"$ASSAY" node r out.json n7
	[ "$(jq -r .machine.host out.json)" = n7 ]
	cp out.json first
	"$ASSAY" node r out.json n7
	cmp out.json first
	echo nothing >bad
	run "$ASSAY" node bad other.json
	[ "$status" -ne 0 ]
	[ ! -e other.json ]
}
