/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "format/json/assay_json.h"
#include "format/json/assay_json_parts.h"
#include "model/answer/history/history.h"

static void add_point(struct as_json *j, const struct as_history_point *p)
{
	as_json_open_flat(j, '{');
	as_json_key_string(j, "commit", p->commit);
	as_json_key_string(j, "label", p->label);
	as_json_key_string(j, "subject", p->subject);
	as_json_key(j, "date");
	as_json_instant(j, p->date_ns);
	as_json_key_int(j, "missing", (int64_t)p->missing);
	as_json_key_int(j, "experiment", p->experiment);
	as_json_key_int(j, "results", (int64_t)p->results);
	as_json_key_int(j, "units", (int64_t)p->units);
	as_json_key_double(j, "mean", p->value);
	as_json_key_double(j, "sd", p->sd);
	as_json_close(j, '}');
}

static void add_part(struct as_json *j, const struct as_history_part *p)
{
	static const char *const why[] = {
		[AS_BREAK_NONE] = NULL,
		[AS_BREAK_ENVIRONMENT] = "environment",
		[AS_BREAK_BENCHMARK] = "benchmark",
		[AS_BREAK_UNIT] = "unit",
		[AS_BREAK_DESIGN] = "design",
	};
	static const char *const dependence[] = {
		[AS_DEPENDENCE_LITTLE] = NULL,
		[AS_DEPENDENCE_STRONG] = "strong",
		[AS_DEPENDENCE_WANDERS] = "wanders",
	};

	as_json_open_flat(j, '{');
	as_json_key_int(j, "from", (int64_t)p->from);
	as_json_key_int(j, "to", (int64_t)p->to);
	as_json_key_string(j, "break", why[p->why]);
	as_json_key_bool(j, "looked", p->looked);
	as_json_key_bool(j, "ratios", p->logarithms);
	as_json_key_double(j, "rho", p->rho);
	as_json_key_string(j, "dependence", dependence[p->dependence]);
	as_json_key_double(j, "critical", p->critical);
	as_json_key_double(j, "visible", p->visible);
	as_json_key(j, "noise");
	as_json_open_flat(j, '{');
	as_json_key_int(j, "pieces", (int64_t)p->noise.pieces);
	as_json_key(j, "since");
	if (p->noise.pieces > 1)
		as_json_int(j, (int64_t)p->noise.since);
	else
		as_json_null(j);
	as_json_key_double(j, "ratio", p->noise.pieces > 1 ? p->noise.ratio : (double)NAN);
	as_json_key_bool(j, "told", p->noise.told);
	as_json_key_double(j, "visible_now", p->visible);
	as_json_key_double(j, "visible_before",
		p->noise.pieces > 1 ? p->noise.visible_before : (double)NAN);
	as_json_close(j, '}');
	as_json_key(j, "outliers");
	as_json_open(j, '[');
	for (size_t i = 0; i < p->n_outliers; i++) {
		as_json_open_flat(j, '{');
		as_json_key_int(j, "at", (int64_t)p->outliers[i].at);
		as_json_key_double(j, "size", p->outliers[i].size);
		as_json_close(j, '}');
	}
	as_json_close(j, ']');
	as_json_close(j, '}');
}

/* A number, or null where it is none. */
static void add_place(struct as_json *j, const char *key, size_t place)
{
	as_json_key(j, key);
	if (place == SIZE_MAX)
		as_json_null(j);
	else
		as_json_int(j, (int64_t)place);
}

static void add_change(
	struct as_json *j, const struct as_history_series *s, const struct as_history_change *c)
{
	static const char *const kind[] = {
		[AS_HISTORY_CHANGE] = "change",
		[AS_HISTORY_SMALL] = "small",
		[AS_HISTORY_SAME_PROGRAM] = "environment",
	};
	const struct as_history_point *p = &s->points[c->at];

	as_json_open(j, '{');
	as_json_key_int(j, "at", (int64_t)c->at);
	as_json_key_string(j, "commit", p->commit);
	as_json_key_string(j, "label", p->label);
	as_json_key_int(j, "first", (int64_t)c->first);
	as_json_key_int(j, "last", (int64_t)c->last);
	as_json_key_string(j, "kind", kind[c->kind]);
	as_json_key_double(j, "before", c->before);
	as_json_key_double(j, "after", c->after);
	as_json_key_bool(j, "relative", s->parts[c->part].logarithms);
	as_json_key_double(j, "size", c->size);
	as_json_key_double(j, "lo", c->lo);
	as_json_key_double(j, "hi", c->hi);
	as_json_key_double(j, "statistic", c->statistic);
	as_json_key_double(j, "p", c->p);
	as_json_key_bool(j, "p_is_bound", c->p_is_bound);
	add_place(j, "gradual", c->gradual ? c->gradual : SIZE_MAX);
	as_json_key_double(j, "whole", c->gradual ? c->whole : (double)NAN);
	as_json_key_double(j, "whole_lo", c->gradual ? c->whole_lo : (double)NAN);
	as_json_key_double(j, "whole_hi", c->gradual ? c->whole_hi : (double)NAN);
	add_place(j, "recovered_by", c->back);
	as_json_key_bool(j, "alert", c->alert);
	as_json_close(j, '}');
}

