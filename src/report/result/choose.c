/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/result/choose.h"

#include <string.h>

enum as_row_topic as_topic_of_saying(size_t id)
{
	static const unsigned char topics[AS_SAYINGS] = {
#define AS_ALIKE_SAY(topic, id) [AS_SAY_##id] = AS_TOPIC_##topic,
#define AS_ALIKE_FINDING(topic, id)
#include "report/result/alike.def"
#undef AS_ALIKE_SAY
#undef AS_ALIKE_FINDING
	};

	return (enum as_row_topic)topics[id];
}

enum as_row_topic as_topic_of_finding(int id)
{
	static const unsigned char topics[AS_FINDINGS_KNOWN] = {
#define AS_ALIKE_SAY(topic, id)
#define AS_ALIKE_FINDING(topic, id) [AS_FINDING_##id] = AS_TOPIC_##topic,
#include "report/result/alike.def"
#undef AS_ALIKE_SAY
#undef AS_ALIKE_FINDING
	};

	return id >= 0 && id < (int)AS_FINDINGS_KNOWN ? (enum as_row_topic)topics[id]
							 : AS_TOPIC_OWN;
}

static bool is_said(const struct as_row_choice *row, size_t i, const size_t *out, size_t n)
{
	for (size_t k = 0; k < n; k++) {
		const struct as_row_choice *said = &row[out[k]];
		if (out[k] == i || !strcmp(said->body, row[i].body) ||
			(said->topic && said->topic == row[i].topic))
			return true;
	}
	return false;
}

size_t as_rows_choose(const struct as_row_choice *row, size_t n, size_t most, size_t *out)
{
	size_t chosen = 0;

	while (chosen < most) {
		size_t best = n;
		for (size_t i = 0; i < n; i++)
			if (row[i].importance >= AS_IMPORTANCE_SHOWN &&
				(best == n || row[i].importance > row[best].importance) &&
				!is_said(row, i, out, chosen))
				best = i;
		if (best == n)
			break;
		out[chosen++] = best;
	}
	return chosen;
}
