import type { Citation } from "@assay/client";
import { classNames, Skeleton } from "@assay/ui";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { FileText } from "lucide-react";
import { Link } from "../app/link.tsx";
import { hrefWith, useSearchParam } from "../app/location.ts";
import { findDocumentName } from "./find-document-name.ts";

/** The quotes that the verdict rests on; each opens the evidence beside it. */
export function CitationList({ citations }: { citations: readonly Citation[] }) {
  const chosen = useSearchParam("citation");
  return (
    <ol className="flex flex-col gap-2">
      {citations.map((citation, index) => (
        <li key={`${citation.chunkId} ${citation.text}`}>
          <CitationLink citation={citation} index={index} chosen={chosen === String(index)} />
        </li>
      ))}
    </ol>
  );
}

function CitationLink({ citation, index, chosen }: { citation: Citation; index: number; chosen: boolean }) {
  const { documentId, text, pageNumber } = citation;
  return (
    <Link
      href={hrefWith({ document: documentId, citation: String(index), panel: null })}
      aria-current={chosen ? "true" : undefined}
      className={classNames(
        "block rounded-lg border px-3 py-2 text-sm transition-colors hover:border-accent",
        chosen ? "border-accent bg-accent-soft" : "border-line bg-surface",
      )}
    >
      <q dir="auto" className="line-clamp-6 break-words">
        {text}
      </q>
      <span className="mt-1.5 flex items-center gap-1.5 text-xs text-muted">
        <FileText size={12} aria-hidden className="shrink-0" />
        <DocumentName documentId={documentId} />
        {pageNumber !== null && <span className="whitespace-nowrap">page {pageNumber}</span>}
      </span>
    </Link>
  );
}

function DocumentName({ documentId }: { documentId: string }) {
  const { data, isPending } = useQuery(documentNameQuery(documentId));
  if (isPending) return <Skeleton className="h-3 w-32" />;
  return data ? (
    <bdi className="truncate">{data}</bdi>
  ) : (
    <span className="italic">{data === null ? "a document that was deleted" : "a document"}</span>
  );
}

function documentNameQuery(documentId: string) {
  return queryOptions({
    queryKey: ["document-name", documentId],
    queryFn: ({ signal }) => findDocumentName(documentId, signal),
    staleTime: 60_000,
  });
}
