/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Builds that fail because of us: of a wrapper that a build does not bear, or of what was compiled
 * before. */
#include <unistd.h>

#include "run/building.h"
#include "run/conductor.h"

/* Some build has its layout drawn: others cannot go without. */
static bool any_drawn(const struct as_conductor *c)
{
	for (size_t i = 0; i < c->x->n_subjects; i++)
		for (size_t k = 0; k < c->x->subjects[i].n_builds; k++)
			if (as_unit_ending(&c->x->subjects[i].levels[AS_LEVEL_BUILD], k) ==
				AS_ENDED_OK)
				return true;
	return false;
}

static enum as_status stop_wrapping(struct as_conductor *c, size_t i, struct as_err *err)
{
	struct as_plan *p = &c->x->plan;
	const char *build = c->runners[i].builder.command;

	if (!c->drawn.layout)
		return as_conductor_note(c, AS_FACT_MENDED, "the build fails where assay stands in "
			"for the compiler, and was made without", err);
	if (any_drawn(c))
		return as_fail(err, AS_ERR_BENCH,
			"cannot draw the layout of '%.200s': its build '%.200s' fails where assay "
			"stands in for the compiler, and goes well without; measure it with "
			"--randomize none", c->x->subjects[i].name, build);
	p->randomize &= ~(unsigned)AS_RANDOMIZE_LAYOUT;
	p->layout_failed = true;
	build = as_arena_printf(&c->x->arena, "the build '%s' fails where assay stands in for the "
		"compiler, and goes well without", build);
	return as_conductor_note(c, AS_FACT_UNWRAPPED, build, err);
}

/* Launch it again, and see whether that is better. */
static enum as_status again(struct as_conductor *c, const struct as_step *step, bool *well,
	struct as_launched *r, struct as_err *err)
{
	struct as_launched now = {0};
	enum as_status st = as_conductor_launch_build(c, step, &now, err);

	*well = !st && as_launched_ended(&now).ending == AS_ENDED_OK;
	if (*well)
		*r = now;
	return st;
}

enum as_status as_conductor_mend_build(struct as_conductor *c, const struct as_step *step,
	struct as_launched *r, struct as_err *err)
{
	struct as_drawing *d = &c->drawn;
	bool well = false;
	enum as_status st = AS_OK;

	if (as_launched_ended(r).ending != AS_ENDED_FAILED || !as_conductor_wraps(c) ||
		(step->build && d->innocent) || access(d->mark, F_OK))
		return AS_OK;
	r->tail = as_arena_strndup(&c->x->arena, r->tail, r->tail_bytes);
	if (!r->tail)
		return as_fail_memory(err);
	if (as_object_cache_counts(&d->objects).found) {
		d->fresh = true;
		st = again(c, step, &well, r, err);
		d->fresh = false;
		d->innocent = !well;
		if (well)
			return as_conductor_note(c, AS_FACT_MENDED, "what the cache of objects "
				"held made a build fail, and was compiled anew", err);
	}
	if (step->build) /* the first went well with wrappers */
		return st;
	d->off = true;
	if (!st)
		st = again(c, step, &well, r, err);
	d->off = well;
	return well ? stop_wrapping(c, step->subject, err) : st;
}
