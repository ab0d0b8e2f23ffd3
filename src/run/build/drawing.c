/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What builds are told so that their layouts are drawn and their files compiled once. */
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "run/building.h"
#include "run/conductor.h"
#include "run/layout/wrap_words.h"
#include "run/layout/wrappers.h"

enum { EXTRA_WORDS = 5 };

/* How layouts are drawn and files compiled, for the reader. */
static enum as_status note_drawing(struct as_conductor *c, struct as_err *err)
{
	const char *value = as_arena_strdup(&c->x->arena, as_layout_words(c->drawn.layout));
	enum as_status st = as_conductor_note(c, AS_FACT_LAYOUT, value, err);

	return st ? st : as_conductor_note(c, AS_FACT_OBJECTS, c->drawn.objects.words, err);
}

static enum as_status open_objects(struct as_conductor *c, struct as_err *err)
{
	struct as_drawing *d = &c->drawn;

	d->mark = as_arena_printf(&c->x->arena, "%s/wrapped", c->scratch.path);
	return d->mark ? as_object_cache_open(c->r->building.cache_bytes, c->scratch.path,
		&c->x->arena, &d->objects, err) : as_fail_memory(err);
}

/* Without a compiler nothing is drawn; that is an error where it was asked for. */
enum as_status as_conductor_open_drawing(struct as_conductor *c, struct as_err *err)
{
	enum as_status st = as_layout_open(c->spawner, c->scratch.path, &c->drawn.layout, err);

	if (st == AS_ERR_USAGE && !c->r->building.randomize_given) {
		c->x->plan.randomize &= ~(unsigned)AS_RANDOMIZE_LAYOUT;
		return AS_OK;
	}
	if (!st)
		st = open_objects(c, err);
	return st ? st : note_drawing(c, err);
}

/* Each version has a folder without anything that was built before: there it saves most. */
enum as_status as_conductor_open_sparing(struct as_conductor *c, struct as_err *err)
{
	struct as_drawing *d = &c->drawn;
	struct as_wrappers w;
	enum as_status st = open_objects(c, err);

	if (st || !d->objects.log)
		return st;
	st = as_wrappers_open(c->scratch.path, 0, &c->x->arena, &w, err);
	if (st || !w.compiler)
		return st;
	d->path = w.path;
	return as_conductor_note(c, AS_FACT_OBJECTS, d->objects.words, err);
}

bool as_conductor_wraps(const struct as_conductor *c)
{
	return (c->drawn.layout || c->drawn.path) && !c->drawn.off;
}

/* A later build without a layout is to show what the compiler does. */
static bool compiles_anew(const struct as_drawing *d, const struct as_step *step)
{
	return d->fresh || (!d->layout && step->build);
}

/* What the build is told: its seed, a folder of its own, and how to draw the layout. */
enum as_status as_conductor_build_env(struct as_conductor *c, const struct as_step *step,
	const char *const **out, struct as_err *err)
{
	const struct as_drawing *d = &c->drawn;
	const char *const alone[] = {d->path, NULL};
	struct as_arena *a = &c->x->arena;
	struct as_layout_flags flags = {.env = alone};
	const bool wraps = as_conductor_wraps(c) && step->role != AS_ROLE_ORIGINAL;
	size_t n = 0, k = 0;
	enum as_status st = AS_OK;

	if (wraps && d->layout)
		st = as_layout_draw(d->layout, step->seed, a, &flags, err);
	while (wraps && !st && flags.env[n])
		n++;
	const char **env = as_arena_array(a, n + EXTRA_WORDS + AS_OBJECT_CACHE_WORDS, sizeof *env);
	if (st || !env)
		return st ? st : as_fail_memory(err);
	env[k++] = as_arena_printf(a, "ASSAY_SEED=%020" PRIu64, step->seed);
	/* What compilers that are killed leave of their files goes with the folder, at the next start at the
	 * latest. */
	env[k++] = as_arena_printf(a, "TMPDIR=%s/" AS_BUILDS_TEMPORARY, c->scratch.path);
	env[k++] = as_arena_printf(a, "ASSAY_BUILD_DIR=%s/s%03zu/work", c->kept,
		c->runners[step->subject].builder.number);
	for (size_t f = 0; f < n; f++)
		env[k++] = flags.env[f];
	for (size_t f = 0; wraps && d->objects.env[f]; f++)
		env[k++] = d->objects.env[f];
	if (wraps)
		env[k++] = as_arena_printf(a, "ASSAY_WRAPPED=%s", d->mark);
	if (wraps && compiles_anew(d, step))
		env[k++] = "ASSAY_CCACHE_RECACHE=1";
	*out = env;
	return env[0] && env[1] && env[2] ? AS_OK : as_fail_memory(err);
}

void as_conductor_tell_objects(struct as_conductor *c)
{
	const struct as_object_counts n = as_object_cache_counts(&c->drawn.objects);
	struct as_machine *m = &c->x->machine;
	const char *words = as_arena_printf(&c->x->arena,
		"%s: %" PRIu64 " files were found there, %" PRIu64 " compiled",
		c->drawn.objects.words, n.found, n.compiled);
	const char *late = c->drawn.layout
		? as_arena_printf(&c->x->arena, "%s" AS_LAYOUT_LATE, c->drawn.mark) : NULL;

	for (size_t i = 0; c->drawn.objects.log && words && i < m->n_facts; i++)
		if (!strcmp(m->facts[i].name, AS_FACT_OBJECTS))
			m->facts[i].value = words;
	if (late && !access(late, F_OK) && as_conductor_note(c, AS_FACT_LATE, "yes", NULL))
		return; /* without it the result is as good */
}
