/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "format/native/native_fields.h"

const char *const as_native_levels[AS_MODEL_LEVELS] = {
	"iterations", "executions", "builds", "sessions"};

enum as_unit_member as_native_member(const struct as_field *f)
{
	return (enum as_unit_member)(f->tag - 1);
}

size_t as_native_above(const struct as_subject *s, size_t level)
{
	do
		level++;
	while (level < AS_MODEL_LEVELS && !s->levels[level].n);
	return level;
}
