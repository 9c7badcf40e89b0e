import { join } from "node:path";
import type { StateStore } from "@assay/core/ports";
import { openStateFile, readStateFile, type StateFile } from "@assay/embedded/state-file";
import type { z } from "zod";
import { openSharedState } from "./shared-state.ts";

/** Opens a part of the issuer's state, and makes it where there is none. */
export type OpenState = <T>(name: string, schema: z.ZodType<T>, initial: () => T) => Promise<StateFile<T>>;

/** As a file of `dir`, which belongs to this process. */
export function inFolder(dir: string): OpenState {
  return (name, schema, initial) => openStateFile({ path: join(dir, `${name}.json`), schema, initial });
}

/** In a store that processes share; the first one takes over what the folder of an earlier start has. */
export function inStore(store: StateStore, { earlier }: { readonly earlier: string }): OpenState {
  return (name, schema, initial) =>
    openSharedState({
      store,
      name,
      schema,
      initial: async () => (await readStateFile({ path: join(earlier, `${name}.json`), schema })) ?? initial(),
    });
}
