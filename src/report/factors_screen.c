/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "report/around_screen.h"
#include "report/draw/draw.h"
#include "report/draw/layout.h"
#include "say/number.h"
#include "report/draw/screen.h"
#include "report/draw/drawn_table.h"
#include "say/say_words.h"

enum { NAME, VALUES, SHARE, P, RATIO, INTERVAL, COLUMNS };
enum { LOAD, COUNT, MEAN, MEDIAN, QUARTILE, MIN, SD, STRATUM_COLUMNS };

/* What is being written. */
struct page {
	struct as_text *t;
	const struct as_style *style;
	const struct as_experiment *x;
	const struct as_factors *f;
	const struct as_summary *y;
};

static void add_title(struct as_text *t, const struct as_experiment *x, const struct as_factor *f)
{
	if (f->id == AS_FACTOR_AROUND)
		as_metric_label_add(t, &x->metrics[f->metric]);
	else
		as_text_add(t, as_factor_entries[f->id].title);
}

/* "+8.1 %": how much more the highest quarter has than the lowest. */
static struct as_text change_of(const struct as_style *style, double ratio)
{
	struct as_text t = {0};

	as_say(&t, style, FACTOR_CHANGE, ratio < 1, fabs(ratio - 1));
	return t;
}

static void add_p(struct as_text *t, double p)
{
	if (isfinite(p))
		as_text_addf(t, p < 0.0995 ? "%.1g" : "%.2f", p);
	else
		as_text_char(t, '-');
}

static void add_factor(const struct page *g, struct as_table *table, const struct as_factor *f)
{
	struct as_text *cell = table->next, title = {0};

	add_title(&title, g->x, f);
	as_say(&cell[NAME], g->style, FACTOR_MARKED, &title, f->established);
	as_text_addf(&cell[VALUES], "%zu", f->values);
	as_percent_add(&cell[SHARE], f->share);
	add_p(&cell[P], f->p_adjusted);
	if (isfinite(f->impact)) {
		as_say(&cell[RATIO], g->style, FACTOR_IMPACT, f->impact);
		if (isfinite(f->impact_lo) && isfinite(f->impact_hi))
			as_say(&cell[INTERVAL], g->style, FACTOR_IMPACT_BOUNDS, f->impact_lo,
				f->impact_hi);
	} else if (isfinite(f->ratio)) {
		as_say(&cell[RATIO], g->style, FACTOR_CHANGE, f->ratio < 1, fabs(f->ratio - 1));
	}
	if (isfinite(f->lo) && isfinite(f->hi)) {
		struct as_text lo = change_of(g->style, f->lo), hi = change_of(g->style, f->hi);
		as_say(&cell[INTERVAL], g->style, BOUNDS, &lo, &hi);
	}
	as_table_next(table);
}

/* What is established before what is not, then by p; builds, which have none, by their share. */
static bool is_before(const struct as_factor *a, const struct as_factor *b)
{
	if (a->established != b->established)
		return a->established;
	if (isfinite(a->p) && isfinite(b->p))
		return a->p < b->p;
	return a->share > b->share;
}

/* The first of what is left; n_factors: none. */
static size_t first_of(const struct as_factors *f, const bool *done)
{
	size_t best = f->n_factors;

	for (size_t i = 0; i < f->n_factors; i++)
		if (!done[i] && f->v[i].told == AS_FACTOR_TOLD &&
			(best == f->n_factors || is_before(&f->v[i], &f->v[best])))
			best = i;
	return best;
}

static void add_table(const struct page *g)
{
	bool done[AS_FACTORS_MAX] = {false};
	struct as_table table = {
		.column = {{"factor", false, false}, {"values", true, true}, {"share", true, false},
			{"p", true, false}, {"high/low", true, true}, {"", false, true}},
		.n_columns = COLUMNS,
	};

	for (size_t i; (i = first_of(g->f, done)) < g->f->n_factors; done[i] = true)
		add_factor(g, &table, &g->f->v[i]);
	as_table_end(g->t, g->style, &table, 2);
}

