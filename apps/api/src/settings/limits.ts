import { z } from "zod";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "./kinds.ts";

/**
 * Durations and internal limits of the service: what no operator turns. Tests in the process pass their own; processes
 * under test read ASSAY_TEST_LIMITS.
 */
export const LIMITS = {
  // Reading files
  /** The uploaded archive counts as the first. Deeper nesting is a sign of a zip bomb. */
  archiveDepthMax: 5,
  /** Of the whole tree, because each file becomes a document with jobs of its own. */
  archiveFilesMax: 1000,
  /** Of one document, because each character is embedded, stored and searched. */
  textCharactersMax: 5_000_000,
  /** Processor time of the child for one document, so that a hostile file cannot hold it. */
  extractionLimitMs: 10 * MINUTE_MS,
  /** Processor time without a result of the child: one page or section takes no more than this. */
  extractionPieceMs: MINUTE_MS,
  /** Of one child process, so that a zip bomb ends the child and not the service. */
  extractionMemoryMb: 700,
  /** Children at a time: two of them fit a machine with 2 GB. */
  extractionProcesses: 2,

  // Reading images (OCR)
  /** Processor time of one image: a page of text takes 3 to 5 seconds, so this is for the worst of them. */
  recognitionPageMs: MINUTE_MS,
  /** Of the clock for one image: what is not ended by its processor time by then never ends. */
  recognitionOverdueMs: 11 * MINUTE_MS,
  /** Of one child process: most pages take 200 to 400 MB, an image of 50 megapixels in a PDF 760. */
  recognitionMemoryMb: 900,
  /** Images of one document that are read. */
  recognitionPagesMax: 500,
  /** Processor time of all images of one document together. */
  recognitionDocumentMs: 4 * HOUR_MS,
  /** One attempt: `attemptMs`, and the image that was begun within it. */
  recognitionLimitMs: 13 * MINUTE_MS,

  // Attempts at a job
  /** After this long an attempt stores what it has, to continue in the next. */
  attemptMs: MINUTE_MS,
  /** After this long an attempt is ended: runtimes end requests soon after. */
  attemptLimitMs: 90_000,
  /** Assessment of one requirement, per attempt: a model that answers later is not waited for. */
  requirementLimitMs: 90_000,
  /** A model on slow hardware reads its prompt this long before its first word; only then its time begins. */
  firstWordMs: 3 * MINUTE_MS,
  /** Failures after which a job is failed: a passing error is over by the third attempt. */
  attemptsMax: 3,
  /** Crashes after which a job is failed; more than failures, because another job may be the cause. */
  crashesMax: 20,
  /** How long a claim lasts after its last renewal; four renewals fit, so that one may be lost. */
  leaseMs: 12_000,
  /** How long a dispatch continues with what follows its job: a small document is one message, and none holds a slot long. */
  goOnMs: 1000,
  /** First delay of a retry and first pause of a part that cannot be used; each further one is twice as long. */
  retryDelayMs: 2000,
  /** A part that is back is asked again after this at the latest. */
  pauseMaxMs: MINUTE_MS,
  /** An answer of a model that is this old says that it answers: a failure then is the request's own. */
  answerCountsMs: MINUTE_MS,
  /** How often a model's answer is noted for all processes: it costs one small write. */
  answerNotedMs: 5000,
  /** A model that does not answer a small request by then does not answer. */
  probeLimitMs: 30_000,
  /** How often to look for the end of another process's probe. */
  probePollMs: 500,
  /** A minute of a model's quota. */
  quotaWindowMs: MINUTE_MS,
  /** A request has reached the model within this time: it may count there later than here. */
  quotaArrivalMs: 5000,
  /** A run of which nothing finishes for this long is failed, so that its tenant is not locked out. */
  runStalledMs: 15 * MINUTE_MS,
  /** A run that waits this long for a part that cannot be used is failed. */
  runWaitMaxMs: DAY_MS,

  /** A run that is to wait for documents begins after this at the latest: anyone who started it still expects it then. */
  documentsWaitMs: HOUR_MS,

  // Dispatch
  /** How often a process without QStash looks for jobs: a quarter of a second is not noticed. */
  pollMs: 250,
  /** How often a process without QStash sweeps, so that a lost job is found within seconds. */
  sweepMs: 5000,
  /** A dispatch this old counts as lost: QStash delivers within seconds. */
  dispatchOverdueMs: 90_000,
  /** The schedule sweeps each minute: after two, any request sets a sweep going. */
  sweepLateMs: 2 * MINUTE_MS,
  /** Deliveries of one tenant at a time, so that it leaves room for the others. */
  deliveriesPerTenantMax: 6,
  /** Callbacks that one process works on, so that its memory suffices; beyond them 503, and QStash delivers again. */
  callbacksMax: 50,

  // Requests
  /** Auditors' links that one address may try to open in a minute: guessing one takes 2^255 tries. */
  exchangesPerMinute: 30,
  /** Packages, lists of what they hold, and reports that are made as they are, per tenant: each reads the whole run. */
  packagesPerMinute: 60,
  /** Registrations of applications, and tokens that they ask for, per address. */
  authorizationsPerMinute: 120,
  /** The longest that a body may take; then the bytes of an upload that was cut off are deleted. */
  uploadReclaimMs: 6 * HOUR_MS,
  /** How long an upload that comes in parts may take, and lies there when nobody goes on with it. */
  uploadKeepMs: DAY_MS,
  /** The most that a process which dies in the middle of an upload loses of it. */
  uploadPartBytes: 8_388_608,
  /** How often a run that somebody watches is read, once for all who watch it. */
  progressPollMs: 400,
  /** How often an open stream checks that its reader may still read: revoking acts within a minute. */
  accessCheckMs: 10_000,

  // Proof of who acts
  /** How old the authentication may be of a person who signs, approves, withdraws or changes people. */
  freshActionMs: 5 * MINUTE_MS,
  /** How old it may be of a person who reviews: a day's work. */
  freshReviewMs: 12 * HOUR_MS,

  // Maintenance
  /** How often an embedded database is tended, as a server's autovacuum does: what changed in that time stays small. */
  tendEveryMs: 10 * MINUTE_MS,
  /** How often stored files and results are hashed again, to find damage early. */
  rehashEveryMs: DAY_MS,
  /** Bytes of a tenant's files that are read for it in that time. */
  rehashBytesMax: 104_857_600,
  /** How often an audit chain is signed, in addition to after each run, so that acts between runs are covered. */
  checkpointEveryMs: DAY_MS,
  /** How long finished jobs stay, for the console's view of attempts. */
  jobsKeepMs: 7 * DAY_MS,
  /** How long deliveries of webhooks stay, to be looked at and sent again. */
  deliveriesKeepMs: 30 * DAY_MS,

  // Audit out
  /** How often entries are looked for that a destination has not taken. */
  auditOutEveryMs: 1000,
  /** The longest that a batch of them may take, and how long nobody else sends for its tenant. */
  auditSendMs: 45_000,
  auditHoldMs: MINUTE_MS,
  /** The first wait after a failure of a destination, and the longest. */
  auditRetryMs: 2000,
  auditRetryMaxMs: 5 * MINUTE_MS,

  // Metrics and notices
  /** How often the deployment is compared with what its operators were told. */
  noticesEveryMs: 30_000,
  /** How long a model must be down before its operators are told: a short outage ends by itself. */
  modelDownMs: MINUTE_MS,
  /** How long what operators were told stays after its end. */
  noticesKeepMs: 90 * DAY_MS,
  /** The longest wait of a scrape for the database, or for the process that does the jobs. */
  metricsWaitMs: 3000,

  // Telemetry
  /** Longest wait for the collector, OpenTelemetry's own default. */
  spanExportTimeoutMs: 10_000,
  /** How often spans are looked for, so that one request carries many. */
  spanExportEveryMs: 2000,
  /** Longest pause after failures of the collector, so that spans follow soon after it is back. */
  spanExportRetryMaxMs: 5 * MINUTE_MS,
};

