/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>
#include <sys/stat.h>

#include "analyse/result/analyse.h"
#include "cli/compare/baseline.h"
#include "cli/compare/gate_options.h"
#include "cli/request/request_options.h"
#include "cli/request/setting_options.h"
#include "model/kept/derived.h"

void as_baseline_release(struct as_baseline *b)
{
	for (size_t i = 0; i < b->n; i++)
		as_result_release(&b->results[i]);
	b->n = 0;
}

/* By the metric that is asked for, if it was read; gates may be of some that are made of others. */
static enum as_status choose_criterion(struct as_cli *cli, struct as_experiment *x,
	struct as_err *err)
{
	const char *criterion = as_args_criterion(cli->args);
	size_t m = x->n_metrics;
	enum as_status st = criterion ? as_experiment_ask_metric(x, criterion, &m, err) : AS_OK;

	if (st)
		return st;
	if (m < x->n_metrics && as_experiment_has_values(x, m)) {
		x->criterion = m;
		x->criterion_alone = true;
	}
	return as_gates_ask(cli->args, cli->arena, x, err);
}

/* What differences matter is asked now, not then. */
static enum as_status choose_terms(const struct as_args *args, struct as_plan *p,
	struct as_err *err)
{
	struct as_request r = {.aim.tolerance = p->tolerance};
	double precision = 0;
	int64_t budget = 0;
	enum as_status st = as_request_targets(args, &precision, &p->confidence, &budget, err);

	if (!st)
		st = as_setting_said(args, AS_OPT_TOLERANCE, NULL, &r, err);
	p->tolerance = r.aim.tolerance;
	return st;
}

/* The criterion's summaries alone, in memory of the arena: what is inside of the result is compared
 * with nothing here. */
static enum as_status summarise(struct as_cli *cli, struct as_result *r, struct as_err *err)
{
	const size_t n = r->x->n_subjects;
	struct as_summary *v = as_arena_array(cli->arena, n, sizeof *v);
	enum as_status st = v ? AS_OK : as_fail_memory(err);

	for (size_t i = 0; i < n && !st; i++)
		st = as_summarise(r->x, i, as_experiment_own_metric(r->x, i), &v[i], err);
	r->analyses[0] = (struct as_analysis){
		.metric = r->x->criterion, .n_subjects = n, .summaries = v};
	return st;
}

/* Put an experiment to the results, which have room; it is taken over, also on failure. */
static enum as_status add_baseline(
	struct as_cli *cli, struct as_baseline *b, struct as_experiment *x, struct as_err *err)
{
	struct as_result *r = &b->results[b->n++];

	*r = (struct as_result){.x = x, .label = b->label, .in_file = b->kind == AS_BASELINE_FILE};
	enum as_status st = choose_criterion(cli, x, err);
	if (!st && b->head)
		st = choose_terms(cli->args, &x->plan, err);
	return st ? st : summarise(cli, r, err);
}

static enum as_status make_room(struct as_cli *cli, struct as_baseline *b, size_t n,
	struct as_err *err)
{
	b->results = as_arena_array(cli->arena, n, sizeof *b->results);
	b->left_out = as_arena_array(cli->arena, n, sizeof *b->left_out);
	return b->results && b->left_out ? AS_OK : as_fail_memory(err);
}

/* All subjects but these n, whose numbers ascend. */
static const bool *others(struct as_cli *cli, const struct as_experiment *x,
	const struct as_store_subject *v, size_t n)
{
	bool *out = as_arena_array(cli->arena, x->n_subjects, sizeof *out);

	for (size_t i = 0; out && i < x->n_subjects; i++)
		out[i] = true;
	for (size_t i = 0; out && i < n; i++)
		if (v[i].number < x->n_subjects)
			out[v[i].number] = false;
	return out;
}

/* The experiments of n subjects, which stand together. */
static enum as_status read_subjects(struct as_cli *cli, struct as_store *s,
	const struct as_store_subject *v, size_t n, struct as_baseline *b,
	struct as_err *err)
{
	enum as_status st = make_room(cli, b, n, err);

