import { AssayError } from "@assay/contract";
import { getGoldenSet } from "@assay/core/reviews";
import type { Context } from "@assay/core/tenancy";

/** Without the versions, which have no run that is damaged. Throws INTEGRITY_ERROR where a review cannot be compared. */
export async function readGoldenSet(admin: Context, retrievalVersionId?: string) {
  const { versions: _, ...set } = await getGoldenSet(admin, {
    limit: 10,
    ...(retrievalVersionId && { retrievalVersionId }),
  });
  if (set.notComparable > 0) throw new AssayError("INTEGRITY_ERROR", "It has fewer reviews than there are");
  return set;
}
