/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/sql/pack.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "base/vec.h"

enum {
	BLOCK = 65536, /* numbers shuffled together: 512 KiB of doubles */
	LEVEL = 1,     /* 3 % larger than level 19 on shuffled times, and 100 times as fast */
	PIECE = 1 << 16,
	MAX_RATIO = 1 << 16, /* zstd: 4 bytes for a block of at most 128 KiB */
	MOST_BYTES = 64 << 20, /* that are opened at once */
};

struct as_packer {
	ZSTD_CCtx *c;
	ZSTD_DCtx *d;
	uint64_t *numbers;    /* BLOCK of them */
	unsigned char *block; /* the same, shuffled */
	unsigned char *out;
	size_t out_n, out_cap;
	size_t said; /* what zstd returned last */
	/* What is unpacked, where it comes in pieces: the one at hand, and how far they were read. */
	const struct as_packer_pieces *pieces;
	unsigned char *piece;
	size_t read;
};

struct as_packer *as_packer_new(void)
{
	struct as_packer *p = calloc(1, sizeof *p);

	if (!p)
		return NULL;
	p->numbers = malloc(BLOCK * sizeof *p->numbers);
	p->block = malloc((size_t)BLOCK * 8);
	p->c = ZSTD_createCCtx();
	p->d = ZSTD_createDCtx();
	if (p->numbers && p->block && p->c && p->d)
		return p;
	as_packer_free(p);
	return NULL;
}

void as_packer_free(struct as_packer *p)
{
	if (!p)
		return;
	ZSTD_freeCCtx(p->c);
	ZSTD_freeDCtx(p->d);
	free(p->numbers);
	free(p->block);
	free(p->out);
	free(p->piece);
	free(p);
}

static void shuffle(unsigned char *to, const uint64_t *from, size_t n, size_t width)
{
	for (size_t b = 0; b < width; b++)
		for (size_t i = 0; i < n; i++)
			to[b * n + i] = (unsigned char)(from[i] >> 8 * b);
}

/* A few at a time, which stay at hand while their bytes are added. */
static void unshuffle(uint64_t *to, const unsigned char *from, size_t n, size_t width)
{
	enum { FEW = 1024 };

	memset(to, 0, n * sizeof *to);
	for (size_t at = 0; at < n; at += FEW)
		for (size_t b = 0; b < width; b++)
			for (size_t i = at; i < n && i < at + FEW; i++)
				to[i] |= (uint64_t)from[b * n + i] << 8 * b;
}

/* Feed a block to the frame; the last one ends it. False if zstd said no, or out of memory. */
static bool add_block(struct as_packer *p, size_t n, bool last)
{
	ZSTD_inBuffer in = {p->block, n, 0};
	const ZSTD_EndDirective end = last ? ZSTD_e_end : ZSTD_e_continue;

	do {
		if (!as_grow(&p->out, &p->out_cap, p->out_n + ZSTD_compressBound(n), 1))
			return false;
		ZSTD_outBuffer out = {p->out, p->out_cap, p->out_n};
		p->said = ZSTD_compressStream2(p->c, &out, &in, end);
		p->out_n = out.pos;
		if (ZSTD_isError(p->said))
			return false;
	} while (last ? p->said > 0 : in.pos < in.size);
	return true;
}

static void begin(struct as_packer *p)
{
	p->out_n = 0;
	ZSTD_CCtx_reset(p->c, ZSTD_reset_session_and_parameters);
	ZSTD_CCtx_setParameter(p->c, ZSTD_c_compressionLevel, LEVEL);
	ZSTD_CCtx_setParameter(p->c, ZSTD_c_checksumFlag, 1);
}

enum as_status as_packer_pack(struct as_packer *p, const struct as_packed *values, size_t width,
	const void **out, size_t *out_n, struct as_err *err)
{
	const size_t n = values->n;

	begin(p);
	p->said = ZSTD_CCtx_setPledgedSrcSize(p->c, n * width);
	bool good = !ZSTD_isError(p->said);
	size_t at = 0;
	do { /* at least once, so that an empty column is a frame as well */
		size_t count = n - at < BLOCK ? n - at : BLOCK;
		as_packed_read(values, at, count, p->numbers);
		shuffle(p->block, p->numbers, count, width);
		at += count;
		good = good && add_block(p, count * width, at == n);
	} while (good && at < n);
	if (!good && ZSTD_isError(p->said))
		return as_fail(err, AS_ERR_STORE, "cannot compress %zu numbers: %s", n,
			ZSTD_getErrorName(p->said));
	if (!good)
		return as_fail_memory(err);
	*out = p->out;
	*out_n = p->out_n;
	return AS_OK;
}

bool as_packer_plausible(size_t data_n, size_t n, size_t width)
{
	return n <= SIZE_MAX / 8 / width && n * width / MAX_RATIO <= data_n;
}

