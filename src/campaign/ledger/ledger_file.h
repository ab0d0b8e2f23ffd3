/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CAMPAIGN_LEDGER_LEDGER_FILE_H
#define AS_CAMPAIGN_LEDGER_LEDGER_FILE_H

/* What the files of the ledger share and nobody else includes. */

#include "campaign/ledger/ledger.h"

#define AS_LEDGER_SUFFIX ".campaign"

enum { AS_LEDGER_VERSION = 1 };

struct as_ledger_fact {
	const char *name, *value;
};

struct as_ledger {
	struct as_arena a; /* of all that was read, and of what came to it */
	char uuid[AS_LEDGER_UUID + 1];
	char *folder, *path;
	int fd; /* locked; -1: there is no file yet */
	bool claimed;
	struct as_ledger_head head;
	struct as_ledger_fact *facts; /* on the heap */
	size_t n_facts, cap_facts;
	struct as_ledger_piece *pieces; /* on the heap */
	size_t n_pieces, cap_pieces;
	size_t next; /* piece to begin */
	/* The uuid of every piece that was ever begun, those included that others took the place of; on the
	 * heap */
	struct as_ledger_uuid {
		char of[AS_LEDGER_UUID + 1];
	} *begun;
	size_t n_begun, cap_begun;
};

/* Room for one that is not there yet. NULL when out of memory. */
struct as_ledger *as_ledger_alloc(const char *folder, const char *uuid);
void as_ledger_release(struct as_ledger *l);

/* Take the lines of a file, as far as they are whole; *good gets the bytes of these. False where
 * not even the head can be used, or out of memory. */
bool as_ledger_parse(struct as_ledger *l, const char *bytes, size_t n, size_t *good);

/* Keep what was read or written; false when out of memory. */
bool as_ledger_keep_fact(struct as_ledger *l, const char *name, const char *value);
bool as_ledger_keep_piece(struct as_ledger *l, const struct as_ledger_piece *p);

#endif
