/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "sample.h"
#include "screen.h"

static const struct sample_built fft = {.name = "./fft", .builds = 6, .executions = 8,
	.iterations = 20, .time = 1.482e6, .spread = 0.03};

static void run_screen(struct as_text *t, const struct as_style *style, void *data)
{
	struct sample *s = data;

	as_report_run(t, style, s->x, s->a, s->n);
}

static void three_levels_show_how_much_is_luck_of_the_build(void **state)
{
	struct sample s;

	(void)state;
	sample_open(&s);
	sample_builds(&s, &fft);
	sample_analyse(&s);
	screen_check("three_levels", run_screen, &s);
	sample_close(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(three_levels_show_how_much_is_luck_of_the_build),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
