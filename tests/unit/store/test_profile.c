/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Noise profiles: kept session by session, replaced where a session is measured again. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "base/num.h"
#include "sample.h"

static const int64_t hour_ns = INT64_C(3600) * 1000000000;
static char dir[256], file[300];
static struct as_arena arena;

static int make(void **state)
{
	struct as_store *s = NULL;

	make_directory(dir);
	snprintf(file, sizeof file, "%s/x.db", dir);
	assert_int_equal(open_store(file, AS_STORE_WRITE, &s, NULL), AS_OK);
	*state = s;
	return 0;
}

static int leave(void **state)
{
	as_store_close(*state);
	as_arena_release(&arena);
	remove_directory(dir);
	return 0;
}

static struct as_profile_session at_hour(int hour, double log_mean)
{
	int64_t began = 1760000000000000000 + hour * hour_ns;

	return (struct as_profile_session){
		.began_ns = began,
		.ended_ns = began + 1000000000,
		.boot_id = "boot",
		.experiment = "0123456789abcdef0123456789abcdef",
		.units = 40,
		.group = 10,
		.confidence = 0.95,
		.log_mean = log_mean,
		.unit = {0.01, 39},
		.round = {0.002, 39},
		.stretch = {0.004, 7},
		.way = {{4, 0, 1.001, 0.99, 1.02}, {4, 3, 0.97, 0.96, 0.98}},
	};
}

static struct as_profile profile(struct as_profile_session *v, size_t n)
{
	return (struct as_profile){.machine_id = "machine", .environment_id = "environment",
		.metric = "wall", .command = "a'b\"; DROP TABLE noise_ways \xff\n", .build = "",
		.host = "here", .sessions = v, .n_sessions = n};
}

static void put(struct as_store *s, const struct as_profile *p)
{
	struct as_err err = {0};

	if (as_store_put_profile(s, p, &err))
		fail_msg("%s", err.msg);
}

static size_t get(struct as_store *s, const struct as_store_profile_query *q, struct as_profile **out)
{
	struct as_err err = {0};
	size_t n = 0;

	if (as_store_get_profiles(s, q, &arena, out, &n, &err))
		fail_msg("%s", err.msg);
	return n;
}

static struct as_profile *only(struct as_store *s)
{
	const struct as_store_profile_query all = {0};
	struct as_profile *p = NULL;

	assert_int_equal(get(s, &all, &p), 1);
	return p;
}

static void same_session(const struct as_profile_session *a, const struct as_profile_session *b)
{
	assert_int_equal(a->began_ns, b->began_ns);
	assert_int_equal(a->ended_ns, b->ended_ns);
	assert_string_equal(a->boot_id, b->boot_id);
	assert_string_equal(a->experiment, b->experiment);
	assert_int_equal(a->units, b->units);
	assert_int_equal(a->group, b->group);
	assert_true(as_same_double(a->confidence, b->confidence));
	assert_true(as_same_double(a->log_mean, b->log_mean));
	assert_memory_equal(&a->unit, &b->unit, sizeof a->unit);
	assert_memory_equal(&a->round, &b->round, sizeof a->round);
	assert_memory_equal(&a->stretch, &b->stretch, sizeof a->stretch);
	for (int i = 0; i < AS_AA_WAYS; i++) {
		assert_int_equal(a->way[i].comparisons, b->way[i].comparisons);
		assert_int_equal(a->way[i].alarms, b->way[i].alarms);
		assert_true(as_same_double(a->way[i].ratio, b->way[i].ratio));
		assert_true(as_same_double(a->way[i].lo, b->way[i].lo));
		assert_true(as_same_double(a->way[i].hi, b->way[i].hi));
	}
}

static void a_profile_comes_back_as_it_was_put(void **state)
{
	struct as_profile_session v[2] = {at_hour(0, -DBL_MAX), at_hour(2, 17.25)};
	struct as_profile p = profile(v, 2), *back;

	put(*state, &p);
	back = only(*state);
	assert_string_equal(back->machine_id, "machine");
	assert_string_equal(back->environment_id, "environment");
	assert_string_equal(back->metric, "wall");
	assert_string_equal(back->command, p.command);
	assert_string_equal(back->build, "");
	assert_string_equal(back->host, "here");
	assert_int_equal(back->n_sessions, 2);
	same_session(&back->sessions[0], &v[0]);
	same_session(&back->sessions[1], &v[1]);
}

static void what_is_unknown_stays_unknown(void **state)
{
	const double nan = (double)NAN;
	struct as_profile_session v = at_hour(0, 1);
	struct as_profile p = profile(&v, 1);

	v.stretch = v.round = (struct as_profile_sd){nan, 0};
	v.way[AS_AA_SEQUENCE] = (struct as_profile_way){0, 0, nan, nan, nan};
	put(*state, &p);
	const struct as_profile_session *back = &only(*state)->sessions[0];
	assert_true(isnan(back->stretch.sd) && isnan(back->round.sd));
	assert_true(isnan(back->way[AS_AA_SEQUENCE].ratio) && isnan(back->way[AS_AA_SEQUENCE].hi));
	assert_true(as_same_double(back->unit.sd, 0.01));
}

