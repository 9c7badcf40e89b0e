import { randomBytes } from "node:crypto";
import {
  auditListReply,
  identityProviderReply,
  memberListReply,
  personExport,
  sessionReply,
  tenantDomainReply,
} from "@assay/contract";
import { proveDomainByOperator } from "@assay/core/single-sign-on";
import { putMember } from "@assay/core/tenancy";
import { newId, tenants } from "@assay/db";
import { authenticatorCode } from "@assay/testing/authenticator-code";
import { eq, sql } from "drizzle-orm";
import { decodeJwt, type JWTPayload } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { accept, inviteTo } from "../support/join-tenant.ts";
import { CLIENT, forge, type ScriptedProvider, scriptedProvider } from "../support/scripted-provider.ts";
import { comeBack, siteOf } from "../support/sign-on-by-site.ts";
import type { TestClient } from "../support/test-client.ts";
import { type TestService, type TestTenant, testService } from "../support/test-service.ts";

let provider: ScriptedProvider;
let assay: TestService;
let tenant: TestTenant;
let domain: string;
let providerId: string;
/** What the provider says of the person, next to what is true. */
let says: JWTPayload;
const texts = new Map<string, string[]>();
beforeAll(async () => {
  provider = await scriptedProvider();
  const settings = { SSO_TRUSTED_ORIGINS: provider.issuer };
  assay = await testService(settings, { findTexts: async (name) => texts.get(name) ?? [] });
});
afterAll(async () => {
  await assay.close();
  await provider.close();
});
beforeEach(async () => {
  says = {};
  Object.assign(provider, { claims: {}, mint: undefined, tokenStatus: 200 });
  tenant = await assay.tenant();
  domain = `${randomBytes(6).toString("hex")}.example.com`;
  ({ id: providerId } = await configure());
});

/** As an administrator does: a domain with its record, a provider, and then it is active. */
async function configure() {
  const admin = await tenant.as("ADMIN");
  const added = await admin.sendJson("POST", "/api/admin/domains", { domain });
  const { id, record } = tenantDomainReply.parse(await added.json()).domain;
  texts.set(record.name, [record.value]);
  expect((await admin.sendJson("POST", `/api/admin/domains/${id}/prove`, {})).status).toBe(200);
  return addProvider();
}

async function addProvider() {
  const admin = await tenant.as("ADMIN");
  const path = "/api/admin/identity-providers";
  const body = { name: "Directory", issuer: provider.issuer, ...CLIENT, defaultRole: "MEMBER" };
  const made = await admin.sendJson("POST", path, body);
  const { identityProvider } = identityProviderReply.parse(await made.json());
  expect((await admin.sendJson("PATCH", `${path}/${identityProvider.id}`, { active: true })).status).toBe(200);
  return identityProvider;
}

const emailOf = (name: string) => `${name}@${domain}`;

/** To the provider; what it sends back is the test's to make. */
async function begin(email = emailOf("alice"), options: { token?: string } = {}) {
  const site = siteOf(assay.url);
  const response = await site.begin(email, options);
  expect(response.status, await response.clone().text()).toBe(200);
  const { searchParams } = new URL(((await response.json()) as { url: string }).url);
  const of = (name: string) => searchParams.get(name)!;
  provider.claims = { nonce: of("nonce"), email, email_verified: true, ...says };
  const reply = (code = "code", state = of("state")) =>
    `${of("redirect_uri")}?${new URLSearchParams({ code, state, iss: provider.issuer })}`;
  return { site, reply, of };
}

async function signIn(email?: string, options: { token?: string } = {}) {
  const { site, reply } = await begin(email, options);
  const { code, error } = await comeBack(reply());
  if (code === null) return { error };
  const response = await site.exchange(code);
  expect(response.status).toBe(200);
  const { access_token: token } = (await response.json()) as { access_token: string };
  return {
    token,
    client: assay.client(token),
    claims: decodeJwt<{ amr: unknown[]; sub: string; session_id: string }>(token),
  };
}

const signedIn = async (...given: Parameters<typeof signIn>) => {
  const result = await signIn(...given);
  if (result.error !== undefined) throw new Error(`Not signed in: ${result.error}`);
  return result;
};

