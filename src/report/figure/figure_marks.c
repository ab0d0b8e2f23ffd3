/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The marks of a frame: its data, and what gnuplot makes of them. */
#include <math.h>

#include "report/draw/layout.h"
#include "report/figure/figure_parts.h"

enum { DASHES = 8 };

static const char *const tones[AS_TONES] = {
	"ink", "ref", "mute", "worse", "better", "little", "some", "more", "much"};

/* Told apart without colour: dashes of lines and shapes of points by their series. */
static const char *const dashes[DASHES] = {
	"1", "'-'", "'.'", "'_'", "'-.'", "'_..'", "'--.'", "'_-'"};
static const int shapes[DASHES] = {7, 6, 9, 4, 5, 8, 11, 12};

/* What lies beyond the frame, which is drawn at its border. */
struct beyond {
	size_t n;
	size_t rows; /* of names of places below the upper border, which what it is called keeps clear of */
	double x, y; /* where the farthest is drawn */
	double value, at; /* how far it is from the middle of the axis */
};

static bool is_beyond(const struct as_chart_axis *a, double v)
{
	return v < a->from || v > a->to;
}

static bool is_off(const struct as_figure_frame *f, const struct as_layer *l, size_t i)
{
	return is_beyond(&f->f->x, l->x[i]) || is_beyond(&f->f->y, l->y[i]);
}

static double inside(const struct as_chart_axis *a, double v)
{
	return fmin(a->to, fmax(a->from, v));
}

static double shown_x(const struct as_figure_frame *f, double v)
{
	return v / f->x.per;
}

static double shown_y(const struct as_figure_frame *f, double v)
{
	return v / f->y.per;
}

static void begin(const struct as_figure_frame *f, const char *name, size_t i)
{
	as_text_addf(f->t, "$%s%zu_%zu << AS_END\n", name, f->number, i);
}

static void end(const struct as_figure_frame *f)
{
	as_text_add(f->t, "AS_END\n");
}

/* Of which none may vanish behind the border. */
static bool is_point(const struct as_layer *l)
{
	return l->mark == AS_MARK_DOTS || l->mark == AS_MARK_RISE;
}

/* All numbers of a layer, a row each: x y lo hi; where there is none, an empty row parts what is
 * before from what is after. */
static void add_rows(const struct as_figure_frame *f, const struct as_layer *l, size_t number)
{
	const bool across = l->mark == AS_MARK_SPAN;
	const double per = across ? f->x.per : f->y.per;

	begin(f, "l", number);
	for (size_t i = 0; i < l->n; i++) {
		const double height = l->mark == AS_MARK_BAND ? l->lo[i] : l->y[i];
		if (!isfinite(height) || !isfinite(l->x[i])) {
			as_text_add(f->t, "\n");
			continue;
		}
		if (is_point(l) && is_off(f, l, i))
			continue;
		as_text_addf(f->t, "%.8g", shown_x(f, l->x[i]));
		if (l->mark == AS_MARK_BAND)
			as_text_addf(f->t, " %.8g %.8g\n", l->lo[i] / per, l->hi[i] / per);
		else if (isfinite(l->lo[i]))
			as_text_addf(f->t, " %.8g %.8g %.8g\n", shown_y(f, l->y[i]), l->lo[i] / per,
				l->hi[i] / per);
		else
			as_text_addf(f->t, " %.8g\n", shown_y(f, l->y[i]));
	}
	end(f);
}

/* Points beyond the frame, at its border; the farthest in *far. */
static void add_beyond(const struct as_figure_frame *f, const struct as_layer *l, size_t number,
	struct beyond *far)
{
	const struct as_chart_axis *x = &f->f->x, *y = &f->f->y;
	begin(f, "b", number);
	for (size_t i = 0; i < l->n; i++) {
		if (!is_off(f, l, i))
			continue;
		const bool by_y = is_beyond(y, l->y[i]);
		const double at = fabs(as_figure_at(by_y ? y : x, by_y ? l->y[i] : l->x[i]) - 0.5);
		/* as many digits as the ends of the axes have, or rounding takes it beyond one */
		as_text_addf(f->t, "%.10g %.10g\n", shown_x(f, inside(x, l->x[i])),
			shown_y(f, inside(y, l->y[i])));
		far->n++;
		if (far->n > 1 && !(at > far->at))
			continue;
		far->at = at;
		far->x = inside(x, l->x[i]);
		far->y = inside(y, l->y[i]);
		far->value = by_y ? l->y[i] : l->x[i];
	}
	end(f);
}

