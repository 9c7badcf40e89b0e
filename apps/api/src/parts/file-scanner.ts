import { createClamdScanner } from "@assay/adapters/clamd";
import type { FileScanner } from "@assay/core/ports";
import type { Config } from "../config.ts";

/** What scans files for malware; undefined where none is configured. */
export function openFileScanner({ CLAMD_URL: url }: Config): FileScanner | undefined {
  return url === undefined ? undefined : createClamdScanner({ url });
}
