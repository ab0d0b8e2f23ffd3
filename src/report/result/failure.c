/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <signal.h>
#include <string.h>

#include "report/draw/layout.h"
#include "say/number.h"
#include "report/draw/screen.h"
#include "say/say_words.h"

enum { KINDS = 16, OUTPUT_LINES = 4 };

/* Executions that ended in the same way. */
struct failure_kind {
	uint8_t ending;
	int32_t code;
	size_t n;
};

struct kinds {
	struct failure_kind v[KINDS];
	size_t n, failed, others, measured; /* others: ways beyond those in v */
	bool elsewhere; /* another tool says so: nothing was reported to assay */
};

static void count(struct kinds *k, const struct as_unit *u)
{
	size_t i = 0;

	k->failed++;
	while (i < k->n && (k->v[i].ending != u->ending || k->v[i].code != u->code))
		i++;
	if (i == KINDS) {
		k->others++;
		return;
	}
	if (i == k->n)
		k->v[k->n++] = (struct failure_kind){u->ending, u->code, 0};
	k->v[i].n++;
}

static struct kinds kinds_of(
	const struct as_experiment *x, size_t subject, enum as_level_index level)
{
	const struct as_subject *s = &x->subjects[subject];
	const struct as_level *l = &s->levels[level];
	const bool all = level == AS_LEVEL_EXECUTION && as_subject_left_out(s);
	struct kinds k = {.elsewhere = as_is_from_elsewhere(x)};

	for (size_t e = 0; e < l->n; e++) {
		const struct as_unit u = as_unit_at(l, e);
		if ((u.role != AS_ROLE_MEASURED && !all) ||
			(u.ending != AS_ENDED_OK && !as_ending_failed((enum as_ending)u.ending)))
			continue;
		k.measured++;
		if (u.ending != AS_ENDED_OK)
			count(&k, &u);
	}
	return k;
}

static void add_kind(struct as_text *t, const struct as_style *style, const struct failure_kind *k,
	bool elsewhere, enum as_level_index level)
{
	const char *signal = as_signal_name(k->code);
	const size_t code = (size_t)k->code;

	switch ((enum as_ending)k->ending) {
	case AS_ENDED_FAILED:
		as_say(t, style, ENDED_STATUS, k->n, code);
		break;
	case AS_ENDED_SIGNAL:
		if (k->code == SIGTTIN) /* which kills nobody: wait_status.h */
			as_say(t, style, ENDED_TERMINAL, k->n);
		else if (signal)
			as_say(t, style, ENDED_SIGNAL, k->n, signal, k->code == SIGKILL);
		else
			as_say(t, style, ENDED_SIGNAL_NUMBER, k->n, code);
		break;
	case AS_ENDED_TIMEOUT:
		as_say(t, style, ENDED_TIMEOUT, k->n, level == AS_LEVEL_BUILD);
		break;
	case AS_ENDED_NOT_STARTED:
		as_say(t, style, ENDED_NOT_STARTED, k->n, strerror(k->code));
		break;
	case AS_ENDED_REPORT:
		if (k->code)
			as_say(t, style, ENDED_STATUS, k->n, code);
		else if (elsewhere)
			as_say(t, style, ENDED_ELSEWHERE, k->n);
		else
			as_say(t, style, ENDED_REPORT, k->n);
		break;
	case AS_ENDED_OK:
	case AS_ENDED_CANCELLED:
	case AS_ENDED_SKIPPED:
		as_say(t, style, ENDED_OTHERWISE, k->n);
		break;
	}
}

static const struct as_note *last_note(const struct as_subject *subject, enum as_level_index level)
{
	const struct as_note *last = NULL;

	for (size_t i = 0; i < subject->n_notes; i++)
		if (subject->notes[i].level == level && subject->notes[i].text[0] &&
			subject->notes[i].unit < subject->levels[level].n)
			last = &subject->notes[i];
	return last;
}

