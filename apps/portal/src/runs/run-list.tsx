import type { RunStatus } from "@assay/client";
import { ErrorPanel } from "@assay/site/error-panel";
import { RUN_LABELS } from "@assay/site/run-status";
import { Button, EmptyState, SkeletonList } from "@assay/ui";
import { type UseInfiniteQueryResult, useInfiniteQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { runListQuery } from "./queries.ts";
import { RunRow } from "./run-row.tsx";
import { usePackName } from "./use-pack-name.ts";

export interface RunListProps {
  status: RunStatus | undefined;
  selectedId: string | null;
}

/** The tenant's runs, the newest first. */
export function RunList({ status, selectedId }: RunListProps) {
  const packNameOf = usePackName();
  const list = useInfiniteQuery(runListQuery(status));
  if (list.isPending) return <SkeletonList label="Loading runs" rows={9} />;
  if (!list.data)
    return <ErrorPanel title="The runs cannot be shown" error={list.error} onRetry={() => void list.refetch()} />;
  const runs = list.data.pages.flatMap(({ items }) => items);
  if (runs.length === 0)
    return status ? (
      <EmptyState title={`No run is ${RUN_LABELS[status].toLowerCase()}`} />
    ) : (
      <EmptyState icon={<History size={24} aria-hidden />} title="No runs yet">
        A run assesses every requirement against the documents that are ready at that moment, and keeps the results.
      </EmptyState>
    );
  return (
    <>
      <ul aria-label="Runs">
        {runs.map((run) => (
          <RunRow key={run.id} run={run} packName={packNameOf(run)} isSelected={run.id === selectedId} />
        ))}
      </ul>
      <Older list={list} />
    </>
  );
}

function Older({
  list,
}: {
  list: Pick<UseInfiniteQueryResult, "hasNextPage" | "isFetchingNextPage" | "fetchNextPage">;
}) {
  if (!list.hasNextPage) return null;
  return (
    <div className="flex justify-center p-3">
      <Button look="quiet" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        Show older runs
      </Button>
    </div>
  );
}
