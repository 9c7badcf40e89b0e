// What a run of suites came to, for the sums at its end: per suite its seconds and counts, and what failed, in or outside of tests.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "./toolchain.mjs";

export const RESULTS = join(ROOT, "test-results/results.json");

export default class ReportSuites {
  onTestRunEnd(modules, unhandledErrors) {
    mkdirSync(dirname(RESULTS), { recursive: true });
    const suites = modules.map(toSuite);
    writeFileSync(RESULTS, JSON.stringify({ suites, thrown: unhandledErrors.map(toThrown) }));
  }
}

function toSuite(module) {
  const tests = [...module.children.allTests()];
  const count = (...states) => tests.filter((test) => states.includes(test.result().state)).length;
  const { duration, collectDuration, setupDuration, prepareDuration, environmentSetupDuration } = module.diagnostic();
  const took = duration + collectDuration + setupDuration + prepareDuration + environmentSetupDuration;
  return {
    project: module.project.name,
    file: module.moduleId.slice(ROOT.length + 1),
    seconds: Math.round(took / 100) / 10,
    ok: module.ok(),
    passed: count("passed"),
    failed: count("failed"),
    // A test that never came to its turn, as its suite failed, is neither.
    skipped: count("skipped") + (module.ok() ? count("pending") : 0),
    failures: module.ok() ? [] : failuresOf(module, tests),
  };
}

function failuresOf(module, tests) {
  const ofTests = tests
    .filter((test) => test.result().state === "failed")
    .map((test) => ({ test: test.fullName, message: messageOf(test.result().errors) }));
  const ofSuites = [...module.children.allSuites(), module]
    .filter((suite) => suite.errors().length > 0)
    .map((suite) => ({ test: suite.fullName ?? "", message: messageOf(suite.errors()) }));
  const failures = [...ofSuites, ...ofTests];
  return failures.length > 0 ? failures : [{ test: "", message: "A hook failed, or its worker died" }];
}

function messageOf(errors) {
  return errors?.map(({ message, stack }) => stack || message).join("\n") ?? "";
}

function toThrown({ message, stack, VITEST_TEST_PATH: file, VITEST_TEST_NAME: test }) {
  return { where: [file?.slice(ROOT.length + 1), test].filter(Boolean).join(" > "), message: stack || message };
}
