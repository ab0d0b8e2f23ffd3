/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_KEPT_SESSION_H
#define AS_MODEL_KEPT_SESSION_H

/* A session is one stretch of time on one boot of one machine; it ends at a reboot, a suspend, or
 * 30 minutes without measuring (design.md 1). */

#include <stdint.h>

/* Without measuring, for at most so long. */
#define AS_SESSION_PAUSE_NS (INT64_C(30) * 60 * 1000000000)

/* The time a boot was suspended is the difference of two clocks read one after the other, so it is
 * off by what lies between the readings. No suspend is as short as this. */
#define AS_SESSION_SUSPEND_NS INT64_C(1000000000)

/* Beginnings of the names of facts about an experiment's own course: it was gone on with in the
 * same session; gone on with in another one; another one began while it was measured. Each with a
 * number from 2 on, of the stretch that began so, and the first unit of it in its value. */
#define AS_FACT_RESUMED "resumed."
#define AS_FACT_SESSION "session."
#define AS_FACT_PAUSED "paused."

#endif
