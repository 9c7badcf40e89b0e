import { documentPlaces, documents } from "@assay/db";
import { type SQL, sql } from "drizzle-orm";
import { sha256Hex } from "../../digest.ts";

/** Whether a document stands at a place of this source, or at this path, now. */
export async function standsAt(
  tenantId: string,
  { source, path }: { readonly source?: string | undefined; readonly path?: string | undefined },
): Promise<SQL | undefined> {
  if (source === undefined && path === undefined) return undefined;
  const ofSource = source === undefined ? sql`place.source <> ''` : sql`place.source = ${source}`;
  const atPath = path === undefined ? sql`true` : sql`place.path_hash = ${await sha256Hex(path)}`;
  return sql`exists (select 1 from ${documentPlaces} place where place.tenant_id = ${tenantId}
    and place.document_id = ${documents.id} and place.held_until is null and ${ofSource} and ${atPath})`;
}
