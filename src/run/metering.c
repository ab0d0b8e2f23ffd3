/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Starting the meter of --meter: as a hook that leaves it running, so that it is ended with everything else,
 * however assay ends. */
#include "run/conductor.h"

enum as_status as_conductor_begin_meter(struct as_conductor *c, int64_t idle_ns, struct as_err *err)
{
	struct as_metered *m = &c->chosen.metered;
	char path[AS_SCRATCH_BYTES + 16], why[AS_METER_WORDS], words[2 * AS_METER_WORDS];
	const struct as_choice choice = {.kind = AS_CHOICE_METER, .metric = as_metered_metric};
	uint32_t id = 0;

	if (!c->r->meter)
		return AS_OK;
	const char *const argv[] = {"/bin/sh", "-c", "eval \"$1\" &", "assay-meter", c->r->meter, NULL};
	const struct as_stream out = {.kind = AS_STREAM_FILE, .path = path};
	const struct as_command_spec spec = {
		.path = argv[0], .argv = argv, .envp = c->env, .out = out, .err = out};
	enum as_status st = as_metered_open(m, &c->scratch, c->r->meter, path, err);

	if (!st)
		st = as_spawner_prepare(c->spawner, &spec, &id, err);
	if (!st)
		st = as_conductor_run_aside(c, id, "meter", err);
	if (st)
		return st;
	if (as_metered_begin(m, idle_ns, why)) {
		st = as_experiment_metric(c->x, &as_metered_metric, &m->number, err);
		as_metered_say(m, words, sizeof words);
		if (!st)
			st = as_chosen_state(c->x, AS_METERED_METRIC, words, err);
	} else {
		snprintf(words, sizeof words, "--meter '%.100s': %s", c->r->meter, why);
		st = as_chosen_miss(c->x, &choice, words, c->r->criterion, err);
	}
	as_journal_machine(c->journal, c->x);
	return st;
}
