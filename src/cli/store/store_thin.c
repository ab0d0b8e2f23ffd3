/* SPDX-License-Identifier: GPL-3.0-or-later */
/* assay store thin: iterations go, executions stay; and prune --to-history, where these go, too. */
#include "analyse/result/thin.h"
#include "cli/results/result.h"
#include "cli/store/store_action.h"
#include "cli/store/store_retain.h"
#include "clock/clock.h"

struct thinning {
	struct as_store_retaining r;
	bool dry_run;
	size_t of[AS_THINNINGS];
};

static enum as_status thin_one(struct thinning *t, int64_t id, struct as_err *err)
{
	struct as_experiment *x = NULL;
	enum as_thinning what = AS_THIN_NONE;
	struct as_err why = {0};
	enum as_status st = as_store_get(t->r.store, id, &x, &why);

	if (st && st != AS_ERR_MEM && st != AS_ERR_STORE) {
		/* it was pruned to its history; or it is damaged, and all of it that is left is wanted */
		t->of[st == AS_ERR_REFUSED ? AS_THIN_NONE : AS_THIN_TABLE]++;
		if (st != AS_ERR_REFUSED)
			as_store_say(t->r.cli, "%s", why.msg);
		return AS_OK;
	}
	if (st)
		return as_fail(err, st, "%s", why.msg);
	st = as_thin(x, as_clock_date(), &what, err);
	if (!st && what == AS_THINNED_NOW && !t->dry_run)
		st = as_store_put_thinned(t->r.store, x, err);
	as_experiment_free(x);
	t->of[what] += !st;
	return st;
}

static void tell_thinned(const struct thinning *t)
{
	static const char *const why[AS_THINNINGS] = {
		[AS_THIN_NONE] = "no iterations, or none any more",
		[AS_THIN_FEW] = "so few iterations an execution that nothing would be gained",
		[AS_THIN_STATISTIC] =
			"a statistic of its iterations is a metric, for which all are wanted",
		[AS_THIN_TABLE] = "not measured by assay, or not readable",
	};

	as_store_say(t->r.cli, "%s %zu of %s: iterations go, what each execution came to stays",
		t->dry_run ? "would thin" : "thinned", t->of[AS_THINNED_NOW],
		as_store_experiments(t->r.cli, t->r.n));
	for (int k = 0; k < (int)AS_THINNINGS; k++)
		if (why[k] && t->of[k])
			as_store_say(t->r.cli, "%zu stay%s as %s: %s", t->of[k],
				t->of[k] == 1 ? "s" : "", t->of[k] == 1 ? "it is" : "they are",
				why[k]);
	as_store_retain_tell(&t->r);
}

/* Open the store, and see what may go. */
static enum as_status begin(struct as_cli *cli, bool whole, struct as_store_retaining *r,
	struct as_holdings *h, struct as_err *err)
{
	const bool dry_run = as_args_has(cli->args, AS_OPT_PRUNE_DRY_RUN);

	r->cli = cli;
	enum as_status st = as_store_retain_rule(cli, whole, &r->rule, err);
	if (!st)
		st = as_result_store(cli, dry_run ? AS_STORE_READ : AS_STORE_WRITE, &r->store, err);
	if (!st)
		st = as_store_holdings(r->store, h, err);
	return st ? st : as_store_retain_look(r, err);
}

enum as_status as_store_do_thin(struct as_cli *cli, char **words, size_t n, struct as_err *err)
{
	struct thinning t = {.dry_run = as_args_has(cli->args, AS_OPT_PRUNE_DRY_RUN)};
	struct as_holdings h = {0};
	enum as_status st = begin(cli, false, &t.r, &h, err);

	(void)words;
	(void)n;
	for (size_t i = t.r.n; i-- > 0 && !st;)
		if (t.r.fate[i] == AS_RETAIN_GO)
			st = thin_one(&t, t.r.list[i].id, err);
	if (!st)
		tell_thinned(&t);
	if (!st && !t.dry_run && t.of[AS_THINNED_NOW])
		st = as_store_say_shrunk(cli, t.r.store, h.bytes, err);
	as_store_close(t.r.store);
	return st;
}

enum as_status as_store_prune_to_history(struct as_cli *cli, struct as_err *err)
{
	struct as_store_retaining r = {0};
	struct as_holdings h = {0};
	const bool dry_run = as_args_has(cli->args, AS_OPT_PRUNE_DRY_RUN);
	enum as_status st = begin(cli, true, &r, &h, err);

	for (size_t i = 0; i < r.n && !st && !dry_run; i++)
		if (r.fate[i] == AS_RETAIN_GO)
			st = as_store_forget_values(r.store, r.list[i].id, as_clock_date(), err);
	if (!st) {
		as_store_say(cli,
			"%s %zu of %s to %s histor%s: assay history and list show %s as before",
			dry_run ? "would prune" : "pruned", r.of[AS_RETAIN_GO],
			as_store_experiments(cli, r.n), r.of[AS_RETAIN_GO] == 1 ? "its" : "their",
			r.of[AS_RETAIN_GO] == 1 ? "y" : "ies",
			r.of[AS_RETAIN_GO] == 1 ? "it" : "them");
		as_store_retain_tell(&r);
	}
	if (!st && !dry_run && r.of[AS_RETAIN_GO])
		st = as_store_say_shrunk(cli, r.store, h.bytes, err);
	as_store_close(r.store);
	return st;
}
