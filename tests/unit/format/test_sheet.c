/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables in long form: read, refused with the place of what is wrong, and written again. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/num.h"
#include "base/text.h"
#include "format/table/sheet.h"

/* Bytes that come so many at a time. */
struct drops {
	const char *s;
	size_t left, piece;
};

static enum as_status drip(void *from, char *to, size_t room, size_t *n, struct as_err *err)
{
	struct drops *d = from;

	(void)err;
	*n = d->left < d->piece ? d->left : d->piece;
	*n = *n < room ? *n : room;
	memcpy(to, d->s, *n);
	d->s += *n;
	d->left -= *n;
	return AS_OK;
}

static enum as_status read_pieces(const char *s, size_t n, size_t piece, struct as_experiment **out,
	struct as_err *err)
{
	struct drops d = {s, n, piece};
	const struct as_source source = {drip, &d};

	return as_sheet_read(&source, "a.csv", out, err);
}

static struct as_experiment *reads(const char *s)
{
	struct as_experiment *x = NULL;
	struct as_err err = {0};

	if (read_pieces(s, strlen(s), SIZE_MAX, &x, &err))
		fail_msg("%s", err.msg);
	return x;
}

static void refuses_bytes(const char *s, size_t n, const char *why)
{
	struct as_experiment *x = NULL;
	struct as_err err = {0};
	char want[700];

	snprintf(want, sizeof want, "cannot read 'a.csv', %s", why);
	assert_int_equal(read_pieces(s, n, SIZE_MAX, &x, &err), AS_ERR_DATA);
	assert_null(x);
	assert_string_equal(err.msg, want);
}

static void refuses(const char *s, const char *why)
{
	refuses_bytes(s, strlen(s), why);
}

static enum as_status take(void *to, const char *bytes, size_t n, struct as_err *err)
{
	as_text_add_n(to, bytes, n);
	(void)err;
	return AS_OK;
}

static void writes(const struct as_experiment *x, struct as_text *out)
{
	const struct as_sink sink = {take, out};

	as_text_clear(out);
	assert_int_equal(as_sheet_write(x, &sink, NULL), AS_OK);
}

static double value(const struct as_experiment *x, size_t level, size_t metric, size_t i)
{
	const struct as_column *c = as_subject_column(&x->subjects[0], (enum as_level_index)level, metric);

	assert_non_null(c);
	assert_true(i < c->values.n);
	return as_column_at(c, i);
}

static const char two_levels[] =
	"execution,iteration,value\n"
	"1,1,4\n1,2,6\n"
	"2,1,7\n2,2,9\n2,3,8\n";

static void a_table_is_a_tree_of_its_levels(void **state)
{
	struct as_experiment *x = reads(two_levels);
	const struct as_subject *s = &x->subjects[0];

	(void)state;
	assert_int_equal(x->n_subjects, 1);
	assert_string_equal(s->name, "a.csv");
	assert_string_equal(x->table, "a.csv");
	assert_string_equal(x->metrics[x->criterion].name, "value");
	assert_string_equal(x->metrics[x->criterion].unit, "");
	assert_int_equal(s->levels[AS_LEVEL_EXECUTION].n, 2);
	assert_int_equal(s->levels[AS_LEVEL_ITERATION].n, 5);
	assert_int_equal(as_iterations_of(s, 0).to, 2);
	assert_true(as_same_double(value(x, AS_LEVEL_ITERATION, x->criterion, 4), 8));
	as_experiment_free(x);
}

static void the_answer_does_not_depend_on_how_bytes_come(void **state)
{
	static const char text[] = "\xef\xbb\xbfmachine;run;Value;unit\r\n\"a \"\"b\"\"\r\n;\";1;2.5;ms\r\nc;1;3;us";
	struct as_text one = {0}, other = {0};

	(void)state;
	for (size_t piece = 1; piece < sizeof text; piece++) {
		struct as_experiment *x = NULL;
		assert_int_equal(read_pieces(text, sizeof text - 1, piece, &x, NULL), AS_OK);
		writes(x, piece == 1 ? &one : &other);
		if (piece > 1)
			assert_string_equal(as_text_str(&one), as_text_str(&other));
		as_experiment_free(x);
	}
	assert_non_null(strstr(as_text_str(&one), "a.csv,1,1,time,2500000,ns,less,measured,,,\n"));
	as_text_release(&one);
	as_text_release(&other);
}

