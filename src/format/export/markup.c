/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "format/export/markup.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/joined/extend.h"

/* A time unit of hyperfine: µs and ms have one decimal, s has three. */
struct unit {
	const char *name;
	double ns;
	int decimals;
};

static const struct unit units[] = {{"µs", 1e3, 1}, {"ms", 1e6, 1}, {"s", 1e9, 3}};

/* A subject, with its summary; NULL if it has no value. */
struct markup_row {
	size_t subject;
	const struct as_summary *s;
};

struct table {
	const struct as_export *e;
	const struct as_markup *m;
	struct as_text *t;
	size_t metric;
	struct unit unit;
	struct markup_row *rows; /* in the order they are written */
	size_t n;
	const struct as_summary *fastest;
};

static struct unit choose_unit(const struct as_export *e, const struct as_summary *first)
{
	double ns = e->time_unit_ns;

	if (!(ns > 0))
		ns = !first || !(as_summary_mean(first) < 1e9) ? 1e9
		     : as_summary_mean(first) < 1e6            ? 1e3
								 : 1e6;
	for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
		if (ns <= units[i].ns)
			return units[i];
	return units[2];
}

static size_t choose_metric(const struct as_export *e)
{
	const struct as_experiment *x = e->x;

	return as_metric_is_time(&x->metrics[x->criterion]) ? x->criterion : (size_t)AS_METRIC_WALL;
}

static bool is_before(const struct markup_row *a, const struct markup_row *b)
{
	return a->s && (!b->s || as_summary_mean(a->s) < as_summary_mean(b->s));
}

static void find_rows(struct table *b)
{
	for (size_t i = 0; i < b->e->x->n_subjects; i++) {
		struct markup_row row = {.subject = i, .s = as_export_summary(b->e, b->metric, i)};
		size_t k = b->n++;
		if (row.s && !isfinite(as_summary_mean(row.s)))
			row.s = NULL;
		if (row.s && (!b->fastest || as_summary_mean(row.s) < as_summary_mean(b->fastest)))
			b->fastest = row.s;
		for (; b->e->by_mean && k > 0 && is_before(&row, &b->rows[k - 1]); k--)
			b->rows[k] = b->rows[k - 1];
		b->rows[k] = row;
	}
}

static void add_value(const struct table *b, double ns)
{
	as_text_addf(b->t, "%.*f", b->unit.decimals, ns / b->unit.ns);
}

static double square(double x)
{
	return x * x;
}

/* hyperfine's ratio to the fastest, with the deviations of both propagated as if independent. */
static void add_relative(const struct table *b, const struct as_summary *s)
{
	const struct as_summary *f = b->fastest;
	const double mean = as_summary_mean(s), fastest = as_summary_mean(f);
	const double ratio = mean / fastest;

	if (s == f) {
		as_text_add(b->t, "1.00");
		return;
	}
	if (!(fastest > 0)) {
		as_text_add(b->t, "inf");
		return;
	}
	as_text_addf(b->t, "%.2f", ratio);
	double sd = ratio *
		sqrt(square(as_summary_sd(s) / mean) + square(as_summary_sd(f) / fastest));
	if (isfinite(sd))
		as_text_addf(b->t, " ± %.2f", sd);
}

static void add_heading(const struct table *b)
{
	const struct as_markup *m = b->m;

	as_text_addf(b->t, "%sCommand%s", m->row_begin, m->separator);
	as_text_addf(b->t, "Mean [%s]%s", b->unit.name, m->separators);
	as_text_addf(b->t, "Min [%s]%s", b->unit.name, m->separators);
	as_text_addf(b->t, "Max [%s]%s", b->unit.name, m->separators);
	as_text_addf(b->t, "Relative%s", m->row_end);
}

static void add_row(const struct table *b, const struct markup_row *row)
{
	const struct as_markup *m = b->m;
	const struct as_summary *s = row->s;

	as_text_add(b->t, m->row_begin);
	m->add_name(b->t, b->e->x->subjects[row->subject].name, true);
	as_text_add(b->t, m->separator);
	if (!s) {
		as_text_addf(b->t, "-%s-%s-%s-%s", m->separators, m->separators, m->separators,
			m->row_end);
		return;
	}
	add_value(b, as_summary_mean(s));
	if (isfinite(as_summary_sd(s))) {
		as_text_add(b->t, " ± ");
		add_value(b, as_summary_sd(s));
	}
	as_text_add(b->t, m->separators);
	add_value(b, s->spread.min);
	as_text_add(b->t, m->separators);
	add_value(b, s->spread.max);
	as_text_add(b->t, m->separators);
	add_relative(b, s);
	as_text_add(b->t, m->row_end);
}

/* Decimals that show two digits of the half-width. */
static int decimals_for(double half_width)
{
	if (!(half_width > 0))
		return 3;
	double d = 1 - floor(log10(half_width));

	return d < 0 ? 0 : d > 9 ? 9 : (int)d;
}

