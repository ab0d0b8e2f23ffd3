-- SPDX-License-Identifier: GPL-3.0-or-later
-- From version 2 of the store to version 3; with it come columns that src/model/fields says. A new
-- table is a row of `tables` in row.c, too, by which older files are read.

-- What identical programs differ by on a machine (src/model/kept/profile.h). Of no experiment.
CREATE TABLE noise_profiles (
	id INTEGER PRIMARY KEY,
	machine_id TEXT NOT NULL,
	environment_id TEXT NOT NULL,
	metric TEXT NOT NULL,
	command TEXT NOT NULL,
	build TEXT NOT NULL, -- '' where nothing is built
	host TEXT,
	UNIQUE (machine_id, environment_id, metric, command, build)
) STRICT;
-- Standard deviations are of natural logarithms; df is their degrees of freedom.
CREATE TABLE noise_sessions (
	profile INTEGER NOT NULL REFERENCES noise_profiles (id) ON DELETE CASCADE,
	session INTEGER NOT NULL REFERENCES sessions (id),
	began_ns INTEGER NOT NULL,
	ended_ns INTEGER NOT NULL,
	experiment TEXT NOT NULL, -- its uuid; it need not be in the file
	units INTEGER NOT NULL,
	compared INTEGER NOT NULL, -- units a side of the comparisons that are counted
	confidence REAL NOT NULL,
	log_mean REAL NOT NULL,
	unit_sd REAL,
	unit_df REAL,
	round_sd REAL,
	round_df REAL,
	stretch_sd REAL,
	stretch_df REAL,
	PRIMARY KEY (profile, session)
) STRICT, WITHOUT ROWID;
CREATE INDEX noise_sessions_session ON noise_sessions (session);
CREATE TABLE noise_ways (
	profile INTEGER NOT NULL,
	session INTEGER NOT NULL,
	way INTEGER NOT NULL, -- 0: in the same rounds, 1: in sequence
	comparisons INTEGER NOT NULL,
	alarms INTEGER NOT NULL,
	ratio REAL,
	lo REAL,
	hi REAL,
	PRIMARY KEY (profile, session, way),
	FOREIGN KEY (profile, session) REFERENCES noise_sessions ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- The version of each subject that has one (src/model/kept/version.h).
CREATE TABLE versions (
	experiment INTEGER NOT NULL,
	subject INTEGER NOT NULL,
	project TEXT,
	commit_id TEXT,
	parents TEXT,
	branch TEXT,
	label TEXT,
	date_ns INTEGER NOT NULL,
	changes INTEGER NOT NULL, -- enum as_changes
	PRIMARY KEY (experiment, subject),
	FOREIGN KEY (experiment, subject) REFERENCES subjects ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX versions_commit ON versions (project, commit_id);
