/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/execute/grouping.h"

/* A control group for the next execution. */
#include "run/conductor.h"
#include "run/execute/launches.h"

enum as_status as_conductor_have_group(struct as_conductor *c, size_t ahead, struct as_err *err)
{
	if (as_chosen_has_group(&c->chosen))
		return AS_OK;
	enum as_status st = as_conductor_drain(c, 0, err);
	if (!st)
		as_chosen_make_groups(&c->chosen, ahead);
	return st;
}
