/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "campaign/differ.h"

#include <string.h>

#include "probe/probe.h"

/* The facts of `a` that `b` has otherwise, or has not. Those that both have are said once, with
 * `missing` only those that b has not. */
static void add_difference(struct as_text *t, const struct as_machine *a,
	const struct as_machine *b, bool missing, const char *label)
{
	for (size_t i = 0; i < a->n_facts; i++) {
		const struct as_fact *f = &a->facts[i];
		const char *other = as_machine_fact(b, f->name);

		if (f->kind == AS_FACT_STATE || (other && (missing || !strcmp(other, f->value))))
			continue;
		as_text_addf(t, "%s%s is %s ", t->len ? ", " : "", f->name, f->value);
		if (other)
			as_text_addf(t, "and %s", other);
		else
			as_text_addf(t, "in '%s' only", label);
	}
}

void as_differences_add(struct as_text *t, const struct as_machine *a, const char *a_label,
	const struct as_machine *b, const char *b_label)
{
	add_difference(t, a, b, false, a_label);
	add_difference(t, b, a, true, b_label);
}

void as_toolchain_differences_add(struct as_text *t, const struct as_machine *then,
	const struct as_machine *now)
{
	static const char prefix[] = "toolchain.";

	for (size_t i = 0; i < then->n_facts; i++) {
		const struct as_fact *f = &then->facts[i];
		const char *value = strncmp(f->name, prefix, sizeof prefix - 1) ? NULL
			: as_machine_fact(now, f->name);
		if (value && strcmp(value, f->value) != 0)
			as_text_addf(t, "%s%s is %s and %s", t->len ? ", " : "", f->name, f->value,
				value);
	}
}

static void add_programs(struct as_text *t, const struct as_experiment *x)
{
	char hash[AS_HASH_HEX];

	for (size_t i = 0; i < x->n_subjects; i++) {
		const struct as_subject *s = &x->subjects[i];

		if (s->build_command || !s->executable || !s->executable_hash)
			continue;
		if (as_probe_file_hash(s->executable, hash, NULL))
			as_text_addf(t, "%sthe program %s cannot be read", t->len ? ", " : "",
				s->executable);
		else if (strcmp(hash, s->executable_hash) != 0)
			as_text_addf(t, "%sthe program %s has changed", t->len ? ", " : "",
				s->executable);
	}
}

static bool is_built(const struct as_experiment *x)
{
	for (size_t i = 0; i < x->n_subjects; i++)
		if (x->subjects[i].build_command)
			return true;
	return false;
}

static bool same(const char *a, const char *b)
{
	return a && b && !strcmp(a, b);
}

enum as_status as_refuse_other(const struct as_experiment *old, const char *verb, const char *name,
	const struct as_machine *now, struct as_err *err)
{
	const struct as_machine *then = &old->machine;
	struct as_text how = {0};
	enum as_status st = AS_OK;

	if (!same(then->machine_id, now->machine_id) ||
		!same(then->environment_id, now->environment_id)) {
		as_differences_add(&how, then, "then", now, "now");
		if (!how.len)
			as_text_add(&how, "the machine or its environment is another one");
	}
	add_programs(&how, old);
	if (is_built(old))
		as_toolchain_differences_add(&how, then, now);
	if (how.len)
		st = as_fail(err, AS_ERR_REFUSED,
			"cannot %s '%s': it would not be the same experiment (%s); measure anew",
			verb, name, as_text_str(&how));
	as_text_release(&how);
	return st;
}
