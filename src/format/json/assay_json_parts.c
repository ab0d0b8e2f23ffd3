/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "format/json/assay_json_parts.h"

#include <math.h>

#include "format/instant.h"

static const struct {
	const char *id, *severity;
} findings_known[AS_FINDINGS_KNOWN] = {
#define AS_FINDING(id, severity, words) {#id, #severity},
#include "model/findings.def"
#undef AS_FINDING
};

void as_json_begin(struct as_json *j, struct as_text *t, const char *schema)
{
	as_json_init(j, t, 2);
	as_json_open(j, '{');
	as_json_key_string(j, "schema", schema);
}

void as_json_end(struct as_json *j)
{
	as_json_close(j, '}');
	as_text_char(j->text, '\n');
}

void as_json_instant(struct as_json *j, int64_t ns)
{
	char text[AS_INSTANT_LENGTH + 1];

	if (!ns) {
		as_json_null(j);
		return;
	}
	as_instant_text(ns, text);
	as_json_string_n(j, text, AS_INSTANT_LENGTH);
}

void as_json_findings(struct as_json *j, const struct as_findings *f)
{
	as_json_key(j, "findings");
	as_json_open(j, '[');
	for (size_t i = 0; i < f->n; i++) {
		int id = f->v[i].id;
		bool known = id >= 0 && id < AS_FINDINGS_KNOWN;
		as_json_open_flat(j, '{');
		as_json_key_string(j, "id", known ? findings_known[id].id : "unknown");
		as_json_key_string(j, "severity", known ? findings_known[id].severity : "NOTE");
		as_json_key(j, "numbers");
		as_json_open(j, '[');
		as_json_double(j, f->v[i].a);
		as_json_double(j, f->v[i].b);
		as_json_double(j, f->v[i].c);
		as_json_close(j, ']');
		as_json_close(j, '}');
	}
	as_json_close(j, ']');
}

/* null where nothing was drawn. */
static void add_drawn(struct as_json *j, const struct as_summary_draws *d)
{
	as_json_key(j, "impact_drawn");
	if (!d->draws) {
		as_json_null(j);
		return;
	}
	as_json_open_flat(j, '{');
	as_json_key_double(j, "factor", d->factor);
	as_json_key_double(j, "transformed", d->transformed);
	as_json_key_string(j, "model", as_word(&as_influence_words, (size_t)d->influence));
	as_json_key_int(j, "draws", (int64_t)d->draws);
	as_json_key_int(j, "values", (int64_t)d->c);
	as_json_key_int(j, "infinite", (int64_t)d->infinite);
	as_json_key_int(j, "neither", (int64_t)d->neither);
	as_json_close(j, '}');
}

static void add_levels(struct as_json *j, const struct as_summary *s)
{
	as_json_key(j, "levels");
	as_json_open(j, '[');
	for (size_t i = 0; i < s->n_levels; i++) {
		const struct as_summary_level *l = &s->levels[i];
		as_json_open_flat(j, '{');
		as_json_key_string(j, "level", as_summary_level_name(l));
		as_json_key_int(j, "repetitions_min", (int64_t)l->r_min);
		as_json_key_int(j, "repetitions_max", (int64_t)l->r_max);
		as_json_key_double(j, "repetitions_mean", l->r_mean);
		as_json_key_bool(j, "repeated", l->repeated);
		as_json_key_double(j, "s2", l->s2);
		as_json_key_double(j, "t2", l->t2);
		as_json_key_double(j, "share", l->share);
		as_json_key_double(j, "share_of_uncertainty", l->share_of_uncertainty);
		as_json_key_double(j, "impact", l->impact);
		as_json_key_double(j, "impact_lo", l->impact_lo);
		as_json_key_double(j, "impact_hi", l->impact_hi);
		add_drawn(j, &l->drawn);
		as_json_close(j, '}');
	}
	as_json_close(j, ']');
}

