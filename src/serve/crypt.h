/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_SERVE_CRYPT_H
#define AS_SERVE_CRYPT_H

/* What secrets take: chance, hashes, a comparison that tells nothing by its time. Hashes are those of
 * libgcrypt, which is loaded when they are wanted. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

enum { AS_CRYPT_SALT = 16, AS_CRYPT_HASH = 32, AS_CRYPT_SECRET = 43 };

struct as_crypt;

/* AS_ERR_USAGE: assay was built without libgcrypt, or it is not there. */
enum as_status as_crypt_open(struct as_crypt **out, struct as_err *err) AS_MUST_CHECK;
void as_crypt_close(struct as_crypt *c); /* takes NULL */

/* scrypt (RFC 7914) with N = 16384, r = 8, p = 1: some 50 ms and 16 MB. */
enum as_status as_crypt_slow(const struct as_crypt *c, const char *secret,
	const uint8_t salt[static AS_CRYPT_SALT], uint8_t out[static AS_CRYPT_HASH],
	struct as_err *err) AS_MUST_CHECK;

/* SHA-256 of both, one after the other: some 1 us. For what nobody can try out, as it has 256 bits of chance.
 * AS_ERR_MEM. */
enum as_status as_crypt_quick(const struct as_crypt *c, const uint8_t *key, size_t n_key,
	const char *text, uint8_t out[static AS_CRYPT_HASH], struct as_err *err) AS_MUST_CHECK;

/* Bytes that nobody can guess. AS_ERR_SYS. */
enum as_status as_crypt_random(void *out, size_t n, struct as_err *err) AS_MUST_CHECK;

/* 256 bits of them, as 43 letters, digits, - and _. */
enum as_status as_crypt_secret(
	char out[static AS_CRYPT_SECRET + 1], struct as_err *err) AS_MUST_CHECK;

/* Every byte of both is looked at. */
bool as_crypt_is_equal(const void *a, const void *b, size_t n);
bool as_crypt_is_text(const char *a, size_t n, const char *secret);

#endif
