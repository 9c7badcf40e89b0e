import {
  assessmentListQuery,
  cancelRunBody,
  canonicalJson,
  pageQuery,
  REPORT_FORMATS,
  type Run,
  runDiffQuery,
  runDocumentListQuery,
  runListQuery,
  runReportQuery,
  startRunBody,
  startRunQuery,
} from "@assay/contract";
import { sha256Hex } from "@assay/core/digest";
import { getRunReport } from "@assay/core/reports";
import {
  cancelRun,
  diffRuns,
  EXPORT_MEDIA_TYPES,
  estimateRun,
  getExport,
  getRun,
  getRunConfiguration,
  getRunState,
  getSnapshot,
  listAssessments,
  listExports,
  listRunDocuments,
  listRunExceptions,
  listRunRequirements,
  listRunSteps,
  listRuns,
  listRunTasks,
  startRun,
} from "@assay/core/runs";
import { requireSameRequest } from "@assay/core/tenancy";
import { Hono } from "hono";
import { contentDisposition } from "../content-disposition.ts";
import { keptReply, withIdempotencyKey } from "../middleware/idempotency.ts";
import { link } from "../middleware/link.ts";
import { operation } from "../middleware/operation.ts";
import { role } from "../middleware/role.ts";
import { json, jsonBody, query } from "../middleware/validate.ts";
import { EXACT_BYTES, hasUnchanged, notModified, tagOf } from "../middleware/validators.ts";
import type { Content } from "../openapi/operation.ts";
import { streamBytes } from "../stream-bytes.ts";
import type { ApiEnv } from "../variables.ts";
import { streamProgress } from "./run-events.ts";

const EXPORT_CONTENT: Content = Object.fromEntries(
  Object.values(EXPORT_MEDIA_TYPES).map((type) => [
    type.replace(/;.*/, ""),
    type === "application/json" ? "json" : "bytes",
  ]),
);

const REPORT_CONTENT: Content = Object.fromEntries(
  REPORT_FORMATS.map((format) => [EXPORT_MEDIA_TYPES[format].replace(/;.*/, ""), "bytes"]),
);

export const runs = new Hono<ApiEnv>().basePath("/api/runs");

runs.get(
  "/",
  role("VIEWER"),
  operation("runs.list", "Lists runs, newest first", { 200: "RunListReply" }),
  query(runListQuery),
  async (c) => {
    const page = await listRuns(c.var.ctx, c.req.valid("query"));
    return c.json({ runs: page.items, nextCursor: page.nextCursor });
  },
);

runs.post(
  "/start",
  role("MEMBER"),
  operation(
    "runs.start",
    "Starts a run",
    { 201: "StartRunReply", 200: "EstimateRunReply" },
    {
      description: "With `dryRun=true` 200 and what the run would need of its model; no run is started.",
      idempotent: true,
      errors: ["RUN_ALREADY_IN_PROGRESS", "INVALID_STATE"],
    },
  ),
  query(startRunQuery),
  jsonBody,
  json(startRunBody),
  async (c) => {
    const body = c.req.valid("json");
    if (c.req.valid("query").dryRun === "true")
      return c.json({ estimate: await estimateRun(c.var.ctx, c.var.services.models, body) });
    return withIdempotencyKey(c, async ({ kept, claim }) => {
      const { ctx, services } = c.var;
      const digest = await sha256Hex(canonicalJson(["run", body]));
      if (kept) {
        requireSameRequest(kept, digest);
        return keptReply(c, kept);
      }
      const answer = (run: Run) => ({ digest, status: 201, body: JSON.stringify({ run: briefRun(run) }) });
      const { run, jobs } = await startRun(ctx, services.models, body, {
        keep: claim && { claim, answer },
        documentsWaitMs: services.settings.documentsWaitMs,
      });
      await services.dispatcher.dispatch(jobs);
      return c.json({ run: briefRun(run) }, 201);
    });
  },
);

