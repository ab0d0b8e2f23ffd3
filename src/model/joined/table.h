/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_JOINED_TABLE_H
#define AS_MODEL_JOINED_TABLE_H

/* Experiments that were read from a table, and are kept: what they have beyond others, the table's
 * name and the names of its levels, stands among the facts. */

#include "model/kept/experiment.h"

/* The fact, of the state, that names the table; and those that name its levels: this and the
 * number. */
#define AS_FACT_TABLE "table"
#define AS_FACT_TABLE_LEVEL "table.level."
/* The fact that is there where the table has the order of its executions. */
#define AS_FACT_TABLE_ORDER "table.order"

/* Add the facts of one that has x->table. AS_ERR_DATA: it has more levels than are kept. */
enum as_status as_experiment_keep_table(struct as_experiment *x, struct as_err *err) AS_MUST_CHECK;

/* Whether the facts are there. */
bool as_experiment_has_table_facts(const struct as_experiment *x);

/* Set x->table and its names of levels by the facts, if there are any. */
void as_experiment_recall_table(struct as_experiment *x);

#endif
