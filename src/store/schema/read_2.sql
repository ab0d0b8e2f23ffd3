-- SPDX-License-Identifier: GPL-3.0-or-later
-- A file of version 2 as if it were of version 3, for reading it as it is: what that one adds, of this
-- connection alone. A view has the name of the table it stands for.

CREATE TEMP VIEW noise_profiles AS SELECT NULL AS id, NULL AS machine_id, NULL AS environment_id,
	NULL AS metric, NULL AS command, NULL AS build, NULL AS host WHERE 0;
CREATE TEMP VIEW noise_sessions AS SELECT NULL AS profile, NULL AS session, NULL AS began_ns,
	NULL AS ended_ns, NULL AS experiment, NULL AS units, NULL AS compared, NULL AS confidence,
	NULL AS log_mean, NULL AS unit_sd, NULL AS unit_df, NULL AS round_sd, NULL AS round_df,
	NULL AS stretch_sd, NULL AS stretch_df WHERE 0;
CREATE TEMP VIEW noise_ways AS SELECT NULL AS profile, NULL AS session, NULL AS way,
	NULL AS comparisons, NULL AS alarms, NULL AS ratio, NULL AS lo, NULL AS hi WHERE 0;
