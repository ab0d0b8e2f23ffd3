/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text/slip.h"
#include "base/vec.h"
#include "format/suite/suite_reading.h"

/* A word that begins alike is the nearest: exec, and of what is mistyped the fewest slips. */
static size_t apart(const char *word, const char *name)
{
	const size_t n = strlen(word);

	if (n > 2 && !strncmp(word, name, n))
		return 0;
	return as_is_slip(word, name) ? as_edit_distance(word, name) : SIZE_MAX;
}

/* The key nearest to a word, among those that may stand there. */
static const char *meant(const char *word, enum as_suite_where where)
{
	const char *best = NULL;
	size_t least = SIZE_MAX;

	if (where == AS_SUITE_BENCHMARK && (!strcmp(word, "command") || !strcmp(word, "cmd")))
		return as_suite_rows[AS_SUITE_EXECUTE].name;

	for (size_t k = 0; k < AS_SUITE_KEYS; k++) {
		const char *name = as_suite_rows[k].name;
		const size_t off = as_suite_rows[k].where & where ? apart(word, name) : SIZE_MAX;
		if (off < least) {
			best = name;
			least = off;
		}
	}
	return best;
}

static enum as_status fail_key(struct as_suite_reader *r, const struct as_yaml *key,
	enum as_suite_where where)
{
	const char *best = meant(key->text, where);
	const char *there = where == AS_SUITE_TOP ? "the top of a suite" : "a benchmark";

	for (size_t k = 0; k < AS_SUITE_KEYS; k++)
		if (!strcmp(key->text, as_suite_rows[k].name))
			return as_suite_fail_at(r, key, "the key '%s' stands %s, not %s", key->text,
				where == AS_SUITE_TOP ? "in a benchmark" : "at the top of a suite",
				where == AS_SUITE_TOP ? "at the top" : "in a benchmark");
	if (!strcmp(key->text, "<<"))
		return as_suite_fail_at(r, key,
			"the key '<<' means nothing here: what stands at the top holds "
			"for every benchmark that does not say it");
	if (best)
		return as_suite_fail_at(r, key, "unknown key '%.100s', did you mean '%s'?",
			key->text, best);
	return as_suite_fail_at(r, key,
		"unknown key '%.100s': 'assay help suite' lists those of %s", key->text, there);
}

/* The row of a key; AS_SUITE_KEYS with an error set where it cannot stand there. */
static enum as_status find_key(struct as_suite_reader *r, const struct as_yaml *key,
	enum as_suite_where where, enum as_suite_key *out)
{
	enum as_status st = as_suite_see(r, key);

	if (!st && key->kind != AS_YAML_TEXT)
		st = as_suite_fail_at(r, key, "a key is a text");
	for (size_t k = 0; k < AS_SUITE_KEYS && !st; k++)
		if (as_suite_rows[k].where & where && !strcmp(key->text, as_suite_rows[k].name)) {
			*out = (enum as_suite_key)k;
			return AS_OK;
		}
	return st ? st : fail_key(r, key, where);
}

static enum as_status read_settings(struct as_suite_reader *r, const struct as_yaml *map,
	enum as_suite_where where, struct as_suite_settings *out)
{
	enum as_status st = as_suite_see(r, map);

	for (size_t i = 0; i < map->n && !st; i += 2) {
		enum as_suite_key key = AS_SUITE_KEYS;

		st = find_key(r, map->v[i], where, &key);
		if (!st && out->v[key].at.line)
			st = as_suite_fail_at(r, map->v[i],
				"the key '%s' is there twice, first in line %u", map->v[i]->text,
				out->v[key].at.line);
		if (st)
			return st;
		out->v[key].at = as_suite_place_of(r, map->v[i]);
		st = as_suite_value(r, key, map->v[i + 1], out);
	}
	return st;
}

static enum as_status check_name(struct as_suite_reader *r, const struct as_yaml *key)
{
	size_t n = key->kind == AS_YAML_TEXT ? strlen(key->text) : 0;

	if (!n || n > AS_SUITE_NAME_BYTES || !key->text[strspn(key->text, " ")])
		return as_suite_fail_at(r, key,
			"the name of a benchmark is a text of 1 to %d bytes", AS_SUITE_NAME_BYTES);
	if (key->text[0] == ' ' || key->text[n - 1] == ' ')
		return as_suite_fail_at(r, key,
			"the name of a benchmark, '%s', begins or ends with a blank, which "
			"nobody sees",
			key->text);
	for (const char *s = key->text; *s; s++)
		if ((unsigned char)*s < ' ' || *s == 0x7f)
			return as_suite_fail_at(r, key,
				"the name of a benchmark has a control character in it");
	return AS_OK;
}

/* One name, one benchmark, wherever they stand. */
static enum as_status take_name(struct as_suite_reader *r, const struct as_yaml *key)
{
	size_t taken = r->n;

	if (as_suite_names_add(&r->names, key->text, r->n, &taken))
		return as_fail_memory(r->err);
	if (taken == r->n)
		return AS_OK;
	const struct as_suite_place *first = &r->v[taken].at;
	return as_suite_fail_at(r, key,
		"there are two benchmarks called '%.100s', the other at "
		"%.200s:%u:%u; give one another name",
		key->text, r->suite->files[first->file], first->line, first->column);
}

