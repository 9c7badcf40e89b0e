import { z } from "zod";
import * as access from "./access-records.ts";
import * as packs from "./admin-packs.ts";
import * as adminRuns from "./admin-runs.ts";
import * as audit from "./audit.ts";
import { auditDetails } from "./audit-details.ts";
import * as comments from "./comments.ts";
import * as connections from "./connections.ts";
import * as corpus from "./corpus.ts";
import { damagedResult } from "./damaged-result.ts";
import * as documents from "./documents.ts";
import * as metrics from "./engine-metrics.ts";
import * as evidence from "./evidence.ts";
import * as exceptions from "./exceptions.ts";
import * as failed from "./failed-documents.ts";
import * as golden from "./golden-set.ts";
import * as invitations from "./invitations.ts";
import * as links from "./links.ts";
import * as models from "./models.ts";
import * as overview from "./overview.ts";
import { requirement, requirementListReply } from "./packs.ts";
import { calendarDate, id, sha256, timestamp } from "./primitives.ts";
import * as resets from "./resets.ts";
import * as retrieval from "./retrieval-versions.ts";
import * as reviews from "./reviews.ts";
import * as runs from "./runs.ts";
import * as scim from "./scim.ts";
import * as search from "./search.ts";
import * as secondFactor from "./second-factor-rule.ts";
import * as session from "./session.ts";
import * as sets from "./sets.ts";
import * as settings from "./settings.ts";
import * as signOffs from "./sign-offs.ts";
import * as singleSignOn from "./single-sign-on.ts";
import * as sources from "./sources.ts";
import * as tenancy from "./tenancy.ts";
import * as traces from "./traces.ts";
import * as webhooks from "./webhooks.ts";

type Schemas = Readonly<Record<string, z.ZodType>>;

