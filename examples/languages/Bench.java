// SPDX-License-Identifier: GPL-3.0-or-later

import java.util.Arrays;
import java.util.stream.IntStream;

/** Two benchmarks in Java: javac -d classes Bench.java AssayReport.java && assay run 'java -cp classes Bench' */
class Bench {
	public static void main(String[] arguments) {
		int[] numbers = IntStream.range(0, 1000).map(i -> i * 7919 % 1000).toArray();

		AssayReport.benchmark("quick", () -> Arrays.stream(numbers, 0, 10).sum());
		AssayReport.benchmark("sort/1000", () -> {
			int[] copy = numbers.clone();
			Arrays.sort(copy);
			return copy;
		});
		AssayReport.run();
	}
}
