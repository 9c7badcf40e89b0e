import type { ModelUse } from "@assay/contract";
import { rowsOf, type Transaction } from "@assay/db";
import { sql } from "drizzle-orm";
import type { Models } from "../ports/models.ts";
import type { Context } from "../tenancy/context.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inSystem } from "../tenancy/transact.ts";
import { modelPart } from "./asked-model.ts";
import { type QuotaSettings, readUse } from "./quota.ts";

/** What each model of the deployment may be asked, what is used of it in the present window, and until when it waits. */
export async function listModelUse(ctx: Context, settings: QuotaSettings, models: Models): Promise<ModelUse[]> {
  requireRole(ctx, "SUPER_ADMIN");
  const { assessors, embedders, fallback } = models;
  const listed = [
    ...assessors.map(({ model }) => ({ model, kind: "assessor" as const })),
    ...(fallback ? [{ model: fallback.model, kind: "assessor" as const }] : []),
    ...embedders.map(({ model }) => ({ model, kind: "embedder" as const })),
  ];
  const distinct = [...new Map(listed.map((each) => [`${each.kind} ${each.model}`, each])).values()];
  return inSystem(ctx.db, async (tx) => {
    const uses: ModelUse[] = [];
    for (const each of distinct) uses.push({ ...each, ...(await readModel(tx, settings, each.model)) });
    return uses;
  });
}

async function readModel(tx: Transaction, settings: QuotaSettings, model: string) {
  const part = modelPart(model);
  const { requestsPerMinute = null, tokensPerMinute = null, parallelCalls = null } = settings.quotas[part] ?? {};
  const { requests, tokens, underWay } = await readUse(tx, settings, part);
  const [waiting] = await rowsOf<{ jobs: number; until: string | null; code: string | null }>(
    tx,
    sql`with pause as (select until, code from pauses where part = ${part} and failures > 0 and until > now()),
      waiting as (
        select count(*)::int as jobs, min(available_at) filter (where available_at > now()) as until,
          min(last_error) as code
        from work_items where state = 'PENDING' and waiting_for = ${part})
      select waiting.jobs,
        to_char(coalesce((select until from pause), waiting.until) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as until,
        coalesce((select code from pause), waiting.code) as code
      from waiting`,
  );
  const { jobs, until, code } = waiting!;
  return {
    limits: { requestsPerMinute, tokensPerMinute, parallelCalls },
    used: { requests, tokens, parallelCalls: underWay },
    waitsUntil: until,
    waitsBecause: until === null ? null : code,
    waitingJobs: jobs,
  };
}
