/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "format/foreign/parts/paths.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "format/foreign/foreign.h"
#include "format/foreign/parts/lines.h"
#include "model/joined/rows.h"

enum { PART_BYTES = 64, HAS = 3, SURE = 90 };

int as_paths_probe(const struct as_paths *s, const struct as_head *head)
{
	if (s->prefix && memmem(head->bytes, head->n, s->prefix, strlen(s->prefix)))
		return SURE;
	if (!s->has[0])
		return 0;
	for (size_t i = 0; i < HAS && s->has[i]; i++)
		if (!as_head_has(head, s->has[i]))
			return 0;
	return s->lacks && as_head_has(head, s->lacks) ? 0 : SURE;
}

/* ---- the table as a tree of paths ---- */

/* A part of paths that begin alike. */
struct node {
	char part[PART_BYTES];
	const struct as_path_row *row; /* NULL: it is only on the way */
	size_t child, next; /* number of a node; 0: none, as the root is nobody's child */
};

struct nodes {
	struct node *v;
	size_t n, cap;
};

/* The child of that name, or the one of any name; 0: none. */
static size_t child_of(const struct nodes *t, size_t at, const char *part, bool any)
{
	size_t wild = 0;

	for (size_t k = t->v[at].child; k; k = t->v[k].next) {
		const char *own = t->v[k].part;
		if (own[0] == part[0] && !strcmp(own, part))
			return k;
		if (own[0] == '*')
			wild = k;
	}
	return any ? wild : 0;
}

/* The node at a path, which is made where it is missing; SIZE_MAX when out of memory. */
static size_t node_at(struct nodes *t, const char *path)
{
	size_t at = 0;

	for (path += strcspn(path, "."); *path;) {
		struct node own = {0};
		const size_t n = strcspn(++path, ".");
		snprintf(own.part, sizeof own.part, "%.*s", (int)n, path);
		path += n;
		const size_t k = child_of(t, at, own.part, false);
		if (k) {
			at = k;
			continue;
		}
		own.next = t->v[at].child;
		if (!AS_PUSH(t->v, t->n, t->cap, own))
			return SIZE_MAX;
		t->v[at].child = t->n - 1;
		at = t->n - 1;
	}
	return at;
}

static bool plant(struct nodes *t, const struct as_paths *s)
{
	const struct node root = {.part = "$"};

	if (!AS_PUSH(t->v, t->n, t->cap, root))
		return false;
	for (size_t i = 0; i < s->n_rows; i++) {
		const size_t at = node_at(t, s->rows[i].path);
		if (at == SIZE_MAX)
			return false;
		t->v[at].row = &s->rows[i];
	}
	for (size_t i = 0; i < s->n_rows; i++) {
		if (!s->rows[i].again)
			continue;
		const size_t at = node_at(t, s->rows[i].path), as = node_at(t, s->rows[i].again);
		t->v[at].child = t->v[as].child;
		t->v[at].row = t->v[as].row;
	}
	return true;
}

/* ---- the way through a document ---- */

static void walk(struct as_path_reading *d, const struct nodes *t, size_t at);

static void walk_members(struct as_path_reading *d, const struct nodes *t, size_t at)
{
	char own[AS_ROWS_NAME_BYTES + 2];
	const char *key;

	as_json_enter(d->r, '{');
	while (as_json_member(d->r, &key)) {
		const size_t child = child_of(t, at, key, true);
		if (!child) {
			as_json_skip(d->r);
			continue;
		}
		const size_t n = strnlen(key, sizeof own - 1);
		memcpy(own, key, n);
		own[n] = '\0';
		d->key = own;
		if (!strcmp(t->v[child].part, "*"))
			as_json_any_name(d->r);
		walk(d, t, child);
		d->key = "";
	}
}

static void walk_elements(struct as_path_reading *d, const struct nodes *t, size_t at)
{
	const size_t child = child_of(t, at, "[]", false);
	uint64_t number = 0;

	as_json_enter(d->r, '[');
	while (as_json_element(d->r)) {
		d->element = number++;
		if (child)
			walk(d, t, child);
		else
			as_json_skip(d->r);
	}
}

/* The value at hand, which is at that node of the tree of paths. */
static void walk(struct as_path_reading *d, const struct nodes *t, size_t at)
{
	const struct as_path_row *row = t->v[at].row;
	const uint32_t outer = d->scope;
	const enum as_json_kind kind = as_json_peek(d->r);

	if (row && row->takes) {
		row->takes(d, row);
		return;
	}
	const bool opens = row && row->opens && (kind == AS_JSON_OBJECT || kind == AS_JSON_ARRAY);
	if (opens)
		d->scope = row->opens(d, row);
	if (kind == AS_JSON_OBJECT)
		walk_members(d, t, at);
	else if (kind == AS_JSON_ARRAY)
		walk_elements(d, t, at);
	else
		as_json_skip(d->r);
	const uint32_t inner = d->scope;
	d->scope = outer;
	if (opens && row->closes && !as_json_failed(d->r))
		row->closes(d, inner);
}

/* Whether a document comes next. */
static bool comes(struct as_path_reading *d, bool first)
{
	const struct as_paths *s = d->paths;

	if (s->prefix && !(first && as_json_peek(d->r) == AS_JSON_OBJECT))
		return as_json_after(d->r, s->prefix);
	if (s->after_text)
		as_json_after_text(d->r);
	return first || (s->lines && as_json_peek(d->r) != AS_JSON_NOTHING);
}

static void read_documents(struct as_path_reading *d, const struct nodes *t)
{
	for (bool first = true; !as_json_failed(d->r) && comes(d, first); first = false)
		walk(d, t, 0);
	as_json_read_end(d->r);
}

static void remark_on_others(struct as_gather *g, const struct as_json_lines *among)
{
	char words[AS_OTHER_LINE_SHOWN + 120];

	snprintf(words, sizeof words,
		"%zu of its lines %s no JSON and %s left out, the first in line %zu: '%s'",
		among->n_others, among->n_others == 1 ? "is" : "are",
		among->n_others == 1 ? "is" : "are", among->first, among->shown);
	as_gather_remark(g, words);
}

static enum as_status read_paths(const void *format, const struct as_source *from,
	const char *name, struct as_gather *g, struct as_err *err)
{
	const struct as_paths *s = format;
	struct nodes t = {0};
	struct as_json_lines among = {.from = *from};
	const struct as_source documents = as_json_lines_source(&among);
	struct as_path_reading d = {.paths = format,
		.r = as_json_reader_new(s->lines ? &documents : from, name),
		.g = g,
		.key = ""};
	enum as_status st = AS_OK;

	if (!d.r || !plant(&t, d.paths)) {
		st = as_fail_memory(err);
	} else {
		as_json_lenient(d.r);
		read_documents(&d, &t);
		as_gather_unused(g, as_json_left(d.r));
		if (among.n_others)
			remark_on_others(g, &among);
		st = as_json_reader_finish(d.r, err);
	}
	as_json_reader_free(d.r);
	free(t.v);
	return st;
}

enum as_status as_paths_read(const struct as_paths *s, const struct as_source *from,
	const char *name, struct as_experiment **out, struct as_err *err)
{
	const struct as_gatherer r = {.read = read_paths,
		.format = s,
		.how = {.tool = s->tool,
			.unit = s->unit,
			.executions = s->executions,
			.per_inner = s->per_inner,
			.sorted = s->sorted}};

	return as_gather_read(&r, from, name, out, err);
}
