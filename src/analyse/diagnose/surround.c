/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/diagnose/surround.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyse/estimate/view/view.h"
#include "base/vec.h"

#define WINDOW_NS 1000000000 /* no window of short executions is longer */

/* Names of metrics that surroundings are, in the order of screens. */
static const char *const names[] = {"others_cpu", "biggest_other", "run_queue", "load", "steal",
	"involuntary_switches", "cpu_migrations", "frequency_before", "frequency_after",
	"temperature", "throttles"};

struct surround_reading {
	uint32_t order;
	int64_t started_ns;
	double value;
};

struct as_readings {
	bool known;
	size_t n;
	struct surround_reading *v; /* by their order */
};

struct as_turns {
	struct as_turn *v; /* NULL before the first use */
	size_t n;
};

enum as_status as_surrounds_open(const struct as_experiment *x, struct as_surrounds *out,
	struct as_err *err)
{
	struct as_surrounds s = {.x = x, .of = calloc(x->n_metrics, sizeof *s.of),
		.steps = calloc(1, sizeof *s.steps)};

	if (!s.of || !s.steps) {
		free(s.of);
		free(s.steps);
		return as_fail_memory(err);
	}
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		for (size_t m = 0; m < x->n_metrics; m++)
			if (!strcmp(x->metrics[m].name, names[i]) &&
				x->metrics[m].level == AS_LEVEL_EXECUTION &&
				as_experiment_has_values(x, m))
				s.metric[s.n++] = m;
	*out = s;
	return AS_OK;
}

void as_surrounds_close(struct as_surrounds *s)
{
	for (size_t m = 0; s->of && m < s->x->n_metrics; m++)
		free(s->of[m].v);
	free(s->of);
	if (s->steps)
		free(s->steps->v);
	free(s->steps);
	*s = (struct as_surrounds){.n = 0};
}

/* Place in the order and place in the view, to be sorted. */
struct at {
	uint32_t order, place;
};

static int by_order(const void *a, const void *b)
{
	const struct at *x = a, *y = b;

	return (x->order > y->order) - (x->order < y->order);
}

/* The unit at the top that the view's execution belongs to; the view has its executions by these.
 * */
static void take_tops(const struct as_view *v, uint32_t *top)
{
	const size_t n_levels = v->tree.n_levels;
	size_t execution = v->bottom == AS_LEVEL_ITERATION ? 1 : 0;

	for (size_t u = 0; u < v->n_top; u++) {
		size_t from = u, to = u + 1;
		for (size_t l = n_levels - 1; l > execution; l--) {
			from = v->tree.first[l][from];
			to = v->tree.first[l][to];
		}
		for (size_t i = from; i < to; i++)
			top[i] = (uint32_t)u;
	}
}

static bool make_room(struct as_course *s, bool tops)
{
	s->unit = as_arena_array(&s->room, s->n, sizeof *s->unit);
	s->order = as_arena_array(&s->room, s->n, sizeof *s->order);
	s->started_ns = as_arena_array(&s->room, s->n, sizeof *s->started_ns);
	s->y = as_arena_array(&s->room, s->n, sizeof *s->y);
	if (tops)
		s->top = as_arena_array(&s->room, s->n, sizeof *s->top);
	return s->unit && s->order && s->started_ns && s->y && (!tops || s->top);
}

static enum as_status take_course(struct as_course *s, const struct as_view *v)
{
	const struct as_level *l = &s->x->subjects[s->subject].levels[AS_LEVEL_EXECUTION];
	bool tops = v->n_builds > 1 || v->n_sessions > 1;
	struct at *at = malloc((v->n_units + 1) * sizeof *at);
	uint32_t *top = malloc((v->n_units + 1) * sizeof *top);
	enum as_status st = AS_ERR_MEM;

	s->n = v->n_units;
	if (!at || !top || !make_room(s, tops))
		goto out;
	if (tops)
		take_tops(v, top);
	for (size_t i = 0; i < s->n; i++)
		at[i] = (struct at){as_unit_order(l, v->units[i]), (uint32_t)i};
	qsort(at, s->n, sizeof *at, by_order);
	for (size_t i = 0; i < s->n; i++) {
		s->unit[i] = v->units[at[i].place];
		s->order[i] = at[i].order;
		s->started_ns[i] = as_unit_at(l, s->unit[i]).started_ns;
		s->y[i] = v->means[at[i].place];
		if (tops)
			s->top[i] = top[at[i].place];
	}
	s->n_tops = tops ? v->n_top : 0;
	st = AS_OK;
out:
	free(at);
	free(top);
	return st;
}

enum as_status as_course_open(const struct as_experiment *x, size_t subject, size_t metric,
	struct as_course *out, struct as_err *err)
{
	struct as_course s = {.x = x, .subject = subject, .metric = metric};
	struct as_view v;
	enum as_status st = as_view_open_light(x, subject, metric, &v, err);

	if (st)
		return st;
	as_arena_init(&s.room);
	if (v.n_units && take_course(&s, &v)) {
		as_course_close(&s);
		st = as_fail_memory(err);
	}
	as_view_close(&v);
	if (!st)
		*out = s;
	return st;
}

