import type { Operation } from "@assay/contract/operations";
import type { MiddlewareHandler } from "hono";
import type { ApiEnv } from "../variables.ts";
import { addHeaders } from "./add-headers.ts";

/** Says with each reply, refusals too, since when and until when an operation is deprecated (RFC 9745, RFC 8594). */
export function deprecate({ since, sunset }: NonNullable<Operation["deprecated"]>): MiddlewareHandler<ApiEnv> {
  const headers = {
    Deprecation: `@${Date.parse(since) / 1000}`,
    Sunset: new Date(sunset).toUTCString(),
  };
  return async (c, next) => {
    const addToMade = addHeaders(c, headers);
    await next();
    addToMade();
  };
}