static void units_keep_the_order_of_their_first_line(void **state)
{
	struct as_experiment *x = reads("build,execution,metric,value\n"
		"b,1,wall_x,1\na,1,wall_x,2\nb,2,wall_x,3\nb,1,other,4\na,2,wall_x,5\n");
	const struct as_level *l = x->subjects[0].levels;

	(void)state;
	assert_int_equal(l[AS_LEVEL_BUILD].n, 2);
	assert_int_equal(l[AS_LEVEL_EXECUTION].n, 4);
	assert_int_equal(as_unit_parent(&l[AS_LEVEL_EXECUTION], 1), 1);
	assert_int_equal(as_unit_parent(&l[AS_LEVEL_EXECUTION], 2), 0);
	assert_true(as_same_double(value(x, AS_LEVEL_EXECUTION, x->criterion, 2), 3));
	assert_string_equal(x->metrics[x->criterion].name, "wall_x");
	as_experiment_free(x);
}

static void iterations_stand_with_their_execution_in_any_order_of_lines(void **state)
{
	struct as_experiment *x = reads("execution,iteration,value\n"
		"1,7,1\n2,9,2\n1,8,3\n2,5,4\n1,5,5\n1,07,6\n");
	const struct as_subject *s = &x->subjects[0];
	static const double want[] = {1, 3, 5, 6, 2, 4};

	(void)state;
	assert_int_equal(as_iterations_of(s, 0).to, 4);
	assert_int_equal(as_iterations_of(s, 1).to, 6);
	for (size_t i = 0; i < 6; i++)
		assert_true(fabs(value(x, AS_LEVEL_ITERATION, x->criterion, i) - want[i]) < 1e-12);
	as_experiment_free(x);
}

static void levels_have_the_names_of_their_columns(void **state)
{
	struct as_experiment *x = reads("cluster,machine,boot,run,sample,value\n1,1,1,1,1,2\n");

	(void)state;
	assert_string_equal(as_experiment_level(x, 0), "sample");
	assert_string_equal(as_experiment_level(x, 1), "run");
	assert_string_equal(as_experiment_level(x, 4), "cluster");
	as_experiment_free(x);
	/* What is called an execution has no iterations below it. */
	x = reads("build,execution,value\n1,1,2\n");
	assert_int_equal(x->subjects[0].levels[AS_LEVEL_BUILD].n, 1);
	assert_int_equal(x->subjects[0].levels[AS_LEVEL_ITERATION].n, 0);
	as_experiment_free(x);
	x = reads("sample,value\n1,2\n");
	assert_string_equal(as_experiment_level(x, AS_LEVEL_EXECUTION), "sample");
	as_experiment_free(x);
	x = reads("a,b,c,d,e,f,g,execution,value\n1,1,1,1,1,1,1,1,2\n");
	assert_int_equal(x->subjects[0].levels[7].n, 1);
	as_experiment_free(x);
}

static void values_are_kept_in_the_unit_of_their_kind(void **state)
{
	struct as_experiment *x = reads("execution,metric,value,unit\n"
		"1,wall,1.5,ms\n2,wall,2,s\n1,peak_memory,3,MiB\n1,speed,4,req/s\n1,user,7,us\n");

	(void)state;
	assert_int_equal(x->criterion, AS_METRIC_WALL);
	assert_true(as_same_double(value(x, AS_LEVEL_EXECUTION, AS_METRIC_WALL, 0), 1.5e6));
	assert_true(as_same_double(value(x, AS_LEVEL_EXECUTION, AS_METRIC_WALL, 1), 2e9));
	assert_true(as_same_double(value(x, AS_LEVEL_EXECUTION, AS_METRIC_PEAK_MEMORY, 0), 3 * 1048576.0));
	assert_string_equal(x->metrics[AS_METRICS_BUILTIN].unit, "req/s");
	as_experiment_free(x);
}

static void failed_units_stay_and_are_marked(void **state)
{
	struct as_experiment *x = reads("execution,metric,value,unit,role,ending\n"
		"1,wall,1,s,warmup,ok\n2,wall,2,s,measured,ok\n3,wall,,s,,timeout\n4,,,,,failed\n5,wall,3,s,,\n");
	const struct as_level *l = &x->subjects[0].levels[AS_LEVEL_EXECUTION];

	(void)state;
	assert_int_equal(l->n, 5);
	assert_int_equal(as_unit_role(l, 0), AS_ROLE_WARMUP);
	assert_int_equal(as_unit_ending(l, 2), AS_ENDED_TIMEOUT);
	assert_int_equal(as_unit_ending(l, 3), AS_ENDED_FAILED);
	assert_int_equal(as_unit_role(l, 4), AS_ROLE_MEASURED);
	as_experiment_free(x);
}

