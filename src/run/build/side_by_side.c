/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Builds of several versions at once. Nothing times them, so each processor may have one; and yet
 * all of them are made at the one place of versions: assay-seat shows each its own version's folder
 * there. A version has one folder, and so one build at a time; what ends first waits until those
 * begun before it are recorded, so that the order is that of the schedule. */
#include <limits.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "beside/helpers.h"
#include "clock/clock.h"
#include "run/building.h"
#include "run/conductor.h"
#include "run/execute/launches.h"
#include "run/resuming.h"
#include "run/spawner/tool.h"

enum { TICK_NS = 50000000, SEAT_WORDS = 4 };

static size_t processors(void)
{
	cpu_set_t allowed;

	if (sched_getaffinity(0, sizeof allowed, &allowed))
		return 1;
	return (size_t)CPU_COUNT(&allowed);
}

/* The first version that is built after another one; NULL: there are not two. */
static const struct as_checkout *second_version(const struct as_conductor *c)
{
	const struct as_checkout *first = NULL;

	for (size_t i = 0; i < c->r->what.n_commands; i++) {
		const struct as_command *cmd = &c->r->what.commands[i];
		const struct as_checkout *v = cmd->build ? as_checkout_of(c->with, cmd) : NULL;
		if (v && first && v != first)
			return v;
		first = first ? first : v;
	}
	return NULL;
}

static enum as_status try_seat(struct as_conductor *c, const struct as_checkout *v, bool *well,
	struct as_err *err)
{
	struct as_seats *s = &c->seats;
	const char *const argv[] = {"assay-seat", as_conductor_above(c, v->folder),
		as_conductor_above(c, v->place), "/", NULL};
	struct as_launched r = {0};
	uint32_t id = 0;

	if (!argv[1] || !argv[2])
		return as_fail_memory(err);
	enum as_status st = as_tool_prepare(c->spawner, s->program, AS_STREAM_CAPTURE, &id, err);
	if (!st)
		st = as_tool_run(c->spawner, id, argv, &r, err);
	*well = !st && as_tool_went_well(&r);
	return st;
}

enum as_status as_conductor_open_seats(struct as_conductor *c, struct as_err *err)
{
	const struct as_checkout *v = second_version(c);
	const size_t jobs = c->r->building.jobs ? c->r->building.jobs : processors();
	char path[PATH_MAX];
	bool well = false;

	if (!v || jobs < 2 || as_beside(&as_seat_helper, path, NULL))
		return AS_OK;
	c->seats.program = as_arena_strdup(&c->x->arena, path);
	if (!c->seats.program)
		return as_fail_memory(err);
	enum as_status st = try_seat(c, v, &well, err);
	c->seats.jobs = well ? jobs : 0;
	return st;
}

void as_conductor_close_seats(struct as_conductor *c)
{
	for (size_t i = 0; i < c->seats.n; i++)
		as_spawner_close(c->seats.v[i].spawner);
	c->seats.n = c->seats.n_out = 0;
}

static bool may_seat(const struct as_conductor *c, const struct as_step *step)
{
	const struct as_builder *b = &c->runners[step->subject].builder;

	const struct as_checkout *v = as_checkout_of(c->with, &c->r->what.commands[step->subject]);

	/* What lies outside of its folder another version would make at the same time. */
	return v && c->seats.jobs > 1 && !b->in_place && !(c->with->made && c->with->made->x) &&
		!as_conductor_is_recorded(c, step->order) &&
		as_artifacts_inside(&b->artifacts, v->place);
}

/* The seat of a version, which may be new; NULL: there is no room for one more. */
static struct as_seat *seat_of(struct as_conductor *c, const struct as_checkout *v)
{
	struct as_seats *s = &c->seats;

	for (size_t i = 0; i < s->n; i++)
		if (s->v[i].checkout == v)
			return &s->v[i];
	if (s->n == AS_SEATS_MAX)
		return NULL;
	s->v[s->n] = (struct as_seat){.checkout = v};
	return &s->v[s->n++];
}

