/** Closed sets of the wire contract. The order of a list is the order of progress. */
export const DOCUMENT_FAILURE_CODES = [
  "ENCRYPTED_FILE",
  "UNREADABLE_FILE",
  "NO_TEXT",
  "FILE_TYPE_MISMATCH",
  "ARCHIVE_LIMIT_EXCEEDED",
  "EXTRACTION_TIMEOUT",
  "EXTRACTION_LIMIT_EXCEEDED",
  "HASH_MISMATCH",
  "OBJECT_MISSING",
  "EMBEDDING_FAILED",
  "INFECTED_FILE",
] as const;
export type DocumentFailureCode = (typeof DOCUMENT_FAILURE_CODES)[number];

/** Why a document is no evidence of a run: still being read, a container of its members, or how reading or its file failed. */
export const RUN_DOCUMENT_REASONS = ["NOT_READY", "ARCHIVE", ...DOCUMENT_FAILURE_CODES] as const;
export type RunDocumentReason = (typeof RUN_DOCUMENT_REASONS)[number];

/** What of a READY document was not read, or could not be judged. */
export const READING_WARNING_CODES = [
  "ATTACHMENT_NOT_READ",
  "STYLE_SHEET_ABSENT",
  "STYLES_NOT_JUDGED",
  "DATES_UNCLEAR",
  "DATED_FACTS_LIMIT",
  "PAGES_NOT_READ",
  "PICTURE_NOT_READ",
  "ENCODING_UNSURE",
  "PART_OMITTED",
  "NOT_WELL_FORMED",
  "FORMULAS_NOT_COMPUTED",
] as const;
export type ReadingWarningCode = (typeof READING_WARNING_CODES)[number];

/**
 * What was read of a page, sheet, slide, mail part or picture. MIXED: it has text, and next to it an image that covers a
 * good part; OCR: its text was read from its picture.
 */
export const PAGE_STATES = ["TEXT", "OCR", "IMAGE_ONLY", "MIXED", "EMPTY", "UNREADABLE"] as const;
export type PageState = (typeof PAGE_STATES)[number];

/** Where words come from: the file's own text, or an image. */
/** Kinds of text that a model for meaning may have been measured on. */
export const TEXT_KINDS = ["PROSE", "TABLE_ROW", "SETTING", "LOG_LINE", "OCR"] as const;
export type TextKind = (typeof TEXT_KINDS)[number];

export const TEXT_SOURCES = ["TEXT", "OCR"] as const;
export type TextSource = (typeof TEXT_SOURCES)[number];

/** How the encoding of a text file was told: by its mark, by what it says of itself, by its bytes, by a person. */
export const ENCODING_SOURCES = ["MARK", "DECLARED", "VALID_UTF8", "DETECTED", "USER"] as const;
export type EncodingSource = (typeof ENCODING_SOURCES)[number];

/** What a screenshot shows of the moment it was taken in. */
export const CAPTURE_FACT_KINDS = ["CLOCK", "ADDRESS", "USER"] as const;
export type CaptureFactKind = (typeof CAPTURE_FACT_KINDS)[number];

export const ARCHIVE_SKIP_REASONS = [
  "DUPLICATE",
  "UNSUPPORTED_FILE_TYPE",
  "ENCRYPTED",
  "CORRUPT",
  "SPECIAL_FILE",
  "EMPTY",
  "INLINE_IMAGE",
  "SYSTEM_FILE",
  "OVER_LIMIT",
] as const;
export type ArchiveSkipReason = (typeof ARCHIVE_SKIP_REASONS)[number];

export const RUN_STATUSES = ["PENDING", "IN_PROGRESS", "COMPLETED", "FAILED"] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

export const SNAPSHOT_STATUSES = ["PENDING", "CAPTURED", "FAILED", "LEGACY"] as const;
export type SnapshotStatus = (typeof SNAPSHOT_STATUSES)[number];

/** What the results of a run that has ended are compared with. */
export const CHECKED_AGAINST = ["SNAPSHOT", "DIGESTS", "NONE"] as const;
export type CheckedAgainst = (typeof CHECKED_AGAINST)[number];

/** What a search finds passages by. */
export const SEARCH_LEGS = ["VECTOR", "LEXICAL"] as const;
export type SearchLeg = (typeof SEARCH_LEGS)[number];

