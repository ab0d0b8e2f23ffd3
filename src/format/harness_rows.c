/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "format/harness.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/num.h"
#include "base/vec.h"
#include "format/instant.h"

enum { PIECE = 1 << 16, INSTANT_BYTES = 19 };

/* All bytes of a source, to be freed by the caller. */
static enum as_status slurp(const struct as_source *from, const char *name, char **out, size_t *n,
	struct as_err *err)
{
	char *bytes = NULL;
	size_t cap = 0, have = 0, got = 1;
	enum as_status st = AS_OK;

	while (!st && got) {
		if (have > AS_HARNESS_BYTES)
			st = as_fail(err, AS_ERR_DATA,
				"cannot read '%.300s': it has over %d MiB, which no results "
				"of this format have",
				name, AS_HARNESS_BYTES >> 20);
		else if (!as_grow(&bytes, &cap, have + PIECE + 1, 1))
			st = as_fail_memory(err);
		else
			st = from->read(from->from, bytes + have, PIECE, &got, err);
		have += st ? 0 : got;
	}
	if (st) {
		free(bytes);
		return st;
	}
	bytes[have] = 0;
	*out = bytes;
	*n = have;
	return AS_OK;
}

/* "2026-08-18T10:00:00+02:00"; 0 for any other text. */
static int64_t instant_of(const char *s)
{
	char text[AS_INSTANT_LENGTH + 1];
	int64_t ns = 0, hours = 0, minutes = 0;

	if (!s || strlen(s) < INSTANT_BYTES)
		return 0;
	snprintf(text, sizeof text, "%.19s.000000000Z", s);
	if (!as_instant_parse(text, &ns))
		return 0;
	const char *zone = s + INSTANT_BYTES;
	char part[2][3] = {"", ""};
	if (strlen(zone) == 6 && (*zone == '+' || *zone == '-') && zone[3] == ':') {
		memcpy(part[0], zone + 1, 2);
		memcpy(part[1], zone + 4, 2);
		if (as_parse_i64(part[0], 0, 23, &hours) && as_parse_i64(part[1], 0, 59, &minutes))
			ns -= (*zone == '+' ? 1 : -1) * (hours * 60 + minutes) *
			      INT64_C(60000000000);
	}
	return ns;
}

/* What is known of where it was measured, so that it is not taken for this machine. */
static bool set_machine(struct as_experiment *x, const struct as_rows *rows, const char *tool)
{
	struct as_fact *f = as_arena_array(&x->arena, 2, sizeof *f);
	const char *host = rows->host ? rows->host : "unknown";

	if (!f)
		return false;
	f[0] = (struct as_fact){AS_FACT_MACHINE, "measured.by", as_arena_strdup(&x->arena, tool)};
	f[1] = (struct as_fact){AS_FACT_MACHINE, "measured.host", as_arena_strdup(&x->arena, host)};
	const char *id = as_arena_printf(&x->arena, "%016llx",
		(unsigned long long)XXH3_64bits_withSeed(host, strlen(host),
			XXH3_64bits(tool, strlen(tool))));
	x->machine = (struct as_machine){.facts = f,
		.n_facts = 2,
		.machine_id = id,
		.environment_id = id,
		.host = as_arena_strdup(&x->arena, rows->host)};
	return f[0].value && f[1].value && id && (!rows->host || x->machine.host);
}

static bool set_head(struct as_experiment *x, const struct as_rows *rows,
	const struct as_bytes *text, const char *tool)
{
	const XXH128_hash_t h = XXH3_128bits(text->bytes, text->n);

	x->uuid = as_arena_printf(&x->arena, "%016llx%016llx", (unsigned long long)h.high64,
		(unsigned long long)h.low64);
	x->command_line = rows->program ? as_arena_strdup(&x->arena, rows->program) : tool;
	x->directory = "";
	x->version = tool;
	x->started_ns = x->ended_ns = instant_of(rows->date);
	x->criterion = rows->executions ? AS_METRIC_WALL : AS_METRIC_TIME;
	x->plan = (struct as_plan){.design = AS_DESIGN_SEQUENTIAL,
		.stopping = AS_STOP_FIXED,
		.confidence = 0.95,
		.tolerance = 0.01,
		.precision_each = true,
		.planned = 1,
		.done = 1};
	return x->uuid && x->command_line && set_machine(x, rows, tool);
}

