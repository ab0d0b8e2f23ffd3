/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "format/json/assay_json.h"

#include <math.h>

#include "format/json/assay_json_parts.h"

static void add_ratio(struct as_json *j, const char *key, const double value[static 3])
{
	as_json_key(j, key);
	as_json_open_flat(j, '{');
	as_json_key_double(j, "ratio", value[0]);
	as_json_key_double(j, "lo", value[1]);
	as_json_key_double(j, "hi", value[2]);
	as_json_close(j, '}');
}

/* The mean beside the typical run, where it is another. */
static void add_means(struct as_json *j, const struct as_comparison *c)
{
	as_json_key_bool(j, "material", c->material.is);
	as_json_key_int(j, "slow", (int64_t)c->material.slow);
	as_json_key_int(j, "slow_reference", (int64_t)c->material.slow_reference);
	as_json_key_double(j, "slow_above", c->material.is ? c->material.times : (double)NAN);
	add_ratio(j, "means", (double[]){c->material.means_ratio, c->material.means_lo,
		c->material.means_hi});
}

/* What would have been seen, by its probability; null where nothing can be said. */
static void add_seen(struct as_json *j, const struct as_comparison_seen *seen)
{
	static const char *const powers[] = {"80", "90"};

	as_json_key(j, "resolution");
	if (!(seen->slower[0] > 0)) {
		as_json_null(j);
		return;
	}
	as_json_open_flat(j, '{');
	for (size_t i = 0; i < sizeof powers / sizeof powers[0]; i++) {
		as_json_key(j, powers[i]);
		as_json_open_flat(j, '{');
		as_json_key_double(j, "slower", seen->slower[i]);
		as_json_key_double(j, "faster", seen->faster[i]);
		as_json_close(j, '}');
	}
	as_json_close(j, '}');
}

static void add_duet(struct as_json *j, const struct as_comparison_duet *d)
{
	static const char *const words[] = {NULL, "untold", "undistorted", "distorts"};

	as_json_key(j, "duet");
	if (!d->word) {
		as_json_null(j);
		return;
	}
	as_json_open_flat(j, '{');
	as_json_key_string(j, "word", words[d->word]);
	as_json_key_int(j, "turns", (int64_t)d->turns);
	as_json_key_double(j, "shift", d->shift);
	as_json_key_double(j, "lo", d->lo);
	as_json_key_double(j, "hi", d->hi);
	as_json_key_double(j, "side", d->side);
	as_json_key_double(j, "side_p", d->side_p);
	as_json_key_double(j, "worth", d->worth);
	as_json_close(j, '}');
}

/* Looks at which it could end, and what all that were taken have in common. */
static void add_early(struct as_json *j, const struct as_comparison *c)
{
	const struct as_comparison_early *e = &c->stages.early;

	as_json_key(j, "early");
	if (!e->is || !e->n_at) {
		as_json_null(j);
		return;
	}
	as_json_open(j, '{');
	as_json_key_int(j, "rounds_max", (int64_t)as_in_rounds(c, e->most));
	as_json_key(j, "looks");
	as_json_open(j, '[');
	for (size_t i = 0; i < e->n; i++) {
		const struct as_looked *l = &e->v[i];
		as_json_open_flat(j, '{');
		as_json_key_int(j, "rounds", (int64_t)as_in_rounds(c, l->n));
		as_json_key_double(j, "ratio", exp(l->mean));
		as_json_key_double(j, "lo", l->lo);
		as_json_key_double(j, "hi", l->hi);
		as_json_key_double(j, "sd", l->sd);
		as_json_key_double(j, "lag1", l->lag1);
		as_json_key_double(j, "kappa", l->kappa);
		as_json_key_double(j, "skewness", l->skewness);
		as_json_close(j, '}');
	}
	as_json_close(j, ']');
	as_json_key(j, "alpha");
	as_json_open_flat(j, '[');
	for (size_t i = 0; i < e->n; i++)
		as_json_double(j, e->v[i].alpha);
	as_json_close(j, ']');
	as_json_key(j, "blocked");
	as_json_open_flat(j, '[');
	for (size_t i = 0; i < e->n; i++)
		as_json_bool(j, e->v[i].blocked && i + 1 < e->n_at);
	as_json_close(j, ']');
	as_json_key(j, "region");
	as_json_open_flat(j, '{');
	as_json_key_double(j, "lo", c->lo);
	as_json_key_double(j, "hi", c->hi);
	as_json_close(j, '}');
	as_json_close(j, '}');
}

