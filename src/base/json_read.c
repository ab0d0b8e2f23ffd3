/* SPDX-License-Identifier: MIT */
#include "base/json_read.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_reader.h"

struct as_json_reader *as_json_reader_new(const struct as_source *source, const char *name)
{
	struct as_json_reader *r = calloc(1, sizeof *r);
	char *buffer = malloc(AS_JSON_BUFFER + 1);

	if (!r || !buffer) {
		free(r);
		free(buffer);
		return NULL;
	}
	buffer[0] = '\0';
	r->source = *source;
	r->name = name;
	r->buffer = buffer;
	return r;
}

void as_json_reader_free(struct as_json_reader *r)
{
	if (!r)
		return;
	for (size_t i = 0; i < sizeof r->levels / sizeof r->levels[0]; i++)
		as_json_seen_release(&r->levels[i].seen);
	free(r->buffer);
	as_text_release(&r->text);
	free(r);
}

/* ---- what went wrong, and where ---- */

static void add_path(const struct as_json_reader *r, struct as_text *t)
{
	for (int i = 1; i <= r->depth; i++) {
		const struct as_json_level *l = &r->levels[i];
		if (!l->begun)
			continue;
		if (l->bracket == '{')
			as_text_addf(t, "%s%s", t->len ? "." : "", l->key);
		else
			as_text_addf(t, "[%llu]", (unsigned long long)l->next - 1);
	}
}

static void fail_at(struct as_json_reader *r, uint64_t place, const char *words)
{
	struct as_text path = {0};

	if (r->failed)
		return;
	r->failed = true;
	add_path(r, &path);
	as_fail(&r->err, AS_ERR_DATA, "cannot read '%.300s': line %llu, column %llu%s%s: %s",
		r->name, (unsigned long long)r->line + 1,
		(unsigned long long)(place - r->line_start) + 1, path.len ? ", " : "",
		as_text_str(&path), words);
	as_text_release(&path);
}

void as_json_bad(struct as_json_reader *r, const char *fmt, ...)
{
	char words[512];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(words, sizeof words, fmt, ap);
	va_end(ap);
	fail_at(r, r->token, words);
}

void as_json_unexpected(struct as_json_reader *r, const char *expected)
{
	char words[160], found[24] = "the end of the file";
	unsigned char c = (unsigned char)r->buffer[r->at];

	if (r->at < r->end && c > ' ' && c < 0x7F)
		snprintf(found, sizeof found, "'%c'", c);
	else if (r->at < r->end)
		snprintf(found, sizeof found, "byte 0x%02x", c);
	snprintf(words, sizeof words, "expected %s, found %s", expected, found);
	fail_at(r, r->before + r->at, words);
}

void as_json_no_memory(struct as_json_reader *r)
{
	if (!r->failed)
		as_fail_memory(&r->err);
	r->failed = true;
}

bool as_json_failed(const struct as_json_reader *r)
{
	return r->failed;
}

enum as_status as_json_reader_finish(const struct as_json_reader *r, struct as_err *err)
{
	if (!r->failed)
		return AS_OK;
	if (err)
		*err = r->err;
	return r->err.code;
}

/* ---- bytes ---- */

bool as_json_fill(struct as_json_reader *r)
{
	size_t n = 0;

	if (r->ended || r->failed || r->end - r->at >= AS_JSON_BUFFER)
		return false;
	memmove(r->buffer, r->buffer + r->at, r->end - r->at);
	r->before += r->at;
	r->end -= r->at;
	r->at = 0;
	if (r->source.read(
		    r->source.from, r->buffer + r->end, AS_JSON_BUFFER - r->end, &n, &r->err)) {
		r->failed = true;
		n = 0;
	}
	r->ended = n == 0;
	r->end += n;
	r->buffer[r->end] = '\0';
	return n > 0;
}

void as_json_want(struct as_json_reader *r, size_t n)
{
	while (r->end - r->at < n && as_json_fill(r))
		;
}

char as_json_look(struct as_json_reader *r)
{
	for (;;) {
		const char c = r->buffer[r->at];
		if (r->at == r->end) {
			if (!as_json_fill(r))
				return '\0';
			continue;
		}
		if (c != ' ' && c != '\t' && c != '\r' && c != '\n')
			break;
		r->at++;
		if (c == '\n') {
			r->line++;
			r->line_start = r->before + r->at;
		}
	}
	r->token = r->before + r->at;
	return r->failed ? '\0' : r->buffer[r->at];
}

static bool is_start(const struct as_json_reader *r)
{
	return r->before == 0 && r->at == 0;
}

