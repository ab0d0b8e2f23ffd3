/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_RESULTS_IMPORT_IMPORT_READ_H
#define AS_CLI_RESULTS_IMPORT_IMPORT_READ_H

/* Files on their way into a store: read, divided by their versions, and summarised. */

#include <pthread.h>

#include "cli/results/result.h"

struct as_import_read {
	const char *file;
	enum as_status st; /* of reading; why it failed is beside it */
	struct as_err why;
	struct as_result *v; /* the experiments of the file with what a store keeps of each */
	size_t n;
	char *remarks, *unused; /* as struct as_experiment has them */
};

/* Files of so many bytes together are read at once, while those before them are kept. */
enum { AS_IMPORT_AT_ONCE = 32, AS_IMPORT_BYTES = 16 << 20 };

struct as_import_batch {
	const struct as_args *args; /* NULL: there are none */
	struct as_import_read v[AS_IMPORT_AT_ONCE];
	size_t n; /* of v; 0: there is no file left */
	pthread_t thread;
	bool ahead; /* the thread reads them */
};

/*
 * as_import_begin - begin to read the first of these files, beside whatever the caller does
 *
 *   out   how many there are is known at once; of v nothing may be touched before as_import_wait,
 *         which follows in any case. b->args is the caller's
 *
 * On as many processors as there are. Stores are left to as_import_wait, which reads them in the
 * caller's thread; so is everything where no thread can be had.
 */
void as_import_begin(struct as_import_batch *b, char *const *files, size_t n);
void as_import_wait(struct as_import_batch *b);

void as_import_read_release(struct as_import_read *r); /* one of them */

#endif