void as_json_comparison(struct as_json *j, const struct as_metric *metric,
	const struct as_comparison *c)
{
	as_json_open(j, '{');
	as_json_key_int(j, "subject", (int64_t)c->subject);
	as_json_key_int(j, "reference", (int64_t)c->reference);
	as_json_key_string(j, "metric", metric->name);
	as_json_key_string(j, "verdict", as_word(&as_verdict_words, (size_t)c->verdict));
	as_json_key_double(j, "ratio", c->ratio);
	as_json_key(j, "interval");
	as_json_open_flat(j, '{');
	as_json_key_string(j, "method", as_word(&as_comparison_words, (size_t)c->method));
	as_json_key_double(j, "confidence", c->confidence);
	as_json_key_double(j, "lo", c->lo);
	as_json_key_double(j, "hi", c->hi);
	as_json_key_double(j, "df", c->df);
	as_json_key_bool(j, "two_stage", c->stages.two);
	as_json_close(j, '}');
	as_json_key_bool(j, "of_difference", c->difference.is);
	as_json_key(j, "difference");
	as_json_open_flat(j, '{');
	as_json_key_double(j, "value", c->difference.value);
	as_json_key_double(j, "lo", c->difference.lo);
	as_json_key_double(j, "hi", c->difference.hi);
	as_json_close(j, '}');
	add_means(j, c);
	as_json_key_double(j, "p", c->p);
	as_json_key_double(j, "p_single_stage", c->stages.p_single);
	as_json_key_double(j, "p_adjusted", c->p_adjusted);
	as_json_key_int(j, "n_comparisons", (int64_t)c->n_comparisons);
	as_json_key_double(j, "tolerance", c->tolerance);
	as_json_key_double(j, "sd", c->pairs.sd);
	as_json_key_double(j, "correlation", c->pairs.correlation);
	as_json_key_double(j, "gain", c->pairs.gain);
	add_seen(j, &c->pairs.seen);
	as_json_key_int(j, "n", (int64_t)c->n);
	as_json_key_int(j, "n_reference", (int64_t)c->n_reference);
	as_json_key_int(j, "n_tried", (int64_t)c->pairs.n_tried);
	as_json_key_bool(j, "of_means", c->of.means);
	as_json_key_bool(j, "of_builds", c->of.builds);
	as_json_key_bool(j, "of_sessions", c->of.sessions);
	as_json_key_string(j, "look", as_word(&as_look_words, (size_t)c->stages.look));
	add_early(j, c);
	as_json_key_int(j, "needed", (int64_t)c->needed);
	as_json_key_bool(j, "constant", c->constant.is);
	as_json_key_int(j, "fewest", (int64_t)c->constant.fewest);
	as_json_key_double(j, "position", c->position.share);
	as_json_key_double(j, "position_p", c->position.p);
	add_duet(j, &c->pairs.duet);
	as_json_findings(j, &c->findings);
	as_json_close(j, '}');
}

static const char *const changes[AS_NAMED_CHANGES] = {
	[AS_NAMED_NONE] = "none",
	[AS_NAMED_MORE] = "more",
	[AS_NAMED_LESS] = "less",
};

static void add_named(struct as_json *j, const struct as_metric *metric, const struct as_named *n)
{
	as_json_open(j, '{');
	as_json_key_string(j, "method", n->name);
	as_json_key_string(j, "of", n->of);
	as_json_key_int(j, "subject", (int64_t)n->subject);
	as_json_key_int(j, "reference", (int64_t)n->reference);
	as_json_key_string(j, "metric", metric->name);
	as_json_key_string(j, "refused", *n->refused ? n->refused : NULL);
	as_json_key_string(j, "change", changes[n->change]);
	as_json_key_double(j, "p", n->p);
	as_json_key_double(j, "ratio", n->ratio);
	as_json_key(j, "interval");
	as_json_open_flat(j, '{');
	as_json_key_double(j, "confidence", n->confidence);
	as_json_key_double(j, "lo", n->lo);
	as_json_key_double(j, "hi", n->hi);
	as_json_close(j, '}');
	as_json_key_int(j, "n", (int64_t)n->n);
	as_json_key_int(j, "n_reference", (int64_t)n->n_reference);
	as_json_key_int(j, "replicates", (int64_t)n->replicates);
	as_json_key_bool(j, "approximate", n->approximate);
	as_json_close(j, '}');
}

void as_json_key_named(struct as_json *j, const struct as_metric *metric, const struct as_named *v,
	size_t n)
{
	as_json_key(j, "by_method");
	as_json_open(j, '[');
	for (size_t i = 0; i < n; i++)
		add_named(j, metric, &v[i]);
	as_json_close(j, ']');
}

static const char *const states[2][AS_GATE_STATES] = {
	{[AS_GATE_PASSED] = "passed",
		[AS_GATE_FAILED] = "failed",
		[AS_GATE_UNDECIDED] = "undecided"},
	{[AS_GATE_PASSED] = "shown",
		[AS_GATE_FAILED] = "worse",
		[AS_GATE_UNDECIDED] = "not_shown"},
};

