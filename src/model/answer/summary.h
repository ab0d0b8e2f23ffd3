/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_ANSWER_SUMMARY_H
#define AS_MODEL_ANSWER_SUMMARY_H

/* What analyse/ finds and report/, format/ and store/ write down: plain numbers, no words but
 * names. Values are in the metric's unit (times in ns). A number that does not exist is NaN. */

#include <stdbool.h>
#include <stddef.h>

#include "model/answer/named.h"
#include "model/answer/published.h"
#include "model/answer/shape.h"
#include "model/answer/steadiness.h"
#include "model/kept/ending.h"
#include "model/kept/metric.h"
#include "model/kept/plan.h"

enum { AS_SUMMARY_BINS = 12, AS_FINDINGS_MAX = 12, AS_FEW = 5, AS_FEW_ADVISED = 12 };

/* How an interval was made. Stored as these numbers. */
enum as_interval_method {
	AS_INTERVAL_NONE = 0,      /* fewer than two top units */
	AS_INTERVAL_T = 1,         /* t on the means of the top units (methods.md 4.2) */
	AS_INTERVAL_TWO_STAGE = 2, /* the wider of the two-stage interval and t (methods.md 6.7) */
	/* the wider ends of the one above and bootstrap-t (methods.md 11) */
	AS_INTERVAL_SKEWED = 3,
	/* that of executions which may depend on those before them, where it is wider than the two
	 * above (methods-repairs.md 1) */
	AS_INTERVAL_LASTING = 7,
	/* two order statistics, between which a quantile of independent executions lies; the confidence
	 * is the one reached (methods-quantiles.md 1.8) */
	AS_INTERVAL_ORDER = 8,
	/* signed ranks of the logarithms, of times (methods-typical.md 1) */
	AS_INTERVAL_SIGNED = 9,
	/* two values of all together, by the shares of pieces (methods-typical.md 7) */
	AS_INTERVAL_SHARES = 10,
	/* By --interval only, and never stored: resampling top units (methods.md 11). */
	AS_INTERVAL_PERCENTILE = 4,
	AS_INTERVAL_BCA = 5,
	AS_INTERVAL_BOOTSTRAP_T = 6,
};

/* How far the confidence of an interval holds (methods-repairs.md 1.4). */
enum as_holds {
	AS_HOLDS_YES = 0,
	/* too few executions to tell whether they depend on each other, or in an order that is not
	 * known */
	AS_HOLDS_IF_INDEPENDENT,
	/* too few executions to have met what is rare, and none of that was met (methods-calm.md 2.7) */
	AS_HOLDS_LIKE_THESE,
	AS_HOLDS_BELOW, /* a state of the machine lasts as long as the experiment */
	/* by --interval: as if executions were independent */
	AS_HOLDS_AS_IF,
	AS_HOLDS
};

/* What stands around "95 %": "less than " before it, " if executions are independent" behind it;
 * empty where it holds. */
struct as_holds_text {
	const char *before, *behind;
};
extern const struct as_holds_text as_holds_texts[AS_HOLDS];

/* A quantile of all values, each unit at the top weighing alike, with its interval by resampling.
 * */
struct as_summary_quantile {
	double p, value, lo, hi;
};

enum { AS_SUMMARY_QUANTILES = 3 };

/* What resampling the top units says of the mean; replicates 0: nothing was resampled. */
struct as_summary_bootstrap {
	double skewness;       /* of the top units' means, m3 / m2^1.5; NaN: not looked at */
	double lo, hi;         /* of bootstrap-t, or of what --interval asked for */
	double plain_lo, plain_hi; /* of t, or two stages */
	enum as_interval_method plain;
	size_t replicates;
	/* what --interval asked for in vain; AS_INTERVAL_NONE: nothing */
	enum as_interval_method refused;
	size_t least;          /* units that it takes; 0: what is refused has too many replicates
				* without variation */
	struct as_summary_quantile quantile[AS_SUMMARY_QUANTILES]; /* quartiles and median, where
				* --interval asked for percentile or BCa */
	size_t n_quantiles;    /* 0: fewer than 10 units, or too many values */
	enum as_interval_method quantile_method;
};

