# SPDX-License-Identifier: GPL-3.0-or-later
# Metrics that are asked for: --metric, a suite's metrics, the criterion and gates.
load common

# can_count METRIC: this machine lets us count it.
can_count() {
	"$ASSAY" run --store probe.assay -r 2 --metric "$1" true >out
	[ "$(rows metric)" = "" ] || skip "$(rows metric)"
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
	can_count page_faults:u
	"$ASSAY" run -r 3 --metric page-faults:u,task-clock true >out
	grep -q 'page faults:u' out
	grep -q 'task clock' out
	"$ASSAY" show --json >json
	[ "$(value page_faults:u | jq '. > 0')" = true ]
	[ "$(jq -r '.metrics[] | select(.name == "task_clock") | .unit + " " + .better + " " + .level' json)" = "ns less execution" ]
}

@test "a counter can be the criterion and be gated, without --metric" {
	can_count page_faults:u
	"$ASSAY" run -r 10 --criterion page-faults:u true 'ls /' >out
	grep -q 'ls / has .* as many page faults:u as true' out
	status=0
	"$ASSAY" run -r 10 --fail-if 'page_faults:u more by 3%' true 'ls /' >out || status=$?
	[ "$status" -eq 1 ]
}

@test "a suite turns metrics on, and shows them in its table" {
	can_count page_faults:u
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
	"$ASSAY" run --store probe.assay -r 2 --metric instructions true >out
	why=$(rows metric)
	[ "$why" ] || skip "there are hardware counters here"
	printf 'suite: one\nbenchmarks:\n  a:\n    execute: "true"\n    runs: 3\n    metrics: [instructions]\n' >assay.yaml
	"$ASSAY" run >out
	grep -q 'instructions -' out
	[[ "$(tr -s ' \n' '  ' <out)" = *"$why"* ]]
}

@test "what is not allowed says which setting allows it, and the rest goes on" {
	level=$(cat /proc/sys/kernel/perf_event_paranoid 2>/dev/null) || skip "there are no counters here"
	[ "$level" -eq 2 ] || skip "kernel.perf_event_paranoid is $level here, not 2"
	as_nobody sh -c '"$ASSAY" run -r 3 --metric page_faults,task_clock true' >out
	case $(rows metric) in
	*'perf_event_open'*) skip "counters are forbidden here" ;;
	esac
	[ "$(rows metric)" = "page_faults: not available: kernel.perf_event_paranoid is 2, which leaves it to root; sysctl kernel.perf_event_paranoid=1 allows it, and :u behind the name counts without the kernel" ]
	grep -q 'task clock' out
	grep -q '3 executions' out
}

@test "a criterion or a gate that cannot be had ends it with the reason" {
	"$ASSAY" run --store probe.assay -r 2 --metric instructions true >out
	why=$(rows metric)
	[ "$why" ] || skip "there are hardware counters here"
	assay_fails 2 "cannot use 'instructions' as the criterion: it is not available here: ${why#instructions: not available: }" \
		run --criterion instructions true
	status=0
	"$ASSAY" run -r 3 --fail-if 'instructions more by 3%' true 'ls /' >out 2>err || status=$?
	[ "$status" -eq 2 ]
	[ "$(cat err)" = "assay: cannot use 'instructions more by 3%' for --fail-if: instructions is ${why#instructions: }" ]
	"$ASSAY" show >out
	[ "$(rows metric)" = "$why" ]
}

@test "a program must not report what assay was asked to count" {
	can_count page_faults:u
	script busy <<-'END'
		printf 'assay 1\nexecution page_faults:u 3 count less\n' >>"$ASSAY_REPORT"
	END
	assay_fails 5 "'./busy' failed: it reports page_faults:u, which assay counts itself (--metric); call it otherwise" \
		run -r 2 --metric page_faults:u ./busy
	"$ASSAY" run -r 2 ./busy >out
	grep -q 'page faults:u 3' out
}

@test "help has every name there is to ask for" {
	"$ASSAY" help metrics >out
	sed -n 's/^AS_[A-Z]*([A-Z_]*,* *"\([^"]*\)",.*/\1/p' "$BATS_TEST_DIRNAME/../../src/model/metrics.def" \
		"$BATS_TEST_DIRNAME/../../src/probe/counters.def" >names
	[ "$(wc -l <names)" -gt 30 ]
	while read -r name; do
		grep -qw -- "$name" out || { echo "no $name"; return 1; }
		grep -qw -- "$name" "$DOCS/metrics.md" || { echo "no $name in docs/metrics.md"; return 1; }
	done <names
}
