/* SPDX-License-Identifier: MIT */
#ifndef AS_STAT_CORE_GRID_H
#define AS_STAT_CORE_GRID_H

/* The step of a clock, as values show it (methods.md 9.1: the smallest difference that there is).
 * */

#include <stddef.h>

enum { AS_GRID_LEAST = 10 }; /* fewer values: no step can be told */

/*
 * as_grid_step - the smallest difference of n ascending values, where all of them are multiples of
 * it
 *
 *   kinds  receives how many different values there are, 0 for n = 0; may be NULL
 *
 * 0 where none shows: fewer than AS_GRID_LEAST values, all equal, more than half of them different,
 * or some that is no multiple, within a hundredth of the step. O(n).
 */
double as_grid_step(const double *sorted, size_t n, size_t *kinds);

/* The same of values in any order that are all whole numbers from `least` up to below least + 8 *
 * bytes, since sorting millions takes seconds: `seen` is room for so many zeroed bytes, in which they are
 * marked in any number of calls. */
void as_grid_mark(const double *x, size_t n, double least, unsigned char *seen);

/* Of the n that were marked. O(bytes). */
double as_grid_step_marked(
	size_t n, double least, const unsigned char *seen, size_t bytes, size_t *kinds);

#endif
