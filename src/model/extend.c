/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/extend.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* One subject on its way from `from` to `to`. */
struct moving {
	struct as_arena *arena;
	struct as_subject *to;
	const struct as_subject *from;
	const size_t *metric; /* numbers of from's metrics there */
	uint32_t session;     /* that the units belong to; 0 where sessions are no level */
	size_t first_build, first_execution;
	struct as_err *err;
};

static bool same(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

static const char *criterion(const struct as_experiment *x)
{
	return x->criterion < x->n_metrics ? x->metrics[x->criterion].name : "unknown";
}

static enum as_status check_subject(const struct as_subject *a, const struct as_subject *b,
	struct as_err *err)
{
	bool built = a->build_command != NULL;

	if (!same(a->name, b->name) || !same(a->command, b->command) ||
		!same(a->build_command, b->build_command))
		return as_fail(err, AS_ERR_DATA, "'%s' is not '%s'", b->name, a->name);
	if (!built && (!same(a->executable, b->executable) ||
		!same(a->executable_hash, b->executable_hash)))
		return as_fail(err, AS_ERR_DATA, "the program of '%s' has changed", a->name);
	/* Builds that always come out the same are the program itself. */
	if (a->n_builds > 1 && b->n_builds && as_build_same(&a->builds[0], &a->builds[1]) &&
		!as_build_same(&a->builds[0], &b->builds[0]))
		return as_fail(err, AS_ERR_DATA, "the build of '%s' makes another program", a->name);
	return AS_OK;
}

static enum as_status check(const struct as_experiment *x, const struct as_experiment *more,
	struct as_err *err)
{
	if (x->n_subjects != more->n_subjects)
		return as_fail(err, AS_ERR_DATA, "it has %zu subjects and not %zu", more->n_subjects,
			x->n_subjects);
	if (strcmp(criterion(x), criterion(more)) != 0)
		return as_fail(err, AS_ERR_DATA, "its criterion is %s and not %s", criterion(more),
			criterion(x));
	if (x->plan.builds_state != more->plan.builds_state ||
		x->plan.layout_failed != more->plan.layout_failed)
		return as_fail(err, AS_ERR_DATA,
			"its builds do not differ as those of the other do");
	for (size_t i = 0; i < x->n_subjects; i++) {
		enum as_status st = check_subject(&x->subjects[i], &more->subjects[i], err);
		if (st)
			return st;
	}
	return AS_OK;
}

static enum as_status move_values(struct moving *m, enum as_level_index level, size_t from, size_t to)
{
	const struct as_level *l = &m->from->levels[level];
	enum as_status st = AS_OK;

	for (size_t c = 0; c < l->n_columns && !st; c++) {
		const struct as_column *col = &l->columns[c];
		if (!isnan(col->values[from]))
			st = as_subject_set(m->to, level, to, m->metric[col->metric], col->values[from],
				m->err);
	}
	return st;
}

static enum as_status move_builds(struct moving *m)
{
	const struct as_level *l = &m->from->levels[AS_LEVEL_BUILD];
	enum as_status st = AS_OK;

	m->first_build = m->to->levels[AS_LEVEL_BUILD].n;
	for (size_t k = 0; k < l->n && !st; k++) {
		struct as_unit u = l->units[k];
		u.parent = m->session;
		st = as_subject_add_build(m->to, m->arena, &u, &m->from->builds[k], m->err);
		if (!st)
			st = move_values(m, AS_LEVEL_BUILD, k, m->first_build + k);
	}
	return st;
}

static enum as_status move_iterations(struct moving *m, size_t execution)
{
	const struct as_iterations *it = &m->from->iterations;
	enum as_status st = AS_OK;

	for (size_t i = it->first[execution]; i < it->first[execution + 1] && !st; i++) {
		size_t here = m->to->levels[AS_LEVEL_ITERATION].n;
		st = as_subject_add_iteration(m->to, (enum as_role)it->role[i], it->end_ns[i], m->err);
		if (!st)
			st = move_values(m, AS_LEVEL_ITERATION, i, here);
	}
	return st;
}

static enum as_status move_executions(struct moving *m)
{
	const struct as_level *l = &m->from->levels[AS_LEVEL_EXECUTION];
	bool built = m->from->levels[AS_LEVEL_BUILD].n > 0;
	enum as_status st = AS_OK;

	m->first_execution = m->to->levels[AS_LEVEL_EXECUTION].n;
	for (size_t e = 0; e < l->n && !st; e++) {
		struct as_unit u = l->units[e];
		size_t here = 0;
		u.parent = built ? (uint32_t)(u.parent + m->first_build) : m->session;
		st = as_subject_add_unit(m->to, AS_LEVEL_EXECUTION, &u, &here, m->err);
		if (!st)
			st = move_values(m, AS_LEVEL_EXECUTION, e, here);
		if (!st && m->from->iterations.first)
			st = move_iterations(m, e);
	}
	return st;
}

static enum as_status move_notes(struct moving *m)
{
	enum as_status st = AS_OK;

	for (size_t i = 0; i < m->from->n_notes && !st; i++) {
		const struct as_note *note = &m->from->notes[i];
		size_t unit = note->unit;
		if (note->level == AS_LEVEL_BUILD)
			unit += m->first_build;
		else if (note->level == AS_LEVEL_EXECUTION)
			unit += m->first_execution;
		st = as_subject_note(m->to, m->arena, note->level, unit, note->text, m->err);
	}
	return st;
}

/* A session as a unit: it has no place in the order and no cost of its own. */
static enum as_status add_session(struct as_subject *s, const struct as_experiment *x,
	struct as_err *err)
{
	const struct as_unit u = {.round = AS_NO_ROUND, .seed = x->plan.seed,
		.started_ns = x->started_ns, .cost_s = (double)NAN};
	size_t here = 0;

	return as_subject_add_unit(s, AS_LEVEL_SESSION, &u, &here, err);
}

static enum as_status move_subject(struct as_experiment *x, size_t i,
	const struct as_experiment *more, enum as_extension how, struct moving *m)
{
	struct as_level *sessions = &x->subjects[i].levels[AS_LEVEL_SESSION];
	enum as_status st = AS_OK;

	m->to = &x->subjects[i];
	m->from = &more->subjects[i];
	/* Without sessions the units of x have the parent 0, which becomes the first session. */
	if (how == AS_EXTEND_SESSION && !sessions->n)
		st = add_session(m->to, x, m->err);
	if (!st && how == AS_EXTEND_SESSION)
		st = add_session(m->to, more, m->err);
	m->session = sessions->n ? (uint32_t)sessions->n - 1 : 0;
	if (!st)
		st = move_builds(m);
	if (!st)
		st = move_executions(m);
	m->to->leftovers += m->from->leftovers;
	return st ? st : move_notes(m);
}

static enum as_status copy_machine(struct as_experiment *x, const struct as_machine *from,
	struct as_err *err)
{
	struct as_arena *a = &x->arena;
	struct as_machine m = {.n_facts = from->n_facts, .suspended_ns = from->suspended_ns,
		.facts = as_arena_array(a, from->n_facts, sizeof *m.facts),
		.machine_id = as_arena_strdup(a, from->machine_id),
		.environment_id = as_arena_strdup(a, from->environment_id),
		.boot_id = as_arena_strdup(a, from->boot_id),
		.host = as_arena_strdup(a, from->host)};
	bool ok = m.facts && (m.machine_id || !from->machine_id) &&
		(m.environment_id || !from->environment_id) && (m.boot_id || !from->boot_id) &&
		(m.host || !from->host);

	for (size_t i = 0; ok && i < m.n_facts; i++) {
		m.facts[i] = (struct as_fact){.kind = from->facts[i].kind,
			.name = as_arena_strdup(a, from->facts[i].name),
			.value = as_arena_strdup(a, from->facts[i].value)};
		ok = m.facts[i].name && m.facts[i].value;
	}
	if (!ok)
		return as_fail_memory(err);
	x->machine = m;
	return AS_OK;
}

/* What the plan was made for was reached or missed by the first part; the whole has fixed counts. */
static void extend_plan(struct as_plan *p, const struct as_plan *more, enum as_extension how)
{
	p->planned = how == AS_EXTEND_SESSION ? more->planned : p->planned + more->planned;
	p->stopping = AS_STOP_FIXED;
	p->outcome = more->outcome;
	p->budget_ns = more->budget_ns;
	p->budget_explicit = more->budget_explicit;
	p->stage1 = p->extended = p->wanted = 0;
	p->done += more->done;
	p->expected = 0;
	p->dimension_reused = false;
	if (more->builds > p->builds)
		p->builds = more->builds;
}

static enum as_status extend_head(struct as_experiment *x, const struct as_experiment *more,
	enum as_extension how, struct as_err *err)
{
	const char *uuid = as_arena_strdup(&x->arena, more->uuid);
	enum as_status st = uuid ? copy_machine(x, &more->machine, err) : as_fail_memory(err);

	if (st)
		return st;
	x->extends = x->uuid;
	x->uuid = uuid;
	x->second_look = x->second_look || x->shown;
	x->shown = false;
	x->id = x->session = 0;
	x->ended_ns = more->ended_ns;
	extend_plan(&x->plan, &more->plan, how);
	return AS_OK;
}

enum as_status as_experiment_extend(struct as_experiment *x, const struct as_experiment *more,
	enum as_extension how, struct as_err *err)
{
	size_t *metric = calloc(more->n_metrics + 1, sizeof *metric);
	struct moving m = {.arena = &x->arena, .metric = metric, .err = err};
	enum as_status st = metric ? check(x, more, err) : as_fail_memory(err);

	for (size_t i = 0; i < more->n_metrics && !st; i++)
		st = as_experiment_metric(x, &more->metrics[i], &metric[i], err);
	for (size_t i = 0; i < x->n_subjects && !st; i++)
		st = move_subject(x, i, more, how, &m);
	if (!st)
		st = extend_head(x, more, how, err);
	free(metric);
	return st;
}

int64_t as_experiment_session_began(const struct as_experiment *x)
{
	const struct as_level *l = x->n_subjects ? &x->subjects[0].levels[AS_LEVEL_SESSION] : NULL;

	return l && l->n ? l->units[l->n - 1].started_ns : x->started_ns;
}

size_t as_experiment_sessions(const struct as_experiment *x)
{
	size_t n = x->n_subjects ? x->subjects[0].levels[AS_LEVEL_SESSION].n : 0;

	return n ? n : 1;
}