/** What replies are made of, by its public name. `npm run types:client` makes the client's types of these tables. */
export const SHAPES = {
  Id: id,
  Timestamp: timestamp,
  CalendarDate: calendarDate,
  Sha256: sha256,

  Role: sets.role,
  Session: session.session,
  SessionList: session.sessionListReply,
  Deployment: session.deployment,

  DocumentStatus: sets.documentStatus,
  DocumentStage: sets.documentStage,
  FileType: sets.fileType,
  DocumentFailureCode: sets.documentFailureCode,
  DocumentFailure: documents.documentFailure,
  ReadingWarningCode: sets.readingWarningCode,
  ReadingWarning: documents.readingWarning,
  PageState: sets.pageState,
  TextSource: sets.textSource,
  EncodingSource: sets.encodingSource,
  CaptureFactKind: sets.captureFactKind,
  PageStates: documents.pageStates,
  ReadEncoding: documents.readEncoding,
  TextEncoding: documents.textEncoding,
  Picture: documents.picture,
  CaptureFact: documents.captureFact,
  DocumentPage: documents.documentPage,
  DocumentVersion: documents.documentVersion,
  DocumentComparison: documents.documentComparison,
  Manifest: sources.manifest,
  ManifestPayload: sources.manifestPayload,
  ManifestFile: sources.manifestFile,
  PinnedManifest: sources.pinnedManifest,
  Source: sources.source,
  PlanFile: sources.planFile,
  PlanHeader: sources.planHeader,
  PlanEntry: sources.planEntry,
  PlanLine: sources.planLine,
  ClosedSync: sources.closedSync,
  RecognisedWord: documents.recognisedWord,
  PageWords: documents.pageWordsReply,
  DocumentSignature: documents.documentSignature,
  UnreadDocument: documents.unreadDocument,
  ArchiveSkipReason: sets.archiveSkipReason,
  ArchiveSkip: documents.archiveSkip,
  Coverage: documents.coverage,
  Recognition: documents.recognition,
  Document: documents.document,
  ResumableUpload: documents.resumableUpload,
  DocumentProgress: documents.documentStatusReply,
  Chunk: documents.chunk,
  Segment: documents.segment,
  SegmentPage: documents.segmentListReply,
  DeletionPreview: documents.deleteDryRunReply,

  SearchLeg: sets.searchLeg,
  SearchDegradation: sets.searchDegradation,
  SearchQuote: search.searchQuote,
  SearchResult: search.searchResult,
  SearchResults: search.searchReply,

  Requirement: requirement,

  RunStatus: sets.runStatus,
  SnapshotStatus: sets.snapshotStatus,
  CheckedAgainst: sets.checkedAgainst,
  Run: runs.run,
  WaitingReason: sets.waitingReason,
  RunEstimate: runs.runEstimate,
  AwaitedDocument: runs.awaitedDocument,
  RunWaiting: runs.runWaiting,
  RunDetails: runs.runDetails,
  StartedRun: runs.startedRun,
  RunDocumentReason: sets.runDocumentReason,
  RunDocument: runs.runDocument,
  RunDocumentPage: runs.runDocumentOrDamageListReply,
  RunStepName: sets.runStepName,
  RunStepStatus: sets.runStepStatus,
  RunStep: runs.runStep,
  RunProgress: runs.runProgress,
  RunConfiguration: runs.runConfiguration,
  RunDiff: runs.runDiffReply,
  Citation: runs.citation,
  AssessmentStatus: sets.assessmentStatus,
  AssessmentFlag: runs.assessmentFlag,
  EvidenceKind: sets.evidenceKind,
  EvidenceKindSource: sets.evidenceKindSource,
  ExpectationKind: sets.expectationKind,
  Expectation: evidence.expectation,
  Period: evidence.period,
  Occurrences: evidence.occurrences,
  RuleEffect: sets.ruleEffect,
  EvidenceRules: evidence.evidenceRules,
  WeakReason: sets.weakReason,
  EntailmentScores: evidence.entailmentScores,
  CheckedPair: evidence.checkedPair,
  MeaningThresholds: evidence.meaningThresholds,
  MeaningCheck: evidence.meaningCheck,
  CitationNote: evidence.citationNote,
  SetAsideQuote: runs.setAsideQuote,
  PartVerdict: sets.partVerdict,
  JudgedPart: evidence.judgedPart,
  Assessment: runs.assessment,
  DamagedResult: damagedResult,
  TaskStatus: sets.taskStatus,
  Task: runs.task,
  FrozenTask: runs.frozenTask,
  ExportFormat: sets.exportFormat,
  ReportFormat: sets.reportFormat,
  ExportRecord: runs.exportRecord,

  Person: tenancy.person,
  ReviewDecision: sets.reviewDecision,
  ReviewReasonCode: sets.reviewReasonCode,
  ReviewRisk: sets.reviewRisk,
  ReviewChange: sets.reviewChange,
  Review: reviews.review,
  ReviewCounts: reviews.reviewCounts,
  ReviewQueueItem: reviews.reviewQueueItem,
  ReviewQueue: reviews.reviewQueueReply,
  ReviewChanges: reviews.reviewChangesReply,
  ReviewConfirmation: reviews.confirmReviewsReply,
  Redaction: reviews.redactionReply,
  CommentKind: sets.commentKind,
  Comment: comments.comment,
  CommentCounts: comments.commentCountsReply,
  UnreadRuns: comments.unreadRunsReply,
  MentionPage: comments.mentionOrDamageListReply,
  ExceptionKind: sets.exceptionKind,
  ExceptionStatus: sets.exceptionStatus,
  Exception: exceptions.exception,
  FixedException: exceptions.fixedException,
  SignOffRole: sets.signOffRole,
  SignOffAct: sets.signOffAct,
  SignOff: signOffs.signOff,
  SignOffPayload: signOffs.signOffPayload,
  SignOffPage: signOffs.signOffOrDamageListReply,
  InvitationState: sets.invitationState,
  InvitationDelivery: sets.invitationDelivery,
  MailState: sets.mailState,
  ResetKind: sets.resetKind,
  ResetWay: sets.resetWay,
  ResetState: sets.resetState,
  Reset: resets.reset,
  ConfirmedReset: resets.confirmedReset,
  OfferedReset: resets.offeredReset,
  Invitation: invitations.invitation,
  IssuedInvitation: invitations.issuedInvitation,
  OfferedInvitation: invitations.offeredInvitation,
  AcceptedInvitation: invitations.acceptedInvitation,
  LinkCapability: sets.linkCapability,
  LinkState: sets.linkState,
  Connection: connections.connection,
  AskedConnection: connections.askedConnection,
  CreatedConnectionReply: connections.createdConnectionReply,

  Link: links.link,
  IssuedLink: links.issuedLinkReply,
  LinkSession: links.linkSession,
  ExchangedLink: links.exchangeLinkReply,

  WebhookEventType: sets.webhookEventType,
  RunCompletedEvent: webhooks.runCompletedEvent,
  RunFailedEvent: webhooks.runFailedEvent,
  DocumentReadyEvent: webhooks.documentReadyEvent,
  DocumentFailedEvent: webhooks.documentFailedEvent,
  EvidenceExpiringEvent: webhooks.evidenceExpiringEvent,
  ExceptionExpiringEvent: webhooks.exceptionExpiringEvent,
  ReviewSentBackEvent: webhooks.reviewSentBackEvent,
  TaskAssignedEvent: webhooks.taskAssignedEvent,
  RunSignedEvent: webhooks.runSignedEvent,
  IntegrityFailedEvent: webhooks.integrityFailedEvent,
  CheckpointStatement: audit.checkpointStatement,
  CheckpointSignedEvent: webhooks.checkpointSignedEvent,
  WebhookTestEvent: webhooks.webhookTestEvent,
  WebhookEvent: webhooks.webhookEvent,
} as const satisfies Schemas;

