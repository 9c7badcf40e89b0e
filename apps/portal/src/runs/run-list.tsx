import type { RunStatus } from "@assay/client";
import { GrowingList } from "@assay/site/growing-list";
import { RUN_LABELS } from "@assay/site/run-status";
import { EmptyState } from "@assay/ui";
import { useInfiniteQuery } from "@tanstack/react-query";
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
  return (
    <GrowingList
      query={list}
      what="runs"
      more="Show older runs"
      empty={
        status ? (
          <EmptyState title={`No run is ${RUN_LABELS[status].toLowerCase()}`} />
        ) : (
          <EmptyState icon={<History size={24} aria-hidden />} title="No runs yet">
            A run assesses every requirement against the documents that are ready at that moment, and keeps the results.
          </EmptyState>
        )
      }
    >
      {(runs) => (
        <ul aria-label="Runs">
          {runs.map((run) => (
            <RunRow key={run.id} run={run} packName={packNameOf(run)} isSelected={run.id === selectedId} />
          ))}
        </ul>
      )}
    </GrowingList>
  );
}
