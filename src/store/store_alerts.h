/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STORE_STORE_ALERTS_H
#define AS_STORE_STORE_ALERTS_H

/* Changes of histories as something to be dealt with (model/kept/alert.h), as a store keeps them. */

#include "model/kept/alert.h"
#include "store/store.h"

/* All of them, of all projects, the oldest first, in memory of a. */
enum as_status as_store_alerts(struct as_store *s, struct as_arena *a, struct as_alert **out,
	size_t *n, struct as_err *err) AS_MUST_CHECK;

/* How often alerts were written, all together: another number when one has changed. */
enum as_status as_store_alert_edits(struct as_store *s, int64_t *out,
	struct as_err *err) AS_MUST_CHECK;

/*
 * as_store_put_alerts - write those that are dirty, all of them or none
 *
 *   v   n of them: all that as_store_alerts has given, and new ones, which get a number
 *
 * AS_ERR_STORE with words where another process has written some since they were read.
 */
enum as_status as_store_put_alerts(struct as_store *s, struct as_alert *v, size_t n,
	struct as_err *err) AS_MUST_CHECK;

#endif
