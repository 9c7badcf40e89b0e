import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StateStore, StoredState } from "@assay/core/ports";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { createLocalIdentity, type LocalIdentity } from "../src/index.ts";
import { openSharedState } from "../src/shared-state.ts";
import { CHEAP } from "./cheap-passwords.ts";

const TENANT = "0b9f6c1e-8f0c-4c9e-9a51-000000000001";
const JSON_BODY = { "content-type": "application/json" };
const PASSWORD = "a password of my own";

/** What the database does, without one. */
function memoryStore(): StateStore {
  const states = new Map<string, StoredState>();
  return {
    async load(name, known) {
      const state = states.get(name);
      return state?.version === known ? undefined : state;
    },
    async replace(name, known, text) {
      if ((states.get(name)?.version ?? 0) !== known) return false;
      states.set(name, { version: known + 1, text });
      return true;
    },
  };
}

async function twoProcesses(earlier?: string): Promise<[LocalIdentity, LocalIdentity]> {
  const dir = earlier ?? join(tmpdir(), "assay-no-such-folder");
  const shared = { store: memoryStore(), secret: "the same in all" };
  const options = { dir, issuer: "http://assay.test/auth/v1", shared, wait: async () => {}, passwordCost: CHEAP };
  return [await createLocalIdentity(options), await createLocalIdentity(options)];
}

async function signIn({ app }: LocalIdentity, email: string, password = PASSWORD) {
  const reply = await app.request("/token?grant_type=password", {
    method: "POST",
    headers: JSON_BODY,
    body: JSON.stringify({ email, password }),
  });
  return (await reply.json()) as { access_token: string; refresh_token: string };
}

const user = { email: "ada@example.com", password: PASSWORD, tenantId: TENANT };

test("a user whom one process makes signs in at the other, and the token holds at both", async () => {
  const [one, other] = await twoProcesses();
  const { id } = await one.createUser(user);
  const { access_token: token } = await signIn(other, user.email);
  for (const process of [one, other])
    expect(await process.identity.verify(token)).toMatchObject({ userId: id, tenantId: TENANT });
  expect(one.keys).toEqual(other.keys);
});

test("who signs out, or whose password is set again, at one process is out at the other", async () => {
  const [one, other] = await twoProcesses();
  const { id } = await one.createUser(user);
  const first = await signIn(one, user.email);
  await other.app.request("/logout", { method: "POST", headers: { authorization: `Bearer ${first.access_token}` } });
  await expect(one.identity.verify(first.access_token)).rejects.toMatchObject({ code: "UNAUTHORIZED" });

  const second = await signIn(one, user.email);
  await other.accounts.resetPassword(id);
  await expect(one.identity.verify(second.access_token)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
});

test("a refresh token that both processes get at once counts once for its later reuse", async () => {
  const [one, other] = await twoProcesses();
  await one.createUser(user);
  const { refresh_token } = await signIn(one, user.email);
  const refresh = ({ app }: LocalIdentity) =>
    app.request("/token?grant_type=refresh_token", {
      method: "POST",
      headers: JSON_BODY,
      body: JSON.stringify({ refresh_token }),
    });
  const replies = await Promise.all([refresh(one), refresh(other)]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
});

test("what two processes write at once is all kept", async () => {
  const processes = await twoProcesses();
  const emails = Array.from({ length: 8 }, (_, index) => `user${index}@example.com`);
  await Promise.all(emails.map((email, index) => processes[index % 2]!.accounts.findOrInvite(email, TENANT)));
  await Promise.all(processes.map(async (each) => each.app.request("/.well-known/jwks.json")));
  for (const process of processes)
    for (const email of emails) expect(process.findUserByEmail(email), email).toBeDefined();
});

test("a hundred who ask at once read the state twice, and none of them gets an older one than when it asked", async () => {
  const store = memoryStore();
  let loads = 0;
  let held: Promise<void> = Promise.resolve();
  const slow: StateStore = {
    ...store,
    async load(name, known) {
      loads += 1;
      const state = await store.load(name, known);
      await held;
      return state;
    },
  };
  const options = { name: "counts", schema: z.object({ count: z.number() }), initial: () => ({ count: 0 }) };
  const other = await openSharedState({ ...options, store });
  const one = await openSharedState({ ...options, store: slow });
  const { promise, resolve } = Promise.withResolvers<void>();
  [held, loads] = [promise, 0];
  const first = one.refresh();
  await other.update((draft) => {
    draft.count = 7;
  });
  const later = Array.from({ length: 100 }, async () => {
    await one.refresh();
    return one.read().count;
  });
  resolve();
  await first;
  expect(new Set(await Promise.all(later))).toEqual(new Set([7]));
  expect(loads).toBe(2);
});

test("the users of a data folder are taken over once", async () => {
  const dir = await mkdtemp(join(tmpdir(), "assay-earlier-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const before = await createLocalIdentity({ dir, issuer: "http://assay.test/auth/v1", passwordCost: CHEAP });
  const { id } = await before.createUser(user);
  const [one, other] = await twoProcesses(dir);
  const { access_token: token } = await signIn(other, user.email);
  expect(await one.identity.verify(token)).toMatchObject({ userId: id });
});

test("another secret makes another key", async () => {
  const options = { dir: "/nowhere", issuer: "http://assay.test/auth/v1" };
  const keyOf = async (secret: string) =>
    (await createLocalIdentity({ ...options, shared: { store: memoryStore(), secret } })).keys.jwks.keys[0]?.kid;
  expect(await keyOf("one")).not.toBe(await keyOf("two"));
});
