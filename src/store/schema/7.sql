-- SPDX-License-Identifier: GPL-3.0-or-later
-- From version 6 of the store to version 7, with which comes experiments.n_versions, too.

-- The history of one benchmark among ten thousand.
CREATE INDEX subjects_name ON subjects (name);
