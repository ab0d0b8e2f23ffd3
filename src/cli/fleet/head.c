/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/fleet/head.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "clock/clock.h"
#include "run/build/copy_file.h"
#include "run/interrupt.h"

#define NAP_NS 50000000L
#define GRACE_NS INT64_C(10000000000) /* for what was asked to stop */

static size_t count(const struct as_fleet_head *h, enum as_head_state s)
{
	size_t n = 0;

	for (size_t i = 0; i < h->n; i++)
		n += h->v[i].state == s;
	return n;
}

/* ---- beginning ---- */

static enum as_status make_folder(struct as_fleet_head *h, struct as_err *err)
{
	h->folder = as_head_folder(h->place.directory, h->uuid, h->cli->arena);
	if (!h->folder)
		return as_fail_memory(err);
	h->goes_on = !access(h->folder, F_OK);
	if (!h->goes_on && (mkdir(h->folder, 0755) || chmod(h->folder, 0755)))
		return as_fail(err, AS_ERR_SYS,
			"cannot make a folder that the machines share in '%.200s'",
			h->place.directory);
	return AS_OK;
}

static enum as_status choose_machines(struct as_fleet_head *h, struct as_err *err)
{
	uint32_t wanted = 0;
	enum as_status st = as_args_count(h->cli->args, AS_OPT_MACHINES, 2, 100000, &wanted, err);

	const bool enough = h->n && (!wanted || h->n >= wanted);
	if (!st)
		st = as_fleet_machines(&h->place, &h->machine, &h->n_machines, enough ? NULL : err);
	if (st && enough) { /* those that were asked are enough, though no other answers now */
		h->n_machines = 0;
		st = AS_OK;
	}
	if (st)
		return st;
	h->wanted = wanted ? wanted : h->n ? h->n : h->n_machines;
	if (h->n)
		return AS_OK;
	if (h->n_machines < 2)
		return as_fail(err, AS_ERR_USAGE,
			"cannot measure on many machines where %s can be had: it takes two or "
			"more; name others with --on, or leave it out",
			h->n_machines ? "only one" : "none");
	if (h->wanted > h->n_machines)
		return as_fail(err, AS_ERR_USAGE,
			"cannot measure on %zu machines: %zu can be had; ask for fewer "
			"(--machines), or name others with --on",
			h->wanted, h->n_machines);
	return AS_OK;
}

enum as_status as_head_open(struct as_fleet_head *h, struct as_err *err)
{
	char *here = getcwd(NULL, 0);
	char *program = realpath("/proc/self/exe", NULL);
	const char *directory = here ? as_arena_strdup(h->cli->arena, here) : NULL;
	enum as_status st = AS_OK;

	h->jobs = -1;
	h->program = program ? as_arena_strdup(h->cli->arena, program) : NULL;
	if (!directory || !h->program)
		st = as_fail(err, AS_ERR_SYS, "cannot find the current folder");
	free(here);
	free(program);
	if (!st)
		st = as_fleet_open(as_args_value(h->cli->args, AS_OPT_ON), directory, h->cli->arena,
			&h->place, err);
	if (!st)
		st = make_folder(h, err);
	if (!st)
		st = as_head_open_jobs(h, err);
	return st ? st : choose_machines(h, err);
}

/* Those that were asked before count, unless they are lost. */
static enum as_status begin(struct as_fleet_head *h, struct as_err *err)
{
	enum as_status st = AS_OK;
	bool more = true;

	for (size_t i = 0; i < h->n && !st; i++)
		st = as_head_recall(h, i, err);
	while (!st && more && h->n - count(h, AS_HEAD_LOST) < h->wanted)
		st = as_head_ask(h, &more, err);
	return st;
}

/* ---- under way ---- */

/* Each is told once. A manager that is silent is not, as each order to it takes as long as it may. */
static void end_jobs(struct as_fleet_head *h)
{
	for (size_t i = 0; i < h->n && !h->silence.since_ns; i++)
		if (h->v[i].state == AS_HEAD_RUNS && !h->v[i].ended) {
			h->v[i].ended = as_fleet_cancel(&h->place, &h->v[i].job) ||
				as_head_silent(h, &h->v[i]);
		}
}

/* It was told to stop, or could not be told, and gave nothing. */
static void give_up(struct as_fleet_head *h, struct as_head_machine *m)
{
	const char *words = as_arena_printf(h->cli->arena,
		"%s could not be told to end its job, which goes on: scancel %s ends it later",
		h->place.way->manager ? h->place.way->manager : "it", m->job.id);

	if (h->silence.since_ns && words) {
		as_head_lose(h, m, words);
		return;
	}
	as_fleet_cancel(&h->place, &m->job);
	as_head_lose(h, m, "it did not stop");
}

