/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "report/draw/layout.h"
#include "report/draw/screen.h"
#include "say/say_words.h"

static const char *fact(const struct as_machine *m, const char *name)
{
	for (size_t i = 0; i < m->n_facts; i++)
		if (!strcmp(m->facts[i].name, name))
			return m->facts[i].value;
	return NULL;
}

void as_conditions_collect(struct as_screen *s, size_t subject)
{
	static const struct {
		const char *fact;
		enum as_say_id words;
	} isolations[] = {
		{AS_FACT_ISOLATION "cpu", AS_SAY_ISOLATED_CPU},
		{AS_FACT_ISOLATION "numa", AS_SAY_ISOLATED_NUMA},
		{AS_FACT_ISOLATION "cpuset", AS_SAY_ISOLATED_CPUSET},
		{AS_FACT_ISOLATION "priority", AS_SAY_ISOLATED_PRIORITY},
		{AS_FACT_DUET, AS_SAY_ISOLATED_DUET},
	};
	const struct as_machine *m = &s->x->machine;
	const char *parallel = fact(m, AS_FACT_LOAD "parallel");
	const char *pause = fact(m, AS_FACT_LOAD "pause");
	const char *why = fact(m, AS_FACT_LOAD_FAILED);
	const char *changed = fact(m, AS_FACT_CHANGED);
	const long copies = parallel ? strtol(parallel, NULL, 10) - 1 : 0;
	struct as_list load = {0}, isolated = {0};

	if (copies > 0 && as_list_next(&load))
		as_say(&load.text, s->style, LOAD_COPIES, (size_t)copies);
	if (pause && as_list_next(&load))
		as_say(&load.text, s->style, LOAD_PAUSE, pause);
	for (size_t i = 0; i < sizeof isolations / sizeof *isolations; i++) {
		const char *value = fact(m, isolations[i].fact);
		const struct as_words_ISOLATED_CPU words = {isolations[i].words, value};
		if (value && as_list_next(&isolated))
			as_say_add(&isolated.text, s->style, &words);
	}
	as_remark_words(s, subject, AS_WORDS(LOADED, as_list_end(&load)));
	if (why)
		as_remark_words(s, subject, AS_WORDS(LOAD_FAILED, why));
	as_remark_words(s, subject, AS_WORDS(ISOLATED, as_list_end(&isolated)));
	if (changed)
		as_remark_words(s, subject, AS_WORDS(PROGRAM_CHANGED, changed));
}