/* Things worth a sentence; findings.def in report/ has the words. Up to three numbers each. */
struct as_finding {
	int id; /* enum as_finding_id of model/answer/findings.def */
	double a, b, c;
};

struct as_findings {
	struct as_finding v[AS_FINDINGS_MAX];
	size_t n;
};

enum as_finding_id {
#define AS_FINDING(id, severity, importance, words) AS_FINDING_##id,
#include "model/answer/findings.def"
#undef AS_FINDING
	AS_FINDINGS_KNOWN
};

/* Whether a unit shifts all that lies below it alike, which plans stand on and intervals do not
 * (methods.md 1). */
enum as_influence {
	AS_INFLUENCE_UNKNOWN = 0, /* it takes three units of three values */
	AS_INFLUENCE_NONE,        /* not visible at all */
	AS_INFLUENCE_ADDITIVE,
	AS_INFLUENCE_PARTLY,      /* units also differ in spread */
	AS_INFLUENCE_OTHER,       /* what it does is no shift */
	AS_INFLUENCES
};

/* The impact factor of a level by drawing, as published in 2005 and 2006, beside the closed form.
 * */
struct as_summary_draws {
	enum as_influence influence;
	double factor;      /* median of so many ratios; may be infinite */
	double transformed; /* the same when each unit's own mean is taken away */
	size_t draws;       /* 0: none was made */
	size_t c;           /* values in each standard deviation; below 5: rough */
	size_t infinite, neither; /* ratios without variation inside a unit, and without any */
};

/* One level of the tree as it was analysed, from the bottom. */
struct as_summary_level {
	enum as_level_index level;
	const char *name; /* what the experiment calls it; NULL: as usual */
	size_t r_min, r_max; /* repetitions inside one unit of the level above */
	double r_mean;
	bool repeated;       /* false: its variation is included in the level above */
	double s2, t2;       /* S_i^2, T_i^2 of methods.md 4; NaN if not repeated */
	double share;        /* of the variation, 0 to 1 (methods.md 4.6) */
	double share_of_uncertainty;
	/* How much wider means of the level below spread over units of this level than inside one
	 * (methods.md 1): 1 is no influence. May be infinite; NaN at the bottom and where it cannot
	 * be told. */
	double impact, impact_lo, impact_hi;
	struct as_summary_draws drawn;
};

/* The name of a level in words. */
const char *as_summary_level_name(const struct as_summary_level *l);

/* What another experiment would best look like. All counts 0: not known. */
struct as_next {
	size_t counts[AS_TREE_LEVELS]; /* enum as_level_index; 0 where there is no such level */
	double half_width; /* expected, relative */
	double seconds;    /* NaN: not known */
};

/* The tree of a metric, from the bottom, and what its variation is of. */
struct as_summary_tree {
	size_t n; /* levels of this metric's tree */
	struct as_summary_level v[AS_TREE_LEVELS];
	double share_of_time; /* of the variation, between rounds; NaN where builds are no level */
	bool build_or_time;   /* builds did not share rounds: their row is "build or time" */
};

/* Other experiments that are worth a thought. */
struct as_summary_next {
	struct as_next same_time;  /* the best of as much time as this took, where that is better */
	struct as_next for_target; /* what the precision asked for takes, where it was missed */
	struct as_next halved;     /* what an interval half as wide takes */
};

/* Of all values. */
struct as_summary_spread {
	double min, q1, median, q3, max;
};

/* What the order of executions says of the machine's speed, the first that holds (methods-calm.md 2.2). */
enum as_speed {
	AS_SPEED_STEADY = 0, /* nothing is shown */
	AS_SPEED_TREND,      /* it rose or fell */
	AS_SPEED_SLOWLY,     /* it changes in states as long as the experiment */
	AS_SPEED_CHANGES,    /* executions tell less than their number */
};

