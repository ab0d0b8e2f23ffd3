/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/conductor.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "clock/clock.h"
#include "run/build/identity.h"
#include "run/build/named_files.h"
#include "stat/dist/random.h"

/* Builds with as many different seeds must differ somewhere, else there is no luck to sample
 * (design.md 4.4). */
enum { PROOF = 3 };

/* Counts where nothing can be planned. */
static const uint32_t in_place_builds = 5, in_place_runs = 5;

/* Whether all cells of a subject are one and the same build. */
static bool all_same(const struct as_conductor *c, size_t subject)
{
	const struct as_runner *run = &c->runners[subject];
	const struct as_build *b = c->x->subjects[subject].builds;

	for (size_t k = 1; k < run->n_cells; k++)
		if (!as_build_same(&b[run->cells[0].build], &b[run->cells[k].build]))
			return false;
	return true;
}

/* Whether all of them have their functions and objects in the same places; data may differ. */
static bool all_laid_out_same(const struct as_conductor *c, size_t subject)
{
	const struct as_runner *run = &c->runners[subject];
	const struct as_build *b = c->x->subjects[subject].builds;

	for (size_t k = 1; k < run->n_cells; k++) {
		const struct as_build *x = &b[run->cells[0].build], *y = &b[run->cells[k].build];
		if (x->layout && y->layout ? strcmp(x->layout, y->layout) != 0
					   : !as_build_same(x, y))
			return false;
	}
	return true;
}

/* One build is enough: the level is merged, executions become the top one. */
static enum as_status merge_level(struct as_conductor *c, size_t subject, struct as_err *err)
{
	struct as_level *l = &c->x->subjects[subject].levels[AS_LEVEL_BUILD];
	struct as_runner *run = &c->runners[subject];
	enum as_status st = AS_OK;

	for (size_t k = 1; k < run->n_cells && !st; k++) {
		if (!as_packed_set(&l->units[AS_UNIT_ROLE], run->cells[k].build, AS_ROLE_SURPLUS))
			st = as_fail_memory(err);
		as_journal_role(c->journal, subject, AS_LEVEL_BUILD, run->cells[k].build,
			AS_ROLE_SURPLUS);
	}
	run->n_cells = 1;
	return st;
}

static bool wants_build(const struct as_conductor *c, size_t i)
{
	return c->r->what.commands[i].build;
}

/* Settle whether builds differ, when the first few of all subjects are there. */
static enum as_status judge(struct as_conductor *c, struct as_err *err)
{
	struct as_plan *p = &c->x->plan;
	bool differ = false, drawn = false, built = false;
	enum as_status st = AS_OK;

	for (size_t i = c->from; i < c->to && !st; i++) {
		if (!wants_build(c, i))
			continue;
		built = true;
		drawn = drawn || (c->runners[i].n_cells > 1 && !all_laid_out_same(c, i));
		if (c->runners[i].n_cells > 1 && all_same(c, i))
			st = merge_level(c, i, err);
		else if (c->runners[i].n_cells > 1)
			differ = true;
	}
	if (built)
		p->builds_state = differ ? AS_BUILDS_DIFFER : AS_BUILDS_IDENTICAL;
	if (!drawn && c->layout) {
		p->layout_failed = true;
		p->randomize &= ~(unsigned)AS_RANDOMIZE_LAYOUT;
	}
	return st;
}

/* Where a version runs; not all of them can lie at the place of versions at once. */
static const char *folder_of(const struct as_conductor *c, size_t i)
{
	const struct as_checkout *v =
		as_checkout_of(c->with, &c->r->what.commands[i]);

	if (!v || v == c->placed)
		return v ? v->cwd : c->x->directory;
	return as_arena_printf(&c->x->arena, "%s%s", v->folder, v->cwd + strlen(v->place));
}

/* Data and scripts that the command and its hooks name are those of the first version. */
static bool files_are_same(const struct as_conductor *c, size_t i)
{
	const struct as_runner *run = &c->runners[i];
	const struct as_command *cmd = &c->r->what.commands[i];
	const char *const texts[] = {run->words.shell_text,
		cmd->input ? cmd->input : c->r->what.input, cmd->prepare, cmd->check, cmd->conclude,
		cmd->setup};
	const struct as_named_files f = {.folders = {folder_of(c, c->from), folder_of(c, i)},
		.except = &c->runners[as_conductor_lead(c, i)].builder.artifacts,
		.arena = &c->x->arena};

	if (!f.folders[0] || !f.folders[1])
		return false;
	for (size_t k = 0; run->words.argv[k]; k++)
		if (!as_named_files_same(&f, run->words.argv[k]))
			return false;
	for (size_t k = 0; k < sizeof texts / sizeof texts[0]; k++)
		if (!as_named_files_same(&f, texts[k]))
			return false;
	return true;
}

