import { randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import { identityProviderCheckReply, identityProviderReply, sessionReply } from "@assay/contract";
import { proveDomainByOperator } from "@assay/core/single-sign-on";
import { decodeJwt } from "jose";
import Provider from "oidc-provider";
import { afterAll, beforeAll, expect, test } from "vitest";
import { personAtProvider } from "../support/person-at-provider.ts";
import { CLIENT } from "../support/scripted-provider.ts";
import { siteOf } from "../support/sign-on-by-site.ts";
import { type TestService, type TestTenant, testService } from "../support/test-service.ts";

const domain = `${randomBytes(6).toString("hex")}.example.com`;
const EMAIL = `alice@${domain}`;

let server: Server;
let assay: TestService;
let tenant: TestTenant;
beforeAll(async () => {
  server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  assay = await testService({ SSO_TRUSTED_ORIGINS: issuer });
  const answer = openProvider(issuer, `${assay.url}/auth/v1/sso/callback`).callback();
  server.on("request", (request, response) => void answer(request, response));
  tenant = await assay.tenant();
  await proveDomainByOperator(assay.service.db, { tenantId: tenant.id, domain });
  const admin = await tenant.as("ADMIN");
  const made = await admin.sendJson("POST", "/api/admin/identity-providers", { name: "Directory", issuer, ...CLIENT });
  const { id } = identityProviderReply.parse(await made.json()).identityProvider;
  const path = `/api/admin/identity-providers/${id}`;
  const checked = await admin.sendJson("POST", `${path}/check`, {});
  expect(identityProviderCheckReply.parse(await checked.json())).toEqual({ problem: null });
  expect((await admin.sendJson("PATCH", path, { active: true })).status).toBe(200);
});
afterAll(async () => {
  await assay.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function openProvider(issuer: string, redirectUri: string): Provider {
  return new Provider(issuer, {
    clients: [{ client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret, redirect_uris: [redirectUri] }],
    pkce: { required: () => true },
    cookies: { keys: ["only here"] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    findAccount: (_, accountId) => ({
      accountId,
      claims: async () => ({ sub: accountId, email: `${accountId}@${domain}`, email_verified: true }),
    }),
  });
}

test("a person signs in through a real provider, and confirms an action there", async () => {
  const person = personAtProvider("alice");
  const site = siteOf(assay.url);
  const goThere = async (options?: { token: string }) => {
    const begun = await site.begin(EMAIL, options);
    const { url } = (await begun.json()) as { url: string };
    const back = await person.signIn(url);
    const exchanged = await site.exchange(back.searchParams.get("code") ?? "");
    expect(exchanged.status, back.href).toBe(200);
    return ((await exchanged.json()) as { access_token: string }).access_token;
  };
  const token = await goThere();
  const { session } = await assay.client(token).get("/api/session", sessionReply);
  expect([session.tenant.id, session.role]).toEqual([tenant.id, "VIEWER"]);
  const [proof] = decodeJwt<{ amr: { method: string; timestamp: number }[] }>(await goThere({ token })).amr;
  expect(proof).toEqual({ method: "oauth", timestamp: expect.any(Number) });
  expect(Math.abs(proof!.timestamp - Date.now() / 1000)).toBeLessThan(300);
});
