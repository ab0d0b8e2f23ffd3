-- SPDX-License-Identifier: GPL-3.0-or-later
-- From version 8 of the store to version 9.

-- Neighbours whose trees lie together are a pack: the first has a row of subjects, which says how many
-- they are, and the others have none. What they are called stands once for all experiments that have the
-- same; what was found of them is one row. Of ten thousand benchmarks a version takes 30 bytes each.
ALTER TABLE subjects ADD COLUMN packed INTEGER NOT NULL DEFAULT 0;
CREATE TABLE subject_sets (
	id INTEGER PRIMARY KEY,
	hash BLOB NOT NULL UNIQUE, -- XXH128 of what data holds
	n INTEGER NOT NULL,
	data BLOB NOT NULL
) STRICT;
CREATE TABLE subject_set_names (
	name TEXT NOT NULL,
	subject_set INTEGER NOT NULL REFERENCES subject_sets (id) ON DELETE CASCADE,
	number INTEGER NOT NULL, -- in the set
	PRIMARY KEY (name, subject_set, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX subject_set_names_set ON subject_set_names (subject_set);
CREATE TABLE packs (
	id INTEGER PRIMARY KEY,
	experiment INTEGER NOT NULL,
	subject INTEGER NOT NULL, -- the first of them
	subject_set INTEGER NOT NULL REFERENCES subject_sets (id),
	data BLOB NOT NULL,
	UNIQUE (experiment, subject),
	FOREIGN KEY (experiment, subject) REFERENCES subjects ON DELETE CASCADE
) STRICT;
CREATE INDEX packs_set ON packs (subject_set, experiment);
