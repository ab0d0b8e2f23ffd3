/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab.h"

#include <stdio.h>

static void must(enum as_status st, const struct as_err *err)
{
	if (st)
		study_fail("%s", err->msg);
}

static void add_builds(struct as_experiment *x, struct as_subject *s, size_t n)
{
	struct as_err err = {0};

	for (size_t k = 0; k < n; k++) {
		char hash[33];
		snprintf(hash, sizeof hash, "%032zx", k);
		const struct as_build build = {hash, hash, hash, 1};
		const struct as_unit unit = {.round = AS_NO_ROUND};
		must(as_subject_add_build(s, &x->arena, &unit, &build, &err), &err);
	}
}

/* In the order of time: every build in every round. */
static void add_executions(struct lab *l, struct as_subject *s, size_t subject, size_t subjects)
{
	size_t builds = l->n_levels > 2 ? l->r[2] : 1;
	size_t rounds = l->n_levels > 1 ? l->r[1] : l->r[0];
	size_t iterations = l->n_levels > 1 ? l->r[0] : 0, e = 0;
	size_t metric = iterations ? AS_METRIC_TIME : AS_METRIC_WALL;
	struct as_err err = {0};

	for (size_t j = 0; j < rounds; j++)
		for (size_t k = 0; k < builds; k++) {
			const struct as_unit u = {.parent = (uint32_t)k, .round = (uint32_t)j,
				.order = (uint32_t)((j * builds + k) * subjects + (subject + j) % subjects)};
			must(as_subject_add_unit(s, AS_LEVEL_EXECUTION, &u, &e, &err), &err);
			for (size_t i = 0; i < iterations; i++)
				must(as_subject_add_iteration(s, AS_ROLE_MEASURED, 0, &err), &err);
		}
	must(as_subject_set(s, l->x->metrics[metric].level, 0, metric, 1, &err), &err);
}

void lab_open(struct lab *l, size_t subjects, size_t n_levels, const size_t *r)
{
	struct as_experiment *x = as_experiment_new();

	if (!x)
		study_fail("out of memory");
	*l = (struct lab){.x = x, .n_levels = n_levels};
	for (size_t i = 0; i < n_levels; i++)
		l->r[i] = r[i];
	x->criterion = n_levels > 1 ? AS_METRIC_TIME : AS_METRIC_WALL;
	x->plan = (struct as_plan){.design = AS_DESIGN_ROUNDS, .stopping = AS_STOP_FIXED, .seed = 1,
		.confidence = 0.95, .tolerance = 0.01, .iterations = (uint32_t)r[0]};
	x->plan.planned = x->plan.done = (uint32_t)(n_levels > 1 ? r[1] : r[0]);
	if (n_levels > 2) {
		x->plan.builds = (uint32_t)r[2];
		x->plan.builds_state = AS_BUILDS_DIFFER;
	}
	for (size_t i = 0; i < subjects; i++) {
		struct as_subject *s = as_experiment_add_subject(x, i ? "new" : "old", "true");
		if (!s)
			study_fail("out of memory");
		if (n_levels > 2)
			add_builds(x, s, r[2]);
		add_executions(l, s, i, subjects);
	}
}

void lab_close(struct lab *l)
{
	as_experiment_free(l->x);
	*l = (struct lab){0};
}

/* Trees go build by build, an experiment round by round. */
void lab_fill(struct lab *l, size_t subject, const double *values, double factor)
{
	const enum as_level_index level = l->x->metrics[l->x->criterion].level;
	size_t builds = l->n_levels > 2 ? l->r[2] : 1, rounds = l->n_levels > 1 ? l->r[1] : 1;
	size_t n = l->r[0], to = 0;
	struct as_err err = {0};

	for (size_t j = 0; j < rounds; j++)
		for (size_t k = 0; k < builds; k++)
			for (size_t i = 0; i < n; i++)
				must(as_subject_set(&l->x->subjects[subject], level, to++,
					l->x->criterion,
					factor * values[(k * rounds + j) * n + i], &err), &err);
}

void lab_analyse(struct lab *l, struct as_analysis *out)
{
	struct as_err err = {0};

	must(as_analyse(l->x, l->x->criterion, out, &err), &err);
}

struct as_comparison says(const struct as_experiment *x, size_t metric)
{
	struct as_comparison c;
	struct as_err err = {0};

	must(as_compare_subjects(x, metric, &c, &err), &err);
	return c;
}

enum as_verdict_word lab_says(struct lab *l)
{
	return says(l->x, l->x->criterion).verdict;
}

bool is_difference(enum as_verdict_word word)
{
	return word == AS_VERDICT_SLOWER || word == AS_VERDICT_SLOWER_SMALL ||
		word == AS_VERDICT_FASTER || word == AS_VERDICT_FASTER_SMALL;
}

bool lab_finds(struct lab *l)
{
	return is_difference(lab_says(l));
}

void count_mean(struct cell *c, const struct as_experiment *x, size_t subject, double truth)
{
	struct as_summary y;
	struct as_err err = {0};

	must(as_summarise(x, subject, AS_METRIC_WALL, &y, &err), &err);
	cell_count_interval(c, "assay", y.lo <= truth && truth <= y.hi, y.half_width / truth);
	cell_count(c, "not called 95 %", y.lasting.holds == AS_HOLDS_BELOW);
}
