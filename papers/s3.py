# SPDX-License-Identifier: GPL-3.0-or-later
"""S3: the lecture's tables and plots, each claim held to a rule that stands with it."""

import re

from benchmarks import states
from beside import CANNOT, claims, percent, verdict

TITLE = "Efficient software, lecture 2: Benchmarking (2017)"
# How much iterations and executions of seven Java programs vary, in percent.
PUBLISHED = {"bloat6": (14.1, 3.7), "eclipse9": (0.8, 0.4), "lusearch9": (3.3, 30.3), "tradebeans9": (1.5, 0.4),
             "tradesoap9": (0.8, 0.4), "xalan6": (7.0, 9.1), "xalan9": (3.5, 1.0)}


def names(some):
    return ", ".join(f"`{name}`" for name in some) or "none"


def sds(levels):
    """By benchmark how much iterations and executions vary."""
    found = {}
    for r in levels:
        found.setdefault(r["benchmark"], {})[r["level"]] = r["sd"] or 0
    return {name: (v.get("iteration", 0), v.get("execution", 0)) for name, v in found.items()}


def takes(dimension):
    """By benchmark how long the plan takes, and one with the counts that were measured, where both are known."""
    return {r["benchmark"]: (r["takes"]["value"], r["flat_takes"]["value"]) for r in dimension
            if r["takes"] and r["flat_takes"]}


def judged(state, sd, times, built):
    """Of each claim of the lecture its words, the verdict, and the sentence that says why."""
    warm = [name for name, s in state.items() if s["warm"]]
    yield ("The first few iterations typically include the initialization",
           CANNOT if not state else verdict(2 * len(warm) > len(state)),
           f"warm-up was found in {len(warm)} of {len(state)} ({names(warm)}); reproduced means more than half")
    depend = [name for name, s in state.items() if s["depend"]]
    yield ("Iterations of some programs are independent, and of others not",
           CANNOT if not state else verdict(0 < len(depend) < len(state)),
           f"by random reordering {len(depend)} of {len(state)} depend on those before them ({names(depend)}); reproduced means some, and not all")
    above = [name for name, (iteration, execution) in sd.items() if execution > iteration]
    lasting = [name for name in above if name in state and state[name]["lasting"]]
    yield ("Executions of some programs vary more than iterations (two of seven)",
           CANNOT if above and above == lasting else verdict(0 < len(above) < len(sd)),
           f"for {names(above)} of {len(sd)}, of which the executions of {names(lasting)} depend on those before them, as by a state of the machine that outlasts them; "
           "reproduced means some without such, and not all")
    build = next((r for r in built if r["level"] == "build"), None)
    yield ("Sometimes even a compiler can influence the results: another layout of the code", CANNOT if not build else verdict((build["lo"] or 0) > 1),
           "builds are no level of these results" if not build else
           f"impact factor of builds {build['closed_form']:.2f} ({build['lo']:.2f} … {build['hi']:.2f}); reproduced means an interval above 1")
    plan, flat = (sum(x[i] for x in times.values()) for i in (0, 1))
    yield ("Time can be saved by repeating at lower levels, as many as the formula says", CANNOT if not times else verdict(plan <= 0.9 * flat),
           "no benchmark tells what both would take" if not times else
           f"for ± 1 % of {names(times)} plans take {plan / 6e10:.3g} min in the place of {flat / 6e10:.3g} min with the counts of the first experiment; "
           "reproduced means 10 % less")
    yield ("If T² ≤ 0, the level induces little variation and repetitions can be skipped", CANNOT,
           "it takes two designs of equal cost, which this campaign does not measure")
    yield ("95 % of intervals contain the true mean", CANNOT, "nobody knows the true mean of a real program; [validity.md](validity.md) asks it of drawn times")
    yield ("Timestamps cost hundreds of cycles, and fewer without a system call", CANNOT, "no table tells it: a clock is read outside of what is timed")


