import { AssayError, type KeptCheckpoint } from "@assay/contract";
import type { CheckpointStore } from "@assay/core/ports";

export type MemoryCheckpointStore = ReturnType<typeof createMemoryCheckpointStore>;

/** Keeps what it is given and lets go of nothing. */
export function createMemoryCheckpointStore(name: CheckpointStore["name"] = "folder") {
  const kept: KeptCheckpoint[] = [];
  const store = {
    name,
    kept,
    isReachable: true as boolean,
    async keep(checkpoint) {
      requireReachable();
      if (!kept.some(({ signature }) => signature === checkpoint.signature)) kept.push(checkpoint);
      return { location: `${name}:${kept.length}` };
    },
    async list(tenantId) {
      requireReachable();
      return kept
        .filter(({ statement }) => statement.tenantId === tenantId)
        .map((checkpoint) => {
          const { sequence, hash, counter = null } = checkpoint.statement;
          return { sequence, hash, counter, load: async () => checkpoint };
        });
    },
  } satisfies CheckpointStore & { kept: KeptCheckpoint[]; isReachable: boolean };
  const requireReachable = () => {
    if (!store.isReachable) throw new AssayError("SERVICE_UNAVAILABLE", `Cannot reach ${name}`);
  };
  return store;
}
