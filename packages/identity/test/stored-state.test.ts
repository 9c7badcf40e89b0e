import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createLocalIdentity } from "../src/index.ts";
import { EMAIL, makeFolder, PASSWORD, serveIdentity } from "./serve-identity.ts";

const ISSUER = "http://127.0.0.1:3000/auth/v1";

test("the key, users and sessions outlive the process", async () => {
  const { dir, identity, issuer, now, user, signedIn } = await serveIdentity();
  const { session } = await signedIn();
  const reopened = await createLocalIdentity({ dir, issuer, now });
  expect(reopened.keys).toEqual(identity.keys);
  expect(reopened.findUserByEmail(EMAIL)).toEqual(user);
  const answer = await reopened.app.request("/token?grant_type=refresh_token", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ refresh_token: session.refresh_token }),
  });
  expect(answer.status).toBe(200);
});

test("files are for their owner only and hold neither passwords nor refresh tokens", async () => {
  const { dir, signedIn } = await serveIdentity();
  const { session } = await signedIn();
  const names = await readdir(dir);
  expect(names.sort()).toEqual(["factors.json", "sessions.json", "sign-on.json", "signing-key.json", "users.json"]);
  for (const name of names) {
    expect((await stat(join(dir, name))).mode & 0o777).toBe(0o600);
    const text = await readFile(join(dir, name), "utf8");
    for (const secret of [PASSWORD, session.refresh_token, session.access_token]) expect(text).not.toContain(secret);
  }
});

test("the published key set holds no private part", async () => {
  const { identity } = await serveIdentity();
  expect(Object.keys(identity.keys.jwks.keys[0] ?? {}).sort()).toEqual(
    ["alg", "crv", "key_ops", "kid", "kty", "use", "x", "y"].sort(),
  );
});

test("a damaged file stops the start and is left as it is", async () => {
  const { dir, issuer } = await serveIdentity();
  for (const text of ["", "[{", '[{"id":1}]']) {
    await writeFile(join(dir, "users.json"), text);
    await expect(createLocalIdentity({ dir, issuer })).rejects.toThrow("users.json");
    expect(await readFile(join(dir, "users.json"), "utf8")).toBe(text);
  }
});

test("users are created with a valid e-mail, id and password, once", async () => {
  const { identity, user } = await serveIdentity();
  const create = (changes: object) =>
    identity.createUser({ email: "new@example.com", password: PASSWORD, tenantId: null, ...changes });
  for (const changes of [
    { email: "nobody" },
    { email: "a b@example.com" },
    { email: `${"a".repeat(320)}@example.com` },
    { email: "a@\0" },
    { password: "short" },
    { password: "x".repeat(1025) },
    { id: "7" },
    { tenantId: "acme" },
  ]) {
    await expect(create(changes)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  }
  await expect(create({ email: EMAIL.toUpperCase() })).rejects.toMatchObject({ code: "INVALID_STATE" });
  await expect(create({ id: user.id })).rejects.toMatchObject({ code: "INVALID_STATE" });
  const results = await Promise.allSettled([create({}), create({}), create({})]);
  expect(results.filter(({ status }) => status === "fulfilled").length).toBe(1);
  await expect(identity.setUserTenant(crypto.randomUUID(), null)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("every user whose creation was confirmed is there after kill -9", async () => {
  const dir = await makeFolder();
  for (let round = 1; round <= 2; round += 1) {
    const child = spawn(process.execPath, [
      fileURLToPath(new URL("create-users.ts", import.meta.url)),
      dir,
      ISSUER,
      String(round),
    ]);
    const confirmed = await readLines(child, 5);
    child.kill("SIGKILL");
    await once(child, "close");
    const identity = await createLocalIdentity({ dir, issuer: ISSUER });
    expect(confirmed.length).toBe(5);
    for (const email of confirmed) expect(identity.findUserByEmail(email)).toBeDefined();
    expect((await readdir(dir)).sort()).toEqual([
      "factors.json",
      "sessions.json",
      "sign-on.json",
      "signing-key.json",
      "users.json",
    ]);
  }
});

async function readLines(child: ChildProcess, count: number): Promise<string[]> {
  if (child.stdout === null) throw new Error("Cannot read from a child without standard output");
  const lines: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    lines.push(line);
    if (lines.length === count) break;
  }
  return lines;
}
