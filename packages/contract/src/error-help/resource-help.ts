import type { ErrorCode } from "../errors.ts";
import type { ReplyHelp } from "./help-text.ts";

const RUN = "01a1fc90-71d4-7d55-9a35-3f2f1cf0c1aa";
const DOCUMENT = "01a1fc8e-02b1-7c1e-8f1b-0a5d9a4b7c11";

/** Codes that depend on what the service has stored, or on the service itself. */
export const RESOURCE_HELP = {
  CROSS_TENANT_ACCESS_DENIED: {
    happened: "The service refuses access to another tenant.",
    why: "The resource belongs to another tenant, or `?tenantId=` names one and the caller may not act there.",
    fix: "Check the id, and sign in to the tenant that owns the resource. Only a SUPER_ADMIN of a deployment with `SUPER_ADMIN_MODE=true` may use `?tenantId=`.",
    message: `Cannot access document '${DOCUMENT}' because it belongs to another tenant`,
    details: { id: DOCUMENT },
  },
  NOT_FOUND: {
    happened: "Nothing has this id or path.",
    why: "The id or the path is mistyped, or the resource was deleted.",
    fix: "Compare `details.id` with the id that a list returns, and the path with the reference at `/api/docs`.",
    message: `Cannot find document '${DOCUMENT}'`,
    details: { id: DOCUMENT },
  },
  RUN_ALREADY_IN_PROGRESS: {
    happened: "No run was started.",
    why: "The tenant has an active run, and can have one at a time.",
    fix: "Wait until the run in `details.runId` is COMPLETED or FAILED (`GET /api/runs/:runId/events`), or cancel it. Then start the new run.",
    message: "Cannot start a run because the tenant has one that has not finished",
    details: { runId: RUN },
  },
  REPLAY_UNAVAILABLE: {
    happened: "The run cannot be replayed.",
    why: "Its results were never frozen (`snapshotStatus` is FAILED), so there are no stored bytes.",
    fix: "Start a new run and replay that one. Do not retry.",
    message: `Deterministic replay is not available for run '${RUN}'`,
    details: { runId: RUN },
  },
  IMMUTABLE_RESOURCE: {
    happened: "The resource was not changed.",
    why: "It is final: a finished run, an assessment, a snapshot, an audit entry, a published version, or a review of a signed run.",
    fix: "Create something new instead: start another run, or publish another version.",
    message: "Cannot change a resource that is final",
  },
  INVALID_STATE: {
    happened: "The current state does not allow this action.",
    why: "The message names the state that is needed and the current one.",
    fix: "Bring the resource into that state, or wait for it, then try again. If `details.code` is set, read the section of that code too. If there is a `Retry-After`, wait that long.",
    message: `Cannot reprocess document '${DOCUMENT}' because it must be FAILED, or READY and read by an earlier reader or in part: current status is EXTRACTED`,
  },
  TENANT_LIMIT_EXCEEDED: {
    happened: "Nothing was added or started.",
    why: "The tenant has reached `details.limit`. `details.name` says which limit of the tenant it is, where an operator sets it: `documentsMax`, `bytesMax`, `runsPerDay` or `tokensPerMonth`.",
    fix: "Remove what the message names, wait for the next day or month (UTC), or ask an operator for a higher limit.",
    message: "Cannot add to the tenant's packs because a tenant can have at most 50 packs: archive one first",
    details: { limit: 50, value: 50 },
  },
  FILE_TOO_LARGE: {
    happened: "The file was not stored.",
    why: "It is larger than the limit, counted on the bytes that arrive.",
    fix: "Split the file, or compress its images: `details.limitBytes` is the limit. An operator can raise it with `MAX_UPLOAD_BYTES`.",
    message: "Cannot store a file because it must have at most 104857600 bytes",
    details: { limitBytes: 104857600 },
  },
  UNSUPPORTED_FILE_TYPE: {
    happened: "The file or page was not accepted.",
    why: "The first bytes belong to no supported format, or to another format than the extension names. Guidance cannot be an archive.",
    fix: "Save the file in a supported format with the extension of that format. Unpack an archive before you add it as guidance.",
    message:
      "Cannot accept 'report.pdf' because the extension says 'pdf' and the bytes are 'docx': if it is Word, name it .docx",
    details: { extension: "pdf", named: "pdf", found: "docx" },
  },
  ARCHIVE_LIMIT_EXCEEDED: {
    happened: "The archive was not unpacked.",
    why: "The archive has more than 1000 files, 500 MB unpacked or 5 levels of archives, or its entries overlap, which is a zip-bomb technique.",
    fix: "Split the archive and upload the parts.",
    message: "Cannot accept the archive because it must have at most 1000 files: it declares 1001",
    details: { limit: 1000, value: 1001 },
  },
  UNSAFE_URL: {
    happened: "The page was not fetched.",
    why: "The URL, a redirect or an address of the host is not public `http` or `https` on port 80 or 443, or the URL contains credentials.",
    fix: "Use a public URL without credentials. If the page is not public, save it as a file and add the file.",
    message: "Cannot fetch from this URL because its host name must be public: 'intranet' is not",
    details: { issues: [{ field: "url", issue: "its host name must be public: 'intranet' is not" }] },
  },
  INTEGRITY_ERROR: {
    happened: "What is stored is damaged and was not sent.",
    why: "A stored original, snapshot, replay or export does not have its recorded SHA-256, or rows of a run differ from its snapshot: the database or file store was changed outside the service, or its disk is damaged.",
    fix: "Do not rely on this run or document and do not retry. Tell the operators: they restore from a backup.",
    message: `Cannot serve the snapshot of run '${RUN}' because its SHA-256 must be '8c1f…': the stored bytes have '03ab…'`,
    details: { runId: RUN, objectType: "snapshot", objectId: RUN, recordedHash: "8c1f…", foundHash: "03ab…" },
  },
  INTERNAL_ERROR: {
    happened: "The service failed while it served the request.",
    why: "It has a fault. The log has the cause under the same `requestId`.",
    fix: "Send a reading request again. Before you repeat a change, check whether it was made, or send it with the same `Idempotency-Key`. Give the `requestId` to the operators.",
    message: "The service failed: report the request id to its operators",
  },
  MAINTENANCE: {
    happened: "Nothing was changed: the deployment is in maintenance mode.",
    why: "Its operators make a backup, move it or update it. Everything can be read meanwhile.",
    fix: "Wait as many seconds as `Retry-After` says and send the request again. `details.reason` is what the operators say.",
    message: "Cannot change anything during maintenance: Backup until 22:00",
    details: { since: "2026-11-28T20:00:00.000Z", reason: "Backup until 22:00" },
  },
  SERVICE_UNAVAILABLE: {
    happened: "The service cannot serve the request now.",
    why: "The database, the file store or the issuer's keys do not respond, or the process is at capacity or is shutting down.",
    fix: "Wait as many seconds as `Retry-After` says and send the request again. If it lasts, an operator runs `npm run doctor` and asks `GET /readyz` which part does not respond.",
    message: "Cannot serve requests because a part does not respond: database",
    details: { failed: ["database"] },
  },
} as const satisfies Partial<Record<ErrorCode, ReplyHelp>>;
