import type { Config } from "../config.ts";
import { openFileScanner } from "../parts/file-scanner.ts";
import type { Finding } from "./finding.ts";

/** Whether uploads are scanned for malware, and by what answers. */
export async function checkFileScanner(config: Config): Promise<Finding[]> {
  const scanner = openFileScanner(config);
  if (!scanner) return [{ ok: true, text: "Files are not scanned for malware: CLAMD_URL has clamd do it" }];
  const problem = await scanner.check();
  if (problem === undefined) return [{ ok: true, text: `clamd at ${config.CLAMD_URL} scans files` }];
  const remedy = "documents wait until it answers: start clamd, or correct CLAMD_URL";
  return [{ ok: false, text: `clamd at ${config.CLAMD_URL} scans no files (${problem}); ${remedy}` }];
}
