/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "format/compress.h"

#include <stdlib.h>
#include <zstd.h>

enum { PIECE = 1 << 16, LEVEL = 3 };

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

static enum as_status pack(
	struct as_zstd *z, ZSTD_inBuffer *in, ZSTD_EndDirective how, struct as_err *err)
{
	size_t left;

	do {
		ZSTD_outBuffer out = {z->bytes, sizeof z->bytes, 0};
		left = ZSTD_compressStream2(z->context, &out, in, how);
		if (ZSTD_isError(left))
			return as_fail(
				err, AS_ERR_SYS, "cannot compress: %s", ZSTD_getErrorName(left));
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
