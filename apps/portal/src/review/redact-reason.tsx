import type { Review } from "@assay/client";
import { useMay } from "@assay/site/use-session";
import { IconButton } from "@assay/ui";
import { Eraser } from "lucide-react";
import { useState } from "react";
import { RedactDialog } from "../redaction/redact-dialog.tsx";
import { useRedactReason } from "./use-review-acts.ts";

/** Lets an administrator take the reason of a review away; nothing for others, and where there is none. */
export function RedactReason({ review }: { review: Review }) {
  const mayRedact = useMay("ADMIN");
  const [asks, setAsks] = useState(false);
  const redact = useRedactReason(review.runId);
  const onClose = () => setAsks(false);
  if (!mayRedact || review.reason === null) return null;
  return (
    <>
      <IconButton
        label={`Redact the reason of ${review.reviewerName}`}
        icon={<Eraser size={14} aria-hidden />}
        className="-my-1 size-6"
        onClick={() => setAsks(true)}
      />
      {asks && (
        <RedactDialog
          title="Redact the reason of this review?"
          by={redact}
          onRedact={() => redact.mutate(review.id, { onSuccess: onClose })}
          onClose={onClose}
        >
          <p className="break-words whitespace-pre-line" dir="auto">
            {review.reason}
          </p>
        </RedactDialog>
      )}
    </>
  );
}
