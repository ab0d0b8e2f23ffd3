/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Charts: where their frames lie, axes and the names of lines. Every text has its place here, so that
 * none lies over another. */
#include <math.h>
#include <string.h>

#include "report/draw/layout.h"
#include "report/figure/figure_parts.h"
#include "say/say_words.h"

enum { NAME_SHARE = 3 };

static const double line_high = 1.35; /* of a text, in ems */

static struct as_scale scale_of(const struct as_style *style, const struct as_chart_axis *a)
{
	const double most = fmax(fabs(a->from), fabs(a->to));

	if (a->metric)
		return as_scale_for(style, a->metric->unit, most, (double)NAN);
	return (struct as_scale){.per = a->share ? 0.01 : 1, .unit = a->share ? "%" : ""};
}

/* What stands beside an axis: "time (ms)". */
static void add_words(struct as_text *t, const struct as_style *style,
	const struct as_chart_axis *a, struct as_scale scale)
{
	if (a->words.id)
		as_charted_add(t, style, &a->words);
	else if (a->metric)
		as_metric_label_add(t, a->metric);
	if (a->metric && *scale.unit)
		as_text_addf(t, " (%s)", scale.unit);
	as_layout_flat(t, 0);
}

static bool has_words(const struct as_chart_axis *a)
{
	return !a->n_names && !a->unsaid && (a->words.id || a->metric);
}

/* ---- names ---- */

static void name_of(struct as_text *t, const struct as_style *style, const struct as_chart_axis *a,
	size_t i, double room, double em)
{
	const double letters = room / (AS_FIGURE_LETTER * em);

	as_name_add(t, style, a->name[i], (size_t)fmax(4, letters));
	as_layout_flat(t, 0);
}

static double widest_name(
	const struct as_style *style, const struct as_chart_axis *a, double room, double em)
{
	double most = 0;

	for (size_t i = 0; i < a->n_names; i++) {
		struct as_text t = {0};
		name_of(&t, style, a, i, room, em);
		most = fmax(most, as_figure_text_wide(as_text_str(&t), em));
		as_text_release(&t);
	}
	return most;
}

static void add_names(const struct as_figure_frame *f, const struct as_chart_axis *a,
	const char *axis, double room)
{
	as_text_addf(f->t, "set %stics scale 0 (", axis);
	for (size_t i = 0; i < a->n_names; i++) {
		struct as_text name = {0};
		name_of(&name, f->style, a, i, room, f->em);
		as_text_add(f->t, i ? ", " : "");
		as_figure_quote_tick(f->t, &name);
		as_text_addf(f->t, " %zu", i);
	}
	as_text_add(f->t, ") textcolor rgb ink\n");
}

/* Its label stands at its right end. */
static bool is_called(const struct as_frame *f, const struct as_layer *l)
{
	return l->label.id && l->mark < AS_MARK_AT && l->mark != AS_MARK_DOTS &&
	       !as_chart_axis_bare(&f->y);
}

/* Room at the right for what lines are called. */
static double label_room(const struct as_style *style, const struct as_frame *f, double em)
{
	double most = 0;

	for (size_t i = 0; i < f->n_layers; i++) {
		const struct as_layer *l = &f->layer[i];
		struct as_text label = as_figure_said(style, &l->label);
		if (is_called(f, l))
			most = fmax(most, as_figure_text_wide(as_text_str(&label), em) + 1.3 * em);
		as_text_release(&label);
		for (size_t k = 0; l->mark == AS_MARK_BAR && l->text && k < l->n; k++)
			most = fmax(most, as_figure_text_wide(l->text[k], em) + em);
	}
	return most;
}

/* ---- keys ---- */

/* Dots of several kinds are called in a row above the frame. */
static bool has_key(const struct as_frame *f)
{
	for (size_t i = 0; i < f->n_layers; i++)
		if (f->layer[i].mark == AS_MARK_DOTS && f->layer[i].label.id)
			return true;
	return false;
}

static void add_key(const struct as_figure_frame *f)
{
	const double wide = f->right - f->left, high = f->top - f->bottom;
	const double up = (has_words(&f->f->y) ? line_high : 0) + 0.75;
	double at = 0.4 * f->em;

	for (size_t i = 0; i < f->f->n_layers; i++) {
		const struct as_layer *l = &f->f->layer[i];
		struct as_text name = as_figure_said(f->style, &l->label);
		const double text = as_figure_text_wide(as_text_str(&name), f->em);
		if (l->mark != AS_MARK_DOTS || !name.len) {
			as_text_release(&name);
			continue;
		}
		as_text_add(f->t, "set label ");
		as_figure_quote_flat(f->t, &name);
		as_text_addf(f->t, " at graph %.4f, graph %.4f left offset .8, 0 point ",
			at / wide, 1 + up * f->em / high);
		as_figure_point(f->t, l);
		as_text_add(f->t, " textcolor rgb mute\n");
		at += text + 2 * f->em;
	}
}

