/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "format/assay_json_parts.h"

#include <math.h>
#include <time.h>

/* The word of a number that is stored; one of a newer version has none. */
#define WORD(table, i) \
	((size_t)(i) < sizeof(table) / sizeof *(table) ? (table)[(size_t)(i)] : "unknown")

static const char *const interval_words[] = {"none", "t", "two_stage"};
static const char *const verdict_words[] = {"none", "slower", "slower_small", "faster",
	"faster_small", "equivalent", "undecided", "identical", "different"};
static const char *const comparison_words[] = {"none", "paired", "welch"};
static const char *const stopping_words[] = {"fixed", "two_stage", "budget"};
static const char *const outcome_words[] = {"complete", "budget", "max", "stopped", "failed"};
static const char *const design_words[] = {"rounds", "sequential"};
static const char *const role_words[] = {"measured", "warmup", "dimensioning", "surplus", "dropped"};
static const char *const ending_words[] = {"ok", "failed", "signal", "timeout", "not_started",
	"cancelled", "report"};

static const struct {
	const char *id, *severity;
} findings_known[AS_FINDINGS_KNOWN] = {
#define AS_FINDING(id, severity, words) {#id, #severity},
#include "model/findings.def"
#undef AS_FINDING
};

const char *as_json_outcome_word(int outcome)
{
	return WORD(outcome_words, outcome);
}

void as_json_instant(struct as_json *j, int64_t ns)
{
	time_t seconds = (time_t)(ns / 1000000000);
	struct tm tm;
	char day[40];
	struct as_text t = {0};

	if (ns <= 0 || !gmtime_r(&seconds, &tm)) {
		as_json_null(j);
		return;
	}
	strftime(day, sizeof day, "%Y-%m-%dT%H:%M:%S", &tm);
	as_text_addf(&t, "%s.%09dZ", day, (int)(ns % 1000000000));
	as_json_string(j, as_text_str(&t));
	j->text->failed = j->text->failed || t.failed;
	as_text_release(&t);
}

static void add_findings(struct as_json *j, const struct as_findings *f)
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

static void add_levels(struct as_json *j, const struct as_summary *s)
{
	as_json_key(j, "levels");
	as_json_open(j, '[');
	for (size_t i = 0; i < s->n_levels; i++) {
		const struct as_summary_level *l = &s->levels[i];
		as_json_open_flat(j, '{');
		as_json_key_string(j, "level", WORD(as_level_names, l->level));
		as_json_key_int(j, "repetitions_min", (int64_t)l->r_min);
		as_json_key_int(j, "repetitions_max", (int64_t)l->r_max);
		as_json_key_double(j, "repetitions_mean", l->r_mean);
		as_json_key_bool(j, "repeated", l->repeated);
		as_json_key_double(j, "s2", l->s2);
		as_json_key_double(j, "t2", l->t2);
		as_json_key_double(j, "share", l->share);
		as_json_key_double(j, "share_of_uncertainty", l->share_of_uncertainty);
		as_json_close(j, '}');
	}
	as_json_close(j, ']');
}

static void add_interval(struct as_json *j, const struct as_summary *s)
{
	as_json_key(j, "interval");
	as_json_open_flat(j, '{');
	as_json_key_string(j, "method", WORD(interval_words, s->method));
	as_json_key_double(j, "confidence", s->confidence);
	as_json_key_double(j, "lo", s->lo);
	as_json_key_double(j, "hi", s->hi);
	as_json_key_double(j, "half_width", s->half_width);
	as_json_key_double(j, "df", s->df);
	as_json_close(j, '}');
}

static void add_endings(struct as_json *j, const struct as_summary *s)
{
	as_json_key(j, "executions");
	as_json_open_flat(j, '{');
	for (size_t i = 0; i <= AS_ENDED_REPORT; i++)
		as_json_key_int(j, ending_words[i], (int64_t)s->failed[i]);
	as_json_key_int(j, "excluded", (int64_t)s->n_excluded);
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
	as_json_key(j, "histogram");
	as_json_open_flat(j, '[');
	for (size_t i = 0; i < s->n_bins && i < AS_SUMMARY_BINS; i++)
		as_json_int(j, s->bins[i]);
	as_json_close(j, ']');
	add_findings(j, &s->findings);
	as_json_close(j, '}');
}

