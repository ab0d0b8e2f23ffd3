/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_COMPARE_GATE_OPTIONS_H
#define AS_CLI_COMPARE_GATE_OPTIONS_H

/* --fail-if, --fail-unless and --require-decision: what is to end with another exit status. */

#include "cli/results/result.h"
#include "model/answer/compared/gate.h"
#include "model/settings/suite.h"

enum { AS_GATES_MAX = 64 }; /* so often in all */

/* One as a command line or a suite says it. */
struct as_gate_said {
	const char *text;
	enum as_option_id by; /* which of the two; a suite has keys of their names */
	const struct as_suite_place *at; /* in a suite; else NULL */
	const struct as_gate *kept; /* what was read of it then; NULL: its text is read */
};

/* Those of a command line: their number, the i-th (false: there is none), whether an option is one, and
 * what to call them in a refusal. */
size_t as_gates_given(const struct as_args *args);
bool as_gate_given(const struct as_args *args, size_t i, struct as_gate_said *out);
bool as_gate_is_option(enum as_option_id id);
const char *as_gates_option(const struct as_args *args);

/* The same of what a suite says of a benchmark. */
size_t as_gates_of_suite(const struct as_suite_settings *s);
bool as_gate_of_suite(const struct as_suite_settings *s, size_t i, struct as_gate_said *out);

/*
 * as_gate_read - "[METRIC] [not] slower|faster|more|less by X%"
 *
 * The strings of out are in memory of a. AS_ERR_USAGE with what was probably meant.
 */
enum as_status as_gate_read(const struct as_gate_said *said, struct as_arena *a,
	struct as_gate *out, struct as_err *err) AS_MUST_CHECK;

/* AS_ERR_USAGE: n gates contradict each other, one failing what another would have shown. criterion NULL: "time". */
enum as_status as_gates_agree(const struct as_gate *v, size_t n, const char *criterion,
	struct as_err *err) AS_MUST_CHECK;

/* All of them, in memory of a. AS_ERR_USAGE. */
enum as_status as_gates_read(const struct as_args *args, struct as_arena *a, struct as_gate **out,
	size_t *n_out, struct as_err *err) AS_MUST_CHECK;

/* Before anything is measured: whether all of --fail-if can be read, and there are commands to
 * compare. */
enum as_status as_gates_check(const struct as_args *args, size_t n_commands, struct as_arena *a,
	struct as_err *err) AS_MUST_CHECK;

/* Judge all of --fail-if on the comparisons of a result with its reference. AS_ERR_USAGE: a metric
 * that nothing reports, or slower of what is no time. */
enum as_status as_gates_judge(const struct as_cli *cli, struct as_result *r, struct as_err *err)
	AS_MUST_CHECK;

/* Raise the exit status they ask for; n comparisons of the criterion count for --require-decision
 * where there is no gate. */
void as_gates_raise(struct as_cli *cli, const struct as_gates *gates, const struct as_comparison *c,
	size_t n);

/* Adds to x the metrics of gates that are made of others ("time:p99"). Errors as as_gates_read. */
enum as_status as_gates_ask(const struct as_args *args, struct as_arena *a,
	struct as_experiment *x, struct as_err *err) AS_MUST_CHECK;

#endif
