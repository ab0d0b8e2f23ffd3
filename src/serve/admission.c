/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "serve/admission.h"

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "serve/allowance.h"

/* A token with a slow hash that was right: it is known by the quick hash as long as its slow one is kept. */
struct known_token {
	uint8_t quick[AS_CRYPT_HASH], hash[AS_CRYPT_HASH];
};

struct browser_session {
	uint8_t id[AS_CRYPT_HASH]; /* the quick hash of its cookie */
	char csrf[AS_CRYPT_SECRET + 1];
	enum as_token_kind kind; /* of its token */
	char name[AS_TOKEN_NAME + 1];
	uint8_t hash[AS_CRYPT_HASH]; /* of its token: with another of that name it is over */
	int64_t until_ns;
};

struct as_guard {
	const struct as_serve_how *how;
	struct as_crypt *crypt; /* NULL: not wanted yet */
	uint8_t key[AS_CRYPT_HASH];
	struct known_token *known;
	size_t n_known, known_cap;
	struct browser_session *sessions;
	size_t n_sessions, sessions_cap;
	struct as_allowances *guesses, *slow, *changes;
};

enum { MOST_KNOWN = 1000, MOST_SESSIONS = 1000 };

static const struct as_token file_token = {
	.kind = AS_TOKEN_OF_FILE, .name = AS_TOKEN_FILE_NAME, .role = AS_ROLE_ADMIN};

enum as_status as_guard_new(
	const struct as_serve_how *how, struct as_guard **out, struct as_err *err)
{
	struct as_guard *g = calloc(1, sizeof *g);
	enum as_status st = g ? as_crypt_random(g->key, sizeof g->key, err) : as_fail_memory(err);

	if (!st) {
		g->how = how;
		g->guesses = as_allowances_new(&as_allowance_of_guesses);
		g->slow = as_allowances_new(&as_allowance_of_slow_guesses);
		g->changes = as_allowances_new(&as_allowance_of_changes);
		if (!g->guesses || !g->slow || !g->changes)
			st = as_fail_memory(err);
	}
	if (st)
		as_guard_free(g);
	else
		*out = g;
	return st;
}

void as_guard_free(struct as_guard *g)
{
	if (!g)
		return;
	as_crypt_close(g->crypt);
	as_allowances_free(g->guesses);
	as_allowances_free(g->slow);
	as_allowances_free(g->changes);
	free(g->known);
	free(g->sessions);
	free(g);
}

/* *out NULL: none were ever made. */
static enum as_status read_tokens(
	const struct as_guard *g, const struct as_tokens **out, struct as_err *err)
{
	*out = NULL;
	return g->how->tokens ? g->how->tokens(g->how->data, out, err) : AS_OK;
}

/* ---- tokens ---- */

static bool is_over(const struct as_token *t, int64_t date_ns)
{
	return t->until_ns && date_ns >= t->until_ns;
}

/* The one with that slow hash. */
static const struct as_token *hashed(const struct as_tokens *t, const uint8_t *hash)
{
	for (size_t i = 0; i < t->n; i++)
		if (as_crypt_is_equal(t->v[i].hash, hash, AS_CRYPT_HASH))
			return &t->v[i];
	return NULL;
}

/* Of those with a slow hash one that was right before. */
static const struct as_token *find_known(
	const struct as_guard *g, const struct as_tokens *t, const uint8_t *quick)
{
	for (size_t i = 0; i < g->n_known; i++)
		if (as_crypt_is_equal(g->known[i].quick, quick, AS_CRYPT_HASH))
			return hashed(t, g->known[i].hash);
	return NULL;
}

static void know(struct as_guard *g, const struct as_token *t, const uint8_t *quick)
{
	struct known_token k;

	memcpy(k.quick, quick, sizeof k.quick);
	memcpy(k.hash, t->hash, sizeof k.hash);
	if (g->n_known >= MOST_KNOWN)
		g->n_known = 0;
	(void)AS_PUSH(g->known, g->n_known, g->known_cap, k);
}

/* The token whose hash is that of NAME.SECRET in that way, NULL: none; of a name that is not there a hash is taken, too,
 * so that time does not tell which names are. */
static enum as_status prove(const struct as_guard *g, const struct as_tokens *list,
	const char *text, enum as_token_hash how, const struct as_token **out, struct as_err *err)
{
	const struct as_token nobody = {.how = how};
	const char *point = strchr(text, '.');
	bool is = false;

	*out = NULL;
	if (!point || strlen(point + 1) != AS_CRYPT_SECRET)
		return AS_OK;
	const struct as_token *t = as_token_named(list, text, (size_t)(point - text));
	t = t && t->how == how ? t : NULL;
	const enum as_status st = as_token_has(t ? t : &nobody, g->crypt, point + 1, &is, err);
	*out = is ? t : NULL;
	return st;
}

