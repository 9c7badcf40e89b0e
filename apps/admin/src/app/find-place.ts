import { matchPath } from "./match-path.ts";
import { PLACES, type PlaceName } from "./places.ts";

export interface FoundPlace {
  readonly name: PlaceName;
  readonly params: Readonly<Record<string, string>>;
}

/** Fixed paths come before those with parts. */
const NAMES = (Object.keys(PLACES) as PlaceName[]).toSorted(
  (a, b) => Number(PLACES[a].path.includes(":")) - Number(PLACES[b].path.includes(":")),
);

export function findPlace(path: string): FoundPlace | undefined {
  for (const name of NAMES) {
    const params = matchPath(PLACES[name].path, path);
    if (params) return { name, params };
  }
  return undefined;
}
