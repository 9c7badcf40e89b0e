import { AssayError } from "@assay/contract";
import { Hono } from "hono";
import type { ApiEnv } from "../variables.ts";

/** Is before the routes and answers 405 with `Allow` for a method that a known path lacks. */
export function refuseUnknownMethods(routes: Hono<ApiEnv>): Hono<ApiEnv> {
  const methods = new Map<string, Set<string>>();
  for (const { method, path } of routes.routes)
    if (method !== "ALL") methods.set(path, methodsOf(methods, path).add(method));
  const literal = new Set([...methods.keys()].filter((path) => !path.includes(":")));
  const app = new Hono<ApiEnv>();
  for (const [path, known] of methods) {
    if (known.has("GET")) known.add("HEAD");
    const allow = [...known].sort().join(", ");
    app.all(path, async (c, next) => {
      // A path with a parameter also matches the literal ones next to it, which speak for themselves.
      const other = !literal.has(path) && literal.has(c.req.path);
      if (!other && !known.has(c.req.method)) {
        c.header("Allow", allow);
        throw new AssayError("METHOD_NOT_ALLOWED", `Cannot ${c.req.method} this path: allowed methods are ${allow}`);
      }
      await next();
    });
  }
  return app;
}

function methodsOf(methods: ReadonlyMap<string, Set<string>>, path: string): Set<string> {
  return methods.get(path) ?? new Set();
}
