import { AssayError } from "@assay/contract";

export function damaged(why: string): AssayError {
  return new AssayError("INTEGRITY_ERROR", `Cannot read the archive of the tenant because ${why}`);
}