/** What the retrieval version of the settings pins; the console makes versions with other values. */
export const RETRIEVAL = {
  /** Cosine similarity below which a passage is not retrieved. */
  similarityThreshold: 0.2,
  /** Passages that a model sees. */
  chunksPerRequirement: 8,
};

export type Limits = Readonly<typeof LIMITS>;

const overrides = z.strictObject(
  Object.fromEntries(Object.keys(LIMITS).map((name) => [name, z.int().nonnegative().optional()])) as {
    [K in keyof Limits]: z.ZodOptional<z.ZodInt>;
  },
);

/** The limits with those of `changes` in place of the service's own. Throws RangeError. */
export function withLimits(changes: Partial<Limits>): Limits {
  const limits = { ...LIMITS, ...changes };
  if (limits.attemptMs >= limits.attemptLimitMs)
    throw new RangeError(
      `attemptMs must be below attemptLimitMs: they are ${limits.attemptMs} and ${limits.attemptLimitMs}`,
    );
  const imageEndsMs = limits.attemptMs + limits.recognitionOverdueMs;
  if (imageEndsMs >= limits.recognitionLimitMs)
    throw new RangeError(
      `attemptMs and recognitionOverdueMs must together be below recognitionLimitMs: they are ${imageEndsMs} and ${limits.recognitionLimitMs}`,
    );
  return limits;
}

/** Reads ASSAY_TEST_LIMITS: JSON of some limits by name. `problems` are lines for the operator. */
export function readTestLimits({ ASSAY_TEST_LIMITS: text, NODE_ENV }: Readonly<Record<string, string | undefined>>): {
  limits: Limits;
  problems: string[];
} {
  const refuse = (...problems: string[]) => ({
    limits: LIMITS,
    problems: problems.map((problem) => `ASSAY_TEST_LIMITS ${problem}`),
  });
  if (text === undefined) return { limits: LIMITS, problems: [] };
  if (NODE_ENV !== "test")
    return refuse("must not be set because it is for processes under test, where NODE_ENV is 'test'");
  try {
    const parsed = overrides.safeParse(JSON.parse(text));
    if (parsed.success) return { limits: withLimits(parsed.data as Partial<Limits>), problems: [] };
    return refuse(...parsed.error.issues.map(({ path, message }) => ["is wrong:", ...path, message].join(" ")));
  } catch (error) {
    if (error instanceof RangeError) return refuse(`is wrong: ${error.message}`);
    return refuse(`must be JSON, such as {"leaseMs":2000}: it is '${text}'`);
  }
}
