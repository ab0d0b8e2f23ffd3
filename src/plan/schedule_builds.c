/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "plan/schedule_state.h"

static const struct as_build *build_of(const struct as_schedule *s, size_t subject, size_t cell)
{
	return &s->x->subjects[subject].builds[s->subjects[subject].cells[cell]];
}

/* Whether all builds of a subject are one and the same. */
static bool all_same(const struct as_schedule *s, size_t subject)
{
	for (size_t k = 1; k < s->subjects[subject].n_cells; k++)
		if (!as_build_same(build_of(s, subject, 0), build_of(s, subject, k)))
			return false;
	return true;
}

/* Whether all of them have their functions and objects in the same places; data may differ. */
static bool all_laid_out_same(const struct as_schedule *s, size_t subject)
{
	const struct as_build *x = build_of(s, subject, 0);

	for (size_t k = 1; k < s->subjects[subject].n_cells; k++) {
		const struct as_build *y = build_of(s, subject, k);
		if (x->layout && y->layout ? strcmp(x->layout, y->layout) != 0
					   : !as_build_same(x, y))
			return false;
	}
	return true;
}

/* One build is enough: the level is merged, executions become the top one. */
static enum as_status merge_level(struct as_schedule *s, size_t subject, struct as_err *err)
{
	struct as_level *l = &s->x->subjects[subject].levels[AS_LEVEL_BUILD];
	struct as_scheduled *of = &s->subjects[subject];

	for (size_t k = 1; k < of->n_cells; k++)
		if (!as_packed_set(&l->units[AS_UNIT_ROLE], of->cells[k], AS_ROLE_SURPLUS))
			return as_fail_memory(err);
	of->n_cells = 1;
	return as_schedule_push_kind(s, AS_STEP_MERGED, subject, err);
}

/* Settle whether builds differ, when the first few of all subjects are there. */
static enum as_status judge(struct as_schedule *s, struct as_err *err)
{
	struct as_plan *p = &s->x->plan;
	bool differ = false, drawn = false, built = false;
	enum as_status st = AS_OK;

	for (size_t i = s->progress.from; i < s->progress.to && !st; i++) {
		const bool several = s->subjects[i].n_cells > 1;
		if (!s->subjects[i].is.built)
			continue;
		built = true;
		drawn = drawn || (several && !all_laid_out_same(s, i));
		differ = differ || (several && !all_same(s, i));
		if (several && all_same(s, i))
			st = merge_level(s, i, err);
	}
	s->building.differ = differ;
	if (built && p->builds_state != AS_BUILDS_DIFFER)
		p->builds_state = differ ? AS_BUILDS_DIFFER : AS_BUILDS_IDENTICAL;
	if (built && !drawn && p->randomize & AS_RANDOMIZE_LAYOUT) {
		p->layout_failed = s->rule.layout_missed;
		p->randomize &= ~(unsigned)AS_RANDOMIZE_LAYOUT;
	}
	return st;
}

/* All that are made from number `first` on. */
static double mean_seconds(const struct as_schedule *s, size_t first)
{
	double sum_s = 0;
	size_t made = 0;

	for (size_t i = s->progress.from; i < s->progress.to; i++) {
		const struct as_level *l = &s->x->subjects[i].levels[AS_LEVEL_BUILD];

		for (size_t k = first; k < l->n; k++)
			sum_s += as_unit_cost_s(l, k);
		made += l->n > first ? l->n - first : 0;
	}
	return made ? sum_s / (double)made : -1;
}

double as_schedule_build_seconds(const struct as_schedule *s)
{
	const double later_s = mean_seconds(s, 1);

	return fmax(later_s < 0 ? mean_seconds(s, 0) : later_s, 0) *
		(double)as_schedule_programs(s);
}

enum as_status as_schedule_push_build(struct as_schedule *s, size_t subject, uint32_t wanted,
	struct as_err *err)
{
	const size_t there = s->subjects[subject].n_cells;

	return as_schedule_push(s, &(struct as_step){.kind = AS_STEP_BUILD, .subject = subject,
		.cell = there, .more = wanted > there ? wanted - there : 0,
		.round = AS_NO_ROUND}, err);
}

