import { adminRunListReply, packListReply } from "@assay/contract";
import type { SiteTest } from "../../../../../packages/site/test/browser/open-site.ts";
import { PLACES, type Place } from "../../../src/app/places.ts";

export const ALL: readonly Place[] = Object.values(PLACES);

/** Returns what gives a place's address, with ids of the demo's own things for its parts. */
export async function findAddresses(site: SiteTest): Promise<(place: Place) => string> {
  const admin = site.client("ADMIN");
  const { runs } = await admin.get("/api/admin/runs", adminRunListReply);
  const { packs } = await admin.get("/api/admin/packs", packListReply);
  const params: Readonly<Record<string, string>> = { runId: runs[0]!.id, packId: packs[0]!.id };
  return ({ path }) => {
    const filled = path.replace(/:([A-Za-z]+)/g, (_, name: string) => {
      if (!params[name]) throw new Error(`Cannot open '${path}' as there is no '${name}': add one to findAddresses`);
      return params[name];
    });
    return `/admin${filled === "/" ? "" : filled}`;
  };
}
