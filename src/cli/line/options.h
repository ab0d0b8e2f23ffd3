/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_LINE_OPTIONS_H
#define AS_CLI_LINE_OPTIONS_H

/* The command line as data: options are rows of options.def, and one parser reads them for every
 * verb. Accepted: --name=value, --name value, -wVALUE, -w VALUE, -w=VALUE, bundled flags (-Ni),
 * options between words, and -- after which everything is a word. Names are not abbreviated. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "model/kept/subject.h"

struct as_request; /* run/request/request.h */

/* Groups of options, which are headings of help; a verb has some of them (command.h). A bit each, of
 * 64. */
typedef uint64_t as_option_groups;
/* which commands there are: names, parameters, the reference */
#define AS_GROUP_SEVERAL (UINT64_C(1) << 0)
#define AS_GROUP_COMMANDS (UINT64_C(1) << 1) /* how commands are started */
#define AS_GROUP_BUILDS (UINT64_C(1) << 2)   /* how it is built */
#define AS_GROUP_HOOKS (UINT64_C(1) << 3)    /* what to run around it */
#define AS_GROUP_AMOUNT (UINT64_C(1) << 4)   /* how much to measure */
#define AS_GROUP_ANALYSIS (UINT64_C(1) << 5)
#define AS_GROUP_NUMBERS (UINT64_C(1) << 6) /* order and unit of what is shown and exported */
#define AS_GROUP_SCREEN (UINT64_C(1) << 7)
#define AS_GROUP_EXPORT (UINT64_C(1) << 8) /* tables and other tools' formats */
#define AS_GROUP_KEEP (UINT64_C(1) << 9)   /* where the new result goes */
#define AS_GROUP_LIST (UINT64_C(1) << 10)
#define AS_GROUP_AA (UINT64_C(1) << 11)    /* what to draw from a result */
#define AS_GROUP_PRUNE (UINT64_C(1) << 12)
#define AS_GROUP_STORE (UINT64_C(1) << 13)
#define AS_GROUP_PLANNING (UINT64_C(1) << 14) /* what plans are made from */
#define AS_GROUP_GIVEN (UINT64_C(1) << 15)    /* a plan without measuring */
#define AS_GROUP_METHODS (UINT64_C(1) << 16)  /* what is shown beside our analysis */
#define AS_GROUP_DATA (UINT64_C(1) << 17) /* what is written of it */
#define AS_GROUP_SUITE (UINT64_C(1) << 18) /* which suite, and what of it */
#define AS_GROUP_GATES (UINT64_C(1) << 19) /* what ends with another exit status */
#define AS_GROUP_APART (UINT64_C(1) << 20) /* results of different sessions */
#define AS_GROUP_DOCTOR (UINT64_C(1) << 21) /* how to look at the machine */
/* many comparisons, and what a continuous integration shows of them */
#define AS_GROUP_CI (UINT64_C(1) << 22)
#define AS_GROUP_PLOT (UINT64_C(1) << 23) /* which pictures */
#define AS_GROUP_VERSIONS (UINT64_C(1) << 24) /* two versions of a repository */
#define AS_GROUP_BASELINE (UINT64_C(1) << 25) /* what a check compares with */
#define AS_GROUP_ESTIMATOR (UINT64_C(1) << 26) /* one number of each side */
#define AS_GROUP_CONDITIONS (UINT64_C(1) << 27) /* load beside it, and where it runs */
#define AS_GROUP_SHOW (UINT64_C(1) << 28) /* what of a result is looked at instead */
#define AS_GROUP_HISTORY (UINT64_C(1) << 29) /* which versions, and how they are looked at */
#define AS_GROUP_COMPARED (UINT64_C(1) << 30) /* by what results are compared */
#define AS_GROUP_READING (UINT64_C(1) << 31) /* how files are read */
#define AS_GROUP_CONVERT (UINT64_C(1) << 32)
#define AS_GROUP_REPORT (UINT64_C(1) << 33) /* the page */
#define AS_GROUP_SERIES (UINT64_C(1) << 34) /* which versions are measured */
#define AS_GROUP_SEEING (UINT64_C(1) << 35) /* the change that is to be seen */
#define AS_GROUP_SERVE (UINT64_C(1) << 37) /* where it is served, and to whom */
#define AS_GROUP_ALERTS (UINT64_C(1) << 38) /* which alerts */
#define AS_GROUP_ACK (UINT64_C(1) << 39)
#define AS_GROUP_CHANGED (UINT64_C(1) << 40) /* what changed in versions, and measuring them */
#define AS_GROUP_BETWEEN (UINT64_C(1) << 41) /* which commits are bisected */
#define AS_GROUP_ON (UINT64_C(1) << 42) /* on which machines */
#define AS_GROUP_ADMIT (UINT64_C(1) << 43) /* which machines count */
#define AS_GROUP_STRATA (UINT64_C(1) << 44) /* by what executions are divided */
#define AS_GROUP_QUANTILES (UINT64_C(1) << 45) /* percentiles instead of what is typical */
#define AS_GROUP_COMMON (UINT64_C(1) << 46) /* every verb has it */
enum { AS_OPTION_GROUPS = 47 };

/* "What to measure", and so on, by the number of the bit. */
extern const char *const as_option_group_titles[AS_OPTION_GROUPS];