static bool has_slow(const struct as_tokens *list)
{
	for (size_t i = 0; i < list->n; i++)
		if (list->v[i].how == AS_TOKEN_SCRYPT)
			return true;
	return false;
}

/* The token that a request has; *out NULL: it is none, and *status and *why say so. */
static enum as_status find_token(struct as_guard *g, const struct as_tokens *list,
	const struct as_guard_ask *ask, const struct as_token **out, unsigned *status,
	const char **why, struct as_err *err)
{
	char text[AS_SERVE_TARGET_BYTES];
	uint8_t quick[AS_CRYPT_HASH];
	enum as_status st = AS_OK;

	*status = 401;
	*why = "This token is none, or is no longer one.";
	*out = NULL;
	if (!as_serve_token_text(ask->authorization, text, sizeof text))
		return AS_OK;
	if (g->how->token && as_crypt_is_text(text, strlen(text), g->how->token)) {
		*out = &file_token;
		return AS_OK;
	}
	/* what takes no time is asked before guesses are counted: nobody's guesses keep another's token out */
	if (list->n && !g->crypt)
		st = as_crypt_open(&g->crypt, err);
	if (list->n && !st)
		st = prove(g, list, text, AS_TOKEN_SHA256, out, err);
	if (list->n && !st)
		st = as_crypt_quick(g->crypt, g->key, sizeof g->key, text, quick, err);
	if (list->n && !st && !*out)
		*out = find_known(g, list, quick);
	if (st || *out)
		return st;
	const bool slow = has_slow(list);
	if (!as_allowance_take(slow ? g->slow : g->guesses, ask->address, ask->now_ns)) {
		*status = 429;
		*why = "Too many tokens that are none came from there; try it again in a minute.";
		return AS_OK;
	}
	if (slow)
		st = prove(g, list, text, AS_TOKEN_SCRYPT, out, err);
	if (*out)
		know(g, *out, quick);
	if (slow && (*out || st)) /* what could not be checked was no guess */
		as_allowance_give(g->slow, ask->address);
	return st;
}

/* ---- sessions ---- */

/* The value of the cookie `assay` among others. */
static bool read_cookie(const char *cookies, char out[static AS_GUARD_COOKIE + 1])
{
	static const char name[] = "assay=";

	for (const char *s = cookies; s && *s;) {
		s += strspn(s, " ;");
		const size_t n = strcspn(s, ";");
		if (n == sizeof name - 1 + AS_GUARD_COOKIE && !strncmp(s, name, sizeof name - 1)) {
			memcpy(out, s + sizeof name - 1, AS_GUARD_COOKIE);
			out[AS_GUARD_COOKIE] = '\0';
			return true;
		}
		s += n;
	}
	return false;
}

static enum as_status find_session(const struct as_guard *g, const struct as_guard_ask *ask,
	const struct browser_session **out, struct as_err *err)
{
	char cookie[AS_GUARD_COOKIE + 1];
	uint8_t id[AS_CRYPT_HASH];

	*out = NULL;
	if (!g->n_sessions || !read_cookie(ask->cookie, cookie))
		return AS_OK;
	enum as_status st =
		as_crypt_quick(g->crypt, g->key, sizeof g->key, cookie, id, err);
	for (size_t i = 0; i < g->n_sessions && !st && !*out; i++)
		if (as_crypt_is_equal(g->sessions[i].id, id, sizeof id))
			*out = &g->sessions[i];
	if (*out && ask->date_ns >= (*out)->until_ns)
		*out = NULL;
	return st;
}

/* The token of that kind and name as it is now; NULL: there is none. */
static const struct as_token *token_now(const struct as_guard *g, const struct as_tokens *list,
	enum as_token_kind kind, const char *name)
{
	if (kind == AS_TOKEN_OF_FILE)
		return g->how->token ? &file_token : NULL;
	return list ? as_token_named(list, name, strlen(name)) : NULL;
}

/* The token that a session was begun with, if it is still one. */
static const struct as_token *token_of(const struct as_guard *g, const struct as_tokens *list,
	const struct browser_session *s)
{
	const struct as_token *t = token_now(g, list, s->kind, s->name);

	return t && as_crypt_is_equal(t->hash, s->hash, sizeof s->hash) ? t : NULL;
}

