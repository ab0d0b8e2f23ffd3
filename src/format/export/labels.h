/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_FORMAT_EXPORT_LABELS_H
#define AS_FORMAT_EXPORT_LABELS_H

/* The units of one level by parent and label, in the order of their first appearance; labels are
 * numbers, or texts as numbers (model/joined/texts.h). Made for labels that count up within their parent: these take 4 bytes a
 * unit, or 8 where parents take turns, and no search. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/joined/texts.h"

/* What a unit is called among those of its parent: a number it was written as, or a text. */
uint64_t as_label_of_number(uint64_t number);
uint64_t as_label_of_text(uint32_t text);

/* The children of one parent that were labelled first, first + 1, ... in this order. If they came
 * one after the other, they are the units base, base + 1, ...; if children of others came in
 * between, they are those of the list of number base. */
struct as_brood {
	uint64_t first;
	/* numbers of this parent are among the strays */
	uint32_t base, n : 30, listed : 1, strays : 1;
};

struct as_brood_list {
	uint32_t *unit; /* as many as the brood has */
	size_t cap;
};

struct as_stray {
	uint64_t label;
	uint32_t parent, unit; /* unit + 1, 0 if the slot is empty */
};

/* Units of one level. */
struct as_units {
	uint32_t *parent; /* of each of n */
	size_t n, cap;
	struct as_brood *brood; /* of each parent that has children */
	size_t n_broods, cap_broods;
	struct as_brood_list *list;
	size_t n_lists, cap_lists;
	struct as_stray *slot; /* those in no brood */
	size_t n_slots, n_strays;
};

void as_units_release(struct as_units *u);

/* The unit of that label in that parent, new if it was not there; false when out of memory, or
 * beyond 2^32 - 2 units. Labels are made by the functions above. */
bool as_units_add(struct as_units *u, uint32_t parent, uint64_t label, uint32_t *out);

#endif
