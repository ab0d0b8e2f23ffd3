/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Journals of duets: of the two of a round both are there, or none. */
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "../store/sample.h"
#include "model/kept/check.h"
#include "run/journal/journal_frames.h"
#include "journals.h"

/* Both of a round, subject by subject: as many as are whole rounds are read back, wherever it ends. */
static void of_a_duet_that_was_cut_between_the_two_of_a_round_both_are_lost(void **state)
{
	enum { ROUNDS = 3 };
	struct as_experiment *x = sample();
	size_t n = 0, last = 0;

	(void)state;
	x->plan.design = AS_DESIGN_DUET;
	struct as_journal *j = begin(x);
	for (size_t i = 0; i < 2; i++) {
		struct as_level *l = &x->subjects[i].levels[AS_LEVEL_EXECUTION];
		for (size_t unit = 0; l->n < ROUNDS;)
			assert_int_equal(as_subject_add_unit(&x->subjects[i], AS_LEVEL_EXECUTION,
				&(struct as_unit){.order = (uint32_t)(100 + l->n)}, &unit, NULL),
				AS_OK);
		for (size_t k = 0; k < ROUNDS; k++) {
			assert_true(as_packed_set(&l->units[AS_UNIT_ROUND], k, k));
			assert_true(as_packed_set(&l->units[AS_UNIT_ROLE], k, AS_ROLE_MEASURED));
		}
		for (size_t k = 0; k < x->subjects[i].levels[AS_LEVEL_BUILD].n; k++)
			as_journal_unit(j, x, i, AS_LEVEL_BUILD, k);
	}
	for (size_t k = 0; k < ROUNDS; k++)
		for (size_t i = 0; i < 2; i++)
			as_journal_unit(j, x, i, AS_LEVEL_EXECUTION, k);
	as_journal_close(j);
	unsigned char *bytes = bytes_of(path_of(x), &n);
	for (size_t cut = 0; cut <= n; cut++) {
		struct as_recorded rec = {0};
		if (!as_journal_parse(bytes, cut, &rec, NULL)) {
			const struct as_subject *s = rec.x->subjects;
			assert_int_equal(s[0].levels[AS_LEVEL_EXECUTION].n,
				s[1].levels[AS_LEVEL_EXECUTION].n);
			assert_int_equal(rec.bytes, cut);
			assert_true(rec.good_bytes <= rec.bytes);
			last = s[0].levels[AS_LEVEL_EXECUTION].n;
		}
		as_recorded_release(&rec);
	}
	assert_int_equal(last, ROUNDS);
	free(bytes);
	as_experiment_free(x);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			of_a_duet_that_was_cut_between_the_two_of_a_round_both_are_lost, set_up,
			tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