/* ---- frames ---- */

static double head_high(const struct as_frame *f, double em)
{
	const double above = f->title.id || has_key(f) ? line_high : 0;

	return (0.7 + above + (has_words(&f->y) ? line_high : 0)) * em;
}

static double foot_high(const struct as_frame *f, double em)
{
	return (has_words(&f->x) ? 2.1 + line_high : 2.3) * em; /* what hangs below a line of names */
}

static double frame_high(const struct as_frame *f, size_t columns, double wide, double em)
{
	const double inside = f->y.n_names  ? (double)f->y.n_names * f->y.lines * line_high * em
			      : columns > 2 ? fmin(wide / (double)columns * 0.8, 6)
					    : fmax(3.6, fmin(0.36 * wide, 6.4));

	return inside + head_high(f, em) + foot_high(f, em);
}

static double row_high(const struct as_chart *c, size_t row, double wide, double em)
{
	double most = 0;

	for (size_t i = row * c->columns; i < c->n_frames && i < (row + 1) * c->columns; i++)
		most = fmax(most, frame_high(&c->frame[i], c->columns, wide, em));
	return most;
}

static size_t rows_of(const struct as_chart *c)
{
	return (c->n_frames + c->columns - 1) / c->columns;
}

static size_t n_notes(const struct as_chart *c)
{
	size_t n = 0;

	while (n < AS_CHART_NOTES && c->note[n].id)
		n++;
	return n;
}

static double heading_high(const struct as_chart *c, double em)
{
	return (2 + 1.4 * (double)n_notes(c)) * em;
}

double as_figure_chart_high(const struct as_picture *p, double wide, double em)
{
	double high = heading_high(p->chart, em);

	for (size_t r = 0; r < rows_of(p->chart); r++)
		high += row_high(p->chart, r, wide, em);
	return high;
}

/* Lines are called at their right ends, pushed apart where these are close. */
static void add_labels(const struct as_figure_frame *f)
{
	const double least = 1.15 * f->em / (f->top - f->bottom);
	const struct as_layer *of[AS_LAYERS_MAX];
	double at[AS_LAYERS_MAX];
	size_t n = 0;

	for (size_t i = 0; i < f->f->n_layers; i++) {
		const struct as_layer *l = &f->f->layer[i];
		size_t last = l->n;
		if (!is_called(f->f, l))
			continue;
		while (last && !(isfinite(l->x[last - 1]) && isfinite(l->y[last - 1])))
			last--;
		if (!last)
			continue;
		const double y = (1 - f->head) *
				 fmin(1, fmax(0, as_figure_at(&f->f->y, l->y[last - 1])));
		size_t k = n++;
		for (; k && at[k - 1] > y; k--) {
			at[k] = at[k - 1];
			of[k] = of[k - 1];
		}
		at[k] = y;
		of[k] = l;
	}
	for (size_t i = 1; i < n; i++)
		at[i] = fmax(at[i], at[i - 1] + least);
	for (size_t i = n; n && i-- > 0;) {
		const double most = i + 1 < n ? at[i + 1] - least : 1;
		at[i] = fmin(at[i], most);
	}
	for (size_t i = 0; i < n; i++) {
		struct as_text label = as_figure_said(f->style, &of[i]->label);
		as_text_add(f->t, "set label ");
		as_figure_quote_flat(f->t, &label);
		as_text_addf(f->t, " at graph 1, graph %.4f offset 0.6, 0 left textcolor rgb %s\n",
			at[i], of[i]->tone == AS_TONE_REF ? "mute" : "ink");
	}
}

static void add_axis_words(const struct as_figure_frame *f)
{
	const struct as_frame *m = f->f;
	const double high = f->top - f->bottom;

	if (m->title.id) {
		struct as_text title = as_figure_said(f->style, &m->title);
		as_text_add(f->t, "set label ");
		as_figure_quote_flat(f->t, &title);
		as_text_addf(f->t, " at graph 0, graph %.4f left textcolor rgb ink\n",
			1 + ((has_words(&m->y) ? line_high : 0) + 0.75) * f->em / high);
	}
	if (has_words(&m->y)) {
		struct as_text t = {0};
		add_words(&t, f->style, &m->y, f->y);
		as_text_add(f->t, "set label ");
		as_figure_quote_flat(f->t, &t);
		as_text_addf(f->t, " at graph 0, graph %.4f left textcolor rgb mute\n",
			1 + 0.75 * f->em / high);
	}
	if (has_words(&m->x)) {
		struct as_text t = {0};
		add_words(&t, f->style, &m->x, f->x);
		as_text_add(f->t, "set label ");
		as_figure_quote_flat(f->t, &t);
		as_text_addf(f->t, " at graph 0.5, graph %.4f center textcolor rgb mute\n",
			-2.6 * f->em / high);
	}
}

