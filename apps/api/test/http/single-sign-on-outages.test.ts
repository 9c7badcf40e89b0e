import { randomBytes } from "node:crypto";
import { createServer, type RequestListener, type Server } from "node:http";
import { identityProviderCheckReply, identityProviderReply, SIGN_ON_MESSAGES } from "@assay/contract";
import { proveDomainByOperator } from "@assay/core/single-sign-on";
import Provider from "oidc-provider";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { personAtProvider } from "../support/person-at-provider.ts";
import { CLIENT } from "../support/scripted-provider.ts";
import { comeBack, siteOf } from "../support/sign-on-by-site.ts";
import { type TestService, testService } from "../support/test-service.ts";

/** What a provider that is out of order does with every request. */
const FAULTS: Readonly<Record<string, RequestListener>> = {
  "answers 500": (_, response) => void response.writeHead(500).end("{}"),
  "answers a page": (_, response) =>
    void response.writeHead(200, { "Content-Type": "text/html" }).end("<h1>Hello</h1>"),
  "hangs up": (request) => void request.socket.destroy(),
};

let assay: TestService;
/** A real provider, each in order until its fault. */
const servers = new Map<string, { server: Server; issuer: string; domain: string; fault?: RequestListener }>();
beforeAll(async () => {
  for (const name of ["healthy", ...Object.keys(FAULTS)]) {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const issuer = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
    servers.set(name, { server, issuer, domain: `${randomBytes(6).toString("hex")}.example.com` });
  }
  assay = await testService({ SSO_TRUSTED_ORIGINS: [...servers.values()].map(({ issuer }) => issuer).join(",") });
  for (const each of servers.values()) {
    const answer = openProvider(each).callback();
    each.server.on("request", (request, response) => {
      (each.fault ?? answer)(request, response);
    });
  }
});
afterAll(async () => {
  await assay.close();
  for (const { server } of servers.values()) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

function openProvider({ issuer, domain }: { issuer: string; domain: string }): Provider {
  const redirectUris = [`${assay.url}/auth/v1/sso/callback`];
  return new Provider(issuer, {
    clients: [{ client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret, redirect_uris: redirectUris }],
    pkce: { required: () => true },
    cookies: { keys: ["only here"] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    findAccount: (_, accountId) => ({
      accountId,
      claims: async () => ({ sub: accountId, email: `${accountId}@${domain}`, email_verified: true }),
    }),
  });
}

async function configure({ issuer, domain }: { issuer: string; domain: string }) {
  const tenant = await assay.tenant();
  await proveDomainByOperator(assay.service.db, { tenantId: tenant.id, domain });
  const admin = await tenant.as("ADMIN");
  const made = await admin.sendJson("POST", "/api/admin/identity-providers", { name: "Directory", issuer, ...CLIENT });
  const path = `/api/admin/identity-providers/${identityProviderReply.parse(await made.json()).identityProvider.id}`;
  expect((await admin.sendJson("PATCH", path, { active: true })).status).toBe(200);
  return async () => identityProviderCheckReply.parse(await (await admin.sendJson("POST", `${path}/check`, {})).json());
}

/** From the site to the provider and back, to what the service makes of the reply. */
async function goThere(domain: string) {
  const begun = await siteOf(assay.url).begin(`alice@${domain}`);
  const { url } = (await begun.json()) as { url: string };
  return url;
}

describe.each(Object.keys(FAULTS))("a provider that %s", (name) => {
  test("is said to the person and to the ADMIN, and other tenants sign in", async () => {
    const place = servers.get(name)!;
    const check = await configure(place);
    expect(await check()).toEqual({ problem: null });
    const before = await personAtProvider("alice").reachService(await goThere(place.domain));
    place.fault = FAULTS[name]!;
    const code = name === "answers a page" ? "REPLY_NOT_VALID" : "PROVIDER_UNREACHABLE";
    expect(await comeBack(before.href)).toMatchObject({ status: 303, code: null, error: code });
    expect((await check()).problem).toEqual(expect.any(String));
    const healthy = servers.get("healthy")!;
    await configure({ ...healthy, domain: `${name.replaceAll(" ", "-")}.${healthy.domain}` });
    const other = await goThere(`${name.replaceAll(" ", "-")}.${healthy.domain}`);
    expect(URL.parse(other)?.origin).toBe(healthy.issuer);
  });

  test("when it was never in order is a 502 with a sentence, not a 500", async () => {
    const place = servers.get(name)!;
    place.fault = FAULTS[name]!;
    // Another service, which has not read what the provider said of itself.
    const fresh = await testService({ SSO_TRUSTED_ORIGINS: place.issuer });
    const [first, domain] = [assay, `fresh.${place.domain}`];
    assay = fresh;
    await configure({ ...place, domain });
    assay = first;
    const refused = await siteOf(fresh.url).begin(`alice@${domain}`);
    expect(refused.status).toBe(502);
    const { msg } = (await refused.json()) as { msg: string };
    expect(Object.values(SIGN_ON_MESSAGES)).toContain(msg);
    await fresh.close();
  });
});
