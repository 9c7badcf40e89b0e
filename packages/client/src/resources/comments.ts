import type { CommentListReply, CommentReply } from "../generated/replies.ts";
import type {
  Comment,
  CommentCounts,
  CommentKind,
  NewComment,
  ReadComments,
  Redaction,
  UnreadRuns,
} from "../generated/types.ts";
import { path, type RequestOptions } from "../http.ts";
import { type List, type ListOptions, listOf } from "../list.ts";
import { Resource } from "../resource.ts";

export interface CommentFilters extends ListOptions {
  /** `none`: those about the whole run. */
  readonly requirementId?: string | undefined;
  readonly kind?: CommentKind | undefined;
  /** Evidence requests that nobody has answered. */
  readonly open?: "true" | undefined;
}

/** What people say of a run and its requirements: plain text, never HTML. */
export class Comments extends Resource {
  /** Newest first. */
  list(runId: string, filters: CommentFilters = {}): List<Comment> {
    return listOf(this.http, path`/api/runs/${runId}/comments`, filters, ({ comments }: CommentListReply) => comments);
  }

  /**
   * Adds a comment, or with `kind: "REQUEST"` an evidence request. For a person who may review, not with an API key. Throws
   * InvalidStateError where `answersId` names no open request about the same requirement.
   *
   * @example
   * await assay.comments.add(run.id, { requirementId: "2.1.a", text: "@ada@example.com where is the approval of 2026?" });
   */
  async add(runId: string, comment: NewComment, options: RequestOptions = {}): Promise<Comment> {
    const request = { ...options, json: comment };
    return (await this.http.json<CommentReply>("POST", path`/api/runs/${runId}/comments`, request)).comment;
  }

  /** By requirement, with what the caller has not read. */
  counts(runId: string, options: RequestOptions = {}): Promise<CommentCounts> {
    return this.http.json("GET", path`/api/runs/${runId}/comments/counts`, options);
  }

  /** The runs with comments that the caller has not read, at most 200. */
  async unread(options: RequestOptions = {}): Promise<UnreadRuns["runs"]> {
    return (await this.http.json<UnreadRuns>("GET", "/api/comments/unread", options)).runs;
  }

  /** Notes how far the caller has read what is said of a requirement, or with null of the whole run. Never backwards. */
  async markRead(runId: string, read: ReadComments, options: RequestOptions = {}): Promise<void> {
    await this.http.send("PUT", path`/api/runs/${runId}/comments/read`, { ...options, json: read });
  }

  /** Removes the text for good; its SHA-256 stays. Throws ImmutableResourceError the second time. */
  redact(runId: string, commentId: string, options: RequestOptions = {}): Promise<Redaction> {
    return this.http.json("POST", path`/api/runs/${runId}/comments/${commentId}/redact`, options);
  }
}
