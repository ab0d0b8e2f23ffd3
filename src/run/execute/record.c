/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/execute/record.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "model/kept/derived.h"
#include "run/building.h"
#include "run/conditions/loaded.h"
#include "run/conductor.h"
#include "run/execute/counting.h"
#include "run/execute/record_report.h"
#include "run/resuming.h"
#include "run/spawner/wait_status.h"

struct record_reading {
	enum as_metric_id metric;
	double value;
};

static enum as_status set_all(struct as_subject *s, size_t unit, const struct record_reading *v,
	size_t n,
	struct as_err *err)
{
	enum as_status st = AS_OK;

	for (size_t i = 0; i < n && !st; i++)
		if (!isnan(v[i].value))
			st = as_subject_set(s, AS_LEVEL_EXECUTION, unit, v[i].metric, v[i].value,
				err);
	return st;
}

/* What the kernel and the clock say of an execution that ran. */
static enum as_status take_usage(struct as_subject *s, size_t unit, const struct as_task *task,
	const struct as_launched *r, struct as_err *err)
{
	const struct record_reading v[] = {
		{AS_METRIC_WALL, (double)(r->end_ns - r->begin_ns)},
		{AS_METRIC_USER, (double)r->use.user_ns},
		{AS_METRIC_SYSTEM, (double)r->use.system_ns},
		{AS_METRIC_CPU, (double)(r->use.user_ns + r->use.system_ns)},
		{AS_METRIC_PEAK_MEMORY, (double)r->use.peak_rss_bytes},
		{AS_METRIC_MINOR_FAULTS, (double)r->use.minor_faults},
		{AS_METRIC_MAJOR_FAULTS, (double)r->use.major_faults},
		{AS_METRIC_VOLUNTARY_SWITCHES, (double)r->use.voluntary_switches},
		{AS_METRIC_INVOLUNTARY_SWITCHES, (double)r->use.involuntary_switches},
	};
	struct record_reading around[AS_AROUND_VALUES];

	for (size_t i = 0; i < AS_AROUND_VALUES; i++)
		around[i] = (struct record_reading){task->around.v[i].metric,
		task->around.v[i].value};
	enum as_status st = set_all(s, unit, v, sizeof v / sizeof v[0], err);
	return st ? st : set_all(s, unit, around, AS_AROUND_VALUES, err);
}

/* What was asked for beside. What it says of a metric goes to the journal, too. */
static enum as_status take_chosen(struct as_conductor *c, size_t subject, size_t unit,
	const struct as_launched *r, struct as_err *err)
{
	const struct as_fact *facts = c->x->machine.facts;
	enum as_status st = as_chosen_take(&c->chosen, c->x, subject, unit, r, err);

	if (!st && c->x->machine.facts != facts)
		as_journal_machine(c->journal, c->x);
	return st;
}

static enum as_status take_runs(struct as_conductor *c, struct as_subject *s, size_t base,
	const struct as_report *r, struct as_err *err)
{
	enum as_status st = AS_OK;

	for (size_t i = 0; i < r->runs.n && !st; i++) {
		const struct as_report_run *run = &r->runs.list[i];
		size_t m = 0;
		st = as_conductor_report_metric(c, r, run->metric, &m, err);
		for (size_t k = 0; k < run->n && !st; k++)
			st = as_subject_set(s, AS_LEVEL_ITERATION, base + run->iteration + k, m,
				run->v[k], err);
	}
	return st;
}

static enum as_status take_iterations(struct as_conductor *c, struct as_subject *s,
	const struct as_report *r, struct as_err *err)
{
	size_t base = s->levels[AS_LEVEL_ITERATION].n;
	enum as_status st = AS_OK;

	for (size_t i = 0; i < r->n && !st; i++) {
		st = as_subject_add_iteration(s, (enum as_role)r->role[i],
			r->end_ns ? r->end_ns[i] : 0, err);
		if (!st && !isnan(r->ns[i]))
			st = as_subject_set(s, AS_LEVEL_ITERATION, base + i, AS_METRIC_TIME,
				r->ns[i], err);
	}
	for (size_t i = 0; i < r->n_values && !st; i++) {
		size_t m = 0;
		st = as_conductor_report_metric(c, r, r->values[i].metric, &m, err);
		if (!st)
			st = as_subject_set(s, AS_LEVEL_ITERATION, base + r->values[i].iteration, m,
				r->values[i].value, err);
	}
	if (!st)
		st = take_runs(c, s, base, r, err);
	const struct as_chosen_iterations of = {
		.base = base, .n = r->n, .ns = r->ns, .end_ns = r->end_ns, .ops = r->ops};
	return st ? st : as_chosen_take_iterations(&c->chosen, c->x, s, &of, err);
}

