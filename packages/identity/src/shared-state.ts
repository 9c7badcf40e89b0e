import type { StateStore } from "@assay/core/ports";
import type { StateFile } from "@assay/embedded/state-file";
import type { z } from "zod";

const TRIES_MAX = 50;

/** A state that processes share: as a file of state, but each write counts only on top of the newest one. */
export async function openSharedState<T>(options: {
  store: StateStore;
  name: string;
  schema: z.ZodType<T>;
  initial: () => Promise<T> | T;
}): Promise<StateFile<T>> {
  const { store, name, schema } = options;
  let version = 0;
  let current: T = await options.initial();
  let last: Promise<unknown> = Promise.resolve();

  async function load(): Promise<void> {
    const newer = await store.load(name, version);
    if (newer && newer.version > version) [version, current] = [newer.version, schema.parse(JSON.parse(newer.text))];
  }
  const refresh = sharing(load);

  async function tryUpdate<R>(change: (draft: T) => R): Promise<R> {
    for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
      await refresh();
      const [known, draft] = [version, structuredClone(current)];
      const result = change(draft);
      if (!(await store.replace(name, known, JSON.stringify(draft)))) continue;
      // A reader may have seen a newer one meanwhile.
      if (version === known) [version, current] = [known + 1, draft];
      return result;
    }
    throw new Error(`Cannot change the state '${name}' because others changed it ${TRIES_MAX} times meanwhile`);
  }

  await refresh();
  if (version === 0) await tryUpdate(() => {});
  return {
    read: () => current,
    refresh,
    update(change) {
      const next = last.then(() => tryUpdate(change));
      last = next.catch(() => {});
      return next;
    },
  };
}

/** As `act`, but those who call while one is under way share the next one, which begins after all of them called. */
function sharing(act: () => Promise<void>): () => Promise<void> {
  let underWay: Promise<void> | undefined;
  let following: Promise<void> | undefined;
  const begin = (): Promise<void> => {
    following = undefined;
    const begun = act().finally(() => {
      if (underWay === begun) underWay = undefined;
    });
    underWay = begun;
    return begun;
  };
  return () => {
    if (!underWay) return begin();
    following ??= underWay.then(begin, begin);
    return following;
  };
}
