/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Quantiles as criterion, the earliest safe stop, changes that are to be seen, and several gates
 * (methods-quantiles.md). */

#include <math.h>
#include <stdio.h>

#include "analyse/gates/gate_judge.h"
#include "analyse/gates/gates_together.h"
#include "drive.h"
#include "lab.h"
#include "model/kept/derived.h"

/* Shares of the replications; plans of gates that are to be shown take long. */
enum { DECISIONS = 4, JOINT = 8 };

/* ---- differences of rounds ---- */

enum law { LAW_NORMAL, LAW_HEAVY, LAW_SLOW, LAWS };
static const char *const law_names[LAWS] = {"normal", "t 3 df", "5 % slowed by 8 sd"};

/* Of standard deviation 1 but for the slow ones. */
static double draw(enum law law, struct as_random *r)
{
	const double z = as_random_normal(r);
	double chi2 = 0;

	if (law == LAW_SLOW)
		return z + (as_random_double(r) < 0.05 ? 8 : 0);
	if (law == LAW_NORMAL)
		return z;
	for (int i = 0; i < 3; i++) {
		const double y = as_random_normal(r);
		chi2 += y * y;
	}
	return z / sqrt(chi2); /* of t with 3 degrees of freedom, over the root of 3 */
}

/* Two programs of which the second takes `factor` times as long. */
struct racing {
	struct as_random r;
	enum law law;
	double sd, factor; /* of the log ratio of a round where they are normal */
	double slow;       /* share of the second's executions that take 2.5 times as long */
};

static double wall_of(void *context, size_t subject, size_t build)
{
	struct racing *p = context;
	const double own = exp(p->sd / sqrt(2) * draw(p->law, &p->r));

	(void)build;
	if (!subject)
		return own;
	return p->factor * own * (p->slow > 0 && as_random_double(&p->r) < p->slow ? 2.5 : 1);
}

static struct as_experiment *race(const struct cell *c, unsigned k, struct asked *a,
	const struct racing *what)
{
	struct racing p = *what;
	const struct truth t = {.context = &p, .wall = wall_of, .execution_s = 0.01};

	p.r = cell_random(c, k);
	a->plan.seed = k + 1;
	return drive(a, &t);
}

/* What it is asked for; of `statistic` in the place of the mean, where there is one. */
static struct asked early_of(const struct as_gate *gate, uint32_t rounds, const char *criterion)
{
	struct asked a = asked_of(2);

	a.rule.early = true;
	a.rule.gates = gate;
	a.rule.n_gates = 1;
	a.rule.criterion = criterion;
	a.rule.amount.runs = rounds;
	return a;
}

static void early(struct cell *c, const struct racing *what, const struct asked *asked, bool at_limit)
{
	const struct as_gate *gate = asked->rule.gates;
	const double ratio = what->factor * (1 + 1.5 * what->slow);
	struct asked a = *asked;

	for (unsigned k = 0; k < c->n; k++) {
		struct as_experiment *x = race(c, k, &a, what);
		const struct as_comparison found = says(x, x->criterion);
		const struct as_gated g = as_gate_judge(gate, &x->metrics[x->criterion], &found);
		cell_count(c, "proven", g.state == AS_GATE_FAILED);
		cell_count(c, "passed", g.state == AS_GATE_PASSED);
		cell_count_interval(c, "wrong", g.c.lo > ratio || g.c.hi < ratio, x->plan.done);
		as_experiment_free(x);
	}
	if (!at_limit)
		return;
	cell_promise(c, "proven", 0, 0.025);
	cell_promise(c, "passed", 0, 0.025);
	cell_promise(c, "wrong", 0, 0.05);
}

static void study_early(struct study *s)
{
	static const uint32_t rounds[] = {24, 48, 80, 160};
	static const double factors[] = {1, 1.01, 1.05, 1.1};
	const struct as_gate gate = {.text = "slower by 3%", .of_time = true, .more = true,
		.limit = 0.03};
	struct cell c;

	for (int law = 0; law < LAWS; law++)
		for (size_t i = 0; i < sizeof rounds / sizeof rounds[0]; i++) {
			const struct racing what = {
				.law = (enum law)law, .sd = 0.05, .factor = 1.03};
			if (!cell_open(&c, s, "early/%s/%u", law_names[law], (unsigned)rounds[i]))
				continue;
			cell_share(&c, DECISIONS);
			const struct asked a = early_of(&gate, rounds[i], "wall");
			early(&c, &what, &a, true);
			cell_close(&c);
		}
	for (size_t i = 0; i < sizeof factors / sizeof factors[0]; i++) {
		const struct racing what = {.sd = 0.05, .factor = factors[i]};
		if (!cell_open(&c, s, "early power/%g", factors[i]))
			continue;
		cell_share(&c, DECISIONS);
		const struct asked a = early_of(&gate, 80, "wall");
		early(&c, &what, &a, false);
		cell_close(&c);
	}
}

/* Medians of twenty executions put together: as many batches. Their log ratio has about the standard
 * deviation of the rounds above. */
