/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/fleet/run_on.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/words.h"
#include "cli/files.h"
#include "cli/fleet/fleet_show.h"
#include "cli/measure/measure.h"
#include "cli/results/result.h"
#include "clock/clock.h"
#include "fleet/fleet_place.h"
#include "run/interrupt.h"
#include "run/journal/journal.h"
#include "run/request/settings.h"
#include "stat/dist/random.h"

#define NAP_NS 50000000L
#define LOOK_NS INT64_C(2000000000)
#define GRACE_NS INT64_C(10000000000) /* for what was asked to stop */

enum { UNKNOWN_MOST = 5, SEED_BITS = 11 };

enum state { RUNS, CAME, LOST };

struct machine {
	struct as_fleet_job job;
	enum state state;
	const char *result; /* file */
	int64_t looked_ns;
	int unknown;        /* so many looks told nothing */
	struct as_result r; /* of one that came, or of what one that was lost had */
};

struct heading {
	struct as_cli *cli;
	const struct as_request *request;
	struct as_store *store;
	struct as_fleet_place place;
	const char *folder, *program;
	const char **machine; /* those that can be had */
	size_t n_machines, next;
	struct machine *v; /* those that were asked */
	size_t n, wanted;
	bool stopped;
	int64_t stopped_ns;
};

static void say(struct heading *h, const char *machine, const char *what)
{
	struct as_text t = {0};

	if (as_args_has(h->cli->args, AS_OPT_JSON))
		return;
	as_text_add(&t, "  ");
	as_text_add_neutral(&t, machine, strlen(machine), 40);
	as_text_addf(&t, ": %s\n", what);
	as_out_show(h->cli->out, &t);
	as_text_release(&t);
}

/* ---- one machine ---- */

/* 53 bits of its own, drawn from that of the whole. */
static uint64_t seed_of(const struct heading *h, size_t i)
{
	struct as_random random;

	as_random_init(&random, h->request->amount.seed, AS_RANDOM_SESSION, i + 1);
	return as_random_u64(&random) >> SEED_BITS;
}

static enum as_status write_request(struct heading *h, const char *path, struct as_err *err)
{
	struct as_request r = *h->request;
	struct as_text t = {0};

	r.amount.seed = seed_of(h, h->n);
	r.keeping.verb = h->cli->verb;
	r.keeping.command_line = h->cli->command_line;
	as_request_write(&t, &r);
	enum as_status st = t.failed ? as_fail_memory(err)
		: as_write_file(path, as_text_str(&t), strlen(as_text_str(&t)), "the request",
			  err);
	as_text_release(&t);
	return st;
}

static const char *command_of(struct heading *h, const struct machine *m, const char *request)
{
	const char *const words[] = {h->program, "node", request, m->result, m->job.machine};
	struct as_text t = {0};

	as_text_add(&t, "exec");
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		as_text_char(&t, ' ');
		as_words_quote(&t, words[i]);
	}
	const char *command = t.failed ? NULL : as_arena_strdup(h->cli->arena, as_text_str(&t));
	as_text_release(&t);
	return command;
}

/* The next machine that can be had gets a job; false: there is none. */
static bool ask(struct heading *h, enum as_status *st, struct as_err *err)
{
	struct as_arena *a = h->cli->arena;
	struct machine *m = &h->v[h->n];

	if (h->next == h->n_machines)
		return false;
	m->job.machine = h->machine[h->next++];
	m->result = as_arena_printf(a, "%s/%zu.json", h->folder, h->n);
	m->job.log = as_arena_printf(a, "%s/%zu.log", h->folder, h->n);
	const char *request = as_arena_printf(a, "%s/%zu.request", h->folder, h->n);
	if (!m->result || !m->job.log || !request) {
		*st = as_fail_memory(err);
		return true;
	}
	*st = write_request(h, request, err);
	const char *command = *st ? NULL : command_of(h, m, request);
	if (!*st)
		*st = command ? as_fleet_submit(&h->place, &m->job, command, err)
			      : as_fail_memory(err);
	m->looked_ns = as_clock_now();
	h->n++;
	return true;
}

/* A result, analysed and kept. */
static enum as_status take(struct heading *h, struct machine *m, struct as_experiment *x,
	struct as_err *err)
{
	enum as_status st = as_result_init(&m->r, x, NULL, err);

	if (!st)
		m->r.x->shown = true;
	return st ? st : as_store_put_surely(h->store, m->r.x, &m->r.analyses[0], err);
}

static enum as_status read_result(struct heading *h, struct machine *m, struct as_err *err)
{
	struct as_store *none = NULL;
	struct as_experiment *x = NULL;
	enum as_status st = as_result_read_file(NULL, m->result, &none, &x, err);

