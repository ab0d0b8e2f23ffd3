/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_RESULTS_IMPORT_READ_H
#define AS_CLI_RESULTS_IMPORT_READ_H

/* Files on their way into a store: read, divided by their versions, and summarised. */

#include "cli/results/result.h"

struct as_import_read {
	const char *file;
	enum as_status st; /* of reading; why it failed is beside it */
	struct as_err why;
	struct as_result *v; /* the experiments of the file with what a store keeps of each */
	size_t n;
	char *remarks, *unused; /* as struct as_experiment has them */
};

/* Files of so many bytes together are read at once. */
enum { AS_IMPORT_AT_ONCE = 64, AS_IMPORT_BYTES = 32 << 20 };

/* How many of the files, from the first on, as_import_read is to read at once: one or more. */
size_t as_import_batch(char *const *files, size_t n);

/* Read n files, on as many processors as there are, into out. args NULL: there are none. */
void as_import_read(const struct as_args *args, char *const *files, size_t n,
	struct as_import_read *out);

void as_import_read_release(struct as_import_read *r); /* one of them */

#endif
