/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_ANSWER_LISTING_H
#define AS_MODEL_ANSWER_LISTING_H

/* One line of `assay list`: what is known of an experiment without reading its tree. The store
 * reads it from columns alone; report/ writes it. A number that does not exist is NaN. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/kept/plan.h"

struct as_listing {
#include "model/fields/members.def"
#include "model/fields/listing.def"
};

#endif
