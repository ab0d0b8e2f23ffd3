-- SPDX-License-Identifier: GPL-3.0-or-later
-- From version 7 of the store to version 8.

-- Neighbours whose trees are small and alike lie in the same rows of series, those of the first: how
-- many they are, and 0 in the others. A history of a thousand benchmarks has thirteen rows of them
-- in place of thirteen thousand.
ALTER TABLE subjects ADD COLUMN joined INTEGER NOT NULL DEFAULT 1;

-- The version of the first subject is that of all, and stands once.
ALTER TABLE experiments ADD COLUMN one_version INTEGER NOT NULL DEFAULT 0;
