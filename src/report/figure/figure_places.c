/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of places along a frame: in rows at its upper border, above all of its data, so that none
 * lies over another or over a mark. */
#include <math.h>
#include <stdlib.h>

#include "report/draw/layout.h"
#include "report/figure/figure_parts.h"

enum { ROWS_OF_NAMES = 4, LETTERS = 24 };

static const double line_high = 1.25; /* of a row of names; in ems */
static const double first_row = 0.7; /* the middle of it below the border */
static const double air = 0.3; /* below the last row */

struct place_named {
	struct as_text name;
	double from, wide; /* from the left end of the frame */
	size_t row; /* ROWS_OF_NAMES: there is no room for it */
};

/* What place i of a layer is called: by its name, or of the first what all of them are. */
static struct as_text place_name(
	const struct as_figure_frame *f, const struct as_layer *l, size_t i)
{
	struct as_text t = {0};

	if (!l->text)
		return i ? t : as_figure_said(f->style, &l->label);
	if (l->text[i])
		as_name_add(&t, f->style, l->text[i], LETTERS);
	as_layout_flat(&t, 0);
	return t;
}

static bool is_named(const struct as_layer *l)
{
	return (l->mark == AS_MARK_ZONE || l->mark == AS_MARK_AT) && (l->text || l->label.id);
}

static int by_place(const void *a, const void *b)
{
	const struct place_named *p = a, *q = b;

	return (p->from > q->from) - (p->from < q->from);
}

/* Names of one layer behind the n that are there; how many there are then. */
static size_t names_of(const struct as_figure_frame *f, const struct as_layer *l,
	struct place_named *out, size_t n)
{
	const double wide = f->right - f->left;

	for (size_t i = 0; i < l->n; i++) {
		const double v = l->mark == AS_MARK_ZONE ? l->lo[i] : l->x[i];
		struct as_text name = place_name(f, l, i);
		if (!name.len || !isfinite(v)) {
			as_text_release(&name);
			continue;
		}
		const double at = fmax(0, as_figure_at(&f->f->x, v)) * wide,
			     text = as_figure_text_wide(as_text_str(&name), f->em) +
				    0.5 * f->em;
		/* at the right border that of a zone stands over it, and that of a line before it */
		const double before = l->mark == AS_MARK_ZONE ? wide - text : at - text;
		out[n++] = (struct place_named){.name = name,
			.from = at + text <= wide ? at : fmax(0, before),
			.wide = text};
	}
	return n;
}

/* Each into the first row that is free there; how many rows there are. */
static size_t put_in_rows(struct place_named *all, size_t n)
{
	double taken[ROWS_OF_NAMES] = {0};
	size_t rows = 0;

	qsort(all, n, sizeof *all, by_place);
	for (size_t i = 0; i < n; i++) {
		size_t row = 0;
		while (row < ROWS_OF_NAMES && taken[row] > all[i].from)
			row++;
		all[i].row = row;
		if (row == ROWS_OF_NAMES)
			continue;
		taken[row] = all[i].from + all[i].wide;
		rows = row + 1 > rows ? row + 1 : rows;
	}
	return rows;
}

static void add_name(const struct as_figure_frame *f, struct place_named *one)
{
	const double wide = f->right - f->left;

	if (one->row == ROWS_OF_NAMES)
		return;
	as_text_add(f->t, "set label ");
	as_figure_quote_flat(f->t, &one->name);
	as_text_addf(f->t, " at graph %.4f, graph %.4f left textcolor rgb ink front\n",
		(one->from + 0.3 * f->em) / wide, as_figure_row_at(f, one->row));
}

double as_figure_row_at(const struct as_figure_frame *f, size_t row)
{
	return 1 - (first_row + line_high * (double)row) * f->em / (f->top - f->bottom);
}

size_t as_figure_places(const struct as_figure_frame *f, bool add)
{
	size_t most = 0, n = 0;

	for (size_t i = 0; i < f->f->n_layers; i++)
		most += is_named(&f->f->layer[i]) ? f->f->layer[i].n : 0;
	struct place_named *all = calloc(most + 1, sizeof *all);
	if (!all) {
		f->t->failed = true;
		return 0;
	}
	for (size_t i = 0; i < f->f->n_layers; i++)
		if (is_named(&f->f->layer[i]))
			n = names_of(f, &f->f->layer[i], all, n);
	const size_t rows = put_in_rows(all, n);
	for (size_t i = 0; i < n; i++) {
		if (add)
			add_name(f, &all[i]);
		as_text_release(&all[i].name);
	}
	free(all);
	return rows;
}

double as_figure_places_high(const struct as_figure_frame *f)
{
	const size_t rows = as_figure_places(f, false);

	return rows ? (line_high * (double)rows + air) * f->em / (f->top - f->bottom) : 0;
}
