import type { Document } from "@assay/client";
import { assay } from "@assay/site/assay";
import { useQuery } from "@tanstack/react-query";

/** Segments of remarks that are shown: one for each page that has any. */
const SHOWN_MAX = 100;

/** What reviewers wrote on the pages of a PDF, which a picture of the pages does not show. */
export default function DocumentComments({ document: { id, extractedAt } }: { document: Document }) {
  const { data } = useQuery({
    queryKey: ["document-comments", id, extractedAt],
    queryFn: async ({ signal }) =>
      (await assay()).documents.segments(id, { kind: "COMMENT", limit: SHOWN_MAX, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!data || data.segments.length === 0) return null;
  return (
    <details className="border-b border-line">
      <summary className="target px-3 py-1.5">Remarks of reviewers in the file</summary>
      <section
        aria-label="Remarks of reviewers in the file"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        tabIndex={0}
        className="flex max-h-[40vh] flex-col gap-3 overflow-auto px-3 pt-1 pb-3 outline-offset-[-2px]"
      >
        <p className="text-muted">They never count as evidence.</p>
        {data.segments.map(({ segmentIndex, pageNumber, text }) => (
          <div key={segmentIndex}>
            {pageNumber !== null && <p className="text-muted">Page {pageNumber}</p>}
            <p dir="auto" className="break-words whitespace-pre-line">
              {text}
            </p>
          </div>
        ))}
        {data.nextCursor !== null && <p className="text-muted">Later pages have more.</p>}
      </section>
    </details>
  );
}
