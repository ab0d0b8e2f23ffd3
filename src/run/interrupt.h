/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_INTERRUPT_H
#define AS_RUN_INTERRUPT_H

/* Ctrl-C, SIGTERM and SIGHUP while measuring. The signal flag is the only mutable state of run/
 * that outlives a call. */

/* From now on these signals are counted instead of ending the program. Call once. */
void as_interrupt_catch(void);

/* How often the user has asked to stop: once is "stop and show what you have", twice "leave". */
int as_interrupt_count(void);

#endif
