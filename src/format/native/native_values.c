/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One value of the native format: out, and back in. */
#include <math.h>
#include <string.h>

#include "base/text/utf8.h"
#include "format/instant.h"
#include "format/json/assay_json_parts.h"
#include "format/native/native_fields.h"

/* ---- texts: JSON's must be UTF-8, names need not be ---- */

static bool is_utf8(const char *s, size_t n)
{
	uint32_t cp;

	for (size_t i = 0, len; i < n; i += len) {
		len = as_utf8_next(s + i, n - i, &cp);
		if (!len)
			return false;
	}
	return true;
}

/* Each byte as the character of that number. */
static void put_bytes(struct as_json *j, const char *s, size_t n)
{
	struct as_text t = {0};

	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)s[i];
		if (c >= 0x80)
			as_text_char(&t, (char)(0xC0 | c >> 6));
		as_text_char(&t, (char)(c >= 0x80 ? 0x80 | (c & 0x3F) : c));
	}
	as_json_open_flat(j, '{');
	as_json_key(j, "bytes");
	as_json_string_n(j, as_text_str(&t), t.len);
	as_json_close(j, '}');
	j->text->failed = j->text->failed || t.failed;
	as_text_release(&t);
}

void as_native_put_text(struct as_json *j, const char *s)
{
	const size_t n = s ? strlen(s) : 0;

	if (!s)
		as_json_null(j);
	else if (is_utf8(s, n))
		as_json_string_n(j, s, n);
	else
		put_bytes(j, s, n);
}

/* Characters up to U+00FF as bytes, in place. */
static char *to_bytes(struct as_json_reader *r, char *s)
{
	char *to = s;
	uint32_t cp;

	for (size_t i = 0, n = strlen(s), len; i < n; i += len) {
		len = as_utf8_next(s + i, n - i, &cp);
		if (!len || cp > 0xFF) {
			as_json_bad(r, "bytes are characters up to \\u00ff");
			return NULL;
		}
		*to++ = (char)cp;
	}
	*to = '\0';
	return s;
}

static char *get_plain(struct as_json_reader *r, struct as_arena *a)
{
	size_t n = 0;
	const char *s = as_json_read_string(r, &n);

	if (as_json_failed(r))
		return NULL;
	if (strlen(s) != n) {
		as_json_bad(r, "a text has a zero byte in it");
		return NULL;
	}
	char *copy = as_arena_strndup(a, s, n);
	if (!copy)
		as_json_no_memory(r);
	return copy;
}

const char *as_native_get_text(struct as_json_reader *r, struct as_arena *a)
{
	const char *key;
	char *s = NULL;

	if (as_json_read_null(r))
		return NULL;
	if (as_json_peek(r) != AS_JSON_OBJECT)
		return get_plain(r, a);
	as_json_enter(r, '{');
	while (as_json_member(r, &key)) {
		if (strcmp(key, "bytes") != 0 || s)
			as_json_bad(r,
				"expected a text, or an object with the member \"bytes\" alone");
		else
			s = get_plain(r, a);
		if (s)
			s = to_bytes(r, s);
	}
	if (!s)
		as_json_bad(r, "expected a text, or an object with the member \"bytes\" alone");
	return s;
}

/* ---- numbers ---- */

void as_native_put_real(struct as_json *j, double v)
{
	if (isinf(v))
		as_json_string(j, v > 0 ? "inf" : "-inf");
	else
		as_json_double(j, v);
}

double as_native_get_real(struct as_json_reader *r)
{
	const enum as_json_kind kind = as_json_peek(r);

	if (kind == AS_JSON_NUMBER)
		return as_json_read_double(r);
	if (kind == AS_JSON_NULL && as_json_read_null(r))
		return (double)NAN;
	const char *s = kind == AS_JSON_STRING ? as_json_read_string(r, NULL) : "";
	if (!strcmp(s, "inf"))
		return (double)INFINITY;
	if (!strcmp(s, "-inf"))
		return -(double)INFINITY;
	as_json_bad(r, "expected a number, null, \"inf\" or \"-inf\"");
	return (double)NAN;
}

static uint64_t get_seed(struct as_json_reader *r)
{
	const char *s = as_json_read_string(r, NULL);
	uint64_t v = 0;

	if (!*s || (s[0] == '0' && s[1]) || strspn(s, "0123456789") != strlen(s)) {
		as_json_bad(r, "expected a number of 64 bits as a text of digits");
		return 0;
	}
	for (; *s; s++)
		if (__builtin_mul_overflow(v, (uint64_t)10, &v) ||
			__builtin_add_overflow(v, (uint64_t)(*s - '0'), &v)) {
			as_json_bad(r, "expected a number of 64 bits as a text of digits");
			return 0;
		}
	return v;
}