static enum as_status add_row(struct as_experiment *x, struct as_subject *s,
	const struct as_rows *rows, const struct as_row *row, struct as_err *err)
{
	const size_t at = s->levels[AS_LEVEL_ITERATION].n;
	enum as_status st = as_subject_add_iteration(s, AS_ROLE_MEASURED, 0, err);

	if (!st)
		st = as_subject_set(s, AS_LEVEL_ITERATION, at, AS_METRIC_TIME, row->ns, err);
	for (size_t i = 0; i < row->n_values && !st; i++) {
		const struct as_row_value *v = &rows->values[row->value + i];
		const struct as_metric m = {.name = v->name, .unit = v->unit, .better = v->better,
			.level = AS_LEVEL_ITERATION};
		size_t metric = 0;
		st = as_experiment_metric(x, &m, &metric, err);
		if (!st)
			st = as_subject_set(s, AS_LEVEL_ITERATION, at, metric, v->value, err);
	}
	return st;
}

/* The rows of one benchmark. */
struct share {
	const struct as_row *const *v; /* of all, by benchmark */
	size_t n;
};

static enum as_status add_execution(struct as_experiment *x, struct as_subject *s,
	const struct as_row *row, uint32_t order, struct as_err *err)
{
	const struct as_unit u = {.order = order,
		.round = (uint32_t)s->levels[AS_LEVEL_EXECUTION].n,
		.cost_s = row->ns / 1e9,
		.started_ns = x->started_ns,
		.role = AS_ROLE_MEASURED,
		.code = row->code,
		.ending = row->code     ? AS_ENDED_FAILED
			  : row->failed ? AS_ENDED_REPORT
					: AS_ENDED_OK};
	size_t unit = 0;
	enum as_status st = as_subject_add_unit(s, AS_LEVEL_EXECUTION, &u, &unit, err);

	if (!st && row->failed)
		return as_subject_note(s, &x->arena, AS_LEVEL_EXECUTION, unit, row->failed, err);
	return st || row->code ? st
		: as_subject_set(s, AS_LEVEL_EXECUTION, unit, AS_METRIC_WALL, row->ns, err);
}

/* Each row of it is an execution. */
static enum as_status add_command(struct as_experiment *x, const struct as_rows *rows,
	const struct share *own, struct as_err *err)
{
	const char *name = own->v[0]->benchmark;
	struct as_subject *s = as_experiment_add_subject(x, name, name);
	enum as_status st = s ? AS_OK : as_fail_memory(err);

	for (size_t i = 0; i < own->n && !st; i++)
		st = add_execution(x, s, own->v[i], (uint32_t)(own->v[i] - rows->v), err);
	if (own->n > x->plan.planned)
		x->plan.planned = x->plan.done = (uint32_t)own->n;
	return st;
}

static enum as_status add_subject(struct as_experiment *x, const struct as_rows *rows,
	const struct share *own, uint32_t order, struct as_err *err)
{
	const char *name = own->v[0]->benchmark, *failed = NULL;
	struct as_subject *s = as_experiment_add_subject(x, name, x->command_line);
	enum as_status st = AS_OK;
	size_t unit = 0;

	if (!s)
		return as_fail_memory(err);
	s->benchmark = s->name;
	for (size_t i = 0; i < own->n; i++)
		failed = failed ? failed : own->v[i]->failed;
	const struct as_unit u = {.order = order,
		.round = 0,
		.cost_s = (double)NAN,
		.started_ns = x->started_ns,
		.role = AS_ROLE_MEASURED,
		.ending = failed ? AS_ENDED_REPORT : AS_ENDED_OK};
	st = as_subject_add_unit(s, AS_LEVEL_EXECUTION, &u, &unit, err);
	if (!st && failed)
		st = as_subject_note(s, &x->arena, AS_LEVEL_EXECUTION, unit, failed, err);
	for (size_t i = 0; i < own->n && !st && !failed; i++)
		if (own->v[i]->ns >= 0)
			st = add_row(x, s, rows, own->v[i], err);
	return st;
}

