/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "analyse/picture/picture_make.h"
#include "analyse/result/quantiles_make.h"
#include "base/vec.h"
#include "cli/pictures/figure_out.h"
#include "cli/results/result.h"
#include "cli/results/strata_read.h"
#include "cli/screen_out.h"
#include "cli/series/history_settings.h"
#include "model/kept/derived.h"
#include "report/history/history_screen.h"
#include "report/plot/plot.h"

/* Which pictures, as bits 1 << enum as_picture_kind; the words have been checked by the parser. */
static unsigned read_kinds(const struct as_args *args)
{
	unsigned bits = 0;

	for (size_t i = 0; i < as_args_times(args, AS_OPT_KIND); i++) {
		const char *word = as_args_nth(args, AS_OPT_KIND, i)->values[0];
		for (unsigned k = 0; k < AS_PICTURES; k++)
			if ((!strcmp(word, "all") && k != AS_PICTURE_HISTORY) ||
				!strcmp(word, as_pictures[k].name))
				bits |= 1U << k;
	}
	return bits;
}

/* Which without --kind. */
static unsigned usual_kinds(const struct as_experiment *x)
{
	return (x->n_subjects > 1 ? 1U << AS_PICTURE_INTERVALS : 0) | 1U << AS_PICTURE_HISTOGRAM |
		1U << AS_PICTURE_SEQUENCE;
}

static bool is_all(const struct as_args *args)
{
	for (size_t i = 0; i < as_args_times(args, AS_OPT_KIND); i++)
		if (!strcmp(as_args_nth(args, AS_OPT_KIND, i)->values[0], "all"))
			return true;
	return false;
}

/* Pictures of one result: on the screen as they come, or kept for a figure. */
struct plotting {
	struct as_cli *cli;
	const struct as_result *r;
	bool kept, any;
	struct as_picture *v;
	size_t n, cap;
};

static enum as_status print(struct plotting *d, const struct as_picture *p, struct as_err *err)
{
	struct as_style style = as_screen_style(d->cli);
	struct as_text t = {0};

	as_text_add(&t, d->any ? "\n" : "");
	d->any = true;
	as_report_picture(&t, &style, d->r->x, p);
	enum as_status st = as_screen_print(d->cli, &t, err);
	as_text_release(&t);
	return st;
}

static enum as_status show(struct plotting *d, const struct as_picture_request *q,
	struct as_err *err)
{
	struct as_picture p = {0};
	enum as_status st = as_picture_of(d->r->x, &d->r->analyses[0], q, &p, err);

	/* of all of them, those that there are */
	if (st == AS_ERR_DATA && is_all(d->cli->args))
		return AS_OK;
	if (!st && as_args_has(d->cli->args, AS_OPT_ZERO))
		as_picture_from_zero(&p);
	if (!st && d->kept && AS_PUSH(d->v, d->n, d->cap, p))
		return AS_OK;
	if (!st)
		st = d->kept ? as_fail_memory(err) : print(d, &p, err);
	as_picture_release(&p);
	return st;
}

/* Those of these kinds that there is one of what. */
static enum as_status show_kinds(struct plotting *d, unsigned kinds, enum as_picture_of of,
	struct as_picture_request *q, struct as_err *err)
{
	enum as_status st = AS_OK;

	for (unsigned k = 0; !st && k < AS_PICTURES; k++) {
		q->kind = (enum as_picture_kind)k;
		if (kinds & 1U << k && as_pictures[k].of == of)
			st = show(d, q, err);
	}
	return st;
}

/* Quantiles are looked for where they are to be drawn: that takes all values. */
static enum as_status show_of_result(struct plotting *d, unsigned kinds,
	struct as_picture_request *q, struct as_err *err)
{
	struct as_experiment *x = d->r->x;
	struct as_quantiles quantiles = {0};
	enum as_status st = AS_OK;

	if (kinds & 1U << AS_PICTURE_QUANTILES)
		st = as_quantiles_open(
				x, as_experiment_base(x, x->criterion), false, &quantiles, err);
	if (st == AS_ERR_DATA && is_all(d->cli->args))
		st = AS_OK;
	q->quantiles = quantiles.n ? &quantiles : NULL;
	st = st ? st : show_kinds(d, kinds, AS_OF_RESULT, q, err);
	q->quantiles = NULL;
	as_quantiles_release(&quantiles);
	return st;
}