static const char *percent(const struct table *b)
{
	return b->m->percent ? b->m->percent : "%";
}

static void add_interval(const struct table *b, const struct as_summary *s)
{
	double half = (s->hi - s->lo) / 2 / b->unit.ns;
	int d = decimals_for(half);

	b->m->add_name(b->t, b->e->x->subjects[s->subject].name, false);
	as_text_addf(b->t, " %.*f … %.*f %s (%zu %ss)", d, s->lo / b->unit.ns, d,
		s->hi / b->unit.ns, b->unit.name, s->n_top,
		s->tree.n ? as_summary_level_name(&s->tree.v[s->tree.n - 1])
			    : as_level_names[AS_LEVEL_EXECUTION]);
}

/* How far the confidence holds for the mean of which it holds best. */
static enum as_holds best_held(const struct table *b)
{
	enum as_holds best = AS_HOLDS_AS_IF;

	for (size_t i = 0; i < b->n; i++) {
		const struct as_summary *s = b->rows[i].s;
		if (s && s->method != AS_INTERVAL_NONE && s->lasting.holds < best)
			best = s->lasting.holds;
	}
	return best;
}

static void add_intervals(const struct table *b)
{
	const enum as_holds holds = best_held(b);
	const struct as_holds_text *words = &as_holds_texts[holds];
	bool begun = false;

	for (size_t i = 0; i < b->n; i++) {
		const struct as_summary *s = b->rows[i].s;
		if (!s || s->method == AS_INTERVAL_NONE)
			continue;
		if (begun)
			as_text_add(b->t, "; ");
		else
			as_text_addf(b->t, " Confidence intervals (%s%g %s%s) of the %s, %s: ",
				words->before, s->confidence * 100, percent(b), words->behind,
				s->is_typical ? "typical runs" : "means",
				as_experiment_sessions(b->e->x) > 1 ? "beyond one session"
				: as_experiment_stretches(b->e->x) > 1
					? "over several sessions, not beyond them"
					: "for this session");
		begun = true;
		add_interval(b, s);
		if (s->lasting.holds != holds)
			as_text_addf(b->t, " (%s%g %s%s)", as_holds_texts[s->lasting.holds].before,
				s->confidence * 100, percent(b),
				as_holds_texts[s->lasting.holds].behind);
	}
	as_text_add(b->t, begun ? "." : "");
}

static void add_ratios(const struct table *b)
{
	const struct as_analysis *a = NULL;
	bool begun = false;

	for (size_t i = 0; i < b->e->n && !a; i++)
		if (b->e->a[i].n_comparisons && b->e->a[i].metric == b->metric)
			a = &b->e->a[i];
	for (size_t i = 0; a && i < a->n_comparisons; i++) {
		const struct as_comparison *c = &a->comparisons[i];
		if (c->reference != b->e->x->reference || !isfinite(c->ratio) || !isfinite(c->lo) ||
			!isfinite(c->hi))
			continue;
		if (begun) {
			as_text_add(b->t, "; ");
		} else {
			as_text_addf(b->t, " Confidence intervals (%.4g %s) of the ratio to ",
				c->confidence * 100, percent(b));
			b->m->add_name(b->t, b->e->x->subjects[c->reference].name, false);
			as_text_add(b->t, ": ");
		}
		begun = true;
		int d = decimals_for((c->hi - c->lo) / 2);
		b->m->add_name(b->t, b->e->x->subjects[c->subject].name, false);
		as_text_addf(b->t, " %.*f … %.*f", d, c->lo, d, c->hi);
	}
	as_text_add(b->t, begun ? "." : "");
}

static void add_note(const struct table *b)
{
	const struct as_metric *metric = &b->e->x->metrics[b->metric];

	as_text_addf(b->t,
		"%s± is the standard deviation of the %s; it does not shrink with more of them.",
		b->m->note_begin,
		metric->level == AS_LEVEL_ITERATION ? "executions' means" : "executions");
	add_intervals(b);
	add_ratios(b);
	as_text_char(b->t, '\n');
}

void as_markup_write(const struct as_export *e, const struct as_markup *m, struct as_text *t)
{
	struct table b = {.e = e, .m = m, .t = t, .metric = choose_metric(e)};

	b.rows = calloc(e->x->n_subjects + 1, sizeof *b.rows);
	if (!b.rows) {
		t->failed = true;
		return;
	}
	find_rows(&b);
	b.unit = choose_unit(e, as_export_summary(e, b.metric, 0));
	as_text_add(t, m->begin);
	add_heading(&b);
	as_text_add(t, m->rule);
	for (size_t i = 0; i < b.n; i++)
		add_row(&b, &b.rows[i]);
	as_text_add(t, m->end);
	add_note(&b);
	free(b.rows);
}
