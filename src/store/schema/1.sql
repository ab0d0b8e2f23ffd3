-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 1 of the store. Never changed once released: a change is a file of its own, 2.sql.
-- Times are nanoseconds, instants are CLOCK_REALTIME. Numbers of enums are those of src/model/.
-- Texts are bytes as they came, mostly UTF-8. A real number that does not exist is NULL.

CREATE TABLE sessions (
	id INTEGER PRIMARY KEY,
	machine_id TEXT NOT NULL,
	boot_id TEXT NOT NULL,
	suspended_ns INTEGER NOT NULL, -- how long this boot had been suspended
	first_ns INTEGER NOT NULL,     -- when its first experiment began
	last_ns INTEGER NOT NULL       -- when its last one ended
) STRICT;
CREATE INDEX sessions_boot ON sessions (boot_id, machine_id);

-- Facts of one kind about one machine, shared by all experiments that found the same.
CREATE TABLE fact_sets (
	id INTEGER PRIMARY KEY,
	kind INTEGER NOT NULL,    -- enum as_fact_kind
	hash BLOB NOT NULL UNIQUE -- XXH128 of kind, names and values
) STRICT;
CREATE TABLE facts (
	fact_set INTEGER NOT NULL REFERENCES fact_sets (id) ON DELETE CASCADE,
	number INTEGER NOT NULL,
	name TEXT NOT NULL,
	value TEXT NOT NULL,
	PRIMARY KEY (fact_set, number)
) STRICT, WITHOUT ROWID;

