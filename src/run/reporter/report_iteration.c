/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/vec.h"
#include "model/kept/subject.h"
#include "run/reporter/report_parse.h"

/* A column that exists only once some iteration has a value other than `none` for it; index n is
 * the iteration that is being added. */
static bool set_sparse(int64_t **column, size_t *cap, size_t n, int64_t value, int64_t none)
{
	bool is_new = !*column;

	if (is_new && value == none)
		return true;
	if (!as_grow(column, cap, n + 1, sizeof **column))
		return false;
	for (size_t i = 0; is_new && i < n; i++)
		(*column)[i] = none;
	(*column)[n] = value;
	return true;
}

enum as_status as_report_add_iteration(struct as_report_parser *p,
	const struct as_report_iteration *it, enum as_role role, struct as_err *err)
{
	struct as_report *r = &p->report;
	size_t n = r->n;

	if (!set_sparse(&r->end_ns, &r->cap_end, n, it->end_ns, 0) ||
		!set_sparse(&r->ops, &r->cap_ops, n, it->ops ? it->ops : 1, 1) ||
		!as_grow(&r->role, &r->cap_role, n + 1, sizeof *r->role) ||
		!AS_PUSH(r->ns, r->n, r->cap_ns, it->ns))
		return as_fail_memory(err);
	r->role[n] = (uint8_t)role;
	r->n_warmup += role == AS_ROLE_WARMUP;
	r->sections[r->n_sections - 1].n++;
	return AS_OK;
}
