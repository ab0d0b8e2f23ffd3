/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "format/foreign/parts/harness.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/text.h"
#include "format/foreign/parts/hashed.h"
#include "format/instant.h"

/* 0 for what is none. */
static int64_t instant_of(const char *s)
{
	int64_t ns = 0;

	return s && as_instant_read(s, &ns) ? ns : 0;
}

bool as_harness_machine(struct as_experiment *x, const struct as_harness_head *h)
{
	struct as_fact *f = as_arena_array(&x->arena, 2, sizeof *f);
	const char *host = h->host ? h->host : "unknown";
	const char *key = host, *environment = h->environment;

	if (!f)
		return false;
	f[0] = (struct as_fact){
		AS_FACT_MACHINE, AS_FACT_MEASURED_BY, as_arena_strdup(&x->arena, h->tool)};
	f[1] = (struct as_fact){AS_FACT_MACHINE, "measured.host", as_arena_strdup(&x->arena, host)};
	if (h->processor && *h->processor)
		key = as_arena_printf(&x->arena, "%s (%s)", host, h->processor);
	if (!key)
		return false;
	const uint64_t machine = XXH3_64bits_withSeed(
		key, strlen(key), XXH3_64bits(h->tool, strlen(h->tool)));
	const char *id = as_arena_printf(&x->arena, "%016llx", (unsigned long long)machine);
	const char *within = !environment || !*environment ? id
		: as_arena_printf(&x->arena, "%016llx",
			(unsigned long long)XXH3_64bits_withSeed(
				environment, strlen(environment), machine));
	x->machine = (struct as_machine){.facts = f,
		.n_facts = 2,
		.machine_id = id,
		.environment_id = within,
		.host = !h->host ? NULL : h->processor && *h->processor
				? key : as_arena_strdup(&x->arena, h->host)};
	return f[0].value && f[1].value && id && within && (!h->host || x->machine.host);
}

bool as_harness_begin(struct as_experiment *x, const struct as_harness_head *h)
{
	const uint32_t done = x->plan.done > 1 ? x->plan.done : 1;

	x->uuid = as_arena_printf(&x->arena, "%016llx%016llx", (unsigned long long)h->hash[0],
		(unsigned long long)h->hash[1]);
	x->command_line = as_arena_strdup(&x->arena, h->program ? h->program : h->tool);
	x->directory = "";
	x->version = h->tool;
	x->started_ns = x->ended_ns = instant_of(h->date);
	x->criterion = h->executions ? AS_METRIC_WALL : AS_METRIC_TIME;
	x->plan = (struct as_plan){.design = AS_DESIGN_SEQUENTIAL,
		.stopping = AS_STOP_FIXED,
		.confidence = 0.95,
		.tolerance = 0.01,
		.precision_each = true,
		.planned = done,
		.done = done};
	return x->uuid && x->command_line && as_harness_machine(x, h);
}

static bool add_facts(struct as_experiment *x, const struct as_rows *rows)
{
	struct as_machine *m = &x->machine;
	struct as_fact *f = as_arena_array(&x->arena, m->n_facts + rows->n_facts + 1, sizeof *f);

	if (!f)
		return false;
	memcpy(f, m->facts, m->n_facts * sizeof *f);
	m->facts = f;
	for (size_t i = 0; i < rows->n_facts; i++) {
		const struct as_fact own = {rows->facts[i].kind,
			as_arena_printf(&x->arena, "foreign.%s", rows->facts[i].name),
			as_arena_strdup(&x->arena, rows->facts[i].value)};
		f[m->n_facts++] = own;
		if (!own.name || !own.value)
			return false;
	}
	return true;
}

static bool set_head(struct as_experiment *x, const struct as_rows *rows,
	const uint64_t hash[2], const char *tool)
{
	struct as_text processor = {0}, environment = {0};

	for (size_t i = 0; i < rows->n_facts; i++) {
		const struct as_fact *f = &rows->facts[i];
		if (f->kind == AS_FACT_MACHINE)
			as_text_addf(&processor, "%s%s", processor.len ? ", " : "", f->value);
		else if (f->kind == AS_FACT_ENVIRONMENT)
			as_text_addf(&environment, "%s=%s\n", f->name, f->value);
	}
	const bool well = !processor.failed && !environment.failed &&
		as_harness_begin(x, &(struct as_harness_head){.tool = tool,
					    .program = rows->program,
					    .host = rows->host,
					    .date = rows->date,
					    .processor = as_text_str(&processor),
					    .environment = as_text_str(&environment),
					    .hash = {hash[0], hash[1]}}) &&
		add_facts(x, rows);
	as_text_release(&processor);
	as_text_release(&environment);
	return well;
}

