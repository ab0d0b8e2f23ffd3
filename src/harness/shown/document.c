/* SPDX-License-Identifier: MIT */
#include "harness/shown/document.h"

#include <stdlib.h>
#include <string.h>

#include "stat/core/density.h"
#include "stat/core/moments.h"
#include "stat/core/quantile.h"

void as_document_begin(struct as_json *j, const struct as_timer *timer, uint64_t seed)
{
	as_json_open(j, '{');
	as_json_key_string(j, "format", "assay-harness-1");
	as_json_key(j, "clock");
	as_json_open_flat(j, '{');
	as_json_key_string(j, "name", timer->name);
	as_json_key_double(j, "resolution_ns", timer->resolution_ns);
	as_json_key_double(j, "overhead_ns", timer->overhead_ns);
	as_json_key_double(j, "accuracy_ns", timer->accuracy_ns);
	as_json_close(j, '}');
	as_json_key(j, "seed");
	as_json_digits(j, seed);
	as_json_key_string(j, "scope", "one process");
	as_json_key(j, "benchmarks");
	as_json_open(j, '[');
}

static void add_parameters(struct as_json *j, const struct as_harness_subject *s)
{
	size_t k = 0;

	as_json_key(j, "parameters");
	as_json_open_flat(j, '{');
	for (const struct assay_setting_ *set = s->entry->settings; set; set = set->next)
		as_json_key_int(j, set->parameter, s->values[k++]);
	as_json_close(j, '}');
}

/* Minimum, median, mean and modes of the measurements, and all of them in the order of time. */
static void add_times(struct as_json *j, const struct as_call_result *r)
{
	size_t n = r->n_samples - r->n_warmup;
	double *x = calloc(n + 1, sizeof *x);
	struct as_density density;

	if (!x) {
		j->text->failed = true;
		return;
	}
	as_json_key(j, "ns");
	as_json_open_rows(j, '[');
	for (size_t i = 0; i < n; i++) {
		x[i] = r->samples[r->n_warmup + i].ns;
		as_json_double(j, x[i]);
	}
	as_json_close(j, ']');
	if (n) {
		as_json_key_double(j, "mean_ns", as_mean(x, n));
		as_sort(x, n);
		as_json_key_double(j, "minimum_ns", x[0]);
		as_json_key_double(j, "median_ns", as_median(x, n));
		as_density(x, n, &density);
		as_json_key_int(j, "modes", (int64_t)as_density_modes(&density));
	}
	free(x);
}

static void add_calibrations(struct as_json *j, const struct as_call_result *r)
{
	as_json_key(j, "calibrations");
	as_json_open(j, '[');
	for (size_t k = 0; k < r->n_calibrations; k++) {
		const struct as_calibration *c = &r->calibrations[k];
		as_json_open(j, '{');
		as_json_key_int(j, "repetitions", (int64_t)as_calibration_end(c));
		as_json_key(j, "operations");
		as_json_open_rows(j, '[');
		for (size_t i = 0; i < c->n; i++)
			as_json_int(j, (int64_t)c->i[i]);
		as_json_close(j, ']');
		as_json_key(j, "ns");
		as_json_open_rows(j, '[');
		for (size_t i = 0; i < c->n; i++)
			as_json_double(j, c->t[i]);
		as_json_close(j, ']');
		as_json_close(j, '}');
	}
	as_json_close(j, ']');
}

static void add_numbers(struct as_json *j, const struct as_harness_subject *s,
	const struct as_call_result *r)
{
	as_json_key(j, "counters");
	as_json_open(j, '[');
	for (size_t k = 0; k < r->n_numbers; k++) {
		as_json_open_flat(j, '{');
		as_json_key_string(j, "name", r->numbers[k].name);
		as_json_key_double(j, "value", r->numbers[k].value);
		as_json_key_string(j, "unit", r->numbers[k].unit);
		as_json_close(j, '}');
	}
	as_json_close(j, ']');
	if (r->bytes > 0)
		as_json_key_double(j, "bytes_per_operation", r->bytes);
	if (r->items > 0)
		as_json_key_double(j, "items_per_operation", r->items);
	as_json_key(j, "events_per_operation");
	as_json_open(j, '{');
	for (int i = 0; i < AS_EVENTS; i++)
		as_json_key_double(j, as_event_names[i], r->events[i]);
	as_json_key_double(j, "allocations", r->allocations);
	as_json_key_double(j, "allocated bytes", r->allocated);
	as_json_close(j, '}');
	if (!r->thread_ns)
		return;
	as_json_key(j, "threads_mean_ns");
	as_json_open_rows(j, '[');
	for (unsigned i = 0; i < s->threads; i++)
		as_json_double(j, r->thread_ns[i]);
	as_json_close(j, ']');
}

static void add_pairing(struct as_json *j, const struct as_harness_subject *s,
	const struct as_pairing *p)
{
	as_json_key(j, "ratio");
	as_json_open_flat(j, '{');
	as_json_key_string(j, "to", s->reference->name);
	as_json_key_double(j, "estimate", p->ratio);
	as_json_key_double(j, "low", p->low);
	as_json_key_double(j, "high", p->high);
	as_json_key_double(j, "confidence", 0.95);
	as_json_key_int(j, "rounds", (int64_t)p->blocks);
	as_json_close(j, '}');
}

void as_document_add(struct as_json *j, const struct as_harness_subject *s,
	const struct as_call_result *r)
{
	as_json_open(j, '{');
	as_json_key_string(j, "name", s->name);
	add_parameters(j, s);
	as_json_key_bool(j, "optimised", s->entry->optimised);
	as_json_key_string(j, "failed", *r->failed ? r->failed : NULL);
	if (!*r->failed) {
		as_json_key_int(j, "repetitions", (int64_t)r->repetitions);
		as_json_key_bool(j, "repetitions_kept", r->kept);
		add_times(j, r);
		add_numbers(j, s, r);
		add_calibrations(j, r);
		if (r->pairing.blocks)
			add_pairing(j, s, &r->pairing);
	}
	as_json_close(j, '}');
}

void as_document_end(struct as_json *j)
{
	as_json_close(j, ']');
	as_json_close(j, '}');
}
