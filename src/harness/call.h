/* SPDX-License-Identifier: MIT */
#ifndef AS_HARNESS_CALL_H
#define AS_HARNESS_CALL_H

/* One call of a benchmark's function, by as many threads as its run has: what it is to do while its
 * loop runs, and what came of it. */

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <assay.h>

#include "clock/timer.h"
#include "harness/counters.h"
#include "harness/program/harness_subject.h"
#include "stat/core/repetitions.h"
#include "stat/core/student.h"

enum {
	AS_SAMPLES_MAX = 1 << 20,   /* measurements of one run: 16 MiB */
	AS_SAMPLES_LEAST = 3,       /* however long they take */
	AS_COUNTERS_MAX = 16,
	AS_REASON_BYTES = 512,
	AS_INPUT_BYTES = 16 << 20,  /* of prepared inputs */
	AS_WORD_BYTES = 64,
	AS_OUTPUT_BYTES = 64 << 20,
	/* Reading the clock takes at most this share of a measurement, 1 in so many: the methods
	 * warn above one in a hundred, and n may always be larger (methods.md 9.1). */
	AS_OVERHEAD_SHARE = 1000,
	/* Several threads start within some microseconds, and are to run beside each other for most
	 * of a measurement: it takes at least so long. */
	AS_THREADS_NS = 1000000,
};

/* A measurement: 16 bytes, so that a long series stays small. */
struct as_harness_sample {
	double ns;      /* of one operation */
	int64_t end_ns; /* CLOCK_MONOTONIC */
};

/* What a call is to do. */
struct as_harness_wish {
	uint64_t repetitions; /* operations timed together; 0: find out */
	size_t calibrations;  /* how often to find out, at least 1 */
	size_t warmup;        /* measurements to begin with that do not count */
	size_t wanted;        /* measurements; 0: as many as budget_ns allows */
	int64_t budget_ns;    /* for measurements */
	bool count;           /* events of the processor and the kernel, in one measurement more */
	bool count_allocations;
};

/* A number of the benchmark's own: assay_counter. */
struct as_number {
	char name[AS_WORD_BYTES], unit[AS_WORD_BYTES];
	double value; /* after as_call_run: what is shown */
	enum assay_counting counting;
};

/* What an operation computed: assay_output. */
struct as_harness_output {
	void *bytes; /* NULL: it handed over nothing */
	size_t n;
	bool numbers; /* doubles, which may differ by tolerance */
	double tolerance;
};

/* What came of it. Owned by the caller; as_call_result_release. */
struct as_call_result {
	uint64_t repetitions; /* n: operations of each measurement */
	bool kept;            /* n is from an earlier process */
	bool timeless;        /* the clock saw no time pass while n was sought */
	bool limited;         /* inputs take so much memory that n is smaller than wanted */
	struct as_harness_sample *samples; /* the first n_warmup of them do not count */
	size_t n_samples, n_warmup;
	struct as_calibration *calibrations;
	size_t n_calibrations;
	double *thread_ns; /* of each thread, the mean time of an operation */
	struct as_number numbers[AS_COUNTERS_MAX];
	size_t n_numbers;
	/* Of one operation of one thread: NaN where nothing was counted. */
	double events[AS_EVENTS], allocations, allocated;
	double bytes, items; /* of one operation, all threads together; 0: not said */
	uint64_t operations; /* of one thread, in the whole loop */
	struct as_harness_output output; /* of a candidate or reference */
	struct as_pairing pairing; /* of a candidate with its reference; blocks 0: there is none */
	char failed[AS_REASON_BYTES]; /* "": it counts */
};

enum as_phase { AS_STARTING, AS_CALIBRATING, AS_WARMING, AS_MEASURING, AS_COUNTING, AS_ENDED };

struct as_call;

/* Opaque to users. */
struct assay_state {
	struct as_call *call;
	pthread_t owner;
	unsigned thread;
	unsigned process; /* as_guard_process when it was made */
	bool began, running;
	uint64_t n;          /* operations now being timed */
	int64_t start, stop; /* ticks */
	double spent_ns;     /* in the loop */
	uint64_t operations; /* in the loop */
	const struct assay_inputs *inputs;
	char *room;       /* for the inputs; NULL without any */
	uint64_t n_limit; /* as many inputs have room; UINT64_MAX without any */
	double bytes, items;
	struct as_number numbers[AS_COUNTERS_MAX];
	size_t n_numbers;
	struct as_counting counting;
	double events[AS_EVENTS], allocations, allocated; /* counted in one measurement */
};

struct as_call {
	const struct as_harness_subject *subject;
	const struct as_timer *timer;
	struct as_harness_wish wish;
	struct as_call_result *result;
	struct assay_state *states; /* one a thread */
	bool valgrind; /* it runs under Valgrind, which may count */
	enum as_phase phase;
	uint64_t n; /* operations to time next; 0: the loop is over */
	int64_t began_ns; /* CLOCK_MONOTONIC when measuring began */
	size_t cap; /* of result->samples */
	/* Where threads meet. */
	atomic_uint arrived, meeting;
	atomic_bool stopped;
	pthread_mutex_t reason; /* guards result->failed */
};

/* The process runs under Valgrind, which may count what lies between marks: then it is to do as many
 * operations as elsewhere, and its times say nothing. */
bool as_call_is_counted(void);

/*
 * as_call_run - call the benchmark's function as the subject and the wish say
 *
 *   timer  measured (as_timer_measure) unless wish->repetitions is given
 *   out    {0}; to be released in any case
 *
 * A benchmark that fails is not a failure of this function: out->failed says why. AS_ERR_MEM, and
 * AS_ERR_SYS where no thread can be started.
 */
AS_MUST_CHECK enum as_status as_call_run(const struct as_harness_subject *subject,
	const struct as_timer *timer, const struct as_harness_wish *wish,
	struct as_call_result *out,
	struct as_err *err);

/* Takes {0}. */
void as_call_result_release(struct as_call_result *r);

/* The threads of the call meet; one of them alone does what comes next, and all go on. Returns the
 * operations to time now, 0 if the loop is over. */
uint64_t as_call_meet(struct as_call *c);

/* They only meet; false if the loop is over. */
bool as_call_wait(struct as_call *c);

/* Why the run does not count; the first reason is kept. */
void as_call_fail(struct as_call *c, const char *fmt, ...) AS_PRINTF(2, 3);

#endif
