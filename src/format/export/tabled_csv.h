/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_FORMAT_EXPORT_TABLED_CSV_H
#define AS_FORMAT_EXPORT_TABLED_CSV_H

#include "base/text.h"
#include "model/answer/tabled.h"

/* A table over results with separators, its numbers with all their digits: values in the unit of
 * their metric, times in ns, which a column `unit` behind each column of values says; shares as
 * fractions. Where there is no number the field is empty; unbounded counts are inf. */
void as_tabled_csv(struct as_text *t, const struct as_tabled *table);

#endif
