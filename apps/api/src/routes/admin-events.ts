import { operations } from "@assay/contract/operations";
import { bind, serve } from "../middleware/bind.ts";
import { streamTenantEvents } from "./tenant-events.ts";

export const adminEvents = serve(bind(operations.admin.events.stream, streamTenantEvents));