function briefRun({ id, tenantId, packId, status, snapshotStatus, createdAt, documentsPending }: Run) {
  return { id, tenantId, packId, status, snapshotStatus, createdAt, documentsPending };
}

runs.get(
  "/:runId",
  role("VIEWER"),
  link("READ"),
  operation("runs.get", "Returns a run", { 200: "RunDetails" }),
  async (c) => c.json(await getRunState(c.var.ctx, c.req.param("runId"))),
);

runs.post(
  "/:runId/cancel",
  role("MEMBER"),
  operation("runs.cancel", "Ends an active run as FAILED", { 200: "CancelRunReply" }, { errors: ["INVALID_STATE"] }),
  jsonBody,
  json(cancelRunBody),
  async (c) => c.json({ run: await cancelRun(c.var.ctx, c.req.param("runId"), c.req.valid("json")) }),
);

runs.get(
  "/:runId/requirements",
  role("VIEWER"),
  link("READ"),
  operation(
    "runs.requirements",
    "Lists the requirements that the run assesses, in pack order",
    { 200: "RequirementListReply" },
    { revalidated: true },
  ),
  async (c) => {
    const { snapshotCriteriaVersionId } = await getRun(c.var.ctx, c.req.param("runId"));
    if (hasUnchanged(c, tagOf("requirements", snapshotCriteriaVersionId))) return notModified(c);
    return c.json({ requirements: await listRunRequirements(c.var.ctx, c.req.param("runId")), nextCursor: null });
  },
);

runs.get(
  "/:runId/assessments",
  role("VIEWER"),
  link("READ"),
  operation(
    "runs.assessments",
    "Lists the assessments of a run, in pack order",
    { 200: "AssessmentListReply" },
    { revalidated: true },
  ),
  query(assessmentListQuery),
  async (c) => {
    const { id, status } = await getRun(c.var.ctx, c.req.param("runId"));
    const isFinal = status === "COMPLETED" || status === "FAILED";
    if (isFinal && hasUnchanged(c, tagOf("assessments", id))) return notModified(c);
    const page = await listAssessments(c.var.ctx, c.req.param("runId"), c.req.valid("query"));
    return c.json({ assessments: page.items, nextCursor: page.nextCursor });
  },
);

runs.get(
  "/:runId/documents",
  role("VIEWER"),
  link("READ"),
  operation("runs.documents", "Lists the documents of a run as they were at its start", { 200: "RunDocumentPage" }),
  query(runDocumentListQuery),
  async (c) => {
    const { items, ...rest } = await listRunDocuments(c.var.ctx, c.req.param("runId"), c.req.valid("query"));
    return c.json({ documents: items, ...rest });
  },
);

runs.get(
  "/:runId/steps",
  role("VIEWER"),
  operation("runs.steps", "Lists the steps of a run, in order", { 200: "RunStepListReply" }),
  async (c) => c.json({ steps: await listRunSteps(c.var.ctx, c.req.param("runId")), nextCursor: null }),
);

runs.get(
  "/:runId/exceptions",
  role("VIEWER"),
  link("READ"),
  operation(
    "runs.exceptions",
    "Lists the exceptions that were in force when the run started",
    { 200: "RunExceptionListReply" },
    { description: "As they were then, whatever became of them." },
  ),
  async (c) => c.json({ exceptions: await listRunExceptions(c.var.ctx, c.req.param("runId")) }),
);

runs.get(
  "/:runId/tasks",
  role("VIEWER"),
  operation("runs.tasks", "Lists the remediation tasks of a run", { 200: "TaskListReply" }),
  query(pageQuery),
  async (c) => {
    const page = await listRunTasks(c.var.ctx, c.req.param("runId"), c.req.valid("query"));
    return c.json({ tasks: page.items, nextCursor: page.nextCursor });
  },
);

