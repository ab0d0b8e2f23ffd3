/* SPDX-License-Identifier: MIT */
#ifndef ASSAY_H
#define ASSAY_H

/* libassay: microbenchmarks in C11 and C++17, with GCC and Clang.
 *
 *	#include <assay.h>
 *
 *	ASSAY_BENCH(divide)
 *	{
 *		unsigned x = 1000003, y = 7;              // set-up: not timed
 *		assay_loop (state) {                      // what is timed
 *			assay_hide(y);                    // the compiler does not know y
 *			assay_keep(x / y);                // and believes that the result is used
 *		}
 *	}                                                 // tear-down: not timed
 *
 *	ASSAY_MAIN()
 *
 *	cc -O2 divide.c $(pkg-config --cflags --libs assay) -o divide
 *	./divide              a table: minimum, median, mean of every benchmark
 *	./divide --help       what else it can do
 *	assay run ./divide    many processes instead of one, and an interval
 *
 * A benchmark is a function that is called once. Around its one loop stands what is to be done
 * before and after; the loop's body is the operation. libassay finds out how many operations to
 * time together so that the clock can tell (Chen and Revels 2016, Algorithm 1), and then measures
 * for one second. The loop itself costs a decrement and a branch.
 *
 * Names that end in _ are not for you. Nothing here is thread-safe unless it says so. */

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef ASSAY_API
#define ASSAY_API __attribute__((visibility("default")))
#endif

/* A benchmark that is being run, in one of its threads. It lives until the benchmark's function
 * returns and belongs to the thread it was given to. */
struct assay_state;

/* --- Benchmarks --- */

/*
 * ASSAY_BENCH(name) { body } - a benchmark called name, an identifier
 *
 * The body is that of a function with the one parameter `struct assay_state *state`. It runs
 * assay_loop (or assay_loop_inputs) exactly once.
 */
#define ASSAY_BENCH(name) ASSAY_BENCH_(name, #name, NULL, ASSAY_PLAIN_)

/*
 * ASSAY_REFERENCE(group, name), ASSAY_CANDIDATE(group, name) - several ways to the same result
 *
 * One group has one reference and any number of candidates. First each does a single operation, and
 * what it handed to assay_output is compared with the reference's: a candidate whose output differs
 * is reported and not timed. The others are then timed in turn, in rounds of random order, and
 * compared with the reference round by round. They are called group/name. Their functions are
 * called once a round; they have neither parameters nor threads.
 */
#define ASSAY_REFERENCE(group, name) \
	ASSAY_BENCH_(group##_##name, #group "/" #name, #group, ASSAY_REFERENCE_)
#define ASSAY_CANDIDATE(group, name) \
	ASSAY_BENCH_(group##_##name, #group "/" #name, #group, ASSAY_CANDIDATE_)

/*
 * ASSAY_SETUP(type), ASSAY_TEARDOWN(type), ASSAY_BENCH_F(type, name) - a fixture
 *
 * What several benchmarks need: `struct type`, filled by the body of ASSAY_SETUP and given back by
 * that of ASSAY_TEARDOWN, both with the parameters `struct type *fixture` (zeroed before set-up)
 * and `state`. The benchmarks have both too and are called type/name. Each gets a fixture of its
 * own, in every thread. If set-up calls assay_fail, neither the benchmark nor tear-down runs.
 */
#define ASSAY_SETUP(type) \
	static void assay_setup_##type(struct assay_state *state, struct type *fixture); \
	static void assay_setup_##type(struct assay_state *state __attribute__((unused)), \
		struct type *fixture __attribute__((unused)))
#define ASSAY_TEARDOWN(type) \
	static void assay_teardown_##type(struct assay_state *state, struct type *fixture); \
	static void assay_teardown_##type(struct assay_state *state __attribute__((unused)), \
		struct type *fixture __attribute__((unused)))
#define ASSAY_BENCH_F(type, name) \
	static void assay_with_##type##_##name(struct assay_state *state, struct type *fixture); \
	ASSAY_BENCH_(type##_##name, #type "/" #name, NULL, ASSAY_PLAIN_) \
	{ \
		struct type assay_fixture_; \
		__builtin_memset(&assay_fixture_, 0, sizeof assay_fixture_); \
		assay_setup_##type(state, &assay_fixture_); \
		if (assay_failed(state)) \
			return; \
		assay_with_##type##_##name(state, &assay_fixture_); \
		assay_teardown_##type(state, &assay_fixture_); \
	} \
	static void assay_with_##type##_##name(struct assay_state *state, \
		struct type *fixture __attribute__((unused)))

