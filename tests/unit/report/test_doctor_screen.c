/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the noise probe found, on a screen. The screens of whole machines are in tests/golden/doctor. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "report/doctor/doctor_screen.h"
#include "screen.h"

static const double nan_ = (double)NAN;

static void quanta(struct as_text *t, const struct as_style *style, void *data)
{
	as_report_quanta(t, style, data);
}

static void one_quiet_processor(void **state)
{
	struct as_quanta_noise core = {.cpu = 0, .n = 20000, .median_ns = 100123, .p99_ns = 312, .max_ns = 8120,
		.taken = 0.00031, .per_s = 12.2};
	struct as_quanta_found f = {.all = core, .core = &core, .n_cores = 1, .seconds = 2.003, .steal = nan_};

	(void)state;
	screen_check("doctor-quiet", quanta, &f);
}

/* More than are shown: the noisiest stand first. */
static void many_processors(void **state)
{
	struct as_quanta_noise core[12];
	struct as_quanta_found f = {.core = core, .n_cores = 12, .n_failed = 4, .seconds = 2.01, .steal = 0.0123,
		.all = {.cpu = -1, .n = 240000, .median_ns = 99500, .p99_ns = 2.1e6, .max_ns = 4.4e7,
			.taken = 0.082, .per_s = 8123.4, .switches_per_s = 411}};

	(void)state;
	for (int i = 0; i < 12; i++)
		core[i] = (struct as_quanta_noise){.cpu = 8 * i, .n = 20000, .median_ns = 99500 + 10 * i,
			.p99_ns = i * 3e5, .max_ns = 1e4 * (i + 1) * (i + 1), .taken = 0.01 * ((i * 5) % 12),
			.per_s = 100.0 * i, .switches_per_s = 3.0 * i};
	screen_check("doctor-many", quanta, &f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_quiet_processor),
		cmocka_unit_test(many_processors),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