/** Bodies of requests. */
export const BODIES = {
  TenantChoice: session.chooseTenantBody,
  PasswordChange: session.changePasswordBody,
  DocumentCorrection: documents.patchDocumentBody,
  CloseSync: sources.closeSyncBody,
  DocumentDeletion: documents.deleteDocumentBody,
  DocumentReprocessing: documents.reprocessDocumentBody,
  StartRun: runs.startRunBody,
  CancelRun: runs.cancelRunBody,
  TaskChange: runs.patchTaskBody,
  NewReview: reviews.reviewBody,
  ReviewConfirmations: reviews.confirmReviewsBody,
  NewComment: comments.commentBody,
  ReadComments: comments.readCommentsBody,
  NewException: exceptions.exceptionBody,
  ExceptionRevocation: exceptions.revokeExceptionBody,
  NewSignOff: signOffs.signOffBody,
  SignOffWithdrawal: signOffs.withdrawSignOffBody,
  InvitationSecret: invitations.invitationSecretBody,
  InvitationAcceptance: invitations.acceptInvitationBody,
  NewReset: resets.startResetBody,
  ResetQuestion: resets.askResetBody,
  ResetSecret: resets.resetSecretBody,
  ResetCompletion: resets.completeResetBody,
  NewConnection: connections.createConnectionBody,
  NewLink: links.createLinkBody,
  LinkSecret: links.exchangeLinkBody,
} as const satisfies Schemas;

/** What replies of `/api/admin` are made of. */
export const ADMIN_SHAPES = {
  TenantStatus: sets.tenantStatus,
  Tenant: tenancy.tenant,
  Member: tenancy.member,
  ApiKeyRole: tenancy.apiKeyRole,
  ApiKeyState: tenancy.apiKeyState,
  ApiKey: tenancy.apiKey,
  CreatedApiKey: tenancy.createApiKeyReply,

  FailedDocument: failed.failedDocument,
  ReadingCounts: failed.readingCounts,
  Reprocessed: adminRuns.reprocessDocumentsReply,

  AccessKind: access.accessKind,
  AccessRecord: access.accessRecord,
  AccessRecordPage: access.accessRecordListReply,
  AuditDetails: auditDetails,
  AuditEntry: audit.auditEntry,
  AuditPage: audit.auditListReply,
  AuditCheckpoint: audit.auditCheckpoint,
  CheckpointKey: audit.checkpointKey,
  CheckpointDeparture: audit.checkpointDeparture,
  CheckpointRecipients: audit.checkpointRecipients,
  ChainBreak: audit.chainBreak,
  AuditResumption: audit.auditResumption,
  ChainProblem: audit.chainProblem,
  CheckpointProblem: audit.checkpointProblem,
  AuditVerification: audit.auditVerifyReply,

  PackFormat: packs.packFormat,
  PackOwner: packs.packOwner,
  Pack: packs.pack,
  CriteriaVersion: packs.criteriaVersion,
  DerivedField: packs.derivedField,
  Derivation: packs.derivation,
  DerivedValues: packs.derivedValues,
  PackImport: packs.packImportReply,
  PackIssue: packs.packIssue,
  RequirementSide: packs.requirementSide,
  CriteriaDiff: packs.criteriaDiffReply,
  PackBinding: packs.packBinding,
  PackOffer: packs.packOffer,
  LibraryPack: packs.libraryPack,

  IngestionStatus: sets.ingestionStatus,
  IngestionFailureCode: sets.ingestionFailureCode,
  CorpusIngestion: corpus.corpusIngestion,
  GuidancePassage: corpus.guidancePassage,
  CorpusActivation: corpus.corpusActivation,

  ConfidenceThresholds: retrieval.confidenceThresholds,
  RetrievalVersion: retrieval.retrievalVersion,
  CompleteBound: golden.completeBound,
  GoldenSet: golden.goldenSetReply,
  MetricLine: metrics.metricLine,
  EngineMetrics: metrics.engineMetrics,
  ComparedMetric: metrics.comparedMetric,
  VersionMetrics: metrics.engineMetricsReply,
  StatusCounts: retrieval.statusCounts,
  ThresholdPreview: retrieval.thresholdPreviewReply,

  RunSort: adminRuns.runSort,
  AdminRun: adminRuns.adminRun,
  RunPins: adminRuns.runPins,
  RunStepWork: adminRuns.runStepWork,
  AdminRunDetails: adminRuns.adminRunReply,
  ReplayData: runs.replayData,
  Replay: runs.replayReply,
  TraceSpan: traces.traceSpan,
  TraceHeader: traces.traceHeader,
  Trace: traces.traceReply,

  WebhookDisabledReason: sets.webhookDisabledReason,
  Webhook: webhooks.webhook,
  WebhookWithSecret: webhooks.webhookWithSecretReply,
  DeliveryType: sets.deliveryType,
  DeliveryState: sets.deliveryState,
  DeliveryError: sets.deliveryError,
  WebhookDelivery: webhooks.webhookDelivery,

  SecondFactorRule: secondFactor.secondFactorRule,

  SsoRole: singleSignOn.ssoRole,
  IdentityProvider: singleSignOn.identityProvider,
  IdentityProviderCheck: singleSignOn.identityProviderCheckReply,
  TenantDomain: singleSignOn.tenantDomain,
  ScimKey: scim.scimKey,
  CreatedScimKey: scim.createdScimKey,
  ScimGroup: scim.scimGroup,

  ReviewerStatistics: reviews.reviewerStatistics,
  ReviewerPage: reviews.reviewerListReply,

  JobKind: sets.jobKind,
  OverviewDay: overview.overviewDay,
  Overview: overview.overview,
  ModelUse: models.modelUse,
  Settings: settings.settings,
} as const satisfies Schemas;