/* The program: runs what was registered, as its command line says. In one file. */
#define ASSAY_MAIN() \
	int main(int argc, char **argv) \
	{ \
		return assay_main(argc, argv); \
	}

/*
 * assay_main - what ASSAY_MAIN calls, for programs with a main of their own
 *
 * Runs the benchmarks of the program as argv says (--help) and writes a table, or, where the
 * environment has ASSAY_REPORT, a report to that file for `assay run`. Returns the exit status: 0
 * done, 2 the command line or a benchmark's declaration is wrong, 5 a benchmark failed, 6 the
 * system refused. A benchmark that crashes ends the program unless --isolate is given. To be called
 * once, before the program has threads.
 */
ASSAY_API int assay_main(int argc, char **argv);

/*
 * ASSAY_COUNT_ALLOCATIONS() - count what the benchmarks of this program allocate
 *
 * In one file, at file scope: malloc, calloc, realloc and aligned_alloc (and so C++'s new) then
 * tell libassay, which shows calls and bytes of an operation. They are counted in a measurement of
 * its own; those that are timed pay about 2 ns for each call. With glibc; under AddressSanitizer it
 * does nothing.
 */
#define ASSAY_COUNT_ALLOCATIONS() ASSAY_COUNT_ALLOCATIONS_()

/* --- Parameters: after the benchmark, in the same file ---
 *
 * A benchmark runs once with every value; with several parameters, with every combination. The
 * name of a run is the benchmark's with /parameter=value added. bench is what was given to
 * ASSAY_BENCH, or type_name of ASSAY_BENCH_F. */

/* These values, in this order: whole numbers. */
#define ASSAY_LIST(bench, parameter, ...) ASSAY_SETTING_(bench, parameter, ASSAY_LIST_, __VA_ARGS__)
/* low, low x factor, ... and high; 1 <= low <= high, factor >= 2. */
#define ASSAY_RANGE(bench, parameter, low, high, factor) \
	ASSAY_SETTING_(bench, parameter, ASSAY_RANGE_, low, high, factor)
/* low, low + step, ... up to high; low <= high, step >= 1. */
#define ASSAY_STEPS(bench, parameter, low, high, step) \
	ASSAY_SETTING_(bench, parameter, ASSAY_STEPS_, low, high, step)
/* With so many threads, 1 to 1024: each calls the function with a state of its own, and all begin
 * every measurement together. */
#define ASSAY_THREADS(bench, ...) ASSAY_SETTING_(bench, "threads", ASSAY_THREADS_, __VA_ARGS__)

/* The value of a parameter in this run. A name that the benchmark has not makes it fail, and is 0.
 * */
ASSAY_API int64_t assay_param(const struct assay_state *state, const char *parameter);
/* How many threads this run has, and which of them this is, from 0. */
ASSAY_API unsigned assay_threads(const struct assay_state *state);
ASSAY_API unsigned assay_thread(const struct assay_state *state);

/* --- The loop --- */

/*
 * assay_loop (state) { operation } - what is timed
 *
 * A statement like `for`; `continue` is fine. Leaving it by break, return, goto or longjmp makes
 * the benchmark fail, and so does running it twice. Costs a decrement and a branch for each
 * operation.
 */
#define assay_loop(state) \
	for (uint64_t assay_left_ = assay_begin_(state); assay_left_; \
		assay_left_ = assay_next_(state, assay_left_)) \
		for (; assay_left_; assay_left_ = assay_less_(assay_left_))

/* A batch of inputs, for operations that use up what they work on: as many as will be timed
 * together are prepared before the clock is read, and discarded after it has been read again. */
struct assay_inputs {
	size_t size;                               /* bytes of one, at least 1 */
	/* fills one; its bytes are as the last left them */
	void (*prepare)(void *input, void *with);
	/* gives back what prepare acquired; may be NULL */
	void (*discard)(void *input, void *with);
	void *with;                                /* handed to both */
};

