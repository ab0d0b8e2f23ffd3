/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/alerts/alert_find.h"

#include "base/num.h"

enum as_status as_alert_find(const struct as_alerting *u, const char *word, size_t *out,
	struct as_err *err)
{
	int64_t id = 0;
	size_t i = 0;

	if (!as_parse_i64(word, 1, INT64_MAX, &id))
		return as_fail(err, AS_ERR_USAGE,
			"'%.100s' is no number of an alert; assay alerts shows them", word);
	while (i < u->n && u->v[i].id != id)
		i++;
	*out = i;
	if (i < u->n)
		return AS_OK;
	return as_fail(err, AS_ERR_USAGE,
		"there is no alert %lld; assay alerts shows those that are open, with --all all "
		"of them",
		(long long)id);
}
