/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/prepare.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "base/vec.h"
#include "run/building.h"
#include "run/conditions/two_sides.h"
#include "run/conductor.h"
#include "run/request/command.h"
#include "run/spawner/wait_status.h"
#include "stat/core/quantile.h"

enum { SHELL_LAUNCHES = 9 };

/* The environment of all children: ours, with what does not change from one to the next. */
static const char *const *environment(struct as_conductor *c)
{
	struct as_arena *a = &c->x->arena;
	size_t n = 0;

	while (environ[n])
		n++;
	const char **env = as_arena_array(a, n + 4, sizeof *env);
	if (!env)
		return NULL;
	n = 0;
	for (size_t i = 0; environ[i]; i++)
		if (strncmp(environ[i], "ASSAY_", 6) != 0)
			env[n++] = environ[i];
	env[n] = as_arena_printf(a, "ASSAY_ITERATIONS=%" PRIu32, c->r->amount.iterations);
	env[n + 1] = as_arena_printf(a, "ASSAY_WARMUP=%" PRIu32, c->r->amount.drop);
	env[n + 2] = as_arena_printf(a, AS_SCRATCH_MARK "%s", c->x->uuid);
	return env[n] && env[n + 1] && env[n + 2] ? env : NULL;
}

static struct as_stream output_of(const struct as_command *cmd)
{
	switch (cmd->output) {
	case AS_OUTPUT_PIPE: /* it is read anyway, so its end can be kept for failures */
		return (struct as_stream){.kind = AS_STREAM_CAPTURE};
	case AS_OUTPUT_INHERIT:
		return (struct as_stream){.kind = AS_STREAM_INHERIT};
	case AS_OUTPUT_FILE:
		return (struct as_stream){.kind = AS_STREAM_FILE, .path = cmd->output_file};
	case AS_OUTPUT_NULL:
		break;
	}
	return (struct as_stream){.kind = AS_STREAM_NULL};
}

struct hook {
	const char *text;  /* NULL: there is none */
	const char *input; /* a file; NULL: empty */
	bool shown;        /* what it writes is shown */
};

/* What a hook writes is kept for an error, or shown where what its command writes is shown. */
static enum as_status prepare_hook(struct as_conductor *c, size_t i, const struct hook *hook,
	uint32_t *out, struct as_err *err)
{
	const struct as_stream stream = {
		.kind = hook->shown ? AS_STREAM_INHERIT : AS_STREAM_CAPTURE};
	struct as_resolved words;

	*out = AS_NO_HOOK;
	if (!hook->text)
		return AS_OK;
	enum as_status st = as_hook_resolve(c->r, hook->text, &c->x->arena, &words, err);
	if (st)
		return st;
	struct as_command_spec spec = {.path = words.path, .argv = words.argv, .envp = c->env,
		.cwd = as_conductor_cwd(c, i), .input = hook->input, .out = stream, .err = stream};
	return as_spawner_prepare(c->spawner, &spec, out, err);
}

/* What a check or a pattern is to read has to be in a file. */
enum as_status as_conductor_choose_output(struct as_conductor *c, size_t i, struct as_err *err)
{
	const struct as_command *cmd = &c->r->what.commands[i];

	const bool go = cmd->speaks == AS_SPEAKS_GO || cmd->speaks == AS_SPEAKS_GO_TEST;
	const bool read = cmd->check || (c->chosen.n_patterns && !cmd->is_subtracted) || go;

	if (go && (cmd->output == AS_OUTPUT_PIPE || cmd->output == AS_OUTPUT_INHERIT))
		return as_fail(err, AS_ERR_USAGE,
			"what the benchmarks of Go print is read by assay: leave out "
			"--show-output and --output, or let it name a file");

	if (c->chosen.n_patterns &&
		(cmd->output == AS_OUTPUT_PIPE || cmd->output == AS_OUTPUT_INHERIT))
		return as_fail(err, AS_ERR_USAGE,
			"--metric %.60s=... reads the output of the command: leave out "
			"--show-output and --output, or let it name a file",
			c->chosen.patterns[0].name);
	if (read)
		c->runners[i].output = cmd->output == AS_OUTPUT_FILE ? cmd->output_file
			: as_arena_printf(&c->x->arena, "%s/output%zu", c->scratch.path, i);
	return read && !c->runners[i].output ? as_fail_memory(err) : AS_OK;
}

