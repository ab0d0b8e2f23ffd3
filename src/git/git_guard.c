/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What git is told so that nothing of a repository starts a program. A clone may be anybody's, and
 * looking at its version must not run what it brings. */
#include "git/git_internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/num.h"
#include "base/vec.h"
#include "run/spawner/tool.h"

enum { MOST_SETTINGS = 1000 };

/* ---- environment ---- */

/* Of the user's own variables of git: where things lie, and settings. Others start programs
 * (GIT_EXTERNAL_DIFF, GIT_SSH_COMMAND), or write elsewhere (GIT_TRACE). */
static const char *const kept[] = {"GIT_DIR=", "GIT_WORK_TREE=", "GIT_COMMON_DIR=",
	"GIT_INDEX_FILE=", "GIT_OBJECT_DIRECTORY=", "GIT_ALTERNATE_OBJECT_DIRECTORIES=",
	"GIT_CEILING_DIRECTORIES=", "GIT_DISCOVERY_ACROSS_FILESYSTEM=", "GIT_CONFIG",
	"GIT_EXEC_PATH=", "GIT_ATTR_NOSYSTEM="};

/* Nobody is asked, and nothing is brought over a network: what a clone lacks, it lacks. Newer gits
 * know the second, all know the third. */
static const char *const fixed[] = {"GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1",
	"GIT_ALLOW_PROTOCOL=", "GIT_OPTIONAL_LOCKS=0", "GIT_ASKPASS=", "SSH_ASKPASS=", "LC_ALL=C"};

static bool starts(const char *s, const char *with)
{
	return !strncmp(s, with, strlen(with));
}

static bool is_kept(const char *entry)
{
	bool keep = !starts(entry, "GIT_");

	for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
		keep = keep || starts(entry, kept[i]);
	for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
		keep = keep && strncmp(entry, fixed[i], strcspn(fixed[i], "=") + 1) != 0;
	return keep && !starts(entry, "GIT_CONFIG_COUNT=");
}

/* A setting of ours, after those that the user's environment has. */
struct setting {
	const char *key, *value; /* value NULL: only the repository has one */
	bool local; /* the repository has one */
};

struct guarding {
	struct as_git *g;
	struct setting *v;
	size_t n, cap;
	const char **env;
	size_t n_env, env_cap;
	bool failed;
};

static void add_entry(struct guarding *w, const char *entry)
{
	w->failed = w->failed || !entry || !AS_PUSH(w->env, w->n_env, w->env_cap, entry);
}

static void set(struct guarding *w, int64_t *number, const char *key, const char *value)
{
	struct as_arena *a = &w->g->arena;
	int64_t n = (*number)++;

	add_entry(w, as_arena_printf(a, "GIT_CONFIG_KEY_%" PRId64 "=%s", n, key));
	add_entry(w, as_arena_printf(a, "GIT_CONFIG_VALUE_%" PRId64 "=%s", n, value));
}

static bool ends(const char *s, const char *with)
{
	size_t n = strlen(s), m = strlen(with);

	return n >= m && !strcmp(s + n - m, with);
}

/* Settings of the repository are put back to the user's own. What only the repository has starts
 * nothing, and is required, so that git refuses to go on where it would matter. */
static void put_back(struct guarding *w, int64_t *number, const struct setting *s)
{
	const char *dot = strrchr(s->key, '.');

	if (!s->local)
		return;
	if (s->value || ends(s->key, ".required")) {
		set(w, number, s->key, s->value ? s->value : "true");
		return;
	}
	w->g->disarmed = true;
	set(w, number, s->key, "");
	const char *required =
		as_arena_printf(&w->g->arena, "%.*s.required", (int)(dot - s->key), s->key);
	if (required)
		set(w, number, required, "true");
	w->failed = w->failed || !required;
}

/* Make git anew with this environment; what was prepared before is not used any more. */
static enum as_status prepare(struct guarding *w, struct as_err *err)
{
	struct as_git *g = w->g;
	const char *of_user = getenv("GIT_CONFIG_COUNT");
	int64_t number = 0;