runs.get(
  "/:runId/exports",
  role("VIEWER"),
  link("READ"),
  operation("runs.exports", "Lists the exports of a run", { 200: "ExportListReply" }),
  async (c) => c.json({ exports: await listExports(c.var.ctx, c.req.param("runId")), nextCursor: null }),
);

runs.get(
  "/:runId/exports/:exportId",
  role("VIEWER"),
  link("READ"),
  operation(
    "runs.download",
    "Returns the file of an export",
    { 200: EXPORT_CONTENT },
    {
      description: "The ETag is the SHA-256 of the file.",
      revalidated: true,
      errors: ["INTEGRITY_ERROR"],
      replyHeaders: ["Content-Disposition"],
    },
  ),
  async (c) => {
    const { bytes, format, filename, sha256Hash } = await getExport(
      c.var.ctx,
      c.req.param("runId"),
      c.req.param("exportId"),
    );
    if (hasUnchanged(c, `"${sha256Hash}"`, EXACT_BYTES)) return notModified(c);
    return c.body(bytes as Uint8Array<ArrayBuffer>, 200, {
      "Content-Type": EXPORT_MEDIA_TYPES[format],
      "Content-Disposition": contentDisposition(filename),
    });
  },
);

runs.get(
  "/:runId/report",
  role("VIEWER"),
  link("READ"),
  operation(
    "runs.report",
    "Returns a report of a run with its reviews",
    { 200: REPORT_CONTENT },
    {
      description:
        "Made on request from the run's verdicts and the reviews, exceptions, comments and sign-offs that stand now. It is in no snapshot.",
      errors: ["INVALID_STATE"],
      replyHeaders: ["Content-Disposition"],
    },
  ),
  query(runReportQuery),
  async (c) => {
    const { format } = c.req.valid("query");
    const report = await getRunReport(c.var.ctx, c.var.services.workbook, { runId: c.req.param("runId"), format });
    return c.body(streamBytes(report.bytes), 200, {
      "Content-Type": report.mediaType,
      "Content-Disposition": contentDisposition(report.filename),
    });
  },
);

runs.get(
  "/:runId/snapshot",
  role("VIEWER"),
  link("READ"),
  operation(
    "runs.snapshot",
    "Returns the snapshot of a run",
    { 200: { "application/json": "json" } },
    {
      description: "The canonical bytes. The ETag is their SHA-256.",
      revalidated: true,
      errors: ["REPLAY_UNAVAILABLE", "INVALID_STATE", "INTEGRITY_ERROR"],
    },
  ),
  async (c) => {
    const { bytes, snapshotHash } = await getSnapshot(c.var.ctx, c.req.param("runId"));
    if (hasUnchanged(c, `"${snapshotHash}"`, EXACT_BYTES)) return notModified(c);
    return c.body(bytes as Uint8Array<ArrayBuffer>, 200, { "Content-Type": "application/json" });
  },
);

runs.get(
  "/:runId/configuration",
  role("VIEWER"),
  link("READ"),
  operation("runs.configuration", "Returns what a run pinned", { 200: "RunConfigurationReply" }),
  async (c) => c.json({ configuration: await getRunConfiguration(c.var.ctx, c.req.param("runId")) }),
);

runs.get(
  "/:runId/events",
  role("VIEWER"),
  operation(
    "runs.events",
    "Streams the progress of a run",
    { 200: { "text/event-stream": "RunProgress" } },
    {
      description:
        "Server-sent events: `progress` for each change, then one `end`, each with RunProgress as JSON in `data`. `id` is the revision of the run.",
      requestHeaders: ["Last-Event-ID"],
    },
  ),
  streamProgress,
);

runs.get(
  "/:runId/diff",
  role("VIEWER"),
  operation("runs.diff", "Compares a run with another one", { 200: "RunDiff" }),
  query(runDiffQuery),
  async (c) => c.json(await diffRuns(c.var.ctx, c.req.param("runId"), c.req.valid("query").against)),
);
