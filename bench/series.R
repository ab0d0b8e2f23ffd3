# SPDX-License-Identifier: GPL-3.0-or-later
# What bench/series.c does, as one would write it in R: data of the same size, a name and seconds of the processor a
# line, tab between. Orders are fewer, and their time is scaled up: they take the same each.
set.seed(1)
n <- 1e6
steps <- 1000 + 3 * ((seq_len(n) - 1) %/% (n / 50) %% 2) + rnorm(n)

# PELT of means of 40, candidates as vectors.
segments <- function(least = 5, block = 40) {
	x <- colMeans(matrix(steps, block))
	m <- length(x)
	x <- x - mean(x)
	s <- c(0, cumsum(x))
	q <- c(0, cumsum(x^2))
	beta <- 15 * log(n)
	best <- c(-beta, rep(Inf, m))
	from <- integer(m + 1)
	start <- 0L
	for (t in least:m) {
		if (t - least >= least) start <- c(start, t - least)
		k <- t - start
		v <- pmax((q[t + 1] - q[start + 1]) / k - ((s[t + 1] - s[start + 1]) / k)^2, 1e-6)
		all <- best[start + 1] + k * (log(2 * pi * v) + 1) + beta
		best[t + 1] <- min(all)
		from[t + 1] <- start[which.min(all)]
		start <- start[all - beta <= best[t + 1] | k < 2 * least]
	}
	best[m + 1]
}

reorder <- function(orders = 20) {
	x <- steps[1:1e5]
	replicate(orders, max(abs(acf(sample(x), 10, plot = FALSE)$acf[-1])))
}

measure <- function(name, work, times = 1) {
	used <- system.time(work())
	cat(name, "\t", times * (used[["user.self"]] + used[["sys.self"]]), "\n", sep = "")
}
measure("segments of 10^6 values with 49 steps", segments)
measure("random reordering, 10^5 values 999 times", reorder, 999 / 20)
