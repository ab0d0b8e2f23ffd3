/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_JOURNAL_JOURNAL_FRAMES_H
#define AS_RUN_JOURNAL_JOURNAL_FRAMES_H

/* Inside of the journal: its frames, and the journal that is written. */

#include "model/fields/fields.h"
#include "run/journal/journal.h"
#include "spawn/wire/wire.h"

#define AS_JOURNAL_MAGIC "assay-journal 1\n" /* 16 bytes */

enum {
	AS_JOURNAL_MAGIC_BYTES = 16,
	AS_JOURNAL_HASH_BYTES = 8,    /* at the beginning of every body */
	AS_JOURNAL_ITERATIONS = 8192, /* in one frame, at most */
};

/* Never renumbered. */
enum as_journal_frame {
	AS_FRAME_HEAD = 1,       /* which experiment; of earlier versions also the words of assay */
	AS_FRAME_MACHINE = 2,
	AS_FRAME_PLAN = 3,       /* and the criterion */
	AS_FRAME_SUBJECT = 4,
	/* 5 was never in a release */
	AS_FRAME_METRIC = 6,     /* its number from here on */
	AS_FRAME_ITERATIONS = 7, /* of the unit that follows; there may be several */
	AS_FRAME_UNIT = 8,
	AS_FRAME_ROLE = 9,
	AS_FRAME_HOOK = 10,
	AS_FRAME_ELAPSED = 11,
	AS_FRAME_SESSION = 12,   /* it was gone on with */
	AS_FRAME_SALVAGED = 13,
	AS_FRAME_DONE = 14,      /* complete rounds so far */
	AS_FRAME_DIMENSION = 15, /* what was recalled for the plan */
	/* how many tags each of as_kept_fields has from here on, even before the head; not there
	 * where all have as many as journals had before there was this frame */
	AS_FRAME_FIELDS = 16,
	AS_FRAME_REQUEST = 17,   /* run/request/settings.h, as JSON */
};

struct as_journal {
	char *folder, *path, *keep;
	char uuid[AS_JOURNAL_UUID + 1];
	const char *request;      /* JSON, until it is begun */
	int fd;                   /* -1 until it is begun or claimed */
	bool claimed;
	bool kept;                /* as_journal_keep has made its folder */
	struct as_wire_out out;   /* frames that are not written yet */
	struct as_wire_out plan;  /* the last frame of the plan */
	int64_t whole;            /* bytes of the file up to the end of the last whole frame */
	size_t n_metrics, n_units;
	size_t n_subjects;        /* the first ones, that are in it */
	uint32_t done;            /* complete rounds, as last written */
	int64_t synced_ns;        /* CLOCK_MONOTONIC */
	int64_t retry_ns;         /* there was no room: when to try again; 0: there was */
	bool failed;
	char error[256];
};

/* The hash that stands at the beginning of a frame's body. */
uint64_t as_journal_hash(uint32_t type, const unsigned char *contents, size_t n);

/* ---- journal_write.c ---- */

size_t as_journal_open_frame(struct as_journal *j, enum as_journal_frame type);
void as_journal_end_frame(struct as_journal *j, size_t at);

/* Write out what waits, now. */
void as_journal_write_out(struct as_journal *j);

/* The same; where there was no room, at most once a second. */
void as_journal_flush(struct as_journal *j);

/* ---- journal_frames.c: what a frame holds ---- */

/* AS_FRAME_FIELDS, where it is needed. */
void as_journal_put_tags(struct as_journal *j);

void as_journal_put_head(struct as_journal *j, const struct as_experiment *x);
void as_journal_put_machine(struct as_journal *j, const struct as_machine *m);

/* The fields of the struct at base that have a tag, in the order of their tags: numbers of up to 4
 * bytes as u32, others and doubles as 8 bytes, texts as strings. wide: all of them as 8 bytes; what
 * is a text is not there. */
void as_journal_put_fields(struct as_wire_out *w, const struct as_fields *t, const void *base,
	bool wide);

#endif
