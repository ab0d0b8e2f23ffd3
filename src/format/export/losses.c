/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is lost when an experiment is written in a format, and names that suit all formats. */
#include <math.h>
#include <string.h>

#include "format/export/export.h"
#include "format/export/labels.h"

typedef bool has_part(const struct as_experiment *x, const struct as_subject *s);

static bool has_VALUES(const struct as_experiment *x, const struct as_subject *s)
{
	(void)x;
	return s->levels[AS_LEVEL_EXECUTION].n > 1 || s->levels[AS_LEVEL_ITERATION].n > 1;
}

static bool has_ITERATIONS(const struct as_experiment *x, const struct as_subject *s)
{
	(void)x;
	return s->levels[AS_LEVEL_EXECUTION].n > 1 && s->levels[AS_LEVEL_ITERATION].n > 0;
}

static bool has_LEVELS(const struct as_experiment *x, const struct as_subject *s)
{
	(void)x;
	for (size_t l = AS_LEVEL_BUILD; l < AS_TREE_LEVELS; l++)
		if (s->levels[l].n > 1)
			return true;
	return false;
}

static bool has_WARMUPS(const struct as_experiment *x, const struct as_subject *s)
{
	(void)x;
	for (size_t i = 0; i < s->levels[AS_LEVEL_ITERATION].n; i++)
		if (as_iteration_role(s, i) != AS_ROLE_MEASURED)
			return true;
	return false;
}

static bool has_WARM_RUNS(const struct as_experiment *x, const struct as_subject *s)
{
	const struct as_level *l = &s->levels[AS_LEVEL_EXECUTION];

	(void)x;
	for (size_t i = 0; i < l->n; i++)
		if (as_unit_role(l, i) != AS_ROLE_MEASURED)
			return true;
	return false;
}

static bool has_FAILURES(const struct as_experiment *x, const struct as_subject *s)
{
	const struct as_level *l = &s->levels[AS_LEVEL_EXECUTION];

	(void)x;
	for (size_t i = 0; i < l->n; i++)
		if (as_unit_ending(l, i) != AS_ENDED_OK)
			return true;
	return false;
}

static bool has_METRICS(const struct as_experiment *x, const struct as_subject *s)
{
	for (size_t l = 0; l < AS_TREE_LEVELS; l++)
		for (size_t c = 0; c < s->levels[l].n_columns; c++)
			if (s->levels[l].columns[c].metric != x->criterion)
				return true;
	return false;
}

/* Who reads several metrics takes time or wall first. */
static bool has_CRITERION(const struct as_experiment *x, const struct as_subject *s)
{
	return has_METRICS(x, s) && x->criterion != AS_METRIC_TIME &&
	       x->criterion != AS_METRIC_WALL;
}

static bool has_PARAMETERS(const struct as_experiment *x, const struct as_subject *s)
{
	(void)x;
	return s->n_parameters > 0;
}

static bool has_VERSIONS(const struct as_experiment *x, const struct as_subject *s)
{
	(void)x;
	return s->version.commit || s->version.label;
}

static bool has_ROUNDS(const struct as_experiment *x, const struct as_subject *s)
{
	const struct as_level *l = &s->levels[AS_LEVEL_EXECUTION];

	return x->n_subjects > 1 && l->n && as_unit_round(l, 0) != AS_NO_ROUND;
}

static bool has_CONDITIONS(const struct as_experiment *x, const struct as_subject *s)
{
	(void)s;
	return x->machine.n_facts > 0;
}

static has_part *const parts[AS_HELDS] = {
#define AS_LOSS(id) has_##id,
#include "format/export/losses.def"
};

unsigned as_export_lost(const struct as_experiment *x, const struct as_exporter *w)
{
	unsigned lost = 0;

	for (unsigned p = 0; p < AS_HELDS; p++)
		for (size_t i = 0; i < x->n_subjects && !(w->holds & 1U << p); i++)
			if (parts[p](x, &x->subjects[i])) {
				lost |= 1U << p;
				break;
			}
	return lost;
}

/* Behind the name of a subject that others are called like. */
static void add_version(struct as_text *t, const struct as_version *v)
{
	const char *text = v->label ? v->label : v->commit;

	if (!text)
		return;
	as_text_add(t, " (");
	as_text_add_neutral(t, text, strlen(text), 80);
	as_text_char(t, ')');
}

static bool is_new(struct as_labels *known, const struct as_text *t, bool *failed)
{
	const size_t before = known->n;
	uint32_t number = 0;

	*failed = t->failed || !as_labels_add(known, as_text_str(t), t->len, &number);
	return !*failed && number == before;
}

static const char *name_of(const struct as_subject *s, struct as_labels *known, struct as_arena *a)
{
	struct as_text t = {0};
	const char *out = NULL;
	bool failed = false;

	as_text_add_neutral(&t, s->name, strlen(s->name), AS_EXPORT_NAME_BYTES);
	if (!t.len)
		as_text_add(&t, "benchmark");
	const size_t plain = t.len;
	for (int k = 0; !failed; k++) {
		t.len = plain;
		if (k > 0)
			add_version(&t, &s->version);
		if (k > 1)
			as_text_addf(&t, " (%d)", k);
		if (is_new(known, &t, &failed))
			break;
	}
	if (!failed)
		out = as_arena_strdup(a, as_text_str(&t));
	as_text_release(&t);
	return out;
}

const char *const *as_export_names(const struct as_experiment *x, struct as_arena *a)
{
	const char **names = as_arena_array(a, x->n_subjects + 1, sizeof *names);
	struct as_labels known = {0};
	bool well = names != NULL;

	for (size_t i = 0; well && i < x->n_subjects; i++) {
		names[i] = name_of(&x->subjects[i], &known, a);
		well = names[i] != NULL;
	}
	as_labels_release(&known);
	return well ? names : NULL;
}
