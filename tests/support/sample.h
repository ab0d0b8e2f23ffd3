/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_TESTS_SAMPLE_H
#define AS_TESTS_SAMPLE_H

/* Made-up experiments with an analysis that fits them well enough to be shown: means and intervals
 * are those of the values, t quantiles are rough. The same calls make the same numbers. */

#include "model/answer/summary.h"
#include "model/kept/experiment.h"

enum { SAMPLE_ANALYSES = 6 };

struct sample {
	struct as_experiment *x;
	struct as_analysis a[SAMPLE_ANALYSES]; /* a[0]: the criterion; then user, system, ... */
	size_t n;
	uint64_t state; /* of the generator */
};

/* An empty experiment of 2026-08-12 14:02:11 UTC in which rounds are planned. */
void sample_open(struct sample *s);
void sample_close(struct sample *s);

/* A subject with n executions of about `wall` ns, half of them within `spread` (relative) of it; the
 * first column are wall times, user and system times and peak memory follow. Returns its number. */
size_t sample_subject(struct sample *s, const char *name, size_t n, double wall, double spread);

/* The same with r iterations in each execution. */
size_t sample_iterating(struct sample *s, const char *name, size_t n, size_t r, double time,
	double spread);

/* How a subject is built and measured. */
struct sample_built {
	const char *name;
	size_t builds, executions, iterations; /* iterations 0: none are reported */
	double time;   /* ns, of an iteration if there are any, else of an execution */
	double spread; /* relative, of builds; executions vary by half of it */
	bool identical; /* all but the first of three builds are surplus; `builds` is then 1 */
};

/* A subject with builds that share rounds; the plan is that of these counts. */
size_t sample_builds(struct sample *s, const struct sample_built *how);

/* Add one build that ended otherwise. */
void sample_failed_build(struct sample *s, size_t subject, enum as_ending ending, int code,
	const char *note);

/* Add one execution that ended otherwise. */
void sample_failure(struct sample *s, size_t subject, enum as_ending ending, int code,
	const char *note);

/* Fill s->a from what was added, and compare every subject with the first: all undecided, ratios and
 * intervals from the means, to be changed by the test. To be called once. */
void sample_analyse(struct sample *s);

/* The summary of the criterion, and the comparison number k. */
struct as_summary *sample_summary(struct sample *s, size_t subject);
struct as_comparison *sample_comparison(struct sample *s, size_t k);

/* Set ratio, interval and verdict of comparison k. */
void sample_verdict(struct sample *s, size_t k, enum as_verdict_word word, double ratio, double lo,
	double hi);

/* Append a finding. */
void sample_finding(struct as_findings *f, enum as_finding_id id, double a, double b);

#endif
