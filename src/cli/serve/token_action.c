/* SPDX-License-Identifier: GPL-3.0-or-later */
/* assay serve token: who may ask. */
#include <errno.h>
#include <fcntl.h>
#include <pwd.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/num.h"
#include "cli/files.h"
#include "cli/screen_out.h"
#include "cli/serve/tokens.h"
#include "cli/series/history_settings.h"
#include "clock/clock.h"
#include "format/instant.h"

struct token_work {
	struct as_cli *cli;
	struct as_store_place place;
	struct as_tokens tokens;
	int lock;
};

/* One at a time changes them. */
static enum as_status lock(struct token_work *w, struct as_err *err)
{
	const char *path = as_tokens_path(w->place.path, w->cli->arena);
	const char *beside = path ? as_arena_printf(w->cli->arena, "%s.lock", path) : NULL;

	if (!beside)
		return as_fail_memory(err);
	w->lock = open(beside, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (w->lock < 0 || flock(w->lock, LOCK_EX) < 0)
		return as_fail(err, AS_ERR_SYS, "cannot change the tokens in '%.300s'", path);
	return AS_OK;
}

static enum as_status write_all(struct token_work *w, struct as_err *err)
{
	struct as_text text = {0};
	const mode_t was = umask(077);

	as_tokens_write(&text, &w->tokens);
	enum as_status st = as_text_finish(&text, err);
	if (!st)
		st = as_write_file(as_tokens_path(w->place.path, w->cli->arena), text.data,
			text.len, "the tokens", err);
	umask(was);
	as_text_release(&text);
	return st;
}

/* Who sits here. */
static enum as_status note(
	struct token_work *w, const char *what, const char *name, struct as_err *err)
{
	const struct passwd *me = getpwuid(getuid());
	const char *who = as_arena_printf(w->cli->arena, "user:%s", me ? me->pw_name : "?");
	const char *said = as_arena_printf(w->cli->arena, "token %s: %s", name, what);

	return who && said ? as_served_log(w->place.path, who, said, err) : as_fail_memory(err);
}

static void say(struct as_cli *cli, const char *text)
{
	struct as_text t = {0};

	as_text_add_neutral(&t, text, strlen(text), 0);
	as_text_char(&t, '\n');
	as_out_write(cli->out, as_text_str(&t), t.len);
	as_text_release(&t);
}

/* ---- add ---- */

static enum as_status read_until(const struct as_args *args, int64_t *out, struct as_err *err)
{
	const char *until = as_args_value(args, AS_OPT_UNTIL);
	int64_t age = 0;

	*out = 0;
	if (!until || as_history_day(until, out))
		return AS_OK;
	if (as_parse_duration(until, &age) && age)
		*out = as_clock_date() + age;
	return *out ? AS_OK
		    : as_args_bad(AS_OPT_UNTIL, until,
			      "a day, such as 2027-01-31, or a time from "
			      "now on, such as 90d",
			      err);
}

static enum as_status describe(
	const struct as_args *args, const char *name, struct as_token *out, struct as_err *err)
{
	const char *may = as_args_value(args, AS_OPT_MAY);
	size_t role = 0;

	if (!as_token_is_name(name))
		return as_fail(err, AS_ERR_USAGE,
			"cannot call a token '%.100s': a name has at most %d small letters, "
			"digits, "
			"- and _",
			name, (int)AS_TOKEN_NAME);
	if (as_token_is_reserved(name))
		return as_fail(err, AS_ERR_USAGE,
			"cannot call a token '%s': that is the name of the token of --token-file; "
			"take another",
			name);
	if (!may)
		return as_fail(err, AS_ERR_USAGE,
			"cannot make the token '%s': --may says what it is for: read, send, triage "
			"or admin",
			name);
	while (strcmp(as_token_roles[role], may) != 0)
		role++;
	*out = (struct as_token){.role = (enum as_token_role)role,
		.made_ns = as_clock_date(),
		.project = as_args_value(args, AS_OPT_PROJECT)};
	memcpy(out->name, name, strlen(name) + 1);
	for (const char *s = out->project; s && *s; s++)
		if ((unsigned char)*s < ' ' || *s == 0x7f)
			return as_args_bad(
				AS_OPT_PROJECT, out->project, "the name of a project", err);
	return read_until(args, &out->until_ns, err);
}

static enum as_status token_add(struct token_work *w, const char *name, struct as_err *err)
{
	char text[AS_TOKEN_TEXT + 1];
	struct as_token one;
	struct as_crypt *crypt = NULL;
	enum as_status st = describe(w->cli->args, name, &one, err);

