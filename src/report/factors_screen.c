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
static void add_change(struct as_text *t, double ratio)
{
	double change = ratio - 1;

	as_text_add(t, change < 0 ? "-" : "+");
	as_percent_add(t, fabs(change));
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
	struct as_text cell[COLUMNS] = {{0}};

	add_title(&cell[NAME], g->x, f);
	as_text_addf(&cell[VALUES], "%zu", f->values);
	as_percent_add(&cell[SHARE], f->share);
	add_p(&cell[P], f->p_adjusted);
	if (isfinite(f->impact)) {
		as_text_addf(&cell[RATIO], "impact" AS_TIE "%.1f", f->impact);
		if (isfinite(f->impact_lo) && isfinite(f->impact_hi))
			as_text_addf(&cell[INTERVAL], "%.1f" AS_TIE "%s" AS_TIE "%.1f",
				f->impact_lo, as_symbols(g->style)->to, f->impact_hi);
	} else if (isfinite(f->ratio)) {
		add_change(&cell[RATIO], f->ratio);
	}
	if (isfinite(f->lo) && isfinite(f->hi)) {
		add_change(&cell[INTERVAL], f->lo);
		as_text_addf(&cell[INTERVAL], AS_TIE "%s" AS_TIE, as_symbols(g->style)->to);
		add_change(&cell[INTERVAL], f->hi);
	}
	if (f->established)
		as_text_add(&cell[NAME], AS_TIE "*");
	as_table_row(table, cell);
	for (size_t c = 0; c < COLUMNS; c++)
		as_text_release(&cell[c]);
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
	struct as_arena arena = {0};
	struct as_table table = {
		.column = {{"factor", false, false}, {"values", true, true}, {"share", true, false},
			{"p", true, false}, {"high/low", true, true}, {"", false, true}},
		.n_columns = COLUMNS,
		.arena = &arena,
	};

	for (size_t i; (i = first_of(g->f, done)) < g->f->n_factors; done[i] = true)
		add_factor(g, &table, &g->f->v[i]);
	if (table.n_rows)
		as_table_add(g->t, g->style, &table, 2);
	g->t->failed = g->t->failed || table.failed;
	as_table_release(&table);
	as_arena_release(&arena);
}

/* "did not vary: place in the round, what ran before it" */
static void add_untold(const struct page *g, struct as_text *t, enum as_factor_told told,
	const char *why)
{
	size_t n = 0;

	for (size_t i = 0; i < g->f->n_factors; i++) {
		if (g->f->v[i].told != told)
			continue;
		if (!n++)
			as_text_addf(t, "%scannot tell (%s): ", t->len ? "; " : "", why);
		else
			as_text_add(t, ", ");
		add_title(t, g->x, &g->f->v[i]);
	}
}

/* "reordered 999 times" and what else the numbers rest on. */
static void add_basis(const struct page *g, struct as_text *t)
{
	size_t tested = 0, turned = 0;

	for (size_t i = 0; i < g->f->n_factors; i++) {
		tested += isfinite(g->f->v[i].p) ? 1 : 0;
		turned += isfinite(g->f->v[i].p) && g->f->v[i].rotated;
	}
	if (!tested)
		return;
	as_text_add(t, "a share is that of the groups by the factor, its values or quarters by "
		       "size, in the variance of executions");
	as_text_add(t, g->f->within ? " of the same build or session" : "");
	as_text_add(t, "; shares overlap. high/low: mean of the highest quarter over that of the "
		       "lowest, with its ");
	as_percent_exact_add(t, g->x->plan.confidence);
	as_text_add(t, " interval. p by random reordering");
	if (g->f->reorderings)
		as_text_addf(t, " (%zu)", g->f->reorderings);
	as_text_addf(t, ", for %zu factors by Holm; * at most 0.05", tested);
	if (turned)
		as_text_addf(t,
			". Executions depend on those before them (p" AS_TIE "%.1g), so what was "
			"recorded is not shuffled but turned, which finds less, and has no "
			"interval",
			g->f->dependence);
}

static void row(const struct page *g, const char *label, struct as_text *body)
{
	if (body->len)
		as_remark_row(g->t, g->style, label, false, as_text_str(body));
	g->t->failed = g->t->failed || body->failed;
	as_text_clear(body);
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
	struct as_text cell[STRATUM_COLUMNS] = {{0}};

	const int digits = s->most < 9.995 ? 2 : s->most < 99.95 ? 1 : 0;
	as_text_addf(&cell[LOAD], "%.*f" AS_TIE "%s" AS_TIE "%.*f", digits, s->least,
		as_symbols(g->style)->to, digits, s->most);
	as_text_addf(&cell[COUNT], "%zu", s->n);
	add_value(&cell[MEAN], scale, s->mean, decimals);
	if (isfinite(s->lo) && s->mean > 0) {
		as_text_addf(&cell[MEAN], AS_TIE "%s" AS_TIE, as_symbols(g->style)->plus_minus);
		as_percent_add(&cell[MEAN], (s->hi - s->lo) / 2 / s->mean);
	}
	add_value(&cell[MEDIAN], scale, s->median, decimals);
	add_value(&cell[QUARTILE], scale, s->quartile, decimals);
	add_value(&cell[MIN], scale, s->min, decimals);
	if (isfinite(s->relative_sd))
		as_percent_add(&cell[SD], s->relative_sd);
	as_table_row(table, cell);
	for (size_t c = 0; c < STRATUM_COLUMNS; c++)
		as_text_release(&cell[c]);
}

