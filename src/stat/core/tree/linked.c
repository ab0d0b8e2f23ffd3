/* SPDX-License-Identifier: MIT */
#include "stat/core/tree/linked.h"

/* A pivot below this share of what it was is nothing but rounding. */
#define NOTHING 1e-10

/* The normal equations of u, from which the versions' own theta are eliminated already: what one
 * version adds, of which v has all n cells. Row s has its right side at the end. */
static void add_version(const struct as_linked_cell *v, size_t n, size_t width, double *matrix)
{
	double weight = 0, mean = 0;

	for (size_t i = 0; i < n; i++)
		weight += v[i].n;
	for (size_t i = 0; i < n; i++)
		mean += v[i].n / weight * v[i].mean;
	for (size_t i = 0; i < n; i++) {
		double *row = matrix + v[i].session * width;
		row[v[i].session] += v[i].n;
		row[width - 1] += v[i].n * (v[i].mean - mean);
		for (size_t k = 0; k < n; k++)
			row[v[k].session] -= v[i].n * v[k].n / weight;
	}
}

/* From the last session to the first, so that the first of those that hang together is the one
 * that stays free. u is what each pivot was. */
static void eliminate(size_t sessions, double *matrix, double *u)
{
	const size_t width = sessions + 1;

	for (size_t p = sessions; p-- > 0;) {
		const double *from = matrix + p * width;
		if (!(from[p] > NOTHING * u[p]))
			continue;
		for (size_t q = 0; q < p; q++) {
			double *row = matrix + q * width;
			const double f = row[p] / from[p];
			for (size_t r = 0; r < p; r++)
				row[r] -= f * from[r];
			row[sessions] -= f * from[sessions];
		}
	}
}

void as_linked_sessions(const struct as_linked_cell *v, size_t n, size_t sessions, double *matrix,
	double *u)
{
	const size_t width = sessions + 1;

	for (size_t i = 0; i < sessions * width; i++)
		matrix[i] = 0;
	for (size_t s = 0; s < sessions; s++)
		u[s] = 0;
	for (size_t from = 0, to = 0; from < n; from = to) {
		for (to = from; to < n && v[to].version == v[from].version; to++)
			u[v[to].session] += v[to].n;
		add_version(v + from, to - from, width, matrix);
	}
	eliminate(sessions, matrix, u);
	for (size_t p = 0; p < sessions; p++) {
		const double *row = matrix + p * width;
		double left = row[sessions];
		for (size_t q = 0; q < p; q++)
			left -= row[q] * u[q];
		u[p] = row[p] > NOTHING * u[p] ? left / row[p] : 0;
	}
}
