/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the server says of itself: that it is well, what can be asked for, and numbers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/json/json.h"
#include "cli/built_with.h"
#include "cli/serve/site.h"

enum as_status as_api_health(struct as_visit *v, struct as_err *err)
{
	struct as_text t = {0};

	as_text_addf(&t, "{\"schema\":\"assay-health-1\",\"stamp\":\"%s\"}\n", v->told);
	return as_visit_data(v, AS_TYPE_JSON, NULL, &t, err);
}

/* ---- what can be asked for ---- */

static const struct described {
	const char *path, *type, *parameters, *says;
	bool changes;
} described[] = {
#define AS_ROUTE(path, fn)
#define AS_ROUTE_ANEW(path, fn)
#define AS_ROUTE_LARGE(path, fn)
#define AS_DATA_AT(path, fn, rights, type, parameters, says) {path, type, parameters, says, false},
#define AS_DATA_ANEW AS_DATA_AT
#define AS_CHANGE(path, fn, right, bytes, type, says) {path, type, "", says, true},
#include "cli/serve/routes.def"
#undef AS_ROUTE
#undef AS_ROUTE_ANEW
#undef AS_ROUTE_LARGE
#undef AS_DATA_AT
#undef AS_DATA_ANEW
#undef AS_CHANGE
};

static const struct {
	const char *name, *says;
} parameters[] = {
	{"name", "of a benchmark"},
	{"series", "key of a benchmark, where several are called so"},
	{"q", "words, all of which are in what is shown"},
	{"label", "of results"},
	{"id", "a result: a number, a label, the beginning of a uuid, @last"},
	{"a", "a result, the base"},
	{"b", "a result, against it"},
};

static void add_parameter(struct as_json *j, const char *name, size_t n)
{
	for (size_t i = 0; i < sizeof parameters / sizeof *parameters; i++) {
		if (strlen(parameters[i].name) != n || memcmp(parameters[i].name, name, n) != 0)
			continue;
		as_json_open_flat(j, '{');
		as_json_key_string(j, "name", parameters[i].name);
		as_json_key_string(j, "in", "query");
		as_json_key_string(j, "description", parameters[i].says);
		as_json_key(j, "schema");
		as_json_open(j, '{');
		as_json_key_string(j, "type", "string");
		as_json_close(j, '}');
		as_json_close(j, '}');
	}
}

static void add_content(struct as_json *j, const char *type)
{
	as_json_key(j, "content");
	as_json_open_flat(j, '{');
	as_json_key(j, type);
	as_json_open(j, '{');
	as_json_close(j, '}');
	as_json_close(j, '}');
}

static void add_response(struct as_json *j, const char *status, const char *says, const char *type)
{
	as_json_key(j, status);
	as_json_open(j, '{');
	as_json_key_string(j, "description", says);
	if (type)
		add_content(j, type);
	as_json_close(j, '}');
}

static void add_responses(struct as_json *j, const struct described *d)
{
	as_json_key(j, "responses");
	as_json_open(j, '{');
	add_response(j, "200", d->changes ? "all of them were there already" : d->says,
		d->changes ? AS_TYPE_JSON : d->type);
	if (d->changes) {
		add_response(j, "201", "kept, and on the disk", AS_TYPE_JSON);
		add_response(j, "400", "no such document, or a damaged one", AS_TYPE_JSON);
		add_response(j, "409", "there is another one already", AS_TYPE_JSON);
		add_response(j, "413", "too large", NULL);
	} else if (*d->parameters) {
		add_response(j, "404", "there is no such thing", AS_TYPE_JSON);
	}
	add_response(j, "401", "a token is wanted, or it is none", NULL);
	add_response(j, "403", "the token may not do that", NULL);
	add_response(j, "429", "too often", NULL);
	as_json_close(j, '}');
}

static void add_path(struct as_json *j, const struct described *d)
{
	as_json_key(j, d->path);
	as_json_open(j, '{');
	as_json_key(j, d->changes ? "post" : "get");
	as_json_open(j, '{');
	as_json_key_string(j, "summary", d->says);
	if (*d->parameters) {
		as_json_key(j, "parameters");
		as_json_open(j, '[');
		for (const char *s = d->parameters; *s; s += strspn(s, " ")) {
			const size_t n = strcspn(s, " ");
			add_parameter(j, s, n);
			s += n;
		}
		as_json_close(j, ']');
	}
	if (d->changes) {
		as_json_key(j, "requestBody");
		as_json_open(j, '{');
		as_json_key_bool(j, "required", true);
		add_content(j, d->type);
		as_json_close(j, '}');
	}
	add_responses(j, d);
	as_json_close(j, '}');
	as_json_close(j, '}');
}

