/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_FORMAT_NATIVE_NATIVE_H
#define AS_FORMAT_NATIVE_NATIVE_H

/* assay's own format of data: JSON that holds everything the store holds of an experiment, and
 * reads back as the same. docs/formats.md describes it, docs/assay-experiment.schema.json is its
 * schema. What --json writes (assay_json.h) is the analysis and is not read back; what both have
 * has the same names in both. */

#include "base/stream.h"
#include "model/kept/experiment.h"

/*
 * as_native_write - the experiment as JSON, in pieces of at most some 100 KB
 *
 * The same experiment gives the same bytes, whatever store it comes from: its numbers in a store
 * (id and session) are not written. AS_ERR_ARG if it is inconsistent, AS_ERR_MEM, or what the sink
 * says.
 */
enum as_status as_native_write(const struct as_experiment *x, const struct as_sink *to,
	struct as_err *err) AS_MUST_CHECK;

/*
 * as_native_read - an experiment from JSON
 *
 *   name   of the file, for words
 *   out    freed by the caller with as_experiment_free
 *
 * Nothing of the file is trusted: what is read has passed as_experiment_check. Needs the memory of
 * the experiment and 64 KiB. AS_ERR_DATA with line, column and path of what is wrong.
 */
enum as_status as_native_read(const struct as_source *from, const char *name,
	struct as_experiment **out, struct as_err *err) AS_MUST_CHECK;

#endif