static void set_span(const struct as_figure_frame *f, const char *axis,
	const struct as_chart_axis *a, double per)
{
	as_text_addf(f->t, "%s logscale %s\nset %srange [%.10g:%.10g]\n", a->log ? "set" : "unset",
		axis, axis, a->from / per, a->to / per);
}

/* Title and note of the chart, above all frames. */
static void add_heading(struct as_text *t, const struct as_style *style, const struct as_picture *p,
	const struct as_figure_place *at, const char *title)
{
	const double letters = (at->wide - at->em) / (AS_FIGURE_LETTER * at->em),
		     top = at->bottom + at->high;

	for (size_t i = 0; i <= n_notes(p->chart); i++) {
		struct as_text line = {0}, note = {0};
		if (i)
			note = as_figure_said(style, &p->chart->note[i - 1]);
		as_name_add(&line, style, i ? as_text_str(&note) : title, (size_t)fmax(4, letters));
		as_text_release(&note);
		as_text_add(t, "set label ");
		as_figure_quote_flat(t, &line);
		const double below = (1 + 1.4 * (double)i) * at->em;
		as_text_addf(t, " at screen %.5f, screen %.5f left textcolor rgb %s\n",
			0.4 * at->em / at->wide, (top - below) / at->all_high, i ? "mute" : "ink");
	}
}

/* Two strokes across the beginning of an axis that does not begin at 0. */
static void add_break(const struct as_figure_frame *f, const struct as_figure_place *at, bool x)
{
	const double em = f->em;

	for (int i = 0; i < 2; i++) {
		const double along = (0.45 + 0.26 * i) * em;
		const double cx = f->left + (x ? along : 0), cy = f->bottom + (x ? 0 : along);
		const double dx = (x ? 0.13 : 0.28) * em, dy = (x ? 0.28 : 0.13) * em;
		as_text_addf(f->t,
			"set arrow from screen %.5f, screen %.5f to screen %.5f, screen %.5f "
			"nohead linecolor rgb mute linewidth .8 front\n",
			(cx - dx) / at->wide, (cy - dy) / at->all_high, (cx + dx) / at->wide,
			(cy + dy) / at->all_high);
	}
}

/* Room beside what is inside the axes: for names and ticks, and for what lines are called. */
struct margins {
	double left, right;
};

static struct margins margins_of(const struct as_figure_frame *f)
{
	const struct as_frame *m = f->f;
	const double high = f->top - head_high(m, f->em) - f->bottom - foot_high(m, f->em);
	const struct as_figure_ticks k = as_figure_ticks_of(&m->y, f->y, high, f->em, false);
	const double left = m->y.n_names ? widest_name(f->style, &m->y,
						   (f->right - f->left) / NAME_SHARE, f->em)
					 : as_figure_widest_tick(&m->y, &k, f->em);

	return (struct margins){.left = left + f->em,
		.right = fmax(label_room(f->style, m, f->em), 1.4 * f->em)};
}

/* The axis with more room above: so much of its unit, and a share of all. */
static struct as_chart_axis raised(const struct as_chart_axis *a, double more, double share)
{
	struct as_chart_axis out = *a;
	const double times = share / (1 - share);

	if (a->log)
		out.to *= pow(a->to / a->from, times);
	else
		out.to += more + (a->to - a->from) * times;
	return out;
}

/* The axes and marks of the frame that takes from left to right and from bottom to top. */
static void draw_frame(
	struct as_figure_frame *f, const struct as_figure_place *at, struct margins beside)
{
	const struct as_frame *m = f->f;
	const double em = f->em, room = (f->right - f->left) / NAME_SHARE;
	const bool bare = as_chart_axis_bare(&m->y);