/* The metrics that the values at each place of a row were last of. */
struct metrics_at {
	const char *name[AS_ROWS_METRICS], *unit[AS_ROWS_METRICS];
	size_t metric[AS_ROWS_METRICS];
};

static enum as_status metric_of(struct as_experiment *x, struct metrics_at *at, size_t i,
	const struct as_row_value *v, struct as_err *err)
{
	const struct as_metric m = {.name = v->name,
		.unit = v->unit,
		.better = v->better,
		.level = AS_LEVEL_ITERATION};

	if (at->name[i] == v->name && at->unit[i] == v->unit &&
		x->metrics[at->metric[i]].better == v->better)
		return AS_OK;
	const enum as_status st = as_experiment_metric(x, &m, &at->metric[i], err);
	at->name[i] = st ? NULL : v->name;
	at->unit[i] = v->unit;
	return st;
}

static enum as_status add_row(struct as_experiment *x, struct as_subject *s,
	const struct as_rows *rows, const struct as_row *row, struct metrics_at *metrics,
	struct as_err *err)
{
	const size_t at = s->levels[AS_LEVEL_ITERATION].n;
	enum as_status st = as_subject_add_iteration(s, AS_ROLE_MEASURED, 0, err);

	if (!st && row->ns >= 0)
		st = as_subject_set(s, AS_LEVEL_ITERATION, at, AS_METRIC_TIME, row->ns, err);
	for (size_t i = 0; i < row->n_values && !st; i++) {
		const struct as_row_value *v = &rows->values[row->value + i];
		st = metric_of(x, metrics, i, v, err);
		if (!st)
			st = as_subject_set(s, AS_LEVEL_ITERATION, at, metrics->metric[i], v->value,
				err);
	}
	return st;
}

/* What the rows of one benchmark have in common. */
struct share {
	const struct as_row *first;
	const char *failed; /* the first reason; NULL: none has */
	const char *skipped; /* the first reason for that; NULL: some of it was measured, or failed */
	size_t n;
	bool measured;
};

static enum as_status add_subject(
	struct as_experiment *x, const struct share *own, uint32_t order, struct as_err *err)
{
	struct as_subject *s =
		as_experiment_add_subject(x, own->first->benchmark, x->command_line);
	size_t unit = 0;

	if (!s)
		return as_fail_memory(err);
	s->benchmark = s->name;
	x->plan.iterations = (uint32_t)own->n > x->plan.iterations ? (uint32_t)own->n
								   : x->plan.iterations;
	const struct as_unit u = {.order = order,
		.round = 0,
		.cost_s = (double)NAN,
		.started_ns = x->started_ns,
		.role = AS_ROLE_MEASURED,
		.ending = own->failed    ? AS_ENDED_REPORT
			  : own->skipped ? AS_ENDED_SKIPPED
					 : AS_ENDED_OK};
	const char *why = own->failed ? own->failed : own->skipped;
	enum as_status st = as_subject_add_unit(s, AS_LEVEL_EXECUTION, &u, &unit, err);
	if (!st && why)
		st = as_subject_note(s, &x->arena, AS_LEVEL_EXECUTION, unit, why, err);
	return st;
}

/* The benchmarks, in the order in which they come: *n of them. share has room for all, of for the
 * texts of the rows, all 0: each benchmark's share + 1. */
static void divide(const struct as_rows *rows, struct share *share, uint32_t *of, size_t *n)
{
	*n = 0;
	for (size_t i = 0; i < rows->n; i++) {
		const struct as_row *row = &rows->v[i];
		uint32_t *number = &of[row->number];
		if (!*number) {
			*number = (uint32_t)++*n;
			share[*number - 1].first = row;
		}
		struct share *own = &share[*number - 1];
		if (row->skipped)
			own->skipped = own->skipped ? own->skipped : row->failed;
		else
			own->failed = own->failed ? own->failed : row->failed;
		own->measured = own->measured || !row->failed;
		own->n++;
	}
}

static bool has_values(const struct as_row *row)
{
	return !row->failed && (row->ns >= 0 || row->n_values);
}

/* The time, if any of them has one, else the first number that they have. */
static void set_criterion(struct as_experiment *x, const struct as_rows *rows)
{
	bool time = false;

	for (size_t i = 0; i < rows->n; i++)
		time = time || rows->v[i].ns >= 0;
	if (!time && x->n_metrics > AS_METRICS_BUILTIN)
		x->criterion = AS_METRICS_BUILTIN;
}

static enum as_status add_subjects(
	struct as_experiment *x, const struct as_rows *rows, struct as_err *err)
{
	struct share *share = calloc(rows->n, sizeof *share);
	uint32_t *of = calloc(rows->texts.n + 1, sizeof *of);
	struct metrics_at metrics = {0};
	enum as_status st = share && of ? AS_OK : as_fail_memory(err);
	size_t n = 0;

