/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_INTERRUPT_H
#define AS_RUN_INTERRUPT_H

#include <stdbool.h>

/* Ctrl-C, SIGTERM and SIGHUP while measuring. The flags of signals are the only mutable state of
 * run/ that outlives a call. */

/* From now on these signals are counted instead of ending the program. Call once. */
void as_interrupt_catch(void);

/* Nothing runs that would have to be ended first, and what was measured is in a journal: until this
 * is said no more, SIGTERM, SIGHUP and a second Ctrl-C end the program at once. */
void as_interrupt_ends(bool at_once);

/* How often the user has asked to stop: once is "stop and show what you have", twice "leave". */
int as_interrupt_count(void);

#endif
