/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/planning/plan_detect.h"

#include <math.h>
#include <string.h>

#include "analyse/plan/detect.h"
#include "base/num.h"
#include "cli/screen_out.h"
#include "format/json/assay_json.h"
#include "report/draw/terminal.h"

static enum as_status read_changes(const char *value, struct as_seeing *out, struct as_err *err)
{
	const char *s = value;

	while (out->n < AS_DETECT_MAX) {
		char one[32];
		const size_t n = strcspn(s, ",");
		double *change = &out->v[out->n].change;
		if (n >= sizeof one)
			break;
		memcpy(one, s, n);
		one[n] = 0;
		if (!as_parse_percent(one, change) || !(*change > 0 && *change <= 100))
			break;
		out->n++;
		if (!s[n])
			return AS_OK;
		s += n + 1;
	}
	return as_args_bad(AS_OPT_DETECT, value,
		"percentages above 0 % with commas between, 16 at most, such as 0.5%,1%,3%", err);
}

/* A unit that is compared, with as many below it as there were, warm-up iterations among them. */
static struct as_detect_unit unit_of(const struct as_dimension *d, const struct as_planning *p)
{
	const size_t top = p->n_levels - 1;
	struct as_detect_unit u = {.executions = 1,
		.least = p->r_min[top] > AS_TOP_MIN ? p->r_min[top] : AS_TOP_MIN};

	for (size_t i = 0; i <= top; i++) {
		const size_t level = d->bottom + i;
		const double below = i ? d->level[level - 1].pilot +
				(level == AS_LEVEL_EXECUTION ? d->warmup : 0)
					       : 0;
		u.cost_s = p->cost_s[i] + below * u.cost_s;
		if (level == AS_LEVEL_BUILD)
			u.executions = d->level[AS_LEVEL_EXECUTION].pilot;
	}
	if (!(u.cost_s > 0))
		u.cost_s = (double)NAN;
	return u;
}

enum as_status as_plan_detect(struct as_cli *cli, const struct as_experiment *x, size_t metric,
	const struct as_dimension *d, const struct as_planning *p, struct as_err *err)
{
	static const struct as_share_range shares = {.max = 1,
		.open = true,
		.words = "a percentage above 0 % and below 100 %, such as 90%"};
	const struct as_detect_unit unit = unit_of(d, p);
	struct as_seeing found = {.power = 0.9};
	struct as_style style = as_screen_style(cli);
	struct as_text t = {0};
	enum as_status st = read_changes(as_args_value(cli->args, AS_OPT_DETECT), &found, err);

	if (!st)
		st = as_args_percent(cli->args, AS_OPT_POWER, &shares, &found.power, err);
	if (!st)
		st = as_detect_of(x, metric, &unit, &found, err);
	if (st)
		return st;
	if (as_args_has(cli->args, AS_OPT_JSON))
		as_json_detection(&t, &found);
	else
		as_report_detection(&t, &style, &found);
	st = as_screen_print(cli, &t, err);
	as_text_release(&t);
	return st;
}