/* A metric that an option names; AS_PICTURE_CHOOSES without it. */
static enum as_status read_metric(const struct plotting *d, enum as_option_id id, size_t *out,
	struct as_err *err)
{
	const struct as_experiment *x = d->r->x;

	*out = AS_PICTURE_CHOOSES;
	if (!as_args_has(d->cli->args, id))
		return AS_OK;
	const char *name = as_args_nth(d->cli->args, id, 0)->values[0];
	*out = as_experiment_find_metric(x, name);
	if (*out < x->n_metrics && as_experiment_has_values(x, *out))
		return AS_OK;
	return as_fail(err, AS_ERR_USAGE,
		"cannot draw '%.100s': the result has no such metric; see assay show", name);
}

static enum as_status show_all(struct plotting *d, struct as_err *err)
{
	const struct as_experiment *x = d->r->x;
	const unsigned asked = read_kinds(d->cli->args), kinds = asked ? asked : usual_kinds(x);
	struct as_picture_request q = {.metric = x->criterion};
	uint32_t execution = 0;
	enum as_status st = as_args_count(d->cli->args, AS_OPT_EXECUTION, 1, UINT32_MAX,
		&execution, err);

	q.execution = execution;
	st = st ? st : read_metric(d, AS_OPT_OVER, &q.across, err);
	st = st ? st : read_metric(d, AS_OPT_SHADE, &q.shade, err);
	st = st ? st : as_strata_read(d->cli, x, &q.strata, err);
	st = st ? st : show_of_result(d, kinds, &q, err);
	for (; !st && q.subject < x->n_subjects; q.subject++)
		st = show_kinds(d, kinds, AS_OF_SUBJECT, &q, err);
	return st;
}

static enum as_status plot(struct as_cli *cli, const struct as_result *r,
	const struct as_figure_asked *figure, struct as_err *err)
{
	struct plotting d = {.cli = cli, .r = r, .kept = figure->file != NULL};
	enum as_status st = show_all(&d, err);

	as_pictures_align(d.v, d.n);
	if (!st && figure->file)
		st = as_figure_write(figure, r->x, d.v, d.n, err);
	for (size_t i = 0; i < d.n; i++)
		as_picture_release(&d.v[i]);
	free(d.v);
	return st;
}

/* Each series below the others in one file, so many of them at most. */
static enum as_status write_history(const struct as_history *h, size_t most, bool zero,
	const struct as_figure_asked *figure, struct as_err *err)
{
	const size_t n = most && most < h->n ? most : h->n;
	struct as_picture *v = calloc(n + 1, sizeof *v);
	enum as_status st = v ? AS_OK : as_fail_memory(err);

	if (!st && !n)
		st = as_fail(err, AS_ERR_DATA,
			"cannot draw a history: the store has no version of such a benchmark; see "
			"assay history");
	for (size_t i = 0; i < n && !st; i++) {
		st = as_picture_of_series(h, &h->series[i], &v[i], err);
		if (!st && zero)
			as_picture_from_zero(&v[i]);
	}
	if (!st)
		st = as_figure_write(figure, NULL, v, n, err);
	for (size_t i = 0; v && i < n; i++)
		as_picture_release(&v[i]);
	free(v);
	return st;
}

/* --kind history: benchmarks in place of a result. */
static enum as_status show_history(struct as_cli *cli, const struct as_figure_asked *figure,
	struct as_err *err)
{
	const struct as_style style = as_screen_style(cli);
	struct as_history_asked asked;
	struct as_history h = {0};
	struct as_text t = {0};
	const bool zero = as_args_has(cli->args, AS_OPT_ZERO);

	if (read_kinds(cli->args) != 1U << AS_PICTURE_HISTORY ||
		as_args_has(cli->args, AS_OPT_EXECUTION))
		return as_fail(err, AS_ERR_USAGE,
			"cannot draw a history beside pictures of one result: it is of benchmarks "
			"over their versions; give --kind history alone");
	enum as_status st = as_history_select(cli, &asked, err);
	if (!st)
		st = as_history_read(cli, &asked, &h, err);
	if (st || figure->file)
		return st ? st : write_history(&h, asked.most, zero, figure, err);
	as_report_history_picture(&t, &style, &h, asked.most, zero);
	st = as_screen_print(cli, &t, err);
	as_text_release(&t);
	return st;
}

