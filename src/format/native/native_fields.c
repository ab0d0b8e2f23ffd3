/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "format/native/native_fields.h"

#define TABLE(name) \
	const struct as_native_fields as_native_##name = {(name), sizeof(name) / sizeof((name)[0])}

#define FIELD(key, kind, member) {key, AS_NATIVE_##kind, offsetof(struct OF, member), NULL}
#define WORDS(key, kind, member, words) \
	{key, AS_NATIVE_##kind, offsetof(struct OF, member), &as_##words##_words}

#define OF as_experiment
static const struct as_native_field head[] = {
	FIELD("uuid", NEEDED, uuid),
	FIELD("label", TEXT, label),
	FIELD("note", TEXT, note),
	FIELD("pinned", BOOL, pinned),
	FIELD("extends", TEXT, extends),
	FIELD("second_look", BOOL, second_look),
	FIELD("shown", BOOL, shown),
	FIELD("assay", TEXT, version),
	FIELD("command_line", TEXT, command_line),
	FIELD("directory", TEXT, directory),
	FIELD("started", INSTANT, started_ns),
	FIELD("ended", INSTANT, ended_ns),
	FIELD("reference", SIZE, reference),
};
TABLE(head);
#undef OF

#define OF as_machine
static const struct as_native_field machine[] = {
	FIELD("machine_id", TEXT, machine_id),
	FIELD("environment_id", TEXT, environment_id),
	FIELD("boot_id", TEXT, boot_id),
	FIELD("host", TEXT, host),
	FIELD("suspended_ns", INT, suspended_ns),
};
TABLE(machine);
#undef OF

#define OF as_fact
static const struct as_native_field fact[] = {
	WORDS("kind", WORD, kind, fact),
	FIELD("name", NEEDED, name),
	FIELD("value", NEEDED, value),
};
TABLE(fact);
#undef OF

#define OF as_plan
static const struct as_native_field plan[] = {
	WORDS("design", WORD, design, design),
	WORDS("stopping", WORD, stopping, stopping),
	WORDS("outcome", WORD, outcome, outcome),
	FIELD("seed", SEED, seed),
	FIELD("confidence", REAL, confidence),
	FIELD("precision", REAL, precision),
	FIELD("precision_each", BOOL, precision_each),
	FIELD("tolerance", REAL, tolerance),
	FIELD("budget_ns", INT, budget_ns),
	FIELD("budget_explicit", BOOL, budget_explicit),
	FIELD("warmups", COUNT, warmups),
	FIELD("iterations", COUNT, iterations),
	FIELD("iterations_given", BOOL, iterations_given),
	FIELD("drop", COUNT, drop),
	FIELD("stage1", COUNT, stage1),
	FIELD("planned", COUNT, planned),
	FIELD("extended", COUNT, extended),
	FIELD("done", COUNT, done),
	FIELD("wanted", COUNT, wanted),
	FIELD("builds", COUNT, builds),
	WORDS("builds_state", WORD, builds_state, builds),
	WORDS("randomize", BITS, randomize, randomize),
	FIELD("layout_failed", BOOL, layout_failed),
	WORDS("cost_s", COSTS, cost_s, level),
	FIELD("expected", REAL, expected),
	FIELD("dimension_reused", BOOL, dimension_reused),
};
TABLE(plan);

static const struct as_native_field looks[] = {
	FIELD("decide", BOOL, decide),
	FIELD("first_look", COUNT, first_look),
	FIELD("last_look", COUNT, last_look),
};
TABLE(looks);
#undef OF

#define OF as_metric
static const struct as_native_field metric[] = {
	FIELD("name", NEEDED, name),
	FIELD("unit", NEEDED, unit),
	WORDS("better", WORD, better, better),
	WORDS("level", WORD, level, level),
};
TABLE(metric);
#undef OF

#define OF as_subject
static const struct as_native_field subject[] = {
	FIELD("name", NEEDED, name),
	FIELD("command", NEEDED, command),
	FIELD("build_command", TEXT, build_command),
	FIELD("benchmark", TEXT, benchmark),
	FIELD("executable", TEXT, executable),
	FIELD("executable_hash", TEXT, executable_hash),
	FIELD("shell", TEXT, shell),
	FIELD("shell_reason", TEXT, shell_reason),
	FIELD("shell_cost_ns", REAL, shell_cost_ns),
	FIELD("leftovers", COUNT, leftovers),
};
TABLE(subject);
#undef OF

#define OF as_parameter
static const struct as_native_field parameter[] = {
	FIELD("name", NEEDED, name),
	FIELD("value", NEEDED, value),
};
TABLE(parameter);
#undef OF

#define OF as_version
static const struct as_native_field version[] = {
	FIELD("project", TEXT, project),
	FIELD("commit", TEXT, commit),
	FIELD("parents", TEXT, parents),
	FIELD("branch", TEXT, branch),
	FIELD("label", TEXT, label),
	FIELD("date", INSTANT, date_ns),
	WORDS("changes", WORD, changes, changes),
};
TABLE(version);
#undef OF

#define OF as_unit
static const struct as_native_field unit[] = {
	FIELD("order", COUNT, order),
	FIELD("round", ROUND, round),
	WORDS("role", WORD8, role, role),
	WORDS("ending", WORD8, ending, ending),
	FIELD("code", CODE, code),
	FIELD("started", INSTANT, started_ns),
	FIELD("cost_s", REAL, cost_s),
	FIELD("seed", SEED, seed),
};
TABLE(unit);
#undef OF

#define OF as_build
static const struct as_native_field build[] = {
	FIELD("hash", TEXT, hash),
	FIELD("code_hash", TEXT, code),
	FIELD("layout_hash", TEXT, layout),
	FIELD("bytes", INT, bytes),
};
TABLE(build);
#undef OF

#define OF as_note
static const struct as_native_field note[] = {
	WORDS("level", WORD, level, level),
	FIELD("unit", SIZE, unit),
	FIELD("text", NEEDED, text),
};
TABLE(note);
#undef OF

const char *const as_native_levels[AS_MODEL_LEVELS] = {"iterations", "executions", "builds",
	"sessions"};

enum as_unit_member as_native_member(const struct as_native_field *f)
{
	size_t m = 0;

	while (m + 1 < AS_UNIT_MEMBERS && as_unit_places[m].offset != f->offset)
		m++;
	return (enum as_unit_member)m;
}

size_t as_native_above(const struct as_subject *s, size_t level)
{
	do
		level++;
	while (level < AS_MODEL_LEVELS && !s->levels[level].n);
	return level;
}
