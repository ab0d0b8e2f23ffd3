/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The overall ratio of benchmarks of one program, whose rows share its builds or its rounds
 * (methods-repairs.md 8). */

#include <math.h>
#include <stdio.h>

#include "analyse/compare/apart.h"
#include "analyse/compare/together.h"
#include "study.h"

enum { UNITS = 10, ROWS = 20 };
enum { SUITES = 4 }; /* a share */

static const double sd = 0.02;

static void must(enum as_status st)
{
	if (st)
		study_fail("out of memory");
}

/* A program of n benchmarks: subjects that share its builds, or rounds. */
static struct as_experiment *program(size_t n, bool builds)
{
	struct as_experiment *x = as_experiment_new();

	if (!x)
		study_fail("out of memory");
	x->criterion = AS_METRIC_WALL;
	x->plan = (struct as_plan){.design = AS_DESIGN_ROUNDS,
		.stopping = AS_STOP_FIXED,
		.seed = 1,
		.confidence = 0.95,
		.tolerance = 0.01,
		.planned = builds ? 1 : UNITS,
		.done = builds ? 1 : UNITS,
		.builds = builds ? UNITS : 0,
		.builds_state = builds ? AS_BUILDS_DIFFER : AS_BUILDS_NONE};
	for (size_t i = 0; i < n; i++) {
		char name[32];
		snprintf(name, sizeof name, "b%zu", i);
		struct as_subject *s = as_experiment_add_subject(x, name, "true");
		if (!s)
			study_fail("out of memory");
		for (uint32_t k = 0; builds && k < UNITS; k++) {
			char hash[33];
			snprintf(hash, sizeof hash, "%032x", k);
			const struct as_build b = {hash, hash, hash, 1};
			must(as_subject_add_build(
				s, &x->arena, &(struct as_unit){.round = AS_NO_ROUND}, &b, NULL));
		}
		for (uint32_t k = 0; k < UNITS; k++) {
			size_t e = 0;
			const struct as_unit u = {.parent = builds ? k : 0,
				.round = builds ? 0 : k,
				.order = (uint32_t)(k * n + i)};
			must(as_subject_add_unit(s, AS_LEVEL_EXECUTION, &u, &e, NULL));
		}
	}
	return x;
}

static void fill(struct as_experiment *x, size_t subject, size_t k, double value)
{
	must(as_subject_set(
		&x->subjects[subject], AS_LEVEL_EXECUTION, k, AS_METRIC_WALL, value, NULL));
}

/* One side in all its units; `common` of a unit's variance is that of all its rows, and what the
 * machine does to a round is in `state`. */
static void draw(struct as_experiment *x, const size_t *rows, size_t n, double common,
	const double *state, struct as_random *r)
{
	for (size_t k = 0; k < UNITS; k++) {
		const double luck = as_random_normal(r);
		for (size_t i = 0; i < n; i++)
			fill(x, rows[i], k,
				exp(sd * (state[k] + sqrt(common) * luck +
						 sqrt(1 - common) * as_random_normal(r))));
	}
}

static void count(struct cell *c, const struct as_apart *v, size_t n)
{
	struct as_inside in[ROWS];
	struct as_comparison rows[ROWS];
	struct as_overall o;
	struct as_err err = {0};

	for (size_t i = 0; i < n; i++)
		in[i] = (struct as_inside){
			v[i].old.x, AS_METRIC_WALL, v[i].old.subject, v[i].new.subject};
	enum as_status st = v->old.x == v->new.x
		? as_compare_together(in, n, AS_ADJUST_HOLM, rows, &err)
		: as_compare_apart(v, n, AS_ADJUST_HOLM, rows, &err);
	if (st || as_overall_ratio(v, rows, n, &o, &err))
		study_fail("%s", err.msg);
	cell_count_interval(c, "assay", o.lo <= 1 && 1 <= o.hi, (o.hi - o.lo) / 2);
}

static void overall(struct cell *c, size_t n, double common, bool builds)
{
	struct as_experiment *old = program(builds ? n : 2 * n, builds);
	struct as_experiment *new = builds ? program(n, true) : old;
	struct as_apart v[ROWS];
	size_t of_old[ROWS], of_new[ROWS];

	for (size_t i = 0; i < n; i++) {
		of_old[i] = builds ? i : 2 * i;
		of_new[i] = builds ? i : 2 * i + 1;
		v[i] = (struct as_apart){.old = {old, of_old[i], AS_METRIC_WALL},
			.new = {new, of_new[i], AS_METRIC_WALL}};
	}
	for (unsigned k = 0; k < c->n; k++) {
		struct as_random r = cell_random(c, k);
		double state[UNITS];
		for (size_t b = 0; b < UNITS; b++)
			state[b] = builds ? 0 : 2 * as_random_normal(&r);
		draw(old, of_old, n, common, state, &r);
		draw(new, of_new, n, common, state, &r);
		count(c, v, n);
	}
	cell_promise(c, "assay", 0.95, 1);
	as_experiment_free(old);
	if (builds)
		as_experiment_free(new);
}

void study_overall(struct study *s)
{
	static const size_t rows[] = {5, 10, ROWS};
	static const double common[] = {0, 0.3, 0.8};

	for (int builds = 1; builds >= 0; builds--)
		for (size_t i = 0; i < 3; i++)
			for (size_t j = 0; j < 3; j++) {
				struct cell c;
				if (!cell_open(&c, s, "overall/%s/%zu/%g",
					    builds ? "builds" : "rounds", rows[i], common[j]))
					continue;
				cell_share(&c, SUITES);
				overall(&c, rows[i], common[j], builds);
				cell_close(&c);
			}
}
