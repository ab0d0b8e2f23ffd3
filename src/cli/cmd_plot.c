/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "analyse/picture.h"
#include "cli/result.h"
#include "cli/screen.h"
#include "report/plot/plot.h"

/* Which pictures, as bits 1 << enum as_picture_kind; the words have been checked by the parser. */
static unsigned read_kinds(const struct as_args *args, const struct as_experiment *x)
{
	unsigned bits = 0;

	for (size_t i = 0; i < as_args_times(args, AS_OPT_KIND); i++) {
		const char *word = as_args_nth(args, AS_OPT_KIND, i)->values[0];
		for (unsigned k = 0; k < AS_PICTURES; k++)
			if (!strcmp(word, "all") || !strcmp(word, as_pictures[k].name))
				bits |= 1U << k;
	}
	if (bits)
		return bits;
	return (x->n_subjects > 1 ? 1U << AS_PICTURE_INTERVALS : 0) | 1U << AS_PICTURE_HISTOGRAM |
		1U << AS_PICTURE_SEQUENCE;
}

static enum as_status show(struct as_cli *cli, const struct as_result *r, const struct as_picture_request *q,
	bool *any, struct as_err *err)
{
	struct as_style style = as_screen_style(cli);
	struct as_picture p = {0};
	struct as_text t = {0};
	enum as_status st = as_picture_of(r->x, &r->analyses[0], q, &p, err);

	if (st)
		return st;
	as_text_add(&t, *any ? "\n" : "");
	*any = true;
	as_report_picture(&t, &style, r->x, &p);
	st = as_screen_print(cli, &t, err);
	as_text_release(&t);
	as_picture_release(&p);
	return st;
}

static enum as_status show_all(struct as_cli *cli, const struct as_result *r, struct as_err *err)
{
	const unsigned kinds = read_kinds(cli->args, r->x);
	struct as_picture_request q = {.metric = r->x->criterion};
	uint32_t execution = 0;
	bool any = false;
	enum as_status st = as_args_count(cli->args, AS_OPT_EXECUTION, 1, UINT32_MAX, &execution, err);

	q.execution = execution;
	if (!st && kinds & 1U << AS_PICTURE_INTERVALS) {
		q.kind = AS_PICTURE_INTERVALS;
		st = show(cli, r, &q, &any, err);
	}
	for (q.subject = 0; !st && q.subject < r->x->n_subjects; q.subject++)
		for (unsigned k = AS_PICTURE_INTERVALS + 1; !st && k < AS_PICTURES; k++) {
			q.kind = (enum as_picture_kind)k;
			if (kinds & 1U << k)
				st = show(cli, r, &q, &any, err);
		}
	return st;
}

static enum as_status run(struct as_cli *cli, struct as_err *err)
{
	struct as_result r = {0};

	if (cli->args->n_words > 1)
		return as_fail(err, AS_ERR_USAGE, "cannot draw %zu results at once: name one, as in assay plot @last",
			cli->args->n_words);
	enum as_status st = as_result_open(cli, cli->args->n_words ? cli->args->words[0] : "@last", &r, err);
	if (!st)
		st = show_all(cli, &r, err);
	as_result_release(&r);
	return st;
}

static const struct as_example examples[] = {
	{"the newest result", "assay plot"},
	{"does it depend on what ran before?", "assay plot --kind acf --kind lag"},
	{"the iterations of its first execution", "assay plot --execution 1 --kind sequence"},
	{0},
};

const struct as_command_entry as_command_plot = {
	.name = "plot",
	.args = "[RESULT]",
	.summary = "draw a result in the terminal",
	.description =
		"RESULT is @last (the default), a number, a label or a file; see assay help show. Without --kind: a "
		"histogram, and the values in the order of time; of several commands their intervals first.\n\n"
		"Pictures are as wide as the terminal (or as $COLUMNS says), of one colour, and of ASCII where the locale "
		"has nothing else. What shows a pattern in the order of time and none in random order depends on time.",
	.options = AS_GROUP_PLOT | AS_GROUP_SCREEN | AS_GROUP_STORE,
	.examples = examples,
	.run = run,
};
