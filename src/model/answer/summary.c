/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/answer/summary.h"

const char *const as_pace_names[AS_PACES] = {
	"unknown", "flat", "warm-up", "slowdown", "cyclic", "no steady state", "inconsistent"};

const struct as_holds_text as_holds_texts[AS_HOLDS] = {
	[AS_HOLDS_YES] = {"", ""},
	[AS_HOLDS_IF_INDEPENDENT] = {"", " if executions are independent"},
	[AS_HOLDS_LIKE_THESE] = {"", " for runs like these"},
	[AS_HOLDS_BELOW] = {"less than ", ""},
	[AS_HOLDS_AS_IF] = {"", " as if executions were independent"},
};

const char *as_summary_level_name(const struct as_summary_level *l)
{
	if (l->name)
		return l->name;
	return (size_t)l->level < AS_MODEL_LEVELS ? as_level_names[l->level] : "unit";
}

size_t as_in_rounds(const struct as_comparison *c, size_t n)
{
	return c->pairs.batch_rounds ? n * c->pairs.batch_rounds : n;
}
