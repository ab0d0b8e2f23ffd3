/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/serve/site.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/serve/tokens.h"
#include "cli/suite/suite_verb.h"
#include "store/store_alerts.h"

/* ---- the store ---- */

/* Of the file and of what was written behind it. */
static unsigned long long file_stamp(const char *path)
{
	struct stat file = {0}, log = {0};
	char behind[AS_STORE_PATH_BYTES + 8];

	(void)snprintf(behind, sizeof behind, "%s-wal", path);
	if (stat(path, &file) < 0)
		file = (struct stat){0};
	if (stat(behind, &log) < 0)
		log = (struct stat){0};
	const unsigned long long v[] = {(unsigned long long)file.st_ino,
		(unsigned long long)file.st_mtim.tv_sec * 1000000000ULL +
			(unsigned long long)file.st_mtim.tv_nsec,
		(unsigned long long)file.st_size, (unsigned long long)log.st_size,
		(unsigned long long)log.st_mtim.tv_sec * 1000000000ULL +
			(unsigned long long)log.st_mtim.tv_nsec};
	unsigned long long hash = 14695981039346656037ULL; /* FNV-1a */
	for (size_t i = 0; i < sizeof v / sizeof v[0]; i++)
		hash = (hash ^ v[i]) * 1099511628211ULL;
	return hash;
}

static void forget(struct as_site *s)
{
	as_store_close(s->watched);
	s->watched = NULL;
	s->turn = 0; /* of a connection that has not been asked yet */
}

/* Of a store that is no file: the experiment put last, what became of alerts, and how much was written: labels,
 * notes, what was removed. */
static enum as_status read_newest(struct as_site *s, char *out, size_t room, struct as_err *err)
{
	const struct as_store_query newest = {.limit = 1};
	struct as_arena a = {0};
	struct as_listing *l = NULL;
	int64_t edits = 0;
	size_t n = 0;
	enum as_status st = as_store_list(s->watched, &newest, &a, &l, &n, err);

	if (!st)
		st = as_store_alert_edits(s->watched, &edits, err);
	if (!st)
		(void)snprintf(out, room, "%lld-%.16s-%lld-%lld", n ? (long long)l->id : 0LL,
			n ? l->uuid : "", (long long)edits, (long long)as_store_turn(s->watched));
	as_arena_release(&a);
	return st;
}

/* What others wrote into the file may be seen later than the file says, or be of the same instant and size: the
 * connection itself says when what it sees is another state. */
static void read_file(struct as_site *s, char *out, size_t room)
{
	const int64_t turn = s->watched ? as_store_turn(s->watched) : 0;

	s->turns += turn != s->turn;
	s->turn = turn;
	const unsigned long long stamp = file_stamp(s->place.path);
	(void)snprintf(out, room, "%016llx-%u", stamp, s->turns);
}

/* What the store is now; false: it does not say so. */
static bool look(struct as_site *s, char *out, size_t room)
{
	if (!as_store_is_address(s->place.path))
		read_file(s, out, room);
	else if (!s->watched || read_newest(s, out, room, NULL))
		return false;
	return true;
}

/* The stamp of what is shown now. */
static void tell(struct as_site *s, const char *stamp, char out[static AS_SERVE_STAMP_BYTES])
{
	(void)snprintf(out, AS_SERVE_STAMP_BYTES, "%s-%u", stamp, as_known_times(s->known));
}

void as_site_stamp(void *site, char out[static AS_SERVE_STAMP_BYTES])
{
	struct as_site *s = site;
	char stamp[AS_SITE_STAMP];

	(void)pthread_mutex_lock(&s->lock);
	/* the page that is asked for then opens it anew */
	if (look(s, stamp, sizeof stamp))
		memcpy(s->now, stamp, sizeof s->now);
	memcpy(stamp, s->now, sizeof stamp);
	(void)pthread_mutex_unlock(&s->lock);
	as_known_tend(s->known, stamp);
	tell(s, stamp, out);
}

/* Open the store anew if it has changed, with the lock held. */
static enum as_status refresh(struct as_site *s, struct as_err *err)
{
	char stamp[AS_SITE_STAMP];

	if (s->watched && look(s, stamp, sizeof stamp) && !strcmp(stamp, s->stamp))
		return AS_OK;
	forget(s);
	enum as_status st = as_store_open(s->place.path, AS_STORE_READ, &s->watched, err);
	/* opening may have touched it */
	if (!st && !look(s, s->stamp, sizeof s->stamp))
		st = as_fail(err, AS_ERR_STORE, "the store does not say what it holds");
	memcpy(s->now, s->stamp, sizeof s->now);
	if (!st && as_store_is_alone(s->watched))
		forget(s); /* it would keep everybody else out, also who writes here */
	return st;
}

