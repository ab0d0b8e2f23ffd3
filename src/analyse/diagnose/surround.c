/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/diagnose/surround.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyse/estimate/view/view.h"

#define WINDOW_NS 1000000000 /* no window of short executions is longer */

/* Names of metrics that surroundings are, in the order of screens. */
static const char *const names[] = {"others_cpu", "biggest_other", "run_queue", "load", "steal",
	"involuntary_switches", "cpu_migrations", "frequency_before", "frequency_after",
	"temperature", "throttles"};

size_t as_surrounding_metrics(const struct as_experiment *x, size_t out[AS_AROUND_SOURCES])
{
	size_t n = 0;

	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		for (size_t m = 0; m < x->n_metrics; m++)
			if (!strcmp(x->metrics[m].name, names[i]) &&
				x->metrics[m].level == AS_LEVEL_EXECUTION &&
				as_experiment_has_values(x, m))
				out[n++] = m;
	return n;
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
	as_arena_release(&s->room);
	*s = (struct as_course){.n = 0};
}

struct surround_reading {
	uint32_t order;
	int64_t started_ns;
	double value;
};

static int by_place(const void *a, const void *b)
{
	const struct surround_reading *x = a, *y = b;

	return (x->order > y->order) - (x->order < y->order);
}

/* All readings of all subjects, in order; on the heap. */
static enum as_status collect_readings(const struct as_experiment *x, size_t metric,
	struct surround_reading **out,
	size_t *n_out)
{
	size_t n = 0, room = 0;

	for (size_t i = 0; i < x->n_subjects; i++)
		room += x->subjects[i].levels[AS_LEVEL_EXECUTION].n;
	struct surround_reading *v = malloc((room + 1) * sizeof *v);
	if (!v)
		return AS_ERR_MEM;
	for (size_t i = 0; i < x->n_subjects; i++) {
		const struct as_level *l = &x->subjects[i].levels[AS_LEVEL_EXECUTION];
		const struct as_column *c = as_subject_column(&x->subjects[i], AS_LEVEL_EXECUTION,
			metric);
		for (size_t e = 0; c && e < l->n && e < c->values.n; e++) {
			double value = as_column_at(c, e);
			if (isfinite(value))
				v[n++] = (struct surround_reading){as_unit_order(l, e),
					as_unit_at(l, e).started_ns, value};
		}
	}
	qsort(v, n, sizeof *v, by_place);
	*out = v;
	*n_out = n;
	return AS_OK;
}

enum as_status as_surroundings_of(const struct as_course *s, size_t metric, double *out,
	struct as_err *err)
{
	struct surround_reading *v = NULL;
	size_t n = 0, k = 0;

	if (collect_readings(s->x, metric, &v, &n))
		return as_fail_memory(err);
	for (size_t i = 0; i < s->n; i++) {
		while (k < n && v[k].order < s->order[i])
			k++;
		bool near = k < n && (v[k].order == s->order[i] ||
			v[k].started_ns - s->started_ns[i] < WINDOW_NS);
		out[i] = near ? v[k].value : (double)NAN;
	}
	free(v);
	return AS_OK;
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

enum as_status as_course_metric(const struct as_course *s, size_t metric, double *out,
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
