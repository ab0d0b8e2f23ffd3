# SPDX-License-Identifier: GPL-3.0-or-later
# Memory that is sampled, on a program whose heap, stacks and data are known (tests/support/rooms.c).
load common

parts=memory_pss,memory_resident,memory_shared,memory_private,memory_swap,memory_code,memory_data,memory_heap
parts+=,memory_stack,memory_libraries,memory_anonymous,memory_files,memory_page_tables,memory_kernel_stack

# lies METRIC LEAST MOST: the mean of that metric in the file json, in MiB.
lies() {
	jq -e --arg m "$1" --argjson least "$2" --argjson most "$3" '
		[.subjects[0].summaries[] | select(.metric == $m)][0].mean / 1048576 | . >= $least and . <= $most' \
		json >/dev/null || {
		echo "$1 is not from $2 to $3 MiB:"
		jq -c '.subjects[0].summaries[] | [.metric, .mean]' json
		return 1
	}
}

@test "heap, blocks, data and the stacks of all threads are told apart" {
	"$ASSAY" run -w 0 -r 1 --metric "$parts" "$ROOMS 20 40 10 4 3 1000" >out
	"$ASSAY" show --json >json
	lies memory_heap 19.5 24
	lies memory_anonymous 39.5 48
	lies memory_data 10 12
	lies memory_stack 12 24
	lies memory_code 0 1
	lies memory_libraries 0 8
	lies memory_files 0 1
	lies memory_pss 80 120
	lies memory_resident 80 130
	lies memory_private 80 120
	lies memory_page_tables 0.1 8
	lies memory_kernel_stack 0.01 2
	grep -q 'memory stack' out
	[ "$(jq '[.subjects[0].summaries[] | select(.metric == "memory_samples")][0].mean >= 1' json)" = true ]
}

@test "the memory of a program's processes is added up" {
	"$ASSAY" run -w 0 -r 1 --metric memory_private,memory_heap "sh -c '$ROOMS 10 0 0 0 0 1000 child'" >out
	"$ASSAY" show --json >json
	lies memory_heap 19.5 24
	lies memory_private 19.5 30
}

# bats test_tags=long
@test "hundreds of threads and of processes are read" {
	"$ASSAY" run -w 0 -r 1 --metric memory_kernel_stack,memory_stack "$ROOMS 0 0 0 500 0 1500" >out
	"$ASSAY" show --json >json
	lies memory_kernel_stack 1.9 140 # 4 KiB each at least
	script many <<-'END'
		for _ in $(seq 300); do sleep 2 & done
		wait
	END
	"$ASSAY" run -w 0 -r 1 --metric memory_kernel_stack ./many >out
	"$ASSAY" show --json >json
	lies memory_kernel_stack 1.1 80
}

@test "what a hook left running is not the program's" {
	"$ASSAY" run -w 0 -r 1 --metric memory_heap --setup "$ROOMS 50 0 0 0 0 3000 & sleep 0.2" "sleep 0.6" >out
	"$ASSAY" show --json >json
	lies memory_heap 0 5
}

@test "a program that ends before a sample has no memory, and not 0" {
	"$ASSAY" run -w 0 -r 3 --metric memory_pss,memory_heap true >out
	if ! grep -q 'memory pss' out; then # a machine so busy that it took 10 ms
		[ "$(rows metric | head -1)" = "memory_pss: not available: ended before a sample, of which the first is 10 ms after the start" ]
		grep -q 'memory samples 0' out
	fi
	"$ASSAY" show --json >json
	[ "$(jq '[.subjects[].summaries[] | select(.metric == "memory_pss") | .mean] | all(. > 0)' json)" = true ]
}

# bats test_tags=long
@test "it can be the criterion and be gated" {
	"$ASSAY" run -w 0 -r 2 --criterion memory_heap "$ROOMS 4 0 0 0 0 300" "$ROOMS 12 0 0 0 0 300" >out
	grep -q 'memory heap' out
	status=0
	"$ASSAY" run -w 0 -r 6 --fail-if 'memory_heap more by 50%' "$ROOMS 4 0 0 0 0 300" "$ROOMS 12 0 0 0 0 300" >out ||
		status=$?
	[ "$status" -eq 1 ]
}

@test "a slip in a name of memory finds what was meant" {
	assay_fails 2 "cannot use 'memory_stak' for --metric: assay reads nothing that is called so; did you mean 'memory_stack'?" \
		run --metric memory_stak true
}