/* How far executions depend on those before them. */
struct as_summary_lasting {
	enum as_holds holds; /* of the confidence */
	/* Of executions in the order of time, else NaN: as many independent ones would tell as much
	 * of the mean; and the weight, 0 to 1, of states that last an eighth of the experiment. */
	double effective_n, slow;
	double odds; /* that executions depend on each other, to that they do not */
	double wide; /* the half-width, in those of independent executions */
	double trend_p; /* that their order is that of their values by chance */
	double change;  /* from the first to the last, in the metric's unit */
	bool is_slow; /* a state is shown to be as long as the experiment: the confidence is less */
	enum as_speed speed; /* what is to be said of the machine's speed */
};

/* The mean beside the typical run (methods-typical.md 3.2, 6); the ends NaN below two units. */
struct as_summary_means {
	double value, sd, lo, hi; /* sd: of the units at the top */
	size_t slow; /* executions that took more than `times` as long as the typical one: 1.5, or 2 where
		      * more than a fifth took more than twice as long */
	double times;
};

/* Runs of two kinds (methods-typical.md 3.3), the fast one first; n all 0: they are not. */
struct as_summary_kinds {
	size_t n[2];
	double near[2]; /* medians */
};

/* A quantile of all values of a command together (methods-typical.md 7). */
struct as_log_interval {
	double estimate;
	double lo, hi; /* infinite: open on that side; NaN: there are too few values for shares */
	size_t n, executions;
	size_t pieces; /* whose shares give the spread: of the log, or its executions; 0: too few values */
	double n_eff; /* so many independent values would tell as much */
	bool less; /* bursts, and few of them: less than its confidence */
	size_t wanted; /* where an end is open, about so many values would have it; else 0 */
};

/* Histogram of the top units' means. */
struct as_summary_bins {
	unsigned v[AS_SUMMARY_BINS];
	size_t n; /* 0: too few values or all equal */
};

/* One subject and one metric. */
struct as_summary {
	size_t subject, metric;
	struct as_summary_tree tree;
	struct as_summary_next next;
	size_t n_top;    /* units at the top: the basis of the interval */
	size_t n_values; /* values at the bottom */
	size_t same_iteration; /* the only one of each execution that counts, from 1; 0: all do */
	/* What is said of it: the mean of unit means; of times the typical run (is_typical), as it is shown
	 * beside the others of its rounds, so that two of them are in the ratio that is shown. */
	double mean;
	bool is_typical;
	double alone; /* the typical run by itself; NaN: it is not typical */
	/* of the narrowest interval of a ratio that `mean` is shown beside, half its width on the log scale: its
	 * digits follow from that (methods-typical.md 3.1); 0: of none */
	double ratio_half;
	/* Of so few units at the top, from 2, all of them, ascending; n_few 0: there are more, or they are not
	 * executions. */
	double few[AS_FEW];
	size_t n_few;
	struct as_summary_means means;
	struct as_summary_kinds kinds;
	struct as_log_interval log; /* of a quantile of all values together; n 0: it is none */
	struct as_summary_spread spread;
	double sd;       /* of the top units' means */
	enum as_interval_method method;
	double lo, hi, half_width, confidence, df; /* half_width: the
						     * wider side of a typical run, else (hi - lo) / 2 */
	struct as_summary_lasting lasting;
	struct as_summary_bootstrap bootstrap;
	size_t failed[AS_ENDED_LAST + 1]; /* executions by enum as_ending; [AS_ENDED_OK]: used */
	size_t n_excluded;                  /* measured executions that are not in the estimate */
	struct as_summary_bins bins;
	struct as_steadiness steadiness;    /* of the criterion; by as_look_at_time, else all 0 */
	struct as_shape shape;              /* of the criterion; by as_look_at_shape, else all 0 */
	struct as_findings findings;
};

