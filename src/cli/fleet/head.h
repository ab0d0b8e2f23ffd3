/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_FLEET_HEAD_H
#define AS_CLI_FLEET_HEAD_H

/* Whoever asks many machines to measure one request, and collects what comes of it.
 *
 *	head.c          a request from its beginning to its end
 *	head_machine.c  one machine: its job, and what comes of it
 *	head_silence.c  how long is waited for somebody who does not answer
 *	head_jobs.c     what was asked of whom, written down, so that it can be gone on with
 *	sent.c          what goes to the machines beside the request
 *
 * All of a request lies in one folder that the machines share, .assay-fleet- and half of the request's
 * uuid. Results have the rest of their uuid by the number of the machine, so that who goes on knows them. */

#include "analyse/result/question.h"
#include "cli/verb.h"
#include "fleet/fleet_place.h"
#include "run/request/request.h"
#include "store/store.h"

enum as_head_state { AS_HEAD_RUNS, AS_HEAD_CAME, AS_HEAD_LOST };

/* How long a state that may pass has to last until it is believed, and how long is waited for an answer. */
#define AS_HEAD_SETTLES_NS INT64_C(10000000000)
#define AS_HEAD_SILENT_NS INT64_C(60000000000)

/* Of a manager, or of a machine that answers for itself. */
struct as_head_silence {
	int64_t since_ns, asked_ns; /* 0: it answers */
	bool over;                  /* it was waited for long enough */
};

struct as_head_machine {
	struct as_fleet_job job;
	enum as_head_state state;
	const char *uuid, *result, *request; /* of its result; files */
	int64_t looked_ns;
	enum as_fleet_life seen;  /* what it was found to be, since when, and what was said of it */
	int64_t since_ns;
	enum as_fleet_life told;
	struct as_head_silence silence;
	bool ended; /* its job was told to stop */
	bool again; /* its job was started a second time: the first was forgotten */
	struct as_result r; /* of one that came, or of what one that was lost had */
};

struct as_fleet_head {
	struct as_cli *cli;
	const struct as_request *request;
	struct as_store *store; /* NULL: nothing is kept */
	struct as_fleet_place place;
	const char *folder, *program, *uuid;
	int jobs;               /* the file of what was asked; -1: it is not open */
	bool brief;             /* only what goes wrong is told */
	bool goes_on;           /* it was begun by an assay that did not end it */
	const char **machine;   /* those that can be had */
	size_t n_machines, next;
	struct as_head_machine *v; /* those that were asked */
	size_t n, cap, wanted;
	bool stopped;
	int64_t stopped_ns;
	struct as_head_silence silence; /* of the manager, if there is one */
	int64_t (*now)(void);           /* NULL: as_clock_now */
};

/* The folder of a request, below `directory`. NULL when out of memory. */
const char *as_head_folder(const char *directory, const char *uuid, struct as_arena *a);

/*
 * as_head_open - a folder for the request of that uuid; or the one that is there, with what was asked of whom
 *
 * To be closed by as_head_close, also on failure. AS_ERR_USAGE: --on names no place, or machines that
 * cannot be had. AS_ERR_SYS.
 */
enum as_status as_head_open(struct as_fleet_head *h, struct as_err *err) AS_MUST_CHECK;

/*
 * as_head_measure - have the machines measure the request, and wait for all of them
 *
 * What was sent lies in the folder. Each result is put into the store as it comes. A machine that is lost is
 * replaced by one that was not asked yet; what it had measured counts if that is enough. The exit status
 * of a stop, and of machines that are missing, is raised.
 *
 *   out   results of n machines, the head's
 *
 * AS_ERR_BENCH: fewer than two gave a result. AS_ERR_USAGE, AS_ERR_SYS.
 */
enum as_status as_head_measure(struct as_fleet_head *h, struct as_result **out, size_t *n,
	struct as_err *err) AS_MUST_CHECK;

/* With `all` nothing stays in the folder, else what is left of machines that were lost. */
void as_head_close(struct as_fleet_head *h, bool all);

/* ---- inside ---- */

/* head_say.c */

/* A line of the screen about a machine, or whoever answers for it. */
void as_head_say(struct as_fleet_head *h, const char *machine, const char *what);

/* head_machine.c */

/* The next machine that can be had and was not asked yet gets a job; *asked is false where there is none. */
enum as_status as_head_ask(struct as_fleet_head *h, bool *asked, struct as_err *err) AS_MUST_CHECK;

/* A machine that was asked before: what became of its job, which is started if it was not. */
enum as_status as_head_recall(struct as_fleet_head *h, size_t i, struct as_err *err) AS_MUST_CHECK;

/* Has its result come, or its job ended without? */
void as_head_look(struct as_fleet_head *h, struct as_head_machine *m);

/* Nothing comes of it but what it had measured. */
void as_head_lose(struct as_fleet_head *h, struct as_head_machine *m, const char *why);

/* head_silence.c */

int64_t as_head_now(const struct as_fleet_head *h);

/* Whoever answers for the machine did not, or did. True: it was waited for long enough. */
bool as_head_silent(struct as_fleet_head *h, struct as_head_machine *m);
void as_head_answers(struct as_fleet_head *h, struct as_head_machine *m);

/* Is it to be asked now? While a manager is silent, one question at a time is enough. */
enum as_head_asking { AS_HEAD_NOW, AS_HEAD_LATER, AS_HEAD_IN_VAIN };
enum as_head_asking as_head_asks(struct as_fleet_head *h, struct as_head_machine *m);

/* Why a machine is lost then. */
const char *as_head_silent_words(struct as_fleet_head *h);

/* head_jobs.c */

/* Room for one more, with its files, uuid and name. */
enum as_status as_head_add(struct as_fleet_head *h, const char *machine,
	struct as_err *err) AS_MUST_CHECK;

/* What was written down, into h->v; or a new file. */
enum as_status as_head_open_jobs(struct as_fleet_head *h, struct as_err *err) AS_MUST_CHECK;

/* Machine i is asked now; its job has an id; it is lost. On the disk when this returns. */
enum as_status as_head_note_asked(struct as_fleet_head *h, size_t i,
	struct as_err *err) AS_MUST_CHECK;
enum as_status as_head_note_job(struct as_fleet_head *h, size_t i,
	struct as_err *err) AS_MUST_CHECK;
void as_head_note_lost(struct as_fleet_head *h, size_t i);

#endif
