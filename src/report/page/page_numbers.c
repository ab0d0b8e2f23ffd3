/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/page/page_parts.h"

#include <math.h>
#include <string.h>

#include "model/answer/compared/review.h"
#include "report/compare/pairs.h"
#include "report/result/builds.h"
#include "say/say_words.h"
#include "say/size.h"

const char *as_page_kind(const struct as_comparison *c, const struct as_metric *m)
{
	const struct as_review_row row = {.metric = m, .c = *c};

	return c->verdict == AS_VERDICT_NONE ? "none"
		: as_review_kind_names[as_review_kind_of(&row)];
}

/* Where a subject is of another metric than the rest, words alone: its numbers have no place on their axis. */
static void add_mean(
	struct as_page_doc *p, const struct as_metric *m, const struct as_summary *y, bool other)
{
	struct as_json *j = &p->j;
	struct as_text range = {0}, half = {0}, sure = {0};
	int decimals = 0;
	const struct as_scale scale = as_summary_scale(&p->style, m, y, &decimals);
	const bool useful = as_has_useful_interval(m, y);
	const struct {
		const char *key;
		double value;
	} numbers[] = {{"mean", y->mean}, {"min", y->spread.min}, {"q1", y->spread.q1},
		{"median", y->spread.median}, {"q3", y->spread.q3}, {"max", y->spread.max}};

	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		as_page_number(j, numbers[i].key, scale, numbers[i].value, decimals, !other);
	as_json_key_double(j, "lo", useful && !other ? y->lo : (double)NAN);
	as_json_key_double(j, "hi", useful && !other ? y->hi : (double)NAN);
	as_json_key_double(j, "confidence", y->confidence);
	if (y->method != AS_INTERVAL_NONE)
		as_range_add(&range, &p->style, m, y);
	as_page_key(j, "range", &range);
	if (useful)
		as_half_width_add(&half, &p->style, m, y);
	as_page_key(j, "half", &half);
	if (useful)
		as_confidence_add(&sure, y, y->lasting.holds);
	as_page_key(j, "sure", &sure);
}

static void add_level(struct as_page_doc *p, const struct as_summary *y, size_t i)
{
	const struct as_summary_level *l = &y->tree.v[i];
	struct as_json *j = &p->j;
	struct as_text share = {0}, of = {0};

	as_json_open_flat(j, '{');
	as_json_key_string(j, "level", as_variation_word(&y->tree, i));
	as_json_key_int(j, "least", (int64_t)l->r_min);
	as_json_key_int(j, "most", (int64_t)l->r_max);
	as_json_key_bool(j, "repeated", l->repeated);
	as_json_key_double(j, "share", l->share);
	as_percent_add(&share, l->share);
	as_page_key(j, "text", &share);
	as_json_key_double(j, "share_of_uncertainty", l->share_of_uncertainty);
	if (isfinite(l->share_of_uncertainty))
		as_percent_add(&of, l->share_of_uncertainty);
	as_page_key(j, "uncertainty", &of);
	as_json_close(j, '}');
}

static void add_levels(struct as_page_doc *p, const struct as_summary *y)
{
	struct as_json *j = &p->j;

	as_json_key(j, "levels");
	as_json_open(j, '[');
	for (size_t i = y->tree.n; i--;)
		add_level(p, y, i);
	if (isfinite(y->tree.share_of_time)) {
		struct as_text share = {0};
		as_json_open_flat(j, '{');
		as_json_key_string(j, "level", "time");
		as_json_key_bool(j, "repeated", true);
		as_json_key_double(j, "share", y->tree.share_of_time);
		as_percent_add(&share, y->tree.share_of_time);
		as_page_key(j, "text", &share);
		as_json_close(j, '}');
	}
	as_json_close(j, ']');
}

static void add_summary(struct as_page_doc *p, size_t metric, const struct as_summary *y)
{
	const struct as_metric *m = as_screen_metric(&p->s, y->metric);
	struct as_json *j = &p->j;

	if (!y->n_values) {
		as_json_null(j);
		return;
	}
	as_json_open(j, '{');
	as_json_key_int(j, "units", (int64_t)y->n_top);
	as_json_key_string(j, "unit_word", y->tree.n ? as_top_word(y) : "value");
	as_json_key_int(j, "values", (int64_t)y->n_values);
	add_mean(p, m, y, y->metric != metric);
	add_levels(p, y);
	as_json_close(j, '}');
}