/*
 * assay_loop_inputs (state, it, inputs) { operation on *it } - the same with a fresh input each
 * time
 *
 *   it      a pointer variable: points to this operation's input; sizeof *it is inputs->size
 *   inputs  a `const struct assay_inputs *`, unchanged until the loop has ended
 *
 * Costs one addition more than assay_loop. At most 16 MiB of inputs are prepared at a time, so
 * large ones are timed in small numbers.
 */
#define assay_loop_inputs(state, it, inputs) \
	for (struct assay_cursor_ assay_at_ = assay_begin_inputs_(state, inputs, sizeof *(it)); \
		assay_at_.left; assay_at_ = assay_next_inputs_(state, assay_at_.left)) \
		for (; assay_at_.left && ((it) = (__typeof__(it))(void *)assay_at_.at, 1); \
			assay_at_.left = assay_less_(assay_at_.left), assay_at_.at += sizeof *(it))

/*
 * assay_keep(x) - makes the compiler believe that the value of x is used
 *
 * x is of an arithmetic or pointer type. It is computed, and not stored: no instruction is added.
 * What a pointer points to is another matter: assay_clobber().
 */
#define assay_keep(x) ASSAY_KEEP_(x)
/* Makes the compiler believe that all memory it has given away the address of is read and changed
 * here: what was written is stored before, and what is needed again is read again after. */
#define assay_clobber() __asm__ volatile("" : : : "memory")
/* Makes the compiler forget the value of the variable x, of an integer or pointer type: nothing
 * that follows from it is computed before its time. */
#define assay_hide(x) __asm__ volatile("" : "+r"(x))

/* --- What a benchmark says of itself --- */

/* This run does not count, and why; the loop ends at its next operation. fmt is printf's. The first
 * reason is kept. Any of the run's threads may call it with its own state. */