/* The build command as it is started in a seat. */
static enum as_status open_seat(struct as_conductor *c, struct as_seat *seat, size_t i,
	struct as_err *err)
{
	struct as_builder *b = &c->runners[i].builder;
	struct as_resolved words;
	size_t n = 0;
	enum as_status st = seat->spawner ? AS_OK : as_spawner_open(&seat->spawner, err);

	if (st || b->seated)
		return st;
	st = as_hook_resolve(c->r, b->command, &c->x->arena, &words, err);
	while (!st && words.argv[n])
		n++;
	const char **argv = as_arena_array(&c->x->arena, n + SEAT_WORDS + 1, sizeof *argv);
	if (st || !argv)
		return st ? st : as_fail_memory(err);
	argv[0] = "assay-seat";
	argv[1] = as_conductor_above(c, seat->checkout->folder);
	argv[2] = as_conductor_above(c, seat->checkout->place);
	argv[3] = seat->checkout->cwd;
	argv[4] = words.path;
	for (size_t k = 1; k < n; k++)
		argv[SEAT_WORDS + k] = words.argv[k];
	if (!argv[1] || !argv[2])
		return as_fail_memory(err);
	const struct as_command_spec spec = {.path = c->seats.program, .argv = argv, .envp = c->env,
		.out = {.kind = AS_STREAM_CAPTURE}, .err = {.kind = AS_STREAM_CAPTURE}};
	st = as_spawner_prepare(seat->spawner, &spec, &b->seat_launch, err);
	b->seated = !st;
	return st;
}

/* It was launched at date_ns, and has ended. */
static enum as_status take_ended(struct as_conductor *c, const struct as_step *step,
	int64_t date_ns, struct as_launched *r, struct as_err *err)
{
	enum as_status st = as_conductor_mend_build(c, step, r, err);

	return st ? st : as_conductor_take_built(c, step, date_ns, r, err);
}

static enum as_status build_alone(struct as_conductor *c, const struct as_step *step,
	struct as_err *err)
{
	const int64_t date = as_clock_date();
	struct as_launched r = {0};

	if (as_conductor_is_recorded(c, step->order))
		return as_conductor_take_recorded(c, step, err);
	if (c->with->made && c->with->made->x) {
		enum as_status took = as_conductor_take_made(c, step, err);
		return took ? took : as_conductor_end_build(c, step, false, err);
	}
	enum as_status st = as_conductor_launch_build(c, step, &r, err);
	return st ? st : take_ended(c, step, date, &r, err);
}

/* The oldest one ends, and is recorded. */
static enum as_status end_oldest(struct as_conductor *c, struct as_err *err)
{
	struct as_seats *s = &c->seats;
	const struct as_seated_build build = s->out[0];
	const size_t commands = c->r->what.n_commands;
	struct as_spawner *spawner = build.seat->spawner;
	struct as_launched r;
	bool got = false;
	enum as_status st = AS_OK;

	while (!st && !got) {
		const bool was_cancelled = c->cancelled;
		st = as_conductor_heed_user(c, err);
		for (size_t i = 0; c->cancelled && !was_cancelled && i < s->n_out; i++)
			as_spawner_cancel(s->out[i].seat->spawner);
		if (!st)
			st = as_spawner_wait(spawner, TICK_NS, &r, &got, err);
		c->state.name = c->x->subjects[build.step.subject].name;
		as_conductor_tick(c);
	}
	if (!st)
		st = as_conductor_take_launched(c, &(struct as_task){.kind = AS_TASK_BUILD,
			.step = build.step}, &r, err);
	memmove(s->out, s->out + 1, --s->n_out * sizeof *s->out);
	if (!st && build.wrapped && c->drawn.off) /* which was found out meanwhile */
		return build_alone(c, &build.step, err);
	if (!st)
		st = as_conductor_place(c, build.step.subject, err);
	if (!st)
		st = take_ended(c, &build.step, build.date_ns, &r, err);
	/* Benchmarks that the program has told of stand behind it now. */
	for (size_t k = 0; k < s->n_out; k++)
		if (s->out[k].step.subject > build.step.subject)
			s->out[k].step.subject += c->r->what.n_commands - commands;
	return st;
}

