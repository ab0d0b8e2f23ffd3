/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CAMPAIGN_LEDGER_LEDGER_TEXT_H
#define AS_CAMPAIGN_LEDGER_LEDGER_TEXT_H

/* The lines of a ledger. A text that is not UTF-8 is an array of its bytes. */

#include "base/text.h"
#include "campaign/ledger/ledger.h"

void as_ledger_add_head(struct as_text *t, const struct as_ledger_head *head);
void as_ledger_add_fact(struct as_text *t, const char *name, const char *value);
void as_ledger_add_piece(struct as_text *t, size_t number, const struct as_ledger_piece *p);

#endif
