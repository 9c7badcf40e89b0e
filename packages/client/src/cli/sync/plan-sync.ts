import { AssayApiError } from "../../assay-error.ts";
import type { SyncPlan } from "../../resources/sources.ts";
import type { Connection } from "../access/connect.ts";
import { CommandError } from "../exit-codes.ts";
import type { FolderEntry, Listing } from "./folder-entry.ts";

export interface PlannedSync {
  readonly planId: string | null;
  readonly send: readonly FolderEntry[];
  readonly unchanged: number;
  /** What the service would refuse again. */
  readonly refused: readonly { readonly path: string; readonly code?: string; readonly reason?: string }[];
  readonly retire: readonly { readonly path: string; readonly documentId: string }[];
}

interface PlanOptions {
  readonly dryRun: boolean;
  /** Ends another sync of the source, whose program is gone. */
  readonly takeOver: boolean;
  readonly signal: AbortSignal;
}

/** What makes the source what was listed. Only hashes and paths travel. */
export async function planSync(
  connection: Connection,
  source: string,
  { entries }: Listing,
  options: PlanOptions,
): Promise<PlannedSync> {
  const files = entries.map(({ path, sha256, bytes }) => ({ path, sha256, bytes }));
  const plan = await openPlan(connection, source, files, options);
  const pathsOf = (action: string) => plan.entries.filter((each) => each.action === action);
  const toSend = new Set(pathsOf("upload").map(({ path }) => path));
  return {
    planId: plan.planId,
    send: entries.filter(({ path }) => toSend.has(path)),
    unchanged: plan.unchanged,
    refused: pathsOf("refused"),
    retire: pathsOf("retire").map(({ path, documentId = "" }) => ({ path, documentId })),
  };
}

async function openPlan(
  { assay }: Connection,
  source: string,
  files: Parameters<Connection["assay"]["sources"]["plan"]>[1],
  { dryRun, takeOver, signal }: PlanOptions,
): Promise<SyncPlan> {
  try {
    return await assay.sources.plan(source, files, { dryRun: dryRun || undefined, signal });
  } catch (error) {
    if (!(error instanceof AssayApiError) || error.code !== "INVALID_STATE") throw error;
    const { planId, startedAt } = error.details;
    if (takeOver) return assay.sources.plan(source, files, { takeOver: String(planId), signal });
    throw new CommandError(
      "SERVICE",
      `Another sync of ${source} is under way since ${String(startedAt)}`,
      "Wait for its end; if it was interrupted, give --take-over.",
    );
  }
}

/** Throws CommandError where nothing is left of the source, which is more often a wrong folder than what is meant. */
export function refuseEmpty({ entries, unread }: Listing, from: string, allowEmpty: boolean): void {
  if (entries.length > 0 || allowEmpty || unread.length > 0) return;
  throw new CommandError(
    "USAGE",
    `There is no file in ${from}: nothing was retired`,
    "Give --allow-empty where the source is to be empty.",
  );
}
