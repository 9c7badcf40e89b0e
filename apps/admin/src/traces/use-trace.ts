import { isActive } from "@assay/site/is-active";
import { useMemo, useState } from "react";
import { useTenantQuery } from "../app/use-tenant-query.ts";
import { loadTrace, type TraceProgress } from "./load-trace.ts";
import { refetchPause } from "./refetch-pause.ts";

/** A large trace is not kept for longer than that once nobody looks at it. */
const KEEP_MS = 30_000;

/** The trace of a run, read again while the run is active; `progress` says how far the first reading is. */
export function useTrace(runId: string | null) {
  const [progress, setProgress] = useState<TraceProgress | null>(null);
  const onProgress = useMemo(() => throttle(setProgress), []);
  const query = useTenantQuery({
    key: ["trace", runId],
    load: (clients, { signal }) => loadTrace(clients, runId!, { signal, onProgress }),
    enabled: runId !== null,
    // Columns of a million numbers are replaced, not compared.
    structuralSharing: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEEP_MS,
    refetchInterval: ({ state: { data } }) => (data && isActive(data.run) ? refetchPause(data.tookMs) : false),
  });
  return { ...query, progress };
}

/** Twenty times a second is what an eye can follow. */
function throttle(show: (progress: TraceProgress) => void) {
  let shownAt = 0;
  return (progress: TraceProgress) => {
    if (performance.now() - shownAt < 50 && progress.received < progress.total) return;
    shownAt = performance.now();
    show(progress);
  };
}
