/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/builds.h"

#include <math.h>
#include <string.h>

#include "model/extend.h"
#include "report/draw/layout.h"

static bool ended_well(const struct as_subject *s, size_t k)
{
	return as_unit_ending(&s->levels[AS_LEVEL_BUILD], k) == AS_ENDED_OK;
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

struct as_built as_built_of(const struct as_subject *s)
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
	return y->n_levels && y->levels[y->n_levels - 1].level == AS_LEVEL_SESSION &&
		!y->levels[y->n_levels - 1].name;
}

bool as_is_same_build(const struct as_screen *s, size_t i, const struct as_summary_level *l)
{
	return l->level == AS_LEVEL_BUILD && !l->name && !l->repeated &&
		as_built_of(&s->x->subjects[i]).different == 1;
}

/* "for this session" and the like; a look after another one is named where the interval stands. */
const char *as_builds_scope(const struct as_screen *s, size_t i)
{
	bool one = as_experiment_stretches(s->x) == 1, second = s->x->second_look;

	if (s->x->table)
		return "for" AS_TIE "this" AS_TIE "table";
	if (as_has_sessions(as_screen_summary(s, i)))
		return "beyond" AS_TIE "one" AS_TIE "session";
	if (as_built_of(&s->x->subjects[i]).n == 1 && !one)
		return "for" AS_TIE "this" AS_TIE "one" AS_TIE "build" AS_TIE
		       "only, " AS_SCOPE_SEVERAL;
	if (as_built_of(&s->x->subjects[i]).n == 1)
		return "for" AS_TIE "this" AS_TIE "one" AS_TIE "build" AS_TIE "only, in" AS_TIE
			"this" AS_TIE "session";
	if (!one)
		return second ? AS_SCOPE_SEVERAL "; second" AS_TIE "look" : AS_SCOPE_SEVERAL;
	return second ? "for" AS_TIE "this" AS_TIE "session; second" AS_TIE "look"
		      : "for" AS_TIE "this" AS_TIE "session";
}

void as_randomized_add(struct as_text *t, unsigned bits)
{
	bool address = bits & AS_RANDOMIZE_ADDRESS, size = bits & AS_RANDOMIZE_ENVIRONMENT;

	if (bits & AS_RANDOMIZE_LAYOUT)
		as_text_add(t, ", layout of each build");
	if (address || size)
		as_text_addf(t, ", %s%s%s of each execution", address ? "addresses" : "",
			address && size ? " and " : "", size ? "size of the environment" : "");
}

/* All builds came out the same (design.md 4.4). */
static void add_identical(struct as_text *t, bool asked)
{
	as_text_add(t, "builds are identical: layout luck is not sampled; ");
	as_text_add(t, asked ? "--randomize" AS_TIE "layout did not change the layout"
		: "--randomize" AS_TIE "layout would");
}

static const char *how_drawn(const struct as_machine *m)
{
	for (size_t i = 0; i < m->n_facts; i++)
		if (!strcmp(m->facts[i].name, AS_FACT_LAYOUT))
			return m->facts[i].value;
	return NULL;
}

static void add_different(struct as_text *t, const struct as_screen *s, struct as_built b)
{
	const struct as_plan *p = &s->x->plan;

	if (b.different == b.n)
		as_text_addf(t, "all %zu builds are different", b.n);
	else
		as_text_addf(t, "%zu different ones among %zu builds", b.different, b.n);
	if (p->layout_failed)
		as_text_add(t, ", but --randomize" AS_TIE "layout did not change the layout: "
			"layout luck is not sampled");
	else if (p->randomize & AS_RANDOMIZE_LAYOUT)
		as_text_add(t, ", their layout drawn at random");
	const char *how = how_drawn(&s->x->machine);
	if (how && p->randomize & AS_RANDOMIZE_LAYOUT && !p->layout_failed)
		as_text_addf(t, ": %s", how);
}

struct as_remark as_builds_add(struct as_text *body, const struct as_screen *s, size_t i)
{
	static const struct as_remark note = {.label = AS_LABEL_NOTE},
		warning = {.label = AS_LABEL_WARNING, .warn = true};
	const struct as_plan *p = &s->x->plan;
	struct as_built b = as_built_of(&s->x->subjects[i]);

	if (b.n == 1) {
		as_text_add(body, "one build only: another may be faster or slower, and several "
			"(--builds) would tell by how much");
		return note;
	}
	if (b.n && p->builds_state == AS_BUILDS_IN_PLACE) {
		as_text_add(body,
			"built in place, so that builds could not share rounds: what differs "
			"between builds may be the time; --artifact names the files to keep of "
			"each");
		return warning;
	}
	/* Sessions of one build each cannot show that builds come out the same: only these can. */
	if (b.n && (b.different == 1 || (!b.different && p->builds_state == AS_BUILDS_IDENTICAL))) {
		bool asked = p->layout_failed || p->randomize & AS_RANDOMIZE_LAYOUT;
		add_identical(body, asked);
		return asked ? warning : note;
	}
	if (!b.different || !(p->layout_failed || p->randomize & AS_RANDOMIZE_LAYOUT ||
		b.different < b.n || s->style->verbose))
		return (struct as_remark){0};
	add_different(body, s, b);
	/* All as they were asked to be. What draws layouts is told for what it cannot do. */
	return p->layout_failed
		       ? warning
		       : (struct as_remark){.label = AS_LABEL_BUILDS,
				 .importance = b.different < b.n || how_drawn(&s->x->machine)
						       ? AS_MATTERS
						       : AS_DETAIL};
}