enum as_option_id {
#define AS_OPTION(id, letter, name, group, kind, args, values, initial, help) AS_OPT_##id,
#include "cli/line/options.def"
#undef AS_OPTION
	AS_OPTIONS_KNOWN
};

enum as_option_kind {
	AS_OPTION_OURS = 0,
	AS_OPTION_HF = 1 << 0,
	AS_OPTION_MANY = 1 << 1,
	AS_OPTION_LAST = 1 << 2,
	AS_OPTION_ANY = 1 << 3,
	AS_OPTION_OPTIONAL = 1 << 4,
	AS_OPTION_HIDDEN = 1 << 5,
};

/* A row of options.def, which says what the fields mean. */
struct as_option {
	char letter;
	const char *name;
	as_option_groups group; /* one */
	unsigned kind; /* bits of enum as_option_kind */
	const char *args;
	const char *values;
	const char *initial;
	const char *help;
};

extern const struct as_option as_options[AS_OPTIONS_KNOWN];

enum { AS_OPTION_VALUES = 3 };

/* One option as it was given. */
struct as_arg {
	enum as_option_id id;
	const char *values[AS_OPTION_VALUES]; /* as many as the option has; NULL: left out */
};

struct as_args {
	const struct as_arg *given; /* in the order of the command line */
	size_t n_given;
	char **words; /* what is no option, NULL at the end */
	size_t n_words;
	size_t n_before; /* of them stand before -- ; n_words if there was none */
	bool separated;  /* there was a -- */
	/* what options say that were given with another assay and kept without their texts (as_args_kept);
	 * NULL: all have theirs */
	const struct as_request *settings;
};

/*
 * as_args_parse - read the arguments of a verb
 *
 *   verb    its name, for messages
 *   groups  those it has; COMMON is always added
 *   argv    after the verb, NULL at the end; the strings are borrowed
 *   a       where the lists are made
 *
 * With --help or -h among the options before any error, the rest is not looked at.
 *
 * AS_ERR_USAGE for an unknown option (with the one that was probably meant), a missing or an
 * unwanted value, a value that is none of the words of a list, and an option given twice.
 */
enum as_status as_args_parse(const char *verb, as_option_groups groups, char **argv,
	struct as_arena *a,
	struct as_args *out, struct as_err *err) AS_MUST_CHECK;

/*
 * as_args_said - the options that a request does not hold, for it to keep
 *
 * Those of screen, analysis, gates, export and keeping: whatever is looked at after measuring; with
 * `own`, --only as well, which is about benchmarks that a program has then. A name that ends with =
 * has a value; one that is a setting has none, as the request says it. NULL when out of memory.
 */
const struct as_parameter *as_args_said(const struct as_args *args, bool own, struct as_arena *a,
	size_t *n);

/* The same back again, of the request r, which has said them: of a run. AS_ERR_USAGE. */
enum as_status as_args_of(const struct as_request *r, as_option_groups groups, struct as_arena *a,
	struct as_args *out, struct as_err *err) AS_MUST_CHECK;

/* Whether the option says a setting of requests. */
bool as_option_is_setting(enum as_option_id id);

/* Was it given? */
bool as_args_has(const struct as_args *args, enum as_option_id id);

/* --help, or -h. */
bool as_args_help(const struct as_args *args);

/* How often. */
size_t as_args_times(const struct as_args *args, enum as_option_id id);

/* The i-th time it was given, from 0; NULL if it was not so often. */
const struct as_arg *as_args_nth(const struct as_args *args, enum as_option_id id, size_t i);

/* Its (first) value where it was given last; NULL if it was not given or has no value. */
const char *as_args_value(const struct as_args *args, enum as_option_id id);

/* It was given, and what it says is in args->settings: there is no text of it. */
bool as_args_kept(const struct as_args *args, enum as_option_id id);

/* --criterion; NULL: it was not given. */
const char *as_args_criterion(const struct as_args *args);

/* That value is this one; false if it was not given. */
bool as_args_is(const struct as_args *args, enum as_option_id id, const char *value);

/* "--runs", or "-N" where there is no long name. */
void as_option_spell(enum as_option_id id, char out[static 32]);

/*
 * Values with a type. Where the option was not given, out is untouched. AS_ERR_USAGE names the
 * option, the value, and what was expected.
 */

/* A whole number in [min, max]. */
enum as_status as_args_count(const struct as_args *args, enum as_option_id id, uint32_t min,
	uint32_t max, uint32_t *out, struct as_err *err) AS_MUST_CHECK;

/* A duration above 0, "1.5s", in ns. */
enum as_status as_args_duration(const struct as_args *args, enum as_option_id id, int64_t *out_ns,
	struct as_err *err) AS_MUST_CHECK;

/* A percentage in [min, max), as a share; min 0 is excluded if open. */
struct as_share_range {
	double min, max;
	bool open;
	const char *words; /* "above 0 % and below 100 %, such as 1%" */
};
enum as_status as_args_percent(const struct as_args *args, enum as_option_id id,
	const struct as_share_range *range, double *out, struct as_err *err) AS_MUST_CHECK;

/* The error of a value that cannot be used: "cannot use '%s' for --runs: expected %s". */
enum as_status as_args_bad(enum as_option_id id, const char *value, const char *expected,
	struct as_err *err);

#endif
