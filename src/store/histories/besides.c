/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Versions that were measured beside each other. */
#include "base/vec.h"
#include "store/sql/sql.h"

enum as_status as_store_besides(struct as_store *s, const struct as_store_beside_of *of,
	struct as_arena *a, struct as_store_beside **out, size_t *n, struct as_err *err)
{
	struct as_store_beside *list = NULL;
	size_t count = 0, room = 0;
	struct as_sql q;

	as_store_doing(s, "read the versions of");
	/* The experiment is looked at before its other versions: of one version it may have thousands
	 * of subjects, and no other. */
	as_sql_prepare(&q, s,
		"SELECT v.experiment, v.subject, w.subject, w.commit_id FROM versions v CROSS JOIN "
		"experiments e ON e.id = v.experiment CROSS JOIN versions w ON w.experiment = "
		"v.experiment AND w.commit_id <> v.commit_id CROSS JOIN subjects a ON a.experiment "
		"= v.experiment AND a.number = v.subject CROSS JOIN subjects b ON b.experiment = "
		"w.experiment AND b.number = w.subject WHERE v.project IS ?1 AND v.commit_id = ?2 "
		"AND v.changes = ?3 AND e.n_versions <> 1 AND w.changes = ?3 AND a.command = ?4 "
		"AND b.command = ?4 AND e.machine_id IS ?5 AND e.uuid NOT IN (SELECT extends FROM "
		"experiments WHERE extends IS NOT NULL) AND (SELECT count(DISTINCT o.commit_id) "
		"FROM versions o WHERE o.experiment = e.id) = 2 AND "
		"instr(ifnull(e.request, ''), '\"verb\":\"bisect\"') = 0 "
		"ORDER BY v.experiment, v.subject, w.subject");
	as_sql_set_text(&q, of->project);
	as_sql_set_text(&q, of->commit);
	as_sql_set_int(&q, AS_CHANGES_NONE);
	as_sql_set_text(&q, of->command);
	as_sql_set_text(&q, of->machine);
	while (as_sql_row(&q)) {
		struct as_store_beside one = {.experiment = as_sql_int(&q, 1, INT64_MAX)};
		one.new = (size_t)as_sql_int(&q, 0, INT32_MAX);
		one.old = (size_t)as_sql_int(&q, 0, INT32_MAX);
		one.commit = as_sql_text(&q, a, AS_SQL_REQUIRED);
		q.memory = q.memory || (as_sql_ok(&q) && !AS_PUSH(list, count, room, one));
	}
	list = as_sql_keep(&q, a, list, count, sizeof *list);
	enum as_status st = as_sql_end(&q, err);
	if (st)
		return st;
	*out = list;
	*n = count;
	return AS_OK;
}
