import { spans, type Transaction } from "@assay/db";
import { and, eq, sql } from "drizzle-orm";
import type { OpenRun } from "../../open-run.ts";

interface FailedCall {
  readonly code: string;
  /** The model had answered before it failed, so that its tokens are known. */
  readonly wasAnswered: boolean;
}

/** The calls of a model for one requirement of a run that ended with an error. */
export function listFailedCalls(
  tx: Transaction,
  { run, requirementId, model }: { run: OpenRun["run"]; requirementId: string; model: string },
): Promise<FailedCall[]> {
  return tx
    .select({
      code: sql<string>`attributes->>'error.type'`,
      wasAnswered: sql<boolean>`attributes ? 'llm.tokens.in'`,
    })
    .from(spans)
    .where(
      and(
        eq(spans.tenantId, run.tenantId),
        eq(spans.runId, run.id),
        eq(spans.name, "assessment.model_call"),
        sql`attributes @> ${JSON.stringify({ "requirement.codes": [requirementId], "llm.model": model })}::jsonb`,
        sql`attributes ? 'error.type'`,
      ),
    );
}
