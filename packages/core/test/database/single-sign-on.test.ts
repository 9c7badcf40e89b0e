import { listAuditEntries } from "@assay/core/audit";
import {
  addDomain,
  changeIdentityProvider,
  createIdentityProvider,
  listDomains,
  listIdentityProviders,
  proveDomain,
  proveDomainByOperator,
  reEncryptProviderSecrets,
  removeDomain,
  removeIdentityProvider,
} from "@assay/core/single-sign-on";
import { type Context, inTenant } from "@assay/core/tenancy";
import { identityProviders, memberships, newId, ssoSubjects } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createMemoryBox } from "../support/memory-box.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";

const NEW = {
  name: "Directory",
  issuer: "https://id.example.com/tenant",
  clientId: "assay",
  clientSecret: "a secret",
  defaultRole: "VIEWER",
  secondFactors: [] as string[],
} as const;
const PAGE = { limit: 50 };

let database: TestDatabase;
let engine: TestEngine;
let ctx: Context;
beforeAll(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db);
});
afterAll(() => database.close());
beforeEach(async () => {
  ctx = await makeAdmin();
});

async function makeAdmin(): Promise<Context> {
  const made = await engine.makeTenant();
  return { ...made, actor: { ...made.actor, id: newId(), role: "ADMIN" } };
}

/** What TXT records a test publishes for a domain. */
const publish = ({ record }: { record: { name: string; value: string } }) =>
  engine.signOnParts.signOn.texts.set(record.name, ["v=spf1 -all", record.value]);

const make = (name = "Directory") => createIdentityProvider(ctx, engine.signOnParts, { ...NEW, name });
const actions = async () => (await listAuditEntries(ctx, PAGE)).items.map(({ action }) => action);

