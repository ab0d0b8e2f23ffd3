/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "format/json/assay_json.h"
#include "format/json/assay_json_parts.h"
#include "model/quantiles.h"

static void add_interval(struct as_json *j, bool is, double lo, double hi, double confidence)
{
	as_json_key(j, "interval");
	if (!is) {
		as_json_null(j);
		return;
	}
	as_json_open_flat(j, '{');
	as_json_key_double(j, "lo", lo);
	as_json_key_double(j, "hi", hi);
	as_json_key_double(j, "confidence", confidence);
	as_json_close(j, '}');
}

/* Of two results that are compared what these are called. */
static const char *name_of(
	const struct as_experiment *x, const struct as_quantiles *q, size_t subject)
{
	return q->name[0] ? q->name[subject] : x->subjects[subject].name;
}

static void add_subject(struct as_json *j, const struct as_experiment *x,
	const struct as_quantiles *q, const struct as_summary *y)
{
	as_json_open(j, '{');
	as_json_key_string(j, "name", name_of(x, q, y->subject));
	as_json_key_double(j, "value", y->mean);
	add_interval(j, y->method != AS_INTERVAL_NONE, y->lo, y->hi, y->confidence);
	as_json_key_int(j, "units", (int64_t)y->n_top);
	if (y->log.n) { /* of all values together */
		as_json_key_int(j, "values", (int64_t)y->log.n);
		as_json_key_int(j, "pieces", (int64_t)y->log.pieces);
		as_json_key_double(j, "n_eff", y->log.pieces ? y->log.n_eff : (double)NAN);
		as_json_key_bool(j, "less_than_confidence", y->log.less);
	}
	as_json_close(j, '}');
}

static void add_comparison(struct as_json *j, const struct as_experiment *x,
	const struct as_quantiles *q, const struct as_comparison *c)
{
	as_json_open(j, '{');
	as_json_key_string(j, "name", name_of(x, q, c->subject));
	as_json_key_string(j, "reference", name_of(x, q, c->reference));
	as_json_key_double(j, "ratio", c->ratio);
	add_interval(j, c->method != AS_COMPARE_NONE, c->lo, c->hi, c->confidence);
	as_json_key_bool(j, "for_information", c->method == AS_COMPARE_MOVER);
	as_json_close(j, '}');
}

static void add_row(struct as_json *j, const struct as_experiment *x,
	const struct as_quantiles *q, const struct as_quantile_row *row)
{
	as_json_open(j, '{');
	as_json_key_double(j, "p", row->p);
	as_json_key_string(j, "metric", x->metrics[row->metric].name);
	as_json_key_int(j, "iterations_least", (int64_t)row->least);
	as_json_key_int(j, "batch_rounds", (int64_t)(row->rounds ? row->rounds : 1));
	as_json_key(j, "subjects");
	as_json_open(j, '[');
	for (size_t i = 0; i < row->a.n_subjects; i++)
		add_subject(j, x, q, &row->a.summaries[i]);
	as_json_close(j, ']');
	as_json_key(j, "differences");
	as_json_open(j, '[');
	for (size_t i = 0; i < row->a.n_comparisons; i++)
		add_comparison(j, x, q, &row->a.comparisons[i]);
	as_json_close(j, ']');
	as_json_close(j, '}');
}

static void add_lacking(struct as_json *j, const struct as_quantile_lacking *l)
{
	as_json_key(j, "lacking");
	if (!(l->p > 0)) {
		as_json_null(j);
		return;
	}
	as_json_open_flat(j, '{');
	as_json_key_double(j, "p", l->p);
	as_json_key_int(j, "iterations_least", (int64_t)l->least);
	as_json_key_int(j, "iterations", (int64_t)l->n);
	as_json_key_int(j, "runs", (int64_t)l->runs);
	if (l->values) {
		as_json_key_int(j, "beyond", (int64_t)l->beyond);
		as_json_key_int(j, "values", (int64_t)l->values);
	}
	as_json_close(j, '}');
}

void as_json_quantiles(struct as_text *t, const struct as_experiment *x,
	const struct as_quantiles *q)
{
	struct as_json j;

	as_json_init(&j, t, 2);
	as_json_open(&j, '{');
	as_json_key_string(&j, "schema", "assay-quantiles-1");
	as_json_key_string(&j, "uuid", x->uuid);
	as_json_key_string(&j, "metric", x->metrics[q->base].name);
	as_json_key_string(&j, "unit", x->metrics[q->base].unit);
	as_json_key_double(&j, "confidence", q->confidence);
	as_json_key_bool(&j, "pooled", q->pooled);
	as_json_key(&j, "quantiles");
	as_json_open(&j, '[');
	for (size_t i = 0; i < q->n; i++)
		add_row(&j, x, q, &q->v[i]);
	as_json_close(&j, ']');
	add_lacking(&j, &q->lacking);
	as_json_close(&j, '}');
	as_text_char(t, '\n');
}
