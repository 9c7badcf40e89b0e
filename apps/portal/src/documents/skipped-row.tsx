import { Link } from "@assay/site/link";
import { ToneIcon } from "@assay/ui";
import { describeSkip } from "./describe-skip.ts";
import { rowIndent, type SkippedFile } from "./flatten-tree.ts";

export interface SkippedRowProps {
  skipped: SkippedFile;
  /** How many archives it is in, where they are shown as a tree. */
  depth?: number;
  hrefOf: (documentId: string) => string;
}

/** A file of an archive that did not become a document. */
export default function SkippedRow({ skipped, depth = 0, hrefOf }: SkippedRowProps) {
  return (
    <div className="flex min-h-9 items-center gap-2 px-3 py-1.5" style={{ paddingInlineStart: rowIndent(depth) }}>
      <ToneIcon tone="neutral" />
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm text-muted" title={skipped.name}>
          <bdi>{skipped.name}</bdi>
        </p>
        <p className="truncate text-xs text-muted">
          Left out: {describeSkip(skipped.reason).toLowerCase()}
          {skipped.documentId && (
            <>
              {", "}
              <Link href={hrefOf(skipped.documentId)} className="text-accent underline">
                show it
              </Link>
            </>
          )}
        </p>
      </div>
    </div>
  );
}
