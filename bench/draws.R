# SPDX-License-Identifier: GPL-3.0-or-later
# What bench/draws.c does, as one would write it in R: data of the same size, median of 3, a name and seconds
# a line, tab between.
set.seed(1)
groups <- matrix(rep(rnorm(150, 100), each = 2000) + rnorm(150 * 2000), 2000)
units <- rnorm(1000, 100)

impact <- function(draws = 10000, c = 112) {
	ratio <- replicate(draws, {
		of <- sample.int(150, c)
		among <- groups[cbind(sample.int(2000, c, TRUE), of)]
		inside <- groups[sample.int(2000, c), sample.int(150, 1)]
		sd(among) / sd(inside)
	})
	median(ratio)
}

bootstrap <- function(draws = 9999) {
	n <- length(units)
	m <- mean(units)
	se <- sd(units) / sqrt(n)
	drawn <- matrix(units[sample.int(n, n * draws, TRUE)], n)
	means <- colMeans(drawn)
	ses <- sqrt((colSums(drawn^2) - n * means^2) / (n - 1) / n)
	m - quantile((means - m) / ses, c(0.975, 0.025)) * se
}

measure <- function(name, work) {
	seconds <- replicate(3, system.time(work())[["elapsed"]])
	cat(name, "\t", median(seconds), "\n", sep = "")
}
measure("impact factor, 10 000 draws of 150 x 2000", impact)
measure("bootstrap of 1000 units, 9999 replicates", bootstrap)
