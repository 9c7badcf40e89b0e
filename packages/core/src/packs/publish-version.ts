import type { CriteriaVersion } from "@assay/contract";
import { recordAudit } from "../audit/record-audit.ts";
import type { Context } from "../tenancy/context.ts";
import { asCatalog } from "../tenancy/transact.ts";
import { changePack } from "./pack-place.ts";
import { getVersionRow, toCriteriaVersion } from "./read-versions.ts";
import { deleteVersions, markPublished } from "./write-version.ts";

interface VersionOfPack {
  readonly packId: string;
  readonly criteriaVersionId: string;
}

/** Makes a DRAFT final, so that tenants can be bound to it. Throws as `changePack`, and IMMUTABLE_RESOURCE. */
export function publishVersion(ctx: Context, { packId, criteriaVersionId }: VersionOfPack): Promise<CriteriaVersion> {
  return changePack(ctx, packId, async (tx, place) => {
    const version = await asCatalog(tx, async () => {
      await getVersionRow(tx, packId, criteriaVersionId);
      await markPublished(tx, packId, criteriaVersionId);
      return toCriteriaVersion(await getVersionRow(tx, packId, criteriaVersionId));
    });
    await recordAudit(tx, place, {
      action: "criteria_version.published",
      objectType: "criteria_version",
      objectId: criteriaVersionId,
    });
    return version;
  });
}

/** Removes a DRAFT with its requirements. Throws as `changePack`, and IMMUTABLE_RESOURCE for a published version. */
export function deleteDraft(ctx: Context, { packId, criteriaVersionId }: VersionOfPack): Promise<void> {
  return changePack(
    ctx,
    packId,
    async (tx, place) => {
      await asCatalog(tx, async () => {
        await getVersionRow(tx, packId, criteriaVersionId);
        await deleteVersions(tx, packId, criteriaVersionId);
      });
      await recordAudit(tx, place, {
        action: "criteria_version.deleted",
        objectType: "criteria_version",
        objectId: criteriaVersionId,
      });
    },
    { archived: true },
  );
}