static void add_security(struct as_json *j)
{
	as_json_key(j, "components");
	as_json_open(j, '{');
	as_json_key(j, "securitySchemes");
	as_json_open(j, '{');
	as_json_key(j, "token");
	as_json_open_flat(j, '{');
	as_json_key_string(j, "type", "http");
	as_json_key_string(j, "scheme", "bearer");
	as_json_close(j, '}');
	as_json_close(j, '}');
	as_json_close(j, '}');
	as_json_key(j, "security");
	as_json_open_flat(j, '[');
	as_json_open(j, '{');
	as_json_key(j, "token");
	as_json_open(j, '[');
	as_json_close(j, ']');
	as_json_close(j, '}');
	as_json_close(j, ']');
}

enum as_status as_api_description(struct as_visit *v, struct as_err *err)
{
	struct as_text t = {0};
	struct as_json j;

	as_json_init(&j, &t, 2);
	as_json_open(&j, '{');
	as_json_key_string(&j, "openapi", "3.1.0");
	as_json_key(&j, "info");
	as_json_open(&j, '{');
	as_json_key_string(&j, "title", "assay serve");
	as_json_key_string(&j, "version", as_version);
	as_json_close(&j, '}');
	add_security(&j);
	as_json_key(&j, "paths");
	as_json_open(&j, '{');
	for (size_t i = 0; i < sizeof described / sizeof *described; i++)
		add_path(&j, &described[i]);
	as_json_close(&j, '}');
	as_json_close(&j, '}');
	as_text_char(&t, '\n');
	return as_visit_data(v, AS_TYPE_JSON, NULL, &t, err);
}

/* ---- numbers ---- */

static void add_metric(
	struct as_text *t, const char *name, const char *type, const char *says, double value)
{
	as_text_addf(t, "# TYPE %s %s\n# HELP %s %s\n%s%s %.17g\n", name, type, name, says, name,
		!strcmp(type, "counter") ? "_total" : "", value);
}

/* Memory that the process has in use, in bytes; 0: not known. */
static double resident(void)
{
	char text[128] = "";
	unsigned long pages = 0;
	FILE *f = fopen("/proc/self/statm", "re");

	if (f && fgets(text, sizeof text, f)) {
		const char *second = strchr(text, ' ');
		pages = second ? strtoul(second + 1, NULL, 10) : 0;
	}
	if (f)
		(void)fclose(f);
	return (double)pages * (double)sysconf(_SC_PAGESIZE);
}

enum as_status as_api_metrics(struct as_visit *v, struct as_err *err)
{
	const struct as_serve_counts *c = &v->ask->counts;
	struct as_visit_alerts alerts;
	struct as_holdings holdings;
	struct as_text t = {0};
	enum as_status st = as_store_holdings(v->store, &holdings, err);

	if (!st)
		st = as_visit_alerts(v, &alerts, err);
	if (st)
		return st;
	(void)pthread_mutex_lock(&v->site->lock);
	const uint64_t received = v->site->received;
	(void)pthread_mutex_unlock(&v->site->lock);
	as_text_add(&t, "# TYPE assay_answers counter\n# HELP assay_answers sent, by status\n");
	for (size_t i = 0; i < AS_SERVE_CLASSES; i++)
		as_text_addf(&t, "assay_answers_total{status=\"%zuxx\"} %llu\n", i + 1,
			(unsigned long long)c->answers[i]);
	add_metric(&t, "assay_received", "counter", "experiments that were sent and are kept",
		(double)received);
	add_metric(&t, "assay_body_bytes", "counter", "of what was sent", (double)c->body_bytes);
	add_metric(
		&t, "assay_refused_tokens", "counter", "answers 401 and 429", (double)c->refused);
	add_metric(
		&t, "assay_watchers", "gauge", "pages that wait for changes", (double)c->watchers);
	add_metric(&t, "assay_experiments", "gauge", "that the store holds",
		(double)holdings.n_experiments);
	add_metric(&t, "assay_alerts_open", "gauge", "alerts that nobody has dealt with",
		(double)alerts.open);
	add_metric(&t, "process_resident_memory_bytes", "gauge", "memory in use", resident());
	as_text_add(&t, "# EOF\n");
	return as_visit_data(v, AS_TYPE_METRICS, NULL, &t, err);
}
