/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What builds are told so that their layouts are drawn and their files compiled once, and what
 * becomes of it where a build cannot be made so. */
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "run/conductor.h"
#include "run/layout/wrap_words.h"

enum { EXTRA_WORDS = 4 };

/* How layouts are drawn and files compiled, for the reader. */
static enum as_status note_drawing(struct as_conductor *c, struct as_err *err)
{
	const char *value = as_arena_strdup(&c->x->arena, as_layout_words(c->drawn.layout));
	enum as_status st = as_conductor_note(c, AS_FACT_LAYOUT, value, err);

	return st ? st : as_conductor_note(c, AS_FACT_OBJECTS, c->drawn.objects.words, err);
}

/* Without layouts each build is to show what its compiler does: nothing is taken from a cache.
 * Without a compiler nothing is drawn; that is an error where it was asked for. */
enum as_status as_conductor_open_drawing(struct as_conductor *c, struct as_err *err)
{
	enum as_status st = as_layout_open(c->spawner, c->scratch.path, &c->drawn.layout, err);

	if (st == AS_ERR_USAGE && !c->r->building.randomize_given) {
		c->x->plan.randomize &= ~(unsigned)AS_RANDOMIZE_LAYOUT;
		return AS_OK;
	}
	c->drawn.mark = as_arena_printf(&c->x->arena, "%s/wrapped", c->scratch.path);
	if (!st && !c->drawn.mark)
		st = as_fail_memory(err);
	if (!st)
		st = as_object_cache_open(c->r->building.cache_bytes, c->scratch.path,
			&c->x->arena, &c->drawn.objects, err);
	return st ? st : note_drawing(c, err);
}

/* What the build is told: its seed, a folder of its own, and how to draw the layout. */
enum as_status as_conductor_build_env(struct as_conductor *c, size_t i, uint64_t seed,
	const char *const **out, struct as_err *err)
{
	struct as_arena *a = &c->x->arena;
	struct as_layout_flags flags = {0};
	size_t n = 0, k = 0;
	enum as_status st = AS_OK;

	if (c->drawn.layout && !c->drawn.off)
		st = as_layout_draw(c->drawn.layout, seed, a, &flags, err);
	while (flags.env && flags.env[n])
		n++;
	const char **env = as_arena_array(a, n + EXTRA_WORDS + AS_OBJECT_CACHE_WORDS, sizeof *env);
	if (st || !env)
		return st ? st : as_fail_memory(err);
	env[k++] = as_arena_printf(a, "ASSAY_SEED=%020" PRIu64, seed);
	env[k++] = as_arena_printf(a, "ASSAY_BUILD_DIR=%s/s%03zu/work", c->kept,
		c->runners[i].builder.number);
	for (size_t f = 0; f < n; f++)
		env[k++] = flags.env[f];
	for (size_t f = 0; n && c->drawn.objects.env[f]; f++)
		env[k++] = c->drawn.objects.env[f];
	if (n)
		env[k++] = as_arena_printf(a, "ASSAY_WRAPPED=%s", c->drawn.mark);
	if (n && c->drawn.fresh)
		env[k++] = "ASSAY_CCACHE_RECACHE=1";
	*out = env;
	return env[0] && env[1] ? AS_OK : as_fail_memory(err);
}

void as_conductor_tell_objects(struct as_conductor *c)
{
	const struct as_object_counts n = as_object_cache_counts(&c->drawn.objects);
	struct as_machine *m = &c->x->machine;
	const char *words = as_arena_printf(&c->x->arena,
		"%s: %" PRIu64 " files were found there, %" PRIu64 " compiled",
		c->drawn.objects.words, n.found, n.compiled);
	const char *late = c->drawn.mark
		? as_arena_printf(&c->x->arena, "%s" AS_LAYOUT_LATE, c->drawn.mark) : NULL;

	for (size_t i = 0; c->drawn.objects.log && words && i < m->n_facts; i++)
		if (!strcmp(m->facts[i].name, AS_FACT_OBJECTS))
			m->facts[i].value = words;
	if (late && !access(late, F_OK) && as_conductor_note(c, AS_FACT_LATE, "yes", NULL))
		return; /* without it the result is as good */
}
