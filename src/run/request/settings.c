/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/request/settings.h"

#include <math.h>
#include <string.h>

#include "model/settings/suite.h"
#include "spawn/wire/protocol.h"
#include "stat/dist/planning/counts.h"

/* Lists have their number in n_MEMBER; of other types it is not looked at. */
#define N_NONE(of, path) 0
#define N_TEXTS(of, path) offsetof(struct of, path)
#define N_CODES N_TEXTS
#define N_GATES N_TEXTS
#define N_PARAMETERS N_TEXTS
#define N_COUNT N_NONE
#define N_BITS N_NONE
#define N_SIZE N_NONE
#define N_SIGNED N_NONE
#define N_TIME N_NONE
#define N_BYTES N_NONE
#define N_SEED N_NONE
#define N_NUMBER N_NONE
#define N_PERCENT N_NONE
#define N_FLAG N_NONE
#define N_TEXT N_NONE
#define N_LINE N_NONE
#define N_ONE_OF N_NONE
#define N_COSTS N_NONE
#define N_WORDS N_NONE
#define N_VERSION N_NONE
#define N_WORD(tag) N_NONE
#define AS_SETTING_WORD(tag) AS_SETTING_WORD_NUMBER

#define AS_KEY(id, name, place, says) AS_SUITE_##id
#define AS_KEY_IS(id) AS_SUITE_##id
#define AS_NO_KEY -1

const struct as_setting_row as_settings[] = {
#define AS_SETTING(part, member, type, min, max, initial, words, option, key) \
	{#part, #member, AS_SETTING_##type, offsetof(struct as_request, part.member), \
		sizeof(((struct as_request *)0)->part.member), \
		N_##type(as_request, part.n_##member), min, max, initial, words, key},
#define AS_SETTINGS_OF_REQUEST
#include "model/settings/settings.def"
#undef AS_SETTINGS_OF_REQUEST
#undef AS_SETTING
};
const size_t as_n_settings = sizeof as_settings / sizeof as_settings[0];

const struct as_setting_row as_command_settings[] = {
#define AS_SETTING(part, member, type, min, max, initial, words, option, key) \
	{#part, #member, AS_SETTING_##type, offsetof(struct as_command, member), \
		sizeof(((struct as_command *)0)->member), N_##type(as_command, n_##member), \
		min, max, initial, words, key},
#include "model/settings/command.def"
#undef AS_SETTING
};
const size_t as_n_command_settings = sizeof as_command_settings / sizeof as_command_settings[0];

static void set_initial(void *to, const struct as_setting_row *s)
{
	switch (s->type) {
	case AS_SETTING_COUNT:
	case AS_SETTING_BITS:
	case AS_SETTING_WORD_NUMBER:
		*(uint32_t *)to = (uint32_t)s->initial;
		break;
	case AS_SETTING_TIME:
	case AS_SETTING_BYTES:
		*(int64_t *)to = (int64_t)s->initial;
		break;
	case AS_SETTING_NUMBER:
	case AS_SETTING_PERCENT:
		*(double *)to = s->initial;
		break;
	case AS_SETTING_TEXT:
		*(const char **)to = s->words;
		break;
	case AS_SETTING_COSTS:
		for (size_t i = 0; i < AS_MODEL_LEVELS; i++)
			((double *)to)[i] = (double)NAN;
		break;
	case AS_SETTING_SIZE:
	case AS_SETTING_SIGNED:
	case AS_SETTING_SEED:
	case AS_SETTING_FLAG:
	case AS_SETTING_LINE:
	case AS_SETTING_ONE_OF:
	case AS_SETTING_TEXTS:
	case AS_SETTING_CODES:
	case AS_SETTING_GATES:
	case AS_SETTING_WORDS:
	case AS_SETTING_PARAMETERS:
	case AS_SETTING_VERSION:
		break; /* 0, none */
	}
}

int as_setting_word(const char *words, const char *word, size_t n)
{
	for (int i = 0; *words; i++) {
		const size_t len = strcspn(words, " ");
		if (len == n && !memcmp(words, word, n))
			return i;
		words += len + (words[len] == ' ');
	}
	return -1;
}

struct as_request as_request_defaults(void)
{
	struct as_request r = {0};

	for (size_t i = 0; i < as_n_settings; i++)
		set_initial((char *)&r + as_settings[i].at, &as_settings[i]);
	return r;
}
