/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/doctor/doctor_screen.h"

#include <math.h>
#include <string.h>

#include "report/draw/layout.h"
#include "say/number.h"

static const char *const labels[AS_WEIGHTS] = {"fine", "unknown", "may", "matters"};

static void add_neutral(struct as_text *t, const char *s)
{
	as_text_add_neutral(t, s, strlen(s), 0);
}

/* "huge_pages" as people write it. */
static void add_name(struct as_text *t, const char *name)
{
	for (const char *p = name; *p; p++)
		as_text_add(t, *p == '_' ? AS_TIE : (char[]){*p, 0});
}

static void add_counts(struct as_text *t, const struct as_diagnosis *d)
{
	size_t matters = d->count[AS_WEIGHT_MATTERS], may = d->count[AS_WEIGHT_MAY];

	if (matters) {
		as_count_add(t, matters, "finding");
		as_text_add(t, matters == 1 ? " matters" : " matter");
		if (may)
			as_text_addf(t, ", %zu may", may);
	} else if (may) {
		as_text_add(t, "no finding matters, ");
		as_text_addf(t, "%zu may", may);
	} else {
		as_text_add(t, "nothing was found that disturbs");
	}
	if (d->count[AS_WEIGHT_UNKNOWN] > AS_CHECKS / 2)
		as_text_addf(t, ", but %zu of %d cannot be looked at", d->count[AS_WEIGHT_UNKNOWN],
			AS_CHECKS);
}

/* The answer, and below it what it holds for. */
static void add_answer(struct as_text *t, const struct as_style *style,
	const struct as_diagnosis *d)
{
	const struct as_quanta_found *q = d->quanta;
	struct as_text body = {0};
	bool known = q && isfinite(q->smallest);

	as_paint(&body, style, AS_PAINT_STRONG);
	as_text_add(&body, d->root ? "the machine of this tree" : "this machine");
	if (known && q->smallest < 1) {
		as_text_add(&body, " can tell differences of about ");
		as_percent_above_add(&body, q->smallest);
	} else if (known) {
		as_text_add(&body, " can only tell differences of more than a factor of two");
	}
	as_text_add(&body, ": ");
	add_counts(&body, d);
	as_paint_end(&body, style);
	as_layout_body(t, style, "", 0, &body);
	if (d->root) {
		as_text_add(&body, "read from ");
		add_neutral(&body, d->root);
		as_text_add(&body, ", without a noise probe");
		as_layout_body(t, style, "  ", 2, &body);
	} else if (known) {
		as_text_add(&body, "for programs of ");
		as_duration_add(&body, q->stretch_s);
		as_text_addf(&body,
			" that only compute, %zu" AS_TIE "executions of each in the same rounds; "
			"assay" AS_TIE "aa" AS_TIE "COMMAND says it of a program",
			q->group);
		as_layout_body(t, style, "  ", 2, &body);
	}
}

/* A command stays on one line, so that it can be copied. */
static void add_cure(struct as_text *t, const struct as_style *style,
	const struct as_disturbance *f)
{
	struct as_text body = {0}, cure = {0};

	if (f->kind == AS_CURE_NONE)
		return;
	add_neutral(&cure, f->cure);
	as_paint(&body, style, AS_PAINT_FAINT);
	as_text_add(&body, f->kind == AS_CURE_BOOT ? "boot" AS_TIE "with:" : "cure:");
	as_paint_end(&body, style);
	as_text_add(&body, AS_TIE);
	for (const char *p = as_text_str(&cure); *p; p++)
		as_text_add(&body, *p == ' ' && f->kind != AS_CURE_DO ? AS_TIE : (char[]){*p, 0});
	body.failed = body.failed || cure.failed;
	as_text_release(&cure);
	as_layout_body(t, style, "           ", AS_ROW_HANG, &body);
}

static void add_finding(struct as_text *t, const struct as_style *style,
	const struct as_disturbance *f)
{
	struct as_text body = {0};

	as_paint(&body, style, f->weight == AS_WEIGHT_MATTERS ? AS_PAINT_WARN : AS_PAINT_STRONG);
	add_name(&body, as_check_names[f->check].name);
	as_paint_end(&body, style);
	as_text_add(&body, ": ");
	add_neutral(&body, f->says);
	as_layout_row(t, style, labels[f->weight], &body);
	add_cure(t, style, f);
}

/* Names of those of one weight on one line. */
static void add_folded(struct as_text *t, const struct as_style *style,
	const struct as_diagnosis *d, enum as_weight weight)
{
	struct as_text body = {0};
	size_t n = 0;

	for (size_t i = 0; i < AS_CHECKS; i++) {
		if (d->found[i].weight != weight)
			continue;
		as_text_add(&body, n++ ? ", " : "");
		add_name(&body, as_check_names[d->found[i].check].name);
	}
	if (n && weight == AS_WEIGHT_UNKNOWN)
		as_text_add(&body, " (-v" AS_TIE "says why)");
	if (n)
		as_layout_row(t, style, labels[weight], &body);
	as_text_release(&body);
}

static bool tunable(enum as_check_id check)
{
	static const enum as_check_id all[] = {
#define AS_TUNABLE(check, path, want) AS_CHECK_##check,
#include "model/tunables.def"
#undef AS_TUNABLE
	};

	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
		if (all[i] == check)
			return true;
	return false;
}

/* What --tune could change of what disturbs; that it may is another matter, which it says itself.
 * */
static void add_tune(struct as_text *t, const struct as_style *style, const struct as_diagnosis *d)
{
	struct as_text body = {0};
	size_t n = 0;

	for (size_t i = 0; i < AS_CHECKS; i++) {
		if (d->found[i].weight < AS_WEIGHT_MAY || !tunable(d->found[i].check))
			continue;
		as_text_add(&body, n++ ? ", " : "assay" AS_TIE "doctor" AS_TIE "--tune changes ");
		add_name(&body, as_check_names[d->found[i].check].name);
	}
	as_text_add(&body, "; --restore gives back what was there");
	if (n)
		as_layout_row(t, style, "next", &body);
	as_text_release(&body);
}

void as_report_doctor(struct as_text *t, const struct as_style *style, const struct as_diagnosis *d)
{
	add_answer(t, style, d);
	as_text_char(t, '\n');
	for (size_t i = 0; i < AS_CHECKS; i++)
		if (style->verbose || d->found[i].weight >= AS_WEIGHT_MAY)
			add_finding(t, style, &d->found[i]);
	if (!style->verbose) {
		add_folded(t, style, d, AS_WEIGHT_UNKNOWN);
		add_folded(t, style, d, AS_WEIGHT_FINE);
	}
	add_tune(t, style, d);
	if (d->quanta) {
		as_text_char(t, '\n');
		as_report_quanta(t, style, d->quanta);
	}
	if (d->no_quanta) {
		struct as_text body = {0};
		as_text_add(&body, "noise probe: ");
		add_neutral(&body, d->no_quanta);
		as_text_char(t, '\n');
		as_layout_body(t, style, "", 0, &body);
	}
	as_text_char(t, '\n');
	as_report_abilities(t, style, d->ability);
}
