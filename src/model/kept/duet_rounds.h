/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_KEPT_DUET_ROUNDS_H
#define AS_MODEL_KEPT_DUET_ROUNDS_H

/* Which rounds of a duet belong together (methods-machines.md F): 0 and 1, 2 and 3, and so on, with
 * sides swapped. Which side a subject was on says the order: the first of a round is on the first
 * core. */

#include <stdbool.h>
#include <stdint.h>

/* So many rounds make one value; and pairs that a verdict takes. */
enum { AS_DUET_ROUNDS = 2, AS_DUET_PAIRS = 6, AS_DUET_TURNS = 6, AS_DUET_TURNS_EVERY = 4 };

#define AS_DUET_CORE "core" /* metric of executions: number of the core that each was bound to */

/* The pair of a round, and whether it is the second of it. */
uint32_t as_duet_pair(uint32_t round);
bool as_duet_is_second(uint32_t round);

/* Behind this round both subjects are executed once more, in turns: after each of the first six pairs,
 * then after every fourth. */
bool as_duet_takes_turns(uint32_t round);

/* The two cores, as the facts of the machine name them. */
struct as_machine;
bool as_duet_cores(const struct as_machine *m, unsigned out[2]);

#endif
