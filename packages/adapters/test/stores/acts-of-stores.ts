import type { FileStore } from "@assay/core/ports";

export const NO_LIMIT = { limitBytes: Number.MAX_SAFE_INTEGER };

export const bytes = (length: number, fill = 1) => new Blob([new Uint8Array(length).fill(fill)]).stream();

/** One call of each kind, on a store that has a file named "a". */
export const ACTS: Record<string, (store: FileStore) => Promise<unknown>> = {
  put: (store) => store.put("b", bytes(10), NO_LIMIT),
  get: (store) => store.get("a"),
  "get of a range": (store) => store.get("a", { start: 2, end: 5 }),
  stat: (store) => store.stat("a"),
  rehash: (store) => store.rehash("a"),
  delete: (store) => store.delete("a"),
  check: (store) => store.check(),
};

export async function failureOf(act: Promise<unknown>): Promise<unknown> {
  return act.then(
    () => {
      throw new Error("Cannot check a refusal because the act succeeded");
    },
    (error: unknown) => error,
  );
}
