/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_BUILDING_H
#define AS_RUN_BUILDING_H

/* Inside of run/: how the builds of an experiment are made, one or several at once. */

#include "beside/helpers.h"
#include "run/conductor.h"

/*
 * as_conductor_share_build (shared.c) - build k of subject i is there, or has failed
 *
 * After its first one the program is asked for its benchmarks, each of which becomes a subject, and
 * these are written down; then the build becomes one of each. AS_ERR_BENCH: another build has other
 * benchmarks.
 */
enum as_status as_conductor_share_build(struct as_conductor *c, size_t i, uint32_t k, bool recorded,
	struct as_err *err) AS_MUST_CHECK;

/* All programs that are built were asked. */
enum as_status as_conductor_end_asking(struct as_conductor *c, struct as_err *err) AS_MUST_CHECK;

/* The build of a step is among the units: everybody is told. */
enum as_status as_conductor_end_build(struct as_conductor *c, const struct as_step *step,
	bool recorded, struct as_err *err) AS_MUST_CHECK;

/* made.c: the build of a step was made elsewhere, and is taken from there; it is among the units then. */
enum as_status as_conductor_take_made(struct as_conductor *c, const struct as_step *step,
	struct as_err *err) AS_MUST_CHECK;

/* What is known of builds that were made elsewhere. AS_ERR_USAGE: such are asked for, and some would be
 * made in place. */
enum as_status as_conductor_open_made(struct as_conductor *c, struct as_err *err) AS_MUST_CHECK;

/* Builds were made for other machines: put their copies where these find them. */
enum as_status as_conductor_give_made(struct as_conductor *c, struct as_err *err) AS_MUST_CHECK;

/* The same for a build whose artifacts were kept: its copies take their places in the words. */
enum as_status as_conductor_add_build_cell(struct as_conductor *c, size_t subject, size_t build,
	struct as_err *err) AS_MUST_CHECK;

/* build_one.c: what builds need, for subjects that have a build command; and one build, with the
 * copy of what it made. side_by_side.c says when. */
enum as_status as_conductor_open_builds(struct as_conductor *c, struct as_err *err) AS_MUST_CHECK;

/* A build that was made before an interruption. */
enum as_status as_conductor_take_recorded(struct as_conductor *c, const struct as_step *step,
	struct as_err *err) AS_MUST_CHECK;

/* Before the launch of a build: its version lies at its place, clean, and what it made before is
 * remembered; *env is what it is told. */
enum as_status as_conductor_prepare_build(struct as_conductor *c, const struct as_step *step,
	const char *const **env, struct as_err *err) AS_MUST_CHECK;

/* A build was launched at date_ns and has ended; its version lies at its place: keep what it made,
 * and record it. */
enum as_status as_conductor_take_built(struct as_conductor *c, const struct as_step *step,
	int64_t date_ns, const struct as_launched *r, struct as_err *err) AS_MUST_CHECK;

/* The folder of the scratch folder that is TMPDIR of builds. */
#define AS_BUILDS_TEMPORARY "tmp"

/* Run the build command of a step, and wait for it. */
enum as_status as_conductor_launch_build(struct as_conductor *c, const struct as_step *step,
	struct as_launched *out, struct as_err *err) AS_MUST_CHECK;

/* drawing.c: what draws layouts; no build was begun yet. */
enum as_status as_conductor_open_drawing(struct as_conductor *c, struct as_err *err) AS_MUST_CHECK;

/* Where layouts stay and versions are built: the first build of each may take its objects from the
 * cache, later ones compile anew and put theirs there. */
enum as_status as_conductor_open_sparing(struct as_conductor *c, struct as_err *err) AS_MUST_CHECK;

/* Builds meet a wrapper in the place of a compiler. */
bool as_conductor_wraps(const struct as_conductor *c);

/* What a build is told: its seed, a folder of its own, how to draw the layout, and where objects
 * are. */
enum as_status as_conductor_build_env(struct as_conductor *c, const struct as_step *step,
	const char *const **out, struct as_err *err) AS_MUST_CHECK;

/*
 * as_conductor_mend_build (mend.c) - a build that has failed is tried without us
 *
 * Nothing is done where it went well, or never met a wrapper. Else it is built again with nothing
 * from the cache, if anything was, and then without wrappers; *r becomes the build that went well,
 * and a fact says so. AS_ERR_BENCH: it goes well without wrappers alone, and another was built with
 * them. Later builds are only built with nothing from the cache, until one has failed that way, too.
 */
enum as_status as_conductor_mend_build(struct as_conductor *c, const struct as_step *step,
	struct as_launched *r, struct as_err *err) AS_MUST_CHECK;

/* What the cache of objects was good for, and that links compile, goes into the facts. */
void as_conductor_tell_objects(struct as_conductor *c);

/* conductor.c: what shows a process its version at the place of all (run/build/seat.c); and the folder
 * that holds what lies at path. */
extern const struct as_helper as_seat_helper;
char *as_conductor_above(struct as_conductor *c, const char *path);

/*
 * side_by_side.c: builds of several versions at once. The schedule hands out builds that do not
 * depend on each other without a WAIT between them: each is begun, and it is as_schedule_take that
 * comes later, when it has ended and all that were begun before it. Whatever else is to be done
 * comes after as_conductor_end_builds. Builds stay alone where --build-jobs is 1, there are not two
 * versions, the kernel gives no mount namespace, or a build is made in place.
 */
enum as_status as_conductor_open_seats(struct as_conductor *c, struct as_err *err) AS_MUST_CHECK;
void as_conductor_close_seats(struct as_conductor *c); /* what runs in them is killed */
/* Make a build, or begin it, when there is room for it. */
enum as_status as_conductor_build_one(struct as_conductor *c, const struct as_step *step,
	struct as_err *err) AS_MUST_CHECK;
/* Wait until at most `most` are being made. */
enum as_status as_conductor_end_builds(struct as_conductor *c, size_t most, struct as_err *err)
	AS_MUST_CHECK;

/* same_program.c: are the first builds of all versions one program, with the same files? */
enum as_status as_conductor_compare(struct as_conductor *c, const struct as_step *step,
	struct as_err *err) AS_MUST_CHECK;

/* lacking.c: why its first execution failed, and what the command names that its version lacks. */
enum as_status as_conductor_explain_lack(struct as_conductor *c, size_t subject,
	const struct as_err *why, struct as_err *err);

#endif
