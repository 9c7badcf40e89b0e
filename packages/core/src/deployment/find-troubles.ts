import { TENANT_TROUBLES, type TenantState, type TenantTrouble } from "@assay/contract";

export interface TroubleTimes {
  /** A job that has been due for longer, and a document that has not been read for longer, are trouble. */
  readonly quietAfterMs: number;
}

/** From this share of a limit on it is said to be near. */
const NEAR = 0.9;

type State = Omit<TenantState, "troubles">;

/** What an operator has to look at in a tenant, the worst first. */
export function findTroubles(state: State, now: Date, { quietAfterMs }: TroubleTimes): TenantTrouble[] {
  const isOld = (time: string | null) => time !== null && now.getTime() - Date.parse(time) > quietAfterMs;
  const { integrity, lastRun, jobs, documents, bytes, runsToday, tokensThisMonth, failures, admins, tenant } = state;
  const found: Readonly<Record<TenantTrouble, boolean>> = {
    INTEGRITY: integrity.chainBroken || integrity.damagedRuns > 0 || integrity.damagedRecords > 0,
    RUN_FAILED: lastRun?.status === "FAILED",
    SNAPSHOT_FAILED: lastRun?.status === "COMPLETED" && lastRun.snapshotStatus === "FAILED",
    // Those of a suspended tenant wait on purpose.
    JOBS_WAITING: tenant.status === "ACTIVE" && (jobs.waitForPart || isOld(jobs.oldestAt)),
    DOCUMENTS_UNREAD: isOld(state.oldestUnreadAt),
    DOCUMENTS_FAILED: failures.documents > 0,
    LIMIT_NEAR: [documents, bytes, runsToday, tokensThisMonth].some(
      ({ used, limit }) => limit !== null && used >= limit * NEAR,
    ),
    NO_ADMIN: tenant.status === "ACTIVE" && admins === 0,
  };
  return TENANT_TROUBLES.filter((trouble) => found[trouble]);
}

/** Larger is worse: the worst trouble counts more than all others together. */
export function rankOf(troubles: readonly TenantTrouble[]): number {
  return troubles.reduce(
    (rank, trouble) => rank + 2 ** (TENANT_TROUBLES.length - 1 - TENANT_TROUBLES.indexOf(trouble)),
    0,
  );
}