static enum as_status prepare_hooks(struct as_conductor *c, size_t i, struct as_err *err)
{
	const struct as_command *cmd = &c->r->what.commands[i];
	struct as_runner *run = &c->runners[i];
	const bool shown = cmd->output == AS_OUTPUT_INHERIT;
	const struct {
		struct hook hook;
		uint32_t *number;
	} hooks[] = {
		{{cmd->setup, NULL, shown}, &run->setup},
		{{cmd->prepare, NULL, shown}, &run->prepare},
		{{cmd->conclude, NULL, shown}, &run->conclude},
		{{cmd->cleanup, NULL, shown}, &run->cleanup},
		{{cmd->check, run->output, false}, &run->check},
	};
	enum as_status st = AS_OK;

	for (size_t k = 0; !st && k < sizeof hooks / sizeof hooks[0]; k++)
		st = prepare_hook(c, i, &hooks[k].hook, hooks[k].number, err);
	return st;
}

/* Median time of the shell doing nothing, so that the note about it has a size. */
static enum as_status measure_shell(struct as_conductor *c, struct as_subject *s,
	const char *const *env, struct as_err *err)
{
	struct as_resolved words;
	double ns[SHELL_LAUNCHES];
	size_t n = 0;
	uint32_t id = 0;
	enum as_status st = as_hook_resolve(c->r, ":", &c->x->arena, &words, err);

	struct as_command_spec spec = {.path = words.path, .argv = words.argv, .envp = env};
	if (!st)
		st = as_spawner_prepare(c->spawner, &spec, &id, err);
	for (size_t k = 0; k < SHELL_LAUNCHES && !st; k++) {
		struct as_launch launch = {.token = k, .command = id};
		struct as_launched r;
		bool got = false;

		st = as_spawner_launch(c->spawner, &launch, err);
		while (!st && !got)
			st = as_spawner_wait(c->spawner, -1, &r, &got, err);
		if (!st && as_launched_ended(&r).ending == AS_ENDED_OK)
			ns[n++] = (double)(r.end_ns - r.begin_ns);
	}
	if (st)
		return st;
	as_sort(ns, n);
	return n ? as_quantile(ns, n, 0.5, &s->shell_cost_ns) : AS_OK;
}

static void remember_program(struct as_conductor *c, size_t i, const struct as_resolved *words)
{
	struct as_subject *s = &c->x->subjects[i];
	bool elsewhere = as_conductor_cwd(c, i) && *words->path != '/';
	char hex[AS_HASH_HEX];

	s->executable = words->path;
	s->shell = words->shell;
	s->shell_reason = words->shell_reason;
	struct stat *sb = &c->runners[i].program;
	if (elsewhere || stat(words->path, sb))
		sb->st_ino = 0;
	if (!elsewhere && !as_probe_file_hash(words->path, hex, NULL))
		s->executable_hash = as_arena_strdup(&c->x->arena, hex);
}

/* Its bytes are others than those that were measured first. Who writes a file changes its times, so that
 * most are not read again. */
static bool has_changed(const struct as_conductor *c, size_t i)
{
	const struct as_subject *s = &c->x->subjects[i];
	const struct stat *then = &c->runners[i].program;
	char hex[AS_HASH_HEX];
	struct stat now;

	if (!s->executable_hash || s->build_command || !then->st_ino)
		return false;
	if (!stat(s->executable, &now) && now.st_ino == then->st_ino &&
		now.st_dev == then->st_dev &&
		now.st_size == then->st_size && now.st_mtim.tv_sec == then->st_mtim.tv_sec &&
		now.st_mtim.tv_nsec == then->st_mtim.tv_nsec)
		return false;
	return as_probe_file_hash(s->executable, hex, NULL) || strcmp(hex, s->executable_hash) != 0;
}

enum as_status as_conductor_note_changed(struct as_conductor *c, struct as_err *err)
{
	struct as_text names = {0};

	for (size_t i = 0; i < c->x->n_subjects; i++)
		if (has_changed(c, i))
			as_text_addf(&names, "%s%s", names.len ? ", " : "", c->x->subjects[i].name);
	const char *value = names.len ? as_arena_strdup(&c->x->arena, as_text_str(&names)) : "";
	as_text_release(&names);
	return value && !*value ? AS_OK : as_conductor_note(c, AS_FACT_CHANGED, value, err);
}

enum as_status as_conductor_add_subject(struct as_conductor *c, size_t i, struct as_err *err)
{
	const struct as_command *cmd = &c->r->what.commands[i];
	struct as_arena *a = &c->x->arena;
	char *command = as_command_words(cmd, a);
	struct as_subject *s = command
		? as_experiment_add_subject(c->x, cmd->name ? cmd->name : command, command)
		: NULL;

