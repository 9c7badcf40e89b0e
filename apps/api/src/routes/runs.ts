import { canonicalJson, EXPORT_MEDIA_TYPES, type Run } from "@assay/contract";
import { operations } from "@assay/contract/operations";
import { sha256Hex } from "@assay/core/digest";
import { getRunReport } from "@assay/core/reports";
import {
  cancelRun,
  diffRuns,
  estimateRun,
  getExport,
  getRun,
  getRunConfiguration,
  getRunState,
  getSnapshot,
  listAssessmentsOrDamage,
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
import { contentDisposition } from "../content-disposition.ts";
import { bind, serve } from "../middleware/bind.ts";
import { keptReply, withIdempotencyKey } from "../middleware/idempotency.ts";
import { EXACT_BYTES, hasUnchanged, notModified, tagOf } from "../middleware/validators.ts";
import { streamBytes } from "../stream-bytes.ts";
import { streamProgress } from "./run-events.ts";
import { openRunPackage, openSealedReport } from "./run-package.ts";

export const runs = serve(
  bind(operations.runs.list, async (c) => {
    const page = await listRuns(c.var.ctx, c.req.valid("query"));
    return c.json({ runs: page.items, nextCursor: page.nextCursor });
  }),
  bind(operations.runs.start, async (c) => {
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
  }),
  bind(operations.runs.get, async (c) => c.json(await getRunState(c.var.ctx, c.req.param("runId")))),
  bind(operations.runs.cancel, async (c) =>
    c.json({ run: await cancelRun(c.var.ctx, c.req.param("runId"), c.req.valid("json")) }),
  ),
  bind(operations.runs.requirements, async (c) => {
    const { snapshotCriteriaVersionId } = await getRun(c.var.ctx, c.req.param("runId"));
    if (hasUnchanged(c, tagOf("requirements", snapshotCriteriaVersionId))) return notModified(c);
    return c.json({ requirements: await listRunRequirements(c.var.ctx, c.req.param("runId")), nextCursor: null });
  }),
  bind(operations.runs.assessments, async (c) => {
    const { id, status } = await getRun(c.var.ctx, c.req.param("runId"));
    const isFinal = status === "COMPLETED" || status === "FAILED";
    if (isFinal && hasUnchanged(c, tagOf("assessments", id))) return notModified(c);
    const page = await listAssessmentsOrDamage(c.var.ctx, c.req.param("runId"), c.req.valid("query"));
    return c.json({ assessments: page.items, nextCursor: page.nextCursor });
  }),
  bind(operations.runs.documents, async (c) => {
    const { items, ...rest } = await listRunDocuments(c.var.ctx, c.req.param("runId"), c.req.valid("query"));
    return c.json({ documents: items, ...rest });
  }),
  bind(operations.runs.steps, async (c) =>
    c.json({ steps: await listRunSteps(c.var.ctx, c.req.param("runId")), nextCursor: null }),
  ),
  bind(operations.runs.exceptions, async (c) =>
    c.json({ exceptions: await listRunExceptions(c.var.ctx, c.req.param("runId")) }),
  ),
  bind(operations.runs.tasks, async (c) => {
    const page = await listRunTasks(c.var.ctx, c.req.param("runId"), c.req.valid("query"));
    return c.json({ tasks: page.items, nextCursor: page.nextCursor });
  }),
  bind(operations.runs.exports, async (c) =>
    c.json({ exports: await listExports(c.var.ctx, c.req.param("runId")), nextCursor: null }),
  ),
  bind(operations.runs.download, async (c) => {
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
  }),
  bind(operations.runs.report, async (c) => {
    const { format } = c.req.valid("query");
    const runId = c.req.param("runId");
    const report =
      format === "csv" || format === "xlsx"
        ? await getRunReport(c.var.ctx, c.var.services.workbook, { runId, format })
        : await openSealedReport(c.var, runId, format);
    return c.body(streamBytes(report.bytes), 200, {
      "Content-Type": report.mediaType,
      "Content-Disposition": contentDisposition(report.filename),
    });
  }),
  bind(operations.runs.snapshot, async (c) => {
    const { bytes, snapshotHash } = await getSnapshot(c.var.ctx, c.req.param("runId"));
    if (hasUnchanged(c, `"${snapshotHash}"`, EXACT_BYTES)) return notModified(c);
    return c.body(bytes as Uint8Array<ArrayBuffer>, 200, { "Content-Type": "application/json" });
  }),
  bind(operations.runs.package, async (c) => {
    const { filename, sizeBytes, hash, bytes } = await openRunPackage(c);
    if (hasUnchanged(c, `"${hash}"`, EXACT_BYTES)) return notModified(c);
    return c.body(streamBytes(bytes()), 200, {
      "Content-Type": "application/zip",
      "Content-Length": String(sizeBytes),
      "Content-Disposition": contentDisposition(filename),
    });
  }),
  bind(operations.runs.packageContents, async (c) => {
    const { filename, sizeBytes, hash, files, state } = await openRunPackage(c);
    const { asOf, leftOut } = state;
    return c.json({ filename, sizeBytes, hash, asOf, files: [...files], leftOut: [...leftOut] });
  }),
  bind(operations.runs.configuration, async (c) =>
    c.json({ configuration: await getRunConfiguration(c.var.ctx, c.req.param("runId")) }),
  ),
  bind(operations.runs.events, streamProgress),
  bind(operations.runs.diff, async (c) =>
    c.json(await diffRuns(c.var.ctx, c.req.param("runId"), c.req.valid("query").against)),
  ),
);

function briefRun({ id, tenantId, packId, status, snapshotStatus, createdAt, documentsPending }: Run) {
  return { id, tenantId, packId, status, snapshotStatus, createdAt, documentsPending };
}
