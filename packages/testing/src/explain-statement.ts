import pg from "pg";
import type { SentStatement } from "./watch-statements.ts";

interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Plan Rows": number;
  readonly Plans?: readonly PlanNode[];
}

export interface Plan {
  /** The planner's estimate, in units of a page read in order. */
  readonly cost: number;
  /** Tables that are read whole. */
  readonly scanned: readonly string[];
  /** What is done, outermost first, with the rows that the planner expects of each. */
  readonly shape: string;
}

export interface Explainer extends AsyncDisposable {
  /** How PostgreSQL would do what was sent, as the role and the tenant that sent it; nothing is done. */
  explain(tenantId: string, statement: SentStatement, options?: { readonly seqScans?: boolean }): Promise<Plan>;
  /**
   * The pages that PostgreSQL reads to do what was sent, with the plan that it keeps for all values. It is done, and put
   * back. `tenantId` is of who sent it, if it was a tenant.
   */
  countBuffers(statement: SentStatement, tenantId?: string): Promise<number>;
}

/** `url` is a superuser's, as what is explained is sent in each of the roles. */
export async function connectExplainer(url: string): Promise<Explainer> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    async explain(tenantId, { role, text, params }, { seqScans = false } = {}) {
      await client.query("begin");
      try {
        await client.query("select set_config('role', $1, true), set_config('app.tenant_id', $2, true)", [
          role,
          tenantId,
        ]);
        // Where any index will do it is taken: small tables are otherwise read whole.
        if (!seqScans) await client.query("set local enable_seqscan = off");
        // What an index alone costs hangs on when the table was vacuumed, which others can hold back.
        await client.query("set local enable_indexonlyscan = off");
        const { rows } = await client.query(`explain (format json) ${text}`, [...params]);
        return toPlan(rows[0]["QUERY PLAN"][0].Plan);
      } finally {
        await client.query("rollback");
      }
    },
    async countBuffers({ role, text, params }, tenantId = "") {
      await client.query("begin");
      try {
        await client.query("select set_config('role', $1, true), set_config('app.tenant_id', $2, true)", [
          role,
          tenantId,
        ]);
        await client.query("set local plan_cache_mode = force_generic_plan");
        await client.query(`prepare counted as ${text}`);
        const values = params.map(toLiteral).join(", ");
        const execute = values ? `execute counted (${values})` : "execute counted";
        const { rows } = await client.query(
          `explain (analyze, buffers, costs off, timing off, format json) ${execute}`,
        );
        const { Plan: top } = rows[0]["QUERY PLAN"][0];
        return top["Shared Hit Blocks"] + top["Shared Read Blocks"];
      } finally {
        await client.query("rollback");
        await client.query("deallocate all");
      }
    },
    [Symbol.asyncDispose]: () => client.end(),
  };
}

function toPlan(top: PlanNode & { readonly "Total Cost": number }): Plan {
  const nodes = flatten(top);
  return {
    cost: top["Total Cost"],
    scanned: nodes.filter((node) => node["Node Type"] === "Seq Scan").map((node) => node["Relation Name"]!),
    shape: nodes
      .map((node) => [node["Node Type"], node["Index Name"] ?? node["Relation Name"], node["Plan Rows"]].join(" "))
      .join(" < "),
  };
}

const flatten = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flatten)];

function toLiteral(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.join(",")}}`);
  return pg.escapeLiteral(value instanceof Date ? value.toISOString() : String(value));
}
