/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/draw/screen.h"

#include <stdlib.h>

const struct as_summary *as_screen_summary(const struct as_screen *s, size_t i)
{
	return &s->a[0].summaries[i];
}

const struct as_metric *as_screen_metric(const struct as_screen *s, size_t metric)
{
	return &s->x->metrics[metric < s->x->n_metrics ? metric : 0];
}

/* One command may fill its line; names that come again in sentences and tables are cut. */
static size_t name_columns(size_t n_subjects, size_t width)
{
	if (n_subjects == 1)
		return width;
	if (n_subjects <= AS_BLOCKS_AT_MOST)
		return width - 20;
	/* Beside it stand mean, half-width and interval. */
	size_t least = 12, left = width > 50 + least ? width - 50 : least;
	return left < width * 2 / 5 ? left : width * 2 / 5;
}

bool as_screen_open(struct as_screen *s)
{
	size_t n = s->x->n_subjects;
	size_t width = as_style_width(s->style);
	const char **raw = as_arena_array(&s->arena, n, sizeof *raw);

	s->name = as_arena_array(&s->arena, n, sizeof *s->name);
	s->remark = as_arena_array(&s->arena, n, sizeof *s->remark);
	if (!raw || !s->name || !s->remark)
		return false;
	for (size_t i = 0; i < n; i++)
		raw[i] = s->x->subjects[i].name;
	if (!as_names(&s->arena, s->style, raw, n, name_columns(n, width), s->name))
		return false;
	for (size_t i = 0; i < n; i++) {
		size_t w = as_layout_width(s->name[i]);
		s->name_columns = w > s->name_columns ? w : s->name_columns;
	}
	return true;
}

void as_screen_close(struct as_screen *s)
{
	for (size_t i = 0; s->remark && i < s->x->n_subjects; i++)
		free(s->remark[i].v);
	as_remark_index_free(s->index);
	as_arena_release(&s->arena);
}
