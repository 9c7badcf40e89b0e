import { createMiddleware } from "hono/factory";
import { addHeaders } from "./add-headers.ts";

/** For answers that are data, not pages. */
const HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
  "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
  "Cache-Control": "no-store",
};

export const securityHeaders = createMiddleware(async (c, next) => {
  const addMissing = addHeaders(c, HEADERS);
  await next();
  addMissing();
});
