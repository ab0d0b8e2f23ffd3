/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whoever should say what becomes of jobs does not answer: one rule, by the clock, whatever it was asked. The
 * manager of a cluster answers for all machines, so that it is silent once and not once for each. */
#include <time.h>

#include "cli/fleet/head.h"
#include "clock/clock.h"

#define SECOND_NS INT64_C(1000000000)

int64_t as_head_now(const struct as_fleet_head *h)
{
	return h->now ? h->now() : as_clock_now();
}

static struct as_head_silence *silence_of(struct as_fleet_head *h, struct as_head_machine *m)
{
	return h->place.way->manager ? &h->silence : &m->silence;
}

static const char *name_of(const struct as_fleet_head *h, const struct as_head_machine *m)
{
	return h->place.way->manager ? h->place.way->manager : m->job.machine;
}

static void say_how_long(struct as_fleet_head *h, const struct as_head_machine *m)
{
	const time_t until = (time_t)((as_clock_date() + AS_HEAD_SILENT_NS) / SECOND_NS);
	char clock[16] = "";
	struct tm at = {0};

	if (localtime_r(&until, &at))
		strftime(clock, sizeof clock, "%H:%M:%S", &at);
	const char *words = as_arena_printf(h->cli->arena,
		"does not answer; assay asks again until %s (%d s), and takes what is measured "
		"meanwhile",
		clock, (int)(AS_HEAD_SILENT_NS / SECOND_NS));
	as_head_say(h, name_of(h, m), words ? words : "does not answer");
}

bool as_head_silent(struct as_fleet_head *h, struct as_head_machine *m)
{
	struct as_head_silence *s = silence_of(h, m);
	const int64_t now = as_head_now(h);

	if (!s->since_ns) {
		s->since_ns = now;
		say_how_long(h, m);
	}
	s->asked_ns = now;
	s->over = now - s->since_ns >= AS_HEAD_SILENT_NS;
	return s->over;
}

void as_head_answers(struct as_fleet_head *h, struct as_head_machine *m)
{
	struct as_head_silence *s = silence_of(h, m);

	if (s->since_ns)
		as_head_say(h, name_of(h, m), "answers again");
	*s = (struct as_head_silence){0};
}

enum as_head_asking as_head_asks(struct as_fleet_head *h, struct as_head_machine *m)
{
	const struct as_head_silence *s = silence_of(h, m);
	const int64_t last = s->asked_ns > m->looked_ns ? s->asked_ns : m->looked_ns;

	if (s->over)
		return AS_HEAD_IN_VAIN;
	return as_head_now(h) - last < h->place.way->look_ns ? AS_HEAD_LATER : AS_HEAD_NOW;
}

const char *as_head_silent_words(struct as_fleet_head *h)
{
	const char *who = h->place.way->manager;
	const char *words = as_arena_printf(h->cli->arena, "%s has not answered for %d s",
		who ? who : "it", (int)(AS_HEAD_SILENT_NS / SECOND_NS));

	return words ? words : "it does not answer";
}
