import type { Document, DocumentPage, Segment } from "@assay/client";
import { Button, Skeleton } from "@assay/ui";
import { Image } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { describeCapture, describeState, nameOfPage } from "../../reading/page-state.ts";
import ReadFromImage from "../../reading/read-from-image.tsx";
import { StateMark } from "../../reading/state-mark.tsx";
import type { Passage } from "../find-passage.ts";
import { SectionText } from "../section-text.tsx";

const PagePicture = lazy(() => import("./page-picture.tsx"));

export interface PictureSegmentProps {
  document: Document;
  segment: Segment;
  /** Undefined where the pages of the document are not known yet. */
  page: DocumentPage | undefined;
  cited: Passage | null;
  /** Shows the image from the beginning, as it is for a document that is an image. */
  isOpen: boolean;
}

/** An image in a document: what was read of it, and on request, or where it is cited, the image itself. */
export function PictureSegment({ document, segment, page, cited, isOpen }: PictureSegmentProps) {
  const [asked, setAsked] = useState<boolean>();
  const isShown = asked ?? (isOpen || cited !== null);
  const { text, hidden, struck, quoted, certainty, location } = segment;
  const name = page ? nameOfPage(page) : (location ?? "Picture");
  const canShow = page?.picture != null && page.picture.kind !== "PAGE";
  return (
    <figure
      data-segment={segment.segmentIndex}
      aria-label={name}
      className="scroll-mt-4 my-2 flex flex-col gap-2 rounded-lg border border-line p-3"
    >
      <figcaption className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <bdi className="text-sm font-medium">{name}</bdi>
        {text === "" && page ? <StateMark {...describeState(page)} /> : <ReadFromImage certainty={certainty} />}
        {canShow && (
          <Button
            look="quiet"
            className="ms-auto"
            icon={<Image size={14} aria-hidden />}
            aria-expanded={isShown}
            onClick={() => setAsked(!isShown)}
          >
            {isShown ? "Hide the image" : "Show the image"}
          </Button>
        )}
      </figcaption>
      {page?.reason && <p className="text-sm text-partial">{page.reason}</p>}
      {canShow && isShown && (
        <Suspense fallback={<Skeleton className="h-48 w-full" />}>
          <PagePicture document={document} page={page} cited={cited} />
        </Suspense>
      )}
      {page && page.captureFacts.length > 0 && <CaptureFacts page={page} />}
      {text !== "" && <SectionText text={text} location={null} {...{ cited, hidden, struck, quoted }} />}
    </figure>
  );
}

function CaptureFacts({ page: { captureFacts } }: { page: DocumentPage }) {
  return (
    <div className="text-xs text-muted">
      <p className="font-medium">What the image says of its making</p>
      <ul className="list-disc ps-5">
        {captureFacts.map((fact) => (
          <li key={`${fact.kind} ${fact.text}`} dir="auto">
            {describeCapture(fact)}
          </li>
        ))}
      </ul>
    </div>
  );
}
