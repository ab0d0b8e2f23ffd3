# SPDX-License-Identifier: GPL-3.0-or-later
# Metrics that are asked for: --metric, a suite's metrics, the criterion and gates.
load common

# can_count METRIC: this machine lets us count it; where it does not, the reason is said.
can_count() {
	"$ASSAY" run --store probe.assay -r 2 --metric "$1" true >out
	[ "$(rows metric)" ] || return 0
	rows metric | grep -q "^$1: not available: ..." || exit 1 # also where its status is asked for
	return 1
}

# lacks_instructions: this machine has no counter of them; why is the reason.
lacks_instructions() {
	"$ASSAY" run --store probe.assay -r 2 --count-by pmu --metric instructions true >out
	why=$(rows metric)
	[ "$why" ] || grep -q 'instructions' out || exit 1
	[ "$why" ]
}

# value JSON-METRIC: the mean of that metric of the first command in the file json.
value() {
	jq -r --arg m "$1" '[.subjects[0].summaries[] | select(.metric == $m)][0].mean' json
}

@test "a name that nothing has is refused with what was meant" {
	assay_fails 2 "cannot use 'page-fauls' for --metric: assay reads nothing that is called so; did you mean 'page_faults'?" \
		run --metric page-fauls true
	assay_fails 2 "cannot use 'peek_memory' for --metric: assay reads nothing that is called so; did you mean 'peak_memory'?" \
		run --metric user,peek_memory true
	assay_fails 2 "cannot use 'hjkl' for --metric: assay reads nothing that is called so (assay help metrics has the names); what a program reports is shown anyway" \
		run --metric hjkl true
	assay_fails 2 "cannot use '' for --metric: assay reads nothing that is called so (assay help metrics has the names); what a program reports is shown anyway" \
		run --metric user, true
}

@test "a suffix that the counter cannot have is refused" {
	assay_fails 2 "cannot count 'cpu_migrations:k': it happens in the kernel only; leave out the suffix" \
		run --metric cpu-migrations:k true
}

@test "what is read anyway is shown when it is asked for" {
	"$ASSAY" run -r 3 true >out
	[ "$(grep -c 'minor faults' out)" -eq 0 ]
	"$ASSAY" run -r 3 --metric minor-faults,voluntary_switches true >out
	grep -q 'minor faults' out
	grep -q 'voluntary switches' out
}

@test "a counter is shown, in --json, and kept" {
	can_count page_faults:u || return 0
	"$ASSAY" run -v -r 3 --metric page-faults:u,task-clock true >out
	grep -q 'page faults:u' out
	grep -q 'task clock' out
	"$ASSAY" show --json >json
	[ "$(value page_faults:u | jq '. > 0')" = true ]
	[ "$(jq -r '.metrics[] | select(.name == "task_clock") | .unit + " " + .better + " " + .level' json)" = "ns less execution" ]
}

@test "a counter can be the criterion and be gated, without --metric" {
	can_count page_faults:u || return 0
	"$ASSAY" run -r 10 --criterion page-faults:u true 'ls /' >out
	grep -q 'ls / has .* as many page faults:u as true' out
	status=0
	"$ASSAY" run -r 10 --fail-if 'page_faults:u more by 3%' true 'ls /' >out || status=$?
	[ "$status" -eq 1 ]
}

@test "a suite turns metrics on, and shows them in its table" {
	can_count page_faults:u || return 0
	cat >assay.yaml <<-END
		suite: one
		benchmarks:
		  a:
		    execute: "true"
		    runs: 3
		    metrics: ["page-faults:u", minor_faults, throughput]
	END
	"$ASSAY" run >out
	grep -Eq 'page faults:u [0-9.]+' out
	grep -Eq 'minor faults [0-9.]+' out
	grep -Eq 'throughput -' out
}

@test "a suite says why a metric is not there, below the benchmark's line" {
	lacks_instructions || return 0
	printf 'suite: one\nbenchmarks:\n  a:\n    execute: "true"\n    runs: 3\n    metrics: [instructions]\n' >assay.yaml
	"$ASSAY" run --count-by pmu >out
	grep -q 'instructions -' out
	[[ "$(tr -s ' \n' '  ' <out)" = *"$why"* ]]
}

@test "what is not allowed says which setting allows it, and the rest goes on" {
	as_nobody sh -c '"$ASSAY" run -v -r 3 --metric page_faults,task_clock true' >out
	grep -q '3 executions' out
	if [ "$(cat /proc/sys/kernel/perf_event_paranoid 2>/dev/null)" != 2 ] || rows metric | grep -q perf_event_open; then
		[ "$(rows metric)" ] || grep -q 'page faults' out
		return
	fi
	[ "$(rows metric)" = "page_faults: not available: kernel.perf_event_paranoid is 2, which leaves it to root; sysctl kernel.perf_event_paranoid=1 allows it, and :u behind the name counts without the kernel" ]
	grep -q 'task clock' out
}

