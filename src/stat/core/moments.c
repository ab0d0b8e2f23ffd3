/* SPDX-License-Identifier: MIT */
#include "stat/core/moments.h"

/* Distances from the first value are summed, not the values: equal values then give their mean
 * exactly, and a common offset costs no digits. */
double as_mean(const double *x, size_t n)
{
	double sum = 0;

	for (size_t i = 1; i < n; i++)
		sum += x[i] - x[0];
	return x[0] + sum / (double)n;
}

double as_squares(const double *x, size_t n, double mean)
{
	double squares = 0, rest = 0;

	for (size_t i = 0; i < n; i++) {
		double d = x[i] - mean;
		squares += d * d;
		rest += d;
	}
	return squares - rest * rest / (double)n;
}

double as_variance(const double *x, size_t n, double mean)
{
	return as_squares(x, n, mean) / (double)(n - 1);
}

double as_covariance(const double *x, const double *y, size_t n, double mean_x, double mean_y)
{
	double products = 0, rest_x = 0, rest_y = 0;

	for (size_t i = 0; i < n; i++) {
		double dx = x[i] - mean_x, dy = y[i] - mean_y;
		products += dx * dy;
		rest_x += dx;
		rest_y += dy;
	}
	return (products - rest_x * rest_y / (double)n) / (double)(n - 1);
}

void as_extremes(const double *x, size_t n, double *min, double *max)
{
	double lo = x[0], hi = x[0];

	for (size_t i = 1; i < n; i++) {
		lo = x[i] < lo ? x[i] : lo;
		hi = x[i] > hi ? x[i] : hi;
	}
	*min = lo;
	*max = hi;
}