static int64_t get_instant(struct as_json_reader *r)
{
	int64_t ns = 0;

	if (as_json_read_null(r))
		return 0;
	if (!as_instant_parse(as_json_read_string(r, NULL), &ns))
		as_json_bad(r,
			"expected an instant such as 2026-08-18T10:00:00.123456789Z, or null");
	return ns;
}

/* ---- words ---- */

static size_t get_word(struct as_json_reader *r, const struct as_vocabulary *words)
{
	const char *s = as_json_read_string(r, NULL);
	size_t number = 0;

	if (!as_word_number(words, s, &number))
		as_json_bad(r, "expected a word such as \"%s\", found \"%.60s\"", words->v[0], s);
	return number;
}

static void put_bits(struct as_json *j, const struct as_vocabulary *words, unsigned bits)
{
	as_json_open_flat(j, '[');
	for (size_t i = 0; i < words->n; i++)
		if (bits >> i & 1)
			as_json_string(j, words->v[i]);
	as_json_close(j, ']');
}

static unsigned get_bits(struct as_json_reader *r, const struct as_vocabulary *words)
{
	unsigned bits = 0;

	as_json_enter(r, '[');
	while (as_json_element(r))
		bits |= 1U << get_word(r, words);
	return bits;
}

static void put_costs(struct as_json *j, const double *costs)
{
	as_json_open_flat(j, '{');
	for (size_t l = 0; l < AS_MODEL_LEVELS; l++) {
		as_json_key(j, as_level_names[l]);
		as_native_put_real(j, costs[l]);
	}
	as_json_close(j, '}');
}

static void get_costs(struct as_json_reader *r, double *costs)
{
	const char *key;
	size_t l;

	as_json_enter(r, '{');
	while (as_json_member(r, &key))
		if (as_word_number(&as_level_words, key, &l))
			costs[l] = as_native_get_real(r);
		else
			as_json_bad(r, "there is no such level");
}

/* ---- any of them ---- */

void as_native_put(struct as_json *j, const struct as_field *f, const void *base)
{
	const void *at = (const char *)base + f->offset;

	switch ((int)f->kind) {
	case AS_KIND_TEXT:
	case AS_KIND_NEEDED: as_native_put_text(j, *(const char *const *)at); break;
	case AS_KIND_WORD:
	case AS_KIND_WORD8:
	case AS_KIND_LEVEL:
		as_json_string(j, as_word(f->words, (size_t)as_field_int(f, base)));
		break;
	case AS_KIND_INSTANT: as_json_instant(j, *(const int64_t *)at); break;
	case AS_KIND_BITS: put_bits(j, f->words, *(const unsigned *)at); break;
	case AS_KIND_COSTS: put_costs(j, at); break;
	case AS_KIND_SEED: as_json_digits(j, *(const uint64_t *)at); break;
	case AS_KIND_REAL:
	case AS_KIND_GOAL: as_native_put_real(j, *(const double *)at); break;
	case AS_KIND_BOOL: as_json_bool(j, *(const bool *)at); break;
	default:
		if (f->kind == AS_KIND_ROUND && as_field_int(f, base) == AS_NO_ROUND)
			as_json_null(j);
		else
			as_json_int(j, as_field_int(f, base));
	}
}

static int64_t get_int(struct as_json_reader *r, const struct as_field *f)
{
	const struct as_field_range range = as_field_range(f);

	if (f->kind != AS_KIND_ROUND)
		return as_json_read_int(r, range.min, range.max);
	return as_json_read_null(r) ? AS_NO_ROUND : as_json_read_int(r, 0, AS_NO_ROUND - 1);
}

void as_native_get(struct as_json_reader *r, const struct as_field *f, void *base,
	struct as_arena *a)
{
	void *at = (char *)base + f->offset;

	switch ((int)f->kind) {
	case AS_KIND_TEXT:
	case AS_KIND_NEEDED: *(const char **)at = as_native_get_text(r, a); break;
	case AS_KIND_WORD:
	case AS_KIND_WORD8:
	case AS_KIND_LEVEL: as_field_set_int(f, base, (int64_t)get_word(r, f->words)); break;
	case AS_KIND_INSTANT: *(int64_t *)at = get_instant(r); break;
	case AS_KIND_BITS: *(unsigned *)at = get_bits(r, f->words); break;
	case AS_KIND_COSTS: get_costs(r, at); break;
	case AS_KIND_SEED: *(uint64_t *)at = get_seed(r); break;
	case AS_KIND_REAL:
	case AS_KIND_GOAL: *(double *)at = as_native_get_real(r); break;
	case AS_KIND_BOOL: *(bool *)at = as_json_read_bool(r); break;
	default:
		as_field_set_int(f, base, get_int(r, f));
		break;
	}
	if (f->kind == AS_KIND_NEEDED && !as_json_failed(r) && !*(const char **)at)
		as_json_bad(r, "expected a text, found null");
}