@test "a criterion or a gate that cannot be had ends it with the reason" {
	lacks_instructions || return 0
	assay_fails 2 "cannot use 'instructions' as the criterion: it is not available here: ${why#instructions: not available: }" \
		run -v --count-by pmu --criterion instructions true
	status=0
	"$ASSAY" run -v -r 3 --count-by pmu --fail-if 'instructions more by 3%' true 'ls /' >out 2>err || status=$?
	[ "$status" -eq 2 ]
	[ "$(cat err)" = "assay: cannot use 'instructions more by 3%' for --fail-if: instructions is ${why#instructions: }" ]
	"$ASSAY" show -v >out
	[ "$(rows metric)" = "$why" ]
}

@test "a program must not report what assay was asked to count" {
	can_count page_faults:u || return 0
	script busy <<-'END'
		printf 'assay 1\nexecution page_faults:u 3 count less\n' >>"$ASSAY_REPORT"
	END
	assay_fails 5 "'./busy' failed: it reports page_faults:u, which --metric reads already; call it otherwise" \
		run -r 2 --metric page_faults:u ./busy
	"$ASSAY" run -r 2 ./busy >out
	grep -q 'page faults:u 3' out
}

@test "help has every name there is to ask for" {
	"$ASSAY" help metrics >out
	src=$BATS_TEST_DIRNAME/../../src
	sed -n 's/^AS_[A-Z]*([A-Z_]*,* *"\([^"]*\)",.*/\1/p' "$src/model/kept/metrics.def" "$src/probe/counting/counters.def" \
		"$src/probe/counting/groups.def" "$src/probe/counting/memory_sample.def" "$src/probe/energy/energies.def" >names
	[ "$(wc -l <names)" -gt 30 ]
	while read -r name; do
		grep -qw -- "$name" out || { echo "no $name"; return 1; }
		grep -qw -- "$name" "$DOCS/metrics.md" || { echo "no $name in docs/metrics.md"; return 1; }
	done <names
}

# bats test_tags=long
@test "memory is that of all processes together, and no group is left" {
	can_count group_memory || return 0
	script three <<-'END'
		for i in 1 2 3; do dd if=/dev/zero of=/dev/null bs=20M count=1 2>/dev/null & done
		dd if=/dev/zero of=/dev/null bs=20M count=1 2>/dev/null
		wait
	END
	"$ASSAY" run -v -r 3 --metric group-memory ./three >out
	"$ASSAY" show --json >json
	[ "$(value group_memory | jq '. > 20e6 and . < 200e6')" = true ]
	"$ASSAY" run -v -r 3 --criterion group_memory true ./three >out
	grep -q '^  group memory' out
	[ "$(find /sys/fs/cgroup -type d -name "assay-*-*" | grep -c "assay-$$-")" -eq 0 ]
}

@test "a group that a killed assay left goes with the next start" {
	can_count group_memory || return 0
	"$ASSAY" run -w 0 -r 1 --metric group_memory 'sleep 60' >out 2>err &
	pid=$!
	for _ in $(seq 1000); do
		# of those that were made ahead, the first
		left=$(find /sys/fs/cgroup -type d -name "assay-$pid-*" 2>/dev/null | sort | head -n 1)
		[ ! "$left" ] || break
		sleep 0.01
	done
	[ "$left" ]
	kill -9 "$pid"
	wait "$pid" || true
	for _ in $(seq 1000); do
		[ "$(cat "$left/cgroup.procs")" ] || break
		sleep 0.01
	done
	[ -d "$left" ]
	"$ASSAY" run --store other.assay -r 2 --metric group_memory true >out
	[ -z "$(find /sys/fs/cgroup -type d -name "assay-$pid-*" 2>/dev/null)" ]
}

# peaks SUBJECT: the group memory of each execution of that one in the file json.
peaks() {
	jq -r --argjson i "$1" '.subjects[$i] | [.. | .group_memory? | arrays][0][]' json
}

# bats test_tags=long
@test "what an execution leaves in memory does not count in the next" {
	can_count group_memory || return 0
	"$ASSAY" run -w 0 -r 30 --metric group_memory --json 'dd if=/dev/zero of=big bs=16M count=1' true >json
	[ "$(peaks 0 | wc -l)" -eq 30 ]
	[ "$(peaks 0 | awk '$1 < 16e6' | wc -l)" -eq 0 ]
	[ "$(peaks 1 | wc -l)" -eq 30 ]
	[ "$(peaks 1 | awk '$1 > 12e6' | wc -l)" -eq 0 ]
}

