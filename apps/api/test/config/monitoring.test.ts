import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { createMetrics } from "../../src/metrics/create-metrics.ts";
import { renderMetrics } from "../../src/metrics/render-metrics.ts";
import { ROOT } from "../support/launch-process.ts";

const FOLDER = join(ROOT, "monitoring");
const read = (file: string) => readFileSync(join(FOLDER, file), "utf8");

interface Rules {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string; readonly expr: string }[] }[];
}
interface RuleTests {
  readonly tests: readonly {
    readonly input_series: readonly { readonly series: string }[];
    readonly alert_rule_test: readonly { readonly alertname: string; readonly exp_alerts: readonly unknown[] }[];
  }[];
}
interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[];
}

const rules = (parse(read("rules.yml")) as Rules).groups.flatMap((group) => group.rules);
const ruleTests = (parse(read("rules.test.yml")) as RuleTests).tests;
const { panels } = JSON.parse(read("dashboard.json")) as Dashboard;

/** A name with an underscore that is no label in braces or behind "by". */
function metricsIn(expression: string): string[] {
  const bare = expression
    .replaceAll(/\{[^}]*\}/g, "")
    .replaceAll(/\b(by|without) \([^)]*\)/g, "")
    .replaceAll("histogram_quantile", "");
  return [...bare.matchAll(/\b[a-z]+_[a-z0-9_]+\b|\bup\b/g)].map(([name]) => name);
}

/** All that a service with a pool and a process for its jobs may tell, by name, with the labels of each. */
async function offered(): Promise<ReadonlySet<string>> {
  const metrics = createMetrics("service");
  metrics.watchPool({ pool: () => ({ used: 0, idle: 0, waiting: 0, max: 1 }) });
  const text = await renderMetrics([await metrics.read()], { state: undefined, disks: [], jobsUp: true });
  const names = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name, type]) =>
    type === "histogram" ? [`${name}_count`, `${name}_sum`, `${name}_bucket`] : [name!],
  );
  // Prometheus itself says whether a scrape succeeded.
  return new Set([...names, "up"]);
}

test("every metric that rules, their tests and the dashboard name exists", async () => {
  const names = await offered();
  const expressions = [
    ...rules.map(({ expr }) => expr),
    ...ruleTests.flatMap((each) => each.input_series.map(({ series }) => series)),
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ];
  const named = expressions.map((expression) => ({ expression, metrics: metricsIn(expression) }));
  expect(named.filter(({ metrics }) => metrics.length === 0)).toEqual([]);
  expect(new Set(named.flatMap(({ metrics }) => metrics)).difference(names)).toEqual(new Set());
});

test("each alarm has a series that fires and one that does not, with the metrics of its rule", () => {
  expect(rules.length).toBeGreaterThan(10);
  for (const { alert, expr } of rules) {
    const own = ruleTests.filter((each) => each.alert_rule_test.some(({ alertname }) => alertname === alert));
    const alarms = own.map((each) => each.alert_rule_test.map(({ exp_alerts }) => exp_alerts.length));
    expect(alarms.toSorted(), alert).toEqual([[0], [1]]);
    for (const { input_series } of own) {
      const given = new Set(input_series.flatMap(({ series }) => metricsIn(series)));
      expect(new Set(metricsIn(expr)).difference(given), alert).toEqual(new Set());
    }
  }
});

const hasPromtool = spawnSync("promtool", ["--version"]).status === 0;
const isRequired = process.env.ASSAY_REQUIRE_ALL === "1";
const reason = hasPromtool ? "" : " (skipped: this machine has no promtool, of Debian's package prometheus)";

const COMMANDS = /^```sh\n(promtool[^`]*)```$/m.exec(
  readFileSync(join(ROOT, "docs/operate/monitoring.md"), "utf8"),
)![1]!;

test.skipIf(!hasPromtool && !isRequired)(
  `promtool accepts the rules, as the page says, and their tests pass${reason}`,
  () => {
    const lines = COMMANDS.trim().split("\n");
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      const { status, stdout, stderr } = spawnSync("sh", ["-c", line], { cwd: ROOT, encoding: "utf8" });
      expect(status, stdout + stderr).toBe(0);
    }
  },
);

test.skipIf(!hasPromtool && !isRequired)(`the tests of rules fail where an alarm comes too late${reason}`, () => {
  const folder = mkdtempSync(join(tmpdir(), "assay-rules-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "rules.test.yml"), read("rules.test.yml"));
  writeFileSync(join(folder, "rules.yml"), read("rules.yml").replace("> 3600", "> 360000"));
  const { status, stderr } = spawnSync("promtool", ["test", "rules", "rules.test.yml"], {
    cwd: folder,
    encoding: "utf8",
  });
  expect(status).not.toBe(0);
  expect(stderr).toContain("AssayJobsLate");
});