/* ---- those who read ---- */

struct as_site_reader {
	struct as_store *store;
	char stamp[AS_SITE_STAMP]; /* what it was when it was opened, or is older than */
	struct as_site_reader *next;
};

static void reader_free(struct as_site_reader *r)
{
	if (r)
		as_store_close(r->store);
	free(r);
}

/* One that has rested, if there is one of the store as it is: others are of what has been. */
static void take_reader(struct as_visit *v)
{
	struct as_site *s = v->site;

	while (!v->reader && s->readers) {
		struct as_site_reader *r = s->readers;
		s->readers = r->next;
		if (!strcmp(r->stamp, v->stamp))
			v->reader = r;
		else
			reader_free(r);
	}
}

enum as_status as_visit_begin(struct as_visit *v, struct as_err *err)
{
	struct as_site *s = v->site;

	(void)pthread_mutex_lock(&s->lock);
	enum as_status st = refresh(s, err);
	memcpy(v->stamp, s->now, sizeof v->stamp);
	if (!st)
		take_reader(v);
	(void)pthread_mutex_unlock(&s->lock);
	if (st)
		return st;
	as_known_tend(s->known, v->stamp);
	tell(s, v->stamp, v->told);
	if (!v->reader) {
		v->reader = calloc(1, sizeof *v->reader);
		if (!v->reader)
			return as_fail_memory(err);
		memcpy(v->reader->stamp, v->stamp, sizeof v->stamp);
		st = as_store_open(s->place.path, AS_STORE_READ, &v->reader->store, err);
		if (!st)
			as_store_show_renamed(v->reader->store, s->renames, s->n_renames);
	}
	v->store = v->reader->store;
	return st;
}

void as_visit_end(struct as_visit *v)
{
	as_known_release(v->site->known, v->known);
	if (!v->reader || !v->store || as_store_is_alone(v->store)) {
		reader_free(v->reader);
		return;
	}
	(void)pthread_mutex_lock(&v->site->lock);
	v->reader->next = v->site->readers;
	v->site->readers = v->reader;
	(void)pthread_mutex_unlock(&v->site->lock);
}

/* ---- tokens ---- */

/* As they are now; those that were known hold where their file is gone. */
static enum as_status read_tokens(struct as_site *s, struct as_err *err)
{
	struct as_arena a = {0};
	const char *path = as_tokens_path(s->place.path, &a);
	struct as_tokens t = {0};
	struct stat file = {0};
	enum as_status st = path ? AS_OK : as_fail_memory(err);

	if (!st && stat(path, &file) && errno != ENOENT)
		st = as_fail(err, AS_ERR_SYS, "cannot read the tokens in '%.300s'", path);
	const int64_t ns = (int64_t)file.st_mtim.tv_sec * 1000000000 + file.st_mtim.tv_nsec;
	const bool changed = !st && ns && ns != s->tokens_ns;
	if (changed)
		st = as_tokens_of(s->place.path, &a, &t, err);
	if (!changed || st) {
		as_arena_release(&a);
		return st;
	}
	as_arena_release(&s->token_arena);
	s->token_arena = a;
	s->tokens = t;
	s->tokens_ns = ns;
	return AS_OK;
}

enum as_status as_site_tokens(void *site, const struct as_tokens **out, struct as_err *err)
{
	struct as_site *s = site;
	const enum as_status st = read_tokens(s, err);

	s->signs = s->has_token || s->tokens.n;
	*out = s->tokens_ns ? &s->tokens : NULL;
	return s->tokens_ns && st != AS_ERR_MEM ? AS_OK : st; /* those that are known hold */
}

enum as_status as_site_open(struct as_cli *cli, struct as_site *out, struct as_err *err)
{
	*out = (struct as_site){.cli = cli};
	enum as_status st =
		as_store_locate(as_args_value(cli->args, AS_OPT_STORE), &out->place, err);

	if (pthread_mutex_init(&out->lock, NULL) || pthread_mutex_init(&out->writing, NULL))
		st = as_fail_memory(err);
	if (!st)
		st = refresh(out, err);
	if (!st)
		st = read_tokens(out, err);
	if (!st)
		st = as_suite_renames(
			cli->args, cli->arena, &out->renames, &out->n_renames, err);
	if (!st)
		st = as_known_new(cli, out->place.path, &out->known, err);
	if (!st)
		as_known_show_renamed(out->known, out->renames, out->n_renames);
	if (st)
		as_site_close(out);
	return st;
}

