/* SPDX-License-Identifier: MIT */
#ifndef AS_SPAWN_SERVE_H
#define AS_SPAWN_SERVE_H

/* Requests one after the other, until assay leaves. */

#include "spawn/state.h"

/* Serve until assay leaves (returns 0), or sends what cannot be understood (returns 2 after the
 * words of it have been sent). What was started may be alive; as_spawn_end_all ends it. */
int as_spawn_serve(struct as_spawn *sp);

/* End all that is left: what hooks left by TERM and, after the grace, KILL, the rest by KILL. */
void as_spawn_end_all(struct as_spawn *sp);

#endif
