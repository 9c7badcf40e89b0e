import type { RunProgress } from "@assay/client";
import { assay } from "@assay/site/assay";
import { isActive } from "@assay/site/is-active";
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { progressQuery } from "./queries.ts";

/**
 * The run as it is now: by its events, and by looking from time to time where none come. `isLive` is false once the
 * stream of events is given up.
 */
export function useRunProgress(runId: string) {
  const queries = useQueryClient();
  const progress = useQuery(progressQuery(runId));
  const [brokenFor, setBrokenFor] = useState<string>();
  const active = progress.data !== undefined && isActive(progress.data.run);
  useEffect(() => {
    if (!active) return;
    const stop = new AbortController();
    void followEvents(queries, runId, stop.signal).catch(() => {
      if (!stop.signal.aborted) setBrokenFor(runId);
    });
    return () => stop.abort();
  }, [queries, runId, active]);
  useRefreshAtEnd(queries, runId, progress.data && active);
  return { ...progress, isLive: brokenFor !== runId };
}

async function followEvents(queries: QueryClient, runId: string, signal: AbortSignal): Promise<void> {
  for await (const event of (await assay()).runs.events(runId, { signal })) takeEvent(queries, runId, event);
}

function takeEvent(queries: QueryClient, runId: string, { run, steps }: RunProgress): void {
  const { queryKey } = progressQuery(runId);
  const known = queries.getQueryData(queryKey);
  if (!known) return;
  queries.setQueryData(queryKey, {
    run,
    steps: known.steps.map((step) => ({ ...step, ...steps.find(({ stepName }) => stepName === step.stepName) })),
  });
  // An event tells the states of the steps only; their times are got when one changes.
  const changed = steps.some(({ stepName, status }) =>
    known.steps.some((step) => step.stepName === stepName && step.status !== status),
  );
  if (changed) void queries.invalidateQueries({ queryKey });
}

function useRefreshAtEnd(queries: QueryClient, runId: string, active: boolean | undefined): void {
  const before = useRef<string>(undefined);
  useEffect(() => {
    if (active) before.current = runId;
    else if (active === false && before.current === runId) {
      before.current = undefined;
      for (const queryKey of [["runs"], ["run", runId], ["tasks"]]) void queries.invalidateQueries({ queryKey });
    }
  }, [queries, runId, active]);
}
