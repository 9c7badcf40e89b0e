import { AssayError, PACK_FILE_BYTES_MAX, PACK_MEDIA_TYPES, type PackFormat } from "@assay/contract";
import type { Context } from "hono";
import type { ApiEnv } from "../variables.ts";
import { readText } from "./read-text.ts";

/** The text of a pack file sent as the body. Throws UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, VALIDATION_ERROR. */
export async function readPackFile(c: Context<ApiEnv>, format: PackFormat): Promise<string> {
  const [type = "", ...parameters] = (c.req.header("Content-Type") ?? "").toLowerCase().split(/\s*;\s*/);
  const charset = parameters.find((parameter) => parameter.startsWith("charset"));
  const allowed = PACK_MEDIA_TYPES[format];
  const encoded = c.req.header("Content-Encoding");
  if (!allowed.includes(type.trim()) || encoded || (charset && !/^charset\s*=\s*"?utf-8"?\s*$/.test(charset)))
    throw new AssayError(
      "UNSUPPORTED_MEDIA_TYPE",
      `Cannot read the body because format ${format} must be sent as ${allowed.join(" or ")} in UTF-8, without content encoding`,
    );
  const { body } = c.req.raw;
  return body ? readText(body, PACK_FILE_BYTES_MAX) : "";
}
