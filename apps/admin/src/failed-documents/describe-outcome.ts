import type { Reprocessed } from "@assay/client/admin";
import { formatCount } from "@assay/site/format";

/** What came of reading documents again, in a sentence. */
export function describeOutcome({ accepted, refused }: Reprocessed): string {
  const taken =
    accepted.length === 0 ? "Nothing is read again" : `${formatCount(accepted.length, "document")} will be read again`;
  return refused.length === 0 ? taken : `${taken}, ${formatCount(refused.length, "was", "were")} refused`;
}
