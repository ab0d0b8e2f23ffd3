/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/history/release_screen.h"

#include <math.h>
#include <string.h>

#include "report/ci/ci_sum.h"
#include "report/history/history_parts.h"

enum { NAME_BYTES = 200, SUBJECT_BYTES = 80 };

/* Changes of one commit. */
struct released {
	const struct as_history *h;
	const struct as_history_news *v;
	size_t n;
};

static struct released at(const struct as_history *h, const struct as_history_range *r, size_t from)
{
	struct released g = {h, r->v + from, 0};

	while (from + g.n < r->n && g.v[g.n].place == g.v[0].place)
		g.n++;
	return g;
}

/* The change as it is told: a gradual one from its first level to its last. */
static struct as_history_change told(const struct as_history_news *news)
{
	struct as_history_change c = *news->change;

	if (c.gradual) {
		c.size = c.whole;
		c.lo = c.whole_lo;
		c.hi = c.whole_hi;
	}
	return c;
}

/* How many of the commit's changes are of the metric of number i, where that is the first of several;
 * else 0. *ratio: their geometric mean, in words. */
static size_t together(const struct released *g, size_t i, const struct as_style *style,
	struct as_text *ratio)
{
	const struct as_metric metric = as_history_metric(g->v[i].of);
	double logs = 0;
	size_t n = 0;

	for (size_t k = 0; k < g->n; k++) {
		const struct as_history_news *one = &g->v[k];
		if (strcmp(one->of->metric, metric.name) != 0 ||
			!one->of->parts[one->change->part].logarithms)
			continue;
		if (k < i)
			return 0;
		logs += log1p(told(one).size);
		n++;
	}
	const struct as_comparison c = {.ratio = exp(logs / (double)n), .lo = (double)NAN,
		.hi = (double)NAN, .confidence = g->h->confidence};
	const struct as_versus v = {.c = &c, .metric = &metric};
	if (n > 1)
		(void)as_history_ratio_add(ratio, style, &v);
	return n > 1 ? n : 0;
}

static void add_commit(struct as_text *t, const struct as_style *style, const struct released *g)
{
	for (size_t i = 0; i < g->n; i++) {
		const struct as_history_change c = told(&g->v[i]);
		struct as_text size = {0};
		as_history_size_add(&size, style, g->h, g->v[i].of, &c);
		as_row_of(t, style, as_history_label(g->v[i].of, &c), RELEASE_CHANGED,
			g->v[i].of->name, &size, c.gradual, c.p, c.p_is_bound);
	}
	for (size_t i = 0; i < g->n; i++) {
		struct as_text ratio = {0};
		const size_t n = together(g, i, style, &ratio);
		if (n)
			as_row(t, style, RELEASE_TOGETHER, n, &ratio);
		else
			as_text_release(&ratio);
	}
	as_history_at_row(t, style, AS_SAY_NOTHING, g->v[0].of,
		&(struct as_history_place){g->v[0].change->at, g->v[0].change});
}

void as_report_changed(struct as_text *t, const struct as_style *style, const struct as_history *h,
	const struct as_history_range *r)
{
	as_row(t, style, RELEASE, r->from, r->until, r->measured, r->commits);
	for (size_t i = 0; i < r->n;) {
		const struct released g = at(h, r, i);
		add_commit(t, style, &g);
		i += g.n;
	}
	if (!r->series)
		as_row(t, style, RELEASE_NONE);
	else if (r->quiet)
		as_row(t, style, RELEASE_QUIET, r->quiet, r->series);
}

/* ---- the table ---- */

/* Words of a screen on one line, for a cell. */
static void untie(struct as_text *to, const struct as_text *words)
{
	for (const char *c = as_text_str(words); *c; c++)
		as_text_char(to, *c == *AS_TIE ? ' ' : *c);
}

static void add_cell(struct as_text *t, struct as_text *words, bool strong)
{
	struct as_text line = {0}, head = {0};

	untie(&line, words);
	const char *s = as_text_str(&line), *gap = strstr(s, " (");
	const size_t n = gap ? (size_t)(gap - s) : line.len;
	as_text_add_n(&head, s, n);
	as_text_add(t, strong ? " | **" : " | ");
	as_ci_words_add(t, as_text_str(&head), 0);
	as_text_add(t, strong ? "**" : "");
	as_ci_words_add(t, s + n, 0);
	as_text_take(t, &head);
	as_text_take(t, &line);
	as_text_take(t, words);
}

/* "| `308230eef` lexer: std::map for keywords" for the first of its changes. */
static void add_first_cell(struct as_text *t, const struct released *g, size_t i)
{
	const struct as_history_point *p = as_history_at(g->v[i].of, g->v[i].change->at);
	struct as_text version = {0};

	as_text_add(t, "| ");
	if (i)
		return;
	as_history_version_add(&version, &as_ci_style, p);
	as_ci_code_add(t, as_text_str(&version), NAME_BYTES);
	if (p->subject)
		as_text_char(t, ' ');
	as_ci_words_add(t, p->subject ? p->subject : "", SUBJECT_BYTES);
	as_text_take(t, &version);
}

static void add_rows(struct as_text *t, const struct released *g)
{
	for (size_t i = 0; i < g->n; i++) {
		const struct as_history_change c = told(&g->v[i]);
		struct as_text size = {0};
		add_first_cell(t, g, i);
		as_text_add(t, " | ");
		as_ci_code_add(t, g->v[i].of->name, NAME_BYTES);
		as_history_size_add(&size, &as_ci_style, g->h, g->v[i].of, &c);
		add_cell(t, &size, true);
		as_text_add(t, " |\n");
	}
	for (size_t i = 0; i < g->n; i++) {
		struct as_text ratio = {0};
		const size_t n = together(g, i, &as_ci_style, &ratio);
		if (n) {
			as_text_add(t, "| | ");
			as_ci_say(t, RELEASE_ALL, n);
			add_cell(t, &ratio, false);
			as_text_add(t, " |\n");
		} else {
			as_text_release(&ratio);
		}
	}
}

void as_report_changed_table(struct as_text *t, const struct as_history *h,
	const struct as_history_range *r)
{
	struct as_text from = as_ci_named(as_ci_code_add, r->from, NAME_BYTES);
	struct as_text until = as_ci_named(as_ci_code_add, r->until, NAME_BYTES);

	as_ci_say(t, RELEASE_TITLE, &from, &until);
	as_text_add(t, "\n\n");
	if (r->n)
		as_text_add(t, "| Commit | Benchmark | Change |\n|:---|:---|---:|\n");
	for (size_t i = 0; i < r->n;) {
		const struct released g = at(h, r, i);
		add_rows(t, &g);
		i += g.n;
	}
	as_text_add(t, r->n ? "\n" : "");
	if (r->series)
		as_ci_say(t, RELEASE_END, r->measured, r->commits, r->quiet, r->series);
	else
		as_ci_say(t, RELEASE_NONE);
	as_text_char(t, '\n');
}