static enum as_status take_report(struct as_conductor *c, struct as_subject *s, size_t unit,
	const struct as_report *r, struct as_err *err)
{
	enum as_status st = take_iterations(c, s, r, err);

	if (!st && r->benchmark && !s->benchmark)
		s->benchmark = as_arena_strdup(&c->x->arena, r->benchmark);
	for (size_t i = 0; i < r->n_metrics && !st; i++) {
		size_t m = 0;
		if (r->metrics[i].metric.level != AS_LEVEL_EXECUTION)
			continue;
		st = as_conductor_report_metric(c, r, i, &m, err);
		if (!st)
			st = as_subject_set(s, AS_LEVEL_EXECUTION, unit, m, r->metrics[i].value,
				err);
	}
	return st;
}

/* Seconds the execution took, without the iterations that count: starting it and getting it into
 * its steady state (methods.md 6.1). */
static double own_cost(const struct as_launched *r, const struct as_report *report)
{
	double ns = (double)(r->end_ns - r->begin_ns);

	for (size_t i = 0; i < report->n; i++)
		if (report->role[i] == AS_ROLE_MEASURED && !isnan(report->ns[i]))
			ns -= report->ns[i] * (report->ops ? (double)report->ops[i] : 1);
	return ns > 0 ? ns / 1e9 : 0;
}

static void running_mean(struct as_runner *run, double value)
{
	double d = value - run->mean;

	run->n++;
	run->mean += d / (double)run->n;
	run->squares += d * (value - run->mean);
}

/* The value of the criterion of the unit recorded last, for the progress display. */
static void note_progress(struct as_conductor *c, size_t subject, size_t unit)
{
	const struct as_subject *s = &c->x->subjects[subject];
	struct as_runner *run = &c->runners[subject];
	const size_t metric = as_experiment_base(c->x, c->x->criterion);
	enum as_level_index level = c->x->metrics[metric].level;
	const struct as_column *col = as_subject_column(s, level, metric);
	double sum = 0, n = 0;

	if (!col)
		return;
	size_t from = unit, to = unit + 1;
	if (level == AS_LEVEL_ITERATION) {
		from = as_iterations_of(s, unit).from;
		to = as_iterations_of(s, unit).to;
	}
	for (size_t i = from; i < to; i++)
		if (!isnan(as_column_at(col, i))) {
			sum += as_column_at(col, i);
			n++;
		}
	if (n > 0)
		running_mean(run, sum / n);
}

enum as_status as_conductor_count(struct as_conductor *c, const struct as_step *step, size_t unit,
	struct as_err *err)
{
	const struct as_level *l = &c->x->subjects[step->subject].levels[AS_LEVEL_EXECUTION];
	const struct as_unit_end end = {.step = *step, .ending = as_unit_ending(l, unit)};

	if (step->role == AS_ROLE_MEASURED && end.ending == AS_ENDED_OK)
		note_progress(c, step->subject, unit);
	return as_schedule_take(c->schedule, &end, err);
}

static enum as_status first_failed(struct as_conductor *c, const struct as_task *task,
	const struct as_launched *r, struct as_ended e, const struct as_err *why,
	struct as_err *err)
{
	const char *name = c->x->subjects[task->step.subject].name;

	as_conductor_blame(c, task->step.subject, false,
		e.ending == AS_ENDED_NOT_STARTED && e.code == ENOENT);
	if (e.ending == AS_ENDED_REPORT)
		return as_fail(err, AS_ERR_BENCH,
			why->code == AS_ERR_BENCH ? "'%.250s' failed: %s"
						  : "cannot use the report of '%.250s': %s",
			name, why->msg);
	const struct as_runner *run = &c->runners[task->step.subject];
	const struct as_command_spec *spec = &run->spec;
	const struct as_launch_subject what = {.name = name, .spec = spec,
		.in_vain = c->r->what.commands[task->step.subject].benchmark && !run->reports,
		.timeout_ns = c->r->what.timeout_ns,
		.unheard = task->step.role == AS_ROLE_MEASURED &&
			(spec->out.kind == AS_STREAM_NULL || spec->out.kind == AS_STREAM_FILE)};
	struct as_err said = {0};
	said.code = as_launch_explain(&what, r, &said);
	return as_conductor_explain_lack(c, task->step.subject, &said, err);
}

/* Why an execution does not count: what its report lacks, or what it printed last. The same words
 * are not kept twice in a row. */
static enum as_status note_reason(struct as_conductor *c, struct as_subject *s, size_t unit,
	const struct as_launched *r, struct as_err *why, struct as_err *err)
{
	const struct as_note *last = s->n_notes ? &s->notes[s->n_notes - 1] : NULL;
	const char *text = why->msg;

	if (!*text) {
		as_err_keep_output(why, r->tail, r->tail_bytes);
		text = why->output;
	}
	if (!*text || (last && !strcmp(last->text, text)))
		return AS_OK;
	return as_subject_note(s, &c->x->arena, AS_LEVEL_EXECUTION, unit, text, err);
}

