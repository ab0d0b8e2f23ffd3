/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/ci/ci_sum.h"

#include <math.h>

#include "report/draw/layout.h"
#include "say/number.h"
#include "say/size.h"
#include "say/say_words.h"
#include "say/findings.h"

enum { LABEL_BYTES = 80 };

/* Of enum as_exit in cli/: those that the rows explain, and a stop. */
enum { FINE = 0, REGRESSION = 1, DECISION_REQUIRED = 3, FAILED = 5, STOPPED = 130 };

const char *as_ci_label(const struct as_review *r, size_t side)
{
	static const char *const usual[AS_REVIEW_SIDES] = {"the base", "the head"};

	return r->label[side] && *r->label[side] ? r->label[side] : usual[side];
}

const char *as_ci_symbol(enum as_ci_mark mark)
{
	static const char *const symbols[AS_CI_MARKS] = {
		[AS_CI_GOOD] = "✅", [AS_CI_WORRY] = "⚠️", [AS_CI_OPEN] = "❔", [AS_CI_BAD] = "❌"};

	return symbols[mark];
}

/* By how much a row may be worse, as far as is known. */
static double worst_of(const struct as_review_row *row)
{
	const struct as_comparison *c = &row->c;

	if (row->kind == AS_REVIEW_IDENTICAL || c->verdict == AS_VERDICT_IDENTICAL)
		return 0;
	/* A difference in units is no share; but if all of it is for the better, it is none. */
	if (c->of_difference)
		return row->kind == AS_REVIEW_BETTER ? 0 : (double)NAN;
	if (!as_has_interval(c) || c->verdict == AS_VERDICT_NONE || !row->metric)
		return (double)NAN;
	return row->metric->better == AS_BETTER_MORE ? 1 - c->lo
		: row->metric->better == AS_BETTER_LESS ? c->hi - 1 : fmax(c->hi - 1, 1 - c->lo);
}

static bool is_compared(const struct as_review_row *row)
{
	return row->side[AS_REVIEW_BASE].state == AS_SIDE_MEASURED &&
		row->side[AS_REVIEW_HEAD].state == AS_SIDE_MEASURED;
}

static void add_row(struct as_ci_sum *sum, const struct as_review_row *row)
{
	const double worst = worst_of(row);
	bool failed = false;

	sum->kind[row->kind]++;
	sum->open_rows += as_ci_row_is_open(row);
	for (size_t i = 0; i < row->gates.n; i++) {
		failed = failed || row->gates.v[i].state == AS_GATE_FAILED;
		sum->failed += row->gates.v[i].state == AS_GATE_FAILED;
		sum->failed_by += row->gates.v[i].state == AS_GATE_FAILED && row->gates.v[i].by;
		sum->open += row->gates.v[i].state == AS_GATE_UNDECIDED;
	}
	sum->gates += row->gates.n;
	sum->failed_elsewhere += failed && row->kind != AS_REVIEW_WORSE;
	if (!is_compared(row))
		return;
	sum->durations = sum->durations && row->metric && as_metric_words(row->metric).duration;
	/* What is not known of one is not known of all. */
	if (!isnan(sum->worst) && !(worst <= sum->worst))
		sum->worst = worst;
}

static enum as_ci_mark mark_of(const struct as_review *r, const struct as_ci_sum *sum)
{
	if (sum->kind[AS_REVIEW_BROKEN] || sum->kind[AS_REVIEW_FAILING] || sum->failed)
		return AS_CI_BAD;
	if (r->exit && !(r->exit == DECISION_REQUIRED && sum->open_rows))
		return AS_CI_BAD;
	if (sum->kind[AS_REVIEW_WORSE])
		return AS_CI_WORRY;
	return sum->open_rows || !r->n ? AS_CI_OPEN : AS_CI_GOOD;
}

struct as_ci_sum as_ci_sum_of(const struct as_review *r)
{
	struct as_ci_sum sum = {.durations = true};

	for (size_t i = 0; i < r->n; i++)
		add_row(&sum, &r->v[i]);
	sum.mark = mark_of(r, &sum);
	return sum;
}

/* ---- the verdict ---- */

/* Clauses of one sentence. */
struct clauses {
	struct as_text *t;
	const struct as_review *r;
	as_ci_add_fn add_name;
	size_t n; /* said so far */
};

