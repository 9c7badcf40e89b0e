import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";

const ASKED = [
  "Authorization",
  "Assay-Tenant",
  "Content-Type",
  "Idempotency-Key",
  "If-None-Match",
  "Last-Event-ID",
  "Range",
  "If-Range",
  // What clients of the tus protocol add.
  "Tus-Resumable",
  "Upload-Length",
  "Upload-Metadata",
  "Upload-Offset",
  // What clients of the Model Context Protocol add.
  "Mcp-Protocol-Version",
  "Mcp-Method",
  "Mcp-Name",
  // What supabase-js adds when it signs in.
  "apikey",
  "x-client-info",
  "x-supabase-api-version",
];
const SHOWN = [
  "X-Request-Id",
  "Retry-After",
  "ETag",
  "X-Snapshot-Hash",
  "Content-Disposition",
  "Content-Range",
  "Allow",
  "Assay-Version",
  "Deprecation",
  "Sunset",
  "Location",
  "Tus-Extension",
  "Tus-Max-Size",
  "Tus-Resumable",
  "Tus-Version",
  "Upload-Expires",
  "Upload-Length",
  "Upload-Offset",
  "RateLimit",
  "RateLimit-Policy",
];

/** Lets pages of exactly these origins read the answers; without cookies, since tokens travel in a header. */
export function crossOrigin(origins: readonly string[]): MiddlewareHandler {
  const exact = cors({
    origin: [...origins],
    allowMethods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
    allowHeaders: ASKED,
    exposeHeaders: SHOWN,
    maxAge: 600,
  });
  return async (c, next) => {
    const isPreflight = c.req.method === "OPTIONS" && c.req.header("Access-Control-Request-Method") !== undefined;
    const origin = c.req.header("Origin");
    // An OPTIONS request that is no preflight is a method like any other, which `cors` would answer.
    const isPlain = c.req.method === "OPTIONS" && !isPreflight;
    if (!isPlain && (isPreflight || origin !== undefined)) return exact(c, next);
    await next();
    c.res.headers.append("Vary", "Origin");
    if (origin === undefined || !origins.includes(origin)) return;
    c.res.headers.set("Access-Control-Allow-Origin", origin);
    c.res.headers.set("Access-Control-Expose-Headers", SHOWN.join(","));
  };
}