	return st ? st : take(h, m, x, err);
}

/* The last line of what it wrote. */
static void add_reason(struct as_text *t, const char *log)
{
	char bytes[600] = "";
	struct as_file_in f;
	size_t n = 0;

	if (as_file_in_open(&f, log, NULL))
		return;
	const struct as_source from = as_file_in_source(&f);
	if (from.read(from.from, bytes, sizeof bytes - 1, &n, NULL))
		n = 0;
	as_file_in_close(&f);
	while (n && bytes[n - 1] == '\n')
		bytes[--n] = '\0';
	const char *line = strrchr(bytes, '\n');
	line = line ? line + 1 : bytes;
	if (*line)
		as_text_add(t, ": ");
	as_text_add_neutral(t, line, strlen(line), 300);
}

/* What it had written down before it was lost is measured, too. */
static void salvage(struct heading *h, struct machine *m)
{
	const char *folder = as_arena_printf(h->cli->arena, "%s.journals", m->result);
	struct as_orphan *o = NULL;
	struct as_journal *j = NULL;
	struct as_recorded rec = {0};
	size_t n = 0;

	if (!folder || as_journal_orphans(folder, h->cli->arena, &o, &n, NULL) || !n ||
		as_journal_claim(folder, o[0].uuid, &j, &rec, NULL))
		return;
	if (rec.x) {
		rec.x->machine.host = as_arena_strdup(&rec.x->arena, m->job.machine);
		if (take(h, m, rec.x, NULL))
			as_result_release(&m->r);
		rec.x = NULL;
	}
	as_journal_close(j);
	as_recorded_release(&rec);
}

static void lose(struct heading *h, struct machine *m, const char *why)
{
	struct as_text t = {0};

	m->state = LOST;
	salvage(h, m);
	as_text_addf(&t, "lost, %s", why);
	add_reason(&t, m->job.log);
	say(h, m->job.machine, as_text_str(&t));
	as_text_release(&t);
}

/* Another assay says other things. */
static void come(struct heading *h, struct machine *m)
{
	struct as_err why = {0};

	m->state = CAME;
	if (!read_result(h, m, &why)) {
		say(h, m->job.machine, "measured");
		return;
	}
	as_result_release(&m->r);
	m->r = (struct as_result){0};
	m->state = LOST;
	say(h, m->job.machine, why.msg);
}

static void look(struct heading *h, struct machine *m)
{
	const int64_t now = as_clock_now();

	if (!access(m->result, F_OK)) {
		come(h, m);
		return;
	}
	if (now - m->looked_ns < LOOK_NS)
		return;
	const enum as_fleet_life life = as_fleet_look(&h->place, &m->job);
	m->looked_ns = as_clock_now();
	m->unknown = life == AS_FLEET_UNKNOWN ? m->unknown + 1 : 0;
	if (life == AS_FLEET_LIVES || (m->unknown && m->unknown < UNKNOWN_MOST))
		return;
	if (!access(m->result, F_OK)) /* it came between the two */
		come(h, m);
	else
		lose(h, m,
			m->unknown ? "it does not answer" : "its job has ended without a result");
}

/* ---- all of them ---- */

static size_t count(const struct heading *h, enum state s)
{
	size_t n = 0;

	for (size_t i = 0; i < h->n; i++)
		n += h->v[i].state == s;
	return n;
}

static void end_jobs(struct heading *h)
{
	for (size_t i = 0; i < h->n; i++)
		if (h->v[i].state == RUNS)
			as_fleet_cancel(&h->place, &h->v[i].job);
}

static void stop(struct heading *h)
{
	h->stopped = true;
	h->stopped_ns = as_clock_now();
	end_jobs(h);
	as_cli_raise(h->cli, AS_EXIT_INTERRUPTED);
}

/* One more, which may be lost at once; false: there is none. */
static bool replace(struct heading *h)
{
	struct as_err why = {0};
	enum as_status st = AS_OK;

	if (!ask(h, &st, &why))
		return false;
	if (st)
		lose(h, &h->v[h->n - 1], why.msg);
	return true;
}

/* Until each has come or is lost. A lost one is replaced by a machine that was not asked yet. */
static void watch(struct heading *h)
{
	const struct timespec nap = {.tv_nsec = NAP_NS};

	while (count(h, RUNS)) {
		const size_t lost = count(h, LOST);
		for (size_t i = 0; i < h->n; i++)
			if (h->v[i].state == RUNS)
				look(h, &h->v[i]);
		if (!h->stopped && as_interrupt_count())
			stop(h);
		if (h->stopped && as_clock_now() - h->stopped_ns > GRACE_NS)
			break;
		for (size_t k = lost; !h->stopped && k < count(h, LOST); k++)
			if (!replace(h))
				break;
		clock_nanosleep(CLOCK_MONOTONIC, 0, &nap, NULL);
	}
	for (size_t i = 0; i < h->n; i++)
		if (h->v[i].state == RUNS) {
			as_fleet_cancel(&h->place, &h->v[i].job);
			lose(h, &h->v[i], "it did not stop");
		}
}