void as_json_key_joint(struct as_json *j, const struct as_joint *joint)
{
	as_json_key(j, "joint");
	if (joint->n < 2) {
		as_json_null(j);
		return;
	}
	as_json_open_flat(j, '{');
	as_json_key_int(j, "gates", (int64_t)joint->n);
	as_json_key_bool(j, "shown", joint->shown);
	as_json_key_double(j, "confidence", joint->confidence);
	as_json_key_double(j, "confidence_each", joint->each);
	as_json_close(j, '}');
}

void as_json_key_gates(struct as_json *j, const struct as_gates *gates)
{
	as_json_key(j, "gates");
	as_json_open(j, '[');
	for (size_t i = 0; i < gates->n; i++) {
		const struct as_gated *g = &gates->v[i];
		as_json_open_flat(j, '{');
		as_json_key_string(j, "gate", g->gate->text);
		as_json_key_string(j, "metric", g->metric->name);
		as_json_key_int(j, "subject", (int64_t)g->c.subject);
		as_json_key_int(j, "reference", (int64_t)g->c.reference);
		as_json_key_double(j, "limit", g->gate->more ? g->gate->limit : -g->gate->limit);
		as_json_key_string(j, "state", states[g->gate->unless][g->state]);
		as_json_key_int(j, "needed", (int64_t)g->needed);
		add_early(j, &g->c);
		as_json_close(j, '}');
	}
	as_json_close(j, ']');
}

void as_json_overall(struct as_json *j, const struct as_overall *o, const char *label)
{
	bool known = !*o->refused;

	as_json_open(j, '{');
	as_json_key_string(j, "result", label);
	as_json_key_string(j, "refused", known ? NULL : o->refused);
	as_json_key_int(j, "n", (int64_t)o->n);
	as_json_key_int(j, "programs", (int64_t)o->programs);
	as_json_key_double(j, "confidence", o->confidence);
	as_json_key_bool(j, "strictest", o->strictest);
	as_json_key_bool(j, "for_information", known && o->for_information);
	as_json_key_double(j, "p", known ? o->p : (double)NAN);
	as_json_key_double(j, "ratio", known ? o->ratio : (double)NAN);
	as_json_key(j, "this_suite");
	as_json_open_flat(j, '{');
	as_json_key_double(j, "lo", known ? o->lo : (double)NAN);
	as_json_key_double(j, "hi", known ? o->hi : (double)NAN);
	as_json_key_double(j, "df", known ? o->df : (double)NAN);
	as_json_key_bool(j, "sessions", o->sessions);
	as_json_close(j, '}');
	as_json_key(j, "programs_like_these");
	as_json_open_flat(j, '{');
	as_json_key_double(j, "lo", known && o->has_sample ? o->sample_lo : (double)NAN);
	as_json_key_double(j, "hi", known && o->has_sample ? o->sample_hi : (double)NAN);
	as_json_close(j, '}');
	as_json_close(j, '}');
}

static const struct as_metric *metric_of(const struct as_json_side *side)
{
	return &side->x->metrics[side->summary->metric];
}

static void add_side(struct as_json *j, const struct as_json_side *side)
{
	const struct as_experiment *x = side->x;
	const struct as_subject *s = &x->subjects[side->summary->subject];

	as_json_open(j, '{');
	as_json_key_string(j, "result", side->label);
	as_json_key_string(j, "uuid", x->uuid);
	as_json_key(j, "started");
	as_json_instant(j, x->started_ns);
	as_json_key_int(j, "session", x->session);
	as_json_key_string(j, "machine_id", x->machine.machine_id);
	as_json_key_string(j, "environment_id", x->machine.environment_id);
	as_json_key_string(j, "name", s->name);
	as_json_key_string(j, "command", s->command);
	as_json_key(j, "summary");
	as_json_summary(j, x, side->summary);
	as_json_key(j, "published");
	as_json_published(j, x, side->published, side->n_published);
	as_json_close(j, '}');
}

void as_json_compare(struct as_text *t, const struct as_json_compared *all)
{
	struct as_json j;

	as_json_begin(&j, t, "assay-compare-1");
	as_json_key(&j, "sides");
	as_json_open(&j, '[');
	for (size_t i = 0; i < all->n_sides; i++)
		add_side(&j, &all->sides[i]);
	as_json_close(&j, ']');
	as_json_key(&j, "comparisons");
	as_json_open(&j, '[');
	for (size_t i = 0; i < all->n; i++)
		as_json_comparison(&j, metric_of(&all->sides[all->c[i].subject]), &all->c[i]);
	as_json_close(&j, ']');
	as_json_key_named(&j, metric_of(&all->sides[0]), all->named, all->n_named);
	as_json_key_gates(&j, &all->gates);
	as_json_key_joint(&j, &all->gates.joint);
	as_json_key(&j, "overall");
	as_json_open(&j, '[');
	for (size_t i = 0; i < all->n_overall; i++)
		as_json_overall(&j, &all->overall[i], all->overall_label[i]);
	as_json_close(&j, ']');
	as_json_key_noise(&j, all->noise, all->noise_refused);
	as_json_end(&j);
}
