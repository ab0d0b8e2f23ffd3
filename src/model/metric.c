/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/metric.h"

#include <string.h>

const struct as_metric as_metrics[AS_METRICS_BUILTIN] = {
#define AS_METRIC(id, name, unit, better, level, describe) \
	{name, unit, AS_BETTER_##better, AS_LEVEL_##level, describe},
#include "model/metrics.def"
#undef AS_METRIC
};

const char *const as_level_names[AS_MODEL_LEVELS] = {"iteration", "execution", "build", "session"};

bool as_metric_is_time(const struct as_metric *m)
{
	return !strcmp(m->unit, "ns");
}

const struct as_metric *as_metric_find(const char *name)
{
	for (size_t i = 0; i < AS_METRICS_BUILTIN; i++)
		if (!strcmp(as_metrics[i].name, name))
			return &as_metrics[i];
	return NULL;
}
