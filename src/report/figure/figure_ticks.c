/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ticks of axes: round numbers, as many as stand apart. */
#include <math.h>

#include "report/figure/figure_parts.h"

static double nice(double least)
{
	const double ten = pow(10, floor(log10(least)));

	for (size_t i = 0; i < 3; i++)
		if (least <= ten * (double[]){1, 2, 5}[i] * (1 + 1e-9))
			return ten * (double[]){1, 2, 5}[i];
	return 10 * ten;
}

static struct as_figure_ticks even_ticks(double from, double to, double step)
{
	struct as_figure_ticks t = {.decimals = (int)fmax(0, ceil(-log10(step) - 1e-9))};

	const double first = ceil(from / step - 1e-9);

	while (t.n < AS_FIGURE_TICKS && (first + (double)t.n) * step <= to + 1e-9 * step) {
		t.at[t.n] = (first + (double)t.n) * step;
		t.n++;
	}
	return t;
}

static struct as_figure_ticks log_ticks(double from, double to, size_t most)
{
	static const double all[] = {1, 2, 5};
	struct as_figure_ticks t = {0};

	for (size_t fine = 3; fine && !t.n; fine -= fine == 3 ? 2 : 1) {
		for (int ten = (int)floor(log10(from)); ten <= (int)floor(log10(to)); ten++)
			for (size_t i = 0; i < fine; i++) {
				const double v = pow(10, ten) * all[i];
				if (v >= from * (1 - 1e-9) && v <= to * (1 + 1e-9) &&
					t.n < AS_FIGURE_TICKS)
					t.at[t.n++] = v;
			}
		if (fine > 1 && t.n > most)
			t.n = 0;
	}
	return t;
}

static void power_of_ten(struct as_text *t, double v)
{
	static const char *const digit[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
	const int ten = (int)floor(log10(v) + 1e-9);

	if (v / pow(10, ten) > 1.5)
		as_text_addf(t, "%.0f·", v / pow(10, ten));
	as_text_add(t, "10");
	if (ten > 9)
		as_text_add(t, digit[ten / 10 % 10]);
	as_text_add(t, digit[ten % 10]);
}

static void tick_label(
	struct as_text *t, const struct as_chart_axis *a, const struct as_figure_ticks *k, size_t i)
{
	if (fabs(k->at[i]) < 1e-12)
		as_text_add(t, "0");
	else if (a->log && k->at[i] > 99999)
		power_of_ten(t, k->at[i]);
	else if (a->log)
		as_text_addf(t, "%.6g", k->at[i]);
	else
		as_text_addf(t, "%s%.*f", k->at[i] < 0 ? "−" : "", k->decimals, fabs(k->at[i]));
	if (a->share)
		as_text_add(t, " %");
}

double as_figure_widest_tick(
	const struct as_chart_axis *a, const struct as_figure_ticks *k, double em)
{
	double most = 0;

	for (size_t i = 0; i < k->n; i++) {
		struct as_text t = {0};
		tick_label(&t, a, k, i);
		most = fmax(most, as_figure_text_wide(as_text_str(&t), em));
		as_text_release(&t);
	}
	return most;
}

/* Of a logarithmic axis: so few that none lies over another. */
static struct as_figure_ticks apart(const struct as_chart_axis *a, double from, double to,
	double length, double em, bool across)
{
	size_t most = (size_t)fmax(2, length / (across ? 3.5 * em : 1.8 * em));
	struct as_figure_ticks t = log_ticks(from, to, most);

	while (across && t.n > 2 && most > 2) {
		double least = length;
		for (size_t i = 1; i < t.n; i++)
			least = fmin(least, length * log(t.at[i] / t.at[i - 1]) / log(to / from));
		if (as_figure_widest_tick(a, &t, em) + 0.6 * em <= least)
			break;
		most = t.n - 1;
		t = log_ticks(from, to, most);
	}
	return t;
}

struct as_figure_ticks as_figure_ticks_of(
	const struct as_chart_axis *a, struct as_scale s, double length, double em, bool across)
{
	const double from = a->from / s.per, to = a->to / s.per;
	const double most = across ? 7 : fmin(AS_FIGURE_TICKS - 1, fmax(2, length / (2.2 * em)));
	double step = nice((to - from) / most);
	struct as_figure_ticks t;

	if (a->log)
		return apart(a, from, to, length, em, across);
	if (a->whole && step < 1)
		step = 1;
	for (;;) {
		t = even_ticks(from, to, step);
		const double each = length * step / (to - from);
		if (!across || t.n < 2 || as_figure_widest_tick(a, &t, em) + 0.8 * em <= each)
			return t;
		step = nice(step * 1.01);
	}
}

void as_figure_ticks_add(struct as_text *t, const struct as_chart_axis *a,
	const struct as_figure_ticks *k, const char *axis)
{
	as_text_addf(t, "set %stics (", axis);
	for (size_t i = 0; i < k->n; i++) {
		struct as_text label = {0};
		tick_label(&label, a, k, i);
		as_text_add(t, i ? ", " : "");
		as_figure_quote_tick(t, &label);
		as_text_addf(t, " %.10g", k->at[i]);
	}
	as_text_add(t, ")\n");
}