void as_course_close(struct as_course *s)
{
	as_surrounds_close(&s->own);
	as_arena_release(&s->room);
	*s = (struct as_course){.n = 0};
}

const struct as_surrounds *as_course_around(struct as_course *s, struct as_err *err)
{
	if (s->around)
		return s->around;
	return s->own.of || !as_surrounds_open(s->x, &s->own, err) ? &s->own : NULL;
}

static int by_place(const void *a, const void *b)
{
	const struct surround_reading *x = a, *y = b;

	return (x->order > y->order) - (x->order < y->order);
}

/* All readings of all subjects, in order. */
static bool collect_readings(const struct as_experiment *x, size_t metric, struct as_readings *out)
{
	size_t n = 0, cap = 0;
	struct surround_reading *v = NULL;

	for (size_t i = 0; i < x->n_subjects; i++) {
		const struct as_level *l = &x->subjects[i].levels[AS_LEVEL_EXECUTION];
		const struct as_column *c = as_subject_column(&x->subjects[i], AS_LEVEL_EXECUTION,
			metric);
		for (size_t e = 0; c && e < l->n && e < c->values.n; e++) {
			const double value = as_column_at(c, e);
			if (!isfinite(value))
				continue;
			const struct surround_reading r = {
				as_unit_order(l, e), as_unit_at(l, e).started_ns, value};
			if (!AS_PUSH(v, n, cap, r)) {
				free(v);
				return false;
			}
		}
	}
	if (n)
		qsort(v, n, sizeof *v, by_place);
	*out = (struct as_readings){true, n, v};
	return true;
}

enum as_status as_surroundings_of(struct as_course *s, size_t metric, double *out,
	struct as_err *err)
{
	const struct as_surrounds *around = as_course_around(s, err);
	struct as_readings *r = around ? &around->of[metric] : NULL;

	if (!r)
		return AS_ERR_MEM;
	if (!r->known && !collect_readings(s->x, metric, r))
		return as_fail_memory(err);
	for (size_t i = 0; i < s->n; i++) {
		size_t k = 0, to = r->n; /* the first that is not before it */
		while (k < to) {
			const size_t half = k + (to - k) / 2;
			if (r->v[half].order < s->order[i])
				k = half + 1;
			else
				to = half;
		}
		const bool near = k < r->n && (r->v[k].order == s->order[i] ||
			r->v[k].started_ns - s->started_ns[i] < WINDOW_NS);
		out[i] = near ? r->v[k].value : (double)NAN;
	}
	return AS_OK;
}

static int by_step(const void *a, const void *b)
{
	const struct as_turn *x = a, *y = b;

	return (x->order > y->order) - (x->order < y->order);
}

const struct as_turn *as_surrounds_steps(const struct as_surrounds *s, size_t *n_out)
{
	const struct as_experiment *x = s->x;
	size_t n = 0;

	*n_out = s->steps->n;
	if (s->steps->v)
		return s->steps->v;
	for (size_t i = 0; i < x->n_subjects; i++)
		n += x->subjects[i].levels[AS_LEVEL_EXECUTION].n;
	struct as_turn *v = malloc((n + 1) * sizeof *v);
	if (!v)
		return NULL;
	n = 0;
	for (size_t i = 0; i < x->n_subjects; i++) {
		const struct as_level *l = &x->subjects[i].levels[AS_LEVEL_EXECUTION];
		for (size_t e = 0; e < l->n; e++)
			v[n++] = (struct as_turn){as_unit_order(l, e), as_unit_round(l, e),
				(uint32_t)i, 0, as_unit_role(l, e) == AS_ROLE_MEASURED};
	}
	qsort(v, n, sizeof *v, by_step);
	for (size_t k = 0; k < n; k++) {
		const bool in = v[k].measured && v[k].round != AS_NO_ROUND;
		const bool goes_on = in && k && v[k - 1].place && v[k - 1].round == v[k].round;
		v[k].place = goes_on ? v[k - 1].place + 1 : in;
	}
	*s->steps = (struct as_turns){v, n};
	*n_out = n;
	return v;
}

/* Read in windows, which may be of several executions. */
static bool is_around(const struct as_metric *m)
{
	if (!strcmp(m->name, "load_5")) /* which says no more of outliers than the load */
		return true;
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if (!strcmp(m->name, names[i]))
			return m->level == AS_LEVEL_EXECUTION;
	return false;
}

enum as_status as_course_metric(struct as_course *s, size_t metric, double *out,
	struct as_err *err)
{
	struct as_view v = {0};

	if (is_around(&s->x->metrics[metric]))
		return as_surroundings_of(s, metric, out, err);
	enum as_status st = as_view_open(s->x, s->subject, metric, AS_ROLE_MEASURED, &v, err);
	for (size_t i = 0; i < s->n; i++)
		out[i] = (double)NAN;
	for (size_t i = 0; i < s->n && !st; i++)
		for (size_t k = 0; k < v.n_units; k++) {
			/* both are in nearly the same order */
			const size_t at = (i + k) % v.n_units;
			if (v.units[at] != s->unit[i])
				continue;
			out[i] = v.means[at];
			break;
		}
	as_view_close(&v);
	return st;
}