ASSAY_API void assay_fail(struct assay_state *state, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
/* Whether this run has failed. */
ASSAY_API int assay_failed(const struct assay_state *state);

/* What one operation gets through: shown per second. Not negative; the last call counts. */
ASSAY_API void assay_bytes(struct assay_state *state, double bytes_per_operation);
ASSAY_API void assay_items(struct assay_state *state, double items_per_operation);

/* What the number of a counter means. */
enum assay_counting {
	ASSAY_TOTAL,         /* as it is; of several threads the sum */
	ASSAY_AVERAGE,       /* as it is; of several threads the mean */
	/* counted over all operations of the loop: is divided by their number */
	ASSAY_PER_OPERATION,
	ASSAY_PER_SECOND,    /* counted over all of them: is divided by the time they took */
};

/*
 * assay_counter - a number of the benchmark's own, kept with its times
 *
 *   name  a word of at most 63 characters, as assay wants a metric's: letters, digits, _ . and -
 *   unit  a word; of ASSAY_PER_SECOND what is counted, the "/s" is added
 *
 * To be called after the loop; at most 16 names, the last value of each counts.
 */
ASSAY_API void assay_counter(struct assay_state *state, const char *name, double value,
	const char *unit, enum assay_counting counting);

/* What the operation computed, for ASSAY_REFERENCE and ASSAY_CANDIDATE: n bytes, copied, at most 64
 * MiB. Call it after the loop, on the result of the last operation. Elsewhere it does nothing. */
ASSAY_API void assay_output(struct assay_state *state, const void *bytes, size_t n);
/* The same for numbers that may differ by tolerance, relative to the reference's: 1e-12, say. */
ASSAY_API void assay_output_doubles(struct assay_state *state, const double *x, size_t n,
	double tolerance);

/* --- Many numbers, of programs with a main of their own ---
 *
 * The client of a server that has a million latencies to tell, and no benchmarks:
 *
 *	struct assay_values latency;
 *
 *	assay_values_begin(&latency, 1000000);
 *	... assay_value(&latency, ns); ...                // some ns each
 *	assay_values_report(&latency, "latency", "ns");   // when the measuring is over
 *
 *	assay run --criterion latency:p99 ./client
 *
 * Each belongs to one thread at a time; several of a name are put together, in the order in which
 * they are reported. */

struct assay_values {
	uint64_t *list;
	size_t n, room;
	size_t lost; /* for want of memory */
};

/* Room for as many numbers as are expected; more get more, while the program measures. 0, or -1
 * without memory. */
ASSAY_API int assay_values_begin(struct assay_values *v, size_t expected);

/* Give v back, and where the environment has ASSAY_REPORT, append its numbers to that report, as
 * the metric name, each up to 2^53, in unit (ns us ms s, kB MiB, or any other word). 0, or -1 with
 * errno if that could not be written, if name or unit is no word, or if a number was lost. */
ASSAY_API int assay_values_report(struct assay_values *v, const char *name, const char *unit);

ASSAY_API int assay_values_grow_(struct assay_values *v);

/* Keep a number. */
static inline void assay_value(struct assay_values *v, uint64_t x)
{
	if (__builtin_expect(v->n < v->room, 1) || !assay_values_grow_(v))
		v->list[v->n++] = x;
}

/* --- Counting under Valgrind ---
 *
 * assay_count_toggle() - begin to count, or end it, in this thread
 *
 * `assay run --count-by valgrind` counts the instructions between two calls of it. assay_loop has
 * them already, around each measurement; a program that reports by other means sets them around
 * what it times. Elsewhere it does nothing, in some ns; and always on processors other than x86-64
 * and arm64. (Valgrind's client request CALLGRIND_TOGGLE_COLLECT.) Thread-safe. */
ASSAY_API uint64_t assay_valgrind_(uint64_t code);

static inline void assay_count_toggle(void)
{
	assay_valgrind_(0x43540002u);
}

/* --- Not for you: what the macros are made of --- */

enum assay_role_ { ASSAY_PLAIN_, ASSAY_REFERENCE_, ASSAY_CANDIDATE_ };
enum assay_kind_ { ASSAY_LIST_, ASSAY_RANGE_, ASSAY_STEPS_, ASSAY_THREADS_ };

struct assay_setting_ {
	const char *parameter;
	enum assay_kind_ kind;
	const int64_t *values;
	size_t n;
	struct assay_setting_ *next;
};

struct assay_entry_ {
	const char *name, *group;
	enum assay_role_ role;
	void (*run)(struct assay_state *state);
	const char *file;
	int line, optimised;
	struct assay_setting_ *settings;
	struct assay_entry_ *next;
};

struct assay_cursor_ {
	char *at;
	uint64_t left;
};

ASSAY_API void assay_register_(struct assay_entry_ *entry);
ASSAY_API void assay_register_setting_(struct assay_entry_ *entry, struct assay_setting_ *setting);
/* The benchmark that is being run: what assay.hpp finds its closure by. */
ASSAY_API const struct assay_entry_ *assay_entry_of_(const struct assay_state *state);
ASSAY_API uint64_t assay_begin_(struct assay_state *state);
/* What is left when a measurement ends is 0, or the loop was left early. */
ASSAY_API uint64_t assay_next_(struct assay_state *state, uint64_t left);
ASSAY_API struct assay_cursor_ assay_begin_inputs_(struct assay_state *state,
	const struct assay_inputs *inputs, size_t size);
ASSAY_API struct assay_cursor_ assay_next_inputs_(struct assay_state *state, uint64_t left);

/* The asm statement keeps the compiler from counting all at once, and stands before the decrement
 * so that this sets the flags for the branch. */
static inline uint64_t assay_less_(uint64_t left)
{
	__asm__ volatile("" : "+r"(left));
	return left - 1;
}

/* The registers that hold float and double: there these need not be moved. */
#if defined(__SSE2__)
#define ASSAY_FLOATS_ "x"
#elif defined(__aarch64__)
#define ASSAY_FLOATS_ "w"
#else
#define ASSAY_FLOATS_ "rm"
#endif

#ifdef __OPTIMIZE__
#define ASSAY_OPTIMISED_ 1
#else
#define ASSAY_OPTIMISED_ 0
#endif

#define ASSAY_BENCH_(id, name, group, role) \
	static void assay_bench_##id(struct assay_state *state); \
	static struct assay_entry_ assay_entry_##id = {name, group, role, assay_bench_##id, \
		__FILE__, __LINE__, ASSAY_OPTIMISED_, NULL, NULL}; \
	__attribute__((constructor)) static void assay_enter_##id(void) \
	{ \
		assay_register_(&assay_entry_##id); \
	} \
	static void assay_bench_##id(struct assay_state *state)

#define ASSAY_SETTING_(id, parameter, kind, ...) \
	ASSAY_SETTING_2_(id, parameter, kind, __COUNTER__, __VA_ARGS__)
#define ASSAY_SETTING_2_(id, parameter, kind, unique, ...) \
	ASSAY_SETTING_3_(id, parameter, kind, unique, __VA_ARGS__)
#define ASSAY_SETTING_3_(id, parameter, kind, unique, ...) \
	__attribute__((constructor)) static void assay_set_##id##_##unique(void) \
	{ \
		static const int64_t values[] = {__VA_ARGS__}; \
		static struct assay_setting_ setting = {parameter, kind, values, \
			sizeof values / sizeof *values, NULL}; \
		assay_register_setting_(&assay_entry_##id, &setting); \
	} \
	struct assay_setting_

ASSAY_API void assay_count_allocations_(void);
ASSAY_API void assay_allocated_(size_t bytes);

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ASSAY_OWN_MALLOC_ 0
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || !defined(__GLIBC__)
#define ASSAY_OWN_MALLOC_ 0
#endif
#ifdef __cplusplus
#define ASSAY_MALLOC_ extern "C" __attribute__((visibility("default")))
#define ASSAY_NOTHROW_ noexcept
#else
#define ASSAY_MALLOC_ __attribute__((visibility("default")))
#define ASSAY_NOTHROW_
#endif

#ifdef ASSAY_OWN_MALLOC_
#define ASSAY_COUNT_ALLOCATIONS_() struct assay_state
#else
/* What glibc calls its own, so that these can stand before it. free() needs nothing. */
void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t n, size_t bytes);
void *__libc_realloc(void *old, size_t bytes);
void *__libc_memalign(size_t alignment, size_t bytes);
#define ASSAY_COUNT_ALLOCATIONS_() \
	ASSAY_MALLOC_ void *malloc(size_t bytes) ASSAY_NOTHROW_; \
	ASSAY_MALLOC_ void *malloc(size_t bytes) ASSAY_NOTHROW_ \
	{ \
		assay_allocated_(bytes); \
		return __libc_malloc(bytes); \
	} \
	ASSAY_MALLOC_ void *calloc(size_t n, size_t bytes) ASSAY_NOTHROW_; \
	ASSAY_MALLOC_ void *calloc(size_t n, size_t bytes) ASSAY_NOTHROW_ \
	{ \
		assay_allocated_(n * bytes); \
		return __libc_calloc(n, bytes); \
	} \
	ASSAY_MALLOC_ void *realloc(void *old, size_t bytes) ASSAY_NOTHROW_; \
	ASSAY_MALLOC_ void *realloc(void *old, size_t bytes) ASSAY_NOTHROW_ \
	{ \
		assay_allocated_(bytes); \
		return __libc_realloc(old, bytes); \
	} \
	ASSAY_MALLOC_ void *aligned_alloc(size_t alignment, size_t bytes) ASSAY_NOTHROW_; \
	ASSAY_MALLOC_ void *aligned_alloc(size_t alignment, size_t bytes) ASSAY_NOTHROW_ \
	{ \
		assay_allocated_(bytes); \
		return __libc_memalign(alignment, bytes); \
	} \
	__attribute__((constructor)) static void assay_counts_(void) \
	{ \
		assay_count_allocations_(); \
	} \
	struct assay_state
#endif

#ifdef __cplusplus
}

template <typename T> static inline void assay_keep_value_(T value)
{
	__asm__ volatile("" : : "r"(value));
}
static inline void assay_keep_value_(double value)
{
	__asm__ volatile("" : : ASSAY_FLOATS_(value));
}
static inline void assay_keep_value_(float value)
{
	__asm__ volatile("" : : ASSAY_FLOATS_(value));
}
static inline void assay_keep_value_(long double value)
{
	__asm__ volatile("" : : "m"(value));
}
#define ASSAY_KEEP_(x) assay_keep_value_(x)
#else
#define ASSAY_KEEP_(x) \
	do { \
		__extension__ __auto_type assay_kept_ = (x); \
		switch (_Generic(assay_kept_, float: 1, double: 1, long double: 2, default: 0)) { \
		case 0: \
			__asm__ volatile("" : : "r"(assay_kept_)); \
			break; \
		case 1: \
			__asm__ volatile("" : : ASSAY_FLOATS_(assay_kept_)); \
			break; \
		default: \
			__asm__ volatile("" : : "m"(assay_kept_)); \
		} \
	} while (0)
#endif

#endif
