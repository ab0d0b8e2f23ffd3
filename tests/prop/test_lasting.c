/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "near.h"

#include "stat/dist/series/lasting.h"
#include "stat/dist/random.h"

/* Means of executions on a machine whose state lasts: do intervals hold, and where they do not, do
 * they say so? Drawn, with fixed seeds; the rates are those of methods-repairs.md 1.6, in bands of
 * four standard deviations. */

enum { TIMES = 600, MOST = 200, RUNS = 10, SESSIONS = 40 };

/* State as strong as the noise; neighbours of the state correlate by rho. */
static void draw(struct as_random *r, double rho, double *x, size_t n)
{
	double state = as_random_normal(r);

	for (size_t i = 0; i < n; i++) {
		x[i] = 100 + state + as_random_normal(r);
		state = rho * state + sqrt(1 - rho * rho) * as_random_normal(r);
	}
}

struct rates {
	double mixture, t; /* intervals that hold */
	double width;      /* of the mixture over t, in the mean */
};

static struct rates rates_of(double rho, size_t n)
{
	struct rates out = {0};

	for (uint64_t k = 0; k < TIMES; k++) {
		double x[MOST];
		struct as_random r;
		struct as_lasting l;
		as_random_init(&r, 165, AS_RANDOM_TEST, k);
		draw(&r, rho, x, n);
		assert_int_equal(as_lasting_mean(x, n, 0.95, &l), AS_OK);
		out.mixture += (fabs(l.mean - 100) <= l.half_width) / (double)TIMES;
		out.t += (fabs(l.mean - 100) <= l.half_width_t) / (double)TIMES;
		out.width += l.half_width / l.half_width_t / TIMES;
	}
	return out;
}

static void intervals_hold_where_neighbours_depend_on_each_other(void **state)
{
	static const struct {
		double rho, mixture, t;
		size_t n;
	} cells[] = {{0, 0.966, 0.95, 50}, {0.3, 0.949, 0.90, 200}, {0.6, 0.960, 0.78, 200},
		{0.9, 0.963, 0.47, 200}};

	(void)state;
	for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
		const double p = cells[i].mixture, q = cells[i].t;
		struct rates r = rates_of(cells[i].rho, cells[i].n);
		assert_close(r.mixture, p, 4 * sqrt(p * (1 - p) / TIMES));
		assert_close(r.t, q, 4 * sqrt(q * (1 - q) / TIMES));
		if (!i)
			assert_close(r.width, 1.12, 0.03);
	}
}

/* What two runs in a row say of each other: apart, and both claim to hold. */
struct neighbours {
	int t, claimed, below;
};

/* Ten runs in a row of a machine with a load that comes and goes: it makes all slower by three
 * standard deviations, and lasts `lasts` executions in the mean, as its absence does. */
static struct neighbours ten_in_a_row(double lasts, size_t n)
{
	struct neighbours out = {0};

	for (uint64_t k = 0; k < SESSIONS; k++) {
		struct as_random r;
		struct as_lasting last = {0};
		bool loaded = false;
		as_random_init(&r, 166, AS_RANDOM_TEST, k);
		for (size_t run = 0; run < RUNS; run++) {
			double x[MOST];
			struct as_lasting now;
			for (size_t i = 0; i < n; i++) {
				loaded ^= as_random_double(&r) < 1 / lasts;
				x[i] = 100 + 3 * loaded + as_random_normal(&r);
			}
			assert_int_equal(as_lasting_mean(x, n, 0.95, &now), AS_OK);
			double apart = fabs(now.mean - last.mean);
			bool below = as_lasts_as_long(now.slow) || as_lasts_as_long(last.slow);
			out.below += run && below;
			out.t += run && apart > now.half_width_t + last.half_width_t;
			out.claimed += run && !below && apart > now.half_width + last.half_width;
			last = now;
		}
	}
	return out;
}

/* Two intervals that each hold in 95 % are apart in at most 10 %; independent ones of the same mean
 * in 1 %. */
static void ten_runs_in_a_row_overlap_or_say_that_they_cannot(void **state)
{
	static const double lasts[] = {3, 10, 30, 100};
	const int pairs = SESSIONS * (RUNS - 1);

	(void)state;
	for (size_t i = 0; i < sizeof lasts / sizeof *lasts; i++) {
		struct neighbours o = ten_in_a_row(lasts[i], MOST);
		print_message("# a load that lasts %g of 200: t apart in %d of %d, claimed and apart "
			      "%d, said to be below %d\n",
			lasts[i], o.t, pairs, o.claimed, o.below);
		assert_true(o.claimed <= pairs / 10);
		assert_true(o.t > 4 * o.claimed);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(intervals_hold_where_neighbours_depend_on_each_other),
		cmocka_unit_test(ten_runs_in_a_row_overlap_or_say_that_they_cannot),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
