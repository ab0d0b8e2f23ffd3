-- SPDX-License-Identifier: GPL-3.0-or-later
-- From version 1 of the store to version 2. What it adds is in read_1.sql, too.

ALTER TABLE experiments ADD COLUMN note TEXT;                         -- what the user says of it
ALTER TABLE experiments ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0; -- 1: not to be pruned
