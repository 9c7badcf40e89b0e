import { messageOf } from "@assay/site/error-panel";
import { formatBytes } from "@assay/site/format-bytes";
import { Link } from "@assay/site/link";
import { isOutage } from "@assay/site/service-watch";
import { Button, IconButton, ProgressBar, type Tone, ToneIcon } from "@assay/ui";
import { RotateCw, X } from "lucide-react";
import { countUploads, refusalsFirst } from "./count-uploads.ts";
import { describeRefusal, documentOf } from "./describe-refusal.ts";
import { isUnderWay, type UploadItem, type UploadState } from "./upload-queue.ts";
import { uploads, useUploads } from "./upload-store.ts";

const TONES: Readonly<Record<UploadState, Tone>> = {
  WAITING: "neutral",
  SENDING: "active",
  STORED: "complete",
  KNOWN: "partial",
  REFUSED: "missing",
  BROKEN: "missing",
  CANCELLED: "neutral",
};

/** The files that this tab sends and has sent. */
export default function UploadTray({ hrefOf }: { hrefOf: (documentId: string) => string }) {
  const items = useUploads();
  if (items.length === 0) return null;
  const left = items.filter(isUnderWay).length;
  return (
    <section aria-label="Uploads" className="flex max-h-64 shrink-0 flex-col border-t border-line bg-raised">
      <div className="flex items-center gap-2 px-3 py-1.5">
        <p role="status" className="text-sm font-medium">
          {left > 0 && `Uploading, ${left} of ${items.length} left. `}
          {countUploads(items)}
        </p>
        <Button look="quiet" className="ml-auto" disabled={left === items.length} onClick={() => uploads().clear()}>
          Clear
        </Button>
      </div>
      <ul className="min-h-0 overflow-auto pb-2">
        {refusalsFirst(items).map((item) => (
          <Line key={item.id} item={item} hrefOf={hrefOf} />
        ))}
      </ul>
    </section>
  );
}

function Line({ item, hrefOf }: { item: UploadItem; hrefOf: (documentId: string) => string }) {
  const { id, file, state, sentBytes } = item;
  return (
    <li className="flex items-center gap-2 px-3 py-1 text-sm" data-state={state}>
      <ToneIcon tone={TONES[state]} />
      <div className="min-w-0 flex-1">
        <p className="truncate" title={file.name}>
          <bdi>{file.name}</bdi>
        </p>
        {state === "SENDING" ? (
          <ProgressBar label={`Sending ${file.name}`} value={sentBytes / Math.max(1, file.size)} className="my-1" />
        ) : (
          <p className="text-xs break-words text-muted">
            <Outcome item={item} hrefOf={hrefOf} />
          </p>
        )}
      </div>
      {isUnderWay(item) && (
        <IconButton
          label={`Cancel ${file.name}`}
          icon={<X size={16} aria-hidden />}
          onClick={() => uploads().cancel(id)}
        />
      )}
      {(state === "BROKEN" || state === "CANCELLED") && (
        <IconButton
          label={`Send ${file.name} again`}
          icon={<RotateCw size={16} aria-hidden />}
          onClick={() => uploads().retry(id)}
        />
      )}
    </li>
  );
}

function Outcome({ item, hrefOf }: { item: UploadItem; hrefOf: (documentId: string) => string }) {
  const { state, document, error, file, details } = item;
  const shownId = document?.id ?? documentOf(error);
  const show = shownId && (
    <Link href={hrefOf(shownId)} aria-label={`Show it: ${file.name}`} className="text-accent underline">
      Show it
    </Link>
  );
  switch (state) {
    case "WAITING":
      return `Waiting, ${formatBytes(file.size)}`;
    case "SENDING":
      return `${formatBytes(file.size)}`;
    case "STORED":
      return details.versionOf ? (
        <>Uploaded: it replaces the earlier version once it is read. {show}</>
      ) : (
        <>Uploaded. {show}</>
      );
    case "KNOWN":
      if (details.versionOf && details.versionOf !== document!.id)
        return <>The same file was here before; it takes the place of the other version. {show}</>;
      return (
        <>
          The same file is already here{document!.originalFilename !== file.name && ` as ${document!.originalFilename}`}
          ; nothing was added. {show}
        </>
      );
    case "REFUSED":
      return (
        <>
          <span className="text-missing">Rejected: {describeRefusal(error)}</span> {show}
        </>
      );
    case "BROKEN":
      return isOutage(error) ? (
        <span className="text-partial">
          The connection was interrupted. The upload continues when the service responds.
        </span>
      ) : (
        <span className="text-missing">{messageOf(error)}</span>
      );
    case "CANCELLED":
      return "Cancelled";
    default:
      return state satisfies never;
  }
}
