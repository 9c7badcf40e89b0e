import { globSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ERROR_CATALOGUE, webhookEventType } from "@assay/contract";
import { SCHEMAS } from "@assay/contract/schemas";
import { createLocalIdentity } from "@assay/identity";
import { lintFromString, loadConfig } from "@redocly/openapi-core";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { expect, test } from "vitest";
import { apiDocument } from "../../src/openapi/api-document.ts";
import { SIGN_IN_ROUTES } from "../../src/openapi/local-sign-in.ts";
import { APP_ROUTES } from "../support/app-routes.ts";
import { documentedApp } from "../support/documented-app.ts";
import { ROOT } from "../support/launch-process.ts";

interface Document {
  readonly openapi: string;
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
  };
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
}

const app = documentedApp();
const document = apiDocument(app) as unknown as Document;
const strict = apiDocument(app, { closed: true }) as unknown as Document;
const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
);

/** What the app serves next to the API: the style sheet of the error pages, and a protocol that describes itself. */
const UNDOCUMENTED = [
  "GET /docs/errors.css",
  "POST /mcp",
  // As RFC 8414, 9728, 7591, 6749 and 7009 have them: applications find them by what they say of themselves.
  "GET /.well-known/oauth-authorization-server",
  "GET /.well-known/oauth-protected-resource",
  "GET /.well-known/oauth-protected-resource/mcp",
  "POST /oauth/register",
  "POST /oauth/revoke",
  "POST /oauth/token",
  // Which parts of tus 1.0 the service speaks, as the protocol asks for it.
  "OPTIONS /api/documents/uploads",
  "OPTIONS /api/uploads/{uploadId}",
];

test("every route of the app is in the API document, and the document names no other", () => {
  const served = new Set(
    app.routes
      .filter(({ method }) => method !== "ALL")
      .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`),
  );
  expect(APP_ROUTES.length).toBeGreaterThan(50);
  expect([...documented, ...UNDOCUMENTED].sort()).toEqual([...served].sort());
});

test("the pages for integrators and operators name no route that the document lacks", async () => {
  const pages = globSync("docs/{integrate,operate,use}/**/*.md", { cwd: ROOT });
  expect(pages.length).toBeGreaterThan(20);
  const paths = [...documented, ...UNDOCUMENTED].map((name) => name.replace(/\{\w+\}/g, ":"));
  for (const page of pages) {
    const text = await readFile(join(ROOT, page), "utf8");
    const named = [...text.matchAll(/`(GET|POST|PUT|PATCH|DELETE)\s(\/[^`?\s]+)/g)];
    const unknown = named
      .map(([, method, path]) => `${method} ${path!.replace(/:\w+|<[^>]+>/g, ":")}`)
      .filter((name) => !name.includes("…") && !paths.includes(name));
    expect(unknown, page).toEqual([]);
  }
});

test("the issuer's routes are those that it serves, and stand in the document only where it is mounted", async () => {
  const dir = await mkdtemp(join(tmpdir(), "assay-issuer-"));
  // Only asked for its routes: nothing is behind single sign-on.
  const options = { dir, issuer: "http://issuer.test", clientAddress: () => "", sso: {} as never };
  const { app: issuer } = await createLocalIdentity(options);
  const routes = issuer.routes
    .filter(({ method }) => method !== "ALL")
    .map((each) => `${each.method} /auth/v1${each.path}`);
  expect(Object.keys(SIGN_IN_ROUTES).sort()).toEqual([...new Set(routes)].sort());
  const without = apiDocument(documentedApp({ issuer: false })) as unknown as Document;
  expect(Object.keys(without.paths).filter((path) => path.startsWith("/auth/"))).toEqual([]);
  await rm(dir, { recursive: true });
});

test("every operation has an id of its own", () => {
  const ids = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map((each) => each.operationId),
  );
  expect(new Set(ids).size).toBe(ids.length);
});

test("an independent linter accepts the document, with the rules of redocly.yaml", async () => {
  const config = await loadConfig({ configPath: fileURLToPath(new URL("../../redocly.yaml", import.meta.url)) });
  const problems = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: "/openapi.json",
    config,
  });
  expect(problems.map(({ ruleId, message, location: [at] }) => `${ruleId} ${message} ${at?.pointer}`)).toEqual([]);
});

test("every body and every reply has an example that the service itself would accept or send", () => {
  const ajv = new Ajv2020({ strict: false, validateSchema: false });
  (formats as unknown as (target: Ajv2020) => void)(ajv);
  ajv.addSchema(strict, "api");
  const named = Object.keys(document.components.examples).filter((name) => name in document.components.schemas);
  expect(named.length).toBeGreaterThan(50);
  for (const name of named) {
    const { value } = document.components.examples[name]!;
    const validate = ajv.compile({ $ref: `api#/components/schemas/${name}` });
    expect(validate(value), `${name}: ${ajv.errorsText(validate.errors)}`).toBe(true);
    // Rules between fields are in no JSON Schema.
    expect(SCHEMAS[name as keyof typeof SCHEMAS].safeParse(value).error?.message, name).toBeUndefined();
  }
});

test("every error has an example, and each operation names those that it may reply with", () => {
  for (const code of Object.keys(ERROR_CATALOGUE))
    expect(document.components.examples[code]?.value, code).toMatchObject({ error: code });
});

test("every message that a webhook may get is described with its body", () => {
  const { webhooks } = apiDocument(app) as unknown as {
    webhooks: Record<string, { post: { requestBody: { content: Record<string, { schema: { $ref: string } }> } } }>;
  };
  expect(Object.keys(webhooks).sort()).toEqual([...webhookEventType.options, "webhook.test"].sort());
  for (const { post } of Object.values(webhooks)) {
    const { $ref } = post.requestBody.content["application/json"]!.schema;
    expect(document.components.schemas).toHaveProperty([$ref.slice("#/components/schemas/".length)]);
  }
});

test("no field and no value is forbidden to later releases", () => {
  expect(JSON.stringify(document)).not.toContain('"additionalProperties":false');
  expect(document.components.schemas.FileType).toMatchObject({
    anyOf: [{ enum: expect.anything() }, { type: "string" }],
  });
});