/* What says which versions means nothing for one result. */
static enum as_status check_options(const struct as_args *args, struct as_err *err)
{
	static const enum as_option_id of_history[] = {AS_OPT_SINCE, AS_OPT_UNTIL,
		AS_OPT_HISTORY_METRIC, AS_OPT_HISTORY_LEVEL, AS_OPT_HISTORY_INDEPENDENT,
		AS_OPT_HISTORY_TOLERANCE, AS_OPT_HISTORY_CONFIDENCE, AS_OPT_HISTORY_METHOD,
		AS_OPT_HISTORY_BLOCK};
	char name[32];

	for (size_t i = 0; i < sizeof of_history / sizeof of_history[0]; i++) {
		if (!as_args_has(args, of_history[i]))
			continue;
		as_option_spell(of_history[i], name);
		return as_fail(err, AS_ERR_USAGE,
			"cannot take %s for pictures of one result: it is for --kind history",
			name);
	}
	if (args->n_words > 1)
		return as_fail(err, AS_ERR_USAGE,
			"cannot draw %zu results at once: name one, as in assay plot @last",
			args->n_words);
	return AS_OK;
}

/* assay plot history: a kind of picture where a result is named, unless one is called so. */
static enum as_status check_word(struct as_cli *cli, struct as_err *err)
{
	const char *word = cli->args->n_words ? cli->args->words[0] : "";

	for (size_t i = 0; i < AS_PICTURES; i++)
		if (!strcmp(as_pictures[i].name, word) && !as_result_is_kept(cli, word))
			return as_fail(err, AS_ERR_USAGE,
				"cannot draw the result '%s': that is a kind of picture; did you "
				"mean assay plot --kind %s?",
				word, word);
	return AS_OK;
}

static enum as_status run(struct as_cli *cli, struct as_err *err)
{
	struct as_figure_asked figure;
	struct as_result r = {0};
	enum as_status st = as_figure_read(cli->args, &figure, err);

	if (!st && read_kinds(cli->args) & 1U << AS_PICTURE_HISTORY)
		return show_history(cli, &figure, err);
	if (!st)
		st = check_options(cli->args, err);
	if (!st)
		st = check_word(cli, err);
	if (!st)
		st = as_result_open(cli, cli->args->n_words ? cli->args->words[0] : "@last", &r,
			err);
	if (!st)
		st = plot(cli, &r, &figure, err);
	as_result_release(&r);
	return st;
}

static const struct as_example examples[] = {
	{"the newest result", "assay plot"},
	{"does it depend on what ran before?", "assay plot --kind acf --kind lag"},
	{"the iterations of its first execution", "assay plot --execution 1 --kind sequence"},
	{"are there two kinds of executions?", "assay plot --kind by-execution"},
	{"a figure for a paper, and what draws it",
		"assay plot --kind density -o density.pdf --keep-script density.gp"},
	{"a benchmark over the versions in the store", "assay plot --kind history render"},
	{"the same for a page", "assay plot --kind history render -o render.svg --size page"},
	{0},
};

const struct as_command_entry as_command_plot = {
	.name = "plot",
	.args = "[RESULT|NAME...]",
	.summary = "draw a result in the terminal, or into a file",
	.description = "RESULT is @last (the default), a number, a label or a file; see assay help "
		       "show. Without --kind: a histogram, and the values in the order of time; "
		       "of several commands their intervals first.\n\n"
		       "Pictures are as wide as the terminal (or as $COLUMNS says), and of ASCII "
		       "where the locale has nothing else; several curves in one have colours and "
		       "letters. What shows a pattern in the order of time and none in random "
		       "order depends on time.",
	.options = AS_GROUP_PLOT | AS_GROUP_STRATA | AS_GROUP_HISTORY | AS_GROUP_SCREEN |
		   AS_GROUP_STORE,
	.examples = examples,
	.run = run,
};