/* Bytes of the frame are at hand; false: there are none. */
static bool has_more(struct as_packer *p, ZSTD_inBuffer *in)
{
	const struct as_packer_pieces *of = p->pieces;
	const size_t left = of ? of->n - p->read : 0, n = left < PIECE ? left : PIECE;

	if (in->pos < in->size || !n)
		return in->pos < in->size;
	if (!of->read(of->context, p->read, n, p->piece))
		return false;
	p->read += n;
	*in = (ZSTD_inBuffer){p->piece, n, 0};
	return true;
}

/* Fill the block with exactly n bytes. */
static bool read_block(struct as_packer *p, ZSTD_inBuffer *in, size_t n)
{
	ZSTD_outBuffer out = {p->block, n, 0};

	while (out.pos < n) {
		has_more(p, in); /* what is decoded may be left of what there was */
		size_t had_in = in->pos, had_out = out.pos;
		p->said = ZSTD_decompressStream(p->d, &out, in);
		if (ZSTD_isError(p->said) || (in->pos == had_in && out.pos == had_out))
			return false;
		if (p->said == 0 && out.pos < n)
			return false;
	}
	return true;
}

/* After the last number: the frame ends here, its checksum is right, and nothing follows. */
static bool read_end(struct as_packer *p, ZSTD_inBuffer *in)
{
	while (p->said != 0) {
		unsigned char more;
		ZSTD_outBuffer out = {&more, 1, 0};
		has_more(p, in);
		size_t had = in->pos;
		p->said = ZSTD_decompressStream(p->d, &out, in);
		if (ZSTD_isError(p->said) || out.pos || (p->said != 0 && in->pos == had))
			return false;
	}
	return !has_more(p, in);
}

static enum as_status unpack(struct as_packer *p, ZSTD_inBuffer in, struct as_packed *values,
	size_t n, size_t width)
{
	bool memory = false, good = true;

	p->said = 1;
	ZSTD_DCtx_reset(p->d, ZSTD_reset_session_only);
	for (size_t at = 0; good && at < n;) {
		size_t count = n - at < BLOCK ? n - at : BLOCK;
		good = read_block(p, &in, count * width);
		if (good)
			unshuffle(p->numbers, p->block, count, width);
		memory = good && !as_packed_append(values, p->numbers, count);
		good = good && !memory;
		at += count;
	}
	if (good && read_end(p, &in))
		return AS_OK;
	memory = memory || ZSTD_getErrorCode(p->said) == ZSTD_error_memory_allocation;
	return memory ? AS_ERR_MEM : AS_ERR_DATA;
}

enum as_status as_packer_unpack(struct as_packer *p, const void *data, size_t data_n,
	struct as_packed *values, size_t n, size_t width)
{
	p->pieces = NULL;
	return data && as_packer_plausible(data_n, n, width)
		? unpack(p, (ZSTD_inBuffer){data, data_n, 0}, values, n, width) : AS_ERR_DATA;
}

enum as_status as_packer_unpack_pieces(struct as_packer *p, const struct as_packer_pieces *of,
	struct as_packed *values, size_t n, size_t width)
{
	p->piece = p->piece ? p->piece : malloc(PIECE);
	if (!p->piece)
		return AS_ERR_MEM;
	p->pieces = of;
	p->read = 0;
	return as_packer_plausible(of->n, n, width)
		? unpack(p, (ZSTD_inBuffer){0}, values, n, width) : AS_ERR_DATA;
}

enum as_status as_packer_close(struct as_packer *p, const void *data, size_t n, const void **out,
	size_t *out_n, struct as_err *err)
{
	begin(p);
	if (!as_grow(&p->out, &p->out_cap, ZSTD_compressBound(n), 1))
		return as_fail_memory(err);
	p->said = ZSTD_compress2(p->c, p->out, p->out_cap, data, n);
	if (ZSTD_isError(p->said))
		return as_fail(err, AS_ERR_STORE, "cannot compress %zu bytes: %s", n,
			ZSTD_getErrorName(p->said));
	*out = p->out;
	*out_n = p->out_n = p->said;
	return AS_OK;
}

enum as_status as_packer_open(struct as_packer *p, const void *data, size_t n,
	struct as_text *out)
{
	const unsigned long long size = data ? ZSTD_getFrameContentSize(data, n) : 0;

	as_text_clear(out);
	if (!size || size > MOST_BYTES || size / MAX_RATIO > n)
		return AS_ERR_DATA;
	char *room = as_text_room(out, (size_t)size);
	if (!room)
		return AS_ERR_MEM;
	p->said = ZSTD_decompressDCtx(p->d, room, (size_t)size, data, n);
	if (ZSTD_isError(p->said) || p->said != size)
		return AS_ERR_DATA;
	as_text_took(out, (size_t)size);
	return AS_OK;
}
