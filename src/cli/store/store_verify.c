/* SPDX-License-Identifier: GPL-3.0-or-later */
/* assay store verify: the file by itself, each experiment, and its summaries by its values. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/num.h"
#include "cli/built_with.h"
#include "cli/results/result.h"
#include "cli/store/store_action.h"

struct verifying {
	struct as_cli *cli;
	struct as_store *store;
	size_t problems;
};

static void problem(void *data, const char *sentence)
{
	struct verifying *v = data;

	v->problems++;
	as_store_say(v->cli, "%s", sentence);
}

/* Equal but for the last digits, which another compiler may round another way. */
static bool near(double a, double b)
{
	return as_same_double(a, b) || fabs(a - b) <= 1e-9 * fmax(fabs(a), fabs(b));
}

static const struct as_summary *find_summary(
	const struct as_result *r, const struct as_store_summary *kept)
{
	for (size_t i = 0; i < r->n; i++) {
		const struct as_analysis *a = &r->analyses[i];
		for (size_t k = 0; k < a->n_subjects; k++)
			if (a->summaries[k].subject == kept->summary.subject &&
				!strcmp(r->x->metrics[a->summaries[k].metric].name, kept->metric))
				return &a->summaries[k];
	}
	return NULL;
}

static void differs(struct verifying *v, const struct as_result *r,
	const struct as_store_summary *kept, const char *what, double now, double then)
{
	char sentence[512];

	snprintf(sentence, sizeof sentence,
		"experiment %lld: of '%.200s' the %s is kept as %.15g (%.60s), but its values give "
		"%.15g",
		(long long)r->x->id, r->x->subjects[kept->summary.subject].name, what, then,
		kept->metric, now);
	problem(v, sentence);
}

/* The first number of a summary that is not what the values give; NULL for none. Intervals are as
 * the assay of then made them. */
static void check_summary(struct verifying *v, const struct as_result *r,
	const struct as_store_summary *kept)
{
	const struct as_summary *y = find_summary(r, kept), *k = &kept->summary;

	if (!y || k->subject >= r->x->n_subjects) {
		char sentence[160];
		snprintf(sentence, sizeof sentence,
			"experiment %lld: a summary of %.60s is kept, but it has no such values",
			(long long)r->x->id, kept->metric);
		problem(v, sentence);
		return;
	}
	/* what was kept of a time before typical runs were the answer is its mean */
	bool is_mean = y->is_typical && !near(k->mean, y->mean) &&
		near(k->mean, y->means.value);
	bool same_assay = r->x->version && !strcmp(r->x->version, as_version) &&
		y->method == k->method && !is_mean;
	const struct {
		const char *name;
		double now, then;
		bool check;
	} numbers[] = {
		{"number of values", (double)y->n_values, (double)k->n_values, true},
		{"number of units", (double)y->n_top, (double)k->n_top, true},
		{"minimum", y->spread.min, k->spread.min, true},
		{"median", y->spread.median, k->spread.median, true},
		{"maximum", y->spread.max, k->spread.max, true},
		{"estimate", y->mean, k->mean, !is_mean},
		{"standard deviation", y->sd, k->sd, same_assay},
		{"lower end of the interval", y->lo, k->lo, same_assay},
		{"upper end of the interval", y->hi, k->hi, same_assay},
	};
	for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
		if (!numbers[i].check || near(numbers[i].now, numbers[i].then))
			continue;
		differs(v, r, kept, numbers[i].name, numbers[i].now, numbers[i].then);
		return;
	}
}

/* Read and computed anew. Only out of memory is a failure; all else is a problem that was told. */
static enum as_status verify_one(struct verifying *v, int64_t id, struct as_err *err)
{
	struct as_store_summary *kept = NULL;
	struct as_experiment *x = NULL;
	struct as_arena arena = {0};
	struct as_result r = {0};
	struct as_err why = {0};
	size_t n = 0;
	enum as_status st = as_store_get(v->store, id, &x, &why);

	if (!st)
		st = as_result_init_kept(&r, x, &why);
	if (!st)
		st = as_store_summaries(v->store, id, &arena, &kept, &n, &why);
	for (size_t i = 0; !st && i < n; i++)
		check_summary(v, &r, &kept[i]);
	as_result_release(&r);
	as_arena_release(&arena);
	/* What was pruned to its history has no values to compute it from. */
	if (st && st != AS_ERR_MEM && st != AS_ERR_REFUSED)
		problem(v, why.msg);
	return st == AS_ERR_MEM ? as_fail_memory(err) : AS_OK;
}

static enum as_status verify_all(struct verifying *v, size_t *n_out, struct as_err *err)
{
	const struct as_store_query all = {0};
	struct as_listing *l = NULL;
	struct as_err why = {0};
	size_t n = 0;
	enum as_status st = as_store_verify(v->store, problem, v, err);

	if (st)
		return st;
	st = as_store_list(v->store, &all, v->cli->arena, &l, &n, &why);
	if (st && st != AS_ERR_MEM)
		problem(v, why.msg);
	else if (st)
		return as_fail_memory(err);
	st = AS_OK;
	for (size_t i = n; !st && i-- > 0;)
		st = verify_one(v, l[i].id, err);
	*n_out = n;
	return st;
}

enum as_status as_store_do_verify(struct as_cli *cli, char **words, size_t n, struct as_err *err)
{
	struct verifying v = {.cli = cli};
	enum as_status st = as_result_store(cli, AS_STORE_READ, &v.store, err);

	(void)words;
	if (!st)
		st = verify_all(&v, &n, err);
	if (!st && !v.problems) {
		as_store_say(cli, "%s: %s, all sound", as_store_path(v.store),
			as_store_experiments(cli, n));
	} else if (!st) {
		as_store_say(cli, "%s: %zu problem%s in %s; what can still be read is saved by: "
			"assay store copy NEW.db",
			as_store_path(v.store), v.problems, v.problems == 1 ? "" : "s",
			as_store_experiments(cli, n));
		as_cli_raise(cli, AS_EXIT_SYSTEM);
	}
	as_store_close(v.store);
	return st;
}
