/* SPDX-License-Identifier: MIT */
#ifndef AS_SPAWN_WIRE_PROTOCOL_H
#define AS_SPAWN_WIRE_PROTOCOL_H

/* What assay and assay-spawn say to each other.
 *
 * Folder spawn: assay-spawn, a small static executable that starts and times children, and nothing
 * else: it interprets no output, decides on no repetition, prints nothing. It is small because a
 * child's peak memory carries that of its parent over exec.
 *
 * Three descriptors join them: requests in, results out, control in. A request or a result is a
 * frame (wire.h): its length, its type, its fields. Both ends run on one machine from one build, so
 * integers are in the machine's order; the first frame, the spawner's hello, carries the version.
 * A control message is one byte: cancel. The end of control means that assay has left. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { AS_SPAWN_VERSION = 6 };

enum {
	AS_SPAWN_FRAME_BYTES = 8 << 20,      /* a longer frame is refused */
	AS_SPAWN_COMMANDS = 1 << 16,         /* prepared commands of one spawner */
	AS_SPAWN_WORDS = 1 << 17,            /* strings in one list: argv, an environment */
	AS_SPAWN_PADDING_BYTES = 120 * 1024, /* Linux takes no argument of over 128 KiB */
	AS_SPAWN_TAIL_BYTES = 8 * 1024,      /* of captured output, the end is kept */
	AS_SPAWN_EVENTS = 32,                /* counters of one command */
	AS_SPAWN_CPU_WORDS = 16,             /* of 64 processors each */
	AS_SPAWN_NODES = 64,                 /* of memory */
	AS_SPAWN_COPIES = 255,               /* that run beside an execution */
	AS_SPAWN_GRACE_MS = 1000,            /* between TERM and KILL */
	AS_SPAWN_SHORT_US = 1000,            /* before a launch of what took less the last time, */
	AS_SPAWN_HOLD_US = 4000,             /* results may be held back so long (tell.h), and if */
	AS_SPAWN_LATEST_MS = 20,             /* it takes longer this time, so long */
};

/* Where a stream of a child goes. */
enum as_stream_kind {
	AS_STREAM_NULL = 0,    /* /dev/null */
	AS_STREAM_PIPE = 1,    /* a pipe that is read and thrown away */
	AS_STREAM_INHERIT = 2, /* assay's own */
	AS_STREAM_FILE = 3,    /* a file, made or emptied at every launch */
	AS_STREAM_CAPTURE = 4, /* a pipe, of which the last bytes come with the result */
};

struct as_stream {
	enum as_stream_kind kind;
	const char *path; /* AS_STREAM_FILE: relative to assay's own directory; else NULL */
};

/* A counter of the kernel that runs along with each execution: what perf_event_open(2) calls so. It
 * counts from execve on, for the child and all that it starts. */
struct as_event {
	uint32_t type;
	bool no_user, no_kernel; /* what it does not count */
	uint64_t config, config1, config2;
};

/* What a counter has counted. Fewer counters than events share them in turns: running_ns is less
 * than enabled_ns then. */
struct as_event_count {
	int32_t error; /* errno for which it could not be opened or read; 0: it was read */
	int64_t value, enabled_ns, running_ns;
};

/* How urgent it is. */
enum as_policy {
	AS_POLICY_KEPT = 0, /* as assay itself */
	AS_POLICY_NICE = 1, /* a nice value, -20 to 19 */
	AS_POLICY_FIFO = 2, /* SCHED_FIFO, 1 to 99 */
};

/* Where an execution runs, and before whom. {0} changes nothing. All that it starts has the same.
 * */
struct as_isolation {
	/* to the processors of cpus: bit c % 64 of word c / 64 */
	bool pinned;
	uint64_t cpus[AS_SPAWN_CPU_WORDS];
	uint64_t nodes;                     /* memory from these alone, by bits; 0: from anywhere */
	enum as_policy policy;
	int32_t priority;
	/* as as_launch.group: the group it has to run in; NULL: none */
	const char *cpuset;
};

/* A command, registered once and launched often. {0} in all but path and argv is: no environment,
 * assay's directory, input from /dev/null, no output. */
struct as_command_spec {
	const char *path;        /* given to execve as it is: nothing is searched; if it is
	                            relative, then to cwd */
	const char *const *argv; /* NULL at the end; at least one word */
	const char *const *envp; /* NULL at the end, the whole environment; NULL: an empty one */
	const char *cwd;         /* directory to run in; NULL: assay's own */
	const char *input;       /* file for standard input, opened anew at every launch,
	                            relative to assay's own directory; NULL: /dev/null */
	struct as_stream out, err; /* both AS_STREAM_CAPTURE share one pipe, in order of writing;
	                              both the same file share one offset */
	bool fixed_addresses;         /* without ASLR: the same addresses at every launch */
	const struct as_event *events; /* counted in each execution; n_events of them */
	size_t n_events;
	struct as_isolation isolation;
};

