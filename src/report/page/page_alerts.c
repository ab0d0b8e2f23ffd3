/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The document of alerts. */
#include <string.h>

#include "model/fields/vocabulary.h"
#include "report/history/alerts_screen.h"
#include "report/page/page_served_parts.h"
#include "say/say_words.h"
#include "say/when.h"

enum { COMMIT_LEAST = 7 };

int as_page_alert_stage(const struct as_alert *a)
{
	if (as_alert_is_open(a->state))
		return 0;
	return a->state == AS_ALERT_ACKNOWLEDGED || a->state == AS_ALERT_EXPECTED ? 1 : 2;
}

static bool is_commit(const char *version)
{
	const size_t n = strlen(version);

	return n >= COMMIT_LEAST && strspn(version, "0123456789abcdef") == n;
}

static void add_version(struct as_json *j, const struct as_alert *a)
{
	struct as_text day = {0};

	as_page_neutral(j, "commit", is_commit(a->at) ? a->at : NULL);
	as_page_neutral(j, "label", is_commit(a->at) ? NULL : a->at);
	as_page_neutral(j, "subject", a->subject);
	as_when_add(&day, a->date_ns, 0, AS_WHEN_SHORT);
	as_page_key(j, "day", &day);
}

static void add_state(struct as_json *j, const struct as_alert *a)
{
	static const char *const stages[] = {"open", "dealt", "over"};
	struct as_text said = {0}, since = {0};

	as_json_key_string(j, "state", as_word(&as_alert_words, a->state));
	as_json_key_string(j, "stage", stages[as_page_alert_stage(a)]);
	as_text_add(&said, as_saying(as_alert_state_word(a->state))->words);
	as_page_key(j, "said", &said);
	as_when_add(&since, a->changed_ns, 0, AS_WHEN_SHORT);
	as_page_key(j, "since", &since);
	as_page_neutral(j, "reason", a->reason);
}

/* What it can be said to be, by who deals with it. */
static void add_ways(
	struct as_json *j, const struct as_page_alerts *alerts, const struct as_alert *a)
{
	static const enum as_alert_state said[] = {
		AS_ALERT_ACKNOWLEDGED, AS_ALERT_EXPECTED, AS_ALERT_CONFIRMED};

	as_json_key_int(j, "edits", a->edits);
	as_json_key(j, "ways");
	as_json_open(j, '[');
	for (size_t i = 0; i < sizeof said / sizeof *said; i++)
		if (alerts->may && alerts->may(a, said[i]))
			as_json_string(j, as_word(&as_alert_words, said[i]));
	as_json_close(j, ']');
}

static void add_row(struct as_json *j, const struct as_style *page,
	const struct as_page_alerts *alerts, const struct as_alert *a)
{
	struct as_alert_change as;

	as_alert_as_change(a, &as);
	as_json_open_flat(j, '{');
	as_json_key_int(j, "id", a->id);
	as_page_named_add(j, &as.s);
	as_json_key_string(j, "kind", as_page_change_kind(&as.s, &as.c));
	as_page_size_add(j, page, &as.h, &as.s, &as.c);
	add_version(j, a);
	add_state(j, a);
	add_ways(j, alerts, a);
	as_json_close(j, '}');
}

void as_page_alerts(struct as_text *t, const struct as_style *style,
	const struct as_page_alerts *alerts, const struct as_page_part *part)
{
	const struct as_style page = as_page_style(style, false);
	struct as_text answer = {0}, sure = {0};
	struct as_json j;

	as_json_init(&j, t, 0);
	as_json_open(&j, '{');
	as_json_key_string(&j, "schema", "assay-view-alerts-1");
	if (part->of)
		as_say(&answer, &page, SERVED_ALERTS, alerts->open, alerts->others);
	else
		as_say(&answer, &page, SERVED_NO_ALERTS);
	as_page_key(&j, "answer", &answer);
	as_say(&sure, &page, SERVED_ALERTS_FROM);
	as_page_key(&j, "sure", &sure);
	as_page_part_add(&j, part);
	as_json_key(&j, "rows");
	as_json_open(&j, '[');
	for (size_t i = 0; i < alerts->n; i++)
		add_row(&j, &page, alerts, alerts->v[i]);
	as_json_close(&j, ']');
	as_json_close(&j, '}');
	as_text_char(t, '\n');
}
