// SPDX-License-Identifier: MIT

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Benchmarks in Java for {@code assay run} (docs/reporter.md). Copy this file; it needs Java 11 or newer alone.
 *
 * <pre>
 * AssayReport.benchmark("sorting", () -> { int[] copy = data.clone(); Arrays.sort(copy); return copy; });
 * AssayReport.run();
 * </pre>
 *
 * {@code assay run 'java -cp classes Bench'} makes every benchmark a subject of its own. Without assay, a table is
 * printed. Each process compiles anew while it runs: {@code --drop} says how many iterations at its start are left out.
 */
public final class AssayReport {
	private static final long ENOUGH_NS = 1_000_000; // calls are timed together until they take this long
	private static final Map<String, Supplier<?>> BENCHMARKS = new LinkedHashMap<>();
	private static volatile Object kept;

	private AssayReport() {
	}

	/** Registers what is to be timed by a name, which is one word. What it returns is kept, so that it is computed. */
	public static void benchmark(String name, Supplier<?> run) {
		checkWord(name, "name");
		if (BENCHMARKS.putIfAbsent(name, run) != null)
			throw new IllegalArgumentException("the benchmark '" + name + "' needs a name of its own");
	}

	/** The same for what returns nothing. */
	public static void benchmark(String name, Runnable run) {
		benchmark(name, () -> {
			run.run();
			return null;
		});
	}

	private static void checkWord(String word, String what) {
		boolean bad = word.codePoints().anyMatch(c -> Character.isWhitespace(c) || Character.isISOControl(c));
		if (word.isEmpty() || word.length() > 199 || bad)
			throw new IllegalArgumentException("'" + word + "' is no " + what + ": it takes one word");
	}

	private static void append(Path path, byte[] bytes) {
		try {
			Files.write(path, bytes, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
	}

	/** Each line with one write. */
	private static void appendLines(String path, List<String> lines) {
		for (String line : lines)
			append(Path.of(path), (line + "\n").getBytes(StandardCharsets.UTF_8));
	}

	/** How long so many calls took, and when they ended. */
	private static long[] time(Supplier<?> run, int n) {
		long start = System.nanoTime(); // CLOCK_MONOTONIC
		for (int i = 0; i < n; i++)
			kept = run.get();
		long end = System.nanoTime();
		return new long[] {end - start, end};
	}

	private static int calls(Supplier<?> run) {
		int n = 1;
		while (n < 1 << 30 && time(run, n)[0] < ENOUGH_NS)
			n *= 2;
		return n;
	}

	/** Lists the benchmarks, reports one to assay, or prints a table of all. */
	public static void run() {
		String list = System.getenv("ASSAY_LIST"), wanted = System.getenv("ASSAY_BENCHMARK");
		int iterations = Integer.parseInt(System.getenv().getOrDefault("ASSAY_ITERATIONS", "20"));
		if (list != null) {
			List<String> lines = new ArrayList<>(List.of("assay 1"));
			BENCHMARKS.keySet().forEach(name -> lines.add("benchmark " + name));
			appendLines(list, lines);
			return;
		}
		BENCHMARKS.forEach((name, run) -> {
			if (wanted == null || wanted.equals(name))
				measure(name, run, iterations);
		});
	}

	private static void measure(String name, Supplier<?> run, int iterations) {
		String report = System.getenv("ASSAY_REPORT");
		int n = calls(run);
		double least = Double.POSITIVE_INFINITY;
		List<String> lines = new ArrayList<>(List.of("assay 1"));
		for (int i = 0; i < iterations; i++) {
			long[] took = time(run, n);
			double each = (double) took[0] / n;
			least = Math.min(least, each);
			lines.add("iteration " + each + " ns n=" + n + " t=" + took[1] + " benchmark=" + name);
		}
		if (report != null)
			appendLines(report, lines);
		else
			System.out.println(name + ": min " + least + " ns, in this process");
	}

	/**
	 * Many numbers of one metric, such as the latencies of a load generator: kept while it measures, and reported when
	 * that is over. {@code assay run --criterion latency:p99 'java -cp classes Client'} takes them.
	 *
	 * <pre>
	 * AssayReport.Values latencies = new AssayReport.Values("latency", "ns");
	 * latencies.add(ns); // some ns each
	 * latencies.report();
	 * </pre>
	 */
	public static final class Values {
		private final String name, unit;
		private double[] list = new double[1 << 16];
		private int n;

		public Values(String name, String unit) {
			checkWord(name, "name");
			checkWord(unit, "unit");
			this.name = name;
			this.unit = unit;
		}

		public void add(double value) {
			if (n == list.length)
				list = Arrays.copyOf(list, 2 * n);
			list[n++] = value;
		}

		/** Appends them to the report where assay asks for one, and forgets them. */
		public void report() {
			String report = System.getenv("ASSAY_REPORT");
			int many = n;
			n = 0;
			if (report == null || many == 0)
				return;
			Path path = Path.of(report + "." + ProcessHandle.current().pid());
			String head = (Files.exists(path) ? "" : "assay 1\n") + "values " + name + " " + many + " " + unit + " as float64\n";
			byte[] line = head.getBytes(StandardCharsets.UTF_8);
			ByteBuffer out = ByteBuffer.allocate(line.length + 8 * many + 1).order(ByteOrder.LITTLE_ENDIAN).put(line);
			for (int i = 0; i < many; i++)
				out.putDouble(list[i]);
			append(path, out.put((byte) '\n').array());
		}
	}
}
