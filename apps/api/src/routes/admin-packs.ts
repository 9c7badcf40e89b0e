import { operations } from "@assay/contract/operations";
import {
  bindPack,
  createPack,
  deleteDraft,
  deletePack,
  diffVersions,
  getBinding,
  getOffer,
  getPack,
  importVersion,
  listPacks,
  listVersionRequirements,
  listVersions,
  offerPack,
  patchPack,
  publishVersion,
  readVersion,
  unbindPack,
} from "@assay/core/packs";
import { bind, serve } from "../middleware/bind.ts";
import { readPackFile } from "../middleware/pack-file.ts";

export const adminPacks = serve(
  bind(operations.admin.packs.list, async (c) => {
    const page = await listPacks(c.var.ctx, c.req.valid("query"));
    return c.json({ packs: page.items, nextCursor: page.nextCursor });
  }),
  bind(operations.admin.packs.create, async (c) =>
    c.json({ pack: await createPack(c.var.ctx, c.req.valid("json"), c.var.services.settings.packLimits) }, 201),
  ),
  bind(operations.admin.packs.get, async (c) => c.json({ pack: await getPack(c.var.ctx, c.req.param("packId")) })),
  bind(operations.admin.packs.change, async (c) => {
    const { packLimits } = c.var.services.settings;
    return c.json({ pack: await patchPack(c.var.ctx, c.req.param("packId"), c.req.valid("json"), packLimits) });
  }),
  bind(operations.admin.packs.delete, async (c) => {
    await deletePack(c.var.ctx, c.req.param("packId"));
    return c.body(null, 204);
  }),
  bind(operations.admin.packs.getOffer, async (c) =>
    c.json({ offer: await getOffer(c.var.ctx, c.req.param("packId")) }),
  ),
  bind(operations.admin.packs.offer, async (c) =>
    c.json({ offer: await offerPack(c.var.ctx, c.req.param("packId"), c.req.valid("json")) }),
  ),
  bind(operations.admin.packs.versions, async (c) => {
    const page = await listVersions(c.var.ctx, { packId: c.req.param("packId"), ...c.req.valid("query") });
    return c.json({ versions: page.items, nextCursor: page.nextCursor });
  }),
  bind(operations.admin.packs.importVersion, async (c) => {
    const { format, requirements, dryRun } = c.req.valid("query");
    const pack = await c.var.services.packs.parse(await readPackFile(c, format), { format, requirements });
    const asked = { packId: c.req.param("packId"), pack, dryRun: dryRun === "true" };
    const imported = await importVersion(c.var.ctx, asked, c.var.services.settings.packLimits);
    return c.json(imported, imported.dryRun ? 200 : 201);
  }),
  bind(operations.admin.packs.publish, async (c) => {
    const { packId, versionId } = c.req.param();
    return c.json({ version: await publishVersion(c.var.ctx, { packId, criteriaVersionId: versionId }) });
  }),
  bind(operations.admin.packs.deleteDraft, async (c) => {
    const { packId, versionId } = c.req.param();
    await deleteDraft(c.var.ctx, { packId, criteriaVersionId: versionId });
    return c.body(null, 204);
  }),
  bind(operations.admin.packs.version, async (c) => {
    const { packId, versionId } = c.req.param();
    return c.json({ version: await readVersion(c.var.ctx, { packId, criteriaVersionId: versionId }) });
  }),
  bind(operations.admin.packs.requirements, async (c) => {
    const { packId, versionId } = c.req.param();
    const asked = { packId, criteriaVersionId: versionId, ...c.req.valid("query") };
    const page = await listVersionRequirements(c.var.ctx, asked);
    return c.json({ requirements: page.items, nextCursor: page.nextCursor });
  }),
  bind(operations.admin.packs.diff, async (c) => {
    const { packId, versionId } = c.req.param();
    const { against } = c.req.valid("query");
    return c.json(await diffVersions(c.var.ctx, { packId, criteriaVersionId: versionId, against }));
  }),
  bind(operations.admin.bindings.get, async (c) =>
    c.json({ binding: await getBinding(c.var.ctx, c.req.param("packId")) }),
  ),
  bind(operations.admin.bindings.put, async (c) => {
    const { criteriaVersionId } = c.req.valid("json");
    return c.json({ binding: await bindPack(c.var.ctx, { packId: c.req.param("packId"), criteriaVersionId }) });
  }),
  bind(operations.admin.bindings.remove, async (c) => {
    await unbindPack(c.var.ctx, c.req.param("packId"));
    return c.body(null, 204);
  }),
);
