/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What assay alerts keeps. */
#include <stdlib.h>

#include "cli/screen_out.h"
#include "cli/serve/site.h"
#include "format/json/assay_json.h"
#include "model/fields/vocabulary.h"
#include "report/history/alerts_screen.h"
#include "store/store_alerts.h"

enum { SHOWN = 60, PLAIN = 20 };

enum as_status as_visit_alerts(struct as_visit *v, struct as_visit_alerts *out, struct as_err *err)
{
	*out = (struct as_visit_alerts){0};
	enum as_status st =
		as_store_alerts(v->store, v->ask->arena, &out->all, &out->of, err);
	if (st)
		return st;
	out->v = as_arena_array(v->ask->arena, out->of, sizeof *out->v);
	if (!out->v)
		return as_fail_memory(err);
	const size_t n = out->of;
	out->of = 0;
	for (size_t i = n; i-- > 0;) {
		const struct as_alert *a = &out->all[i];
		if (!as_visit_may_see(v, a->project))
			continue;
		out->of++;
		out->open += as_alert_is_open(a->state);
		if (as_visit_fits(v, a->name, a->subject))
			out->v[out->n++] = a;
	}
	return AS_OK;
}

/* What is open first, then what was dealt with; of these the newest first. */
static int by_life(const void *a, const void *b)
{
	const struct as_alert *x = *(const struct as_alert *const *)a;
	const struct as_alert *y = *(const struct as_alert *const *)b;
	const int stage = as_page_alert_stage(x) - as_page_alert_stage(y);

	if (stage)
		return stage;
	if (x->changed_ns != y->changed_ns)
		return x->changed_ns < y->changed_ns ? 1 : -1;
	return x->id < y->id ? 1 : -1;
}

enum as_status as_page_of_alerts(struct as_visit *v, struct as_err *err)
{
	struct as_style style = as_screen_style(&v->cli);
	struct as_text text[2] = {{0}, {0}};
	struct as_visit_alerts a;
	enum as_status st = as_visit_alerts(v, &a, err);

	if (st)
		return st;
	qsort(a.v, a.n, sizeof(const struct as_alert *), by_life);
	const struct as_visit_part part = as_visit_part(v, a.n, a.of, SHOWN);
	const size_t shown = part.to - part.from;
	as_page_alerts(&text[0], &style,
		&(struct as_page_alerts){
			a.v + part.from, shown, a.open, a.of - a.open, as_triage_may},
		&part.part);
	style.colour = false;
	as_report_alerts(&text[1], &style, a.v + part.from, shown < PLAIN ? shown : PLAIN, 0);
	return as_visit_show_one(v, "Alerts", "alerts", "alerts", text, err);
}

enum as_status as_api_alerts(struct as_visit *v, struct as_err *err)
{
	struct as_text t = {0};
	struct as_visit_alerts a;
	enum as_status st = as_visit_alerts(v, &a, err);

	if (!st)
		as_json_alerts(&t, a.v, a.n);
	return st ? st : as_visit_data(v, AS_TYPE_JSON, NULL, &t, err);
}

static void add_row(struct as_text *t, const struct as_alert *a)
{
	as_text_addf(t, "%lld", (long long)a->id);
	as_csv_text(t, false, as_word(&as_alert_words, a->state));
	as_csv_text(t, false, as_alert_is_open(a->state) ? "yes" : "no");
	as_csv_text(t, false, as_alert_is_worse(a) ? "yes" : "no");
	as_csv_text(t, false, a->name);
	as_csv_text(t, false, a->parameters);
	as_csv_text(t, false, a->metric);
	as_csv_text(t, false, a->unit);
	as_csv_text(t, false, a->host);
	as_csv_text(t, false, a->relative ? "yes" : "no");
	as_csv_number(t, a->size);
	as_csv_number(t, a->lo);
	as_csv_number(t, a->hi);
	as_csv_text(t, false, a->at);
	as_csv_instant(t, a->date_ns);
	as_csv_text(t, false, a->subject);
	as_csv_instant(t, a->suspected_ns);
	as_csv_instant(t, a->changed_ns);
	as_csv_text(t, false, a->reason);
	as_text_char(t, '\n');
}

enum as_status as_api_alerts_csv(struct as_visit *v, struct as_err *err)
{
	struct as_text t = {0};
	struct as_visit_alerts a;
	enum as_status st = as_visit_alerts(v, &a, err);

	as_text_add(&t, "id,state,open,worse,name,parameters,metric,unit,host,relative,size,lo,hi,"
			"version,date,subject,suspected,changed,reason\n");
	for (size_t i = 0; !st && i < a.n; i++)
		add_row(&t, a.v[i]);
	if (!st)
		return as_visit_data(v, AS_TYPE_CSV, "alerts.csv", &t, err);
	as_text_release(&t);
	return st;
}