/** Why a search has gone by words alone. */
export const SEARCH_DEGRADATIONS = ["EMBEDDER_UNAVAILABLE", "EMBEDDER_NOT_RUN", "EMBEDDER_NOT_ALLOWED"] as const;
export type SearchDegradation = (typeof SEARCH_DEGRADATIONS)[number];

/** Why a run waits: the quota of a model, or a part that cannot be used. */
export const WAITING_REASONS = ["QUOTA", "UNAVAILABLE", "DOCUMENTS"] as const;
export type WaitingReason = (typeof WAITING_REASONS)[number];

export const RUN_STEP_STATUSES = ["NOT_EXECUTED", "IN_PROGRESS", "COMPLETED", "FAILED"] as const;
export type RunStepStatus = (typeof RUN_STEP_STATUSES)[number];

export const ASSESSMENT_STATUSES = ["COMPLETE", "PARTIAL", "MISSING", "FAILED"] as const;
export type AssessmentStatus = (typeof ASSESSMENT_STATUSES)[number];

/** Whether a document lays down a rule or records what was done. */
export const EVIDENCE_KINDS = ["DESIGN", "RECORD", "UNKNOWN"] as const;
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

export const EVIDENCE_KIND_SOURCES = ["USER", "DERIVED"] as const;
export type EvidenceKindSource = (typeof EVIDENCE_KIND_SOURCES)[number];

/** What a requirement asks for: a rule that is laid down, proof that it is followed, or both. */
export const EXPECTATION_KINDS = ["DESIGN", "OPERATION", "BOTH"] as const;
export type ExpectationKind = (typeof EXPECTATION_KINDS)[number];

/** What an engine version makes of a finding. */
export const RULE_EFFECTS = ["OFF", "NOTE", "CAP"] as const;
export type RuleEffect = (typeof RULE_EFFECTS)[number];

/** Why a citation, although its words are in the document, does not prove what the requirement asks for. */
export const WEAK_REASONS = [
  "NEGATED",
  "PLANNED",
  "PAST",
  "OTHER_PARTY",
  "EXCLUSION",
  "FIGURE",
  "DATE",
  "TEMPLATE",
  "QUESTION",
  "DRAFT",
  "SUPERSEDED",
  "STANDARD",
  "REQUIREMENT_TEXT",
  "REFERENCE",
  "UNRELATED",
  "UNCERTAIN_READING",
  "OFF_TOPIC",
  "NOT_ENTAILED",
  "CONTRADICTS",
] as const;
export type WeakReason = (typeof WEAK_REASONS)[number];

/** What a document is, next to its kind: only active one is evidence. */
export const DOCUMENT_STATES = [
  "IN_FORCE",
  "DRAFT",
  "TEMPLATE",
  "SUPERSEDED",
  "OTHER_ORGANISATION",
  "QUESTIONNAIRE",
  "STANDARD",
] as const;
export type DocumentState = (typeof DOCUMENT_STATES)[number];

export const PART_VERDICTS = ["MET", "PARTLY", "NOT_MET", "CONTRADICTED"] as const;
export type PartVerdict = (typeof PART_VERDICTS)[number];

export const TASK_STATUSES = ["PENDING", "IN_PROGRESS", "COMPLETED"] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

/** What a job of the engine is about. */
export const JOB_KINDS = [
  "document",
  "ocr",
  "run",
  "assessment",
  "file",
  "checkpoint",
  "reembedding",
  "ingestion",
  "webhook",
] as const;
export type JobKind = (typeof JOB_KINDS)[number];

/** Why nobody can say without a run what another engine version would come to. */
export const FORECAST_OBSTACLES = ["ASSESSOR", "PROMPT"] as const;
export const FORECAST_STATES = ["FORESEEN", "UNDER_WAY", "NEEDS_RUN"] as const;
export type ForecastObstacle = (typeof FORECAST_OBSTACLES)[number];

export const EXPORT_FORMATS = ["json", "csv", "xlsx", "oscal"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const TABLE_FORMATS = ["csv", "xlsx"] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];
/** Of the state that the package of a captured run is made of. */
const SEALED_REPORT_FORMATS = ["oscal", "html", "docx"] as const;
export type SealedReportFormat = (typeof SEALED_REPORT_FORMATS)[number];
/** Of a report, which is made on request. */
export const REPORT_FORMATS = [...TABLE_FORMATS, ...SEALED_REPORT_FORMATS] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

