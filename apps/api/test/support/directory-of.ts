import { randomBytes } from "node:crypto";
import { createdScimKey, identityProviderReply, sessionReply } from "@assay/contract";
import { proveDomainByOperator } from "@assay/core/single-sign-on";
import { decodeJwt } from "jose";
import { expect } from "vitest";
import { CLIENT, type ScriptedProvider, scriptedProvider } from "./scripted-provider.ts";
import { comeBack, siteOf } from "./sign-on-by-site.ts";
import { type TestService, type TestTenant, testService } from "./test-service.ts";

export const USER = "urn:ietf:params:scim:schemas:core:2.0:User";
export const GROUP = "urn:ietf:params:scim:schemas:core:2.0:Group";

export const PATCH = "urn:ietf:params:scim:api:messages:2.0:PatchOp";

/** The body of a PATCH. */
export const patch = (...operations: object[]) => ({ schemas: [PATCH], Operations: operations });

export interface Directories {
  readonly assay: TestService;
  open(): Promise<Directory>;
  close(): Promise<void>;
}

/** A service, and a provider that it trusts. */
export async function openDirectories(): Promise<Directories> {
  const provider = await scriptedProvider();
  const assay = await testService({ SSO_TRUSTED_ORIGINS: provider.issuer });
  return {
    assay,
    open: () => directoryOf(assay, provider),
    async close() {
      await assay.close();
      await provider.close();
    },
  };
}

/** What SCIM answers. */
interface ScimReply {
  readonly status: number;
  readonly type: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: a foreign shape, which each test looks into
  readonly body: any;
}

export interface Directory {
  readonly tenant: TestTenant;
  readonly domain: string;
  readonly key: string;
  readonly keyId: string;
  readonly emailOf: (name: string) => string;
  /** A request as a directory sends it, below `/scim/v2`. */
  readonly scim: (method: string, path: string, body?: unknown, key?: string) => Promise<ScimReply>;
  /** As the person whom the provider knows by this subject; the token, or why there is none. */
  readonly signIn: (
    email: string,
    subject: string,
  ) => Promise<{ token: string; sub: string } | { error: string | null }>;
  /** Signed in, with their id and role; a failed test otherwise. */
  readonly enter: (email: string, subject: string) => Promise<{ token: string; userId: string; role: string }>;
}

/** A tenant with an active provider, a proved domain and a SCIM key. */
async function directoryOf(assay: TestService, provider: ScriptedProvider): Promise<Directory> {
  const tenant = await assay.tenant();
  const domain = `${randomBytes(6).toString("hex")}.example.com`;
  await proveDomainByOperator(assay.service.db, { tenantId: tenant.id, domain });
  const admin = await tenant.as("ADMIN");
  const path = "/api/admin/identity-providers";
  const made = await admin.sendJson("POST", path, { name: "Directory", issuer: provider.issuer, ...CLIENT });
  const { id } = identityProviderReply.parse(await made.json()).identityProvider;
  expect((await admin.sendJson("PATCH", `${path}/${id}`, { active: true })).status).toBe(200);
  const created = await admin.sendJson("POST", "/api/admin/scim-keys", { name: "Directory" });
  const { key, scimKey } = createdScimKey.parse(await created.json());

  const scim: Directory["scim"] = async (method, below, body, by = key) => {
    const response = await fetch(`${assay.url}/scim/v2${below}`, {
      method,
      headers: { Authorization: `Bearer ${by}`, "Content-Type": "application/scim+json" },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const type = response.headers.get("Content-Type");
    return { status: response.status, type, body: text === "" ? undefined : JSON.parse(text) };
  };

  const signIn: Directory["signIn"] = async (email, subject) => {
    const site = siteOf(assay.url);
    const begun = await site.begin(email);
    expect(begun.status, await begun.clone().text()).toBe(200);
    const { searchParams } = new URL(((await begun.json()) as { url: string }).url);
    const of = (name: string) => searchParams.get(name)!;
    provider.claims = { sub: subject, nonce: of("nonce"), email, email_verified: true };
    const reply = new URLSearchParams({ code: "code", state: of("state"), iss: provider.issuer });
    const { code, error } = await comeBack(`${of("redirect_uri")}?${reply}`);
    if (code === null) return { error };
    const { access_token: token } = (await (await site.exchange(code)).json()) as { access_token: string };
    return { token, sub: decodeJwt(token).sub! };
  };

  return {
    ...{ tenant, domain, key, keyId: scimKey.id, scim, signIn },
    emailOf: (name) => `${name}@${domain}`,
    async enter(email, subject) {
      const result = await signIn(email, subject);
      if (!("token" in result)) throw new Error(`Not signed in: ${result.error}`);
      const { session } = await assay.client(result.token).get("/api/session", sessionReply);
      return { token: result.token, userId: session.actorId, role: session.role };
    },
  };
}
