import { languageOf } from "@assay/site/language-of";
import { readableQuote } from "@assay/site/readable-quote";
import { ToneIcon } from "@assay/ui";
import ReadFromImage from "../reading/read-from-image.tsx";
import { describePlace } from "./describe-place.ts";
import type { LocatedCitation } from "./located-citation.ts";

export interface CitationNoticeProps {
  citation: LocatedCitation;
  /** Undefined until it has been looked for. */
  found: boolean | undefined;
  isPdf: boolean;
}

/** Says where the cited passage is marked or, where it cannot be located, that nothing is. */
export function CitationNotice({ citation, found, isPdf }: CitationNoticeProps) {
  return (
    <div role="status" className="shrink-0 border-b border-line text-sm">
      {found === undefined && <p className="px-3 py-1.5 text-muted">Looking for the passage …</p>}
      {found === true && (
        <p className="flex items-center gap-2 px-3 py-1.5 text-muted">
          <span aria-hidden className="size-3 shrink-0 rounded-xs bg-highlight ring-1 ring-line-strong" />
          <span dir="auto" className="truncate">
            {whereMarked(citation)}
          </span>
          {citation.textSource === "OCR" && (
            <ReadFromImage certainty={citation.certainty} className="ms-auto whitespace-nowrap" />
          )}
        </p>
      )}
      {found === false && (
        <div className="flex gap-2 bg-partial-soft px-3 py-2 text-partial">
          <ToneIcon tone="partial" className="mt-0.5" />
          <div className="min-w-0">
            <p>
              The cited passage cannot be located{describeSearchedPlace(citation, isPdf)}. Nothing is marked. It reads:
            </p>
            <blockquote
              dir="auto"
              lang={languageOf(citation.quote)}
              className="mt-1 line-clamp-4 break-words text-text"
            >
              {readableQuote(citation.quote)}
            </blockquote>
          </div>
        </div>
      )}
    </div>
  );
}

function whereMarked(citation: LocatedCitation): string {
  if (citation.pageNumber !== null) return `Marked on page ${citation.pageNumber}`;
  const place = describePlace(citation);
  return place ? `Marked in ${place}` : "The cited passage is marked";
}

function describeSearchedPlace({ pageNumber, segmentIndex }: LocatedCitation, isPdf: boolean): string {
  if (isPdf && pageNumber !== null) return ` on page ${pageNumber}, which is shown`;
  return segmentIndex === null ? ": the document has been read again since" : " in the section that it was taken from";
}
