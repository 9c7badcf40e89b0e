import { useQuery } from "@tanstack/react-query";
import { clientsOf } from "../app/tenant.ts";

export interface GlobalAct {
  readonly action: string;
  readonly objectId: string;
  readonly at: string;
  /** An e-mail or a key's name, else the id. */
  readonly by: string;
}

const ACTS_MAX = 200;

/**
 * Who changed what all tenants share, newest first: such acts are in the audit trail of the actor's own tenant, so those of
 * a super administrator of another tenant are not among them.
 */
export function useGlobalActs(objectType: "retrieval_version" | "corpus_activation" | "corpus_ingestion") {
  return useQuery({
    queryKey: ["tenant", null, "global-acts", objectType],
    queryFn: async ({ signal }): Promise<GlobalAct[]> => {
      const { admin } = await clientsOf(undefined);
      const { entries, names } = await admin.audit.page({ objectType, limit: ACTS_MAX, signal });
      return entries.map(({ action, object_id, actor, created_at }) => ({
        action,
        objectId: object_id,
        at: created_at,
        by: names[actor] ?? actor,
      }));
    },
  });
}

/** Who did it last; undefined where the acts of one's own tenant do not say. */
export function findActor(acts: readonly GlobalAct[] | undefined, objectId: string, action: string) {
  return acts?.find((act) => act.objectId === objectId && act.action === action)?.by;
}
