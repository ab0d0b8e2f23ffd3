/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/answer/compared/review.h"

#include <math.h>

const char *const as_review_kind_names[AS_REVIEW_KINDS] = {[AS_REVIEW_BROKEN] = "newly_failing",
	[AS_REVIEW_WORSE] = "worse",
	[AS_REVIEW_BETTER] = "better",
	[AS_REVIEW_UNDECIDED] = "undecided",
	[AS_REVIEW_FAILING] = "failing",
	[AS_REVIEW_MENDED] = "works_again",
	[AS_REVIEW_GONE] = "gone",
	[AS_REVIEW_NEW] = "new",
	[AS_REVIEW_SKIPPED] = "skipped",
	[AS_REVIEW_SMALL] = "small",
	[AS_REVIEW_SAME] = "same",
	[AS_REVIEW_IDENTICAL] = "identical"};

const char *const as_side_state_names[AS_SIDE_STATES] = {
	[AS_SIDE_MEASURED] = "measured", [AS_SIDE_FAILED] = "failed",
	[AS_SIDE_NOT_BUILT] = "not_built", [AS_SIDE_ABSENT] = "absent",
	[AS_SIDE_SKIPPED] = "skipped", [AS_SIDE_SAME] = "same"};

static enum as_review_kind by_state(enum as_side_state base, enum as_side_state head)
{
	const bool base_bad = base == AS_SIDE_FAILED || base == AS_SIDE_NOT_BUILT;
	const bool head_bad = head == AS_SIDE_FAILED || head == AS_SIDE_NOT_BUILT;

	if (head == AS_SIDE_SAME)
		return AS_REVIEW_IDENTICAL;
	if (head == AS_SIDE_ABSENT)
		return AS_REVIEW_GONE;
	if (head_bad)
		return base == AS_SIDE_MEASURED ? AS_REVIEW_BROKEN : AS_REVIEW_FAILING;
	if (head == AS_SIDE_SKIPPED || base == AS_SIDE_SKIPPED)
		return AS_REVIEW_SKIPPED;
	return base_bad ? AS_REVIEW_MENDED : AS_REVIEW_NEW;
}

/* More of it, where more is better, is no reason to worry. */
static enum as_review_kind direction(const struct as_review_row *row, bool more)
{
	const bool better = row->metric && row->metric->better == AS_BETTER_MORE;

	return more == better ? AS_REVIEW_BETTER : AS_REVIEW_WORSE;
}

enum as_review_kind as_review_kind_of(const struct as_review_row *row)
{
	const enum as_side_state base = row->side[AS_REVIEW_BASE].state;
	const enum as_side_state head = row->side[AS_REVIEW_HEAD].state;

	if (base != AS_SIDE_MEASURED || head != AS_SIDE_MEASURED)
		return by_state(base, head);
	switch (row->c.verdict) {
	case AS_VERDICT_SLOWER:
		return direction(row, true);
	case AS_VERDICT_FASTER:
		return direction(row, false);
	case AS_VERDICT_SLOWER_SMALL:
	case AS_VERDICT_FASTER_SMALL:
		return AS_REVIEW_SMALL;
	case AS_VERDICT_EQUIVALENT:
	case AS_VERDICT_IDENTICAL:
		return AS_REVIEW_SAME;
	case AS_VERDICT_NONE:
	case AS_VERDICT_UNDECIDED:
		break;
	}
	return AS_REVIEW_UNDECIDED;
}

bool as_review_is_compared(const struct as_review_row *row)
{
	return row->side[AS_REVIEW_BASE].summary && row->side[AS_REVIEW_HEAD].summary;
}

size_t as_review_count(const struct as_review *r, enum as_review_kind kind)
{
	size_t n = 0;

	for (size_t i = 0; i < r->n; i++)
		n += r->v[i].kind == kind;
	return n;
}

bool as_gates_are_unshown(const struct as_gates *gates)
{
	for (size_t i = 0; i < gates->n; i++)
		if (gates->v[i].gate->unless && gates->v[i].state == AS_GATE_UNDECIDED)
			return true;
	return false;
}

bool as_review_is_unshown(const struct as_review *r)
{
	for (size_t i = 0; i < r->n; i++)
		if (as_gates_are_unshown(&r->v[i].gates))
			return true;
	return false;
}

size_t as_review_gates(const struct as_review *r, enum as_gate_state state)
{
	size_t n = 0;

	for (size_t i = 0; i < r->n; i++)
		for (size_t k = 0; k < r->v[i].gates.n; k++)
			n += r->v[i].gates.v[k].state == state;
	return n;
}
