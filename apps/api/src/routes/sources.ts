import { type PlanEntry, sourceName } from "@assay/contract";
import { operations } from "@assay/contract/operations";
import { closeSync, getManifest, listManifests, listSources, planSync } from "@assay/core/sources";
import { bind, serve } from "../middleware/bind.ts";
import { requireValid } from "../middleware/validate.ts";
import { EXACT_BYTES, hasUnchanged, notModified } from "../middleware/validators.ts";
import { streamBatches } from "../stream-batches.ts";
import { readPlanFiles } from "../upload/read-plan-files.ts";
import { releaseOf } from "../upload/release-of.ts";

const LINES = { "Content-Type": "application/x-ndjson" };

export const sources = serve(
  bind(operations.sources.list, async (c) => {
    const page = await listSources(c.var.ctx, c.req.valid("query"));
    return c.json({ sources: page.items, nextCursor: page.nextCursor });
  }),
  bind(operations.sources.plan, async (c) => {
    const source = requireName(c.req.param("source"));
    const files = readPlanFiles(c.req.raw);
    const { settings } = c.var.services;
    const limits = { release: releaseOf(settings), fileBytesMax: settings.maxUploadBytes };
    const { header, entries } = await planSync(c.var.ctx, limits, source, c.req.valid("query"), files);
    const lines = (items: readonly PlanEntry[]) => items.map((item) => `${JSON.stringify(item)}\n`).join("");
    const body = await streamBatches(entries, { begin: `${JSON.stringify(header)}\n`, batch: lines });
    return c.body(body, 200, LINES);
  }),
  bind(operations.sources.closeSync, async (c) => {
    const source = requireName(c.req.param("source"));
    const services = { ...c.var.services, release: releaseOf(c.var.services.settings) };
    return c.json({ sync: await closeSync(c.var.ctx, services, source, c.req.valid("json")) });
  }),
  bind(operations.sources.manifests, async (c) => {
    const page = await listManifests(
      c.var.ctx,
      c.var.services,
      requireName(c.req.param("source")),
      c.req.valid("query"),
    );
    return c.json({ manifests: page.items, nextCursor: page.nextCursor });
  }),
  bind(operations.sources.manifest, async (c) => {
    const { source, manifestId } = c.req.param();
    const { manifest } = await getManifest(c.var.ctx, c.var.services, requireName(source), manifestId);
    return c.json({ manifest });
  }),
  bind(operations.sources.manifestFiles, async (c) => {
    const { source, manifestId } = c.req.param();
    const { lines, filesHash } = await getManifest(c.var.ctx, c.var.services, requireName(source), manifestId);
    if (hasUnchanged(c, `"${filesHash}"`, EXACT_BYTES)) return notModified(c);
    return c.body(lines, 200, LINES);
  }),
);

function requireName(given: string): string {
  const source = sourceName.safeParse(given);
  return source.success ? source.data : requireValid("path", sourceName, source.error);
}