/** Bodies of requests to `/api/admin`. */
export const ADMIN_BODIES = {
  NewTenant: tenancy.createTenantBody,
  TenantChange: tenancy.patchTenantBody,
  NewMember: tenancy.inviteMemberBody,
  MemberChange: tenancy.patchMemberBody,
  NewApiKey: tenancy.createApiKeyBody,
  NewWebhook: webhooks.createWebhookBody,
  WebhookChange: webhooks.patchWebhookBody,
  NewIdentityProvider: singleSignOn.createIdentityProviderBody,
  IdentityProviderChange: singleSignOn.patchIdentityProviderBody,
  NewTenantDomain: singleSignOn.createDomainBody,
  NewScimKey: scim.createScimKeyBody,
  ScimGroupChange: scim.mapScimGroupBody,
  ReprocessChoice: adminRuns.reprocessDocumentsBody,
  KeptCheckpoint: audit.keptCheckpoint,
  NewPack: packs.createPackBody,
  PackChange: packs.patchPackBody,
  NewPackOffer: packs.putOfferBody,
  NewBinding: packs.putBindingBody,
  UrlIngestion: corpus.createIngestionBody,
  NewActivation: corpus.createActivationBody,
  NewRetrievalVersion: retrieval.createRetrievalVersionBody,
  ImportRun: runs.importRunBody,
} as const satisfies Schemas;

