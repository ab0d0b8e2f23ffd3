/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A command that failed in the folder of a version may name what the user's folder has, and the
 * version does not. */
#include <string.h>

#include "run/build/named_files.h"
#include "run/building.h"
#include "run/conductor.h"

/* What the command of subject i names and lacks; NULL: nothing. */
static const char *lacking(struct as_conductor *c, size_t i)
{
	const struct as_runner *run = &c->runners[i];
	const char *here = c->x->directory, *there = as_conductor_cwd(c, i);
	struct as_arena *a = &c->x->arena;
	const char *name = NULL;

	if (!there || !here)
		return NULL;
	for (size_t k = 1; run->words.argv[0] && run->words.argv[k] && !name; k++)
		name = as_named_file_lacking(here, there, run->words.argv[k], a);
	return name ? name : as_named_file_lacking(here, there, run->words.shell_text, a);
}

/* No version has it. */
static bool is_nowhere(struct as_conductor *c, const char *name)
{
	for (size_t k = 0; k < c->r->what.n_commands; k++) {
		const struct as_checkout *v = as_checkout_of(c->with, &c->r->what.commands[k]);
		const char *folder = !v ? NULL : v == c->placed ? v->cwd
			: as_arena_printf(&c->x->arena, "%s%s", v->folder,
				v->cwd + strlen(v->place));
		if (folder && !as_named_file_lacking(c->x->directory, folder, name, &c->x->arena))
			return false;
	}
	return true;
}

enum as_status as_conductor_explain_lack(struct as_conductor *c, size_t subject,
	const struct as_err *why, struct as_err *err)
{
	const struct as_subject *s = &c->x->subjects[subject];
	const char *name = lacking(c, subject);

	if (err)
		*err = *why;
	if (!name)
		return why->code;
	if (c->with->trouble)
		c->with->trouble->nowhere = is_nowhere(c, name);
	const bool committed = s->version.changes == AS_CHANGES_NONE && s->version.commit;
	enum as_status st = as_fail(err, AS_ERR_BENCH,
		"'%.250s' failed: %.300s is not in %s: %scarry it (--carry %.300s), or name it by "
		"its full path",
		s->name, name, committed ? "that revision" : "what git knows of the working tree",
		committed ? "commit it, " : "", name);
	if (err)
		memcpy(err->output, why->output, sizeof err->output);
	return st;
}