describe("the first sign-in", () => {
  test("its session stays in the provider's tenant: it chooses no other, and accepts no invitation of one", async () => {
    const other = await assay.tenant({ pack: null });
    const { client, claims } = await signedIn();
    const person = { tenantId: other.id, userId: claims.sub, email: emailOf("alice"), role: "ADMIN" as const };
    await putMember(assay.service.db, person);
    expect((await client.get("/api/session", sessionReply)).session.tenants.map(({ id }) => id)).toEqual([tenant.id]);
    const refused = await client.sendJson("POST", "/api/session/tenant", { tenantId: other.id });
    expect([refused.status, await refused.json()]).toMatchObject([403, { details: { reason: "TENANT_OF_PROVIDER" } }]);
    expect((await client.get("/api/session", sessionReply)).session.tenant.id).toBe(tenant.id);
    const third = await assay.tenant({ pack: null });
    const secret = await inviteTo(await third.as("ADMIN"), { email: emailOf("alice"), role: "VIEWER" });
    const accepted = await accept(client, { secret });
    expect([accepted.status, await accepted.json()]).toMatchObject([
      403,
      { details: { reason: "TENANT_OF_PROVIDER" } },
    ]);
  });

  test("its session takes the person's data of the provider's tenant alone, and only this one records it", async () => {
    const other = await assay.tenant({ pack: null });
    const { client, claims } = await signedIn();
    const person = { tenantId: other.id, userId: claims.sub, email: emailOf("alice"), role: "MEMBER" as const };
    await putMember(assay.service.db, person);
    const { tenants: exported } = await client.get("/api/session/person", personExport);
    expect(exported.map(({ tenantId }) => tenantId)).toEqual([tenant.id]);
    const path = `/api/admin/audit-logs?objectId=${claims.sub}&action=member.data_exported`;
    for (const [of, count] of [
      [tenant, 1],
      [other, 0],
    ] as const)
      expect((await (await of.as("ADMIN")).get(path, auditListReply)).entries).toHaveLength(count);
  });

  test("makes a member with the provider's role, whose session says how it was made", async () => {
    const { client, claims } = await signedIn();
    const { tenant: of, role, actorId } = (await client.get("/api/session", sessionReply)).session;
    expect([of.id, role, actorId]).toEqual([tenant.id, "MEMBER", claims.sub]);
    expect(claims.amr).toEqual([{ method: "oauth", timestamp: expect.any(Number) }]);
    const { members } = await (await tenant.as("ADMIN")).get("/api/admin/members", memberListReply);
    expect(members.filter(({ email }) => email === emailOf("alice"))).toMatchObject([
      { role: "MEMBER", mayReview: false },
    ]);
    const again = await signedIn();
    expect(again.claims.sub).toBe(claims.sub);
  });

  test("goes by the subject from then on, and never by the e-mail", async () => {
    const { claims } = await signedIn();
    says = { email: emailOf("renamed"), email_verified: false };
    expect((await signedIn()).claims.sub).toBe(claims.sub);
    says = { sub: "mallory" };
    expect(await signIn()).toEqual({ error: "ACCOUNT_EXISTS" });
  });

  test.each([
    ["an address that the provider does not vouch for", { email_verified: false }, "EMAIL_NOT_VERIFIED"],
    ["an address without a word of it", { email_verified: undefined }, "EMAIL_NOT_VERIFIED"],
    ["no address", { email: undefined }, "EMAIL_NOT_VERIFIED"],
    ["an address of a domain that is not proved", { email: "alice@elsewhere.example.com" }, "DOMAIN_NOT_PROVED"],
    ["a domain below the proved one", { email: "alice@sub.DOMAIN" }, "DOMAIN_NOT_PROVED"],
  ])("makes nobody a member by %s", async (_, claims, error) => {
    says = {
      sub: newId(),
      ...("email" in claims ? { email: claims.email?.replace("DOMAIN", domain) } : claims),
    };
    expect(await signIn()).toEqual({ error });
  });

  test("takes Entra's word that the domain's owner vouches for the address", async () => {
    says = { sub: newId(), email_verified: undefined, xms_edov: true };
    expect((await signedIn()).claims.sub).toEqual(expect.any(String));
  });

  test("lets nobody back who was removed", async () => {
    const { claims } = await signedIn();
    const admin = await tenant.as("ADMIN");
    expect((await admin.call("DELETE", `/api/admin/members/${claims.sub}`)).status).toBe(204);
    expect(await signIn()).toEqual({ error: "MEMBERSHIP_ENDED" });
    says = { sub: "another" };
    expect(await signIn()).toEqual({ error: "MEMBERSHIP_ENDED" });
  });
});

