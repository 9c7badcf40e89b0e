import type { Residency, Settings } from "@assay/contract";
import type { TenantQuota } from "@assay/core/documents";
import type { QuotaSettings } from "@assay/core/jobs";
import type { MailPart } from "@assay/core/mail";
import type { PackLimits } from "@assay/core/packs";
import type {
  Accounts,
  CheckpointStore,
  Clock,
  Dispatcher,
  Fetcher,
  FileStore,
  Identity,
  Models,
  PackParser,
  SecretBox,
  Signer,
  SignOn,
  WebhookSender,
  WorkbookWriter,
} from "@assay/core/ports";
import type { ClaimTimes, FreshnessTimes } from "@assay/core/tenancy";
import type { Database } from "@assay/db";
import type { Context } from "hono";
import type { AccessBatches } from "./access-batches.ts";
import type { EventWatch } from "./event-watch.ts";
import type { Logger } from "./logger.ts";
import type { Meter } from "./metrics/meter.ts";
import type { ProgressWatch } from "./progress-watch.ts";
import type { RateLimit } from "./rate-limit.ts";
import type { Turns } from "./turns.ts";

/** What the routes work with; the entry of each runtime makes it. */
export interface ApiServices {
  readonly db: Database;
  readonly files: FileStore;
  readonly fetcher: Fetcher;
  readonly identity: Identity;
  readonly accounts: Accounts;
  /** What tells the age of a sign-in. */
  readonly clock: Pick<Clock, "now">;
  readonly dispatcher: Dispatcher;
  readonly packs: PackParser;
  readonly signer: Signer;
  readonly checkpointStores: readonly CheckpointStore[];
  readonly models: Models;
  /** Where text can be sent. */
  readonly destinations: Residency["destinations"];
  readonly webhookSender: WebhookSender;
  readonly secretBox: SecretBox | undefined;
  /** Undefined where people sign in elsewhere. */
  readonly signOn: SignOn | undefined;
  /** Undefined where no mail is sent. */
  readonly mail?: MailPart | undefined;
  readonly workbook: WorkbookWriter;
  readonly logger: Logger;
  /** Per tenant. */
  readonly limits: {
    readonly requests: RateLimit;
    readonly uploads: RateLimit;
    readonly searches: RateLimit;
    readonly packages: RateLimit;
  };
  /** Packages that are being made, one at a time for each tenant. */
  readonly packageTurns: Turns;
  /** Per address from which auditors' links are opened. */
  readonly exchanges: RateLimit;
  /** Per address from which applications register and ask for tokens. */
  readonly authorizations: RateLimit;
  /** Where the runtime says where a request comes from. */
  readonly clientAddress?: (c: Context) => string;
  /** Throws where the process that does the jobs cannot be heard; undefined where none of its own does. */
  readonly checkJobs?: () => Promise<void>;
  /** Undefined where nothing is measured. */
  readonly meter?: Meter | undefined;
  readonly progress: ProgressWatch;
  readonly events: EventWatch;
  /** For what many ask at once. */
  readonly access: AccessBatches;
  readonly settings: ApiSettings;
  /** What administrators are shown of the settings. */
  readonly shownSettings: Settings;
}

export interface ApiSettings {
  readonly superAdminMode: boolean;
  readonly maxUploadBytes: number;
  /** Whether files are scanned for malware. */
  readonly isScanning: boolean;
  readonly archive: { readonly filesMax: number; readonly bytesMax: number };
  readonly quota: TenantQuota;
  readonly packLimits: PackLimits;
  readonly models: { readonly quota: QuotaSettings };
  /** An upload that was cut off is deleted so long after its beginning: longer than the slowest one takes. */
  readonly reclaimAfterMs: number;
  /** Of uploads that come in parts: how long they are kept, and how much is stored at a time. */
  readonly resumable: { readonly keepMs: number; readonly partBytes: number };
  /** The address by which clients call this service; undefined where each request says it. */
  readonly ownOrigin: string | undefined;
  /** Exact origins whose pages may read the answers. */
  readonly corsOrigins: readonly string[];
  readonly idempotency: ClaimTimes;
  /** How old the proof of who acts may be. */
  readonly freshness: FreshnessTimes;
  /** How often an open stream of events asks whether its reader may still read. */
  readonly accessCheckMs: number;
  /** How long a run waits for documents at most. */
  readonly documentsWaitMs: number;
  /** An active run of which nothing finished for so long is shown as stalled: well before the sweep fails it. */
  readonly quietAfterMs: number;
}
