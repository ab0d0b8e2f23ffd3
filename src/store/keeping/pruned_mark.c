/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The row of an experiment whose values were given up: when that was. */
#include "store/sql/pack.h"
#include "store/sql/sql.h"

enum as_status as_store_mark_pruned(struct as_store *s, int64_t id, int64_t date_ns,
	struct as_err *err)
{
	struct as_packed date = {.reals = true};
	struct as_packer *packer = as_packer_new();
	const int64_t date_s = date_ns / 1000000000;
	const void *data = NULL;
	size_t n = 0;
	struct as_sql q;
	enum as_status st = packer && as_packed_push_real(&date, (double)date_s)
		? as_packer_pack(packer, &date, sizeof(double), &data, &n, err)
		: as_fail_memory(err);

	if (!st) {
		as_sql_prepare(&q, s,
			"INSERT INTO series (experiment, subject, number, level, field, metric, n, "
			"data) VALUES (?, 0, 0, ?, ?, NULL, 1, ?)");
		as_sql_set_ints(&q, (const int64_t[]){id, AS_LEVEL_SESSION, AS_SERIES_PRUNED}, 3);
		as_sql_set_blob(&q, data, n);
		as_sql_run(&q);
		st = as_sql_end(&q, err);
	}
	as_packer_free(packer);
	as_packed_release(&date);
	return st;
}

enum as_status as_store_look_pruned(struct as_store *s, int64_t id, int64_t *date_ns,
	struct as_err *err)
{
	struct as_packed date = {.reals = true};
	struct as_packer *packer = as_packer_new();
	struct as_sql q;

	*date_ns = 0;
	if (!packer)
		return as_fail_memory(err);
	as_sql_prepare(&q, s,
		"SELECT data FROM series WHERE experiment = ? AND subject = 0 AND number = 0 AND "
		"field = ?");
	as_sql_set_ints(&q, (const int64_t[]){id, AS_SERIES_PRUNED}, 2);
	if (as_sql_row(&q)) {
		size_t n = 0;
		const void *data = as_sql_blob(&q, &n);
		*date_ns = 1;
		if (data && !as_packer_unpack(packer, data, n, &date, 1, sizeof(double)) &&
			as_packed_real(&date, 0) >= 1 && as_packed_real(&date, 0) < UINT32_MAX)
			*date_ns = (int64_t)as_packed_real(&date, 0) * 1000000000;
	}
	as_packer_free(packer);
	as_packed_release(&date);
	return as_sql_end(&q, err);
}
