/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/cmd_run.h"

static const struct as_example examples[] = {
	{"what 0.5 % would cost", "assay plan --precision 0.5% ./bench"},
	{"what ten minutes would give", "assay plan --budget 10m --build 'make -B fft' ./fft"},
	{0},
};

const struct as_command_entry as_command_plan = {
	.name = "plan",
	.args = "COMMAND... | -- PROGRAM [ARG...]",
	.summary = "say what a precision would cost, or what a budget would give",
	.description =
		"The same as assay run --dry-run: a few builds and executions are made to learn costs and "
		"variances (they are not kept), and the plan is printed: how many builds, executions and "
		"iterations, how long they take, and how precise the result is expected to be.",
	.options = AS_GROUP_COMMANDS | AS_GROUP_BUILDS | AS_GROUP_HOOKS | AS_GROUP_AMOUNT |
		AS_GROUP_ANALYSIS | AS_GROUP_NUMBERS | AS_GROUP_SCREEN,
	.examples = examples,
	.run = as_plan_only,
};
