/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "format/suite/suite_reading.h"

/* FNV-1a. Names are looked for one after the other where hashes meet, and a file is small, so that
 * somebody who makes them meet waits only for himself. */
static size_t hash_of(const char *s)
{
	uint64_t h = UINT64_C(14695981039346656037);

	for (; *s; s++)
		h = (h ^ (unsigned char)*s) * UINT64_C(1099511628211);
	return (size_t)h;
}

/* Where the name is, or would be. */
static struct as_suite_name *slot(const struct as_suite_names *s, const char *name)
{
	size_t i = hash_of(name) & (s->room - 1);

	while (s->v[i].name && strcmp(s->v[i].name, name) != 0)
		i = (i + 1) & (s->room - 1);
	return &s->v[i];
}

static bool widen(struct as_suite_names *s)
{
	struct as_suite_names wider = {.room = s->room ? 2 * s->room : 64, .n = s->n};

	wider.v = calloc(wider.room, sizeof *wider.v);
	if (!wider.v)
		return false;
	for (size_t i = 0; i < s->room; i++)
		if (s->v[i].name)
			*slot(&wider, s->v[i].name) = s->v[i];
	free(s->v);
	*s = wider;
	return true;
}

enum as_status as_suite_names_add(struct as_suite_names *s, const char *name, size_t number,
	size_t *taken)
{
	if (2 * s->n >= s->room && !widen(s))
		return AS_ERR_MEM;
	struct as_suite_name *there = slot(s, name);
	if (!there->name) {
		*there = (struct as_suite_name){.name = name, .number = number};
		s->n++;
	}
	*taken = there->number;
	return AS_OK;
}

void as_suite_names_release(struct as_suite_names *s)
{
	free(s->v);
	*s = (struct as_suite_names){0};
}
