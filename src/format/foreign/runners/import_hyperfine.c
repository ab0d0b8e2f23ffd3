/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of hyperfine: --export-json FILE. Each of "times" is an execution of its command, in
 * seconds; one whose exit code is not 0 has failed, wherever the codes stand. Times go into the
 * experiment as they are read, so that a file of any size takes what its values take. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json/json_read.h"
#include "base/num.h"
#include "base/packed/packed.h"
#include "base/text.h"
#include "base/vec.h"
#include "format/foreign/foreign.h"
#include "format/foreign/parts/harness.h"
#include "format/foreign/parts/hashed.h"
#include "format/native/data.h"
#include "model/joined/texts.h"

enum { COMMANDS_MOST = 10000, TIMES = AS_PACKED_BLOCK /* that are added at once */ };

static const double ns_per_s = 1e9;
static const double mean_tolerance = 0.01;

/* An exit code that is not 0. */
struct code {
	size_t at; /* of which time */
	int32_t code;
	bool killed; /* null: a signal ended it */
};

/* What is read, and the command at hand. */
struct import_hyperfine_reading {
	struct as_json_reader *r;
	struct as_experiment *x;
	uint32_t order;
	struct as_text command;
	struct code *failed;
	size_t n_failed, cap_failed;
	size_t codes; /* how many there are; SIZE_MAX: no list of them */
	struct as_parameter *parameters; /* in the arena of x */
	size_t n_parameters, cap_parameters;
	struct as_packed memory; /* in bytes, of each execution; since 1.20 */
	struct as_labels commands, names; /* so far */
	unsigned *times;                  /* each of the commands came */
	size_t n_times, cap_times;
	double mean; /* that the file says, in s; NaN: it says none */
	double sum, sum_failed;
};

static void add_times(
	struct import_hyperfine_reading *d, struct as_subject *s, const double *seconds, size_t n)
{
	struct as_unit units[TIMES];
	double ns[TIMES];

	for (size_t i = 0; i < n; i++) {
		units[i] = (struct as_unit){.order = d->order++,
			.round = (uint32_t)(s->levels[AS_LEVEL_EXECUTION].n + i),
			.cost_s = (double)NAN, /* its wall time says it, but for one that failed */
			.role = AS_ROLE_MEASURED,
			.ending = AS_ENDED_OK};
		ns[i] = seconds[i] * ns_per_s;
		d->sum += seconds[i];
	}
	if (as_subject_add_units(s, AS_LEVEL_EXECUTION, units,
		    &(struct as_metric_values){AS_METRIC_WALL, ns, n}, NULL))
		as_json_no_memory(d->r);
}

static void read_times(struct import_hyperfine_reading *d, struct as_subject *s)
{
	double seconds[TIMES];

	as_json_enter(d->r, '[');
	while (as_json_element(d->r)) {
		seconds[0] = as_json_read_double(d->r);
		if (!as_json_failed(d->r) &&
			(!(seconds[0] >= 0) || !isfinite(seconds[0] * ns_per_s)))
			as_json_bad(d->r, "a time that is none");
		if (!as_json_failed(d->r))
			add_times(d, s, seconds,
				1 + as_json_read_doubles(d->r, seconds + 1, TIMES - 1));
	}
}

static void read_codes(struct import_hyperfine_reading *d)
{
	d->codes = 0;
	as_json_enter(d->r, '[');
	for (; as_json_element(d->r); d->codes++) {
		struct code c = {.at = d->codes, .killed = as_json_read_null(d->r)};
		c.code = c.killed ? 0 : (int32_t)as_json_read_int(d->r, INT32_MIN, INT32_MAX);
		if ((c.killed || c.code) && !AS_PUSH(d->failed, d->n_failed, d->cap_failed, c))
			as_json_no_memory(d->r);
	}
}

static void read_memory(struct import_hyperfine_reading *d)
{
	as_packed_release(&d->memory);
	d->memory.reals = true;
	as_json_enter(d->r, '[');
	while (as_json_element(d->r)) {
		const double bytes = as_json_read_null(d->r) ? (double)NAN
							     : as_json_read_double(d->r);
		if (!as_json_failed(d->r) && bytes < 0)
			as_json_bad(d->r, "less than no memory");
		if (!as_json_failed(d->r) && !as_packed_push_real(&d->memory, bytes))
			as_json_no_memory(d->r);
	}
}

/* An old hyperfine, or one on another system, says none. */
static void take_memory(struct import_hyperfine_reading *d, struct as_subject *s)
{
	struct as_level *l = &s->levels[AS_LEVEL_EXECUTION];
	const struct as_column column = {AS_METRIC_PEAK_MEMORY, d->memory};

	if (!d->memory.n || as_json_failed(d->r))
		return;
	if (d->memory.n != l->n)
		as_json_bad(d->r,
			"a result with %zu times and %zu sizes of memory: whose they are cannot be "
			"told",
			l->n, d->memory.n);
	else if (!AS_PUSH(l->columns, l->n_columns, l->cap_columns, column))
		as_json_no_memory(d->r);
	else
		d->memory = (struct as_packed){0};
}

