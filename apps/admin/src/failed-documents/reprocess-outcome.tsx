import { messageOf } from "@assay/site/error-panel";
import { formatCount } from "@assay/site/format";
import { Notice, ProgressBar } from "@assay/ui";
import { describeOutcome } from "./describe-outcome.ts";
import type { ReprocessAct } from "./use-reprocess.ts";

/** What came of the last act, and how far the reading is. */
export function ReprocessOutcome({ act, underWay }: { act: ReprocessAct; underWay: number }) {
  const { data, error } = act;
  const accepted = data?.accepted.length ?? 0;
  return (
    <div role="status" className="flex flex-col gap-3 empty:hidden">
      {error && (
        <Notice tone="missing" title="Nothing is read again">
          {messageOf(error)}.
        </Notice>
      )}
      {data && (
        <Notice tone={data.refused.length > 0 ? "partial" : "complete"} title={describeOutcome(data)}>
          {data.refused.length > 0 && (
            <ul className="list-disc ps-5">
              {data.refused.map(({ documentId, message }) => (
                <li key={documentId}>{message}</li>
              ))}
            </ul>
          )}
        </Notice>
      )}
      {underWay > 0 && (
        <div className="flex flex-col gap-1.5 text-sm">
          <p>{formatCount(underWay, "document is", "documents are")} being read now.</p>
          {accepted >= underWay && (
            <ProgressBar label="Documents that have been read" value={(accepted - underWay) / accepted} />
          )}
        </div>
      )}
    </div>
  );
}
