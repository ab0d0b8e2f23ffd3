/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "format/foreign/foreign.h"

#include <stdint.h>
#include <string.h>

enum {
	DEPTH_MAX = 64, /* open objects and lists; what is deeper is not looked at */
	NAMES_MAX = 4, /* of a path */
	PATH_MAX_BYTES = 512,
	NAME_MAX_BYTES = 90,
	MUST = 3,
	LATE = 2000, /* some tools say something before their JSON */
};

/* ---- paths ---- */

typedef void seen_path(void *to, const char *path);

struct scan {
	const char *s, *end;
	char path[PATH_MAX_BYTES];
	size_t length[DEPTH_MAX]; /* of the path of each that is open */
	bool object[DEPTH_MAX];
	int depth;
	bool wants_name;
	seen_path *seen;
	void *to;
};

/* One name more behind the first n bytes of the path, points in it as _; its length then. */
static size_t append(struct scan *c, size_t n, const char *name, size_t length)
{
	length = length < NAME_MAX_BYTES ? length : NAME_MAX_BYTES;
	c->path[n] = '.';
	for (size_t i = 0; i < length; i++)
		c->path[n + 1 + i] = (char)(name[i] == '.' ? '_' : name[i]);
	c->path[n + 1 + length] = 0;
	return n + 1 + length;
}

/* Behind the opening quote; *n: the length of the text. False: it has no end. */
static bool text_ends(struct scan *c, size_t *n)
{
	const char *begin = c->s;

	while (c->s < c->end && *c->s != '"')
		c->s += *c->s == '\\' && c->end - c->s > 1 ? 2 : 1;
	*n = (size_t)(c->s - begin);
	return c->s < c->end;
}

static bool open_one(struct scan *c, char bracket)
{
	const bool object = bracket == '{';
	size_t n = 1;

	if (c->depth == DEPTH_MAX)
		return false;
	if (!c->depth) {
		c->path[0] = object ? '$' : '@';
		c->path[1] = 0;
	} else if (c->depth > NAMES_MAX) {
		n = c->length[c->depth - 1];
	} else if (c->object[c->depth - 1]) {
		n = strlen(c->path); /* the name of the member stands at its end */
	} else {
		n = append(c, c->length[c->depth - 1], "[]", 2);
	}
	c->length[c->depth] = n;
	c->object[c->depth++] = object;
	c->wants_name = object;
	return true;
}

static void take_name(struct scan *c, const char *name, size_t n)
{
	c->wants_name = false;
	if (c->depth > NAMES_MAX)
		return;
	append(c, c->length[c->depth - 1], name, n);
	c->seen(c->to, c->path);
}

static void scan_all(struct scan *c)
{
	for (; c->s < c->end; c->s++) {
		const char *text = c->s + 1;
		const bool inside = c->depth > 0;
		size_t n = 0;
		if (*c->s == '{' || *c->s == '[') {
			if (!open_one(c, *c->s))
				return;
		} else if (*c->s == '}' || *c->s == ']') {
			c->depth -= inside;
			c->wants_name = false;
		} else if (*c->s == ',') {
			c->wants_name = inside && c->object[c->depth - 1];
		} else if (*c->s == '"') {
			c->s++;
			if (!text_ends(c, &n))
				return;
			if (c->wants_name)
				take_name(c, text, n);
		}
	}
}

static void scan_paths(const char *bytes, size_t n, seen_path *seen, void *to)
{
	struct scan c = {.s = bytes, .end = bytes + n, .seen = seen, .to = to};

	scan_all(&c);
}

/* One path of those that | divides. */
static bool fits_one(const char *pattern, size_t n, const char *path)
{
	const char *end = pattern + n;

	while (pattern < end && *path) {
		if (*pattern == '*') {
			path += strcspn(path, ".");
			pattern++;
		} else if (*pattern++ != *path++) {
			return false;
		}
	}
	return pattern == end && !*path;
}

static bool fits(const char *pattern, const char *path)
{
	for (;; pattern++) {
		const size_t n = strcspn(pattern, "|");
		if (fits_one(pattern, n, path))
			return true;
		pattern += n;
		if (!*pattern)
			return false;
	}
}

struct foreign_wanted {
	const char *path;
	bool found;
};

static void note_wanted(void *to, const char *path)
{
	struct foreign_wanted *w = to;

	w->found = w->found || fits(w->path, path);
}

bool as_foreign_has(const char *bytes, size_t n, const char *path)
{
	struct foreign_wanted w = {.path = path};

	scan_paths(bytes, n, note_wanted, &w);
	return w.found;
}

/* ---- formats ---- */

static const struct foreign_known {
	const char *title, *must[MUST], *without;
} known[] = {
#define AS_FOREIGN(title, a, b, c, without) {title, {a, b, c}, without},
#include "format/foreign/foreign.def"
};

static const struct known_text {
	const char *title, *head;
} known_texts[] = {
#define AS_FOREIGN_TEXT(title, head) {title, head},
#include "format/foreign/foreign.def"
};

enum {
	KNOWN = sizeof known / sizeof known[0],
	KNOWN_TEXTS = sizeof known_texts / sizeof known_texts[0],
};

/* What was found of each of them. */
struct found {
	bool must[KNOWN][MUST], without[KNOWN];
};

static void note_found(void *to, const char *path)
{
	struct found *f = to;

	for (size_t i = 0; i < KNOWN; i++) {
		for (size_t k = 0; k < MUST; k++)
			f->must[i][k] = f->must[i][k] || fits(known[i].must[k], path);
		f->without[i] = f->without[i] || fits(known[i].without, path);
	}
}

static const char *title_of_text(const char *bytes, size_t n)
{
	for (size_t i = 0; i < KNOWN_TEXTS; i++) {
		const size_t length = strlen(known_texts[i].head);
		if (n >= length && !memcmp(bytes, known_texts[i].head, length))
			return known_texts[i].title;
	}
	return NULL;
}

/* Where JSON begins: with the first line that begins with a bracket. */
static size_t json_at(const char *bytes, size_t n)
{
	size_t i = 0;

	while (i < n && i < LATE) {
		while (i < n && bytes[i] && strchr(" \t\r\n", bytes[i]))
			i++;
		if (i < n && (bytes[i] == '{' || bytes[i] == '['))
			return i;
		const char *end = memchr(bytes + i, '\n', n - i);
		if (!end)
			break;
		i = (size_t)(end - bytes) + 1;
	}
	return n;
}

const char *as_foreign_title(const char *bytes, size_t n)
{
	const size_t at = json_at(bytes, n);
	struct found f = {0};

	scan_paths(bytes + at, n - at, note_found, &f);
	for (size_t i = 0; i < KNOWN; i++) {
		bool all = !f.without[i];
		for (size_t k = 0; k < MUST; k++)
			all = all && (f.must[i][k] || !*known[i].must[k]);
		if (all)
			return known[i].title;
	}
	return title_of_text(bytes, n);
}
