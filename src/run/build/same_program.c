/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "run/build/identity.h"
#include "run/build/named_files.h"
#include "run/conductor.h"
#include "run/building.h"

/* Where a version runs; not all of them can lie at the place of versions at once. */
static const char *folder_of(const struct as_conductor *c, size_t i)
{
	const struct as_checkout *v =
		as_checkout_of(c->with, &c->r->what.commands[i]);

	if (!v || v == c->placed)
		return v ? v->cwd : c->x->directory;
	return as_arena_printf(&c->x->arena, "%s%s", v->folder, v->cwd + strlen(v->place));
}

/* Data and scripts that the command and its hooks name are those of version `first`. */
static bool files_are_same(const struct as_conductor *c, size_t first, size_t i)
{
	const struct as_runner *run = &c->runners[i];
	const struct as_command *cmd = &c->r->what.commands[i];
	const char *const texts[] = {run->words.shell_text,
		cmd->input ? cmd->input : c->r->what.input, cmd->prepare, cmd->check, cmd->conclude,
		cmd->setup};
	const struct as_named_files f = {.folders = {folder_of(c, first), folder_of(c, i)},
		.except = &c->runners[as_conductor_lead(c, i)].builder.artifacts,
		.arena = &c->x->arena};

	if (!f.folders[0] || !f.folders[1])
		return false;
	for (size_t k = 0; run->words.argv[k]; k++)
		if (!as_named_files_same(&f, run->words.argv[k]))
			return false;
	for (size_t k = 0; k < sizeof texts / sizeof texts[0]; k++)
		if (!as_named_files_same(&f, texts[k]))
			return false;
	return true;
}

static const struct as_build *first_build(const struct as_conductor *c, size_t i)
{
	return &c->x->subjects[i].builds[c->runners[i].cells[0].build];
}

static bool all_same(const struct as_conductor *c, size_t from, size_t to)
{
	for (size_t i = from; i < to; i++)
		if (!c->runners[i].n_cells || !c->runners[from].n_cells ||
			!as_build_same(first_build(c, from), first_build(c, i)) ||
			!files_are_same(c, from, i))
			return false;
	return true;
}

/* In what the files of the versions differ, whose programs are the same. */
static void name_unlike(const struct as_conductor *c, size_t from, size_t to)
{
	struct as_text *unlike = c->with->unlike;

	for (size_t i = from + 1; unlike && i < to; i++)
		if (!unlike->len && as_conductor_makes_builds(c, i))
			as_identity_differ(&c->runners[from].builder.artifacts,
				&c->runners[i].builder.artifacts, 0, unlike);
}

enum as_status as_conductor_compare(struct as_conductor *c, const struct as_step *step,
	struct as_err *err)
{
	const struct as_schedule_progress now = as_schedule_progress(c->schedule);
	const struct as_unit_end end = {.step = *step, .same = all_same(c, now.from, now.to)};

	*c->with->identical = end.same;
	if (end.same)
		name_unlike(c, now.from, now.to);
	return as_schedule_take(c->schedule, &end, err);
}