static void stop(struct as_fleet_head *h)
{
	h->stopped = true;
	h->stopped_ns = as_clock_now();
	as_cli_raise(h->cli, AS_EXIT_INTERRUPTED);
}

/* One more, which may be lost at once; false: there is none. */
static bool replace(struct as_fleet_head *h)
{
	struct as_err why = {0};
	bool asked = false;

	if (as_head_ask(h, &asked, &why) && asked && h->n)
		as_head_lose(h, &h->v[h->n - 1], why.msg);
	return asked;
}

/* Until each has come or is lost. */
static void watch(struct as_fleet_head *h)
{
	const struct timespec nap = {.tv_nsec = NAP_NS};

	while (count(h, AS_HEAD_RUNS)) {
		const size_t lost = count(h, AS_HEAD_LOST);
		for (size_t i = 0; i < h->n; i++)
			if (h->v[i].state == AS_HEAD_RUNS)
				as_head_look(h, &h->v[i]);
		if (!h->stopped && as_interrupt_count())
			stop(h);
		if (h->stopped)
			end_jobs(h);
		if (h->stopped && as_clock_now() - h->stopped_ns > GRACE_NS)
			break;
		const bool more = !h->stopped && !h->silence.over;
		for (size_t k = lost; more && k < count(h, AS_HEAD_LOST); k++)
			if (!replace(h))
				break;
		clock_nanosleep(CLOCK_MONOTONIC, 0, &nap, NULL);
	}
	for (size_t i = 0; i < h->n; i++)
		if (h->v[i].state == AS_HEAD_RUNS)
			give_up(h, &h->v[i]);
}

static enum as_status collect_results(struct as_fleet_head *h, struct as_result **out, size_t *n,
	struct as_err *err)
{
	struct as_result *v = as_arena_array(h->cli->arena, h->n + 1, sizeof *v);

	*n = 0;
	if (!v)
		return as_fail_memory(err);
	for (size_t i = 0; i < h->n; i++)
		if (h->v[i].r.x)
			v[(*n)++] = h->v[i].r; /* borrowed */
	*out = v;
	if (*n < h->wanted)
		as_cli_raise(h->cli, AS_EXIT_BENCHMARK);
	if (*n < 2 && h->stopped)
		return as_fail(err, AS_ERR_INTERRUPTED,
			"stopped by you before two machines had measured anything");
	return *n >= 2 ? AS_OK : as_fail(err, AS_ERR_BENCH,
		"cannot say anything of machines: %zu of %zu gave a result; what they wrote is in "
		"'%.300s'",
		*n, h->n, h->folder);
}

enum as_status as_head_measure(struct as_fleet_head *h, struct as_result **out, size_t *n,
	struct as_err *err)
{
	const enum as_status st = begin(h, err);

	*n = 0;
	if (st) {
		end_jobs(h);
		return st;
	}
	watch(h);
	return collect_results(h, out, n, err);
}

/* ---- end ---- */

static void withdraw(struct as_fleet_head *h)
{
	const char **id = as_arena_array(h->cli->arena, h->n + 1, sizeof *id);
	struct as_fleet_ids ids = {.id = id};

	for (size_t i = 0; id && i < h->n; i++)
		if (*h->v[i].job.id)
			id[ids.n++] = h->v[i].job.id;
	as_fleet_withdraw(&h->place, &ids);
}

/* Results are in the store; what is left of a machine that was lost stays. */
static void clear_folder(struct as_fleet_head *h, bool all)
{
	static const char *const ends[] = {"json", "log", "request", "log.pid", "json.journals"};

	if (all || !count(h, AS_HEAD_LOST)) {
		as_remove_tree(h->folder);
		return;
	}
	for (size_t i = 0; i < h->n; i++)
		for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) {
			const char *path = as_arena_printf(h->cli->arena, "%s/%04zu.%s", h->folder,
				i, ends[k]);
			if (path && h->v[i].state == AS_HEAD_CAME && unlink(path))
				rmdir(path);
		}
}

void as_head_close(struct as_fleet_head *h, bool all)
{
	withdraw(h);
	if (h->folder)
		clear_folder(h, all);
	for (size_t i = 0; i < h->n; i++)
		as_result_release(&h->v[i].r);
	free(h->v);
	h->v = NULL;
	h->n = 0;
	if (h->jobs >= 0)
		close(h->jobs);
	as_fleet_close(&h->place);
}
