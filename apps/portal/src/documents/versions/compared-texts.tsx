import type { Document, DocumentComparison } from "@assay/client";
import { isContainer } from "@assay/contract/containers";
import { ErrorPanel } from "@assay/site/error-panel";
import { formatCount } from "@assay/site/format";
import { Button, EmptyState, SkeletonList } from "@assay/ui";
import { useQuery } from "@tanstack/react-query";
import { Download, FileDiff } from "lucide-react";
import { useMemo } from "react";
import { isSettled } from "../is-settled.ts";
import { useDownload } from "../use-download.ts";
import { comparisonQuery } from "./queries.ts";
import { TextChanges } from "./text-changes.tsx";
import { countLines, toBlocks } from "./to-blocks.ts";

interface Sides {
  from: Document;
  to: Document;
}

const ICON = <FileDiff size={22} aria-hidden />;

/** What of one text is not in the other, or why that cannot be shown and what to do. */
export function ComparedTexts({ from, to }: Sides) {
  const refusal = describeUnread(from) ?? describeUnread(to);
  const comparison = useQuery({ ...comparisonQuery(from.id, to.id), enabled: !refusal && from.id !== to.id });
  if (from.id === to.id)
    return (
      <EmptyState icon={ICON} title="Both sides are the same version">
        Choose another one on either side.
      </EmptyState>
    );
  if (refusal)
    return (
      <EmptyState icon={ICON} title={refusal.title}>
        {refusal.advice}
      </EmptyState>
    );
  if (comparison.isPending) return <SkeletonList label="Comparing the texts" rows={9} />;
  if (!comparison.data)
    return (
      <ErrorPanel
        title="The versions cannot be compared"
        error={comparison.error}
        onRetry={() => void comparison.refetch()}
      />
    );
  return <Result comparison={comparison.data} {...{ from, to }} />;
}

function Result({ comparison: { changes, incompleteReason }, from, to }: Sides & { comparison: DocumentComparison }) {
  const blocks = useMemo(() => toBlocks(changes), [changes]);
  if (incompleteReason) return <NotCompared reason={incompleteReason} {...{ from, to }} />;
  const { removed, added } = countLines(blocks);
  if (removed + added === 0)
    return (
      <EmptyState icon={ICON} title="Both texts say the same">
        {from.sha256Hash === to.sha256Hash
          ? "They are the same file, byte for byte."
          : "The files differ in what is no text: layout, images or white space. Open both to see it."}
      </EmptyState>
    );
  return (
    <div className="flex flex-col gap-2">
      <p role="status" className="text-sm">
        {formatCount(removed, "line or sentence", "lines or sentences")} removed, {added.toLocaleString()} added.{" "}
        <span className="text-muted">White space does not count, and images are not compared.</span>
      </p>
      <TextChanges blocks={blocks} />
    </div>
  );
}

function NotCompared({ reason, from, to }: Sides & { reason: NonNullable<DocumentComparison["incompleteReason"]> }) {
  const isLarge = reason === "TOO_LARGE";
  return (
    <EmptyState
      icon={ICON}
      title={isLarge ? "The texts are too large to compare here" : "Too much of the texts differs"}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <DownloadButton label="Download the earlier" document={from} />
          <DownloadButton label="Download the later" document={to} />
        </div>
      }
    >
      {isLarge
        ? "At most 1,000,000 characters or 20,000 lines or sentences are compared. Download both and compare them with a program of your own."
        : "More than 1,000 lines or sentences changed: most of it was written anew, or these are no two versions of one text. Choose versions that are closer, or download both."}
    </EmptyState>
  );
}

function DownloadButton({ label, document }: { label: string; document: Document }) {
  const download = useDownload(document);
  return (
    <>
      <Button icon={<Download size={14} aria-hidden />} disabled={download.isPending} onClick={() => download.mutate()}>
        {label}
      </Button>
      {download.error && (
        <p role="alert" className="basis-full text-xs text-missing">
          Cannot download it: {download.error.message}
        </p>
      )}
    </>
  );
}

/** Why a document has no text to compare; undefined where it has one. */
function describeUnread(document: Document): { title: string; advice: string } | undefined {
  const name = document.originalFilename;
  if (isContainer(document.fileType))
    return {
      title: `${name} is an archive`,
      advice: "It has no text of its own. Compare the documents in it, from the menu of each.",
    };
  if (document.status === "FAILED")
    return {
      title: `${name} could not be read`,
      advice: "There is no text to compare. Open it to see why, then process it again or choose another version.",
    };
  if (!isSettled(document))
    return { title: `${name} is still being read`, advice: "The comparison shows here when it is ready." };
  return undefined;
}
