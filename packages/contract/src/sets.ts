import { z } from "zod";
import { DOCUMENT_STAGES, DOCUMENT_STATUSES, RUN_STEPS } from "./flow.ts";
import { FILE_TYPES } from "./formats.ts";
import {
  ARCHIVE_SKIP_REASONS,
  ASSESSMENT_STATUSES,
  CAPTURE_FACT_KINDS,
  CHECKED_AGAINST,
  COMMENT_KINDS,
  DELIVERY_ERRORS,
  DELIVERY_STATES,
  DELIVERY_TYPES,
  DOCUMENT_FAILURE_CODES,
  DOCUMENT_STATES,
  ENCODING_SOURCES,
  EVIDENCE_KIND_SOURCES,
  EVIDENCE_KINDS,
  EXCEPTION_KINDS,
  EXCEPTION_STATUSES,
  EXPECTATION_KINDS,
  EXPORT_FORMATS,
  INGESTION_FAILURE_CODES,
  INGESTION_STATUSES,
  INVITATION_DELIVERIES,
  INVITATION_STATES,
  JOB_KINDS,
  LINK_CAPABILITIES,
  LINK_STATES,
  MAIL_STATES,
  PAGE_STATES,
  PART_VERDICTS,
  READING_WARNING_CODES,
  REPORT_FORMATS,
  RESET_KINDS,
  RESET_STATES,
  RESET_WAYS,
  REVIEW_CHANGES,
  REVIEW_DECISIONS,
  REVIEW_REASON_CODES,
  REVIEW_RISKS,
  ROLES,
  RULE_EFFECTS,
  RUN_DOCUMENT_REASONS,
  RUN_STATUSES,
  RUN_STEP_STATUSES,
  SEARCH_DEGRADATIONS,
  SEARCH_LEGS,
  SIGN_OFF_ACTS,
  SIGN_OFF_ROLES,
  SNAPSHOT_STATUSES,
  TASK_STATUSES,
  TENANT_STATUSES,
  TEXT_KINDS,
  TEXT_SOURCES,
  WAITING_REASONS,
  WEAK_REASONS,
  WEBHOOK_DISABLED_REASONS,
  WEBHOOK_EVENTS,
} from "./statuses.ts";

/** A set that later releases add to: the service sends and accepts its values alone, and clients ignore others. */
export const openSet = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values).meta({ "x-open": true });

export const role = z.enum(ROLES);
export const tenantStatus = z.enum(TENANT_STATUSES);

export const documentStatus = z.enum(DOCUMENT_STATUSES);
export const documentStage = z.enum(DOCUMENT_STAGES);
export const fileType = openSet(FILE_TYPES);
export const documentFailureCode = openSet(DOCUMENT_FAILURE_CODES);
export const readingWarningCode = openSet(READING_WARNING_CODES);
export const pageState = openSet(PAGE_STATES).describe(
  "TEXT: its own text. OCR: words read from its picture. MIXED: text next to an image that covers a good part. IMAGE_ONLY: an image that was not read.",
);
export const textKind = openSet(TEXT_KINDS).describe("OCR: the words were read from an image.");
export const textSource = openSet(TEXT_SOURCES).describe("OCR: the words were read from an image.");
export const encodingSource = openSet(ENCODING_SOURCES);
export const captureFactKind = openSet(CAPTURE_FACT_KINDS);
export const archiveSkipReason = openSet(ARCHIVE_SKIP_REASONS);

