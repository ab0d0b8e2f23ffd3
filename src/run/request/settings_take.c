/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/request/settings_take.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "base/vec.h"

enum {
	TEXT_MAX = 1 << 20, /* bytes: of a command and whatever else is a text */
};

static int digit(char c)
{
	return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* {"hex": "..."}, which is a text of at least one byte, and none of them 0. */
static const char *take_hex(struct as_request_reading *in)
{
	const char *key = NULL;
	char *out = NULL;

	as_json_enter(in->r, '{');
	while (as_json_member(in->r, &key)) {
		if (strcmp(key, "hex") != 0) {
			as_json_bad(in->r, "expected the member \"hex\", found \"%.60s\"", key);
			continue;
		}
		const char *s = as_json_read_string(in->r, NULL);
		const size_t n = strlen(s);
		bool bad = n < 2 || n % 2;
		out = as_arena_alloc(in->a, n / 2 + 1);
		if (!out) {
			as_json_no_memory(in->r);
			return NULL;
		}
		for (size_t i = 0; i < n / 2; i++) {
			const int high = digit(s[2 * i]), low = digit(s[2 * i + 1]);
			bad = bad || high < 0 || low < 0 || !(high | low);
			out[i] = (char)((high < 0 ? 0 : high) << 4 | (low < 0 ? 0 : low));
		}
		out[n / 2] = '\0';
		if (bad)
			as_json_bad(in->r,
				"expected bytes above 0 as pairs of 0-9 and a-f");
	}
	if (!out)
		as_json_bad(in->r, "expected a text, or {\"hex\": ...}");
	return out;
}

/* NULL for null, and after an error. */
static const char *take_text(struct as_request_reading *in)
{
	if (as_json_read_null(in->r))
		return NULL;
	if (as_json_peek(in->r) == AS_JSON_OBJECT)
		return take_hex(in);
	const char *s = as_json_read_string(in->r, NULL);
	if (as_json_failed(in->r))
		return NULL;
	if (strlen(s) > TEXT_MAX)
		as_json_bad(in->r, "expected a text of at most %d bytes", TEXT_MAX);
	const char *copy = as_arena_strdup(in->a, s);
	if (!copy)
		as_json_no_memory(in->r);
	return copy;
}

static const char *need_text(struct as_request_reading *in)
{
	const char *s = take_text(in);

	if (!s)
		as_json_bad(in->r, "expected a text, found null");
	return s;
}

static double take_number(struct as_request_reading *in, double min, double max)
{
	const double x = as_json_read_double(in->r);

	if (!as_json_failed(in->r) && !(x >= min && x <= max))
		as_json_bad(in->r, "expected a number from %.15g to %.15g, found %.15g", min, max,
			x);
	return x;
}

/* A share below its max, and above its min if words say so: an interval of 100 % has no end. */
static double take_share(struct as_request_reading *in, const struct as_setting_row *s)
{
	const double x = as_json_read_double(in->r);
	const bool above = (s->words ? x > s->min : x >= s->min) || as_same_double(x, s->initial);

	if (!as_json_failed(in->r) && !(above && x < s->max))
		as_json_bad(in->r, "expected a number %s %.15g and below %.15g, found %.15g",
			s->words ? "above" : "from", s->min, s->max, x);
	return x;
}

static int64_t take_int(struct as_request_reading *in, const struct as_setting_row *s)
{
	const double least = s->initial < s->min ? s->initial : s->min;

	/* 9e18 and 9.2e18 stand for the largest there is */
	return as_json_read_int(in->r, (int64_t)least,
		s->max >= 9e18 ? INT64_MAX : (int64_t)s->max);
}

static unsigned which(struct as_request_reading *in, const char *words, const char *word)
{
	const int i = as_setting_word(words, word, strlen(word));

	if (i < 0)
		as_json_bad(in->r, "expected one of %s, found \"%.60s\"", words, word);
	return i < 0 ? 0 : (unsigned)i;
}

static unsigned take_word(struct as_request_reading *in, const char *words)
{
	return which(in, words, as_json_read_string(in->r, NULL));
}

/* NULL for null. */
static const char *take_one_of(struct as_request_reading *in, const char *words)
{
	const char *word = take_text(in);

	if (word)
		(void)which(in, words, word);
	return word;
}

/* A list that grows on the heap, and is moved to the arena when its end is known. */
struct list {
	char *v;
	size_t n, cap, size;
};

static void *add_element(struct as_request_reading *in, struct list *l)
{
	char *v = l->v;
	size_t cap = l->cap;

	if (l->n >= AS_REQUEST_LIST_MAX)
		as_json_bad(in->r, "expected at most %d of these", AS_REQUEST_LIST_MAX);
	else if (l->n == cap && !as_grow(&v, &cap, l->n + 1, l->size))
		as_json_no_memory(in->r);
	l->v = v;
	l->cap = cap;
	if (as_json_failed(in->r))
		return NULL;
	memset(l->v + l->n * l->size, 0, l->size);
	return l->v + l->n++ * l->size;
}

/* In the arena, with room for one more, which is all 0. */
static void *keep_list(struct as_request_reading *in, struct list *l)
{
	char *v = as_arena_array(in->a, l->n + 1, l->size);

	if (v && l->n)
		memcpy(v, l->v, l->n * l->size);
	if (v)
		memset(v + l->n * l->size, 0, l->size);
	else
		as_json_no_memory(in->r);
	free(l->v);
	return v;
}

static void take_gate(struct as_request_reading *in, struct as_gate *g)
{
	const char *key;

	as_json_enter(in->r, '{');
	while (as_json_member(in->r, &key)) {
		if (!strcmp(key, "text"))
			g->text = need_text(in);
		else if (!strcmp(key, "metric"))
			g->metric = take_text(in);
		else if (!strcmp(key, "of_time"))
			g->of_time = as_json_read_bool(in->r);
		else if (!strcmp(key, "more"))
			g->more = as_json_read_bool(in->r);
		else if (!strcmp(key, "unless"))
			g->unless = as_json_read_bool(in->r);
		else if (!strcmp(key, "limit"))
			g->limit = take_number(in, 0, 1e9);
		else
			as_json_bad(in->r, "a gate has no member \"%.60s\"", key);
	}
	if (!g->text)
		as_json_bad(in->r, "the member \"text\" is missing in what ends here");
}

static void take_parameter(struct as_request_reading *in, struct as_parameter *p)
{
	size_t n = 0;

	as_json_enter(in->r, '[');
	for (; as_json_element(in->r); n++)
		if (n == 0)
			p->name = need_text(in);
		else if (n == 1)
			p->value = need_text(in);
		else
			as_json_bad(in->r, "expected a name and a value");
	if (n < 2)
		as_json_bad(in->r, "expected a name and a value");
}

static const struct as_version *take_version(struct as_request_reading *in)
{
	struct as_version *v = as_arena_array(in->a, 1, sizeof *v);
	const char *key;

	if (as_json_read_null(in->r))
		return NULL;
	if (!v) {
		as_json_no_memory(in->r);
		return NULL;
	}
	*v = (struct as_version){0};
	const struct {
		const char *key, **text;
	} texts[] = {{"project", &v->project}, {"commit", &v->commit}, {"parents", &v->parents},
		{"branch", &v->branch}, {"label", &v->label}, {"changed", &v->changed}};

	as_json_enter(in->r, '{');
	while (as_json_member(in->r, &key)) {
		size_t i = 0, n = sizeof texts / sizeof *texts;
		while (i < n && strcmp(key, texts[i].key) != 0)
			i++;
		if (i < n)
			*texts[i].text = take_text(in);
		else if (!strcmp(key, "date_ns"))
			v->date_ns = as_json_read_int(in->r, INT64_MIN, INT64_MAX);
		else if (!strcmp(key, "changes"))
			v->changes = (enum as_changes)as_json_read_int(in->r, 0, AS_CHANGES_SOME);
		else
			as_json_bad(in->r, "a version has no member \"%.60s\"", key);
	}
	return v;
}

/* One more of a list of this type. */
static void take_element(struct as_request_reading *in, const struct as_setting_row *s, void *to)
{
	if (s->type == AS_SETTING_GATES)
		take_gate(in, to);
	else if (s->type == AS_SETTING_PARAMETERS)
		take_parameter(in, to);
	else if (s->type == AS_SETTING_CODES)
		*(int *)to = (int)take_int(in, s);
	else
		*(const char **)to = need_text(in);
}

static void take_list(struct as_request_reading *in, const struct as_setting_row *s, void *to,
	size_t *n)
{
	struct list l = {.size = s->type == AS_SETTING_GATES ? sizeof(struct as_gate)
		: s->type == AS_SETTING_PARAMETERS ? sizeof(struct as_parameter)
		: s->type == AS_SETTING_CODES ? sizeof(int) : sizeof(const char *)};

	if (s->type == AS_SETTING_WORDS && as_json_read_null(in->r))
		return;
	as_json_enter(in->r, '[');
	while (as_json_element(in->r)) {
		void *one = add_element(in, &l);
		if (one)
			take_element(in, s, one);
	}
	*(void **)to = keep_list(in, &l);
	if (n)
		*n = l.n;
}

static void take_costs(struct as_request_reading *in, const struct as_setting_row *s, double *to)
{
	size_t n = 0;

	as_json_enter(in->r, '[');
	for (; as_json_element(in->r); n++) {
		if (n >= AS_MODEL_LEVELS)
			as_json_bad(in->r, "expected a cost for each of %d levels",
				(int)AS_MODEL_LEVELS);
		else if (as_json_read_null(in->r))
			to[n] = (double)NAN;
		else
			to[n] = take_number(in, s->min, s->max);
	}
}

void as_setting_take(struct as_request_reading *in, const struct as_setting_row *s, char *base)
{
	void *to = base + s->at;

	switch (s->type) {
	case AS_SETTING_COUNT:
	case AS_SETTING_BITS:
		*(uint32_t *)to = (uint32_t)take_int(in, s);
		break;
	case AS_SETTING_SIGNED:
		*(int32_t *)to = (int32_t)take_int(in, s);
		break;
	case AS_SETTING_SIZE:
		*(size_t *)to = (size_t)take_int(in, s);
		break;
	case AS_SETTING_TIME:
	case AS_SETTING_BYTES:
	case AS_SETTING_SEED:
		*(int64_t *)to = take_int(in, s);
		break;
	case AS_SETTING_NUMBER:
		*(double *)to = take_number(in, s->min, s->max);
		break;
	case AS_SETTING_PERCENT:
		*(double *)to = take_share(in, s);
		break;
	case AS_SETTING_FLAG:
		*(bool *)to = as_json_read_bool(in->r);
		break;
	case AS_SETTING_TEXT:
	case AS_SETTING_LINE:
		*(const char **)to = take_text(in);
		break;
	case AS_SETTING_ONE_OF:
		*(const char **)to = take_one_of(in, s->words);
		break;
	case AS_SETTING_WORD_NUMBER:
		*(unsigned *)to = take_word(in, s->words);
		break;
	case AS_SETTING_COSTS:
		take_costs(in, s, to);
		break;
	case AS_SETTING_VERSION:
		*(const struct as_version **)to = take_version(in);
		break;
	case AS_SETTING_TEXTS:
	case AS_SETTING_CODES:
	case AS_SETTING_GATES:
	case AS_SETTING_WORDS:
	case AS_SETTING_PARAMETERS:
		take_list(in, s, to, s->n_at ? (size_t *)(void *)(base + s->n_at) : NULL);
		break;
	}
}
