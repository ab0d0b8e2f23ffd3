/* SPDX-License-Identifier: MIT */

/* assay_main: from the command line to a table, a document or a report. */

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/num.h"
#include "clock/clock.h"
#include "harness/program/harness_options.h"
#include "harness/run.h"
#include "harness/shown/document.h"
#include "harness/shown/harness_say.h"
#include "harness/shown/harness_screen.h"
#include "harness/shown/report.h"

enum { STATUS_OK = 0, STATUS_USAGE = 2, STATUS_FAILED = 5, STATUS_SYSTEM = 6 };

struct program {
	struct as_options options;
	struct as_subjects subjects;
	struct as_timer timer;
	struct as_harness_conditions conditions;
	struct as_harness_screen screen;
	struct as_text cache; /* name of a folder */
	struct as_text out;   /* what is to be shown next */
	struct as_json json;
	int report;  /* its file; -1: there is none */
	bool failed; /* a benchmark has */
	bool measured; /* one has not */
};

static int exit_status(enum as_status st)
{
	if (st == AS_OK)
		return STATUS_OK;
	return st == AS_ERR_USAGE ? STATUS_USAGE : STATUS_SYSTEM;
}

static const char *variable(const char *name)
{
	const char *value = getenv(name);

	return value && *value ? value : NULL;
}

/* A count that assay has set; `otherwise` where it has not, or where it is none. */
static size_t count_of(const char *name, int64_t least, size_t otherwise)
{
	const char *value = variable(name);
	int64_t n = 0;

	return value && as_parse_i64(value, least, AS_SAMPLES_MAX, &n) ? (size_t)n : otherwise;
}

/* $XDG_CACHE_HOME/assay/repetitions, or below the home; nowhere if there is neither. */
static const char *cache_folder(struct program *p)
{
	const char *cache = variable("XDG_CACHE_HOME"), *home = variable("HOME");

	if (cache && *cache == '/')
		as_text_addf(&p->cache, "%s/assay/repetitions", cache);
	else if (home && *home == '/')
		as_text_addf(&p->cache, "%s/.cache/assay/repetitions", home);
	return p->cache.len && !p->cache.failed ? p->cache.data : NULL;
}

static enum as_status choose_clock(struct program *p, struct as_err *err)
{
	const struct as_options *o = &p->options;

	p->timer = as_timer_system();
	if (o->counter) {
		const char *why = as_timer_counter(&p->timer);
		if (why)
			return as_fail(err, AS_ERR_USAGE, "--clock counter cannot be had here: %s",
				why);
	}
	/* assay keeps what the clock is like with the machine, and most of its executions need not
	 * know. */
	if (p->report < 0 || o->accuracy_ns)
		as_timer_measure(&p->timer);
	if (o->accuracy_ns)
		p->timer.accuracy_ns = (double)o->accuracy_ns;
	return AS_OK;
}

static void wish(struct program *p)
{
	const struct as_options *o = &p->options;
	struct as_harness_wish *w = &p->conditions.wish;

	w->budget_ns = o->time_ns;
	w->calibrations = (size_t)o->calibrations;
	w->count_allocations = as_counts_allocations();
	/* assay counts the processor's events itself, over whole executions. */
	w->count = p->report < 0;
	if (p->report < 0)
		return;
	size_t all = count_of("ASSAY_ITERATIONS", 1, 20);
	w->warmup = count_of("ASSAY_WARMUP", 0, 0);
	w->warmup = w->warmup < all ? w->warmup : all - 1;
	w->wanted = all - w->warmup;
}

static enum as_status prepare(struct program *p, struct as_err *err)
{
	const char *report = variable("ASSAY_REPORT");
	enum as_status st = report ? as_report_begin(report, &p->report, err) : AS_OK;

	if (!st)
		st = choose_clock(p, err);
	wish(p);
	struct as_harness_conditions *c = &p->conditions;
	c->program = p->screen.program;
	c->timer = &p->timer;
	c->seed = p->options.seed < 0 ? (uint64_t)as_clock_now() : (uint64_t)p->options.seed;
	c->isolated = p->options.isolate;
	c->in_turn = p->report < 0;
	c->others = p->report < 0 && p->subjects.n > 1;
	/* A given bound of the clock's error asks for a count of its own. */
	c->cache = p->options.accuracy_ns || p->options.counter ? NULL : cache_folder(p);
	return st;
}

static enum as_status begin(struct program *p, struct as_err *err)
{
	if (p->report >= 0)
		return AS_OK;
	if (p->options.json) {
		as_json_init(&p->json, &p->out, 2);
		as_document_begin(&p->json, &p->timer, p->conditions.seed);
	} else {
		as_screen_fit(&p->screen, &p->subjects);
		as_screen_head(&p->out, &p->screen);
	}
	return as_say(&p->out, err);
}

