import { newId } from "@assay/db";
import { createMiddleware } from "hono/factory";
import type { ApiEnv } from "../variables.ts";
import { VERSION } from "../version.ts";
import { addHeaders } from "./add-headers.ts";

/** Ours always: an id that a client sends is not trusted to be unique. */
export const requestId = createMiddleware<ApiEnv>(async (c, next) => {
  const id = newId();
  c.set("requestId", id);
  const addMissing = addHeaders(c, { "X-Request-Id": id, "Assay-Version": VERSION });
  await next();
  addMissing();
});