/** Whole replies that only wrap shapes. Those that are more than that are above by their own names. */
export const REPLIES = {
  SessionReply: session.sessionReply,
  DocumentReply: documents.documentReply,
  ResumableUploadReply: documents.resumableUploadReply,
  DocumentListReply: documents.documentListReply,
  DocumentVersionListReply: documents.documentVersionListReply,
  ClosedSyncReply: sources.closedSyncReply,
  ManifestReply: sources.manifestReply,
  ManifestListReply: sources.manifestListReply,
  SourceListReply: sources.sourceListReply,
  ChunkListReply: documents.chunkListReply,
  DocumentPageListReply: documents.documentPageListReply,
  RequirementListReply: requirementListReply,
  CancelRunReply: runs.cancelRunReply,
  StartRunReply: runs.startRunReply,
  EstimateRunReply: runs.estimateRunReply,
  RunListReply: runs.runOrDamageListReply,
  RunStepListReply: runs.runStepsReply,
  RunConfigurationReply: runs.runConfigurationReply,
  AssessmentListReply: runs.assessmentOrDamageListReply,
  TaskReply: runs.taskReply,
  TaskListReply: runs.taskOrDamageListReply,
  ExportListReply: runs.exportListReply,
  PersonListReply: tenancy.personListReply,
  ReviewReply: reviews.reviewReply,
  ReviewListReply: reviews.reviewOrDamageListReply,
  CommentReply: comments.commentReply,
  CommentListReply: comments.commentOrDamageListReply,
  ExceptionReply: exceptions.exceptionReply,
  ExceptionListReply: exceptions.exceptionOrDamageListReply,
  RunExceptionListReply: exceptions.runExceptionListReply,
  SignOffReply: signOffs.signOffReply,
  InvitationListReply: invitations.invitationListReply,
  OfferedInvitationReply: invitations.offeredInvitationReply,
  ResetReply: resets.resetReply,
  ResetListReply: resets.resetListReply,
  OfferedResetReply: resets.offeredResetReply,
  AskedConnectionReply: connections.askedConnectionReply,
  ConnectionListReply: connections.connectionListReply,
  LinkListReply: links.linkListReply,
  LinkSessionReply: links.linkSessionReply,

  TenantReply: tenancy.tenantReply,
  TenantListReply: tenancy.tenantListReply,
  MemberReply: tenancy.memberReply,
  MemberListReply: tenancy.memberOrDamageListReply,
  ApiKeyListReply: tenancy.apiKeyListReply,
  FailedDocumentListReply: failed.failedDocumentListReply,
  ReadingCountsReply: failed.readingCountsReply,
  CheckpointListReply: audit.checkpointListReply,
  CheckpointKeyListReply: audit.checkpointKeysReply,
  PackReply: packs.packReply,
  PackOfferReply: packs.packOfferReply,
  PackListReply: packs.packListReply,
  LibraryPackListReply: packs.libraryPackListReply,
  CriteriaVersionReply: packs.criteriaVersionReply,
  CriteriaVersionListReply: packs.criteriaVersionListReply,
  PackBindingReply: packs.packBindingReply,
  CorpusIngestionReply: corpus.corpusIngestionReply,
  CorpusIngestionListReply: corpus.corpusIngestionListReply,
  GuidancePassageListReply: corpus.guidancePassageListReply,
  CorpusActivationReply: corpus.corpusActivationReply,
  CorpusActivationListReply: corpus.corpusActivationListReply,
  RetrievalVersionReply: retrieval.retrievalVersionReply,
  RetrievalVersionListReply: retrieval.retrievalVersionListReply,
  AdminRunListReply: adminRuns.adminRunOrDamageListReply,
  ImportRunReply: runs.importRunReply,
  WebhookReply: webhooks.webhookReply,
  WebhookListReply: webhooks.webhookListReply,
  WebhookDeliveryReply: webhooks.webhookDeliveryReply,
  WebhookDeliveryListReply: webhooks.webhookDeliveryListReply,
  IdentityProviderReply: singleSignOn.identityProviderReply,
  IdentityProviderListReply: singleSignOn.identityProviderListReply,
  TenantDomainReply: singleSignOn.tenantDomainReply,
  TenantDomainListReply: singleSignOn.tenantDomainListReply,
  ScimKeyListReply: scim.scimKeyListReply,
  ScimGroupReply: scim.scimGroupReply,
  ScimGroupListReply: scim.scimGroupListReply,
  OverviewReply: overview.overviewReply,
  ModelListReply: models.modelListReply,
  SettingsReply: settings.settingsReply,
} as const satisfies Schemas;

const TABLES = { ...SHAPES, ...BODIES, ...ADMIN_SHAPES, ...ADMIN_BODIES, ...REPLIES } as const;
export type SchemaName = keyof typeof TABLES;

/** Every named schema. */
export const SCHEMAS: Readonly<Record<SchemaName, z.ZodType>> = TABLES;

/** The JSON Schema of each named schema, and of `more`, in which other names stand as `$ref`. */
export function jsonSchemas(
  uri = (name: string) => name,
  more: Schemas = {},
): Record<string, z.core.JSONSchema.JSONSchema> {
  const names = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries({ ...SCHEMAS, ...more })) names.add(schema, { id });
  // What a reply holds is the same in both directions; of a body the input counts, before defaults.
  return z.toJSONSchema(names, { io: "input", uri }).schemas;
}
