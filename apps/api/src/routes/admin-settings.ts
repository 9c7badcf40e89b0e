import { operations } from "@assay/contract/operations";
import { bind, serve } from "../middleware/bind.ts";

export const adminSettings = serve(
  bind(operations.admin.settings.get, (c) => c.json({ settings: c.var.services.shownSettings })),
);