/* "1 of 14 benchmarks ", or the name where there is one alone */
static void add_subject(struct clauses *s, size_t n)
{
	if (s->r->n > 1) {
		as_text_addf(s->t, "%zu of %zu benchmarks ", n, s->r->n);
		return;
	}
	s->add_name(s->t, s->r->v[0].name, LABEL_BYTES);
	as_text_char(s->t, ' ');
}

/* "1 of 14 benchmarks newly fails", then ", 2 are slower" */
static void add_clause(struct clauses *s, size_t n, const char *one, const char *many)
{
	if (!n)
		return;
	if (!s->n++)
		add_subject(s, n);
	else
		as_text_addf(s->t, ", %zu ", n);
	as_text_add(s->t, n == 1 ? one : many);
}

/* What else there is to be red about: rows may be missing. */
static void add_end(const struct clauses *s)
{
	const int e = s->r->exit;
	const bool told = e == FINE || e == REGRESSION || e == DECISION_REQUIRED || e == FAILED;

	if (s->n && told)
		return;
	as_text_add(s->t, s->n ? "; " : "");
	if (e == STOPPED)
		as_text_add(s->t, "assay was stopped before the end");
	else
		as_text_addf(s->t, "assay ended with exit status %d", e);
}

static void add_bad(struct clauses *s, const struct as_ci_sum *sum)
{
	add_clause(s, sum->kind[AS_REVIEW_BROKEN], "newly fails", "newly fail");
	add_clause(s, sum->kind[AS_REVIEW_WORSE], sum->durations ? "is slower" : "is worse",
		sum->durations ? "are slower" : "are worse");
	if (sum->kind[AS_REVIEW_WORSE]) {
		as_text_add(s->t, " than ");
		s->add_name(s->t, as_ci_label(s->r, AS_REVIEW_BASE), LABEL_BYTES);
	}
	add_clause(s, sum->failed_elsewhere, "fails a gate", "fail a gate");
	add_clause(s, sum->kind[AS_REVIEW_FAILING], "fails as before", "fail as before");
	if (s->n)
		add_clause(s, sum->open_rows, "is undecided", "are undecided");
	add_end(s);
}

/* "nothing is slower by more than 0.9 %"; false where that is not known */
static bool add_bound(struct as_text *t, const struct as_ci_sum *sum)
{
	const char *word = sum->durations ? "slower" : "worse";
	const size_t from = t->len;

	if (!isfinite(sum->worst))
		return false;
	as_text_addf(t, "nothing is %s", word);
	if (sum->worst > 0) {
		as_text_add(t, " by more than" AS_TIE);
		as_percent_above_add(t, sum->worst);
	}
	as_layout_flat(t, from);
	return true;
}

static void add_open(struct clauses *s, const struct as_ci_sum *sum)
{
	if (!s->r->n) {
		as_text_add(s->t, "undecided: there is no benchmark to compare");
		return;
	}
	as_text_add(s->t, "undecided: ");
	if (s->r->n > 1)
		as_text_addf(s->t, "%zu of %zu benchmarks", sum->open_rows, s->r->n);
	else
		s->add_name(s->t, s->r->v[0].name, LABEL_BYTES);
	if (isfinite(sum->worst)) {
		as_text_add(s->t, "; ");
		add_bound(s->t, sum);
	}
}

static void add_good(struct clauses *s, const struct as_ci_sum *sum)
{
	const size_t same = sum->kind[AS_REVIEW_IDENTICAL];

	if (same == s->r->n) {
		as_text_add(s->t, "no difference: both versions build to the same program");
	} else if (sum->kind[AS_REVIEW_BETTER]) {
		add_clause(s, sum->kind[AS_REVIEW_BETTER],
			sum->durations ? "is faster" : "is better",
			sum->durations ? "are faster" : "are better");
		as_text_add(s->t, " than ");
		s->add_name(s->t, as_ci_label(s->r, AS_REVIEW_BASE), LABEL_BYTES);
		as_text_add(s->t, isfinite(sum->worst) ? "; " : "");
		add_bound(s->t, sum);
	} else if (!s->r->compared && !same) {
		as_text_add(s->t, "nothing to compare: no benchmark works in both versions");
	} else {
		as_text_addf(s->t, "no regression found%s", isfinite(sum->worst) ? ": " : "");
		add_bound(s->t, sum);
	}
}

void as_ci_verdict_add(struct as_text *t, const struct as_review *r, const struct as_ci_sum *sum,
	as_ci_add_fn add_name)
{
	struct clauses s = {t, r, add_name, 0};

	if (sum->mark == AS_CI_GOOD)
		add_good(&s, sum);
	else if (sum->mark == AS_CI_OPEN)
		add_open(&s, sum);
	else
		add_bad(&s, sum);
}

