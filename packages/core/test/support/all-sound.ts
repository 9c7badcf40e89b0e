import type { DamagedResult } from "@assay/contract";

/** What is listed, where none of it is damaged. */
export function allSound<T extends object>(listed: readonly (T | DamagedResult)[]): T[] {
  return listed.map((each) => {
    if ("damaged" in each) throw new Error(`'${each.id}' is damaged`);
    return each;
  });
}