static int by_benchmark(const void *x, const void *y)
{
	const struct as_row *const *a = x, *const *b = y;
	int order = strcmp((*a)->benchmark, (*b)->benchmark);

	return order ? order : (*a > *b) - (*a < *b);
}

static int by_first(const void *x, const void *y)
{
	const struct share *a = x, *b = y;

	return (*a->v > *b->v) - (*a->v < *b->v);
}

/* The shares of the benchmarks, in the order in which they come: *n of them. row and share have
 * room for all. */
static void divide(const struct as_rows *rows, const struct as_row **row, struct share *share,
	size_t *n)
{
	for (size_t i = 0; i < rows->n; i++)
		row[i] = &rows->v[i];
	qsort(row, rows->n, sizeof *row, by_benchmark);
	*n = 0;
	for (size_t i = 0; i < rows->n; i++) {
		if (!i || strcmp(row[i]->benchmark, row[i - 1]->benchmark) != 0)
			share[(*n)++] = (struct share){.v = row + i};
		share[*n - 1].n++;
	}
	qsort(share, *n, sizeof *share, by_first);
}

static enum as_status add_subjects(struct as_experiment *x, const struct as_rows *rows,
	struct as_err *err)
{
	const struct as_row **row = calloc(rows->n, sizeof *row);
	struct share *share = calloc(rows->n, sizeof *share);
	enum as_status st = AS_OK;
	size_t n = 0;

	if (row && share)
		divide(rows, row, share, &n);
	else
		st = as_fail_memory(err);
	for (size_t i = 0; i < n && !st; i++) {
		if (rows->executions) {
			st = add_command(x, rows, &share[i], err);
			continue;
		}
		x->plan.iterations = (uint32_t)share[i].n > x->plan.iterations
					     ? (uint32_t)share[i].n
					     : x->plan.iterations;
		st = add_subject(x, rows, &share[i], (uint32_t)i, err);
	}
	free(row);
	free(share);
	return st;
}

enum as_status as_rows_experiment(const struct as_rows *rows, const struct as_bytes *text,
	const char *tool, const char *name, struct as_experiment **out, struct as_err *err)
{
	struct as_experiment *x = NULL;
	struct as_err why = {0};
	enum as_status st = AS_OK;

	if (!rows->n)
		return as_fail(err, AS_ERR_DATA,
			"cannot read '%.300s': there is no result of a benchmark in it", name);
	x = as_experiment_new();
	if (!x || !set_head(x, rows, text, tool))
		st = as_fail_memory(err);
	else if ((st = add_subjects(x, rows, &why)))
		st = as_fail(err, st, "cannot read '%.300s': %s", name, why.msg);
	if (st)
		as_experiment_free(x);
	else
		*out = x;
	return st;
}

enum as_status as_harness_read(const struct as_harness *h, const struct as_source *from,
	const char *name, struct as_experiment **out, struct as_err *err)
{
	struct as_rows rows = {0};
	struct as_err why = {0};
	char *bytes = NULL;
	size_t n = 0;
	enum as_status st = slurp(from, name, &bytes, &n, err);

	if (st)
		return st;
	st = h->rows(bytes, n, &rows, &why);
	if (st)
		st = as_fail(err, st, "cannot read '%.300s' as results of %s: %s", name, h->title,
			why.msg);
	else if (h->strip_processors && !as_rows_strip_processors(&rows))
		st = as_fail_memory(err);
	else
		st = as_rows_experiment(&rows, &(struct as_bytes){bytes, n}, h->tool, name, out,
			err);
	as_rows_release(&rows);
	free(bytes);
	return st;
}
