/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_FORMAT_TABLE_CSV_FIELD_H
#define AS_FORMAT_TABLE_CSV_FIELD_H

#include "base/text.h"

/* Add a text as a field of a table; what needs quotes gets them. */
void as_csv_field_add(struct as_text *t, const char *s);

#endif
