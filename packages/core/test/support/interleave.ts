import { inSystem, type inTenant } from "@assay/core/tenancy";
import { type Database, documents, rowsOf, type Transaction } from "@assay/db";
import { type SQL, sql } from "drizzle-orm";

export interface Traffic {
  readonly db: Database;
  readonly tenantIds: readonly string[];
  readonly transactions: number;
  /** How many transactions are open, or wait for a connection, at a time. */
  readonly clients: number;
  /** How a transaction becomes a tenant's: the product's own way, or a faulty one that the check must notice. */
  readonly enter: typeof inTenant;
}

export interface Observed {
  /** What somebody saw that is not theirs, in words; empty when nothing leaked. */
  readonly leaks: string[];
  /** The server's processes that served. */
  readonly backends: Set<number>;
  /** Transactions by kind. */
  readonly served: Map<string, number>;
}

interface Sight {
  tenant: string;
  role: string;
  login: string;
  backend: number;
}

const SIGHT = sql`select coalesce(current_setting('app.tenant_id', true), '') as tenant, current_user as role,
  session_user as login, pg_backend_pid() as backend`;

class RolledBack extends Error {}

/** Runs transactions of many tenants, of the system and of nobody at once, and notes what each of them sees. */
export async function interleave(traffic: Traffic): Promise<Observed> {
  const observed: Observed = { leaks: [], backends: new Set(), served: new Map() };
  const kinds = Object.entries(KINDS);
  let next = 0;
  const client = async () => {
    while (next < traffic.transactions) {
      const at = next++;
      const [kind, act] = kinds[at % kinds.length]!;
      const tenantId = traffic.tenantIds[Math.floor(at / kinds.length) % traffic.tenantIds.length]!;
      const leaks = await act(traffic, tenantId, (sight) => void observed.backends.add(sight.backend));
      observed.leaks.push(...leaks.map((leak) => `${kind}: ${leak}`));
      observed.served.set(kind, (observed.served.get(kind) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: traffic.clients }, client));
  return observed;
}

type Note = (sight: Sight) => void;

const KINDS: Record<string, (traffic: Traffic, tenantId: string, note: Note) => Promise<string[]>> = {
  read: ({ db, enter }, tenantId, note) => enter({ db, tenantId }, (tx) => lookAround(tx, tenantId, note)),
  async write({ db, enter }, tenantId, note) {
    return enter({ db, tenantId }, async (tx) => {
      const changed = await tx.update(documents).set({ category: "seen" }).returning({ of: documents.tenantId });
      return [...foreign(tenantId, changed), ...(await lookAround(tx, tenantId, note))];
    });
  },
  async "roll back"({ db, enter }, tenantId, note) {
    let leaks: string[] = [];
    const act = enter({ db, tenantId }, async (tx) => {
      leaks = await lookAround(tx, tenantId, note);
      throw new RolledBack();
    });
    await act.catch((error) => {
      if (!(error instanceof RolledBack)) throw error;
    });
    return leaks;
  },
  async "fail in the database"({ db, enter }, tenantId) {
    const division = enter({ db, tenantId }, (tx) => tx.execute(sql`select 1 / 0`));
    return division.then(
      () => ["a division by zero that succeeds"],
      ({ cause }) => (cause.code === "22012" ? [] : [`the error ${cause.code}`]),
    );
  },
  async system({ db }, _, note) {
    const [sight] = await inSystem(db, (tx) => rowsOf<Sight>(tx, SIGHT));
    note(sight!);
    return differing(sight!, { tenant: "", role: "assay_system" });
  },
  async nobody({ db }, _, note) {
    const [sight] = await rowsOf<Sight>(db, SIGHT);
    note(sight!);
    return differing(sight!, { tenant: "", role: sight!.login });
  },
};

async function lookAround(tx: Transaction, tenantId: string, note: Note): Promise<string[]> {
  const all = <T>(query: SQL) => rowsOf<T>(tx, query);
  const [sight] = await all<Sight>(SIGHT);
  note(sight!);
  const rows = await all<{ of: string }>(sql`select tenant_id as of from documents`);
  return [...differing(sight!, { tenant: tenantId, role: "assay_tenant" }), ...foreign(tenantId, rows)];
}

function differing(sight: Sight, { tenant, role }: Pick<Sight, "tenant" | "role">): string[] {
  if (sight.tenant === tenant && sight.role === role) return [];
  return [`'${sight.role}' of tenant '${sight.tenant}' where '${role}' of '${tenant}' should be`];
}

/** A tenant has exactly one document: none is a loss, more is a leak. */
function foreign(tenantId: string, rows: readonly { of: string }[]): string[] {
  const [first, ...rest] = rows.map((row) => row.of);
  return first === tenantId && rest.length === 0 ? [] : [`the documents of [${rows.map((row) => row.of).join()}]`];
}
