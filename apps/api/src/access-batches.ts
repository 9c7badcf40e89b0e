import { findLinkHolders, type LinkHolder } from "@assay/core/links";
import {
  findKeyHolders,
  findSessionRoles,
  type KeyHolder,
  type SessionRole,
  type TenantSession,
} from "@assay/core/tenancy";
import type { Database } from "@assay/db";

/** Who may do what, as for a single request but a moment later: with one statement for all who are asked for within it. */
export interface AccessBatches {
  findSessionRole(session: TenantSession): Promise<SessionRole | undefined>;
  findKeyHolder(key: string): Promise<KeyHolder | undefined>;
  findLinkHolder(token: string): Promise<LinkHolder | undefined>;
}

/** Tokens are verified before, one after the other: as long as one more is asked for in this time, it waits as long again. */
const GATHER_MS = 25;
const GATHERS_MAX = 40;

export function createAccessBatches(
  db: Database,
  pause = () => new Promise<void>((resolve) => setTimeout(resolve, GATHER_MS)),
): AccessBatches {
  return {
    findSessionRole: gather(async (sessions: readonly TenantSession[]) => {
      const roles = await findSessionRoles(db, sessions);
      return (session) => roles[sessions.indexOf(session)];
    }, pause),
    findKeyHolder: gather(async (keys: readonly string[]) => {
      const holders = await findKeyHolders(db, keys);
      return (key) => holders.get(key);
    }, pause),
    findLinkHolder: gather(async (tokens: readonly string[]) => {
      const holders = await findLinkHolders(db, tokens);
      return (token) => holders.get(token);
    }, pause),
  };
}

/** `load` gets all that is asked for together, and returns how to find each answer. */
function gather<K, V>(
  load: (asked: readonly K[]) => Promise<(asked: K) => V | undefined>,
  pause: () => Promise<void>,
): (asked: K) => Promise<V | undefined> {
  let open: { readonly asked: K[]; readonly found: Promise<(asked: K) => V | undefined> } | undefined;
  const begin = () => {
    const asked: K[] = [];
    const wait = async () => {
      let known = 0;
      for (let waits = 0; waits < GATHERS_MAX && (waits === 0 || asked.length > known); waits++) {
        known = asked.length;
        await pause();
      }
      open = undefined;
      return load(asked);
    };
    return { asked, found: wait() };
  };
  return async (one) => {
    open ??= begin();
    const { asked, found } = open;
    asked.push(one);
    return (await found)(one);
  };
}