export const EXPORT_MEDIA_TYPES: Readonly<Record<ExportFormat | ReportFormat, string>> = {
  json: "application/json",
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  oscal: "application/json",
  html: "text/html; charset=utf-8",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
};

export const INGESTION_STATUSES = ["PENDING", "FETCHING", "PARSING", "INDEXING", "COMPLETED", "FAILED"] as const;
export type IngestionStatus = (typeof INGESTION_STATUSES)[number];

export const FETCH_FAILURE_CODES = [
  "UNSAFE_URL",
  "FETCH_REFUSED",
  "FETCH_FAILED",
  "FETCH_TIMEOUT",
  "FETCH_TOO_LARGE",
  "UNSUPPORTED_FILE_TYPE",
] as const;
export type FetchFailureCode = (typeof FETCH_FAILURE_CODES)[number];

export const INGESTION_FAILURE_CODES = [...FETCH_FAILURE_CODES, ...DOCUMENT_FAILURE_CODES] as const;
export type IngestionFailureCode = (typeof INGESTION_FAILURE_CODES)[number];

export const CRITERIA_VERSION_STATUSES = ["DRAFT", "PUBLISHED"] as const;
export type CriteriaVersionStatus = (typeof CRITERIA_VERSION_STATUSES)[number];

/** From the least to the most that a person may do. */
export const ROLES = ["VIEWER", "MEMBER", "ADMIN", "SUPER_ADMIN"] as const;
export type Role = (typeof ROLES)[number];
/** What single sign-on and a directory may give. */
export const SSO_ROLES = ["VIEWER", "MEMBER"] as const satisfies readonly Role[];
export type SsoRole = (typeof SSO_ROLES)[number];

export const TENANT_STATUSES = ["ACTIVE", "INACTIVE"] as const;
export type TenantStatus = (typeof TENANT_STATUSES)[number];

/** What a webhook can ask for. */
export const WEBHOOK_EVENTS = [
  "run.completed",
  "run.failed",
  "document.ready",
  "document.failed",
  "evidence.expiring",
  "exception.expiring",
  "review.sent_back",
  "task.assigned",
  "run.signed",
  "integrity.failed",
  "checkpoint.signed",
] as const;
export type WebhookEventType = (typeof WEBHOOK_EVENTS)[number];

/** What is delivered: what a webhook asked for, and what somebody sends to try it. */
export const DELIVERY_TYPES = [...WEBHOOK_EVENTS, "webhook.test"] as const;
export type DeliveryType = (typeof DELIVERY_TYPES)[number];