static enum as_status read_benchmark(struct as_suite_reader *r, const struct as_yaml *const *pair,
	const struct as_suite_settings *top)
{
	const struct as_yaml *key = pair[0], *map = pair[1];
	enum as_status st = as_suite_see(r, key);

	if (!st)
		st = check_name(r, key);
	if (!st)
		st = take_name(r, key);
	if (!st && map->kind != AS_YAML_MAP)
		st = as_suite_fail_at(r, map,
			"the benchmark '%.100s' has no keys: give it at least "
			"'execute: COMMAND'",
			key->text);
	if (st)
		return st;
	if (!as_grow(&r->v, &r->cap, r->n + 1, sizeof *r->v))
		return as_fail_memory(r->err);
	struct as_suite_benchmark *b = &r->v[r->n];
	*b = (struct as_suite_benchmark){.name = key->text, .at = as_suite_place_of(r, key)};
	st = read_settings(r, map, AS_SUITE_BENCHMARK, &b->set);
	if (!st)
		st = as_suite_complete(r, b, top);
	r->n += !st;
	return st;
}

static enum as_status read_benchmarks(struct as_suite_reader *r,
	const struct as_suite_settings *top)
{
	const struct as_yaml *map = top->benchmarks;
	enum as_status st = AS_OK;

	for (size_t i = 0; map && i < map->n && !st; i += 2)
		st = read_benchmark(r, map->v + i, top);
	return st;
}

/* A file on the way from the suite to the one that is read now. */
struct link {
	const struct link *from;
	const char *path, *plain;
	const struct as_suite_settings *top;
	int depth;
};

static enum as_status read_file(struct as_suite_reader *r, const struct link *here);

/* path as it is seen from the folder of the file that names it. */
static const char *beside(struct as_arena *a, const char *file, const char *path)
{
	const char *slash = strrchr(file, '/');

	while (path[0] == '.' && path[1] == '/' && path[2] && path[2] != '/')
		path += 2;
	if (*path == '/' || !slash)
		return as_arena_strdup(a, path);
	return as_arena_printf(a, "%.*s%s", (int)(slash + 1 - file), file, path);
}

/* path without "." and "x/..": only to be compared and shown, as x may be a symbolic link. */
static const char *plain(struct as_arena *a, const char *path)
{
	char *out = as_arena_strdup(a, path);
	size_t n = 0, up = 0; /* up: what cannot be taken back */

	for (const char *s = path; out && *s;) {
		size_t len = strcspn(s, "/") + (s[strcspn(s, "/")] == '/');
		bool parent = !strncmp(s, "../", 3) && n > up && out[n - 1] == '/';
		if (parent) {
			for (n--; n > up && out[n - 1] != '/';)
				n--;
		} else if (strncmp(s, "./", 2) != 0) {
			memmove(out + n, s, len);
			n += len;
			up = !strncmp(s, "../", 3) || *s == '/' ? n : up;
		}
		s += len;
	}
	if (out)
		out[n] = '\0';
	return out;
}

static enum as_status include(struct as_suite_reader *r, const struct link *here, size_t i)
{
	const struct as_suite_list *files = &here->top->v[AS_SUITE_INCLUDE].list;
	struct link there = {.from = here, .path = beside(r->a, here->path, files->v[i]),
		.top = here->top, .depth = here->depth + 1};
	const uint32_t file = r->file;
	struct as_err why = {0};

	there.plain = there.path ? plain(r->a, there.path) : NULL;
	if (!there.plain)
		return as_fail_memory(r->err);
	for (const struct link *l = here; l; l = l->from)
		if (!strcmp(l->plain, there.plain))
			return as_suite_fail(r->suite, &files->at[i], r->err,
				"'%.200s' would include itself: leave this one out", there.plain);
	if (there.depth > AS_SUITE_DEPTH || r->n_files == AS_SUITE_FILES)
		return as_suite_fail(r->suite, &files->at[i], r->err,
			"more than %d files that include the next, or %d in all: the limit of a "
			"suite; do they include each other?",
			AS_SUITE_DEPTH, AS_SUITE_FILES);
	struct as_err *err = r->err;
	r->err = &why;
	enum as_status st = read_file(r, &there);
	r->err = err;
	r->file = file;
	if (st == AS_ERR_SYS) /* where it is asked for matters as much as why it cannot be had */
		return as_fail_sys(r->err, why.sys, "%.300s:%u:%u: %s", here->path,
			files->at[i].line, files->at[i].column, why.msg);
	if (st && err)
		*err = why;
	return st;
}

