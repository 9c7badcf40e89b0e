// Made from packages/contract/src/operations by `npm run types:client`: change the table, not this file.
import { splitDamaged } from "../damage.ts";
import type { RequestOptions } from "../http.ts";
import { asQuery, path } from "../http.ts";
import { type List, type ListOptions, listOf } from "../list.ts";
import { Resource } from "../resource.ts";
import type { LibraryPack } from "./admin-types.ts";
import type {
  AskedConnectionFilters,
  AssessmentFilters,
  CommentFilters,
  DocumentFilters,
  DocumentPageFilters,
  DocumentSummaryFilters,
  ExceptionFilters,
  PersonFilters,
  RequirementFilters,
  ReviewFilters,
  RunDocumentFilters,
  RunFilters,
  RunPackageContentsFilters,
  RunPackageFilters,
  SearchFilters,
  SegmentFilters,
  TaskFilters,
} from "./filters.ts";
import type {
  AskedConnection,
  Assessment,
  Chunk,
  ClosedSync,
  CloseSync,
  Comment,
  CommentCounts,
  Connection,
  DamagedResult,
  Document,
  DocumentComparison,
  DocumentCorrection,
  DocumentPage,
  DocumentProgress,
  DocumentReprocessing,
  DocumentSummary,
  DocumentVersion,
  Exception,
  ExportRecord,
  FixedException,
  Id,
  IssuedLink,
  Link,
  LinkSession,
  Manifest,
  MentionPage,
  NewComment,
  NewConnection,
  NewException,
  NewLink,
  NewReview,
  PageWords,
  PasswordChange,
  Person,
  PersonExport,
  ReadComments,
  Redaction,
  ReportFormat,
  Requirement,
  Review,
  ReviewChanges,
  ReviewQueue,
  Run,
  RunConfiguration,
  RunDetails,
  RunDiff,
  RunDocumentPage,
  RunPackageContents,
  RunStep,
  SearchResults,
  SegmentPage,
  Session,
  SessionList,
  SignOff,
  SignOffPage,
  Source,
  Task,
  TaskChange,
} from "./types.ts";
export class AssayBase extends Resource {
  /** Returns the user or key of the token, its role, tenant and packs. */
  session(options: RequestOptions = {}): Promise<Session> {
    return this.only("GET", "/api/session", options, "session");
  }

  /**
   * Chooses the tenant of a person's session, one of `tenants`. An action of a person: not with an API key. Of the
   * token's session, from the next request on. CROSS_TENANT_ACCESS_DENIED where the person is no active member,
   * also where there is no such tenant. FORBIDDEN with `details.reason` TENANT_OF_PROVIDER for a session of single
   * sign-on. INVALID_STATE for a token without a session. Throws InvalidStateError.
   */
  async chooseTenant(tenantId: Id, options: RequestOptions = {}): Promise<void> {
    await this.http.send("POST", "/api/session/tenant", { ...options, json: { tenantId } });
  }

  /**
   * Changes the caller's password. An action of a person: not with an API key. Needs an authentication of the last
   * 5 minutes. The caller's other sessions end; with Supabase this one also. Throws InvalidStateError.
   */
  async changePassword(body: PasswordChange, options: RequestOptions = {}): Promise<void> {
    await this.http.send("POST", "/api/session/password", { ...options, json: body });
  }

  /**
   * Returns what is kept of the caller, in every tenant. An action of a person: not with an API key. Needs an
   * authentication of the last 5 minutes. Nothing of others, and no evidence. A session of single sign-on gets
   * that company's tenant alone. Recorded in each tenant.
   */
  person(options: RequestOptions = {}): Promise<PersonExport> {
    return this.http.json("GET", "/api/session/person", options);
  }

  /** Lists where the caller is signed in. An action of a person: not with an API key. */
  sessions(options: RequestOptions = {}): Promise<SessionList> {
    return this.http.json("GET", "/api/session/sessions", options);
  }

  /**
   * Ends a session of the caller. An action of a person: not with an API key. Its token is refused from the next
   * request. INVALID_STATE: Supabase ends another session only with all others. Throws InvalidStateError.
   */
  async endSession(sessionId: string, options: RequestOptions = {}): Promise<void> {
    await this.http.send("DELETE", path`/api/session/sessions/${sessionId}`, options);
  }

