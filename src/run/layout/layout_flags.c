/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/layout/layout_state.h"

#include <stdio.h>
#include <unistd.h>

#include "run/layout/layout_pad.h"
#include "run/spawner/tool.h"

const struct as_layout_linker as_layout_linkers[] = {
	[AS_LAYOUT_PAD] = {NULL, NULL},
	[AS_LAYOUT_LLD] = {"-fuse-ld=lld", "LLD"},
	[AS_LAYOUT_MOLD] = {"-fuse-ld=mold", "mold"},
};

void as_layout_add_shuffle(struct as_text *t, enum as_layout_method method, const char *prefix,
	unsigned seed)
{
	/* Not all sections: constructors would then run in another order. */
	static const char *const parts[] = {".text*", ".rodata*", ".data*", ".bss*"};

	if (method == AS_LAYOUT_MOLD) /* which else tidies up behind the back of the build */
		as_text_addf(t, " %s--shuffle-sections=%u %s--no-fork", prefix, seed, prefix);
	for (size_t i = 0; method == AS_LAYOUT_LLD && i < sizeof parts / sizeof parts[0]; i++)
		as_text_addf(t, " %s--shuffle-sections=%s=%u", prefix, parts[i], seed);
}

char *as_layout_take(struct as_text *t, struct as_arena *a)
{
	char *out = t->failed ? NULL : as_arena_strdup(a, as_text_str(t));

	as_text_release(t);
	return out;
}

char *as_layout_ldflags(enum as_layout_method method, const char *pad, unsigned seed,
	struct as_arena *a)
{
	struct as_text t = {0};

	as_text_add(&t, pad);
	if (as_layout_linkers[method].fuse)
		as_text_addf(&t, " %s", as_layout_linkers[method].fuse);
	as_layout_add_shuffle(&t, method, "-Wl,", seed);
	return as_layout_take(&t, a);
}

enum as_status as_layout_write(const char *path, const struct as_text *t, struct as_err *err)
{
	FILE *f;
	bool ok;

	unlink(path); /* some file systems write at once what replaces the bytes of a file */
	f = fopen(path, "we");
	if (!f || t->failed)
		ok = false;
	else
		ok = fwrite(t->data, 1, t->len, f) == t->len;
	if (f && fclose(f))
		ok = false;
	return ok ? AS_OK : as_fail(err, AS_ERR_SYS, "cannot write '%s' for a random layout", path);
}

enum as_status as_layout_make_pad(struct as_layout *l, uint64_t seed, const char *object,
	bool *well, struct as_launched *r, struct as_err *err)
{
	const char *source = as_arena_printf(&l->arena, "%s/pad.s", l->folder);
	const char *const argv[] = {l->compiler, "-c", source, "-o", object, NULL};
	struct as_text t = {0};
	struct as_random random;
	enum as_status st;

	if (!source || !object)
		return as_fail_memory(err);
	as_random_init(&random, seed, AS_RANDOM_LAYOUT, 0);
	as_layout_pad(&t, &random, l->retain);
	st = as_layout_write(source, &t, err);
	as_text_release(&t);
	if (!st)
		st = as_tool_run(l->spawner, l->command, argv, r, err);
	if (!st)
		*well = as_tool_went_well(r);
	return st;
}