/* One more of it is to be made in this turn. */
static bool is_wanting(const struct as_schedule *s, size_t i)
{
	const struct as_scheduled *of = &s->subjects[i];

	return as_schedule_makes_builds(s, i) && of->made <= s->building.k &&
		of->n_cells < s->building.enough;
}

static enum as_status ask(struct as_schedule *s, struct as_err *err);

/* The budget ends before another build of each. Those that are there do, if they are enough to tell
 * something. */
static enum as_status stop_building(struct as_schedule *s, struct as_err *err)
{
	as_schedule_clock_builds(s);
	if (s->building.k < AS_PILOT_BUILDS_LEAST)
		return ask(s, err);
	s->progress.builds = 0;
	as_schedule_then(s, s->building.after);
	return AS_OK;
}

/* Every subject that is built gets its builds in turn, so that the cost of one is known early: n of
 * them, of which some may fail, but no more once `enough` are there. One of each at a time, because
 * it may fail; those of one turn do not depend on each other, and may be made at once. */
static enum as_status build_next(struct as_schedule *s, struct as_err *err)
{
	struct as_build_queue *b = &s->building;
	const uint32_t wanted = b->n < b->enough ? b->n : b->enough;
	const size_t to = b->base ? s->progress.from + 1 : s->progress.to;

	for (; b->k < b->n; b->k++) {
		enum as_status st = AS_OK;
		size_t i = s->progress.from;

		while (i < to && !is_wanting(s, i))
			i++;
		if (i == to)
			continue;
		if (b->k >= AS_PROOF_BUILDS && !as_schedule_another_fits(s, b->k + 1))
			return stop_building(s, err);
		for (; i < to && !st; i++)
			if (is_wanting(s, i))
				st = as_schedule_push_build(s, i, wanted, err);
		as_schedule_then(s, build_next);
		return st;
	}
	s->progress.builds = 0;
	as_schedule_then(s, b->after);
	return AS_OK;
}

static void build_up_to(struct as_schedule *s, uint32_t n, uint32_t enough, as_phase *after)
{
	struct as_build_queue *b = &s->building;

	b->n = n;
	b->enough = enough;
	b->k = 0;
	b->turn_at_s = 0;
	b->after = after;
	s->progress.builds = s->rule.builds ? s->rule.builds : n < enough ? n : enough;
	as_schedule_then(s, build_next);
}

static void count_builds(struct as_schedule *s)
{
	uint32_t most = 0;

	for (size_t i = s->progress.from; i < s->progress.to; i++)
		if (s->subjects[i].is.built && s->subjects[i].n_cells > most)
			most = (uint32_t)s->subjects[i].n_cells;
	s->x->plan.builds = most;
}

/* What was asked for is there; `after` the caller's comes next. */
static enum as_status built(struct as_schedule *s, struct as_err *err)
{
	(void)err;
	count_builds(s);
	as_schedule_then(s, s->building.counted);
	return AS_OK;
}

/* Ten, or the first five, until it is known what their executions cost. */
static enum as_status pilot_builds(struct as_schedule *s, uint32_t *n, struct as_err *err)
{
	*n = as_schedule_begins_with(s);
	if (!as_plan_aims(&s->x->plan) || s->rule.amount.dry_run)
		return AS_OK;
	return as_schedule_foresee_builds(s, *n, as_schedule_builds_missing(s, *n) *
		as_schedule_build_seconds(s) / (double)as_schedule_programs(s), err);
}

enum as_status as_schedule_build_to(struct as_schedule *s, uint32_t n, as_phase *after,
	struct as_err *err)
{
	enum as_status st = AS_OK;

	s->building.counted = after;
	if (!s->building.differ)
		return built(s, err);
	if (!n)
		st = pilot_builds(s, &n, err);
	build_up_to(s, n, n, built);
	return st;
}

/* One of each is all: what was made besides does not count. */
static enum as_status keep_one(struct as_schedule *s, struct as_err *err)
{
	enum as_status st = AS_OK;

	s->x->plan.builds_state = AS_BUILDS_IDENTICAL;
	s->building.differ = false;
	for (size_t i = s->progress.from; i < s->progress.to && !st; i++)
		if (s->subjects[i].is.built && s->subjects[i].n_cells > 1)
			st = merge_level(s, i, err);
	return st ? st : as_schedule_build_to(s, 1, s->course->warm_up, err);
}

static enum as_status second(struct as_schedule *s, struct as_err *err);

