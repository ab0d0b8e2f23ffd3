/* SPDX-License-Identifier: MIT */

/* assay_main: from the command line to a table, or a report. */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/num.h"
#include "harness/call.h"
#include "harness/guard.h"
#include "harness/options.h"
#include "harness/report.h"
#include "harness/say.h"
#include "harness/screen.h"

enum { STATUS_OK = 0, STATUS_USAGE = 2, STATUS_FAILED = 5, STATUS_SYSTEM = 6 };

struct program {
	struct as_options options;
	struct as_subjects subjects;
	struct as_timer timer;
	struct as_wish wish;
	struct as_screen screen;
	int report; /* its file; -1: there is none, a table is shown */
	bool failed; /* a benchmark has */
};

static int exit_status(enum as_status st)
{
	if (st == AS_OK)
		return STATUS_OK;
	return st == AS_ERR_USAGE ? STATUS_USAGE : st == AS_ERR_BENCH ? STATUS_FAILED : STATUS_SYSTEM;
}

/* A count that assay has set; `otherwise` where it has not, or where it is none. */
static size_t count_of(const char *variable, int64_t least, size_t otherwise)
{
	const char *value = getenv(variable);
	int64_t n = 0;

	return value && as_parse_i64(value, least, AS_SAMPLES_MAX, &n) ? (size_t)n : otherwise;
}

static enum as_status prepare(struct program *p, struct as_err *err)
{
	const char *path = getenv("ASSAY_REPORT");
	const struct as_options *o = &p->options;

	p->timer = as_timer_system();
	if (o->counter) {
		const char *why = as_timer_counter(&p->timer);
		if (why)
			return as_fail(err, AS_ERR_USAGE, "--clock counter cannot be had here: %s", why);
	}
	as_timer_measure(&p->timer);
	if (o->accuracy_ns)
		p->timer.accuracy_ns = (double)o->accuracy_ns;
	p->wish.budget_ns = o->time_ns;
	p->wish.calibrations = (size_t)o->calibrations;
	if (!path || !*path)
		return AS_OK;
	size_t all = count_of("ASSAY_ITERATIONS", 1, 20);
	p->wish.warmup = count_of("ASSAY_WARMUP", 0, 0);
	p->wish.warmup = p->wish.warmup < all ? p->wish.warmup : all - 1;
	p->wish.wanted = all - p->wish.warmup;
	return as_report_begin(path, &p->report, err);
}

static enum as_status run_one(struct program *p, const struct as_subject *s, struct as_err *err)
{
	struct as_result r = {0};
	struct as_text t = {0};

	as_guard_enter(p->screen.program, s->name);
	enum as_status st = as_call_run(s, &p->timer, &p->wish, &r, err);
	as_guard_leave();
	p->failed |= !st && *r.failed;
	if (!st && p->report >= 0) {
		st = as_report_result(p->report, s, &r, err);
	} else if (!st) {
		as_screen_row(&t, &p->screen, s, &r);
		st = as_say(&t, err);
	}
	as_text_release(&t);
	as_result_release(&r);
	return st;
}

static enum as_status run_all(struct program *p, struct as_err *err)
{
	struct as_text t = {0};
	bool optimised = true;
	enum as_status st = prepare(p, err);

	if (!st && p->report < 0) {
		as_screen_fit(&p->screen, &p->subjects);
		as_screen_head(&t, &p->screen);
		st = as_say(&t, err);
	}
	for (size_t i = 0; !st && i < p->subjects.n; i++) {
		optimised &= p->subjects.list[i].entry->optimised != 0;
		st = run_one(p, &p->subjects.list[i], err);
	}
	if (!st && p->report < 0) {
		as_screen_foot(&t, &p->screen, &p->timer, optimised);
		st = as_say(&t, err);
	}
	as_text_release(&t);
	if (p->report >= 0)
		close(p->report);
	return st;
}

static enum as_status list(const struct program *p, struct as_err *err)
{
	struct as_text t = {0};

	for (size_t i = 0; i < p->subjects.n; i++)
		as_text_addf(&t, "%s\n", p->subjects.list[i].name);
	enum as_status st = as_say(&t, err);
	as_text_release(&t);
	return st;
}

static enum as_status tell(const struct program *p, struct as_err *err)
{
	struct as_text t = {0};

	if (p->options.action == AS_ACTION_HELP)
		as_options_help(&t, p->screen.program);
	else
		as_text_add(&t, "libassay " AS_VERSION "\n");
	enum as_status st = as_say(&t, err);
	as_text_release(&t);
	return st;
}

static enum as_status act(struct program *p, struct as_err *err)
{
	enum as_action action = p->options.action;

	if (action == AS_ACTION_HELP || action == AS_ACTION_VERSION)
		return tell(p, err);
	enum as_status st = as_subjects_expand(as_registered(), &p->subjects, err);
	if (!st)
		st = as_subjects_filter(&p->subjects, p->options.globs, p->options.n_globs, err);
	if (!st && !p->subjects.n)
		st = as_fail(err, AS_ERR_USAGE, "this program has no benchmarks: declare one with ASSAY_BENCH");
	if (!st)
		st = action == AS_ACTION_LIST ? list(p, err) : run_all(p, err);
	return st;
}

int assay_main(int argc, char **argv)
{
	struct as_err err = {0};
	struct program p = {.report = -1, .screen = {.unicode = as_say_unicode(),
		.program = argc && argv[0] ? argv[0] : "benchmarks"}};
	enum as_status st = as_options_parse(argc, argv, &p.options, &err);

	if (!st)
		st = act(&p, &err);
	if (st)
		as_say_error(p.screen.program, &err);
	as_subjects_release(&p.subjects);
	return !st && p.failed ? STATUS_FAILED : exit_status(st);
}
