/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/schedule.h"

#include <stdlib.h>
#include <string.h>

#include "plan/schedule_state.h"

/* What lies behind `at` moves, and what refers to it. */
static void renumber(struct as_schedule *s, size_t at, size_t more)
{
	for (size_t i = 0; i < s->n_subjects; i++) {
		struct as_schedule_subject *is = &s->subjects[i].is;
		is->lead += is->lead > at ? more : 0;
		is->program += is->program > at && is->program != AS_NO_PROGRAM ? more : 0;
	}
	for (size_t k = s->queue.at; k < s->queue.n; k++)
		if (s->queue.v[k].subject > at)
			s->queue.v[k].subject += more;
	if (s->building.next > at)
		s->building.next += more;
	s->progress.to += more;
}

enum as_status as_schedule_insert(struct as_schedule *s, size_t lead,
	const struct as_schedule_subject *v, size_t n, struct as_err *err)
{
	const size_t more = n - 1, behind = s->n_subjects - lead - 1;
	struct as_scheduled *all = realloc(s->subjects, (s->n_subjects + n) * sizeof *all);

	if (!all)
		return as_fail_memory(err);
	s->subjects = all;
	renumber(s, lead, more);
	memmove(all + lead + n, all + lead + 1, behind * sizeof *all);
	all[lead].is = v[0];
	for (size_t i = 1; i < n; i++)
		all[lead + i] = (struct as_scheduled){.is = v[i]};
	s->n_subjects += more;
	return AS_OK;
}
