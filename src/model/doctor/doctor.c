/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/doctor/doctor.h"

const struct as_doctor_name as_check_names[AS_CHECKS] = {
#define AS_CHECK(id, name, what) {#name, what},
#include "model/doctor/checks.def"
#undef AS_CHECK
};

const struct as_doctor_name as_ability_names[AS_ABILITIES] = {
#define AS_ABILITY(id, name, what) {#name, what},
#include "model/doctor/abilities.def"
#undef AS_ABILITY
};