static void add_beside(struct as_json *j, const struct as_history_series *s)
{
	as_json_key(j, "beside");
	as_json_open(j, '[');
	for (size_t i = 0; i < s->n_beside; i++) {
		const struct as_history_beside *b = &s->beside[i];
		as_json_open_flat(j, '{');
		as_json_key_int(j, "at", (int64_t)b->at);
		as_json_key_string(j, "commit", s->points[b->at].commit);
		as_json_key_string(j, "label", s->points[b->at].label);
		as_json_key_double(j, "statistic", b->statistic);
		as_json_key_double(j, "p", b->p);
		add_place(j, "same", b->same);
		as_json_close(j, '}');
	}
	as_json_close(j, ']');
}

/* How the other detector looked; null where none was asked for. */
static void add_method_beside(struct as_json *j, const struct as_history *h)
{
	as_json_key(j, "beside");
	if (!h->beside) {
		as_json_null(j);
		return;
	}
	as_json_open_flat(j, '{');
	as_json_key_string(j, "method", h->beside);
	as_json_key_int(j, "block", (int64_t)h->block);
	as_json_key_int(j, "permutations", (int64_t)h->permutations);
	as_json_key_int(j, "seed", (int64_t)h->seed);
	as_json_key_int(j, "least", (int64_t)h->beside_least);
	as_json_close(j, '}');
}

static void add_rerun(struct as_json *j, const struct as_rerun_said *r)
{
	static const char *const word[] = {
		[AS_RERUN_NONE] = NULL,
		[AS_RERUN_CONFIRMED] = "confirmed",
		[AS_RERUN_NOT_CONFIRMED] = "not_confirmed",
		[AS_RERUN_OPPOSITE] = "opposite",
	};

	as_json_key(j, "rerun");
	if (r->word == AS_RERUN_NONE) {
		as_json_null(j);
		return;
	}
	as_json_open_flat(j, '{');
	as_json_key_string(j, "word", word[r->word]);
	as_json_key_int(j, "experiment", r->experiment);
	as_json_key_int(j, "beside", (int64_t)r->beside);
	as_json_key_int(j, "rounds", (int64_t)r->rounds);
	as_json_key_double(j, "size", r->size);
	as_json_key_double(j, "p", r->p);
	as_json_key_double(j, "p_both", r->p_both);
	as_json_close(j, '}');
}

static void add_newest(struct as_json *j, const struct as_history_series *s)
{
	const struct as_newest *n = &s->newest;
	static const char *const word[] = {
		[AS_NEWEST_NOT_TESTED] = "not_tested",
		[AS_NEWEST_LEARNING] = "learning",
		[AS_NEWEST_QUIET] = "quiet",
		[AS_NEWEST_SUSPECTED] = "suspected",
		[AS_NEWEST_DIFFERENT] = "different",
		[AS_NEWEST_SAME_PROGRAM] = "same_program",
	};

	as_json_key(j, "newest");
	as_json_open(j, '{');
	/* judged alone it may be suspected, and adjusted for all benchmarks it is quiet */
	const bool alone = n->word == AS_NEWEST_SUSPECTED && !as_history_is_suspected(s);
	const enum as_newest_word said = alone ? AS_NEWEST_QUIET : n->word;
	as_json_key_string(j, "word", word[said]);
	as_json_key_bool(j, "selected", n->selected);
	as_json_key_int(j, "looked", (int64_t)n->looked);
	as_json_key_int(j, "level_versions", (int64_t)n->versions);
	as_json_key_double(j, "df", n->df);
	as_json_key_double(j, "p", n->p);
	as_json_key_double(j, "p_adjusted", n->p_adjusted);
	as_json_key_double(j, "size", n->size);
	as_json_key_double(j, "visible", n->visible);
	as_json_key_int(j, "rerun_rounds", (int64_t)n->blocks);
	as_json_key_int(j, "reference", (int64_t)n->reference);
	as_json_key_double(j, "alone", n->alone);
	as_json_key_double(j, "alone_lo", n->alone_lo);
	as_json_key_double(j, "alone_hi", n->alone_hi);
	add_rerun(j, &n->rerun);
	as_json_close(j, '}');
}

