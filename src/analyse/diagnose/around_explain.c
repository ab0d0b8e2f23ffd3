/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/diagnose/around_explain.h"

#include <math.h>
#include <string.h>

#include "stat/core/quantile.h"

enum { LEAST = 6 }; /* as of rounds */
static const double far_sds = 5;
static const double mad_to_sd = 1.4826;
static const double tick_ns = 1e7; /* the kernel's, of processor times */

/* Values with their middle and how far they usually are from it. */
struct middle {
	double median, sd;
};

/* Of the finite ones among n values; work has room for n. False where there are none. */
static bool find_middle(const double *v, size_t n, double *work, struct middle *out)
{
	size_t k = 0;

	for (size_t i = 0; i < n; i++)
		if (isfinite(v[i]))
			work[k++] = v[i];
	if (!k)
		return false;
	as_sort(work, k);
	out->median = as_median(work, k);
	for (size_t i = 0; i < k; i++)
		work[i] = fabs(work[i] - out->median);
	as_sort(work, k);
	out->sd = mad_to_sd * as_median(work, k);
	return true;
}

/* The step in which a source is read, for an execution of so many ns: 0 where it is not known. */
static double step_of(const struct as_metric *m, double wall_ns)
{
	if (!strcmp(m->unit, "processors"))
		return tick_ns / fmax(wall_ns, 5e7); /* of a window */
	if (!strcmp(m->unit, "ns"))
		return tick_ns;
	if (!strcmp(m->unit, "tasks"))
		return !strcmp(m->name, "load") ? 0.01 : 1;
	return !strcmp(m->unit, "degC") ? 1 : !strcmp(m->unit, "Hz") ? 1e6 : 1;
}

static bool is_downwards(const struct as_metric *m)
{
	return !strcmp(m->unit, "Hz");
}

/* Each execution less the median of its build or session, so that these are not taken for what is
 * far out. */
static bool centre(struct as_course *s)
{
	double *part = as_arena_array(&s->room, s->n, sizeof *part);
	double *work = as_arena_array(&s->room, s->n, sizeof *work);
	struct middle all, own;

	if (!part || !work)
		return false;
	if (!s->n_tops || !find_middle(s->y, s->n, work, &all))
		return true;
	for (size_t top = 0; top < s->n_tops; top++) {
		size_t k = 0;
		for (size_t i = 0; i < s->n; i++)
			if (s->top[i] == top)
				part[k++] = s->y[i];
		if (!k || !find_middle(part, k, work, &own))
			continue;
		for (size_t i = 0; i < s->n; i++)
			if (s->top[i] == top)
				s->y[i] += all.median - own.median;
	}
	return true;
}

/* What is known of each execution. */
struct marks {
	signed char *out; /* 1: slow, -1: fast, 0: neither */
	bool *known, *explained;
	double *value, *work;
};

static bool make_marks(struct as_course *s, struct marks *m)
{
	m->out = as_arena_array(&s->room, s->n, sizeof *m->out);
	m->known = as_arena_array(&s->room, s->n, sizeof *m->known);
	m->explained = as_arena_array(&s->room, s->n, sizeof *m->explained);
	m->value = as_arena_array(&s->room, s->n, sizeof *m->value);
	m->work = as_arena_array(&s->room, s->n, sizeof *m->work);
	if (!m->out || !m->known || !m->explained || !m->value || !m->work)
		return false;
	for (size_t i = 0; i < s->n; i++) {
		m->out[i] = 0;
		m->known[i] = m->explained[i] = false;
	}
	return true;
}

static void mark_far(const struct as_course *s, struct marks *m, struct as_outlier_report *r)
{
	struct middle mid;

	r->slow_least = r->slow_most = (double)NAN;
	if (!find_middle(s->y, s->n, m->work, &mid))
		return;
	r->median = mid.median;
	if (s->n < LEAST || !(mid.sd > 0))
		return;
	const double worse = s->x->metrics[s->metric].better == AS_BETTER_MORE ? -1 : 1;
	for (size_t i = 0; i < s->n; i++) {
		double d = worse * (s->y[i] - mid.median);
		if (!(fabs(d) > far_sds * mid.sd))
			continue;
		m->out[i] = d > 0 ? 1 : -1;
		r->slow += d > 0;
		r->fast += d < 0;
		if (d > 0) {
			r->slow_least = fmin(r->slow_least, s->y[i]); /* of NaN the other */
			r->slow_most = fmax(r->slow_most, s->y[i]);
		}
	}
}

static double log_choose(size_t n, size_t k)
{
	return lgamma((double)n + 1) - lgamma((double)k + 1) - lgamma((double)(n - k) + 1);
}

