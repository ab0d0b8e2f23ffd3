/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/execute/metering.h"

/* Starting the meter of --meter: as a hook that leaves it running, so that it is ended with
 * everything else, however assay ends. */
#include <stdio.h>
#include <string.h>

#include "run/conductor.h"
#include "run/execute/launches.h"

/* What is asked of the meter; energy_meter in any case. */
static bool asks_for_iterations(const struct as_conductor *c)
{
	for (size_t i = 0; i < c->metrics.n; i++)
		if (!strcmp(c->metrics.v[i].metric.name, AS_METERED_ITERATION))
			return true;
	return false;
}

/* A plan has no need of it: no count and no cost follows from energy, unless that is the criterion.
 * */
static bool is_needed(const struct as_conductor *c)
{
	return c->r->reading.meter && (!c->r->amount.dry_run ||
		!strncmp(c->r->reading.criterion, AS_METERED_METRIC, sizeof AS_METERED_METRIC - 1));
}

/* The metrics of a meter that can be used. */
static enum as_status declare(struct as_conductor *c, struct as_err *err)
{
	struct as_metered *m = &c->chosen.metered;
	char words[2 * AS_METER_WORDS];
	enum as_status st = as_experiment_metric(c->x, &as_metered_metric, &m->number, err);

	m->iterations = asks_for_iterations(c);
	if (!st && m->iterations)
		st = as_experiment_metric(c->x, &as_metered_iteration, &m->iteration_number, err);
	as_metered_say(m, words, sizeof words);
	return st ? st : as_chosen_state(c->x, AS_METERED_METRIC, words, err);
}

/* One that cannot. */
static enum as_status miss(struct as_conductor *c, const char *why, struct as_err *err)
{
	const struct as_choice whole = {.kind = AS_CHOICE_METER, .metric = as_metered_metric};
	const struct as_choice iteration = {
		.kind = AS_CHOICE_METER, .metric = as_metered_iteration};
	enum as_status st = as_chosen_miss(c->x, &whole, why, c->r->reading.criterion, err);

	if (!st && asks_for_iterations(c))
		st = as_chosen_miss(c->x, &iteration, why, c->r->reading.criterion, err);
	return st;
}

enum as_status as_conductor_begin_meter(struct as_conductor *c, int64_t idle_ns, struct as_err *err)
{
	struct as_metered *m = &c->chosen.metered;
	char path[AS_SCRATCH_BYTES + 16], why[AS_METER_WORDS], words[2 * AS_METER_WORDS];
	uint32_t id = 0;

	if (!is_needed(c))
		return AS_OK;
	const char *const argv[] = {
		"/bin/sh", "-c", "eval \"$1\" &", "assay-meter", c->r->reading.meter, NULL};
	const struct as_stream out = {.kind = AS_STREAM_FILE, .path = path};
	const struct as_command_spec spec = {
		.path = argv[0], .argv = argv, .envp = c->env, .out = out, .err = out};
	enum as_status st = as_metered_open(m, &c->scratch, c->r->reading.meter, path, err);

	if (!st)
		st = as_spawner_prepare(c->spawner, &spec, &id, err);
	if (!st)
		st = as_conductor_run_aside(c, id, "meter", err);
	if (st)
		return st;
	bool good = as_metered_begin(m, idle_ns, why);
	snprintf(words, sizeof words, "--meter '%.100s': %s", c->r->reading.meter, good ? "" : why);
	st = good ? declare(c, err) : miss(c, words, err);
	as_journal_machine(c->journal, c->x);
	return st;
}
