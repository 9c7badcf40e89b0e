import type { Run } from "@assay/client";
import type { CriteriaDiff, CriteriaVersion, PackBinding } from "@assay/client/admin";
import { queryOptions } from "@tanstack/react-query";
import { type Clients, clientsOf } from "../app/tenant.ts";
import { findBinding } from "./use-packs.ts";

export interface BindPreview {
  /** What the tenant is bound to now. */
  readonly binding: PackBinding | null;
  /** From that version to the new one; null where there is none, or it is the same. */
  readonly diff: CriteriaDiff | null;
  /** A run of the pack that is under way: it keeps its version. */
  readonly activeRun: Run | null;
}

/** What binding a tenant to the version changes for it. `tenantId` is undefined for one's own. */
export function bindPreviewQuery(tenantId: string | undefined, { packId, id }: CriteriaVersion) {
  return queryOptions({
    queryKey: ["tenant", tenantId ?? null, "bind-preview", packId, id],
    queryFn: async ({ signal }): Promise<BindPreview> => {
      const clients = await clientsOf(tenantId);
      const binding = await findBinding(clients, packId, { signal });
      const isNew = binding !== null && binding.criteriaVersionId !== id;
      return {
        binding,
        diff: isNew ? await clients.admin.packs.diff(packId, id, binding.criteriaVersionId, { signal }) : null,
        activeRun: await findActiveRun(clients, packId, signal),
      };
    },
  });
}

async function findActiveRun({ assay }: Clients, packId: string, signal: AbortSignal): Promise<Run | null> {
  for (const status of ["IN_PROGRESS", "PENDING"] as const) {
    const { items } = await assay.runs.list({ status, signal }).page({ limit: 1 });
    const active = items.find((run) => run.packId === packId);
    if (active) return active;
  }
  return null;
}
