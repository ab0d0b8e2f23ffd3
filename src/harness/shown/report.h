/* SPDX-License-Identifier: MIT */
#ifndef AS_HARNESS_SHOWN_REPORT_H
#define AS_HARNESS_SHOWN_REPORT_H

/* The reporter protocol: what `assay run` is told of the iterations of this process. */

#include "harness/call.h"

/*
 * as_report_begin - open PATH.<pid> and write the first line
 *
 *   path  of ASSAY_REPORT
 *   fd    receives the file; closed by the caller
 *
 * AS_ERR_SYS if it cannot be written.
 */
AS_MUST_CHECK enum as_status as_report_begin(const char *path, int *fd, struct as_err *err);

/* Answer the question of ASSAY_LIST: append to the file of that path which benchmarks there are.
 * AS_ERR_SYS, AS_ERR_MEM. */
AS_MUST_CHECK enum as_status as_harness_report_list(const char *path,
	const struct as_subjects *subjects,
	struct as_err *err);

/*
 * as_report_result - add what came of a run: each measurement an iteration, those of calibration
 * warm-up, numbers of its own as metrics of the execution; or why it failed
 *
 * Written in pieces of whole lines of at most 4096 bytes. AS_ERR_SYS, AS_ERR_MEM.
 */
AS_MUST_CHECK enum as_status as_report_result(int fd, const struct as_harness_subject *subject,
	const struct as_call_result *r, struct as_err *err);

#endif
