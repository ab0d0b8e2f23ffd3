/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/answer/factors.h"

enum { DRAWN = 1, RECORDED = 0 };

const struct as_factor_entry as_factor_entries[AS_FACTORS] = {
#define AS_FACTOR(id, name, title, how) {name, title, how},
#include "model/answer/factors.def"
#undef AS_FACTOR
};
