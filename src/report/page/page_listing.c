/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/page/page_served.h"

#include <math.h>
#include <string.h>

#include "report/page/page_served_parts.h"
#include "say/number.h"
#include "say/say.h"
#include "say/when.h"

void as_page_neutral(struct as_json *j, const char *key, const char *s)
{
	struct as_text t = {0};

	as_json_key(j, key);
	if (!s) {
		as_json_null(j);
		return;
	}
	as_text_add_neutral(&t, s, strlen(s), 0);
	as_page_string(j, &t);
}

void as_page_part_add(struct as_json *j, const struct as_page_part *part)
{
	as_page_neutral(j, "search", part->search);
	as_json_key_int(j, "page", (int64_t)part->page);
	as_json_key_int(j, "pages", (int64_t)part->pages);
	as_json_key_int(j, "found", (int64_t)part->found);
	as_json_key_int(j, "of", (int64_t)part->of);
}

static void add_row(struct as_json *j, const struct as_style *style, const struct as_listing *l)
{
	const double half = (l->hi - l->lo) / 2;
	const struct as_scale scale =
		as_scale_for(style, l->unit ? l->unit : "count", l->mean, half);
	struct as_text when = {0}, share = {0}, more = {0};

	as_json_open_flat(j, '{');
	as_json_key_int(j, "id", l->id);
	as_page_neutral(j, "name", l->subject ? l->subject : "");
	if (l->n_subjects > 1)
		as_say(&more, style, AND_MORE, l->n_subjects - 1);
	as_page_key(j, "more", &more);
	as_when_add(&when, l->started_ns, 0, AS_WHEN_MINUTE);
	as_page_key(j, "when", &when);
	as_page_neutral(j, "label", l->label);
	as_page_neutral(j, "note", l->note);
	as_page_neutral(j, "host", l->host);
	as_page_neutral(j, "metric", l->criterion);
	as_json_key_string(j, "outcome", as_outcome_word(l->outcome));
	as_json_key_bool(j, "pinned", l->pinned);
	if (isfinite(l->mean)) {
		as_page_number(j, "mean", scale, l->mean, as_decimals(scale, l->mean, half), true);
	} else {
		as_json_key(j, "mean");
		as_json_null(j);
	}
	if (l->mean > 0 && isfinite(half))
		as_plus_minus_add(&share, style, half / l->mean);
	as_page_key(j, "half", &share);
	as_json_close(j, '}');
}

void as_page_listing(struct as_text *t, const struct as_style *style, const struct as_listing *l,
	size_t n, const struct as_page_part *part)
{
	const struct as_style page = as_page_style(style, false);
	struct as_text answer = {0};
	struct as_json j;

	as_json_init(&j, t, 0);
	as_json_open(&j, '{');
	as_json_key_string(&j, "schema", "assay-view-listing-1");
	if (part->of)
		as_say(&answer, &page, SERVED_KEPT, part->found,
			part->found < part->of ? part->of : 0);
	else
		as_say(&answer, &page, LIST_NONE);
	as_page_key(&j, "answer", &answer);
	as_page_part_add(&j, part);
	as_json_key(&j, "rows");
	as_json_open(&j, '[');
	for (size_t i = 0; i < n; i++)
		add_row(&j, &page, &l[i]);
	as_json_close(&j, ']');
	as_json_close(&j, '}');
	as_text_char(t, '\n');
}

void as_page_subjects(struct as_text *t, const struct as_style *style,
	const struct as_page_subjects *shown, const struct as_page_part *part)
{
	const struct as_style page = as_page_style(style, false);
	struct as_text answer = {0};
	struct as_json j;

	as_json_init(&j, t, 0);
	as_json_open(&j, '{');
	as_json_key_string(&j, "schema", "assay-view-part-1");
	as_say(&answer, &page, SERVED_PART, part->found, part->found < part->of ? part->of : 0,
		shown->executions, shown->from, shown->to, shown->compared, shown->benchmarks);
	as_page_key(&j, "answer", &answer);
	as_page_part_add(&j, part);
	as_json_close(&j, '}');
	as_text_char(t, '\n');
}

void as_page_error(struct as_text *t, unsigned status, const char *words)
{
	struct as_json j;

	as_json_init(&j, t, 0);
	as_json_open(&j, '{');
	as_json_key_string(&j, "schema", "assay-view-error-1");
	as_json_key_int(&j, "status", status);
	as_page_neutral(&j, "says", words);
	as_json_close(&j, '}');
	as_text_char(t, '\n');
}

void as_page_choice(struct as_text *t, const char *a, const char *b)
{
	struct as_json j;

	as_json_init(&j, t, 0);
	as_json_open(&j, '{');
	as_json_key_string(&j, "schema", "assay-view-choice-1");
	as_page_neutral(&j, "a", a);
	as_page_neutral(&j, "b", b);
	as_json_close(&j, '}');
	as_text_char(t, '\n');
}

void as_page_place(struct as_text *t, const struct as_page_place *place)
{
	struct as_json j;

	as_json_init(&j, t, 0);
	as_json_open(&j, '{');
	as_json_key_string(&j, "schema", "assay-view-served-1");
	as_json_key_string(&j, "page", place->page);
	as_json_key_string(&j, "json", place->json);
	as_json_key_string(&j, "csv", place->csv);
	as_page_neutral(&j, "store", place->store);
	as_json_key_string(&j, "stamp", place->stamp);
	as_json_key_string(&j, "who", place->who);
	as_json_key_string(&j, "session", place->session);
	as_json_key_bool(&j, "signs", place->signs);
	as_json_key_string(&j, "up", place->in_files ? place->up : NULL);
	as_json_key(&j, "results");
	as_json_open_flat(&j, '[');
	for (size_t i = 0; place->in_files && i < place->n_results; i++)
		as_json_int(&j, place->results[i]);
	as_json_close(&j, ']');
	as_json_close(&j, '}');
	as_text_char(t, '\n');
}
