import { FormDialog } from "@assay/site/form-dialog";
import { formatCount, formatDayOf } from "@assay/site/format";
import { useState } from "react";
import type { AssessedRequirement } from "../requirements/group-requirements.ts";
import { useConfirmReviews } from "./use-review-acts.ts";
import type { ShownQueue } from "./use-run-reviews.ts";

interface ConfirmAllDialogProps {
  runId: string;
  queue: ShownQueue;
  items: readonly AssessedRequirement[];
  onClose: () => void;
}

/** Names all that was agreed in a previous run and has not changed, before it is agreed for this one. */
export default function ConfirmAllDialog({ runId, queue, items, onClose }: ConfirmAllDialogProps) {
  const confirm = useConfirmReviews(runId);
  // What is asked is what is confirmed, also where the list changes meanwhile.
  const [unchanged] = useState(() =>
    items.filter(({ review }) => review === "CONFIRM").map(({ requirement }) => requirement),
  );
  const count = formatCount(unchanged.length, "verdict");
  return (
    <FormDialog
      title={`Confirm ${count}?`}
      description="Each was agreed in a previous run, and nothing that it rests on has changed since. Your name will stand on each."
      act={`Confirm ${count}`}
      by={confirm}
      failed="Nothing has been confirmed."
      onSend={() => {
        const ids = unchanged.map(({ requirementId }) => requirementId);
        confirm.mutate(ids, { onSuccess: onClose });
      }}
      onClose={onClose}
    >
      <ul aria-label="To confirm" className="flex flex-col gap-2">
        {unchanged.map(({ requirementId, title }) => {
          const earlier = queue.byRequirement.get(requirementId)?.earlier?.review;
          return (
            <li key={requirementId} className="grid grid-cols-[minmax(2.5rem,max-content)_minmax(0,1fr)] gap-x-2">
              <span className="text-muted tabular-nums">{requirementId}</span>
              <span className="break-words">{title}</span>
              {earlier && (
                <span className="col-start-2 text-xs break-words text-muted">
                  <bdi>{earlier.reviewerName}</bdi> agreed on {formatDayOf(earlier.createdAt)}
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </FormDialog>
  );
}
