import { createHash } from "node:crypto";
import { acceptOf, FORMATS } from "@assay/contract";
import type { ApiSettings } from "../services.ts";
import { VERSION } from "../version.ts";

/** A build that reads other formats, or has other limits, refuses other files, whatever its version. */
export function releaseOf({ archive }: Pick<ApiSettings, "archive">): string {
  const refuses = JSON.stringify([acceptOf(FORMATS), archive.filesMax, archive.bytesMax]);
  return `${VERSION}+${createHash("sha256").update(refuses).digest("hex").slice(0, 12)}`;
}
