/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/vec.h"
#include "probe/around_read.h"
#include "probe/machine_facts.h"

enum { TASKS_MAX = 100000 }; /* looked at; of more the rest is not */

/* Numbers behind the name, counted from 1: state is 1. */
enum { PARENT = 2, USER = 12, SYSTEM = 13, STARTED = 20 };

static bool take_fields(const char *p, struct as_around_task *t)
{
	unsigned long long user = 0;

	for (int field = 1; field <= STARTED; field++) {
		p += strspn(p, " ");
		if (!*p)
			return false;
		if (field >= USER && !isdigit((unsigned char)*p) && *p != '-')
			return false;
		if (field == PARENT)
			t->parent = strtol(p, NULL, 10);
		else if (field == USER)
			user = strtoull(p, NULL, 10);
		else if (field == SYSTEM)
			t->ticks = user + strtoull(p, NULL, 10);
		else if (field == STARTED)
			t->started = strtoull(p, NULL, 10);
		p += strcspn(p, " ");
	}
	return true;
}

bool as_around_parse_task(const char *text, struct as_around_task *out)
{
	struct as_around_task t = {0};
	char *end;
	const char *open = strchr(text, '('), *close = strrchr(text, ')');

	t.pid = strtol(text, &end, 10);
	if (end == text || t.pid <= 0 || !open || !close || close < open)
		return false;
	snprintf(t.name, sizeof t.name, "%.*s", (int)(close - open - 1 < AS_AROUND_NAME
		? close - open - 1 : AS_AROUND_NAME), open + 1);
	if (!take_fields(close + 1, &t))
		return false;
	*out = t;
	return true;
}

static int by_pid(const void *a, const void *b)
{
	const struct as_around_process *x = a, *y = b;

	return (x->pid > y->pid) - (x->pid < y->pid);
}

/* What it has used since the last look; all of it where it is new. */
static unsigned long long used(const struct as_around *a, const struct as_around_task *t)
{
	const struct as_around_process key = {.pid = t->pid};
	const struct as_around_process *before = a->n_seen
		? bsearch(&key, a->seen, a->n_seen, sizeof key, by_pid) : NULL;

	if (!before || before->started != t->started)
		return t->ticks;
	return t->ticks > before->ticks ? t->ticks - before->ticks : 0;
}

static bool read_task(const struct as_around *a, const char *pid, struct as_around_task *out)
{
	char path[64], text[1024];

	if (!isdigit((unsigned char)*pid) || strlen(pid) > 16)
		return false;
	snprintf(path, sizeof path, "/proc/%s/stat", pid);
	return as_probe_slurp(&a->root, path, text, sizeof text, NULL) &&
		as_around_parse_task(text, out);
}

double as_around_biggest(struct as_around *a, long own, char name[static AS_AROUND_NAME])
{
	const double tick_ns = 1e9 / (double)sysconf(_SC_CLK_TCK);
	struct as_around_process *now = NULL;
	size_t n = 0, cap = 0;
	unsigned long long most = 0;
	char full[PATH_MAX];
	bool first = !a->n_seen;
	DIR *folder = NULL;

	*name = 0;
	if (a->extent == AS_AROUND_ALL &&
		snprintf(full, sizeof full, "%s/proc", a->root.root ? a->root.root : "") < PATH_MAX)
		folder = opendir(full);
	if (!folder)
		return (double)NAN;
	for (const struct dirent *e; n < TASKS_MAX && (e = readdir(folder));) {
		struct as_around_task t;

		if (!read_task(a, e->d_name, &t))
			continue;
		const struct as_around_process p = {t.pid, t.started, t.ticks};
		if (!AS_PUSH(now, n, cap, p))
			break;
		unsigned long long ticks = used(a, &t);
		if (t.pid != own && t.parent != own && ticks > most && !first) {
			most = ticks;
			memcpy(name, t.name, AS_AROUND_NAME);
		}
	}
	closedir(folder);
	if (n)
		qsort(now, n, sizeof *now, by_pid);
	free(a->seen);
	a->seen = now;
	a->n_seen = n;
	a->cap_seen = cap;
	return first || !n ? (double)NAN : (double)most * tick_ns;
}
