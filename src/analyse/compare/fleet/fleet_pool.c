/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/compare/fleet/fleet_pool.h"

#include <math.h>
#include <string.h>

#include "stat/dist/comparing/decide.h"

struct fleet_pooling {
	const struct as_fleet *f;
	const struct as_result *v;
	size_t n;
	struct as_experiment *x;
	size_t metric; /* of x */
};

static const char *text(const struct fleet_pooling *p, const char *s)
{
	return s ? as_arena_strdup(&p->x->arena, s) : NULL;
}

static enum as_status add_subject(struct fleet_pooling *p, const struct as_subject *from,
	struct as_err *err)
{
	struct as_subject *s = as_experiment_add_subject(p->x, from->name, from->command);

	if (!s)
		return as_fail_memory(err);
	s->build_command = text(p, from->build_command);
	s->benchmark = text(p, from->benchmark);
	s->parameters = as_arena_array(&p->x->arena, from->n_parameters + 1, sizeof *s->parameters);
	if (!s->parameters || !as_version_copy(&p->x->arena, &from->version, &s->version))
		return as_fail_memory(err);
	s->n_parameters = from->n_parameters;
	for (size_t i = 0; i < s->n_parameters; i++) {
		s->parameters[i] = from->parameters[i];
		s->parameters[i].name = text(p, from->parameters[i].name);
		s->parameters[i].value = text(p, from->parameters[i].value);
	}
	return AS_OK;
}

/* The mean of a subject on a machine, over its sessions; NaN where it has none. */
static double mean_on(const struct fleet_pooling *p, size_t machine, size_t subject)
{
	double sum = 0;
	size_t n = 0;

	for (size_t i = 0; i < p->n; i++) {
		const struct as_analysis *a = &p->v[i].analyses[0];
		if (p->f->of[i] != machine)
			continue;
		sum += a->summaries[subject].mean;
		n++;
	}
	return n ? sum / (double)n : (double)NAN;
}

/* The row in which it is compared; NULL: it is a reference alone. */
static const struct as_fleet_row *row_of(const struct as_fleet *f, size_t subject)
{
	for (size_t i = 1; i < f->n_rows; i++)
		if (f->row[i].subject == subject)
			return &f->row[i];
	return NULL;
}

static double value_on(const struct fleet_pooling *p, size_t machine, size_t subject)
{
	const struct as_fleet_row *row = row_of(p->f, subject);

	return row ? mean_on(p, machine, row->reference) * row->cell[machine].value
		   : mean_on(p, machine, subject);
}

static bool counts(const struct as_fleet *f, size_t machine)
{
	for (size_t i = 0; i < f->n_rows; i++)
		if (!f->row[i].cell[machine].counts)
			return false;
	return true;
}

static enum as_status add_value(struct fleet_pooling *p, size_t subject, uint32_t round,
	double value, struct as_err *err)
{
	struct as_subject *s = &p->x->subjects[subject];
	const struct as_unit u = {.order = round * (uint32_t)p->x->n_subjects + (uint32_t)subject,
		.round = round};
	const bool inside = p->x->metrics[p->metric].level == AS_LEVEL_ITERATION;
	size_t unit = 0;
	enum as_status st = as_subject_add_unit(s, AS_LEVEL_EXECUTION, &u, &unit, err);

	if (!st && inside)
		st = as_subject_add_iteration(s, AS_ROLE_MEASURED, 0, err);
	return st ? st : as_subject_set(s, inside ? AS_LEVEL_ITERATION : AS_LEVEL_EXECUTION, unit,
		p->metric, value, err);
}

static enum as_status fill_pool(struct fleet_pooling *p, struct as_err *err)
{
	const struct as_experiment *from = p->v[0].x;
	uint32_t rounds = 0;
	enum as_status st = as_experiment_metric(p->x, &p->f->metric, &p->metric, err);

	for (size_t i = 0; i < p->f->n_subjects && !st; i++)
		st = add_subject(p, &from->subjects[i], err);
	for (size_t m = 0; m < p->f->n && !st; m++) {
		if (!counts(p->f, m))
			continue;
		for (size_t i = 0; i < p->f->n_subjects && !st; i++)
			st = add_value(p, i, rounds, value_on(p, m, i), err);
		rounds++;
	}
	p->x->level_name[AS_LEVEL_EXECUTION] = AS_LEVEL_MACHINE;
	p->x->criterion = p->metric;
	p->x->reference = from->reference;
	p->x->started_ns = from->started_ns;
	p->x->ended_ns = from->ended_ns;
	p->x->plan = (struct as_plan){.seed = from->plan.seed, .confidence = from->plan.confidence,
		.tolerance = from->plan.tolerance, .done = rounds,
		/* a machine more is a round more: they are compared in pairs, however few they are */
		.planned = rounds > AS_BLOCKS_PAIRED ? rounds : AS_BLOCKS_PAIRED};
	p->x->uuid = text(p, from->uuid);
	p->x->command_line = text(p, from->command_line);
	p->x->directory = text(p, from->directory);
	return st || (p->x->uuid && p->x->command_line && p->x->directory)
		? st : as_fail_memory(err);
}

enum as_status as_fleet_pool(const struct as_fleet *f, const struct as_result *v, size_t n,
	struct as_experiment **out, struct as_err *err)
{
	struct fleet_pooling p = {.f = f, .v = v, .n = n};

	*out = NULL;
	if (f->kinds)
		return as_fail(err, AS_ERR_REFUSED,
			"cannot judge what was measured on processors of several kinds together; "
			"name machines of one kind with --on");
	if (f->metric.level > AS_LEVEL_EXECUTION)
		return as_fail(err, AS_ERR_DATA,
			"cannot put machines together by '%.100s', which is no value of executions",
			f->metric.name);
	p.x = as_experiment_new();
	if (!p.x)
		return as_fail_memory(err);
	const enum as_status st = fill_pool(&p, err);
	if (st)
		as_experiment_free(p.x);
	else
		*out = p.x;
	return st;
}
