import { formatCount } from "@assay/site/format";
import { LeftOutList } from "./left-out-list.tsx";
import { useEvidence } from "./use-evidence.ts";

/** What a run that starts now would judge, and what it would wait for or omit. */
export function RunPreview({ waits, onWaits }: { waits: boolean; onWaits: (waits: boolean) => void }) {
  const evidence = useEvidence();
  if (!evidence) return <p className="text-muted">Counting the documents …</p>;
  const { ready, leftOut, waiting, partlyRead, isMore } = evidence;
  return (
    <div className="flex flex-col gap-2">
      <p>
        Evidence: {isMore ? "more than " : ""}
        {formatCount(ready.length, "document")}
      </p>
      {waiting > 0 && (
        <label className="flex items-start gap-2">
          <input
            type="checkbox"
            checked={waits}
            onChange={({ target }) => onWaits(target.checked)}
            className="mt-0.5 size-4 accent-(--accent)"
          />
          <span>
            Wait for what is still being read: {formatCount(waiting, "document")}
            <span className={`block ${waits ? "text-muted" : "text-partial"}`}>
              {waits
                ? "The run begins when it has been read, after an hour at the latest."
                : "What is not ready is not part of the evidence."}
            </span>
          </span>
        </label>
      )}
      {ready.length === 0 && !(waits && waiting > 0) && (
        <p className="text-partial">Without evidence, every requirement is missing.</p>
      )}
      {partlyRead.length > 0 && (
        <details>
          <summary className="target text-partial">
            {formatCount(partlyRead.length, "document was", "documents were")} not fully read
          </summary>
          <LeftOutList documents={partlyRead} />
        </details>
      )}
      {leftOut.length > 0 && (
        <details>
          <summary className="target">
            {formatCount(leftOut.length, "document would be left out", "documents would be left out")}
          </summary>
          <LeftOutList documents={leftOut} />
        </details>
      )}
      {ready.length > 0 && (
        <details>
          <summary className="target">What would be judged</summary>
          <ul className="mt-1 list-disc ps-8">
            {ready.map((name, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: names repeat
              <li key={index}>
                <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
          {isMore && <p className="text-muted">These are the newest.</p>}
        </details>
      )}
    </div>
  );
}