enum as_status as_guard_begin(struct as_guard *g, const struct as_serve_who *who, int64_t date_ns,
	char cookie[static AS_GUARD_COOKIE + 1], struct as_err *err)
{
	struct browser_session s = {.until_ns = date_ns + AS_SESSION_S * INT64_C(1000000000)};
	const struct as_tokens *list = NULL;
	enum as_status st = read_tokens(g, &list, err);
	const struct as_token *t = st ? NULL : token_now(g, list, who->kind, who->name);

	if (!st && !t)
		st = as_fail(err, AS_ERR_USAGE, "the token is no longer one");
	if (!st && !g->crypt)
		st = as_crypt_open(&g->crypt, err);
	if (!st)
		st = as_crypt_secret(cookie, err);
	if (!st)
		st = as_crypt_secret(s.csrf, err);
	if (st)
		return st;
	s.kind = t->kind;
	memcpy(s.name, t->name, sizeof s.name);
	memcpy(s.hash, t->hash, sizeof s.hash);
	st = as_crypt_quick(g->crypt, g->key, sizeof g->key, cookie, s.id, err);
	if (st)
		return st;
	if (g->n_sessions >= MOST_SESSIONS) /* the oldest goes */
		memmove(g->sessions, g->sessions + 1, --g->n_sessions * sizeof s);
	return AS_PUSH(g->sessions, g->n_sessions, g->sessions_cap, s) ? AS_OK
								       : as_fail_memory(err);
}

/* ---- requests ---- */

static bool fill_who(struct as_arena *a, const struct as_token *t, const struct browser_session *s,
	struct as_serve_who *out)
{
	*out = (struct as_serve_who){.kind = t->kind, .may = as_token_rights[t->role]};
	out->name = as_arena_strdup(a, t->name);
	out->project = t->project ? as_arena_strdup(a, t->project) : NULL;
	out->csrf = s ? as_arena_strdup(a, s->csrf) : NULL;
	return out->name && (out->project || !t->project) && (out->csrf || !s);
}

static unsigned refuse(unsigned status, const char *words, const char **why)
{
	*why = words;
	return status;
}

/* What a request says of who asks could not be checked: that says nothing against its token. */
static unsigned fail_check(
	enum as_status st, const struct as_err *err, struct as_arena *a, const char **why)
{
	const char *words = st == AS_ERR_MEM
		? NULL : as_arena_printf(a, "The token cannot be checked: %s", err->msg);

	return words ? refuse(500, words, why)
		     : refuse(503, "There is no memory to check who asks; try it again.", why);
}

/* Whoever has no token: pages may be open to all. */
static unsigned admit_nobody(const struct as_guard *g, const struct as_tokens *kept,
	const struct as_guard_ask *ask, const char **why)
{
	const bool open = g->how->open || (!g->how->token && !kept);

	if (open && (ask->may & AS_MAY_READ) && !ask->changes)
		return 0;
	return refuse(401,
		open ? "This takes a token that may do it: Authorization: Bearer, or a session of "
		       "the page. assay serve token add makes one."
		     : "This takes the token of the server, as the password with any name.",
		why);
}

/* What a token may not, by its role, and how often. */
static unsigned check(struct as_guard *g, const struct as_guard_ask *ask, const struct as_token *t,
	const char **why)
{
	if (is_over(t, ask->date_ns))
		return refuse(401, "This token has run out.", why);
	if (!(as_token_rights[t->role] & ask->may))
		return refuse(403, "This token may not do that.", why);
	if (ask->changes && !as_allowance_take(g->changes, t->name, ask->now_ns))
		return refuse(
			429, "This token has changed too much at once; try it again later.", why);
	return 0;
}

unsigned as_guard_admit(struct as_guard *g, const struct as_guard_ask *ask, struct as_arena *a,
	struct as_serve_who *out, const char **why)
{
	static const struct as_tokens none = {0};
	const struct browser_session *s = NULL;
	const struct as_tokens *list = NULL;
	struct as_err err = {0};
	unsigned status = 0;

	*out = (struct as_serve_who){.may = AS_MAY_READ};
	enum as_status st = read_tokens(g, &list, &err);
	if (!st)
		st = find_session(g, ask, &s, &err);
	if (st)
		return fail_check(st, &err, a, why);
	const struct as_token *t = s ? token_of(g, list, s) : NULL;
	if (!t && !ask->authorization)
		return admit_nobody(g, list, ask, why);
	/* A browser sends a password by itself, whoever made the form. */
	if (!t && ask->changes && strncasecmp(ask->authorization, "Bearer ", 7) != 0)
		return refuse(401,
			"What changes something takes Authorization: Bearer, or a session of the "
			"page.",
			why);
	if (t && ask->changes &&
		(!ask->csrf || !as_crypt_is_text(ask->csrf, strlen(ask->csrf), s->csrf)))
		return refuse(403, "This is not of a page of this session; load it again.", why);
	if (!t) {
		s = NULL;
		st = find_token(g, list ? list : &none, ask, &t, &status, why, &err);
	}
	if (st)
		return fail_check(st, &err, a, why);
	if (!t)
		return status;
	status = check(g, ask, t, why);
	if (!status && !fill_who(a, t, s, out))
		status = refuse(503, "There is no memory for it.", why);
	return status;
}
