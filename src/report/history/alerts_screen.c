/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/history/alerts_screen.h"

#include <math.h>
#include <string.h>

#include "report/history/history_parts.h"
#include "say/say_words.h"

enum { SHORT = 9, NAME_COLUMNS = 28, COMMIT_COLUMNS = 64, CONFIDENCE_PERCENT = 95 };

enum as_say_id as_alert_state_word(enum as_alert_state s)
{
	static const enum as_say_id words[AS_ALERT_STATES] = {
		[AS_ALERT_SUSPECTED] = AS_SAY_ALERT_SUSPECTED,
		[AS_ALERT_WAITING] = AS_SAY_ALERT_WAITING,
		[AS_ALERT_CONFIRMED] = AS_SAY_ALERT_CONFIRMED,
		[AS_ALERT_REJECTED] = AS_SAY_ALERT_REJECTED,
		[AS_ALERT_WITHDRAWN] = AS_SAY_ALERT_WITHDRAWN,
		[AS_ALERT_ACKNOWLEDGED] = AS_SAY_ALERT_ACKNOWLEDGED,
		[AS_ALERT_EXPECTED] = AS_SAY_ALERT_EXPECTED,
		[AS_ALERT_PARTLY_FIXED] = AS_SAY_ALERT_PARTLY_FIXED,
		[AS_ALERT_FIXED] = AS_SAY_ALERT_FIXED,
		[AS_ALERT_RECURRED] = AS_SAY_ALERT_RECURRED,
		[AS_ALERT_SUPERSEDED] = AS_SAY_ALERT_SUPERSEDED,
		[AS_ALERT_NOT_COMPARABLE] = AS_SAY_ALERT_NOT_COMPARABLE,
		[AS_ALERT_GONE] = AS_SAY_ALERT_GONE,
	};

	return words[s];
}

static struct as_text version_of(const struct as_style *style, const char *version)
{
	const bool commit = strspn(version, "0123456789abcdef") == strlen(version);
	struct as_text t = {0};

	if (commit)
		as_text_add_n(&t, version, strnlen(version, SHORT));
	else
		as_name_add(&t, style, version, NAME_COLUMNS);
	return t;
}

/* Two versions; commits that begin alike are shown whole. */
static void versions_of(const struct as_style *style, const char *a, const char *b,
	struct as_text *shown_a, struct as_text *shown_b)
{
	*shown_a = version_of(style, a);
	*shown_b = version_of(style, b);
	if (strcmp(a, b) == 0 || strcmp(as_text_str(shown_a), as_text_str(shown_b)) != 0)
		return;
	as_text_clear(shown_a);
	as_text_clear(shown_b);
	as_text_add_neutral(shown_a, a, strlen(a), COMMIT_COLUMNS);
	as_text_add_neutral(shown_b, b, strlen(b), COMMIT_COLUMNS);
}

static struct as_text name_of(const struct as_style *style, const struct as_alert *a)
{
	struct as_text t = {0};

	as_name_add(&t, style, a->name, NAME_COLUMNS);
	if (*a->parameters) {
		as_text_char(&t, ' ');
		as_name_add(&t, style, a->parameters, NAME_COLUMNS);
	}
	return t;
}

static void add_next(struct as_text *t, const struct as_style *style, const struct as_alert *a)
{
	struct as_text before = {0}, after = {0};

	if (a->left_by) {
		versions_of(style, a->before, a->left_by, &before, &after);
		as_row(t, style, ALERT_REST, (size_t)a->id, &before, &after, a->rounds);
	}
	if (a->state != AS_ALERT_SUSPECTED && a->state != AS_ALERT_WAITING)
		return;
	versions_of(style, a->before, a->after, &before, &after);
	as_row(t, style, ALERT_NEXT, (size_t)a->id, &before, &after, a->rounds,
		a->state == AS_ALERT_WAITING);
}

void as_alert_as_change(const struct as_alert *a, struct as_alert_change *out)
{
	*out = (struct as_alert_change){
		.h = {.confidence = CONFIDENCE_PERCENT / 100.0},
		.part = {.logarithms = a->relative},
		.s = {.project = a->project, .name = a->name, .parameters = a->parameters,
			.metric = a->metric, .unit = a->unit, .better = a->better,
			.machine = a->machine, .host = a->host, .level = AS_LEVEL_EXECUTION,
			.parts = &out->part, .n_parts = 1},
		.c = {.size = a->size, .lo = a->lo, .hi = a->hi, .back = SIZE_MAX},
	};
}

/* As a block, or as one line. */
static void add_alert(struct as_text *t, const struct as_style *style, const struct as_alert *a,
	bool block)
{
	struct as_alert_change as;
	struct as_text name = name_of(style, a), size = {0}, none = {0};
	struct as_text at = version_of(style, a->at);

	as_alert_as_change(a, &as);
	as_history_size_add(&size, style, &as.h, &as.s, &as.c);
	if (!block) {
		as_say(t, style, ALERT_LINE, &name, &size, as_alert_state_word(a->state), &at,
			a->subject);
		as_layout_flat(t, 0);
		return;
	}
	as_row_of(t, style, as_history_label(&as.s, &as.c), ALERT, (size_t)a->id, &name, &size,
		as_alert_state_word(a->state), a->changed_ns);
	as_row(t, style, HISTORY_AT, AS_SAY_NOTHING, AS_PAINT_STRONG, &at, a->date_ns, a->subject,
		&none);
	if (a->unseen)
		as_row(t, style, ALERT_UNSEEN);
	if (a->reason)
		as_row(t, style, ALERT_REASON, a->reason);
	add_next(t, style, a);
}

void as_report_alerts(struct as_text *t, const struct as_style *style,
	const struct as_alert *const *v, size_t n, size_t others)
{
	for (size_t i = 0; i < n; i++) {
		if (i)
			as_text_char(t, '\n');
		add_alert(t, style, v[i], true);
	}
	if (!n)
		as_lines(t, style, 0, ALERTS_NONE, others);
}

void as_report_rerun(struct as_text *t, const struct as_style *style, const char *before,
	const char *after, size_t rounds, size_t alert)
{
	struct as_text old = {0}, new = {0};
	versions_of(style, before, after, &old, &new);

	as_row(t, style, RERUN, &new, &old, rounds, alert);
}

void as_report_reruns_end(struct as_text *t, const struct as_style *style, const char *command,
	const struct as_reruns_left *left)
{
	if (command)
		as_row(t, style, RERUNS_NONE, command);
	if (left->budget)
		as_row(t, style, RERUNS_LEFT, left->budget);
	if (left->later)
		as_row(t, style, RERUNS_LATER, left->later);
	if (left->others)
		as_row(t, style, RERUNS_OTHERS, left->others);
}

void as_report_acknowledged(struct as_text *t, const struct as_style *style,
	const struct as_alert *a)
{
	as_lines(t, style, 0, ALERT_ACKED, (size_t)a->id, as_alert_state_word(a->state));
}

void as_report_alert_line(struct as_text *t, const struct as_style *style,
	const struct as_alert *a)
{
	add_alert(t, style, a, false);
}
