/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/serve/site_files.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/files.h"

/* ---- files ---- */

struct writing_site {
	struct as_site *site;
	const char *folder;
	size_t files;
	size_t most; /* bytes of a page that may be left out; 0: it may not */
};

enum { RESULT_BYTES = 300000 };

static enum as_status make_folder(const char *path, struct as_err *err)
{
	return mkdir(path, 0777) < 0 && errno != EEXIST
		       ? as_fail(err, AS_ERR_SYS, "cannot make the folder '%.300s'", path)
		       : AS_OK;
}

/* What a server answers to that target, into a file. */
static enum as_status write_page(
	struct writing_site *w, const char *target, const char *name, struct as_err *err)
{
	struct as_serve_answer out = {.status = 200, .type = ""};
	struct as_arena a = {0};
	struct as_serve_ask ask;
	enum as_status st = as_serve_read_target(target, &a, &ask, err);
	const char *path = as_arena_printf(&a, "%s/%s", w->folder, name);

	if (!st && !path)
		st = as_fail_memory(err);
	if (!st) {
		as_site_answer(w->site, &ask, &out);
		if (out.status != 200 && !w->most)
			st = as_fail(err, AS_ERR_STORE, "cannot make the page %.200s: status %u",
				target, out.status);
	}
	if (!st)
		st = as_text_finish(&out.body, err);
	const bool left = w->most && (out.status != 200 || out.body.len > w->most);
	if (!st && !left)
		st = as_write_file(path, as_text_str(&out.body), out.body.len, "a page", err);
	w->files += !st && !left;
	as_text_release(&out.body);
	as_arena_release(&a);
	return st;
}

/* A list of rows: NAME.html, NAME-2.html and so on. */
static enum as_status write_list(
	struct writing_site *w, const char *path, const char *name, size_t rows, struct as_err *err)
{
	enum as_status st = AS_OK;

	for (size_t i = 0; !st && (!i || i * AS_SITE_ROWS < rows); i++) {
		char target[64], file[64];
		(void)snprintf(target, sizeof target, "%s?page=%zu", path, i + 1);
		if (i)
			(void)snprintf(file, sizeof file, "%s-%zu.html", name, i + 1);
		else
			(void)snprintf(file, sizeof file, "%s.html", name);
		st = write_page(w, target, file, err);
	}
	return st;
}

static enum as_status write_lists(
	struct writing_site *w, const struct as_history *h, struct as_err *err)
{
	size_t changes = 0;

	for (size_t i = 0; i < h->n; i++)
		changes += h->series[i].n_changes + 1;
	enum as_status st = write_page(w, "/page.js", "page.js", err);
	if (!st)
		st = write_page(w, "/page.css", "page.css", err);
	if (!st)
		st = write_list(w, "/", "index", changes, err);
	if (!st)
		st = write_list(w, "/benchmarks", "benchmarks", h->n, err);
	if (!st)
		st = write_list(w, "/suites", "suites", 0, err);
	if (!st)
		st = write_list(w, "/alerts", "alerts", 0, err);
	if (!st)
		st = write_list(w, "/machines", "machines", 0, err);
	return st ? st : write_list(w, "/results", "results", 0, err);
}

/* Each benchmark; the history may be another one after a page, so that keys are noted before. */
static enum as_status write_benchmarks(
	struct writing_site *w, const struct as_history *h, struct as_err *err)
{
	struct as_arena a = {0};
	char(*keys)[AS_PAGE_KEY_BYTES] = as_arena_array(&a, h->n, sizeof *keys);
	const size_t n = h->n;
	enum as_status st = keys ? AS_OK : as_fail_memory(err);

	for (size_t i = 0; !st && i < n; i++)
		as_page_series_key(&h->series[i], keys[i]);
	for (size_t i = 0; !st && i < n; i++) {
		char target[64], file[64];
		(void)snprintf(target, sizeof target, "/benchmark?series=%s", keys[i]);
		(void)snprintf(file, sizeof file, "b/%s.html", keys[i]);
		st = write_page(w, target, file, err);
	}
	as_arena_release(&a);
	return st;
}

/* A page of one result, unless it is of a great size or cannot be made, and whether it is there. */
static enum as_status write_of_result(struct writing_site *w, const char *page, char folder,
	int64_t id, bool *is, struct as_err *err)
{
	const size_t files = w->files;
	char target[64], file[64];

	(void)snprintf(target, sizeof target, "/%s?id=%lld", page, (long long)id);
	(void)snprintf(file, sizeof file, "%c/%lld.html", folder, (long long)id);
	w->most = RESULT_BYTES;
	const enum as_status st = write_page(w, target, file, err);
	w->most = 0;
	*is = w->files > files;
	return st;
}

/* The newest results that are pages of no great size; what cannot be read is left out. */
static enum as_status write_results(struct writing_site *w, struct as_err *err)
{
	const struct as_store_query newest = {.limit = AS_SITE_RESULTS};
	struct as_arena a = {0};
	struct as_listing *l = NULL;
	size_t n = 0;

	if (!w->site->watched) /* as_site_open has closed it */
		return as_fail(err, AS_ERR_STORE,
			"cannot write pages: the disk of the store is full");
	enum as_status st = as_store_list(w->site->watched, &newest, &a, &l, &n, err);

	for (size_t i = 0; !st && i < n; i++) {
		bool is = false;
		st = write_of_result(w, "result", 'r', l[i].id, &is, err);
		if (st || !is)
			continue;
		w->site->files[w->site->n_files++] = l[i].id;
		st = write_of_result(w, "quantiles", 'q', l[i].id, &is, err);
	}
	as_arena_release(&a);
	return st;
}

enum as_status as_site_write(struct as_site *site, const char *folder, struct as_err *err)
{
	struct writing_site w = {.site = site, .folder = folder};
	const struct as_known_all *all = NULL;
	char path[AS_STORE_PATH_BYTES];
	enum as_status st = make_folder(folder, err);

	for (size_t i = 0; !st && i < 3; i++) {
		(void)snprintf(path, sizeof path, "%s/%c", folder, "brq"[i]);
		st = make_folder(path, err);
	}
	site->in_files = true;
	if (!st)
		st = write_results(&w, err);
	while (!st && !all)
		st = as_known_history(site->known, site->now, &all, err);
	if (!st)
		st = write_lists(&w, &all->history, err);
	as_known_release(site->known, all);
	all = NULL;
	while (!st && !all)
		st = as_known_history(site->known, site->now, &all, err);
	if (!st)
		st = write_benchmarks(&w, &all->history, err);
	as_known_release(site->known, all);
	return st;
}
