/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/measure/live.h"

#include <math.h>
#include <unistd.h>

#include "cli/screen_out.h"
#include "clock/clock.h"
#include "format/json/assay_json.h"
#include "say/say.h"
#include "say/style.h"

enum { EVERY_NS = 100000000 };
static const int64_t told_ns = 10000000000; /* how often where nothing can be written over */
static const double long_s = 5; /* work of more than this is announced */

void as_live_init(struct as_live *l, struct as_cli *cli)
{
	*l = (struct as_live){.cli = cli, .style = as_screen_style(cli)};
}

/* Words that are no row of a screen. */
static void complain(struct as_text *t)
{
	as_layout_flat(t, 0);
	as_out_complain(as_text_str(t), t->len);
	as_text_release(t);
}

/* Builds take long, and who watches a log wants to know that something is done, too. */
static void tell_building(struct as_live *l, const struct as_conduct_state *state, int64_t now)
{
	struct as_text t = {0};

	if (!l->last_ns || !state->builds)
		l->last_ns = now;
	if (!state->builds || now - l->last_ns < told_ns)
		return;
	l->last_ns = now;
	as_say(&t, &l->style, BUILDING, state->build, state->builds, state->name, state->elapsed_s,
		state->remaining_s);
	as_text_add(&t, "\n");
	complain(&t);
}

static void tick(void *context, const struct as_conduct_state *state)
{
	struct as_live *l = context;
	int64_t now = as_clock_now();
	struct as_text t = {0};

	if (!l->cli->out->progress)
		tell_building(l, state, now);
	if (!l->cli->out->progress || now - l->last_ns < EVERY_NS)
		return;
	l->last_ns = now;
	const struct as_progress p = {
		.name = state->name,
		.doing = state->doing,
		.done = state->done,
		.planned = state->planned,
		.commands = state->x->n_subjects,
		.build = state->build,
		.builds = state->builds,
		.running_s = state->running_s,
		.elapsed_s = state->elapsed_s,
		.remaining_s = state->remaining_s,
		.mean = state->mean,
		.half_width = state->half_width,
		.metric = &state->x->metrics[state->x->criterion],
	};
	l->style.width = as_out_width(l->cli->out, STDERR_FILENO);
	as_text_add(&t, "\r");
	as_report_progress(&t, &l->style, &p);
	as_text_add(&t, "\033[K");
	as_out_complain(as_text_str(&t), t.len);
	as_text_release(&t);
	l->shown = true;
}

static void planned(void *context, const struct as_conduct_state *state,
	const struct as_forecast *forecast)
{
	struct as_live *l = context;
	struct as_text t = {0};

	(void)state;
	if (l->never || (!(forecast->cost_s > long_s) && !forecast->needed &&
				!forecast->looks.lacking && !l->always))
		return;
	as_live_end(l);
	if (l->always && as_args_has(l->cli->args, AS_OPT_JSON)) {
		as_json_forecast(&t, forecast, NULL);
		as_out_write(l->cli->out, as_text_str(&t), t.len);
	} else {
		as_report_plan(&t, &l->style, forecast);
		as_out_show(l->cli->out, &t);
	}
	as_text_release(&t);
}

/* A person at the terminal is asked; anything but a yes is a no. */
static bool ask(void *context, const struct as_forecast *forecast)
{
	struct as_live *l = context;
	struct as_text t = {0};
	char answer[16] = "";

	planned(context, NULL, forecast);
	if (l->never || !isatty(STDIN_FILENO) || !isatty(STDERR_FILENO))
		return false;
	as_say(&t, &l->style, ASK_BUILDS, forecast->needed_s);
	complain(&t);
	const ssize_t n = read(STDIN_FILENO, answer, sizeof answer - 1);
	return n > 0 && (answer[0] == 'y' || answer[0] == 'Y');
}

struct as_observer as_live_observer(struct as_live *l)
{
	return (struct as_observer){.context = l, .tick = tick, .planned = planned,
		.ask = ask};
}

void as_live_end(struct as_live *l)
{
	static const char wipe[] = "\r\033[K";

	if (l->shown)
		as_out_complain(wipe, sizeof wipe - 1);
	l->shown = false;
}
