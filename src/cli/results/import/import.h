/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_RESULTS_IMPORT_IMPORT_H
#define AS_CLI_RESULTS_IMPORT_IMPORT_H

#include "store/store.h"

/* Keep all experiments of n files in the store, as `assay import` does, and say nothing. A table is
 * divided by its versions. AS_ERR_DATA: one cannot be read. */
enum as_status as_import(struct as_store *store, char *const *files, size_t n,
	struct as_err *err) AS_MUST_CHECK;

#endif
