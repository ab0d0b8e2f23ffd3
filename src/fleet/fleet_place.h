/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_FLEET_FLEET_PLACE_H
#define AS_FLEET_FLEET_PLACE_H

/* Where many machines are: Slurm, or hosts by ssh. A place lists machines, starts one job on one of
 * them, says whether it lives, and ends it. All by the user's own commands; what they print is read
 * by columns that are asked for. Folder fleet: knows nothing of what is measured, prints nothing. */

#include "base/arena.h"
#include "base/text.h"
#include "run/spawner/spawner.h"

enum { AS_FLEET_ID = 32 };

#define AS_FLEET_LOOK_NS INT64_C(2000000000) /* what queues and other machines bear */

/* One machine and what runs there. */
struct as_fleet_job {
	const char *machine;
	const char *name;     /* that no other job has: a word of letters, digits, - and . */
	char id[AS_FLEET_ID]; /* of the job; "": there is none */
	const char *log;      /* what it wrote */
};

struct as_fleet_way;

struct as_fleet_place {
	const struct as_fleet_way *way;
	const char *where;     /* partition, or hosts; "": the usual one */
	const char *directory; /* where jobs run; absolute */
	struct as_arena *arena;
	struct as_spawner *spawner;
	uint32_t command;      /* sh, as the spawner knows it */
};

/*
 * as_fleet_open - the place that a word of --on names: slurm, slurm:PARTITION, ssh:HOST,HOST
 *
 * AS_ERR_USAGE: it is none. AS_ERR_SYS: the spawner cannot be started. Closed by as_fleet_close in
 * any case.
 */
enum as_status as_fleet_open(const char *word, const char *directory, struct as_arena *a,
	struct as_fleet_place *out, struct as_err *err) AS_MUST_CHECK;
void as_fleet_close(struct as_fleet_place *p); /* takes a zeroed one */

/* Machines that can be had, in its order. AS_ERR_USAGE: no such partition. AS_ERR_SYS: the commands
 * are not there, or fail. */
enum as_status as_fleet_machines(struct as_fleet_place *p, const char ***out, size_t *n,
	struct as_err *err) AS_MUST_CHECK;

/* Start a job, a command for a shell, on its machine; its id is filled. AS_ERR_SYS in words. */
enum as_status as_fleet_submit(struct as_fleet_place *p, struct as_fleet_job *job,
	const char *command, struct as_err *err) AS_MUST_CHECK;

/* A job of that name which was started by somebody who did not live to hear its id: fill it, or leave it
 * empty where there is none. AS_ERR_SYS: nobody answers. */
enum as_status as_fleet_find(struct as_fleet_place *p, struct as_fleet_job *job,
	struct as_err *err) AS_MUST_CHECK;

enum as_fleet_life {
	AS_FLEET_GONE,
	AS_FLEET_CANCELLED, /* by somebody, or by a manager that was restarted and gave its number twice */
	AS_FLEET_LIVES,
	AS_FLEET_WAITS, /* it has not begun */
	AS_FLEET_STUCK, /* the same, for a machine that cannot be had */
	AS_FLEET_ENDS,  /* it has ended, which its machine has still to say; a dead one never does */
	AS_FLEET_FORGOTTEN, /* its manager answers, and knows no such job */
	AS_FLEET_UNKNOWN,   /* nobody answers */
};

/* *why: of one that is gone, how it ended, as part of a sentence; of one that waits, what for; of one that
 * lives, the state that this assay does not know; else, and where that is not known, NULL. */
enum as_fleet_life as_fleet_look(struct as_fleet_place *p, const struct as_fleet_job *job,
	const char **why);

/* Ask it to stop; it may write what it has. False: nobody was there to be asked. */
bool as_fleet_cancel(struct as_fleet_place *p, const struct as_fleet_job *job);

/* All has come: n jobs that are still to begin, as after a manager was restarted, need not. */
struct as_fleet_ids {
	const char *const *id;
	size_t n;
};
void as_fleet_withdraw(struct as_fleet_place *p, const struct as_fleet_ids *ids);

/* ---- ways; internal to the folder ---- */

struct as_fleet_way {
	const char *name;
	const char *manager; /* who answers for all machines, as people call it; NULL: each for itself */
	int64_t look_ns;     /* a job is asked about so often at most */
	enum as_status (*machines)(struct as_fleet_place *p, const char ***out, size_t *n,
		struct as_err *err);
	/* The line for a shell that starts a job and prints its id, that says whether it lives (by
	 * its output, or NULL: by its exit status), and that ends it. */
	void (*start)(struct as_text *t, const struct as_fleet_place *p,
		const struct as_fleet_job *job, const char *command);
	void (*look)(struct as_text *t, const struct as_fleet_job *job);
	enum as_fleet_life (*life)(const struct as_launched *r, const char *said, const char **why);
	/* The line that prints the id of the job of that name; nothing where there is none. */
	void (*find)(struct as_text *t, const struct as_fleet_place *p,
		const struct as_fleet_job *job);
	void (*end)(struct as_text *t, const struct as_fleet_job *job);
	/* The line that takes back jobs which have not begun; NULL: they all have. */
	void (*withdraw)(struct as_text *t, const struct as_fleet_ids *ids);
};

extern const struct as_fleet_way as_fleet_slurm, as_fleet_ssh;

/* Run a line of shell; what it wrote, without the last newline, is in the arena. It is ended after
 * 20 s. Goes on where the user has asked to stop. */
enum as_status as_fleet_shell(struct as_fleet_place *p, const char *line, struct as_launched *r,
	const char **said, struct as_err *err) AS_MUST_CHECK;

#endif
