/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tokens, sessions, and how often one may guess. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <dlfcn.h>
#include <cmocka.h>

#include "serve/admission.h"

static struct as_token list[3];
static struct as_tokens kept;
static char text[3][AS_TOKEN_TEXT + 1];
static struct as_arena arena;

static enum as_status tokens(void *data, const struct as_tokens **out, struct as_err *err)
{
	(void)err;
	*out = data;
	return AS_OK;
}

static enum as_status no_tokens(void *data, const struct as_tokens **out, struct as_err *err)
{
	(void)out;
	return as_fail(err, *(enum as_status *)data, "the file cannot be read");
}

static const struct as_serve_how how = {.listen = "127.0.0.1:0", .tokens = tokens, .data = &kept};

/* Memory of libgcrypt, which has none when this says so. */
static bool crypt_lacks_memory;

static void *crypt_malloc(size_t n)
{
	return crypt_lacks_memory ? NULL : malloc(n);
}

static void *crypt_realloc(void *p, size_t n)
{
	return crypt_lacks_memory ? NULL : realloc(p, n);
}

static int crypt_is_secure(const void *p)
{
	return p == NULL;
}

static void own_memory_of_crypt(void)
{
	void (*set)(void *(*)(size_t), void *(*)(size_t), int (*)(const void *),
		void *(*)(void *, size_t), void (*)(void *)) = NULL;
	void *so = dlopen("libgcrypt.so.20", RTLD_NOW | RTLD_NODELETE);

	if (so)
		memcpy(&set, &(void *){dlsym(so, "gcry_set_allocation_handler")}, sizeof set);
	if (set)
		set(crypt_malloc, crypt_malloc, crypt_is_secure, crypt_realloc, free);
	if (so)
		(void)dlclose(so);
}

static int make_tokens(void **state)
{
	struct as_crypt *c = NULL;

	(void)state;
	own_memory_of_crypt();
	if (as_crypt_open(&c, NULL))
		return 0;
	kept = (struct as_tokens){list, 3};
	list[0] = (struct as_token){.name = "reader", .role = AS_ROLE_READ};
	list[1] = (struct as_token){.name = "ci", .role = AS_ROLE_SEND, .project = "own er/name"};
	list[2] = (struct as_token){.name = "ann-2", .role = AS_ROLE_TRIAGE, .until_ns = 1000};
	for (size_t i = 0; i < 3; i++)
		if (as_token_make(&list[i], c, text[i], NULL))
			return -1;
	as_crypt_close(c);
	return 0;
}

static int drop(void **state)
{
	(void)state;
	as_arena_release(&arena);
	return 0;
}

static struct as_guard *guard(void)
{
	struct as_guard *g = NULL;

	if (!kept.n)
		skip(); /* without libgcrypt */
	assert_int_equal(as_guard_new(&how, &g, NULL), AS_OK);
	return g;
}

static unsigned ask(
	struct as_guard *g, struct as_guard_ask a, const char *token, struct as_serve_who *who)
{
	char header[200];
	const char *why = NULL;

	(void)snprintf(header, sizeof header, "Bearer %s", token ? token : "");
	a.authorization = token ? header : a.authorization;
	a.address = a.address ? a.address : "127.0.0.1";
	a.may = a.may ? a.may : AS_MAY_READ;
	const unsigned status = as_guard_admit(g, &a, &arena, who, &why);
	assert_true(!status || (why && *why));
	return status;
}

static void a_token_is_who_it_was_made_for_until_it_runs_out(void **state)
{
	struct as_guard *g = guard();
	struct as_serve_who who;

	(void)state;
	for (int again = 0; again < 2; again++) {
		assert_int_equal(ask(g, (struct as_guard_ask){0}, text[0], &who), 0);
		assert_string_equal(who.name, "reader");
		assert_null(who.project);
		assert_int_equal(ask(g, (struct as_guard_ask){.may = AS_MAY_SEND, .changes = true},
					 text[0], &who),
			403);
		assert_int_equal(ask(g, (struct as_guard_ask){.may = AS_MAY_SEND, .changes = true},
					 text[1], &who),
			0);
		assert_string_equal(who.project, "own er/name");
		assert_int_equal(ask(g, (struct as_guard_ask){0}, text[1], &who), 403);
		assert_int_equal(ask(g, (struct as_guard_ask){.date_ns = 999}, text[2], &who), 0);
		assert_int_equal(
			ask(g, (struct as_guard_ask){.date_ns = 1000}, text[2], &who), 401);
	}
	as_guard_free(g);
}