/* Stored as these numbers. methods.md 9.6. */
enum as_verdict_word {
	AS_VERDICT_NONE = 0, /* not enough data for any word; the findings say why */
	AS_VERDICT_SLOWER = 1,
	AS_VERDICT_SLOWER_SMALL = 2, /* slower, but by less than the tolerance */
	AS_VERDICT_FASTER = 3,
	AS_VERDICT_FASTER_SMALL = 4,
	AS_VERDICT_EQUIVALENT = 5,
	AS_VERDICT_UNDECIDED = 6,
	AS_VERDICT_IDENTICAL = 7, /* all values equal: no difference, no p value */
};

enum as_comparison_method {
	AS_COMPARE_NONE = 0,
	AS_COMPARE_PAIRED = 1, /* log ratios of rounds, or of sessions (methods-blocks.md 2.1) */
	AS_COMPARE_WELCH = 2,  /* Fieller-Welch on unit means (methods.md 5.3) */
	/* two quantiles of all values each, which gives no verdict (methods-typical.md 7.2) */
	AS_COMPARE_MOVER = 3,
};

/* What the units that are compared, and their values, are. */
struct as_comparison_units {
	bool machines; /* each is a round: several have measured it */
	bool means;    /* the ratio is that of means; else of geometric means */
	bool typical;  /* it is the typical ratio, of times (methods-typical.md) */
	bool builds;   /* units are builds */
	bool sessions; /* units are sessions, paired */
	/* Values of executions are statistics of their iterations (model/kept/derived.h): the ratio is of
	 * geometric means, and a verdict takes 6 units, of which none may be `unfit`: more than a
	 * tenth of the executions had too few iterations. */
	bool reduced, unfit;
};

/* Subject - reference, in the metric's unit, interval as that of the ratio. */
struct as_comparison_difference {
	bool is; /* of the difference and not of the ratio, which is NaN then, as are its ends; the
		  * tolerance, a share, is 0 */
	double value, lo, hi; /* NaN where it is not */
};

/* The ratio of means beside that of typical runs, where it is another (methods-typical.md 3.2): it takes no
 * verdict away. The ends are NaN where they are not finite. */
struct as_comparison_material {
	bool is;
	double means_ratio, means_lo, means_hi;
	size_t slow, slow_reference; /* of the rounds compared, in how many either took more than
				      * `times` as long as its typical run: 1.5, or 2 */
	double times;
};

/* Whether executing both at the same time distorts their ratio (methods-machines.md F2). */
enum as_duet_word {
	AS_DUET_NONE = 0,    /* it was no duet */
	AS_DUET_UNTOLD,      /* not known within the tolerance: the ratio is that beside each other */
	AS_DUET_UNDISTORTED, /* not by more than the tolerance */
	AS_DUET_DISTORTS,    /* it does, so that there is no verdict */
};

/* Of a duet, whose units are pairs of rounds. */
struct as_comparison_duet {
	enum as_duet_word word;
	size_t turns; /* rounds in which both had the machine to themselves */
	double shift, lo, hi; /* the ratio beside each other to that in turns; NaN: not known */
	double side, side_p;  /* the first core is slower by this share; NaN: not known */
	double worth; /* so many rounds in turns on one core tell as much, time for time; NaN */
};

struct as_comparison_pairs {
	struct as_comparison_duet duet;
	/* changes, as shares, that would have been seen with 80 and with 90 %; 0: not said */
	struct as_comparison_seen {
		double slower[2], faster[2];
		double asked; /* slower, with the power of --detect; 0: none */
	} seen;
	double sd; /* of the log ratios, or differences, of rounds */
	double correlation;
	/* sharing rounds, or sessions, saves this factor of the time; NaN unpaired */
	double gain;
	/* by round: rounds in which either was measured, well or not; 0 else */
	size_t n_tried;
	/* of reduced values: batches of so many rounds, and of a duet pairs; 0: none */
	size_t batch_rounds;
};