/* Of -P and -L: texts, or numbers in older files. */
static void read_parameters(struct import_hyperfine_reading *d)
{
	const char *key;

	as_json_enter(d->r, '{');
	while (as_json_member(d->r, &key)) {
		struct as_parameter p = {.name = as_arena_strdup(&d->x->arena, key)};
		char digits[32];
		const char *value = digits;
		if (as_json_peek(d->r) == AS_JSON_NUMBER)
			as_double_text(as_json_read_double(d->r), digits);
		else
			value = as_json_read_string(d->r, NULL);
		if (as_json_failed(d->r))
			return;
		p.value = as_arena_strdup(&d->x->arena, value);
		if (!p.name || !p.value ||
			!AS_PUSH(d->parameters, d->n_parameters, d->cap_parameters, p))
			as_json_no_memory(d->r);
	}
}

/* It ran, and is kept with its cost and without a time. */
static bool mark_failed(
	struct import_hyperfine_reading *d, struct as_subject *s, const struct code *c)
{
	struct as_level *l = &s->levels[AS_LEVEL_EXECUTION];
	const struct as_column *wall = as_subject_column(s, AS_LEVEL_EXECUTION, AS_METRIC_WALL);
	struct as_unit u = as_unit_at(l, c->at);

	u.cost_s = as_column_at(wall, c->at) / ns_per_s;
	u.code = c->code;
	u.ending = c->killed ? AS_ENDED_REPORT : AS_ENDED_FAILED;
	d->sum_failed += u.cost_s;
	for (size_t m = 0; m < AS_UNIT_MEMBERS; m++)
		if ((m == AS_UNIT_CODE || m == AS_UNIT_ENDING || m == AS_UNIT_COST) &&
			!as_packed_set(
				&l->units[m], c->at, as_unit_word(&u, (enum as_unit_member)m)))
			return false;
	if (c->killed && as_subject_note(s, &d->x->arena, AS_LEVEL_EXECUTION, c->at,
				 "a signal ended it", NULL))
		return false;
	return !as_subject_set(s, AS_LEVEL_EXECUTION, c->at, AS_METRIC_WALL, (double)NAN, NULL);
}

static bool is_near(double mean, double sum, size_t n)
{
	return n && fabs(mean - sum / (double)n) <= mean_tolerance * fabs(sum / (double)n);
}

/* hyperfine's mean is of all executions, assay's of those that count. */
static void check_mean(struct import_hyperfine_reading *d, const struct as_subject *s)
{
	const size_t n = s->levels[AS_LEVEL_EXECUTION].n, failed = d->n_failed;

	if (isnan(d->mean) || is_near(d->mean, d->sum, n) ||
		is_near(d->mean, d->sum - d->sum_failed, n - failed))
		return;
	if (!as_experiment_remark(d->x,
		    "it says a mean of %.6g s for '%.200s', but the %zu times it has have one of "
		    "%.6g s; the times are what counts here",
		    d->mean, s->name, n, d->sum / (double)n))
		as_json_no_memory(d->r);
}

/* The second of the same command is "COMMAND (2)". NULL: out of memory. */
static const char *name_of(struct import_hyperfine_reading *d, const char *command)
{
	const size_t before = d->commands.n;
	const char *name = command;
	uint32_t which = 0, number = 0;

	if (!as_labels_add(&d->commands, command, strlen(command), &which) ||
		(d->commands.n > before && !AS_PUSH(d->times, d->n_times, d->cap_times, 0)))
		return NULL;
	for (;;) {
		const size_t names = d->names.n;
		if (++d->times[which] > 1)
			name = as_arena_printf(
				&d->x->arena, "%s (%u)", command, d->times[which]);
		if (!name || !as_labels_add(&d->names, name, strlen(name), &number))
			return NULL;
		if (d->names.n > names)
			return name;
	}
}

static void name_subject(struct import_hyperfine_reading *d, size_t number)
{
	struct as_subject *s = &d->x->subjects[number];

	s->command = as_arena_strdup(&d->x->arena, as_text_str(&d->command));
	s->name = s->command ? name_of(d, s->command) : NULL;
	s->parameters = as_arena_array(&d->x->arena, d->n_parameters, sizeof *s->parameters);
	if (!s->name || !s->parameters) {
		as_json_no_memory(d->r);
		return;
	}
	for (size_t i = 0; i < d->n_parameters; i++)
		s->parameters[i] = d->parameters[i];
	s->n_parameters = d->n_parameters;
}