  /**
   * Ends all sessions of the caller but this one. An action of a person: not with an API key. Throws
   * InvalidStateError.
   */
  async endOtherSessions(options: RequestOptions = {}): Promise<void> {
    await this.http.send("DELETE", "/api/session/sessions", options);
  }

  /** Lists the requirements that a run would assess now, in pack order. Throws IntegrityError. */
  requirements(filters: RequirementFilters = {}): Promise<Requirement[]> {
    return this.only("GET", "/api/requirements", asQuery(filters), "requirements");
  }

  /**
   * Lists the packs that the tenant uses or could use. Its own and those that it is offered, each with its newest
   * published version.
   */
  library(filters: ListOptions = {}): List<LibraryPack> {
    return listOf(this.http, "/api/library", filters, "packs");
  }

  /**
   * Finds the passages of the evidence that answer a question best.
   *
   * @example
   * const { results } = await assay.search("how often are backups restored as a test");
   * for (const { originalFilename, pageNumber, quote } of results) console.log(originalFilename, pageNumber, quote.text);
   */
  search(q: string, filters: SearchFilters = {}): Promise<SearchResults> {
    return this.http.json("GET", "/api/search", asQuery({ q, ...filters }));
  }
}

/** Evidence: files that the tenant uploads, and what was read from them. */
export class DocumentsBase extends Resource {
  /**
   * Lists documents, newest first.
   *
   * @example
   * for await (const { originalFilename, status } of assay.documents.list({ q: "policy" })) console.log(originalFilename, status);
   */
  list(filters: DocumentFilters = {}): List<Document> {
    return listOf(this.http, "/api/documents", filters, "documents");
  }

  /** Counts documents by state, category and what needs attention. */
  summary(filters: DocumentSummaryFilters = {}): Promise<DocumentSummary> {
    return this.only("GET", "/api/documents/summary", asQuery(filters), "summary");
  }

  /** Returns a document. */
  get(id: string, options: RequestOptions = {}): Promise<Document> {
    return this.only("GET", path`/api/documents/${id}`, options, "document");
  }

  /** Returns the status of a document. */
  status(id: string, options: RequestOptions = {}): Promise<DocumentProgress> {
    return this.http.json("GET", path`/api/documents/${id}/status`, options);
  }

  /** Lists the chunks of a document. */
  chunks(id: string, filters: ListOptions = {}): List<Chunk> {
    return listOf(this.http, path`/api/documents/${id}/chunks`, filters, "chunks");
  }

  /** Lists the extracted text of a document by page, rows, slide or section. */
  segments(id: string, filters: SegmentFilters = {}): Promise<SegmentPage> {
    return this.http.json("GET", path`/api/documents/${id}/segments`, asQuery(filters));
  }

  /** Lists what was read of each page, sheet, slide, mail part and image of a document. */
  pages(id: string, filters: DocumentPageFilters = {}): List<DocumentPage> {
    return listOf(this.http, path`/api/documents/${id}/pages`, filters, "pages");
  }

  /** Returns the words that were read from the image of a page, with their boxes. */
  pageWords(id: string, index: number, options: RequestOptions = {}): Promise<PageWords> {
    return this.http.json("GET", path`/api/documents/${id}/pages/${index}/words`, options);
  }

  /**
   * Reads a document again. A FAILED document, or a READY one that a previous reader has read, of which pages were
   * not read, whose encoding is not sure, or which is to be read in another encoding. Throws InvalidStateError.
   *
   * @example
   * await assay.documents.reprocess(id, { encoding: "windows-1250" });
   */
  reprocess(id: string, body: DocumentReprocessing = {}, options: RequestOptions = {}): Promise<Document> {
    return this.only("POST", path`/api/documents/${id}/reprocess`, { ...options, json: body }, "document");
  }

  /** Lists what has stood at the places of a document, newest first. */
  versions(id: string, filters: ListOptions = {}): List<DocumentVersion> {
    return listOf(this.http, path`/api/documents/${id}/versions`, filters, "versions");
  }

  /**
   * Compares the text of a document with that of another one. What was removed from the text of `against`, and
   * what was added, to make it this one's. Texts over 1,000,000 characters or 20,000 lines are too large, and
   * those with more than 1,000 changed lines too different: `complete` is false then. INVALID_STATE for an archive
   * and for a document that is not READY. Throws InvalidStateError.
   */
  compare(id: string, against: string, options: RequestOptions = {}): Promise<DocumentComparison> {
    return this.http.json("GET", path`/api/documents/${id}/compare`, { ...options, query: { against } });
  }

