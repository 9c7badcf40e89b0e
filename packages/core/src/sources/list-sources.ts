import type { Source } from "@assay/contract";
import { documentPlaces, rowsOf } from "@assay/db";
import { sql } from "drizzle-orm";
import { BY_HAND } from "../documents/places/list-places.ts";
import { decodeCursor, type Page, toPage } from "../paging.ts";
import type { Context } from "../tenancy/context.ts";
import { nameActors } from "../tenancy/name-actors.ts";
import { inTenant } from "../tenancy/transact.ts";
import { readSoundManifests } from "./compare-manifests.ts";
import { findGone, lastManifests, listNames } from "./last-manifests.ts";

interface SourceRow {
  readonly name: string;
  readonly files: number;
  readonly manifestId: string | null;
}

/** By name. Of a last manifest that is not stored as it was signed, or is gone, its id alone. */
export async function listSources(
  ctx: Context,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<Page<Source>> {
  const { tenantId } = ctx;
  const after = cursor === undefined ? "" : decodeCursor("sources", cursor, ["text"])[0];
  return inTenant(ctx, async (tx) => {
    const rows = await rowsOf<SourceRow>(
      tx,
      sql`
      with recursive ${listNames("placed", sql`${documentPlaces}`, tenantId)},
      counted as (
        select placed.name, (
          select count(*)::int from ${documentPlaces} place
          where place.tenant_id = ${tenantId} and place.source = placed.name and place.held_until is null) as files
        from placed where placed.name <> ${BY_HAND}),
      ${lastManifests(tenantId)}
      select name, coalesce(counted.files, 0) as files, last.id as "manifestId"
      from counted full join last using (name)
      where name collate "C" > ${after}
      order by name collate "C"
      limit ${limit + 1}`,
    );
    const page = toPage("sources", rows, limit, ({ name }) => [name]);
    const ids = page.items.flatMap(({ manifestId }) => manifestId ?? []);
    const read = page.items.map(({ name, manifestId }) => ({ source: name, id: manifestId }));
    const gone = new Map((await findGone(tx, tenantId, read)).map(({ source, id }) => [source, id]));
    const sound = await readSoundManifests(tx, tenantId, ids);
    const actors = [...sound.values()].map(({ closedBy }) => closedBy);
    const names = await nameActors(tx, tenantId, actors);
    return {
      nextCursor: page.nextCursor,
      items: page.items.map(({ name, files, manifestId: storedId }) => {
        const manifestId = gone.get(name) ?? storedId;
        const last = manifestId === null ? undefined : sound.get(manifestId);
        return {
          name,
          files,
          lastSyncedAt: last?.closedAt.toISOString() ?? null,
          lastSyncedBy: last?.closedBy ?? null,
          lastSyncedByName: (last && names[last.closedBy]) ?? null,
          lastManifestId: manifestId,
          lastManifestHash: last?.payloadHash ?? null,
        };
      }),
    };
  });
}