static enum as_status conclude(struct heading *h, struct as_err *err)
{
	struct as_result *v = as_arena_array(h->cli->arena, h->n + 1, sizeof *v);
	size_t n = 0;

	if (!v)
		return as_fail_memory(err);
	for (size_t i = 0; i < h->n; i++)
		if (h->v[i].r.x)
			v[n++] = h->v[i].r; /* borrowed */
	if (n < h->wanted)
		as_cli_raise(h->cli, AS_EXIT_BENCHMARK);
	if (n < 2)
		return as_fail(err, AS_ERR_BENCH,
			"cannot say anything of machines: %zu of %zu gave a result; what they "
			"wrote is in '%.300s'",
			n, h->n, h->folder);
	return as_fleet_show(h->cli, v, n, err);
}

static enum as_status make_folder(struct heading *h, struct as_err *err)
{
	char *path = as_arena_printf(h->cli->arena, "%s/.assay-fleet-XXXXXX", h->place.directory);

	if (!path)
		return as_fail_memory(err);
	if (!mkdtemp(path) || chmod(path, 0755))
		return as_fail(err, AS_ERR_SYS,
			"cannot make a folder that the machines share in '%.200s'",
			h->place.directory);
	h->folder = path;
	return AS_OK;
}

/* Results are in the store; what is left of a machine that was lost stays. */
static void clear_folder(struct heading *h, bool all)
{
	static const char *const ends[] = {"json", "log", "request", "json.journals"};

	for (size_t i = 0; i < h->n; i++)
		for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) {
			const char *path = as_arena_printf(h->cli->arena, "%s/%zu.%s", h->folder, i,
				ends[k]);
			if (path && (all || h->v[i].state == CAME) && unlink(path))
				rmdir(path);
		}
	rmdir(h->folder);
}

static enum as_status begin(struct heading *h, struct as_err *err)
{
	uint32_t wanted = 0;
	enum as_status st = as_fleet_machines(&h->place, &h->machine, &h->n_machines, err);

	if (!st)
		st = as_args_count(h->cli->args, AS_OPT_MACHINES, 2, 100000, &wanted, err);
	if (st)
		return st;
	h->wanted = wanted ? wanted : h->n_machines;
	if (h->wanted > h->n_machines || h->wanted < 2)
		return as_fail(err, AS_ERR_USAGE,
			"cannot measure on %zu machines: %zu can be had, and it takes two",
			h->wanted, h->n_machines);
	h->v = as_arena_array(h->cli->arena, h->n_machines, sizeof *h->v);
	if (!h->v)
		return as_fail_memory(err);
	memset(h->v, 0, h->n_machines * sizeof *h->v);
	st = make_folder(h, err);
	while (!st && h->n < h->wanted)
		if (!ask(h, &st, err))
			break;
	return st;
}

static enum as_status head(struct heading *h, struct as_err *err)
{
	const enum as_status began = begin(h, err);

	if (began)
		end_jobs(h);
	else
		watch(h);
	const enum as_status st = began ? began : conclude(h, err);
	for (size_t i = 0; i < h->n; i++)
		as_result_release(&h->v[i].r);
	if (h->folder)
		clear_folder(h, began != AS_OK);
	return st;
}

enum as_status as_run_on(struct as_cli *cli, const struct as_request *r, struct as_err *err)
{
	struct heading h = {.cli = cli, .request = r, .program = realpath("/proc/self/exe", NULL)};
	char *here = getcwd(NULL, 0);
	enum as_status st = AS_OK;

	if (!r->amount.runs)
		st = as_fail(err, AS_ERR_USAGE,
			"cannot measure on many machines without a number of rounds, the same for "
			"each: say it with -r 20");
	if (!st && (!h.program || !here))
		st = as_fail(err, AS_ERR_SYS, "cannot find the current folder");
	if (!st)
		st = as_measure_place(cli, false, &h.store, err);
	if (!st)
		st = as_fleet_open(as_args_value(cli->args, AS_OPT_ON), here, cli->arena, &h.place,
			err);
	as_interrupt_catch();
	st = st ? st : head(&h, err);
	as_fleet_close(&h.place);
	as_store_close(h.store);
	free((char *)(uintptr_t)h.program);
	free(here);
	return st;
}