@test "short executions that follow each other each have their memory" {
	can_count group_memory || return 0
	"$ASSAY" run -w 0 -r 200 --metric group_memory --json true >json
	[ "$(peaks 0 | awk '$1 > 0' | wc -l)" -eq 200 ]
}

@test "where no group can be made the reason is said, and the rest goes on" {
	as_nobody sh -c '"$ASSAY" run -v -r 3 --metric group_memory,minor_faults true' >out
	case $(rows metric) in
	'') grep -q 'group memory' out ;; # such a user may make them here
	'group_memory: not available: '*) ;;
	*) rows metric && return 1 ;;
	esac
	grep -q 'minor faults' out
}

@test "a number in the output becomes a metric, with its direction" {
	script speaks <<-'END'
		echo 'served 1250.5 requests per second'
		echo 'latency 3 ms'
	END
	"$ASSAY" run -r 3 --metric 'rate=served ([0-9.]+) requests:1/s:more' --metric 'lag=latency ([0-9]+):ms' \
		./speaks >out
	grep -Eq 'rate 1250.5 1/s|rate 1,?25[01]' out
	"$ASSAY" show --json >json
	[ "$(value rate)" = 1250.5 ]
	[ "$(value lag)" = 3000000 ]
	[ "$(jq -r '.metrics[] | select(.name == "rate") | .unit + " " + .better' json)" = "1/s more" ]
	[ "$(jq -r '.metrics[] | select(.name == "lag") | .unit + " " + .better' json)" = "ns less" ]
}

@test "a number in the output can be the criterion and be gated" {
	script speaks <<-'END'
		echo "rate $1.$(($$ % 10))"
	END
	status=0
	"$ASSAY" run -r 10 --metric 'rate=rate ([0-9.]+):1/s:more' --criterion rate \
		--fail-if 'rate less by 3%' './speaks 100' './speaks 50' >out || status=$?
	[ "$status" -eq 1 ]
	grep -q "rate less by 3%" out
}

@test "an output in which nothing matches makes the execution fail, and says what was looked for" {
	assay_fails 5 "'echo hello' failed: no line of its output matches 'rate ([0-9]+)' (--metric rate)" \
		run --metric 'rate=rate ([0-9]+):1/s' 'echo hello'
	assay_fails 5 "'echo rate x' failed: 'x' in its output is no number (--metric rate); the number is the first group in parentheses, or all that matches" \
		run --metric 'rate=rate ([0-9a-z]+):1/s' 'echo rate x'
}

@test "of several lines that match the last one counts, which is said" {
	assay_runs 0 metric 'rate: several lines match (3 in one execution); the last one counts' \
		run -r 3 --metric 'rate=^([0-9]+)$:1/s' 'seq 3'
	"$ASSAY" show --json >json
	[ "$(value rate)" = 3 ]
}

@test "the output goes on to the file it was to go to, and to a check" {
	"$ASSAY" run -v -r 3 --metric 'n=([0-9]+):1' --output ./kept --check 'grep -q 7' 'echo 7' >out
	[ "$(cat kept)" = 7 ]
	grep -q 'n 7' out
	assay_fails 2 "--metric n=... reads the output of the command: leave out --show-output and --output, or let it name a file" \
		run -v --metric 'n=([0-9]+):1' --show-output 'echo 7'
}

@test "what is no such expression is refused" {
	assay_fails 2 "cannot use 'x=(:s' for --metric: '(' is no extended regular expression: Unmatched ( or \\(" \
		run --metric 'x=(:s' true
	assay_fails 2 "cannot use 'wall=([0-9]+):s' for --metric: assay has a metric of that name; choose another one" \
		run --metric 'wall=([0-9]+):s' true
	assay_fails 2 "cannot use 'x=([0-9]+)' for --metric: expected NAME=REGEX:UNIT, such as 'rate=([0-9.]+) requests per second:1/s:more'" \
		run --metric 'x=([0-9]+)' true
}

@test "what is asked for of the surroundings and nothing tells is said, and as the criterion it is a failure" {
	"$ASSAY" run -v -r 2 -w 0 --surroundings none --metric temperature true >out
	grep -q '^  metric   temperature: not available: nothing here told it' out
	run "$ASSAY" run -v -r 2 -w 0 --surroundings none --criterion load true
	[ "$status" -eq 5 ]
	[[ $output == *"load     "*"no result: no execution has a value of load"* ]]
}
