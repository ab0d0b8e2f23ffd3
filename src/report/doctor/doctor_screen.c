/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/doctor/doctor_screen.h"

#include <math.h>

#include "report/draw/layout.h"

static const enum as_label labels[AS_WEIGHTS] = {
	AS_LABEL_FINE, AS_LABEL_UNKNOWN, AS_LABEL_MAY, AS_LABEL_MATTERS};

/* The answer, and below it what it holds for. */
static void add_answer(struct as_text *t, const struct as_style *style,
	const struct as_diagnosis *d)
{
	const struct as_quanta_found *q = d->quanta;
	const size_t closed = d->count[AS_WEIGHT_UNKNOWN];
	const bool known = q && isfinite(q->smallest), fine = known && q->smallest < 1;
	struct as_text counts = {0};

	as_say(&counts, style, DOCTOR_COUNTS, d->count[AS_WEIGHT_MATTERS], d->count[AS_WEIGHT_MAY],
		closed > AS_CHECKS / 2 ? closed : 0, AS_CHECKS);
	as_lines(t, style, 0, DOCTOR_ANSWER, AS_PAINT_STRONG, d->root != NULL,
		fine ? q->smallest : (double)NAN, known && !fine, &counts);
	if (d->root)
		as_lines_after(t, style, "  ", 2, DOCTOR_OF_TREE, d->root);
	else if (known)
		as_lines_after(t, style, "  ", 2, DOCTOR_HOLDS_FOR, q->stretch_s, q->group);
}

/* A command stays on one line, so that it can be copied. */
static void add_finding(struct as_text *t, const struct as_style *style,
	const struct as_disturbance *f)
{
	as_row_of(t, style, labels[f->weight], DOCTOR_FINDING,
		f->weight == AS_WEIGHT_MATTERS ? AS_PAINT_WARN : AS_PAINT_STRONG,
		as_check_names[f->check].name, f->says);
	if (f->kind == AS_CURE_DO)
		as_row(t, style, DOCTOR_CURE_DO, AS_PAINT_FAINT, f->cure);
	else if (f->kind != AS_CURE_NONE)
		as_row(t, style, DOCTOR_CURE, AS_PAINT_FAINT, f->kind == AS_CURE_BOOT, f->cure);
}

/* Names of those of one weight on one line. */
static void add_folded(struct as_text *t, const struct as_style *style,
	const struct as_diagnosis *d, enum as_weight weight)
{
	struct as_list list = {0};

	for (size_t i = 0; i < AS_CHECKS; i++)
		if (d->found[i].weight == weight && as_list_next(&list))
			as_say(&list.text, style, DOCTOR_NAME,
				as_check_names[d->found[i].check].name);
	if (list.n)
		as_row_of(t, style, labels[weight], DOCTOR_FOLDED, as_list_end(&list),
			weight == AS_WEIGHT_UNKNOWN);
}

static bool tunable(enum as_check_id check)
{
	static const enum as_check_id all[] = {
#define AS_TUNABLE(check, path, want) AS_CHECK_##check,
#include "model/doctor/tunables.def"
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
	struct as_list list = {0};

	for (size_t i = 0; i < AS_CHECKS; i++)
		if (d->found[i].weight >= AS_WEIGHT_MAY && tunable(d->found[i].check) &&
			as_list_next(&list))
			as_say(&list.text, style, DOCTOR_NAME,
				as_check_names[d->found[i].check].name);
	if (list.n)
		as_row(t, style, DOCTOR_TUNE, as_list_end(&list));
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
		as_text_char(t, '\n');
		as_lines(t, style, 0, QUANTA_FAILED, d->no_quanta);
	}
	as_report_abilities(t, style, d->ability);
}
