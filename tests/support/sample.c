/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sample.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static const enum as_metric_id beside[SAMPLE_ANALYSES - 1] = {
	AS_METRIC_WALL, AS_METRIC_USER, AS_METRIC_SYSTEM, AS_METRIC_PEAK_MEMORY,
	AS_METRIC_MINOR_FAULTS,
};

/* Between -1 and 1, more often near 0. */
static double noise(struct sample *s)
{
	double sum = 0;

	for (int i = 0; i < 3; i++) {
		s->state = s->state * 6364136223846793005u + 1442695040888963407u;
		sum += (double)(s->state >> 33) / 4294967296.0 * 2;
	}
	return sum / 1.5 - 1;
}

void sample_open(struct sample *s)
{
	*s = (struct sample){.x = as_experiment_new(), .state = 42};
	assert_non_null(s->x);
	struct as_experiment *x = s->x;
	x->id = 41;
	x->uuid = "0123456789abcdef0123456789abcdef";
	x->version = "0.1.0";
	x->command_line = "assay run 'sleep 0.05'";
	x->directory = "/home/ada/src";
	x->started_ns = 1786543331000000000;
	x->ended_ns = x->started_ns + 1300000000;
	x->session = 7;
	x->machine.host = "engine";
	x->criterion = AS_METRIC_WALL;
	x->plan.stopping = AS_STOP_TWO_STAGE;
	x->plan.precision = 0.01;
	x->plan.budget_ns = 10000000000;
	x->plan.warmups = 1;
	x->plan.iterations = 20;
	x->plan.seed = 4711;
}

void sample_close(struct sample *s)
{
	for (size_t k = 0; k < s->n; k++)
		free(s->a[k].summaries);
	free(s->a[0].comparisons);
	as_experiment_free(s->x);
}

static size_t add_execution(struct sample *s, struct as_subject *what, struct as_unit unit,
	double wall)
{
	const double values[] = {wall, 0.012 * wall, 0.018 * wall, 1.9e6 + 2e4 * noise(s),
		240 + round(3 * noise(s))};
	size_t e = 0;

	unit.cost_s = wall / 1e9;
	assert_int_equal(as_subject_add_unit(what, AS_LEVEL_EXECUTION, &unit, &e, NULL), AS_OK);
	for (size_t k = 0; k < sizeof values / sizeof values[0]; k++)
		assert_int_equal(as_subject_set(what, AS_LEVEL_EXECUTION, e, beside[k], values[k],
			NULL), AS_OK);
	return e;
}

/* The round of an execution where each round has one. */
static struct as_unit in_turn(const struct as_subject *what)
{
	return (struct as_unit){.round = (uint32_t)what->levels[AS_LEVEL_EXECUTION].n};
}

static struct as_subject *add_subject(struct sample *s, const char *name, size_t n)
{
	struct as_subject *what = as_experiment_add_subject(s->x, name, name);

	assert_non_null(what);
	if (s->x->plan.done < n) {
		s->x->plan.done = (uint32_t)n;
		s->x->plan.planned = (uint32_t)n;
		s->x->plan.stage1 = n < 10 ? (uint32_t)n : 10;
	}
	return what;
}

size_t sample_subject(struct sample *s, const char *name, size_t n, double wall, double spread)
{
	struct as_subject *what = add_subject(s, name, n);

	for (size_t e = 0; e < n; e++)
		add_execution(s, what, in_turn(what), wall * (1 + spread * noise(s)));
	return s->x->n_subjects - 1;
}

/* Add r iterations of about `base` ns to the execution added last. */
static void add_iterations(struct sample *s, struct as_subject *what, size_t r, double base,
	double spread)
{
	for (size_t i = 0; i < r; i++) {
		size_t at = what->levels[AS_LEVEL_ITERATION].n;
		double value = base * (1 + spread * noise(s));
		assert_int_equal(as_subject_add_iteration(what, AS_ROLE_MEASURED, 0, NULL), AS_OK);
		assert_int_equal(as_subject_set(what, AS_LEVEL_ITERATION, at, AS_METRIC_TIME, value,
			NULL), AS_OK);
	}
}