def table_of_sds(sd):
    yield "| | " + " | ".join(f"`{name}`" for name in sd) + " |"
    yield "|:---|" + "---:|" * len(sd)
    for i, level in enumerate(("iteration", "execution")):
        yield f"| {level} | " + " | ".join(percent(v[i]) for v in sd.values()) + " |"
    yield ""
    yield "As published:"
    yield ""
    yield "| | " + " | ".join(PUBLISHED) + " |"
    yield "|:---|" + "---:|" * len(PUBLISHED)
    for i, level in enumerate(("iteration", "execution")):
        yield f"| {level} | " + " | ".join(f"{v[i]:.1f}" for v in PUBLISHED.values()) + " |"


def time_of(cell):
    if not cell:
        return "-"
    ms = cell["value"] / 1e6
    return f"{ms:.3g} ms" if ms < 1000 else f"{ms / 1e3:.3g} s" if ms < 6e4 else f"{ms / 6e4:.3g} min"


def table_of_plans(rows):
    yield "| benchmark | level | T, % | cost | measured | formula | rounded up | best | takes | flat takes |"
    yield "|:---|:---|---:|---:|---:|---:|---:|---:|---:|---:|"
    for r in rows:
        formula = f"{r['formula']:.3g}" if r["formula"] is not None else "-"
        yield (f"| `{r['benchmark']}` | {r['level']} | {percent(r['sd'])} | {time_of(r['cost'])} | {r['measured']:.0f} | {formula} | "
               f"{r['published'] or '-'} | {r['best'] or '-'} | {time_of(r['takes'])} | {time_of(r['flat_takes'])} |")


def plots(study):
    for name, why in (("warm", "whose early iterations fill a table"), ("rijndael", "which computes the same each time")):
        yield f"### S3: `{name}`, {why}"
        yield ""
        yield from study.figures((f"s3-course-{name}", f"{name}: every iteration, with where executions begin"))
        yield from study.figures((f"s3-sequence-{name}", f"{name}: iterations of one execution in the order of time, and at random"))
        yield from study.figures((f"s3-lags-{name}", f"{name}: lags 1 to 4 of one execution, above the same in random order"))
        yield from study.figures((f"s3-acf-{name}", f"{name}: autocorrelation of one execution, beside random order"))
        yield from study.figures((f"s3-iterations-{name}", f"{name}: inside executions, with what is warm-up"))


def section(study):
    state, sd = states(study), sds(study.load("levels"))
    dimension = study.load("dimension")
    built = study.load("impact", "s3-layout")
    yield "The lecture repeats Kalibera and Jones, *Rigorous Benchmarking in Reasonable Time* (2013), on seven Java programs of DaCapo. Here are seven of `examples/` in their"
    yield "place, 30 executions of 50 iterations of each, by the time that a processor worked (`wave-parallel` by the time that passed); and builds of one in layouts drawn at"
    yield f"random ({study.command('s3-layout') if study.has('s3-layout.done') else 'of drawn times'})."
    yield ""
    yield f"{study.run()}. The rules below stood before this run, and after a first one whose tables had been seen. After it that on executions and iterations was made stricter, which changed no verdict."
    yield ""
    yield from claims(judged(state, sd, takes(dimension), built))
    yield ""
    yield "### S3: how much iterations and executions vary"
    yield ""
    yield "What each level adds by itself (T), in percent of the mean."
    yield ""
    yield from table_of_sds(sd)
    yield ""
    yield "### S3: dimensioning"
    yield ""
    yield "T of 0: T² was 0 or less. formula: the optimum before rounding; rounded up: as printed; best: what assay would measure, at the top for ± 1 %, which takes so long;"
    yield "flat: with as many of each as were measured."
    yield ""
    yield from table_of_plans(dimension + study.load("dimension", "s3-layout"))
    yield ""
    yield from plots(study)
    yield "### S3: code layout, original and randomized"
    yield ""
    if study.has("s3-original"):
        found = re.search(r"(\d+) of (\d+) drawn layouts lie below the original one", study.text("s3-original"))
        if found:
            yield f"{found[0]}. By luck alone it would have each of the {int(found[2]) + 1} places alike."
            yield ""
    yield from study.figures(("s3-layout", "builds ranked by what their layout gives, and where the original one stands"))
