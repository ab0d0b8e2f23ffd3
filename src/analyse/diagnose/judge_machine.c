/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/diagnose/judge_machine.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef void judge_fn(const struct as_reading *r, struct as_disturbance *out);

static judge_fn *const judges[AS_CHECKS] = {
#define AS_CHECK(id, name, what) as_judge_##name,
#include "model/checks.def"
#undef AS_CHECK
};

void as_judge_say(struct as_disturbance *out, enum as_weight weight, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(out->says, sizeof out->says, fmt, ap);
	va_end(ap);
	out->weight = weight;
}

void as_judge_cure(struct as_disturbance *out, enum as_cure kind, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(out->cure, sizeof out->cure, fmt, ap);
	va_end(ap);
	out->kind = kind;
}

bool as_judge_plain(const char *path)
{
	return *path == '/' &&
	       !path[strspn(path, "/abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
				  "._-:@+,=")];
}

void as_doctor_judge(struct as_diagnosis *d)
{
	struct as_disturbance all[AS_CHECKS];
	size_t n = 0;

	memset(d->count, 0, sizeof d->count);
	for (size_t i = 0; i < AS_CHECKS; i++) {
		const struct as_reading *r = &d->reading[i];
		all[i] = (struct as_disturbance){.check = (enum as_check_id)i, .reading = r};
		if (r->known)
			judges[i](r, &all[i]);
		else
			as_judge_say(&all[i], AS_WEIGHT_UNKNOWN, "%s", r->why);
		d->count[all[i].weight]++;
	}
	for (int weight = AS_WEIGHTS - 1; weight >= 0; weight--)
		for (size_t i = 0; i < AS_CHECKS; i++)
			if ((int)all[i].weight == weight)
				d->found[n++] = all[i];
}
