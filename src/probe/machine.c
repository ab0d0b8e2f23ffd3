/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "probe/machine_facts.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <xxhash.h>

#include "base/text.h"
#include "clock/clock.h"

/* A hash over the facts of a kind and of those before it, as 16 hex digits. Why a fact is unknown
 * is no part of it. NULL when out of memory. */
static const char *id(const struct as_fact *v, size_t n, struct as_arena *a,
	enum as_fact_kind up_to)
{
	struct as_text t = {0};
	const char *hex = NULL;

	for (size_t i = 0; i < n; i++) {
		const struct as_fact *fact = &v[i];
		if (fact->kind > up_to)
			continue;
		as_text_addf(&t, "%s=", fact->name);
		as_text_add(&t, strncmp(fact->value, "unknown (", 9) ? fact->value : "unknown");
		as_text_char(&t, '\n');
	}
	if (!t.failed)
		hex = as_arena_printf(a, "%016llx",
			(unsigned long long)XXH3_64bits(as_text_str(&t), t.len));
	as_text_release(&t);
	return hex;
}

/* 8-4-4-4-12 hex digits, or nothing worth keeping. */
static const char *boot_id(const struct as_probe_facts *f)
{
	char text[64];

	if (!as_probe_slurp(f->root, "/proc/sys/kernel/random/boot_id", text, sizeof text, NULL) ||
		strlen(text) != 36)
		return as_arena_strdup(f->arena, "unknown");
	for (size_t i = 0; i < 36; i++) {
		bool dash = i == 8 || i == 13 || i == 18 || i == 23;
		if (dash ? text[i] != '-' : !isxdigit((unsigned char)text[i]))
			return as_arena_strdup(f->arena, "unknown");
	}
	return as_arena_strdup(f->arena, text);
}

static const char *host(const struct as_probe_facts *f)
{
	char text[256];

	if (!as_probe_slurp(f->root, "/proc/sys/kernel/hostname", text, sizeof text, NULL) ||
		!*text)
		return as_arena_strdup(f->arena, "unknown");
	return as_arena_strdup(f->arena, text);
}

enum as_status as_probe_machine(const struct as_probe_root *root, struct as_arena *a,
	struct as_machine *out, struct as_err *err)
{
	struct as_probe_facts f = {.root = root, .arena = a};
	struct as_machine m = {.suspended_ns = as_clock_suspended()};
	enum as_status st = AS_OK;

	for (size_t i = 0; i < as_n_probes; i++)
		if (as_probes[i]->facts)
			as_probes[i]->facts(&f);
	m.machine_id = id(f.v, f.n, a, AS_FACT_MACHINE);
	m.environment_id = id(f.v, f.n, a, AS_FACT_ENVIRONMENT);
	m.boot_id = boot_id(&f);
	m.host = host(&f);
	m.n_facts = f.n;
	m.facts = as_arena_array(a, f.n, sizeof *m.facts);
	if (f.failed || !m.machine_id || !m.environment_id || !m.boot_id || !m.host || !m.facts) {
		st = as_fail_memory(err);
		goto out;
	}
	if (f.n)
		memcpy(m.facts, f.v, f.n * sizeof *m.facts);
	*out = m;
out:
	free(f.v);
	return st;
}

const char *as_machine_fact(const struct as_machine *m, const char *name)
{
	for (size_t i = 0; i < m->n_facts; i++)
		if (!strcmp(m->facts[i].name, name))
			return m->facts[i].value;
	return NULL;
}

enum as_status as_machine_add_fact(struct as_machine *m, struct as_arena *a,
	const struct as_fact *fact, struct as_err *err)
{
	struct as_machine more = *m;
	struct as_fact *facts = as_arena_array(a, m->n_facts + 1, sizeof *facts);
	const struct as_fact copy = {.kind = fact->kind, .name = as_arena_strdup(a, fact->name),
		.value = as_arena_strdup(a, fact->value)};

	if (!facts || !copy.name || !copy.value)
		return as_fail_memory(err);
	if (m->n_facts)
		memcpy(facts, m->facts, m->n_facts * sizeof *facts);
	facts[more.n_facts++] = copy;
	more.facts = facts;
	if (fact->kind != AS_FACT_STATE)
		more.environment_id = id(facts, more.n_facts, a, AS_FACT_ENVIRONMENT);
	if (!more.environment_id)
		return as_fail_memory(err);
	*m = more;
	return AS_OK;
}
