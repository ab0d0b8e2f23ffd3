/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "report/layout.h"
#include "report/number.h"
#include "report/terminal.h"

/* What is counted at the top: builds, rounds of several commands, executions of one. */
static const char *top_word(const struct as_report_plan *p)
{
	return p->builds ? "build" : p->commands > 1 ? "round" : "execution";
}

static void add_times(struct as_text *t, const struct as_style *style)
{
	as_text_addf(t, " %s" AS_TIE, as_symbols(style)->times);
}

/* "6 builds × 8 executions × 20 iterations", "240 rounds of 2 commands" */
static void add_counts(struct as_text *t, const struct as_style *style,
	const struct as_report_plan *p)
{
	if (p->builds) {
		as_count_add(t, p->builds, "build");
		add_times(t, style);
		as_count_add(t, p->executions, "execution");
	} else {
		as_count_add(t, p->executions, top_word(p));
		if (p->commands > 1) {
			as_text_add(t, " of ");
			as_count_add(t, p->commands, "command");
		}
	}
	if (p->iterations) {
		add_times(t, style);
		as_count_add(t, p->iterations, "iteration");
	}
	if (p->builds && p->commands > 1) {
		as_text_add(t, " for each of ");
		as_count_add(t, p->commands, "command");
	}
}

static void add_expected(struct as_text *t, const struct as_style *style,
	const struct as_report_plan *p)
{
	if (!isfinite(p->half_width))
		return;
	as_text_add(t, ", expected" AS_TIE);
	as_plus_minus_add(t, style, p->half_width);
	as_text_add(t, p->of_ratio ? " on the ratio" : "");
	if (p->confidence > 0) {
		as_text_add(t, " (");
		as_percent_exact_add(t, p->confidence);
		as_text_add(t, AS_TIE "confidence)");
	}
}

/* How the plan stands to what is wanted: beyond its reach, or how sure it is. */
static void add_target(struct as_text *t, const struct as_style *style,
	const struct as_report_plan *p)
{
	size_t top = p->builds ? p->builds : p->executions;

	if (!(p->target > 0))
		return;
	if (p->half_width > 1.005 * p->target) {
		as_text_add(t, "; ");
		as_plus_minus_add(t, style, p->target);
		if (isfinite(p->target_s)) {
			as_text_add(t, " would take" AS_TIE);
			as_duration_add(t, p->target_s);
		} else {
			as_text_add(t, " is out of reach");
		}
	} else if (p->sure > top) {
		as_text_add(t, "; to be 80" AS_TIE "% sure of ");
		as_plus_minus_add(t, style, p->target);
		as_text_add(t, ": ");
		as_count_add(t, p->sure, top_word(p));
	}
}

static void add_too_small(struct as_text *t, const struct as_report_plan *p)
{
	as_text_add(t, "none: this budget buys ");
	as_count_add(t, p->bought, top_word(p));
	as_text_addf(t, "; at least %zu are needed", p->needed);
	if (isfinite(p->needed_s)) {
		as_text_add(t, ", ");
		as_duration_add(t, p->needed_s);
	}
}

void as_report_plan(struct as_text *t, const struct as_style *style,
	const struct as_report_plan *plan)
{
	struct as_text body = {0};

	if (plan->needed) {
		add_too_small(&body, plan);
	} else {
		add_counts(&body, style, plan);
		if (isfinite(plan->seconds)) {
			as_text_add(&body, ", ");
			as_duration_add(&body, plan->seconds);
		}
		add_expected(&body, style, plan);
		add_target(&body, style, plan);
		as_text_add(&body, plan->reused ? "; planned from an earlier dimensioning" : "");
	}
	as_layout_body(t, style, "plan: ", 6, &body);
}
