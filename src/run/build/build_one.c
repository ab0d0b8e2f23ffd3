/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#include "clock/clock.h"
#include "run/building.h"
#include "run/conductor.h"
#include "run/execute/launches.h"
#include "run/resuming.h"
#include "run/spawner/wait_status.h"
#include "stat/dist/random.h"

static enum as_status make_folder(const char *path, struct as_err *err)
{
	if (!mkdir(path, 0700) || errno == EEXIST)
		return AS_OK;
	return as_fail(err, AS_ERR_SYS,
		"cannot make the folder '%s' for builds; set TMPDIR to a folder that can be "
		"written",
		path);
}

/* The copies of program i lie in KEPT/s000/copies, what a build may use is s000/work: paths of
 * equal length for all. */
static enum as_status folders_of(struct as_conductor *c, size_t i, const char **copies,
	struct as_err *err)
{
	struct as_arena *a = &c->x->arena;
	char *own = as_arena_printf(a, "%s/s%03zu", c->kept, i);
	char *work = as_arena_printf(a, "%s/s%03zu/work", c->kept, i);

	*copies = as_arena_printf(a, "%s/s%03zu/copies", c->kept, i);
	if (!own || !work || !*copies)
		return as_fail_memory(err);
	enum as_status st = make_folder(own, err);
	if (!st)
		st = make_folder(work, err);
	return st ? st : make_folder(*copies, err);
}

/* A script that a version has itself is not what its build makes: there is nothing that could be
 * kept beside it, and what it uses is built in place. */
static enum as_status is_versions_own(struct as_conductor *c, size_t i, const char *path, bool *out,
	struct as_err *err)
{
	const struct as_checkout *checkout =
		as_checkout_of(c->with, &c->r->what.commands[i]);

	*out = false;
	if (!checkout || !path)
		return AS_OK;
	const char *below = checkout->cwd + strlen(checkout->place);
	const char *whole = as_arena_printf(&c->x->arena, "%s%s%s", below + (*below == '/'),
		*below ? "/" : "", path);
	return whole ? checkout->has(checkout->context, whole, out, err) : as_fail_memory(err);
}

/* What the build of subject i makes: what --artifact names, else the program itself. */
static enum as_status find_artifacts(struct as_conductor *c, size_t i, struct as_err *err)
{
	struct as_runner *run = &c->runners[i];
	const struct as_command *cmd = &c->r->what.commands[i];
	const char *const *paths = cmd->n_artifacts ? cmd->artifacts : c->r->building.artifacts;
	const char *copies = NULL, *own = NULL;
	size_t n = cmd->n_artifacts ? cmd->n_artifacts : c->r->building.n_artifacts;
	const char *in = as_conductor_cwd(c, i) ? as_conductor_cwd(c, i) : c->x->directory;
	enum as_status st = folders_of(c, i, &copies, err);

	if (!st && !n) {
		bool given = false;
		own = as_artifacts_default(in, run->words.argv[0], &c->x->arena);
		st = is_versions_own(c, i, own, &given, err);
		paths = &own;
		n = own && !given;
	}
	run->builder.in_place = !n;
	if (!st && n)
		st = as_artifacts_init(&run->builder.artifacts, in, copies, paths, n, err);
	if (!st && n && cmd->checkout)
		run->builder.artifacts.root = as_checkout_of(c->with, cmd)->place;
	run->builder.artifacts.stays = c->kept != c->scratch.path; /* as long as the journal */
	return st;
}

/* A copy of each build is of use only to a command that names the file: it gets the copy's path. */
static enum as_status check_named(struct as_conductor *c, size_t i, struct as_err *err)
{
	const struct as_runner *run = &c->runners[i];
	const struct as_artifacts *kept = &run->builder.artifacts;

	if (run->builder.in_place ||
		as_artifacts_named(kept, run->words.argv, run->words.shell_text, &c->x->arena))
		return AS_OK;
	return as_fail(err, AS_ERR_USAGE,
		"cannot measure the builds of '%.200s' by the command '%.200s': it does not name "
		"that file, so that every execution would use the build made last; hand it the "
		"file as a word of its own",
		kept->v[0].path, c->x->subjects[i].command);
}

static enum as_status open_builder(struct as_conductor *c, size_t i, struct as_err *err)
{
	struct as_runner *run = &c->runners[i];
	struct as_resolved words;
	struct as_subject *s = &c->x->subjects[i];

	run->builder.command = c->r->what.commands[i].build;
	run->builder.number = i;
	run->builder.asked = !c->with->asking;
	s->build_command = as_arena_strdup(&c->x->arena, run->builder.command);
	enum as_status st = find_artifacts(c, i, err);
	if (!st)
		st = check_named(c, i, err);
	if (!st)
		st = as_hook_resolve(c->r, run->builder.command, &c->x->arena, &words, err);
	if (st)
		return st;
	struct as_command_spec spec = {.path = words.path,
		.argv = words.argv,
		.envp = c->env,
		.cwd = as_conductor_cwd(c, i),
		.out = {.kind = AS_STREAM_CAPTURE},
		.err = {.kind = AS_STREAM_CAPTURE}};
	return as_spawner_prepare(c->spawner, &spec, &run->builder.launch, err);
}

