/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/result/builds.h"

#include <math.h>
#include <string.h>

#include "model/joined/extend.h"
#include "report/draw/layout.h"

/* The one without drawing is none of those that are spoken of. */
static bool ended_well(const struct as_subject *s, size_t k)
{
	const struct as_level *l = &s->levels[AS_LEVEL_BUILD];

	return as_unit_ending(l, k) == AS_ENDED_OK && as_unit_role(l, k) != AS_ROLE_ORIGINAL;
}

static bool is_known(const struct as_build *b)
{
	return b->hash || b->code;
}

static bool came_before(const struct as_subject *s, size_t k)
{
	for (size_t i = 0; i < k; i++)
		if (ended_well(s, i) && as_build_same(&s->builds[i], &s->builds[k]))
			return true;
	return false;
}

static struct as_built built_of(const struct as_subject *s)
{
	struct as_built b = {.n = 0};
	bool known = true;

	for (size_t k = 0; k < s->n_builds; k++) {
		if (!ended_well(s, k))
			continue;
		b.n++;
		known = known && is_known(&s->builds[k]);
		b.different += !came_before(s, k);
	}
	b.different = known ? b.different : 0;
	return b;
}

bool as_builds_in_rounds(const struct as_plan *p)
{
	return p->builds > 1 && p->builds_state == AS_BUILDS_DIFFER;
}

double as_builds_seconds(const struct as_subject *s)
{
	const struct as_level *l = &s->levels[AS_LEVEL_BUILD];
	double total = 0;

	for (size_t k = 0; k < l->n; k++)
		if (isfinite(as_unit_cost_s(l, k)))
			total += as_unit_cost_s(l, k);
	return total;
}

bool as_has_sessions(const struct as_summary *y)
{
	return y->tree.n && y->tree.v[y->tree.n - 1].level == AS_LEVEL_SESSION &&
		!y->tree.v[y->tree.n - 1].name;
}

bool as_is_same_build(const struct as_screen *s, size_t i, const struct as_summary_level *l)
{
	return l->level == AS_LEVEL_BUILD && !l->name && !l->repeated &&
		built_of(&s->x->subjects[i]).different == 1;
}

/* Nothing is known of its other builds: there are none, and those of another version, which is built
 * alike, show no other. */
static bool is_one_build(const struct as_screen *s, size_t i)
{
	const struct as_experiment *x = s->x;

	if (built_of(&x->subjects[i]).n != 1)
		return false;
	for (size_t k = 0; k < x->n_subjects; k++) {
		const struct as_built b = built_of(&x->subjects[k]);
		if (x->subjects[i].version.label && b.n > 1 && b.different == 1)
			return false;
	}
	return true;
}

/* "for this session" and the like; a look after another one is named where the interval stands. */
size_t as_builds_scope(const struct as_screen *s, size_t i)
{
	bool one = as_experiment_stretches(s->x) == 1, second = s->x->second_look;

	if (s->x->table)
		return AS_SAY_SCOPE_TABLE;
	if (as_has_sessions(as_screen_summary(s, i)))
		return AS_SAY_SCOPE_BEYOND;
	if (is_one_build(s, i))
		return one ? AS_SAY_SCOPE_ONE_BUILD : AS_SAY_SCOPE_ONE_BUILD_SEVERAL;
	if (!one)
		return second ? AS_SAY_SCOPE_SEVERAL_SECOND : AS_SAY_SCOPE_SEVERAL;
	return second ? AS_SAY_SCOPE_THIS_SECOND : AS_SAY_SCOPE_THIS;
}

void as_randomized_add(struct as_text *t, unsigned bits)
{
	static const struct as_style any = {0};
	bool address = bits & AS_RANDOMIZE_ADDRESS, size = bits & AS_RANDOMIZE_ENVIRONMENT;

	as_say(t, &any, DRAWN_OF_EACH, (bits & AS_RANDOMIZE_LAYOUT) != 0, address, size,
		address || size);
}

static const char *fact(const struct as_machine *m, const char *name)
{
	for (size_t i = 0; i < m->n_facts; i++)
		if (!strcmp(m->facts[i].name, name))
			return m->facts[i].value;
	return NULL;
}

void as_builds_say(struct as_screen *s, size_t i)
{
	const struct as_plan *p = &s->x->plan;
	const struct as_built b = built_of(&s->x->subjects[i]);
	const bool all = b.different == b.n, drawn = p->randomize & AS_RANDOMIZE_LAYOUT;
	const char *tried = fact(&s->x->machine, AS_FACT_LAYOUT), *how = drawn ? tried : NULL;

	if (!i && fact(&s->x->machine, AS_FACT_LATE))
		as_remark_say(s, i, LINK_COMPILES);
	if (fact(&s->x->machine, AS_FACT_UNWRAPPED))
		as_remark_say(s, i, LAYOUT_UNWRAPPED, fact(&s->x->machine, AS_FACT_UNWRAPPED));
	else if (b.n && b.different <= 1 && fact(&s->x->machine, AS_FACT_UNTOUCHED))
		as_remark_say(s, i, BUILD_UNTOUCHED);
	else if (is_one_build(s, i))
		as_remark_say(s, i, ONE_BUILD_ONLY);
	else if (b.n && p->builds_state == AS_BUILDS_IN_PLACE)
		as_remark_say(s, i, BUILT_IN_PLACE);
	/* Sessions of one build each cannot show that builds come out the same: only these can. */
	else if (b.n && (b.different == 1 ||
			(!b.different && p->builds_state == AS_BUILDS_IDENTICAL)))
		as_remark_words(s, i, p->layout_failed || drawn
				? (const void *)AS_WORDS(SAME_BUILDS_ASKED)
				: tried ? (const void *)AS_WORDS(SAME_BUILDS_TRIED)
				: (const void *)AS_WORDS(SAME_BUILDS));
	else if (b.different && p->layout_failed)
		as_remark_say(s, i, LAYOUT_FAILED, all, b.n, b.different);
	/* What draws layouts is told for what it cannot do. */
	else if (b.different && (!all || how))
		as_remark_say(s, i, BUILDS_TOLD, all, b.n, b.different, drawn, how);
	else if (b.different)
		as_remark_say(s, i, BUILDS_DETAIL, all, b.n, b.different, drawn);
}

size_t as_screen_scope(const struct as_screen *s)
{
	for (size_t i = 1; i < s->x->n_subjects; i++)
		if (as_builds_scope(s, i) != as_builds_scope(s, 0))
			return AS_SAY_NOTHING;
	return as_builds_scope(s, 0);
}

const char *as_screen_round_word(const struct as_screen *s)
{
	return s->x->n_subjects > 1 || as_builds_in_rounds(&s->x->plan) ? "round" : "execution";
}