static void what_is_nearly_a_token_is_none(void **state)
{
	struct as_guard *g = guard();
	struct as_serve_who who;
	char near[AS_TOKEN_TEXT + 2];

	(void)state;
	memcpy(near, text[0], sizeof text[0]);
	near[strlen(near) - 1] ^= 1;
	assert_int_equal(ask(g, (struct as_guard_ask){0}, near, &who), 401);
	assert_int_equal(ask(g, (struct as_guard_ask){0}, "", &who), 401);
	assert_int_equal(ask(g, (struct as_guard_ask){0}, strchr(text[0], '.') + 1, &who), 401);
	(void)snprintf(near, sizeof near, "ci.%s", strchr(text[0], '.') + 1);
	assert_int_equal(ask(g, (struct as_guard_ask){0}, near, &who), 401);
	assert_int_equal(ask(g, (struct as_guard_ask){0}, NULL, &who), 401);
	as_guard_free(g);
}

static void who_guesses_is_slowed_and_others_are_not(void **state)
{
	struct as_guard *g = guard();
	struct as_serve_who who;
	const struct as_guard_ask there = {.address = "192.0.2.7", .now_ns = 1},
				  later = {.address = "192.0.2.7", .now_ns = 7000000000};
	unsigned status = 401;
	int guesses = 0;

	(void)state;
	assert_int_equal(ask(g, (struct as_guard_ask){.address = "192.0.2.7"}, text[0], &who), 0);
	for (; status == 401; guesses++)
		status = ask(g, there, "x", &who);
	assert_int_equal(status, 429);
	assert_int_equal(guesses, 21);
	assert_int_equal(ask(g, (struct as_guard_ask){.now_ns = 1}, "x", &who), 401);
	assert_int_equal(ask(g, later, "x", &who), 401);
	as_guard_free(g);
}

static void a_right_token_is_never_kept_out_by_guesses_of_others(void **state)
{
	struct as_guard *g = guard(); /* as after a restart: it has seen no token yet */
	struct as_serve_who who;
	unsigned status = 401;

	(void)state;
	while (status == 401)
		status = ask(g, (struct as_guard_ask){.now_ns = 1}, "reader.x", &who);
	assert_int_equal(status, 429);
	assert_int_equal(ask(g, (struct as_guard_ask){.now_ns = 1}, text[0], &who), 0);
	assert_string_equal(who.name, "reader");
	assert_int_equal(
		ask(g, (struct as_guard_ask){.now_ns = 1, .may = AS_MAY_SEND}, text[1], &who), 0);
	as_guard_free(g);
}

static void rights_of_a_session_are_those_of_its_token_whatever_that_is_called(void **state)
{
	const struct as_serve_how with_file = {.listen = "127.0.0.1:0",
		.tokens = tokens,
		.token = "0123456789abcdef",
		.data = &kept};
	char cookie[AS_GUARD_COOKIE + 1], header[100], own[AS_TOKEN_TEXT + 1];
	struct as_guard_ask a = {.cookie = header, .may = AS_MAY_SEND, .changes = true};
	struct as_guard *g = guard();
	struct as_serve_who who;

	(void)state;
	as_guard_free(g);
	assert_int_equal(as_guard_new(&with_file, &g, NULL), AS_OK);
	/* as a file of tokens may have it that was made before the name was reserved */
	const struct as_token was = list[2];
	memcpy(list[2].name, AS_TOKEN_FILE_NAME, sizeof AS_TOKEN_FILE_NAME);
	list[2].until_ns = 0;
	(void)snprintf(own, sizeof own, "%s%s", AS_TOKEN_FILE_NAME, strchr(text[2], '.'));
	assert_int_equal(ask(g, (struct as_guard_ask){.may = AS_MAY_TRIAGE}, own, &who), 0);
	assert_int_equal(as_guard_begin(g, &who, 0, cookie, NULL), AS_OK);
	(void)snprintf(header, sizeof header, "assay=%s", cookie);
	assert_int_equal(ask(g, (struct as_guard_ask){.cookie = header}, NULL, &who), 0);
	a.csrf = who.csrf;
	assert_int_equal(ask(g, a, NULL, &who), 403);
	/* that of the file keeps its own */
	assert_int_equal(
		ask(g, (struct as_guard_ask){.may = AS_MAY_SEND}, with_file.token, &who), 0);
	assert_int_equal(as_guard_begin(g, &who, 0, cookie, NULL), AS_OK);
	(void)snprintf(header, sizeof header, "assay=%s", cookie);
	assert_int_equal(ask(g, (struct as_guard_ask){.cookie = header}, NULL, &who), 0);
	a.csrf = who.csrf;
	assert_int_equal(ask(g, a, NULL, &who), 0);
	list[2] = was;
	assert_true(as_token_is_reserved(AS_TOKEN_FILE_NAME));
	assert_false(as_token_is_reserved("reader"));
	as_guard_free(g);
}