  /**
   * Takes a document out of later runs. Earlier runs keep it. It is back by `restore` or by being uploaded again.
   * Throws InvalidStateError.
   */
  retire(id: string, options: RequestOptions = {}): Promise<Document> {
    return this.only("POST", path`/api/documents/${id}/retire`, options, "document");
  }

  /**
   * Makes a retired or superseded document evidence again. At the places that it left last, in the stead of what
   * stands there. Throws InvalidStateError.
   */
  restore(id: string, options: RequestOptions = {}): Promise<Document> {
    return this.only("POST", path`/api/documents/${id}/restore`, options, "document");
  }

  /** Corrects what is recorded about a document. Runs keep what they recorded. Throws IntegrityError. */
  edit(id: string, body: DocumentCorrection, options: RequestOptions = {}): Promise<Document> {
    return this.only("PATCH", path`/api/documents/${id}`, { ...options, json: body }, "document");
  }
}

/** Where files come from, such as a folder: its paths are places of documents. */
export class SourcesBase extends Resource {
  /** Lists the sources of documents, by name. */
  list(filters: ListOptions = {}): List<Source> {
    return listOf(this.http, "/api/sources", filters, "sources");
  }

  /**
   * Ends the sync of a source. By its plan, or by a body that names every file that the source has. What stands at
   * other places of it, or no longer is what the source has there, leaves them, and is retired unless something
   * else holds it. A signed manifest says what the source has. Throws InvalidStateError, IntegrityError.
   */
  closeSync(source: string, body: CloseSync = {}, options: RequestOptions = {}): Promise<ClosedSync> {
    return this.only("POST", path`/api/sources/${source}/manifests`, { ...options, json: body }, "sync");
  }

  /** Lists the manifests of a source, newest first. */
  manifests(source: string, filters: ListOptions = {}): List<Manifest> {
    return listOf(this.http, path`/api/sources/${source}/manifests`, filters, "manifests", splitDamaged);
  }

  /** Returns a manifest. Throws IntegrityError. */
  manifest(source: string, manifestId: string, options: RequestOptions = {}): Promise<Manifest> {
    return this.only("GET", path`/api/sources/${source}/manifests/${manifestId}`, options, "manifest");
  }

  /**
   * Returns the files of a manifest, a line for each. Each line is a ManifestFile, in the order of their paths.
   * The ETag is the SHA-256 of the lines. Throws IntegrityError.
   */
  manifestFiles(source: string, manifestId: string, options: RequestOptions = {}): Promise<Response> {
    return this.http.send("GET", path`/api/sources/${source}/manifests/${manifestId}/files`, options);
  }
}

/** Assessments of all requirements of a pack against the evidence, and their results. */
export class RunsBase extends Resource {
  /** Lists runs, newest first. */
  list(filters: RunFilters = {}): List<Run> {
    return listOf(this.http, "/api/runs", filters, "runs", splitDamaged);
  }

  /** Returns a run. Throws IntegrityError. */
  get(runId: string, options: RequestOptions = {}): Promise<RunDetails> {
    return this.http.json("GET", path`/api/runs/${runId}`, options);
  }

  /** Ends an active run as FAILED. What was assessed stays. Throws InvalidStateError. */
  cancel(runId: string, reason: string, options: RequestOptions = {}): Promise<Run> {
    return this.only("POST", path`/api/runs/${runId}/cancel`, { ...options, json: { reason } }, "run");
  }

  /** Lists the requirements that the run assesses, in pack order. Throws IntegrityError. */
  requirements(runId: string, options: RequestOptions = {}): Promise<Requirement[]> {
    return this.only("GET", path`/api/runs/${runId}/requirements`, options, "requirements");
  }

  /**
   * Lists the assessments of a run, in pack order. Throws IntegrityError.
   *
   * @example
   * const gaps = await assay.runs.assessments(run.id, { status: "MISSING" });
   */
  assessments(runId: string, filters: AssessmentFilters = {}): Promise<(Assessment | DamagedResult)[]> {
    return this.only("GET", path`/api/runs/${runId}/assessments`, asQuery(filters), "assessments");
  }

