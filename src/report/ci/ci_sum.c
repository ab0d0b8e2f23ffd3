/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/ci/ci_sum.h"

#include <ctype.h>
#include <math.h>

#include "say/size.h"
#include "say/say_words.h"
#include "say/findings.h"

enum { LABEL_BYTES = 80 };

/* Of enum as_exit in cli/: those that the rows explain, and a stop. */
enum { FINE = 0, REGRESSION = 1, DECISION_REQUIRED = 3, FAILED = 5, STOPPED = 130 };

void as_ci_joint_add(struct as_text *t, const struct as_review *r)
{
	if (r->joint.n > 1)
		as_ci_say(t, JOINT, r->joint.shown, r->joint.n, r->joint.confidence,
			r->joint.each);
}

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
	if (c->difference.is)
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

/* "1 of 14 benchmarks newly fails", then ", 2 are slower"; the name where there is one alone. The
 * verb is released. */
static void add_clause(struct clauses *s, size_t n, struct as_text *verb)
{
	struct as_text subject = {0}, name = {0};

	if (!n) {
		as_text_take(s->t, verb);
		return;
	}
	if (!s->n && s->r->n == 1)
		name = as_ci_named(s->add_name, s->r->v[0].name, LABEL_BYTES);
	if (!s->n++)
		as_ci_say(&subject, CI_SUBJECT, n, s->r->n, &name);
	as_ci_say(s->t, CI_CLAUSE, &subject, n, verb);
}

static struct as_text base_of(const struct clauses *s)
{
	return as_ci_named(s->add_name, as_ci_label(s->r, AS_REVIEW_BASE), LABEL_BYTES);
}

/* What else there is to be red about: rows may be missing. */
static void add_end(const struct clauses *s)
{
	const int e = s->r->exit;
	const bool told = e == FINE || e == REGRESSION || e == DECISION_REQUIRED || e == FAILED;

	if (s->n && told)
		return;
	if (e == STOPPED)
		as_ci_say(s->t, CI_STOPPED, s->n);
	else
		as_ci_say(s->t, CI_ENDED, s->n, (size_t)e);
}

static void add_bad(struct clauses *s, const struct as_ci_sum *sum)
{
	const size_t broken = sum->kind[AS_REVIEW_BROKEN], worse = sum->kind[AS_REVIEW_WORSE],
		     failing = sum->kind[AS_REVIEW_FAILING];
	struct as_text verb[5] = {{0}}, base = base_of(s);

	as_ci_say(&verb[0], CI_NEWLY_FAILS, broken);
	as_ci_say(&verb[1], CI_WORSE, worse, sum->durations, &base);
	as_ci_say(&verb[2], CI_FAILS_GATE, sum->failed_elsewhere);
	as_ci_say(&verb[3], CI_FAILS_STILL, failing);
	as_ci_say(&verb[4], CI_IS_OPEN, sum->open_rows);
	add_clause(s, broken, &verb[0]);
	add_clause(s, worse, &verb[1]);
	add_clause(s, sum->failed_elsewhere, &verb[2]);
	add_clause(s, failing, &verb[3]);
	add_clause(s, s->n ? sum->open_rows : 0, &verb[4]);
	add_end(s);
}

/* "nothing is slower by more than 0.9 %"; nothing where that is not known */
static struct as_text bound_of(const struct as_ci_sum *sum)
{
	struct as_text t = {0};

	if (isfinite(sum->worst))
		as_ci_say(&t, CI_BOUND, sum->durations,
			sum->worst > 0 ? sum->worst : (double)NAN);
	return t;
}

static void add_open(struct clauses *s, const struct as_ci_sum *sum)
{
	struct as_text subject = {0}, name = {0}, bound = {0};

	if (!s->r->n) {
		as_ci_say(s->t, CI_EMPTY);
		return;
	}
	if (s->r->n == 1)
		name = as_ci_named(s->add_name, s->r->v[0].name, LABEL_BYTES);
	as_ci_say(&subject, CI_SUBJECT, sum->open_rows, s->r->n, &name);
	bound = bound_of(sum);
	as_ci_say(s->t, CI_UNDECIDED, &subject, &bound);
}

static void add_good(struct clauses *s, const struct as_ci_sum *sum)
{
	const size_t same = sum->kind[AS_REVIEW_IDENTICAL], better = sum->kind[AS_REVIEW_BETTER];
	struct as_text verb = {0};

	if (same == s->r->n) {
		as_ci_say(s->t, CI_ALL_SAME);
	} else if (better) {
		struct as_text base = base_of(s), bound = bound_of(sum);
		as_ci_say(&verb, CI_BETTER, better, sum->durations, &base);
		add_clause(s, better, &verb);
		as_ci_say(s->t, CI_BEHIND, &bound);
	} else if (!s->r->compared && !same) {
		as_ci_say(s->t, CI_NOTHING_COMPARED);
	} else {
		struct as_text bound = bound_of(sum);
		as_ci_say(s->t, CI_NO_REGRESSION, &bound);
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

/* What the hardest needs; n 0: not known. */
struct needed {
	struct as_comparison c; /* needed: units that would decide it */
	bool unknown;
	bool no_ratio; /* whatever is measured */
};

static void need(struct needed *most, const struct as_comparison *c, size_t n)
{
	most->unknown = most->unknown || !n || c->verdict == AS_VERDICT_NONE;
	most->no_ratio = most->no_ratio || as_finding_of(c, AS_FINDING_NOT_POSITIVE);
	if (n <= most->c.needed)
		return;
	most->c = *c;
	most->c.needed = n;
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
		as_ci_say(t, CI_DO_LOOK);
	} else if (most.no_ratio) {
		as_ci_say(t, CI_DO_METRIC);
	} else if (most.c.needed && !most.unknown && !most.c.of.sessions) {
		const size_t from = t->len;
		struct as_text needed = as_needed_told(&as_ci_style, &most.c, true);
		as_ci_say(t, CI_DO_NEEDED, &needed);
		if (t->data)
			t->data[from] = (char)toupper((unsigned char)t->data[from]);
	} else if (r->in_sessions) {
		as_ci_say(t, CI_DO_SESSION);
	} else {
		as_ci_say(t, CI_DO_MORE);
	}
	if (r->n) {
		as_text_char(t, ' ');
		as_ci_say(t, CI_REQUIRED, r->require_decision, as_review_is_unshown(r));
	}
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

/* Another sentence, behind what is there from that byte on. */
#define NEXT(t, from, ...) (as_text_add(t, (t)->len > (from) ? " " : ""), as_ci_say(t, __VA_ARGS__))

void as_ci_next_add(struct as_text *t, const struct as_review *r, const struct as_ci_sum *sum)
{
	const size_t failing = sum->kind[AS_REVIEW_BROKEN] + sum->kind[AS_REVIEW_FAILING];
	const size_t from = t->len, luck = count_luck(r);

	if (failing)
		NEXT(t, from, CI_DO_WHY, failing);
	if (sum->failed_by)
		NEXT(t, from, CI_DO_ESTIMATE);
	if (sum->failed > sum->failed_by)
		NEXT(t, from, CI_DO_UNDO);
	else if (sum->kind[AS_REVIEW_WORSE] && !sum->failed)
		NEXT(t, from, CI_DO_MEANT, sum->gates);
	if (luck)
		NEXT(t, from, CI_DO_LUCK, luck);
	if (t->len == from && sum->mark == AS_CI_OPEN)
		add_needed(t, r);
	else if (t->len == from)
		as_ci_say(t, CI_DO_LOG, sum->mark == AS_CI_BAD);
}