-- What was learnt about a benchmark on a machine, until it is learnt anew. Of no experiment.
CREATE TABLE dimensionings (
	key TEXT NOT NULL PRIMARY KEY,
	date_ns INTEGER NOT NULL,
	n_levels INTEGER NOT NULL,
	bottom INTEGER NOT NULL, -- the lowest of its levels
	mean REAL NOT NULL,
	warmup INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE dimensioning_levels (
	key TEXT NOT NULL REFERENCES dimensionings (key) ON DELETE CASCADE,
	level INTEGER NOT NULL,
	s2 REAL,
	t2 REAL,
	df REAL,
	cost_s REAL,
	pilot INTEGER NOT NULL,
	PRIMARY KEY (key, level)
) STRICT, WITHOUT ROWID;

CREATE TABLE experiments (
	id INTEGER PRIMARY KEY AUTOINCREMENT, -- a number that was given is never given again
	uuid TEXT NOT NULL UNIQUE,
	label TEXT,
	version TEXT,
	command_line TEXT,
	directory TEXT,
	started_ns INTEGER NOT NULL,
	ended_ns INTEGER NOT NULL,
	session INTEGER NOT NULL REFERENCES sessions (id),
	host TEXT,
	machine_id TEXT,
	environment_id TEXT,
	boot_id TEXT,
	suspended_ns INTEGER NOT NULL,
	n_subjects INTEGER NOT NULL,
	reference INTEGER NOT NULL, -- number of the subject
	criterion INTEGER NOT NULL, -- number of the metric asked for
	listed INTEGER NOT NULL     -- number of the metric whose summaries a list shows
) STRICT;
CREATE INDEX experiments_label ON experiments (label) WHERE label IS NOT NULL;
CREATE INDEX experiments_session ON experiments (session);

CREATE TABLE experiment_facts (
	experiment INTEGER NOT NULL REFERENCES experiments (id) ON DELETE CASCADE,
	kind INTEGER NOT NULL,
	fact_set INTEGER NOT NULL REFERENCES fact_sets (id),
	PRIMARY KEY (experiment, kind)
) STRICT, WITHOUT ROWID;
CREATE INDEX experiment_facts_set ON experiment_facts (fact_set);

CREATE TABLE plans (
	experiment INTEGER PRIMARY KEY REFERENCES experiments (id) ON DELETE CASCADE,
	design INTEGER NOT NULL,
	stopping INTEGER NOT NULL,
	outcome INTEGER NOT NULL,
	seed INTEGER NOT NULL, -- the 64 bits of an unsigned number
	confidence REAL,
	precision REAL,
	precision_each INTEGER NOT NULL,
	budget_ns INTEGER NOT NULL,
	budget_explicit INTEGER NOT NULL,
	warmups INTEGER NOT NULL,
	iterations INTEGER NOT NULL,
	iterations_given INTEGER NOT NULL,
	"drop" INTEGER NOT NULL,
	stage1 INTEGER NOT NULL,
	planned INTEGER NOT NULL,
	extended INTEGER NOT NULL,
	done INTEGER NOT NULL,
	wanted INTEGER NOT NULL,
	builds INTEGER NOT NULL,
	builds_state INTEGER NOT NULL,
	randomize INTEGER NOT NULL, -- bits
	layout_failed INTEGER NOT NULL,
	dimension_reused INTEGER NOT NULL,
	tolerance REAL,
	cost_iteration REAL, -- seconds of one unit of each level, as planned with
	cost_execution REAL,
	cost_build REAL,
	cost_session REAL,
	expected REAL
) STRICT;

CREATE TABLE metrics (
	experiment INTEGER NOT NULL REFERENCES experiments (id) ON DELETE CASCADE,
	number INTEGER NOT NULL,
	name TEXT NOT NULL,
	unit TEXT NOT NULL,
	better INTEGER NOT NULL,
	level INTEGER NOT NULL,
	PRIMARY KEY (experiment, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE subjects (
	experiment INTEGER NOT NULL REFERENCES experiments (id) ON DELETE CASCADE,
	number INTEGER NOT NULL,
	name TEXT NOT NULL,
	command TEXT NOT NULL,
	build_command TEXT,
	benchmark TEXT,
	executable TEXT,
	executable_hash TEXT,
	shell TEXT,
	shell_reason TEXT,
	shell_cost_ns REAL,
	leftovers INTEGER NOT NULL,
	iterations INTEGER NOT NULL, -- how many units the tree has at each level
	executions INTEGER NOT NULL,
	builds INTEGER NOT NULL,
	sessions INTEGER NOT NULL,
	PRIMARY KEY (experiment, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE parameters (
	experiment INTEGER NOT NULL,
	subject INTEGER NOT NULL,
	number INTEGER NOT NULL,
	name TEXT NOT NULL,
	value TEXT NOT NULL,
	PRIMARY KEY (experiment, subject, number),
	FOREIGN KEY (experiment, subject) REFERENCES subjects ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- What is known of the units of the build level besides their columns in series.
CREATE TABLE builds (
	experiment INTEGER NOT NULL,
	subject INTEGER NOT NULL,
	number INTEGER NOT NULL, -- of the unit
	hash TEXT,
	code TEXT,
	layout TEXT,
	bytes INTEGER NOT NULL,
	PRIMARY KEY (experiment, subject, number),
	FOREIGN KEY (experiment, subject) REFERENCES subjects ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE notes (
	experiment INTEGER NOT NULL,
	subject INTEGER NOT NULL,
	number INTEGER NOT NULL,
	level INTEGER NOT NULL,
	unit INTEGER NOT NULL,
	text TEXT NOT NULL,
	PRIMARY KEY (experiment, subject, number),
	FOREIGN KEY (experiment, subject) REFERENCES subjects ON DELETE CASCADE
) STRICT;

-- Computed once, so that a list need not read the values.
CREATE TABLE summaries (
	experiment INTEGER NOT NULL,
	subject INTEGER NOT NULL,
	metric INTEGER NOT NULL,
	n_top INTEGER NOT NULL,
	n_values INTEGER NOT NULL,
	n_excluded INTEGER NOT NULL,
	mean REAL,
	min REAL,
	q1 REAL,
	median REAL,
	q3 REAL,
	max REAL,
	sd REAL,
	method INTEGER NOT NULL,
	lo REAL,
	hi REAL,
	half_width REAL,
	confidence REAL,
	df REAL,
	PRIMARY KEY (experiment, subject, metric),
	FOREIGN KEY (experiment, subject) REFERENCES subjects ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- The values: one column of one level of one subject a row (docs/store.md).
CREATE TABLE series (
	id INTEGER PRIMARY KEY,
	experiment INTEGER NOT NULL,
	subject INTEGER NOT NULL,
	number INTEGER NOT NULL, -- in the order they are read in
	level INTEGER NOT NULL,
	field INTEGER NOT NULL,  -- 0: values of a metric; others: see docs/store.md
	metric INTEGER,          -- its number; NULL for other fields
	n INTEGER NOT NULL,
	data BLOB NOT NULL,
	UNIQUE (experiment, subject, number),
	FOREIGN KEY (experiment, subject) REFERENCES subjects ON DELETE CASCADE
) STRICT;
