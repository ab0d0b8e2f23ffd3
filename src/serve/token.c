/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "serve/token.h"

#include <string.h>

#include "base/num.h"

#define HEAD "assay-tokens-2"
#define HEAD_1 "assay-tokens-1"

const char *const as_token_roles[AS_ROLES] = {
#define AS_ROLE(id, word, rights) word,
#include "serve/roles.def"
#undef AS_ROLE
};

const unsigned as_token_rights[AS_ROLES] = {
#define AS_ROLE(id, word, rights) rights,
#include "serve/roles.def"
#undef AS_ROLE
};

bool as_token_is_name(const char *name)
{
	const size_t n = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-_");

	return n && n <= AS_TOKEN_NAME && !name[n];
}

bool as_token_is_reserved(const char *name)
{
	return !strcmp(name, AS_TOKEN_FILE_NAME);
}

struct as_token *as_token_named(const struct as_tokens *t, const char *name, size_t n)
{
	for (size_t i = 0; i < t->n; i++)
		if (strlen(t->v[i].name) == n && !memcmp(t->v[i].name, name, n))
			return &t->v[i];
	return NULL;
}

static enum as_status hash_secret(const struct as_token *t, const struct as_crypt *c,
	const char *secret, uint8_t out[static AS_CRYPT_HASH], struct as_err *err)
{
	if (t->how == AS_TOKEN_SCRYPT)
		return as_crypt_slow(c, secret, t->salt, out, err);
	return as_crypt_quick(c, t->salt, sizeof t->salt, secret, out, err);
}

enum as_status as_token_make(struct as_token *t, const struct as_crypt *c,
	char text[static AS_TOKEN_TEXT + 1], struct as_err *err)
{
	const size_t n = strlen(t->name);
	enum as_status st = as_crypt_random(t->salt, sizeof t->salt, err);

	memcpy(text, t->name, n);
	text[n] = '.';
	if (!st)
		st = as_crypt_secret(text + n + 1, err);
	return st ? st : hash_secret(t, c, text + n + 1, t->hash, err);
}

enum as_status as_token_has(const struct as_token *t, const struct as_crypt *c, const char *secret,
	bool *out, struct as_err *err)
{
	uint8_t hash[AS_CRYPT_HASH];
	const enum as_status st = hash_secret(t, c, secret, hash, err);

	*out = !st && as_crypt_is_equal(hash, t->hash, sizeof hash);
	return st;
}

/* ---- as a file has them ---- */

static const char *const hashes[AS_TOKEN_HASHES] = {
	[AS_TOKEN_SHA256] = "sha256", [AS_TOKEN_SCRYPT] = "scrypt"};

static void add_bytes(struct as_text *to, const uint8_t *bytes, size_t n)
{
	as_text_char(to, ' ');
	for (size_t i = 0; i < n; i++)
		as_text_addf(to, "%02x", bytes[i]);
}

void as_tokens_write(struct as_text *to, const struct as_tokens *t)
{
	as_text_add(to, HEAD " name may made until hashed salt hash project\n");
	for (size_t i = 0; i < t->n; i++) {
		const struct as_token *k = &t->v[i];
		as_text_addf(to, "%s %s %lld %lld %s", k->name, as_token_roles[k->role],
			(long long)k->made_ns, (long long)k->until_ns, hashes[k->how]);
		add_bytes(to, k->salt, sizeof k->salt);
		add_bytes(to, k->hash, sizeof k->hash);
		as_text_addf(to, "%s%s\n", k->project ? " " : "", k->project ? k->project : "");
	}
}

/* The next word of a line, which goes; "" at its end. */
static char *take_word(char **line)
{
	char *word = *line + strspn(*line, " ");
	char *end = word + strcspn(word, " ");

	*line = *end ? end + 1 : end;
	*end = '\0';
	return word;
}

static bool read_bytes(const char *word, uint8_t *out, size_t n)
{
	static const char digits[] = "0123456789abcdef";

	if (strlen(word) != 2 * n || word[strspn(word, digits)])
		return false;
	for (size_t i = 0; i < n; i++)
		out[i] = (uint8_t)((strchr(digits, word[2 * i]) - digits) << 4 |
				   (strchr(digits, word[2 * i + 1]) - digits));
	return true;
}

/* Which of n words it is; n: none. */
static size_t find_word(const char *word, const char *const *words, size_t n)
{
	size_t i = 0;

	while (i < n && strcmp(words[i], word) != 0)
		i++;
	return i;
}

/* first: it is of assay-tokens-1, which does not say how it is hashed. */
static bool read_line(char *line, bool first, struct as_token *t)
{
	const char *name = take_word(&line);

	if (!as_token_is_name(name))
		return false;
	memcpy(t->name, name, strlen(name) + 1);
	t->role = (enum as_token_role)find_word(take_word(&line), as_token_roles, AS_ROLES);
	bool good = t->role < AS_ROLES &&
		    as_parse_i64(take_word(&line), 0, INT64_MAX, &t->made_ns) &&
		    as_parse_i64(take_word(&line), 0, INT64_MAX, &t->until_ns);
	t->how = first || !good
			 ? AS_TOKEN_SCRYPT
			 : (enum as_token_hash)find_word(take_word(&line), hashes, AS_TOKEN_HASHES);
	good = good && t->how < AS_TOKEN_HASHES &&
	       read_bytes(take_word(&line), t->salt, sizeof t->salt) &&
	       read_bytes(take_word(&line), t->hash, sizeof t->hash);
	t->project = good && *line ? line : NULL;
	return good;
}

enum as_status as_tokens_read(const char *text, const char *path, struct as_arena *a,
	struct as_tokens *out, struct as_err *err)
{
	char *all = as_arena_strdup(a, text);
	struct as_tokens t = {0};
	const bool first = !strncmp(text, HEAD_1 " ", sizeof HEAD_1);
	size_t lines = 0;

	for (const char *s = text; (s = strchr(s, '\n')); s++)
		lines++;
	t.v = as_arena_array(a, lines, sizeof *t.v);
	if (!all || !t.v)
		return as_fail_memory(err);
	for (size_t i = 0; i < lines || !i; i++) {
		char *line = strsep(&all, "\n");
		const bool good =
			i ? read_line(line, first, &t.v[t.n]) &&
					!as_token_named(&t, t.v[t.n].name, strlen(t.v[t.n].name))
			  : first || !strncmp(line, HEAD " ", sizeof HEAD);
		if (!good)
			return as_fail(err, AS_ERR_DATA,
				"cannot read the tokens in '%.300s': line %zu is not as assay "
				"writes it",
				path, i + 1);
		t.n += i > 0;
	}
	*out = t;
	return AS_OK;
}