static void a_session_of_the_same_time_takes_the_place_of_the_earlier(void **state)
{
	struct as_profile_session first = at_hour(0, 1), again = at_hour(0, 2);
	struct as_profile p = profile(&first, 1), q = profile(&again, 1);

	again.began_ns += 10 * 60 * INT64_C(1000000000); /* no pause of 30 minutes */
	again.ended_ns = again.began_ns + 1;
	put(*state, &p);
	put(*state, &q);
	assert_int_equal(only(*state)->n_sessions, 1);
	same_session(&only(*state)->sessions[0], &again);
}

static void a_later_session_is_added(void **state)
{
	struct as_profile_session v[3] = {at_hour(0, 1), at_hour(2, 2), at_hour(2, 3)};

	v[2].boot_id = "another boot";
	for (int i = 0; i < 3; i++) {
		struct as_profile p = profile(&v[i], 1);
		put(*state, &p);
	}
	const struct as_profile *back = only(*state);
	assert_int_equal(back->n_sessions, 3);
	for (int i = 0; i < 3; i++)
		same_session(&back->sessions[i], &v[i]);
}

static void it_belongs_to_the_session_of_experiments_measured_then(void **state)
{
	struct as_experiment *x = sample_small(1);
	struct as_profile_session v = at_hour(0, 1);
	struct as_profile p = profile(&v, 1);

	assert_int_equal(as_store_put(*state, x, NULL, NULL), AS_OK);
	p.machine_id = x->machine.machine_id ? x->machine.machine_id : "unknown";
	v.boot_id = x->machine.boot_id;
	v.suspended_ns = x->machine.suspended_ns;
	v.began_ns = x->started_ns;
	v.ended_ns = x->ended_ns;
	put(*state, &p);
	struct as_store_prune rule = {.before_ns = INT64_MAX, .labelled = true, .pinned = true};
	struct as_listing *l = NULL;
	size_t n = 0;
	assert_int_equal(as_store_prune(*state, &rule, &arena, &l, &n, NULL), AS_OK);
	assert_int_equal(n, 1);
	assert_int_equal(only(*state)->n_sessions, 1); /* its session was not removed with them */
	as_experiment_free(x);
}

static void each_member_of_the_key_tells_profiles_apart(void **state)
{
	struct as_profile_session v = at_hour(0, 1);
	struct as_profile p[6];
	struct as_profile *out = NULL;

	for (int i = 0; i < 6; i++)
		p[i] = profile(&v, 1);
	p[1].machine_id = p[2].environment_id = p[3].metric = p[4].command = p[5].build = "other";
	for (int i = 0; i < 6; i++)
		put(*state, &p[i]);
	const struct as_store_profile_query queries[] = {{0}, {.machine_id = "other"},
		{.environment_id = "other"}, {.metric = "other"}, {.command = "other"}, {.build = "other"},
		{.machine_id = "machine", .metric = "wall", .build = ""}, {.metric = "none"}};
	const size_t want[] = {6, 1, 1, 1, 1, 1, 3, 0};
	for (size_t i = 0; i < sizeof want / sizeof *want; i++)
		assert_int_equal(get(*state, &queries[i], &out), want[i]);
}

static void the_one_measured_last_comes_first(void **state)
{
	struct as_profile_session early = at_hour(0, 1), late = at_hour(5, 1);
	struct as_profile p = profile(&late, 1), q = profile(&early, 1), *out = NULL;
	const struct as_store_profile_query all = {0};

	q.command = "early";
	put(*state, &p);
	put(*state, &q);
	assert_int_equal(get(*state, &all, &out), 2);
	assert_string_equal(out[1].command, "early");
}

static void refused(struct as_store *s, const struct as_profile *p, const char *words)
{
	struct as_err err = {0};

	assert_int_equal(as_store_put_profile(s, p, &err), AS_ERR_ARG);
	if (!strstr(err.msg, words) || !strstr(err.msg, "please report it"))
		fail_msg("%s", err.msg);
}

static void what_cannot_be_is_not_kept(void **state)
{
	const char *number = "a session of it has a number that cannot be";
	const struct as_store_profile_query all = {0};
	struct as_profile_session v = at_hour(0, 1), good = v;
	struct as_profile p = profile(&v, 1), *out = NULL;

	v.unit.sd = -1;
	refused(*state, &p, number);
	v = good, v.log_mean = (double)INFINITY;
	refused(*state, &p, number);
	v = good, v.way[0].alarms = 5;
	refused(*state, &p, number);
	v = good, v.way[1].lo = 2;
	refused(*state, &p, number);
	v = good, v.confidence = (double)NAN;
	refused(*state, &p, number);
	v = good, v.group = 0;
	refused(*state, &p, number);
	v = good, v.ended_ns = v.began_ns - 1;
	refused(*state, &p, "ended before it began");
	v = good, p.n_sessions = 0;
	refused(*state, &p, "it has no session");
	p.n_sessions = 1, p.metric = "";
	refused(*state, &p, "a part of its key is missing");
	assert_int_equal(get(*state, &all, &out), 0);
}