describe("an account with a password and the same address", () => {
  const password = "correct horse battery";
  async function account(tenantId: string) {
    const { id } = await assay.service.identity.createUser({ email: emailOf("alice"), password, tenantId });
    await putMember(assay.service.db, { tenantId, userId: id, email: emailOf("alice"), role: "ADMIN" });
    const response = await fetch(`${assay.url}/auth/v1/token?grant_type=password`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ email: emailOf("alice"), password }),
    });
    return { id, token: ((await response.json()) as { access_token: string }).access_token };
  }

  test("is joined by its owner alone, who has just signed in with the password", async () => {
    const { id, token } = await account(tenant.id);
    expect(await signIn()).toEqual({ error: "ACCOUNT_EXISTS" });
    const { claims } = await signedIn(undefined, { token });
    expect(claims.sub).toBe(id);
    expect((await signedIn()).claims.sub).toBe(id);
  });

  test("is not joined from another person's session", async () => {
    await account(tenant.id);
    says = { sub: "bob" };
    const { token } = await signedIn(emailOf("bob"));
    says = { sub: "alice", email: emailOf("alice") };
    expect(await signIn(emailOf("alice"), { token })).toEqual({ error: "ACCOUNT_EXISTS" });
  });

  test("of another tenant is never taken over", async () => {
    const other = await assay.tenant();
    const { id } = await account(other.id);
    const { claims, client } = await signedIn();
    expect(claims.sub).not.toBe(id);
    expect((await client.get("/api/session", sessionReply)).session.tenant.id).toBe(tenant.id);
  });
});

describe("a proof that an action needs", () => {
  test("is asked of the provider with max_age, and is of the time that it says", async () => {
    const { token } = await signedIn();
    const { of } = await begin(undefined, { token });
    expect(of("max_age")).toBe("300");
    const at = Math.floor(Date.now() / 1000) - 60;
    says = { auth_time: at };
    expect((await signedIn(undefined, { token })).claims.amr).toEqual([{ method: "oauth", timestamp: at }]);
  });

  test.each([
    ["is missing", undefined],
    ["is too old", Math.floor(Date.now() / 1000) - 86_400],
  ])("is refused where the time %s", async (_, auth_time) => {
    const { token } = await signedIn();
    says = { auth_time };
    expect(await signIn(undefined, { token })).toEqual({ error: "AUTHENTICATION_TOO_OLD" });
    says = { auth_time };
    const { claims } = await signedIn();
    expect(claims.amr).toEqual([{ method: "oauth", timestamp: auth_time ?? 0 }]);
  });

  test("is of the same person, or of nobody", async () => {
    const { token } = await signedIn();
    says = { sub: "bob" };
    expect(await signIn(emailOf("bob"), { token })).toEqual({ error: "ANOTHER_PERSON" });
    expect((await siteOf(assay.url).begin(emailOf("alice"), { token: "x" })).status).toBe(403);
  });
});

