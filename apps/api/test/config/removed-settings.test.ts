import { expect, test } from "vitest";
import { readConfig, SETTINGS } from "../../src/config.ts";
import { checkSettings } from "../../src/doctor/check-settings.ts";
import { REMOVED_SETTINGS } from "../../src/settings/removed-settings.ts";

const names = REMOVED_SETTINGS.map(({ setting }) => setting);
const allSet = Object.fromEntries(names.map((name) => [name, "1"]));

test("no removed name is a setting", () => {
  expect(SETTINGS.filter((name) => names.includes(name))).toEqual([]);
});

test("doctor warns of each that is set, with what holds now, and calls nothing wrong", () => {
  const findings = checkSettings(readConfig(allSet));
  expect(findings.map(({ ok, warns }) => ({ ok, warns }))).toEqual(names.map(() => ({ ok: true, warns: true })));
  expect(findings.map(({ text }) => text.split(" ")[0])).toEqual(names);
  expect(checkSettings(readConfig({ LEASE_MS: "1", WAKE_OVERDUE_MS: "" }))).toEqual([
    { ok: true, warns: true, text: "LEASE_MS has no effect any more: it is always 12000. Unset it" },
  ]);
  expect(checkSettings(readConfig({}))).toEqual([]);
});

test("a removed setting changes nothing", () => {
  expect({ ...readConfig(allSet), removed: [] }).toEqual(readConfig({}));
});
