import { describe, expect, test } from "vitest";
import { createSignInDelay, DELAY_MAX_MS } from "../src/sign-in-delay.ts";

const OWNER = { account: "ada@example.com", address: "192.0.2.1" };
const ATTACKER = { account: OWNER.account, address: "198.51.100.7" };

/** Sign-ins on a clock that a wait moves, and nothing else. */
function setUp() {
  let time = 0;
  const waits: number[] = [];
  const delay = createSignInDelay({
    now: () => new Date(time),
    wait: async (ms) => {
      waits.push(ms);
      time += ms;
    },
  });
  /** How long one try waited, in ms. */
  async function tryOnce(each: typeof OWNER, right: boolean): Promise<number> {
    const before = waits.length;
    expect(await delay.run(each, async () => (right ? "in" : undefined))).toBe(right ? "in" : undefined);
    return waits.slice(before).reduce((sum, ms) => sum + ms, 0);
  }
  async function fail(each: typeof OWNER, times: number): Promise<number[]> {
    const all: number[] = [];
    for (let at = 0; at < times; at++) all.push(await tryOnce(each, false));
    return all;
  }
  const pass = (ms: number) => {
    time += ms;
  };
  return { delay, tryOnce, fail, pass };
}

test("after failures each further try waits longer, and never longer than 15 seconds", async () => {
  const { fail, tryOnce } = setUp();
  expect(await fail(OWNER, 8)).toEqual([0, 0, 0, 1000, 2000, 4000, 8000, 15_000]);
  expect(Math.max(...(await fail(OWNER, 50)))).toBe(DELAY_MAX_MS);
  expect(DELAY_MAX_MS).toBe(15_000);
  expect(await tryOnce(OWNER, true)).toBe(15_000);
});

test("ten wrong passwords of the owner lock nobody out: the right one gets in, and the next at once", async () => {
  const { fail, tryOnce } = setUp();
  await fail(OWNER, 10);
  expect(await tryOnce(OWNER, true)).toBeLessThanOrEqual(15_000);
  expect(await tryOnce(OWNER, true)).toBe(0);
});

test("an attacker elsewhere is slowed down while the owner, who signed in here before, does not wait at all", async () => {
  const { fail, tryOnce } = setUp();
  await tryOnce(OWNER, true);
  expect((await fail(ATTACKER, 200)).slice(-1)).toEqual([15_000]);
  expect(await tryOnce(OWNER, true)).toBe(0);
});

test("whatever one address does, nobody waits at another one, known there or not", async () => {
  const { fail, tryOnce, pass } = setUp();
  await fail(ATTACKER, 300);
  expect(await tryOnce({ ...OWNER, address: "192.0.2.99" }, true)).toBe(0);
  for (let hour = 0; hour < 24; hour++) {
    pass(14 * 60_000);
    await fail(ATTACKER, 20);
    expect(await tryOnce({ ...OWNER, address: `192.0.2.${100 + hour}` }, false)).toBe(0);
    pass(15 * 60_000);
  }
});

test("addresses take turns, so that one with many tries waits for itself", async () => {
  const { delay } = setUp();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const order: string[] = [];
  const guess = (at: number) =>
    delay.run({ account: `${at}@example.com`, address: ATTACKER.address }, async () => {
      if (at === 0) await held;
      order.push(`guess ${at}`);
      return undefined;
    });
  const guesses = Array.from({ length: 8 }, (_, at) => guess(at));
  const owner = delay.run(OWNER, async () => {
    order.push("owner");
    return "in";
  });
  release();
  await Promise.all([...guesses, owner]);
  expect(order.slice(0, 2)).toEqual(["guess 0", "owner"]);
});

test("guesses from many addresses wait too, and the owner at a new address waits 8 seconds at the most", async () => {
  const { fail, tryOnce } = setUp();
  const waits = [];
  for (let host = 1; host <= 40; host++)
    waits.push(...(await fail({ account: OWNER.account, address: `203.0.113.${host}` }, 1)));
  expect(waits.slice(0, 10)).toEqual(Array(10).fill(0));
  expect(waits.at(-1)).toBe(8000);
  expect(await tryOnce({ ...OWNER, address: "192.0.2.99" }, true)).toBe(8000);
});

test("one address that tries many accounts waits, in whatever form an IPv6 network writes its addresses", async () => {
  const { fail } = setUp();
  const spray = async (address: (at: number) => string) => {
    const waits = [];
    for (let at = 0; at < 30; at++)
      waits.push(...(await fail({ account: `${address(0)}-${at}`, address: address(at) }, 1)));
    return waits.at(-1);
  };
  expect(await spray(() => "198.51.100.7")).toBe(8000);
  expect(await spray((at) => `2001:db8:1:2::${(at + 1).toString(16)}`)).toBe(8000);
  expect(await spray((at) => `2001:db8:${at + 10}::1`)).toBe(0);
});

test("failures are forgotten a quarter of an hour after the last one", async () => {
  const { fail, tryOnce, pass } = setUp();
  await fail(OWNER, 10);
  pass(15 * 60_000);
  expect(await tryOnce(OWNER, false)).toBe(0);
});

describe("what is held and remembered is bounded", () => {
  test("a third try at once of an account from an address is refused, and other addresses continue", async () => {
    const { delay, tryOnce } = setUp();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const first = delay.run(ATTACKER, async () => {
      await held;
      return undefined;
    });
    const second = delay.run(ATTACKER, async () => undefined);
    await expect(delay.run(ATTACKER, async () => "in")).rejects.toMatchObject({
      code: "RATE_LIMITED",
      retryAfterSeconds: 15,
    });
    const owner = tryOnce(OWNER, true);
    release();
    await Promise.all([first, second, owner]);
  });

  test("one address holds ten places, and the password of somebody who is known there is tried first", async () => {
    const { delay, tryOnce } = setUp();
    await tryOnce(OWNER, true);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const order: string[] = [];
    const guess = (at: number) =>
      delay.run({ account: `${at}@example.com`, address: ATTACKER.address }, async () => {
        if (at === 0) await held;
        order.push(`guess ${at}`);
        return undefined;
      });
    const guesses = Array.from({ length: 10 }, (_, at) => guess(at));
    await expect(guess(10)).rejects.toMatchObject({ code: "RATE_LIMITED" });
    const owner = delay.run(OWNER, async () => {
      order.push("owner");
      return "in";
    });
    release();
    expect(await owner).toBe("in");
    await Promise.all(guesses);
    expect(order.slice(0, 2)).toEqual(["guess 0", "owner"]);
  });

  test("25,000 accounts with long names leave a bounded memory", async () => {
    const { delay } = setUp();
    for (let at = 0; at < 25_000; at++)
      await delay.run(
        { account: `${at}`.padEnd(300, "x"), address: `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}` },
        async () => (at % 2 ? "in" : undefined),
      );
    expect(delay.records).toBeLessThanOrEqual(40_000);
  });
});
