import type { Document } from "@assay/client";
import { isContainer } from "@assay/contract/containers";
import { assay } from "@assay/site/assay";
import { describeLeftOut } from "@assay/site/describe-left-out";
import { useQuery } from "@tanstack/react-query";
import { describeUnread } from "../documents/describe-coverage.ts";
import { isSettled } from "../documents/is-settled.ts";
import { nameOf } from "../documents/name-of.ts";
import { DOCUMENTS_KEY } from "../documents/queries.ts";

const LOOKED_AT = 200;

export interface Evidence {
  readonly ready: readonly string[];
  /** Named with the reason. */
  readonly leftOut: readonly { readonly name: string; readonly reason: string }[];
  readonly waiting: number;
  /** Those that are ready and of which a part was not read, each with how much. */
  readonly partlyRead: readonly { readonly name: string; readonly reason: string }[];
  /** Whether there are more documents than were looked at. */
  readonly isMore: boolean;
}

/** Which documents a run that starts now would judge, and which not and why; undefined until it is known. */
export function useEvidence(): Evidence | undefined {
  const { data } = useQuery({
    queryKey: [...DOCUMENTS_KEY, "evidence"],
    queryFn: async ({ signal }) => {
      const { documents } = await assay();
      const pageOf = (status?: "FAILED") => documents.list({ signal, status }).page({ limit: LOOKED_AT });
      const [newest, failed] = await Promise.all([pageOf(), pageOf("FAILED")]);
      return { newest: newest.items, failed: failed.items, isMore: newest.nextCursor !== null };
    },
    refetchInterval: 3000,
    staleTime: 0,
  });
  if (!data) return undefined;
  // An archive is no evidence itself; its members are.
  const documents = data.newest.filter(({ fileType }) => !isContainer(fileType));
  const waiting = documents.filter((document) => !isSettled(document));
  const ready = documents.filter(({ status }) => status === "READY");
  return {
    ready: ready.map(nameOf),
    partlyRead: ready.flatMap((document) => {
      const reason = describeUnread(document);
      return reason ? [{ name: nameOf(document), reason }] : [];
    }),
    leftOut: [...waiting, ...data.failed].map((document) => ({ name: nameOf(document), reason: reasonOf(document) })),
    waiting: waiting.length,
    isMore: data.isMore,
  };
}

function reasonOf({ failure }: Document): string {
  return describeLeftOut(failure?.code ?? "NOT_READY");
}