enum as_status as_site_to_write(struct as_site *s, struct as_store **out, struct as_err *err)
{
	enum as_status st = AS_OK;

	(void)pthread_mutex_lock(&s->writing);
	if (s->written && !as_store_is_there(s->written)) {
		as_store_close(s->written);
		s->written = NULL;
	}
	if (!s->written)
		st = as_store_open(s->place.path, AS_STORE_WRITE, &s->written, err);

	*out = s->written;
	return st;
}

void as_site_written(struct as_site *s)
{
	(void)pthread_mutex_unlock(&s->writing);
}

void as_site_close(struct as_site *s)
{
	forget(s);
	for (struct as_site_reader *r; (r = s->readers);) {
		s->readers = r->next;
		reader_free(r);
	}
	as_known_free(s->known);
	as_kept_answers_release(&s->kept);
	as_store_close(s->written);
	as_arena_release(&s->token_arena);
	(void)pthread_mutex_destroy(&s->lock);
	(void)pthread_mutex_destroy(&s->writing);
}

/* ---- histories ---- */

bool as_visit_may_see(const struct as_visit *v, const char *project)
{
	const char *own = v->ask->who.project;

	return !own || (project && !strcmp(own, project));
}

/* What of it is of the project of who asks. */
static enum as_status narrow(struct as_visit *v, const struct as_history *all,
	struct as_history *out, struct as_err *err)
{
	struct as_history_series *series =
		as_arena_array(v->ask->arena, all->n, sizeof *series);
	struct as_history_together *together =
		as_arena_array(v->ask->arena, all->n_together, sizeof *together);

	*out = (struct as_history){.series = series,
		.together = together,
		.method = all->method,
		.level = all->level,
		.tolerance = all->tolerance,
		.confidence = all->confidence,
		.independent = all->independent,
		.ordered = all->ordered,
		.tip = all->tip};
	if (!series || !together)
		return as_fail_memory(err);
	for (size_t i = 0; i < all->n; i++)
		if (as_visit_may_see(v, all->series[i].project))
			series[out->n++] = all->series[i];
	for (size_t i = 0; i < all->n_together; i++)
		if (as_visit_may_see(v, all->together[i].of->project))
			together[out->n_together++] = all->together[i];
	return AS_OK;
}

/* What is known; *out NULL: nothing yet, which is a failure here. */
static enum as_status known(struct as_visit *v, const struct as_known_all **out, struct as_err *err)
{
	struct as_site *s = v->site;

	*out = v->known;
	if (*out)
		return AS_OK; /* which is waited for once */
	enum as_status st = as_known_history(s->known, v->stamp, out, err);
	v->known = *out;

	if (!st && !*out) {
		v->answer->status = 503;
		st = as_fail(err, AS_ERR_STORE,
			"changes are still being looked for in all benchmarks; they are shown here "
			"when they are found");
	}
	tell(s, v->stamp, v->told);
	return st;
}

enum as_status as_visit_history(
	struct as_visit *v, const struct as_history **out, struct as_err *err)
{
	const struct as_known_all *all = NULL;
	struct as_history *own = NULL;
	enum as_status st = known(v, &all, err);

	*out = all ? &all->history : NULL;
	if (st || !v->ask->who.project)
		return st;
	own = as_arena_alloc(v->ask->arena, sizeof *own);
	if (!own)
		return as_fail_memory(err);
	st = narrow(v, *out, own, err);
	*out = own;
	return st;
}

enum as_status as_visit_versions(struct as_visit *v, const struct as_known_versions **out,
	struct as_err *err)
{
	const struct as_known_all *all = NULL;
	const enum as_status st = known(v, &all, err);

	*out = st ? NULL : &all->versions;
	return st;
}

/* All of them at once are held whole, and written whole. */
enum { MOST_POINTS = 200000 };

static enum as_status refuse_many(size_t points, struct as_err *err)
{
	return as_fail(err, AS_ERR_USAGE,
		"all benchmarks together have %zu versions, and at most %d are given at once; ask "
		"for one with name=NAME",
		points, MOST_POINTS);
}

enum as_status as_visit_series(struct as_visit *v, const struct as_history_series *of,
	struct as_history *out, struct as_err *err)
{
	const struct as_known_all *all = NULL;
	struct as_history h = {0};
	enum as_status st = known(v, &all, err);

	if (!st && !of && all->points > MOST_POINTS)
		return refuse_many(all->points, err);
	if (!st)
		st = as_known_read(all, v->store, of, v->ask->arena, &h, err);
	if (!st && !of && v->ask->who.project)
		return narrow(v, &h, out, err);
	if (!st)
		*out = h;
	return st;
}
