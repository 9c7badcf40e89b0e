import { expect, test } from "vitest";
import { tryAgain } from "../../src/parts/try-again.ts";

const failing = (code: string, times: number) => {
  let tries = 0;
  return async () => {
    tries += 1;
    if (tries <= times) throw Object.assign(new Error("No"), { code });
    return tries;
  };
};

async function opened(open: () => Promise<number>) {
  const said: string[] = [];
  const waited: number[] = [];
  const options = { say: (line: string) => void said.push(line), wait: async (ms: number) => void waited.push(ms) };
  const result = await tryAgain(open, options).catch((error: { code: string }) => error.code);
  return { result, said: said.length, waited };
}

test.each(["57P03", "53300", "08006"])("a database that says %s is asked again, and a person is told", async (code) => {
  expect(await opened(failing(code, 2))).toEqual({ result: 3, said: 2, waited: [1000, 2000] });
});

test("one that stays away is an error after five tries", async () => {
  expect(await opened(failing("08001", 99))).toEqual({ result: "08001", said: 4, waited: [1000, 2000, 4000, 8000] });
});

test("an error that stays is not tried again", async () => {
  expect(await opened(failing("28P01", 1))).toEqual({ result: "28P01", said: 0, waited: [] });
});
