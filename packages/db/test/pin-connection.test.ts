import { expect, test } from "vitest";
import { pinConnection } from "../src/pin-connection.ts";

const LIMITS = { connectTimeoutMs: 60_000, statementTimeoutMs: 60_000, idleInTransactionMs: 60_000 };

/** A server that answers when it is told to. */
function slowServer() {
  const sent: { text: string; answer: () => void; refuse: (error: Error) => void }[] = [];
  const held = pinConnection(
    {
      query: ({ text }) =>
        new Promise((resolve, reject) => {
          sent.push({ text, answer: () => resolve({ rows: [text] }), refuse: reject });
        }),
      release() {},
      on() {},
    },
    LIMITS,
  );
  return { held, sent };
}

test("a transaction's begin, its settings and its first statement are sent before any of them is answered", async () => {
  const { held, sent } = slowServer();
  held.beginWith({ role: "assay_tenant" });
  await held.query({ text: "begin" });
  expect(sent).toEqual([]);
  const first = held.query({ text: "select 1" });
  expect(sent.map(({ text }) => text)).toEqual([expect.stringMatching(/^begin; select .*assay_tenant/), "select 1"]);
  expect(held.hasBegun()).toBe(false);
  for (const { answer } of sent) answer();
  expect(await first).toEqual({ rows: ["select 1"] });
  expect([held.hasBegun(), held.isLost()]).toEqual([true, false]);
});

test("a first statement fails with what its transaction could not begin for, whatever itself came to", async () => {
  const { held, sent } = slowServer();
  held.beginWith({});
  await held.query({ text: "begin" });
  const first = held.query({ text: "select 1" });
  sent[1]!.answer();
  sent[0]!.refuse(new Error("no such role"));
  await expect(first).rejects.toThrow("no such role");
  expect([held.hasBegun(), held.isLost()]).toEqual([false, true]);
});

test("a transaction of one read is sent whole at once, takes no further statement, and leaves the client to others", async () => {
  const { held, sent } = slowServer();
  held.beginWith({}, true);
  await held.query({ text: "begin read only" });
  const read = held.query({ text: "select 1" });
  expect(sent.map(({ text }) => text.split(";")[0])).toEqual(["begin read only", "select 1", "commit"]);
  await expect(held.query({ text: "select 2" })).rejects.toThrow("a transaction of one read");
  for (const { answer } of sent) answer();
  expect(await read).toEqual({ rows: ["select 1"] });
  expect(await held.query({ text: "commit" })).toEqual({ rows: ["commit"] });
  void held.query({ text: "select 3" });
  expect(sent.map(({ text }) => text).slice(3)).toEqual(["select 3"]);
});

test("nothing is sent with a setting that would end the packet before the transaction has begun", async () => {
  const { held, sent } = slowServer();
  held.beginWith({ "app.tenant_id": "a\0b" });
  await expect(held.query({ text: "begin" })).rejects.toThrow("Cannot begin");
  expect(sent).toEqual([]);
});