static void rounds_are_rounds_where_they_count_up(void **state)
{
	struct as_experiment *x = reads("subject,execution,round,value\n"
		"a,1,0,1\nb,1,0,2\na,2,1,1\nb,2,1,2\n");

	(void)state;
	assert_int_equal(x->plan.design, AS_DESIGN_ROUNDS);
	assert_int_equal(x->plan.planned, 2);
	as_experiment_free(x);
	x = reads("subject,execution,round,value\na,1,1,1\nb,1,0,2\na,2,0,1\nb,2,1,2\n");
	assert_int_equal(x->plan.design, AS_DESIGN_SEQUENTIAL);
	as_experiment_free(x);
	x = reads("subject,execution,value\na,1,1\nb,1,2\n");
	assert_int_equal(x->plan.design, AS_DESIGN_SEQUENTIAL);
	as_experiment_free(x);
	/* Builds that share rounds are crossed with them. */
	x = reads("build,execution,round,value\n1,1,0,1\n2,1,0,2\n1,2,1,1\n2,2,1,2\n");
	assert_int_equal(x->plan.builds_state, AS_BUILDS_DIFFER);
	assert_int_equal(x->plan.builds, 2);
	as_experiment_free(x);
	x = reads("boot,execution,round,value\n1,1,0,1\n2,1,0,2\n1,2,1,1\n2,2,1,2\n");
	assert_int_equal(x->plan.design, AS_DESIGN_SEQUENTIAL);
	assert_int_equal(x->plan.builds_state, AS_BUILDS_NONE);
	as_experiment_free(x);
}

static void rounds_may_be_counted_from_one(void **state)
{
	struct as_experiment *x = reads("subject,execution,round,value\n"
		"a,1,1,1\nb,1,1,2\na,2,2,1\nb,2,2,2\n");

	(void)state;
	assert_int_equal(x->plan.design, AS_DESIGN_ROUNDS);
	assert_int_equal(x->plan.planned, 2);
	assert_int_equal(as_unit_round(&x->subjects[0].levels[AS_LEVEL_EXECUTION], 0), 0);
	as_experiment_free(x);
	/* One that is missing is no reason to count the others otherwise. */
	x = reads("subject,execution,round,value\na,1,1,1\nb,1,0,2\na,2,2,1\nb,2,2,2\n");
	assert_int_equal(x->plan.planned, 3);
	as_experiment_free(x);
}

static void a_table_is_in_time_only_where_all_its_executions_have_an_order(void **state)
{
	static const struct {
		const char *table;
		bool in_time;
	} cases[] = {
		{"execution,order,value\n1,3,1\n2,1,2\n", true},
		{"execution,value\n1,1\n2,2\n", false},
		{"execution,order,value\n1,,1\n2,1,2\n", false},
	};
	struct as_text t = {0};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct as_experiment *x = reads(cases[i].table);
		assert_int_equal(as_experiment_in_time(x), cases[i].in_time);
		writes(x, &t);
		as_experiment_free(x);
		x = reads(as_text_str(&t)); /* writing makes no order up */
		assert_int_equal(as_experiment_in_time(x), cases[i].in_time);
		as_experiment_free(x);
	}
	as_text_release(&t);
}

