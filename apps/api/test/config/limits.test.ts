import { expect, test } from "vitest";
import { readConfig } from "../../src/config.ts";
import { LIMITS, withLimits } from "../../src/settings/limits.ts";

const read = (ASSAY_TEST_LIMITS: string, NODE_ENV?: string) => readConfig({ ASSAY_TEST_LIMITS, NODE_ENV }).limits;

test("a process under test reads its limits, those that it does not name stay as they are", () => {
  expect(read('{"leaseMs":1000,"accessCheckMs":0}', "test")).toEqual({ ...LIMITS, leaseMs: 1000, accessCheckMs: 0 });
  expect(readConfig({}).limits).toEqual(LIMITS);
});

test.each(["production", "development", undefined])("NODE_ENV '%s' refuses ASSAY_TEST_LIMITS", (environment) => {
  expect(() => read("{}", environment)).toThrow(
    "ASSAY_TEST_LIMITS must not be set because it is for processes under test, where NODE_ENV is 'test'",
  );
});

test.each([
  ["no JSON", "leaseMs=1000", `ASSAY_TEST_LIMITS must be JSON, such as {"leaseMs":2000}: it is 'leaseMs=1000'`],
  ["no object", "[]", "ASSAY_TEST_LIMITS is wrong: Invalid input"],
  [
    "a name that there is not",
    '{"leaseMs":1000,"leaseTime":2}',
    'ASSAY_TEST_LIMITS is wrong: Unrecognized key: "leaseTime"',
  ],
  ["a text", '{"leaseMs":"1000"}', "ASSAY_TEST_LIMITS is wrong: leaseMs Invalid input"],
  ["a negative number", '{"leaseMs":-1}', "ASSAY_TEST_LIMITS is wrong: leaseMs Too small"],
  [
    "attempts at images that end before an image does",
    '{"recognitionOverdueMs":720000}',
    "ASSAY_TEST_LIMITS is wrong: attemptMs and recognitionOverdueMs must together be below recognitionLimitMs: they are 780000 and 780000",
  ],
  [
    "attempts that end before they store",
    '{"attemptMs":90000}',
    "ASSAY_TEST_LIMITS is wrong: attemptMs must be below attemptLimitMs: they are 90000 and 90000",
  ],
])("%s is refused", (_, text, problem) => {
  expect(() => read(text, "test")).toThrow(problem);
});

test("limits of a test in the process are held together too", () => {
  expect(() => withLimits({ attemptMs: 100_000 })).toThrow("attemptMs must be below attemptLimitMs");
});
