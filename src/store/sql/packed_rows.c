/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/sql/packed_rows.h"

#include <stdlib.h>
#include <string.h>

enum { NUMBER = 8 }; /* bytes */

/* How many of the lowest bytes hold any of them. */
static size_t width_of(const uint64_t *v, size_t n)
{
	uint64_t all = 0;
	size_t width = 0;

	for (size_t i = 0; i < n; i++)
		all |= v[i];
	for (; all; all >>= 8)
		width++;
	return width;
}

void as_numbers_add(struct as_text *out, const uint64_t *v, size_t n)
{
	const size_t width = width_of(v, n);
	char *to = as_text_room(out, 1 + n * width);

	if (!to)
		return;
	*to++ = (char)width;
	for (size_t b = 0; b < width; b++)
		for (size_t i = 0; i < n; i++)
			to[b * n + i] = (char)(unsigned char)(v[i] >> 8 * b);
	as_text_took(out, 1 + n * width);
}

/* The next n bytes; NULL: there are not so many. */
static const unsigned char *take_bytes(struct as_row_bytes *in, size_t n)
{
	const unsigned char *at = in->at;

	if (in->bad || n > in->left) {
		in->bad = true;
		return NULL;
	}
	in->at += n;
	in->left -= n;
	return at;
}

void as_numbers_take(struct as_row_bytes *in, uint64_t *v, size_t n)
{
	const unsigned char *first = take_bytes(in, 1), *from = NULL;
	const size_t width = first ? *first : 0;

	memset(v, 0, n * sizeof *v);
	if (width > NUMBER || (width && n > in->left / width))
		in->bad = true;
	else if (width)
		from = take_bytes(in, n * width);
	for (size_t b = 0; from && b < width; b++)
		for (size_t i = 0; i < n; i++)
			v[i] |= (uint64_t)from[b * n + i] << 8 * b;
}

static bool is_kept(const struct as_packed_rows *r, const struct as_field *f)
{
	return as_field_is_in(f, AS_IN_STORE) && r->has(f);
}

/* ---- in ---- */

static void add_texts(
	struct as_text *out, const struct as_field *f, const char *rows, size_t n, size_t size)
{
	for (size_t i = 0; i < n; i++)
		as_text_char(out,
			*(const char *const *)(const void *)(rows + i * size + f->offset) ? 1 : 0);
	for (size_t i = 0; i < n; i++) {
		const char *s = *(const char *const *)(const void *)(rows + i * size + f->offset);
		if (s)
			as_text_add_n(out, s, strlen(s) + 1);
	}
}

static uint64_t number_of(const struct as_field *f, const char *row)
{
	uint64_t bits = 0;

	if (!as_field_is_real(f))
		return (uint64_t)as_field_int(f, row);
	memcpy(&bits, row + f->offset, sizeof bits);
	return bits;
}

void as_packed_rows_add(
	struct as_text *out, const struct as_packed_rows *r, const void *rows, size_t n)
{
	const char *at = rows;
	uint64_t *numbers = calloc(n ? n : 1, sizeof *numbers);

	out->failed = out->failed || !numbers;
	for (size_t k = 0; numbers && k < r->fields->n; k++) {
		const struct as_field *f = &r->fields->v[k];
		if (!is_kept(r, f))
			continue;
		if (as_field_is_text(f)) {
			add_texts(out, f, at, n, r->size);
			continue;
		}
		for (size_t i = 0; i < n; i++)
			numbers[i] = number_of(f, at + i * r->size);
		as_numbers_add(out, numbers, n);
	}
	free(numbers);
}

/* ---- out ---- */

static bool take_texts(struct as_row_bytes *in, const struct as_field *f, char *rows, size_t n,
	size_t size, struct as_arena *a)
{
	const unsigned char *there = take_bytes(in, n);
	bool room = true;

	for (size_t i = 0; there && i < n && room; i++) {
		const char *text = (const char *)in->at, *kept = NULL;
		if (!there[i] && f->kind == AS_KIND_NEEDED)
			in->bad = true;
		if (!there[i])
			continue;
		const void *end = in->left ? memchr(text, 0, in->left) : NULL;
		if (there[i] > 1 || !end) {
			in->bad = true;
			break;
		}
		(void)take_bytes(in, (size_t)((const char *)end - text) + 1);
		kept = a ? as_arena_strdup(a, text) : NULL;
		room = kept || !a;
		if (a)
			memcpy(rows + i * size + f->offset, &kept, sizeof kept);
	}
	return room;
}

/* Into n rows. */
static void set_numbers(struct as_row_bytes *in, const struct as_field *f, size_t size, char *rows,
	const uint64_t *bits, size_t n)
{
	const struct as_field_range range = as_field_range(f);
	const bool real = as_field_is_real(f);

	for (size_t i = 0; i < n; i++) {
		char *row = rows + i * size;
		int64_t v = 0;
		memcpy(&v, &bits[i], sizeof v);
		if (real)
			memcpy(row + f->offset, &bits[i], sizeof bits[i]);
		else if (v < range.min || v > range.max)
			in->bad = true;
		else
			as_field_set_int(f, row, v);
	}
}

/* What a field is in rows that were written before there was one. */
static void set_before(const struct as_field *f, char *row)
{
	const double none = __builtin_nan("");

	if (as_field_is_real(f))
		memcpy(row + f->offset, &none, sizeof none);
	else if (!as_field_is_text(f) && f->before)
		as_field_set_int(f, row, strtoll(f->before, NULL, 10));
}

static bool take_field(struct as_row_bytes *in, const struct as_field *f, size_t size, char *rows,
	size_t n, struct as_arena *a)
{
	if (as_field_is_text(f))
		return take_texts(in, f, rows, n, size, a);

	uint64_t *numbers = calloc(n ? n : 1, sizeof *numbers);

	if (!numbers)
		return false;
	as_numbers_take(in, numbers, n);
	if (a && !in->bad)
		set_numbers(in, f, size, rows, numbers, n);
	free(numbers);
	return true;
}

bool as_packed_rows_take(struct as_row_bytes *in, const struct as_packed_rows *r, unsigned schema,
	void *rows, size_t n, struct as_arena *a)
{
	bool room = true;

	for (size_t k = 0; room && !in->bad && k < r->fields->n; k++) {
		const struct as_field *f = &r->fields->v[k];
		if (!is_kept(r, f))
			continue;
		if (f->since <= schema)
			room = take_field(in, f, r->size, rows, n, a);
		for (size_t i = 0; f->since > schema && a && i < n; i++)
			set_before(f, (char *)rows + i * r->size);
	}
	return room;
}
