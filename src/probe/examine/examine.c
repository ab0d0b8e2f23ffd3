/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "probe/examine/examine.h"

#include <math.h>

typedef void read_fn(const struct as_sight *s, struct as_reading *out);
typedef void try_fn(const struct as_sight *s, struct as_ability *out);

static read_fn *const readers[AS_CHECKS] = {
#define AS_CHECK(id, name, what) as_read_##name,
#include "model/doctor/checks.def"
#undef AS_CHECK
};

static try_fn *const tries[AS_ABILITIES] = {
#define AS_ABILITY(id, name, what) as_try_##name,
#include "model/doctor/abilities.def"
#undef AS_ABILITY
};

void as_doctor_read(const struct as_sight *s, struct as_diagnosis *out)
{
	for (size_t i = 0; i < AS_CHECKS; i++) {
		out->reading[i] = (struct as_reading){.number = (double)NAN, .limit = (double)NAN};
		readers[i](s, &out->reading[i]);
	}
}

void as_doctor_try(const struct as_sight *s, struct as_diagnosis *out)
{
	for (size_t i = 0; i < AS_ABILITIES; i++) {
		out->ability[i] = (struct as_ability){.state = AS_ABILITY_NO};
		tries[i](s, &out->ability[i]);
	}
}