enum as_status as_conductor_end_builds(struct as_conductor *c, size_t most, struct as_err *err)
{
	enum as_status st = AS_OK;

	while (c->seats.n_out > most && !st)
		st = end_oldest(c, err);
	if (st)
		as_conductor_close_seats(c);
	return st;
}

/* The same before a step that was decided on: benchmarks that a program tells of now come between. */
static enum as_status end_before(struct as_conductor *c, size_t most, struct as_step *step,
	struct as_err *err)
{
	enum as_status st = AS_OK;

	while (c->seats.n_out > most && !st) {
		const size_t ended = c->seats.out[0].step.subject, commands = c->r->what.n_commands;
		st = as_conductor_end_builds(c, c->seats.n_out - 1, err);
		if (step->subject > ended)
			step->subject += c->r->what.n_commands - commands;
	}
	return st;
}

static bool is_taken(const struct as_conductor *c, const struct as_seat *seat)
{
	for (size_t i = 0; i < c->seats.n_out; i++)
		if (c->seats.out[i].seat == seat)
			return true;
	return false;
}

static enum as_status begin(struct as_conductor *c, const struct as_step *step,
	struct as_seat *seat, struct as_err *err)
{
	struct as_seats *s = &c->seats;
	struct as_launch launch = {.token = step->order - 1, .kind = AS_LAUNCH_HOOK,
		.timeout_ns = c->r->building.timeout_ns};
	enum as_status st = open_seat(c, seat, step->subject, err);

	if (!st)
		st = as_conductor_prepare_build(c, step, &launch.env, err);
	if (!st)
		st = as_conductor_go_live(c, step->order - 1, err);
	if (!st)
		st = as_checkout_swap(&c->placed, NULL, err);
	launch.command = c->runners[step->subject].builder.seat_launch;
	if (!st)
		st = as_spawner_launch(seat->spawner, &launch, err);
	if (st)
		return st;
	s->out[s->n_out++] = (struct as_seated_build){.step = *step, .seat = seat,
		.date_ns = as_clock_date(), .begun_ns = as_clock_now(),
		.wrapped = as_conductor_wraps(c)};
	c->state.name = c->x->subjects[step->subject].name;
	c->state.doing = "building";
	return AS_OK;
}

static enum as_status seat_build(struct as_conductor *c, struct as_step *step, struct as_err *err)
{
	const struct as_command *cmd = &c->r->what.commands[step->subject];
	struct as_seat *seat = seat_of(c, as_checkout_of(c->with, cmd));
	enum as_status st = AS_OK;

	if (!seat)
		return as_fail(err, AS_ERR_ARG, "more than %d versions are built at once",
			AS_SEATS_MAX);
	while (!st && c->seats.n_out && (c->seats.n_out >= c->seats.jobs || is_taken(c, seat)))
		st = end_before(c, c->seats.n_out - 1, step, err);
	if (!st && !c->cancelled)
		st = begin(c, step, seat, err);
	if (st)
		as_conductor_close_seats(c);
	return st;
}

enum as_status as_conductor_build_one(struct as_conductor *c, const struct as_step *step,
	struct as_err *err)
{
	const bool seated = may_seat(c, step);
	struct as_step now = *step;
	enum as_status st = as_conductor_drain(c, 0, err);

	c->state.build = step->cell + 1;
	if (!st && !seated)
		st = end_before(c, 0, &now, err);
	if (st)
		return st;
	return seated ? seat_build(c, &now, err) : build_alone(c, &now, err);
}
