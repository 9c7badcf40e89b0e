import type { UnreadDocument } from "@assay/client";
import { formatCount } from "@assay/site/format";
import { Link } from "@assay/site/link";
import { hrefWith } from "@assay/site/location";
import { Part } from "@assay/site/part";
import { useShownFew } from "@assay/site/show-more";
import { ToneIcon } from "@assay/ui";
import { isAuditor } from "../app/verdict-href.ts";

/** What may hold the evidence that was not found: documents with pages that were not read. */
export default function UnreadDocuments({ documents }: { documents: readonly UnreadDocument[] }) {
  const { shown, more } = useShownFew(documents);
  return (
    <Part title="Documents that were not fully read">
      <p className="mb-2 text-sm text-muted">
        What the verdict misses may be on pages that were not read: open them and judge for yourself.
      </p>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {shown.map((document) => (
          <li key={document.documentId} className="flex gap-2 px-3 py-2 text-sm">
            <ToneIcon tone="partial" className="mt-0.5" />
            <div className="min-w-0">
              <Name document={document} />
              <p className="text-xs text-muted">
                {formatCount(document.notRead, "page or image", "pages or images")} not read;{" "}
                {document.cited ? "cited by this verdict" : "likely to be about this requirement, not cited"}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {more}
    </Part>
  );
}

// An auditor's link opens what is cited, and no other document.
function Name({ document: { documentId, originalFilename, cited } }: { document: UnreadDocument }) {
  const name = <bdi className="break-words">{originalFilename}</bdi>;
  if (isAuditor() && !cited) return <p>{name}</p>;
  return (
    <Link
      href={hrefWith({ document: documentId, citation: null, panel: null })}
      className="target text-accent underline-offset-2 hover:underline"
    >
      {name}
    </Link>
  );
}
