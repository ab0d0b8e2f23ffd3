/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CAMPAIGN_LEDGER_LEDGER_H
#define AS_CAMPAIGN_LEDGER_LEDGER_H

/* The journal of a campaign: what was asked for, and which pieces of it were begun, so that one
 * that was killed can be gone on with. What was measured of a piece is in the store, or in the
 * journal of that experiment (run/journal/journal.h): both by the uuid that the ledger gave the
 * piece before it began.
 *
 *	as_ledger_new(folder, &head, &l, err);         or as_ledger_claim(folder, uuid, a, &l, err)
 *	as_ledger_fact(l, "base", tree, a, &then, err);
 *	as_ledger_piece(l, &piece, a, err);            before each, in their order
 *	as_ledger_remove(l);                           or as_ledger_close(l): it stays
 *
 * The file is UUID.campaign beside the journals, locked (flock) by its owner for as long as that
 * lives; a line of JSON each for the head, a fact and a piece, synced when it is written. A last
 * line that is torn is not read. The file is made with its first piece: without one there is
 * nothing to go on with. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "run/journal/orphans.h"

enum { AS_LEDGER_UUID = AS_ORPHAN_UUID };

struct as_ledger;

/* What was asked for. Strings are borrowed, or in the arena of as_ledger_claim. */
struct as_ledger_head {
	const char *kind;      /* "diff", as the line of kinds.def has it */
	const char *directory; /* where it was asked for; absolute */
	/* Settings, each a list of texts that ends with NULL: whatever the kind's maker writes and
	 * reads again. */
	const char ***settings;
	size_t n_settings;
};

/* One experiment. */
struct as_ledger_piece {
	const char *name; /* what it is of, to be known again */
	char uuid[AS_LEDGER_UUID + 1];
	uint64_t seed;
	int64_t budget_ns;
	bool begun; /* it was begun by an earlier assay: uuid, seed and budget are those of then */
};

/* A ledger that is to be; nothing is written yet. head is copied. AS_ERR_MEM, AS_ERR_SYS. */
enum as_status as_ledger_new(const char *folder, const struct as_ledger_head *head,
	struct as_ledger **out, struct as_err *err) AS_MUST_CHECK;

/* Lock one that was left, and read it. *out is NULL with AS_OK if it is not there, another assay
 * has it, or nothing in it can be used. Strings of its head live as long as it does. */
enum as_status as_ledger_claim(const char *folder, const char *uuid, struct as_ledger **out,
	struct as_err *err) AS_MUST_CHECK;

const struct as_ledger_head *as_ledger_head_of(const struct as_ledger *l);

/* 32 hex digits: the campaign's own. */
const char *as_ledger_uuid(const struct as_ledger *l);

/* It is one that was claimed. */
bool as_ledger_goes_on(const struct as_ledger *l);

/* So many pieces are in it. */
size_t as_ledger_pieces(const struct as_ledger *l);

/* Piece i, in the order in which they were begun. */
const struct as_ledger_piece *as_ledger_nth(const struct as_ledger *l, size_t i);

/* A piece of that uuid was ever begun, also if another has taken its place since. */
bool as_ledger_has(const struct as_ledger *l, const char *uuid);

/*
 * as_ledger_fact - note what has to be the same when it is gone on with
 *
 *   then   what was noted before, or value itself; lives as long as l. What it means where they
 *          differ is the caller's affair
 */
enum as_status as_ledger_fact(struct as_ledger *l, const char *name, const char *value,
	const char **then, struct as_err *err) AS_MUST_CHECK;

/*
 * as_ledger_piece - begin the next piece
 *
 *   p   in: name, seed and budget; out: those of then where it was begun before, else a new uuid
 *
 * Pieces begun then that come before one of this name are passed over: they are no longer wanted. A
 * piece of a name that none of those that follow has is begun anew, and takes the place of all of
 * them. AS_ERR_SYS: it cannot be written down.
 */
enum as_status as_ledger_piece(struct as_ledger *l, struct as_ledger_piece *p,
	struct as_err *err) AS_MUST_CHECK;

/* Unlock; the file stays. Takes NULL. */
void as_ledger_close(struct as_ledger *l);

/* The same, but the file goes, and an empty folder. */
void as_ledger_remove(struct as_ledger *l);

/* Those in a folder that nobody has locked, as as_orphans_find. */
enum as_status as_ledger_orphans(const char *folder, struct as_arena *a,
	struct as_orphan **out, size_t *n, struct as_err *err) AS_MUST_CHECK;

/* Some campaign of that folder is at work, or gone on with: in this assay, or in another. */
bool as_ledgers_in_use(const char *folder);

#endif
