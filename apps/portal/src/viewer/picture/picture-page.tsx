import type { Document, DocumentPage } from "@assay/client";
import { assay } from "@assay/site/assay";
import { useQuery } from "@tanstack/react-query";
import type { PDFDocumentProxy } from "pdfjs-dist";
import { useEffect, useMemo, useRef } from "react";
import { pageWordsQuery } from "../../reading/page-queries.ts";
import { describeCapture, describeState } from "../../reading/page-state.ts";
import ReadFromImage from "../../reading/read-from-image.tsx";
import { StateMark } from "../../reading/state-mark.tsx";
import type { LocatedCitation } from "../located-citation.ts";
import { PdfPage } from "../pdf-page.tsx";
import { SectionText } from "../section-text.tsx";
import { placePicture } from "./place-picture.ts";
import { quoteBoxes } from "./quote-boxes.ts";
import { UprightPicture } from "./upright-picture.tsx";

export interface PicturePageProps {
  document: Document;
  pdf: PDFDocumentProxy;
  page: DocumentPage;
  pageNumber: number;
  /** In CSS pixels. */
  width: number;
  passage: LocatedCitation | null;
  onLocated: (key: string, found: boolean) => void;
}

/** A page of a PDF that is or has an image: upright as it was read, what is cited boxed, and its words below. */
export function PicturePage({ document, pdf, page, pageNumber, width, passage, onLocated }: PicturePageProps) {
  const { data: read } = useQuery(pageWordsQuery(document, page));
  const frame = useRef<HTMLDivElement>(null);
  const isOfPicture = passage !== null && passage.segmentIndex === page.segmentIndex;
  const range = isOfPicture ? passage.range : null;
  const boxes = useMemo(() => (read && range ? quoteBoxes(read.words, range) : []), [read, range]);
  const picture = read?.picture ?? page.picture!;
  const share = placePicture(picture)?.share ?? 1;
  const key = isOfPicture ? passage.key : undefined;
  useEffect(() => {
    if (key !== undefined) onLocated(key, range !== null);
  }, [key, range, onLocated]);
  useEffect(() => {
    if (boxes.length > 0) frame.current?.querySelector(".picture-cited")?.scrollIntoView({ block: "center" });
  }, [boxes]);
  return (
    <div className="mx-auto" style={{ width: width || undefined }}>
      <div ref={frame} data-boxes={boxes.length} className="bg-white shadow-raised">
        <UprightPicture picture={picture} boxes={boxes}>
          <PdfPage
            {...{ pdf, pageNumber, onLocated }}
            width={Math.floor(width * share)}
            passage={isOfPicture ? null : passage}
          />
        </UprightPicture>
      </div>
      <PictureText {...{ document, page }} cited={range} />
    </div>
  );
}

/** What was read of the image of a page, for those who do not see it. */
function PictureText({ document, page, cited }: Pick<PicturePageProps, "document" | "page"> & TextProps) {
  const { id, extractedAt } = document;
  const { segmentIndex } = page;
  const { data: segment } = useQuery({
    queryKey: ["segments", id, extractedAt, "one", segmentIndex],
    queryFn: async ({ signal }) =>
      (await (await assay()).documents.segments(id, { from: segmentIndex!, limit: 1, signal })).segments[0] ?? null,
    enabled: segmentIndex !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const hasText = segment?.textSource === "OCR" && segment.text !== "";
  return (
    <section aria-label="Words of the image" className="mt-3 rounded-lg border border-line bg-surface p-3 text-sm">
      {hasText ? <ReadFromImage certainty={segment.certainty} /> : <StateMark {...describeState(page)} />}
      {page.reason && <p className="mt-1 text-partial">{page.reason}</p>}
      {page.captureFacts.map((fact) => (
        <p key={`${fact.kind} ${fact.text}`} dir="auto" className="mt-1 text-xs text-muted">
          {describeCapture(fact)}
        </p>
      ))}
      {hasText && (
        <div className="mt-2">
          <SectionText
            text={segment.text}
            location={null}
            hidden={segment.hidden}
            struck={segment.struck}
            quoted={segment.quoted}
            cited={cited}
          />
        </div>
      )}
    </section>
  );
}

interface TextProps {
  cited: LocatedCitation["range"];
}
