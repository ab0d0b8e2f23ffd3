/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/request/setting_options.h"

#include <stdio.h>
#include <string.h>

#include "base/num.h"

/* Beside each row of as_settings: the option that says it. */
static const enum as_option_id option_of[] = {
#define AS_SETTING(part, member, type, min, max, initial, words, option, key) option,
#define AS_OPTION(id, letter, name, group, kind, args, values, initial, help) AS_OPT_##id
#define AS_OPTION_IS(id) AS_OPT_##id
#define AS_NO_OPTION AS_OPTIONS_KNOWN
#define AS_SETTINGS_OF_REQUEST
#include "model/settings/settings.def"
#undef AS_SETTINGS_OF_REQUEST
#undef AS_NO_OPTION
#undef AS_OPTION_IS
#undef AS_OPTION
#undef AS_SETTING
};

/* One row whose option was given. */
struct given {
	const struct as_args *args;
	struct as_arena *a;
	enum as_option_id id;
	const struct as_setting_row *row;
};

static enum as_status read_count(const struct given *g, void *to, struct as_err *err)
{
	return as_args_count(g->args, g->id, (uint32_t)g->row->min, (uint32_t)g->row->max, to, err);
}

static enum as_status read_time(const struct given *g, void *to, struct as_err *err)
{
	return as_args_duration(g->args, g->id, to, err);
}

static enum as_status read_bytes(const struct given *g, void *to, struct as_err *err)
{
	const char *text = as_args_value(g->args, g->id);
	int64_t bytes = 0;

	if (strcmp(text, "none") != 0 && !as_parse_bytes(text, &bytes))
		return as_args_bad(g->id, text,
			"a size with its unit, such as 500MiB or 2GiB, or none", err);
	*(int64_t *)to = bytes;
	return AS_OK;
}

static enum as_status read_percent(const struct given *g, void *to, struct as_err *err)
{
	const struct as_setting_row *s = g->row;
	char words[80];
	const struct as_share_range range = {s->min, s->max, s->words != NULL, words};

	snprintf(words, sizeof words, "a percentage %s %g%% %s %g%%, such as %g%%",
		s->words ? "above" : "from", 100 * s->min, s->words ? "and below" : "to below",
		100 * s->max, s->initial > 0 ? 100 * s->initial : 1);
	return as_args_percent(g->args, g->id, &range, to, err);
}

static enum as_status read_number(const struct given *g, void *to, struct as_err *err)
{
	const struct as_setting_row *s = g->row;
	const char *text = as_args_value(g->args, g->id);
	char words[80];
	double x = 0;

	snprintf(words, sizeof words, "a number from %g to %g, such as %g", s->min, s->max,
		s->initial);
	if (!as_parse_double(text, &x) || !(x >= s->min && x <= s->max))
		return as_args_bad(g->id, text, words, err);
	*(double *)to = x;
	return AS_OK;
}

static enum as_status read_flag(const struct given *g, void *to, struct as_err *err)
{
	bool *flag = to;

	(void)err;
	*flag = *flag || !g->row->words || !*as_options[g->id].args || as_args_is(g->args, g->id, g->row->words);
	return AS_OK;
}

static enum as_status read_text(const struct given *g, void *to, struct as_err *err)
{
	(void)err;
	*(const char **)to = as_args_value(g->args, g->id);
	return AS_OK;
}

static enum as_status read_word(const struct given *g, void *to, struct as_err *err)
{
	const char *word = as_args_value(g->args, g->id);
	const int i = as_setting_word(g->row->words, word, strlen(word));

	if (i < 0)
		return as_args_bad(g->id, word, g->row->words, err);
	*(unsigned *)to = (unsigned)i;
	return AS_OK;
}

static enum as_status read_texts(const struct given *g, void *to, struct as_err *err)
{
	const size_t n = as_args_times(g->args, g->id);
	const char **v = as_arena_array(g->a, n, sizeof *v);

	if (!v)
		return as_fail_memory(err);
	for (size_t i = 0; i < n; i++)
		v[i] = as_args_nth(g->args, g->id, i)->values[0];
	*(const char ***)to = v;
	*(size_t *)(void *)((char *)to + g->row->n_at - g->row->at) = n;
	return AS_OK;
}

static enum as_status (*const by_type[])(const struct given *g, void *to, struct as_err *err) = {
	[AS_SETTING_COUNT] = read_count,
	[AS_SETTING_TIME] = read_time,
	[AS_SETTING_BYTES] = read_bytes,
	[AS_SETTING_PERCENT] = read_percent,
	[AS_SETTING_NUMBER] = read_number,
	[AS_SETTING_FLAG] = read_flag,
	[AS_SETTING_TEXT] = read_text,
	[AS_SETTING_ONE_OF] = read_text,
	[AS_SETTING_WORD_NUMBER] = read_word,
	[AS_SETTING_TEXTS] = read_texts,
	[AS_SETTING_VERSION] = NULL, /* the last: the others have readers of their own */
};

/* All that the option says of a request: own readers may be those of two options. */
static void copy_kept(const struct as_args *args, enum as_option_id id, struct as_request *r)
{
	as_option_reader *own = as_own_reader(id);

	for (size_t i = 0; i < as_n_settings; i++) {
		const struct as_setting_row *row = &as_settings[i];
		const enum as_option_id of = option_of[i];
		const char *from = (const char *)args->settings;
		if (of != id && (of == AS_OPTIONS_KNOWN || !own || as_own_reader(of) != own))
			continue;
		memcpy((char *)r + row->at, from + row->at, row->size);
		if (row->n_at)
			memcpy((char *)r + row->n_at, from + row->n_at, sizeof(size_t));
	}
}

static enum as_status read_row(const struct given *g, struct as_request *r, struct as_err *err)
{
	as_option_reader *own = as_own_reader(g->id);

	if (as_args_kept(g->args, g->id)) {
		copy_kept(g->args, g->id, r);
		return AS_OK;
	}
	if (own)
		return own(g->args, g->a, r, err);
	return by_type[g->row->type] ? by_type[g->row->type](g, (char *)r + g->row->at, err)
				     : AS_OK;
}

enum as_status as_settings_said(const struct as_args *args, const char *part, struct as_arena *a,
	struct as_request *r, struct as_err *err)
{
	enum as_status st = AS_OK;

	for (size_t i = 0; i < as_n_settings && !st; i++) {
		const struct given g = {args, a, option_of[i], &as_settings[i]};
		if (g.id != AS_OPTIONS_KNOWN && as_args_has(args, g.id) &&
			(!part || !strcmp(g.row->part, part)))
			st = read_row(&g, r, err);
	}
	return st;
}

enum as_status as_setting_said(const struct as_args *args, enum as_option_id id,
	struct as_arena *a, struct as_request *r, struct as_err *err)
{
	enum as_status st = AS_OK;

	for (size_t i = 0; i < as_n_settings && !st; i++) {
		const struct given g = {args, a, id, &as_settings[i]};
		if (option_of[i] == id && as_args_has(args, id))
			st = read_row(&g, r, err);
	}
	return st;
}
