import { expect, test } from "vitest";
import { createApp } from "../../src/app.ts";
import { apiDocument } from "../../src/openapi/api-document.ts";
import type { ApiServices } from "../../src/services.ts";
import { APP_ROUTES } from "../support/app-routes.ts";

interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
}

/** Nothing is opened to make an app: the services are only handed on. */
const app = createApp({ settings: { corsOrigins: [] as string[] } } as unknown as ApiServices);
const document = apiDocument(app) as unknown as Document;
const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
);

/** What the app serves beside the API: the style sheet of the error pages. */
const UNDOCUMENTED = ["GET /docs/errors.css"];

test("every route of the app is in the API document, and the document names no other", () => {
  const served = new Set(
    app.routes
      .filter(({ method }) => method !== "ALL")
      .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`),
  );
  expect(APP_ROUTES.length).toBeGreaterThan(50);
  expect([...documented, ...UNDOCUMENTED].sort()).toEqual([...served].sort());
});

test("every operation has an id of its own", () => {
  const ids = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map((each) => each.operationId),
  );
  expect(new Set(ids).size).toBe(ids.length);
});