/* Fisher's exact test: that of a and b drawn ones, of n and of m, as many as a or more are of n. */
static double chance_of(size_t a, size_t n, size_t b, size_t m)
{
	const size_t drawn = a + b;
	double p = 0;

	for (size_t k = a; k <= n && k <= drawn; k++)
		if (drawn - k <= m)
			p += exp(log_choose(n, k) + log_choose(m, drawn - k) -
				log_choose(n + m, drawn));
	return fmin(1, p);
}

/* The values of one source that are in m->value. */
static void mark_source(const struct as_course *s, struct marks *m, double wall_ns,
	struct as_outlier_report *r)
{
	struct as_around_source *to = &r->source[r->n_sources];
	const struct as_metric *metric = &s->x->metrics[to->metric];
	const double sign = is_downwards(metric) ? -1 : 1;
	struct middle mid;
	size_t k = 0;

	if (!find_middle(m->value, s->n, m->work, &mid))
		return;
	double far = far_sds * fmax(mid.sd, step_of(metric, wall_ns) / sqrt(12));
	to->median = mid.median;
	to->most = to->there = (double)NAN;
	for (size_t i = 0; i < s->n; i++) {
		bool is_far = sign * (m->value[i] - mid.median) > far;
		if (isnan(m->value[i]))
			continue;
		to->n++;
		to->most = fmax(to->most, m->value[i]);
		m->known[i] = true;
		m->explained[i] = m->explained[i] || is_far;
		to->slow += is_far && m->out[i] > 0;
		to->rest += is_far && !m->out[i];
		if (is_far && m->out[i] > 0)
			m->work[k++] = m->value[i];
	}
	if (k) {
		as_sort(m->work, k);
		to->there = as_median(m->work, k);
	}
	size_t slow = 0, others = 0;
	for (size_t i = 0; i < s->n; i++) {
		slow += !isnan(m->value[i]) && m->out[i] > 0;
		others += !isnan(m->value[i]) && !m->out[i];
	}
	to->p = chance_of(to->slow, slow, to->rest, others);
	r->n_sources++;
}

static double usual_wall(const struct as_course *s, struct marks *m)
{
	const struct as_subject *subject = &s->x->subjects[s->subject];
	const struct as_column *wall = as_subject_column(subject, AS_LEVEL_EXECUTION,
		AS_METRIC_WALL);
	struct middle mid;

	for (size_t i = 0; i < s->n; i++)
		m->value[i] = wall && s->unit[i] < wall->values.n ? as_column_at(wall, s->unit[i])
								  : (double)NAN;
	return find_middle(m->value, s->n, m->work, &mid) ? mid.median : 0;
}

static enum as_status look(struct as_course *s, struct marks *m, struct as_outlier_report *r,
	struct as_err *err)
{
	const struct as_surrounds *around = as_course_around(s, err);
	double wall_ns = usual_wall(s, m);
	enum as_status st = AS_OK;

	if (!around)
		return AS_ERR_MEM;
	mark_far(s, m, r);
	double all = 0, rest = 0;
	for (size_t i = 0; i < s->n; i++) {
		all += s->y[i] / (double)s->n;
		rest += m->out[i] > 0 ? 0 : s->y[i] / (double)(s->n - r->slow);
	}
	r->moves = r->slow ? all - rest : (double)NAN;
	for (size_t i = 0; i < around->n && !st; i++) {
		const size_t metric = around->metric[i];
		st = as_surroundings_of(s, metric, m->value, err);
		r->source[r->n_sources].metric = metric;
		if (!st && metric != s->metric)
			mark_source(s, m, wall_ns, r);
	}
	for (size_t i = 0; i < s->n; i++) {
		r->known += m->known[i];
		r->slow_known += m->known[i] && m->out[i] > 0;
		r->explained += m->explained[i] && m->out[i] > 0;
	}
	return st;
}

enum as_status as_analyse_around(const struct as_surrounds *around, size_t subject, size_t metric,
	struct as_outlier_report *out, struct as_err *err)
{
	struct as_outlier_report r = {.subject = subject, .metric = metric, .median = (double)NAN};
	struct as_course s = {.n = 0};
	struct marks m;
	enum as_status st = as_course_open(around->x, subject, metric, &s, err);

	s.around = around;
	r.n = st ? 0 : s.n;
	r.slow_least = r.slow_most = (double)NAN;
	if (!st && s.n) {
		if (!centre(&s) || !make_marks(&s, &m))
			st = as_fail_memory(err);
		else
			st = look(&s, &m, &r, err);
	}
	as_course_close(&s);
	if (!st)
		*out = r;
	return st;
}
