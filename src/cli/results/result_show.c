/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/compare/comparing.h"
#include "cli/compare/gate_options.h"
#include "cli/results/result.h"

#include <string.h>

#include "analyse/diagnose/around_explain.h"
#include "campaign/cited.h"
#include "cli/results/export_write.h"
#include "cli/screen_out.h"
#include "format/json/assay_json.h"
#include "report/compare/fleet_screen.h"

static bool add_gates(struct as_text *t, const struct as_style *style, const struct as_result *r,
	struct as_arena *a)
{
	const char **name = as_arena_array(a, r->x->n_subjects, sizeof *name);

	for (size_t i = 0; name && i < r->x->n_subjects; i++)
		name[i] = r->x->subjects[i].name;
	if (name)
		as_report_gates(t, style, &r->gates, name, r->x->n_subjects);
	return name != NULL;
}

static bool has_verdict(const struct as_result *r)
{
	for (size_t i = 0; i < r->n; i++)
		for (size_t k = 0; k < r->analyses[i].n_comparisons; k++)
			if (r->analyses[i].comparisons[k].verdict != AS_VERDICT_NONE)
				return true;
	return false;
}

/* What is shown in full. */
static size_t first_metric(const struct as_result *r)
{
	return r->analyses[0].n_subjects ? r->analyses[0].metric : r->x->criterion;
}

/* What was read around the executions of each subject, in memory of the arena. */
static enum as_status look_around(struct as_cli *cli, const struct as_result *r,
	const struct as_analysis *a, struct as_outlier_report **out, struct as_err *err)
{
	struct as_outlier_report *v = as_arena_array(cli->arena, a->n_subjects, sizeof *v);
	struct as_surrounds around = {0};
	enum as_status st = v ? as_surrounds_open(r->x, &around, err)
				: as_fail_memory(err);

	for (size_t i = 0; i < a->n_subjects && !st; i++)
		st = as_analyse_around(&around, a->summaries[i].subject, a->summaries[i].metric,
			&v[i], err);
	as_surrounds_close(&around);
	*out = st ? NULL : v;
	return st;
}

/* What the noise profile of the reference says, where there is a verdict. */
static enum as_status cite(struct as_cli *cli, const struct as_result *r, struct as_cited *out,
	struct as_err *err)
{
	struct as_profiles profiles = {.arena = cli->arena,
		.store = as_args_value(cli->args, AS_OPT_STORE)};

	if (!has_verdict(r))
		return AS_OK;
	return as_noise_cited(&profiles, &(struct as_place){r->x, r->x->reference, first_metric(r)},
		out, err);
}

enum as_status as_result_json(struct as_cli *cli, const struct as_result *r,
	const struct as_sink *to, struct as_err *err)
{
	struct as_analysis a[sizeof r->analyses / sizeof r->analyses[0]];
	struct as_cited cited = {0};
	enum as_status st = cite(cli, r, &cited, err);

	if (st)
		return st;
	memcpy(a, r->analyses, sizeof a);
	a[0].summaries = r->shown;
	const struct as_export e = {.x = r->x,
		.a = a,
		.n = r->n,
		.gates = r->gates,
		.noise = cited.found ? &cited.noise : NULL,
		.noise_refused = cited.refused};
	return as_json_result(&e, to, err);
}

static enum as_status write_out(void *to, const char *bytes, size_t n, struct as_err *err)
{
	(void)err;
	as_out_write(to, bytes, n); /* as_out_finish says what failed */
	return AS_OK;
}

static enum as_status add_screen(struct as_cli *cli, const struct as_result *r, struct as_text *t,
	struct as_err *err)
{
	struct as_analysis a[sizeof r->analyses / sizeof r->analyses[0]];
	struct as_style style = as_screen_style(cli);
	struct as_outlier_report *around = NULL;
	struct as_cited cited = {0};
	enum as_status st = cite(cli, r, &cited, err);

	memcpy(a, r->analyses, sizeof a);
	a[0].summaries = r->shown;
	if (!st)
		st = look_around(cli, r, &a[0], &around, err);
	if (st)
		return st;
	as_report_run(t, &style, r->x, a, r->n, around);
	if (style.verbose && has_verdict(r))
		as_noise_cite(&cited, &style, t);
	t->failed = !add_gates(t, &style, r, cli->arena) || t->failed;
	return AS_OK;
}

/* What machines say together. */
static enum as_status add_fleet(struct as_cli *cli, const struct as_result *r, struct as_text *t,
	struct as_err *err)
{
	struct as_style style = as_screen_style(cli);

	if (as_args_has(cli->args, AS_OPT_JSON)) {
		as_json_fleet(t, r->fleet);
		return AS_OK;
	}
	as_report_fleet(t, &style, r->fleet);
	return !r->x || add_gates(t, &style, r, cli->arena) ? AS_OK : as_fail_memory(err);
}

enum as_status as_result_show(struct as_cli *cli, const struct as_result *r, struct as_err *err)
{
	struct as_text t = {0};

	if (!r->fleet && as_args_has(cli->args, AS_OPT_JSON))
		return as_result_json(cli, r, &(struct as_sink){write_out, cli->out}, err);
	enum as_status st =
		r->fleet ? add_fleet(cli, r, &t, err) : add_screen(cli, r, &t, err);
	if (!st)
		st = as_screen_print(cli, &t, err);
	as_text_release(&t);
	return st;
}

static bool has_answer(const struct as_result *r)
{
	return has_verdict(r) || !r->n || r->x->n_subjects == 1;
}

bool as_result_is_seen(const struct as_cli *cli, const struct as_result *r)
{
	bool screen = !cli->out->silent || as_args_has(cli->args, AS_OPT_JSON) ||
		      as_gates_given(cli->args) ||
		      as_args_has(cli->args, AS_OPT_REQUIRE_DECISION);

	return (screen || as_exports_asked(cli->args)) && has_answer(r);
}

/* What a store keeps: by the criterion where each subject is judged by its own metric, too, and by what is
 * always answered. */
static enum as_status store_export(const struct as_result *r, const struct as_analysis *a,
	const char *path, struct as_err *err)
{
	struct as_result kept = {0};
	size_t i = 0;

	while (i < r->x->n_subjects && as_experiment_own_metric(r->x, i) == r->x->criterion)
		i++;
	if (i == r->x->n_subjects && as_result_stands_alone(r))
		return as_store_export(r->x, a, path, err);
	enum as_status st = as_result_init_kept(&kept, r->x, err);
	if (!st)
		st = as_store_export(r->x, &kept.analyses[0], path, err);
	kept.x = NULL;
	as_result_release(&kept);
	return st;
}

enum as_status as_result_export(struct as_cli *cli, const struct as_result *r, struct as_err *err)
{
	const char *path = as_args_value(cli->args, AS_OPT_EXPORT);
	const struct as_export e = {.x = r->x, .a = r->analyses, .n = r->n};
	struct as_err late = {0};
	size_t i = 0;

	while (i + 1 < r->n && r->analyses[i].n_subjects &&
		r->analyses[i].metric != r->x->criterion)
		i++; /* --metric of show may have put another one first */
	enum as_status st = as_exports_write(cli, e, &late);
	enum as_status kept = path ? store_export(r, &r->analyses[i], path, err) : AS_OK;

	if (!kept && st && err)
		*err = late;
	return kept ? kept : st;
}
