/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "serve/crypt.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

enum as_status as_crypt_random(void *out, size_t n, struct as_err *err)
{
	return getrandom(out, n, 0) == (ssize_t)n
		       ? AS_OK
		       : as_fail(err, AS_ERR_SYS, "cannot ask the system for chance");
}

enum as_status as_crypt_secret(char out[static AS_CRYPT_SECRET + 1], struct as_err *err)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
	uint8_t bytes[AS_CRYPT_HASH + 1] = {0};
	enum as_status st = as_crypt_random(bytes, AS_CRYPT_HASH, err);

	for (size_t i = 0; i < AS_CRYPT_SECRET; i++) {
		const size_t bit = 6 * i, at = bit / 8;
		const unsigned two = (unsigned)bytes[at] << 8 | bytes[at + 1];
		out[i] = digits[two >> (10 - bit % 8) & 63];
	}
	out[AS_CRYPT_SECRET] = '\0';
	return st;
}

bool as_crypt_is_equal(const void *a, const void *b, size_t n)
{
	const uint8_t *x = a, *y = b;
	unsigned other = 0;

	for (size_t i = 0; i < n; i++)
		other |= x[i] ^ y[i];
	return !other;
}

bool as_crypt_is_text(const char *a, size_t n, const char *secret)
{
	const size_t length = strlen(secret);
	unsigned other = n != length;

	for (size_t i = 0; i < n; i++)
		other |= (unsigned char)(a[i] ^ secret[length ? i % length : 0]);
	return !other;
}

#if AS_HAVE_CRYPT
#include <dlfcn.h>
#include <gcrypt.h>

struct as_crypt {
#define AS_GCRYPT_CALL(name) __typeof__(&name) name;
#include "serve/gcrypt_calls.def"
#undef AS_GCRYPT_CALL
};

static bool load(struct as_crypt *c)
{
	/* It stays: what it has allocated is its own. */
	void *so = dlopen("libgcrypt.so.20", RTLD_NOW | RTLD_NODELETE);
	bool all = so != NULL;

#define AS_GCRYPT_CALL(name) \
	if (all) { \
		memcpy(&c->name, &(void *){dlsym(so, #name)}, sizeof c->name); \
		all = c->name != NULL; \
	}
#include "serve/gcrypt_calls.def"
#undef AS_GCRYPT_CALL
	if (so)
		(void)dlclose(so);
	if (!all || !c->gcry_check_version("1.8.0"))
		return false;
	(void)c->gcry_control(GCRYCTL_DISABLE_SECMEM, 0);
	return !c->gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
}

enum as_status as_crypt_open(struct as_crypt **out, struct as_err *err)
{
	struct as_crypt *c = calloc(1, sizeof *c);

	if (!c)
		return as_fail_memory(err);
	if (load(c)) {
		*out = c;
		return AS_OK;
	}
	free(c);
	return as_fail(err, AS_ERR_USAGE,
		"cannot use tokens: libgcrypt 1.8 or newer is not there; install it (libgcrypt20, "
		"of Debian)");
}

enum as_status as_crypt_slow(const struct as_crypt *c, const char *secret,
	const uint8_t salt[static AS_CRYPT_SALT], uint8_t out[static AS_CRYPT_HASH],
	struct as_err *err)
{
	enum { COST = 16384, AT_ONCE = 1 };

	return c->gcry_kdf_derive(secret, strlen(secret), GCRY_KDF_SCRYPT, COST, salt,
		       AS_CRYPT_SALT, AT_ONCE, AS_CRYPT_HASH, out)
		       ? as_fail_memory(err)
		       : AS_OK;
}

enum as_status as_crypt_quick(const struct as_crypt *c, const uint8_t *key, size_t n_key,
	const char *text, uint8_t out[static AS_CRYPT_HASH], struct as_err *err)
{
	gcry_md_hd_t h = NULL;

	if (c->gcry_md_open(&h, GCRY_MD_SHA256, 0))
		return as_fail_memory(err);
	c->gcry_md_write(h, key, n_key);
	c->gcry_md_write(h, text, strlen(text));
	memcpy(out, c->gcry_md_read(h, GCRY_MD_SHA256), AS_CRYPT_HASH);
	c->gcry_md_close(h);
	return AS_OK;
}

void as_crypt_close(struct as_crypt *c)
{
	free(c);
}

#else

enum as_status as_crypt_open(struct as_crypt **out, struct as_err *err)
{
	(void)out;
	return as_fail(err, AS_ERR_USAGE,
		"cannot use tokens: this assay was built without libgcrypt; install it "
		"(libgcrypt20-dev, of Debian) and build again");
}

enum as_status as_crypt_slow(const struct as_crypt *c, const char *secret,
	const uint8_t salt[static AS_CRYPT_SALT], uint8_t out[static AS_CRYPT_HASH],
	struct as_err *err)
{
	(void)c;
	(void)secret;
	(void)salt;
	(void)out;
	return as_fail_memory(err);
}

enum as_status as_crypt_quick(const struct as_crypt *c, const uint8_t *key, size_t n_key,
	const char *text, uint8_t out[static AS_CRYPT_HASH], struct as_err *err)
{
	(void)c;
	(void)key;
	(void)n_key;
	(void)text;
	(void)out;
	return as_fail_memory(err);
}

void as_crypt_close(struct as_crypt *c)
{
	(void)c;
}

#endif
