/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "base/text/utf8.h"
#include "model/joined/texts.h"
#include "say/style.h"

/* Bytes of the longest beginning of s that takes at most max columns. */
static size_t fitting(const char *s, size_t n, size_t max)
{
	size_t i = 0, used = 0;

	while (i < n) {
		uint32_t cp = 0;
		size_t len = as_utf8_next(s + i, n - i, &cp);
		size_t w = len ? (size_t)as_utf8_columns(cp) : 1;
		if (used + w > max)
			break;
		used += w;
		i += len ? len : 1;
	}
	return i;
}

/* Where the longest ending of at most max columns begins. */
static size_t ending(const char *s, size_t n, size_t max)
{
	size_t i = 0, left = as_text_width(s);

	while (i < n && left > max) {
		uint32_t cp = 0;
		size_t len = as_utf8_next(s + i, n - i, &cp);
		left -= len ? (size_t)as_utf8_columns(cp) : 1;
		i += len ? len : 1;
	}
	/* A combining mark without the letter it belongs to would join the ellipsis. */
	while (i < n) {
		uint32_t cp = 0;
		size_t len = as_utf8_next(s + i, n - i, &cp);
		if (!len || as_utf8_columns(cp))
			break;
		i += len;
	}
	return i;
}

void as_name_add(struct as_text *t, const struct as_style *style, const char *s, size_t max)
{
	const char *ellipsis = as_symbols(style)->ellipsis;
	struct as_text clean = {0};

	as_text_add_neutral(&clean, s, strlen(s), 0);
	max = max < 4 ? 4 : max;
	if (as_text_width(as_text_str(&clean)) <= max) {
		as_text_add(t, as_text_str(&clean));
	} else {
		/* More of the beginning, which says what it is, than of the end. */
		size_t room = max - as_text_width(ellipsis);
		size_t head = (2 * room + 2) / 3;
		as_text_add_n(t, clean.data, fitting(clean.data, clean.len, head));
		as_text_add(t, ellipsis);
		as_text_add(t, clean.data + ending(clean.data, clean.len, room - head));
	}
	as_text_take(t, &clean);
}

static void tie(char *s)
{
	for (; *s; s++)
		if (*s == ' ')
			*s = *AS_TIE;
}

/* Of those that are alike each is told by its number. */
static bool number_twins(struct as_arena *arena, size_t n, const char **v)
{
	struct as_labels labels = {0};
	uint32_t *label = as_arena_array(arena, n, sizeof *label);
	uint32_t *times = as_arena_array(arena, n, sizeof *times);
	bool ok = label && times;

	for (size_t i = 0; ok && i < n; i++) {
		const size_t before = labels.n;
		ok = as_labels_add(&labels, v[i], strlen(v[i]), &label[i]);
		if (ok)
			times[label[i]] = labels.n > before ? 1 : times[label[i]] + 1;
	}
	as_labels_release(&labels);
	for (size_t i = 0; ok && i < n; i++) {
		if (times[label[i]] > 1)
			v[i] = as_arena_printf(arena, "%s" AS_TIE "(%zu)", v[i], i + 1);
		ok = v[i] != NULL;
	}
	return ok;
}

bool as_names(struct as_arena *arena, const struct as_style *style, const char *const *name,
	size_t n, size_t max, const char **out)
{
	struct as_text t = {0};
	bool ok = true;

	for (size_t i = 0; ok && i < n; i++) {
		as_text_clear(&t);
		as_name_add(&t, style, name[i], max);
		char *copy = as_arena_strdup(arena, as_text_str(&t));
		ok = copy && !t.failed;
		if (ok)
			tie(copy);
		out[i] = copy;
	}
	as_text_release(&t);
	return ok && number_twins(arena, n, out);
}
