import { AssayApiError, type Document, type Uploaded, type UploadOptions, WHOLE_BYTES_MAX } from "@assay/client";

interface UploadDetails {
  readonly category?: string | undefined;
  readonly effectiveDate?: string | undefined;
  readonly expiresAt?: string | undefined;
  /** The document of which the file is a new version. */
  readonly versionOf?: string | undefined;
}

/**
 * WAITING for its turn, SENDING, STORED, KNOWN (the tenant has the same bytes already), REFUSED for
 * good, BROKEN (may be tried again), CANCELLED.
 */
export type UploadState = "WAITING" | "SENDING" | "STORED" | "KNOWN" | "REFUSED" | "BROKEN" | "CANCELLED";

export interface UploadItem {
  readonly id: string;
  readonly file: File;
  readonly details: UploadDetails;
  readonly state: UploadState;
  readonly sentBytes: number;
  /** Of a STORED or KNOWN one. */
  readonly document?: Document;
  /** Of a REFUSED or BROKEN one. */
  readonly error?: Error;
}

export interface UploadQueue {
  add(files: readonly File[], details: UploadDetails): void;
  cancel(id: string): void;
  /** Sends a BROKEN or CANCELLED one again. */
  retry(id: string): void;
  /** Sends again what an outage interrupted. */
  resume(): void;
  /** Forgets what is not WAITING or SENDING. */
  clear(): void;
  /** The same array until something changes. */
  items(): readonly UploadItem[];
  subscribe(listener: () => void): () => void;
}

export interface UploadQueueParts {
  upload(file: File, options: UploadOptions & Pick<UploadDetails, "versionOf">): Promise<Uploaded>;
  /** Called for each file that the service has taken in. */
  onStored(document: Document): void;
  /** Whether an error says that the service cannot be reached now. */
  isOutage(error: unknown): boolean;
  /** Called for each file that such an error interrupted. */
  onOutage(error: Error): void;
  /** Resolves after so many milliseconds, or rejects once the signal is aborted. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
}

const AT_A_TIME = 3;
/** An outage is said soon: nobody waits without a word. */
const RETRIES_MAX = 2;
const BUSY_RETRIES_MAX = 5;
/** A full quota asks for hours: nobody waits for that in front of a page. */
const BUSY_PAUSE_MAX_SECONDS = 60;

/**
 * Sends files a few at a time; what the network or a busy service interrupts is sent again under the same key, and a large file
 * from where it was.
 */
export function createUploadQueue({ upload, onStored, isOutage, onOutage, pause }: UploadQueueParts): UploadQueue {
  let items: readonly UploadItem[] = [];
  const listeners = new Set<() => void>();
  const running = new Map<string, AbortController>();
  /** Addresses of uploads in parts, by item. */
  const begun = new Map<string, string>();

  const change = (id: string, fields: Partial<UploadItem>) => {
    items = items.map((item) => (item.id === id ? { ...item, ...fields } : item));
    for (const listener of listeners) listener();
  };
  const replace = (next: readonly UploadItem[]) => {
    items = next;
    for (const listener of listeners) listener();
  };
  const startNext = () => {
    for (const item of items) {
      if (running.size >= AT_A_TIME) return;
      if (item.state === "WAITING") void start(item);
    }
  };

  async function start(item: UploadItem): Promise<void> {
    const controller = new AbortController();
    running.set(item.id, controller);
    change(item.id, { state: "SENDING", sentBytes: 0 });
    try {
      const { document, duplicate } = await sendWithRetries(item, controller.signal);
      change(item.id, { state: duplicate ? "KNOWN" : "STORED", sentBytes: item.file.size, document });
      onStored(document);
    } catch (error) {
      const outcome = toOutcome(error, controller.signal);
      change(item.id, { sentBytes: 0, ...outcome });
      if (outcome.error && isOutage(outcome.error)) onOutage(outcome.error);
    } finally {
      running.delete(item.id);
      startNext();
    }
  }

  async function sendWithRetries({ id, file, details }: UploadItem, signal: AbortSignal): Promise<Uploaded> {
    for (let retries = 0; ; retries++) {
      try {
        return await upload(file, {
          ...details,
          signal,
          // With one, a large file would go whole.
          ...(file.size <= WHOLE_BYTES_MAX && { idempotencyKey: id }),
          maxRetries: RETRIES_MAX,
          resume: begun.get(id),
          // What is cancelled takes no room of the quota any more.
          discard: true,
          onBegin: (address) => begun.set(id, address),
          onProgress: ({ sentBytes, totalBytes }) =>
            change(id, { sentBytes: Math.round((sentBytes / totalBytes) * file.size) }),
        });
      } catch (error) {
        if (!isBusy(error) || retries >= BUSY_RETRIES_MAX) throw error;
        await pause(error.retryAfterSeconds * 1000, signal);
      }
    }
  }

  return {
    add(files, details) {
      const added = files.map((file) => ({
        id: crypto.randomUUID(),
        file,
        details,
        state: "WAITING" as const,
        sentBytes: 0,
      }));
      // What was sent under the same name before is over: two lines of one name cannot be distinguished.
      const names = new Set(files.map(({ name }) => name));
      replace([...items.filter((item) => isUnderWay(item) || !names.has(item.file.name)), ...added]);
      startNext();
    },
    cancel(id) {
      running.get(id)?.abort();
      if (items.some((item) => item.id === id && item.state === "WAITING")) change(id, { state: "CANCELLED" });
    },
    retry(id) {
      replace(items.map((item) => (item.id === id && RETRYABLE.has(item.state) ? again(item) : item)));
      startNext();
    },
    resume() {
      replace(items.map((item) => (item.state === "BROKEN" && isOutage(item.error) ? again(item) : item)));
      startNext();
    },
    clear() {
      replace(items.filter(isUnderWay));
    },
    items: () => items,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function isUnderWay({ state }: Pick<UploadItem, "state">): boolean {
  return state === "WAITING" || state === "SENDING";
}

const RETRYABLE = new Set<UploadState>(["BROKEN", "CANCELLED"]);

function again({ id, file, details }: UploadItem): UploadItem {
  return { id, file, details, state: "WAITING", sentBytes: 0 };
}

/** The service says when to come back. */
function isBusy(error: unknown): error is AssayApiError & { retryAfterSeconds: number } {
  if (!(error instanceof AssayApiError) || error.retryAfterSeconds === null) return false;
  return error.retryAfterSeconds <= BUSY_PAUSE_MAX_SECONDS;
}

const LATER_STATUSES = new Set([401, 409, 429]);

/** Has the status of a conflict that passes, and does not pass. */
const isFinal = ({ code, status }: AssayApiError) =>
  code === "INVALID_STATE" || (status < 500 && !LATER_STATUSES.has(status));

function toOutcome(error: unknown, signal: AbortSignal): Pick<UploadItem, "state" | "error"> {
  if (signal.aborted) return { state: "CANCELLED" };
  const refused = error instanceof AssayApiError && isFinal(error);
  return { state: refused ? "REFUSED" : "BROKEN", error: error instanceof Error ? error : new Error(String(error)) };
}
