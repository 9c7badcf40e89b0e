import type { Run, RunDocument, RunDocumentPage } from "@assay/client";
import { describeLeftOut } from "@assay/site/describe-left-out";
import { ErrorPanel } from "@assay/site/error-panel";
import { formatCount } from "@assay/site/format";
import { Link } from "@assay/site/link";
import { BASE } from "@assay/site/location";
import { Button, SkeletonList } from "@assay/ui";
import { type UseInfiniteQueryResult, useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { runDocumentsQuery } from "./queries.ts";

/** What the run judged and what it left out and why, as it was when the run started. */
export function RunDocuments({ run }: { run: Run }) {
  const leftOut = useInfiniteQuery(runDocumentsQuery(run, false));
  const [isOpen, setIsOpen] = useState(false);
  const [first] = leftOut.data?.pages ?? [];
  if (leftOut.isPending) return <SkeletonList label="Loading the documents" rows={3} />;
  if (!first)
    return (
      <ErrorPanel title="The documents cannot be shown" error={leftOut.error} onRetry={() => void leftOut.refetch()} />
    );
  const { judgedCount, leftOutCount } = first;
  return (
    <div className="flex flex-col gap-2 text-sm">
      {judgedCount + leftOutCount === 0 && (
        <p className="text-muted">{run.startedAt ? "There were none." : "They are fixed when the run starts."}</p>
      )}
      {leftOutCount > 0 && (
        <details>
          <summary className="target">{formatCount(leftOutCount, "document")} left out</summary>
          <Documents query={leftOut} />
        </details>
      )}
      {judgedCount > 0 && (
        <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
          <summary className="target">{formatCount(judgedCount, "document")} judged</summary>
          {isOpen && <Judged run={run} />}
        </details>
      )}
    </div>
  );
}

function Judged({ run }: { run: Run }) {
  const judged = useInfiniteQuery(runDocumentsQuery(run, true));
  if (judged.isPending) return <SkeletonList label="Loading the documents" rows={3} />;
  if (!judged.data)
    return (
      <ErrorPanel title="The documents cannot be shown" error={judged.error} onRetry={() => void judged.refetch()} />
    );
  return <Documents query={judged} />;
}

interface DocumentsProps {
  query: Pick<
    UseInfiniteQueryResult<{ pages: RunDocumentPage[] }>,
    "data" | "hasNextPage" | "isFetchingNextPage" | "fetchNextPage"
  >;
}

function Documents({ query }: DocumentsProps) {
  return (
    <>
      <ul className="mt-1 divide-y divide-line rounded-md border border-line">
        {query.data?.pages.flatMap(({ documents }) =>
          documents.map((document) => <Row key={document.documentId} document={document} />),
        )}
      </ul>
      {query.hasNextPage && (
        <Button look="quiet" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  );
}

function Row({ document }: { document: RunDocument }) {
  const { documentId, originalFilename, reason, deleted } = document;
  const facts = [reason && describeLeftOut(reason), deleted && "Deleted since"].filter(Boolean).join(". ");
  return (
    <li className="px-3 py-1.5">
      <p className="truncate" title={originalFilename}>
        {deleted ? (
          <bdi>{originalFilename}</bdi>
        ) : (
          <Link href={`${BASE}/documents?document=${documentId}`} className="hover:underline">
            <bdi>{originalFilename}</bdi>
          </Link>
        )}
      </p>
      {facts && <p className="text-xs text-muted">{facts}</p>}
    </li>
  );
}
