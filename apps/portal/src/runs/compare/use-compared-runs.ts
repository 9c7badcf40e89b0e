import type { Run } from "@assay/client";
import { isActive } from "@assay/site/is-active";
import { useSearchParam } from "@assay/site/location";
import { useQuery } from "@tanstack/react-query";
import { recentRunsQuery, runQuery } from "../../workspace/use-run.ts";

export interface ComparedRuns {
  /** `?run=`, else the newest; null where no run is over. */
  readonly after: Run | null | undefined;
  /** `?against=`, else the one before of the same pack; null where there is none. */
  readonly before: Run | null | undefined;
  /** The newest runs of that pack that are over, and those two. */
  readonly choices: readonly Run[];
  readonly error: unknown;
  readonly retry: () => void;
}

export function useComparedRuns(): ComparedRuns {
  const recent = useQuery(recentRunsQuery);
  const over = recent.data?.filter((run) => !isActive(run));
  const later = useListedRun(useSearchParam("run"), over);
  const earlier = useListedRun(useSearchParam("against"), over);
  const after = later.asked ? later.run : over && (over[0] ?? null);
  const ofPack = (over ?? []).filter(({ packId }) => packId === after?.packId);
  const previous = after ? (ofPack.find(({ createdAt }) => createdAt < after.createdAt) ?? null) : after;
  const before = earlier.asked ? earlier.run : previous;
  const choices = new Map([...ofPack, before, after].flatMap((run) => (run ? [[run.id, run] as const] : [])));
  return {
    after,
    before,
    choices: [...choices.values()].sort((a, b) => b.createdAt.localeCompare(a.createdAt)),
    error: recent.error ?? later.error ?? earlier.error,
    retry: () => void Promise.all([recent.refetch(), later.retry(), earlier.retry()]),
  };
}

/** A run of the address: from the newest ones, or by itself where it is older. */
function useListedRun(id: string | null, listed: readonly Run[] | undefined) {
  const known = listed?.find((run) => run.id === id);
  const query = useQuery({ ...runQuery(id ?? ""), enabled: id !== null && listed !== undefined && !known });
  return {
    asked: id !== null,
    run: known ?? query.data,
    error: query.error,
    retry: async () => query.isError && query.refetch(),
  };
}
