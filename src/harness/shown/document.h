/* SPDX-License-Identifier: MIT */
#ifndef AS_HARNESS_SHOWN_DOCUMENT_H
#define AS_HARNESS_SHOWN_DOCUMENT_H

/* --json: all that was measured, docs/harness.md. */

#include "base/json/json.h"
#include "harness/call.h"

/* The beginning: the clock, and the seed of the order of candidates. */
void as_document_begin(struct as_json *j, const struct as_timer *timer, uint64_t seed);
/* A run, with each of its measurements and the times of its calibrations. */
void as_document_add(struct as_json *j, const struct as_harness_subject *s,
	const struct as_call_result *r);
void as_document_end(struct as_json *j);

#endif
