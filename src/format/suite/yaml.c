/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "format/suite/yaml.h"

#include <libfyaml.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/text/utf8.h"
#include "base/vec.h"

struct anchor {
	const char *name;
	const struct as_yaml *node; /* NULL: it is not complete yet */
};

struct reader {
	const char *name, *bytes;
	size_t n;
	struct fy_diag *diag;
	struct fy_parser *parser;
	struct as_arena *a;
	uint32_t line, column; /* of what was read last, for what has no place of its own */
	struct anchor anchors[AS_YAML_ANCHORS];
	size_t n_anchors;
	struct as_err *err;
};

static enum as_status fail(const struct reader *r, uint32_t line, uint32_t column, const char *fmt,
	...) AS_PRINTF(4, 5);

static enum as_status fail(const struct reader *r, uint32_t line, uint32_t column, const char *fmt,
	...)
{
	char words[600];
	va_list args;

	va_start(args, fmt);
	(void)!vsnprintf(words, sizeof words, fmt, args);
	va_end(args);
	return as_fail(r->err, AS_ERR_USAGE, "%.300s:%u:%u: %s", r->name, line, column, words);
}

/* The line begins with blanks, and a tab is among them. */
static bool tab_indents(const struct reader *r, int line)
{
	const char *s = r->bytes, *end = r->bytes + r->n;

	for (int i = 1; i < line && s; i++) {
		s = memchr(s, '\n', (size_t)(end - s));
		s = s ? s + 1 : NULL;
	}
	while (s && s < end && *s == ' ')
		s++;
	return s && s < end && *s == '\t';
}

/* What the library says was wrong; it goes on after a first error, and only that one is meant. */
static enum as_status fail_as_said(struct reader *r)
{
	void *at = NULL;
	const struct fy_diag_error *e = fy_diag_errors_iterate(r->diag, &at);

	if (!e || e->line < 1 || e->column < 1)
		return as_fail(r->err, AS_ERR_USAGE, "%.300s: cannot be read as YAML", r->name);
	if (tab_indents(r, e->line))
		return fail(r, (uint32_t)e->line, (uint32_t)e->column,
			"a tab indents this line: YAML takes blanks only");
	return fail(r, (uint32_t)e->line, (uint32_t)e->column, "%.300s", e->msg);
}

/* The next event, which the caller frees; NULL: an error, or the end. */
static struct fy_event *next(struct reader *r)
{
	return fy_parser_parse(r->parser);
}

/* A text in quotes and an alias have their mark behind the quote and the asterisk. */
static bool is_marked_late(struct fy_event *e)
{
	enum fy_node_style style = e->type == FYET_SCALAR ? fy_event_get_node_style(e) : FYNS_ANY;

	return e->type == FYET_ALIAS || style == FYNS_SINGLE_QUOTED || style == FYNS_DOUBLE_QUOTED;
}

/* A value that is left out has no mark: it stands where its key does. */
static void place(struct reader *r, struct fy_event *e, struct as_yaml *node)
{
	const struct fy_mark *m = fy_event_start_mark(e);

	if (m) {
		r->line = (uint32_t)m->line + 1;
		r->column = (uint32_t)m->column + 1 - (m->column && is_marked_late(e));
	}
	node->line = r->line;
	node->column = r->column;
}

static enum as_status copy(struct reader *r, struct fy_token *token, const struct as_yaml *node,
	const char **out)
{
	size_t n = 0;
	const char *s = token ? fy_token_get_text(token, &n) : "";

	if (!s || memchr(s, '\0', n))
		return fail(r, node->line, node->column, "a text with a byte of value 0 in it");
	*out = as_arena_strndup(r->a, s, n);
	return *out ? AS_OK : as_fail_memory(r->err);
}

static enum as_status open_anchor(struct reader *r, struct fy_token *token,
	const struct as_yaml *node, size_t *number)
{
	*number = SIZE_MAX;
	if (!token)
		return AS_OK;
	if (r->n_anchors == AS_YAML_ANCHORS)
		return fail(r, node->line, node->column,
			"more than %d anchors: the limit of a suite file", AS_YAML_ANCHORS);
	*number = r->n_anchors++;
	r->anchors[*number] = (struct anchor){0};
	return copy(r, token, node, &r->anchors[*number].name);
}

/* The last anchor of that name counts. */
static enum as_status follow(struct reader *r, const struct as_yaml *alias,
	const struct as_yaml **out)
{
	for (size_t i = r->n_anchors; i--;) {
		if (strcmp(r->anchors[i].name, alias->text) != 0)
			continue;
		*out = r->anchors[i].node;
		return *out ? AS_OK : fail(r, alias->line, alias->column,
			"the alias '*%.100s' stands inside of what it names", alias->text);
	}
	return fail(r, alias->line, alias->column, "there is no anchor '&%.100s' before this alias",
		alias->text);
}

static enum as_status read_node(struct reader *r, struct fy_event *first, int depth,
	const struct as_yaml **out);

/* Everything up to the end of the list or map that has begun. */
static enum as_status read_items(struct reader *r, struct as_yaml *node, int depth)
{
	const struct as_yaml **v = NULL;
	size_t cap = 0;
	enum as_status st = AS_OK;

