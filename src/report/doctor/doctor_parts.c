/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/doctor/doctor_screen.h"

#include <math.h>

#include "say/number.h"
#include "report/draw/drawn_table.h"

enum { CORES_SHOWN = 8 };

/* Times longer than a quantum: zero is "0", not "-0.0 ns". */
static void add_longer(struct as_text *cell, const struct as_style *style, double ns)
{
	if (ns < 1) {
		as_text_char(cell, '0');
		return;
	}
	as_quantity_add(cell, style, "ns", ns, (double)NAN);
}

static void add_row(struct as_table *table, const struct as_style *style,
	const struct as_quanta_noise *v)
{
	struct as_text *cell = table->next;

	if (v->cpu < 0)
		as_text_add(&cell[0], "all");
	else
		as_text_addf(&cell[0], "%ld", v->cpu);
	as_percent_add(&cell[1], v->taken);
	as_text_addf(&cell[2], "%.0f", v->per_s);
	as_text_addf(&cell[3], "%.0f", v->switches_per_s);
	add_longer(&cell[4], style, v->median_ns);
	add_longer(&cell[5], style, v->p99_ns);
	add_longer(&cell[6], style, v->max_ns);
	as_table_next(table);
}

static size_t noisiest_first(const struct as_quanta_found *q, size_t *order, size_t room)
{
	size_t n = 0;

	for (size_t i = 0; i < q->n_cores; i++) {
		size_t at = n < room ? n++ : room;
		if (at == room && !(q->core[i].taken > q->core[order[room - 1]].taken))
			continue;
		at = at == room ? room - 1 : at;
		while (at > 0 && q->core[i].taken > q->core[order[at - 1]].taken) {
			order[at] = order[at - 1];
			at--;
		}
		order[at] = i;
	}
	return n;
}

static void add_cores(struct as_text *t, const struct as_style *style,
	const struct as_quanta_found *q)
{
	struct as_table table = {.n_columns = 7,
		.column = {{"processor", true, false}, {"taken", true, false},
			{"pauses/s", true, false}, {"tasks/s", true, true}, {"quantum", true, true},
			{"99" AS_TIE "%" AS_TIE "within", true, false}, {"longest", true, false}}};
	size_t order[CORES_SHOWN] = {0}, n = noisiest_first(q, order, CORES_SHOWN);

	if (q->n_cores > 1)
		add_row(&table, style, &q->all);
	for (size_t i = 0; i < n; i++)
		add_row(&table, style, &q->core[order[i]]);
	as_table_end(t, style, &table, 2);
}

void as_report_quanta(struct as_text *t, const struct as_style *style,
	const struct as_quanta_found *q)
{
	as_lines(t, style, 0, QUANTA, q->all.taken, q->n_cores, q->seconds, q->steal, q->steal > 0,
		q->n_failed);
	add_cores(t, style, q);
	as_lines_after(t, style, "  ", 2, QUANTA_KEY, q->n_cores > CORES_SHOWN ? CORES_SHOWN : 0,
		q->n_cores);
}

void as_report_abilities(struct as_text *t, const struct as_style *style,
	const struct as_ability ability[static AS_ABILITIES])
{
	size_t lacking = 0;

	for (size_t i = 0; i < AS_ABILITIES; i++)
		lacking += ability[i].state != AS_ABILITY_YES;
	if (!lacking && !style->verbose)
		return;
	as_text_char(t, '\n');
	as_lines(t, style, 0, ABILITIES, style->verbose);
	for (size_t i = 0; i < AS_ABILITIES; i++) {
		const bool yes = ability[i].state == AS_ABILITY_YES;
		if (yes && !style->verbose)
			continue;
		as_row_of(t, style, yes ? AS_LABEL_YES : AS_LABEL_NO, ABILITY,
			yes ? AS_PAINT_GOOD : AS_PAINT_FAINT, as_ability_names[i].what,
			ability[i].says);
	}
}
