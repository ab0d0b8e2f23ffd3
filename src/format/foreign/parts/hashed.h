/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_FORMAT_FOREIGN_PARTS_HASHED_H
#define AS_FORMAT_FOREIGN_PARTS_HASHED_H

/* The bytes of a source, and a hash of all that have been read: what an experiment's uuid is made
 * of, so that a file imported again is known. */

#include <stdint.h>

#include "base/stream.h"

struct as_hashed;
struct as_hashed *as_hashed_new(const struct as_source *from); /* NULL when out of memory */
void as_hashed_free(struct as_hashed *h); /* takes NULL */
struct as_source as_hashed_source(struct as_hashed *h);
void as_hashed_sum(const struct as_hashed *h, uint64_t out[2]);

#endif