	for (size_t i = 0, k = 0; i < n && !st; i += k) {
		struct as_experiment *x = NULL;
		for (k = 1; i + k < n && v[i + k].experiment == v[i].experiment;)
			k++;
		st = as_store_get(s, v[i].experiment, &x, err);
		if (st)
			break;
		st = add_baseline(cli, b, x, err);
		b->left_out[b->n - 1] = others(cli, x, &v[i], k);
		if (!st && !b->left_out[b->n - 1])
			st = as_fail_memory(err);
	}
	return st;
}

static enum as_status none(struct as_store *s, const struct as_baseline *b, struct as_arena *a,
	struct as_err *err)
{
	const struct as_store_choice dirty = {.commit = b->version.commit, .changed = true};
	struct as_store_subject *v = NULL;
	size_t n = 0;

	if (b->kind != AS_BASELINE_COMMIT)
		return as_fail(err, AS_ERR_USAGE,
			"cannot compare with '%.200s': no result in '%.300s' %s", b->what,
			as_store_path(s),
			b->kind == AS_BASELINE_LABEL
				? "bears that label; assay list shows what "
				  "is kept, and assay run --label keeps results under a label"
				: "is in it");
	enum as_status st = as_store_newest(s, &dirty, a, &v, &n, err);
	if (st)
		return st;
	return as_fail(err, AS_ERR_USAGE,
		"cannot compare with '%.200s': %s in '%.300s'; measure it, as in assay "
		"run with that commit checked out, or let assay measure both (--baseline "
		"rev:%.200s)",
		b->what,
		n ? "what is kept of that commit was measured with changes that were not "
		    "committed, and of nothing else"
		  : "nothing is kept of that commit",
		as_store_path(s), b->what);
}

/* Of each benchmark the newest that fits. */
static enum as_status read_newest(struct as_cli *cli, struct as_store *s, struct as_baseline *b,
	struct as_err *err)
{
	const struct as_store_choice which = {
		.label = b->kind == AS_BASELINE_LABEL ? b->what : NULL,
		.commit = b->kind == AS_BASELINE_COMMIT ? b->version.commit : NULL,
	};
	struct as_store_subject *v = NULL;
	size_t n = 0;
	enum as_status st = as_store_newest(s, &which, cli->arena, &v, &n, err);

	if (!st && !n)
		return none(s, b, cli->arena, err);
	return st ? st : read_subjects(cli, s, v, n, b, err);
}

static bool is_folder(const char *path)
{
	struct stat sb;

	return !stat(path, &sb) && S_ISDIR(sb.st_mode);
}

static enum as_status read_file(struct as_cli *cli, struct as_baseline *b,
	struct as_err *err)
{
	struct as_store_place place;
	struct as_store *s = NULL;
	struct as_experiment *x = NULL;
	bool folder = is_folder(b->what);
	enum as_status st = folder ? as_store_locate(b->what, &place, err) : AS_OK;

	if (!st && (folder || as_result_is_store(b->what))) {
		st = as_result_open_store(folder ? place.path : b->what, AS_STORE_READ, &s, err);
		if (!st)
			st = as_result_renamed(cli, s, err);
		if (!st)
			st = read_newest(cli, s, b, err);
		as_store_close(s);
		return st;
	}
	if (!st)
		st = as_result_read_file(NULL, b->what, &s, &x, err);
	as_store_close(s);
	if (!st)
		st = make_room(cli, b, 1, err);
	if (st) {
		as_experiment_free(x);
		return st;
	}
	return add_baseline(cli, b, x, err);
}

static enum as_status read_one(struct as_cli *cli, struct as_store *s, struct as_baseline *b,
	struct as_err *err)
{
	struct as_experiment *x = NULL;
	int64_t id = 0;
	enum as_status st = as_store_find(s, b->what, &id, err);

	if (!st)
		st = make_room(cli, b, 1, err);
	if (!st)
		st = as_store_get(s, id, &x, err);
	return st ? st : add_baseline(cli, b, x, err);
}

enum as_status as_baseline_load(struct as_cli *cli, struct as_baseline *b,
	struct as_err *err)
{
	struct as_store *s = NULL;
	enum as_status st = AS_OK;

	if (b->kind == AS_BASELINE_FILE)
		return read_file(cli, b, err);
	st = as_result_store(cli, AS_STORE_READ, &s, err);
	if (!st)
		st = b->kind == AS_BASELINE_ID ? read_one(cli, s, b, err)
					       : read_newest(cli, s, b, err);
	as_store_close(s);
	return st;
}