/* Nothing varies (methods-repairs.md 6): p is that of permutations, NaN where all is equal. */
struct as_comparison_constant {
	bool is;
	size_t fewest;   /* units of each that can tell, and their p */
	double fewest_p;
	double step;     /* of the clock, as the two values show it; 0: none shows */
};

enum { AS_LOOKED_MAX = 4 };

/* One look at the log ratios of rounds while they were measured (methods-quantiles.md 4.1). */
struct as_looked {
	size_t n;      /* rounds, or batches of them */
	double alpha;  /* two-sided, of this look */
	double mean, sd, lag1, kappa, skewness; /* as stat/dist/early.h has them */
	double lo, hi; /* of the ratio, at alpha */
	bool blocked;  /* neighbours resemble each other: nothing is concluded there */
	/* Old and new, where their means count, too (methods-repairs.md 9): else all 0. */
	struct as_looked_sides {
		double mean[2], s2[2], covariance;
	} sides;
	double below, above, t_of; /* of typical runs, as stat/dist/early.h has them */
	double widening; /* of a clock too coarse, on the log scale; 0: none */
};

/* Looks at which measuring may end. Where it could not, what they would have said. */
struct as_comparison_early {
	bool is;                  /* the interval of the comparison is what all looks have in common */
	size_t most;              /* rounds, or batches, at most */
	size_t n_at;              /* looks that there may be; 0: none was ever taken */
	size_t at[AS_LOOKED_MAX]; /* after so many */
	size_t n;                 /* taken so far */
	struct as_looked v[AS_LOOKED_MAX];
};

/* Of two stages, and of looks. */
struct as_comparison_stages {
	bool two;        /* interval and p are the wider and the larger of two */
	double p_single; /* of all units alone: p is the larger of two after two stages */
	/* of two, where two were planned: the confidence is that look's */
	enum as_look_number look;
	struct as_comparison_early early;
};

/* Going second is slower by this share; NaN if unknown. */
struct as_comparison_position {
	double share, p;
};

/* One subject against the reference, for one metric: ratio = subject / reference. "slower" stands
 * for "more" where the metric is not a time. */
struct as_comparison {
	size_t subject, reference, metric;
	enum as_comparison_method method;
	enum as_verdict_word verdict;
	double ratio, lo, hi; /* interval at `confidence`, adjusted for n_comparisons */
	double confidence;    /* of the interval printed: 1 - alpha / n_comparisons */
	struct as_comparison_difference difference;
	struct as_comparison_material material;
	double p, p_adjusted; /* two-sided; Holm over n_comparisons */
	size_t n_comparisons;
	double tolerance;
	double df;
	struct as_comparison_pairs pairs;
	struct as_comparison_stages stages;
	size_t n, n_reference; /* units (rounds where paired) on each side */
	struct as_comparison_units of;
	struct as_comparison_constant constant;
	size_t needed;        /* rounds that would decide an undecided one; 0 unknown */
	struct as_comparison_position position;
	struct as_findings findings;
};

/* n of its units in rounds, of which a batch has several. */
size_t as_in_rounds(const struct as_comparison *c, size_t n);

/* Everything computed from one experiment for one metric, in subject order. */
struct as_analysis {
	size_t metric; /* of all but subjects that have no values of the criterion: as_experiment_own_metric */
	size_t n_subjects;
	struct as_summary *summaries; /* n_subjects */
	size_t n_comparisons;
	struct as_comparison *comparisons; /* reference against the others, in subject order */
	size_t n_published;
	struct as_published *published; /* --method: by subject, then as asked for */
	size_t n_named;
	struct as_named *named; /* --method: as asked for, then by comparison */
	double sees; /* the change that the plan's expected interval sees (--detect); NaN: none was to be */
	/* complete rounds that the plan's precision takes, in four of five cases no fewer and no more; NaN:
	 * it was reached, or nothing can be said */
	double reach_least, reach_most;
	size_t others; /* so many analyses, of other metrics, stand behind this one in its array */
};

#endif