  /** Lists the documents of a run as they were at its start. Throws IntegrityError. */
  documents(runId: string, filters: RunDocumentFilters = {}): Promise<RunDocumentPage> {
    return this.http.json("GET", path`/api/runs/${runId}/documents`, asQuery(filters));
  }

  /** Lists the steps of a run, in order. */
  steps(runId: string, options: RequestOptions = {}): Promise<RunStep[]> {
    return this.only("GET", path`/api/runs/${runId}/steps`, options, "steps");
  }

  /** Lists the exceptions that were active when the run started. As they were then, whatever became of them. */
  exceptions(runId: string, options: RequestOptions = {}): Promise<FixedException[]> {
    return this.only("GET", path`/api/runs/${runId}/exceptions`, options, "exceptions");
  }

  /** Lists the remediation tasks of a run. Throws IntegrityError. */
  tasks(runId: string, filters: ListOptions = {}): List<Task> {
    return listOf(this.http, path`/api/runs/${runId}/tasks`, filters, "tasks", splitDamaged);
  }

  /** Lists the exports of a run. Throws IntegrityError. */
  exports(runId: string, options: RequestOptions = {}): Promise<ExportRecord[]> {
    return this.only("GET", path`/api/runs/${runId}/exports`, options, "exports");
  }

  /** Returns the file of an export. The ETag is the SHA-256 of the file. Throws IntegrityError. */
  download(runId: string, exportId: string, options: RequestOptions = {}): Promise<Response> {
    return this.http.send("GET", path`/api/runs/${runId}/exports/${exportId}`, options);
  }

  /**
   * Returns a report of a run with its reviews. Made on request from the run's verdicts and the reviews,
   * exceptions, comments and sign-offs that stand now. It is in no snapshot. As `oscal` it is the
   * `assessment-results.json` of the run's package, as `html` its `report.html`, as `docx` the same for Word:
   * these need a captured run. Throws InvalidStateError, IntegrityError.
   *
   * @example
   * await writeFile("report.csv", (await assay.runs.report(run.id, "csv")).body!);
   */
  report(runId: string, format: ReportFormat, options: RequestOptions = {}): Promise<Response> {
    return this.http.send("GET", path`/api/runs/${runId}/report`, { ...options, query: { format } });
  }

  /**
   * Returns the snapshot of a run. The canonical bytes. The ETag is their SHA-256. Throws ReplayUnavailableError,
   * InvalidStateError, IntegrityError.
   */
  snapshot(runId: string, options: RequestOptions = {}): Promise<Response> {
    return this.http.send("GET", path`/api/runs/${runId}/snapshot`, options);
  }

  /**
   * Returns a captured run with all that proves it, as one ZIP. Its bytes depend on what is recorded of the run
   * and on the release alone. With `originals=cited` it holds the cited originals. The ETag is the SHA-256 of its
   * `manifest.json`, which names the hash of every other file, followed by its `manifest.sig`. Throws
   * InvalidStateError, IntegrityError.
   */
  package(runId: string, filters: RunPackageFilters = {}): Promise<Response> {
    return this.http.send("GET", path`/api/runs/${runId}/package`, asQuery(filters));
  }

  /** Lists what the package of a run holds. Throws InvalidStateError, IntegrityError. */
  packageContents(runId: string, filters: RunPackageContentsFilters = {}): Promise<RunPackageContents> {
    return this.http.json("GET", path`/api/runs/${runId}/package/contents`, asQuery(filters));
  }

  /** Returns what a run pinned. Throws IntegrityError. */
  configuration(runId: string, options: RequestOptions = {}): Promise<RunConfiguration> {
    return this.only("GET", path`/api/runs/${runId}/configuration`, options, "configuration");
  }

  /** Compares a run with another one. Throws IntegrityError. */
  diff(runId: string, against: string, options: RequestOptions = {}): Promise<RunDiff> {
    return this.http.json("GET", path`/api/runs/${runId}/diff`, { ...options, query: { against } });
  }
}

/** What people say of the verdicts of a run. Verdicts never change. */
export class Reviews extends Resource {
  /**
   * Lists the requirements of a run with their reviews, the highest risk first. Throws InvalidStateError,
   * IntegrityError.
   *
   * @example
   * const { items, counts } = await assay.reviews.queue(run.id);
   * console.log(`${counts.reviewed} of ${counts.total} reviewed`, items[0]?.risk);
   */
  queue(runId: string, options: RequestOptions = {}): Promise<ReviewQueue> {
    return this.http.json("GET", path`/api/runs/${runId}/review-queue`, options);
  }