/* Strata by load (Haveraaen and Hundvebakke). */
static void add_strata(const struct page *g)
{
	const struct as_factors *f = g->f;
	struct as_text label = {0}, body = {0};
	struct as_arena arena = {0};
	struct as_table table = {.n_columns = STRATUM_COLUMNS, .arena = &arena};
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
	as_table_add(g->t, g->style, &table, 2);
	as_text_addf(&body, "executions in groups of about the same %s; " , as_text_str(&label));
	as_text_add(&body, as_symbols(g->style)->plus_minus);
	as_text_add(&body, " is the ");
	as_percent_exact_add(&body, g->x->plan.confidence);
	as_text_add(&body, " confidence interval of that mean, by t");
	row(g, "strata", &body);
	as_text_release(&body);
	as_text_release(&label);
	as_table_release(&table);
	as_arena_release(&arena);
}

/* What to do about a factor of a metric that matters. */
static const char *advice_for(const struct as_experiment *x, size_t of, const struct as_factor *f)
{
	static const struct {
		const char *metric, *advice;
	} around[] = {
		{"steal", "the hypervisor gives time to others: measure on another host, or "
			  "compare in the same "
			  "rounds only"},
		{"frequency_before",
			"the frequency changes: assay doctor --tune sets the governor"},
		{"frequency_after", "the frequency changes: assay doctor --tune sets the governor"},
		{"temperature", "the machine gets warm: let it cool down, with --pause or a fan"},
		{"throttles",
			"the machine gets too warm: let it cool down; assay doctor says more"},
	};
	static const char *const own[AS_FACTORS] = {
		[AS_FACTOR_LAYOUT] = "the luck of a build averages out over builds, not over "
				     "executions: ask for more of them (--builds)",
		[AS_FACTOR_ENVIRONMENT] =
			"the size of the environment moves the stack: it is drawn anew for each "
			"execution, so the mean is of all sizes; keep it so",
		[AS_FACTOR_POSITION] =
			"the first of a round differs from the last: lengthen the warm-up (-w), "
			"or put things back with --prepare",
		[AS_FACTOR_PREDECESSOR] =
			"what runs before leaves something behind: clear it away with --prepare",
		[AS_FACTOR_PAUSE] = "how fast it is depends on how long the machine was idle "
				    "before: compare only what was measured with the same --pause",
		[AS_FACTOR_TIME] = "times change while it is measured: warm up longer (-w), and "
				   "compare in the same rounds only",
		[AS_FACTOR_AROUND] =
			"other programs disturb it: end them, or compare in the same rounds only; "
			"assay doctor says more",
	};
	if (f->id == AS_FACTOR_AROUND)
		for (size_t i = 0; i < sizeof around / sizeof around[0]; i++)
			if (!strcmp(around[i].metric, x->metrics[f->metric].name))
				return around[i].advice;
	if (f->id == AS_FACTOR_AROUND && f->ratio < 1 && as_metric_is_time(&x->metrics[of]))
		return "executions with more of what surrounded them took less time, not more: it "
		       "does not hold them up, but comes with another way in which they went";
	return own[f->id];
}

/* Each piece of advice once, that for the largest share first. */
static void add_next(const struct page *g)
{
	bool done[AS_FACTORS_MAX] = {false};
	const char *said[AS_FACTORS_MAX];
	struct as_text body = {0};
	size_t n = 0;

	for (size_t i; (i = first_of(g->f, done)) < g->f->n_factors; done[i] = true) {
		const char *advice = advice_for(g->x, g->f->metric, &g->f->v[i]);
		bool again = !g->f->v[i].established;
		for (size_t k = 0; k < n; k++)
			again = again || said[k] == advice;
		if (again)
			continue;
		said[n++] = advice;
		as_text_add(&body, advice);
		row(g, "next", &body);
	}
	if (!n && !g->f->n_told)
		as_text_add(&body,
			"nothing can be told: measure at least 10 executions that end well (-r)");
	else if (!n && g->f->around.explained)
		as_text_add(&body, "slow executions have their reason in the surroundings, as said "
				   "above: keep that away, or measure when it is gone; no factor "
				   "is seen to matter besides");
	else if (!n)
		as_text_add(&body,
			"no factor is seen to matter: what varies lies in chance, in addresses, "
			"or in what is not recorded (--surroundings=all reads more); more "
			"executions average it out");
	row(g, "next", &body);
	as_text_release(&body);
}

static void add_heading(const struct page *g)
{
	const struct as_metric *m = &g->x->metrics[g->f->metric];
	struct as_text body = {0};

	as_paint(&body, g->style, AS_PAINT_STRONG);
	as_text_add(&body, "factors");
	as_paint_end(&body, g->style);
	as_text_add(&body, " in the ");
	as_noun_add(&body, m);
	as_text_add(&body, " of ");
	as_name_add(&body, g->style, g->x->subjects[g->f->subject].name,
		as_style_width(g->style) / 2);
	as_text_add(&body, ": ");
	as_count_add(&body, g->f->n, "execution");
	as_layout_body(g->t, g->style, "", 2, &body);
}

void as_report_factors(struct as_text *t, const struct as_style *style,
	const struct as_experiment *x, const struct as_summary *y, const struct as_factors *f)
{
	const struct page g = {t, style, x, f, y};
	struct as_text body = {0};

	as_text_char(t, '\n');
	add_heading(&g);
	add_table(&g);
	add_untold(&g, &body, AS_FACTOR_SAME, "did not vary");
	add_untold(&g, &body, AS_FACTOR_FEW, "known of too few");
	add_untold(&g, &body, AS_FACTOR_ABSENT, "not known");
	row(&g, "unknown", &body);
	add_basis(&g, &body);
	row(&g, "basis", &body);
	add_strata(&g);
	add_next(&g);
	as_text_release(&body);
}