/* Copies lie beside the journal, so that a reboot, which empties /tmp, leaves them; with the
 * reports where TMPDIR names a place for both, where no program can be started beside the journal,
 * or a shell would not take that path as it is. */
static void choose_place(struct as_conductor *c)
{
	const char *tmp = getenv("TMPDIR");
	const char *beside = c->journal && !(tmp && *tmp) ? as_journal_keep(c->journal) : NULL;
	struct statvfs vfs;

	c->kept = c->scratch.path;
	if (c->with->made) { /* for others, or from there */
		c->kept = c->with->made->x ? c->kept : c->with->made->folder;
		return;
	}
	if (beside && as_artifacts_is_plain(beside) && !statvfs(beside, &vfs) &&
		!(vfs.f_flag & ST_NOEXEC))
		c->kept = beside;
}

enum as_status as_conductor_open_builds(struct as_conductor *c, struct as_err *err)
{
	bool any = false, versions = false;
	enum as_status st = AS_OK;

	for (size_t i = 0; i < c->r->what.n_commands && !st; i++)
		if (c->r->what.commands[i].build) {
			if (!any) {
				choose_place(c);
				const char *tmp = as_arena_printf(&c->x->arena,
					"%s/" AS_BUILDS_TEMPORARY, c->scratch.path);
				st = tmp ? make_folder(tmp, err) : as_fail_memory(err);
			}
			any = true;
			versions = versions || as_checkout_of(c->with, &c->r->what.commands[i]);
			if (!st)
				st = open_builder(c, i, err);
		}
	if (!st && any && c->with->made)
		st = as_conductor_open_made(c, err);
	if (!st && any && c->with->made && c->with->made->x)
		return AS_OK;
	if (!st && any && c->r->building.randomize & AS_RANDOMIZE_LAYOUT)
		st = as_conductor_open_drawing(c, err);
	else if (!st && versions)
		st = as_conductor_open_sparing(c, err);
	if (!any)
		c->x->plan.randomize &= ~(unsigned)AS_RANDOMIZE_LAYOUT;
	return st;
}

/* The build as a sentence names it: "make", or "make' of 'HEAD~1". */
static const char *build_words(struct as_conductor *c, size_t i)
{
	const char *command = c->runners[i].builder.command, *words = NULL;

	if (as_conductor_cwd(c, i))
		words = as_arena_printf(&c->x->arena, "%s' of '%s", command,
			c->x->subjects[i].name);
	return words ? words : command;
}

/* What a build that failed said last; the first one that fails ends everything. */
static enum as_status build_failed(struct as_conductor *c, size_t i, uint32_t k,
	const struct as_launched *r, struct as_err *err)
{
	struct as_err why = {0};

	if (!k) {
		as_conductor_blame(c, i, true, false);
		return as_build_explain(build_words(c, i), c->r->building.timeout_ns, r, err);
	}
	as_err_keep_output(&why, r->tail, r->tail_bytes);
	return *why.output ? as_subject_note(&c->x->subjects[i], &c->x->arena, AS_LEVEL_BUILD, k,
		why.output, err) : AS_OK;
}

/* The files are there, anew or up to date, and a copy of them is kept. */
static enum as_status keep_build(struct as_conductor *c, size_t i, uint32_t k, struct as_build *out,
	struct as_err *err)
{
	struct as_artifacts *a = &c->runners[i].builder.artifacts;

	if (c->runners[i].builder.in_place)
		return AS_OK;
	struct as_err why = {0};
	enum as_status st = as_artifacts_changed(a, &why);
	if (st && a->untouched)
		st = as_conductor_note(c, AS_FACT_UNTOUCHED, "yes", &why);
	if (st && err)
		*err = why;
	return st ? st : as_artifacts_keep(a, k, &c->x->arena, out, err);
}

/* There is room for the copies of all that are to come: what a copy takes is known from the first.
 * */
static enum as_status make_room(const struct as_conductor *c, const struct as_step *step,
	struct as_err *err)
{
	return step->cell && step->more ? as_artifacts_room(
		&c->runners[step->subject].builder.artifacts, step->more, err) : AS_OK;
}

enum as_status as_conductor_prepare_build(struct as_conductor *c, const struct as_step *step,
	const char *const **env, struct as_err *err)
{
	const size_t i = step->subject;
	struct as_builder *b = &c->runners[i].builder;
	const struct as_checkout *checkout =
		as_checkout_of(c->with, &c->r->what.commands[i]);
	enum as_status st = make_room(c, step, err);

	if (!st)
		st = as_conductor_place(c, i, err);
	if (!st && checkout)
		st = checkout->clean(checkout->context, err);
	if (!st && !b->in_place)
		st = as_artifacts_look(&b->artifacts, err);
	return st ? st : as_conductor_build_env(c, step, env, err);
}

