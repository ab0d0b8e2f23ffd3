/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "report/result/choose.h"
#include "say/findings.h"

enum { MOST = AS_SAYINGS + AS_FINDINGS_KNOWN, BODY = 12 };

/* Every row that there is, each with words of its own. */
struct all {
	struct as_row_choice row[MOST];
	char body[MOST][BODY];
	const char *name[MOST];
	bool warn[MOST];
	size_t n, n_sayings;
};

static void add(struct all *a, const char *name, int importance, enum as_row_topic topic, bool warn)
{
	snprintf(a->body[a->n], BODY, "row %zu", a->n);
	a->row[a->n] = (struct as_row_choice){importance, topic, a->body[a->n]};
	a->name[a->n] = name;
	a->warn[a->n++] = warn;
}

static void fill_all(struct all *a)
{
	a->n = 0;
	for (size_t id = 0; id < AS_SAYINGS; id++)
		if (as_saying(id)->label)
			add(a, as_saying(id)->name, as_saying(id)->importance, as_topic_of_saying(id),
				as_saying(id)->severity == AS_WARN);
	a->n_sayings = a->n;
	for (int id = 0; id < (int)AS_FINDINGS_KNOWN; id++)
		add(a, as_finding_saying(id)->words, as_finding_saying(id)->importance, as_topic_of_finding(id),
			as_finding_saying(id)->severity == AS_WARN);
}

static void of_any_two_the_weightier_is_first(void **state)
{
	static struct all a;
	size_t out[2];

	(void)state;
	fill_all(&a);
	for (size_t i = 0; i < a.n; i++)
		for (size_t k = 0; k < a.n; k++) {
			const struct as_row_choice two[] = {a.row[i], a.row[k]};
			const bool alike = i == k || (two[0].topic && two[0].topic == two[1].topic);
			const bool first = two[0].importance >= AS_IMPORTANCE_SHOWN;
			const bool second = two[1].importance >= AS_IMPORTANCE_SHOWN;
			const size_t n = as_rows_choose(two, 2, 2, out);
			assert_int_equal(n, alike ? first || second : first + second);
			if (n)
				assert_int_equal(out[0], two[1].importance > two[0].importance);
		}
}

static void of_all_rows_two_are_chosen_that_no_other_outweighs(void **state)
{
	static struct all a;
	size_t out[2];

	(void)state;
	fill_all(&a);
	assert_int_equal(as_rows_choose(a.row, a.n, 2, out), 2);
	for (size_t i = 0; i < a.n; i++) {
		const bool alike = a.row[out[0]].topic && a.row[i].topic == a.row[out[0]].topic;
		assert_true(a.row[i].importance <= a.row[out[0]].importance);
		assert_true(i == out[0] || alike ||
			a.row[i].importance <= a.row[out[1]].importance);
	}
}

/* A warning says that the answer may not be what it seems: alone it is always on the screen. */
static void a_warning_that_is_alone_is_said(void **state)
{
	static struct all a;
	size_t out[2];

	(void)state;
	fill_all(&a);
	for (size_t i = 0; i < a.n; i++)
		if (a.warn[i] && as_rows_choose(&a.row[i], 1, 2, out) != 1)
			fail_msg("%s is a warning that nobody sees", a.name[i]);
}

/* What forbids a verdict, or says that too little was measured, is not outweighed by advice on how to be
 * surer. */
static void no_advice_hides_why_there_is_no_verdict(void **state)
{
	static const int ids[] = {AS_FINDING_SEQUENTIAL, AS_FINDING_NO_ROUNDS, AS_FINDING_OTHER_SESSION,
		AS_FINDING_ACROSS, AS_FINDING_NO_SESSION_SHARE, AS_FINDING_SECOND_LOOK,
		AS_FINDING_TOO_FEW_SESSIONS, AS_FINDING_TOO_FEW_ROUNDS, AS_FINDING_TOO_FEW_BUILDS,
		AS_FINDING_TOO_FEW_UNITS, AS_FINDING_NOT_POSITIVE, AS_FINDING_NO_RATIO,
		AS_FINDING_NOTHING_TO_COMPARE, AS_FINDING_ONE_UNIT, AS_FINDING_FEW_UNITS};

	(void)state;
	for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++)
		for (size_t id = 0; id < AS_SAYINGS; id++)
			if (as_saying(id)->label == AS_LABEL_NEXT && id != AS_SAY_NEXT_FEWEST)
				assert_true(as_finding_saying(ids[i])->importance > as_saying(id)->importance);
}

static void what_is_about_one_thing_is_said_once(void **state)
{
	const struct as_row_choice rows[] = {
		{60, AS_TOPIC_MACHINE, "a drifts"},
		{55, AS_TOPIC_MACHINE, "b drifts"},
		{72, AS_TOPIC_MACHINE, "c drifts"},
		{51, AS_TOPIC_OWN, "the same words"},
		{52, AS_TOPIC_OWN, "the same words"},
	};
	size_t out[5];

	(void)state;
	assert_int_equal(as_rows_choose(rows, 5, 5, out), 2);
	assert_int_equal(out[0], 2);
	assert_int_equal(out[1], 4);
	assert_int_equal(as_rows_choose(rows, 0, 2, out), 0);
	assert_int_equal(as_rows_choose(rows, 5, 0, out), 0);
}

static void of_equal_weight_the_first_is_chosen(void **state)
{
	const struct as_row_choice rows[] = {{60, AS_TOPIC_OWN, "a"}, {60, AS_TOPIC_OWN, "b"},
		{60, AS_TOPIC_OWN, "c"}, {49, AS_TOPIC_OWN, "d"}};
	size_t out[4];

	(void)state;
	assert_int_equal(as_rows_choose(rows, 4, 2, out), 2);
	assert_int_equal(out[0], 0);
	assert_int_equal(out[1], 1);
	assert_int_equal(as_rows_choose(rows, 4, 4, out), 3);
}

static void findings_of_a_newer_version_stand_for_themselves(void **state)
{
	(void)state;
	assert_int_equal(as_topic_of_finding(9999), AS_TOPIC_OWN);
	assert_int_equal(as_topic_of_finding(-1), AS_TOPIC_OWN);
	assert_int_equal(as_finding_saying(9999)->importance, AS_IMPORTANCE_SHOWN);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(of_any_two_the_weightier_is_first),
		cmocka_unit_test(of_all_rows_two_are_chosen_that_no_other_outweighs),
		cmocka_unit_test(a_warning_that_is_alone_is_said),
		cmocka_unit_test(no_advice_hides_why_there_is_no_verdict),
		cmocka_unit_test(what_is_about_one_thing_is_said_once),
		cmocka_unit_test(of_equal_weight_the_first_is_chosen),
		cmocka_unit_test(findings_of_a_newer_version_stand_for_themselves),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
