import { operations } from "@assay/contract/operations";
import { sha256Hex } from "@assay/core/digest";
import type { Hono } from "hono";
import { bind, serve } from "../middleware/bind.ts";
import { hasUnchanged, notModified } from "../middleware/validators.ts";
import type { ApiEnv } from "../variables.ts";

const KEPT = "public, max-age=300";
const DOCUMENTS = new Map<string, Promise<{ text: string; etag: string }>>();

/** The OpenAPI document of the app that it is in: made of the app's routes, once for each set of them. */
export function apiDocumentRoutes(app: Pick<Hono<ApiEnv>, "routes">): Hono<ApiEnv> {
  return serve(
    bind(operations.service.openapi, async (c) => {
      const { text, etag } = await documentOf(app);
      if (hasUnchanged(c, etag, KEPT)) return notModified(c);
      return c.body(text, 200, { "Content-Type": "application/json" });
    }),
  );
}

/** Runtimes without state make an app for each request; what it serves is the same. */
function documentOf(app: Pick<Hono<ApiEnv>, "routes">) {
  const names = app.routes.map(({ method, path }) => `${method} ${path}`).join("\n");
  const known = DOCUMENTS.get(names);
  if (known) return known;
  const made = write(app);
  DOCUMENTS.set(names, made);
  return made;
}

async function write(app: Pick<Hono<ApiEnv>, "routes">) {
  // Few ask for it: what makes it is loaded for the first.
  const { apiDocument } = await import("../openapi/api-document.ts");
  const text = JSON.stringify(apiDocument(app));
  return { text, etag: `W/"${(await sha256Hex(text)).slice(0, 32)}"` };
}
