import { SourcesBase } from "../generated/resources.ts";
import type { PlanEntry, PlanFile, PlanHeader } from "../generated/types.ts";
import { path, type RequestOptions } from "../http.ts";

export interface PlanOptions extends RequestOptions {
  /** Says what a sync would do, and keeps no plan. */
  readonly dryRun?: boolean | undefined;
  /** The `planId` of another sync, which a refusal names: it is ended, as its program is gone. */
  readonly takeOver?: string | undefined;
}

export interface SyncPlan extends PlanHeader {
  readonly entries: readonly PlanEntry[];
}

/** Where files come from, such as folders, and what they had at the end of each sync. */
export class Sources extends SourcesBase {
  /**
   * Compares what a source has with what is held, and begins a sync: upload what it asks for, then `closeSync` with its
   * `planId`. Throws InvalidStateError while another sync of the source is under way.
   */
  async plan(source: string, files: readonly PlanFile[], options: PlanOptions = {}): Promise<SyncPlan> {
    const { dryRun, takeOver } = options;
    const response = await this.http.send("POST", path`/api/sources/${source}/plan`, {
      ...options,
      query: { dryRun, takeOver },
      headers: { "Content-Type": "application/x-ndjson" },
      body: files.map((file) => JSON.stringify(file)).join("\n"),
    });
    const lines = (await response.text()).match(/.+/g)!;
    const [header, ...entries] = lines.map((line) => JSON.parse(line));
    return { ...header, entries };
  }
}