void as_json_comparison(struct as_json *j, const struct as_metric *metric,
	const struct as_comparison *c)
{
	as_json_open(j, '{');
	as_json_key_int(j, "subject", (int64_t)c->subject);
	as_json_key_int(j, "reference", (int64_t)c->reference);
	as_json_key_string(j, "metric", metric->name);
	as_json_key_string(j, "verdict", WORD(verdict_words, c->verdict));
	as_json_key_double(j, "ratio", c->ratio);
	as_json_key(j, "interval");
	as_json_open_flat(j, '{');
	as_json_key_string(j, "method", WORD(comparison_words, c->method));
	as_json_key_double(j, "confidence", c->confidence);
	as_json_key_double(j, "lo", c->lo);
	as_json_key_double(j, "hi", c->hi);
	as_json_key_double(j, "df", c->df);
	as_json_key_bool(j, "two_stage", c->two_stage);
	as_json_close(j, '}');
	as_json_key_double(j, "p", c->p);
	as_json_key_double(j, "p_adjusted", c->p_adjusted);
	as_json_key_int(j, "n_comparisons", (int64_t)c->n_comparisons);
	as_json_key_double(j, "tolerance", c->tolerance);
	as_json_key_double(j, "sd", c->sd);
	as_json_key_double(j, "correlation", c->correlation);
	as_json_key_int(j, "n", (int64_t)c->n);
	as_json_key_int(j, "n_reference", (int64_t)c->n_reference);
	as_json_key_int(j, "needed", (int64_t)c->needed);
	as_json_key_double(j, "position", c->position);
	as_json_key_double(j, "position_p", c->position_p);
	add_findings(j, &c->findings);
	as_json_close(j, '}');
}

void as_json_plan(struct as_json *j, const struct as_plan *p)
{
	as_json_open(j, '{');
	as_json_key_string(j, "design", WORD(design_words, p->design));
	as_json_key_string(j, "stopping", WORD(stopping_words, p->stopping));
	as_json_key_string(j, "outcome", WORD(outcome_words, p->outcome));
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
	as_json_close(j, '}');
}

static void add_values(struct as_json *j, const struct as_experiment *x, const struct as_level *l)
{
	as_json_key(j, "values");
	as_json_open(j, '{');
	for (size_t c = 0; c < l->n_columns; c++) {
		const struct as_column *column = &l->columns[c];
		as_json_key(j, x->metrics[column->metric].name);
		as_json_open_flat(j, '[');
		for (size_t i = 0; i < column->n; i++)
			as_json_double(j, column->values[i]);
		as_json_close(j, ']');
	}
	as_json_close(j, '}');
}

/* One array of what member() gives for each unit. */
static void add_units(struct as_json *j, const struct as_level *l, const char *key,
	void (*member)(struct as_json *j, const struct as_unit *u))
{
	as_json_key(j, key);
	as_json_open_flat(j, '[');
	for (size_t i = 0; i < l->n; i++)
		member(j, &l->units[i]);
	as_json_close(j, ']');
}

static void add_order(struct as_json *j, const struct as_unit *u)
{
	as_json_int(j, u->order);
}

static void add_round(struct as_json *j, const struct as_unit *u)
{
	if (u->round == AS_NO_ROUND)
		as_json_null(j);
	else
		as_json_int(j, u->round);
}

static void add_role(struct as_json *j, const struct as_unit *u)
{
	as_json_string(j, WORD(role_words, u->role));
}

static void add_ending(struct as_json *j, const struct as_unit *u)
{
	as_json_string(j, WORD(ending_words, u->ending));
}

static void add_code(struct as_json *j, const struct as_unit *u)
{
	as_json_int(j, u->code);
}

static void add_started(struct as_json *j, const struct as_unit *u)
{
	as_json_instant(j, u->started_ns);
}

static void add_iterations(struct as_json *j, const struct as_experiment *x,
	const struct as_subject *s)
{
	const struct as_iterations *it = &s->iterations;
	size_t n = s->levels[AS_LEVEL_ITERATION].n;

	as_json_key(j, "iterations");
	as_json_open(j, '{');
	as_json_key(j, "first");
	as_json_open_flat(j, '[');
	for (size_t i = 0; i <= s->levels[AS_LEVEL_EXECUTION].n; i++)
		as_json_int(j, (int64_t)it->first[i]);
	as_json_close(j, ']');
	as_json_key(j, "role");
	as_json_open_flat(j, '[');
	for (size_t i = 0; i < n; i++)
		as_json_string(j, WORD(role_words, it->role[i]));
	as_json_close(j, ']');
	as_json_key(j, "end_ns");
	as_json_open_flat(j, '[');
	for (size_t i = 0; i < n; i++)
		as_json_int(j, it->end_ns[i]);
	as_json_close(j, ']');
	add_values(j, x, &s->levels[AS_LEVEL_ITERATION]);
	as_json_close(j, '}');
}

void as_json_tree(struct as_json *j, const struct as_experiment *x, const struct as_subject *s)
{
	const struct as_level *l = &s->levels[AS_LEVEL_EXECUTION];

	as_json_open(j, '{');
	as_json_key(j, "executions");
	as_json_open(j, '{');
	add_units(j, l, "order", add_order);
	add_units(j, l, "round", add_round);
	add_units(j, l, "role", add_role);
	add_units(j, l, "ending", add_ending);
	add_units(j, l, "code", add_code);
	add_units(j, l, "started", add_started);
	add_values(j, x, l);
	as_json_close(j, '}');
	if (s->levels[AS_LEVEL_ITERATION].n && s->iterations.first)
		add_iterations(j, x, s);
	as_json_close(j, '}');
}
