/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_PROBE_TWO_CORES_H
#define AS_PROBE_TWO_CORES_H

/* Two processors that are alike, for what is to run at the same time. */

#include <stddef.h>
#include <stdint.h>

#include "probe/probe.h"

/*
 * as_probe_two_cores - the first two of these processors that are two cores of one kind
 *
 *   may  bit c % 64 of word c / 64: processor c may be taken; n words
 *   out  their numbers, ascending
 *
 * Two are alike that are not threads of one core, are in one package, and have the same capacity and
 * greatest frequency; what the system does not say counts as alike. False: reason says why there are
 * none.
 */
bool as_probe_two_cores(const struct as_probe_root *root, const uint64_t *may, size_t n,
	unsigned out[static 2], char reason[static AS_PROBE_REASON]);

#endif
