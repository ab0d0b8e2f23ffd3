/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Suite files; whatever is included is the rest after a line of four hyphens. */
#include <string.h>

#include "format/suite/suite_file.h"
#include "fuzz.h"

/* libfyaml 0.7.12 loses a token where an anchor has no value; it is the library's, and small. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
	return "leak:libfyaml\n";
}

struct bytes {
	const char *s[2];
	size_t n[2];
};

static enum as_status load(void *context, const char *path, struct as_arena *a, const char **out,
	size_t *n, struct as_err *err)
{
	const struct bytes *b = context;
	int which = strcmp(path, "suite") != 0;

	(void)err;
	*n = b->n[which];
	*out = as_arena_strndup(a, b->s[which], *n);
	MUST(*out);
	return AS_OK;
}

static void look_at(const struct as_suite *s)
{
	MUST(s->n_files);
	for (size_t i = 0; i < s->n; i++) {
		const struct as_suite_benchmark *b = &s->v[i];
		size_t n = as_suite_parameters(&b->set.parameters);
		struct as_parameter *p = calloc(n + 1, sizeof *p);

		MUST(p && b->name[0] && b->set.v[AS_SUITE_EXECUTE].text && b->set.v[AS_SUITE_EXECUTE].text[0]);
		MUST(b->at.file < s->n_files && b->at.line && b->at.column);
		MUST(b->variants && b->variants <= AS_SUITE_VARIANTS);
		as_suite_pick(&b->set.parameters, b->variants - 1, p);
		for (size_t k = 0; k < n; k++)
			MUST(p[k].name[0] && p[k].value && as_suite_uses(&b->set, p[k].name));
		free(p);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *s = (const char *)data;
	const char *cut = size ? memmem(s, size, "\n----\n", 6) : NULL;
	size_t first = cut ? (size_t)(cut + 1 - s) : size;
	struct bytes b = {.s = {s, cut ? cut + 6 : ""}, .n = {first, cut ? size - first - 5 : 0}};
	const struct as_suite_loader from = {.load = load, .context = &b};
	struct as_suite *suite = NULL;
	struct as_err err = {0};
	enum as_status st = as_suite_read("suite", &from, &suite, &err);

	MUST(!st == !!suite && (!st || err.msg[0]));
	if (suite)
		look_at(suite);
	as_suite_free(suite);
	return 0;
}
