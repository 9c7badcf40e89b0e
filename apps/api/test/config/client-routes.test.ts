import { Assay } from "@assay/client";
import { AssayAdmin } from "@assay/client/admin";
import { makeMetrics } from "@assay/testing/make-metrics";
import { expect, test } from "vitest";
import { APP_ROUTES } from "../support/app-routes.ts";

const file = new File(["text"], "policy.txt");
const METRICS = makeMetrics({ model: "x", sha256: "0", thresholds: { related: 0, supports: 0, contradicts: 1 } });
const day = { current: "a", new: "b" };

/** How a program calls each route. Add a line with the route; `packages/client` has its method. */
const CALLS: Readonly<Record<string, (assay: Assay, admin: AssayAdmin) => unknown>> = {
  "GET /api/session": (assay) => assay.session(),
  "POST /api/session/password": (assay) => assay.changePassword(day),
  "GET /api/requirements": (assay) => assay.requirements(),
  "GET /api/search": (assay) => assay.search("backups"),

  "GET /api/documents": (assay) => assay.documents.list().page(),
  "POST /api/documents/upload": (assay) => assay.documents.upload(file),
  "GET /api/documents/:id": (assay) => assay.documents.get("x"),
  "GET /api/documents/:id/status": (assay) => assay.documents.status("x"),
  "GET /api/documents/:id/chunks": (assay) => assay.documents.chunks("x").page(),
  "GET /api/documents/:id/segments": (assay) => assay.documents.segments("x"),
  "GET /api/documents/:id/pages": (assay) => assay.documents.pages("x").page(),
  "GET /api/documents/:id/pages/:index/words": (assay) => assay.documents.pageWords("x", 0),
  "GET /api/documents/:id/original": (assay) => assay.documents.original("x"),
  "PATCH /api/documents/:id": (assay) => assay.documents.edit("x", {}),
  "POST /api/documents/:id/reprocess": (assay) => assay.documents.reprocess("x"),
  "DELETE /api/documents/:id": (assay) => assay.documents.delete("x"),

  "POST /api/runs/start": (assay) => assay.runs.start(),
  "GET /api/runs": (assay) => assay.runs.list().page(),
  "POST /api/runs/:runId/cancel": (assay) => assay.runs.cancel("x", "a mistake"),
  "GET /api/runs/:runId": (assay) => assay.runs.get("x"),
  "GET /api/runs/:runId/requirements": (assay) => assay.runs.requirements("x"),
  "GET /api/runs/:runId/documents": (assay) => assay.runs.documents("x"),
  "GET /api/runs/:runId/assessments": (assay) => assay.runs.assessments("x"),
  "GET /api/runs/:runId/steps": (assay) => assay.runs.steps("x"),
  "GET /api/runs/:runId/exceptions": (assay) => assay.runs.exceptions("x"),
  "GET /api/runs/:runId/tasks": (assay) => assay.runs.tasks("x").page(),
  "GET /api/runs/:runId/exports": (assay) => assay.runs.exports("x"),
  "GET /api/runs/:runId/exports/:exportId": (assay) => assay.runs.download("x", "y"),
  "GET /api/runs/:runId/report": (assay) => assay.runs.report("x", "csv"),
  "GET /api/runs/:runId/snapshot": (assay) => assay.runs.snapshot("x"),
  "GET /api/runs/:runId/configuration": (assay) => assay.runs.configuration("x"),
  "GET /api/runs/:runId/events": (assay) => assay.runs.events("x")[Symbol.asyncIterator]().next(),
  "GET /api/runs/:runId/diff": (assay) => assay.runs.diff("x", "y"),

  "GET /api/runs/:runId/review-queue": (assay) => assay.reviews.queue("x"),
  "GET /api/runs/:runId/reviews": (assay) => assay.reviews.list("x").page(),
  "POST /api/runs/:runId/reviews": (assay) =>
    assay.reviews.add("x", { requirementId: "1.1", decision: "AGREED", openedChunkIds: [] }),
  "POST /api/runs/:runId/reviews/confirm": (assay) => assay.reviews.confirm("x", ["1.1"]),
  "GET /api/runs/:runId/requirements/:requirementId/changes": (assay) => assay.reviews.changes("x", "y"),
  "POST /api/runs/:runId/reviews/:reviewId/redact": (assay) => assay.reviews.redact("x", "y"),
  "GET /api/runs/:runId/sign-offs": (assay) => assay.signOffs.list("x"),
  "POST /api/runs/:runId/sign-offs": (assay) => assay.signOffs.sign("x", "PREPARED", "I have looked at it"),
  "POST /api/runs/:runId/sign-offs/:signOffId/withdraw": (assay) => assay.signOffs.withdraw("x", "y", "a mistake"),
  "GET /api/runs/:runId/links": (assay) => assay.links.list("x").page(),
  "POST /api/runs/:runId/links": (assay) =>
    assay.links.create("x", { label: "Audit LLP", capabilities: ["READ"], expiresAt: "" }),
  "POST /api/runs/:runId/links/:linkId/reissue": (assay) => assay.links.reissue("x", "y"),
  "DELETE /api/runs/:runId/links/:linkId": (assay) => assay.links.revoke("x", "y"),
  "GET /api/links/session": (assay) => assay.links.session(),
  "GET /api/exceptions": (assay) => assay.exceptions.list().page(),
  "POST /api/exceptions": (assay) => assay.exceptions.propose({} as never),
  "GET /api/exceptions/:exceptionId": (assay) => assay.exceptions.get("x"),
  "POST /api/exceptions/:exceptionId/approve": (assay) => assay.exceptions.approve("x"),
  "POST /api/exceptions/:exceptionId/revoke": (assay) => assay.exceptions.revoke("x", "over"),

  "GET /api/tasks": (assay) => assay.tasks.list().page(),
  "PATCH /api/tasks/:taskId": (assay) => assay.tasks.setStatus("x", "COMPLETED"),

  "GET /api/runs/:runId/comments": (assay) => assay.comments.list("x").page(),
  "POST /api/runs/:runId/comments": (assay) => assay.comments.add("x", { text: "Why?" }),
  "GET /api/runs/:runId/comments/counts": (assay) => assay.comments.counts("x"),
  "PUT /api/runs/:runId/comments/read": (assay) => assay.comments.markRead("x", { requirementId: null, sequence: 1 }),
  "POST /api/runs/:runId/comments/:commentId/redact": (assay) => assay.comments.redact("x", "y"),
  "GET /api/comments/unread": (assay) => assay.comments.unread(),
  "GET /api/mentions": (assay) => assay.mentions.list(),
  "GET /api/people": (assay) => assay.people.list().page(),

  "GET /api/admin/overview": (_, admin) => admin.overview(),
  "GET /api/admin/settings": (_, admin) => admin.settings(),
  "GET /api/admin/models": (_, admin) => admin.models.list(),
  "GET /api/admin/documents/failed": (_, admin) => admin.documents.failed().page(),
  "GET /api/admin/documents/counts": (_, admin) => admin.documents.counts(),
  "POST /api/admin/documents/reprocess": (_, admin) => admin.documents.reprocess(),
  "GET /api/admin/members": (_, admin) => admin.members.list().page(),
  "POST /api/admin/members": (_, admin) => admin.members.invite({ email: "a@example.com", role: "VIEWER" }),
  "POST /api/admin/members/:userId/first-password": (_, admin) => admin.members.resetPassword("x"),
  "PATCH /api/admin/members/:userId": (_, admin) => admin.members.change("x", { role: "MEMBER" }),
  "DELETE /api/admin/members/:userId": (_, admin) => admin.members.remove("x"),
  "GET /api/admin/reviewers": (_, admin) => admin.reviewers.list(),
  "GET /api/admin/api-keys": (_, admin) => admin.apiKeys.list().page(),
  "POST /api/admin/api-keys": (_, admin) => admin.apiKeys.create({ name: "ci", role: "MEMBER", expiresAt: "" }),
  "DELETE /api/admin/api-keys/:apiKeyId": (_, admin) => admin.apiKeys.revoke("x"),
  "GET /api/admin/tenants": (_, admin) => admin.tenants.list().page(),
  "POST /api/admin/tenants": (_, admin) => admin.tenants.create("Acme"),
  "GET /api/admin/tenants/:tenantId": (_, admin) => admin.tenants.get("x"),
  "PATCH /api/admin/tenants/:tenantId": (_, admin) => admin.tenants.change("x", {}),
  "GET /api/admin/packs": (_, admin) => admin.packs.list().page(),
  "POST /api/admin/packs": (_, admin) => admin.packs.create({ name: "ISO" }),
  "GET /api/admin/packs/:packId": (_, admin) => admin.packs.get("x"),
  "GET /api/admin/packs/:packId/versions": (_, admin) => admin.packs.versions("x").page(),
  "POST /api/admin/packs/:packId/versions": (_, admin) => admin.packs.import("x", "a,b", { format: "csv" }),
  "GET /api/admin/packs/:packId/versions/:versionId": (_, admin) => admin.packs.version("x", "y"),
  "GET /api/admin/packs/:packId/versions/:versionId/requirements": (_, admin) =>
    admin.packs.requirements("x", "y").page(),
  "POST /api/admin/packs/:packId/versions/:versionId/publish": (_, admin) => admin.packs.publish("x", "y"),
  "GET /api/admin/packs/:packId/versions/:versionId/diff": (_, admin) => admin.packs.diff("x", "y", "z"),
  "GET /api/admin/bindings/:packId": (_, admin) => admin.bindings.get("x"),
  "PUT /api/admin/bindings/:packId": (_, admin) => admin.bindings.put("x", "y"),
  "GET /api/admin/corpus/ingestions": (_, admin) => admin.corpus.ingestions().page(),
  "POST /api/admin/corpus/ingestions": (_, admin) => admin.corpus.ingestFile(file, { packId: "x" }),
  "GET /api/admin/corpus/ingestions/:id": (_, admin) => admin.corpus.ingestion("x"),
  "GET /api/admin/corpus/ingestions/:id/passages": (_, admin) => admin.corpus.passages("x").page(),
  "GET /api/admin/corpus/activations": (_, admin) => admin.corpus.activations().page(),
  "POST /api/admin/corpus/activations": (_, admin) => admin.corpus.activate({ packId: "x", ingestionIds: [] }),
  "GET /api/admin/golden-set": (_, admin) => admin.goldenSet.get(),
  "GET /api/admin/retrieval-versions": (_, admin) => admin.retrievalVersions.list().page(),
  "POST /api/admin/retrieval-versions": (_, admin) => admin.retrievalVersions.create({}),
  "GET /api/admin/retrieval-versions/preview": (_, admin) =>
    admin.retrievalVersions.preview("x", { complete: 0.75, partial: 0.4 }),
  "POST /api/admin/retrieval-versions/:id/activate": (_, admin) => admin.retrievalVersions.activate("x"),
  "GET /api/admin/retrieval-versions/:id/metrics": (_, admin) => admin.retrievalVersions.metrics("x"),
  "PUT /api/admin/retrieval-versions/:id/metrics": (_, admin) =>
    admin.retrievalVersions.storeMetrics("x", METRICS as never),
  "POST /api/admin/retrieval-versions/:id/recommend": (_, admin) => admin.retrievalVersions.recommend("x"),
  "GET /api/admin/runs": (_, admin) => admin.runs.list().page(),
  "GET /api/admin/runs/:runId": (_, admin) => admin.runs.get("x"),
  "GET /api/admin/runs/:runId/replay": (_, admin) => admin.runs.replay("x"),
  "POST /api/admin/runs/import": (_, admin) => admin.runs.import({} as never),
  "GET /api/admin/audit-logs": (_, admin) => admin.audit.list().page(),
  "GET /api/admin/audit-logs/verify": (_, admin) => admin.audit.verify(),
  "POST /api/admin/audit-logs/verify": (_, admin) => admin.audit.verify({ statement: {}, signature: "" } as never),
  "GET /api/admin/audit-logs/checkpoints": (_, admin) => admin.audit.checkpoints().page(),
  "GET /api/admin/webhooks": (_, admin) => admin.webhooks.list().page(),
  "POST /api/admin/webhooks": (_, admin) => admin.webhooks.create({ url: "https://example.com", events: [] }),
  "GET /api/admin/webhooks/:webhookId": (_, admin) => admin.webhooks.get("x"),
  "PATCH /api/admin/webhooks/:webhookId": (_, admin) => admin.webhooks.change("x", {}),
  "DELETE /api/admin/webhooks/:webhookId": (_, admin) => admin.webhooks.remove("x"),
  "POST /api/admin/webhooks/:webhookId/rotate": (_, admin) => admin.webhooks.rotate("x"),
  "POST /api/admin/webhooks/:webhookId/test": (_, admin) => admin.webhooks.test("x"),
  "GET /api/admin/webhooks/:webhookId/deliveries": (_, admin) => admin.webhooks.deliveries("x").page(),
  "POST /api/admin/webhooks/:webhookId/deliveries/:deliveryId/redeliver": (_, admin) =>
    admin.webhooks.redeliver("x", "y"),
  "GET /api/admin/traces/:runId": (_, admin) => admin.traces.get("x"),
};

test("the client has a method for each route of the service, and none for another", () => {
  expect(Object.keys(CALLS).sort()).toEqual(APP_ROUTES.map(({ name }) => name).sort());
});

test.each(Object.entries(CALLS))("%s is what its method calls", async (route, call) => {
  const called: string[] = [];
  const options = {
    baseUrl: "https://assay.test",
    token: "t",
    maxRetries: 0,
    fetch: ((input: string, init: RequestInit) => {
      called.push(`${init.method} ${new URL(input).pathname}`);
      return Promise.resolve(new Response(null, { status: 418 }));
    }) as typeof fetch,
  };
  await expect(call(new Assay(options), new AssayAdmin(options))).rejects.toMatchObject({ status: 418 });
  expect(called).toHaveLength(1);
  expect(called[0]).toMatch(new RegExp(`^${route.replace(/:\w+/g, "[xyz0]")}$`));
});
