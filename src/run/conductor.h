/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_CONDUCTOR_H
#define AS_RUN_CONDUCTOR_H

/* Inside of run/: what is known of an experiment while it is measured, in the parts that each module is
 * about. conduct.c is a loop over plan/schedule.h, which says what comes next; opening.h has what is there
 * before the first step, prepare.h commands and hooks, execute/ executions, building.h builds,
 * conditions/ what they are under, resuming.h what was measured before. */

#include <sys/stat.h>

#include "plan/schedule.h"
#include "probe/probe.h"
#include "run/build/artifact.h"
#include "run/conditions/conditions.h"
#include "run/conduct.h"
#include "run/journal/journal.h"
#include "run/layout/object_cache.h"
#include "run/layout/program_layout.h"
#include "run/metrics/around_watch.h"
#include "run/metrics/chosen.h"
#include "run/replay.h"
#include "run/reporter/reported_benchmarks.h"
#include "run/reporter/reporter.h"
#include "run/request/command.h"
#include "run/scratch.h"
#include "run/spawner/spawner.h"
#include "run/spawner/wait_status.h"

enum { AS_IN_FLIGHT_MAX = 16, AS_REPORT_PATH_BYTES = AS_SCRATCH_BYTES + 32, AS_SEATS_MAX = 16 };

/* One build of a subject as it can be started; without builds a subject has one of these. */
struct as_cell {
	uint32_t measured; /* spawner's number: output as asked */
	uint32_t captured; /* the same with its output kept, for warm-ups */
	uint32_t sides[2]; /* of a duet: as measured, on either core, with the subject's spawner */
	size_t build;      /* its unit at the build level; 0 without builds */
	const char *path;
	const char *const *argv;   /* the words they were registered with */
	/* words that choose the benchmark, in place of those; NULL: none */
	const char *const *select;
	struct as_cell_counts {
		double v[AS_COUNTED_EXECUTIONS][AS_COUNTED_ROWS];
		size_t n, taken; /* that are known, and of these, that executions have */
		bool over; /* no more are made */
	} counts;
};

/* What makes the builds of one subject; all 0 where nothing is built. */
struct as_builder {
	const char *command;        /* as the user gave it */
	size_t number;              /* of its folder, and of the stream of its seeds */
	bool asked;                 /* for its benchmarks, or it is not to be asked */
	bool in_place;              /* no artifact is known: builds cannot be kept side by side */
	uint32_t launch;            /* the spawner's number of the build command */
	bool seated;                /* the same is known in its version's seat: seat_launch */
	uint32_t seat_launch;
	struct as_artifacts artifacts;
};

/* What is kept about one subject while it is measured. */
struct as_runner {
	struct as_cell *cells;
	size_t n_cells, cap_cells;
	struct as_builder builder;
	struct as_resolved words; /* of the command, artifacts not yet replaced */
	struct stat program; /* its file, when its hash was made; st_ino 0: there is none */
	uint32_t setup, prepare, conclude, cleanup, check; /* AS_NO_HOOK where there is none */
	const char *output; /* the file that check and patterns read; NULL: none */
	struct as_command_spec spec; /* of the measured one, for messages */
	const char *select[AS_SELECT_VARIABLES + 1]; /* variables that choose its benchmark */
	bool reports;       /* it has reported iterations */
	bool unmarked;      /* they have no marks for Valgrind: the whole execution is counted */
	uint32_t warmups, executions; /* begun so far */
	char iteration[48]; /* HYPERFINE_ITERATION=... of the last one begun, and of its hooks */
	size_t n;           /* running mean and sum of squares of the criterion */
	double mean, squares;
	int64_t last_ns;    /* what its last execution took; 0: there is none yet */
};

#define AS_NO_HOOK UINT32_MAX

struct as_conductor;

struct as_task;

/* What is done with the result of a task. */
typedef enum as_status as_task_ended(struct as_conductor *c, const struct as_task *task,
	const struct as_launched *r, struct as_err *err);

enum as_task_kind { AS_TASK_EXECUTION, AS_TASK_HOOK, AS_TASK_BUILD };

/* A launch that was queued and not yet answered. */
struct as_task {
	enum as_task_kind kind;
	as_task_ended *ended;
	const char *hook; /* "setup", ...: for messages */
	struct as_step step;
	int64_t date_ns;   /* CLOCK_REALTIME when it was queued */
	int64_t queued_ns; /* CLOCK_MONOTONIC */
	struct as_around_values around;
	int64_t pause_ns;  /* waited for before it; 0: not */
	int64_t counted_ns; /* what counting it took, which each execution takes; 0: none is */
	int report_slot;
};

/* What was launched and has not ended. */
struct as_flight {
	struct as_task tasks[AS_IN_FLIGHT_MAX]; /* ring, oldest at head */
	size_t head, n;
	struct as_launched built; /* the last build, as it ended */
	int64_t last_end_ns; /* of the last unit; 0: none yet in this process */
	bool live;           /* something was launched that is not recorded */
	uint32_t late_setup; /* the set-up command to run first then; AS_NO_HOOK: none */
};

/* Two subjects that are executed at the same time, each by a spawner of its own. */
struct as_duet {
	bool is;
	unsigned core[2];            /* processors of the two sides */
	struct as_isolation side[2]; /* what is executed is bound to one of them */
	struct as_spawner *second;   /* of the second subject; the first has that of all */
	size_t metric;               /* number of that of cores */
	struct as_step held;         /* the first of two, until the second is handed out */
};

