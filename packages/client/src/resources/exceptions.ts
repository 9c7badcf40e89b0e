import type { ExceptionListReply, ExceptionReply } from "../generated/replies.ts";
import type { Exception, ExceptionKind, ExceptionStatus, NewException } from "../generated/types.ts";
import { path, type RequestOptions } from "../http.ts";
import { type List, type ListOptions, listOf } from "../list.ts";
import { Resource } from "../resource.ts";

export interface ExceptionFilters extends ListOptions {
  readonly packId?: string | undefined;
  readonly requirementId?: string | undefined;
  readonly kind?: ExceptionKind | undefined;
  readonly status?: ExceptionStatus | undefined;
  readonly ownerId?: string | undefined;
  /** Approved, and today is within its days. */
  readonly inForce?: "true" | undefined;
  /** In force, and its last day is within so many days. */
  readonly expiringWithinDays?: number | undefined;
  /** The earliest last day first; without it the newest first. */
  readonly sort?: "validUntil" | undefined;
}

/** Requirements that do not apply, or whose risk is accepted, for a time: proposed by one person, approved by another. */
export class Exceptions extends Resource {
  /** Newest first. */
  list(filters: ExceptionFilters = {}): List<Exception> {
    return listOf(this.http, "/api/exceptions", filters, ({ exceptions }: ExceptionListReply) => exceptions);
  }

  /** Throws NotFoundError. */
  async get(exceptionId: string, options: RequestOptions = {}): Promise<Exception> {
    return (await this.http.json<ExceptionReply>("GET", path`/api/exceptions/${exceptionId}`, options)).exception;
  }

  /**
   * Proposes an exception, from today unless `validFrom` says otherwise, for at most 24 months. Throws NotFoundError for a
   * requirement, owner or document that the tenant does not have, ValidationError.
   *
   * @example
   * const { id } = await assay.exceptions.propose({
   *   requirementId: "1.2.a", kind: "RISK_ACCEPTED", reason: "Accepted by the board", ownerId: person.userId, validUntil: "2027-01-31",
   * });
   */
  async propose(exception: NewException, options: RequestOptions = {}): Promise<Exception> {
    const request = { ...options, json: exception };
    return (await this.http.json<ExceptionReply>("POST", "/api/exceptions", request)).exception;
  }

  /**
   * Needs an ADMIN who is another person than the proposer, and is no API key: throws ForbiddenError otherwise, and
   * InvalidStateError for one that is not PROPOSED.
   */
  async approve(exceptionId: string, options: RequestOptions = {}): Promise<Exception> {
    return (await this.http.json<ExceptionReply>("POST", path`/api/exceptions/${exceptionId}/approve`, options))
      .exception;
  }

  /** By an ADMIN, or the proposer of one that is still PROPOSED. Throws ForbiddenError, InvalidStateError. */
  async revoke(exceptionId: string, reason: string, options: RequestOptions = {}): Promise<Exception> {
    const request = { ...options, json: { reason } };
    return (await this.http.json<ExceptionReply>("POST", path`/api/exceptions/${exceptionId}/revoke`, request))
      .exception;
  }
}