	for (bool more = true; more && !st;) {
		const struct as_yaml *item = NULL;
		struct fy_event *e = next(r);

		if (!e) {
			st = fail_as_said(r);
			break;
		}
		more = e->type != FYET_SEQUENCE_END && e->type != FYET_MAPPING_END;
		if (more)
			st = read_node(r, e, depth + 1, &item);
		fy_parser_event_free(r->parser, e);
		if (more && !st && !AS_PUSH(v, node->n, cap, item))
			st = as_fail_memory(r->err);
	}
	const struct as_yaml **kept = as_arena_array(r->a, node->n, sizeof *kept);
	if (!st && !kept)
		st = as_fail_memory(r->err);
	if (!st && v)
		memcpy(kept, v, node->n * sizeof *kept);
	node->v = kept;
	free(v);
	return st;
}

/* Its place, and the tokens that come with it. */
static enum as_status begin_node(struct reader *r, struct fy_event *e, struct as_yaml *node,
	size_t *anchor)
{
	place(r, e, node);
	if (fy_event_get_tag_token(e))
		return fail(r, node->line, node->column,
			"a tag such as !!int: it means nothing here, the key decides what a value "
			"is");
	return open_anchor(r, fy_event_get_anchor_token(e), node, anchor);
}

static enum as_status read_node(struct reader *r, struct fy_event *first, int depth,
	const struct as_yaml **out)
{
	struct as_yaml *node = as_arena_alloc(r->a, sizeof *node);
	size_t anchor = SIZE_MAX;
	enum as_status st = AS_OK;

	if (!node)
		return as_fail_memory(r->err);
	if (first->type == FYET_ALIAS) {
		place(r, first, node);
		st = copy(r, first->alias.anchor, node, &node->text);
		return st ? st : follow(r, node, out);
	}
	st = begin_node(r, first, node, &anchor);
	if (st)
		return st;
	if (first->type == FYET_SCALAR) {
		st = copy(r, first->scalar.value, node, &node->text);
	} else if (depth == AS_YAML_DEPTH) {
		st = fail(r, node->line, node->column,
			"lists and maps inside each other deeper than %d: no suite is",
			AS_YAML_DEPTH);
	} else {
		node->kind = first->type == FYET_MAPPING_START ? AS_YAML_MAP : AS_YAML_LIST;
		st = read_items(r, node, depth);
	}
	if (!st && anchor != SIZE_MAX)
		r->anchors[anchor].node = node;
	*out = node;
	return st;
}

/* The stream: one document, or none. */
static enum as_status read_stream(struct reader *r, const struct as_yaml **out)
{
	enum as_status st = AS_OK;
	bool done = false, ended = false;
	struct fy_event *e;

	*out = NULL;
	while (!st && (e = next(r))) {
		ended = e->type == FYET_STREAM_END;
		if (e->type == FYET_DOCUMENT_START && done)
			st = as_fail(r->err, AS_ERR_USAGE,
				"%.300s: more than one document: a suite is one", r->name);
		else if (e->type == FYET_SCALAR || e->type == FYET_ALIAS ||
			e->type == FYET_SEQUENCE_START || e->type == FYET_MAPPING_START)
			st = read_node(r, e, 0, out);
		done = done || e->type == FYET_DOCUMENT_END;
		fy_parser_event_free(r->parser, e);
	}
	return st || ended ? st : fail_as_said(r);
}

/* The library's own words about what is no text have no place, so it is looked at before. */
static enum as_status check_bytes(const struct reader *r)
{
	uint32_t line = 1, column = 1, cp;

	if (r->n > AS_YAML_BYTES)
		return as_fail(r->err, AS_ERR_USAGE, "%.300s: larger than %d MiB: no suite is",
			r->name, AS_YAML_BYTES >> 20);
	for (size_t i = 0, len; i < r->n; i += len) {
		len = as_utf8_next(r->bytes + i, r->n - i, &cp);
		if (!len || !cp)
			return fail(r, line, column,
				"a byte of value 0x%02X, which is no UTF-8 text; save the "
				"file as UTF-8",
				(unsigned)(unsigned char)r->bytes[i]);
		column = cp == '\n' ? 1 : column + 1;
		line += cp == '\n';
	}
	return AS_OK;
}

enum as_status as_yaml_read(const char *name, const char *bytes, size_t n, struct as_arena *a,
	const struct as_yaml **out, struct as_err *err)
{
	struct fy_diag_cfg words;
	struct reader *r = as_arena_alloc(a, sizeof *r);
	const struct as_yaml *root = NULL;
	enum as_status st = AS_OK;

	if (!r)
		return as_fail_memory(err);
	r->name = name;
	r->bytes = bytes;
	r->n = n;
	r->line = r->column = 1;
	r->a = a;
	r->err = err;
	st = check_bytes(r);
	if (st)
		return st;
	fy_diag_cfg_default(&words);
	r->diag = fy_diag_create(&words);
	const struct fy_parse_cfg cfg = {
		.flags = FYPCF_QUIET | FYPCF_COLLECT_DIAG, .diag = r->diag};
	if (r->diag)
		fy_diag_set_collect_errors(r->diag, true);
	r->parser = r->diag ? fy_parser_create(&cfg) : NULL;
	if (!r->parser || fy_parser_set_string(r->parser, n ? bytes : "\n", n ? n : 1))
		st = as_fail_memory(err);
	else
		st = read_stream(r, &root);
	fy_parser_destroy(r->parser);
	fy_diag_destroy(r->diag);
	if (!st)
		*out = root;
	return st;
}
