import { bindPack, importPack } from "@assay/core/packs";
import { createApiKey, createTenant } from "@assay/core/tenancy";
import type { Database } from "@assay/db";

export interface LoadTenant {
  /** A MEMBER's. */
  readonly key: string;
}

const HOUR_MS = 3_600_000;

/** A tenant with a pack of so many requirements, and a key. */
export async function makeTenant(db: Database, requirements: number): Promise<LoadTenant> {
  const { id } = await createTenant(db, { name: "Load" });
  const ctx = { db, tenantId: id, actor: { id: "system", role: "SUPER_ADMIN", tenantId: id } } as const;
  const rules = Array.from({ length: requirements }, (_, at) => ({
    requirementId: `1.${at + 1}`,
    title: `The operations team reviews the backups in week ${at}.`,
    subcheckLabel: null,
  }));
  const criteria = [{ criterionId: 1, criterionTitle: "Reviews", criterionDescription: "", requirements: rules }];
  await bindPack(ctx, await importPack(ctx, { format: "assay-pack/1", name: "Load", description: "", criteria }));
  const expiresAt = new Date(Date.now() + HOUR_MS).toISOString();
  const { key } = await createApiKey(ctx, { name: "Load", role: "MEMBER", expiresAt });
  return { key };
}