/* "» 12.3 ms", and of how many it is the farthest. */
static void name_beyond(const struct as_figure_frame *f, const struct beyond *far)
{
	const bool right = as_figure_at(&f->f->x, far->x) > 0.6;
	const bool by_y = far->y >= f->f->y.to || far->y <= f->f->y.from;
	const struct as_chart_axis *a = by_y ? &f->f->y : &f->f->x;
	struct as_text t = {0};

	if (a->metric)
		as_quantity_add(&t, f->style, a->metric->unit, far->value, (double)NAN);
	else if (a->share)
		as_percent_add(&t, far->value);
	else
		as_text_addf(&t, "%.4g", far->value);
	const double at = as_figure_at(&f->f->x, far->x), wide = f->right - f->left;
	if (far->n > 1 && (right ? at : 1 - at) * wide > 13 * f->em)
		as_text_addf(&t, ", farthest of %zu", far->n);
	as_text_add(f->t, "set label ");
	as_figure_quote_flat(f->t, &t);
	as_text_addf(f->t, " at first %.8g, ", shown_x(f, far->x));
	if (far->y >= f->f->y.to)
		as_text_addf(f->t, "graph %.4f", as_figure_row_at(f, far->rows));
	else
		as_text_addf(f->t, "first %.8g", shown_y(f, far->y));
	as_text_addf(f->t, " offset %s, 0 %s textcolor rgb ink front boxed\n", right ? "-.8" : ".8",
		right ? "right" : "left");
}

static void add_places(const struct as_figure_frame *f, const struct as_layer *l)
{
	for (size_t i = 0; i < l->n; i++) {
		if (l->mark == AS_MARK_ZONE)
			as_text_addf(f->t,
				"set object rectangle from %.8g, graph 0 to %.8g, graph 1 "
				"fillcolor "
				"rgb zone fillstyle solid noborder behind\n",
				shown_x(f, inside(&f->f->x, l->lo[i])),
				shown_x(f, inside(&f->f->x, l->hi[i])));
		else if (l->mark == AS_MARK_AT)
			as_text_addf(f->t,
				"set arrow from %.8g, graph 0 to %.8g, graph 1 nohead linecolor "
				"rgb "
				"%s dashtype 3 linewidth .8\n",
				shown_x(f, l->x[i]), shown_x(f, l->x[i]), tones[l->tone]);
		else
			as_text_addf(f->t,
				"set arrow from graph 0, first %.8g to graph 1, first %.8g nohead "
				"linecolor rgb %s dashtype 3 linewidth .8\n",
				shown_y(f, l->y[i]), shown_y(f, l->y[i]), tones[l->tone]);
		if (l->mark == AS_MARK_LEVEL && l->text && l->text[i]) {
			as_text_add(f->t, "set label ");
			as_figure_quote(f->t, l->text[i]);
			as_text_addf(f->t,
				" at graph 0.01, first %.8g offset 0, .55 left textcolor "
				"rgb mute front\n",
				shown_y(f, l->y[i]));
		}
	}
}

/* The verdict of a cell and below it its bounds, as far as there is room. */
static void add_verdict(const struct as_figure_frame *f, const struct as_layer *l, size_t i)
{
	const double each = (f->right - f->left) / (f->f->x.to - f->f->x.from);
	const size_t letters = (size_t)fmax(1, each / (1.12 * AS_FIGURE_LETTER * f->em) - 1);
	struct as_text line[2] = {{0}, {0}};

	as_cell_add(&line[0], f->style, f->f->x.metric, &l->compared[i], letters);
	as_cell_bounds_add(&line[1], f->style, f->f->x.metric, &l->compared[i], letters);
	const double up = line[1].len ? 0.55 : 0;
	for (size_t k = 0; k < 2; k++) {
		if (!line[k].len)
			continue;
		as_text_add(f->t, "set label ");
		as_figure_quote_flat(f->t, &line[k]);
		as_text_addf(f->t,
			" at %.8g, %.8g offset 0, %.2f center textcolor rgb %s front\n", l->x[i],
			l->y[i], k ? -up : up, k || l->tone == AS_TONE_MUTE ? "mute" : "ink");
	}
}

