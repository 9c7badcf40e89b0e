import type { Document } from "@assay/client";
import { useMay } from "@assay/site/use-session";
import { Button, Notice } from "@assay/ui";
import { RotateCw } from "lucide-react";
import { useReprocess } from "../documents/use-reprocess.ts";

interface EarlierReadingNoticeProps {
  document: Document;
  changes: readonly string[];
}

/** Says what a new reading of the document would change, and offers it. */
export default function EarlierReadingNotice({ document: { id }, changes }: EarlierReadingNoticeProps) {
  const reprocess = useReprocess(id);
  const mayChange = useMay("MEMBER");
  return (
    <div className="border-b border-line p-3">
      <Notice
        tone="neutral"
        title="This was read by an earlier reader"
        action={
          mayChange && (
            <Button
              icon={<RotateCw size={14} aria-hidden />}
              busy={reprocess.isPending}
              onClick={() => reprocess.mutate({})}
            >
              Read again
            </Button>
          )
        }
      >
        <p>A new reading would {joinChanges(changes)}. Finished runs keep the text that they cited.</p>
        {reprocess.error && (
          <p role="alert" className="mt-1 text-missing">
            {reprocess.error.message}
          </p>
        )}
      </Notice>
    </div>
  );
}

function joinChanges(changes: readonly string[]): string {
  return new Intl.ListFormat("en", { type: "conjunction" }).format(changes);
}