describe("where the tenant demands a second factor", () => {
  const setProvider = async (secondFactors: string[]) => {
    const admin = await tenant.as("ADMIN");
    const path = `/api/admin/identity-providers/${providerId}`;
    const changed = await admin.sendJson("PATCH", path, { secondFactors });
    expect(identityProviderReply.parse(await changed.json()).identityProvider.secondFactors).toEqual(secondFactors);
  };
  const demand = async (secondFactor: "ACTS" | "EVERYBODY") => {
    await assay.service.db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('role', 'assay_system', true)`);
      await tx.update(tenants).set({ secondFactor }).where(eq(tenants.id, tenant.id));
    });
  };
  /** Adds an authenticator app. */
  const enrol = async (client: TestClient) => {
    const path = "/auth/v1/factors";
    const enrolled = await client.sendJson("POST", path, { factor_type: "totp" });
    const { id, totp } = (await enrolled.json()) as { id: string; totp: { secret: string } };
    const challenge = (await (await client.sendJson("POST", `${path}/${id}/challenge`, {})).json()) as { id: string };
    const body = { challenge_id: challenge.id, code: authenticatorCode(totp.secret, 0) };
    const verified = await client.sendJson("POST", `${path}/${id}/verify`, body);
    expect(verified.status).toBe(200);
    return assay.client(((await verified.json()) as { access_token: string }).access_token);
  };
  const stateOf = async (claims: JWTPayload) => {
    says = claims;
    const { client } = await signedIn();
    return (await client.get("/api/session", sessionReply)).session.secondFactor;
  };

  test("the provider's word counts only by the values that the tenant has named, and a session without is held back", async () => {
    await setProvider(["mfa", "urn:two"]);
    expect(await stateOf({ amr: ["pwd"] })).toBe("NONE");
    expect(await stateOf({ amr: ["pwd", "mfa"] })).toBe("PROVED");
    expect(await stateOf({ acr: "urn:two" })).toBe("PROVED");
    await demand("EVERYBODY");
    for (const claims of [{}, { amr: ["pwd"] }, { amr: "mfa" }, { acr: ["mfa"] }, { acr: "MFA", amr: [{ mfa: 1 }] }]) {
      expect(await stateOf(claims as JWTPayload)).toBe("MISSING");
    }
    says = { amr: ["mfa"] };
    const { client } = await signedIn();
    expect((await client.call("GET", "/api/runs")).status).toBe(200);
  });

  test("values that nobody's sign-in shows shut nobody out: an administrator adds their own factor, and corrects them", async () => {
    await setProvider(["nfa"]);
    says = { amr: ["mfa"], auth_time: Math.floor(Date.now() / 1000) };
    const { client, claims } = await signedIn();
    const { id: tenantId } = tenant;
    await putMember(assay.service.db, { tenantId, userId: claims.sub, email: emailOf("alice"), role: "ADMIN" });
    await demand("EVERYBODY");
    const correct = (by: TestClient) =>
      by.sendJson("PATCH", `/api/admin/identity-providers/${providerId}`, { secondFactors: ["mfa"] });
    expect((await correct(client)).status).toBe(403);
    expect((await correct(await enrol(client))).status).toBe(200);
  });

  test("what a person has of their own is asked for, whatever the provider says", async () => {
    await setProvider(["mfa"]);
    expect(await stateOf({ amr: ["mfa"], auth_time: Math.floor(Date.now() / 1000) })).toBe("PROVED");
    const proved = await enrol((await signedIn()).client);
    expect((await proved.get("/api/session", sessionReply)).session.secondFactor).toBe("PROVED");
    for (const rule of ["ACTS", "EVERYBODY"] as const) {
      await demand(rule);
      expect(await stateOf({ amr: ["mfa"] })).toBe("ASKED");
      expect(await stateOf({ amr: ["pwd"] })).toBe("ASKED");
    }
  });

  test.each([
    ["is not named any more", { secondFactors: ["hwk"] }],
    ["is of a provider that is not active any more", { active: false }],
  ])("what the provider showed ends once it %s, as does what an application reads by it", async (_, change) => {
    const path = `/api/admin/identity-providers/${providerId}`;
    const patch = async (body: object) =>
      expect((await (await tenant.as("ADMIN")).sendJson("PATCH", path, body)).status).toBe(200);
    const stateNow = async () => (await client.get("/api/session", sessionReply)).session.secondFactor;
    await patch({ secondFactors: ["mfa", "urn:two"] });
    says = { amr: ["mfa"] };
    const { client, claims } = await signedIn();
    const { session_id: sessionId } = claims;
    const { identity } = assay.service;
    await patch({ secondFactors: ["mfa"] });
    expect(await stateNow()).toBe("PROVED");
    expect(await identity.identity.hasSession!(claims.sub, sessionId)).toBe(true);
    await patch(change);
    expect(await stateNow()).toBe("NONE");
    expect(await identity.identity.hasSession!(claims.sub, sessionId)).toBe(false);
    await demand("EVERYBODY");
    expect(await stateNow()).toBe("MISSING");
  });

  test("acts take a recent sign-in there that showed one, and no other", async () => {
    await setProvider(["mfa"]);
    await demand("ACTS");
    const { claims } = await signedIn();
    await putMember(assay.service.db, {
      tenantId: tenant.id,
      userId: claims.sub,
      email: emailOf("alice"),
      role: "ADMIN",
    });
    const actAfter = async (said: JWTPayload) => {
      says = said;
      const { client } = await signedIn();
      const response = await client.sendJson("POST", "/api/admin/domains", { domain: `${newId()}.example.com` });
      const { details } = (await response.json()) as { details?: { reason: string } };
      return [response.status, details?.reason];
    };
    const auth_time = Math.floor(Date.now() / 1000);
    expect(await actAfter({ auth_time, amr: ["pwd"] })).toEqual([403, "SECOND_FACTOR_MISSING"]);
    expect(await actAfter({ auth_time: undefined, amr: ["mfa"] })).toEqual([403, "FRESH_AUTHENTICATION_REQUIRED"]);
    expect(await actAfter({ auth_time, amr: ["mfa"] })).toEqual([201, undefined]);
  });

  test("a provider of which no values are named is no second factor, whatever it says", async () => {
    await demand("EVERYBODY");
    expect(await stateOf({ amr: ["mfa"], acr: "mfa" })).toBe("MISSING");
    const { client } = await signedIn();
    expect((await client.call("GET", "/api/runs")).status).toBe(403);
  });
});

describe("a provider that is not what it seems", () => {
  const unsigned = (claims: object) =>
    `${Buffer.from('{"alg":"none"}').toString("base64url")}.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.`;

  test.each([
    ["another nonce", { claims: { nonce: "another" } }],
    ["another issuer", { claims: { iss: "https://elsewhere.example.com" } }],
    ["another audience", { claims: { aud: "another" } }],
    ["a token that has expired", { claims: { exp: 1 } }],
    ["a signature of another key", { mint: forge }],
    ["no signature", { mint: unsigned }],
    ["no token", { mint: () => "" }],
    ["a refusal of the code", { tokenStatus: 400 }],
  ])("lets nobody in with %s", async (_, script) => {
    const { reply } = await begin();
    const { claims, ...more } = { claims: {}, ...script };
    Object.assign(provider, more, { claims: { ...provider.claims, ...claims } });
    expect(await comeBack(reply())).toMatchObject({ code: null, error: "REPLY_NOT_VALID" });
  });

  test("changes its key between two sign-ins and is understood", async () => {
    const { claims } = await signedIn();
    await provider.rotate();
    expect((await signedIn()).claims.sub).toBe(claims.sub);
  });

  test("refuses the person, and it is said, in the log too", async () => {
    const from = assay.log.length;
    const { of } = await begin();
    const refused = new URLSearchParams({ error: "access_denied", state: of("state"), iss: provider.issuer });
    expect(await comeBack(`${of("redirect_uri")}?${refused}`)).toMatchObject({ error: "PROVIDER_REFUSED" });
    expect(await comeBack(`${of("redirect_uri")}?state=forged`)).toMatchObject({ status: 400 });
    const { claims } = await signedIn();
    const lines = assay.log.slice(from).map((line) => JSON.parse(line) as Record<string, unknown>);
    const tries = lines.filter(({ event }) => event === "sign_in.answered");
    expect(tries.map(({ way, status, userId, code }) => [way, status, userId, code])).toEqual([
      ["sso", 200, null, null],
      ["sso_return", 303, null, "PROVIDER_REFUSED"],
      ["sso_return", 400, null, "flow_state_not_found"],
      ["sso", 200, null, null],
      ["sso_return", 303, null, null],
      ["pkce", 200, claims.sub, null],
    ]);
  });

  test("is no longer active when the person comes back", async () => {
    const { reply } = await begin();
    const path = `/api/admin/identity-providers/${providerId}`;
    expect((await (await tenant.as("ADMIN")).sendJson("PATCH", path, { active: false })).status).toBe(200);
    expect(await comeBack(reply())).toMatchObject({ error: "PROVIDER_REFUSED" });
    expect((await siteOf(assay.url).begin(emailOf("alice"))).status).toBe(404);
  });
});

describe("what rests on a provider's issuer", () => {
  const path = () => `/api/admin/identity-providers/${providerId}`;
  const other = { issuer: "https://id.example.org", clientSecret: "another" };

  test("keeps it from naming another once people have signed in, and the way out is said", async () => {
    const admin = await tenant.as("ADMIN");
    await signedIn();
    const refused = await admin.sendJson("PATCH", path(), other);
    expect([refused.status, await refused.json()]).toMatchObject([
      409,
      {
        error: "INVALID_STATE",
        message: expect.stringContaining("create another identity provider, and remove this one"),
      },
    ]);
    expect((await signedIn()).client).toBeDefined();
    const renamed = await admin.sendJson("PATCH", path(), { name: "Old", issuer: provider.issuer });
    expect(renamed.status).toBe(200);
  });

  test("ends when the provider is removed: the sessions of its people at once, and nobody else's", async () => {
    const [admin, member] = [await tenant.as("ADMIN"), await tenant.as("MEMBER")];
    const { client } = await signedIn();
    says = { sub: "bob" };
    const bob = await signedIn(emailOf("bob"));
    const statusOf = async (each: TestClient) => (await each.call("GET", "/api/session")).status;
    expect([await statusOf(client), await statusOf(bob.client)]).toEqual([200, 200]);
    expect((await admin.call("DELETE", path())).status).toBe(204);
    expect([await statusOf(client), await statusOf(bob.client), await statusOf(member)]).toEqual([401, 401, 200]);
    // The same issuer vouches for the same people, when an administrator trusts it again.
    await addProvider();
    expect((await signedIn(emailOf("bob"))).claims.sub).toBe(bob.claims.sub);
  });
});

describe("a reply of the provider", () => {
  test("counts once", async () => {
    const { reply } = await begin();
    expect((await comeBack(reply())).code).not.toBeNull();
    expect(await comeBack(reply())).toMatchObject({ code: null, error: "REPLY_NOT_VALID" });
  });

  test.each(["", "x", "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..AAAA.AAAA.AAAA"])(
    "with a state that is not the service's leads nowhere: %s",
    async (state) => {
      const { reply } = await begin();
      expect(await comeBack(reply("code", state))).toMatchObject({ status: 400, code: null });
    },
  );

  test("gives a code that only the page which began can exchange, once", async () => {
    const { site, reply } = await begin();
    const { code } = await comeBack(reply());
    expect((await siteOf(assay.url).exchange(code!)).status).toBe(400);
    expect((await site.exchange(code!)).status).toBe(400);
    const other = await begin();
    const { code: fresh } = await comeBack(other.reply());
    expect((await other.site.exchange(fresh!)).status).toBe(200);
    expect((await other.site.exchange(fresh!)).status).toBe(400);
  });

  test("leads to no page but the service's own", async () => {
    for (const redirect_to of ["https://evil.example.com/", "javascript:alert(1)", "//evil.example.com", "x"])
      expect((await siteOf(assay.url).begin(emailOf("alice"), { redirect_to })).status).toBe(400);
  });
});

test("a domain that nobody has proved has no provider, and no account is told of", async () => {
  const site = siteOf(assay.url);
  for (const email of ["somebody@nowhere.example.com", `x@${tenant.id}.example.com`])
    expect((await site.begin(email)).status).toBe(404);
});

test("the secret of the client goes to the token endpoint alone, with the verifier of PKCE", async () => {
  const { of, reply } = await begin();
  expect(of("code_challenge_method")).toBe("S256");
  await comeBack(reply("the code"));
  const last = provider.asked.at(-1)!;
  expect([last.get("code"), last.get("code_verifier")]).toEqual(["the code", expect.any(String)]);
});

test("an issuer inside the network is refused unless the operator trusts it", async () => {
  const admin = await tenant.as("ADMIN");
  for (const issuer of ["http://id.example.com", "https://10.0.0.1", "https://localhost", "http://127.0.0.1:1"]) {
    const response = await admin.sendJson("POST", "/api/admin/identity-providers", { name: "x", issuer, ...CLIENT });
    expect([issuer, response.status]).toEqual([issuer, 422]);
  }
});

test("an operator's word proves a domain", async () => {
  const other = await assay.tenant();
  const name = `operator-${domain}`;
  await proveDomainByOperator(assay.service.db, { tenantId: other.id, domain: name });
  const admin = await tenant.as("ADMIN");
  const added = await admin.sendJson("POST", "/api/admin/domains", { domain: name });
  const { id, record } = tenantDomainReply.parse(await added.json()).domain;
  texts.set(record.name, [record.value]);
  expect((await admin.sendJson("POST", `/api/admin/domains/${id}/prove`, {})).status).toBe(409);
});
