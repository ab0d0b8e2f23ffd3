/* SPDX-License-Identifier: GPL-3.0-or-later */
/* assay store copy: into another store, of what can be read. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/vec.h"
#include "cli/results/result.h"
#include "cli/store/copied.h"
#include "cli/store/store_action.h"
#include "store/keeping/retain.h"

struct copying {
	struct as_cli *cli;
	struct as_store *from, *to;
	size_t copied, there, lost, partly, profiles, alerts;
	bool guessed; /* numbers may be of no experiment */
	struct as_copied_ids ids;
};

/* Experiment id of one store is there now; `there`: its number in the other one if it was before. */
static enum as_status note(
	struct copying *c, int64_t id, const char *uuid, int64_t there, struct as_err *err)
{
	int64_t now = there;
	enum as_status st = there ? AS_OK : as_store_has(c->to, uuid, &now, err);

	*(there ? &c->there : &c->copied) += 1;
	if (!st && !AS_PUSH(c->ids.v, c->ids.n, c->ids.room, ((struct as_copied_id){id, now})))
		st = as_fail_memory(err);
	return st;
}

/* Of one that was pruned to its history what is left of it. */
static enum as_status copy_history(struct copying *c, int64_t id, bool *done, struct as_err *err)
{
	struct as_experiment *x = NULL;
	struct as_analysis *analyses = NULL;
	struct as_arena room = {0};
	int64_t there = 0;
	enum as_status st = as_store_get_history(c->from, id, &room, &x, &analyses, NULL);

	*done = !st && x;
	if (*done)
		st = as_store_has(c->to, x->uuid, &there, err);
	else
		st = AS_OK; /* what is wrong with it is said where it is read whole */
	if (!st && *done && !there)
		st = as_store_put(c->to, x, analyses, err);
	if (!st && *done)
		st = note(c, id, x->uuid, there, err);
	as_experiment_free(x);
	as_arena_release(&room);
	return st;
}

/* One experiment goes over. What cannot be read is told and left behind; what cannot be written
 * ends all. */
static enum as_status copy_one(struct copying *c, int64_t id, struct as_err *err)
{
	struct as_experiment *x = NULL;
	struct as_result r = {0};
	struct as_err why = {0};
	int64_t there = 0;
	bool done = false;
	enum as_status st = copy_history(c, id, &done, err);

	if (st || done)
		return st;
	st = as_store_get_rest(c->from, id, &x, &why);
	if (!st)
		st = as_result_init_kept(&r, x, &why);
	if (st && st != AS_ERR_MEM) {
		as_result_release(&r);
		if (st == AS_ERR_USAGE && c->guessed)
			return AS_OK;
		c->lost++;
		as_store_say(c->cli, "%s", why.msg);
		return AS_OK;
	}
	if (st)
		return as_fail_memory(err);
	st = as_store_has(c->to, x->uuid, &there, err);
	if (!st && !there)
		st = as_store_put(c->to, r.x, &r.analyses[0], err);
	c->partly += !st && x->remarks;
	for (const char *s = st ? NULL : x->remarks; s && *s; s += strspn(s, "\n")) {
		const size_t n = strcspn(s, "\n");
		as_store_say(c->cli, "experiment %lld of '%s' is not whole: %.*s", (long long)id,
			as_store_path(c->from), (int)n, s);
		s += n;
	}
	if (!st)
		st = note(c, id, x->uuid, there, err);
	as_result_release(&r);
	return st;
}

/* All of them, the one put first first. */
static enum as_status copy_all(struct copying *c, struct as_err *err)
{
	int64_t *ids = NULL;
	size_t n = 0;
	bool whole = true;
	enum as_status st = as_store_ids(c->from, c->cli->arena, &ids, &n, &whole, err);

	c->guessed = !whole;
	for (size_t i = 0; !st && i < n; i++)
		st = copy_one(c, ids[i], err);
	return st;
}

