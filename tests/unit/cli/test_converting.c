/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is written in any format that is read, too, is read back with the same numbers: of files of other
 * tools (tests/data/foreign), and of trees that are drawn. */
#include <dirent.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "analyse/estimate/view/view.h"
#include "base/vec.h"
#include "cli/results/converting.h"
#include "format/native/data.h"

static const double of_the_same = 1e-15; /* a time in s is rounded twice */

static enum as_status keep(void *to, const char *bytes, size_t n, struct as_err *err)
{
	(void)err;
	as_text_add_n(to, bytes, n);
	return AS_OK;
}

static enum as_status read_as(
	const char *format, const char *s, size_t n, struct as_experiment **out, struct as_err *err)
{
	struct as_bytes bytes = {s, n};
	const struct as_source from = as_source_of(&bytes);
	const struct as_data_format *f = NULL;

	if (format && as_data_named(format, &f, NULL))
		return AS_ERR_USAGE;
	return as_data_read_as(f, &from, "it", out, err);
}

static bool is_read(const struct as_exporter *w)
{
	const struct as_data_format *f = NULL;

	return !as_data_named(w->name, &f, NULL);
}

/* ---- the same numbers ---- */

struct values {
	double *v;
	size_t n, cap, executions;
};

static void add_value(struct values *to, double x)
{
	if (!AS_PUSH(to->v, to->n, to->cap, x))
		abort();
}

/* Every value that counts: of a format that has no iterations, means of executions, where some
 * subject has two of them. */
static struct values values_of(const struct as_experiment *x, const struct as_exporter *w)
{
	struct values all = {0};
	bool whole = false;

	for (size_t pass = 0; pass < 2; pass++)
		for (size_t i = 0; i < x->n_subjects; i++) {
			struct as_view v;
			if (as_view_open(x, i, x->criterion, AS_ROLE_MEASURED, &v, NULL))
				fail_msg("a view that cannot be opened");
			if (!pass)
				whole = whole || (v.n_units > 1 &&
							 !(w->holds & AS_HOLDS_PART(ITERATIONS)));
			const bool means = whole || v.bottom != AS_LEVEL_ITERATION;
			const size_t n = !pass ? 0 : means ? v.n_units : v.n_units ? v.tree.count[0] : 0;
			for (size_t k = 0; k < n; k++)
				add_value(&all, means ? (v.plain_means ? v.plain_means : v.means)[k] : v.values[k]);
			all.executions += pass ? v.n_units : 0;
			as_view_close(&v);
		}
	return all;
}

/* Means of subjects that have values of the criterion; others are judged by a metric of their own, of which
 * nothing goes over. Where a format has what assay answers, these are typical runs. */
static struct values means_of(const struct as_result *r, bool answers)
{
	struct values all = {0};

	for (size_t i = 0; i < r->analyses[0].n_subjects; i++) {
		const struct as_summary *s = &r->analyses[0].summaries[i];
		const double v = answers ? s->mean : as_summary_mean(s);
		if (isfinite(v) && s->metric == r->x->criterion)
			add_value(&all, v);
	}
	return all;
}

