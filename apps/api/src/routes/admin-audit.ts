import { AssayError } from "@assay/contract";
import { operations } from "@assay/contract/operations";
import {
  listAuditEntries,
  listCheckpointKeys,
  listCheckpoints,
  streamAuditEntries,
  verifyAudit,
} from "@assay/core/audit";
import { changeCheckpointRecipients, readCheckpointRecipients } from "@assay/core/checkpoints";
import { accepts } from "hono/accepts";
import { auditCsv } from "../audit-csv.ts";
import { contentDisposition } from "../content-disposition.ts";
import { bind, serve } from "../middleware/bind.ts";
import type { ApiServices } from "../services.ts";

export const adminAudit = serve(
  bind(operations.admin.audit.list, async (c) => {
    const filter = c.req.valid("query");
    const type = accepts(c, {
      header: "Accept",
      supports: ["application/json", "text/csv"],
      default: "application/json",
    });
    c.header("Vary", "Accept", { append: true });
    if (type === "text/csv")
      return c.body(await auditCsv(streamAuditEntries(c.var.ctx, filter)), 200, {
        "Content-Type": "text/csv; charset=utf-8; header=present",
        "Content-Disposition": contentDisposition(`audit-${c.var.ctx.tenantId}.csv`),
      });
    const { items, ...page } = await listAuditEntries(c.var.ctx, filter);
    return c.json({ entries: items, ...page });
  }),
  bind(operations.admin.audit.checkpoints, async (c) => {
    const { items, nextCursor } = await listCheckpoints(c.var.ctx, c.req.valid("query"));
    return c.json({ checkpoints: items, nextCursor });
  }),
  bind(operations.admin.audit.recipients, async (c) => c.json(await readCheckpointRecipients(c.var.ctx))),
  bind(operations.admin.audit.changeRecipients, async (c) => {
    const asked = c.req.valid("json");
    if (asked.addresses.length > 0 && !c.var.services.mail)
      throw new AssayError(
        "INVALID_STATE",
        "Cannot send checkpoints by mail because this deployment sends none: its operator sets SMTP_URL",
      );
    return c.json(await changeCheckpointRecipients(c.var.ctx, asked));
  }),
  bind(operations.admin.audit.verify, async (c) => {
    const { sequence, hash } = c.req.valid("query");
    const kept = sequence !== undefined && hash !== undefined ? { sequence, hash } : undefined;
    return c.json(await verifyAudit(c.var.ctx, { ...(await proofOf(c.var.services)), kept }));
  }),
  bind(operations.admin.audit.verifyCheckpoint, async (c) =>
    c.json(await verifyAudit(c.var.ctx, { ...(await proofOf(c.var.services)), kept: c.req.valid("json") })),
  ),
);

async function proofOf({ db, signer, checkpointStores }: ApiServices) {
  return { keys: await listCheckpointKeys(db, signer), stores: checkpointStores };
}
