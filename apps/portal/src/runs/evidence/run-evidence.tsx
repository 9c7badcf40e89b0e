import type { Run } from "@assay/client";
import { DamagedRows } from "@assay/site/damaged-rows";
import { ErrorPanel } from "@assay/site/error-panel";
import { formatCount } from "@assay/site/format";
import { setSearch } from "@assay/site/location";
import { Button, SkeletonList } from "@assay/ui";
import { useInfiniteQuery } from "@tanstack/react-query";
import { EvidenceFilter } from "./evidence-filter.tsx";
import { EvidenceRow } from "./evidence-row.tsx";
import { runDocumentsQuery } from "./run-documents-query.ts";
import { NO_EVIDENCE_FILTER, useEvidenceFilter } from "./use-evidence-filter.ts";

/** What the run judged and what it left out and why, as it was when the run started. */
export function RunEvidence({ run }: { run: Run }) {
  const filter = useEvidenceFilter();
  const list = useInfiniteQuery(runDocumentsQuery(run, filter));
  const pages = list.data?.pages ?? [];
  const [first] = pages;
  if (list.isPending) return <SkeletonList label="Loading the documents" rows={8} />;
  if (!first)
    return <ErrorPanel title="The documents cannot be shown" error={list.error} onRetry={() => void list.refetch()} />;
  const { judgedCount, leftOutCount } = first;
  if (judgedCount + leftOutCount === 0)
    return (
      <p className="text-sm text-muted">
        {run.startedAt ? "There were no documents." : "The documents are fixed when the run starts."}
      </p>
    );
  const documents = pages.flatMap((page) => page.documents);
  return (
    <section aria-label="Evidence of the run" className="flex flex-col gap-3">
      <p className="text-sm text-muted">
        {formatCount(judgedCount, "document")} judged and {leftOutCount.toLocaleString()} left out, each as it was when
        the run started.
      </p>
      <EvidenceFilter filter={filter} judgedCount={judgedCount} leftOutCount={leftOutCount} />
      <DamagedRows ids={pages.flatMap((page) => page.damaged)} what="documents" />
      {documents.length === 0 ? (
        <None isFiltered={filter.q !== "" || filter.kind !== undefined || filter.cited !== undefined} />
      ) : (
        <ul
          aria-label={filter.judged ? "Documents judged" : "Documents left out"}
          aria-busy={list.isPlaceholderData}
          className="divide-y divide-line rounded-lg border border-line"
        >
          {documents.map((document) => (
            <EvidenceRow key={document.documentId} run={run} document={document} />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button
          look="quiet"
          className="self-center"
          busy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Show more documents
        </Button>
      )}
    </section>
  );
}

function None({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered) return <p className="text-sm text-muted">There is none.</p>;
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
      No document matches.
      <Button onClick={() => setSearch(NO_EVIDENCE_FILTER, { replace: true })}>Clear the filters</Button>
    </p>
  );
}