static void what_is_written_reads_back_as_the_same(void **state)
{
	static const char *const tables[] = {
		two_levels,
		"subject,build,execution,iteration,metric,value,unit,better,role,ending,round,order\n"
		"\"a \"\"quoted\"\", name\",1,1,1,time,4.25,us,,dropped,,,\n"
		"\"a \"\"quoted\"\", name\",1,1,2,time,3,us,,,,,\n"
		"\"a \"\"quoted\"\", name\",1,1,,wall,7,ms,,measured,ok,0,1\n"
		"\"a \"\"quoted\"\", name\",1,1,1,hits,9007199254740993,count,more,dropped,,,\n"
		"\"a \"\"quoted\"\", name\",2,1,,,,,,measured,signal,0,0\n"
		"\"a \"\"quoted\"\", name\",2,2,1,time,5e-320,us,,,,,\n"
		"b,1,,,size,5,kB,,,,,\nb,1,1,1,time,1e300,ns,,,,,\n",
		"one,two,three,four,five,six,seven,eight,value\n1,1,1,1,1,1,1,1,-5\n1,1,1,1,1,1,1,2,0.1\n",
		"machine,boot,run,value\n1,1,,3\n1,2,,4\n2,1,,5\n", /* no run was reached */
		"a,b,c,d,e,f,g,h,value\n1,1,1,1,1,1,1,,3\n2,1,1,1,1,1,1,,4\n",
		"run,iteration,metric,value\n1,a,z,1\n1,b,size,2\n1,c,z,3\n1,c,size,3\n", /* not all have all */
	};
	struct as_text first = {0}, second = {0};

	(void)state;
	for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
		struct as_experiment *x = reads(tables[i]);
		writes(x, &first);
		as_experiment_free(x);
		x = reads(as_text_str(&first));
		writes(x, &second);
		as_experiment_free(x);
		assert_string_equal(as_text_str(&first), as_text_str(&second));
	}
	as_text_release(&first);
	as_text_release(&second);
}

/* What a spreadsheet would calculate; numbers are none of it. */
static void a_name_that_a_spreadsheet_would_calculate_is_guarded_and_read_back_as_it_was(
	void **state)
{
	static const struct {
		const char *name, *written;
	} of[] = {{"=1+cmd()", "'=1+cmd()"}, {"+a", "'+a"}, {"-a", "'-a"}, {"@SUM(A1)", "'@SUM(A1)"},
		{"\t=1", "\"'\t=1\""}, {"\r=1", "\"'\r=1\""}, {"'=1", "''=1"}, {"''@", "'''@"},
		{"'", "'"}, {"'a", "'a"}, {"-1.5", "-1.5"}, {"+2e3", "+2e3"}, {"-1.5+1", "'-1.5+1"},
		{"'-1.5", "''-1.5"}, {"-", "'-"}, {"a=1", "a=1"}, {"=\"a\",b", "\"'=\"\"a\"\",b\""}};
	struct as_text out = {0};

	(void)state;
	for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
		struct as_experiment *x = reads("subject,execution,value\na,1,-2.5\n");
		x->subjects[0].name = of[i].name;
		writes(x, &out);
		as_experiment_free(x);
		const char *line = strchr(as_text_str(&out), '\n') + 1;
		assert_memory_equal(line, of[i].written, strlen(of[i].written));
		assert_non_null(strstr(line + strlen(of[i].written), ",-2.5,"));
		x = reads(as_text_str(&out));
		assert_string_equal(x->subjects[0].name, of[i].name);
		as_experiment_free(x);
	}
	as_text_release(&out);
}

static void what_no_table_can_hold_is_not_written(void **state)
{
	struct as_experiment *x = reads(two_levels);
	struct as_text t = {0};
	struct as_err err = {0};
	const struct as_sink sink = {take, &t};

	(void)state;
	assert_int_equal(as_subject_set(&x->subjects[0], AS_LEVEL_ITERATION, 3, x->criterion,
		(double)INFINITY, NULL), AS_OK);
	assert_int_equal(as_sheet_write(x, &sink, &err), AS_ERR_DATA);
	assert_string_equal(err.msg, "cannot write 'a.csv' as a table: its value is infinite at iteration 4, "
		"and a table holds finite numbers; JSON holds all");
	assert_int_equal(t.len, 0);
	as_experiment_free(x);
}

static void a_bad_first_line_is_told(void **state)
{
	static const char shape[] = "a table begins with a line that names its columns, such as "
		"build,execution,iteration,metric,value,unit";
	char want[400];

	(void)state;
	snprintf(want, sizeof want, "line 1: it is empty; %s", shape);
	refuses("", want);
	snprintf(want, sizeof want, "line 1: there is no column 'value'; %s", shape);
	refuses("execution,metric\n", want);
	snprintf(want, sizeof want, "line 1, column 1: '1' names no level; %s", shape);
	refuses("1,2,3.5\n", want);
	snprintf(want, sizeof want, "line 1, column 3: '' names no level; %s", shape);
	refuses("a,,value\n", want);
	snprintf(want, sizeof want, "line 1: there is no level, a column with the number of the execution "
		"or whatever was repeated; %s", shape);
	refuses("metric,value\n", want);
	refuses("a,A,value\n", "line 1, column 3: the column 'A' is there twice");
	refuses("a,value,unit,Value\n", "line 1, column 14: the column 'value' is there twice");
	refuses("a,value,host\n", "line 1, column 9: 'host' stands right of value, where only metric, unit, "
		"better, role, ending, round and order may; put it left of value if it is a level, or leave "
		"it out");
	refuses("a,b,c,d,e,f,g,h,i,value\n", "line 1, column 17: 'i' is one level too many: a tree has at "
		"most 8");
	refuses("a,value\n", "line 2: there are no lines below the first");
}

