/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_SERVE_TOKEN_H
#define AS_SERVE_TOKEN_H

/* Tokens: who has one may ask for something. What is kept of one is a salted hash (crypt.h); the
 * token itself, NAME.SECRET, is shown once. */

#include "base/arena.h"
#include "base/text.h"
#include "serve/crypt.h"

enum as_serve_right { AS_MAY_READ = 1, AS_MAY_SEND = 2, AS_MAY_TRIAGE = 4 };

enum as_token_role {
#define AS_ROLE(id, word, rights) AS_ROLE_##id,
#include "serve/roles.def"
#undef AS_ROLE
	AS_ROLES
};
extern const char *const as_token_roles[AS_ROLES];
extern const unsigned as_token_rights[AS_ROLES];

enum { AS_TOKEN_NAME = 40, AS_TOKEN_TEXT = AS_TOKEN_NAME + 1 + AS_CRYPT_SECRET };

/* Whose a token is: rights follow from this and the role, and never from a name. */
enum as_token_kind {
	AS_TOKEN_KEPT, /* one of the file beside the store */
	AS_TOKEN_OF_FILE, /* that of --token-file */
};

/* What is kept of a secret. It has 256 bits of chance, so that a quick hash is as good as a slow one, and a right token
 * is known at once, whoever guesses beside it. Tokens of assay-tokens-1 have the slow one. */
enum as_token_hash { AS_TOKEN_SHA256, AS_TOKEN_SCRYPT, AS_TOKEN_HASHES };

struct as_token {
	enum as_token_kind kind;
	enum as_token_hash how; /* hash was made */
	char name[AS_TOKEN_NAME + 1]; /* small letters, digits, - and _ */
	enum as_token_role role;
	int64_t made_ns, until_ns; /* CLOCK_REALTIME; until 0: for good */
	const char *project; /* what it may see and send is of this one; NULL: of any */
	uint8_t salt[AS_CRYPT_SALT], hash[AS_CRYPT_HASH];
};

struct as_tokens {
	struct as_token *v; /* n of them; names are unique */
	size_t n;
};

bool as_token_is_name(const char *name);

/* Names by which the server means something else. */
#define AS_TOKEN_FILE_NAME "token-file"
bool as_token_is_reserved(const char *name);

/* The one of that name; NULL: there is none. */
struct as_token *as_token_named(const struct as_tokens *t, const char *name, size_t n);

/* Salt and hash of a new secret; text is the token. AS_ERR_SYS, AS_ERR_MEM. */
enum as_status as_token_make(struct as_token *t, const struct as_crypt *c,
	char text[static AS_TOKEN_TEXT + 1], struct as_err *err) AS_MUST_CHECK;

/* Whether that is its secret. Takes as long for any that is hashed in the same way. AS_ERR_MEM: nobody knows. */
enum as_status as_token_has(const struct as_token *t, const struct as_crypt *c, const char *secret,
	bool *out, struct as_err *err) AS_MUST_CHECK;

/* All of them as a file has them (assay-tokens-2), and back into memory of a, also of assay-tokens-1: a
 * line each. AS_ERR_DATA with the line; path is for words. */
void as_tokens_write(struct as_text *to, const struct as_tokens *t);
enum as_status as_tokens_read(const char *text, const char *path, struct as_arena *a,
	struct as_tokens *out, struct as_err *err) AS_MUST_CHECK;

#endif