static void study_early_batches(struct study *s)
{
	enum { EACH = 20 };
	static const uint32_t batches[] = {24, 48, 80};
	const struct as_gate gate = {.text = "slower by 3%", .metric = "wall:median", .of_time = true,
		.more = true, .limit = 0.03};

	for (int law = 0; law < LAWS; law++)
		for (size_t i = 0; i < sizeof batches / sizeof batches[0]; i++) {
			const struct racing what = {
				.law = (enum law)law, .sd = 0.18, .factor = 1.03};
			const struct asked a = early_of(&gate, EACH * batches[i], "wall:median");
			struct cell c;
			if (!cell_open(&c, s, "early batches/%s/%u", law_names[law],
				    (unsigned)batches[i]))
				continue;
			cell_share(&c, DECISIONS);
			early(&c, &what, &a, true);
			cell_close(&c);
		}
}

/* The typical run is faster, and the mean lies at the limit: nothing is promised where no slow run may
 * have been seen. */
static void study_early_slow(struct study *s)
{
	static const uint32_t rounds[] = {80, 320};
	static const double shares[] = {0.04, 0.15};
	const struct as_gate gate = {.text = "slower by 3%", .of_time = true, .more = true,
		.limit = 0.03};

	for (size_t k = 0; k < sizeof shares / sizeof shares[0]; k++)
		for (size_t i = 0; i < sizeof rounds / sizeof rounds[0]; i++) {
			const struct racing what = {.sd = 0.02, .slow = shares[k],
				.factor = 1.03 / (1 + 1.5 * shares[k])};
			const struct asked a = early_of(&gate, rounds[i], "wall");
			struct cell c;
			if (!cell_open(&c, s, "early slow/%g/%u", shares[k], (unsigned)rounds[i]))
				continue;
			cell_share(&c, DECISIONS);
			early(&c, &what, &a, false);
			cell_close(&c);
		}
}

/* ---- --detect ---- */

static void detect(struct cell *c, const struct racing *what, uint32_t stage1)
{
	struct asked a = asked_of(2);

	a.plan.precision = 0;
	a.plan.detect = 0.03;
	a.plan.power = 0.9;
	a.rule.amount.stage1 = stage1;
	for (unsigned k = 0; k < c->n; k++) {
		struct as_experiment *x = race(c, k, &a, what);
		cell_count_interval(c, "seen", is_difference(says(x, AS_METRIC_WALL).verdict),
			x->plan.done);
		as_experiment_free(x);
	}
	if (what->factor > 1)
		cell_promise(c, "seen", 0.9, 1);
	else
		cell_promise(c, "seen", 0, 0.05);
}

static void study_detect(struct study *s)
{
	static const uint32_t first[] = {6, 10, 20};
	const double ideal = 50; /* rounds that a known sd would need */

	for (int law = 0; law < LAWS; law++)
		for (size_t i = 0; i < sizeof first / sizeof first[0]; i++)
			for (int changed = 0; changed < 2; changed++) {
				const double spread = law == LAW_SLOW ? sqrt(1 + 64 * 0.05 * 0.95) : 1;
				const struct racing what = {.law = (enum law)law,
					.sd = log(1.03) * sqrt(ideal) / (1.96 + 1.2816) / spread,
					.factor = changed ? 1.03 : 1};
				struct cell c;
				if (!cell_open(&c, s, "detect/%s/%u/%s", law_names[law],
					    (unsigned)first[i], changed ? "3 %" : "none"))
					continue;
				cell_share(&c, DECISIONS);
				detect(&c, &what, first[i]);
				cell_close(&c);
			}
}

/* ---- quantiles ---- */

enum form { FORM_NORMAL, FORM_LOGNORMAL, FORM_PARETO, FORM_BIMODAL, FORMS };
static const char *const form_names[FORMS] = {"normal", "lognormal 0.5", "Pareto 3", "bimodal 80:20"};

static double iteration(enum form form, double spread, struct as_random *r)
{
	if (form == FORM_LOGNORMAL)
		return exp(0.5 * spread * as_random_normal(r));
	if (form == FORM_PARETO)
		return pow(1 - as_random_double(r), -spread / 3);
	const double slow = form == FORM_BIMODAL && as_random_double(r) < 0.2 ? 1.5 : 1;
	return slow * exp(0.05 * spread * as_random_normal(r));
}

struct quantile_cell {
	const char *statistic;
	size_t levels, r[3]; /* iterations, executions, builds */
};

/* Executions, and builds, differ by 3 % in place and executions by 30 % in spread. */
static void fill(struct lab *l, size_t subject, const struct quantile_cell *q, enum form form,
	struct as_random *r, double *x)
{
	const size_t builds = q->levels > 2 ? q->r[2] : 1;

	for (size_t k = 0; k < builds; k++) {
		const double build = q->levels > 2 ? 0.03 * as_random_normal(r) : 0;
		for (size_t e = 0; e < q->r[1]; e++) {
			const double place = exp(build + 0.03 * as_random_normal(r)),
				     spread = exp(0.3 * as_random_normal(r));
			for (size_t i = 0; i < q->r[0]; i++)
				x[(k * q->r[1] + e) * q->r[0] + i] =
					place * iteration(form, spread, r);
		}
	}
	lab_fill(l, subject, x, 1e6);
}

