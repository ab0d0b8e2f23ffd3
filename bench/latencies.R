# SPDX-License-Identifier: GPL-3.0-or-later
# What bench/latencies.sh times, as one would write it in R: p99 (type 8) of each execution and the t interval of
# the log ratios. Arguments: files of 8-byte integers, old and new in turn, one an execution. Seconds of the
# quantiles alone, with those of reading before them.
files <- commandArgs(TRUE)
reading <- 0
p99 <- numeric(length(files))
quantiles <- 0
for (i in seq_along(files)) {
	reading <- reading + system.time({
		raw <- readBin(files[i], "integer", 2 * file.size(files[i]) / 8, size = 4)
		x <- as.double(raw[c(TRUE, FALSE)])
	})[["elapsed"]]
	quantiles <- quantiles + system.time(p99[i] <- quantile(x, 0.99, type = 8))[["elapsed"]]
}
d <- log(p99[c(FALSE, TRUE)]) - log(p99[c(TRUE, FALSE)])
t <- exp(t.test(d)$conf.int)
cat(sprintf("R: reading %.2f s, quantiles %.2f s, ratio %.6f (%.6f .. %.6f)\n", reading, quantiles,
	exp(mean(d)), t[1], t[2]))