static void add_comparison(struct as_page_doc *p, const struct as_comparison *c)
{
	const struct as_versus v = as_screen_versus(&p->s, c);
	const bool interval = as_has_interval(c) && !c->difference.is;
	struct as_json *j = &p->j;
	struct as_text t = {0}, basis = {0};

	as_json_open_flat(j, '{');
	as_json_key_int(j, "subject", (int64_t)c->subject);
	as_json_key_int(j, "reference", (int64_t)c->reference);
	as_json_key_string(j, "kind", as_page_kind(c, v.metric));
	as_json_key_double(j, "ratio", interval ? c->ratio : (double)NAN);
	as_json_key_double(j, "lo", interval ? c->lo : (double)NAN);
	as_json_key_double(j, "hi", interval ? c->hi : (double)NAN);
	as_json_key_double(j, "tolerance", c->tolerance);
	as_json_key_double(j, "confidence", c->confidence);
	as_json_key_double(j, "p", c->p_adjusted);
	as_verdict_word(&t, &p->brief, &v);
	as_page_key(j, "word", &t);
	t = (struct as_text){0};
	as_verdict_phrase(&t, &p->brief, &v);
	as_page_key(j, "phrase", &t);
	t = (struct as_text){0};
	as_verdict_bounds(&t, &p->brief, &v);
	as_page_key(j, "bounds", &t);
	if (c->method != AS_COMPARE_NONE)
		as_verdict_basis(&basis, &v);
	as_page_key(j, "basis", &basis);
	as_json_close(j, '}');
}

static void add_comparisons(struct as_page_doc *p, const char *key, const struct as_comparison *c,
	size_t n)
{
	as_json_key(&p->j, key);
	as_json_open(&p->j, '[');
	for (size_t i = 0; i < n; i++)
		add_comparison(p, &c[i]);
	as_json_close(&p->j, ']');
}

/* The unit that all subjects share on an axis. */
static void add_axis(struct as_page_doc *p, const struct as_metric *m, const struct as_analysis *a)
{
	struct as_json *j = &p->j;
	double size = 0;

	for (size_t i = 0; i < a->n_subjects; i++)
		if (a->summaries[i].n_values && a->summaries[i].metric == a->metric)
			size = fmax(size, fabs(a->summaries[i].spread.median));
	const struct as_scale scale = as_scale_for(&p->style, m->unit, size, (double)NAN);
	struct as_text unit = {0};

	as_text_add(&unit, scale.unit);
	as_json_key(j, "axis");
	as_json_open_flat(j, '{');
	as_json_key_double(j, "per", scale.per);
	as_page_key(j, "unit", &unit);
	as_json_close(j, '}');
}

void as_page_metric(struct as_page_doc *p, size_t k)
{
	const struct as_analysis *a = &p->r->a[k];
	const struct as_metric *m = as_screen_metric(&p->s, a->metric);
	struct as_text label = {0}, noun = {0};
	struct as_json *j = &p->j;

	as_text_add_neutral(&label, m->name, strlen(m->name), 0);
	as_page_key(j, "name", &label);
	as_noun_add(&noun, m);
	as_page_key(j, "title", &noun);
	as_json_key_string(j, "better", m->better == AS_BETTER_LESS ? "less"
		: m->better == AS_BETTER_MORE ? "more" : "neither");
	as_json_key_string(j, "less", as_less_word(m));
	as_json_key_string(j, "level", as_experiment_level(p->s.x, m->level));
	add_axis(p, m, a);
	as_json_key(j, "subjects");
	as_json_open(j, '[');
	for (size_t i = 0; i < a->n_subjects; i++)
		add_summary(p, a->metric, &a->summaries[i]);
	as_json_close(j, ']');
	add_comparisons(p, "comparisons", a->comparisons, a->n_comparisons);
	add_comparisons(p, "pairs", p->r->pairs, k ? 0 : p->r->n_pairs);
}
