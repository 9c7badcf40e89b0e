import type { ModelAbilities } from "@assay/contract";

export interface ModelServer {
  readonly baseUrl: string;
  readonly model: string;
}

/** Keeps what the servers of models accept, for all processes. */
export interface AbilityStore {
  load(server: ModelServer): Promise<ModelAbilities | undefined>;
  save(server: ModelServer, abilities: ModelAbilities): Promise<void>;
}