static void add_cells(const struct as_figure_frame *f, const struct as_layer *l)
{
	for (size_t i = 0; i < l->n; i++) {
		if (!isfinite(l->x[i]))
			continue;
		if (isfinite(l->lo[i]) && l->lo[i] > 0)
			as_text_addf(f->t,
				"set object rectangle from %.8g, %.8g to %.8g, %.8g fillcolor rgb "
				"%s "
				"fillstyle transparent solid %.3f noborder behind\n",
				l->x[i] - l->half, l->y[i] - l->half, l->x[i] + l->half,
				l->y[i] + l->half, tones[l->tone], 0.4 * fmin(1, l->lo[i]));
		add_verdict(f, l, i);
	}
}

static void name_bars(const struct as_figure_frame *f, const struct as_layer *l)
{
	for (size_t i = 0; i < l->n && l->text; i++) {
		as_text_add(f->t, "set label ");
		as_figure_quote(f->t, l->text[i]);
		as_text_addf(f->t, " at %.8g, %.8g offset .6, 0 left textcolor rgb ink front\n",
			shown_x(f, l->x[i]), shown_y(f, l->y[i]));
	}
}

static double point_size(const struct as_layer *l)
{
	const double large = l->tone >= AS_TONE_QUARTER ? 2.2 : 1;

	return large * (l->thin ? (l->n > 1000 ? 0.12 : 0.2) : 0.34);
}

void as_figure_point(struct as_text *t, const struct as_layer *l)
{
	as_text_addf(t, "pointtype %d pointsize %g linecolor rgb %s", shapes[l->series % DASHES],
		point_size(l), tones[l->tone]);
}

static void plot_beyond(const struct as_figure_frame *f, const struct as_layer *l, size_t i)
{
	size_t k = 0;

	while (k < l->n && !is_off(f, l, k))
		k++;
	if (k == l->n)
		return;
	as_text_addf(f->t,
		", $b%zu_%zu using 1:2 with points pointtype 8 pointsize .5 linecolor rgb %s",
		f->number, i, tones[l->tone]);
}

static void plot_dots(const struct as_figure_frame *f, const struct as_layer *l, size_t i)
{
	as_text_addf(f->t, "$l%zu_%zu using 1:2 with points ", f->number, i);
	as_figure_point(f->t, l);
	plot_beyond(f, l, i);
}

/* The line that one is: its colour, dashes and width. */
static void add_stroke(struct as_text *t, const struct as_layer *l)
{
	as_text_addf(t, "linecolor rgb %s dashtype %s linewidth %s", tones[l->tone],
		dashes[l->series % DASHES], l->tone == AS_TONE_INK ? "1.4" : "1");
}

static void plot_line(const struct as_figure_frame *f, const struct as_layer *l, size_t i)
{
	if (l->shaded)
		as_text_addf(f->t,
			"$l%zu_%zu using 1:2 with filledcurves y1=0 fillcolor rgb %s fillstyle "
			"transparent solid .18 noborder, ",
			f->number, i, tones[l->tone]);
	if (l->thin)
		as_text_addf(f->t,
			"$l%zu_%zu using 1:2 with lines linecolor rgb faint linewidth .4",
			f->number, i);
	if (l->thin)
		return;
	as_text_addf(f->t, "$l%zu_%zu using 1:2 with lines ", f->number, i);
	add_stroke(f->t, l);
	if (!as_chart_axis_bare(&f->f->y) || !as_figure_has_top(l))
		return;
	as_text_addf(f->t, ", $s%zu_%zu using 1:2 with lines ", f->number, i);
	add_stroke(f->t, l);
}

static void plot_across(const struct as_figure_frame *f, const struct as_layer *l, size_t i)
{
	as_text_addf(f->t,
		"$l%zu_%zu using 1:2:3:4:($2 - %g):($2 + %g) with boxxyerror fillcolor rgb %s "
		"fillstyle transparent solid .4 noborder, $l%zu_%zu using 1:($2 - %g):(0):(%g) "
		"with "
		"vectors nohead linecolor rgb %s linewidth 1.6",
		f->number, i, l->half, l->half, tones[l->tone], f->number, i, 1.5 * l->half,
		3 * l->half, tones[l->tone]);
}