/* Load as a factor, and isolation. */
struct as_loading {
	struct as_duet duet;
	struct as_isolation isolation; /* of executions */
	struct as_cpuset *cpuset;      /* NULL: none */
	size_t pause_metric;           /* number of the metric of waits, where there are any */
	const char *report;            /* ASSAY_REPORT=... of the copies that run as load */
	bool failed;                   /* some copies did, which is among the facts */
};

/* How layouts are drawn, and files compiled once. */
struct as_drawing {
	struct as_layout *layout;       /* NULL: they are not */
	struct as_object_cache objects; /* {0}: none */
	const char *path; /* "PATH=..." of wrappers that only compile once; NULL: there are none */
	const char *mark; /* a file that is there when a build has met a wrapper */
	bool fresh;       /* nothing is taken from the cache now */
	bool innocent;    /* a build that failed did so without what was compiled before, too */
	bool off;         /* builds are told nothing of all that any more */
};

/* Where builds of one version are made while those of others are, too. */
struct as_seat {
	const struct as_checkout *checkout;
	struct as_spawner *spawner;
};

/* A build that runs in a seat. */
struct as_seated_build {
	struct as_step step;
	struct as_seat *seat;
	int64_t date_ns, begun_ns; /* as of a task: date_ns, queued_ns */
	bool wrapped; /* it meets wrappers */
};

struct as_seats {
	const char *program; /* assay-seat; NULL: not looked for */
	size_t jobs;         /* at once; 0: builds are made one after the other */
	struct as_seat v[AS_SEATS_MAX];
	size_t n;
	struct as_seated_build out[AS_SEATS_MAX]; /* the oldest first */
	size_t n_out;
};

struct as_run_pace {
	int64_t begun_ns;  /* monotonic, without pauses between sessions */
	int64_t rounds_ns; /* when the rounds of the stretch began */
	uint32_t round;    /* that is being handed out; AS_NO_ROUND: none is */
};

struct as_conductor {
	const struct as_request *r; /* &own */
	struct as_request own;      /* iterations change when they are planned */
	const struct as_run_context *with;  /* never NULL */
	const struct as_observer *observer; /* never NULL */
	struct as_experiment *x;
	struct as_spawner *spawner;
	struct as_runner *runners; /* one a subject */
	struct as_flight flight;
	enum as_combine combine;
	struct as_choices metrics;
	struct as_chosen chosen;
	struct as_loading load;
	struct as_drawing drawn;
	struct as_seats seats;
	const char *const *env;   /* of all children */
	struct as_scratch scratch; /* the folder of the report files */
	const char *kept;   /* of the copies of builds */
	const struct as_checkout *placed; /* what lies at the place of versions; NULL: nothing */
	struct as_schedule *schedule; /* NULL: it has not begun */
	struct as_run_pace pace;
	struct as_surroundings around;
	struct as_conduct_state state;
	bool cancelled;     /* the user asked to stop, and the spawner was told */
	struct as_journal *journal;     /* NULL: none */
	const struct as_replay *replay; /* NULL: none */
};

/* conductor.c: benchmarks of one program, which is built once for all of them. */

/* The first benchmark of the program of subject i, of the same version, whose builds and folder are
 * those of all; i itself where it is that, or where there are none. */
size_t as_conductor_lead(const struct as_conductor *c, size_t i);

/* Subject i has a build command, and makes builds, for itself or for all benchmarks of its program.
 * */
bool as_conductor_makes_builds(const struct as_conductor *c, size_t i);

/* One behind the last benchmark of the program whose first one is subject i. */
size_t as_conductor_end_of_program(const struct as_conductor *c, size_t i);

/* Subjects whose number is known: those before the first program that is still to be asked. */
size_t as_conductor_known_subjects(const struct as_conductor *c);

/* A fact of the state, which is said once; value lives as long as the experiment. AS_ERR_MEM: also
 * where value is NULL. */
enum as_status as_conductor_note(struct as_conductor *c, const char *name, const char *value,
	struct as_err *err) AS_MUST_CHECK;

/* A subject as the schedule knows it. */
struct as_schedule_subject as_conductor_describe(const struct as_conductor *c, size_t i);

/* The folder of its version, in which subject i is built and run; NULL: assay's own. */
const char *as_conductor_cwd(const struct as_conductor *c, size_t i);

/* A failure of this subject ends everything. */
void as_conductor_blame(struct as_conductor *c, size_t subject, bool build, bool missing);

/* The variables of an execution beside those of all: its number, where it reports (a file that is
 * named in path), which benchmark it is to run. */
struct as_execution_env {
	char path[AS_REPORT_PATH_BYTES], report[AS_REPORT_PATH_BYTES + 16];
	const char *v[AS_SELECT_VARIABLES + 3];
};

void as_conductor_env_of(struct as_conductor *c, size_t subject, int slot,
	struct as_execution_env *out);

/* The name of the report file of a slot. */
void as_conductor_report_path(const struct as_conductor *c, int slot,
	char path[static AS_REPORT_PATH_BYTES]);

/* Its end is as good as one with exit status 0, as the user said. */
bool as_conductor_forgives(const struct as_conductor *c, struct as_ended e);

/* What an execution has reported to that file, in the way its command does. */
enum as_status as_conductor_read_told(struct as_conductor *c, size_t subject, const char *path,
	struct as_report *report, struct as_err *why) AS_MUST_CHECK;

#endif
