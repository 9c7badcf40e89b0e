import { createHash, randomBytes } from "node:crypto";
import { askedConnectionReply, auditListReply, connectionListReply, createdConnectionReply } from "@assay/contract";
import { changeSecondFactorRule, putMember } from "@assay/core/tenancy";
import { newId } from "@assay/db";
import { Client, type OAuthClientProvider, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { APP_ROUTES, fillPath } from "../support/app-routes.ts";
import { joinTenant } from "../support/join-tenant.ts";
import { makeKey } from "../support/settled-tenant.ts";
import { expectError, type TestClient } from "../support/test-client.ts";
import { type TestService, type TestTenant, testService } from "../support/test-service.ts";

const REDIRECT = "http://127.0.0.1:7777/callback";
const VERIFIER = randomBytes(32).toString("base64url");
const CHALLENGE = createHash("sha256").update(VERIFIER).digest("base64url");

let assay: TestService;
let tenant: TestTenant;
let person: Awaited<ReturnType<typeof joinTenant>>;
beforeAll(async () => {
  assay = await testService({}, { limits: { authorizationsPerMinute: 10_000 } });
  tenant = await assay.tenant();
  person = await joinTenant(assay, await tenant.as("ADMIN"));
});
afterAll(() => assay.close());

const mcp = () => `${assay.url}/mcp`;
const json = async (response: Response) => (await response.json()) as Record<string, string>;
const postForm = (path: string, form: Record<string, string>) =>
  fetch(`${assay.url}${path}`, { method: "POST", body: new URLSearchParams(form) });
const register = (body: object) =>
  fetch(`${assay.url}/oauth/register`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });

async function newAppId(redirectUris = [REDIRECT]): Promise<string> {
  const reply = await register({ client_name: "Test assistant", redirect_uris: redirectUris });
  expect(reply.status).toBe(201);
  return (await json(reply)).client_id!;
}

const requestOf = (clientId: string) => ({
  clientId,
  redirectUri: REDIRECT,
  codeChallenge: CHALLENGE,
  resource: mcp(),
  state: "kept & given back",
});
const agree = (client: TestClient, asked: object) => client.sendJson("POST", "/api/connections", asked);

async function newCode(clientId: string, client = person.client): Promise<string> {
  const reply = await agree(client, requestOf(clientId));
  expect(reply.status).toBe(201);
  const { redirectUrl } = createdConnectionReply.parse(await reply.json());
  const url = new URL(redirectUrl);
  expect(`${url.origin}${url.pathname}`).toBe(REDIRECT);
  expect([url.searchParams.get("state"), url.searchParams.get("iss")]).toEqual(["kept & given back", assay.url]);
  return url.searchParams.get("code")!;
}

const exchange = (clientId: string, code: string, other: Record<string, string> = {}) =>
  postForm("/oauth/token", {
    grant_type: "authorization_code",
    client_id: clientId,
    redirect_uri: REDIRECT,
    code_verifier: VERIFIER,
    resource: mcp(),
    code,
    ...other,
  });
const refresh = (clientId: string, token: string, other: Record<string, string> = {}) =>
  postForm("/oauth/token", { grant_type: "refresh_token", client_id: clientId, refresh_token: token, ...other });

async function connect(client = person.client) {
  const clientId = await newAppId();
  const tokens = await json(await exchange(clientId, await newCode(clientId, client)));
  return { clientId, access: tokens.access_token!, refresh: tokens.refresh_token! };
}

const ping = (token: string) =>
  fetch(mcp(), {
    method: "POST",
    headers: {
      Authorization: `Bearer ${token}`,
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }),
  });
const expectRefused = async (reply: Response, error: string) =>
  expect([reply.status, (await json(reply)).error]).toEqual([400, error]);
const ownOf = async (client = person.client) => (await client.get("/api/connections", connectionListReply)).connections;

