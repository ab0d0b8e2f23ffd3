/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_FORMAT_FOREIGN_PARTS_PATHS_H
#define AS_FORMAT_FOREIGN_PARTS_PATHS_H

/* The JSON of other tools as tables: which path of a document means what. A format is such a table
 * and the few words that tell it from others (import_x.c).
 *
 * A path begins with $, where the document stands; then come members by name, * for those of any
 * name, [] for the elements of an array: "$.benchmarks.[].runs.[].values.[]". What no row names is
 * left alone. */

#include "base/json/json_read.h"
#include "format/foreign/parts/gather.h"
#include "format/native/data.h"

struct as_path_reading;
struct as_path_row;

/* A scope for as long as the value at the path is read. */
typedef uint32_t as_path_opens(const struct as_path_reading *d, const struct as_path_row *row);
as_path_opens as_open_group, as_open_subject, as_open_execution, as_open_iteration;
as_path_opens as_open_named; /* the subject of the member's name, the same one each time */
as_path_opens as_open_division; /* likewise, a group */
as_path_opens as_open_nth; /* the execution of the element's number, the same one each time */

/* What is read at the path says something of the scope that is open. Takes exactly one value. */
typedef void as_path_takes(struct as_path_reading *d, const struct as_path_row *row);
as_path_takes as_take_value; /* a number, or an array of them: values */
as_path_takes as_take_inners; /* an array: of how many iterations each value is */
as_path_takes as_take_warmup_pair; /* [inner iterations, a value of a warm-up] */
as_path_takes as_take_histogram; /* [[value, how many], ...]: their mean is a value */
as_path_takes as_take_trait; /* a text or number: the trait `trait` */
as_path_takes as_take_trait_key; /* the same, named by the member's name */
as_path_takes as_take_metric; /* a number; `name`, in `unit` */
as_path_takes as_take_metric_key; /* a number; the member's name, in `unit` */
as_path_takes as_take_less; /* true: less is better; false: more is */
as_path_takes as_take_parameter; /* a text or number: the parameter `name`, unless it is `unit`, which goes without saying */
as_path_takes as_take_success; /* a share of requests, by `scale` from 0 to 1: of 0 it failed; the metric `name` in `unit`, if any */
as_path_takes as_take_skipped; /* as as_take_failed: it was left out on purpose */
as_path_takes as_take_failed; /* anything but null, false, 0 and "": it failed; `name` is why */

struct as_path_row {
	const char *path;
	as_path_opens *opens; /* and goes on into what is there; or */
	as_path_takes *takes; /* with what is there; or */
	const char *again; /* what follows is as at that path */
	/* The scope that it opened has ended; the one around it is open. NULL: nothing to do. */
	void (*closes)(struct as_path_reading *d, uint32_t scope);
	enum as_trait_kind trait;
	const char *name, *unit;
	double scale; /* of numbers; 0: 1 */
};

struct as_paths {
	const char *tool;
	/* Alternatives, "$.a|$.b", of which one stands in the first bytes, for each but NULL; and what
	 * must not. */
	const char *has[3], *lacks;
	const struct as_path_row *rows; /* n_rows */
	size_t n_rows;
	const char *unit; /* of values; NULL: the file says it */
	bool executions, per_inner, sorted; /* as struct as_gather_how has them */
	bool lines; /* one document after the other */
	bool after_text; /* lines of text may stand before it */
	const char
		*prefix; /* stands before each document, behind whatever else; NULL: nothing does */
};

/* One file while it is read. */
struct as_path_reading {
	const struct as_paths *paths;
	struct as_json_reader *r;
	struct as_gather *g;
	uint32_t scope; /* that is open */
	const char *key; /* of the member at hand */
	uint64_t element; /* number of the element at hand */
};

/* Whether a file that begins so is of this shape: 90, or 0. */
int as_paths_probe(const struct as_paths *s, const struct as_head *head);

enum as_status as_paths_read(const struct as_paths *s, const struct as_source *from,
	const char *name, struct as_experiment **out, struct as_err *err) AS_MUST_CHECK;

/* The number at hand, also one in quotes; NaN for null, for words that say that there is none, and for a list or an
 * object, which is skipped. Anything else is an error. */
double as_path_number(struct as_json_reader *r);

/* The text or number at hand as a text in room of n bytes, cut; "" for anything else, which is
 * skipped. */
void as_path_text(struct as_path_reading *d, char *room, size_t n);

/* Defines as_data_ID, of the table `paths`. */
#define AS_PATHS_FORMAT(id, words, end) AS_DATA_OF(as_paths, paths, id, words, end)

#endif
