import { createMiddleware } from "hono/factory";

/** For answers that are data, not pages. */
export const securityHeaders = createMiddleware(async (c, next) => {
  c.header("X-Content-Type-Options", "nosniff");
  c.header("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
  c.header("Referrer-Policy", "no-referrer");
  c.header("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
  c.header("Cache-Control", "no-store");
  await next();
});
