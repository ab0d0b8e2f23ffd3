/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/settings.h"

#include <math.h>

#include "spawn/protocol.h"
#include "stat/dist/planning/counts.h"

/* Lists have their number in n_MEMBER; of other types it is not looked at. */
#define N_NONE(part, member) 0
#define N_LIST(part, member) offsetof(struct as_request, part.n_##member)
#define N_COUNT N_NONE
#define N_SIZE N_NONE
#define N_SIGNED N_NONE
#define N_TIME N_NONE
#define N_SEED N_NONE
#define N_NUMBER N_NONE
#define N_FLAG N_NONE
#define N_TEXT N_NONE
#define N_TEXTS N_LIST
#define N_CODES N_LIST
#define N_WORD N_NONE
#define N_COSTS N_NONE
#define N_GATES N_LIST
#define N_PARAMETERS N_LIST

const struct as_setting_row as_settings[] = {
#define AS_SETTING(part, member, type, min, max, initial, words) \
	{#part, #member, AS_SETTING_##type, offsetof(struct as_request, part.member), \
		N_##type(part, member), min, max, initial, words},
#include "run/settings.def"
#undef AS_SETTING
};
const size_t as_n_settings = sizeof as_settings / sizeof as_settings[0];

#undef N_LIST
#define N_LIST(part, member) offsetof(struct as_command, n_##member)
#define N_WORDS N_NONE
#define N_VERSION N_NONE

const struct as_setting_row as_command_settings[] = {
#define AS_COMMAND_SETTING(member, type, min, max, words) \
	{"", #member, AS_SETTING_##type, offsetof(struct as_command, member), \
		N_##type(command, member), min, max, 0, words},
#include "run/command_settings.def"
#undef AS_COMMAND_SETTING
};
const size_t as_n_command_settings = sizeof as_command_settings / sizeof as_command_settings[0];

static void set_initial(void *to, const struct as_setting_row *s)
{
	switch (s->type) {
	case AS_SETTING_COUNT:
	case AS_SETTING_WORD:
		*(uint32_t *)to = (uint32_t)s->initial;
		break;
	case AS_SETTING_TIME:
		*(int64_t *)to = (int64_t)s->initial;
		break;
	case AS_SETTING_NUMBER:
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
	case AS_SETTING_TEXTS:
	case AS_SETTING_CODES:
	case AS_SETTING_GATES:
	case AS_SETTING_WORDS:
	case AS_SETTING_PARAMETERS:
	case AS_SETTING_VERSION:
		break; /* 0, none */
	}
}

struct as_request as_request_defaults(void)
{
	struct as_request r = {0};

	for (size_t i = 0; i < as_n_settings; i++)
		set_initial((char *)&r + as_settings[i].at, &as_settings[i]);
	return r;
}