/* What is only there to be subtracted has no output that anybody reads. */
static bool reads_patterns(const struct as_conductor *c, size_t subject)
{
	return c->chosen.n_patterns && !c->r->what.commands[subject].is_subtracted;
}

/* Numbers in the output. One that is not there makes the execution one that does not count. */
static enum as_status look_for_patterns(struct as_conductor *c, const struct as_task *task,
	struct as_ended *e, struct as_err *why, struct as_err *err)
{
	enum as_status st = as_pattern_search(c->runners[task->step.subject].output,
		c->chosen.patterns, c->chosen.n_patterns, why);

	if (st != AS_ERR_DATA) {
		if (st && err)
			*err = *why;
		return st;
	}
	e->ending = AS_ENDED_REPORT;
	why->code = AS_ERR_BENCH;
	return AS_OK;
}

/* What the program says of itself: its report, and numbers in its output. */
static enum as_status take_said(struct as_conductor *c, const struct as_task *task, size_t unit,
	const struct as_report *report, struct as_err *err)
{
	const size_t subject = task->step.subject;
	const struct as_fact *facts = c->x->machine.facts;
	enum as_status st = take_report(c, &c->x->subjects[subject], unit, report, err);

	if (!st && reads_patterns(c, subject))
		st = as_chosen_take_patterns(&c->chosen, c->x, subject, unit, err);
	if (!st)
		st = as_conductor_take_work(c, &task->step, unit, err);
	if (!st && c->x->machine.facts != facts)
		as_journal_machine(c->journal, c->x);
	return st;
}

/* How it ended, all things considered: its own end, the check, patterns, its report. */
static enum as_status judge(struct as_conductor *c, const struct as_task *task, struct as_ended *e,
	struct as_report *report, struct as_err *why, struct as_err *err)
{
	const size_t subject = task->step.subject;
	enum as_status st = AS_OK;

	if (as_conductor_forgives(c, *e))
		e->ending = AS_ENDED_OK; /* its code stays, as the mark of it */
	if (e->ending == AS_ENDED_OK && c->runners[subject].check != AS_NO_HOOK)
		st = as_conductor_check(c, task, e, why, err);
	if (!st && e->ending == AS_ENDED_OK && reads_patterns(c, subject))
		st = look_for_patterns(c, task, e, why, err);
	return st ? st : as_conductor_read_report(c, task, e, report, why, err);
}

/* The unit, with the values that are of every one. */
static enum as_status add_execution(struct as_conductor *c, const struct as_task *task,
	const struct as_launched *r, struct as_unit *u, size_t *unit, struct as_err *err)
{
	struct as_subject *s = &c->x->subjects[task->step.subject];

	u->parent = (uint32_t)task->step.build;
	u->order = task->step.order;
	u->round = task->step.round;
	u->role = (uint8_t)task->step.role;
	u->seed = task->step.seed;
	u->started_ns = task->date_ns;
	enum as_status st = as_subject_add_unit(s, AS_LEVEL_EXECUTION, u, unit, err);
	if (!st && r->begin_ns)
		st = take_usage(s, *unit, task, r, err);
	if (!st)
		st = as_conductor_take_load(c, task, *unit, r, err);
	if (!st)
		st = take_chosen(c, task->step.subject, *unit, r, err);
	s->leftovers += r->leftovers > 0;
	return st;
}

enum as_status as_conductor_record(struct as_conductor *c, const struct as_task *task,
	const struct as_launched *r, struct as_err *err)
{
	const size_t subject = task->step.subject;
	struct as_ended e = as_launched_ended(r);
	struct as_report report = {0};
	struct as_err why = {0};
	size_t unit = 0;
	enum as_status st = judge(c, task, &e, &report, &why, err);
	const bool cancelled = e.ending == AS_ENDED_CANCELLED;
	const bool lost = task->step.first && e.ending != AS_ENDED_OK && !cancelled;
	const bool leaves = lost && as_schedule_may_leave(c->schedule, subject);
	struct as_unit u = {.code = e.code, .ending = (uint8_t)e.ending,
		.cost_s = own_cost(r, &report) +
			(double)(task->pause_ns + task->counted_ns) / 1e9};

	if (!st)
		st = add_execution(c, task, r, &u, &unit, err);
	if (!st && e.ending == AS_ENDED_OK)
		st = take_said(c, task, unit, &report, err);
	else if (!st && !cancelled)
		st = note_reason(c, &c->x->subjects[subject], unit, r, &why, err);
	if (!st)
		st = as_conductor_count(c, &task->step, unit, err);
	if (!st && !cancelled && (!lost || leaves))
		as_journal_unit(c->journal, c->x, subject, AS_LEVEL_EXECUTION, unit);
	if (!st && lost && !leaves)
		st = first_failed(c, task, r, e, &why, err);
	as_report_release(&report);
	return st;
}
