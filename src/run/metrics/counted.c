/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/metrics/counted.h"

#include <string.h>

#include "run/spawner/tool.h"

const struct as_metric as_counted_metrics[AS_COUNTED_ROWS] = {
#define AS_COUNTED(id, name, describe) \
	{name, "count", AS_BETTER_LESS, AS_LEVEL_EXECUTION, describe},
#include "run/metrics/counted.def"
#undef AS_COUNTED
};

size_t as_counted_instead(const char *counter)
{
	return strcmp(counter, "instructions") ? AS_COUNTED_ROWS : AS_COUNTED_INSTRUCTIONS;
}

const char *as_counted_program(struct as_arena *a)
{
	return as_program_in_path("valgrind", a);
}

enum as_status as_counted_ask(struct as_counted *c, size_t row, struct as_experiment *x, bool *can,
	struct as_err *err)
{
	if (!c->valgrind)
		c->valgrind = as_counted_program(&x->arena);
	*can = c->valgrind != NULL;
	if (!*can)
		return AS_OK;
	c->asked[row] = true;
	return as_experiment_metric(x, &as_counted_metrics[row], &c->number[row], err);
}
