import { AssayError } from "@assay/contract";
import { corpusIngestions, criteriaVersions, packs, type Transaction } from "@assay/db";
import { and, eq } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import type { Context } from "../tenancy/context.ts";
import { asCatalog } from "../tenancy/transact.ts";
import { changePack } from "./pack-place.ts";
import { deleteVersions } from "./write-version.ts";

/**
 * Removes a pack of which nothing was ever published, with its drafts: no tenant can have used it. Throws as
 * `changePack`, and IMMUTABLE_RESOURCE for one with a published version or with guidance, which stay as records.
 */
export function deletePack(ctx: Context, packId: string): Promise<void> {
  return changePack(
    ctx,
    packId,
    async (tx, place) => {
      await asCatalog(tx, async () => {
        const reason = await findRecord(tx, packId);
        if (reason)
          throw new AssayError("IMMUTABLE_RESOURCE", `Cannot delete pack '${packId}' because ${reason}: archive it`, {
            details: { id: packId },
          });
        await deleteVersions(tx, packId);
        await tx.delete(packs).where(eq(packs.id, packId));
      });
      await recordAudit(tx, place, { action: "pack.deleted", objectType: "pack", objectId: packId });
    },
    { archived: true },
  );
}

/** What of the pack is final. */
async function findRecord(tx: Transaction, packId: string): Promise<string | undefined> {
  const published = await tx
    .select({ version: criteriaVersions.version })
    .from(criteriaVersions)
    .where(and(eq(criteriaVersions.packId, packId), eq(criteriaVersions.status, "PUBLISHED")))
    .limit(1);
  if (published[0]) return `its version ${published[0].version} is published`;
  const guidance = await tx
    .select({ id: corpusIngestions.id })
    .from(corpusIngestions)
    .where(eq(corpusIngestions.packId, packId))
    .limit(1);
  return guidance[0] && "guidance was added to it";
}
