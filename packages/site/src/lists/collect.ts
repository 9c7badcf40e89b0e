import type { List } from "@assay/client";

export interface Collected<T> {
  readonly items: T[];
  /** Ids of what is stored otherwise than it was recorded, in the place of which nothing is served. */
  readonly damaged: string[];
}

/** All of a list. */
export async function collect<T>(list: List<T>): Promise<Collected<T>> {
  const collected: Collected<T> = { items: [], damaged: [] };
  for await (const { items, damaged = [] } of list.pages()) {
    collected.items.push(...items);
    collected.damaged.push(...damaged);
  }
  return collected;
}