static void tokens_of_the_first_format_are_still_tokens(void **state)
{
	struct as_text t = {0};
	struct as_tokens read = {0};
	struct as_crypt *c = NULL;
	struct as_token old = {.name = "old", .role = AS_ROLE_READ, .how = AS_TOKEN_SCRYPT};
	struct as_serve_who who;
	char secret[AS_TOKEN_TEXT + 1];
	struct as_guard *g = guard();

	(void)state;
	assert_int_equal(as_crypt_open(&c, NULL), AS_OK);
	assert_int_equal(as_token_make(&old, c, secret, NULL), AS_OK);
	as_crypt_close(c);
	as_text_add(&t, "assay-tokens-1 name may made until salt hash project\nold read 0 0 ");
	for (size_t i = 0; i < sizeof old.salt; i++)
		as_text_addf(&t, "%02x", old.salt[i]);
	as_text_char(&t, ' ');
	for (size_t i = 0; i < sizeof old.hash; i++)
		as_text_addf(&t, "%02x", old.hash[i]);
	as_text_char(&t, '\n');
	assert_int_equal(as_tokens_read(as_text_str(&t), "t", &arena, &read, NULL), AS_OK);
	const struct as_tokens were = kept;
	kept = read;
	assert_int_equal(ask(g, (struct as_guard_ask){0}, secret, &who), 0);
	secret[strlen(secret) - 1] ^= 1;
	assert_int_equal(ask(g, (struct as_guard_ask){0}, secret, &who), 401);
	kept = were;
	as_text_release(&t);
	as_guard_free(g);
}

static void a_token_that_cannot_be_checked_for_want_of_memory_is_not_called_none(void **state)
{
	char cookie[AS_GUARD_COOKIE + 1], header[100];
	struct as_guard *g = guard();
	struct as_serve_who who;

	(void)state;
	assert_int_equal(ask(g, (struct as_guard_ask){.may = AS_MAY_TRIAGE}, text[2], &who), 0);
	assert_int_equal(as_guard_begin(g, &who, 0, cookie, NULL), AS_OK);
	(void)snprintf(header, sizeof header, "assay=%s", cookie);
	for (enum as_token_hash hash = 0; hash < AS_TOKEN_HASHES; hash++) {
		list[0].how = hash;
		crypt_lacks_memory = true;
		for (int i = 0; i < 30; i++) /* it counts as no guess either */
			assert_int_equal(
				ask(g, (struct as_guard_ask){.now_ns = 1}, text[0], &who), 503);
		assert_int_equal(ask(g, (struct as_guard_ask){.cookie = header}, NULL, &who), 503);
		crypt_lacks_memory = false;
	}
	list[0].how = AS_TOKEN_SHA256;
	assert_int_equal(ask(g, (struct as_guard_ask){.now_ns = 1}, text[0], &who), 0);
	assert_int_equal(ask(g, (struct as_guard_ask){.cookie = header}, NULL, &who), 0);
	as_guard_free(g);
}

static void where_tokens_cannot_be_read_nobody_is_let_in(void **state)
{
	enum as_status st = AS_ERR_MEM;
	const struct as_serve_how without = {
		.listen = "127.0.0.1:0", .tokens = no_tokens, .data = &st};
	struct as_guard *g = NULL;
	struct as_serve_who who;

	(void)state;
	assert_int_equal(as_guard_new(&without, &g, NULL), AS_OK);
	assert_int_equal(ask(g, (struct as_guard_ask){0}, "reader.x", &who), 503);
	assert_int_equal(ask(g, (struct as_guard_ask){0}, NULL, &who), 503);
	st = AS_ERR_SYS;
	assert_int_equal(ask(g, (struct as_guard_ask){0}, NULL, &who), 500);
	as_guard_free(g);
}

