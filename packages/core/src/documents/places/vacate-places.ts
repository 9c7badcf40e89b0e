import { documentPlaces, rowsOf, type Transaction } from "@assay/db";
import { sql } from "drizzle-orm";

/**
 * Ends these rows of places. Where one stood there, what waited for it leaves too, as nothing comes after it. Returns the
 * documents that left. Needs `lockPlaces`.
 */
export async function vacatePlaces(tx: Transaction, tenantId: string, placeIds: readonly string[]): Promise<string[]> {
  if (placeIds.length === 0) return [];
  const ids = sql`${`{${placeIds.join(",")}}`}::uuid[]`;
  const rows = await rowsOf<{ id: string }>(
    tx,
    sql`
    update ${documentPlaces} place set left_at = now(), held_until = coalesce(place.held_until, now())
    where place.tenant_id = ${tenantId} and place.left_at is null and place.id in (
      select unnest(${ids})
      union
      select waiting.id from ${documentPlaces} ending
      join ${documentPlaces} waiting on waiting.tenant_id = ending.tenant_id and waiting.source = ending.source
        and waiting.path_hash = ending.path_hash
      where ending.tenant_id = ${tenantId} and ending.id = any(${ids}) and ending.held_until is null
        and waiting.left_at is null)
    returning place.document_id as id`,
  );
  return rows.map(({ id }) => id);
}