  /** Lists the reviews of a run, newest first. Throws IntegrityError. */
  list(runId: string, filters: ReviewFilters = {}): List<Review> {
    return listOf(this.http, path`/api/runs/${runId}/reviews`, filters, "reviews", splitDamaged);
  }

  /**
   * Reviews a verdict. An action of a MEMBER or above, or of a VIEWER who may review: not with an API key. Needs
   * an authentication of the last 12 hours. SENT_BACK reopens the task of the requirement. Throws
   * InvalidStateError, ImmutableResourceError, IntegrityError.
   */
  add(runId: string, body: NewReview, options: RequestOptions = {}): Promise<Review> {
    return this.only("POST", path`/api/runs/${runId}/reviews`, { ...options, json: body }, "review");
  }

  /**
   * Agrees to verdicts that were agreed to in a previous run and have not changed. An action of a MEMBER or above,
   * or of a VIEWER who may review: not with an API key. Needs an authentication of the last 12 hours. All or none:
   * `details.requirementIds` of INVALID_STATE names those that cannot be confirmed. Throws InvalidStateError,
   * ImmutableResourceError, IntegrityError.
   */
  confirm(runId: string, requirementIds: readonly string[], options: RequestOptions = {}): Promise<number> {
    return this.only(
      "POST",
      path`/api/runs/${runId}/reviews/confirm`,
      { ...options, json: { requirementIds } },
      "confirmedCount",
    );
  }

  /**
   * Returns what has changed since the verdict was reviewed in a previous run. Throws InvalidStateError,
   * IntegrityError.
   */
  changes(runId: string, requirementId: string, options: RequestOptions = {}): Promise<ReviewChanges> {
    return this.http.json("GET", path`/api/runs/${runId}/requirements/${requirementId}/changes`, options);
  }

  /**
   * Removes the reason of a review permanently. An action of a member of the tenant: not with an API key. Once.
   * The SHA-256 of the text stays. Throws InvalidStateError, ImmutableResourceError, IntegrityError.
   */
  redact(runId: string, reviewId: string, options: RequestOptions = {}): Promise<Redaction> {
    return this.http.json("POST", path`/api/runs/${runId}/reviews/${reviewId}/redact`, options);
  }
}

/** Auditors' links: each shows one run to somebody without an account. */
export class Links extends Resource {
  /** Lists the auditor's links of a run, newest first, ended ones too. */
  list(runId: string, filters: ListOptions = {}): List<Link> {
    return listOf(this.http, path`/api/runs/${runId}/links`, filters, "links");
  }

  /**
   * Creates an auditor's link to a run. An action of a person: not with an API key. Needs an authentication of the
   * last 5 minutes. `secret` and `path` are shown only here. For at most 90 days.
   *
   * @example
   * const { path } = await assay.links.create(run.id, { label: "Audit LLP", capabilities: ["READ"], expiresAt });
   * console.log(`https://assay.example.com${path}`);
   */
  create(runId: string, body: NewLink, options: RequestOptions = {}): Promise<IssuedLink> {
    return this.http.json("POST", path`/api/runs/${runId}/links`, { ...options, json: body });
  }

  /**
   * Gives a link a new secret and ends its session. An action of a person: not with an API key. Needs an
   * authentication of the last 5 minutes. Throws InvalidStateError.
   */
  reissue(runId: string, linkId: string, options: RequestOptions = {}): Promise<IssuedLink> {
    return this.http.json("POST", path`/api/runs/${runId}/links/${linkId}/reissue`, options);
  }

  /** Revokes a link and ends its session. An action of a person: not with an API key. */
  async revoke(runId: string, linkId: string, options: RequestOptions = {}): Promise<void> {
    await this.http.send("DELETE", path`/api/runs/${runId}/links/${linkId}`, options);
  }

  /**
   * Returns what the link of the token shows, and until when. For the holder of a link; anybody else is refused
   * with FORBIDDEN.
   */
  session(options: RequestOptions = {}): Promise<LinkSession> {
    return this.only("GET", "/api/links/session", options, "session");
  }
}