/* null where nothing was resampled. */
static void add_bootstrap(struct as_json *j, const struct as_summary_bootstrap *b)
{
	as_json_key(j, "bootstrap");
	if (!b->replicates) {
		as_json_null(j);
		return;
	}
	as_json_open_flat(j, '{');
	as_json_key_double(j, "lo", b->lo);
	as_json_key_double(j, "hi", b->hi);
	as_json_key_int(j, "replicates", (int64_t)b->replicates);
	as_json_key_string(j, "beside", as_word(&as_interval_words, (size_t)b->plain));
	as_json_key_double(j, "beside_lo", b->plain_lo);
	as_json_key_double(j, "beside_hi", b->plain_hi);
	as_json_close(j, '}');
}

/* None but with --interval. */
static void add_quantiles(struct as_json *j, const struct as_summary_bootstrap *b)
{
	as_json_key(j, "quantiles");
	as_json_open(j, '[');
	for (size_t i = 0; i < b->n_quantiles; i++) {
		as_json_open_flat(j, '{');
		as_json_key_double(j, "p", b->quantile[i].p);
		as_json_key_double(j, "value", b->quantile[i].value);
		as_json_key_double(j, "lo", b->quantile[i].lo);
		as_json_key_double(j, "hi", b->quantile[i].hi);
		as_json_close(j, '}');
	}
	as_json_close(j, ']');
}

static void add_interval(struct as_json *j, const struct as_summary *s)
{
	as_json_key(j, "interval");
	as_json_open_flat(j, '{');
	as_json_key_string(j, "method", as_word(&as_interval_words, (size_t)s->method));
	as_json_key_double(j, "confidence", s->confidence);
	as_json_key(j, "confidence_holds");
	if (s->method == AS_INTERVAL_NONE)
		as_json_null(j);
	else
		as_json_string(j, as_word(&as_holds_words, (size_t)s->holds));
	as_json_key_double(j, "effective_n", s->effective_n);
	as_json_key_double(j, "slow", s->slow);
	as_json_key_double(j, "lo", s->lo);
	as_json_key_double(j, "hi", s->hi);
	as_json_key_double(j, "half_width", s->half_width);
	as_json_key_double(j, "df", s->df);
	as_json_key_double(j, "skewness", s->bootstrap.skewness);
	add_bootstrap(j, &s->bootstrap);
	as_json_key(j, "refused");
	if (s->bootstrap.refused)
		as_json_string(j, as_word(&as_interval_words, (size_t)s->bootstrap.refused));
	else
		as_json_null(j);
	add_quantiles(j, &s->bootstrap);
	as_json_close(j, '}');
}

static void add_endings(struct as_json *j, const struct as_summary *s)
{
	as_json_key(j, "executions");
	as_json_open_flat(j, '{');
	for (size_t i = 0; i <= AS_ENDED_REPORT; i++)
		as_json_key_int(j, as_word(&as_ending_words, i), (int64_t)s->failed[i]);
	as_json_key_int(j, "excluded", (int64_t)s->n_excluded);
	as_json_close(j, '}');
}

/* What to measure next; null where that is not known. */
/* Of a table whose levels have names of their own there is none: they could be those of the other
 * members. */
static bool is_next_known(const struct as_summary *s, const struct as_next *next)
{
	bool known = false;

	for (size_t i = 0; i < AS_MODEL_LEVELS; i++)
		known = known || next->counts[i];
	for (size_t i = 0; i < s->n_levels; i++)
		known = known && !s->levels[i].name;
	return known;
}

static void add_next(struct as_json *j, const char *key, const struct as_summary *s,
	const struct as_next *next)
{
	as_json_key(j, key);
	if (!is_next_known(s, next)) {
		as_json_null(j);
		return;
	}
	as_json_open_flat(j, '{');
	for (size_t i = 0; i < AS_MODEL_LEVELS; i++)
		if (next->counts[i])
			as_json_key_int(j, as_level_names[i], (int64_t)next->counts[i]);
	as_json_key_double(j, "half_width", next->half_width);
	as_json_key_double(j, "seconds", next->seconds);
	as_json_close(j, '}');
}

