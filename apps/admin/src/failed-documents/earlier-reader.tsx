import { FormDialog } from "@assay/site/form-dialog";
import { formatCount } from "@assay/site/format";
import { Button, Notice } from "@assay/ui";
import { RotateCw } from "lucide-react";
import { closeAct, openAct, useAct } from "../lists/use-act.ts";
import type { ReprocessAct } from "./use-reprocess.ts";

/** What a previous reader made READY reads as it did then, until it is read again. */
export function EarlierReader({ count, reprocess }: { count: number; reprocess: ReprocessAct }) {
  const act = useAct(["read-earlier"]);
  if (count === 0) return null;
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
        They are still evidence. The current reader may find more text in them, or more hidden text.
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
