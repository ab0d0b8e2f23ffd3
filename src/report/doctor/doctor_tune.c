/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "report/doctor/doctor_screen.h"
#include "report/draw/layout.h"

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

static const char *shown(const char *word)
{
	return *word ? word : "?";
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

static enum as_say_id words_of(enum as_setting_state state, enum as_tune_action action)
{
	static const enum as_say_id words[AS_SETTING_STATES] = {
		[AS_SETTING_ALREADY] = AS_SAY_TUNE_ALREADY,
		[AS_SETTING_FOREIGN] = AS_SAY_TUNE_FOREIGN,
		[AS_SETTING_BOOTED] = AS_SAY_TUNE_BOOTED,
		[AS_SETTING_CLOSED] = AS_SAY_TUNE_CLOSED,
		[AS_SETTING_FAILED] = AS_SAY_RESTORE_REFUSED,
	};

	return state == AS_SETTING_FAILED && action == AS_TUNE_APPLY ? AS_SAY_TUNE_REFUSED
								     : words[state];
}

/* A command that does it, for who may. */
static void add_command(struct as_text *t, const struct as_style *style,
	const struct as_tuning *tuning, size_t from, size_t n)
{
	const struct as_setting *s = &tuning->v[from];
	struct as_text path = {0};

	add_path(&path, s->path, n > 1);
	as_lines_after(t, style, "             ", 13, TUNE_COMMAND,
		tuning->action == AS_TUNE_APPLY ? s->want : s->old, &path);
}

/* The name of what is set, filled up to a column. */
static struct as_text name_of(const struct as_style *style, const struct as_setting *s)
{
	enum { NAME_COLUMNS = 12 };
	struct as_text name = {0};

	as_say(&name, style, DOCTOR_NAME, as_check_names[s->check].name);
	as_text_repeat(&name, AS_TIE, name.len < NAME_COLUMNS ? NAME_COLUMNS - name.len : 0);
	return name;
}

static void add_setting(struct as_text *t, const struct as_style *style,
	const struct as_tuning *tuning, size_t from, size_t n)
{
	const struct as_setting *s = &tuning->v[from];
	const bool apply = tuning->action == AS_TUNE_APPLY, closed = s->state == AS_SETTING_CLOSED,
		   changed = s->state == AS_SETTING_CHANGED,
		   foreign = s->state == AS_SETTING_FOREIGN;
	struct as_text name = name_of(style, s), state = {0}, path = {0};

	as_say(&state, style, TUNE_STATE, words_of(s->state, tuning->action),
		foreign ? s->want : NULL, foreign ? s->old : NULL);
	add_path(&path, s->path, n > 1);
	as_lines_after(t, style, "  ", 15, TUNE_SETTING, &name,
		changed ? AS_PAINT_GOOD : AS_PAINT_FAINT,
		shown(changed && !apply ? s->want : changed ? s->old : s->found),
		!changed && !closed && s->state != AS_SETTING_FAILED ? NULL
			: shown(apply ? s->want : s->old),
		&state, &path, n > 1 ? n : 0);
	if (closed)
		add_command(t, style, tuning, from, n);
}

static struct as_text applied(const struct as_style *style, const struct as_tuning *t)
{
	const size_t changed = t->count[AS_SETTING_CHANGED];
	struct as_text words = {0};

	if (!t->n)
		as_say(&words, style, TUNE_NOTHING);
	else if (changed)
		as_say(&words, style, TUNE_CHANGED, changed);
	else
		as_say(&words, style, TUNE_UNCHANGED, t->count[AS_SETTING_CLOSED] == t->n);
	return words;
}

static struct as_text restored(const struct as_style *style, const struct as_tuning *t)
{
	struct as_text words = {0};

	if (!t->n && !t->kept)
		as_say(&words, style, RESTORE_NOTHING);
	else if (t->kept)
		as_say(&words, style, RESTORE_SOME);
	else if (t->count[AS_SETTING_BOOTED])
		as_say(&words, style, RESTORE_BOOTED);
	else if (t->count[AS_SETTING_FOREIGN])
		as_say(&words, style, RESTORE_FOREIGN);
	else
		as_say(&words, style, RESTORE_ALL);
	return words;
}

void as_report_tuning(struct as_text *t, const struct as_style *style,
	const struct as_tuning *tuning)
{
	struct as_text head = tuning->action == AS_TUNE_APPLY ? applied(style, tuning)
							      : restored(style, tuning);

	as_lines(t, style, 0, PAINTED, AS_PAINT_STRONG, &head);
	for (size_t i = 0, n = 0; i < tuning->n; i += n) {
		n = alike(tuning, i);
		add_setting(t, style, tuning, i, n);
	}
	if (tuning->stale)
		as_lines_after(t, style, "  ", 2, TUNE_STALE);
	if (tuning->kept && tuning->state)
		as_lines_after(t, style, "  ", 2, TUNE_KEPT_IN, tuning->state);
}