void as_json_summary(struct as_json *j, const struct as_experiment *x, const struct as_summary *s)
{
	const struct as_metric *m = &x->metrics[s->metric];

	as_json_open(j, '{');
	as_json_key_string(j, "metric", m->name);
	as_json_key_string(j, "unit", m->unit);
	as_json_key_int(j, "n", (int64_t)s->n_top);
	as_json_key_int(j, "n_values", (int64_t)s->n_values);
	as_json_key_int(j, "same_iteration", (int64_t)s->same_iteration);
	as_json_key_double(j, "mean", s->mean);
	as_json_key_double(j, "sd", s->sd);
	as_json_key_double(j, "min", s->min);
	as_json_key_double(j, "q1", s->q1);
	as_json_key_double(j, "median", s->median);
	as_json_key_double(j, "q3", s->q3);
	as_json_key_double(j, "max", s->max);
	add_interval(j, s);
	add_endings(j, s);
	add_levels(j, s);
	as_json_key_double(j, "share_of_time", s->share_of_time);
	as_json_key_bool(j, "build_or_time", s->build_or_time);
	as_json_key(j, "next");
	as_json_open(j, '{');
	add_next(j, "same_time", s, &s->same_time);
	add_next(j, "for_target", s, &s->for_target);
	add_next(j, "halved", s, &s->halved);
	as_json_close(j, '}');
	as_json_key(j, "histogram");
	as_json_open_flat(j, '[');
	for (size_t i = 0; i < s->n_bins && i < AS_SUMMARY_BINS; i++)
		as_json_int(j, s->bins[i]);
	as_json_close(j, ']');
	as_json_key_steadiness(j, &s->steadiness);
	as_json_key_shape(j, x, s);
	as_json_findings(j, &s->findings);
	as_json_close(j, '}');
}

static void add_randomize(struct as_json *j, unsigned bits)
{
	as_json_key(j, "randomize");
	as_json_open_flat(j, '[');
	for (size_t i = 0; i < as_randomize_words.n; i++)
		if (bits & 1U << i)
			as_json_string(j, as_randomize_words.v[i]);
	as_json_close(j, ']');
}

/* What was planned with; null where it is not known. */
static void add_costs(struct as_json *j, const struct as_plan *p)
{
	as_json_key(j, "cost_s");
	as_json_open_flat(j, '{');
	for (size_t i = 0; i < AS_MODEL_LEVELS; i++)
		as_json_key_double(j, as_level_names[i],
			p->cost_s[i] > 0 ? p->cost_s[i] : (double)NAN);
	as_json_close(j, '}');
}

void as_json_plan(struct as_json *j, const struct as_plan *p)
{
	as_json_open(j, '{');
	as_json_key_string(j, "design", as_word(&as_design_words, (size_t)p->design));
	as_json_key_string(j, "stopping", as_word(&as_stopping_words, (size_t)p->stopping));
	as_json_key_string(j, "outcome", as_word(&as_outcome_words, (size_t)p->outcome));
	as_json_key_int(j, "seed", (int64_t)p->seed);
	as_json_key_double(j, "confidence", p->confidence);
	as_json_key_double(j, "precision", p->precision > 0 ? p->precision : (double)NAN);
	as_json_key_bool(j, "precision_each", p->precision_each);
	as_json_key_double(j, "tolerance", p->tolerance);
	as_json_key_double(j, "budget_s", p->budget_ns ? (double)p->budget_ns / 1e9 : (double)NAN);
	as_json_key_bool(j, "budget_explicit", p->budget_explicit);
	as_json_key_int(j, "warmups", p->warmups);
	as_json_key_int(j, "iterations", p->iterations);
	as_json_key_bool(j, "iterations_given", p->iterations_given);
	as_json_key_int(j, "drop", p->drop);
	as_json_key_int(j, "stage1", p->stage1);
	as_json_key_int(j, "planned", p->planned);
	as_json_key_int(j, "extended", p->extended);
	as_json_key_int(j, "done", p->done);
	as_json_key_int(j, "wanted", p->wanted);
	as_json_key_int(j, "builds", p->builds);
	as_json_key_string(j, "builds_state", as_word(&as_builds_words, (size_t)p->builds_state));
	add_randomize(j, p->randomize);
	as_json_key_bool(j, "layout_failed", p->layout_failed);
	add_costs(j, p);
	as_json_key_double(j, "expected", p->expected > 0 ? p->expected : (double)NAN);
	as_json_key_bool(j, "dimension_reused", p->dimension_reused);
	as_json_key_bool(j, "decide", p->decide);
	as_json_key_int(j, "first_look", p->first_look);
	as_json_key_int(j, "last_look", p->last_look);
	as_json_close(j, '}');
}
