import type { ReadingCounts } from "@assay/client/admin";
import { listReaderChanges } from "@assay/contract/reader-changes";
import { FormDialog } from "@assay/site/form-dialog";
import { formatCount } from "@assay/site/format";
import { Button, Notice } from "@assay/ui";
import { RotateCw } from "lucide-react";
import { closeAct, openAct, useAct } from "../lists/use-act.ts";
import type { ReprocessAct } from "./use-reprocess.ts";

interface EarlierReaderProps {
  counts: Pick<ReadingCounts, "readEarlier" | "earlierReadings">;
  reprocess: ReprocessAct;
}

/** What a previous reader made READY reads as it did then, until it is read again. */
export function EarlierReader({ counts: { readEarlier: count, earlierReadings }, reprocess }: EarlierReaderProps) {
  const act = useAct(["read-earlier"]);
  if (count === 0) return null;
  const changes = countChanges(earlierReadings);
  return (
    <>
      <Notice
        tone="neutral"
        title={`${formatCount(count, "document was", "documents were")} read by an earlier reader`}
        action={
          <Button icon={<RotateCw size={14} aria-hidden />} onClick={() => openAct("read-earlier")}>
            Read {count === 1 ? "it" : `all ${count.toLocaleString()}`} again …
          </Button>
        }
      >
        <p>
          They are still evidence.{" "}
          {changes.length > 0 ? "A new reading would:" : "A new reading changes nothing of their formats."}
        </p>
        {changes.length > 0 && (
          <ul className="list-disc ps-5">
            {changes.map(([does, documents]) => (
              <li key={does}>
                {does} ({formatCount(documents, "document")})
              </li>
            ))}
          </ul>
        )}
      </Notice>
      {act && (
        <FormDialog
          title={`Read ${formatCount(count, "document")} again?`}
          act="Read again"
          by={{ isPending: reprocess.isPending, error: null }}
          onSend={() => reprocess.mutate({ olderThanReader: true }, { onSettled: closeAct })}
          onClose={closeAct}
        >
          <p>Until a document is ready again, it is not evidence: start the next run when reading has ended.</p>
          <p>Finished runs keep the text that they cited. This is not possible while a run is active.</p>
        </FormDialog>
      )}
    </>
  );
}

/** What a new reading would do, with how many documents it concerns, the most first. */
function countChanges(readings: ReadingCounts["earlierReadings"]): [does: string, documents: number][] {
  const counts = new Map<string, number>();
  for (const { fileType, readerVersion, documents } of readings)
    for (const does of listReaderChanges(fileType, readerVersion))
      counts.set(does, (counts.get(does) ?? 0) + documents);
  return [...counts].sort(([, a], [, b]) => b - a);
}
