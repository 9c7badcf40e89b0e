import { AssayError, LINK_ENDED } from "@assay/contract";

/** The same for one that was revoked, one that has expired and one that there never was. */
export function linkEnded(): AssayError {
  return new AssayError("UNAUTHORIZED", "Cannot use this auditor's link because it was revoked, or has expired", {
    details: { reason: LINK_ENDED },
  });
}