export const DELIVERY_STATES = ["PENDING", "DELIVERED", "FAILED"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Why an attempt at a delivery failed. */
export const DELIVERY_ERRORS = [
  "REFUSED",
  "TIMEOUT",
  "UNREACHABLE",
  "UNSAFE_URL",
  "SECRET_UNREADABLE",
  "WEBHOOK_DISABLED",
  "INTERNAL_ERROR",
] as const;
export type DeliveryError = (typeof DELIVERY_ERRORS)[number];

/** Why a webhook is disabled: a person did it, its deliveries failed for days, or its receiver replied with 410. */
export const WEBHOOK_DISABLED_REASONS = ["BY_PERSON", "FAILING", "GONE"] as const;
export type WebhookDisabledReason = (typeof WEBHOOK_DISABLED_REASONS)[number];

/** What a person says of a verdict. */
export const REVIEW_DECISIONS = ["AGREED", "CHANGED", "SENT_BACK"] as const;
export type ReviewDecision = (typeof REVIEW_DECISIONS)[number];

/** Why a person changes a verdict. */
export const REVIEW_REASON_CODES = [
  "WRONG_EVIDENCE",
  "MISREAD",
  "EVIDENCE_ELSEWHERE",
  "NOT_CURRENT",
  "SCOPE",
  "COMPENSATED",
  "OTHER",
] as const;
export type ReviewReasonCode = (typeof REVIEW_REASON_CODES)[number];

/** Why a verdict should be reviewed first, from the highest risk to the lowest. */
export const REVIEW_RISKS = ["NOT_JUDGED", "WEAK_COMPLETE", "FLAGGED", "CHANGED", "NONE"] as const;
export type ReviewRisk = (typeof REVIEW_RISKS)[number];

/** What differs from the verdict that was reviewed in a previous run. */
export const REVIEW_CHANGES = ["PINS", "PERIOD", "DOCUMENT", "QUOTE", "STATUS", "FLAGS", "EXCEPTION", "OTHER"] as const;
export type ReviewChange = (typeof REVIEW_CHANGES)[number];

/** REQUEST asks for evidence, and is open until a comment answers it. */
export const COMMENT_KINDS = ["COMMENT", "REQUEST"] as const;
export type CommentKind = (typeof COMMENT_KINDS)[number];

export const EXCEPTION_KINDS = ["NOT_APPLICABLE", "RISK_ACCEPTED", "COMPENSATING_CONTROL"] as const;
export type ExceptionKind = (typeof EXCEPTION_KINDS)[number];

export const EXCEPTION_STATUSES = ["PROPOSED", "APPROVED", "REVOKED", "EXPIRED"] as const;
export type ExceptionStatus = (typeof EXCEPTION_STATUSES)[number];

/** In this order. */
export const SIGN_OFF_ROLES = ["PREPARED", "REVIEWED", "APPROVED"] as const;
export type SignOffRole = (typeof SIGN_OFF_ROLES)[number];

export const SIGN_OFF_ACTS = ["SIGNED", "DECLINED", "WITHDRAWN"] as const;
export type SignOffAct = (typeof SIGN_OFF_ACTS)[number];

/** What an auditor's link allows. */
export const LINK_CAPABILITIES = ["READ", "COMMENT", "REQUEST"] as const;
export type LinkCapability = (typeof LINK_CAPABILITIES)[number];

/** How an invitation gets to the person: by mail, which proves the address, or by the ADMIN who was shown the link. */
export const INVITATION_DELIVERIES = ["MAIL", "HANDED_OVER"] as const;
export type InvitationDelivery = (typeof INVITATION_DELIVERIES)[number];

export const INVITATION_STATES = ["PENDING", "ACCEPTED", "EXPIRED", "WITHDRAWN"] as const;
export type InvitationState = (typeof INVITATION_STATES)[number];

/** What shows that a member's address is theirs; SSO: the tenant's provider said so, of a domain that the tenant has proved. */
export const ADDRESS_PROOFS = ["MAIL", "OPERATOR", "SSO", "NONE"] as const;
export type AddressProof = (typeof ADDRESS_PROOFS)[number];

/** What the service sends by mail, and what became of it. */
export const MAIL_KINDS = ["INVITATION", "RESET", "CHECKPOINT"] as const;
export type MailKind = (typeof MAIL_KINDS)[number];
export const MAIL_STATES = ["PENDING", "SENT", "FAILED", "DROPPED"] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** What operators are told of: each once while it lasts, and once more when it is over. */
export const NOTICE_KINDS = [
  "integrity.failed",
  "chain.broken",
  "model.down",
  "jobs.late",
  "disk.low",
  "backup.late",
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];
export const NOTICE_STATES = ["BEGUN", "ENDED"] as const;
export type NoticeState = (typeof NOTICE_STATES)[number];
export const NOTICE_CHANNELS = ["WEBHOOK", "MAIL"] as const;
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number];

/** What somebody else, or a person's own mail, may reset of an account. */
export const RESET_KINDS = ["PASSWORD", "FACTORS"] as const;
export type ResetKind = (typeof RESET_KINDS)[number];
/** MAIL: the link goes to the proved address of the person; TWO_ADMINS: one asks, another one confirms. */
export const RESET_WAYS = ["MAIL", "TWO_ADMINS"] as const;
export type ResetWay = (typeof RESET_WAYS)[number];
export const RESET_STATES = ["ASKED", "OPEN", "USED", "WITHDRAWN", "EXPIRED"] as const;
export type ResetState = (typeof RESET_STATES)[number];

export const LINK_STATES = ["UNUSED", "IN_USE", "EXPIRED", "REVOKED"] as const;
export type LinkState = (typeof LINK_STATES)[number];

/** Who of a tenant's people needs a second factor: nobody, anyone who signs, approves or changes people, or everybody. */
export const SECOND_FACTOR_RULES = ["NOBODY", "ACTS", "EVERYBODY"] as const;
