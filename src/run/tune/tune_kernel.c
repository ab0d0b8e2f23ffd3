/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/tune/tune_kernel.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/vec.h"
#include "run/tune/tune_setting.h"

enum { CPUS_MAX = 8192 };

static bool disturbs(const struct as_diagnosis *d, enum as_check_id check)
{
	for (size_t i = 0; i < AS_CHECKS; i++)
		if (d->found[i].check == check)
			return d->found[i].weight >= AS_WEIGHT_MAY;
	return false;
}

/* Settings while they are collected. */
struct tune_kernel_list {
	struct as_setting *v;
	size_t n, cap;
	bool failed;
};

/* One file, if it is there and is not as wanted. */
static void consider(struct tune_kernel_list *l, const struct as_probe_root *root, size_t tunable,
	const char *path)
{
	struct as_setting s = {.check = as_tunables[tunable].check};

	if (!as_setting_read(root, path, s.old) || !strcmp(s.old, as_tunables[tunable].want))
		return;
	snprintf(s.path, sizeof s.path, "%s", path);
	snprintf(s.want, sizeof s.want, "%s", as_tunables[tunable].want);
	memcpy(s.found, s.old, sizeof s.found);
	s.sys = as_setting_closed(root, path);
	s.state = s.sys ? AS_SETTING_CLOSED : AS_SETTING_PLANNED;
	if (!AS_PUSH(l->v, l->n, l->cap, s))
		l->failed = true;
}

/* A line of tunables.def about each processor. Processors are numbered without large gaps. */
static void consider_each(struct tune_kernel_list *l, const struct as_probe_root *root,
	size_t tunable,
	const char *mark)
{
	enum { GAP = 512 };
	const char *pattern = as_tunables[tunable].path;
	char path[AS_TUNE_PATH];
	size_t missed = 0;

	for (int cpu = 0; cpu < CPUS_MAX && missed < GAP; cpu++) {
		size_t before = l->n;
		char word[AS_TUNE_WORD];
		snprintf(path, sizeof path, "%.*s%d%s", (int)(mark - pattern), pattern, cpu,
			mark + 1);
		consider(l, root, tunable, path);
		missed = l->n > before || as_setting_read(root, path, word) ? 0 : missed + 1;
	}
}

static void count(struct as_tuning *t)
{
	memset(t->count, 0, sizeof t->count);
	for (size_t i = 0; i < t->n; i++)
		t->count[t->v[i].state]++;
}

enum as_status as_tune_plan(const struct as_probe_root *root, const struct as_diagnosis *d,
	struct as_arena *a, struct as_tuning *out, struct as_err *err)
{
	struct tune_kernel_list l = {0};
	enum as_status st = AS_OK;

	for (size_t i = 0; i < as_n_tunables; i++) {
		const char *mark = strchr(as_tunables[i].path, '#');
		if (!disturbs(d, as_tunables[i].check))
			continue;
		if (mark)
			consider_each(&l, root, i, mark);
		else
			consider(&l, root, i, as_tunables[i].path);
	}
	struct as_tuning t = {
		.action = AS_TUNE_APPLY, .n = l.n, .v = as_arena_array(a, l.n, sizeof *l.v)};
	if (l.failed || !t.v) {
		st = as_fail_memory(err);
		goto out;
	}
	if (l.n)
		memcpy(t.v, l.v, l.n * sizeof *l.v);
	count(&t);
	*out = t;
out:
	free(l.v);
	return st;
}

/* Write it, and look whether the kernel has taken it. */
static void change(const struct as_tune_place *p, struct as_setting *s, const char *word)
{
	s->sys = as_setting_write(p, s->path, word);
	if (!as_setting_read(p->root, s->path, s->found))
		s->found[0] = 0;
	if (!strcmp(s->found, word))
		s->state = AS_SETTING_CHANGED;
	else
		s->state = s->sys == EACCES || s->sys == EPERM || s->sys == EROFS
				   ? AS_SETTING_CLOSED
				   : AS_SETTING_FAILED;
	if (s->state == AS_SETTING_CHANGED)
		s->sys = 0;
}

/* Whether there is a tune of this boot; one of an earlier boot is thrown away. */
static enum as_status check_active(const struct as_tune_place *p, int folder, struct as_tuning *t,
	struct as_err *err)
{
	struct as_arena a = {0};
	struct as_tuning old = {0};
	enum as_tune_there there = AS_TUNE_NONE;
	enum as_status st = as_tune_remembered(p, &a, &old, &there, err);

	if (!st && there == AS_TUNE_THIS_BOOT)
		st = as_fail(err, AS_ERR_REFUSED,
			"cannot tune: this machine is tuned already, as '%s' remembers; "
			"assay doctor --restore gives back what was there",
			p->state);
	if (!st && there == AS_TUNE_OTHER_BOOT) {
		t->stale = true;
		st = as_tune_forget(p, folder, err);
	}
	as_arena_release(&a);
	return st;
}

enum as_status as_tune_apply(const struct as_tune_place *p, struct as_tuning *t, struct as_err *err)
{
	int folder = -1;
	enum as_status st = as_tune_lock(p, &folder, err);

	t->state = p->state;
	if (!st)
		st = check_active(p, folder, t, err);
	count(t);
	if (st || !t->count[AS_SETTING_PLANNED])
		goto out;
	st = as_tune_remember(p, folder, t, err);
	if (st)
		goto out;
	for (size_t i = 0; i < t->n; i++)
		if (t->v[i].state == AS_SETTING_PLANNED)
			change(p, &t->v[i], t->v[i].want);
	count(t);
	t->kept = t->count[AS_SETTING_CHANGED] > 0;
	if (!t->kept)
		st = as_tune_forget(p, folder, err);
out:
	if (folder >= 0)
		close(folder);
	return st;
}

static void restore_one(const struct as_tune_place *p, struct as_setting *s)
{
	as_setting_tidy(p, s->path);
	if (!as_setting_read(p->root, s->path, s->found)) {
		s->found[0] = 0;
		s->state = AS_SETTING_FOREIGN;
	} else if (!strcmp(s->found, s->old)) {
		s->state = AS_SETTING_ALREADY;
	} else if (strcmp(s->found, s->want) != 0) {
		s->state = AS_SETTING_FOREIGN;
	} else {
		change(p, s, s->old);
	}
}

enum as_status as_tune_restore(const struct as_tune_place *p, struct as_arena *a,
	struct as_tuning *out, struct as_err *err)
{
	struct as_tuning t = {.action = AS_TUNE_RESTORE, .state = p->state};
	enum as_tune_there there = AS_TUNE_NONE;
	int folder = -1;
	enum as_status st = AS_OK;

	if (access(p->state, F_OK) && errno == ENOENT) {
		*out = t;
		return AS_OK;
	}
	st = as_tune_lock(p, &folder, err);
	if (!st)
		st = as_tune_remembered(p, a, &t, &there, err);
	if (st)
		goto out;
	for (size_t i = t.n; i-- > 0;)
		if (there == AS_TUNE_THIS_BOOT)
			restore_one(p, &t.v[i]);
		else
			t.v[i].state = AS_SETTING_BOOTED;
	count(&t);
	t.kept = t.count[AS_SETTING_CLOSED] || t.count[AS_SETTING_FAILED];
	if (!t.kept && there != AS_TUNE_NONE)
		st = as_tune_forget(p, folder, err);
	if (!st)
		*out = t;
out:
	if (folder >= 0)
		close(folder);
	return st;
}
