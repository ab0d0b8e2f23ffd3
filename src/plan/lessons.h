/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_PLAN_LESSONS_H
#define AS_PLAN_LESSONS_H

/* What earlier experiments have learnt about benchmarks (methods.md 6.6). Folder plan knows no
 * store: whoever conducts something hands it these. Each is called with subjects [from, to) of x,
 * which share rounds, when x has its machine, its plan and its subjects. */

#include "analyse/plan/pilot.h"

struct as_memory {
	void *context;

	/* What was learnt about these subjects; false: nothing. */
	bool (*recall)(void *context, const struct as_experiment *x, const struct as_lesson *what,
		struct as_dimension *out);

	/* Keep it, in place of what there was. A failure is the context's to tell. */
	void (*keep)(void *context, const struct as_experiment *x, const struct as_lesson *what,
		const struct as_dimension *d);

	/* What was planned from is no longer so: forget it. */
	void (*forget)(void *context, const struct as_experiment *x, const struct as_lesson *what,
		const struct as_dimension *then, const struct as_moved *moved);
};

#endif
