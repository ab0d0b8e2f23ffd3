/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Builds that are made in one place and executed in others (context.h): there they get the folders that
 * they would have if they were built there, so that paths are of one length everywhere. */
#include <inttypes.h>
#include <string.h>

#include "run/building.h"

static const char *folder_of(struct as_conductor *c, size_t i, const struct as_build *b)
{
	return as_arena_printf(&c->x->arena, "%s/%03zu-%s", c->with->made->folder, i, b->hash);
}

/* What was said of how they were made. */
static enum as_status take_facts(struct as_conductor *c, struct as_err *err)
{
	static const char *const names[] = {AS_FACT_LAYOUT, AS_FACT_OBJECTS, AS_FACT_UNTOUCHED,
		AS_FACT_LATE};
	const struct as_machine *m = &c->with->made->x->machine;
	enum as_status st = AS_OK;

	for (size_t i = 0; i < m->n_facts; i++)
		for (size_t k = 0; k < sizeof names / sizeof *names && !st; k++)
			if (!strcmp(m->facts[i].name, names[k]))
				st = as_conductor_note(c, names[k],
					as_arena_strdup(&c->x->arena, m->facts[i].value), err);
	return st;
}

enum as_status as_conductor_open_made(struct as_conductor *c, struct as_err *err)
{
	const struct as_experiment *x = c->with->made->x;

	for (size_t i = 0; i < c->r->what.n_commands; i++)
		if (c->r->what.commands[i].build && c->runners[i].builder.in_place)
			return as_fail(err, AS_ERR_USAGE,
				"cannot build '%.200s' for other machines: no file is known that "
				"it makes; name what the command uses of it with --artifact",
				c->r->what.commands[i].build);
	if (!x)
		return AS_OK;
	c->x->plan.randomize &= ~(unsigned)AS_RANDOMIZE_LAYOUT | x->plan.randomize;
	return take_facts(c, err);
}

/* Of a subject of what was made, which are those of the request in their order. */
static const struct as_subject *maker_of(const struct as_conductor *c, size_t i)
{
	const struct as_experiment *x = c->with->made->x;

	return i < x->n_subjects ? &x->subjects[i] : NULL;
}

enum as_status as_conductor_take_made(struct as_conductor *c, const struct as_step *step,
	struct as_err *err)
{
	const size_t i = step->subject;
	const uint32_t k = (uint32_t)step->build;
	const struct as_subject *s = maker_of(c, i);
	struct as_artifacts *a = &c->runners[i].builder.artifacts;
	enum as_status st = AS_OK;

	if (!s || k >= s->n_builds || k >= s->levels[AS_LEVEL_BUILD].n)
		return as_fail(err, AS_ERR_DATA,
			"cannot take build %" PRIu32 " of '%.200s', which was not made; measure "
			"anew",
			k + 1, c->x->subjects[i].name);
	struct as_unit u = as_unit_at(&s->levels[AS_LEVEL_BUILD], k);
	const bool well = u.ending == AS_ENDED_OK;
	const char *from = well && s->builds[k].hash ? folder_of(c, i, &s->builds[k]) : NULL;
	u.order = step->order;
	u.role = (uint8_t)step->role;
	if (well)
		st = from ? as_artifacts_take(a, k, from, s->builds[k].hash, err)
			  : as_fail_memory(err);
	if (!st)
		st = as_subject_add_build(&c->x->subjects[i], &c->x->arena, &u, &s->builds[k], err);
	if (!st && well)
		st = as_conductor_add_build_cell(c, i, k, err);
	return st;
}

static enum as_status give(struct as_conductor *c, size_t i, uint32_t k, struct as_err *err)
{
	const char *to = folder_of(c, i, &c->x->subjects[i].builds[k]);

	return to ? as_artifacts_give(&c->runners[i].builder.artifacts, k, to, err)
		  : as_fail_memory(err);
}

enum as_status as_conductor_give_made(struct as_conductor *c, struct as_err *err)
{
	enum as_status st = AS_OK;

	for (size_t i = 0; i < c->x->n_subjects && !st; i++) {
		const struct as_subject *s = &c->x->subjects[i];
		if (!as_conductor_makes_builds(c, i) || as_conductor_lead(c, i) != i)
			continue;
		for (uint32_t k = 0; k < s->n_builds && !st; k++) {
			if (s->builds[k].hash)
				st = give(c, i, k, err);
		}
	}
	return st;
}
