/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "say/when.h"

#include <time.h>

#include "say/style.h"

static bool local(int64_t ns, struct tm *out)
{
	time_t s = (time_t)(ns / 1000000000);

	return ns > 0 && localtime_r(&s, out);
}

bool as_same_day(int64_t a_ns, int64_t b_ns)
{
	struct tm a = {0}, b = {0};

	return local(a_ns, &a) == local(b_ns, &b) && a.tm_year == b.tm_year &&
		a.tm_yday == b.tm_yday;
}

void as_when_add(struct as_text *t, int64_t ns, int64_t now_ns, enum as_when how)
{
	struct tm at = {0};
	char text[32] = "";

	if (!local(ns, &at)) {
		as_text_add(t, "-");
		return;
	}
	bool today = now_ns > 0 && as_same_day(ns, now_ns);
	if (how == AS_WHEN_SECOND)
		strftime(text, sizeof text, "%Y-%m-%d" AS_TIE "%H:%M:%S", &at);
	else if (today)
		strftime(text, sizeof text, "%H:%M", &at);
	else if (how == AS_WHEN_MINUTE)
		strftime(text, sizeof text, "%Y-%m-%d" AS_TIE "%H:%M", &at);
	else
		strftime(text, sizeof text, "%Y-%m-%d", &at);
	as_text_add(t, text);
}

const char *as_outcome_word(enum as_outcome outcome)
{
	switch (outcome) {
	case AS_OUTCOME_COMPLETE:
		return "";
	case AS_OUTCOME_BUDGET:
		return "budget";
	case AS_OUTCOME_MAX:
		return "max-runs";
	case AS_OUTCOME_STOPPED:
		return "stopped";
	case AS_OUTCOME_FAILED:
		return "failed";
	case AS_OUTCOME_INTERRUPTED:
		return "interrupted";
	}
	return "";
}
