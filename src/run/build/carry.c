/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/build/carry.h"

#include <dirent.h>
#include <errno.h>
#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/vec.h"
#include "run/build/copy_file.h"

enum { FILES_MAX = 1000000 };

/* What is being looked for. */
struct search {
	struct as_carry *c;
	struct as_arena *a;
	const char *pattern;
};

/* One of the parts between slashes is this one. */
static bool has_part(const char *path, const char *part)
{
	const size_t n = strlen(part);

	for (const char *s = path; *s; s += strcspn(s, "/"), s += *s == '/')
		if (strcspn(s, "/") == n && !strncmp(s, part, n))
			return true;
	return false;
}

enum as_status as_carry_check(const char *pattern, struct as_err *err)
{
	if (!*pattern || *pattern == '/' || has_part(pattern, "..") || has_part(pattern, ".git"))
		return as_fail(err, AS_ERR_USAGE,
			"cannot carry '%.200s': expected a file, a folder or a pattern "
			"below the folder where assay is started, without '..' and '.git'",
			pattern);
	return AS_OK;
}

static enum as_status add_file(struct search *s, const char *full, const struct stat *sb,
	struct as_err *err)
{
	struct as_carried f = {
		.path = as_arena_strdup(s->a, full + strlen(s->c->top) + 1), .sb = *sb};
	char target[PATH_MAX];
	ssize_t n = S_ISLNK(sb->st_mode) ? readlink(full, target, sizeof target - 1) : 0;

	if (n < 0)
		return as_fail_sys(err, errno, "cannot carry '%.200s': the link cannot be read",
			f.path);
	if (S_ISLNK(sb->st_mode))
		f.link = as_arena_strndup(s->a, target, (size_t)n);
	if (!f.path || (S_ISLNK(sb->st_mode) && !f.link))
		return as_fail_memory(err);
	if (s->c->n == FILES_MAX)
		return as_fail(err, AS_ERR_USAGE,
			"cannot carry '%.200s': it is more than a million files", s->pattern);
	return AS_PUSH(s->c->v, s->c->n, s->c->cap, f) ? AS_OK : as_fail_memory(err);
}

static enum as_status add_carried(
	struct search *s, const char *full, int depth, struct as_err *err);

static enum as_status add_folder(struct search *s, const char *full, int depth, struct as_err *err)
{
	DIR *d = depth < 100 ? opendir(full) : NULL;
	enum as_status st = AS_OK;

	if (!d)
		return as_fail_sys(err, errno,
			"cannot carry '%.200s': the folder '%.200s' cannot be read", s->pattern,
			full);
	for (struct dirent *e = readdir(d); e && !st; e = readdir(d)) {
		if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, ".."))
			continue;
		const char *path = as_arena_printf(s->a, "%s/%s", full, e->d_name);
		st = path ? add_carried(s, path, depth + 1, err) : as_fail_memory(err);
	}
	closedir(d);
	return st;
}

static enum as_status add_carried(struct search *s, const char *full, int depth, struct as_err *err)
{
	struct stat sb;

	if (lstat(full, &sb))
		return as_fail_sys(err, errno, "cannot carry '%.200s'", full);
	if (S_ISDIR(sb.st_mode))
		return add_folder(s, full, depth, err);
	if (!S_ISREG(sb.st_mode) && !S_ISLNK(sb.st_mode))
		return as_fail(err, AS_ERR_USAGE,
			"cannot carry '%.200s': '%.200s' is neither a file, a folder nor "
			"a symbolic link",
			s->pattern, full);
	return add_file(s, full, &sb, err);
}

/* A match by its real folder, so that no link on the way leads out of the tree. */
static enum as_status add_match(struct search *s, const char *match, struct as_err *err)
{
	const size_t n = strlen(s->c->top);
	char folder[PATH_MAX], real[PATH_MAX];
	const char *end = match + strlen(match);

	while (end > match + 1 && end[-1] == '/')
		end--;
	const char *slash = end;
	while (slash > match && slash[-1] != '/')
		slash--;
	int length = snprintf(folder, sizeof folder, "%.*s", (int)(slash - match), match);
	if (length <= 0 || (size_t)length >= sizeof folder || !realpath(folder, real))
		return as_fail_sys(err, errno, "cannot carry '%.200s'", s->pattern);
	const char *full = as_arena_printf(s->a, "%s/%.*s", real, (int)(end - slash), slash);
	if (!full)
		return as_fail_memory(err);
	if (strncmp(full, s->c->top, n) != 0 || full[n] != '/')
		return as_fail(err, AS_ERR_USAGE,
			"cannot carry '%.200s': it lies in '%.200s', outside of the "
			"repository '%.200s'",
			s->pattern, real, s->c->top);
	return add_carried(s, full, 0, err);
}

static enum as_status find_pattern(struct search *s, const char *cwd, struct as_err *err)
{
	const char *whole = as_arena_printf(s->a, "%s/%s", cwd, s->pattern);
	enum as_status st = as_carry_check(s->pattern, err);
	glob_t found = {0};

	if (!st && !whole)
		st = as_fail_memory(err);
	if (st)
		return st;
	int how = glob(whole, GLOB_ERR, NULL, &found);
	if (how == GLOB_NOMATCH)
		st = as_fail(err, AS_ERR_USAGE,
			"cannot carry '%.200s': there is no such file in '%.200s'", s->pattern,
			cwd);
	else if (how)
		st = as_fail(err, how == GLOB_NOSPACE ? AS_ERR_MEM : AS_ERR_SYS,
			"cannot carry '%.200s': a folder on the way cannot be read", s->pattern);
	for (size_t i = 0; !how && i < found.gl_pathc && !st; i++)
		st = add_match(s, found.gl_pathv[i], err);
	globfree(&found);
	return st;
}