static enum as_status answered(struct as_schedule *s, struct as_err *err)
{
	if (!s->building.allowed)
		return keep_one(s, err);
	return s->building.differ
		? as_schedule_build_to(s, s->rule.builds, s->course->warm_up, err)
		: second(s, err);
}

/* The budget does not pay for builds that would tell something. Whoever carries it out may allow
 * more. */
static enum as_status ask(struct as_schedule *s, struct as_err *err)
{
	as_schedule_then(s, answered);
	return as_schedule_foresee_needed(s, AS_PILOT_BUILDS_LEAST,
		as_schedule_least_seconds(s), err);
}

static enum as_status after_proof(struct as_schedule *s, struct as_err *err)
{
	enum as_status st = judge(s, err);

	if (st)
		return st;
	s->building.base = false;
	as_schedule_clock_builds(s);
	if (s->building.differ && !s->building.allowed && !as_schedule_builds_fit(s))
		return ask(s, err);
	return as_schedule_build_to(s, s->rule.builds, s->course->warm_up, err);
}

/* Builds with two seeds must differ somewhere, else there is no luck to sample. Of versions the
 * base tells for both; programs of their own tell each for itself. */
static enum as_status second(struct as_schedule *s, struct as_err *err)
{
	(void)err;
	s->building.base = s->rule.compare;
	build_up_to(s, s->rule.builds ? s->rule.builds : AS_PILOT_BUILDS_LEAST, AS_PROOF_BUILDS,
		after_proof);
	return AS_OK;
}

static enum as_status prove(struct as_schedule *s, struct as_err *err)
{
	as_schedule_clock_trial(s);
	return as_schedule_second_fits(s) ? second(s, err) : ask(s, err);
}

/* Each command is tried with its first build, before others are made: what does not work fails now,
 * and what an execution costs is known. It is the first warm-up. */
static enum as_status try_first(struct as_schedule *s, struct as_err *err)
{
	as_schedule_clock_builds(s);
	as_schedule_then(s, prove);
	if (!s->x->plan.warmups)
		return AS_OK;
	s->building.tried = true;
	return as_schedule_push_all(s, AS_ROLE_WARMUP, AS_NO_ROUND, 0, err);
}

static enum as_status after_comparing(struct as_schedule *s, struct as_err *err)
{
	if (!as_schedule_found_same(s))
		return try_first(s, err);
	as_schedule_then(s, s->course->end);
	return AS_OK;
}

static enum as_status first_are_there(struct as_schedule *s, struct as_err *err)
{
	if (!s->rule.compare)
		return try_first(s, err);
	as_schedule_then(s, after_comparing);
	return as_schedule_push_kind(s, AS_STEP_COMPARE, s->progress.from, err);
}

enum as_status as_schedule_begin_builds(struct as_schedule *s, struct as_err *err)
{
	struct as_plan *p = &s->x->plan;
	bool any = false;

	(void)err;
	for (size_t i = s->progress.from; i < s->progress.to; i++) {
		any = any || s->subjects[i].is.built;
		if (s->subjects[i].is.built && s->subjects[i].is.in_place)
			p->builds_state = AS_BUILDS_IN_PLACE;
	}
	if (p->builds_state == AS_BUILDS_IN_PLACE)
		as_schedule_then(s, s->course->in_place);
	else if (!any && !s->rule.compare)
		as_schedule_then(s, s->course->warm_up);
	else
		build_up_to(s, 1, 1, first_are_there);
	return AS_OK;
}

enum as_status as_schedule_begin_original(struct as_schedule *s, struct as_err *err)
{
	const struct as_plan *p = &s->x->plan;
	const bool drawn = p->builds_state == AS_BUILDS_DIFFER &&
		p->randomize & AS_RANDOMIZE_LAYOUT;
	enum as_status st = AS_OK;

	as_schedule_then(s, as_schedule_begin_rounds);
	for (size_t i = s->progress.from; i < s->progress.to && !st; i++)
		if (s->rule.original && drawn && as_schedule_makes_builds(s, i))
			st = as_schedule_push(s, &(struct as_step){.kind = AS_STEP_BUILD,
				.role = AS_ROLE_ORIGINAL, .subject = i,
				.cell = s->subjects[i].n_cells, .more = 1,
				.round = AS_NO_ROUND}, err);
	return st;
}
