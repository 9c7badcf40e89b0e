import { splitDamaged } from "../damage.ts";
import type { SignOffReply } from "../generated/replies.ts";
import { SignOffsBase } from "../generated/resources.ts";
import type { SignOff, SignOffPage, SignOffRole } from "../generated/types.ts";
import { path, type RequestOptions } from "../http.ts";

export interface SignOffList extends SignOffPage {
  readonly signOffs: SignOff[];
  /** Ids of acts that are not shown as they are stored otherwise than they were recorded. */
  readonly damaged: readonly string[];
}

/** Signatures of people under a finished run. Each act needs somebody signed in: an API key gets ForbiddenError. */
export class SignOffs extends SignOffsBase {
  /** Every act in order, with what was signed. */
  override async list(runId: string, options: RequestOptions = {}): Promise<SignOffList> {
    const page = await super.list(runId, options);
    const { items, damaged } = splitDamaged<SignOff>(page.signOffs);
    return { ...page, signOffs: items, damaged };
  }

  /**
   * Signs as PREPARED, REVIEWED or APPROVED, in this order; from then on the run's reviews are closed. Throws ForbiddenError
   * for who prepared the run where another person must act, InvalidStateError out of turn or without a snapshot.
   */
  async sign(runId: string, role: SignOffRole, statement: string, options: RequestOptions = {}): Promise<SignOff> {
    const request = { ...options, json: { role, statement } };
    return (await this.http.json<SignOffReply>("POST", path`/api/runs/${runId}/sign-offs`, request)).signOff;
  }

  /** Refuses to sign as REVIEWED: PREPARED is withdrawn, and the reviews are open again. Throws as `sign` does. */
  async decline(runId: string, statement: string, options: RequestOptions = {}): Promise<SignOff> {
    const request = { ...options, json: { role: "REVIEWED", declined: true, statement } };
    return (await this.http.json<SignOffReply>("POST", path`/api/runs/${runId}/sign-offs`, request)).signOff;
  }
}