export const runStatus = z.enum(RUN_STATUSES);
export const snapshotStatus = z.enum(SNAPSHOT_STATUSES);
export const checkedAgainst = z.enum(CHECKED_AGAINST);
export const waitingReason = openSet(WAITING_REASONS).describe(
  "QUOTA: the model takes no more calls for now. UNAVAILABLE: the part cannot be used. DOCUMENTS: documents are still being read.",
);
export const runStepName = z.enum(RUN_STEPS);
export const runStepStatus = z.enum(RUN_STEP_STATUSES);
export const runDocumentReason = openSet(RUN_DOCUMENT_REASONS).describe(
  "Why a run does not use a document: still being read, an archive, or its failure code.",
);
export const assessmentStatus = z.enum(ASSESSMENT_STATUSES);
export const evidenceKind = z.enum(EVIDENCE_KINDS);
export const evidenceKindSource = z.enum(EVIDENCE_KIND_SOURCES);
export const expectationKind = z.enum(EXPECTATION_KINDS);
export const ruleEffect = z.enum(RULE_EFFECTS);
export const weakReason = openSet(WEAK_REASONS);
export const documentState = openSet(DOCUMENT_STATES);
export const partVerdict = z.enum(PART_VERDICTS);
export const taskStatus = z.enum(TASK_STATUSES);
export const exportFormat = z.enum(EXPORT_FORMATS);
export const reportFormat = z.enum(REPORT_FORMATS);
export const jobKind = z.enum(JOB_KINDS);

export const searchLeg = z.enum(SEARCH_LEGS).describe("VECTOR: nearness of meaning. LEXICAL: shared words.");
export const searchDegradation = openSet(SEARCH_DEGRADATIONS).describe(
  "EMBEDDER_UNAVAILABLE: the embedding model does not answer now. EMBEDDER_NOT_RUN: this deployment does not use the active one. EMBEDDER_NOT_ALLOWED: the tenant does not allow its provider.",
);

export const ingestionStatus = z.enum(INGESTION_STATUSES).describe("In the order of progress.");
export const ingestionFailureCode = openSet(INGESTION_FAILURE_CODES);

export const webhookEventType = openSet(WEBHOOK_EVENTS);
export const deliveryType = openSet(DELIVERY_TYPES);
export const deliveryState = z.enum(DELIVERY_STATES);
export const deliveryError = openSet(DELIVERY_ERRORS).describe(
  "Why the last attempt failed. REFUSED: another status than 2xx. UNREACHABLE: no connection. UNSAFE_URL: an address that is not public. SECRET_UNREADABLE: the key of the settings is missing; no attempt is counted.",
);
export const webhookDisabledReason = openSet(WEBHOOK_DISABLED_REASONS).describe(
  "BY_PERSON: somebody disabled it. FAILING: no delivery succeeded for 3 days. GONE: its receiver replied with 410.",
);

export const reviewDecision = z.enum(REVIEW_DECISIONS);
export const reviewReasonCode = openSet(REVIEW_REASON_CODES);
export const reviewRisk = openSet(REVIEW_RISKS).describe(
  "Why to review it first. WEAK_COMPLETE: COMPLETE, though a citation is weak. CHANGED: not as it was reviewed in a previous run.",
);
export const reviewChange = openSet(REVIEW_CHANGES);
export const commentKind = openSet(COMMENT_KINDS).describe("REQUEST: asks for evidence, until a comment answers it.");
export const exceptionKind = openSet(EXCEPTION_KINDS);
export const exceptionStatus = z.enum(EXCEPTION_STATUSES).describe("EXPIRED: approved, and `validUntil` has passed.");
export const signOffRole = z.enum(SIGN_OFF_ROLES).describe("In this order.");
export const signOffAct = z.enum(SIGN_OFF_ACTS);
export const linkCapability = openSet(LINK_CAPABILITIES);
export const invitationDelivery = z
  .enum(INVITATION_DELIVERIES)
  .describe("MAIL: the link goes to the address, which proves it. HANDED_OVER: you were shown the link, to pass on.");
export const invitationState = z.enum(INVITATION_STATES);
export const mailState = z.enum(MAIL_STATES);
export const resetKind = z
  .enum(RESET_KINDS)
  .describe("PASSWORD: a new one is chosen by a link. FACTORS: all second factors and recovery codes are removed.");
export const resetWay = z
  .enum(RESET_WAYS)
  .describe("MAIL: a link goes to the proved address. TWO_ADMINS: another ADMIN confirms.");
export const resetState = z.enum(RESET_STATES);
export const linkState = z.enum(LINK_STATES);
