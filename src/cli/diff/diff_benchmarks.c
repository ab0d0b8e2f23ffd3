/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/diff/diff.h"

#include <string.h>

#include "cli/screen_out.h"
#include "report/review/review_screen.h"
#include "report/draw/layout.h"
#include "report/suite_screen.h"
#include "run/interrupt.h"

enum as_status as_diff_ask(struct as_diffing *d, const struct as_diff_task *task,
	struct as_request *r, struct as_run_context *with, struct as_err *err)
{
	struct as_arena *a = d->cli->arena;

	if (task->is_own || !as_benchmarks_in_versions(d->args, r, a))
		return AS_OK;
	return task->of_suite ? as_benchmarks_expand_suite(d->args, r, with, a, err)
			      : as_benchmarks_expand(d->args, r, with, a, err);
}

static size_t find_benchmark(const struct as_diff_own *own, const char *name)
{
	for (size_t i = 0; i < own->n; i++)
		if (!strcmp(own->v[i].name, name))
			return i;
	return own->n;
}

enum as_status as_diff_list(struct as_diffing *d, const struct as_request *r,
	struct as_diff_own *out)
{
	struct as_diff_own own = {
		.v = as_arena_array(d->cli->arena, r->what.n_commands, sizeof *own.v)};

	if (!own.v)
		return AS_ERR_MEM;
	for (int base = 0; base < 2; base++)
		for (size_t i = 0; i < r->what.n_commands; i++) {
			const struct as_command *c = &r->what.commands[i];
			if ((c->checkout == AS_HEAD + 1) == base || !c->benchmark)
				continue;
			size_t k = find_benchmark(&own, c->benchmark);
			if (k == own.n) {
				own.n++;
				own.v[k].name = c->benchmark;
				own.v[k].subject[AS_REVIEW_BASE] =
					own.v[k].subject[AS_REVIEW_HEAD] = AS_DIFF_NONE;
			}
			own.v[k].subject[base ? AS_REVIEW_BASE : AS_REVIEW_HEAD] = i;
			own.speaks = c->speaks;
		}
	*out = own;
	d->of_benchmarks = true;
	return AS_OK;
}

const char *as_diff_own_name(const struct as_diffing *d, const struct as_diff_task *task,
	const char *name)
{
	return task->of_suite ? as_arena_printf(d->cli->arena, "%s of %s", name, task->name) : name;
}

enum as_status as_diff_more_rows(struct as_diffing *d, size_t n, struct as_err *err)
{
	const struct as_review_row *v = d->review.v;
	const struct as_diff_row *rows = d->rows;
	const size_t before = d->planned, now = d->review.n;

	d->planned += n;
	enum as_status st = as_diff_rows(d, err);
	if (st)
		return st;
	memcpy(d->review.v, v, now * sizeof *v);
	memcpy(d->rows, rows, before * sizeof *rows);
	for (size_t i = now + 1; i <= now + n; i++)
		d->rows[i] = (struct as_diff_row){
			.gates = rows[now].gates, .n_gates = rows[now].n_gates};
	return AS_OK;
}

enum as_status as_diff_lines(struct as_diffing *d, struct as_err *err)
{
	const struct as_style style = as_screen_style(d->cli);
	struct as_text t = {0};
	size_t longest = 0;

	if (style.verbose || as_args_has(d->args, AS_OPT_JSON))
		return AS_OK;
	for (size_t i = 0; i < d->review.n; i++) {
		const size_t w = as_layout_width(d->review.v[i].name);
		longest = w > longest ? w : longest;
	}
	for (size_t i = 0; i < d->review.n; i++)
		as_report_review_line(
			&t, &style, &d->review.v[i], as_suite_name_columns(&style, longest), false);
	enum as_status st = as_screen_print(d->cli, &t, err);
	as_text_release(&t);
	return st;
}
