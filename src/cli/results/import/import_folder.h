/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_RESULTS_IMPORT_IMPORT_FOLDER_H
#define AS_CLI_RESULTS_IMPORT_IMPORT_FOLDER_H

/* The results that lie in a folder, such as target/criterion or the results of asv. */

#include <stdbool.h>
#include <stddef.h>

#include "cli/verb.h"

/* Names of files, in the order in which they are taken. Released with as_import_list_release. */
struct as_import_list {
	char **v;
	size_t n, cap;
};

enum as_status as_import_list_add(struct as_import_list *files, const char *name,
	struct as_err *err) AS_MUST_CHECK;
void as_import_list_release(struct as_import_list *files);

bool as_is_folder(const char *name);

/*
 * as_folder_add - the files in a folder, and in its folders, that are results for sure
 *
 * By their names in order. A file counts by what it begins with; what is read only where it is
 * named (a column of numbers) does not. Links, devices and pipes are left alone, and so is what lies
 * in .git. Standard output says what was found, and how much was left alone; without cli nothing does. AS_ERR_DATA if there is
 * no result in it, or if more than AS_FOLDER_FILES files are.
 */
enum { AS_FOLDER_FILES = 100000 };
enum as_status as_folder_add(struct as_cli *cli, const char *folder, struct as_import_list *files,
	struct as_err *err) AS_MUST_CHECK;

#endif
