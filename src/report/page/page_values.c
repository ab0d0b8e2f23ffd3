/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/page/page_parts.h"

#include <math.h>

#include "analyse/picture/picture_make.h"

enum {
	PLAIN = 200,      /* so many numbers are written as they are, more are coded */
	RANDOM = 1500,    /* of those in random order so many are shown */
	STEPS = 16777215, /* 24 bits: four characters of base64 */
};

static void add_code(struct as_text *t, unsigned long code)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

	for (int shift = 18; shift >= 0; shift -= 6)
		as_text_char(t, digits[code >> shift & 63]);
}

/* {"from", "step", "code"}: value i is from + step * the 24 bits of its four characters. */
static void add_coded(struct as_json *j, const double *v, size_t n, size_t shown)
{
	double lo = v[0], hi = v[0];
	struct as_text code = {0};

	for (size_t i = 0; i < n; i++) {
		lo = fmin(lo, v[i]);
		hi = fmax(hi, v[i]);
	}
	const double step = hi > lo ? (hi - lo) / STEPS : 1;
	for (size_t i = 0; i < shown; i++)
		add_code(&code, (unsigned long)lround((v[i * n / shown] - lo) / step));
	as_json_open_flat(j, '{');
	as_json_key_double(j, "from", lo);
	as_json_key_double(j, "step", step);
	as_json_key_string(j, "code", as_text_str(&code));
	as_json_close(j, '}');
	as_text_take(j->text, &code);
}

/* As many of n numbers as are shown, evenly spread. */
static void add_numbers(struct as_json *j, const char *key, const double *v, size_t n, size_t shown)
{
	as_json_key(j, key);
	if (shown > PLAIN) {
		add_coded(j, v, n, shown);
		return;
	}
	as_json_open_flat(j, '[');
	for (size_t i = 0; i < shown; i++)
		as_json_double(j, v[i * n / shown]);
	as_json_close(j, ']');
}

/* The numbers of one picture; false: there is none of that kind, as of too few values. */
static bool draw(struct as_page_doc *p, size_t k, size_t subject, enum as_picture_kind kind,
	struct as_picture *out)
{
	const struct as_picture_request q = {.kind = kind, .subject = subject,
		.metric = p->r->a[k].summaries[subject].metric};

	if (q.metric != p->r->a[k].metric) /* its values have no place on the axis of the others */
		return false;
	const enum as_status st = as_picture_of(p->s.x, &p->r->a[k], &q, out, NULL);

	if (st && st != AS_ERR_DATA)
		p->j.text->failed = true;
	return !st;
}

static void add_density(struct as_page_doc *p, size_t k, size_t subject)
{
	struct as_json *j = &p->j;
	struct as_picture d = {0};

	as_json_key(j, "density");
	if (!draw(p, k, subject, AS_PICTURE_DENSITY, &d)) {
		as_json_null(j);
		return;
	}
	as_json_open_flat(j, '{');
	as_json_key_double(j, "from", d.x[0]);
	as_json_key_double(j, "to", d.x[d.n - 1]);
	as_json_key_int(j, "modes", (int64_t)d.modes);
	add_numbers(j, "f", d.y, d.n, d.n);
	as_json_close(j, '}');
	as_picture_release(&d);
}

static void add_lags(struct as_page_doc *p, size_t k, size_t subject)
{
	struct as_json *j = &p->j;
	struct as_picture d = {0};

	as_json_key(j, "acf");
	if (!draw(p, k, subject, AS_PICTURE_ACF, &d)) {
		as_json_null(j);
		return;
	}
	as_json_open_flat(j, '{');
	as_json_key_double(j, "bound", d.bound);
	add_numbers(j, "r", d.y, d.n, d.n);
	as_json_close(j, '}');
	as_picture_release(&d);
}

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Of one subject at most so many. */
static void add_subject(struct as_page_doc *p, size_t k, size_t subject, size_t most, size_t *room)
{
	struct as_json *j = &p->j;
	struct as_picture d = {0};

	if (!draw(p, k, subject, AS_PICTURE_SEQUENCE, &d)) {
		as_json_null(j);
		return;
	}
	const size_t shown = least(d.n, most);
	as_json_open(j, '{');
	as_json_key_int(j, "of", (int64_t)d.n);
	as_json_key_int(j, "shown", (int64_t)shown);
	add_numbers(j, "in_time", d.y, d.n, shown);
	as_json_key_int(j, "random_shown", (int64_t)least(d.n, RANDOM));
	add_numbers(j, "random", d.other, d.n, least(d.n, RANDOM));
	as_picture_release(&d);
	add_density(p, k, subject);
	add_lags(p, k, subject);
	as_json_close(j, '}');
	*room -= least(*room, shown);
}

void as_page_values(struct as_page_doc *p, size_t k, size_t *room)
{
	const size_t n = p->r->a[k].n_subjects;
	const size_t most = n ? *room / n : 0;
	struct as_json *j = &p->j;

	as_json_key(j, "values");
	if (most < 2) {
		as_json_null(j);
		return;
	}
	as_json_open(j, '[');
	for (size_t i = 0; i < n; i++)
		add_subject(p, k, i, most, room);
	as_json_close(j, ']');
}
