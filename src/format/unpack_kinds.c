/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "format/unpack_kinds.h"

#include <bzlib.h>
#include <limits.h>
#include <stdlib.h>
#define ZLIB_CONST /* what is read is const */
#include <zlib.h>
#include <zstd.h>

enum { WINDOW_LOG_MAX = 23, GZIP_WINDOW = 15 + 16 };

static unsigned at_most_int(size_t n)
{
	return n < INT_MAX ? (unsigned)n : INT_MAX;
}

static void took(struct as_unpack_step *s, size_t in, size_t out)
{
	s->in += in;
	s->n_in -= in;
	s->out += out;
	s->room -= out;
}

/* ---- zstd ---- */

static void *zstd_open(void)
{
	ZSTD_DCtx *c = ZSTD_createDCtx();

	if (c)
		ZSTD_DCtx_setParameter(c, ZSTD_d_windowLogMax, WINDOW_LOG_MAX);
	return c;
}

static enum as_unpacked zstd_step(void *state, struct as_unpack_step *s)
{
	ZSTD_inBuffer in = {s->in, s->n_in, 0};
	ZSTD_outBuffer out = {s->out, s->room, 0};
	const size_t left = ZSTD_decompressStream(state, &out, &in);

	took(s, in.pos, out.pos);
	if (ZSTD_isError(left))
		return AS_UNPACKED_DAMAGED;
	return left ? AS_UNPACKED_MORE : AS_UNPACKED_ENDED;
}

static void zstd_close(void *state)
{
	ZSTD_freeDCtx(state);
}

/* ---- gzip ---- */

static void *gzip_open(void)
{
	z_stream *z = calloc(1, sizeof *z);

	if (z && inflateInit2(z, GZIP_WINDOW) == Z_OK)
		return z;
	free(z);
	return NULL;
}

static enum as_unpacked gzip_step(void *state, struct as_unpack_step *s)
{
	z_stream *z = state;
	const unsigned in = at_most_int(s->n_in), out = at_most_int(s->room);

	z->next_in = (const Bytef *)s->in;
	z->avail_in = in;
	z->next_out = (Bytef *)s->out;
	z->avail_out = out;
	const int st = inflate(z, Z_NO_FLUSH);
	took(s, in - z->avail_in, out - z->avail_out);
	if (st == Z_STREAM_END)
		return inflateReset(z) == Z_OK ? AS_UNPACKED_ENDED : AS_UNPACKED_DAMAGED;
	return st == Z_OK || st == Z_BUF_ERROR ? AS_UNPACKED_MORE : AS_UNPACKED_DAMAGED;
}

static void gzip_close(void *state)
{
	if (state)
		inflateEnd(state);
	free(state);
}

/* ---- bzip2 ---- */

static void *bzip2_open(void)
{
	bz_stream *b = calloc(1, sizeof *b);

	if (b && BZ2_bzDecompressInit(b, 0, 0) == BZ_OK)
		return b;
	free(b);
	return NULL;
}

static enum as_unpacked bzip2_step(void *state, struct as_unpack_step *s)
{
	bz_stream *b = state;
	const unsigned in = at_most_int(s->n_in), out = at_most_int(s->room);
	union { /* its next_in is not const, and nothing is written there */
		const char *from;
		char *to;
	} in_bytes = {.from = s->in};

	b->next_in = in_bytes.to;
	b->avail_in = in;
	b->next_out = s->out;
	b->avail_out = out;
	const int st = BZ2_bzDecompress(b);
	took(s, in - b->avail_in, out - b->avail_out);
	if (st == BZ_STREAM_END) {
		BZ2_bzDecompressEnd(b);
		return BZ2_bzDecompressInit(b, 0, 0) == BZ_OK ? AS_UNPACKED_ENDED
							      : AS_UNPACKED_DAMAGED;
	}
	return st == BZ_OK ? AS_UNPACKED_MORE : AS_UNPACKED_DAMAGED;
}

static void bzip2_close(void *state)
{
	if (state)
		BZ2_bzDecompressEnd(state);
	free(state);
}

static const struct as_unpack_kind zstd = {"compressed (zstd)", {0x28, 0xB5, 0x2F, 0xFD}, 4,
					   zstd_open, zstd_step, zstd_close},
				   gzip = {"compressed (gzip)", {0x1F, 0x8B, 0x08}, 3, gzip_open,
					   gzip_step, gzip_close},
				   bzip2 = {"compressed (bzip2)", {'B', 'Z', 'h'}, 3, bzip2_open,
					   bzip2_step, bzip2_close};

const struct as_unpack_kind *const as_unpack_kinds[] = {
	&zstd, &gzip, &bzip2, &as_unpack_utf16_little, &as_unpack_utf16_big};

const size_t as_unpack_kinds_known = sizeof as_unpack_kinds / sizeof as_unpack_kinds[0];
