import { AssayError } from "@assay/contract";
import { createMiddleware } from "hono/factory";
import type { ApiEnv } from "../variables.ts";

/** Refuses what a page sends whose origin is not in CORS_ORIGINS, as the Model Context Protocol requires. Programs name no origin. */
export const refuseForeignOrigin = createMiddleware<ApiEnv>(async (c, next) => {
  const origin = c.req.header("Origin");
  if (origin !== undefined && !c.var.services.settings.corsOrigins.includes(origin))
    throw new AssayError("FORBIDDEN", "Cannot serve a page of this origin: add it to CORS_ORIGINS");
  await next();
});
