/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_ANSWER_HISTORY_HISTORY_H
#define AS_MODEL_ANSWER_HISTORY_HISTORY_H

/* How the numbers of benchmarks went over the versions of a project: what the store has of it, and
 * what is found in it (methods-history.md, methods-history-2.md). Plain data; strings are borrowed from one arena, and
 * among those of as_history_rows equal ones are the same pointer. A number that does not exist is
 * NaN. */

#include "model/kept/metric.h"
#include "model/kept/version.h"

/* ---- what the store has ---- */

/* A subject of an experiment: where and of what its numbers are. */
struct as_history_source {
	int64_t experiment;     /* its number */
	int64_t started_ns;     /* CLOCK_REALTIME */
	const char *name;       /* of the subject */
	const char *command, *build_command; /* build_command NULL: not built by us */
	bool named; /* by another tool, so that the command is the name again */
	const char *parameters; /* "n=4 m=2"; "" for none */
	/* what all its builds are, code and layout; NULL: not built by us, or several */
	const char *program;
	const char *label;      /* of the experiment; NULL: none */
	const char *machine, *environment, *host; /* ids, NULL where not known */
	struct as_version version;
};

/* One metric of it. */
struct as_history_row {
	size_t source;
	const char *metric, *unit;
	enum as_better better;
	enum as_level_index level;
	double mean; /* of the means of its top units; NaN: there is no result */
	double sd;   /* of these means; NaN below two */
	size_t n_top;
};

struct as_history_rows {
	struct as_history_source *source; /* by experiment and number */
	size_t n_sources;
	struct as_history_row *row; /* by source */
	size_t n_rows;
};

/* ---- versions ---- */

/* A commit of the first-parent history that is looked at. */
struct as_commit {
	const char *id;      /* hexadecimal, all digits */
	const char *subject; /* first line of its message: any bytes */
	int64_t date_ns;
};

struct as_commits {
	struct as_commit *v; /* the oldest first */
	size_t n;
	const char *project; /* as versions call it */
	const char *tip;     /* as the user names the last one: "HEAD" */
};

/* ---- what is found ---- */

/* One version in one series. */
struct as_history_point {
	const char *commit;  /* NULL: it is a label */
	const char *label;   /* NULL: it is a commit */
	const char *subject; /* first line of the commit's message; NULL: not known */
	int64_t date_ns;     /* of the commit; of a label: when it was measured */
	int64_t experiment;  /* the newest that it is from */
	size_t missing;      /* commits between the version before and this that are not measured */
	double value;        /* mean of all its top units, in the metric's unit */
	double sd;           /* of them; NaN below two */
	size_t units, results; /* top units, from so many experiments */
};

/* What it is called: its commit, or its label. */
static inline const char *as_history_called(const struct as_history_point *p)
{
	return p->commit ? p->commit : p->label ? p->label : "";
}

/* Why versions cannot be compared over a place: nothing is tested there, and nothing is reported.
 * */
enum as_history_break {
	AS_BREAK_NONE = 0,
	AS_BREAK_ENVIRONMENT, /* kernel, libraries, governor, toolchain */
	AS_BREAK_BENCHMARK,   /* its command, or how it is built */
	AS_BREAK_UNIT,        /* of the metric */
	AS_BREAK_DESIGN,      /* more than 4 times as many units, or fewer */
};

/* How alike neighbouring versions are. */
enum as_history_dependence {
	AS_DEPENDENCE_LITTLE = 0,
	AS_DEPENDENCE_STRONG,  /* the detection is conservative */
	AS_DEPENDENCE_WANDERS, /* a random walk, a season, a trend: no change is an alert */
};

/* A version far from its level, which is no change of level. */
struct as_history_outlier {
	size_t at;   /* point */
	double size; /* of it against its level, as that of a change */
};

/* Noise of versions around their levels, and whether its size changed. */
struct as_history_noise {
	size_t pieces; /* of equal noise, next to each other; 0: not looked at */
	size_t since;  /* point that the last of them begins with */
	double ratio;  /* of its noise to that of the piece before; NaN where there is one piece */
	double spread; /* of the noisiest piece to the calmest */
	bool told;     /* that it changed at `since` is shown */
	double visible_before; /* as visible of the part, in the noise of the piece before */
};

/* Versions without a break between them: from .. to - 1. */
struct as_history_part {
	size_t from, to;
	enum as_history_break why; /* what separates it from the one before */
	bool logarithms;  /* all values are positive: sizes are ratios; else differences */
	bool looked;      /* it was long enough to be looked at for changes */
	double rho;       /* correlation of neighbouring versions around their levels */
	enum as_history_dependence dependence;
	double critical;  /* of the statistic; NaN where there is none */
	/* size of a step that is found with 80 % in the noise that it has now; NaN where there is no
	 * noise, or where it was not looked at */
	double visible;
	struct as_history_noise noise;
	size_t quiet_from; /* the newest level begins here */
	struct as_history_outlier *outliers; /* n_outliers, in their order */
	size_t n_outliers;
};