static void a_bad_line_is_told_with_its_place(void **state)
{
	(void)state;
	refuses("a,value\n1\n", "line 2: expected 2 fields, as in the first line, found 1");
	refuses("a,value\n\n1,2\n1,2,3\n", "line 4: expected 2 fields, as in the first line, found 3");
	refuses("a,value\n1,x\n", "line 2, column 3: expected a finite number, found 'x'");
	refuses("a,value\n1,NaN\n", "line 2, column 3: expected a finite number, found 'NaN'");
	refuses("a,value\n1,-inf\n", "line 2, column 3: expected a finite number, found '-inf'");
	refuses("a,value\n1,1e999\n", "line 2, column 3: expected a finite number, found '1e999'");
	refuses("a,value\n1,\"1,5\"\n", "line 2, column 3: expected a finite number, found '1,5'");
	refuses("a,value\n1,\n", "line 2, column 3: expected a finite number, found nothing; leave the line "
		"out, or say in a column 'ending' that it failed");
	refuses("a,b,value\n,1,2\n", "line 2, column 1: expected the number of the a, found nothing");
	refuses("a,b,c,value\n1,,1,2\n", "line 2, column 3: expected the number of the b, found nothing");
	refuses("a,value\n1,2\n1,3\n", "line 3, column 3: a second value of value for the same a; number "
		"each a");
	refuses("subject,a,value\n,1,2\n", "line 2, column 1: expected the name of the subject, found nothing");
	refuses("a,metric,value\n1,,2\n", "line 2, column 3: expected the name of the metric, found nothing");
	refuses("a,value,unit\n1,-2,s\n", "line 2, column 3: expected a time of 0 or more, found '-2'");
	refuses("a,value,unit\n1,1e306,s\n", "line 2, column 3: expected a number that is not too large for "
		"its unit, found '1e306'");
	refuses("a,metric,value,unit\n1,x,2,s\n2,x,3,MB\n", "line 3, column 7: expected a unit that goes with "
		"'ns', in which x was before, found 'MB'");
	refuses("a,metric,value\n1,wall,2\n", "line 2: the metric wall needs a unit: add a column 'unit' "
		"with ms, say");
	refuses("a,metric,value,unit\n1,wall,2,\n", "line 2, column 10: the metric wall needs a unit: add a "
		"column 'unit' with ms, say");
	refuses("a,metric,value,unit\n1,wall,2,kB\n", "line 2, column 10: the metric wall is in ns and its "
		"like, not in 'kB': give it another name");
	refuses("a,b,metric,value\n1,1,x,2\n1,,x,3\n", "line 3, column 1: x was read at each b before, and "
		"here at the a; give it another name");
	refuses("a,value,role\n1,2,cold\n", "line 2, column 5: expected one of measured, warmup, dimensioning, "
		"surplus, dropped, original, turns, found 'cold'");
	refuses("a,metric,value,ending\n1,x,2,ok\n1,y,2,failed\n", "line 3, column 7: expected ok, found "
		"'failed'");
	refuses("a,b,value,ending\n1,1,2,ok\n", "line 2, column 7: expected nothing, as only what is above "
		"iterations has an ending, found 'ok'");
	refuses("a,value,round\n1,2,-1\n", "line 2, column 5: expected a whole number below 4294967295, found "
		"'-1'");
	refuses("a,metric,value,round\n1,x,2,1\n1,y,2,2\n", "line 3, column 7: expected the number of an "
		"earlier line of this execution, found '2'");
	refuses("a,value,better\n1,2,low\n", "line 2, column 5: expected less, more or neither, found 'low'");
	refuses("a,metric,value\n1,,\n", "line 3: there is no value in all of the table");
}