static void add_series(struct as_json *j, const struct as_history_series *s)
{
	as_json_open(j, '{');
	as_json_key_string(j, "name", s->name);
	as_json_key_string(j, "parameters", s->parameters);
	as_json_key_string(j, "project", s->project);
	as_json_key_string(j, "command", s->command);
	as_json_key_string(j, "metric", s->metric);
	as_json_key_string(j, "unit", s->unit);
	as_json_key_string(j, "better", as_word(&as_better_words, s->better));
	as_json_key_string(j, "machine", s->machine);
	as_json_key_string(j, "host", s->host);
	as_json_key_int(j, "failed", (int64_t)s->failed);
	as_json_key_int(j, "set_aside", (int64_t)s->aside);
	as_json_key(j, "versions");
	as_json_open(j, '[');
	for (size_t i = 0; i < s->n_points; i++)
		add_point(j, &s->points[i]);
	as_json_close(j, ']');
	as_json_key(j, "parts");
	as_json_open(j, '[');
	for (size_t i = 0; i < s->n_parts; i++)
		add_part(j, &s->parts[i]);
	as_json_close(j, ']');
	as_json_key(j, "changes");
	as_json_open(j, '[');
	for (size_t i = 0; i < s->n_changes; i++)
		add_change(j, s, &s->changes[i]);
	as_json_close(j, ']');
	add_beside(j, s);
	add_newest(j, s);
	as_json_close(j, '}');
}

static void add_together(struct as_json *j, const struct as_history *h)
{
	as_json_key(j, "together");
	as_json_open(j, '[');
	for (size_t i = 0; i < h->n_together; i++) {
		const struct as_history_together *one = &h->together[i];
		as_json_open_flat(j, '{');
		as_json_key_string(j, "commit", one->at->commit);
		as_json_key_string(j, "label", one->at->label);
		as_json_key_string(j, "metric", one->of->metric);
		as_json_key_string(j, "machine", one->of->machine);
		as_json_key_int(j, "changes", (int64_t)one->changes);
		as_json_key_double(j, "geometric_mean", one->ratio);
		as_json_close(j, '}');
	}
	as_json_close(j, ']');
}

static void add_noisier(struct as_json *j, const struct as_history *h)
{
	as_json_key(j, "noisier");
	as_json_open(j, '[');
	for (size_t i = 0; i < h->n_noisier; i++) {
		const struct as_history_noisier *one = &h->noisier[i];
		as_json_open_flat(j, '{');
		as_json_key_string(j, "commit", one->at->commit);
		as_json_key_string(j, "label", one->at->label);
		as_json_key_string(j, "metric", one->of->metric);
		as_json_key_string(j, "machine", one->of->machine);
		as_json_key_int(j, "changed", (int64_t)one->changed);
		as_json_key_int(j, "benchmarks", (int64_t)one->benchmarks);
		as_json_key_double(j, "ratio", one->ratio);
		as_json_close(j, '}');
	}
	as_json_close(j, ']');
}

void as_json_history(struct as_text *t, const struct as_history *h)
{
	struct as_json j;

	as_json_begin(&j, t, "assay-history-1");
	as_json_key_string(&j, "method", h->method);
	add_method_beside(&j, h);
	as_json_key_double(&j, "level", h->level);
	as_json_key_bool(&j, "independent", h->independent);
	as_json_key_double(&j, "tolerance", h->tolerance);
	as_json_key_double(&j, "confidence", h->confidence);
	as_json_key_string(&j, "order", h->ordered ? "first-parents" : "dates");
	as_json_key_string(&j, "tip", h->tip);
	as_json_key_int(&j, "tests", (int64_t)h->tests);
	as_json_key(&j, "left_out");
	as_json_open_flat(&j, '{');
	as_json_key_int(&j, "changed", (int64_t)h->dirty);
	as_json_key_int(&j, "untold", (int64_t)h->untold);
	as_json_key_int(&j, "elsewhere", (int64_t)h->elsewhere);
	as_json_key_int(&j, "before", (int64_t)h->before);
	as_json_key_int(&j, "unnamed", (int64_t)h->unnamed);
	as_json_close(&j, '}');
	add_together(&j, h);
	add_noisier(&j, h);
	as_json_key(&j, "series");
	as_json_open(&j, '[');
	for (size_t i = 0; i < h->n; i++)
		add_series(&j, &h->series[i]);
	as_json_close(&j, ']');
	as_json_end(&j);
}