static enum as_status begin_file(struct as_suite_reader *r, const char *path,
	const struct as_yaml **out)
{
	const char *bytes = NULL;
	size_t n = 0;
	enum as_status st = r->from->load(r->from->context, path, r->a, &bytes, &n, r->err);

	if (st)
		return st;
	r->file = (uint32_t)r->n_files;
	if (!AS_PUSH(r->files, r->n_files, r->cap_files, path))
		return as_fail_memory(r->err);
	r->suite->files = r->files;
	st = as_yaml_read(path, bytes, n, r->a, out, r->err);
	if (st)
		return st;
	if (!*out)
		return as_fail(r->err, AS_ERR_USAGE, "%.300s: there is nothing in it; a suite has "
			"'benchmarks:', as 'assay help suite' shows", path);
	if ((*out)->kind != AS_YAML_MAP)
		return as_suite_fail_at(r, *out,
			"a suite is a map of keys such as 'benchmarks:', as 'assay help "
			"suite' shows");
	return AS_OK;
}

/* A budget for all is that of the suite; other files have none. */
static enum as_status take_head(struct as_suite_reader *r, const struct link *here,
	struct as_suite_settings *top)
{
	const struct as_suite_value *suite = &top->v[AS_SUITE_SUITE],
		*budget = &top->v[AS_SUITE_BUDGET],
		*renamed = &top->v[AS_SUITE_RENAMED];
	const struct as_suite_value *own = suite->at.line    ? suite
					   : budget->at.line ? budget
							     : renamed;
	struct as_suite *s = r->suite;

	if (here->from && own->at.line)
		return as_suite_fail(s, &own->at, r->err,
			"'%s' stands at the top of the suite itself, not of a file that it "
			"includes",
			own == suite    ? "suite"
			: own == budget ? "budget"
					: "renamed");
	/* who imports all results has nothing to measure, and names all the same */
	if (!top->v[AS_SUITE_BENCHMARKS].at.line && !top->v[AS_SUITE_INCLUDE].list.n &&
		!renamed->at.line)
		return as_fail(r->err, AS_ERR_USAGE, "%.300s: there are no 'benchmarks:' in it",
			here->path);
	if (!here->from) {
		s->name = suite->text;
		s->budget_ns = budget->ns;
		s->renames = top->renames;
		s->n_renames = top->n_renames;
	}
	if (here->top && here->top->v[AS_SUITE_PARAMETERS].at.line &&
		!top->v[AS_SUITE_PARAMETERS].at.line) {
		top->parameters = here->top->parameters;
		top->v[AS_SUITE_PARAMETERS].at = here->top->v[AS_SUITE_PARAMETERS].at;
	}
	return here->top && as_suite_inherit(top, here->top, r->a) ? as_fail_memory(r->err) : AS_OK;
}

static enum as_status read_file(struct as_suite_reader *r, const struct link *here)
{
	struct as_suite_settings *top = calloc(1, sizeof *top);
	const struct as_yaml *root = NULL;
	enum as_status st = top ? begin_file(r, here->path, &root) : as_fail_memory(r->err);
	const uint32_t file = r->file;

	if (!st)
		st = read_settings(r, root, AS_SUITE_TOP, top);
	bool own = !st && top->v[AS_SUITE_PARAMETERS].at.line;
	if (!st && own && top->parameters.n > 1)
		st = as_suite_fail(r->suite, &top->v[AS_SUITE_PARAMETERS].at, r->err,
			"a list of sets of parameters stands in a benchmark; at the top there is "
			"one set");
	if (!st)
		st = take_head(r, here, top);
	if (!st)
		st = read_benchmarks(r, top);
	const struct link inside = {.from = here->from,
		.path = here->path,
		.plain = here->plain,
		.top = top,
		.depth = here->depth};
	for (size_t i = 0; !st && i < top->v[AS_SUITE_INCLUDE].list.n; i++)
		st = include(r, &inside, i);
	r->file = file;
	if (!st && own)
		st = as_suite_check_top(r, top);
	free(top);
	return st;
}

/* What was found becomes the suite's. */
static enum as_status finish(struct as_suite_reader *r)
{
	struct as_suite *s = r->suite;
	struct as_suite_benchmark *v = as_arena_array(r->a, r->n, sizeof *v);
	const char **files = as_arena_array(r->a, r->n_files, sizeof *files);

	if (!v || !files)
		return as_fail_memory(r->err);
	if (r->n)
		memcpy(v, r->v, r->n * sizeof *v);
	memcpy(files, r->files, r->n_files * sizeof *files);
	s->v = v;
	s->n = r->n;
	s->files = files;
	s->n_files = r->n_files;
	return AS_OK;
}

enum as_status as_suite_read(const char *path, const struct as_suite_loader *from,
	struct as_suite **out, struct as_err *err)
{
	struct as_suite *s = calloc(1, sizeof *s);
	struct as_suite_reader r = {
		.suite = s, .from = from, .a = s ? &s->arena : NULL, .err = err};
	struct link root = {.path = s ? beside(r.a, "", path) : NULL};
	root.plain = root.path ? plain(r.a, root.path) : NULL;
	enum as_status st = root.plain ? read_file(&r, &root) : as_fail_memory(err);

	if (!st)
		st = finish(&r);
	free(r.files);
	free(r.v);
	as_suite_names_release(&r.names);
	if (!st)
		*out = s;
	else
		as_suite_free(s);
	return st;
}
