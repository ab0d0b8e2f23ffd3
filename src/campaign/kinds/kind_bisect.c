/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which commit changed it: rounds with both ends, one or more at a time, until one is found. */
#include "campaign/versions/bisection.h"

#include <math.h>
#include <string.h>

#include "analyse/estimate/view/view.h"
#include "campaign/campaign.h"
#include "clock/clock.h"
#include "format/json/assay_json.h"
#include "report/history/bisect_screen.h"
#include "report/history/series_screen.h"
#include "run/interrupt.h"

static bool is_over(const struct as_campaign *c)
{
	return as_interrupt_count() ||
		(c->budget.until_ns && as_clock_now() >= c->budget.until_ns);
}

static enum as_status next(struct as_campaign *c, struct as_piece *out, struct as_err *err)
{
	static const char *const phases[] = {[AS_BISECTING_ENDS] = "ends",
		[AS_BISECTING_SEARCH] = "search", [AS_BISECTING_CHECK] = "check"};
	struct as_bisection *b = c->bisection;

	if (is_over(c) || !as_bisecting_next(&b->machine, &b->step))
		return AS_OK;
	b->failed = SIZE_MAX;
	out->name = as_arena_printf(out->arena, "bisect %zu, %s", c->n + 1, phases[b->step.phase]);
	return out->name ? AS_OK : as_fail_memory(err);
}

/* ---- what a step came to ---- */

/* The mean of the logarithms of a version's executions in each round of the bisection. */
static enum as_status take_version(const struct as_bisection *b, const struct as_experiment *x,
	size_t subject, double *y, struct as_err *err)
{
	const size_t n = b->step.n, rounds = as_rounds(x), per = b->machines ? 1 : b->each;
	struct as_view v = {0};
	struct as_arena room = {0};
	double *each = as_arena_array(&room, rounds + 1, sizeof *each);
	enum as_status st = each ? as_view_open(x, subject, x->criterion, AS_ROLE_MEASURED, &v, err)
				 : as_fail_memory(err);

	if (!st)
		as_view_by_round(x, subject, &v, rounds, each);
	for (size_t r = 0; r < b->step.rounds && !st; r++) {
		double sum = 0;
		for (size_t i = r * per; i < (r + 1) * per; i++)
			sum += i < rounds && each[i] > 0 ? log(each[i]) : (double)NAN;
		y[r * n + subject] = sum / (double)per;
	}
	as_view_close(&v);
	as_arena_release(&room);
	return st;
}

/* What is measured is told when the result is gone. */
static enum as_status take_metric(struct as_campaign *c, const struct as_metric *m,
	struct as_err *err)
{
	struct as_metric *own = &c->bisection->metric;

	if (own->name)
		return AS_OK;
	*own = *m;
	own->name = as_arena_strdup(c->arena, m->name);
	own->unit = as_arena_strdup(c->arena, m->unit);
	own->describe = m->describe ? as_arena_strdup(c->arena, m->describe) : NULL;
	return own->name && own->unit ? AS_OK : as_fail_memory(err);
}

static enum as_status take_values(struct as_campaign *c, const struct as_experiment *x,
	struct as_arena *a, struct as_err *err)
{
	struct as_bisection *b = c->bisection;
	const size_t n = b->step.n;

	if (b->machines) /* however many came of those that were asked */
		b->step.rounds = as_rounds(x);
	double *y = as_arena_array(a, n * b->step.rounds, sizeof *y);
	enum as_status st = y ? AS_OK : as_fail_memory(err);

	if (x->n_subjects < n)
		return as_fail(err, AS_ERR_USAGE,
			"cannot bisect '%.200s': some of the versions do not have that benchmark",
			b->command);
	if (x->n_subjects > n)
		return as_fail(err, AS_ERR_USAGE,
			"cannot bisect '%.200s', which has several benchmarks: name one by --only",
			b->command);
	for (size_t i = 0; i < n && !st; i++)
		st = take_version(b, x, i, y, err);
	b->executions += n * b->step.rounds * b->each;
	if (!st)
		st = take_metric(c, &x->metrics[x->criterion], err);
	return st ? st : as_bisecting_take(&b->machine, &b->step, y, err);
}

static enum as_status print(struct as_campaign *c, struct as_text *t, enum as_status st,
	struct as_err *err)
{
	if (!st)
		st = c->hands->print(c->hands->context, t, err);
	as_text_release(t);
	return st;
}

