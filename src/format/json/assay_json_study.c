/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "format/json/assay_json.h"
#include "format/json/assay_json_parts.h"
#include "model/answer/study/study.h"

static void add_numbers(struct as_json *j, const char *key, const double *x, size_t n)
{
	as_json_key(j, key);
	as_json_open_flat(j, '[');
	for (size_t i = 0; i < n; i++)
		as_json_double(j, x[i]);
	as_json_close(j, ']');
}

/* 0 is "more than there are". */
static void add_counts(struct as_json *j, const char *key, const size_t *n, size_t many)
{
	as_json_key(j, key);
	as_json_open_flat(j, '[');
	for (size_t i = 0; i < many; i++) {
		if (n[i])
			as_json_int(j, (int64_t)n[i]);
		else
			as_json_null(j);
	}
	as_json_close(j, ']');
}

static void add_row(struct as_json *j, const struct as_study *s, const struct as_study_row *row)
{
	as_json_open(j, '{');
	as_json_key_string(j, "name", row->name);
	as_json_key_double(j, "of_all", row->all);
	add_numbers(j, "average", row->average, s->n_sizes);
	add_numbers(j, "rel_sd", row->rel_sd, s->n_sizes);
	add_counts(j, "needed", row->needed, AS_STUDY_SHIFTS);
	add_counts(j, "needed_published", row->published, AS_STUDY_SHIFTS);
	as_json_close(j, '}');
}

static void add_quantiles(struct as_json *j, const struct as_study_quantiles *q)
{
	as_json_open(j, '{');
	as_json_key_double(j, "q05", q->low);
	as_json_key_double(j, "q95", q->high);
	as_json_key_double(j, "mad", q->deviation);
	as_json_key_double(j, "median_lo", q->median_lo);
	as_json_key_double(j, "median_hi", q->median_hi);
	as_json_key_double(j, "median_confidence", q->confidence);
	as_json_key_double(j, "neighbours_alike", q->alike);
	as_json_close(j, '}');
}

static void add_estimators(struct as_json *j, const struct as_study *s)
{
	as_json_key(j, "estimators");
	as_json_open(j, '[');
	for (size_t r = 0; r < s->n_rows; r++)
		add_row(j, s, &s->row[r]);
	as_json_close(j, ']');
}

static void add_stratum(struct as_json *j, const struct as_study_stratum *v)
{
	as_json_open(j, '{');
	as_json_key_double(j, "from", v->from);
	as_json_key_double(j, "to", v->to);
	as_json_key_int(j, "executions", (int64_t)v->n);
	add_counts(j, "sizes", v->study.size, v->study.n_sizes);
	as_json_key_int(j, "sound", (int64_t)v->study.sound);
	add_estimators(j, &v->study);
	as_json_close(j, '}');
}

static void add_strata(struct as_json *j, const struct as_experiment *x,
	const struct as_studies *all)
{
	as_json_key_string(j, "by", all->n ? x->metrics[all->by].name : NULL);
	as_json_key_int(j, "by_unknown", (int64_t)all->unknown);
	as_json_key(j, "strata");
	as_json_open(j, '[');
	for (size_t i = 0; i < all->n; i++)
		add_stratum(j, &all->v[i]);
	as_json_close(j, ']');
}

void as_json_study(struct as_text *t, const struct as_experiment *x, const struct as_studies *all)
{
	const struct as_study *s = &all->v[all->n].study;
	struct as_json j;

	as_json_init(&j, t, 2);
	as_json_open(&j, '{');
	as_json_key_string(&j, "schema", "assay-estimators-1");
	as_json_key_string(&j, "uuid", x->uuid);
	as_json_key_string(&j, "subject", x->subjects[s->subject].name);
	as_json_key_string(&j, "metric", x->metrics[s->metric].name);
	as_json_key_string(&j, "unit", x->metrics[s->metric].unit);
	as_json_key_int(&j, "executions", (int64_t)s->n);
	add_counts(&j, "sizes", s->size, s->n_sizes);
	as_json_key_int(&j, "sound", (int64_t)s->sound);
	add_numbers(&j, "differences", s->shift, AS_STUDY_SHIFTS);
	as_json_key(&j, "quantiles");
	add_quantiles(&j, &s->quantiles);
	add_estimators(&j, s);
	add_numbers(&j, "drawn_minimum_rel_sd", s->drawn, s->n_sizes);
	as_json_key(&j, "clustered");
	if (s->clustered)
		as_json_int(&j, (int64_t)s->clustered);
	else
		as_json_null(&j);
	as_json_key_double(&j, "one_kind_rel_sd", s->one_kind);
	as_json_key_double(&j, "both_kinds_rel_sd", s->both_kinds);
	add_strata(&j, x, all);
	as_json_close(&j, '}');
	as_text_char(t, '\n');
}
