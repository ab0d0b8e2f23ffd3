/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/metrics/callgrind.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/num.h"
#include "base/vec.h"

enum { EVENTS = 9, FIRST_MISS = 10, LAST_MISS = 100, NAME_BYTES = 64 };

const char *const *as_callgrind_words(const struct as_callgrind_ask *ask, const char *path,
	const char *const *argv, struct as_arena *a)
{
	const char *const own[] = {ask->valgrind, "--tool=callgrind", "--trace-children=yes",
		as_arena_printf(a, "--callgrind-out-file=%s/%%p", ask->folder),
		as_arena_printf(a, "--log-file=%s/log.%%p", ask->folder), "--dump-line=no",
		/* what a process has counted stays with it when it forks */
		"--dump-before=fork", "--dump-before=vfork", "--dump-before=__libc_fork",
		ask->caches ? "--cache-sim=yes" : "--cache-sim=no", "--I1=32768,8,64",
		"--D1=32768,8,64", "--LL=8388608,16,64",
		ask->marks ? "--collect-atstart=no" : "--collect-atstart=yes", "--", path};
	const size_t n_own = sizeof own / sizeof own[0];
	size_t n = 0;

	while (argv[n])
		n++;
	const char **all = as_arena_array(a, n_own + n, sizeof *all);
	if (!all || !own[3] || !own[4])
		return NULL;
	memcpy(all, own, sizeof own);
	if (n > 1)
		memcpy(all + n_own, argv + 1, (n - 1) * sizeof *argv);
	return all;
}

/* A file of counts: a process, or what it did until it forked. */
struct counted_part {
	unsigned long pid;
	bool before_fork; /* it was written because the process was about to fork */
	char *program;    /* its words */
	double v[EVENTS]; /* Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw */
};

struct counted_parts {
	struct counted_part *v;
	size_t n, cap;
};

static enum as_status damaged(const char *name, struct as_err *err)
{
	return as_fail(err, AS_ERR_DATA,
		"callgrind's file %.100s has no sum: it was cut off", name);
}

static bool read_numbers(char *words, double v[static EVENTS])
{
	char *rest = NULL;
	size_t n = 0;

	for (const char *w = strtok_r(words, " \n", &rest); w && n < EVENTS;
		w = strtok_r(NULL, " \n", &rest))
		if (!as_parse_double(w, &v[n++]))
			return false;
	return n > 0; /* zeros at the end are left out */
}

static bool begins(char *line, const char *with, char **rest)
{
	const size_t n = strlen(with);

	*rest = line + n;
	return !strncmp(line, with, n);
}

/* False: it has no totals. */
static bool read_part(FILE *f, struct counted_part *p)
{
	char *line = NULL;
	size_t room = 0;
	bool whole = false;

	for (char *rest; getline(&line, &room, f) > 0;) {
		if (begins(line, "totals: ", &rest))
			whole = read_numbers(rest, p->v);
		else if (begins(line, "cmd: ", &rest) && !p->program)
			p->program = strdup(rest);
		else if (begins(line, "desc: Trigger: --dump-before=", &rest))
			p->before_fork = true;
	}
	free(line);
	return whole;
}

static FILE *open_below(int folder, const char *name)
{
	const int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
	FILE *f = fd < 0 ? NULL : fdopen(fd, "r");

	if (!f && fd >= 0)
		close(fd);
	return f;
}

static enum as_status take_part(int folder, const char *name, struct counted_parts *all,
	struct as_err *err)
{
	struct counted_part p = {.pid = strtoul(name, NULL, 10)};
	FILE *f = open_below(folder, name);

	if (!f)
		return damaged(name, err);
	const bool whole = read_part(f, &p);
	fclose(f);
	if (whole && p.program && AS_PUSH(all->v, all->n, all->cap, p))
		return AS_OK;
	free(p.program);
	return whole && p.program ? as_fail_memory(err) : damaged(name, err);
}

/* The log of a process that was started says how to control it; that of one that was forked does
 * not. */
static bool was_started(int folder, unsigned long pid)
{
	char name[NAME_BYTES], head[4096];

	snprintf(name, sizeof name, "log.%lu", pid);
	FILE *f = open_below(folder, name);
	const size_t n = f ? fread(head, 1, sizeof head - 1, f) : 0;
	if (f)
		fclose(f);
	head[n] = '\0';
	return strstr(head, "For interactive control") != NULL;
}

static bool is_alone(const struct counted_parts *all)
{
	size_t i = 0;

	while (i < all->n && all->v[i].pid == all->v[0].pid)
		i++;
	return i == all->n;
}

/* A forked process begins with what its parent had counted since its last file: next to nothing
 * where that was written before the fork. */
static bool began_anew(const struct counted_parts *all, const struct counted_part *p)
{
	for (size_t i = 0; i < all->n; i++)
		if (all->v[i].before_fork && !strcmp(all->v[i].program, p->program))
			return true;
	return false;
}

static enum as_status add_up(int folder, const struct counted_parts *all,
	struct as_callgrind_counts *out, struct as_err *err)
{
	const bool alone = is_alone(all);

	for (size_t i = 0; i < all->n; i++) {
		const struct counted_part *p = &all->v[i];

		if (!alone && !was_started(folder, p->pid) && !began_anew(all, p))
			return as_fail(err, AS_ERR_DATA,
				"it forks, and has no symbols that say where, so that what its "
				"children did cannot be told from what it had done before");
		out->instructions += p->v[0];
		out->first_misses += p->v[3] + p->v[4] + p->v[5];
		out->last_misses += p->v[6] + p->v[7] + p->v[8];
	}
	return all->n ? AS_OK
		: as_fail(err, AS_ERR_DATA, "callgrind has left no file of what it counted");
}

static enum as_status take_all(DIR *d, struct counted_parts *all, struct as_err *err)
{
	enum as_status st = AS_OK;

	for (const struct dirent *e; !st && (e = readdir(d));)
		if (*e->d_name >= '1' && *e->d_name <= '9')
			st = take_part(dirfd(d), e->d_name, all, err);
	return st;
}

static void empty(DIR *d)
{
	rewinddir(d);
	for (const struct dirent *e; (e = readdir(d));)
		if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0)
			unlinkat(dirfd(d), e->d_name, 0);
}

enum as_status as_callgrind_read(const char *folder, struct as_callgrind_counts *out,
	struct as_err *err)
{
	struct counted_parts all = {0};
	DIR *d = opendir(folder);

	*out = (struct as_callgrind_counts){0};
	if (!d)
		return as_fail_sys(err, errno, "cannot read what callgrind wrote to '%s'", folder);
	enum as_status st = take_all(d, &all, err);
	if (!st)
		st = add_up(dirfd(d), &all, out, err);
	for (size_t i = 0; i < all.n; i++)
		free(all.v[i].program);
	free(all.v);
	empty(d);
	closedir(d);
	return st;
}

double as_callgrind_cycles(const struct as_callgrind_counts *c)
{
	return c->instructions + FIRST_MISS * c->first_misses + LAST_MISS * c->last_misses;
}
