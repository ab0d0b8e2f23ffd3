/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/diagnose/judge/judge_machine.h"

#include <string.h>

typedef void judge_fn(const struct as_reading *r, struct as_disturbance *out);

static judge_fn *const judges[AS_CHECKS] = {
#define AS_CHECK(id, name, what) as_judge_##name,
#include "model/doctor/checks.def"
#undef AS_CHECK
};

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
