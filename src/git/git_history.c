/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commits that led to a version, and what one of them touched. */
#include "base/text.h"
#include "git/git_internal.h"

#include <stdlib.h>
#include <string.h>

/* Of a line "COMMIT DATE SUBJECT", which is changed; false if it is none. */
static bool read_line(char *line, struct as_arena *a, struct as_commit *out)
{
	char *date = strchr(line, ' '), *subject = date ? strchr(date + 1, ' ') : NULL;

	if (!subject)
		return false;
	*date++ = '\0';
	*subject++ = '\0';
	out->id = as_arena_strdup(a, line);
	out->subject = as_arena_strdup(a, subject);
	out->date_ns = as_git_date(date);
	return out->id && out->subject;
}

static size_t count_lines(const char *s)
{
	size_t n = *s ? 1 : 0;

	for (; *s; s++)
		n += *s == '\n' && s[1] ? 1 : 0;
	return n;
}

/* The answer of git log, the newest first, turned round. */
static enum as_status read_commits(struct as_git *g, struct as_arena *a, struct as_commits *out,
	struct as_err *err)
{
	size_t n = count_lines(g->answer);
	struct as_commit *v = as_arena_array(a, n, sizeof *v);
	char *line = g->answer;

	if (!v)
		return as_fail_memory(err);
	for (size_t i = n; i-- > 0;) {
		char *end = strchr(line, '\n');
		if (end)
			*end = '\0';
		if (!read_line(line, a, &v[i]))
			return as_fail(err, AS_ERR_DATA,
				"cannot understand what git says of the commits "
				"of '%s'",
				g->top ? g->top : g->common_dir);
		line = end ? end + 1 : line;
	}
	out->v = v;
	out->n = n;
	return AS_OK;
}

enum as_status as_git_first_parents(struct as_git *g, const char *tip, bool merged,
	struct as_arena *a, struct as_commits *out, struct as_err *err)
{
	struct as_commits c = {0};
	struct as_revision r = {0};
	enum as_status st = as_git_revision(g, tip, a, &r, err);

	if (st)
		return st;
	const char *const ask[] = {"log", merged ? "--topo-order" : "--first-parent",
		"--max-count=1000000", "--no-show-signature", "--no-patch", "--no-notes",
		"--no-color", "--no-mailmap", "--encoding=UTF-8", "--format=%H %ct %s",
		"--end-of-options", r.version.commit, "--", NULL};
	st = as_git_must(g, NULL, ask, "list the commits of the repository", err);
	if (!st)
		st = read_commits(g, a, &c, err);
	c.project = r.version.project;
	c.tip = r.version.label;
	if (!st)
		*out = c;
	return st;
}

enum as_status as_git_behind(struct as_git *g, const char *old, const char *new, size_t *out,
	struct as_err *err)
{
	struct as_text without = {0};

	as_text_addf(&without, "^%s", old);
	const char *const ask[] = {"rev-list", "--first-parent", "--count", "--end-of-options", new,
		as_text_str(&without), "--", NULL};
	enum as_status st = without.failed ? as_fail_memory(err)
		: as_git_must(g, NULL, ask, "count commits", err);

	as_text_release(&without);
	*out = st ? 0 : (size_t)strtoull(g->answer, NULL, 10);
	return st;
}

/* Paths with a zero behind each; the answer's last byte is followed by one. */
static enum as_status read_paths(const struct as_git *g, struct as_arena *a,
	const char *const **paths, struct as_err *err)
{
	const char **v = as_arena_array(a, AS_GIT_TOUCHED + 1, sizeof *v);
	const char *end = g->answer + g->answer_bytes;
	size_t n = 0;

	if (!v)
		return as_fail_memory(err);
	for (const char *p = g->answer; p < end && n < AS_GIT_TOUCHED; p += strlen(p) + 1)
		if (!(v[n++] = as_arena_strdup(a, p)))
			return as_fail_memory(err);
	*paths = v;
	return AS_OK;
}

enum as_status as_git_touched(struct as_git *g, const char *before, const char *after,
	struct as_arena *a, const char *const **paths, struct as_err *err)
{
	const char *const ask[] = {"diff-tree", "-r", "-z", "--name-only", "--no-renames",
		"--no-ext-diff", "--end-of-options", before, after, "--", NULL};
	enum as_status st = as_git_must(g, NULL, ask, "list what a commit changes", err);

	return st ? st : read_paths(g, a, paths, err);
}

enum as_status as_git_reached(struct as_git *g, const char *commit, bool *out, struct as_err *err)
{
	const char *const ask[] = {"for-each-ref", "--count=1", "--format=%(objectname)",
		"--contains", commit, NULL};
	enum as_status st = as_git_run(g, NULL, ask, err);

	*out = !st && as_git_well(g) && *g->answer;
	return st;
}