/* Change the file behind the store's back. */
static void sql(const char *text)
{
	change_in(file, text);
}

static size_t problems;
static char told[512];

static void tell(void *data, const char *sentence)
{
	(void)data;
	problems++;
	snprintf(told, sizeof told, "%s", sentence);
}

static void damaged(struct as_store *s, const char *change, const char *words)
{
	const struct as_store_profile_query all = {0};
	struct as_profile_session v = at_hour(0, 1);
	struct as_profile p = profile(&v, 1), *out = NULL;
	struct as_err err = {0};
	size_t n = 77;

	put(s, &p);
	sql(change);
	assert_int_equal(as_store_get_profiles(s, &all, &arena, &out, &n, &err), AS_ERR_DATA);
	assert_int_equal(n, 77);
	if (!strstr(err.msg, words) || !strstr(err.msg, store_name(file)))
		fail_msg("%s", err.msg);
	problems = 0;
	assert_int_equal(as_store_verify(s, tell, NULL, NULL), AS_OK);
	assert_true(problems > 0);
	put(s, &p); /* which makes it whole again */
}

static void a_damaged_one_is_named_and_replaced(void **state)
{
	const struct as_store_profile_query all = {0};
	struct as_profile *out = NULL;

	damaged(*state, "UPDATE noise_sessions SET unit_sd = -1", "a number that cannot be");
	damaged(*state, "UPDATE noise_ways SET alarms = -1 WHERE way = 1",
		"its 'alarms' is not what assay writes");
	damaged(*state, "DELETE FROM noise_ways WHERE way = 0", "its 'way' is not what assay writes");
	assert_int_equal(get(*state, &all, &out), 1);
	assert_int_equal(as_store_verify(*state, tell, NULL, NULL), AS_OK);
}

static void a_sound_one_passes_the_look_at_the_store(void **state)
{
	struct as_profile_session v[2] = {at_hour(0, 1), at_hour(2, 1)};
	struct as_profile p = profile(v, 2);
	struct as_holdings h;

	put(*state, &p);
	problems = 0;
	assert_int_equal(as_store_verify(*state, tell, NULL, NULL), AS_OK);
	if (problems)
		fail_msg("%s", told);
	assert_int_equal(as_store_holdings(*state, &h, NULL), AS_OK);
	assert_int_equal(h.n_profiles, 1);
}

static void one_that_cannot_be_written_leaves_the_earlier(void **state)
{
	struct as_profile_session v[2] = {at_hour(0, 1), at_hour(2, 2)};
	struct as_profile first = profile(v, 1), both = profile(v, 2);
	struct as_err err = {0};

	put(*state, &first);
	sql("CREATE UNIQUE INDEX one_only ON noise_sessions (profile)");
	assert_int_equal(as_store_put_profile(*state, &both, &err), AS_ERR_STORE);
	assert_non_null(strstr(err.msg, "cannot keep a noise profile in"));
	assert_int_equal(only(*state)->n_sessions, 1);
	put(*state, &first); /* no transaction was left open */
}

static void a_store_of_an_earlier_schema_has_none(void **state)
{
	const struct as_store_profile_query all = {0};
	struct as_profile *out = NULL;
	struct as_store *old = NULL;

	(void)state;
	for (int i = 1; i <= 2; i++) {
		char path[300];
		snprintf(path, sizeof path, TEST_DATA "/store/schema-%d.db", i);
		assert_int_equal(as_store_open(path, AS_STORE_READ, &old, NULL), AS_OK);
		assert_int_equal(get(old, &all, &out), 0);
		as_store_close(old);
	}
}

#define WITH_STORE(test) cmocka_unit_test_setup_teardown(test, make, leave)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_STORE(a_profile_comes_back_as_it_was_put),
		WITH_STORE(what_is_unknown_stays_unknown),
		WITH_STORE(a_session_of_the_same_time_takes_the_place_of_the_earlier),
		WITH_STORE(a_later_session_is_added),
		WITH_STORE(it_belongs_to_the_session_of_experiments_measured_then),
		WITH_STORE(each_member_of_the_key_tells_profiles_apart),
		WITH_STORE(the_one_measured_last_comes_first),
		WITH_STORE(what_cannot_be_is_not_kept),
		WITH_STORE(a_damaged_one_is_named_and_replaced),
		WITH_STORE(a_sound_one_passes_the_look_at_the_store),
		WITH_STORE(one_that_cannot_be_written_leaves_the_earlier),
		WITH_STORE(a_store_of_an_earlier_schema_has_none),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