/* ---- what to do ---- */

/* Rounds, or builds, or sessions that would decide the hardest; 0: not known. */
struct needed {
	size_t n;
	bool builds, sessions, unknown;
	bool no_ratio; /* whatever is measured */
};

static void need(struct needed *most, const struct as_comparison *c, size_t n)
{
	most->unknown = most->unknown || !n || c->verdict == AS_VERDICT_NONE;
	most->no_ratio = most->no_ratio || as_finding_of(c, AS_FINDING_NOT_POSITIVE);
	if (n <= most->n)
		return;
	most->n = n;
	most->builds = c->of_builds;
	most->sessions = c->of_sessions;
}

static struct needed needed_of(const struct as_review *r)
{
	struct needed most = {0};

	for (size_t i = 0; i < r->n; i++) {
		const struct as_review_row *row = &r->v[i];
		if (!row->gates.n && as_ci_row_is_open(row))
			need(&most, &row->c, row->c.needed);
		for (size_t k = 0; k < row->gates.n; k++)
			if (row->gates.v[k].state == AS_GATE_UNDECIDED)
				need(&most, &row->gates.v[k].c, row->gates.v[k].needed);
	}
	return most;
}

static void add_needed(struct as_text *t, const struct as_review *r)
{
	const struct needed most = needed_of(r);

	if (!r->n) {
		as_text_add(t, "Check that the benchmarks are there.");
	} else if (most.no_ratio) {
		as_text_add(t, "There is no ratio where values are negative, or all of one version "
			       "are zero: compare by another metric (`--criterion`, or a gate "
			       "that names it).");
	} else if (most.n && !most.unknown && !most.sessions) {
		as_text_addf(t,
			"If the difference is what it looks like, about %zu %s in a new run show "
			"it (`--%s %zu`).",
			most.n, most.builds ? "builds of each" : "rounds",
			most.builds ? "builds" : "runs", most.n);
	} else if (r->in_sessions) {
		as_text_add(t, "The versions were measured in different sessions, which differ by "
			"themselves: `assay diff` measures both in one.");
	} else {
		as_text_add(t, "Measure more (`--runs`, `--budget`), or on a quieter machine.");
	}
	if (r->n)
		as_text_add(t, r->require_decision
				       ? " A decision is required (`--require-decision`)."
				       : " Undecided does not fail a run.");
}

/* Rows that were found to differ, though both versions build to the same program. */
static size_t count_luck(const struct as_review *r)
{
	size_t n = 0;

	for (size_t i = 0; i < r->n; i++)
		n += r->v[i].same_program &&
		     (r->v[i].kind == AS_REVIEW_WORSE || r->v[i].kind == AS_REVIEW_BETTER);
	return n;
}

void as_ci_next_add(struct as_text *t, const struct as_review *r, const struct as_ci_sum *sum)
{
	const size_t failing = sum->kind[AS_REVIEW_BROKEN] + sum->kind[AS_REVIEW_FAILING];
	const size_t from = t->len;

	if (failing)
		as_text_addf(t, "See below why %s: what fails has no speed.",
			failing == 1 ? "it fails" : "they fail");
	if (sum->failed_by)
		as_text_addf(t,
			"%sA gate that an estimate decides is wrong as often as stands beside it: "
			"measure more, or judge by the interval.",
			failing ? " " : "");
	if (sum->failed > sum->failed_by)
		as_text_addf(t,
			"%sThe whole interval lies beyond the limit of the gate. Undo the loss, or "
			"widen the limit (`--fail-if`) if it is meant.",
			t->len == from ? "" : " ");
	else if (sum->kind[AS_REVIEW_WORSE] && !sum->failed)
		as_text_addf(t, "%s%s", failing ? " " : "",
			sum->gates ? "No gate fails for what is worse; is "
				     "it meant?"
				   : "Is it meant? No gate was set: `--fail-if 'slower by 3%'` "
				     "would make more than that fail.");
	if (count_luck(r))
		as_text_addf(t,
			"%sOf what differs, %zu %s the same program in both versions: that is "
			"luck, or the machine.",
			t->len == from ? "" : " ", count_luck(r),
			count_luck(r) == 1 ? "is" : "are");
	if (t->len == from && sum->mark == AS_CI_OPEN)
		add_needed(t, r);
	else if (t->len == from)
		as_text_add(t, sum->mark == AS_CI_BAD ? "See the log." : "Nothing to do.");
}