	if (of_user && !as_parse_i64(of_user, 0, MOST_SETTINGS, &number))
		return as_fail(
			err, AS_ERR_USAGE, "cannot ask git: GIT_CONFIG_COUNT is '%.40s'", of_user);
	for (size_t i = 0; environ[i]; i++)
		if (is_kept(environ[i]))
			add_entry(w, environ[i]);
	for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
		add_entry(w, fixed[i]);
	if (g->bare)
		add_entry(w, as_arena_printf(&g->arena, "GIT_DIR=%s", g->bare));
	for (size_t i = 0; i < w->n; i++)
		put_back(w, &number, &w->v[i]);
	add_entry(w, as_arena_printf(&g->arena, "GIT_CONFIG_COUNT=%" PRId64, number));
	if (w->failed || !AS_PUSH(w->env, w->n_env, w->env_cap, NULL))
		return as_fail_memory(err);
	const char *const argv[] = {g->program, NULL};
	const struct as_command_spec spec = {.path = g->program,
		.argv = argv,
		.envp = w->env,
		.out = {AS_STREAM_FILE, g->answer_path},
		.err = {.kind = AS_STREAM_CAPTURE}};
	return as_spawner_prepare(g->spawner, &spec, &g->command, err);
}

enum as_status as_git_prepare(struct as_git *g, struct as_err *err)
{
	struct guarding w = {.g = g};
	enum as_status st = prepare(&w, err);

	free(w.env);
	return st;
}

/* ---- filters ---- */

static struct setting *find_setting(struct guarding *w, const char *key)
{
	struct setting fresh = {.key = key};

	for (size_t i = 0; i < w->n; i++)
		if (!strcmp(w->v[i].key, key))
			return &w->v[i];
	return AS_PUSH(w->v, w->n, w->cap, fresh) ? &w->v[w->n - 1] : NULL;
}

/* Entries "SCOPE NUL KEY LF VALUE NUL" or, of a key alone, "SCOPE NUL KEY NUL". */
static enum as_status read_settings(struct guarding *w, struct as_err *err)
{
	char *p = w->g->answer, *end = p + w->g->answer_bytes;

	while (p < end) {
		const char *scope = p;
		char *key = p + strlen(p) + 1;
		if (key >= end)
			break;
		p = key + strlen(key) + 1;
		char *value = strchr(key, '\n');
		if (value)
			*value++ = '\0';
		struct setting *s = find_setting(w, key);
		if (!s)
			return as_fail_memory(err);
		if (!strcmp(scope, "local") || !strcmp(scope, "worktree"))
			s->local = true;
		else
			s->value = value ? value : "true";
		if (w->n > MOST_SETTINGS)
			return as_fail(err, AS_ERR_USAGE,
				"cannot use the git repository of '%s': its settings have more "
				"than %d filters",
				w->g->directory, MOST_SETTINGS);
	}
	return AS_OK;
}

enum as_status as_git_disarm(struct as_git *g, struct as_err *err)
{
	static const char *const ask[] = {"config", "--null", "--show-scope", "--get-regexp",
		"^filter\\..*\\.(clean|smudge|process|required)$", NULL};
	struct guarding w = {.g = g};
	enum as_status st = as_git_run(g, NULL, ask, err);

	if (!st && as_git_well(g)) /* else there are none */
		st = read_settings(&w, err);
	if (!st && w.n)
		st = prepare(&w, err);
	free(w.v);
	free(w.env);
	return st;
}

/* ---- bare repositories ---- */

/* git does not take a folder for a repository that only looks like one and lies in a working tree,
 * where a clone would have put it; nor any other without a .git, unless it is named. One that lies
 * in no other repository is the user's own: it is named. */
enum as_status as_git_name_bare(struct as_git *g, bool *named, struct as_err *err)
{
	static const char *const where[] = {
		"-c", "safe.bareRepository=all", "rev-parse", "--absolute-git-dir", NULL};
	struct as_arena *a = &g->arena;
	enum as_status st = as_git_run(g, NULL, where, err);

	*named = false;
	if (st || !as_git_well(g) || *g->answer != '/')
		return st;
	const char *bare = as_arena_strdup(a, g->answer);
	const char *above = bare ? as_arena_printf(a, "%s/..", bare) : NULL;
	if (!above)
		return as_fail_memory(err);
	const struct as_git_call call = {.folder = above};
	st = as_git_run(g, &call, where, err);
	if (!st && as_git_well(g))
		st = as_fail(err, AS_ERR_USAGE,
			"cannot use '%s' as a repository: it is a bare one inside of another, as a "
			"clone may bring it; if it is yours, name it in GIT_DIR",
			bare);
	if (st)
		return st;
	g->bare = bare;
	*named = true;
	return as_git_prepare(g, err);
}
