import { useQuery } from "@tanstack/react-query";
import { isSettled } from "../documents/queries.ts";
import { assay } from "../session/assay.ts";

const LOOKED_AT = 200;

/** How many of the newest documents a run would take, and how many are not read yet. */
export function useEvidenceCount(): { ready: number | undefined; waiting: number; isMore: boolean } {
  const { data } = useQuery({
    queryKey: ["documents", "evidence-count"],
    queryFn: async ({ signal }) => (await assay()).documents.list({ signal }).page({ limit: LOOKED_AT }),
    refetchInterval: 3000,
    staleTime: 0,
  });
  // An archive is no evidence itself; its members are.
  const documents = data?.items.filter(({ archive, fileType }) => archive === null && fileType !== "zip") ?? [];
  return {
    ready: data && documents.filter(({ status }) => status === "READY").length,
    waiting: documents.filter((document) => !isSettled(document)).length,
    isMore: data?.nextCursor != null,
  };
}