static void plot_band(const struct as_figure_frame *f, const struct as_layer *l, size_t i)
{
	as_text_addf(f->t,
		"$l%zu_%zu using 1:2:3 with filledcurves fillcolor rgb %s fillstyle transparent "
		"solid .28 noborder",
		f->number, i, tones[l->tone]);
}

static void plot_rise(const struct as_figure_frame *f, const struct as_layer *l, size_t i)
{
	as_text_addf(f->t,
		"$l%zu_%zu using 1:2:($1 - %g):($1 + %g):3:4 with boxxyerror fillcolor rgb %s "
		"fillstyle transparent solid .4 noborder, $l%zu_%zu using 1:2 with points ",
		f->number, i, 0.5 * l->half, 0.5 * l->half, tones[l->tone], f->number, i);
	as_figure_point(f->t, l);
	plot_beyond(f, l, i);
}

static void plot_bar(const struct as_figure_frame *f, const struct as_layer *l, size_t i)
{
	as_text_addf(f->t,
		"$l%zu_%zu using 1:2:(0):1:($2 - %g):($2 + %g) with boxxyerror fillcolor rgb %s "
		"fillstyle solid .7 noborder",
		f->number, i, l->half, l->half, tones[l->tone]);
}

static void plot_column(const struct as_figure_frame *f, const struct as_layer *l, size_t i)
{
	/* columns that touch are parted by their borders; thin ones would be nothing else */
	const double wide = 2 * l->half / (f->f->x.to - f->f->x.from) * (f->right - f->left);
	const bool thin = wide < 0.5 * f->em;

	as_text_addf(f->t,
		"$l%zu_%zu using 1:2:(%.8g) with boxes fillcolor rgb %s fillstyle solid %s",
		f->number, i, shown_x(f, 2 * l->half), tones[l->tone],
		thin ? ".85 noborder" : ".55 border linecolor rgb ground");
}

static void plot_tick(const struct as_figure_frame *f, const struct as_layer *l, size_t i)
{
	as_text_addf(f->t,
		"$l%zu_%zu using ($1 - %g):2:(%g):(0) with vectors nohead linecolor rgb %s "
		"linewidth 1.8",
		f->number, i, l->half, 2 * l->half, tones[l->tone]);
}

typedef void plot_mark(const struct as_figure_frame *f, const struct as_layer *l, size_t i);

/* Those of gnuplot's plot; the others are objects, arrows and labels. */
static plot_mark *const plotted[] = {
	[AS_MARK_DOTS] = plot_dots,
	[AS_MARK_LINE] = plot_line,
	[AS_MARK_BAND] = plot_band,
	[AS_MARK_SPAN] = plot_across,
	[AS_MARK_RISE] = plot_rise,
	[AS_MARK_BAR] = plot_bar,
	[AS_MARK_COLUMN] = plot_column,
	[AS_MARK_TICK] = plot_tick,
	[AS_MARK_CELL] = NULL,
};

static void prepare(const struct as_figure_frame *f, const struct as_layer *l, size_t i,
	struct beyond *far)
{
	if (l->mark == AS_MARK_CELL) {
		add_cells(f, l);
		return;
	}
	if (!plotted[l->mark]) {
		add_places(f, l);
		return;
	}
	add_rows(f, l, i);
	if (is_point(l))
		add_beyond(f, l, i, far);
	if (l->mark == AS_MARK_BAR)
		name_bars(f, l);
}

/* A plot without any would be an error: one outside the frame always stands first. */
void as_figure_marks(const struct as_figure_frame *f)
{
	struct beyond far = {.rows = as_figure_places(f, true)};

	for (size_t i = 0; i < f->f->n_layers; i++)
		prepare(f, &f->f->layer[i], i, &far);
	if (far.n && !f->beyond_said)
		name_beyond(f, &far);
	as_text_add(f->t, "plot NaN notitle");
	for (size_t i = 0; i < f->f->n_layers; i++) {
		if (!plotted[f->f->layer[i].mark] || !f->f->layer[i].n)
			continue;
		as_text_add(f->t, ", ");
		plotted[f->f->layer[i].mark](f, &f->f->layer[i], i);
	}
	as_text_add(f->t, "\n");
}
