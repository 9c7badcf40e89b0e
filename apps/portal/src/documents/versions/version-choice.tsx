import type { Document, DocumentVersion } from "@assay/client";
import { formatDateTime } from "@assay/site/format";
import { formatBytes } from "@assay/site/format-bytes";
import { Link } from "@assay/site/link";
import { BASE } from "@assay/site/location";
import { Select, StateLabel } from "@assay/ui";
import { describeLeaving } from "../is-evidence.ts";
import { stateOf } from "../status-badge.tsx";

interface VersionChoiceProps {
  label: string;
  choices: readonly DocumentVersion[];
  chosenId: string;
  document: Document | undefined;
  onChoose: (documentId: string) => void;
}

/** Which version of a history is on one side, and what it is. */
export function VersionChoice({ label, choices, chosenId, document, onChoose }: VersionChoiceProps) {
  const chosen = choices.find(({ documentId }) => documentId === chosenId);
  const places = new Set(choices.map(({ source, path }) => JSON.stringify([source, path])));
  const labelOf = ({ version, originalFilename, heldFrom, path }: DocumentVersion) =>
    [`Version ${version}`, originalFilename, formatDateTime(heldFrom), ...(places.size > 1 && path ? [path] : [])].join(
      " · ",
    );
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <Select
        label={label}
        value={chosenId}
        onChange={onChoose}
        options={[
          ...(chosen ? [] : [{ value: chosenId, label: document?.originalFilename ?? "Choose a version" }]),
          ...choices.map((each) => ({ value: each.documentId, label: labelOf(each) })),
        ]}
      />
      {document && (
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
          <StateLabel {...stateOf(document.status)} />
          <span>{describeLeaving(document) ?? (document.status === "READY" && "Later runs judge it")}</span>
          <span>{formatBytes(document.sizeBytes)}</span>
          {chosen?.heldUntil && <span>until {formatDateTime(chosen.heldUntil)}</span>}
          <Link
            href={`${BASE}/documents?document=${document.id}`}
            aria-label={`Open the ${label.toLowerCase()}`}
            className="target inline-flex items-center text-accent underline underline-offset-2"
          >
            Open
          </Link>
        </p>
      )}
    </div>
  );
}