static void quantile(struct cell *c, const struct quantile_cell *q, enum form form)
{
	static double x[30 * 500];
	struct as_err err = {0};
	struct lab l;
	size_t metric = 0;
	char name[32];

	lab_open(&l, 2, q->levels, q->r);
	snprintf(name, sizeof name, "time:%s", q->statistic);
	if (as_experiment_ask_metric(l.x, name, &metric, &err))
		study_fail("%s", err.msg);
	for (unsigned k = 0; k < c->n; k++) {
		struct as_random r = cell_random(c, k);
		for (size_t side = 0; side < 2; side++)
			fill(&l, side, q, form, &r, x);
		cell_count(c, "assay", is_difference(says(l.x, metric).verdict));
	}
	cell_promise(c, "assay", 0, 0.05);
	lab_close(&l);
}

static void study_quantile(struct study *s)
{
	static const struct quantile_cell all[] = {{"median", 2, {20, 6}}, {"median", 2, {20, 30}},
		{"p90", 2, {50, 6}}, {"p90", 2, {50, 10}}, {"p90", 2, {50, 30}},
		{"p99", 2, {500, 6}}, {"p99", 2, {500, 10}},
		{"p90", 2, {10, 30}}, {"p90", 2, {10, 75}}, /* batches of 5 rounds */
		{"p90", 3, {50, 2, 6}}, {"p90", 3, {50, 2, 10}}, {"p90", 3, {10, 5, 10}}};

	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
		for (int form = 0; form < FORMS; form++) {
			const struct quantile_cell *q = &all[i];
			struct cell c;
			if (!cell_open(&c, s, "quantiles/%s of %zu/%zu executions%s/%s", q->statistic,
				    q->r[0], q->r[1],
				    q->levels < 3 ? "" : q->r[2] > 6 ? ", 10 builds" : ", 6 builds",
				    form_names[form]))
				continue;
			cell_share(&c, DECISIONS);
			quantile(&c, q, (enum form)form);
			cell_close(&c);
		}
}

/* ---- several gates ---- */

enum { GATES_MOST = 10, ROUNDS_MOST = 30 };

/* Benchmarks at their limit: all, or the first of them, while the others do not differ. */
static void gates(struct cell *c, size_t n, size_t rounds, bool all)
{
	const struct as_gate gate = {.text = "not slower by 1%", .of_time = true, .more = true,
		.unless = !all, .limit = 0.01};
	struct as_gated v[GATES_MOST], *row[GATES_MOST];
	const struct as_gates_among among = {.alpha = 0.05, .n = n};
	size_t each[GATES_MOST];
	struct lab l;

	lab_open(&l, 2, 1, &rounds);
	for (unsigned k = 0; k < c->n; k++) {
		struct as_random r = cell_random(c, k);
		struct as_joint joint = {0};
		struct as_err err = {0};
		double x[ROUNDS_MOST];
		bool worse = false;
		for (size_t g = 0; g < n; g++) {
			for (size_t side = 0; side < 2; side++) {
				for (size_t i = 0; i < rounds; i++)
					x[i] = exp(0.005 * as_random_normal(&r));
				lab_fill(&l, side, x, side && (all || !g) ? 1.01e6 : 1e6);
			}
			const struct as_comparison found = says(l.x, AS_METRIC_WALL);
			v[g] = as_gate_judge(&gate, &l.x->metrics[AS_METRIC_WALL], &found);
			row[g] = &v[g];
			each[g] = 1;
		}
		if (as_gates_together(row, n, each, &among, &joint, &err))
			study_fail("%s", err.msg);
		for (size_t g = 0; g < n; g++)
			worse = worse || v[g].state == AS_GATE_FAILED;
		cell_count(c, all ? "worse" : "joint", all ? worse : joint.shown);
	}
	cell_promise(c, all ? "worse" : "joint", 0, 0.025);
	lab_close(&l);
}

static void study_gates(struct study *s)
{
	static const size_t many[] = {2, 5, GATES_MOST}, rounds[] = {10, ROUNDS_MOST};

	for (size_t i = 0; i < sizeof many / sizeof many[0]; i++)
		for (size_t j = 0; j < sizeof rounds / sizeof rounds[0]; j++)
			for (int all = 0; all < 2; all++) {
				struct cell c;
				if (!cell_open(&c, s, "gates/%zu/%zu/%s", many[i], rounds[j],
					    all ? "all at the limit" : "one at the limit"))
					continue;
				cell_share(&c, all ? DECISIONS : JOINT);
				gates(&c, many[i], rounds[j], all);
				cell_close(&c);
			}
}

void study_decisions(struct study *s)
{
	study_quantile(s);
	study_early(s);
	study_early_batches(s);
	study_early_slow(s);
	study_detect(s);
	study_gates(s);
}
