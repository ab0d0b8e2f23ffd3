/* SPDX-License-Identifier: MIT */
#include "base/text/slip.h"

#include <string.h>

enum { WORD_MAX = 63 };

static size_t min3(size_t a, size_t b, size_t c)
{
	size_t m = a < b ? a : b;

	return m < c ? m : c;
}

/* Optimal string alignment (Damerau 1964 without edits inside a swap): three rows of the table. */
size_t as_edit_distance(const char *a, const char *b)
{
	size_t n = strlen(a), m = strlen(b);
	size_t rows[3][WORD_MAX + 1];
	size_t *before = rows[0], *last = rows[1], *now = rows[2];

	if (n > WORD_MAX || m > WORD_MAX)
		return n > m ? n : m;
	for (size_t j = 0; j <= m; j++)
		last[j] = j;
	for (size_t i = 1; i <= n; i++) {
		now[0] = i;
		for (size_t j = 1; j <= m; j++) {
			now[j] = min3(last[j] + 1, now[j - 1] + 1,
				last[j - 1] + (a[i - 1] != b[j - 1]));
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
				now[j] = min3(now[j], before[j - 2] + 1, now[j]);
		}
		size_t *free_row = before;
		before = last;
		last = now;
		now = free_row;
	}
	return last[m];
}

bool as_is_slip(const char *typed, const char *meant)
{
	size_t n = strlen(typed), d = as_edit_distance(typed, meant);

	return d <= (n <= 2 ? 0U : n <= 4 ? 1U : n <= 7 ? 2U : 3U);
}
