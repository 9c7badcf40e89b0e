import type { ReviewListReply, ReviewReply } from "../generated/replies.ts";
import type {
  NewReview,
  Redaction,
  Review,
  ReviewChanges,
  ReviewConfirmation,
  ReviewDecision,
  ReviewQueue,
} from "../generated/types.ts";
import { path, type RequestOptions } from "../http.ts";
import { type List, type ListOptions, listOf } from "../list.ts";
import { Resource } from "../resource.ts";

export interface ReviewFilters extends ListOptions {
  readonly requirementId?: string | undefined;
  readonly decision?: ReviewDecision | undefined;
}

/** What people say of the verdicts of a run. A review stands beside its verdict, which never changes; the newest counts. */
export class Reviews extends Resource {
  /**
   * Every requirement of a COMPLETED run with its review and that of an earlier run, the highest risk first.
   *
   * @example
   * const { items, counts } = await assay.reviews.queue(run.id);
   * console.log(`${counts.reviewed} of ${counts.total} reviewed`, items[0]?.risk);
   */
  queue(runId: string, options: RequestOptions = {}): Promise<ReviewQueue> {
    return this.http.json("GET", path`/api/runs/${runId}/review-queue`, options);
  }

  /** All of them, newest first. */
  list(runId: string, filters: ReviewFilters = {}): List<Review> {
    return listOf(this.http, path`/api/runs/${runId}/reviews`, filters, ({ reviews }: ReviewListReply) => reviews);
  }

  /**
   * Reviews a verdict as the person who is signed in; not with an API key. SENT_BACK reopens the task of the requirement.
   * Throws ImmutableResourceError for a run that is signed.
   */
  async add(runId: string, review: NewReview, options: RequestOptions = {}): Promise<Review> {
    const request = { ...options, json: review };
    return (await this.http.json<ReviewReply>("POST", path`/api/runs/${runId}/reviews`, request)).review;
  }

  /**
   * Agrees to verdicts that were agreed to in an earlier run and have not changed; returns how many. All or none: throws
   * InvalidStateError, whose `details.requirementIds` names those that cannot be confirmed.
   */
  async confirm(runId: string, requirementIds: readonly string[], options: RequestOptions = {}): Promise<number> {
    const request = { ...options, json: { requirementIds } };
    const at = path`/api/runs/${runId}/reviews/confirm`;
    return (await this.http.json<ReviewConfirmation>("POST", at, request)).confirmedCount;
  }

  /** What has changed since the verdict was reviewed in an earlier run. Throws NotFoundError where there is no such run. */
  changes(runId: string, requirementId: string, options: RequestOptions = {}): Promise<ReviewChanges> {
    return this.http.json("GET", path`/api/runs/${runId}/requirements/${requirementId}/changes`, options);
  }

  /** Removes the reason of a review for good; for an ADMIN who is signed in. The SHA-256 of the text stays. */
  redact(runId: string, reviewId: string, options: RequestOptions = {}): Promise<Redaction> {
    return this.http.json("POST", path`/api/runs/${runId}/reviews/${reviewId}/redact`, options);
  }
}
