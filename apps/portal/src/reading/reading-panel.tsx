import type { Document, DocumentPage } from "@assay/client";
import { listReaderChanges } from "@assay/contract/reader-changes";
import { formatCount } from "@assay/site/format";
import { ToneIcon } from "@assay/ui";
import { lazy, Suspense, useState } from "react";
import {
  countParts,
  describeCoverage,
  describeRecognition,
  describeUnread,
  isEncodingUnsure,
} from "../documents/describe-coverage.ts";
import { isSettled } from "../documents/is-settled.ts";
import { titleOfWarning } from "../documents/reading-warnings.ts";
import { describeSignature } from "./describe-signature.ts";
import { PageList } from "./page-list.tsx";

const DocumentComments = lazy(() => import("./document-comments.tsx"));
const EarlierReadingNotice = lazy(() => import("./earlier-reading-notice.tsx"));
const EncodingNotice = lazy(() => import("../documents/encoding/encoding-notice.tsx"));

export interface ReadingPanelProps {
  document: Document;
  onShow: (page: DocumentPage) => void;
}

/** What was read of a document and what was not; nothing for one that is plain text throughout. */
export function ReadingPanel({ document, onShow }: ReadingPanelProps) {
  const { coverage, signatures, fileType } = document;
  const [isOpen, setOpen] = useState(false);
  const warnings = coverage?.warnings ?? [];
  const hasPages = coverage?.states != null && (hasPictures(document) || countParts(coverage).total > 1);
  const unread = isSettled(document) ? describeUnread(document) : undefined;
  const summary = summaryOf(document, unread);
  const changes = document.status === "READY" ? listReaderChanges(fileType, document.readerVersion) : [];
  return (
    <div className="shrink-0 text-sm">
      <div role="status">
        <RecognitionProgress document={document} />
      </div>
      {isEncodingUnsure(document) && (
        <Suspense fallback={null}>
          <EncodingNotice document={document} />
        </Suspense>
      )}
      {changes.length > 0 && (
        <Suspense fallback={null}>
          <EarlierReadingNotice document={document} changes={changes} />
        </Suspense>
      )}
      {fileType === "pdf" && isSettled(document) && (
        <Suspense fallback={null}>
          <DocumentComments document={document} />
        </Suspense>
      )}
      {(hasPages || warnings.length > 0 || signatures.length > 0) && (
        <details className="border-b border-line" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary className="target px-3 py-1.5">
            {(unread || warnings.length > 0) && <ToneIcon tone="partial" className="me-1.5 inline align-[-2px]" />}
            {summary}
          </summary>
          {isOpen && (
            <section
              aria-label="How it was read"
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
              tabIndex={0}
              className="flex max-h-[40vh] flex-col gap-3 overflow-auto px-3 pt-1 pb-3 outline-offset-[-2px]"
            >
              {warnings.length > 0 && (
                <ul className="flex flex-col gap-1">
                  {warnings.map((warning) => (
                    <li key={`${warning.code} ${warning.message}`} className="flex gap-1.5">
                      <ToneIcon tone="partial" className="mt-0.5" />
                      <span className="min-w-0 break-words" dir="auto">
                        <span className="font-medium">{titleOfWarning(warning)}.</span> {warning.message}
                      </span>
                    </li>
                  ))}
                </ul>
              )}
              {signatures.map((signature) => (
                <p key={`${signature.signer} ${signature.signedAt}`} dir="auto" className="break-words">
                  {describeSignature(signature)} Trust is not judged.
                </p>
              ))}
              {hasPages && <PageList document={document} onShow={canShow(fileType) ? onShow : undefined} />}
            </section>
          )}
        </details>
      )}
    </div>
  );
}

/** How far the reading of images is, while it continues. */
export function RecognitionProgress({ document }: { document: Document }) {
  const progress = describeRecognition(document);
  if (!progress) return null;
  return (
    <p className="flex items-center justify-center gap-1.5 px-3 py-1.5 text-muted">
      <ToneIcon tone="active" />
      {progress}
    </p>
  );
}

function summaryOf(document: Document, unread: string | undefined): string {
  const read = describeCoverage(document);
  const images = document.coverage?.states?.OCR ?? 0;
  const parts = [
    unread ?? read ?? "How it was read",
    ...(images > 0 ? [`${images.toLocaleString()} read from images`] : []),
    ...(document.signatures.length > 0 ? [formatCount(document.signatures.length, "digital signature")] : []),
  ];
  return parts.join(" · ");
}

function hasPictures({ coverage }: Document): boolean {
  return Object.entries(coverage?.states ?? {}).some(([state, count]) => state !== "TEXT" && (count ?? 0) > 0);
}

// Of other formats a page is a row or a section, which has no place of its own.
function canShow(fileType: string): boolean {
  return fileType === "pdf" || fileType === "tiff" || fileType === "docx" || fileType === "odt" || fileType === "pptx";
}