	if (!s)
		return as_fail_memory(err);
	s->parameters = as_arena_array(a, cmd->n_parameters, sizeof *s->parameters);
	if (!s->parameters)
		return as_fail_memory(err);
	s->n_parameters = cmd->n_parameters;
	for (size_t k = 0; k < cmd->n_parameters; k++) {
		s->parameters[k].name = as_arena_strdup(a, cmd->parameters[k].name);
		s->parameters[k].value = as_arena_strdup(a, cmd->parameters[k].value);
		if (!s->parameters[k].name || !s->parameters[k].value)
			return as_fail_memory(err);
	}
	s->benchmark = as_arena_strdup(a, cmd->benchmark);
	if (cmd->benchmark && !s->benchmark)
		return as_fail_memory(err);
	if (cmd->version && !as_version_copy(a, cmd->version, &s->version))
		return as_fail_memory(err);
	if (cmd->is_reference)
		c->x->reference = i;
	return AS_OK;
}

/* Register build `build` of a subject as something to be started, with `words`. */
static enum as_status conductor_add_cell(struct as_conductor *c, size_t subject, size_t build,
	const struct as_resolved *words, struct as_err *err)
{
	const struct as_command *cmd = &c->r->what.commands[subject];
	struct as_runner *run = &c->runners[subject];
	struct as_cell cell = {.build = build, .path = words->path, .argv = words->argv};

	if (!as_benchmark_select(cmd, cell.argv, &c->x->arena, run->select, &cell.select))
		return as_fail_memory(err);
	run->spec = (struct as_command_spec){.path = words->path,
		.argv = words->argv,
		.envp = c->env,
		.cwd = as_conductor_cwd(c, subject),
		.input = cmd->input ? cmd->input : c->r->what.input,
		.out = output_of(cmd),
		.fixed_addresses = !(c->r->building.randomize & AS_RANDOMIZE_ADDRESS),
		.events = c->chosen.events,
		.n_events = c->chosen.n,
		.isolation = c->load.isolation};
	if (run->output)
		run->spec.out = (struct as_stream){.kind = AS_STREAM_FILE, .path = run->output};
	if (run->spec.out.kind == AS_STREAM_INHERIT || run->spec.out.kind == AS_STREAM_CAPTURE)
		run->spec.err.kind = run->spec.out.kind;
	enum as_status st = as_spawner_prepare(c->spawner, &run->spec, &cell.measured, err);
	struct as_command_spec captured = run->spec;
	if (captured.out.kind == AS_STREAM_NULL)
		captured.out.kind = AS_STREAM_CAPTURE;
	if (captured.err.kind == AS_STREAM_NULL)
		captured.err.kind = AS_STREAM_CAPTURE;
	if (!st)
		st = as_spawner_prepare(c->spawner, &captured, &cell.captured, err);
	if (!st)
		st = as_conductor_prepare_sides(c, subject, &run->spec, &cell, err);
	if (!st && !AS_PUSH(run->cells, run->n_cells, run->cap_cells, cell))
		st = as_fail_memory(err);
	return st;
}

enum as_status as_conductor_share_cell(struct as_conductor *c, size_t i, size_t k,
	struct as_err *err)
{
	const struct as_command *cmd = &c->r->what.commands[i];
	struct as_runner *run = &c->runners[i];
	struct as_cell cell = c->runners[cmd->lead].cells[k];

	cell.counts = (struct as_cell_counts){0};
	if (!as_benchmark_select(cmd, cell.argv, &c->x->arena, run->select, &cell.select) ||
		!AS_PUSH(run->cells, run->n_cells, run->cap_cells, cell))
		return as_fail_memory(err);
	return AS_OK;
}

/* One program has many benchmarks: it is registered once, where its executions differ in variables
 * or in words of the launch alone. */
static bool shares(const struct as_conductor *c, size_t i)
{
	const struct as_command *cmd = &c->r->what.commands[i];
	const size_t from = c->schedule ? as_schedule_progress(c->schedule).from : 0;

	return cmd->benchmark && cmd->lead < i && cmd->lead >= from && !cmd->build &&
	       !cmd->checkout && !c->runners[cmd->lead].output;
}

static enum as_status share(struct as_conductor *c, size_t i, struct as_err *err)
{
	struct as_runner *run = &c->runners[i];
	const struct as_runner *lead = &c->runners[c->r->what.commands[i].lead];
	const struct as_subject *s = &c->x->subjects[c->r->what.commands[i].lead];

	run->words = lead->words;
	run->spec = lead->spec;
	run->setup = lead->setup;
	run->prepare = lead->prepare;
	run->conclude = lead->conclude;
	run->cleanup = lead->cleanup;
	run->check = lead->check;
	c->x->subjects[i].executable = s->executable;
	c->x->subjects[i].executable_hash = s->executable_hash;
	c->x->subjects[i].shell = s->shell;
	c->x->subjects[i].shell_reason = s->shell_reason;
	c->x->subjects[i].shell_cost_ns = s->shell_cost_ns;
	run->n_cells = 0;
	return as_conductor_share_cell(c, i, 0, err);
}