/* The first builds of all subjects are there, and are one program with the same files. */
static bool versions_are_same(struct as_conductor *c)
{
	const struct as_subject *first = &c->x->subjects[c->from];

	for (size_t i = c->from; i < c->to; i++)
		if (!c->runners[i].n_cells ||
			!as_build_same(&first->builds[c->runners[c->from].cells[0].build],
				&c->x->subjects[i].builds[c->runners[i].cells[0].build]) ||
			!files_are_same(c, i))
			return false;
	return true;
}

/* In what the files of the versions differ, whose programs are the same. */
static void name_unlike(struct as_conductor *c)
{
	const struct as_runner *first = &c->runners[c->from];

	for (size_t i = c->from + 1; c->with->unlike && i < c->to; i++)
		if (!c->with->unlike->len && as_conductor_makes_builds(c, i))
			as_identity_differ(&first->builder.artifacts,
				&c->runners[i].builder.artifacts, 0, c->with->unlike);
}

bool as_conductor_found_identical(const struct as_conductor *c)
{
	return c->with->identical && *c->with->identical && !c->r->building.measure_identical;
}

/* One build more, if there is room for the copies of all that are to come: what a copy takes is
 * known from the first. */
static enum as_status build_if_it_fits(struct as_conductor *c, size_t i, uint32_t n,
	struct as_err *err)
{
	struct as_runner *run = &c->runners[i];
	enum as_status st = AS_OK;

	if (run->n_cells && run->n_cells < n)
		st = as_artifacts_room(&run->builder.artifacts, n - run->n_cells, err);
	return st ? st : as_conductor_build_one(c, i, err);
}

/* Every subject that is built gets its builds in turn, so that the cost of one is known early: n of
 * them, of which some may fail, but no more once `enough` are there. */
static enum as_status build_up_to(struct as_conductor *c, uint32_t n, uint32_t enough,
	struct as_err *err)
{
	enum as_status st = AS_OK;

	c->state.builds = n < enough ? n : enough;
	for (uint32_t k = 0; k < n && !st && !c->cancelled; k++) {
		for (size_t i = c->from; i < c->to && !st && !c->cancelled; i++)
			if (as_conductor_makes_builds(c, i) && c->runners[i].builder.made <= k &&
				c->runners[i].n_cells < enough)
				st = build_if_it_fits(c, i, n < enough ? n : enough, err);
		if (!st && !c->cancelled)
			st = as_conductor_end_asking(c, err);
	}
	return st;
}

double as_conductor_build_seconds(const struct as_conductor *c)
{
	double sum_s = 0, made = 0, programs = 0;

	for (size_t i = c->from; i < c->to; i++) {
		const struct as_level *l = &c->x->subjects[i].levels[AS_LEVEL_BUILD];

		programs += as_conductor_makes_builds(c, i);
		made += (double)l->n;
		for (size_t k = 0; k < l->n; k++)
			sum_s += as_unit_cost_s(l, k);
	}
	return made > 0 ? sum_s / made * programs : 0;
}

/* Ten; with a budget the first five, until it is known what their executions cost. */
static uint32_t pilot_builds(struct as_conductor *c)
{
	const uint32_t n = c->r->amount.budget_given ? AS_PILOT_BUILDS_LEAST : AS_PILOT_BUILDS;

	if (c->x->plan.precision > 0 && !c->r->amount.dry_run)
		as_conductor_foresee_builds(c, n, (n - PROOF) * as_conductor_build_seconds(c));
	return n;
}

enum as_status as_conductor_build(struct as_conductor *c, uint32_t n, struct as_err *err)
{
	struct as_plan *p = &c->x->plan;
	enum as_status st = AS_OK;

	if (p->builds_state == AS_BUILDS_NONE) {
		for (size_t i = c->from; i < c->to; i++)
			if (wants_build(c, i) && c->runners[i].builder.in_place)
				p->builds_state = AS_BUILDS_IN_PLACE;
		if (p->builds_state == AS_BUILDS_IN_PLACE)
			return AS_OK;
		if (c->with->identical) {
			st = build_up_to(c, 1, 1, err);
			*c->with->identical = !st && !c->cancelled && versions_are_same(c);
			if (*c->with->identical)
				name_unlike(c);
			if (as_conductor_found_identical(c))
				return AS_OK;
		}
		if (!st)
			st = build_up_to(c, n ? n : AS_PILOT_BUILDS_LEAST, PROOF, err);
		if (st || c->cancelled)
			return st;
		st = judge(c, err);
	}
	if (!st && p->builds_state == AS_BUILDS_DIFFER) {
		n = n ? n : pilot_builds(c);
		st = build_up_to(c, n, n, err);
	}
	c->state.builds = c->state.build = 0;
	p->builds = 0;
	for (size_t i = c->from; i < c->to; i++)
		if (wants_build(c, i) && c->runners[i].n_cells > p->builds)
			p->builds = (uint32_t)c->runners[i].n_cells;
	return st;
}