test("a request without a token says where the authorization server is, and both describe themselves", async () => {
  const refused = await fetch(mcp(), { method: "POST" });
  const challenge = refused.headers.get("WWW-Authenticate")!;
  await expectError(refused, 401, "UNAUTHORIZED");
  const [, address] = /^Bearer resource_metadata="(.+)"$/.exec(challenge)!;
  expect(address).toBe(`${assay.url}/.well-known/oauth-protected-resource/mcp`);
  const resource = await (await fetch(address!)).json();
  expect(resource).toMatchObject({ resource: mcp(), authorization_servers: [assay.url] });
  expect(await (await fetch(`${assay.url}/.well-known/oauth-protected-resource`)).json()).toEqual(resource);
  const server = await (await fetch(`${assay.url}/.well-known/oauth-authorization-server`)).json();
  expect(server).toMatchObject({
    issuer: assay.url,
    authorization_endpoint: `${assay.url}/cm/connect`,
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
  });
  expect((await fetch(`${assay.url}/api/session`)).headers.get("WWW-Authenticate")).toBe("Bearer");
});

test("the official client registers, sends a person to the consent page, and reads with the token that it gets", async () => {
  const kept: { client?: unknown; tokens?: unknown; verifier?: string; asked?: URL; found?: unknown } = {};
  const provider: OAuthClientProvider = {
    redirectUrl: REDIRECT,
    clientMetadata: { client_name: "Official client", redirect_uris: [REDIRECT], token_endpoint_auth_method: "none" },
    state: () => "its own",
    clientInformation: () => kept.client as ReturnType<OAuthClientProvider["clientInformation"]>,
    saveClientInformation: (client) => void Object.assign(kept, { client }),
    tokens: () => kept.tokens as ReturnType<OAuthClientProvider["tokens"]>,
    saveTokens: (tokens) => void Object.assign(kept, { tokens }),
    redirectToAuthorization: (asked) => void Object.assign(kept, { asked }),
    saveCodeVerifier: (verifier) => void Object.assign(kept, { verifier }),
    codeVerifier: () => kept.verifier!,
    saveDiscoveryState: (found) => void Object.assign(kept, { found }),
    discoveryState: () => kept.found as ReturnType<NonNullable<OAuthClientProvider["discoveryState"]>>,
  };
  const newTransport = () => new StreamableHTTPClientTransport(new URL(mcp()), { authProvider: provider });
  const first = newTransport();
  await expect(new Client({ name: "test", version: "1" }).connect(first)).rejects.toThrow();
  const asked = kept.asked!.searchParams;
  expect(kept.asked!.pathname).toBe("/cm/connect");
  const reply = await agree(person.client, {
    clientId: asked.get("client_id"),
    redirectUri: asked.get("redirect_uri"),
    codeChallenge: asked.get("code_challenge"),
    resource: asked.get("resource"),
    state: asked.get("state"),
  });
  const { redirectUrl } = createdConnectionReply.parse(await reply.json());
  await first.finishAuth(new URL(redirectUrl).searchParams);
  const client = new Client({ name: "test", version: "1" });
  await client.connect(newTransport());
  onTestFinished(() => client.close());
  expect((await client.listTools()).tools).toHaveLength(6);
  expect((await ownOf())[0]).toMatchObject({ clientName: "Official client", clientHost: null, userName: person.email });
});

test("what a token of a connection reads is what a VIEWER reads of this tenant", async () => {
  const { access } = await connect();
  const reply = await fetch(`${mcp()}?tenantId=${(await assay.tenant({ pack: null })).id}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${access}` },
  });
  await expectError(reply, 403, "CROSS_TENANT_ACCESS_DENIED");
  expect((await ping(access)).status).toBe(200);
});

