/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "report/ci/ci.h"
#include "report/ci/ci_sum.h"

/* What a case is to a reader of JUnit. */
enum outcome { PASSED, FAILURE, ERROR, SKIPPED, OUTCOMES };

enum { WHY_BYTES = 4000 };

struct suite {
	struct as_text *t;
	const struct as_review *r;
	size_t n[OUTCOMES];
};

static enum outcome outcome_of(const struct as_review *r, const struct as_review_row *row)
{
	if (row->kind == AS_REVIEW_BROKEN || row->kind == AS_REVIEW_FAILING)
		return ERROR;
	if (as_ci_row_has(row, AS_GATE_FAILED))
		return FAILURE;
	if (as_ci_row_is_open(row))
		return r->require_decision || as_gates_are_unshown(&row->gates) ? FAILURE : SKIPPED;
	return row->kind == AS_REVIEW_GONE || row->kind == AS_REVIEW_SKIPPED ? SKIPPED : PASSED;
}

static const char *type_of(const struct as_review_row *row)
{
	if (row->kind == AS_REVIEW_BROKEN)
		return "newly failing";
	if (row->kind == AS_REVIEW_FAILING)
		return "failing";
	if (as_ci_row_has(row, AS_GATE_FAILED))
		return "regression";
	return as_gates_are_unshown(&row->gates) ? "not shown" : "undecided";
}

/* "slower, +5.2 % (+4.1 … +6.3 %); gate 'slower by 3%' failed" */
static void add_words(struct as_text *words, const struct as_review *r,
	const struct as_review_row *row)
{
	struct as_text kind = {0}, change = {0}, gates = as_ci_gates(row, 200, true), why = {0},
		       base = as_ci_named(as_ci_plain_add, as_ci_label(r, AS_REVIEW_BASE), 100);
	const struct as_review_side *failure = as_ci_failure(row);

	as_ci_kind_add(&kind, row);
	as_ci_change_add(&change, row);
	if (failure && failure->why)
		as_ci_plain_add(&why, failure->why, WHY_BYTES);
	as_ci_say(words, CI_CASE, &kind, &change, &base, &gates, &why);
}

/* Seconds of one execution (or iteration) of the head, where that is what was measured. */
static void add_time(struct as_text *t, const struct as_review_row *row)
{
	const struct as_summary *y = row->side[AS_REVIEW_HEAD].summary;

	if (y && row->metric && as_metric_is_time(row->metric) && isfinite(y->mean) && y->mean >= 0)
		as_text_addf(t, " time=\"%.9f\"", y->mean / 1e9);
}

/* The last that what failed has said is the text of the element; its lines stay lines. */
static void add_end(struct as_text *t, const struct as_review_row *row, const char *element)
{
	const struct as_review_side *failure = as_ci_failure(row);
	const char *s = failure ? failure->output : NULL;

	if (!s || !*s) {
		as_text_add(t, "\"/>\n");
		return;
	}
	as_text_add(t, "\">");
	for (const char *end; *s; s = end + (*end == '\n')) {
		struct as_text line = {0};
		end = s + strcspn(s, "\n");
		as_text_add_n(&line, s, (size_t)(end - s));
		as_ci_xml_add(t, as_text_str(&line), 0);
		as_text_add(t, *end ? "\n" : "");
		as_text_take(t, &line);
	}
	as_text_addf(t, "</%s>\n", element);
}

static void make_case(struct as_text *t, const struct as_review *r, const struct as_review_row *row)
{
	const enum outcome outcome = outcome_of(r, row);
	struct as_text words = {0};

	add_words(&words, r, row);
	as_text_add(t, "    <testcase classname=\"");
	as_ci_xml_add(t, r->name, 200);
	as_text_add(t, "\" name=\"");
	as_ci_xml_add(t, row->name, 0);
	as_text_char(t, '"');
	add_time(t, row);
	as_text_add(t, ">\n");
	if (outcome == FAILURE || outcome == ERROR) {
		as_text_addf(t, "      <%s type=\"%s\" message=\"",
			outcome == ERROR ? "error" : "failure", type_of(row));
		as_ci_xml_add(t, as_text_str(&words), 0);
		add_end(t, row, outcome == ERROR ? "error" : "failure");
	} else if (outcome == SKIPPED) {
		as_text_add(t, "      <skipped message=\"");
		as_ci_xml_add(t, as_text_str(&words), 0);
		as_text_add(t, "\"/>\n");
	} else {
		as_text_add(t, "      <system-out>");
		as_ci_xml_add(t, as_text_str(&words), 0);
		as_text_add(t, "</system-out>\n");
	}
	as_text_add(t, "    </testcase>\n");
	as_text_take(t, &words);
}

static void add_counts(const struct suite *s, const char *name)
{
	as_text_add(s->t, " name=\"");
	as_ci_xml_add(s->t, name, 200);
	as_text_addf(s->t, "\" tests=\"%zu\" failures=\"%zu\" errors=\"%zu\"", s->r->n,
		s->n[FAILURE], s->n[ERROR]);
	if (isfinite(s->r->seconds) && s->r->seconds >= 0)
		as_text_addf(s->t, " time=\"%.3f\"", s->r->seconds);
}

void as_ci_junit(struct as_text *t, const struct as_review *r, size_t limit)
{
	struct suite s = {.t = t, .r = r};
	struct as_text verdict = {0};
	const struct as_ci_sum sum = as_ci_sum_of(r);

	(void)limit;
	for (size_t i = 0; i < r->n; i++)
		s.n[outcome_of(r, &r->v[i])]++;
	as_text_add(t, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites");
	add_counts(&s, "assay");
	as_text_add(t, ">\n  <testsuite");
	add_counts(&s, r->name);
	as_text_addf(t, " skipped=\"%zu\">\n", s.n[SKIPPED]);
	for (size_t i = 0; i < r->n; i++)
		make_case(t, r, &r->v[i]);
	as_ci_verdict_add(&verdict, r, &sum, as_ci_plain_add);
	as_text_add(&verdict, r->joint.n > 1 ? "; " : "");
	as_ci_joint_add(&verdict, r);
	as_text_add(t, "    <system-out>");
	as_ci_xml_add(t, as_text_str(&verdict), 0);
	as_text_add(t, "</system-out>\n  </testsuite>\n</testsuites>\n");
	as_text_take(t, &verdict);
}