/* "cannot tell (did not vary): place in the round, what ran before it" */
static void add_untold(const struct page *g, struct as_text *t, enum as_factor_told told,
	enum as_say_id why)
{
	struct as_list list = {0};

	for (size_t i = 0; i < g->f->n_factors; i++)
		if (g->f->v[i].told == told && as_list_next(&list))
			add_title(&list.text, g->x, &g->f->v[i]);
	if (list.n)
		as_say(t, g->style, FACTOR_UNTOLD, t->len, why, as_list_end(&list));
}

static void add_unknown(const struct page *g)
{
	struct as_text body = {0};

	add_untold(g, &body, AS_FACTOR_SAME, AS_SAY_FACTOR_SAME);
	add_untold(g, &body, AS_FACTOR_FEW, AS_SAY_FACTOR_FEW);
	add_untold(g, &body, AS_FACTOR_ABSENT, AS_SAY_FACTOR_ABSENT);
	if (body.len)
		as_row(g->t, g->style, FACTORS_UNKNOWN, &body);
}

/* "reordered 999 times" and what else the numbers rest on. */
static void add_basis(const struct page *g)
{
	size_t tested = 0, turned = 0;

	for (size_t i = 0; i < g->f->n_factors; i++) {
		tested += isfinite(g->f->v[i].p) ? 1 : 0;
		turned += isfinite(g->f->v[i].p) && g->f->v[i].rotated;
	}
	if (tested)
		as_row(g->t, g->style, FACTORS_BASIS, g->f->within, g->x->plan.confidence,
			g->f->reorderings, tested, turned ? g->f->dependence : (double)NAN);
}

static void add_value(struct as_text *cell, struct as_scale scale, double value, int decimals)
{
	as_number_add(cell, scale, value, decimals);
	as_unit_add(cell, scale);
}

static void add_stratum(const struct page *g, struct as_table *table, const struct as_stratum *s)
{
	const struct as_metric *m = &g->x->metrics[g->f->metric];
	const struct as_scale scale = as_scale_for(g->style, m->unit, g->y->mean, g->y->half_width);
	const int decimals = as_decimals(scale, g->y->mean, g->y->half_width);
	const int digits = s->most < 9.995 ? 2 : s->most < 99.95 ? 1 : 0;
	const struct as_quantity half = {NULL, (s->hi - s->lo) / 2 / s->mean, (double)NAN};
	struct as_text *cell = table->next, least = {0}, most = {0}, mean = {0};

	as_number_add(&least, (struct as_scale){1, ""}, s->least, digits);
	as_number_add(&most, (struct as_scale){1, ""}, s->most, digits);
	as_say(&cell[LOAD], g->style, BOUNDS, &least, &most);
	as_text_addf(&cell[COUNT], "%zu", s->n);
	add_value(&mean, scale, s->mean, decimals);
	as_say(&cell[MEAN], g->style, STRATUM_MEAN, &mean,
		isfinite(s->lo) && s->mean > 0 ? &half : NULL);
	add_value(&cell[MEDIAN], scale, s->median, decimals);
	add_value(&cell[QUARTILE], scale, s->quartile, decimals);
	add_value(&cell[MIN], scale, s->min, decimals);
	if (isfinite(s->relative_sd))
		as_percent_add(&cell[SD], s->relative_sd);
	as_table_next(table);
}

