// Keeps how long each suite took, by which later runs are ordered and split. Suites that did not run keep their time.
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readTimes, TIMES } from "./suite-times.mjs";
import { ROOT } from "./toolchain.mjs";

export function recordTimes(suites) {
  const times = { ...readTimes(), ...Object.fromEntries(suites.filter(({ ok }) => ok).map(toTime)) };
  const there = Object.entries(times).filter(([suite]) => existsSync(join(ROOT, suite.split(" ")[1])));
  const lines = there.toSorted(([a], [b]) => (a < b ? -1 : 1)).map((each) => `  ${each.map(toJson).join(": ")}`);
  writeFileSync(TIMES, `{\n${lines.join(",\n")}\n}\n`);
}

const toTime = ({ project, file, seconds }) => [`${project} ${file}`, seconds];
const toJson = (value) => JSON.stringify(value);
