/* SPDX-License-Identifier: MIT */
#include "stat/core/pairwise.h"

#include <math.h>
#include <string.h>

#include "stat/core/quantile.h"

uint64_t as_pairwise_number(const struct as_pairwise *p)
{
	const uint64_t n = p->n_a;

	return p->b ? n * p->n_b : n * (n + 1) / 2;
}

/* Both pointers only move one way, since a rounded sum is as monotone as an exact one. */
uint64_t as_pairwise_below(const struct as_pairwise *p, double v, bool equal)
{
	uint64_t number = 0;

	if (p->b) {
		for (size_t j = 0, i = 0; j < p->n_b; j++) {
			while (i < p->n_a && (equal ? p->b[j] - p->a[i] > v
						    : p->b[j] - p->a[i] >= v))
				i++;
			number += p->n_a - i;
		}
		return number;
	}
	for (size_t i = 0, end = p->n_a; i < end; i++) {
		while (end > i && (equal ? (p->a[i] + p->a[end - 1]) / 2 > v
					 : (p->a[i] + p->a[end - 1]) / 2 >= v))
			end--;
		number += end - i;
	}
	return number;
}

/* Whole numbers in the order of the doubles they stand for. */
static int64_t place_of(double x)
{
	int64_t bits = 0;

	memcpy(&bits, &x, sizeof bits);
	return bits < 0 ? INT64_MIN - bits : bits;
}

static double at_place(int64_t place)
{
	int64_t bits = place < 0 ? INT64_MIN - place : place;
	double x = 0;

	memcpy(&x, &bits, sizeof x);
	return x;
}

/* All pairs in (lo, hi], of which there are as many as room has. */
static size_t collect(const struct as_pairwise *p, double lo, double hi, double *room)
{
	size_t n = 0;

	if (p->b) {
		for (size_t j = 0, from = 0; j < p->n_b; j++) {
			while (from < p->n_a && p->b[j] - p->a[from] > hi)
				from++;
			for (size_t i = from; i < p->n_a && p->b[j] - p->a[i] > lo; i++)
				room[n++] = p->b[j] - p->a[i];
		}
		return n;
	}
	for (size_t i = 0, end = p->n_a; i < end; i++) {
		while (end > i && (p->a[i] + p->a[end - 1]) / 2 > hi)
			end--;
		for (size_t j = end; j > i && (p->a[i] + p->a[j - 1]) / 2 > lo; j--)
			room[n++] = (p->a[i] + p->a[j - 1]) / 2;
	}
	return n;
}

double as_pairwise_ranked(const struct as_pairwise *p, uint64_t rank, double *room, size_t spare)
{
	const double least = p->b ? p->b[0] - p->a[p->n_a - 1] : p->a[0];
	const double most = p->b ? p->b[p->n_b - 1] - p->a[0] : p->a[p->n_a - 1];
	/* The pair of the rank is in (lo, hi]: `below` are not above lo, `up_to` not above hi. */
	double lo = nextafter(least, -(double)INFINITY), hi = most;
	uint64_t below = 0, up_to = as_pairwise_number(p);

	for (size_t turn = 0; up_to - below > spare; turn++) {
		const int64_t from = place_of(lo), to = place_of(hi);
		double middle = at_place((from & to) + ((from ^ to) >> 1));

		if ((uint64_t)to - (uint64_t)from == 1) /* they may be of different signs */
			return hi;
		if (turn % 3 < 2) {
			/* A little before where a straight line would have it, and a little beyond it in
			 * the next turn, so that both ends come near. */
			const double width = (double)(up_to - below);
			const double share = ((double)(rank - below) - 0.5) / width;
			const double beyond =
				fmax(0.02, fmin(0.2, sqrt((double)spare / 8 / width)));
			const double at = lo + (hi - lo) * (share + (turn % 3 ? beyond : -beyond) *
				fmin(share, 1 - share) * 2);
			if (at > lo && at < hi)
				middle = at;
		}
		const uint64_t here = as_pairwise_below(p, middle, true);
		if (here >= rank) {
			hi = middle;
			up_to = here;
		} else {
			lo = middle;
			below = here;
		}
	}
	const size_t n = collect(p, lo, hi, room);
	as_select(room, n, (size_t)(rank - below - 1));
	return room[rank - below - 1];
}

double as_pairwise_median(const struct as_pairwise *p, double *room, size_t spare)
{
	const uint64_t number = as_pairwise_number(p);
	const double upper = as_pairwise_ranked(p, number / 2 + 1, room, spare);

	return number % 2 ? upper : (as_pairwise_ranked(p, number / 2, room, spare) + upper) / 2;
}
