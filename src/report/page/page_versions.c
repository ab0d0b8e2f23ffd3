/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Versions of all benchmarks: how many there are of each, and what changed there. */
#include <string.h>

#include "report/page/page_served_parts.h"
#include "say/say.h"
#include "say/when.h"

void as_page_version_count(struct as_page_version *v, const struct as_history_series *s, size_t at)
{
	v->benchmarks++;
	for (size_t k = 0; k < s->n_changes; k++) {
		const struct as_history_change *c = &s->changes[k];
		if (c->at != at || c->kind != AS_HISTORY_CHANGE)
			continue;
		v->worse += !strcmp(as_page_change_kind(s, c), "worse");
		v->better += !strcmp(as_page_change_kind(s, c), "better");
	}
}

static void add_version(struct as_json *j, const struct as_page_version *v)
{
	const struct as_history_point *p = v->point;
	struct as_text day = {0};

	as_json_open_flat(j, '{');
	as_page_neutral(j, "version", as_history_called(v->point));
	as_json_key_string(j, "commit", p->commit);
	as_page_neutral(j, "label", p->label);
	as_page_neutral(j, "subject", p->subject);
	as_when_add(&day, p->date_ns, 0, AS_WHEN_SHORT);
	as_page_key(j, "day", &day);
	as_page_neutral(j, "host", v->host);
	as_json_key_int(j, "benchmarks", (int64_t)v->benchmarks);
	as_json_key_int(j, "worse", (int64_t)v->worse);
	as_json_key_int(j, "better", (int64_t)v->better);
	as_page_neutral(j, "before", v->before ? as_history_called(v->before->point) : NULL);
	as_json_close(j, '}');
}

void as_page_versions(struct as_text *t, const struct as_style *style,
	const struct as_page_versions *all, const struct as_page_part *part)
{
	const struct as_style page = as_page_style(style, false);
	struct as_text answer = {0};
	struct as_json j;

	as_json_init(&j, t, 0);
	as_json_open(&j, '{');
	as_json_key_string(&j, "schema", "assay-view-versions-1");
	if (part->of)
		as_say(&answer, &page, SERVED_VERSIONS, part->found,
			part->found < part->of ? part->of : 0, all->benchmarks);
	else
		as_say(&answer, &page, SERVED_NONE);
	as_page_key(&j, "answer", &answer);
	as_page_part_add(&j, part);
	as_json_key(&j, "rows");
	as_json_open(&j, '[');
	for (size_t i = all->from; i < all->to; i++)
		add_version(&j, all->v[i]);
	as_json_close(&j, ']');
	as_json_close(&j, '}');
	as_text_char(t, '\n');
}
