/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_JOURNAL_JOURNAL_H
#define AS_RUN_JOURNAL_JOURNAL_H

/* The journal: what is measured is written down at once, so that a crash loses at most the unit in
 * flight (design.md 4.6). docs/reliability.md says what is promised.
 *
 * A journal is a file of its own in a folder beside the store, locked (flock) by the assay that
 * writes it for as long as that lives. One that nobody has locked is an orphan: as_journal_claim
 * gives it back as an experiment, and a run can go on with it (run/replay.h).
 *
 *	as_journal_new(folder, request, &j, err);  or as_journal_claim(folder, uuid, &j, &rec, err)
 *	with.journal = j;
 *	as_conduct(&request, &with, ..., &x, err);           begins it, and writes every unit
 *	... the store's transaction has committed ...
 *	as_journal_remove(j);                         or as_journal_close(j): it stays
 *
 * The file: 16 bytes that say what it is, then frames (spawn/wire/wire.h), each with an XXH3 of its type
 * and contents before them. Each ends with what was whole when it was written: a last frame that is
 * torn, or anything that follows a damaged one, is not read. Numbers are in the byte order of the
 * machine, which the journal never leaves. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "model/kept/dimension.h"
#include "model/kept/experiment.h"
#include "run/journal/orphans.h"

struct as_journal;

enum { AS_JOURNAL_UUID = AS_ORPHAN_UUID };

/* ---- what was written ---- */

/* A journal as it was read. Strings lie in x->arena. */
struct as_recorded {
	struct as_experiment *x; /* all of it, outcome AS_OUTCOME_INTERRUPTED */
	const char *request;     /* JSON (run/request/settings.h); NULL: an earlier version wrote it */
	int64_t *elapsed; /* what the clock said where it decided something, in order: ns since
				  * the beginning */
	size_t n_elapsed, cap_elapsed;
	int64_t elapsed_ns;      /* measured so far, pauses between sessions not counted */
	bool recalled;           /* the plan stands on an earlier dimensioning */
	struct as_dimension dimension;
	uint32_t next_order;     /* one more than the greatest place in the order that is done */
	size_t n_units;          /* executions and builds */
	uint32_t resumed;        /* how often it was gone on with already */
	bool salvaged;           /* all of it is in the store */
	bool damaged;            /* something in the middle cannot be read: what follows is lost */
	int64_t good_bytes, bytes; /* whole frames, and the file */
};

void as_recorded_release(struct as_recorded *r); /* takes {0} */

/*
 * as_journal_parse - read a journal from memory
 *
 *   out    {0}; released by the caller with as_recorded_release
 *
 * A torn last frame is normal, and not read. Nothing of it is trusted. AS_ERR_DATA: not a journal,
 * of another version, or not even its beginning is whole. About 1 us a unit.
 */
enum as_status as_journal_parse(const unsigned char *bytes, size_t n, struct as_recorded *out,
	struct as_err *err) AS_MUST_CHECK;

/* ---- the folder ---- */

/* Those in a folder, as as_orphans_find. */
enum as_status as_journal_orphans(const char *folder, struct as_arena *a, struct as_orphan **out,
	size_t *n, struct as_err *err) AS_MUST_CHECK;

/*
 * as_journal_claim - lock an orphan, and read it
 *
 *   out   as after as_journal_begin, nothing written yet; NULL with AS_OK if somebody else has it
 *   rec   what it says; if it is not even a journal with a beginning, rec->x is NULL
 */
enum as_status as_journal_claim(const char *folder, const char *uuid, struct as_journal **out,
	struct as_recorded *rec, struct as_err *err) AS_MUST_CHECK;

/* ---- writing ---- */

/*
 * as_journal_new - a journal to be; nothing is made before as_journal_begin
 *
 *   folder   beside the store; made if it is missing
 *   request  JSON (run/request/settings.h), for whoever goes on with it; NULL: none; borrowed until begun
 */
enum as_status as_journal_new(const char *folder, const char *request, struct as_journal **out,
	struct as_err *err) AS_MUST_CHECK;

/*
 * as_journal_begin - make and lock the file, and write how the experiment begins
 *
 * Of one that was claimed: cut off what is torn, and mark that a new session begins. AS_ERR_SYS
 * when the file cannot be made or locked.
 */
enum as_status as_journal_begin(struct as_journal *j, const struct as_experiment *x,
	const struct as_recorded *rec, struct as_err *err) AS_MUST_CHECK;

/* The folder for what has to live as long as the journal: copies of builds. Made when first asked
 * for, of one length for all journals of a store. NULL when it cannot be made. */
const char *as_journal_keep(struct as_journal *j);

/* The calls below take NULL and do nothing then. None of them fails: an error ends the journal
 * where it was last whole, and as_journal_error tells. Where the disk is full, what comes waits in
 * memory, up to 8 MB of it, and is written when there is room again. */

/* The first n subjects, of those that are not in it yet: units of others are not to come before. */
void as_journal_subjects(struct as_journal *j, const struct as_experiment *x, size_t n);

/* A unit that has ended, written to the file now. About 3 us, and 20 ns an iteration. */
void as_journal_unit(struct as_journal *j, const struct as_experiment *x, size_t subject,
	enum as_level_index level, size_t unit);

/* A unit has got another role. With the next unit. */
void as_journal_role(struct as_journal *j, size_t subject, enum as_level_index level, size_t unit,
	enum as_role role);

/* A hook has ended well at this place in the order. With the next unit. */
void as_journal_hook(struct as_journal *j, uint32_t order);

/* What the clock said where that decides something. With the next unit. */
void as_journal_elapsed(struct as_journal *j, int64_t elapsed_ns);

/* The plan will stand on an earlier dimensioning. With the next unit. */
void as_journal_dimension(struct as_journal *j, const struct as_dimension *d);

/* The facts of the machine, which have changed. With the next unit. */
void as_journal_machine(struct as_journal *j, const struct as_experiment *x);

/* The plan and the criterion, if they have changed. With the next unit. */
void as_journal_plan(struct as_journal *j, const struct as_experiment *x);

/* Sync to the disk (fdatasync), at most once a second: at the end of rounds. */
void as_journal_sync(struct as_journal *j);

/* Say that all of it is in the store; of a claimed one, what is torn is cut off first. */
void as_journal_mark_salvaged(struct as_journal *j, const struct as_recorded *rec);

/* Why not everything is written down; NULL if it is. */
const char *as_journal_error(const struct as_journal *j);

/* Write what waits for room, if there is any now. Whether all that was measured is in the file. */
bool as_journal_is_whole(struct as_journal *j);

/* There is something to go on with: of this session, or of earlier ones. */
bool as_journal_has_units(const struct as_journal *j);

/* Unlock; the file stays if it has any unit in it. Takes NULL. */
void as_journal_close(struct as_journal *j);

/* The same, but the file goes, and what as_journal_keep gave, and an empty folder. */
void as_journal_remove(struct as_journal *j);

/* The folder of the journals of a store: its path with ".journals", absolute; NULL when out of
 * memory. */
const char *as_journals_of(const char *store, struct as_arena *a);

#endif
