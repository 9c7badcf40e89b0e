import { AssayError } from "@assay/contract";
import { criteriaVersions, lockUntilCommit, packs, requirements, type Transaction } from "@assay/db";
import { and, count, eq, isNull } from "drizzle-orm";

/** What a tenant's own packs may hold at the most. */
export interface PackLimits {
  /** Archived ones are not counted. */
  readonly packsMax: number;
  readonly versionsMax: number;
  readonly requirementsMax: number;
}

/** Throws TENANT_LIMIT_EXCEEDED. Additions to a tenant's packs wait for each other from here to their commit. */
export async function requireRoomForPack(tx: Transaction, tenantId: string, { packsMax }: PackLimits): Promise<void> {
  await oneAtATime(tx, tenantId);
  const [held] = await tx
    .select({ packs: count() })
    .from(packs)
    .where(and(eq(packs.ownerTenantId, tenantId), isNull(packs.archivedAt)));
  if (held!.packs + 1 > packsMax) throw limitExceeded("packs", packsMax, held!.packs, "archive one first");
}

/** As `requireRoomForPack`, for a version with so many requirements. */
export async function requireRoomForVersion(
  tx: Transaction,
  tenantId: string,
  requirementCount: number,
  { versionsMax, requirementsMax }: PackLimits,
): Promise<void> {
  await oneAtATime(tx, tenantId);
  const [versions] = await tx
    .select({ held: count() })
    .from(criteriaVersions)
    .where(eq(criteriaVersions.ownerTenantId, tenantId));
  const fix = "delete a draft first";
  if (versions!.held + 1 > versionsMax) throw limitExceeded("pack versions", versionsMax, versions!.held, fix);
  const [rows] = await tx.select({ held: count() }).from(requirements).where(eq(requirements.ownerTenantId, tenantId));
  if (rows!.held + requirementCount > requirementsMax)
    throw limitExceeded("requirements of its own packs", requirementsMax, rows!.held, fix);
}

async function oneAtATime(tx: Transaction, tenantId: string): Promise<void> {
  await lockUntilCommit(tx, `packs:${tenantId}`);
}

function limitExceeded(what: string, limit: number, value: number, fix: string): AssayError {
  return new AssayError(
    "TENANT_LIMIT_EXCEEDED",
    `Cannot add to the tenant's packs because a tenant can have at most ${limit} ${what}: ${fix}`,
    { details: { limit, value } },
  );
}