describe("identity providers", () => {
  test("are stored with a sealed secret that nothing shows", async () => {
    const provider = await make();
    expect(provider).toMatchObject({ issuer: NEW.issuer, active: false, defaultRole: "VIEWER" });
    expect(JSON.stringify([provider, await listIdentityProviders(ctx, PAGE)])).not.toContain(NEW.clientSecret);
    const [row] = await inTenant(ctx, (tx) =>
      tx.select().from(identityProviders).where(eq(identityProviders.tenantId, ctx.tenantId)),
    );
    const context = `identity-provider:${ctx.tenantId}:${provider.id}`;
    const { secretBox } = engine.signOnParts;
    expect(await secretBox.open({ keyId: row!.secretKeyId, bytes: row!.secret }, context)).toBe(NEW.clientSecret);
    expect(await secretBox.open({ keyId: row!.secretKeyId, bytes: row!.secret }, `${context}0`)).toBeUndefined();
  });

  test("are active one at a time", async () => {
    const [first, second] = [await make("First"), await make("Second")];
    await changeIdentityProvider(ctx, engine.signOnParts, first.id, { active: true });
    const both = changeIdentityProvider(ctx, engine.signOnParts, second.id, { active: true });
    await expect(both).rejects.toMatchObject({ code: "INVALID_STATE", message: expect.stringContaining("'First'") });
    await changeIdentityProvider(ctx, engine.signOnParts, first.id, { active: false });
    expect(await changeIdentityProvider(ctx, engine.signOnParts, second.id, { active: true })).toMatchObject({
      active: true,
    });
    const accounts = { endSessionsIn: async () => undefined };
    await removeIdentityProvider(ctx, { ...engine.signOnParts, accounts }, second.id);
    expect((await actions()).slice(0, 2)).toEqual(["identity_provider.removed", "identity_provider.changed"]);
  });

  test("go only once the sessions of their people have ended: a removal that stopped can be repeated", async () => {
    const { id } = await make();
    await changeIdentityProvider(ctx, engine.signOnParts, id, { active: true });
    const [person, ended] = [newId(), [] as string[]];
    await inTenant(ctx, async (tx) => {
      await tx
        .insert(memberships)
        .values({ tenantId: ctx.tenantId, userId: person, email: "bob@example.com", role: "VIEWER" });
      const { issuer } = NEW;
      await tx.insert(ssoSubjects).values({ tenantId: ctx.tenantId, issuer, subject: "bob", userId: person });
    });
    const stops = async () => {
      throw new Error("the process ends");
    };
    const stopped = removeIdentityProvider(ctx, { ...engine.signOnParts, accounts: { endSessionsIn: stops } }, id);
    await expect(stopped).rejects.toThrow("the process ends");
    // Nobody signs in through it while its people's sessions may live on.
    expect((await listIdentityProviders(ctx, PAGE)).items).toMatchObject([{ id, active: false }]);
    const endSessionsIn = async ({ userIds }: { userIds: readonly string[] }) => void ended.push(...userIds);
    const again = () => removeIdentityProvider(ctx, { ...engine.signOnParts, accounts: { endSessionsIn } }, id);
    await again();
    expect(new Set(ended)).toEqual(new Set([person]));
    expect((await listIdentityProviders(ctx, PAGE)).items).toEqual([]);
    await expect(again()).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("send the secret of one issuer to no other", async () => {
    const { id } = await make();
    const moved = changeIdentityProvider(ctx, engine.signOnParts, id, { issuer: "https://thief.example.com" });
    await expect(moved).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    const issuer = "https://id.example.org";
    const again = changeIdentityProvider(ctx, engine.signOnParts, id, { issuer, clientSecret: "another" });
    expect(await again).toMatchObject({ issuer });
  });

  test("are at most ten of a tenant", async () => {
    for (let n = 0; n < 10; n++) await make(`${n}`);
    await expect(make()).rejects.toMatchObject({ code: "TENANT_LIMIT_EXCEEDED", details: { limit: 10, value: 10 } });
  });

  test("cannot be made where people sign in elsewhere, or where no secret can be kept", async () => {
    const elsewhere = createIdentityProvider(ctx, { ...engine.signOnParts, signOn: undefined }, NEW);
    await expect(elsewhere).rejects.toMatchObject({ code: "INVALID_STATE" });
    const unkept = createIdentityProvider(ctx, { ...engine.signOnParts, secretBox: undefined }, NEW);
    await expect(unkept).rejects.toMatchObject({ code: "INVALID_STATE" });
  });

  test("are sealed again with a new key", async () => {
    await make();
    expect(await reEncryptProviderSecrets(database.db, createMemoryBox("key-2", "key-1"))).toBeGreaterThan(0);
    const [row] = await inTenant(ctx, (tx) =>
      tx.select().from(identityProviders).where(eq(identityProviders.tenantId, ctx.tenantId)),
    );
    expect(row).toMatchObject({ secretKeyId: "key-2" });
  });
});

describe("domains", () => {
  const domainOf = (name: string) => ({ domain: `${name}-${ctx.tenantId}.example.com` });
  const add = (of: Context, body: { domain: string }) => addDomain(of, engine.signOnParts, body);
  const prove = (of: Context, id: string) => proveDomain(of, engine.signOnParts, id);

  test("are proved by the record that the service names, and by nothing else", async () => {
    const domain = await add(ctx, domainOf("a"));
    await expect(prove(ctx, domain.id)).rejects.toMatchObject({
      code: "INVALID_STATE",
      message: expect.stringContaining(domain.record.value),
    });
    publish({ record: { ...domain.record, value: `${domain.record.value}0` } });
    await expect(prove(ctx, domain.id)).rejects.toMatchObject({ code: "INVALID_STATE" });
    publish(domain);
    expect(await prove(ctx, domain.id)).toMatchObject({ provedBy: ctx.actor.id, provedAt: expect.any(String) });
    expect(await actions()).toEqual(expect.arrayContaining(["domain.proved", "domain.added"]));
  });

  test("belong to one tenant once they are proved", async () => {
    const other = await makeAdmin();
    const [ours, theirs] = [await add(ctx, domainOf("b")), await add(other, domainOf("b"))];
    publish(ours);
    await prove(ctx, ours.id);
    publish(theirs);
    await expect(prove(other, theirs.id)).rejects.toMatchObject({
      code: "INVALID_STATE",
      message: expect.stringContaining("another tenant"),
    });
    await removeDomain(ctx, ours.id);
    expect(await prove(other, theirs.id)).toMatchObject({ provedBy: other.actor.id });
  });

  test("are proved by an operator's word, added or not", async () => {
    const { id, domain } = await add(ctx, domainOf("c"));
    const asOperator = (tenantId: string) => proveDomainByOperator(database.db, { tenantId, domain });
    expect(await asOperator(ctx.tenantId)).toMatchObject({ id, provedBy: "system" });
    expect(await asOperator(ctx.tenantId)).toMatchObject({ id, provedBy: "system" });
    expect((await listDomains(ctx, PAGE)).items).toHaveLength(1);
    await expect(asOperator((await makeAdmin()).tenantId)).rejects.toMatchObject({ code: "INVALID_STATE" });
    await expect(asOperator(newId())).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("are added once", async () => {
    await add(ctx, domainOf("d"));
    await expect(add(ctx, domainOf("d"))).rejects.toMatchObject({ code: "INVALID_STATE" });
  });
});
