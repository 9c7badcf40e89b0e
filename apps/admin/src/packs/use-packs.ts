import { AssayApiError } from "@assay/client";
import type { CriteriaDiff, CriteriaVersion, PackBinding } from "@assay/client/admin";
import { useCursor } from "@assay/site/pager";
import type { Clients } from "../app/tenant.ts";
import { useTenantQuery } from "../app/use-tenant-query.ts";

const PAGE_SIZE = 50;

export function usePackPage() {
  const cursor = useCursor();
  return useTenantQuery({
    key: ["packs", "page", cursor ?? null],
    load: ({ admin }, options) => admin.packs.list(options).page({ limit: PAGE_SIZE, cursor }),
  });
}

/** For choices: all packs by their ids. */
export function usePackNames() {
  return useTenantQuery({
    key: ["packs", "names"],
    load: async ({ admin }, options) =>
      new Map((await admin.packs.list(options).toArray()).map((pack) => [pack.id, pack])),
    staleTime: 60_000,
  });
}

/** A pack, how the tenant of the address uses it, and its versions, newest first. */
export function usePack(packId: string) {
  return useTenantQuery({
    key: ["packs", "one", packId],
    load: async (clients, options) => {
      const { packs } = clients.admin;
      const [pack, versions, binding] = await Promise.all([
        packs.get(packId, options),
        packs.versions(packId, options).toArray(),
        findBinding(clients, packId, options),
      ]);
      return { pack, versions, binding };
    },
  });
}

export function useVersion(packId: string, versionId: string) {
  return useTenantQuery({
    key: ["packs", "version", packId, versionId],
    load: ({ admin }, options) => admin.packs.version(packId, versionId, options),
  });
}

/** Null where the tenant does not use the pack. */
export async function findBinding(
  { admin }: Clients,
  packId: string,
  options: { signal?: AbortSignal },
): Promise<PackBinding | null> {
  try {
    return await admin.bindings.get(packId, options);
  } catch (error) {
    if (error instanceof AssayApiError && error.status === 404) return null;
    throw error;
  }
}

export function useDiff(packId: string, versionId: string, against: string | undefined) {
  return useTenantQuery<CriteriaDiff>({
    key: ["packs", "diff", packId, versionId, against],
    load: ({ admin }, options) => admin.packs.diff(packId, versionId, against!, options),
    enabled: against !== undefined,
    staleTime: 60_000,
  });
}

export function useRequirements(packId: string, versionId: string) {
  return useTenantQuery({
    key: ["packs", "requirements", packId, versionId],
    load: ({ admin }, options) => admin.packs.requirements(packId, versionId, options).toArray(),
    staleTime: 60_000,
  });
}

export function newestPublished(versions: readonly CriteriaVersion[]): CriteriaVersion | undefined {
  return versions.find(({ status }) => status === "PUBLISHED");
}
