-- SPDX-License-Identifier: GPL-3.0-or-later
-- From version 1 of the store to version 2. What it adds is in read_1.sql, too.

ALTER TABLE experiments ADD COLUMN note TEXT;                         -- what the user says of it
ALTER TABLE experiments ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0; -- 1: not to be pruned
-- What it is with more units: the uuid of another experiment, which need not be in the file.
ALTER TABLE experiments ADD COLUMN extends TEXT;
-- 1: a result of what it extends had been shown before more was measured.
ALTER TABLE experiments ADD COLUMN second_look INTEGER NOT NULL DEFAULT 0;
-- 1: its own result has been shown; of those kept by version 1 nobody knows, so they count as shown.
ALTER TABLE experiments ADD COLUMN shown INTEGER NOT NULL DEFAULT 1;
