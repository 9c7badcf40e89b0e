import { type Database, modelAbilities } from "@assay/db";
import { eq, sql } from "drizzle-orm";
import { sha256Hex } from "../digest.ts";
import type { AbilityStore, ModelServer } from "../ports/ability-store.ts";
import { inSystem } from "../tenancy/transact.ts";

/** What the servers of models accept, in the database; of an address only its hash. */
export function createAbilityStore(db: Database): AbilityStore {
  return {
    async load(server) {
      const key = await keyOf(server);
      const [row] = await inSystem(db, (tx) =>
        tx.select({ abilities: modelAbilities.abilities }).from(modelAbilities).where(eq(modelAbilities.key, key)),
      );
      return row?.abilities;
    },
    async save(server, abilities) {
      const row = { key: await keyOf(server), model: server.model, abilities };
      await inSystem(db, (tx) =>
        tx
          .insert(modelAbilities)
          .values(row)
          .onConflictDoUpdate({ target: modelAbilities.key, set: { abilities, foundAt: sql`now()` } }),
      );
    },
  };
}

function keyOf({ baseUrl, model }: ModelServer): Promise<string> {
  return sha256Hex(`${baseUrl}\n${model}`);
}
