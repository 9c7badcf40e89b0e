import { AssayError, PACK_FILE_BYTES_MAX, type PackFormat } from "@assay/contract";
import type { Context } from "hono";
import type { Content } from "../openapi/operation.ts";
import type { ApiEnv } from "../variables.ts";
import { readText } from "./read-text.ts";

const MEDIA_TYPES: Readonly<Record<PackFormat, readonly string[]>> = {
  "assay-json": ["application/json"],
  oscal: ["application/json"],
  csv: ["text/csv"],
  "ciso-assistant": ["application/yaml", "text/yaml"],
};

/** The body of a request with a pack file, in each of its media types. */
export const PACK_FILE: Content = Object.fromEntries(
  Object.values(MEDIA_TYPES)
    .flat()
    .map((type) => [type, "text"]),
);

/** The text of a pack file sent as the body. Throws UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, VALIDATION_ERROR. */
export async function readPackFile(c: Context<ApiEnv>, format: PackFormat): Promise<string> {
  const [type = "", ...parameters] = (c.req.header("Content-Type") ?? "").toLowerCase().split(/\s*;\s*/);
  const charset = parameters.find((parameter) => parameter.startsWith("charset"));
  const allowed = MEDIA_TYPES[format];
  const encoded = c.req.header("Content-Encoding");
  if (!allowed.includes(type.trim()) || encoded || (charset && !/^charset\s*=\s*"?utf-8"?\s*$/.test(charset)))
    throw new AssayError(
      "UNSUPPORTED_MEDIA_TYPE",
      `Cannot read the body because format ${format} must be sent as ${allowed.join(" or ")} in UTF-8, without content encoding`,
    );
  const { body } = c.req.raw;
  return body ? readText(body, PACK_FILE_BYTES_MAX) : "";
}