/* Those of the step that are the same program as the commit before them, of which that is new. */
static enum as_status take_same(struct as_campaign *c, const struct as_experiment *x,
	struct as_err *err)
{
	struct as_bisection *b = c->bisection;
	const struct as_bisecting_step *s = &b->step;
	struct as_text t = {0};
	enum as_status st = AS_OK;

	for (size_t i = 0; i < s->n * s->n && !st; i++) {
		const struct as_subject *one = &x->subjects[i / s->n];
		const struct as_subject *two = &x->subjects[i % s->n];
		const size_t k = s->commit[i % s->n];
		if (s->commit[i / s->n] + 1 != k || b->fate[k] == AS_BISECTED_SAME)
			continue;
		if (!one->n_builds || !two->n_builds || !as_build_same(one->builds, two->builds))
			continue;
		b->fate[k] = AS_BISECTED_SAME;
		st = as_bisecting_same(&b->machine, k, err);
		if (!c->json)
			as_report_bisect_same(&t, &c->style, &b->commits[k]);
	}
	return print(c, &t, st, err);
}

/* Two candidates in a round where making them costs little (methods-machines.md C). */
static void choose_width(struct as_bisection *b, const struct as_experiment *x)
{
	const struct as_level *builds = &x->subjects[0].levels[AS_LEVEL_BUILD];
	const struct as_level *runs = &x->subjects[0].levels[AS_LEVEL_EXECUTION];

	if (b->step.phase != AS_BISECTING_ENDS || !builds->n || !runs->n)
		return;
	b->machine.between = as_unit_cost_s(builds, 0) > 2 * (double)b->each *
			as_unit_cost_s(runs, runs->n - 1) ? 1 : 2;
}

static enum as_status leave_out(struct as_campaign *c, struct as_err *err)
{
	struct as_bisection *b = c->bisection;
	const size_t i = b->step.commit[b->failed];
	struct as_text t = {0};

	b->fate[i] = b->failed_build ? AS_BISECTED_NOT_BUILT : AS_BISECTED_NOT_RUN;
	enum as_status st = as_bisecting_skip(&b->machine, i, err);
	if (st || c->json)
		return st;
	as_report_series_skipped(&t, &c->style, &b->commits[i], b->failed_build);
	return print(c, &t, AS_OK, err);
}

/* Rounds that change nothing of it are not told: on a busy machine there can be twenty in a row. */
static enum as_status tell_step(struct as_campaign *c, struct as_arena *a, struct as_err *err)
{
	struct as_bisection *b = c->bisection;
	struct as_text t = {0};
	struct as_bisected so_far;
	enum as_status st = as_bisection_tell(b, a, &so_far, err);

	if (!st)
		as_report_bisect_step(&t, &c->style, &so_far);
	if (!st && b->told && !strcmp(as_text_str(&t), b->told)) {
		as_text_clear(&t);
	} else if (!st && t.len) {
		b->told = as_arena_strdup(c->arena, as_text_str(&t));
		if (so_far.phase == AS_BISECTED_SEARCH)
			b->least_told = so_far.n_likely;
		if (!b->told)
			st = as_fail_memory(err);
	}
	return print(c, &t, st, err);
}

static enum as_status took(struct as_campaign *c, const struct as_piece *piece, struct as_result *r,
	enum as_status st, struct as_err *err)
{
	struct as_bisection *b = c->bisection;

	if (st && b->failed != SIZE_MAX) {
		*err = (struct as_err){0};
		return leave_out(c, err);
	}
	if (st || !r->x || as_interrupt_count())
		return st;
	choose_width(b, r->x);
	st = take_values(c, r->x, piece->arena, err);
	if (!st)
		st = take_same(c, r->x, err);
	as_result_release(r); /* it is kept, and its values are taken */
	return st || c->json ? st : tell_step(c, piece->arena, err);
}

static enum as_status end(struct as_campaign *c, struct as_err *err)
{
	struct as_bisection *b = c->bisection;
	struct as_bisected all;
	struct as_text t = {0};

	if (c->st)
		return AS_OK;
	enum as_status st = c->hands->review(c->hands->context, c, err);
	if (!st)
		st = as_bisection_tell(b, c->arena, &all, err);
	if (st)
		return st;
	if (c->json)
		as_json_bisected(&t, &all);
	else
		as_report_bisect_end(&t, &c->style, &all);
	return print(c, &t, AS_OK, err);
}

const struct as_campaign_kind as_kind_bisect = {.name = "bisect", .next = next, .took = took,
	.end = end};