/* What a change of a series is taken for. */
enum as_history_kind {
	AS_HISTORY_CHANGE = 0,
	AS_HISTORY_SMALL,  /* below the tolerance: no alert */
	/* both versions are the same program: the environment has changed */
	AS_HISTORY_SAME_PROGRAM,
};

struct as_history_change {
	size_t at;         /* point that is the first of the new level */
	size_t first, last; /* the change may as well be at one of these */
	size_t part;
	enum as_history_kind kind;
	/* levels in the metric's unit: geometric means, or means of differences */
	double before, after;
	/* of the change with its interval, a ratio less 1; a difference where !logarithms. An end
	 * of 0: barely found */
	double size, lo, hi;
	double statistic;
	/* below this for the series: 0.05, 0.01 or 0.001; a p value where it is drawn */
	double p;
	bool p_is_bound;  /* it is the first */
	size_t gradual;   /* number of the gradual change it is a part of, from 1; 0: none */
	double whole, whole_lo, whole_hi; /* of that, from its first level to its last */
	/* the change that takes it back, after which the level is as before it: both are one
	 * excursion; SIZE_MAX: none does */
	size_t back;
	bool returns;     /* it is the one that takes the change before it back */
	bool alert;       /* with all that belongs to it; not of what is small, or over */
};

/* A change that another detector finds, beside ours: for information. */
struct as_history_beside {
	size_t at;        /* point that is the first of what is new */
	double statistic, p;
	size_t same;      /* the change of ours that it is; SIZE_MAX: none */
};

/* What the newest versions say that are too few for a level of their own. */
enum as_newest_word {
	AS_NEWEST_NOT_TESTED = 0, /* nothing to test: no versions before */
	AS_NEWEST_LEARNING,       /* too few versions to know the noise */
	AS_NEWEST_QUIET,
	AS_NEWEST_SUSPECTED, /* if it is judged alone: as_history_is_suspected says whether it is */
	AS_NEWEST_DIFFERENT,      /* without noise, and not equal: no p value */
	AS_NEWEST_SAME_PROGRAM,   /* never suspected: the same program as the version before */
};

/* What came of measuring the newest version again, beside one of the level before it (3.3). */
enum as_rerun_word {
	AS_RERUN_NONE = 0,
	AS_RERUN_CONFIRMED,
	AS_RERUN_NOT_CONFIRMED,
	AS_RERUN_OPPOSITE, /* it says the contrary: unstable */
};

struct as_rerun_said {
	enum as_rerun_word word;
	int64_t experiment; /* that it was measured in */
	size_t beside;      /* the point that is the reference */
	size_t rounds;
	double size;        /* of the newest against the reference, as as_newest.size */
	double p;           /* of the re-run alone, one-sided */
	double p_both;      /* of both stages */
};

struct as_newest {
	enum as_newest_word word;
	size_t looked;    /* 1 to 3: so many newest versions decided */
	size_t versions;  /* m: versions of the level they are compared with */
	double df;        /* of the noise */
	double p;         /* that of 3.2; NaN without a test */
	double p_adjusted; /* over all benchmarks of the commit (4.2) */
	bool selected;    /* reported as changed by it */
	double size;      /* of the newest against the level; a difference where !logarithms */
	double visible;   /* what one version shows with 80 % */
	size_t blocks;    /* rounds of a re-run that settles it */
	size_t reference; /* point to measure it against */
	bool up;          /* the looks that decide lie above the level */
	double weight;    /* share of this stage among both, fixed by `blocks`; NaN: not known */
	double p_final;   /* p, or that of both stages; NaN without a test */
	/* the newest against the version before it, by their executions alone, as size; NaN where
	 * one has a single execution */
	double alone, alone_lo, alone_hi;
	struct as_rerun_said rerun;
};

/* A level between changes: points from .. to. */
struct as_history_level_drawn {
	size_t from, to;
	double mean; /* in the metric's unit; geometric where changes are ratios */
	size_t change; /* that it begins with; SIZE_MAX: none */
};

/* What stays of a series where there is no room for all of its points: those that something is said of,
 * some values of all for a picture, and the levels. */
struct as_history_outline {
	const size_t *place; /* of each point that is there, its number among all; n of them, ascending */
	size_t n;
	const double *course; /* n_course values, as as_history_course_at says */
	size_t n_course;
	const struct as_history_level_drawn *levels;
	size_t n_levels;
};

enum { AS_HISTORY_COURSE = 60 }; /* values of a picture in a list */