/** Applications that a person lets read through `/mcp`. */
export class Connections extends Resource {
  /**
   * Lists the applications that the caller has connected, newest first. An action of a person: not with an API
   * key. Those that can read through `/mcp` now.
   */
  list(filters: ListOptions = {}): List<Connection> {
    return listOf(this.http, "/api/connections", filters, "connections");
  }

  /**
   * Says who asks to be connected, before the caller agrees. An action of a person: not with an API key.
   * VALIDATION_ERROR for an unknown application, an address that is not its own, or another resource.
   */
  request(
    clientId: string,
    redirectUri: string,
    codeChallenge: string,
    resource: string,
    filters: AskedConnectionFilters = {},
  ): Promise<AskedConnection> {
    return this.only(
      "GET",
      "/api/connections/request",
      asQuery({ clientId, redirectUri, codeChallenge, resource, ...filters }),
      "request",
    );
  }

  /**
   * Lets an application read what the caller may read of this tenant through `/mcp`. An action of a member of the
   * tenant: not with an API key. Ends with the session, the membership, or after 90 days. INVALID_STATE with 20
   * connections. Throws InvalidStateError.
   */
  create(body: NewConnection, options: RequestOptions = {}): Promise<string> {
    return this.only("POST", "/api/connections", { ...options, json: body }, "redirectUrl");
  }

  /**
   * Ends a connection: the caller's own, or as an ADMIN any of the tenant. An action of a person: not with an API
   * key.
   */
  async end(connectionId: string, options: RequestOptions = {}): Promise<void> {
    await this.http.send("DELETE", path`/api/connections/${connectionId}`, options);
  }
}

/** What people say of a run and its requirements, and the evidence that they ask for. */
export class Comments extends Resource {
  /** Lists the comments on a run, newest first. Throws IntegrityError. */
  list(runId: string, filters: CommentFilters = {}): List<Comment> {
    return listOf(this.http, path`/api/runs/${runId}/comments`, filters, "comments", splitDamaged);
  }

  /**
   * Comments on a run or one of its requirements. For a MEMBER, a VIEWER who may review, and an auditor's link
   * that allows it; not with an API key. Runs in any state can be commented on, also signed ones. INVALID_STATE:
   * `answersId` names no open evidence request about the same requirement. Throws InvalidStateError,
   * IntegrityError.
   *
   * @example
   * await assay.comments.add(run.id, { requirementId: "2.1.a", text: "@ada@example.com where is the approval of 2026?" });
   */
  add(runId: string, body: NewComment, options: RequestOptions = {}): Promise<Comment> {
    return this.only("POST", path`/api/runs/${runId}/comments`, { ...options, json: body }, "comment");
  }

  /** Counts the comments on a run by requirement, and those that the caller has not read. */
  counts(runId: string, options: RequestOptions = {}): Promise<CommentCounts> {
    return this.http.json("GET", path`/api/runs/${runId}/comments/counts`, options);
  }

  /**
   * Marks comments as read by the caller. An action of a member of the tenant: not with an API key. All of one
   * requirement, or of the whole run, up to `sequence`. Never backwards.
   */
  async markRead(runId: string, body: ReadComments, options: RequestOptions = {}): Promise<void> {
    await this.http.send("PUT", path`/api/runs/${runId}/comments/read`, { ...options, json: body });
  }

  /**
   * Removes the text of a comment permanently. An action of a member of the tenant: not with an API key. Once. The
   * SHA-256 of the text stays. Throws ImmutableResourceError, IntegrityError.
   */
  redact(runId: string, commentId: string, options: RequestOptions = {}): Promise<Redaction> {
    return this.http.json("POST", path`/api/runs/${runId}/comments/${commentId}/redact`, options);
  }

  /** Lists the runs with comments that the caller has not read. At most 200. */
  unread(options: RequestOptions = {}): Promise<{ runId: Id; unread: number }[]> {
    return this.only("GET", "/api/comments/unread", options, "runs");
  }
}

/** Comments in which others mentioned the caller. */
export class Mentions extends Resource {
  /**
   * Lists where others mentioned the caller, newest first. At most 100 unread ones are counted. Throws
   * IntegrityError.
   */
  list(filters: ListOptions = {}): Promise<MentionPage> {
    return this.http.json("GET", "/api/mentions", asQuery(filters));
  }
}

