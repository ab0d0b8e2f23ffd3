/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_PLAN_AMOUNT_H
#define AS_PLAN_AMOUNT_H

/* Parts of a request that say how much is measured. */

#include <stdbool.h>
#include <stdint.h>

#include "model/kept/metric.h"
#include "model/settings/setting.h"

/* How much is measured. */
struct as_amount {
#define AS_SETTING AS_SETTING_MEMBER
#include "model/settings/amount.def"
#undef AS_SETTING
};

/* What plans are made from. */
struct as_dimensioning {
#define AS_SETTING AS_SETTING_MEMBER
#include "model/settings/planning.def"
#undef AS_SETTING
};

#endif