static int by_size(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static void are_same(struct values a, struct values b, const char *what, const char *format)
{
	if (a.n != b.n)
		fail_msg("%s as %s: %zu values become %zu", what, format, a.n, b.n);
	if (a.n) {
		qsort(a.v, a.n, sizeof *a.v, by_size);
		qsort(b.v, b.n, sizeof *b.v, by_size);
	}
	for (size_t i = 0; i < a.n; i++)
		if (fabs(a.v[i] - b.v[i]) > of_the_same * fabs(a.v[i]))
			fail_msg("%s as %s: %.17g becomes %.17g", what, format, a.v[i], b.v[i]);
	free(a.v);
	free(b.v);
}

/* What Bencher's format has of several metrics is a subject each. */
static bool has_one_metric(const struct as_result *r, const struct as_exporter *w)
{
	return !(w->holds & AS_HOLDS_PART(METRICS)) || w->stream || r->n == 1;
}

/* What tools that know nothing of a sample are told: an answer with its interval, and not the mean. */
static bool has_answers(const struct as_exporter *w)
{
	return !strcmp(w->name, "bmf") || !strcmp(w->name, "gab");
}

static void goes_round(
	const struct as_result *r, const struct as_exporter *w, const char *what, size_t *done)
{
	struct as_experiment *y = NULL;
	struct as_result back = {0};
	struct as_text t = {0};
	struct as_err err = {0};
	const struct as_sink sink = {keep, &t};

	if (as_convert_check(r->x, w, &err)) {
		assert_true(err.code == AS_ERR_USAGE && err.msg[0]);
		return;
	}
	if (as_convert_write(r, w, &sink, &err)) {
		if (!strstr(err.msg, "no value in it that counts") && !strstr(err.msg, "infinite"))
			fail_msg("%s as %s: %s", what, w->name, err.msg);
		as_text_release(&t);
		return;
	}
	assert_false(t.failed);
	assert_null(strstr(as_text_str(&t), ": NaN"));
	if (is_read(w) && has_one_metric(r, w)) {
		if (read_as(w->name, t.data, t.len, &y, &err))
			fail_msg("%s as %s: %s\n%.2000s", what, w->name, err.msg, as_text_str(&t));
		/* a table does not say which of its metrics counts */
		const size_t same = as_experiment_find_metric(y, r->x->metrics[r->x->criterion].name);
		if (!(w->holds & AS_HOLDS_PART(CRITERION)) && same < y->n_metrics && w->stream)
			y->criterion = same;
		if (w->holds & AS_HOLDS_PART(VALUES)) {
			are_same(values_of(r->x, w), values_of(y, w), what, w->name);
			as_experiment_free(y);
		} else if (as_result_init(&back, y, NULL, &err)) {
			fail_msg("%s as %s: %s", what, w->name, err.msg);
		} else {
			are_same(means_of(r, has_answers(w)), means_of(&back, has_answers(w)), what, w->name);
		}
		++*done;
	}
	as_result_release(&back);
	as_text_release(&t);
}

/* Takes x over. */
static void goes_round_in_all(struct as_experiment *x, const char *what, size_t *done)
{
	struct as_result r = {0};
	struct as_err err = {0};

	if (as_result_init(&r, x, NULL, &err))
		fail_msg("%s: %s", what, err.msg);
	for (size_t i = 0; i < as_exporters_known; i++)
		goes_round(&r, as_exporters[i], what, &done[i]);
	as_result_release(&r);
}

static void every_format_was_tried(const size_t *done, size_t least)
{
	for (size_t i = 0; i < as_exporters_known; i++)
		if (is_read(as_exporters[i]) && done[i] < least)
			fail_msg("%s was read back %zu times", as_exporters[i]->name, done[i]);
}

static void files_of_other_tools_go_round_in_every_format(void **state)
{
	DIR *d = opendir(TEST_DATA "/foreign");
	size_t *done = calloc(as_exporters_known, sizeof *done);
	char *s = malloc(1 << 20);

	(void)state;
	assert_non_null(d);
	for (struct dirent *e; (e = readdir(d));) {
		struct as_experiment *x = NULL;
		char path[1024];
		snprintf(path, sizeof path, TEST_DATA "/foreign/%s", e->d_name);
		FILE *f = fopen(path, "r");
		const size_t n = f ? fread(s, 1, 1 << 20, f) : 0;
		if (f)
			fclose(f);
		if (n && !read_as(NULL, s, n, &x, NULL))
			goes_round_in_all(x, e->d_name, done);
	}
	closedir(d);
	every_format_was_tried(done, 20);
	free(done);
	free(s);
}

/* ---- drawn trees ---- */

static uint32_t draw(uint64_t *seed, uint32_t below)
{
	*seed = *seed * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(*seed >> 33) % below;
}

static const char *const names[] = {"plain", "with blanks", "quote\" and \\ back", "a,b;c", "|bar|",
	"\x1b[2J", "\xff\xfe", "plain", "", "Benchmarkx", "# hash", "{\"json\": 1}", "line\nbreak",
	"$\\alpha_1$ & 50 %", "\342\200\256bidi"};

static void add_execution(
	struct as_experiment *x, struct as_subject *s, bool inside, uint64_t *seed, uint32_t order)
{
	struct as_unit u = {.order = order, .round = AS_NO_ROUND, .cost_s = (double)NAN,
		.role = draw(seed, 6) ? AS_ROLE_MEASURED : AS_ROLE_WARMUP,
		.ending = draw(seed, 8) ? AS_ENDED_OK : AS_ENDED_FAILED};
	const size_t n = inside ? draw(seed, 5) : 0;
	size_t e = 0;

	if (as_subject_add_unit(s, AS_LEVEL_EXECUTION, &u, &e, NULL))
		abort();
	for (size_t i = 0; i < n; i++)
		if (as_subject_add_iteration(s, draw(seed, 4) ? AS_ROLE_MEASURED : AS_ROLE_WARMUP, 0,
			    NULL) ||
			as_subject_set(s, AS_LEVEL_ITERATION, s->levels[AS_LEVEL_ITERATION].n - 1,
				AS_METRIC_TIME, draw(seed, UINT32_MAX) / 1e3, NULL))
			abort();
	if (!inside && as_subject_set(s, AS_LEVEL_EXECUTION, e, AS_METRIC_WALL,
			       draw(seed, UINT32_MAX) * 1.0, NULL))
		abort();
	(void)x;
}

static struct as_experiment *tree(uint64_t *seed)
{
	struct as_experiment *x = as_experiment_new();
	const bool inside = draw(seed, 2);
	const size_t subjects = 1 + draw(seed, 4);
	uint32_t order = 0;

	assert_non_null(x);
	x->criterion = inside ? AS_METRIC_TIME : AS_METRIC_WALL;
	x->uuid = "00112233445566778899aabbccddeeff";
	x->plan.confidence = 0.95;
	x->plan.tolerance = 0.01;
	x->plan.design = AS_DESIGN_SEQUENTIAL;
	for (size_t i = 0; i < subjects; i++) {
		char name[80];
		snprintf(name, sizeof name, "%s%s", names[draw(seed, sizeof names / sizeof names[0])],
			i ? (char[]){(char)('0' + i), 0} : "");
		struct as_subject *s = as_experiment_add_subject(x, name, "x");
		const size_t n = draw(seed, 6);
		for (size_t e = 0; e < n; e++)
			add_execution(x, s, inside, seed, order++);
	}
	return x;
}

static void drawn_trees_go_round_in_every_format(void **state)
{
	size_t *done = calloc(as_exporters_known, sizeof *done);
	uint64_t seed = 20;

	(void)state;
	for (int i = 0; i < 400; i++) {
		char what[32];
		snprintf(what, sizeof what, "tree %d", i);
		goes_round_in_all(tree(&seed), what, done);
	}
	every_format_was_tried(done, 100);
	free(done);
}

static void an_unknown_format_is_refused_with_those_there_are(void **state)
{
	const struct as_data_format *f = NULL;
	struct as_err err = {0};

	(void)state;
	assert_int_equal(as_data_named("pyperff", &f, &err), AS_ERR_USAGE);
	assert_non_null(strstr(err.msg, "'pyperff'"));
	assert_non_null(strstr(err.msg, "json, csv, jsonl, numbers, google"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(files_of_other_tools_go_round_in_every_format),
		cmocka_unit_test(drawn_trees_go_round_in_every_format),
		cmocka_unit_test(an_unknown_format_is_refused_with_those_there_are),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
