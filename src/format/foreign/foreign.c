/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "format/foreign/foreign.h"

#include <stdint.h>
#include <string.h>

#include "base/json/json_seen.h"
#include "format/foreign/parts/lines.h"
#include "format/foreign/parts/phrase_match.h"

enum {
	DEPTH_MAX = 64, /* open objects and lists; what is deeper is not looked at */
	NAMES_MAX = 4, /* of a path */
	NAME_MAX_BYTES = 90,
	MUST = 3,
	LATE = 2000, /* some tools say something before their JSON */
};

/* ---- paths ---- */

typedef void seen_path(void *to, const char *path);

/* Brackets close in whatever order and names stand where none is due, so that nothing is concluded
 * here from what JSON would be: the path grows as it must, and is cut to what each bracket began with. */
struct scan {
	const char *s, *end;
	struct as_text path; /* of what is open, or of the member that was named last in it */
	struct {
		size_t path; /* length of its path */
		bool object;
	} open[DEPTH_MAX];
	size_t depth;
	bool wants_name;
	seen_path *seen;
	void *to;
};

/* The path is that of what is open, and a name below it; points in the name are _, as is what would end it. */
static void add_name(struct scan *c, const char *name, size_t n)
{
	as_text_cut(&c->path, c->open[c->depth - 1].path);
	as_text_char(&c->path, '.');
	const char *end = name + (n < NAME_MAX_BYTES ? n : NAME_MAX_BYTES);
	for (; name < end; name++)
		as_text_char(&c->path, (char)(*name == '.' || !*name ? '_' : *name));
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

	if (c->depth == DEPTH_MAX)
		return false;
	if (!c->depth) {
		as_text_clear(&c->path);
		as_text_char(&c->path, object ? '$' : '@');
	} else if (c->depth <= NAMES_MAX && !c->open[c->depth - 1].object) {
		add_name(c, "[]", 2);
	}
	c->open[c->depth].path = c->path.len;
	c->open[c->depth++].object = object;
	c->wants_name = object;
	return true;
}

static void close_one(struct scan *c)
{
	if (c->depth)
		as_text_cut(&c->path, c->open[--c->depth].path);
	c->wants_name = false;
}

static void take_name(struct scan *c, const char *name, size_t n)
{
	c->wants_name = false;
	if (c->depth > NAMES_MAX)
		return;
	add_name(c, name, n);
	if (!c->path.failed)
		c->seen(c->to, as_text_str(&c->path));
}

static void scan_all(struct scan *c)
{
	for (; c->s < c->end; c->s++) {
		const char *text = c->s + 1;
		size_t n = 0;
		if (*c->s == '{' || *c->s == '[') {
			if (!open_one(c, *c->s))
				return;
		} else if (*c->s == '}' || *c->s == ']') {
			close_one(c);
		} else if (*c->s == ',') {
			c->wants_name = c->depth && c->open[c->depth - 1].object;
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
	as_text_release(&c.path);
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

/* What is kept of a scan. */
struct kept_paths {
	struct as_text *paths;
	struct as_json_seen seen;
};

static void keep_path(void *to, const char *path)
{
	struct kept_paths *k = to;
	const size_t n = strlen(path);
	bool twice = false;

	if (as_json_seen_add(&k->seen, as_json_hash(path, n), &twice) && !twice)
		as_text_add_n(k->paths, path, n + 1);
}

void as_head_init(struct as_head *h, const char *bytes, size_t n)
{
	struct kept_paths k = {.paths = &h->paths};

	*h = (struct as_head){.bytes = bytes, .n = n};
	scan_paths(bytes, n, keep_path, &k);
	as_json_seen_release(&k.seen);
}

void as_head_release(struct as_head *h)
{
	as_text_release(&h->paths);
}

bool as_head_has(const struct as_head *h, const char *path)
{
	for (size_t at = 0; at < h->paths.len; at += strlen(h->paths.data + at) + 1)
		if (fits(path, h->paths.data + at))
			return true;
	return false;
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

static const struct known_text known_lines[] = {
#define AS_FOREIGN_LINE(title, row) {title, row},
#include "format/foreign/foreign.def"
};

enum {
	KNOWN_LINES = sizeof known_lines / sizeof known_lines[0],
	KNOWN = sizeof known / sizeof known[0],
	KNOWN_TEXTS = sizeof known_texts / sizeof known_texts[0],
};

/* By the first line that one of them fits. */
static const char *title_of_line(const char *bytes, size_t n)
{
	struct as_phrase_found found[AS_PHRASE_HOLES];
	struct as_bytes all = {bytes, n < LATE ? n : LATE};
	const struct as_source from = as_source_of(&all);
	const char *title = NULL;
	struct as_lines l;

	as_lines_init(&l, &from);
	while (!title && !as_lines_next(&l, NULL) && l.line)
		for (size_t i = 0; i < KNOWN_LINES && !title && !l.odd; i++)
			title = as_phrase_match(known_lines[i].head, l.line, found)
					? known_lines[i].title : NULL;
	as_lines_release(&l);
	return title;
}

const char *as_foreign_begins(const char *bytes, size_t n)
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
	const char *title = NULL;
	struct as_head h;

	as_head_init(&h, bytes + at, n - at);
	for (size_t i = 0; i < KNOWN && !title; i++) {
		bool all = !*known[i].without || !as_head_has(&h, known[i].without);
		for (size_t k = 0; k < MUST; k++)
			all = all && (!*known[i].must[k] || as_head_has(&h, known[i].must[k]));
		title = all ? known[i].title : NULL;
	}
	as_head_release(&h);
	title = title ? title : as_foreign_begins(bytes, n);
	return title ? title : title_of_line(bytes, n);
}
