/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "base/json/json.h"
#include "format/json/assay_json.h"
#include "format/json/assay_json_parts.h"
#include "model/answer/factors.h"

static void add_factor(struct as_json *j, const struct as_experiment *x, const struct as_factor *f)
{
	static const char *const told[] = {[AS_FACTOR_TOLD] = "told",
		[AS_FACTOR_SAME] = "did not vary",
		[AS_FACTOR_FEW] = "too few",
		[AS_FACTOR_ABSENT] = "not known"};
	const struct as_factor_entry *entry = &as_factor_entries[f->id];

	as_json_open(j, '{');
	as_json_key_string(j, "factor",
		f->id == AS_FACTOR_AROUND ? x->metrics[f->metric].name : entry->name);
	as_json_key_bool(j, "drawn", entry->drawn);
	as_json_key_string(j, "told", told[f->told]);
	as_json_key_int(j, "executions", (int64_t)f->n);
	as_json_key_int(j, "values", (int64_t)f->values);
	as_json_key_int(j, "groups", (int64_t)f->groups);
	as_json_key_double(j, "share", f->share);
	as_json_key_double(j, "p", f->p);
	as_json_key_double(j, "p_adjusted", f->p_adjusted);
	as_json_key_bool(j, "turned", f->rotated);
	as_json_key_double(j, "impact", f->impact);
	as_json_key_double(j, "impact_lo", f->impact_lo);
	as_json_key_double(j, "impact_hi", f->impact_hi);
	as_json_key_double(j, "ratio", f->ratio);
	as_json_key_double(j, "lo", f->lo);
	as_json_key_double(j, "hi", f->hi);
	as_json_key_bool(j, "established", f->established);
	as_json_close(j, '}');
}

static void add_stratum(struct as_json *j, const struct as_stratum *s)
{
	as_json_open(j, '{');
	as_json_key_double(j, "least", s->least);
	as_json_key_double(j, "most", s->most);
	as_json_key_int(j, "executions", (int64_t)s->n);
	as_json_key_double(j, "mean", s->mean);
	as_json_key_double(j, "lo", s->lo);
	as_json_key_double(j, "hi", s->hi);
	as_json_key_double(j, "median", s->median);
	as_json_key_double(j, "quartile", s->quartile);
	as_json_key_double(j, "min", s->min);
	as_json_key_double(j, "relative_sd", s->relative_sd);
	as_json_close(j, '}');
}

static void add_source(struct as_json *j, const struct as_experiment *x,
	const struct as_around_source *s)
{
	as_json_open(j, '{');
	as_json_key_string(j, "metric", x->metrics[s->metric].name);
	as_json_key_int(j, "executions", (int64_t)s->n);
	as_json_key_double(j, "median", s->median);
	as_json_key_double(j, "max", s->most);
	as_json_key_int(j, "far_out_slow", (int64_t)s->slow);
	as_json_key_int(j, "far_out_rest", (int64_t)s->rest);
	as_json_key_double(j, "median_slow", s->there);
	as_json_close(j, '}');
}

static void add_around(struct as_json *j, const struct as_experiment *x,
	const struct as_outlier_report *r)
{
	as_json_open(j, '{');
	as_json_key_int(j, "executions", (int64_t)r->n);
	as_json_key_int(j, "known", (int64_t)r->known);
	as_json_key_double(j, "median", r->median);
	as_json_key_int(j, "slow", (int64_t)r->slow);
	as_json_key_int(j, "fast", (int64_t)r->fast);
	as_json_key_int(j, "explained", (int64_t)r->explained);
	as_json_key_double(j, "slow_least", r->slow_least);
	as_json_key_double(j, "slow_most", r->slow_most);
	as_json_key(j, "sources");
	as_json_open(j, '[');
	for (size_t i = 0; i < r->n_sources; i++)
		add_source(j, x, &r->source[i]);
	as_json_close(j, ']');
	as_json_close(j, '}');
}

static void add_subject(struct as_json *j, const struct as_experiment *x,
	const struct as_factors *f)
{
	as_json_open(j, '{');
	as_json_key_string(j, "name", x->subjects[f->subject].name);
	as_json_key_string(j, "metric", x->metrics[f->metric].name);
	as_json_key_string(j, "unit", x->metrics[f->metric].unit);
	as_json_key_int(j, "executions", (int64_t)f->n);
	as_json_key_bool(j, "within", f->within);
	as_json_key_double(j, "dependence_p", f->dependence);
	as_json_key_int(j, "reorderings", (int64_t)f->reorderings);
	as_json_key(j, "factors");
	as_json_open(j, '[');
	for (size_t i = 0; i < f->n_factors; i++)
		add_factor(j, x, &f->v[i]);
	as_json_close(j, ']');
	as_json_key_string(j, "strata_by", f->n_strata ? x->metrics[f->strata_metric].name : NULL);
	as_json_key(j, "strata");
	as_json_open(j, '[');
	for (size_t i = 0; i < f->n_strata; i++)
		add_stratum(j, &f->stratum[i]);
	as_json_close(j, ']');
	as_json_key(j, "around");
	add_around(j, x, &f->around);
	as_json_close(j, '}');
}

void as_json_factors(struct as_text *t, const struct as_experiment *x, const struct as_factors *f,
	size_t n)
{
	struct as_json j;

	as_json_begin(&j, t, "assay-factors-1");
	as_json_key_string(&j, "uuid", x->uuid);
	as_json_key(&j, "subjects");
	as_json_open(&j, '[');
	for (size_t i = 0; i < n; i++)
		add_subject(&j, x, &f[i]);
	as_json_close(&j, ']');
	as_json_end(&j);
}
