/* SPDX-License-Identifier: MIT */
#include "base/json/json_read.h"

#include <stdlib.h>
#include <string.h>

#include "base/json/json_reader.h"

struct as_json_reader *as_json_reader_new(const struct as_source *source, const char *name)
{
	struct as_json_reader *r = calloc(1, sizeof *r);
	char *buffer = calloc(1, AS_JSON_BUFFER + 1 + AS_JSON_SLACK);

	if (!r || !buffer) {
		free(r);
		free(buffer);
		return NULL;
	}
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
	as_json_seen_release(&r->left.seen);
	as_text_release(&r->left.paths);
	free(r);
}

void as_json_lenient(struct as_json_reader *r)
{
	r->lenient = true;
}

/* What stands before JSON is text of lines; one that never ends is none. */
static bool is_endless(struct as_json_reader *r)
{
	enum { MOST = 64 << 20 };

	if (r->before + r->at - r->line_start > MOST)
		as_json_bad(r, "no JSON comes in the first 64 MiB of this line");
	return r->failed;
}

void as_json_after_text(struct as_json_reader *r)
{
	for (;;) {
		const char c = as_json_look(r);
		if (c == '{' || c == '[' || r->at == r->end || r->failed)
			return;
		while (r->at < r->end && r->buffer[r->at] != '\n') {
			r->at++;
			if (r->at == r->end && (!as_json_fill(r) || is_endless(r)))
				break;
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
		if (have < n || is_endless(r))
			return false;
	}
	return false;
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
	r->levels[r->depth].any = false;
	r->levels[r->depth].path = as_json_hash_below(r->levels[r->depth - 1].path, '[');
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
static void take_name(struct as_json_reader *r, const char *key, size_t length)
{
	struct as_json_level *l = &r->levels[r->depth];
	const size_t n = length < sizeof l->key ? length : sizeof l->key - 1;
	bool twice = false;

	if (r->failed)
		return; /* then key is "", whatever length says */
	const uint64_t hash = as_json_hash(key, length);
	memcpy(l->key, key, n);
	l->key[n] = '\0';
	l->begun = true;
	l->any = false;
	l->path = as_json_hash_below(l[-1].path, hash);
	if (!as_json_seen_add(&l->seen, hash, &twice))
		as_json_no_memory(r);
	else if (twice)
		as_json_bad(r, "the member \"%.60s\" is there twice", key);
}

/* The name at hand where it lies in the buffer as it is, with all up to its value and AHEAD bytes of that: so
 * nothing need be copied or moved, and its quote becomes its end. NULL: it does not. */
static const char *take_plain_name(struct as_json_reader *r, size_t *n)
{
	enum { AHEAD = 16 };
	char *name = r->buffer + r->at + 1, *end = name + as_json_plain(r, r->at + 1);
	const char *at = end + 1;

	if (*end != '"')
		return NULL;
	at += *at == ' ';
	if (*at != ':')
		return NULL;
	at += at[1] == ' ' ? 2 : 1;
	if ((unsigned char)*at <= ' ' || r->buffer + r->end - at < AHEAD)
		return NULL;
	*end = '\0';
	*n = (size_t)(end - name);
	r->at = (size_t)(at - r->buffer);
	return name;
}

bool as_json_member(struct as_json_reader *r, const char **key)
{
	size_t n = 0;

	if (r->failed || !step(r, '}'))
		return false;
	if (as_json_peek(r) != AS_JSON_STRING) {
		as_json_unexpected(r, "the name of a member, in quotes");
		return false;
	}
	*key = take_plain_name(r, &n);
	if (*key) {
		take_name(r, *key, n);
		return !r->failed;
	}
	*key = as_json_read_string(r, NULL);
	take_name(r, *key, r->text.len);
	if (!r->failed && as_json_look(r) != ':')
		as_json_unexpected(r, "a colon");
	r->at += !r->failed;
	return !r->failed;
}
