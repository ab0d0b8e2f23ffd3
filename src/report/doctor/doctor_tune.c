/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "report/doctor/doctor_screen.h"
#include "report/draw/layout.h"
#include "say/number.h"

/* Settings that stand on one line: the same in all but the processor. */
static size_t alike(const struct as_tuning *t, size_t from)
{
	const struct as_setting *a = &t->v[from];
	size_t i = from + 1;

	while (i < t->n && t->v[i].check == a->check && t->v[i].state == a->state &&
		!strcmp(t->v[i].old, a->old) && !strcmp(t->v[i].want, a->want) &&
		!strcmp(t->v[i].found, a->found))
		i++;
	return i - from;
}

static void add_word(struct as_text *t, const char *word)
{
	if (*word)
		as_text_add_neutral(t, word, strlen(word), 0);
	else
		as_text_add(t, "?");
}

/* "/sys/devices/system/cpu/cpu0/..." for all: the number becomes a star where several are meant. */
static void add_path(struct as_text *t, const char *path, bool several)
{
	static const char before[] = "/cpu/cpu";
	const char *mark = several ? strstr(path, before) : NULL;

	if (!mark) {
		as_text_add(t, path);
		return;
	}
	mark += sizeof before - 1;
	as_text_add_n(t, path, (size_t)(mark - path));
	as_text_char(t, '*');
	as_text_add(t, mark + strspn(mark, "0123456789"));
}

static const char *words_of(const struct as_setting *s, enum as_tune_action action)
{
	switch (s->state) {
	case AS_SETTING_PLANNED:
	case AS_SETTING_CHANGED:
		break;
	case AS_SETTING_ALREADY:
		return "as it was";
	case AS_SETTING_FOREIGN:
		return "left alone: somebody else has changed it";
	case AS_SETTING_BOOTED:
		return "left alone: the machine was started anew, which undid it";
	case AS_SETTING_CLOSED:
		return "not changed: no permission";
	case AS_SETTING_FAILED:
		return action == AS_TUNE_APPLY ? "not changed: the kernel does not take it"
					       : "not given back: the "
						 "kernel does not take it";
	case AS_SETTING_STATES:
		break;
	}
	return NULL;
}

/* A command that does it, for who may. */
static void add_command(struct as_text *t, const struct as_style *style,
	const struct as_tuning *tuning, size_t from, size_t n)
{
	const struct as_setting *s = &tuning->v[from];
	struct as_text body = {0};

	as_text_addf(&body, "echo" AS_TIE "%s" AS_TIE "|" AS_TIE "sudo" AS_TIE "tee" AS_TIE,
		tuning->action == AS_TUNE_APPLY ? s->want : s->old);
	add_path(&body, s->path, n > 1);
	as_layout_body(t, style, "             ", 13, &body);
}

static void add_setting(struct as_text *t, const struct as_style *style,
	const struct as_tuning *tuning, size_t from, size_t n)
{
	const struct as_setting *s = &tuning->v[from];
	bool apply = tuning->action == AS_TUNE_APPLY, changed = s->state == AS_SETTING_CHANGED;
	const char *words = words_of(s, tuning->action);
	struct as_text body = {0};

	as_text_addf(&body, "%-12s" AS_TIE, as_check_names[s->check].name);
	for (char *p = body.data; p && *p; p++)
		*p = (char)(*p == '_' || *p == ' ' ? *AS_TIE : *p);
	as_paint(&body, style, changed ? AS_PAINT_GOOD : AS_PAINT_FAINT);
	add_word(&body, changed && !apply ? s->want : changed ? s->old : s->found);
	if (changed || s->state == AS_SETTING_CLOSED || s->state == AS_SETTING_FAILED) {
		as_text_add(&body, style->unicode ? AS_TIE "→" AS_TIE : AS_TIE "->" AS_TIE);
		add_word(&body, apply ? s->want : s->old);
	}
	as_paint_end(&body, style);
	as_text_add(&body, AS_GAP);
	if (words) {
		as_text_add(&body, words);
		if (s->state == AS_SETTING_FOREIGN)
			as_text_addf(&body, " (it was made %s, and before %s)", s->want, s->old);
		as_text_add(&body, AS_GAP);
	}
	add_path(&body, s->path, n > 1);
	if (n > 1)
		as_text_addf(&body, " (%zu)", n);
	as_layout_body(t, style, "  ", 15, &body);
	if (s->state == AS_SETTING_CLOSED)
		add_command(t, style, tuning, from, n);
}

static void add_applied(struct as_text *body, const struct as_tuning *t)
{
	size_t changed = t->count[AS_SETTING_CHANGED], closed = t->count[AS_SETTING_CLOSED];

	if (!t->n) {
		as_text_add(body,
			"there is nothing to tune: no setting that could be changed disturbs");
	} else if (changed) {
		as_count_add(body, changed, "setting");
		as_text_addf(body, " changed, until the machine is started anew or assay" AS_TIE
				   "doctor" AS_TIE "--restore gives back what was there");
	} else {
		as_text_add(body, "nothing was changed");
		if (closed == t->n)
			as_text_add(body, ": no permission; as root: sudo" AS_TIE "assay" AS_TIE
					  "doctor" AS_TIE "--tune");
	}
}

static void add_restored(struct as_text *body, const struct as_tuning *t)
{
	if (!t->n && !t->kept)
		as_text_add(body, "there is nothing to give back: no tune of this user is active");
	else if (t->kept)
		as_text_add(body, "not all could be given back; what is left is still remembered");
	else if (t->count[AS_SETTING_BOOTED])
		as_text_add(body,
			"the machine was started anew since, which gave back what was there");
	else if (t->count[AS_SETTING_FOREIGN])
		as_text_add(body, "given back, but for what somebody else has changed");
	else
		as_text_add(body, "everything is as it was");
}

void as_report_tuning(struct as_text *t, const struct as_style *style,
	const struct as_tuning *tuning)
{
	struct as_text body = {0};

	as_paint(&body, style, AS_PAINT_STRONG);
	if (tuning->action == AS_TUNE_APPLY)
		add_applied(&body, tuning);
	else
		add_restored(&body, tuning);
	as_paint_end(&body, style);
	as_layout_body(t, style, "", 0, &body);
	for (size_t i = 0; i < tuning->n;) {
		size_t n = alike(tuning, i);
		add_setting(t, style, tuning, i, n);
		i += n;
	}
	if (tuning->stale) {
		as_text_add(&body, "A tune of an earlier boot was remembered, too; starting anew "
				   "had undone it.");
		as_layout_body(t, style, "  ", 2, &body);
	}
	if (tuning->kept && tuning->state) {
		as_text_add(&body, "remembered in ");
		as_text_add_neutral(&body, tuning->state, strlen(tuning->state), 0);
		as_layout_body(t, style, "  ", 2, &body);
	}
}
