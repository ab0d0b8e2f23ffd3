/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/compare/pairs.h"
#include "report/draw/screen.h"
#include "say/say_words.h"

struct as_versus as_screen_versus(const struct as_screen *s, const struct as_comparison *c)
{
	return (struct as_versus){
		.c = c,
		.metric = as_screen_metric(s, c->metric),
		.subject = s->name[c->subject],
		.reference = s->name[c->reference],
		.unit = as_top_word(as_screen_summary(s, c->subject)),
		.reference_unit = as_top_word(as_screen_summary(s, c->reference)),
		.elsewhere = as_is_from_elsewhere(s->x),
	};
}
