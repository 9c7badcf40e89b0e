import { formatOfExtension, type ManifestFile, type ManifestPayload } from "@assay/contract";
import { splitExtension } from "@assay/contract/file-type";
import { type FileRefusal, sourceManifestParts, type Transaction } from "@assay/db";
import { and, asc, eq, sql } from "drizzle-orm";
import type { Context } from "../tenancy/context.ts";
import { findDamagedManifests, hashFiles, hasItsFiles } from "./compare-manifests.ts";
import { findGone, findLastManifest } from "./last-manifests.ts";
import type { ManifestRow } from "./to-manifest.ts";

interface Refusal extends FileRefusal {
  readonly sha256: string;
}

/** By path. */
export type Refusals = ReadonlyMap<string, Refusal>;

/** Of a source's last manifest the files that this release of the service would refuse again, or, without one, that any would, whatever has changed elsewhere: none where it is not stored as it was signed, or is gone. */
export async function lastRefusals(
  tx: Transaction,
  { tenantId }: Pick<Context, "tenantId">,
  source: string,
  release: string | undefined,
): Promise<Refusals> {
  const refusals = new Map<string, Refusal>();
  const last = await findLastManifest(tx, tenantId, source);
  if (!last || !(await hasRefused(tx, tenantId, last))) return refusals;
  if ((await findGone(tx, tenantId, [{ source, id: last.id }])).length > 0) return refusals;
  const parts = await tx
    .select({ lines: sourceManifestParts.lines })
    .from(sourceManifestParts)
    .where(
      and(
        eq(sourceManifestParts.tenantId, tenantId),
        eq(sourceManifestParts.manifestId, last.id),
        sql`position('"refusal":' in ${sourceManifestParts.lines}) > 0`,
      ),
    )
    .orderBy(asc(sourceManifestParts.partIndex));
  for (const line of parts.flatMap(({ lines }) => lines.split("\n"))) {
    if (!line.includes('"refusal":')) continue;
    const { path, sha256, refused, refusal } = JSON.parse(line) as ManifestFile;
    if (sha256 === null || refused === undefined || !refusal || !isLasting(path, refusal, release)) continue;
    refusals.set(path, { sha256, reason: refused, code: refusal.code, checked: refusal.checked === true });
  }
  return refusals;
}

/** Whether it may have refused any, and says so as it was signed. */
async function hasRefused(tx: Transaction, tenantId: string, row: ManifestRow): Promise<boolean> {
  if ((await findDamagedManifests(tx, tenantId, [row])).size > 0) return false;
  if ((JSON.parse(row.payload) as ManifestPayload).notHeldCount === 0) return false;
  return hasItsFiles(row, (await hashFiles(tx, tenantId, [row.id])).get(row.id));
}

/** What this release refused itself, or refuses for the name alone, so that no word of a caller is trusted. */
function isLasting(path: string, refusal: NonNullable<ManifestFile["refusal"]>, release: string | undefined): boolean {
  const { extension } = splitExtension(path);
  if (release !== undefined && refusal.release !== release) return false;
  if (refusal.checked) return true;
  if (formatOfExtension(extension) !== undefined) return false;
  return refusal.code === "UNSUPPORTED_FILE_TYPE" || (refusal.code === "VALIDATION_ERROR" && extension === "");
}
