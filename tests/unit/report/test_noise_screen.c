/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What identical programs differ by, on a screen. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>
#include <cmocka.h>

#include "report/compare/noise_screen.h"
#include "report/draw/layout.h"
#include "screen.h"

static const double nan_ = (double)NAN;

static struct as_experiment *experiment(int64_t id, const char *name, uint32_t done)
{
	struct as_experiment *x = as_experiment_new();

	assert_non_null(x);
	assert_non_null(as_experiment_add_subject(x, name, name));
	x->id = id;
	x->plan.done = done;
	return x;
}

struct case_ {
	struct as_experiment *rounds, *sequence;
	struct as_profile_session now;
	struct as_profile profile;
	struct as_noise noise;
	bool kept;
};

static struct case_ four_sessions(void)
{
	struct case_ c = {.rounds = experiment(12, "./bench --fast", 200),
		.sequence = experiment(13, "./bench --fast", 400), .kept = true};

	c.now = (struct as_profile_session){.units = 200, .group = 10, .confidence = 0.95,
		.ended_ns = 1786543200000000000, .unit = {0.011, 199}, .round = {0.003, 199},
		.stretch = {0.0072, 39},
		.way = {{20, 1, 1.0004, 0.9978, 1.0029}, {20, 9, 1.0168, 1.0131, 1.0214}}};
	c.profile = (struct as_profile){.command = "./bench --fast", .build = "", .n_sessions = 1};
	c.noise = (struct as_noise){.n_sessions = 4, .group = 10, .confidence = 0.95,
		.unit = {0.011, 796}, .round = {0.003, 796}, .session = {0.0081, 3},
		.way = {{true, 0.0049, 9, 0.0112, 0.0156, 1, 0.05, 80, 4, 0.0138, 0.1231},
			{true, 0.0102, 18, 0.0216, 0.0307, 1.93, nan_, 80, 36, 0.3386, 0.5654},
			{true, 0.0125, 3, 0.0406, 0.0528, 3.58, 0.4871, 0, 0, nan_, nan_}}};
	return c;
}

static void screen(struct as_text *t, const struct as_style *style, void *data)
{
	struct case_ *c = data;
	const struct as_noise_screen s = {c->rounds, c->sequence, &c->now, &c->noise, c->kept};

	as_report_noise(t, style, &s);
}

static void end(struct case_ *c)
{
	as_experiment_free(c->rounds);
	as_experiment_free(c->sequence);
}

static void four_sessions_fill_every_row(void **state)
{
	struct case_ c = four_sessions();

	(void)state;
	screen_check("noise", screen, &c);
	end(&c);
}

static void one_session_of_builds_says_what_is_missing(void **state)
{
	const struct as_noise_way unknown = {false, nan_, nan_, nan_, nan_, nan_, nan_, 0, 0, nan_, nan_};
	struct case_ c = four_sessions();

	(void)state;
	as_experiment_free(c.sequence);
	c.sequence = NULL;
	c.now.units = c.now.group = 6;
	c.now.round = c.now.stretch = (struct as_profile_sd){nan_, 0};
	c.now.way[0] = (struct as_profile_way){1, 0, 1.0004, 0.9178, 1.1029};
	c.now.way[1] = (struct as_profile_way){0, 0, nan_, nan_, nan_};
	c.noise.n_sessions = 1;
	c.noise.group = 6;
	c.noise.round = c.noise.session = (struct as_profile_sd){nan_, 0};
	c.noise.way[0].comparisons = 1;
	c.noise.way[0].alarms = 0;
	c.noise.way[0].rate_lo = 0;
	c.noise.way[0].rate_hi = 0.975;
	c.noise.way[1] = c.noise.way[2] = unknown;
	screen_check("noise-builds", screen, &c);
	end(&c);
}

static void line(struct as_text *t, const struct as_style *style, void *data)
{
	struct case_ *c = data;

	c->profile.sessions = &c->now;
	c->noise.profile = &c->profile;
	as_report_noise_line(t, style, &c->noise);
	as_report_noise_beside(t, style, &c->noise);
	as_report_unsettled(t, style, &(struct as_unsettled){.command = "./bench --fast"});
	as_report_unsettled(t, style, &(struct as_unsettled){.command = "./b", .build = "make b", .check = true});
	as_report_unsettled(t, style, &(struct as_unsettled){.command = "./b", .several = true, .check = true});
	as_report_unsettled(t, style, &(struct as_unsettled){0});
	as_report_no_noise(t, style, 0, NULL);
	as_report_no_noise(t, style, 1, NULL);
	as_report_no_noise(t, style, 3, "else\x1b[2Jwhere");
}

static void a_comparison_cites_it_in_one_sentence(void **state)
{
	struct case_ c = four_sessions();

	(void)state;
	screen_check("noise-cited", line, &c);
	end(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(four_sessions_fill_every_row),
		cmocka_unit_test(one_session_of_builds_says_what_is_missing),
		cmocka_unit_test(a_comparison_cites_it_in_one_sentence),
	};

	setenv("TZ", "UTC", 1);
	tzset();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
