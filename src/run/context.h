/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_CONTEXT_H
#define AS_RUN_CONTEXT_H

/* What is alive around a request while it is carried out: where units are written to and taken
 * from, what is remembered, who is asked. A request alone is plain data (run/request/request.h). */

#include "model/joined/rows.h"
#include "model/kept/experiment.h"
#include "plan/lessons.h"
#include "run/build/checkout.h"
#include "run/request/request.h"

/* Which command ended everything, before there was anything to be said of it. */
struct as_trouble {
	bool any;
	bool build;     /* its first build; else its first execution, or a hook of it */
	bool missing;   /* there is no such program */
	bool nowhere;   /* the command names a file that none of the versions has */
	size_t command;
};

struct as_benchmarks; /* run/reporter/reported_benchmarks.h */

/* Programs that are built are asked for their benchmarks when their first build is there. */
struct as_asking {
	void *context;
	/* Command i of r has told of these, which may be none: put a command for each that is
	 * wanted in its place. AS_ERR_USAGE, AS_ERR_BENCH. */
	enum as_status (*take)(void *context, struct as_request *r, size_t i,
		struct as_benchmarks *b, struct as_err *err);
	/* Those of another build: leave the ones that are wanted. */
	void (*choose)(void *context, struct as_benchmarks *b);
	/* All were asked. AS_ERR_USAGE: something that is wanted was none of theirs. */
	enum as_status (*finish)(void *context, struct as_err *err);
};

/* Builds that are made in one place and executed in others. */
struct as_made {
	const char *folder; /* of their copies, a folder each, named by subject and hash; absolute */
	/* what was built, with a unit for each; NULL: they are made now, tried, and put there, and nothing is
	 * measured */
	const struct as_experiment *x;
};

struct as_journal; /* run/journal/journal.h */
struct as_replay;  /* run/replay.h */

/* All of it may be NULL. */
struct as_run_context {
	/* what reads the results of Google Benchmark, and of Go's benchmarks */
	as_rows_reader *google, *go;
	const struct as_checkout *checkouts; /* folders of versions, which commands name */
	const struct as_asking *asking; /* NULL: what is built is measured as it is */
	const struct as_memory *memory; /* what was learnt before; NULL: nothing */
	bool *identical; /* set where the commands are built, and the first builds of all of them,
			  * made with one seed, are the same program: nothing is measured then, if
			  * the request does not ask for it. NULL: measure */
	struct as_text *unlike; /* set with it: the sections in which their files differ all the
				 * same, none of which is of the program; NULL: not wanted */
	struct as_trouble *trouble; /* filled where a failure ends everything; NULL: not wanted */
	const char *request; /* as it was written (run/request/settings.h), to be kept; NULL: it is not */
	const char *uuid; /* that the experiment is to have; NULL: a new one */
	const struct as_made *made; /* NULL: builds are made and executed here */
	struct as_journal *journal;     /* to be written; NULL: none */
	const struct as_replay *replay; /* units that are measured already; NULL: none */
};

/* What reads the results of programs that speak so; NULL: they speak our own protocol. */
as_rows_reader *as_rows_reader_of(const struct as_run_context *with, enum as_speaks speaks);

/* The folder of the command's version; NULL: the user's directory. */
const struct as_checkout *as_checkout_of(const struct as_run_context *with,
	const struct as_command *c);

#endif
