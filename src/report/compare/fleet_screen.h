/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_REPORT_COMPARE_FLEET_SCREEN_H
#define AS_REPORT_COMPARE_FLEET_SCREEN_H

/* What several machines say together: assay fleet. */

#include "model/answer/compared/fleet.h"
#include "report/draw/terminal.h"

void as_report_fleet(struct as_text *t, const struct as_style *style, const struct as_fleet *f);

#endif
