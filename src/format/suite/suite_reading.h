/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_FORMAT_SUITE_SUITE_READING_H
#define AS_FORMAT_SUITE_SUITE_READING_H

/* Inside of the reader of suite files: what its parts share.
 *
 *	suite_read.c    files, and the benchmarks in them
 *	suite_value.c   one value of a key, by its type
 *	suite_grid.c    parameters
 *	suite_check.c   whether what was read makes sense
 *	suite_names.c   which names there are already */

#include "format/suite/suite_file.h"
#include "format/suite/yaml.h"

/* A set of names, each with a number. */
struct as_suite_names {
	struct as_suite_name {
		const char *name;
		size_t number;
	} *v;
	size_t n, room; /* room is a power of two, or 0 */
};

struct as_suite_reader {
	struct as_suite *suite;
	const struct as_suite_loader *from;
	struct as_arena *a; /* of the suite */
	const char **files;
	size_t n_files, cap_files;
	struct as_suite_benchmark *v;
	size_t n, cap;
	struct as_suite_names names; /* of the benchmarks */
	size_t nodes;                /* looked at so far */
	uint32_t file;               /* that is read now */
	struct as_err *err;
};

struct as_suite_place as_suite_place_of(const struct as_suite_reader *r,
	const struct as_yaml *node);

/* as_suite_fail at a node. */
enum as_status as_suite_fail_at(struct as_suite_reader *r, const struct as_yaml *node,
	const char *fmt, ...) AS_PRINTF(3, 4);

/* Count a node that is looked at; AS_ERR_USAGE where aliases multiply them. */
enum as_status as_suite_see(struct as_suite_reader *r, const struct as_yaml *node) AS_MUST_CHECK;

/* The value of a key into its field. */
enum as_status as_suite_value(struct as_suite_reader *r, enum as_suite_key key,
	const struct as_yaml *node, struct as_suite_settings *to) AS_MUST_CHECK;

/* A benchmark's parameters, and in the same way those at the top. */
enum as_status as_suite_read_grid(struct as_suite_reader *r, const struct as_yaml *node,
	struct as_suite_grid *out) AS_MUST_CHECK;

/* Take over from the top what the benchmark does not say, and see whether all of it makes sense
 * together. */
enum as_status as_suite_complete(struct as_suite_reader *r, struct as_suite_benchmark *b,
	const struct as_suite_settings *top) AS_MUST_CHECK;

/* Some benchmark uses every parameter of the top. */
enum as_status as_suite_check_top(struct as_suite_reader *r, const struct as_suite_settings *top)
	AS_MUST_CHECK;

/* Put a name in; *taken receives the number it has already, or else `number`. AS_ERR_MEM. */
enum as_status as_suite_names_add(struct as_suite_names *s, const char *name, size_t number,
	size_t *taken) AS_MUST_CHECK;
void as_suite_names_release(struct as_suite_names *s);

#endif
