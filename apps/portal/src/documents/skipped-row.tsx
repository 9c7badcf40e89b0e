import { ToneIcon } from "@assay/ui";
import { Link } from "../app/link.tsx";
import { SKIP_REASONS } from "./describe-skip.ts";
import type { SkippedFile } from "./flatten-tree.ts";

/** A file of an archive that did not become a document. */
export function SkippedRow({ skipped, hrefOf }: { skipped: SkippedFile; hrefOf: (documentId: string) => string }) {
  return (
    <div className="flex h-full items-center gap-2 px-3">
      <ToneIcon tone="neutral" />
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm text-muted" title={skipped.name}>
          <bdi>{skipped.name}</bdi>
        </p>
        <p className="truncate text-xs text-muted">
          Left out: {SKIP_REASONS[skipped.reason].toLowerCase()}
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
