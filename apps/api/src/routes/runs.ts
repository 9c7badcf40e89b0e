import {
  assessmentListQuery,
  cancelRunBody,
  canonicalJson,
  pageQuery,
  type Run,
  runDiffQuery,
  runDocumentListQuery,
  runListQuery,
  startRunBody,
} from "@assay/contract";
import { sha256Hex } from "@assay/core/digest";
import {
  cancelRun,
  diffRuns,
  EXPORT_MEDIA_TYPES,
  getExport,
  getRun,
  getRunConfiguration,
  getRunState,
  getSnapshot,
  listAssessments,
  listExports,
  listRunDocuments,
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
import { role } from "../middleware/role.ts";
import { json, jsonBody, query } from "../middleware/validate.ts";
import { EXACT_BYTES, hasUnchanged, notModified, tagOf } from "../middleware/validators.ts";
import type { ApiEnv } from "../variables.ts";
import { streamProgress } from "./run-events.ts";

export const runs = new Hono<ApiEnv>().basePath("/api/runs");

runs.get("/", role("VIEWER"), query(runListQuery), async (c) => {
  const page = await listRuns(c.var.ctx, c.req.valid("query"));
  return c.json({ runs: page.items, nextCursor: page.nextCursor });
});

runs.post("/start", role("MEMBER"), jsonBody, json(startRunBody), async (c) => {
  const body = c.req.valid("json");
  return withIdempotencyKey(c, async ({ kept, claim }) => {
    const { ctx, services } = c.var;
    const digest = await sha256Hex(canonicalJson(["run", body]));
    if (kept) {
      requireSameRequest(kept, digest);
      return keptReply(c, kept);
    }
    const answer = (run: Run) => ({ digest, status: 201, body: JSON.stringify({ run: briefRun(run) }) });
    const { run, jobs } = await startRun(ctx, services.models, body, claim && { claim, answer });
    await services.dispatcher.dispatch(jobs);
    return c.json({ run: briefRun(run) }, 201);
  });
});

function briefRun({ id, tenantId, packId, status, snapshotStatus, createdAt }: Run) {
  return { id, tenantId, packId, status, snapshotStatus, createdAt };
}

runs.get("/:runId", role("VIEWER"), async (c) => c.json(await getRunState(c.var.ctx, c.req.param("runId"))));

runs.post("/:runId/cancel", role("MEMBER"), jsonBody, json(cancelRunBody), async (c) =>
  c.json({ run: await cancelRun(c.var.ctx, c.req.param("runId"), c.req.valid("json")) }),
);

runs.get("/:runId/requirements", role("VIEWER"), async (c) => {
  const { snapshotCriteriaVersionId } = await getRun(c.var.ctx, c.req.param("runId"));
  if (hasUnchanged(c, tagOf("requirements", snapshotCriteriaVersionId))) return notModified(c);
  return c.json({ requirements: await listRunRequirements(c.var.ctx, c.req.param("runId")), nextCursor: null });
});

runs.get("/:runId/assessments", role("VIEWER"), query(assessmentListQuery), async (c) => {
  const { id, status } = await getRun(c.var.ctx, c.req.param("runId"));
  const isFinal = status === "COMPLETED" || status === "FAILED";
  if (isFinal && hasUnchanged(c, tagOf("assessments", id))) return notModified(c);
  const page = await listAssessments(c.var.ctx, c.req.param("runId"), c.req.valid("query"));
  return c.json({ assessments: page.items, nextCursor: page.nextCursor });
});

runs.get("/:runId/documents", role("VIEWER"), query(runDocumentListQuery), async (c) => {
  const { items, ...rest } = await listRunDocuments(c.var.ctx, c.req.param("runId"), c.req.valid("query"));
  return c.json({ documents: items, ...rest });
});

runs.get("/:runId/steps", role("VIEWER"), async (c) =>
  c.json({ steps: await listRunSteps(c.var.ctx, c.req.param("runId")), nextCursor: null }),
);

runs.get("/:runId/tasks", role("VIEWER"), query(pageQuery), async (c) => {
  const page = await listRunTasks(c.var.ctx, c.req.param("runId"), c.req.valid("query"));
  return c.json({ tasks: page.items, nextCursor: page.nextCursor });
});

runs.get("/:runId/exports", role("VIEWER"), async (c) =>
  c.json({ exports: await listExports(c.var.ctx, c.req.param("runId")), nextCursor: null }),
);

runs.get("/:runId/exports/:exportId", role("VIEWER"), async (c) => {
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
});

runs.get("/:runId/snapshot", role("VIEWER"), async (c) => {
  const { bytes, snapshotHash } = await getSnapshot(c.var.ctx, c.req.param("runId"));
  if (hasUnchanged(c, `"${snapshotHash}"`, EXACT_BYTES)) return notModified(c);
  return c.body(bytes as Uint8Array<ArrayBuffer>, 200, { "Content-Type": "application/json" });
});

runs.get("/:runId/configuration", role("VIEWER"), async (c) =>
  c.json({ configuration: await getRunConfiguration(c.var.ctx, c.req.param("runId")) }),
);

runs.get("/:runId/events", role("VIEWER"), streamProgress);

runs.get("/:runId/diff", role("VIEWER"), query(runDiffQuery), async (c) =>
  c.json(await diffRuns(c.var.ctx, c.req.param("runId"), c.req.valid("query").against)),
);