static void bytes_that_are_no_records_are_told(void **state)
{
	static const char zero[] = "a,value\nx\0y,2\n";
	char *long_line = malloc((2 << 20) + 1);

	(void)state;
	refuses("a,value\n\"x,2\ny,3\n", "line 2, column 1: a quote begins here that is not closed");
	refuses("a,value\n\xc3\xa9,\"x\n\n", "line 2, column 3: a quote begins here that is not closed");
	refuses("a,value\nx\"y,2\n", "line 2, column 1: a quote inside a field; put all of the field in "
		"quotes, and write each quote in it twice");
	refuses("a,value\n\"x\ny\"z,2\n", "line 2, column 1: a quote inside a field; put all of the field in "
		"quotes, and write each quote in it twice");
	refuses("a,value\n\"x\ny\",z\n", "line 3, column 4: expected a finite number, found 'z'");
	assert_non_null(long_line);
	memset(long_line, 'x', 2 << 20);
	refuses_bytes(long_line, 2 << 20, "line 1: a line of more than 1 MiB; is a quote not closed, or is it "
		"no table?");
	free(long_line);
	struct as_experiment *x = NULL;
	struct as_err err = {0};
	assert_int_equal(read_pieces(zero, sizeof zero - 1, SIZE_MAX, &x, &err), AS_ERR_DATA);
	assert_non_null(strstr(err.msg, "line 2, column 1: expected a text without zero bytes"));
}

static enum as_status broken(void *from, char *to, size_t room, size_t *n, struct as_err *err)
{
	(void)from, (void)to, (void)room, (void)n;
	return as_fail_sys(err, 5, "cannot read a.csv");
}

static void what_the_source_says_is_said(void **state)
{
	const struct as_source source = {broken, NULL};
	struct as_experiment *x = NULL;
	struct as_err err = {0};

	(void)state;
	assert_int_equal(as_sheet_read(&source, "a.csv", &x, &err), AS_ERR_SYS);
	assert_string_equal(err.msg, "cannot read a.csv");
}

/* Any damage gives an answer or an error of one line; under the sanitizers this is a test of memory. */
static void damaged_bytes_are_read_or_refused(void **state)
{
	static const char good[] = "subject,build,execution,iteration,metric,value,unit,role,ending,round\n"
		"\"a,b\",1,1,1,time,12.5,us,measured,,\n\"a,b\",1,1,2,time,1e3,us,warmup,,\n"
		"\"a,b\",1,1,,wall,1,s,measured,ok,0\nc,2,1,1,time,3,us,,,\nc,2,2,1,time,4,us,,,\n";
	static const char nasty[] = ",\"\n\r;\t0123456789.eE+-\0\xff\xc3 abNniI";
	char s[sizeof good];
	uint32_t seed = 7;

	(void)state;
	for (size_t round = 0; round < 4000; round++) {
		struct as_experiment *x = NULL;
		struct as_err err = {0};
		size_t n = sizeof good - 1;
		memcpy(s, good, sizeof s);
		for (size_t k = 0; k <= round % 4; k++) {
			seed = seed * 1664525 + 1013904223;
			s[(seed >> 8) % n] = nasty[(seed >> 3) % (sizeof nasty - 1)];
		}
		n = round % 3 ? n : (seed >> 4) % n;
		if (read_pieces(s, n, 1 + round % 50, &x, &err))
			assert_true(strlen(err.msg) > 20);
		as_experiment_free(x);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_table_is_a_tree_of_its_levels),
		cmocka_unit_test(the_answer_does_not_depend_on_how_bytes_come),
		cmocka_unit_test(units_keep_the_order_of_their_first_line),
		cmocka_unit_test(iterations_stand_with_their_execution_in_any_order_of_lines),
		cmocka_unit_test(levels_have_the_names_of_their_columns),
		cmocka_unit_test(values_are_kept_in_the_unit_of_their_kind),
		cmocka_unit_test(failed_units_stay_and_are_marked),
		cmocka_unit_test(rounds_are_rounds_where_they_count_up),
		cmocka_unit_test(rounds_may_be_counted_from_one),
		cmocka_unit_test(a_table_is_in_time_only_where_all_its_executions_have_an_order),
		cmocka_unit_test(what_is_written_reads_back_as_the_same),
		cmocka_unit_test(
			a_name_that_a_spreadsheet_would_calculate_is_guarded_and_read_back_as_it_was),
		cmocka_unit_test(what_no_table_can_hold_is_not_written),
		cmocka_unit_test(a_bad_first_line_is_told),
		cmocka_unit_test(a_bad_line_is_told_with_its_place),
		cmocka_unit_test(bytes_that_are_no_records_are_told),
		cmocka_unit_test(what_the_source_says_is_said),
		cmocka_unit_test(damaged_bytes_are_read_or_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
