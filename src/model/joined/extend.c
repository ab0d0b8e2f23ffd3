/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/joined/extend.h"

#include <math.h>
#include <string.h>

#include "model/joined/transfer.h"
#include "model/kept/session.h"

static bool same(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

static const char *criterion(const struct as_experiment *x)
{
	return x->criterion < x->n_metrics ? x->metrics[x->criterion].name : "unknown";
}

/* How layouts are drawn; NULL where they are not. */
static const char *layouts(const struct as_machine *m)
{
	for (size_t i = 0; i < m->n_facts; i++)
		if (!strcmp(m->facts[i].name, AS_FACT_LAYOUT))
			return m->facts[i].value;
	return NULL;
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
		return as_fail(err, AS_ERR_DATA, "the build of '%s' makes another program",
			a->name);
	return AS_OK;
}

/* A program may report other metrics than before, but not one of the same name in another unit. */
static enum as_status check_metrics(const struct as_experiment *x, const struct as_experiment *more,
	struct as_err *err)
{
	for (size_t i = 0; i < more->n_metrics; i++)
		for (size_t k = 0; k < x->n_metrics; k++) {
			const struct as_metric *a = &x->metrics[k], *b = &more->metrics[i];
			if (!strcmp(a->name, b->name) && (strcmp(a->unit, b->unit) != 0 ||
				a->better != b->better || a->level != b->level))
				return as_fail(err, AS_ERR_DATA,
					"its %s is in %s, at another level or of another "
					"direction than that in %s",
					b->name, b->unit, a->unit);
		}
	return AS_OK;
}

static enum as_status check(const struct as_experiment *x, const struct as_experiment *more,
	struct as_err *err)
{
	if (x->n_subjects != more->n_subjects)
		return as_fail(err, AS_ERR_DATA, "it has %zu subjects and not %zu",
			more->n_subjects, x->n_subjects);
	if (strcmp(criterion(x), criterion(more)) != 0)
		return as_fail(err, AS_ERR_DATA, "its criterion is %s and not %s", criterion(more),
			criterion(x));
	if (x->plan.builds_state != more->plan.builds_state ||
		x->plan.layout_failed != more->plan.layout_failed)
		return as_fail(err, AS_ERR_DATA,
			"its builds do not differ as those of the other do");
	if (!same(layouts(&x->machine), layouts(&more->machine)))
		return as_fail(err, AS_ERR_DATA,
			"its layouts are drawn in another way than those of the other");
	for (size_t i = 0; i < x->n_subjects; i++) {
		enum as_status st = check_subject(&x->subjects[i], &more->subjects[i], err);
		if (st)
			return st;
	}
	return check_metrics(x, more, err);
}

/* All units of one level of a subject, with what hangs off them; their parents are moved by as
 * many. */
static enum as_status take_level(struct as_experiment *x, size_t subject,
	const struct as_experiment *more, enum as_level_index level, size_t parents,
	struct as_err *err)
{
	const struct as_level *from = &more->subjects[subject].levels[level];
	struct as_level *to = &x->subjects[subject].levels[level];
	enum as_status st = AS_OK;

	for (size_t u = 0; u < from->n && !st; u++) {
		st = as_experiment_take_unit(x, more, subject, level, u, err);
		if (!st && !as_packed_set(&to->units[AS_UNIT_PARENT], to->n - 1,
			as_unit_parent(to, to->n - 1) + parents))
			st = as_fail_memory(err);
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

static enum as_status take_subject(struct as_experiment *x, size_t i,
	const struct as_experiment *more, enum as_extension how, struct as_err *err)
{
	struct as_subject *s = &x->subjects[i];
	size_t *sessions = &s->levels[AS_LEVEL_SESSION].n, builds = s->levels[AS_LEVEL_BUILD].n;
	bool built = more->subjects[i].levels[AS_LEVEL_BUILD].n > 0;
	enum as_status st = AS_OK;

	/* Without sessions the units of x have the parent 0, which becomes the first session. */
	if (how == AS_EXTEND_SESSION && !*sessions)
		st = add_session(s, x, err);
	if (!st && how == AS_EXTEND_SESSION)
		st = add_session(s, more, err);
	size_t session = *sessions ? *sessions - 1 : 0;
	if (!st)
		st = take_level(x, i, more, AS_LEVEL_BUILD, session, err);
	if (!st)
		st = take_level(x, i, more, AS_LEVEL_EXECUTION, built ? builds : session, err);
	s->leftovers += more->subjects[i].leftovers;
	return st;
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

/* What the plan was made for was reached or missed by the first part; the whole has fixed counts.
 * */
static void extend_plan(struct as_plan *p, const struct as_plan *more, enum as_extension how)
{
	/* Looks, and how many rounds there are at most, stay those of then. */
	const bool looks = p->stopping == AS_STOP_LOOKS && how != AS_EXTEND_SESSION;

	if (!looks)
		p->planned = how == AS_EXTEND_SESSION ? more->planned
						      : p->planned + more->planned;
	p->stopping = looks ? AS_STOP_LOOKS : AS_STOP_FIXED;
	p->outcome = more->outcome;
	p->budget_ns = more->budget_ns;
	p->budget_explicit = more->budget_explicit;
	p->extended = p->wanted = 0;
	if (how == AS_EXTEND_SESSION)
		p->stage1 = 0; /* the rounds before still followed from those of stage 1 */
	p->done += more->done;
	p->expected = 0;
	p->dimension_reused = false;
	p->decide = false;
	p->first_look = p->last_look = 0;
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
	/* Where more was measured because a verdict was open, assay has looked itself. */
	const bool within = x->plan.stopping == AS_STOP_LOOKS && how != AS_EXTEND_SESSION &&
		x->plan.done + more->plan.done <= x->plan.planned;
	x->second_look = x->second_look || x->plan.decide || (x->shown && !within);
	x->shown = false;
	x->id = x->session = 0;
	x->ended_ns = more->ended_ns;
	extend_plan(&x->plan, &more->plan, how);
	return AS_OK;
}

enum as_status as_experiment_extend(struct as_experiment *x, const struct as_experiment *more,
	enum as_extension how, struct as_err *err)
{
	enum as_status st = check(x, more, err);

	for (size_t i = 0; i < x->n_subjects && !st; i++)
		st = take_subject(x, i, more, how, err);
	return st ? st : extend_head(x, more, how, err);
}

int64_t as_experiment_session_began(const struct as_experiment *x)
{
	const struct as_level *l = x->n_subjects ? &x->subjects[0].levels[AS_LEVEL_SESSION] : NULL;

	return l && l->n ? as_unit_at(l, l->n - 1).started_ns : x->started_ns;
}

size_t as_experiment_sessions(const struct as_experiment *x)
{
	size_t n = x->n_subjects ? x->subjects[0].levels[AS_LEVEL_SESSION].n : 0;

	return n ? n : 1;
}

static size_t facts_that_begin(const struct as_experiment *x, const char *with)
{
	size_t n = 0;

	for (size_t i = 0; i < x->machine.n_facts; i++)
		n += !strncmp(x->machine.facts[i].name, with, strlen(with));
	return n;
}

size_t as_experiment_stretches(const struct as_experiment *x)
{
	return 1 + facts_that_begin(x, AS_FACT_SESSION) + facts_that_begin(x, AS_FACT_PAUSED);
}

double as_experiment_elapsed_s(const struct as_experiment *x)
{
	const bool whole = x->ended_ns > x->started_ns && !x->extends &&
		as_experiment_sessions(x) == 1 && as_experiment_stretches(x) == 1 &&
		!facts_that_begin(x, AS_FACT_RESUMED);

	return whole ? ((double)x->ended_ns - (double)x->started_ns) / 1e9 : 0;
}
