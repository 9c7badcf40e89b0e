import type { Erasure } from "@assay/client/admin";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { clientsOf } from "../app/tenant.ts";

const REFETCH_MS = 2000;

const isUnderWay = ({ finishedAt }: Erasure) => finishedAt === null;

/** Tenants that are erased, asked for as oneself at home; again and again while one is being erased. */
export function useErasures(cursor: string | undefined) {
  return useQuery({
    queryKey: ["erasures", "list", cursor],
    queryFn: async ({ signal }) => (await clientsOf(undefined)).admin.erasures.list({ signal }).page({ cursor }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some(isUnderWay) ? REFETCH_MS : false),
  });
}

export function useErasurePreview(tenantId: string) {
  return useQuery({
    queryKey: ["erasures", "preview", tenantId],
    queryFn: async ({ signal }) => (await clientsOf(undefined)).admin.erasures.preview(tenantId, { signal }),
    // What is deleted for ever is counted each time that somebody asks.
    gcTime: 0,
  });
}

export function useHolds(tenantId: string) {
  return useQuery({
    queryKey: ["erasures", "holds", tenantId],
    queryFn: async ({ signal }) => (await clientsOf(undefined)).admin.erasures.listHolds(tenantId, { signal }),
  });
}

export function useCertificate(erasureId: string) {
  return useQuery({
    queryKey: ["erasures", "certificate", erasureId],
    queryFn: async ({ signal }) => (await clientsOf(undefined)).admin.erasures.certificate(erasureId, { signal }),
  });
}
