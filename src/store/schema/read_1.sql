-- SPDX-License-Identifier: GPL-3.0-or-later
-- A file of version 1 as if it were of version 2, for reading it as it is: what that one adds, of this
-- connection alone. A view has the name of the table it stands for.

CREATE TEMP VIEW experiments AS SELECT *, NULL AS note, 0 AS pinned, NULL AS extends,
	0 AS second_look, 1 AS shown FROM main.experiments;