/* What is in place now need not be what was built there before an interruption. */
static enum as_status in_place_execution(struct as_conductor *c, size_t i, size_t build,
	bool built_before, uint32_t round, struct as_err *err)
{
	enum as_role role = round == AS_NO_ROUND ? AS_ROLE_WARMUP : AS_ROLE_MEASURED;
	uint32_t order = c->order + (c->runners[i].prepare != AS_NO_HOOK);

	if (built_before && !as_conductor_is_recorded(c, order))
		return as_fail(err, AS_ERR_REFUSED,
			"cannot go on: build %zu of '%.200s' was made in place, so that no copy "
			"of it is there, and it still lacks executions; measure anew, or name "
			"what it makes with --artifact",
			build + 1, c->x->subjects[i].name);
	return as_conductor_execute(c, i, build, role, round, err);
}

/* One execution of each benchmark of subject i's program, in random order. */
static enum as_status in_place_round(struct as_conductor *c, size_t i, size_t build, bool recorded,
	uint32_t round, struct as_err *err)
{
	const size_t n = as_conductor_end_of_program(c, i) - i;
	uint32_t *seat = calloc(n, sizeof *seat);
	struct as_random random;
	enum as_status st = AS_OK;

	if (!seat)
		return as_fail_memory(err);
	for (size_t k = 0; k < n; k++)
		seat[k] = (uint32_t)k;
	as_random_init(&random, c->x->plan.seed, AS_RANDOM_ORDER, round);
	if (round != AS_NO_ROUND)
		as_shuffle(&random, seat, n);
	for (size_t k = 0; k < n && !st && !c->cancelled; k++)
		st = in_place_execution(c, i + seat[k], build, recorded, round, err);
	free(seat);
	return st;
}

/* Build number k of a program and, before the next one is built over it, all its executions. */
static enum as_status in_place(struct as_conductor *c, size_t i, uint32_t k, uint32_t runs,
	struct as_err *err)
{
	const size_t before = c->runners[i].n_cells;
	bool recorded = as_conductor_is_recorded(c, c->order + 1);
	enum as_status st = as_conductor_build_one(c, i, err);

	if (!st && !c->cancelled)
		st = as_conductor_end_asking(c, err);
	if (c->runners[i].n_cells == before) /* it failed, or the user stopped it */
		return st;
	for (uint32_t w = 0; w < c->r->amount.warmup && !st && !c->cancelled; w++)
		st = in_place_round(c, i, before, recorded, AS_NO_ROUND, err);
	for (uint32_t j = 0; j < runs && !st && !c->cancelled; j++)
		st = in_place_round(
			c, i, before, recorded, c->r->amount.first_round + k * runs + j, err);
	return st ? st : as_conductor_drain(c, 0, err);
}

/* Builds that cannot be kept side by side cannot share rounds: build and time cannot be told apart
 * then, and the screen says so. */
enum as_status as_conductor_in_place(struct as_conductor *c, struct as_err *err)
{
	struct as_plan *p = &c->x->plan;
	uint32_t runs = c->r->amount.runs ? c->r->amount.runs : in_place_runs;
	enum as_status st = AS_OK;

	p->stopping = AS_STOP_FIXED;
	p->planned = p->done = runs;
	c->state.planned = runs;
	p->builds = c->r->building.builds ? c->r->building.builds : in_place_builds;
	int64_t begun_ns = as_clock_now();
	for (uint32_t k = 0; k < p->builds && !st && !c->cancelled; k++) {
		for (size_t i = c->from; i < c->to && !st && !c->cancelled;
			i = as_conductor_end_of_program(c, i))
			st = in_place(c, i, k, runs, err);
		if (!k && !st && !c->cancelled)
			as_conductor_foresee(c, runs,
				(double)(as_clock_now() - begun_ns) / 1e9 * (p->builds - 1),
				(double)NAN);
	}
	if (c->cancelled)
		p->outcome = AS_OUTCOME_STOPPED;
	return st ? st : as_conductor_settle(c, err);
}
