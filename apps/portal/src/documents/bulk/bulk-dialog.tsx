import type { Document } from "@assay/client";
import { messageOf } from "@assay/site/error-panel";
import { formatCount } from "@assay/site/format";
import { Button, Dialog, ProgressBar } from "@assay/ui";
import { nameOf } from "../name-of.ts";
import { BULK_ACTS, type BulkKind } from "./bulk-acts.ts";
import { BulkForm } from "./bulk-form.tsx";
import { type BulkRun, useBulk } from "./use-bulk.ts";

export interface BulkDialogProps {
  kind: BulkKind;
  documents: readonly Document[];
  /** With the documents to which it was done. */
  onDone: (kind: BulkKind, done: readonly Document[]) => void;
  onClose: () => void;
}

/** Asks, does it to one document after another, and says what became of each. */
export default function BulkDialog({ kind, documents, onDone, onClose }: BulkDialogProps) {
  const { run, start, stop } = useBulk();
  if (!run)
    return (
      <BulkForm
        kind={kind}
        count={documents.length}
        onSend={(values) => start(kind, documents, values)}
        onClose={onClose}
      />
    );
  const { done, failed, left } = split(run);
  const { title, undo } = BULK_ACTS[run.kind];
  const close = () => {
    if (run.isRunning) return stop();
    onDone(run.kind, done);
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={title(run.documents.length)}
      actions={
        run.isRunning ? (
          <Button onClick={stop}>Stop</Button>
        ) : (
          <>
            {undo && done.length > 0 && <Button onClick={() => start(undo, done)}>Undo</Button>}
            {failed.length + left.length > 0 && (
              <Button onClick={() => start(run.kind, run.documents, run.values, withoutFailures(run))}>
                Try the rest again
              </Button>
            )}
            <Button look="primary" onClick={close}>
              Close
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        <ProgressBar label="Progress" value={run.outcomes.length / run.documents.length} />
        <p role="status">{describe(run)}</p>
        {failed.length > 0 && (
          <ul aria-label="Not possible" className="divide-y divide-line rounded-lg border border-line">
            {failed.map(({ document, error }) => (
              <li key={document.id} className="px-3 py-2">
                <bdi className="block truncate font-medium">{nameOf(document)}</bdi>
                <span className="break-words text-missing">{messageOf(error)}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}

function split(run: BulkRun) {
  const { documents, outcomes } = run;
  const known = new Set(outcomes.map(({ document }) => document.id));
  return {
    done: withoutFailures(run).map(({ document }) => document),
    failed: outcomes.filter(({ error }) => error !== null),
    left: documents.filter(({ id }) => !known.has(id)),
  };
}

function withoutFailures({ outcomes }: BulkRun) {
  return outcomes.filter(({ error }) => error === null);
}

function describe(run: BulkRun): string {
  const { done, failed, left } = split(run);
  const { done: verb } = BULK_ACTS[run.kind];
  const parts = [`${done.length.toLocaleString()} of ${formatCount(run.documents.length, "document")} ${verb}`];
  if (failed.length > 0) parts.push(`${failed.length.toLocaleString()} not possible`);
  if (!run.isRunning && left.length > 0) parts.push(`${left.length.toLocaleString()} not begun`);
  return `${parts.join(", ")}.`;
}
