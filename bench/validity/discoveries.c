/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Many benchmarks at one commit (methods-history.md 3 and 4): 1000 of them, 3 metrics each whose values
 * are correlated by 0.6, 60 versions of history, judged by the shipped test of the newest version, the shipped
 * correction over benchmarks and metrics, and the shipped combination with a re-run of what is suspected. At
 * how many quiet commits is any benchmark reported? Of 10 that changed, how many are, and which share of
 * what is reported is false? */

#include <math.h>
#include <stdlib.h>

#include "stat/dist/changes/history_fast.h"
#include "stat/dist/changes/history_many.h"
#include "study.h"

enum { BENCHMARKS = 1000, METRICS = 3, CHANGED = 10, VERSIONS = 60, UNITS = 10, TESTS = BENCHMARKS * METRICS };
enum { COMMITS = 40 }; /* one in so many of the replications: a commit is 3000 tests */

#define RATE 0.01
#define ALIKE 0.6 /* correlation of the metrics of a benchmark */

/* A commit: by how many standard errors of a version the first CHANGED benchmarks change, and whether
 * what is suspected is measured again. */
struct commit {
	double change;
	bool again;
};

struct commit_tests {
	double p[TESTS];
	bool reported[TESTS], agrees[TESTS]; /* p of the re-run alone is small enough */
	struct as_family family[BENCHMARKS];
};

/* One value of each metric, of standard deviation 1. */
static void draw_alike(struct as_random *r, double out[static METRICS])
{
	const double common = as_random_normal(r);

	for (size_t m = 0; m < METRICS; m++)
		out[m] = sqrt(ALIKE) * common + sqrt(1 - ALIKE) * as_random_normal(r);
}

/* What is known of the metrics of a benchmark: a version is UNITS units, and varies by them alone. */
static void draw_known(struct as_random *r, struct as_fast_known known[static METRICS])
{
	double sum[METRICS] = {0}, squares[METRICS] = {0}, x[METRICS];

	for (size_t v = 0; v < VERSIONS; v++) {
		draw_alike(r, x);
		for (size_t m = 0; m < METRICS; m++) {
			sum[m] += x[m];
			squares[m] += x[m] * x[m];
		}
	}
	for (size_t m = 0; m < METRICS; m++)
		known[m] = (struct as_fast_known){.mean = sum[m] / VERSIONS, .m = VERSIONS,
			.s2 = (squares[m] - sum[m] * sum[m] / VERSIONS) / (VERSIONS - 1),
			.df = VERSIONS - 1, .h = 1.0 / UNITS, .w = UNITS,
			.w_df = VERSIONS * (UNITS - 1)};
}

/* The re-run of one metric: differences of pairs of units. */
static void measure_again(struct as_random *r, double change, const struct as_fast_known *known,
	const struct as_fast *f, double *p, bool *agrees)
{
	double d[AS_RERUN_MOST];
	struct as_rerun out;
	const size_t n = as_rerun_blocks(UNITS);
	const struct as_fast_look *look = &f->look[f->deciding - 1];

	for (size_t i = 0; i < n; i++)
		d[i] = change + sqrt(2.0 * UNITS) * as_random_normal(r);
	if (as_rerun_combine(f->p, look->t > 0, (struct as_values){d, n},
		    as_rerun_weight(known, look, n), &out, NULL))
		study_fail("a re-run of %zu pairs cannot be combined", n);
	*p = out.p;
	*agrees = out.p2 <= AS_RERUN_OWN;
}

static void test_benchmark(struct as_random *r, const struct commit *c, size_t b,
	struct commit_tests *t)
{
	const double change = b < CHANGED ? c->change : 0;
	const size_t units = UNITS;
	struct as_fast_known known[METRICS];
	double x[METRICS];

	draw_known(r, known);
	draw_alike(r, x);
	for (size_t m = 0; m < METRICS; m++) {
		const size_t i = b * METRICS + m;
		struct as_fast f;
		x[m] += change;
		if (as_fast_test(&known[m], &x[m], &units, NULL, 1, &f, NULL))
			study_fail("the newest of %d versions cannot be tested", VERSIONS);
		t->p[i] = f.p;
		t->agrees[i] = true;
		if (c->again && f.suspect)
			measure_again(r, change, &known[m], &f, &t->p[i], &t->agrees[i]);
	}
	t->family[b] = (struct as_family){.first = b * METRICS, .n = METRICS};
}

static bool is_reported(const struct commit_tests *t, size_t b)
{
	for (size_t i = b * METRICS; i < (b + 1) * METRICS; i++)
		if (t->reported[i] && t->agrees[i])
			return true;
	return false;
}

static void count(struct cell *cell, const struct commit *c, const struct commit_tests *t)
{
	bool any = false;

	for (size_t b = 0; b < BENCHMARKS; b++) {
		const bool changed = b < CHANGED && c->change > 0, said = is_reported(t, b);
		any = any || said;
		if (said && c->change > 0)
			cell_count(cell, "false", !changed);
		if (changed)
			cell_count(cell, "found", said);
	}
	if (!(c->change > 0))
		cell_count(cell, "any", any);
}

static void study_commit(struct study *s, const struct commit *c)
{
	struct commit_tests *t = malloc(sizeof *t);
	struct cell cell;

	if (!t)
		study_fail("out of memory");
	if (!cell_open(&cell, s, "commit/%g sd/%s", c->change, c->again ? "measured again" : "once")) {
		free(t);
		return;
	}
	cell_share(&cell, COMMITS);
	for (unsigned k = 0; k < cell.n; k++) {
		struct as_random r = cell_random(&cell, k);
		for (size_t b = 0; b < BENCHMARKS; b++)
			test_benchmark(&r, c, b, t);
		if (as_hierarchical(t->p, t->family, BENCHMARKS, RATE, t->reported))
			study_fail("%d tests cannot be corrected", TESTS);
		count(&cell, c, t);
	}
	if (!(c->change > 0))
		cell_promise(&cell, "any", 0, 0.01);
	else if (c->change >= 6) {
		cell_promise(&cell, "false", 0, RATE);
		cell_promise(&cell, "found", 0.95, 1);
	}
	cell_close(&cell);
	free(t);
}

void study_discoveries(struct study *s)
{
	static const double changes[] = {0, 3, 4, 6};

	for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
		for (int again = 0; again < 2; again++)
			study_commit(s, &(struct commit){changes[i], again > 0});
}
