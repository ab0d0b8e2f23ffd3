/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "format/json/assay_json.h"

#include "format/json/assay_json_parts.h"
#include "model/answer/compared/review.h"

static const char *const sides[AS_REVIEW_SIDES] = {
	[AS_REVIEW_BASE] = "base",
	[AS_REVIEW_HEAD] = "head",
};

static void add_side(struct as_json *j, const struct as_review_side *side)
{
	as_json_open(j, '{');
	as_json_key_string(j, "state", as_side_state_names[side->state]);
	as_json_key_string(j, "why", side->why);
	as_json_key_string(j, "output", side->output);
	as_json_key_string(j, "uuid", side->x ? side->x->uuid : NULL);
	as_json_key(j, "summary");
	if (side->x && side->summary)
		as_json_summary(j, side->x, side->summary);
	else
		as_json_null(j);
	as_json_close(j, '}');
}

static bool is_compared(const struct as_review_row *row)
{
	return row->metric && row->side[AS_REVIEW_BASE].summary &&
	       row->side[AS_REVIEW_HEAD].summary && row->c.n_comparisons;
}

/* An estimate at the tolerance, or at the limit of a gate that it judged. */
static void add_estimate(struct as_json *j, const struct as_estimated *e, const char *gate)
{
	as_json_open(j, '{');
	as_json_key_string(j, "estimator", e->name);
	as_json_key_string(j, "metric", e->metric->name);
	as_json_key_string(j, "gate", gate);
	as_json_key_double(j, "base", e->base);
	as_json_key_double(j, "head", e->head);
	as_json_key_double(j, "ratio", e->ratio);
	as_json_key_double(j, "limit", e->limit);
	as_json_key_double(j, "rate", e->rate);
	as_json_key_double(j, "error", e->error);
	as_json_key_int(j, "group", (int64_t)e->group);
	as_json_key_int(j, "units", (int64_t)e->units);
	as_json_key_int(j, "resamples", (int64_t)e->resamples);
	as_json_key_string(j, "refused", *e->none ? e->none : NULL);
	as_json_close(j, '}');
}

static void add_estimates(struct as_json *j, const struct as_review_row *row)
{
	as_json_key(j, "estimates");
	as_json_open(j, '[');
	for (size_t i = 0; i < row->n_estimates; i++)
		add_estimate(j, &row->estimates[i], NULL);
	for (size_t i = 0; i < row->gates.n; i++)
		if (row->gates.v[i].by)
			add_estimate(j, row->gates.v[i].by, row->gates.v[i].gate->text);
	as_json_close(j, ']');
}

static void add_row(struct as_json *j, const struct as_review_row *row)
{
	as_json_open(j, '{');
	as_json_key_string(j, "benchmark", row->benchmark);
	as_json_key_string(j, "name", row->name);
	as_json_key_string(j, "kind", as_review_kind_names[row->kind]);
	as_json_key_string(j, "metric", row->metric ? row->metric->name : NULL);
	as_json_key_string(j, "unit", row->metric ? row->metric->unit : NULL);
	as_json_key_string(j, "better",
		row->metric ? as_word(&as_better_words, row->metric->better) : NULL);
	as_json_key_bool(j, "same_program", row->same_program);
	as_json_key_string(j, "sections", row->unlike);
	for (size_t i = 0; i < AS_REVIEW_SIDES; i++) {
		as_json_key(j, sides[i]);
		add_side(j, &row->side[i]);
	}
	as_json_key(j, "comparison");
	if (is_compared(row))
		as_json_comparison(j, row->metric, &row->c);
	else
		as_json_null(j);
	as_json_key_gates(j, &row->gates);
	add_estimates(j, row);
	as_json_close(j, '}');
}

static void add_versions(struct as_json *j, const struct as_review *r)
{
	as_json_key(j, "versions");
	as_json_open(j, '{');
	for (size_t i = 0; i < AS_REVIEW_SIDES; i++) {
		as_json_key(j, sides[i]);
		as_json_open(j, '{');
		as_json_key_string(j, "label", r->label[i]);
		as_json_key_version(j, &r->version[i]);
		as_json_close(j, '}');
	}
	as_json_close(j, '}');
}

static void add_counts(struct as_json *j, const struct as_review *r)
{
	as_json_key(j, "counts");
	as_json_open(j, '{');
	for (int k = 0; k < AS_REVIEW_KINDS; k++)
		as_json_key_int(j, as_review_kind_names[k],
			(int64_t)as_review_count(r, (enum as_review_kind)k));
	as_json_close(j, '}');
}

void as_json_review(struct as_text *t, const struct as_review *r)
{
	struct as_json j;

	as_json_begin(&j, t, "assay-review-1");
	as_json_key_string(&j, "name", r->name);
	as_json_key_string(&j, "command_line", r->command_line);
	add_versions(&j, r);
	add_counts(&j, r);
	as_json_key(&j, "benchmarks");
	as_json_open(&j, '[');
	for (size_t i = 0; i < r->n; i++)
		add_row(&j, &r->v[i]);
	as_json_close(&j, ']');
	as_json_key_joint(&j, &r->joint);
	as_json_key_int(&j, "compared", (int64_t)r->compared);
	as_json_key_string(&j, "adjusted_by", r->benjamini ? "bh" : "holm");
	as_json_key_bool(&j, "in_sessions", r->in_sessions);
	as_json_key_double(&j, "confidence", r->confidence);
	as_json_key_double(&j, "tolerance", r->tolerance);
	as_json_key(&j, "overall");
	if (r->overall.n)
		as_json_overall(&j, &r->overall, NULL);
	else
		as_json_null(&j);
	as_json_key_string(&j, "across", r->across);
	as_json_key_bool(&j, "require_decision", r->require_decision);
	as_json_key_int(&j, "exit", r->exit);
	as_json_key_double(&j, "seconds", r->seconds);
	as_json_end(&j);
}