/* One benchmark, one metric, one machine. */
struct as_history_series {
	const char *name, *parameters, *project, *command;
	const char *metric, *unit;
	enum as_better better;
	enum as_level_index level;
	const char *machine, *host;
	bool built;         /* its newest version was built by us: rounds take one build of it */
	struct as_history_point *points; /* n_points of them, but for an outline */
	size_t n_points;
	const struct as_history_outline *outline; /* NULL: all points are there */
	struct as_history_part *parts;
	size_t n_parts;
	struct as_history_change *changes;
	size_t n_changes;
	struct as_history_beside *beside;
	size_t n_beside;
	struct as_newest newest;
	uint64_t made_of;   /* of what it was found in: another number when that has changed */
	size_t failed;      /* results without a value */
	/* results of another environment, of versions that were measured in several */
	size_t aside;
};

/* Which point is value k of n of a course. */
static inline size_t as_history_course_at(const struct as_history_series *s, size_t k, size_t n)
{
	return n > 1 ? k * (s->n_points - 1) / (n - 1) : 0;
}

/* Point i of a series: of an outline the last one there that is not behind it. */
static inline const struct as_history_point *as_history_at(
	const struct as_history_series *s, size_t i)
{
	size_t from = 0, to = s->outline ? s->outline->n : 0;

	if (!s->outline)
		return &s->points[i];
	while (to - from > 1) {
		const size_t middle = from + (to - from) / 2;
		if (s->outline->place[middle] <= i)
			from = middle;
		else
			to = middle;
	}
	return &s->points[from];
}

static inline const struct as_history_point *as_history_newest(const struct as_history_series *s)
{
	return as_history_at(s, s->n_points - 1);
}

/* Whether its newest version is suspected, once that is adjusted for all benchmarks, or was measured again. */
static inline bool as_history_is_suspected(const struct as_history_series *s)
{
	const struct as_newest *n = &s->newest;

	return n->word == AS_NEWEST_SUSPECTED && (n->selected || n->rerun.word != AS_RERUN_NONE);
}

/* The value of point i: of an outline one near it. */
static inline double as_history_value(const struct as_history_series *s, size_t i)
{
	const struct as_history_outline *o = s->outline;

	if (!o)
		return s->points[i].value;
	return o->course[s->n_points > 1 ? i * (o->n_course - 1) / (s->n_points - 1) : 0];
}

/* Changes of several series of one metric on one machine that begin at one version. */
struct as_history_together {
	const struct as_history_point *at; /* of the first of them */
	const struct as_history_series *of; /* likewise: metric, unit, machine */
	size_t changes;
	double ratio; /* geometric mean of the new level to the old one */
};

/* Benchmarks of one metric on one machine whose noise changed at about one version, all in one direction. */
struct as_history_noisier {
	const struct as_history_point *at; /* of the first of them */
	const struct as_history_series *of; /* likewise: metric, machine */
	size_t changed, benchmarks; /* so many of all of that metric on that machine */
	double ratio; /* the median of them */
};

/* A change of a series, which stands at the end of a range of versions. */
struct as_history_news {
	const struct as_history_series *of;
	const struct as_history_change *change;
	size_t place; /* of its commit among all that lead there */
};

/* What changed from one revision to another, as a release does. */
struct as_history_range {
	const char *from, *until;  /* as the user names them */
	struct as_history_news *v; /* n of them, the oldest commit first, in it by size */
	size_t n;
	size_t series;             /* that have a version in it, */
	size_t quiet;              /* and so many of them no change that stands */
	size_t commits, measured;  /* of the range, and of these in any series */
};

struct as_history {
	struct as_history_series *series; /* n of them, by name, parameters, metric, host */
	size_t n;
	struct as_history_together *together; /* n_together of them, most changes first */
	size_t n_together;
	struct as_history_noisier *noisier; /* n_noisier of them */
	size_t n_noisier;
	const char *method;  /* as the user names it */
	double level;        /* share of quiet series in which a change is reported */
	double tolerance;    /* changes below it are no alerts */
	double confidence;   /* of the intervals */
	/* the other detector, as the user names it; NULL: none was asked for */
	const char *beside;
	size_t block;        /* of it: so many neighbouring versions are permuted together, */
	size_t permutations; /* so often, */
	size_t beside_least; /* and parts of fewer versions are not looked at */
	uint64_t seed;       /* of methods that draw; 0: none does */
	/* executions were randomised over versions: no correlation is taken out */
	bool independent;
	bool ordered;        /* by the commits of a repository; else by their dates */
	const char *tip;     /* what the history leads to; NULL where !ordered */
	size_t tests;        /* of newest versions, all that were made */
	size_t benchmarks;   /* that they are of */
	size_t dirty;        /* results that were left out: of trees with changes */
	size_t untold;       /* of trees of which that is not known */
	size_t elsewhere;    /* not on the first-parent history */
	size_t before;       /* older than what was asked for */
	size_t unnamed;      /* neither of a commit nor under a label */
	size_t looked;       /* results that were not left out, with or without the metric */
};

#endif
