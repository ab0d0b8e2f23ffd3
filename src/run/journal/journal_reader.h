/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_JOURNAL_JOURNAL_READER_H
#define AS_RUN_JOURNAL_JOURNAL_READER_H

/* Inside of the journal: reading it. A frame's reader takes what it needs of r->in; in.failed
 * afterwards, or bytes left over, end the reading there. */

#include "run/journal/journal_frames.h"

enum { AS_JOURNAL_TABLES = 16 }; /* room for as_kept_fields */

struct as_journal_reader {
	struct as_recorded *rec;
	struct as_experiment *x;
	struct as_wire_in in;       /* the frame that is read */
	size_t *metrics;            /* their numbers in x, by those of the file */
	size_t n_metrics, cap_metrics;
	/* iterations of the unit to come: frames in the file's memory */
	struct as_wire_in *waiting;
	size_t n_waiting, cap_waiting;
	int64_t begun_ns, before_ns; /* of this session: its date, and what had elapsed before it */
	bool head, plan;             /* were read */
	const char *criterion;       /* a metric that may come later */
	const unsigned char *frame;  /* the beginning of the one that is read */
	/* that of an execution of a duet of whose round the other is not there; NULL: there is none */
	const unsigned char *lone;
	uint32_t lone_round;
	bool memory;                 /* there was enough for everything */
	unsigned tags[AS_JOURNAL_TABLES]; /* of each of as_kept_fields, that are in the file */
};

/* journal_take.c. */

/* A string in the arena of r->x, or NULL. */
char *as_journal_take_string(struct as_journal_reader *r);

double as_journal_take_double(struct as_wire_in *in);

/* How many of at least `size` bytes follow; more than fit are a failure. */
size_t as_journal_take_count(struct as_wire_in *in, size_t size);

/* What as_journal_put_fields has written; texts go into the arena of r->x. What does not fit its
 * field is a failure. */
void as_journal_take_fields(struct as_journal_reader *r, const struct as_fields *t, void *base);

/* One of them; wide: every number has 8 bytes. */
void as_journal_take_field(struct as_journal_reader *r, const struct as_field *f, void *base,
	bool wide);

/* journal_read_units.c: one of each frame. */
void as_journal_keep_iterations(struct as_journal_reader *r);
void as_journal_read_unit(struct as_journal_reader *r);
void as_journal_read_role(struct as_journal_reader *r);
void as_journal_read_hook(struct as_journal_reader *r);

#endif