size_t sample_iterating(struct sample *s, const char *name, size_t n, size_t r, double time,
	double spread)
{
	struct as_subject *what = add_subject(s, name, n);

	s->x->criterion = AS_METRIC_TIME;
	for (size_t e = 0; e < n; e++) {
		double base = time * (1 + spread * noise(s));
		add_execution(s, what, in_turn(what), 1.1 * (double)r * base);
		add_iterations(s, what, r, base, spread);
	}
	return s->x->n_subjects - 1;
}

static void add_build(struct sample *s, struct as_subject *what, struct as_unit unit, size_t same)
{
	char hash[33];

	snprintf(hash, sizeof hash, "%032zx", same);
	const struct as_build build = {.hash = hash, .code = hash, .layout = hash, .bytes = 70000};
	unit.cost_s = 1.25;
	unit.round = AS_NO_ROUND;
	assert_int_equal(as_subject_add_build(what, &s->x->arena, &unit, &build, NULL), AS_OK);
}

/* All builds take part in every round. */
static void add_rounds(struct sample *s, struct as_subject *what, const struct sample_built *how)
{
	double *base = calloc(how->builds, sizeof *base);

	assert_non_null(base);
	for (size_t k = 0; k < how->builds; k++)
		base[k] = how->time * (1 + how->spread * noise(s));
	for (size_t j = 0; j < how->executions; j++)
		for (size_t k = 0; k < how->builds; k++) {
			struct as_unit u = {.parent = (uint32_t)k, .round = (uint32_t)j};
			double mean = base[k] * (1 + 0.5 * how->spread * noise(s));
			add_execution(s, what, u,
				how->iterations ? 1.1 * (double)how->iterations * mean : mean);
			add_iterations(s, what, how->iterations, mean, how->spread / 4);
		}
	free(base);
}

size_t sample_builds(struct sample *s, const struct sample_built *how)
{
	struct as_subject *what = add_subject(s, how->name, how->executions);
	struct as_plan *p = &s->x->plan;
	size_t surplus = how->identical ? 2 : 0;

	what->build_command = "make -B fft";
	for (size_t k = 0; k < how->builds + surplus; k++)
		add_build(s, what, (struct as_unit){.role = k < how->builds ? AS_ROLE_MEASURED
			: AS_ROLE_SURPLUS}, surplus ? 0 : k);
	add_rounds(s, what, how);
	s->x->criterion = how->iterations ? AS_METRIC_TIME : AS_METRIC_WALL;
	p->builds = (uint32_t)how->builds;
	p->builds_state = surplus ? AS_BUILDS_IDENTICAL : AS_BUILDS_DIFFER;
	p->randomize = AS_RANDOMIZE_ADDRESS | AS_RANDOMIZE_ENVIRONMENT;
	if (how->builds > 1) {
		p->stopping = AS_STOP_BUDGET;
		p->stage1 = 0;
		p->expected = 0.018;
	}
	p->iterations = (uint32_t)how->iterations;
	p->cost_s[AS_LEVEL_BUILD] = how->builds > 1 ? 1.25 : 0;
	p->cost_s[AS_LEVEL_EXECUTION] = how->builds > 1 || how->iterations ? 0.0035 : 0;
	p->cost_s[AS_LEVEL_ITERATION] = how->iterations ? how->time / 1e9 : 0;
	return s->x->n_subjects - 1;
}

void sample_failed_build(struct sample *s, size_t subject, enum as_ending ending, int code,
	const char *note)
{
	struct as_subject *what = &s->x->subjects[subject];

	add_build(s, what, (struct as_unit){.ending = (uint8_t)ending, .code = code}, 99);
	if (note)
		assert_int_equal(as_subject_note(what, &s->x->arena, AS_LEVEL_BUILD,
			what->n_builds - 1, note, NULL), AS_OK);
}

void sample_failure(struct sample *s, size_t subject, enum as_ending ending, int code,
	const char *note)
{
	struct as_subject *what = &s->x->subjects[subject];
	struct as_unit unit = in_turn(what);

	unit.ending = (uint8_t)ending;
	unit.code = code;
	size_t e = add_execution(s, what, unit, 2e6);

	for (size_t k = 0; k < sizeof beside / sizeof beside[0]; k++)
		assert_int_equal(as_subject_set(what, AS_LEVEL_EXECUTION, e, beside[k],
			(double)NAN, NULL), AS_OK);
	if (note)
		assert_int_equal(as_subject_note(what, &s->x->arena, AS_LEVEL_EXECUTION, e, note,
			NULL), AS_OK);
}

