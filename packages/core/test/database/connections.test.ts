import { FetchError } from "@assay/contract";
import { createConnection } from "@assay/core/connections";
import type { Fetcher } from "@assay/core/ports";
import { type Context, inTenant, putMember } from "@assay/core/tenancy";
import { connections, newId } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findApp } from "../../src/connections/find-app.ts";
import { removeExpired } from "../../src/jobs/remove-expired.ts";
import { makePack } from "../support/make-pack.ts";
import { createTestEngine } from "../support/test-engine.ts";

const REDIRECT = "https://app.example.test/callback";
const ID = "https://app.example.test/metadata.json";

let database: TestDatabase;
let ctx: Context;
beforeAll(async () => {
  database = await openTestDatabase();
  const engine = await createTestEngine(database.db);
  const made = await engine.makeBoundTenant(makePack(["Backups are taken every day"]));
  const { tenantId } = made;
  const id = newId();
  await putMember(database.db, { tenantId, userId: id, email: "member@example.test", role: "VIEWER" });
  ctx = { ...made, actor: { id, role: "VIEWER", tenantId } };
});
afterAll(() => database.close());

test("a connection is kept for 13 months, also one that ended, and nobody removes it before", async () => {
  const [now, factor] = [new Date(), "PASSWORD" as const];
  const session = { id: newId(), authenticatedAt: now, factor, factorAt: now, proofs: [{ factor, at: now }] };
  const app = { id: "app_test", name: "App", host: null, redirectUris: [REDIRECT] };
  const agreement = {
    app,
    redirectUri: REDIRECT,
    codeChallenge: "c".repeat(43),
    resource: "https://assay.example/mcp",
  };
  await createConnection({ ...ctx, session }, agreement);
  const kept = () => inTenant(ctx, (tx) => tx.select().from(connections).where(eq(connections.tenantId, ctx.tenantId)));
  const [row] = await kept();
  const ofAge = (days: number) => ({
    ...row!,
    ...{ id: newId(), codeHash: newId(), codeUsedAt: now, endedAt: now, endedBy: "system" },
    ...{ clientId: `app_${days}`, createdAt: new Date(now.getTime() - days * 86_400_000) },
  });
  await inTenant(ctx, (tx) => tx.insert(connections).values([ofAge(380), ofAge(400)]));
  await removeExpired(database.db, { keepJobsMs: 9e9, keepSpansMs: 9e9, keepDeliveriesMs: 9e9 }, () => false);
  expect((await kept()).map(({ clientId }) => clientId).toSorted()).toEqual(["app_380", "app_test"]);
  await expect(
    inTenant(ctx, (tx) => tx.execute(sql`delete from connections where tenant_id = ${ctx.tenantId}`)),
  ).rejects.toThrow();
});

/** What is at the address of an application. */
function serving(said: object, answeredBy = ID): Fetcher {
  const bytes = new TextEncoder().encode(JSON.stringify(said));
  return { check: (url) => url, fetch: async () => ({ bytes, mediaType: "application/json", url: answeredBy }) };
}

const asked = { clientId: ID, redirectUri: REDIRECT };
const document = { client_id: ID, client_name: "App", redirect_uris: [REDIRECT] };

test("an application is what the document at its id says, with that id, there, and of a bounded size", async () => {
  expect(await findApp(serving(document), asked)).toMatchObject({ name: "App", host: "app.example.test" });
  for (const fetcher of [
    serving({ ...document, client_id: "https://other.example.test/metadata.json" }),
    serving(document, "https://other.example.test/metadata.json"),
    serving({ ...document, redirect_uris: ["https://app.example.test/other"] }),
    serving({ ...document, token_endpoint_auth_method: "client_secret_basic" }),
    serving({ ...document, about: "a".repeat(70_000) }),
    serving([]),
  ])
    await expect(findApp(fetcher, asked)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
});

test("an id within the operator's network is refused, and what is no https address is not asked at all", async () => {
  const refused: Fetcher = {
    check: (url) => url,
    fetch: async () => {
      throw new FetchError("UNSAFE_URL", "Cannot read an address of this network");
    },
  };
  await expect(findApp(refused, asked)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  const unasked: Fetcher = { check: (url) => url, fetch: () => Promise.reject(new Error("asked")) };
  for (const clientId of [
    "http://app.example.test/m",
    "https://app.example.test/",
    "https://a@app.example.test/m",
    "x",
  ])
    await expect(findApp(unasked, { ...asked, clientId })).rejects.toThrow(/an https address with a path/);
});