static void finish_result(struct import_hyperfine_reading *d, size_t number)
{
	struct as_subject *s = &d->x->subjects[number];
	const size_t n = s->levels[AS_LEVEL_EXECUTION].n;

	if (d->command.failed)
		as_json_no_memory(d->r);
	else if (!d->command.len)
		as_json_bad(d->r, "a result without a command");
	else if (d->command.len > AS_ROWS_NAME_BYTES)
		as_json_bad(d->r, "a command of more than %d bytes", AS_ROWS_NAME_BYTES);
	else if (!n)
		as_json_bad(
			d->r, "a result without times: hyperfine leaves them out of its summaries");
	else if (d->codes != SIZE_MAX && d->codes != n)
		as_json_bad(d->r,
			"a result with %zu times and %zu exit codes: whose they are cannot be told",
			n, d->codes);
	else
		name_subject(d, number);
	for (size_t i = 0; i < d->n_failed && !as_json_failed(d->r); i++)
		if (!mark_failed(d, s, &d->failed[i]))
			as_json_no_memory(d->r);
	take_memory(d, s);
	if (!as_json_failed(d->r))
		check_mean(d, s);
	if (n > d->x->plan.planned)
		d->x->plan.planned = d->x->plan.done = (uint32_t)n;
}

/* What this reads of one command; what it does not know is left alone. */
static void read_result(struct import_hyperfine_reading *d)
{
	const size_t number = d->x->n_subjects;
	struct as_json_reader *r = d->r;
	const char *key;

	as_text_clear(&d->command);
	d->n_failed = d->n_parameters = 0;
	d->codes = SIZE_MAX;
	d->mean = (double)NAN;
	d->sum = d->sum_failed = 0;
	as_packed_release(&d->memory);
	if (number == COMMANDS_MOST)
		as_json_bad(r, "more than %d commands", COMMANDS_MOST);
	else if (!as_experiment_add_subject(d->x, "", ""))
		as_json_no_memory(r);
	as_json_enter(r, '{');
	while (as_json_member(r, &key)) {
		const enum as_json_kind kind = as_json_peek(r);
		if (!strcmp(key, "command")) {
			as_text_add(&d->command, as_json_read_string(r, NULL));
		} else if (!strcmp(key, "times") && kind == AS_JSON_ARRAY) {
			read_times(d, &d->x->subjects[number]);
		} else if (!strcmp(key, "exit_codes") && kind == AS_JSON_ARRAY) {
			read_codes(d);
		} else if (!strcmp(key, "memory_usage_byte") && kind == AS_JSON_ARRAY) {
			read_memory(d);
		} else if (!strcmp(key, "parameters") && kind == AS_JSON_OBJECT) {
			read_parameters(d);
		} else if (!strcmp(key, "mean") && kind == AS_JSON_NUMBER) {
			d->mean = as_json_read_double(r);
		} else {
			as_json_skip(r);
		}
	}
	if (!as_json_failed(r))
		finish_result(d, number);
}

static void read_document(struct import_hyperfine_reading *d)
{
	const char *key;

	as_json_enter(d->r, '{');
	while (as_json_member(d->r, &key)) {
		if (strcmp(key, "results") != 0) {
			as_json_skip(d->r);
			continue;
		}
		as_json_enter(d->r, '[');
		while (as_json_element(d->r))
			read_result(d);
	}
	as_json_read_end(d->r);
	if (!d->x->n_subjects)
		as_json_bad(d->r, "there is no result of a benchmark in it");
}

static enum as_status read_all(
	struct import_hyperfine_reading *d, const struct as_hashed *hashed, struct as_err *err)
{
	struct as_harness_head head = {.tool = "hyperfine", .executions = true};

	read_document(d);
	enum as_status st = as_json_reader_finish(d->r, err);
	if (st)
		return st;
	as_hashed_sum(hashed, head.hash);
	if (*as_json_left(d->r)) {
		d->x->unused = as_arena_strdup(&d->x->arena, as_json_left(d->r));
		if (!d->x->unused)
			return as_fail_memory(err);
	}
	return as_harness_begin(d->x, &head) ? AS_OK : as_fail_memory(err);
}

static enum as_status read_hyperfine(const struct as_source *from, const char *name,
	struct as_experiment **out, struct as_err *err)
{
	struct as_hashed *hashed = as_hashed_new(from);
	const struct as_source source = as_hashed_source(hashed);
	struct import_hyperfine_reading d = {
		.r = hashed ? as_json_reader_new(&source, name) : NULL, .x = as_experiment_new()};
	enum as_status st = AS_OK;

	if (d.r && d.x)
		st = read_all(&d, hashed, err);
	else
		st = as_fail_memory(err);
	if (!st) {
		*out = d.x;
		d.x = NULL;
	}
	as_json_reader_free(d.r);
	as_experiment_free(d.x);
	as_text_release(&d.command);
	as_packed_release(&d.memory);
	free(d.failed);
	free(d.parameters);
	free(d.times);
	as_labels_release(&d.commands);
	as_labels_release(&d.names);
	as_hashed_free(hashed);
	return st;
}

static int probe(const struct as_head *head)
{
	return as_head_has(head, "$.results.[].times") ||
			       (as_head_has(head, "$.results.[].command") &&
				       as_head_has(head, "$.results.[].mean"))
		       ? 90
		       : 0;
}

const struct as_data_format as_data_hyperfine = {
	.name = "hyperfine",
	.summary = "JSON of hyperfine, --export-json",
	.extension = ".json",
	.probe = probe,
	.read = read_hyperfine,
};