/* A command that is built first may not be there yet. */
static enum as_status prepare_subject(struct as_conductor *c, size_t i, struct as_err *err)
{
	struct as_subject *s = &c->x->subjects[i];
	struct as_runner *run = &c->runners[i];
	enum as_status st = shares(c, i) ? share(c, i, err)
		: as_command_resolve(c->r, i, &c->x->arena, &run->words, err);

	if (st || shares(c, i))
		return st;
	remember_program(c, i, &run->words);
	st = as_conductor_choose_output(c, i, err);
	if (!st && !c->r->what.commands[i].build)
		st = conductor_add_cell(c, i, 0, &run->words, err);
	if (!st)
		st = prepare_hooks(c, i, err);
	if (!st && run->words.shell && !c->replay) /* it was measured before */
		st = measure_shell(c, s, c->env, err);
	return st;
}

enum as_status as_conductor_words_of_build(struct as_conductor *c, size_t i, size_t build,
	struct as_resolved *out, struct as_err *err)
{
	struct as_runner *run = &c->runners[i];
	const struct as_artifacts *kept = &run->builder.artifacts;
	struct as_arena *a = &c->x->arena;
	enum as_status st = AS_OK;

	*out = run->words;
	if (!kept->n)
		return AS_OK;
	out->path = as_artifacts_path(kept, (uint32_t)build, run->words.path, a);
	if (!out->path)
		return as_fail_memory(err);
	st = as_artifacts_words(kept, (uint32_t)build, run->words.argv, a, &out->argv, err);
	if (st || !run->words.shell_text)
		return st;
	const char **argv = as_arena_array(a, 8, sizeof *argv);
	size_t n = 0;
	while (argv && out->argv[n] && n < 6)
		n++;
	if (!argv || !n)
		return as_fail_memory(err);
	memcpy(argv, out->argv, n * sizeof *argv);
	st = as_artifacts_text(kept, (uint32_t)build, run->words.shell_text, a, &argv[n - 1], err);
	out->argv = argv;
	return st;
}

enum as_status as_conductor_add_build_cell(struct as_conductor *c, size_t subject, size_t build,
	struct as_err *err)
{
	struct as_resolved words;
	enum as_status st = as_conductor_words_of_build(c, subject, build, &words, err);

	return st ? st : conductor_add_cell(c, subject, build, &words, err);
}

enum as_status as_conductor_prepare_again(struct as_conductor *c, struct as_err *err)
{
	enum as_status st = AS_OK;

	c->env = environment(c);
	if (!c->env)
		return as_fail_memory(err);
	const struct as_schedule_progress now = as_schedule_progress(c->schedule);
	for (size_t i = now.from; i < now.to && !st; i++) {
		struct as_runner *run = &c->runners[i];
		size_t n = run->n_cells;

		if (shares(c, i)) {
			st = share(c, i, err);
			continue;
		}
		run->n_cells = 0;
		if (as_conductor_lead(c, i) != i && c->r->what.commands[i].build) {
			run->words = c->runners[as_conductor_lead(c, i)].words;
			for (size_t k = 0; k < n && !st; k++)
				st = as_conductor_share_cell(c, i, k, err);
			continue;
		}
		st = as_command_resolve(c->r, i, &c->x->arena, &run->words, err);
		for (size_t k = 0; k < n && !st; k++)
			st = as_conductor_add_build_cell(c, i, run->cells[k].build, err);
	}
	return st;
}

void as_conductor_forget(struct as_conductor *c)
{
	for (size_t i = 0; c->runners && i < c->r->what.n_commands; i++) {
		free(c->runners[i].cells);
		as_artifacts_release(&c->runners[i].builder.artifacts);
	}
	as_layout_close(c->drawn.layout);
	free(c->runners);
	c->runners = NULL;
}

enum as_status as_conductor_prepare(struct as_conductor *c, struct as_err *err)
{
	size_t n = c->r->what.n_commands;
	enum as_status st = AS_OK;

	c->env = environment(c);
	c->runners = calloc(n + 1, sizeof *c->runners);
	if (!c->env || !c->runners)
		return as_fail_memory(err);
	for (size_t i = 0; i < n && !st; i++)
		st = as_conductor_add_subject(c, i, err);
	for (size_t i = 0; i < n && !st; i++)
		st = prepare_subject(c, i, err);
	return st;
}
