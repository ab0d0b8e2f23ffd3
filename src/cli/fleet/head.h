/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_FLEET_HEAD_H
#define AS_CLI_FLEET_HEAD_H

/* Whoever asks many machines to measure one request, and collects what comes of it.
 *
 *	head.c          a request from its beginning to its end
 *	head_machine.c  one machine: its job, and what comes of it
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

struct as_head_machine {
	struct as_fleet_job job;
	enum as_head_state state;
	const char *uuid, *result, *request; /* of its result; files */
	int64_t looked_ns;
	int unknown;        /* so many looks told nothing */
	int ends;           /* so many looks found its job ended, and its machine silent */
	bool again;         /* its job was started a second time: the first was forgotten */
	int waits;          /* so many looks found it waiting */
	struct as_result r; /* of one that came, or of what one that was lost had */
};

struct as_fleet_head {
	struct as_cli *cli;
	const struct as_request *request;
	struct as_store *store; /* NULL: nothing is kept */
	struct as_fleet_place place;
	const char *folder, *program, *uuid;
	int jobs;               /* the file of what was asked; -1: it is not open */
	bool goes_on;           /* it was begun by an assay that did not end it */
	const char **machine;   /* those that can be had */
	size_t n_machines, next;
	struct as_head_machine *v; /* those that were asked */
	size_t n, cap, wanted;
	bool stopped;
	int64_t stopped_ns;
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

/* head_machine.c */

/* A line of the screen about a machine. */
void as_head_say(struct as_fleet_head *h, const char *machine, const char *what);

/* The next machine that can be had and was not asked yet gets a job; *asked is false where there is none. */
enum as_status as_head_ask(struct as_fleet_head *h, bool *asked, struct as_err *err) AS_MUST_CHECK;

/* A machine that was asked before: what became of its job, which is started if it was not. */
enum as_status as_head_recall(struct as_fleet_head *h, size_t i, struct as_err *err) AS_MUST_CHECK;

/* Has its result come, or its job ended without? */
void as_head_look(struct as_fleet_head *h, struct as_head_machine *m);

/* Nothing comes of it but what it had measured. */
void as_head_lose(struct as_fleet_head *h, struct as_head_machine *m, const char *why);

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
