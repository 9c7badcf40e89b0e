// The order of the suites and the parts of a run, by the seconds that each took when it was last recorded.
import { BaseSequencer } from "vitest/node";
import { splitByTime } from "./split-by-time.mjs";
import { readTimes } from "./suite-times.mjs";
import { ROOT } from "./toolchain.mjs";

/** Of a suite that was never recorded. */
const UNKNOWN_SECONDS = 5;

export class SuitesByTime extends BaseSequencer {
  #times = readTimes();

  /**
   * Longest first within a project, projects with long suites first: what is left at the end is short, and no core waits
   * for one long suite. A project's suites stay together, as a worker is kept for them.
   */
  async sort(specs) {
    const longest = new Map();
    for (const spec of specs)
      longest.set(spec.project.name, Math.max(longest.get(spec.project.name) ?? 0, this.#secondsOf(spec)));
    return specs.toSorted(
      (a, b) =>
        a.project.config.sequence.groupOrder - b.project.config.sequence.groupOrder ||
        longest.get(b.project.name) - longest.get(a.project.name) ||
        compare(a.project.name, b.project.name) ||
        this.#secondsOf(b) - this.#secondsOf(a) ||
        compare(a.moduleId, b.moduleId),
    );
  }

  /** Parts of about the same length: each suite, longest first, goes to the part that has least. */
  async shard(specs) {
    const { index, count } = this.ctx.config.shard;
    return splitByTime(specs, count, (spec) => this.#secondsOf(spec))[index - 1];
  }

  #secondsOf({ project, moduleId }) {
    return this.#times[`${project.name} ${moduleId.slice(ROOT.length + 1)}`] ?? UNKNOWN_SECONDS;
  }
}

function compare(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}
