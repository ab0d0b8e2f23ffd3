/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "git/git_internal.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "run/spawner/tool.h"

const char *as_git_next_line(char **rest)
{
	char *line = *rest, *end = line ? strchr(line, '\n') : NULL;

	if (end)
		*end = '\0';
	*rest = end ? end + 1 : NULL;
	return line;
}

/* All of it is there, and nothing in scratch's name would be read as another thing. */
static enum as_status find_program(struct as_git *g, const struct as_git_place *place,
	struct as_err *err)
{
	g->program = as_program_in_path("git", &g->arena);
	if (!g->program || *g->program != '/') /* not one of a folder that is anybody's */
		return as_fail(err, AS_ERR_USAGE,
			"cannot look for versions of the program: there is no git in PATH; install "
			"git");
	if (strpbrk(place->scratch, ":\n\""))
		return as_fail(err, AS_ERR_USAGE,
			"cannot keep versions in '%s': git would not take that path as it is; "
			"name a folder without ':' and quotes in TMPDIR",
			place->scratch);
	g->directory = as_arena_strdup(&g->arena, place->directory);
	g->scratch = as_arena_strdup(&g->arena, place->scratch);
	g->answer_path = as_arena_printf(&g->arena, "%s/answer", place->scratch);
	if (!g->directory || !g->scratch || !g->answer_path)
		return as_fail_memory(err);
	return as_git_prepare(g, err);
}

/* What kind of repository it is, and where its parts lie. */
static enum as_status find_parts(struct as_git *g, bool *bare, struct as_err *err)
{
	static const char *const ask[] = {"rev-parse", "--path-format=absolute",
		"--is-inside-work-tree", "--is-shallow-repository", "--git-common-dir",
		"--git-path", "objects", "--git-path", "index", NULL};
	enum as_status st = as_git_run(g, NULL, ask, err);
	const char *line[5] = {NULL};
	bool named = false;

	if (!st && !as_git_well(g))
		st = as_git_name_bare(g, &named, err);
	if (!st && named)
		st = as_git_run(g, NULL, ask, err);
	char *rest = g->answer;
	if (st)
		return st;
	if (!as_git_well(g))
		return as_git_fail(g, AS_ERR_USAGE, err, "cannot find versions: '%s' is in no git "
			"repository that can be used", g->directory);
	for (size_t i = 0; i < 5; i++)
		line[i] = as_git_next_line(&rest);
	if (!line[4] || rest)
		return as_fail(err, AS_ERR_USAGE,
			"cannot use the git repository of '%s': its path has a "
			"newline in it, or git is older than 2.31",
			g->directory);
	*bare = strcmp(line[0], "true") != 0;
	g->shallow = !strcmp(line[1], "true");
	g->common_dir = as_arena_strdup(&g->arena, line[2]);
	g->objects = as_arena_strdup(&g->arena, line[3]);
	g->index = as_arena_strdup(&g->arena, line[4]);
	return g->common_dir && g->objects && g->index ? AS_OK : as_fail_memory(err);
}

static enum as_status find_top(struct as_git *g, struct as_err *err)
{
	static const char *const ask[] = {"rev-parse", "--path-format=absolute", "--show-toplevel",
		"--show-prefix", NULL};
	enum as_status st = as_git_must(g, NULL, ask, "find the root of the working tree", err);
	char *rest = g->answer;

	if (st)
		return st;
	g->top = as_arena_strdup(&g->arena, as_git_next_line(&rest));
	g->prefix = as_arena_strdup(&g->arena, rest ? rest : "");
	return g->top && g->prefix ? AS_OK : as_fail_memory(err);
}

enum as_status as_git_open(const struct as_git_place *place, struct as_git **out,
	struct as_err *err)
{
	struct as_git *g = calloc(1, sizeof *g);
	bool bare = false;

	if (!g)
		return as_fail_memory(err);
	g->spawner = place->spawner;
	g->prefix = "";
	enum as_status st = find_program(g, place, err);
	if (!st)
		st = find_parts(g, &bare, err);
	if (!st)
		st = as_git_disarm(g, err);
	if (!st && !bare)
		st = find_top(g, err);
	if (st) {
		as_git_close(g);
		return st;
	}
	*out = g;
	return AS_OK;
}

void as_git_close(struct as_git *g)
{
	if (!g)
		return;
	as_git_close(g->next);
	unlink(g->answer_path ? g->answer_path : "");
	free(g->answer);
	as_arena_release(&g->arena);
	free(g);
}

const char *as_git_top(const struct as_git *g)
{
	return g->top;
}

const char *as_git_prefix(const struct as_git *g)
{
	return g->prefix;
}
