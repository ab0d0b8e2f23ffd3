/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "say/findings.h"

#include <math.h>

static const struct as_saying table[AS_FINDINGS_KNOWN] = {
#define AS_FINDING(id, severity, importance, words) \
	{#id, AS_LABEL_NONE, AS_##severity, importance, "X" "X" "X", words},
#include "model/answer/findings.def"
#undef AS_FINDING
};

static const struct as_saying *find_saying(int id)
{
	return id >= 0 && id < (int)AS_FINDINGS_KNOWN ? &table[id] : NULL;
}

const struct as_saying *as_finding_saying(int id)
{
	static const struct as_saying unknown = {
		.severity = AS_NOTE, .importance = AS_IMPORTANCE_SHOWN};
	const struct as_saying *e = find_saying(id);

	return e ? e : &unknown;
}

void as_finding_add(struct as_text *t, const struct as_style *style, const struct as_about *about,
	const struct as_finding *f)
{
	const struct as_saying *e = find_saying(f->id);
	const double number[3] = {f->a, f->b, f->c};

	if (!e)
		as_text_addf(t, "finding %d of a newer version of assay", f->id);
	else
		as_say_words(t, style, about, e, number);
}
const struct as_finding *as_finding_of(const struct as_comparison *c, int id)
{
	for (size_t i = 0; i < c->findings.n; i++)
		if (c->findings.v[i].id == id)
			return &c->findings.v[i];
	return NULL;
}

static bool same(double a, double b)
{
	return !(fabs(a - b) > 0);
}

bool as_finding_is_common(const struct as_comparison *c, size_t n, const struct as_finding *f)
{
	for (size_t i = 0; i < n; i++) {
		const struct as_finding *k = as_finding_of(&c[i], f->id);
		if (!k || !same(k->a, f->a) || !same(k->b, f->b) || !same(k->c, f->c))
			return false;
	}
	return true;
}