static void a_token_that_is_taken_away_ends_its_session(void **state)
{
	struct as_guard *g = guard();
	struct as_serve_who who;
	char cookie[AS_GUARD_COOKIE + 1], header[100];
	struct as_guard_ask a = {
		.cookie = header, .may = AS_MAY_TRIAGE, .changes = true, .date_ns = 1};

	(void)state;
	assert_int_equal(ask(g, (struct as_guard_ask){.may = AS_MAY_TRIAGE}, text[2], &who), 0);
	assert_int_equal(as_guard_begin(g, &who, 0, cookie, NULL), AS_OK);
	(void)snprintf(header, sizeof header, "other=1; assay=%s", cookie);
	assert_int_equal(ask(g, (struct as_guard_ask){.cookie = header}, NULL, &who), 0);
	const char *csrf = who.csrf;
	assert_non_null(csrf);
	assert_int_equal(ask(g, a, NULL, &who), 403);
	a.csrf = "x";
	assert_int_equal(ask(g, a, NULL, &who), 403);
	a.csrf = csrf;
	assert_int_equal(ask(g, a, NULL, &who), 0);
	assert_string_equal(who.name, "ann-2");
	header[strlen(header) - 1] ^= 1;
	assert_int_equal(ask(g, a, NULL, &who), 401);
	header[strlen(header) - 1] ^= 1;
	kept.n = 2;
	assert_int_equal(ask(g, a, NULL, &who), 401);
	kept.n = 3;
	a.date_ns = AS_SESSION_S * INT64_C(1000000000);
	assert_int_equal(ask(g, a, NULL, &who), 401);
	as_guard_free(g);
}

static void a_password_that_a_browser_sends_changes_nothing(void **state)
{
	struct as_guard *g = guard();
	struct as_serve_who who;
	const struct as_guard_ask a = {
		.authorization = "Basic eDp5", .may = AS_MAY_SEND, .changes = true};

	(void)state;
	assert_int_equal(ask(g, a, NULL, &who), 401);
	as_guard_free(g);
}

static void tokens_are_read_as_they_were_written_and_nothing_else_is(void **state)
{
	static const char *const bad[] = {"", "x\n", "assay-tokens-1 x\nname\n",
		"assay-tokens-1 x\nname read 1 2 00 00\n",
		("assay-tokens-2 x\nname read 0 0 md5 00000000000000000000000000000000 "
		 "0000000000000000000000000000000000000000000000000000000000000000\n"),
		("assay-tokens-1 x\nNAME read 0 0 00000000000000000000000000000000 "
		 "0000000000000000000000000000000000000000000000000000000000000000\n")};
	struct as_text t = {0}, again = {0};
	struct as_tokens read = {0};

	(void)state;
	if (!kept.n)
		skip();
	as_tokens_write(&t, &kept);
	assert_int_equal(as_tokens_read(as_text_str(&t), "t", &arena, &read, NULL), AS_OK);
	as_tokens_write(&again, &read);
	assert_string_equal(as_text_str(&t), as_text_str(&again));
	for (size_t i = 0; i < 3; i++)
		assert_null(strstr(as_text_str(&t), strchr(text[i], '.') + 1));
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
		assert_int_equal(as_tokens_read(bad[i], "t", &arena, &read, NULL), AS_ERR_DATA);
	/* one name twice */
	kept.n = 1;
	as_tokens_write(&again, &kept);
	kept.n = 3;
	assert_int_equal(
		as_tokens_read(as_text_str(&again), "t", &arena, &read, NULL), AS_ERR_DATA);
	as_text_release(&t);
	as_text_release(&again);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_token_is_who_it_was_made_for_until_it_runs_out),
		cmocka_unit_test(what_is_nearly_a_token_is_none),
		cmocka_unit_test(who_guesses_is_slowed_and_others_are_not),
		cmocka_unit_test(a_right_token_is_never_kept_out_by_guesses_of_others),
		cmocka_unit_test(rights_of_a_session_are_those_of_its_token_whatever_that_is_called),
		cmocka_unit_test(tokens_of_the_first_format_are_still_tokens),
		cmocka_unit_test(
			a_token_that_cannot_be_checked_for_want_of_memory_is_not_called_none),
		cmocka_unit_test(where_tokens_cannot_be_read_nobody_is_let_in),
		cmocka_unit_test(a_token_that_is_taken_away_ends_its_session),
		cmocka_unit_test(a_password_that_a_browser_sends_changes_nothing),
		cmocka_unit_test(tokens_are_read_as_they_were_written_and_nothing_else_is),
	};

	return cmocka_run_group_tests(tests, make_tokens, drop);
}
