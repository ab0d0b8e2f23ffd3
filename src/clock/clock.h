/* SPDX-License-Identifier: MIT */
#ifndef AS_CLOCK_CLOCK_H
#define AS_CLOCK_CLOCK_H

/* Instants and durations.
 *
 * Folder clock: the only one that reads clocks besides the spawner's two time stamps. Instants and
 * durations are int64_t nanoseconds; double appears only where statistics begin. */

#include <stdint.h>

/* CLOCK_MONOTONIC now, in ns. It is the clock of the reporter protocol's t=. About 20 ns. */
int64_t as_clock_now(void);

/* CLOCK_BOOTTIME minus CLOCK_MONOTONIC, in ns: how long this boot has been suspended. */
int64_t as_clock_suspended(void);

/* CLOCK_REALTIME now, in ns since 1970. For dates only: it can be set back. */
int64_t as_clock_date(void);

/* Processor time that a process has used so far, in ns, all its threads; pid 0 is this one. 0 where
 * it cannot be told: there is no such process. About 1 us. */
int64_t as_clock_used(long pid);

#endif
