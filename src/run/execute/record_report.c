/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/execute/record_report.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "run/conductor.h"

/* Number of a metric that a program reports, in the experiment. */
enum as_status as_conductor_report_metric(struct as_conductor *c, const struct as_report *r,
	size_t i, size_t *out, struct as_err *err)
{
	return as_experiment_metric(c->x, &r->metrics[i].metric, out, err);
}

/* Iterations that are to be counted, where there are any at all. */
static enum as_status check_counted(const struct as_request *q, const struct as_report *report,
	struct as_err *why)
{
	size_t counted = 0;

	for (size_t i = 0; i < report->n; i++)
		counted += report->role[i] == AS_ROLE_MEASURED;
	if (!report->n || counted)
		return AS_OK;
	if (report->n_warmup)
		return as_fail(why, AS_ERR_DATA,
			"all of its %zu iterations are warm-ups; let it make more", report->n);
	return as_fail(why, AS_ERR_DATA,
		"--drop %u leaves out all of its %zu iterations; drop fewer, or let it make more",
		q->amount.drop, report->n);
}

/* The benchmark is the one that was asked for. */
static enum as_status check_benchmark(const struct as_command *cmd, const struct as_report *report,
	struct as_err *why)
{
	if (!cmd->benchmark)
		return AS_OK;
	if (!report->n)
		return as_fail(why, AS_ERR_BENCH,
			"it was to run its benchmark '%.200s' (ASSAY_BENCHMARK), and "
			"reported no iterations",
			cmd->benchmark);
	if (report->benchmark && strcmp(report->benchmark, cmd->benchmark) != 0)
		return as_fail(why, AS_ERR_BENCH,
			"it was to run its benchmark '%.200s' (ASSAY_BENCHMARK), and "
			"reported iterations of '%.200s'",
			cmd->benchmark, report->benchmark);
	return AS_OK;
}

static enum as_status reported(const struct as_report *report, struct as_err *why)
{
	return as_fail(why, AS_ERR_BENCH, "it reported: %s", report->failed);
}

/* Why a report that could be read cannot be used, or AS_OK. */
static enum as_status check_report(struct as_conductor *c, const struct as_command *cmd,
	const struct as_runner *run, const struct as_report *report, struct as_err *why)
{
	size_t m = 0;

	if (report->failed)
		return reported(report, why);
	if (check_benchmark(cmd, report, why))
		return why->code;
	if (report->n_sections && !report->n && !report->n_metrics)
		return as_fail(why, AS_ERR_DATA,
			"it has neither iterations nor values; assay help reporter shows how they "
			"are written");
	if (run->reports && !report->n)
		return as_fail(why, AS_ERR_BENCH,
			"it reported no iterations, though it did before");
	for (size_t i = 0; i < report->n_metrics; i++) {
		const char *name = report->metrics[i].metric.name;
		if (as_chosen_has(&c->chosen, name))
			return as_fail(why, AS_ERR_BENCH, "it reports %.60s, which --metric reads "
				"already; call it otherwise", name);
		if (as_conductor_report_metric(c, report, i, &m, why))
			return AS_ERR_DATA;
	}
	return check_counted(c->r, report, why);
}

/* Of one that failed only the reason counts, where it has told one. */
static void read_reason(struct as_conductor *c, const struct as_task *task, const char *path,
	struct as_ended *e, struct as_err *why)
{
	struct as_runner *run = &c->runners[task->step.subject];
	struct as_report report = {0};
	struct as_err said = {0};
	enum as_status st = as_conductor_read_told(c, task->step.subject, path, &report, &said);

	if (!st && report.failed)
		st = reported(&report, &said);
	if (st == AS_ERR_BENCH) {
		*why = said;
		e->ending = AS_ENDED_REPORT;
	}
	run->reports = run->reports || report.n > 0;
	as_report_release(&report);
}

enum as_status as_conductor_read_report(struct as_conductor *c, const struct as_task *task,
	struct as_ended *e, struct as_report *report, struct as_err *why, struct as_err *err)
{
	struct as_runner *run = &c->runners[task->step.subject];
	char path[AS_REPORT_PATH_BYTES];

	const struct as_command *cmd = &c->r->what.commands[task->step.subject];

	as_conductor_report_path(c, task->report_slot, path);
	if (!cmd->benchmark && !run->reports && !task->step.first && access(path, F_OK) != 0)
		return AS_OK;
	if (e->ending == AS_ENDED_FAILED)
		read_reason(c, task, path, e, why);
	if (e->ending != AS_ENDED_OK)
		return as_reporter_remove(path, err);
	enum as_status st = as_conductor_read_told(c, task->step.subject, path, report, why);
	if (!st) {
		as_report_drop(report, c->r->amount.drop);
		st = check_report(c, cmd, run, report, why);
	}
	if (st)
		e->ending = AS_ENDED_REPORT;
	run->reports = run->reports || report->n > 0;
	return as_reporter_remove(path, err);
}