/* The last lines of what an execution said, as far as they fit, behind a rule. */
static void add_output(struct as_text *lines, const struct as_style *style, const char *text,
	size_t most)
{
	size_t n = strlen(text), rows = 0, from = 0;

	while (n && text[n - 1] == '\n')
		n--;
	for (from = n; from > 0; from--)
		if (text[from - 1] == '\n' && ++rows == most)
			break;
	while (from < n) {
		const char *end = memchr(text + from, '\n', n - from);
		size_t len = end ? (size_t)(end - text) - from : n - from;
		struct as_text line = {0};
		as_text_add_n(&line, text + from, len);
		as_blank(lines, AS_ROW_HANG);
		as_text_add(lines, "| ");
		as_name_add(lines, style, as_text_str(&line),
			as_style_width(style) - AS_ROW_HANG - 2);
		as_text_char(lines, '\n');
		as_text_take(lines, &line);
		from += len + 1;
	}
}

/* What the last of them said: the end of its output, or why its report cannot be used. */
static void add_said(const struct as_screen *s, const struct as_level *level,
	const struct as_note *said, size_t most, struct as_text *body, struct as_text *lines)
{
	if (!said)
		return;
	if (as_unit_ending(level, said->unit) == AS_ENDED_REPORT) {
		as_say(body, s->style, FAILED_REASON, said->text);
	} else {
		as_say(body, s->style, FAILED_OUTPUT);
		add_output(lines, s->style, said->text, most);
	}
}

/* "3 of 40 executions failed: 2 exit status 1, 1 killed by SEGV" */
static void add_kinds(struct as_text *body, const struct as_style *style, const struct kinds *k,
	const char *name, enum as_level_index level)
{
	struct as_list ways = {.most = 0};

	for (size_t i = 0; i < k->n; i++)
		if (as_list_next(&ways))
			add_kind(&ways.text, style, &k->v[i], k->elsewhere, level);
	if (k->failed < k->measured)
		as_say(body, style, FAILED_SOME, k->failed, k->measured, name, as_list_end(&ways),
			k->others);
	else
		as_say(body, style, FAILED_ALL, k->failed, name, as_list_end(&ways), k->others);
}

void as_report_no_result(struct as_text *t, const struct as_experiment *x, size_t subject)
{
	static const enum as_level_index levels[] = {AS_LEVEL_BUILD, AS_LEVEL_EXECUTION};
	static const struct as_style any = {.unicode = true};
	const size_t from = t->len;
	struct kinds k = {.failed = 0};
	size_t i = 0;

	for (; i < sizeof levels / sizeof *levels && !k.failed; i++)
		k = kinds_of(x, subject, levels[i]);
	if (k.failed)
		add_kinds(t, &any, &k, as_experiment_level(x, levels[i - 1]), levels[i - 1]);
	else
		as_say(t, &any, FAILED_NOTHING);
	as_layout_flat(t, from); /* it is kept, and laid out by others */
}

bool as_failures_add(const struct as_screen *s, size_t subject, enum as_level_index level,
	struct as_text *body, struct as_text *lines)
{
	const struct as_subject *what = &s->x->subjects[subject];
	const struct kinds k = kinds_of(s->x, subject, level);
	const struct as_note *said = last_note(what, level);
	const char *name = as_experiment_level(s->x, level);

	if (!k.failed)
		return false;
	add_kinds(body, s->style, &k, name, level);
	const bool all = k.failed == k.measured;
	if (!all && s->style->verbose)
		as_say(body, s->style, FAILED_LEFT_OUT, k.failed);
	add_said(s, &what->levels[level], said, all || s->style->verbose ? OUTPUT_LINES : 1, body,
		lines);
	if (!said && level == AS_LEVEL_EXECUTION && k.v[0].ending == AS_ENDED_FAILED &&
		!as_is_from_elsewhere(s->x))
		as_say(body, s->style, FAILED_UNHEARD);
	return true;
}

void as_ignored_add(struct as_screen *s, size_t subject)
{
	const struct as_level *l = &s->x->subjects[subject].levels[AS_LEVEL_EXECUTION];
	size_t n = 0, measured = 0;
	int32_t code = 0;
	bool same = true;

	for (size_t e = 0; e < l->n; e++) {
		const struct as_unit u = as_unit_at(l, e);
		if (u.role != AS_ROLE_MEASURED ||
			(u.ending != AS_ENDED_OK && !as_ending_failed((enum as_ending)u.ending)))
			continue;
		measured++;
		if (u.ending != AS_ENDED_OK || !u.code)
			continue;
		same = same && (!n++ || u.code == code);
		code = u.code;
	}
	if (n)
		as_remark_say(s, subject, IGNORED_STATUS, n, measured, same ? (size_t)code : 0);
}
