import { type Database, identityStates } from "@assay/db";
import { and, eq, ne } from "drizzle-orm";
import type { StateStore } from "../ports/state-store.ts";
import { inSystem, readInSystem } from "../tenancy/transact.ts";

/** States in the database, for all processes. */
export function createStateStore(db: Database): StateStore {
  return {
    async load(name, known) {
      const { version, state } = identityStates;
      const [row] = await readInSystem(db, (tx) =>
        tx
          .select({ version, text: state })
          .from(identityStates)
          .where(and(eq(identityStates.name, name), ne(version, known))),
      );
      return row;
    },

    async replace(name, known, text) {
      const version = known + 1;
      const written = await inSystem(db, (tx) =>
        known === 0
          ? tx
              .insert(identityStates)
              .values({ name, version, state: text })
              .onConflictDoNothing()
              .returning({ version: identityStates.version })
          : tx
              .update(identityStates)
              .set({ version, state: text })
              .where(and(eq(identityStates.name, name), eq(identityStates.version, known)))
              .returning({ version: identityStates.version }),
      );
      return written.length === 1;
    },
  };
}
