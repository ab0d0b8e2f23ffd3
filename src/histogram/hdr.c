/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "histogram/hdr.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#define ZLIB_CONST /* next_in does not change what it reads */
#include <zlib.h>

#include "base/vec.h"

enum {
	HEADER = 40,          /* of the counts: cookie, length, and what places mean */
	OUTER = 8,            /* of the zlib stream: cookie, length */
	MOST_BYTES = 1 << 24, /* of counts: some 100 times what is seen */
	MOST_DIGITS = 5,
};

static const uint32_t counts_cookie = 0x1c849303, packed_cookie = 0x1c849304;
static const uint64_t one = UINT64_C(0x3ff0000000000000); /* 1 as a double */

static enum as_status bad(struct as_err *err, const char *what)
{
	return as_fail(err, AS_ERR_DATA, "it is no HdrHistogram in the V2 encoding: %s", what);
}

/* ---- base64 ---- */

static int sextet(char c)
{
	static const char all[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const char *at = c ? strchr(all, c) : NULL;

	return at ? (int)(at - all) : -1;
}

/* To out, which has room for three quarters; how many bytes, or SIZE_MAX. */
static size_t unbase(const char *text, size_t n, unsigned char *out)
{
	uint32_t held = 0;
	size_t bits = 0, at = 0;

	while (n && text[n - 1] == '=')
		n--;
	for (size_t i = 0; i < n; i++) {
		const int six = sextet(text[i]);
		if (six < 0)
			return SIZE_MAX;
		held = held << 6 | (uint32_t)six;
		bits += 6;
		if (bits >= 8) {
			bits -= 8;
			out[at++] = (unsigned char)(held >> bits);
		}
	}
	return at;
}

static uint64_t big_endian(const unsigned char *from, size_t n)
{
	uint64_t v = 0;

	for (size_t i = 0; i < n; i++)
		v = v << 8 | from[i];
	return v;
}

/* The bits 0xf0 say how wide its words are; V2 has one width only. */
static bool has_cookie(const unsigned char *from, uint32_t cookie)
{
	return ((uint32_t)big_endian(from, 4) & ~0xf0u) == cookie;
}

/* ---- counts ---- */

/* What places in the list of counts stand for. */
struct hdr_places {
	unsigned half_bits, unit_bits;
	double highest;
};

static unsigned log2_of(uint64_t v)
{
	return 63 - (unsigned)__builtin_clzll(v);
}

/* What stands after the length, how far counts are turned in a writer's memory, does not turn
 * those that it writes. */
static enum as_status read_scale(const unsigned char *h, struct hdr_places *out, struct as_err *err)
{
	const uint64_t digits = big_endian(h + 12, 4), lowest = big_endian(h + 16, 8);
	const uint64_t highest = big_endian(h + 24, 8), ratio = big_endian(h + 32, 8);
	uint64_t ten = 2;

	if (digits > MOST_DIGITS)
		return bad(err, "its precision is not of 0 to 5 digits");
	for (uint64_t i = 0; i < digits; i++)
		ten *= 10;
	if (lowest < 1 || lowest > INT64_MAX / 2 || highest > INT64_MAX || highest < 2 * lowest)
		return bad(err, "its largest value is below twice its smallest");
	if (ratio != one && ratio != 1) /* hdr-histogram-js writes 1 as an integer */
		return bad(err, "it is one of doubles");
	out->half_bits = log2_of(2 * ten - 1) - 1;
	out->unit_bits = log2_of(lowest);
	out->highest = (double)highest;
	return AS_OK;
}

static bool bucket_at(const struct hdr_places *s, uint64_t place, uint64_t count,
	struct as_hdr_bucket *out)
{
	const uint64_t half = UINT64_C(1) << s->half_bits, row = place >> s->half_bits;
	const unsigned shift = row ? (unsigned)(row - 1) + s->unit_bits : s->unit_bits;
	const uint64_t sub = row ? (place & (half - 1)) + half : place;

	if (row > 64 || shift + s->half_bits + 1 > 63)
		return false;
	out->low = (double)(sub << shift);
	out->width = (double)(UINT64_C(1) << shift);
	out->count = count;
	return out->low <= s->highest;
}

/* A number of 1 to 9 bytes, the lowest 7 bits first; the ninth has 8. */
static bool read_number(const unsigned char **at, const unsigned char *end, int64_t *out)
{
	uint64_t v = 0;

	for (unsigned i = 0; i < 9 && *at < end; i++) {
		const uint64_t byte = *(*at)++;
		v |= (i < 8 ? byte & 0x7f : byte) << 7 * i;
		if (i == 8 || !(byte & 0x80)) {
			*out = (int64_t)(v >> 1) ^ -(int64_t)(v & 1);
			return true;
		}
	}
	return false;
}

static enum as_status read_counts(const unsigned char *at, const unsigned char *end,
	const struct hdr_places *scale, struct as_hdr *h, struct as_err *err)
{
	uint64_t place = 0;

	while (at < end) {
		struct as_hdr_bucket b;
		int64_t v = 0;

		if (!read_number(&at, end, &v))
			return bad(err, "its last count is cut off");
		if (v <= 0) {
			const uint64_t skip = v ? -(uint64_t)v : 1;
			place = skip < UINT32_MAX - place ? place + skip : UINT32_MAX;
			continue;
		}
		if (!bucket_at(scale, place++, (uint64_t)v, &b))
			return bad(err, "it counts values above the largest it has room for");
		if ((uint64_t)v > INT64_MAX - h->total)
			return bad(err, "its counts together are over 2^63");
		h->total += (uint64_t)v;
		if (!AS_PUSH(h->buckets, h->n, h->cap, b))
			return as_fail_memory(err);
	}
	return AS_OK;
}

static enum as_status read_histogram(const unsigned char *bytes, size_t n, struct as_hdr *h,
	struct as_err *err)
{
	struct hdr_places scale = {0};

	if (n < HEADER)
		return bad(err, "it is cut off");
	if (!has_cookie(bytes, counts_cookie))
		return bad(err, "what is packed is of another encoding");
	if (big_endian(bytes + 4, 4) != n - HEADER)
		return bad(err, "its counts are of another length than it says");
	enum as_status st = read_scale(bytes, &scale, err);
	return st ? st : read_counts(bytes + HEADER, bytes + n, &scale, h, err);
}

/* ---- zlib ---- */

static enum as_status inflate_all(const unsigned char *from, size_t n, unsigned char **out,
	size_t *out_n, struct as_err *err)
{
	z_stream z = {.next_in = from, .avail_in = (uInt)n};
	unsigned char *room = NULL;
	size_t cap = 0;
	int said = inflateInit(&z);

	if (said != Z_OK)
		return as_fail_memory(err);
	while (said == Z_OK && z.total_out < MOST_BYTES) {
		if (!as_grow(&room, &cap, z.total_out + 4096, 1)) {
			said = Z_MEM_ERROR;
			break;
		}
		z.next_out = room + z.total_out;
		z.avail_out = (uInt)(cap - z.total_out);
		said = inflate(&z, Z_NO_FLUSH);
	}
	*out_n = z.total_out;
	const bool whole = said == Z_STREAM_END && !z.avail_in;
	inflateEnd(&z);
	if (whole) {
		*out = room;
		return AS_OK;
	}
	free(room);
	if (said == Z_MEM_ERROR)
		return as_fail_memory(err);
	return bad(err, said == Z_OK ? "it has more than 16 MiB of counts"
				     : "its packed bytes are cut off or damaged");
}

static enum as_status decode(const unsigned char *bytes, size_t n, struct as_hdr *h,
	struct as_err *err)
{
	unsigned char *counts = NULL;
	size_t counts_n = 0;

	if (n >= HEADER && has_cookie(bytes, counts_cookie))
		return read_histogram(bytes, n, h, err);
	if (n < OUTER || !has_cookie(bytes, packed_cookie))
		return bad(err, "it does not begin as one (HISTFAAA)");
	if (big_endian(bytes + 4, 4) != n - OUTER)
		return bad(err, "it is of another length than it says");
	enum as_status st = inflate_all(bytes + OUTER, n - OUTER, &counts, &counts_n, err);
	if (!st)
		st = read_histogram(counts, counts_n, h, err);
	free(counts);
	return st;
}

enum as_status as_hdr_decode(const char *text, size_t n, struct as_hdr *out, struct as_err *err)
{
	struct as_hdr h = {0};
	unsigned char *bytes = malloc(n / 4 * 3 + 3);

	if (!bytes)
		return as_fail_memory(err);
	const size_t got = n > UINT32_MAX / 2 ? SIZE_MAX : unbase(text, n, bytes);
	enum as_status st = got == SIZE_MAX ? bad(err, "it has characters that are not base64")
					    : decode(bytes, got, &h, err);
	free(bytes);
	if (st)
		as_hdr_release(&h);
	else
		*out = h;
	return st;
}

/* ---- values ---- */

/* SplitMix64 (Steele, Lea, Flood 2014): an order is wanted, not a draw. */
static uint64_t next_of(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

void as_hdr_values(const struct as_hdr *h, double *out)
{
	uint64_t state = h->total;
	size_t n = 0;

	for (size_t b = 0; b < h->n; b++) {
		const double middle = h->buckets[b].low +
			(h->buckets[b].width > 1 ? h->buckets[b].width / 2 : 0);
		for (uint64_t i = 0; i < h->buckets[b].count; i++)
			out[n++] = middle;
	}
	for (size_t i = n; i > 1; i--) {
		const size_t k = (size_t)(next_of(&state) % i);
		const double held = out[i - 1];
		out[i - 1] = out[k];
		out[k] = held;
	}
}

void as_hdr_release(struct as_hdr *h)
{
	free(h->buckets);
	*h = (struct as_hdr){0};
}
