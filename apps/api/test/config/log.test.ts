import { expect, test } from "vitest";
import { ConfigError, readConfig } from "../../src/config.ts";
import { logFailures } from "../../src/log-failures.ts";
import { createLogger } from "../../src/logger.ts";

function collect(level?: "info" | "warn" | "error") {
  const lines: string[] = [];
  return { lines, logger: createLogger((line) => lines.push(line), level) };
}
const eventsOf = (lines: readonly string[]) => lines.map((line) => JSON.parse(line).event);

test.each([
  [undefined, ["a", "b", "c"]],
  ["info", ["a", "b", "c"]],
  ["warn", ["b", "c"]],
  ["error", ["c"]],
] as const)("LOG_LEVEL %s writes what is at least as grave", (level, events) => {
  const { lines, logger } = collect(level && readConfig({ LOG_LEVEL: level }).LOG_LEVEL);
  logger.info("a");
  logger.warn("b");
  logger.error("c");
  expect(eventsOf(lines)).toEqual(events);
});

test("a level that does not exist is refused with those that do", () => {
  expect(() => readConfig({ LOG_LEVEL: "loud" })).toThrow(ConfigError);
  expect(() => readConfig({ LOG_LEVEL: "loud" })).toThrow(/LOG_LEVEL must be info, warn or error/);
});

test("what fails all the time is logged every ten seconds with how often, and another failure at once", () => {
  let now = 0;
  const { lines, logger } = collect();
  const log = logFailures(logger, "engine.failed", () => now);
  for (; now < 60_000; now += 10) log(Object.assign(new Error("Gone"), { code: "ECONNREFUSED" }));
  log(new TypeError("Another"));
  const logged = lines.map((line) => JSON.parse(line));
  expect(logged.map(({ code, error }) => code ?? error)).toEqual([...Array(6).fill("ECONNREFUSED"), "TypeError"]);
  expect(logged.map(({ times }) => times)).toEqual([undefined, ...Array(5).fill(1000), undefined]);
  expect(logged[0].stack).toBeDefined();
  expect(lines.slice(1, 6).join("").length).toBeLessThan(1000);
});