test("every route of the API refuses the tokens of a connection", async () => {
  const { access, refresh: refreshToken } = await connect();
  for (const token of [access, refreshToken])
    for (const { method, path, name } of APP_ROUTES) {
      const reply = await fetch(`${assay.url}${fillPath(path)}`, {
        method,
        headers: { Authorization: `Bearer ${token}` },
      });
      expect([name, reply.status]).toEqual([name, 401]);
      await reply.body?.cancel();
    }
  for (const path of ["/auth/v1/user", "/scim/v2/Users"]) {
    const reply = await fetch(`${assay.url}${path}`, { headers: { Authorization: `Bearer ${access}` } });
    expect([401, 403]).toContain(reply.status);
  }
});

test("/mcp refuses a refresh token, a token for another address of the service, and one that nobody issued", async () => {
  const { access, refresh: refreshToken } = await connect();
  const { hostname } = new URL(mcp());
  const elsewhere = await fetch(mcp().replace(hostname, hostname === "localhost" ? "127.0.0.1" : "localhost"), {
    method: "POST",
    headers: { Authorization: `Bearer ${access}` },
  });
  await expectError(elsewhere, 401, "UNAUTHORIZED");
  for (const token of [refreshToken, `assay_mcp_${"a".repeat(43)}`])
    await expectError(await ping(token), 401, "UNAUTHORIZED");
});

describe("a code", () => {
  test("is refused with another verifier, application, address or resource, and then still serves its own", async () => {
    const clientId = await newAppId();
    const code = await newCode(clientId);
    const other = await newAppId(["http://127.0.0.1:1/other"]);
    await expectRefused(await exchange(clientId, code, { code_verifier: "a".repeat(43) }), "invalid_grant");
    await expectRefused(await exchange(other, code), "invalid_grant");
    await expectRefused(await exchange(clientId, code, { redirect_uri: `${REDIRECT}/` }), "invalid_grant");
    await expectRefused(await exchange(clientId, code, { resource: `${assay.url}/api` }), "invalid_grant");
    await expectRefused(await exchange(clientId, "nonsense"), "invalid_grant");
    expect((await exchange(clientId, code)).status).toBe(200);
  });

  test("that is sent again ends the connection; of many at once, one gets tokens at the most", async () => {
    const clientId = await newAppId();
    const code = await newCode(clientId);
    const replies = await Promise.all([1, 2, 3].map(() => exchange(clientId, code)));
    const served = replies.filter(({ status }) => status === 200);
    expect(served).toHaveLength(1);
    await expectError(await ping((await json(served[0]!)).access_token!), 401, "UNAUTHORIZED");
  });
});

describe("a refresh token", () => {
  test("is rotated, and the access token of before ends with it", async () => {
    const first = await connect();
    const second = await json(await refresh(first.clientId, first.refresh, { resource: mcp() }));
    expect(second.refresh_token).not.toBe(first.refresh);
    expect((await ping(second.access_token!)).status).toBe(200);
    await expectError(await ping(first.access), 401, "UNAUTHORIZED");
    await expectRefused(await refresh(await newAppId([`${REDIRECT}/2`]), second.refresh_token!), "invalid_grant");
    expect((await refresh(first.clientId, second.refresh_token!)).status).toBe(200);
  });

  test("of two rotations before ends the connection, and the audit log says why", async () => {
    const { clientId, refresh: stolen } = await connect();
    const second = await json(await refresh(clientId, stolen));
    const third = await json(await refresh(clientId, second.refresh_token!));
    await expectRefused(await refresh(clientId, stolen), "invalid_grant");
    await expectRefused(await refresh(clientId, third.refresh_token!), "invalid_grant");
    await expectError(await ping(third.access_token!), 401, "UNAUTHORIZED");
    const admin = await tenant.as("ADMIN");
    const { entries } = await admin.get("/api/admin/audit-logs?action=connection.ended&limit=1", auditListReply);
    expect(entries[0]).toMatchObject({ actor: "system", details: { reasonCode: "REFRESH_TOKEN_REUSED" } });
  });

  test("that an application gives back ends the connection", async () => {
    const { clientId, access, refresh: token } = await connect();
    expect((await postForm("/oauth/revoke", { token, client_id: clientId })).status).toBe(200);
    expect((await postForm("/oauth/revoke", { token: "nonsense" })).status).toBe(200);
    await expectError(await ping(access), 401, "UNAUTHORIZED");
    await expectRefused(await refresh(clientId, token), "invalid_grant");
  });
});

