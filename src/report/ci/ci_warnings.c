/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "report/ci/ci_page.h"
#include "report/draw/layout.h"
#include "say/findings.h"

enum { MOST = 8 };

/* A sentence, and how many rows it is said of. */
struct warning {
	char *words; /* in Markdown */
	const char *name; /* of the first of them */
	size_t n;
};

struct warnings {
	struct as_page *p;
	struct as_arena arena;
	struct warning v[MOST];
	size_t n, more; /* more: rows with others yet */
};

static void say(struct warnings *w, const char *name, const char *words)
{
	for (size_t i = 0; i < w->n; i++)
		if (!strcmp(w->v[i].words, words)) {
			w->v[i].n++;
			return;
		}
	if (w->n == MOST) {
		w->more++;
		return;
	}
	char *own = as_arena_strdup(&w->arena, words);
	if (!own) {
		w->p->t->failed = true;
		return;
	}
	w->v[w->n++] = (struct warning){own, name, 1};
}

static void collect_warnings(struct warnings *w, const struct as_review_row *row)
{
	const struct as_versus v = as_ci_versus(row);
	const struct as_about about = {row->metric, v.unit, v.elsewhere};

	for (size_t i = 0; i < row->c.findings.n; i++) {
		struct as_text plain = {0}, words = {0};
		if (as_finding_saying(row->c.findings.v[i].id)->severity != AS_WARN)
			continue;
		as_finding_add(&plain, &as_ci_style, &about, &row->c.findings.v[i]);
		as_layout_flat(&plain, 0);
		as_ci_words_add(&words, as_text_str(&plain), 0);
		say(w, row->name, as_text_str(&words));
		w->p->t->failed = w->p->t->failed || plain.failed || words.failed;
		as_text_release(&plain);
		as_text_release(&words);
	}
}

static void add_warning(struct warnings *w, const struct warning *one)
{
	struct as_text line = {0}, name = as_ci_named(as_ci_code_add, one->name, AS_CI_NAME_BYTES);

	as_ci_say(&line, CI_WARNING, &name, one->n - 1, one->words);
	as_text_char(&line, '\n');
	if (as_page_fits(w->p, line.len, 0))
		as_text_add(w->p->t, as_text_str(&line));
	as_text_take(w->p->t, &line);
}

void as_page_warnings(struct as_page *p)
{
	enum { HEADING_BYTES = 200 };
	struct warnings w = {.p = p};

	for (size_t i = 0; i < p->r->n; i++)
		collect_warnings(&w, &p->r->v[p->order[i]]);
	if (w.n && as_page_fits(p, HEADING_BYTES, 0)) {
		as_page_heading(p, AS_SAY_CI_WARNINGS);
		for (size_t i = 0; i < w.n; i++)
			add_warning(&w, &w.v[i]);
		if (w.more)
			as_page_line(p, CI_WARNINGS_MORE, w.more);
		as_text_char(p->t, '\n');
	}
	as_arena_release(&w.arena);
}
