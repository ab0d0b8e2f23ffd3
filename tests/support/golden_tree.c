/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "golden_tree.h"

static size_t depth(const json_t *data)
{
	return json_is_array(data) ? 1 + depth(json_array_get(data, 0)) : 0;
}

static void grow(struct grove *g, const json_t *units, size_t level)
{
	for (size_t u = 0; u < json_array_size(units); u++) {
		const json_t *unit = json_array_get(units, u);
		if (level == 1) {
			grove_value(g, json_number_value(unit));
			continue;
		}
		grow(g, unit, level - 1);
		grove_end(g, level);
	}
}

void golden_tree(struct grove *g, const json_t *data)
{
	grove_init(g, depth(data), 10000);
	grow(g, data, depth(data));
}

struct as_tree_stats golden_stats(const json_t *data)
{
	struct as_tree_stats stats;
	struct grove g;

	golden_tree(&g, data);
	as_tree_stats(&g.tree, &stats);
	grove_release(&g);
	return stats;
}
