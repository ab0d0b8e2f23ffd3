/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/build/checkout.h"

#include <stdio.h>

static enum as_status move(const char *from, const char *to, struct as_err *err)
{
	if (!rename(from, to))
		return AS_OK;
	return as_fail(err, AS_ERR_SYS, "cannot move the folder of a version from '%s' to '%s'; "
		"something has removed or replaced one of them", from, to);
}

enum as_status as_checkout_swap(const struct as_checkout **there, const struct as_checkout *wanted,
	struct as_err *err)
{
	enum as_status st = AS_OK;

	if (*there == wanted)
		return AS_OK;
	if (*there) {
		st = move((*there)->place, (*there)->folder, err);
		if (st)
			return st;
		*there = NULL;
	}
	if (wanted)
		st = move(wanted->folder, wanted->place, err);
	if (!st)
		*there = wanted;
	return st;
}