	if (!st)
		divide(rows, share, of, &n);
	for (size_t i = 0; i < n && !st; i++) {
		share[i].skipped = share[i].measured ? NULL : share[i].skipped;
		st = add_subject(x, &share[i], (uint32_t)i, err);
	}
	/* in the order of the file, so that its values are walked through once */
	for (size_t i = 0; i < rows->n && !st; i++) {
		const size_t k = of[rows->v[i].number] - 1;
		if (has_values(&rows->v[i]) && !share[k].failed)
			st = add_row(x, &x->subjects[k], rows, &rows->v[i], &metrics, err);
	}
	set_criterion(x, rows);
	free(of);
	free(share);
	return st;
}

/* What has been left out of the file, in words. */
static bool remark_on(struct as_experiment *x, const struct as_rows *rows)
{
	const struct as_row *first = NULL;
	size_t n = 0;

	for (size_t i = 0; i < rows->n_remarks; i++)
		if (!as_experiment_remark(x, "%s", rows->remarks[i]))
			return false;
	for (size_t i = 0; i < rows->n; i++)
		if (!rows->v[i].failed && !has_values(&rows->v[i])) {
			first = first ? first : &rows->v[i];
			n++;
		}
	if (n &&
		!as_experiment_remark(x,
			"%zu of its %zu results %s no value and %s left out, the first of '%.100s'",
			n, rows->n, n == 1 ? "has" : "have", n == 1 ? "is" : "are",
			first->benchmark))
		return false;
	if (rows->n_none &&
		!as_experiment_remark(x, "%zu of its values %s no number and %s left out",
				    rows->n_none, rows->n_none == 1 ? "is" : "are",
				    rows->n_none == 1 ? "is" : "are"))
		return false;
	const struct as_row_mean *mean = &rows->odd_mean;
	if (rows->n_odd_means &&
		!as_experiment_remark(x,
			"it says a mean of %.6g ns for '%.200s', but the %zu repetitions it has "
			"have one of %.6g ns; the repetitions are what counts here%s",
			mean->said_ns, mean->benchmark, mean->repetitions, mean->own_ns,
			rows->n_odd_means > 1 ? ", also of others of which it says so" : ""))
		return false;
	return !rows->n_odd ||
	       as_experiment_remark(x,
		       "%zu of its lines %s no result of a benchmark and %s left out, the first in "
		       "line %zu: '%s'",
		       rows->n_odd, rows->n_odd == 1 ? "is" : "are",
		       rows->n_odd == 1 ? "is" : "are", rows->odd_line, rows->odd);
}

static bool keep_unused(struct as_experiment *x, const struct as_rows *rows)
{
	if (!rows->unused || !*rows->unused)
		return true;
	x->unused = as_arena_strdup(&x->arena, rows->unused);
	return x->unused;
}

enum as_status as_rows_experiment(const struct as_rows *rows, const uint64_t hash[2],
	const char *tool, const char *name, struct as_experiment **out, struct as_err *err)
{
	struct as_experiment *x = NULL;
	struct as_err why = {0};
	enum as_status st = AS_OK;

	if (!rows->n)
		return as_fail(err, AS_ERR_DATA,
			"cannot read '%.300s': there is no result of a benchmark in it", name);
	x = as_experiment_new();
	if (!x || !set_head(x, rows, hash, tool))
		st = as_fail_memory(err);
	else if ((st = add_subjects(x, rows, &why)))
		st = as_fail(err, st, "cannot read '%.300s': %s", name, why.msg);
	else if (!remark_on(x, rows) || !keep_unused(x, rows))
		st = as_fail_memory(err);
	if (st)
		as_experiment_free(x);
	else
		*out = x;
	return st;
}

enum as_status as_harness_read(const struct as_harness *h, const struct as_source *from,
	const char *name, struct as_experiment **out, struct as_err *err)
{
	struct as_hashed *hashed = as_hashed_new(from);
	struct as_rows rows = {0};
	struct as_err why = {0};
	uint64_t hash[2];

	if (!hashed)
		return as_fail_memory(err);
	const struct as_source source = as_hashed_source(hashed);
	enum as_status st = h->rows(&source, &rows, &why);
	as_hashed_sum(hashed, hash);
	as_hashed_free(hashed);
	if (st)
		return as_fail(err, st, "cannot read '%.300s' as results of %s: %s", name, h->title,
			why.msg);
	if (h->strip_processors && !as_rows_strip_processors(&rows))
		st = as_fail_memory(err);
	else
		st = as_rows_experiment(&rows, hash, h->tool, name, out, err);
	as_rows_release(&rows);
	return st;
}
