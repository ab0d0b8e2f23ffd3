/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the journal costs: journal PAIRS N FOLDER PROGRAM conducts N executions of PROGRAM with a
 * journal in FOLDER and N without one, PAIRS times, in turn which is first. Of each pair it prints,
 * in ns: the time of the rounds with it and without it, and the processor time of assay (not of its
 * spawner and what that starts) with and without. */

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "clock/clock.h"
#include "run/conduct.h"
#include "run/journal/journal.h"

/* At the first and the last look of an observer: what lies before and after them is no part of the
 * rounds. */
struct span {
	int64_t first_ns, last_ns;
	int64_t first_cpu_ns, last_cpu_ns;
};

struct took {
	int64_t wall_ns, cpu_ns;
};

static int64_t cpu_now(void)
{
	struct rusage u;

	getrusage(RUSAGE_SELF, &u);
	return ((int64_t)u.ru_utime.tv_sec + u.ru_stime.tv_sec) * 1000000000 +
		((int64_t)u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1000;
}

static void tick(void *context, const struct as_conduct_state *state)
{
	struct span *s = context;

	(void)state;
	s->last_ns = as_clock_now();
	if (!s->first_ns) {
		s->first_ns = s->last_ns;
		s->first_cpu_ns = cpu_now();
	}
}

static void planned(void *context, const struct as_conduct_state *state,
	const struct as_forecast *forecast)
{
	(void)context;
	(void)state;
	(void)forecast;
}

static enum as_status conduct(struct as_request *r, struct as_journal *j, struct took *out,
	struct as_err *err)
{
	struct span span = {0};
	const struct as_observer observer = {.context = &span, .tick = tick, .planned = planned};
	struct as_experiment *x = NULL;

	const struct as_run_context with = {.journal = j};
	enum as_status st = as_conduct(r, &with, &observer, &x, err);
	span.last_cpu_ns = cpu_now();
	as_experiment_free(x);
	if (!st && as_journal_error(j))
		st = as_fail_sys(err, 0, "the journal has failed: %s", as_journal_error(j));
	*out = (struct took){span.last_ns - span.first_ns, span.last_cpu_ns - span.first_cpu_ns};
	return st;
}

static enum as_status one(struct as_request *r, const char *folder, bool journal, struct took *out,
	struct as_err *err)
{
	struct as_journal *j = NULL;
	enum as_status st = journal ? as_journal_new(folder, NULL, &j, err) : AS_OK;

	if (!st)
		st = conduct(r, j, out, err);
	as_journal_remove(j);
	return st;
}

int main(int argc, char **argv)
{
	long pairs = argc == 5 ? strtol(argv[1], NULL, 10) : 0, n = argc == 5 ? strtol(argv[2], NULL, 10) : 0;
	struct as_command command = {.command = argc == 5 ? argv[4] : ""};
	struct as_request r = {.what.commands = &command,
		.what.n_commands = 1,
		.what.shared_hooks = true,
		.amount.runs = (uint32_t)n,
		.amount.iterations = 20,
		.aim.precision = 0.01,
		.aim.confidence = 0.95,
		.aim.tolerance = 0.01,
		.amount.budget_ns = INT64_C(3600000000000),
		.amount.seed = 1,
		.building.timeout_ns = INT64_C(3600000000000),
		.planning.kappa = 1};
	struct as_err err = {0};
	enum as_status st = AS_OK;

	if (pairs < 1 || n < 1) {
		fputs("usage: journal PAIRS N FOLDER PROGRAM\n", stderr);
		return 2;
	}
	for (size_t i = 0; i < AS_MODEL_LEVELS; i++)
		r.planning.cost_s[i] = (double)NAN;
	for (long i = 0; i < pairs && !st; i++) {
		struct took with = {0}, without = {0};
		if (i % 2)
			st = one(&r, argv[3], true, &with, &err);
		if (!st)
			st = one(&r, argv[3], false, &without, &err);
		if (!st && i % 2 == 0)
			st = one(&r, argv[3], true, &with, &err);
		if (!st)
			printf("%" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 "\n", with.wall_ns,
				without.wall_ns, with.cpu_ns, without.cpu_ns);
	}
	if (st)
		fprintf(stderr, "journal: %s\n", err.msg);
	return st != AS_OK;
}