static int ascending(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* The finite values of a column, sorted; n receives how many, and the caller frees them. */
static double *values_of(const struct as_column *c, size_t *n)
{
	double *v = calloc(c ? c->values.n + 1 : 1, sizeof *v);

	assert_non_null(v);
	*n = 0;
	for (size_t i = 0; c && i < c->values.n; i++)
		if (isfinite(as_column_at(c, i)))
			v[(*n)++] = as_column_at(c, i);
	qsort(v, *n, sizeof *v, ascending);
	return v;
}

static void fill_bins(struct as_summary *y, const double *v, size_t n)
{
	y->bins.n = n > 7 ? 8 : 0;
	for (size_t i = 0; i < n && y->bins.n; i++) {
		double share = (v[i] - v[0]) / (v[n - 1] - v[0]);
		size_t bin = (size_t)(share * (double)y->bins.n);
		y->bins.v[bin < y->bins.n ? bin : y->bins.n - 1]++;
	}
}

static void add_level(struct as_summary *y, enum as_level_index level, size_t r, double share)
{
	y->tree.v[y->tree.n++] = (struct as_summary_level){.level = level, .r_min = r, .r_max = r,
		.r_mean = (double)r, .repeated = true, .share = share, .impact = (double)NAN,
		.impact_lo = (double)NAN, .impact_hi = (double)NAN};
}

static void set_impact(struct as_summary_level *l, double impact)
{
	l->impact = impact;
	l->impact_lo = 1 + (impact - 1) / 2;
	l->impact_hi = 1 + (impact - 1) * 2.2;
}

/* What a level leaves in the variance of the mean: its share over the units it has in all. */
static void share_uncertainty(struct as_summary *y)
{
	double total = 0, units = 1;

	for (size_t i = y->tree.n; i--;) {
		units *= y->tree.v[i].r_mean;
		y->tree.v[i].share_of_uncertainty = y->tree.v[i].share / units;
		total += y->tree.v[i].share_of_uncertainty;
	}
	for (size_t i = 0; i < y->tree.n; i++)
		y->tree.v[i].share_of_uncertainty /= total;
}

static size_t builds_of(const struct as_subject *what)
{
	size_t n = 0;

	for (size_t k = 0; k < what->n_builds; k++)
		n += as_unit_role(&what->levels[AS_LEVEL_BUILD], k) == AS_ROLE_MEASURED &&
			as_unit_ending(&what->levels[AS_LEVEL_BUILD], k) == AS_ENDED_OK;
	return n > 1 ? n : 0;
}

static void fill_levels(struct as_summary *y, const struct as_subject *what, bool iterations,
	size_t builds)
{
	size_t executions = iterations ? what->levels[AS_LEVEL_EXECUTION].n : y->n_values;
	double left = builds ? 0.28 : 1;

	if (iterations)
		add_level(y, AS_LEVEL_ITERATION, what->levels[AS_LEVEL_ITERATION].n / executions,
			builds ? 0.05 : 0.32);
	left -= iterations ? y->tree.v[0].share : 0;
	add_level(y, AS_LEVEL_EXECUTION, builds ? executions / builds : executions, left);
	if (iterations)
		set_impact(&y->tree.v[1], sqrt(1 + left / y->tree.v[0].share));
	if (!builds)
		return;
	add_level(y, AS_LEVEL_BUILD, builds, 0.68);
	set_impact(&y->tree.v[y->tree.n - 1], sqrt(1 + 0.68 / left));
	y->tree.share_of_time = 0.04;
}

static void summarise(struct as_summary *y, const struct as_experiment *x, size_t subject,
	enum as_metric_id metric)
{
	const struct as_subject *what = &x->subjects[subject];
	bool iterations = metric == AS_METRIC_TIME;
	size_t n = 0, executions = 0, builds = builds_of(what);
	double *v = values_of(as_subject_column(what, x->metrics[metric].level, metric), &n);
	double sum = 0, squares = 0;

	*y = (struct as_summary){.subject = subject, .metric = metric, .confidence = 0.95,
		.tree.share_of_time = (double)NAN};
	for (size_t i = 0; i < n; i++)
		sum += v[i];
	y->n_values = n;
	y->mean = n ? sum / (double)n : (double)NAN;
	for (size_t i = 0; i < n; i++)
		squares += (v[i] - y->mean) * (v[i] - y->mean);
	executions = iterations ? what->levels[AS_LEVEL_EXECUTION].n : n;
	y->n_top = builds ? builds : executions;
	y->df = (double)y->n_top - 1;
	y->half_width = (double)NAN;
	if (n > 1) {
		y->method = AS_INTERVAL_T;
		y->sd = sqrt(squares / (double)(n - 1));
		y->half_width = (2 + 2.7 / y->df) * y->sd / sqrt((double)y->n_top);
		y->spread.min = v[0];
		y->spread.q1 = v[n / 4];
		y->spread.median = v[n / 2];
		y->spread.q3 = v[n * 3 / 4];
		y->spread.max = v[n - 1];
	}
	y->lo = y->mean - y->half_width;
	y->hi = y->mean + y->half_width;
	fill_bins(y, v, n);
	if (n) {
		fill_levels(y, what, iterations, builds);
		share_uncertainty(y);
	}
	y->failed[AS_ENDED_OK] = executions;
	y->n_excluded = what->levels[AS_LEVEL_EXECUTION].n - executions;
	free(v);
}

static void compare(struct sample *s, size_t k)
{
	struct as_comparison *c = &s->a[0].comparisons[k];
	const struct as_summary *y = &s->a[0].summaries[k + 1], *z = s->a[0].summaries;
	size_t others = s->x->n_subjects - 1;

	*c = (struct as_comparison){
		.subject = k + 1, .metric = s->x->criterion, 
		.of.builds = y->tree.n && y->tree.v[y->tree.n - 1].level == AS_LEVEL_BUILD,
		.verdict = AS_VERDICT_UNDECIDED, .confidence = 1 - 0.05 / (double)others,
		.p = 0.5, .p_adjusted = 0.5, .n_comparisons = others, .tolerance = 0.01,
		.n = y->n_top, .n_reference = y->n_top, .position.share = (double)NAN,
	};
	c->method = c->of.builds ? AS_COMPARE_WELCH : AS_COMPARE_PAIRED;
	c->ratio = y->mean / z->mean;
	double half = hypot(y->half_width / y->mean, z->half_width / z->mean);
	c->lo = c->ratio * (1 - half);
	c->hi = c->ratio * (1 + half);
}

void sample_analyse(struct sample *s)
{
	enum as_metric_id metric[SAMPLE_ANALYSES] = {(enum as_metric_id)s->x->criterion};
	size_t n = s->x->n_subjects;

	for (size_t k = 0; k + 1 < SAMPLE_ANALYSES; k++)
		metric[k + 1] = beside[k];
	for (s->n = 0; s->n < SAMPLE_ANALYSES; s->n++) {
		struct as_analysis *a = &s->a[s->n];
		a->n_subjects = n;
		a->summaries = calloc(n, sizeof *a->summaries);
		assert_non_null(a->summaries);
		for (size_t i = 0; i < n; i++)
			summarise(&a->summaries[i], s->x, i, metric[s->n]);
	}
	s->a[0].n_comparisons = n - 1;
	s->a[0].comparisons = calloc(n, sizeof *s->a[0].comparisons);
	assert_non_null(s->a[0].comparisons);
	for (size_t k = 0; k + 1 < n; k++)
		compare(s, k);
}

struct as_summary *sample_summary(struct sample *s, size_t subject)
{
	return &s->a[0].summaries[subject];
}

struct as_comparison *sample_comparison(struct sample *s, size_t k)
{
	return &s->a[0].comparisons[k];
}

void sample_verdict(struct sample *s, size_t k, enum as_verdict_word word, double ratio, double lo,
	double hi)
{
	struct as_comparison *c = &s->a[0].comparisons[k];

	c->verdict = word;
	c->ratio = ratio;
	c->lo = lo;
	c->hi = hi;
	c->p = c->p_adjusted = lo > 1 || hi < 1 ? 0.00002 : 0.4;
}

void sample_finding(struct as_findings *f, enum as_finding_id id, double a, double b)
{
	assert_true(f->n < AS_FINDINGS_MAX);
	f->v[f->n++] = (struct as_finding){(int)id, a, b, (double)NAN};
}