	f->top -= head_high(m, em);
	f->bottom += foot_high(m, em);
	const struct as_figure_ticks y =
		as_figure_ticks_of(&m->y, f->y, f->top - f->bottom, em, false);
	f->left += beside.left;
	f->right -= beside.right;
	const struct as_figure_ticks x =
		as_figure_ticks_of(&m->x, f->x, f->right - f->left, em, true);
	as_text_addf(f->t,
		"set lmargin at screen %.5f\nset rmargin at screen %.5f\n"
		"set bmargin at screen %.5f\nset tmargin at screen %.5f\n"
		"set border %d linecolor rgb rule linewidth .6\n"
		"set tics nomirror scale 0 textcolor rgb mute\n"
		"set grid %s linecolor rgb rule linewidth .5 linetype 1\n",
		f->left / at->wide, f->right / at->wide, f->bottom / at->all_high,
		f->top / at->all_high, m->y.n_names ? 0 : 2,
		m->y.n_names ? "xtics noytics" : "noxtics ytics");
	if (m->y.n_names && m->x.n_names)
		as_text_add(f->t, "unset grid\n");
	set_span(f, "x", &m->x, f->x.per);
	f->head = bare || m->y.n_names ? 0 : fmin(0.5, as_figure_places_high(f));
	const struct as_chart_axis high =
		raised(&m->y, bare ? as_figure_tops(f, false) : 0, f->head);
	set_span(f, "y", &high, f->y.per);
	if (m->x.n_names)
		add_names(f, &m->x, "x", (f->right - f->left) / (double)m->x.n_names - 0.5 * em);
	else
		as_figure_ticks_add(f->t, &m->x, &x, "x");
	if (m->y.n_names)
		add_names(f, &m->y, "y", room);
	else
		as_figure_ticks_add(f->t, &m->y, &y, "y");
	add_axis_words(f);
	for (int across = 0; across < 2; across++)
		if (as_chart_axis_broken(across ? &m->x : &m->y))
			add_break(f, at, across);
	if (bare)
		as_figure_tops(f, true);
	add_labels(f);
	add_key(f);
	as_figure_marks(f);
}

static double share_before(const struct as_chart *c, size_t frame)
{
	const size_t first = frame / c->columns * c->columns;
	double before = 0, all = 0;

	for (size_t i = first; i < c->n_frames && i < first + c->columns; i++) {
		const double wide = c->frame[i].wide > 0 ? c->frame[i].wide : 1;
		before += i < frame ? wide : 0;
		all += wide;
	}
	return before / all;
}

static bool says_beyond(const struct as_chart *c)
{
	for (size_t i = 0; i < n_notes(c); i++)
		if (c->note[i].id == AS_CHARTED_BEYOND)
			return true;
	return false;
}

static bool ends_row(const struct as_chart *c, size_t i)
{
	return i + 1 == c->n_frames || !((i + 1) % c->columns);
}

/* Frame i of the chart, of which `top` is the upper border of its row. */
static struct as_figure_frame frame_of(struct as_text *t, const struct as_style *style,
	const struct as_chart *c, size_t i, const struct as_figure_place *at, double top)
{
	return (struct as_figure_frame){.t = t,
		.style = style,
		.f = &c->frame[i],
		.number = 100 * at->number + i,
		.em = at->em,
		.beyond_said = says_beyond(c),
		.left = share_before(c, i) * at->wide + 0.4 * at->em,
		.right = ends_row(c, i) ? at->wide : share_before(c, i + 1) * at->wide,
		.bottom = top - row_high(c, i / c->columns, at->wide, at->em),
		.top = top,
		.x = scale_of(style, &c->frame[i].x),
		.y = scale_of(style, &c->frame[i].y)};
}

/* Of all frames, so that those below each other stand in line. */
static struct margins widest_margins(const struct as_style *style, const struct as_chart *c,
	const struct as_figure_place *at)
{
	struct margins most = {0};

	for (size_t i = 0; i < c->n_frames; i++) {
		const struct as_figure_frame f = frame_of(NULL, style, c, i, at, at->high);
		const struct margins m = margins_of(&f);
		most.left = fmax(most.left, m.left);
		most.right = fmax(most.right, m.right);
	}
	return most;
}

void as_figure_chart(struct as_text *t, const struct as_style *style, const struct as_picture *p,
	const struct as_figure_place *at, const char *title)
{
	const struct as_chart *c = p->chart;
	const struct margins widest = widest_margins(style, c, at);
	double top = at->bottom + at->high - heading_high(c, at->em);

	for (size_t i = 0; i < c->n_frames; i++) {
		struct as_figure_frame f = frame_of(t, style, c, i, at, top);
		const struct margins beside = c->columns == 1 ? widest : margins_of(&f);
		as_text_add(t, "unset label\nunset arrow\nunset object\n");
		if (!i)
			add_heading(t, style, p, at, title);
		draw_frame(&f, at, beside);
		top -= ends_row(c, i) ? row_high(c, i / c->columns, at->wide, at->em) : 0;
	}
}
