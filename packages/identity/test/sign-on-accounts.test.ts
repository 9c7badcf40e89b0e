import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inFolder } from "../src/open-state.ts";
import { createPasswords } from "../src/passwords.ts";
import { openUsers } from "../src/users.ts";
import { CHEAP } from "./cheap-passwords.ts";

const [ours, theirs] = [randomUUID(), randomUUID()];
const email = "ada@example.test";
const password = "correct horse";

let dir: string;
let users: Awaited<ReturnType<typeof openUsers>>;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "assay-sign-on-"));
  users = await openUsers({ openState: inFolder(dir), now: () => new Date(), passwords: createPasswords(CHEAP) });
});
afterAll(() => rm(dir, { recursive: true }));

test("whom a tenant's provider vouches for has no password, and keeps the address from nobody", async () => {
  const id = randomUUID();
  await users.findOrAdmit({ id, email, tenantId: ours });
  expect(users.find(id)).toMatchObject({ email, tenantId: ours });
  for (const guess of ["", password]) expect(await users.authenticate(email, guess)).toBeUndefined();
  expect(await users.resetPassword(id)).toBeUndefined();
  const registered = await users.register({ email, password, tenantId: theirs, isProved: false });
  expect(registered).toMatchObject({ takenOver: false, user: { tenantId: theirs } });
  expect(registered?.user.id).not.toBe(id);
  expect((await users.authenticate(email, password))?.id).toBe(registered?.user.id);
  expect(users.find(id)).toMatchObject({ tenantId: ours });
});
