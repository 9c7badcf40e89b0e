import type { ReadingCounts } from "@assay/client/admin";
import { formatCount } from "@assay/site/format";
import { Notice } from "@assay/ui";

/** What is evidence and may hold more than was read of it; the portal shows which pages, and what to do. */
export function ReadingDoubts({
  counts: { notFullyRead = 0, encodingUnsure = 0 },
}: {
  counts: Partial<Pick<ReadingCounts, "notFullyRead" | "encodingUnsure">>;
}) {
  return (
    <>
      {notFullyRead > 0 && (
        <Notice tone="neutral" title={`${formatCount(notFullyRead, "document was", "documents were")} not fully read`}>
          They are evidence by the pages that were read. The portal marks them in its list and says which pages are
          missing: switch OCR on, or have a version with text uploaded.
        </Notice>
      )}
      {encodingUnsure > 0 && (
        <Notice
          tone="neutral"
          title={`The encoding of ${formatCount(encodingUnsure, "document is", "documents are")} not certain`}
        >
          Their letters may be wrong. The portal marks them in its list and lets a member choose the right encoding.
        </Notice>
      )}
    </>
  );
}