test("a connection ends by its person, by an ADMIN, and by nobody else; another tenant's cannot be seen", async () => {
  const [mine, theirs] = [await connect(), await connect()];
  const [newest, older] = await ownOf();
  const colleague = await joinTenant(assay, await tenant.as("ADMIN"));
  expect(await ownOf(colleague.client)).toEqual([]);
  const end = (client: TestClient, id: string) => client.call("DELETE", `/api/connections/${id}`);
  await expectError(await end(colleague.client, newest!.id), 403, "FORBIDDEN");
  const stranger = await (await assay.tenant({ pack: null })).as("ADMIN");
  await expectError(await end(stranger, newest!.id), 403, "CROSS_TENANT_ACCESS_DENIED");
  await expectError(await end(person.client, newId()), 404, "NOT_FOUND");
  expect((await stranger.get("/api/admin/connections", connectionListReply)).connections).toEqual([]);
  expect((await end(person.client, newest!.id)).status).toBe(204);
  await expectError(await ping(theirs.access), 401, "UNAUTHORIZED");
  const admin = await tenant.as("ADMIN");
  const { connections } = await admin.get("/api/admin/connections", connectionListReply);
  expect(connections.map(({ id }) => id)).toContain(older!.id);
  expect((await end(admin, older!.id)).status).toBe(204);
  expect((await end(admin, older!.id)).status).toBe(204);
  await expectError(await ping(mine.access), 401, "UNAUTHORIZED");
});

test("a connection ends with the session in which its person agreed, and with the membership", async () => {
  const leaver = await joinTenant(assay, await tenant.as("ADMIN"));
  const [byMember, bySession] = [await connect(leaver.client), await connect()];
  const admin = await tenant.as("ADMIN");
  expect((await admin.call("DELETE", `/api/admin/members/${leaver.userId}`)).status).toBe(204);
  await expectError(await ping(byMember.access), 401, "UNAUTHORIZED");
  await expectRefused(await refresh(byMember.clientId, byMember.refresh), "invalid_grant");

  expect((await ping(bySession.access)).status).toBe(200);
  expect((await person.client.call("POST", "/auth/v1/logout?scope=local")).status).toBe(204);
  await expectError(await ping(bySession.access), 401, "UNAUTHORIZED");
  await expectRefused(await refresh(bySession.clientId, bySession.refresh), "invalid_grant");
  person = await joinTenant(assay, await tenant.as("ADMIN"));
});

test("a member who is removed and comes back has none of the connections of before, and the audit log says why", async () => {
  const leaver = await joinTenant(assay, await tenant.as("ADMIN"));
  const { clientId, access, refresh: token } = await connect(leaver.client);
  const waiting = await newCode(clientId, leaver.client);
  const admin = await tenant.as("ADMIN");
  expect((await admin.call("DELETE", `/api/admin/members/${leaver.userId}`)).status).toBe(204);
  await putMember(assay.service.db, { tenantId: tenant.id, ...leaver, role: "VIEWER" });
  expect(await ownOf(leaver.client)).toEqual([]);
  await expectError(await ping(access), 401, "UNAUTHORIZED");
  await expectRefused(await refresh(clientId, token), "invalid_grant");
  await expectRefused(await exchange(clientId, waiting), "invalid_grant");
  const { entries } = await admin.get("/api/admin/audit-logs?action=connection.ended&limit=2", auditListReply);
  expect(entries.map(({ details }) => details?.reasonCode)).toEqual(["MEMBER_REMOVED", "MEMBER_REMOVED"]);
});

