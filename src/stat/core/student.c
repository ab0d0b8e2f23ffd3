/* SPDX-License-Identifier: MIT */
#include "stat/core/student.h"

#include <math.h>

#define PI 3.14159265358979323846

enum { MOST_DF = 1000, HALVINGS = 60, LEAST_BLOCKS = 6 };

double as_student_within(double t, size_t df)
{
	double angle = atan2(t, sqrt((double)df)), c = cos(angle), s = sin(angle), sum = 0;
	bool is_odd = df % 2;
	double term = is_odd ? c : 1;

	/* 1 + c^2/2 + c^4 (1 3)/(2 4) + ..., or c + c^3 2/3 + c^5 (2 4)/(3 5) + ... */
	for (size_t k = is_odd ? 1 : 0; k + 2 <= df; k += 2) {
		sum += term;
		term *= c * c * (double)(k + 1) / (double)(k + 2);
	}
	return is_odd ? 2 / PI * (angle + s * sum) : s * sum;
}

double as_student_quantile(double p, size_t df)
{
	double low = 0, high = PI / 2;

	df = df < MOST_DF ? df : MOST_DF;
	/* Halving the angle rather than t, which has no upper end. */
	for (int i = 0; i < HALVINGS; i++) {
		double angle = (low + high) / 2;
		if (as_student_within(tan(angle) * sqrt((double)df), df) < p)
			low = angle;
		else
			high = angle;
	}
	return tan((low + high) / 2) * sqrt((double)df);
}

static bool is_time(double x)
{
	return x > 0 && isfinite(x);
}

enum as_status as_pairing(const double *x, const double *y, size_t n, struct as_pairing *out)
{
	double mean = 0, squares = 0;

	if (n < LEAST_BLOCKS)
		return AS_ERR_DATA;
	for (size_t b = 0; b < n; b++) {
		if (!is_time(x[b]) || !is_time(y[b]))
			return AS_ERR_DATA;
		mean += (log(y[b]) - log(x[b])) / (double)n;
	}
	for (size_t b = 0; b < n; b++) {
		double d = log(y[b]) - log(x[b]) - mean;
		squares += d * d;
	}
	double half = as_student_quantile(0.95, n - 1) *
		      sqrt(squares / (double)(n - 1) / (double)n);
	out->ratio = exp(mean);
	out->low = exp(mean - half);
	out->high = exp(mean + half);
	out->blocks = n;
	return AS_OK;
}