/* Noise profiles are of no experiment, so they go where all goes. */
static enum as_status copy_profiles(struct copying *c, struct as_err *err)
{
	const struct as_store_profile_query all = {0};
	struct as_profile *list = NULL;
	size_t n = 0;
	enum as_status st = as_store_get_profiles(c->from, &all, c->cli->arena, &list, &n, err);

	for (; !st && c->profiles < n; c->profiles += !st)
		st = as_store_put_profile(c->to, &list[c->profiles], err);
	return st;
}

static enum as_status copy_alerts(struct copying *c, struct as_err *err)
{
	return as_copied_alerts(c->cli, c->from, c->to, &c->ids, &c->alerts, err);
}

/* What is of no experiment. What cannot be read is told and left behind. */
static enum as_status copy_besides(struct copying *c,
	enum as_status (*copy)(struct copying *c, struct as_err *err), struct as_err *err)
{
	struct as_err why = {0};
	enum as_status st = copy(c, &why);

	if (!st)
		return AS_OK;
	if (st == AS_ERR_MEM)
		return as_fail_memory(err);
	c->lost++;
	as_store_say(c->cli, "%s", why.msg);
	return AS_OK;
}

static enum as_status copy_named(struct copying *c, char **words, size_t n, struct as_err *err)
{
	enum as_status st = AS_OK;

	for (size_t i = 0; !st && i < n; i++) {
		int64_t id = 0;
		st = as_store_find(c->from, words[i], &id, err);
		if (!st)
			st = copy_one(c, id, err);
	}
	return st;
}

static bool is_same_file(const char *a, const char *b)
{
	struct stat x, y;

	if (!strcmp(a, b))
		return true;
	return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

static enum as_status open_both(struct copying *c, const char *word, struct as_err *err)
{
	struct as_store_place place;
	enum as_status st = as_result_store(c->cli, AS_STORE_READ, &c->from, err);

	if (!st)
		st = as_store_locate(word, &place, err);
	if (!st && is_same_file(place.path, as_store_path(c->from)))
		return as_fail(err, AS_ERR_USAGE,
			"cannot copy '%s' into itself; name another store, such as copy.db",
			place.path);
	return st ? st : as_result_open_store(place.path, AS_STORE_WRITE, &c->to, err);
}

/* What went beside experiments: "", " and 1 noise profile", ", 1 noise profile and 2 alerts". */
static const char *and_more(const struct copying *c)
{
	struct as_arena *a = c->cli->arena;
	const char *alerts =
		as_arena_printf(a, " and %zu alert%s", c->alerts, c->alerts == 1 ? "" : "s");
	const char *both = as_arena_printf(a, "%s %zu noise profile%s%s", c->alerts ? "," : " and",
		c->profiles, c->profiles == 1 ? "" : "s", c->alerts && alerts ? alerts : "");
	const char *text = c->profiles ? both : c->alerts ? alerts : "";

	return text ? text : "";
}

enum as_status as_store_do_copy(struct as_cli *cli, char **words, size_t n, struct as_err *err)
{
	struct copying c = {.cli = cli};
	enum as_status st = open_both(&c, words[0], err);

	if (!st)
		st = n > 1 ? copy_named(&c, words + 1, n - 1, err) : copy_all(&c, err);
	if (!st && n == 1)
		st = copy_besides(&c, copy_profiles, err);
	if (!st && n == 1)
		st = copy_besides(&c, copy_alerts, err);
	if (!st)
		st = as_store_settle(c.to, err);
	if (c.to)
		as_store_say(cli, "copied %s%s to '%s'%s", as_store_experiments(cli, c.copied),
			and_more(&c), as_store_path(c.to),
			c.there ? "; what was there already stays as it is" : "");
	if (c.lost || c.partly)
		as_cli_raise(cli, AS_EXIT_SYSTEM);
	free(c.ids.v);
	as_store_close(c.from);
	as_store_close(c.to);
	return st;
}