enum as_status as_conductor_launch_build(struct as_conductor *c, const struct as_step *step,
	struct as_launched *out, struct as_err *err)
{
	const size_t i = step->subject;
	struct as_launch launch = {.token = step->order - 1,
		.command = c->runners[i].builder.launch,
		.kind = AS_LAUNCH_HOOK, .timeout_ns = c->r->building.timeout_ns};
	enum as_status st = as_conductor_prepare_build(c, step, &launch.env, err);

	return st ? st : as_conductor_run_build(c, i, &launch, out, err);
}

/* Build number k once more, because its copies are lost: outside of the order, and nothing is
 * recorded. It counts only if it comes out the same. */
static enum as_status build_again(struct as_conductor *c, const struct as_step *step,
	struct as_err *err)
{
	const size_t i = step->subject;
	const uint32_t k = (uint32_t)step->build;
	const char *hash = c->x->subjects[i].builds[k].hash;
	struct as_launched r = {0};
	struct as_build made = {0};
	enum as_status st = as_conductor_launch_build(c, step, &r, err);

	if (!st && as_launched_ended(&r).ending != AS_ENDED_OK)
		return as_build_explain(build_words(c, i), c->r->building.timeout_ns, &r, err);
	if (!st)
		st = keep_build(c, i, k, &made, err);
	if (!st && (!hash || !made.hash || strcmp(hash, made.hash) != 0))
		return as_fail(err, AS_ERR_REFUSED,
			"cannot go on: what build %" PRIu32
			" of '%.200s' had made is lost, and building it "
			"again with its seed makes another program (%s, not %s); measure anew",
			k + 1, c->x->subjects[i].name, made.hash ? made.hash : "unknown",
			hash ? hash : "unknown");
	return st;
}

/* A build that was made before. */
static enum as_status take_build(struct as_conductor *c, const struct as_step *step,
	struct as_err *err)
{
	const size_t i = step->subject;
	const uint32_t k = (uint32_t)step->build;
	struct as_builder *b = &c->runners[i].builder;
	const struct as_subject *s = &c->x->subjects[i];
	enum as_status st = as_conductor_take_unit(c, step, err);

	if (st || as_unit_ending(&s->levels[AS_LEVEL_BUILD], k) != AS_ENDED_OK)
		return st;
	if (!b->in_place && !as_artifacts_has(&b->artifacts, k, s->builds[k].hash))
		st = build_again(c, step, err);
	return st ? st : as_conductor_add_build_cell(c, i, k, err);
}

/* It has ended: keep what it made. */
static enum as_status add_build(struct as_conductor *c, const struct as_step *step, int64_t date_ns,
	const struct as_launched *r, struct as_err *err)
{
	const size_t i = step->subject;
	const uint32_t k = (uint32_t)step->build;
	const struct as_ended e = as_launched_ended(r);
	struct as_build made = {0};
	enum as_status st = AS_OK;

	if (e.ending == AS_ENDED_OK) {
		st = keep_build(c, i, k, &made, err);
		if (st && !k)
			as_conductor_blame(c, i, true, false);
	} else if (e.ending != AS_ENDED_CANCELLED) {
		st = build_failed(c, i, k, r, err);
	}
	struct as_unit u = {.order = step->order, .round = AS_NO_ROUND, .code = e.code,
		.role = (uint8_t)step->role,
		.ending = (uint8_t)e.ending, .seed = step->seed, .started_ns = date_ns,
		.cost_s = (double)(r->end_ns - r->begin_ns) / 1e9};
	if (!st)
		st = as_subject_add_build(&c->x->subjects[i], &c->x->arena, &u, &made, err);
	if (!st && e.ending == AS_ENDED_OK)
		st = as_conductor_add_build_cell(c, i, k, err);
	return st;
}

enum as_status as_conductor_end_build(struct as_conductor *c, const struct as_step *step,
	bool recorded, struct as_err *err)
{
	const size_t i = step->subject;
	const uint32_t k = (uint32_t)step->build;
	enum as_status st = as_conductor_share_build(c, i, k, recorded, err);

	if (st)
		return st;
	if (!recorded)
		as_conductor_write_down(c, step->order + 1);
	const struct as_unit_end end = {.step = *step,
		.ending = as_unit_ending(&c->x->subjects[i].levels[AS_LEVEL_BUILD], k)};
	st = as_schedule_take(c->schedule, &end, err);
	return st || c->cancelled ? st : as_conductor_end_asking(c, err);
}

enum as_status as_conductor_take_built(struct as_conductor *c, const struct as_step *step,
	int64_t date_ns, const struct as_launched *r, struct as_err *err)
{
	enum as_status st = add_build(c, step, date_ns, r, err);

	return st ? st : as_conductor_end_build(c, step, false, err);
}

enum as_status as_conductor_take_recorded(struct as_conductor *c, const struct as_step *step,
	struct as_err *err)
{
	enum as_status st = make_room(c, step, err);

	if (!st)
		st = take_build(c, step, err);
	return st ? st : as_conductor_end_build(c, step, true, err);
}
