/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "model/kept/duet_rounds.h"
#include "report/draw/layout.h"
#include "say/number.h"
#include "report/draw/screen.h"
#include "say/say_words.h"

enum { AT_MOST = 64 };

/* One metric beside the criterion, ready to be written. */
struct aside {
	const struct as_metric *metric;
	const struct as_summary *y;
	struct as_scale scale;
	int decimals;
};

static bool is_asked_for(const struct as_screen *s, size_t metric)
{
	const char *const *name = s->style->metrics;

	while (name && *name && strcmp(*name, s->x->metrics[metric].name) != 0)
		name++;
	return name && *name;
}

/* NAME.enabled only explains NAME.running; what is left after --subtract has a row of its own. */
static bool is_own(const char *name)
{
	const char *dot = strrchr(name, '.');

	return strcmp(name, AS_METRIC_NET) != 0 && (!dot || strcmp(dot, ".enabled") != 0);
}

/* What everybody wants to know; the rest of the built-in metrics only with --verbose. */
static bool is_shown(const struct as_screen *s, size_t metric)
{
	if (!strcmp(s->x->metrics[metric].name, AS_DUET_CORE))
		return is_asked_for(s, metric);
	if (s->style->verbose || is_asked_for(s, metric))
		return true;
	return (metric >= AS_METRICS_BUILTIN && is_own(s->x->metrics[metric].name)) ||
		metric == AS_METRIC_WALL ||
		metric == AS_METRIC_TIME || metric == AS_METRIC_USER ||
		metric == AS_METRIC_SYSTEM || metric == AS_METRIC_PEAK_MEMORY;
}

/* What stands beside needs no more than three digits, and its interval may support fewer. */
static int few_decimals(struct as_scale scale, const struct as_summary *y)
{
	int three = as_decimals(scale, y->mean, (double)NAN);
	int own = as_decimals(scale, y->mean, y->half_width);

	return own < three ? own : three;
}

/* So many digits would be left of a time in that unit that one can read it. */
static bool is_readable(const struct aside *p, struct as_scale scale, int decimals)
{
	double shown = p->y->mean / scale.per;

	return !(p->y->mean > 0) || (shown >= 0.0995 && shown < 1000 &&
		shown >= 9.5 * pow(10, -decimals));
}

static bool is_meant(const struct as_screen *s, size_t metric, bool same_level, enum as_aside which)
{
	const bool asked = is_asked_for(s, metric) || (metric >= AS_METRICS_BUILTIN &&
		is_own(s->x->metrics[metric].name));

	switch (which) {
	case AS_ASIDE_SAME: return same_level;
	case AS_ASIDE_OTHERS: return !same_level;
	case AS_ASIDE_ASKED: return asked;
	case AS_ASIDE_USUAL: return same_level && !asked;
	}
	return false;
}

static size_t collect_asides(const struct as_screen *s, size_t subject, enum as_aside which,
	struct aside out[static AT_MOST])
{
	const struct as_summary *y = as_screen_summary(s, subject);
	const struct as_metric *m = as_screen_metric(s, y->metric);
	size_t n = 0;

	for (size_t k = 1; k < s->n && n < AT_MOST; k++) {
		if (subject >= s->a[k].n_subjects)
			continue;
		struct aside p = {.y = &s->a[k].summaries[subject]};
		p.metric = as_screen_metric(s, p.y->metric);
		if (p.y->metric == y->metric || !p.y->n_values || !is_shown(s, p.y->metric) ||
			!is_meant(s, p.y->metric, p.metric->level == m->level, which))
			continue;
		p.scale = as_scale_for(s->style, p.metric->unit, p.y->mean, (double)NAN);
		p.decimals = few_decimals(p.scale, p.y);
		out[n++] = p;
	}
	return n;
}

/* The smallest of the times, as it is shown alone; NULL if there is none above 0. */
static const struct aside *smallest(const struct aside *v, size_t n)
{
	const struct aside *least = NULL;

	for (size_t i = 0; i < n; i++)
		if (as_metric_is_time(v[i].metric) && v[i].y->mean > 0 &&
			(!least || v[i].y->mean < least->y->mean))
			least = &v[i];
	return least;
}

/* Times beside each other share a unit, with no more decimals than its owner has: the criterion's
 * where it is a time of this level and the smallest can be read in it, else that of the smallest.
 * */
static void share_unit(const struct as_screen *s, size_t subject, enum as_aside which,
	struct aside *v, size_t n)
{
	const struct as_summary *y = as_screen_summary(s, subject);
	const struct as_metric *m = as_screen_metric(s, y->metric);
	const struct aside *least = smallest(v, n);
	const bool same = which == AS_ASIDE_SAME || which == AS_ASIDE_USUAL;
	int decimals = 0;
	struct as_scale scale = as_summary_scale(s->style, m, y, &decimals);

	if (least && (!same || !as_metric_is_time(m) || !is_readable(least, scale, decimals))) {
		scale = least->scale;
		decimals = least->decimals;
	} else if (!same || !as_metric_is_time(m)) {
		return;
	}
	for (size_t i = 0; i < n; i++) {
		if (!as_metric_is_time(v[i].metric) || !is_readable(&v[i], scale, decimals))
			continue;
		int own = few_decimals(scale, v[i].y);
		v[i].scale = scale;
		v[i].decimals = own < decimals ? own : decimals;
	}
}

static bool same_unit(const struct aside *a, const struct aside *b)
{
	return as_metric_is_time(a->metric) && as_metric_is_time(b->metric) &&
		!strcmp(a->scale.unit, b->scale.unit);
}

void as_aside_add(struct as_text *t, const struct as_screen *s, size_t subject,
	enum as_aside which)
{
	struct aside v[AT_MOST];
	size_t n = collect_asides(s, subject, which, v);

	share_unit(s, subject, which, v, n);
	for (size_t i = 0; i < n; i++) {
		as_text_add(t, AS_GAP);
		if (v[i].y->metric == AS_METRIC_WALL)
			as_text_add(t, "wall");
		else
			as_metric_label_add(t, v[i].metric);
		as_text_add(t, AS_TIE);
		as_number_add(t, v[i].scale, v[i].y->mean, v[i].decimals);
		if (s->rows || i + 1 == n || !same_unit(&v[i], &v[i + 1]))
			as_unit_add(t, v[i].scale);
	}
}
