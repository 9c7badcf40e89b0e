import { findTenant, suspendTenant } from "@assay/core/tenancy";
import { readProcessConfig } from "../read-process-config.ts";
import { openForOperator } from "./open-for-operator.ts";
import { readTenantAndReason } from "./read-tenant-and-reason.ts";
import { runCommand } from "./run-command.ts";

/** Ends all access to a tenant and lets its jobs wait: see docs/operate/tenants.md. */
await runCommand(async () => {
  const { tenant, reason } = readTenantAndReason("tenant:suspend");
  const { db, close } = await openForOperator(readProcessConfig(process.env), "suspend the tenant");
  try {
    const { id, name } = await findTenant(db, tenant);
    const changed = await suspendTenant(db, { tenantId: id, reason });
    if (changed) console.log(`Suspended '${name}' (${id}): resume it with npm run tenant:resume -- --tenant ${id}`);
    else console.log(`'${name}' (${id}) is suspended already: nothing was changed`);
  } finally {
    await close();
  }
});
