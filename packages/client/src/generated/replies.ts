// Made from packages/contract/src/schemas.ts by `npm run types:client`: change the schemas, not this file.
// oxlint-disable typescript/no-duplicate-type-constituents -- the names of two kinds of strings say what they hold
import type {
  AdminRun,
  ApiKey,
  AuditCheckpoint,
  CheckpointKey,
  CorpusActivation,
  CorpusIngestion,
  CriteriaVersion,
  FailedDocument,
  GuidancePassage,
  Invitation,
  Member,
  ModelUse,
  Overview,
  Pack,
  PackBinding,
  ReadingCounts,
  RetrievalVersion,
  Settings,
  Tenant,
  Webhook,
  WebhookDelivery,
} from "./admin-types.ts";
import type {
  Assessment,
  Chunk,
  Comment,
  Document,
  DocumentPage,
  Exception,
  ExportRecord,
  FixedException,
  Link,
  LinkSession,
  Person,
  Requirement,
  Review,
  Run,
  RunConfiguration,
  RunEstimate,
  RunStep,
  Session,
  SignOff,
  StartedRun,
  Task,
} from "./types.ts";

export interface SessionReply {
  session: Session;
}

export interface DocumentReply {
  document: Document;
}

export interface DocumentListReply {
  documents: Document[];
  nextCursor: string | null;
}

export interface ChunkListReply {
  chunks: Chunk[];
  nextCursor: string | null;
}

export interface DocumentPageListReply {
  pages: DocumentPage[];
  nextCursor: string | null;
}

export interface RequirementListReply {
  requirements: Requirement[];
  nextCursor: string | null;
}

export interface CancelRunReply {
  run: Run;
}

export interface StartRunReply {
  run: StartedRun;
}

export interface EstimateRunReply {
  estimate: RunEstimate;
}

export interface RunListReply {
  runs: Run[];
  nextCursor: string | null;
}

export interface RunStepListReply {
  steps: RunStep[];
  nextCursor: string | null;
}

export interface RunConfigurationReply {
  configuration: RunConfiguration;
}

export interface AssessmentListReply {
  assessments: Assessment[];
  nextCursor: string | null;
}

export interface TaskReply {
  task: Task;
}

export interface TaskListReply {
  tasks: Task[];
  nextCursor: string | null;
}

export interface ExportListReply {
  exports: ExportRecord[];
  nextCursor: string | null;
}

export interface PersonListReply {
  people: Person[];
  nextCursor: string | null;
}

export interface ReviewReply {
  review: Review;
}

export interface ReviewListReply {
  reviews: Review[];
  nextCursor: string | null;
}

export interface CommentReply {
  comment: Comment;
}

export interface CommentListReply {
  comments: Comment[];
  nextCursor: string | null;
}

export interface ExceptionReply {
  exception: Exception;
}

export interface ExceptionListReply {
  exceptions: Exception[];
  nextCursor: string | null;
}

export interface RunExceptionListReply {
  exceptions: FixedException[];
}

export interface SignOffReply {
  signOff: SignOff;
}

export interface LinkListReply {
  links: Link[];
  nextCursor: string | null;
}

export interface LinkSessionReply {
  session: LinkSession;
}

export interface TenantReply {
  tenant: Tenant;
}

export interface TenantListReply {
  tenants: Tenant[];
  nextCursor: string | null;
}

export interface MemberReply {
  member: Member;
}

export interface MemberListReply {
  members: Member[];
  nextCursor: string | null;
}

export interface InvitationReply {
  invitation: Invitation;
}

export interface ApiKeyListReply {
  apiKeys: ApiKey[];
  nextCursor: string | null;
}

export interface FailedDocumentListReply {
  documents: FailedDocument[];
  nextCursor: string | null;
}

export interface ReadingCountsReply {
  counts: ReadingCounts;
}

export interface CheckpointListReply {
  checkpoints: AuditCheckpoint[];
  nextCursor: string | null;
}

export interface CheckpointKeyListReply {
  keys: CheckpointKey[];
}

export interface PackReply {
  pack: Pack;
}

export interface PackListReply {
  packs: Pack[];
  nextCursor: string | null;
}

export interface CriteriaVersionReply {
  version: CriteriaVersion;
}

export interface CriteriaVersionListReply {
  versions: CriteriaVersion[];
  nextCursor: string | null;
}

export interface PackBindingReply {
  binding: PackBinding;
}

export interface CorpusIngestionReply {
  ingestion: CorpusIngestion;
}

export interface CorpusIngestionListReply {
  ingestions: CorpusIngestion[];
  nextCursor: string | null;
}

export interface GuidancePassageListReply {
  passages: GuidancePassage[];
  nextCursor: string | null;
}

export interface CorpusActivationReply {
  activation: CorpusActivation;
}

export interface CorpusActivationListReply {
  activations: CorpusActivation[];
  nextCursor: string | null;
}

export interface RetrievalVersionReply {
  retrievalVersion: RetrievalVersion;
}

export interface RetrievalVersionListReply {
  retrievalVersions: RetrievalVersion[];
  nextCursor: string | null;
}

export interface AdminRunListReply {
  runs: AdminRun[];
  nextCursor: string | null;
}

export interface ImportRunReply {
  run: Run;
}

export interface WebhookReply {
  webhook: Webhook;
}

export interface WebhookListReply {
  webhooks: Webhook[];
  nextCursor: string | null;
}

export interface WebhookDeliveryReply {
  delivery: WebhookDelivery;
}

export interface WebhookDeliveryListReply {
  deliveries: WebhookDelivery[];
  nextCursor: string | null;
}

export interface OverviewReply {
  overview: Overview;
}

export interface ModelListReply {
  /** The length of the window in which requests and tokens count. */
  windowSeconds: number;
  /** Those that the settings choose come first. */
  models: ModelUse[];
}

export interface SettingsReply {
  settings: Settings;
}
