/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/results/import/import_folder.h"

#include <errno.h>
#include <fts.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/vec.h"
#include "cli/error.h"
#include "cli/files.h"
#include "cli/results/import/sibling.h"
#include "format/native/data.h"
#include "format/unpack.h"

/* A search through a folder. */
struct folder_search {
	const char *folder;
	size_t *of_format; /* files, by their place in as_data_formats */
	size_t looked_at, found, special, unread;
};

enum as_status as_import_list_add(struct as_import_list *files, const char *name,
	struct as_err *err)
{
	char *own = strdup(name);

	if (own && AS_PUSH(files->v, files->n, files->cap, own))
		return AS_OK;
	free(own);
	return as_fail_memory(err);
}

void as_import_list_release(struct as_import_list *files)
{
	for (size_t i = 0; i < files->n; i++)
		free(files->v[i]);
	free(files->v);
	*files = (struct as_import_list){0};
}

bool as_is_folder(const char *name)
{
	struct stat st;

	return !stat(name, &st) && S_ISDIR(st.st_mode);
}

static enum as_status recognise(
	const char *file, const struct as_data_format **out, struct as_err *err)
{
	struct as_file_in f;
	enum as_status st = as_file_in_open(&f, file, err);

	*out = NULL;
	if (st)
		return st;
	const struct as_source source = as_file_in_source(&f);
	struct as_unpack *plain = as_unpack_new(&source, f.name);
	if (plain) {
		const struct as_source bytes = as_unpack_source(plain);
		st = as_data_recognise(&bytes, out, err);
	} else {
		st = as_fail_memory(err);
	}
	as_unpack_free(plain);
	as_file_in_close(&f);
	return st;
}

static size_t number_of(const struct as_data_format *format)
{
	size_t i = 0;

	while (as_data_formats[i] != format)
		i++;
	return i;
}

/* What cannot be read is said, and the search goes on. */
static enum as_status look_at(struct folder_search *s, const char *file,
	struct as_import_list *files, struct as_err *err)
{
	const struct as_data_format *format = NULL;
	struct as_err why = {0};

	if (s->looked_at++ == AS_FOLDER_FILES)
		return as_fail(err, AS_ERR_DATA,
			"cannot import '%.300s': more than %d files are in it; name a folder in it",
			s->folder, AS_FOLDER_FILES);
	const enum as_status st = recognise(file, &format, &why);
	if (st == AS_ERR_MEM)
		return as_fail_memory(err);
	if (st) {
		s->unread++;
		as_error_print(&why);
	}
	if (st || !format || as_sibling_replaces(format, file))
		return AS_OK;
	s->found++;
	s->of_format[number_of(format)]++;
	return as_import_list_add(files, file, err);
}

static enum as_status take_entry(struct folder_search *s, FTS *tree, FTSENT *e,
	struct as_import_list *files, struct as_err *err)
{
	struct as_err why = {0};

	switch (e->fts_info) {
	case FTS_F: return look_at(s, e->fts_path, files, err);
	case FTS_D:
		if (e->fts_level && !strcmp(e->fts_name, ".git"))
			fts_set(tree, e, FTS_SKIP);
		return AS_OK;
	case FTS_DNR:
	case FTS_ERR:
	case FTS_NS:
		s->unread++;
		as_fail_sys(&why, e->fts_errno, "cannot look into '%.300s'", e->fts_path);
		as_error_print(&why);
		return AS_OK;
	case FTS_DP: return AS_OK;
	default: s->special++; return AS_OK;
	}
}

/* "out: 12 files of results; 40 others are left alone", and below it how many of each tool. */
static void say(struct as_cli *cli, const struct folder_search *s)
{
	const size_t others = s->looked_at - s->found - s->unread;
	struct as_text t = {0};

	as_text_add_neutral(&t, s->folder, strlen(s->folder), 0);
	as_text_addf(&t, ": %zu file%s of results", s->found, s->found == 1 ? "" : "s");
	if (others)
		as_text_addf(&t, "; %zu other%s left alone", others, others == 1 ? " is" : "s are");
	if (s->special)
		as_text_addf(&t, "; links, pipes and devices (%zu) are not followed", s->special);
	as_text_char(&t, '\n');
	for (size_t i = 0; i < as_data_formats_known; i++)
		if (s->of_format[i])
			as_text_addf(&t, "  %4zu  %s\n", s->of_format[i],
				as_data_formats[i]->summary);
	as_out_show(cli->out, &t);
	as_text_release(&t);
}

static int by_name(const FTSENT **a, const FTSENT **b)
{
	return strcmp((*a)->fts_name, (*b)->fts_name);
}

static enum as_status walk(
	struct folder_search *s, struct as_import_list *files, struct as_err *err)
{
	char *const roots[] = {(char *)(uintptr_t)s->folder, NULL};
	FTS *tree = fts_open(roots, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR, by_name);
	enum as_status st = AS_OK;

	if (!tree)
		return as_fail(err, AS_ERR_SYS, "cannot look into '%.300s'", s->folder);
	errno = 0;
	for (FTSENT *e; !st && (e = fts_read(tree));)
		st = take_entry(s, tree, e, files, err);
	if (!st && errno)
		st = as_fail(err, AS_ERR_SYS, "cannot look into '%.300s'", s->folder);
	fts_close(tree);
	return st;
}

enum as_status as_folder_add(struct as_cli *cli, const char *folder, struct as_import_list *files,
	struct as_err *err)
{
	struct folder_search s = {.folder = folder,
		.of_format = calloc(as_data_formats_known, sizeof *s.of_format)};
	enum as_status st = s.of_format ? walk(&s, files, err) : as_fail_memory(err);

	if (!st && !s.found)
		st = as_fail(err, AS_ERR_DATA,
			"cannot import '%.300s': none of its %zu files is a result that assay "
			"knows (docs/formats.md); name a file to have it read all the same",
			folder, s.looked_at);
	if (!st && cli)
		say(cli, &s);
	free(s.of_format);
	return st;
}
