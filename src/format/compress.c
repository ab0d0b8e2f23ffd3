/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "format/compress.h"

#include <stdlib.h>
#include <string.h>
#include <zstd.h>

enum { PIECE = 1 << 16, LEVEL = 3, WINDOW_LOG_MAX = 23 };

struct as_unzstd {
	struct as_source from;
	const char *name;
	ZSTD_DCtx *context;
	bool begun, compressed, ended;
	size_t unfinished; /* what zstd wants yet of the frame at hand; 0 between frames */
	ZSTD_inBuffer in;
	char bytes[PIECE];
};

struct as_unzstd *as_unzstd_new(const struct as_source *from, const char *name)
{
	struct as_unzstd *u = calloc(1, sizeof *u);

	if (!u)
		return NULL;
	u->from = *from;
	u->name = name;
	u->in.src = u->bytes;
	u->context = ZSTD_createDCtx();
	if (!u->context) {
		free(u);
		return NULL;
	}
	ZSTD_DCtx_setParameter(u->context, ZSTD_d_windowLogMax, WINDOW_LOG_MAX);
	return u;
}

void as_unzstd_free(struct as_unzstd *u)
{
	if (!u)
		return;
	ZSTD_freeDCtx(u->context);
	free(u);
}

static enum as_status refill(struct as_unzstd *u, struct as_err *err)
{
	size_t n = 0;
	enum as_status st = u->from.read(u->from.from, u->bytes, PIECE, &n, err);

	if (st)
		return st;
	u->in.size = n;
	u->in.pos = 0;
	u->ended = n == 0;
	return AS_OK;
}

/* Enough bytes to know whether it is compressed: all of the magic, or all there are. */
static enum as_status begin(struct as_unzstd *u, struct as_err *err)
{
	static const unsigned char magic[4] = {0x28, 0xB5, 0x2F, 0xFD};
	size_t n = 0, more = 1;

	while (n < sizeof magic && more) {
		enum as_status st = u->from.read(u->from.from, u->bytes + n, PIECE - n, &more, err);
		if (st)
			return st;
		n += more;
	}
	u->in.size = n;
	u->begun = true;
	u->compressed = n >= sizeof magic && !memcmp(u->bytes, magic, sizeof magic);
	return AS_OK;
}

static enum as_status unpack(struct as_unzstd *u, char *to, size_t room, size_t *n,
	struct as_err *err)
{
	ZSTD_outBuffer out = {to, room, 0};

	while (!out.pos) {
		if (u->in.pos == u->in.size && !u->ended) {
			enum as_status st = refill(u, err);
			if (st)
				return st;
		}
		size_t before = u->in.pos;
		if (u->ended && !u->unfinished)
			break;
		u->unfinished = ZSTD_decompressStream(u->context, &out, &u->in);
		if (ZSTD_isError(u->unfinished))
			return as_fail(err, AS_ERR_DATA,
				"cannot read '%.300s': it is compressed, and damaged (%s)", u->name,
				ZSTD_getErrorName(u->unfinished));
		if (u->ended && !out.pos && u->in.pos == before && u->unfinished)
			return as_fail(err, AS_ERR_DATA,
				"cannot read '%.300s': it is compressed, and its end is missing",
				u->name);
	}
	*n = out.pos;
	return AS_OK;
}

static enum as_status read_any(void *from, char *to, size_t room, size_t *n, struct as_err *err)
{
	struct as_unzstd *u = from;
	enum as_status st = u->begun ? AS_OK : begin(u, err);

	if (st)
		return st;
	if (u->compressed)
		return unpack(u, to, room, n, err);
	if (u->in.pos == u->in.size)
		return u->from.read(u->from.from, to, room, n, err);
	*n = u->in.size - u->in.pos < room ? u->in.size - u->in.pos : room;
	memcpy(to, u->bytes + u->in.pos, *n);
	u->in.pos += *n;
	return AS_OK;
}

struct as_source as_unzstd_source(struct as_unzstd *u)
{
	return (struct as_source){.read = read_any, .from = u};
}

struct as_zstd {
	struct as_sink to;
	ZSTD_CCtx *context;
	char bytes[PIECE];
};

struct as_zstd *as_zstd_new(const struct as_sink *to)
{
	struct as_zstd *z = calloc(1, sizeof *z);

	if (!z)
		return NULL;
	z->to = *to;
	z->context = ZSTD_createCCtx();
	if (!z->context) {
		free(z);
		return NULL;
	}
	ZSTD_CCtx_setParameter(z->context, ZSTD_c_compressionLevel, LEVEL);
	ZSTD_CCtx_setParameter(z->context, ZSTD_c_checksumFlag, 1);
	return z;
}

void as_zstd_free(struct as_zstd *z)
{
	if (!z)
		return;
	ZSTD_freeCCtx(z->context);
	free(z);
}

static enum as_status pack(struct as_zstd *z, ZSTD_inBuffer *in, ZSTD_EndDirective how,
	struct as_err *err)
{
	size_t left;

	do {
		ZSTD_outBuffer out = {z->bytes, sizeof z->bytes, 0};
		left = ZSTD_compressStream2(z->context, &out, in, how);
		if (ZSTD_isError(left))
			return as_fail(err, AS_ERR_SYS, "cannot compress: %s",
				ZSTD_getErrorName(left));
		enum as_status st = out.pos ? z->to.write(z->to.to, z->bytes, out.pos, err) : AS_OK;
		if (st)
			return st;
	} while (how == ZSTD_e_end ? left > 0 : in->pos < in->size);
	return AS_OK;
}

static enum as_status write_packed(void *to, const char *bytes, size_t n, struct as_err *err)
{
	return pack(to, &(ZSTD_inBuffer){bytes, n, 0}, ZSTD_e_continue, err);
}

struct as_sink as_zstd_sink(struct as_zstd *z)
{
	return (struct as_sink){.write = write_packed, .to = z};
}

enum as_status as_zstd_finish(struct as_zstd *z, struct as_err *err)
{
	return pack(z, &(ZSTD_inBuffer){"", 0, 0}, ZSTD_e_end, err);
}
