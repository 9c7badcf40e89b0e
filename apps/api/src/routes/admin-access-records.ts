import { operations } from "@assay/contract/operations";
import { listAccessRecords, streamAccessRecords } from "@assay/core/access-records";
import { accessFile } from "../access-file.ts";
import { contentDisposition } from "../content-disposition.ts";
import { bind, serve } from "../middleware/bind.ts";

const MEDIA_TYPES = { csv: "text/csv; charset=utf-8; header=present", ndjson: "application/x-ndjson" } as const;

export const adminAccessRecords = serve(
  bind(operations.admin.accessRecords.list, async (c) => {
    const { items, ...page } = await listAccessRecords(c.var.ctx, c.req.valid("query"));
    return c.json({ accessRecords: items, ...page });
  }),
  bind(operations.admin.accessRecords.export, async (c) => {
    const { format, ...filter } = c.req.valid("query");
    return c.body(await accessFile(format, streamAccessRecords(c.var.ctx, filter)), 200, {
      "Content-Type": MEDIA_TYPES[format],
      "Content-Disposition": contentDisposition(`access-${c.var.ctx.tenantId}.${format}`),
    });
  }),
);
