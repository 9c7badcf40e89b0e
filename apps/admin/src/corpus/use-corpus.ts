import type { CorpusIngestion, IngestionStatus } from "@assay/client/admin";
import { useInfiniteQuery } from "@tanstack/react-query";
import { clientsOf, useTenantId } from "../app/tenant.ts";
import { useTenantQuery } from "../app/use-tenant-query.ts";
import { isSettled } from "./ingestion-status.ts";

const PAGE_SIZE = 50;
const PASSAGES_PAGE_SIZE = 50;
const WATCH_MS = 1000;

export interface IngestionFilter {
  readonly packId: string | undefined;
  readonly status: IngestionStatus | undefined;
  readonly cursor: string | undefined;
}

/** A page, newest first, looked at again while something in it is under way. */
export function useIngestionPage({ packId, status, cursor }: IngestionFilter) {
  return useTenantQuery({
    key: ["corpus", "page", packId ?? null, status ?? null, cursor ?? null],
    load: ({ admin }, { signal }) =>
      admin.corpus.ingestions({ packId, status, signal }).page({ limit: PAGE_SIZE, cursor }),
    refetchInterval: ({ state }) => state.data?.items.every(isSettled) === false && WATCH_MS,
  });
}

export function useIngestion(id: string) {
  return useTenantQuery<CorpusIngestion>({
    key: ["corpus", "one", id],
    load: ({ admin }, options) => admin.corpus.ingestion(id, options),
    refetchInterval: ({ state }) => state.data !== undefined && !isSettled(state.data) && WATCH_MS,
  });
}

/** What was read of an ingestion, page after page. */
export function usePassages(id: string, enabled: boolean) {
  const tenantId = useTenantId();
  return useInfiniteQuery({
    queryKey: ["tenant", tenantId ?? null, "corpus", "passages", id],
    queryFn: async ({ pageParam, signal }) => {
      const { admin } = await clientsOf(tenantId);
      return admin.corpus.passages(id, { signal }).page({ limit: PASSAGES_PAGE_SIZE, cursor: pageParam });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The completed ingestions of a pack: what can be active. */
export function useCompleted(packId: string) {
  return useTenantQuery({
    key: ["corpus", "completed", packId],
    load: ({ admin }, { signal }) => admin.corpus.ingestions({ packId, status: "COMPLETED", signal }).toArray(),
    enabled: packId !== "",
  });
}

/** A page of what was active, newest first. */
export function useActivations(packId: string, cursor: string | undefined) {
  return useTenantQuery({
    key: ["corpus", "activations", packId, cursor ?? null],
    load: ({ admin }, { signal }) => admin.corpus.activations({ packId, signal }).page({ limit: PAGE_SIZE, cursor }),
    enabled: packId !== "",
  });
}

/** What of these packs is active: the ids of ingestions. */
export function useActiveIds(packIds: readonly string[]) {
  const ids = [...new Set(packIds)].sort();
  return useTenantQuery({
    key: ["corpus", "in-force-ids", ids],
    load: async ({ admin }, { signal }) => {
      const pages = ids.map((packId) => admin.corpus.activations({ packId, signal }).page({ limit: 1 }));
      return new Set((await Promise.all(pages)).flatMap(({ items }) => items.flatMap((item) => item.ingestionIds)));
    },
    enabled: ids.length > 0,
  });
}

/** The activation that new runs of the pack pin. */
export function useActiveActivation(packId: string) {
  return useTenantQuery({
    key: ["corpus", "in-force", packId],
    load: async ({ admin }, { signal }) => {
      const { items } = await admin.corpus.activations({ packId, signal }).page({ limit: 1 });
      return items.find(({ inForce }) => inForce) ?? null;
    },
    enabled: packId !== "",
  });
}
