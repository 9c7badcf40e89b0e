import { createMiddleware } from "hono/factory";
import type { Operation } from "../openapi/operation.ts";
import { declare } from "./declare.ts";

/** Declares what a route does and replies with, for the API document; a route without it stops the start. */
export function operation(
  id: Operation["id"],
  summary: string,
  replies: Operation["replies"],
  more: Omit<Operation, "id" | "summary" | "replies"> = {},
) {
  const handler = createMiddleware((_, next) => next());
  return declare(handler, { operation: { id, summary, replies, ...more } });
}