/** Members, to assign tasks and to mention them. */
export class People extends Resource {
  /** Lists the active members, to assign tasks and to mention them. For a MEMBER, and a VIEWER who may review. */
  list(filters: PersonFilters = {}): List<Person> {
    return listOf(this.http, "/api/people", filters, "people");
  }
}

/** Requirements that do not apply, or whose risk is accepted, for a time. */
export class Exceptions extends Resource {
  /** Lists exceptions, newest first. Throws IntegrityError. */
  list(filters: ExceptionFilters = {}): List<Exception> {
    return listOf(this.http, "/api/exceptions", filters, "exceptions", splitDamaged);
  }

  /**
   * Proposes an exception from a requirement. Active only once another person has approved it. `requirementId` is
   * of the version that the tenant uses, `ownerId` an active member; the days are days in UTC, first and last
   * included. Throws IntegrityError.
   *
   * @example
   * const { id } = await assay.exceptions.propose({
   *   requirementId: "1.2.a", kind: "RISK_ACCEPTED", reason: "Accepted by the board", ownerId: person.userId, validUntil: "2027-01-31",
   * });
   */
  propose(body: NewException, options: RequestOptions = {}): Promise<Exception> {
    return this.only("POST", "/api/exceptions", { ...options, json: body }, "exception");
  }

  /** Gets an exception. Throws IntegrityError. */
  get(exceptionId: string, options: RequestOptions = {}): Promise<Exception> {
    return this.only("GET", path`/api/exceptions/${exceptionId}`, options, "exception");
  }

  /**
   * Approves a proposed exception. An action of a member of the tenant: not with an API key. Needs an
   * authentication of the last 5 minutes. By a person other than the one who proposed it, or who made the API key
   * that did. INVALID_STATE: it is not PROPOSED, or its last day has passed. Throws InvalidStateError,
   * IntegrityError.
   */
  approve(exceptionId: string, options: RequestOptions = {}): Promise<Exception> {
    return this.only("POST", path`/api/exceptions/${exceptionId}/approve`, options, "exception");
  }

  /**
   * Revokes an exception. An action of a member of the tenant: not with an API key. Needs an authentication of the
   * last 5 minutes. By an ADMIN, or by the proposer of one that is still PROPOSED. Runs that started before keep
   * it. Throws InvalidStateError, IntegrityError.
   */
  revoke(exceptionId: string, reason: string, options: RequestOptions = {}): Promise<Exception> {
    return this.only(
      "POST",
      path`/api/exceptions/${exceptionId}/revoke`,
      { ...options, json: { reason } },
      "exception",
    );
  }
}

/** Signatures of people under a finished run, each over its snapshot and what was said of it. */
export class SignOffsBase extends Resource {
  /** Lists every act of a run's sign-off, in order. Throws IntegrityError. */
  list(runId: string, options: RequestOptions = {}): Promise<SignOffPage> {
    return this.http.json("GET", path`/api/runs/${runId}/sign-offs`, options);
  }

  /**
   * Withdraws a signature and the later ones with it. An action of a member of the tenant: not with an API key.
   * Needs an authentication of the last 5 minutes. By its signer, or an ADMIN. The reply is the signed act that
   * ends it. Throws InvalidStateError, IntegrityError, ServiceUnavailableError.
   */
  withdraw(runId: string, signOffId: string, reason: string, options: RequestOptions = {}): Promise<SignOff> {
    return this.only(
      "POST",
      path`/api/runs/${runId}/sign-offs/${signOffId}/withdraw`,
      { ...options, json: { reason } },
      "signOff",
    );
  }
}

/** Remediation tasks that runs created. */
export class TasksBase extends Resource {
  /** Lists remediation tasks, newest first. Throws IntegrityError. */
  list(filters: TaskFilters = {}): List<Task> {
    return listOf(this.http, "/api/tasks", filters, "tasks", splitDamaged);
  }

  /**
   * Changes the status, assignee or due date of a task. Null removes the assignee or the due date. NOT_FOUND: the
   * assignee is no active member. Throws IntegrityError.
   *
   * @example
   * await assay.tasks.change(task.id, { assigneeId: person.userId, dueDate: "2026-12-31" });
   */
  change(taskId: string, body: TaskChange, options: RequestOptions = {}): Promise<Task> {
    return this.only("PATCH", path`/api/tasks/${taskId}`, { ...options, json: body }, "task");
  }
}