static void skip_mark(struct as_json_reader *r)
{
	as_json_want(r, 3);
	if (r->end - r->at >= 3 && !memcmp(r->buffer + r->at, "\xEF\xBB\xBF", 3)) {
		r->at += 3;
		r->line_start = 3;
	}
}

/* ---- values ---- */

void as_json_lenient(struct as_json_reader *r)
{
	r->lenient = true;
}

void as_json_after_text(struct as_json_reader *r)
{
	for (;;) {
		const char c = as_json_look(r);
		if (c == '{' || c == '[' || r->at == r->end)
			return;
		while (r->at < r->end && r->buffer[r->at] != '\n') {
			r->at++;
			if (r->at == r->end)
				as_json_fill(r);
		}
	}
}

bool as_json_after(struct as_json_reader *r, const char *word)
{
	const size_t n = strlen(word);

	while (!r->failed) {
		as_json_want(r, n);
		const char *rest = r->buffer + r->at;
		const size_t have = r->end - r->at;
		const char *at = have < n ? NULL : memmem(rest, have, word, n);
		const size_t take = at ? (size_t)(at - rest) + n : have < n ? have : have - n + 1;
		for (const char *line = rest;
			(line = memchr(line, '\n', take - (size_t)(line - rest))); line++) {
			r->line++;
			r->line_start = r->before + r->at + (size_t)(line - rest) + 1;
		}
		r->at += take;
		if (at)
			return true;
		if (have < n)
			return false;
	}
	return false;
}

enum as_json_kind as_json_peek(struct as_json_reader *r)
{
	if (r->failed)
		return AS_JSON_NOTHING;
	if (is_start(r))
		skip_mark(r);
	const char c = as_json_look(r);
	if (r->lenient && as_json_odd_word(r))
		return AS_JSON_NULL;
	switch (c) {
	case '{':
		return AS_JSON_OBJECT;
	case '[':
		return AS_JSON_ARRAY;
	case '"':
		return AS_JSON_STRING;
	case 't':
	case 'f':
		return AS_JSON_BOOL;
	case 'n':
		return AS_JSON_NULL;
	default:
		return c == '-' || (c >= '0' && c <= '9') ? AS_JSON_NUMBER : AS_JSON_NOTHING;
	}
}

void as_json_enter(struct as_json_reader *r, char bracket)
{
	const bool object = bracket == '{';

	if (as_json_peek(r) != (object ? AS_JSON_OBJECT : AS_JSON_ARRAY)) {
		as_json_unexpected(r, object ? "an object, {...}" : "an array, [...]");
		return;
	}
	if (r->depth == AS_JSON_DEPTH_MAX) {
		as_json_bad(r, "nested more than %d deep", AS_JSON_DEPTH_MAX);
		return;
	}
	r->at++;
	r->depth++;
	r->levels[r->depth].bracket = bracket;
	r->levels[r->depth].begun = false;
	r->levels[r->depth].next = 0;
	as_json_seen_clear(&r->levels[r->depth].seen);
}

/* Past the comma to what comes next inside the level; false at its end or after an error. */
static bool step(struct as_json_reader *r, char close)
{
	struct as_json_level *l = &r->levels[r->depth];
	char c = as_json_look(r);

	if (r->failed)
		return false;
	if (c == close) {
		r->at++;
		r->depth--;
		return false;
	}
	if (l->begun) {
		if (c != ',') {
			as_json_unexpected(r, close == '}' ? "a comma or }" : "a comma or ]");
			return false;
		}
		r->at++;
		as_json_look(r);
	}
	return !r->failed;
}

bool as_json_element(struct as_json_reader *r)
{
	if (r->failed || !step(r, ']'))
		return false;
	r->levels[r->depth].begun = true;
	r->levels[r->depth].next++;
	return true;
}

/* The name of a member stands in its object once: which of two values would count? */
static void take_name(struct as_json_reader *r, const char *key)
{
	struct as_json_level *l = &r->levels[r->depth];
	bool twice = false;

	if (r->failed)
		return;
	snprintf(l->key, sizeof l->key, "%s", key);
	l->begun = true;
	if (!as_json_seen_add(&l->seen, key, &twice))
		as_json_no_memory(r);
	else if (twice)
		as_json_bad(r, "the member \"%.60s\" is there twice", key);
}

bool as_json_member(struct as_json_reader *r, const char **key)
{

	if (r->failed || !step(r, '}'))
		return false;
	if (as_json_peek(r) != AS_JSON_STRING) {
		as_json_unexpected(r, "the name of a member, in quotes");
		return false;
	}
	*key = as_json_read_string(r, NULL);
	take_name(r, *key);
	if (!r->failed && as_json_look(r) != ':')
		as_json_unexpected(r, "a colon");
	r->at += !r->failed;
	return !r->failed;
}
