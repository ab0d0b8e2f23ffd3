/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/kept/version.h"

bool as_version_known(const struct as_version *v)
{
	return v->project || v->commit || v->label;
}

static bool copy(struct as_arena *a, const char **s)
{
	return !*s || (*s = as_arena_strdup(a, *s));
}

bool as_version_copy(struct as_arena *a, const struct as_version *v, struct as_version *out)
{
	*out = *v;
	return copy(a, &out->project) && copy(a, &out->commit) && copy(a, &out->parents) &&
		copy(a, &out->branch) && copy(a, &out->label) && copy(a, &out->changed);
}