/* Strata by load (Haveraaen and Hundvebakke). */
static void add_strata(const struct page *g)
{
	const struct as_factors *f = g->f;
	struct as_text label = {0};
	struct as_table table = {.n_columns = STRATUM_COLUMNS};
	const struct as_column_style columns[STRATUM_COLUMNS] = {{"", true, false},
		{"executions", true, false}, {"mean", true, false}, {"median", true, false},
		{"quartile", true, true}, {"min", true, true}, {"sd", true, true}};

	if (!f->n_strata)
		return;
	memcpy(table.column, columns, sizeof columns);
	as_metric_label_add(&label, &g->x->metrics[f->strata_metric]);
	as_layout_flat(&label, 0);
	table.column[LOAD].title = as_text_str(&label);
	for (size_t i = 0; i < f->n_strata; i++)
		add_stratum(g, &table, &f->stratum[i]);
	as_text_char(g->t, '\n');
	as_table_end(g->t, g->style, &table, 2);
	as_text_take(g->t, &label);
	as_row(g->t, g->style, STRATA_ARE, &g->x->metrics[f->strata_metric],
		g->x->plan.confidence);
}

/* What to do about a factor of a metric that matters. */
static enum as_say_id advice_for(
	const struct as_experiment *x, size_t of, const struct as_factor *f)
{
	static const struct {
		const char *metric;
		enum as_say_id advice;
	} around[] = {
		{"steal", AS_SAY_ADVICE_STEAL},
		{"frequency_before", AS_SAY_ADVICE_FREQUENCY},
		{"frequency_after", AS_SAY_ADVICE_FREQUENCY},
		{"temperature", AS_SAY_ADVICE_TEMPERATURE},
		{"throttles", AS_SAY_ADVICE_THROTTLES},
	};
	static const enum as_say_id own[AS_FACTORS] = {
		[AS_FACTOR_LAYOUT] = AS_SAY_ADVICE_LAYOUT,
		[AS_FACTOR_ENVIRONMENT] = AS_SAY_ADVICE_ENVIRONMENT,
		[AS_FACTOR_POSITION] = AS_SAY_ADVICE_POSITION,
		[AS_FACTOR_PREDECESSOR] = AS_SAY_ADVICE_PREDECESSOR,
		[AS_FACTOR_PAUSE] = AS_SAY_ADVICE_PAUSE,
		[AS_FACTOR_TIME] = AS_SAY_ADVICE_TIME,
		[AS_FACTOR_AROUND] = AS_SAY_ADVICE_AROUND,
	};

	if (f->id == AS_FACTOR_AROUND)
		for (size_t i = 0; i < sizeof around / sizeof around[0]; i++)
			if (!strcmp(around[i].metric, x->metrics[f->metric].name))
				return around[i].advice;
	if (f->id == AS_FACTOR_AROUND && f->ratio < 1 && as_metric_is_time(&x->metrics[of]))
		return AS_SAY_ADVICE_FASTER;
	return own[f->id];
}

/* Each piece of advice once, that for the largest share first. */
static void add_next(const struct page *g)
{
	bool done[AS_FACTORS_MAX] = {false}, said[AS_SAYINGS] = {false};
	size_t n = 0;

	for (size_t i; (i = first_of(g->f, done)) < g->f->n_factors; done[i] = true) {
		const enum as_say_id advice = advice_for(g->x, g->f->metric, &g->f->v[i]);
		if (!g->f->v[i].established || said[advice])
			continue;
		said[advice] = true;
		n++;
		as_row(g->t, g->style, FACTOR_ADVICE, advice);
	}
	if (!n)
		as_row(g->t, g->style, FACTOR_ADVICE,
			!g->f->n_told ? AS_SAY_ADVICE_FEW
			: g->f->around.explained ? AS_SAY_ADVICE_EXPLAINED
						 : AS_SAY_ADVICE_NONE);
}

void as_report_factors(struct as_text *t, const struct as_style *style,
	const struct as_experiment *x, const struct as_summary *y, const struct as_factors *f)
{
	const struct page g = {t, style, x, f, y};
	struct as_text name = {0};

	as_text_char(t, '\n');
	as_name_add(&name, style, x->subjects[f->subject].name, as_style_width(style) / 2);
	as_lines(t, style, 2, FACTORS_HEAD, AS_PAINT_STRONG, &x->metrics[f->metric], &name, f->n);
	add_table(&g);
	add_unknown(&g);
	add_basis(&g);
	add_strata(&g);
	add_next(&g);
}
