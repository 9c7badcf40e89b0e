import { AssayError, isStorableText } from "@assay/contract";
import { zValidator } from "@hono/zod-validator";
import { createMiddleware } from "hono/factory";
import { z } from "zod";
import type { ApiEnv } from "../variables.ts";
import { invalid } from "./invalid.ts";
import { readText } from "./read-text.ts";
import { unknownNames } from "./unknown-names.ts";

const JSON_BYTES_MAX = 1024 * 1024;

/** Throws with an issue per bad field, and per name that the schema does not know. */
export function requireValid(what: string, schema: z.ZodType, error: z.core.$ZodError): never {
  throw invalid(
    what,
    error.issues.flatMap((issue) =>
      issue.code === "unrecognized_keys"
        ? unknownNames(schema, issue)
        : [{ field: issue.path.join("."), issue: issue.message }],
    ),
  );
}

/** Each parameter at most once, whole text, and as the schema says. */
export const query = (schema: z.ZodType) =>
  zValidator("query", z.preprocess(omitTenant, schema) as z.ZodType, (result, c) => {
    const bad = Object.entries(c.req.queries()).find(([, values]) => !values.every(isStorableText));
    if (bad) throw invalid("query", [{ field: bad[0], issue: "must not contain NUL or invalid characters" }]);
    if (!result.success) requireValid("query", schema, result.error);
  });

/** Every route takes `tenantId`, which the session has read. */
function omitTenant(asked: unknown): unknown {
  const { tenantId: _, ...others } = asked as Record<string, unknown>;
  return others;
}

/** A JSON body as the schema says. No body at all counts as `{}`. */
export const json = <S extends z.ZodType>(schema: S) =>
  zValidator("json", schema, (result) => {
    if (!result.success) requireValid("body", schema, result.error);
  });

/** Reads a JSON body within its limit before the schema sees it. */
export const jsonBody = createMiddleware<ApiEnv>(async (c, next) => {
  const { raw } = c.req;
  const type = c.req.header("Content-Type");
  if (type !== undefined && !/^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(type))
    throw unsupported("it has another type");
  if (c.req.header("Content-Encoding")) throw unsupported("encoded");
  const text = raw.body ? await readText(raw.body, JSON_BYTES_MAX) : "";
  if (text !== "" && type === undefined) throw unsupported("it has no Content-Type");
  c.req.raw = new Request(raw.url, {
    method: raw.method,
    headers: { ...Object.fromEntries(raw.headers), "content-type": "application/json" },
    body: checkedJson(text),
  });
  await next();
});

function unsupported(what: string): AssayError {
  return new AssayError("UNSUPPORTED_MEDIA_TYPE", `Cannot read the body because it must be application/json: ${what}`);
}

function checkedJson(text: string): string {
  if (text === "") return "{}";
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid("body", [{ field: "", issue: "must be well-formed JSON" }]);
  }
  const field = findBrokenText(value);
  if (field !== undefined) throw invalid("body", [{ field, issue: "must not contain NUL or lone surrogates" }]);
  return text;
}

/** The path of the first string, key included, that no database could hold. Walks without recursion. */
function findBrokenText(root: unknown): string | undefined {
  const pending: { value: unknown; path: string }[] = [{ value: root, path: "" }];
  for (let item = pending.pop(); item; item = pending.pop()) {
    const { value, path } = item;
    if (typeof value === "string" && !isStorableText(value)) return path;
    if (typeof value !== "object" || value === null) continue;
    for (const [key, inner] of Object.entries(value)) {
      if (!isStorableText(key)) return path;
      pending.push({ value: inner, path: path ? `${path}.${key}`.slice(0, 200) : key });
    }
  }
  return undefined;
}