test("a tenant that demands a second factor ends what was agreed to without one", async () => {
  const strict = await assay.tenant();
  const { client } = await joinTenant(assay, await strict.as("ADMIN"));
  const { clientId, access, refresh: token } = await connect(client);
  expect((await ping(access)).status).toBe(200);
  const actor = { id: newId(), role: "ADMIN" as const, tenantId: strict.id };
  await changeSecondFactorRule({ db: assay.service.db, tenantId: strict.id, actor }, { required: "EVERYBODY" });
  await expectError(await ping(access), 401, "UNAUTHORIZED");
  await expectRefused(await refresh(clientId, token), "invalid_grant");
});

test("only a person with a session agrees, and only to an application, an address and a resource that are right", async () => {
  const clientId = await newAppId();
  const asked = requestOf(clientId);
  const { key } = await makeKey(await tenant.as("ADMIN"), "ADMIN");
  await expectError(await agree(assay.client(key), asked), 403, "FORBIDDEN");
  const bare = await assay.service.identity.issueToken({
    userId: person.userId,
    tenantId: tenant.id,
    ttlSeconds: 60,
  });
  await expectError(await agree(assay.client(bare), asked), 409, "INVALID_STATE");
  for (const wrong of [
    { clientId: "app_nonsense" },
    { clientId: "http://apps.example/metadata" },
    { clientId: "https://127.0.0.1/metadata" },
    { redirectUri: "https://evil.example/callback" },
    { redirectUri: "http://127.0.0.1:7777/other" },
    { resource: `${assay.url}/api` },
    { resource: "https://elsewhere.example/mcp" },
    { codeChallenge: "short" },
    { tenantId: tenant.id },
  ])
    await expectError(await agree(person.client, { ...asked, ...wrong }), 400, "VALIDATION_ERROR");
  // A program takes whatever port is free.
  const { request } = await person.client.get(
    `/api/connections/request?${new URLSearchParams({ ...asked, redirectUri: "http://127.0.0.1:1234/callback" })}`,
    askedConnectionReply,
  );
  expect(request).toMatchObject({ clientName: "Test assistant", clientHost: null, redirectTarget: "127.0.0.1:1234" });
  expect(new URL(request.denyUrl).searchParams.get("error")).toBe("access_denied");
});

test("an application registers with addresses that no browser runs, in bounds, and without a secret", async () => {
  for (const uri of [
    "javascript:alert(1)",
    "javascript://x/%0aalert(1)",
    "data:text/html,x",
    "http://apps.example/callback",
    "https://apps.example/callback#part",
    "https://ann:secret@apps.example/",
    "nonsense",
  ])
    await expectRefused(await register({ redirect_uris: [uri] }), "invalid_redirect_uri");
  await expectRefused(await register({}), "invalid_redirect_uri");
  await expectRefused(
    await register({ redirect_uris: [REDIRECT], token_endpoint_auth_method: "client_secret_basic" }),
    "invalid_client_metadata",
  );
  const long = Array.from({ length: 10 }, (_, at) => `https://apps.example/${at}${"a".repeat(400)}`);
  await expectError(await register({ redirect_uris: long }), 400, "VALIDATION_ERROR");
  for (const uri of ["https://apps.example/callback", "cursor://anysphere/callback", "http://[::1]:1/cb"])
    expect((await register({ redirect_uris: [uri] })).status).toBe(201);
  await expectRefused(
    await postForm("/oauth/token", { grant_type: "password", client_id: "x" }),
    "unsupported_grant_type",
  );
  await expectRefused(await postForm("/oauth/token", {}), "invalid_request");
});

test("a person has at most 20 connections", async () => {
  const many = await joinTenant(assay, await tenant.as("ADMIN"));
  const clientId = await newAppId();
  for (let at = 0; at < 20; at++) await connect(many.client);
  await expectError(await agree(many.client, requestOf(clientId)), 409, "INVALID_STATE");
});