static enum as_status show(struct program *p, const struct as_harness_subject *s,
	const struct as_call_result *r,
	struct as_err *err)
{
	p->failed |= *r->failed != 0;
	p->measured |= !*r->failed;
	if (p->report >= 0)
		return as_report_result(p->report, s, r, err);
	if (p->options.json)
		as_document_add(&p->json, s, r);
	else
		as_harness_screen_row(&p->out, &p->screen, s, r);
	return as_say(&p->out, err);
}

static enum as_status end(struct program *p, struct as_err *err)
{
	bool optimised = true;

	if (p->report >= 0)
		return AS_OK;
	for (size_t i = 0; i < p->subjects.n; i++)
		optimised &= p->subjects.list[i].entry->optimised != 0;
	if (p->options.json) {
		as_document_end(&p->json);
		as_text_char(&p->out, '\n');
	} else if (p->measured) {
		as_screen_foot(&p->out, &p->screen, &p->timer, optimised);
	}
	return as_say(&p->out, err);
}

/* The subjects at i that are run together: the members of a group, which the filter may have
 * parted. */
static size_t together(struct as_subjects *s, size_t i)
{
	size_t n = 1;

	for (size_t k = i + 1; s->list[i].reference && k < s->n; k++) {
		if (s->list[k].reference != s->list[i].reference)
			continue;
		struct as_harness_subject member = s->list[k];
		memmove(&s->list[i + n + 1], &s->list[i + n], (k - i - n) * sizeof member);
		s->list[i + n] = member;
		n++;
	}
	return n;
}

static enum as_status run_some(struct program *p, const struct as_harness_subject *s, size_t n,
	struct as_err *err)
{
	struct as_call_result *results = calloc(n, sizeof *results);

	if (!results)
		return as_fail_memory(err);
	enum as_status st = as_run(&p->conditions, s, n, results, err);
	for (size_t i = 0; !st && i < n; i++)
		st = show(p, &s[i], &results[i], err);
	for (size_t i = 0; i < n; i++)
		as_call_result_release(&results[i]);
	free(results);
	return st;
}

static enum as_status run_all(struct program *p, struct as_err *err)
{
	enum as_status st = prepare(p, err);
	size_t n = 0;

	if (!st)
		st = begin(p, err);
	for (size_t i = 0; !st && i < p->subjects.n; i += n) {
		n = together(&p->subjects, i);
		st = run_some(p, &p->subjects.list[i], n, err);
	}
	if (!st)
		st = end(p, err);
	if (p->report >= 0)
		close(p->report);
	return st;
}

static enum as_status list(struct program *p, struct as_err *err)
{
	for (size_t i = 0; i < p->subjects.n; i++)
		as_text_addf(&p->out, "%s\n", p->subjects.list[i].name);
	return as_say(&p->out, err);
}

/* Of those that the command line names, the one that assay asks for. */
static enum as_status choose_benchmarks(struct program *p, struct as_err *err)
{
	const char *wanted = variable("ASSAY_BENCHMARK");
	struct as_subjects *s = &p->subjects;
	enum as_status st = as_subjects_filter(s, p->options.globs, p->options.n_globs, err);
	size_t i = 0;

	if (st || !wanted)
		return st;
	while (i < s->n && strcmp(s->list[i].name, wanted) != 0)
		i++;
	if (i == s->n)
		return as_fail(err, AS_ERR_USAGE,
			"no benchmark is called '%s', which $ASSAY_BENCHMARK asks for", wanted);
	s->list[0] = s->list[i];
	s->n = 1;
	return AS_OK;
}

static enum as_status act(struct program *p, struct as_err *err)
{
	const char *asked = variable("ASSAY_LIST");

	if (p->options.action == AS_ACTION_HELP)
		as_options_help(&p->out, p->screen.program, p->screen.columns);
	if (p->options.action == AS_ACTION_VERSION)
		as_text_add(&p->out, "libassay " AS_VERSION "\n");
	if (p->out.len)
		return as_say(&p->out, err);
	enum as_status st = as_subjects_expand(as_registered(), &p->subjects, err);
	if (!st)
		st = choose_benchmarks(p, err);
	if (!st && !p->subjects.n)
		st = as_fail(err, AS_ERR_USAGE,
			"this program has no benchmarks: declare one with ASSAY_BENCH");
	if (!st && p->options.action == AS_ACTION_LIST)
		return list(p, err);
	if (!st && asked)
		return as_harness_report_list(asked, &p->subjects, err);
	return st ? st : run_all(p, err);
}

int assay_main(int argc, char **argv)
{
	struct as_err err = {0};
	struct program p = {.report = -1,
		.screen = {.unicode = as_say_unicode(),
			.columns = as_say_columns(),
			.program = argc && argv[0] ? argv[0] : "benchmarks"}};
	enum as_status st = as_options_parse(argc, argv, &p.options, &err);

	if (!st)
		st = act(&p, &err);
	if (st)
		as_say_error(p.screen.program, &err);
	as_subjects_release(&p.subjects);
	as_text_release(&p.cache);
	as_text_release(&p.out);
	return !st && p.failed ? STATUS_FAILED : exit_status(st);
}
