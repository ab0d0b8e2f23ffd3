/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_TESTS_GOLDEN_TREE_H
#define AS_TESTS_GOLDEN_TREE_H

/* Trees from golden files. */

#include "golden.h"
#include "grove.h"
#include "stat/core/tree/tree.h"

/* The tree that nested lists describe, the top level outermost; released with grove_release. */
void golden_tree(struct grove *g, const json_t *data);

/* The same as a table of its levels. */
struct as_tree_stats golden_stats(const json_t *data);

#endif
