import { expect, test } from "vitest";
import { keepDescriptions } from "../../src/oidc/keep-descriptions.ts";

test("a provider is asked once in ten minutes, however many begin to sign in", async () => {
  let [ms, asked] = [0, 0];
  const describe = keepDescriptions(
    async (issuer) => `${issuer} ${++asked}`,
    () => new Date(ms),
  );
  expect(await Promise.all([describe("a"), describe("a"), describe("b")])).toEqual(["a 1", "a 1", "b 2"]);
  ms = 599_999;
  expect(await describe("a")).toBe("a 1");
  ms = 600_000;
  expect(await describe("a")).toBe("a 3");
});

test("one that fails is asked again after five seconds, and not before", async () => {
  let [ms, asked] = [0, 0];
  const describe = keepDescriptions(
    async () => {
      asked += 1;
      if (asked === 1) throw new Error("down");
      return "up";
    },
    () => new Date(ms),
  );
  await expect(describe("a")).rejects.toThrow("down");
  ms = 4_999;
  await expect(describe("a")).rejects.toThrow("down");
  ms = 5_000;
  expect(await describe("a")).toBe("up");
  expect(asked).toBe(2);
});