static int by_path(const void *a, const void *b)
{
	const struct as_carried *x = a, *y = b;

	return strcmp(x->path, y->path);
}

/* Patterns may overlap. */
static void keep_one_each(struct as_carry *c)
{
	size_t n = 0;

	if (c->n)
		qsort(c->v, c->n, sizeof *c->v, by_path);
	for (size_t i = 0; i < c->n; i++)
		if (!n || strcmp(c->v[n - 1].path, c->v[i].path) != 0)
			c->v[n++] = c->v[i];
	c->n = n;
}

enum as_status as_carry_find(const struct as_carry_asked *asked, struct as_arena *a,
	struct as_carry *out, struct as_err *err)
{
	char real[PATH_MAX];
	enum as_status st = AS_OK;

	*out = (struct as_carry){0};
	if (!realpath(asked->top, real))
		return as_fail_sys(err, errno, "cannot look for files to carry in '%.200s'",
			asked->top);
	out->top = as_arena_strdup(a, real);
	if (!out->top)
		return as_fail_memory(err);
	for (size_t i = 0; i < asked->n && !st; i++)
		st = find_pattern(&(struct search){out, a, asked->patterns[i]}, asked->cwd, err);
	if (!st)
		keep_one_each(out);
	return st;
}

void as_carry_release(struct as_carry *c)
{
	free(c->v);
	*c = (struct as_carry){0};
}

/* ---- into a version, and out of the way ---- */

static bool same_time(const struct stat *a, const struct stat *b)
{
	return a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

static bool is_unchanged(const struct as_carried *f, const char *path)
{
	struct stat sb;

	if (lstat(path, &sb) || sb.st_mode != f->sb.st_mode)
		return false;
	return f->link || (sb.st_size == f->sb.st_size && same_time(&sb, &f->sb));
}

static bool path_of(const char *folder, const char *path, char out[static PATH_MAX])
{
	int n = snprintf(out, PATH_MAX, "%s/%s", folder, path);

	return n > 0 && n < PATH_MAX;
}

static enum as_status too_long(const struct as_carried *f, struct as_err *err)
{
	return as_fail(err, AS_ERR_SYS, "cannot carry '%.200s': its path is too long", f->path);
}

static enum as_status put_file(const struct as_carry *c, const struct as_carried *f,
	const char *folder, struct as_err *err)
{
	char from[PATH_MAX], to[PATH_MAX];
	bool cloned;

	if (!path_of(c->top, f->path, from) || !path_of(folder, f->path, to))
		return too_long(f, err);
	if (!is_unchanged(f, from))
		return as_fail(err, AS_ERR_BENCH,
			"cannot carry '%.200s': it has changed while versions were "
			"measured; leave it alone, and begin again",
			f->path);
	enum as_status st = as_make_parents(folder, to, err);
	if (st)
		return st;
	if (!f->link)
		return as_copy_file(from, to, &cloned, err);
	return symlink(f->link, to)
		       ? as_fail_sys(err, errno, "cannot carry the link '%.200s'", f->path)
		       : AS_OK;
}

enum as_status as_carry_put(const struct as_carry *c, const char *folder, struct as_err *err)
{
	enum as_status st = AS_OK;

	for (size_t i = 0; i < c->n && !st; i++) {
		char to[PATH_MAX];
		struct stat sb;

		if (!path_of(folder, c->v[i].path, to))
			return too_long(&c->v[i], err);
		if (!lstat(to, &sb))
			return as_fail(err, AS_ERR_USAGE,
				"cannot carry '%.200s': git has it among the files of a "
				"version; only what git ignores is carried",
				c->v[i].path);
		st = put_file(c, &c->v[i], folder, err);
	}
	return st;
}

static void name_aside(const char *aside, size_t i, char out[static PATH_MAX])
{
	if (snprintf(out, PATH_MAX, "%s/%zu", aside, i) >= PATH_MAX)
		*out = '\0';
}

enum as_status as_carry_aside(const struct as_carry *c, const char *folder, const char *aside,
	struct as_err *err)
{
	for (size_t i = 0; i < c->n; i++) {
		char from[PATH_MAX], to[PATH_MAX];

		if (!path_of(folder, c->v[i].path, from))
			return too_long(&c->v[i], err);
		name_aside(aside, i, to);
		if (is_unchanged(&c->v[i], from) && rename(from, to))
			return as_fail_sys(err, errno,
				"cannot move '%.200s' out of the way of a build", from);
	}
	return AS_OK;
}

enum as_status as_carry_back(const struct as_carry *c, const char *folder, const char *aside,
	struct as_err *err)
{
	enum as_status st = AS_OK;

	for (size_t i = 0; i < c->n && !st; i++) {
		char from[PATH_MAX], to[PATH_MAX];
		struct stat sb;

		if (!path_of(folder, c->v[i].path, to))
			return too_long(&c->v[i], err);
		name_aside(aside, i, from);
		if (lstat(from, &sb)) {
			st = put_file(c, &c->v[i], folder, err);
			continue;
		}
		st = as_make_parents(folder, to, err);
		if (!st && rename(from, to))
			st = as_fail_sys(err, errno, "cannot move '%.200s' back for a build", to);
	}
	return st;
}