enum as_launch_kind {
	AS_LAUNCH_EXECUTION = 0, /* what it leaves running is killed at once, and counted */
	AS_LAUNCH_HOOK = 1,      /* what it leaves running (a server) lives until the spawner ends,
	                            and may write on: it is read and thrown away, or stands in
	                            the tail of a later hook; a hook that is ended for its time
	                            or by a cancel leaves nothing */
};

/* One start of a prepared command. {0} in the optional fields leaves the command as prepared. */
struct as_launch {
	uint64_t token;   /* the caller's own name for it; comes back with the result */
	uint32_t command; /* from as_spawner_prepare */
	enum as_launch_kind kind;
	/* from begin_ns; then TERM to the group, KILL after the grace; 0: none */
	int64_t timeout_ns;
	const char *const *env;  /* optional, NULL at the end: NAME=VALUE entries added to the
	                            environment, in the place of entries of the same name */
	const char *const *argv; /* optional, NULL at the end: instead of the prepared words */
	uint32_t padding_bytes;  /* 0 none; n adds ASSAY_PADDING=xxx with n times x */
	/* Optional: the file by which one enters the control group it is to run in (tasks,
	 * cgroup.procs); it goes there before execve, or stays where it is if it cannot. */
	const char *group;
	/* Of the command that run beside it, as load: begun before it, begun again when they end,
	 * killed when it has ended; their output is thrown away, and they are in no group and not
	 * counted. */
	uint32_t copies;
	const char *const *copy_env; /* optional, as env: entries of theirs, besides those of env */
};

/* The step at which a launch that never ran has failed. */
enum as_launch_step {
	AS_STEP_NONE = 0,
	AS_STEP_INPUT = 1,  /* opening the input file */
	AS_STEP_OUTPUT = 2, /* opening the file for standard output */
	AS_STEP_ERROR = 3,  /* opening the file for standard error */
	AS_STEP_PIPE = 4,   /* making the pipe for an output */
	AS_STEP_CLONE = 5,  /* making the process */
	AS_STEP_CHDIR = 6,  /* going to the directory */
	AS_STEP_EXEC = 7,   /* execve of the path */
	AS_STEP_FIXED = 8,  /* switching ASLR off */
	AS_STEP_CPUSET = 9, /* going into its cpuset */
	AS_STEP_CPUS = 10,  /* being pinned to all of its processors */
	AS_STEP_MEMORY = 11, /* getting memory from its nodes alone */
	AS_STEP_PRIORITY = 12,
};

/* What a child and those of its children it waited for have used. */
struct as_launched_use {
	int64_t user_ns, system_ns;
	int64_t peak_rss_bytes;     /* of the largest of them */
	int64_t minor_faults, major_faults;
	int64_t voluntary_switches, involuntary_switches;
	int64_t blocks_in, blocks_out; /* of 512 bytes, from and to disks */
};

/* What came of a launch. Three cases: it never ran for want of something (step is not
 * AS_STEP_NONE), it never ran because it was cancelled while it waited (cancelled, begin_ns is 0),
 * or it ran. Where it never ran, times and usage are 0. */
struct as_launched {
	uint64_t token;
	int64_t begin_ns;   /* CLOCK_MONOTONIC, read in the child right before execve */
	int64_t end_ns;     /* CLOCK_MONOTONIC, read right after its end was seen */
	int32_t status;     /* as wait4 gave it: only run/spawner/wait_status.c reads it */
	int32_t exec_errno; /* why it never ran */
	enum as_launch_step step;
	bool timed_out;     /* over timeout_ns, and therefore ended */
	bool cancelled;     /* by as_spawner_cancel */
	bool wants_terminal; /* it was stopped because it used the terminal from the background, where
	                        all that is measured runs, and was therefore ended */
	uint32_t leftovers; /* processes it left running, that were killed; of a hook: 0 */

	struct as_launched_use use;

	struct as_event_count counts[AS_SPAWN_EVENTS]; /* of the command's events, in their order */
	size_t n_counts;            /* 0 where it never ran, or no event was asked for */

	/* how often a copy ended with another status than 0, or could not begin */
	uint32_t failed_copies;

	/* errno for which it could not go into its group; 0: it did, or had none */
	int32_t group_error;

	uint64_t captured_bytes; /* written to AS_STREAM_CAPTURE in all */
	const char *tail; /* the last of them, at most AS_SPAWN_TAIL_BYTES; may hold any byte;
	                            borrowed until the next call of as_spawner_wait or _close */
	size_t tail_bytes;
};

#endif
