import type { SignOffReply } from "../generated/replies.ts";
import type { SignOff, SignOffPage, SignOffRole } from "../generated/types.ts";
import { path, type RequestOptions } from "../http.ts";
import { Resource } from "../resource.ts";

/** Signatures of people under a finished run. Each act needs somebody signed in: an API key gets ForbiddenError. */
export class SignOffs extends Resource {
  /** Every act in order, with what was signed and its signature. `verifySignOffs` checks them without the service. */
  list(runId: string, options: RequestOptions = {}): Promise<SignOffPage> {
    return this.http.json("GET", path`/api/runs/${runId}/sign-offs`, options);
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

  /**
   * Withdraws a signature, and the later ones with it; returns the signed act that ends them. For its signer and for an ADMIN.
   * Throws InvalidStateError for one that does not stand.
   */
  async withdraw(runId: string, signOffId: string, reason: string, options: RequestOptions = {}): Promise<SignOff> {
    const address = path`/api/runs/${runId}/sign-offs/${signOffId}/withdraw`;
    return (await this.http.json<SignOffReply>("POST", address, { ...options, json: { reason } })).signOff;
  }
}
