/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_TESTS_UNIT_FORMAT_TWO_SLEEPS_H
#define AS_TESTS_UNIT_FORMAT_TWO_SLEEPS_H

/* Two subjects with the numbers that hyperfine's own tests of its exports use. */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "format/export/export.h"

enum { WALL, USER, SYSTEM, ANALYSES };

struct two_sleeps {
	struct as_experiment *x;
	struct as_analysis a[ANALYSES];
	struct as_summary s[ANALYSES][2];
	struct as_export e;
};

static struct as_summary summary_of(size_t subject, size_t metric, double mean)
{
	return (struct as_summary){.subject = subject, .metric = metric, .mean = mean, .sd = (double)NAN,
		.spread.median = mean, .spread.min = mean, .spread.max = mean, .lo = (double)NAN,
			.hi = (double)NAN};
}

/* A name other than "sleep 2" has the numbers of "sleep 0.1". */
static void two_sleeps_init(struct two_sleeps *t, const char *first, const char *second)
{
	const char *const name[2] = {first, second};

	*t = (struct two_sleeps){.x = as_experiment_new()};
	t->x->criterion = AS_METRIC_WALL;
	for (size_t i = 0; i < 2; i++) {
		bool is_short = strcmp(name[i], "sleep 2") != 0;
		struct as_summary *s = &t->s[WALL][i];
		if (!as_experiment_add_subject(t->x, name[i], name[i]))
			abort();
		*s = summary_of(i, AS_METRIC_WALL, is_short ? 105.7e6 : 2005e6);
		s->sd = is_short ? 1.6e6 : 2e6;
		s->spread.min = is_short ? 102.3e6 : 2002e6;
		s->spread.max = is_short ? 108e6 : 2008e6;
		t->s[USER][i] = summary_of(i, AS_METRIC_USER, 0.9e6);
		t->s[SYSTEM][i] = summary_of(i, AS_METRIC_SYSTEM, is_short ? 1.1e6 : 1.2e6);
	}
	for (size_t m = 0; m < ANALYSES; m++)
		t->a[m] = (struct as_analysis){.n_subjects = 2, .summaries = t->s[m]};
	t->e = (struct as_export){.x = t->x, .a = t->a, .n = ANALYSES};
}

static void two_sleeps_release(struct two_sleeps *t)
{
	as_experiment_free(t->x);
}

#endif
