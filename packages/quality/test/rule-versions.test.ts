import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { guardOutputs, type RuleOutputs, splitterOutputs } from "../src/rule-outputs.ts";

const PATH = "../sets/rule-outputs.json";
const recorded: Readonly<Record<"guard" | "splitter", RuleOutputs>> = JSON.parse(
  readFileSync(new URL(PATH, import.meta.url), "utf8"),
);
const measured = { guard: guardOutputs(), splitter: splitterOutputs() };
const NAMES = { guard: "GUARD_VERSION", splitter: "SPLITTER_VERSION" } as const;

/** The same version on the same sets: then nothing else may be said. */
const isSame = (name: "guard" | "splitter") =>
  recorded[name].version === measured[name].version && recorded[name].inputs === measured[name].inputs;

describe.each(["guard", "splitter"] as const)("the rules of the %s", (name) => {
  test("say of the sets what their version said", () => {
    if (!isSame(name)) return;
    const { version, outputs } = measured[name];
    const fix = `Version ${version} of the ${name} says something else of the sets than it did. Is that meant? Then raise ${NAMES[name]} in packages/contract/src/rule-versions.ts and run \`npm test -- quality test/rule-versions.test.ts -u\``;
    expect(outputs, fix).toBe(recorded[name].outputs);
  });
});

test("what each version says is recorded: `vitest run -u` of this file writes it for a new version or new sets", async () => {
  const next = {
    guard: isSame("guard") ? recorded.guard : measured.guard,
    splitter: isSame("splitter") ? recorded.splitter : measured.splitter,
  };
  await expect(`${JSON.stringify(next, null, 2)}\n`).toMatchFileSnapshot(PATH);
});
