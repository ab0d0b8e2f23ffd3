/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "format/json/assay_json_parts.h"

#include <math.h>

#include "format/instant.h"

static const struct {
	const char *id, *severity;
} findings_known[AS_FINDINGS_KNOWN] = {
#define AS_FINDING(id, severity, importance, words) {#id, #severity},
#include "model/answer/findings.def"
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
	for (size_t i = 0; i < s->tree.n; i++) {
		const struct as_summary_level *l = &s->tree.v[i];
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
		as_json_string(j, as_word(&as_holds_words, (size_t)s->lasting.holds));
	as_json_key_double(j, "effective_n", s->lasting.effective_n);
	as_json_key_double(j, "slow", s->lasting.slow);
	as_json_key_double(j, "odds", s->lasting.odds);
	/* what happens in so many of all units is missed by one such result in twenty */
	as_json_key_double(j, "unseen_share",
		s->n_top ? 1 - pow(0.05, 1 / (double)s->n_top) : (double)NAN);
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
	for (size_t i = 0; i <= AS_ENDED_LAST; i++)
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
	for (size_t i = 0; i < s->tree.n; i++)
		known = known && !s->tree.v[i].name;
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
	as_json_key_double(j, "typical", s->is_typical ? s->mean : (double)NAN);
	as_json_key_double(j, "typical_alone", s->alone);
	as_json_key_double(j, "mean", s->is_typical ? s->means.value : s->mean);
	as_json_key_double(j, "sd", s->sd);
	as_json_key_double(j, "min", s->spread.min);
	as_json_key_double(j, "q1", s->spread.q1);
	as_json_key_double(j, "median", s->spread.median);
	as_json_key_double(j, "q3", s->spread.q3);
	as_json_key_double(j, "max", s->spread.max);
	add_interval(j, s);
	add_endings(j, s);
	add_levels(j, s);
	as_json_key_double(j, "share_of_time", s->tree.share_of_time);
	as_json_key_bool(j, "build_or_time", s->tree.build_or_time);
	as_json_key(j, "next");
	as_json_open(j, '{');
	add_next(j, "same_time", s, &s->next.same_time);
	add_next(j, "for_target", s, &s->next.for_target);
	add_next(j, "halved", s, &s->next.halved);
	as_json_close(j, '}');
	as_json_key(j, "histogram");
	as_json_open_flat(j, '[');
	for (size_t i = 0; i < s->bins.n && i < AS_SUMMARY_BINS; i++)
		as_json_int(j, s->bins.v[i]);
	as_json_close(j, ']');
	as_json_key_steadiness(j, &s->steadiness);
	as_json_key_shape(j, x, s);
	as_json_findings(j, &s->findings);
	as_json_close(j, '}');
}

/* ---- structs that are kept ---- */

static void add_bits(struct as_json *j, const struct as_vocabulary *words, int64_t bits)
{
	as_json_open_flat(j, '[');
	for (size_t i = 0; i < words->n; i++)
		if (bits >> i & 1)
			as_json_string(j, words->v[i]);
	as_json_close(j, ']');
}

static void add_costs(struct as_json *j, const double *costs)
{
	as_json_open_flat(j, '{');
	for (size_t i = 0; i < AS_MODEL_LEVELS; i++)
		as_json_key_double(j, as_level_names[i], as_field_shown(AS_KIND_COSTS, costs[i]));
	as_json_close(j, '}');
}

void as_json_field(struct as_json *j, const struct as_field *f, const void *base,
	const struct as_experiment *x)
{
	const void *at = (const char *)base + f->offset;

	if (as_field_is_text(f)) {
		as_json_string(j, *(const char *const *)at);
		return;
	}
	if (f->kind == AS_KIND_REAL || f->kind == AS_KIND_GOAL) {
		as_json_double(j, as_field_shown(f->kind, *(const double *)at));
		return;
	}
	if (f->kind == AS_KIND_COSTS) {
		add_costs(j, at);
		return;
	}
	const int64_t v = as_field_int(f, base);
	switch ((int)f->kind) {
	case AS_KIND_WORD:
	case AS_KIND_WORD8: as_json_string(j, as_word(f->words, (size_t)v)); break;
	case AS_KIND_LEVEL: as_json_string(j, as_experiment_level(x, (size_t)v)); break;
	case AS_KIND_INSTANT: as_json_instant(j, v); break;
	case AS_KIND_SPAN: as_json_double(j, v ? (double)v / 1e9 : (double)NAN); break;
	case AS_KIND_BOOL: as_json_bool(j, v != 0); break;
	case AS_KIND_BITS: add_bits(j, f->words, v); break;
	default:
		if (f->kind == AS_KIND_ROUND && v == AS_NO_ROUND)
			as_json_null(j);
		else
			as_json_int(j, v);
	}
}

void as_json_fields(struct as_json *j, const struct as_fields *t, const void *base,
	const struct as_experiment *x)
{
	char key[AS_FIELD_KEY];

	for (size_t i = 0; i < t->n; i++) {
		const struct as_field *f = &t->v[i];
		if (!as_field_is_in(f, AS_IN_SCREEN))
			continue;
		as_field_key_shown(f, key);
		as_json_key(j, key);
		as_json_field(j, f, base, x);
	}
}