	if (!st && as_token_named(&w->tokens, name, strlen(name)))
		st = as_fail(err, AS_ERR_USAGE,
			"there is a token '%s' already; assay serve token revoke %s takes it away",
			name, name);
	if (!st)
		st = as_crypt_open(&crypt, err);
	if (!st)
		st = as_token_make(&one, crypt, text, err);
	as_crypt_close(crypt);
	struct as_token *all =
		st ? NULL : as_arena_array(w->cli->arena, w->tokens.n + 1, sizeof *all);
	if (st || !all)
		return st ? st : as_fail_memory(err);
	if (w->tokens.n)
		memcpy(all, w->tokens.v, w->tokens.n * sizeof *all);
	all[w->tokens.n] = one;
	w->tokens = (struct as_tokens){all, w->tokens.n + 1};
	st = note(w, as_arena_printf(w->cli->arena, "added, may %s", as_token_roles[one.role]),
		name, err);
	if (!st)
		st = write_all(w, err);
	if (!st)
		say(w->cli, text);
	if (!st)
		fprintf(stderr, "assay: this is the token, and it is not shown again\n");
	return st;
}

/* ---- revoke, list ---- */

static enum as_status token_revoke(struct token_work *w, const char *name, struct as_err *err)
{
	struct as_token *t = as_token_named(&w->tokens, name, strlen(name));

	if (!t)
		return as_fail(err, AS_ERR_USAGE,
			"there is no token '%.100s'; assay serve token list shows those that there "
			"are",
			name);
	const size_t after = w->tokens.n - (size_t)(t - w->tokens.v) - 1;
	memmove(t, t + 1, after * sizeof *t);
	w->tokens.n--;
	enum as_status st = note(w, "revoked", name, err);
	return st ? st : write_all(w, err);
}

static enum as_status token_list(struct token_work *w, const char *name, struct as_err *err)
{
	const int64_t now = as_clock_date();
	struct as_text t = {0};

	(void)name;
	for (size_t i = 0; i < w->tokens.n; i++) {
		const struct as_token *k = &w->tokens.v[i];
		char made[AS_INSTANT_LENGTH + 1], until[AS_INSTANT_LENGTH + 1];
		as_instant_text(k->made_ns, made);
		as_instant_text(k->until_ns, until);
		as_text_addf(
			&t, "%-20s may %-6s since %.10s", k->name, as_token_roles[k->role], made);
		if (k->until_ns)
			as_text_addf(&t, ", %s %.10s", k->until_ns > now ? "until" : "ran out on",
				until);
		as_text_add(&t, k->project ? ", of " : "");
		if (k->project)
			as_text_add_neutral(&t, k->project, strlen(k->project), 0);
		as_text_char(&t, '\n');
	}
	if (!w->tokens.n)
		as_text_add(&t,
			"There is no token: assay serve token add NAME --may read makes one.\n");
	enum as_status st = as_screen_print(w->cli, &t, err);
	as_text_release(&t);
	return st;
}

static const struct {
	const char *name;
	size_t words;
	bool changes;
	enum as_status (*run)(struct token_work *w, const char *name, struct as_err *err);
} actions[] = {{"add", 1, true, token_add}, {"list", 0, false, token_list},
	{"revoke", 1, true, token_revoke}};
enum { ACTIONS = sizeof actions / sizeof actions[0] };

enum as_status as_serve_token(struct as_cli *cli, struct as_err *err)
{
	struct token_work w = {.cli = cli, .lock = -1};
	const size_t n = cli->args->n_words;
	char **words = cli->args->words;
	size_t i = 0;

	while (n > 1 && i < ACTIONS && strcmp(actions[i].name, words[1]) != 0)
		i++;
	if (n < 2 || i == ACTIONS || n != 2 + actions[i].words)
		return as_fail(err, AS_ERR_USAGE,
			"assay serve token is written: assay serve token add NAME --may read, "
			"assay serve token list, assay serve token revoke NAME");
	enum as_status st = as_store_locate(as_args_value(cli->args, AS_OPT_STORE), &w.place, err);
	if (!st && actions[i].changes)
		st = lock(&w, err);
	if (!st)
		st = as_tokens_of(w.place.path, cli->arena, &w.tokens, err);
	if (!st)
		st = actions[i].run(&w, n > 2 ? words[2] : NULL, err);
	if (w.lock >= 0)
		(void)close(w.lock);
	return st;
}
