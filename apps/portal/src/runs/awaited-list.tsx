import type { AwaitedDocument, RunDetails } from "@assay/client";
import { Link } from "@assay/site/link";
import { BASE } from "@assay/site/location";
import { ProgressBar } from "@assay/ui";
import { statusLabel } from "../documents/status-badge.tsx";
import { shareRead } from "./share-read.ts";

/** The documents that a run waits for, each with how far it is. */
export function AwaitedList({ waiting }: { waiting: NonNullable<RunDetails["waiting"]> }) {
  const { documents, documentCount } = waiting;
  return (
    <section aria-label="Documents that are still being read" className="mt-3 text-sm">
      <ul className="flex flex-col gap-2">
        {documents.map((document) => (
          <li key={document.documentId} className="grid grid-cols-[minmax(0,1fr)_auto_6rem] items-center gap-x-3">
            <Link
              href={`${BASE}/documents?document=${document.documentId}`}
              className="truncate underline underline-offset-2"
            >
              <bdi>{document.originalFilename}</bdi>
            </Link>
            <span className="text-xs text-muted tabular-nums">{describeReading(document)}</span>
            <ProgressBar label={`Reading ${document.originalFilename}`} value={shareRead(document)} />
          </li>
        ))}
      </ul>
      {documentCount > documents.length && (
        <p className="mt-2 text-xs text-muted">and {(documentCount - documents.length).toLocaleString()} more</p>
      )}
    </section>
  );
}

function describeReading({ status, recognition }: AwaitedDocument): string {
  return recognition ? `OCR: ${recognition.done} of ${recognition.total} images` : statusLabel(status);
}
